// Prints the models and enums of the Go library.

import type { Api, Enum, Model } from '../model/api-model.js';
import { namedValue } from '../model/names.js';
import { usedEnums, usedModels } from '../model/used-models.js';
import { answerMember, goComment, goName } from './go-spelling.js';

export function printModels(api: Api): string {
  return usedModels(api, 'flattened').map(printModel).join('\n');
}

export function printEnums(api: Api): string {
  return usedEnums(api, 'flattened').map(printEnum).join('\n');
}

function printModel({ name, description, properties, open }: Model): string {
  const type = goName(name);
  // A member that is null in every variant tells nothing.
  const members = properties.filter((property) => property.type.kind !== 'null');
  const lines = members.map(answerMember);
  if (open) lines.push('\t// Extra holds the members of your own.\n\tExtra map[string]any `json:"-"`');
  const about = description || 'an object of the API.';
  const struct = `${goComment(`${type}: ${about}`)}\ntype ${type} struct {\n${lines.join('\n')}\n}\n`;
  return open
    ? struct +
        printOpen(
          type,
          members.map((property) => property.name),
        )
    : struct;
}

function printOpen(type: string, known: readonly string[]): string {
  return `
// UnmarshalJSON reads the members that the type does not name into Extra.
func (m *${type}) UnmarshalJSON(data []byte) error {
	type plain ${type}
	return decodeOpen(
		data, (*plain)(m), &m.Extra,
${known.map((name) => `\t\t"${name}",`).join('\n')}
	)
}

// MarshalJSON writes the members of Extra beside the others.
func (m ${type}) MarshalJSON() ([]byte, error) {
	type plain ${type}
	return encodeOpen(plain(m), m.Extra)
}
`;
}

function printEnum({ name, description, values }: Enum): string {
  const type = goName(name);
  const names = values.map((value) => `${type}${goName(namedValue(value))}`);
  const widest = Math.max(...names.map(({ length }) => length));
  const lines = values.map((value, at) => `\t${names[at]?.padEnd(widest)} ${type} = "${value}"`);
  const about = description ? ` ${description}` : '';
  return `${goComment(`${type} is one of a list of values, which a newer service may add to.${about}`)}
type ${type} string

// The values of ${type}.
const (
${lines.join('\n')}
)
`;
}

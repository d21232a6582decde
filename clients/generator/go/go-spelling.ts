// How Go spells the names, types and comments of the API.
import type { Property, Type } from '../model/api-model.js';
import { pascalCase } from '../model/names.js';

const AS_WRITTEN = { api: 'API', id: 'ID', url: 'URL', urls: 'URLs', ids: 'IDs' };
const MAX_COMMENT_COLUMNS = 120;

/** `api_key` is `APIKey`. */
export const goName = (name: string): string => pascalCase(name, AS_WRITTEN);

/** `delivery_id` is `deliveryID`; what begins with `id` or `url` begins in small letters. */
export function goArgument(name: string): string {
  const [first = '', ...others] = name.split('_');
  return first + others.map(goName).join('');
}

/** The type of a value that is there. */
export function goType(type: Type): string {
  switch (type.kind) {
    case 'string':
      return type.format === 'date-time' ? 'DateTime' : 'string';
    case 'integer':
      return 'int64';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'any':
    case 'either':
    case 'json':
    case 'null':
      return 'any';
    case 'literal':
      return typeof type.value === 'string' ? 'string' : 'bool';
    case 'enum':
    case 'model':
    case 'union':
      return goName(type.name);
    case 'choice':
      return 'map[string]any';
    case 'list':
      return `[]${goType(type.of)}`;
    case 'map':
      return `map[string]${goType(type.of)}`;
  }
}

const hasNil = ({ kind }: Type): boolean => ['list', 'map', 'any', 'either'].includes(kind);

/** A member of an answer: a pointer where it may be null or missing. */
export function answerMember({ name, type, required, nullable, description }: Property): string {
  const pointer = (nullable || !required) && !hasNil(type) ? '*' : '';
  const tag = required ? name : `${name},omitempty`;
  return member(name, `${pointer}${goType(type)}`, tag, description);
}

/** A member of a call's parameters: its zero value leaves it out where it is not required. */
export function parameterMember({ name, type, required, description, default: preset }: Property): string {
  const hasZero = hasNil(type) || type.kind === 'enum';
  const pointer = required || hasZero ? '' : '*';
  const tag = required ? name : `${name},omitempty`;
  const told = preset === undefined ? description : `${description} Left out: ${JSON.stringify(preset)}.`;
  return member(name, `${pointer}${goType(type)}`, tag, told);
}

/** The comment keeps gofmt from aligning the lines of a struct with one another. */
function member(name: string, type: string, tag: string, description: string): string {
  const text = description || `${goName(name)} is ${name} on the wire.`;
  return `${goComment(text, '\t')}\n\t${goName(name)} ${type} \`json:"${tag}"\``;
}

/** @param indent before each line */
export function goComment(text: string, indent = ''): string {
  const lines = text.split('\n').flatMap((paragraph) => wrap(paragraph, MAX_COMMENT_COLUMNS - 4 * indent.length - 3));
  return lines.map((line) => `${indent}//${line === '' ? '' : ` ${line}`}`).join('\n');
}

function wrap(text: string, columns: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    // A line that begins with one of these is a list or a heading to gofmt.
    const begins = /^([-*+•#]|\d+[.)])/.test(word);
    if (line !== '' && line.length + 1 + word.length > columns && !begins) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

// Prints how the Go library calls an operation.
import type { Api, Operation, Property, Type } from '../model/api-model.js';
import { camelCase } from '../model/names.js';
import { hasNullFields, paramsName, paramsOf, takesParams } from './go-services.js';
import { goName } from './go-spelling.js';

/** The lines above each sample; a program has the last four in its function. */
export const GO_SETUP = `import (
	"context"
	"fmt"
	"log"

	"example.com/callanalysis"
)

ctx := context.Background()
client, err := callanalysis.New(callanalysis.Options{})
if err != nil {
	log.Fatal(err)
}`;

export function printGoSample(operation: Operation, api: Api): string {
  const { resource, method, result } = operation;
  const called = `client.${goName(resource)}.${goName(method)}(${argumentsOf(operation, api).join(', ')})`;
  if (operation.id === 'streamAnalysisEvents') return printLoop('events', called, 'events.Current().Event');
  if (result.kind === 'list') return printLoop('list', called, `list.Current().${firstMember(result.form.item, api)}`);
  if (result.kind === 'nothing') return printWithout(called);
  const type = result.kind === 'json' ? result.type : null;
  const variable = type && 'name' in type ? camelCase(type.name) : method;
  const shown = type ? `${variable}.${firstMember(type, api)}` : variable;
  const print = `fmt.Println(${shown})`;
  const mayBeNil = result.kind === 'json' && result.orNone;
  return `${variable}, err := ${called}
if err != nil {
	log.Fatal(err)
}
${mayBeNil ? `if ${variable} != nil {\n\t${print}\n}` : print}`;
}

const printWithout = (called: string): string => `if err := ${called}; err != nil {
	log.Fatal(err)
}
fmt.Println("done")`;

const printLoop = (
  name: string,
  called: string,
  shown: string,
): string => `${name} := ${called}${name === 'events' ? '\ndefer events.Close()' : ''}
for ${name}.Next() {
	fmt.Println(${shown})
}
if err := ${name}.Err(); err != nil {
	log.Fatal(err)
}`;

/** The member that is printed: the status where there is one, else the first that says something. */
function firstMember(type: Type, api: Api): string {
  const properties = propertiesOf(type, api);
  const shown =
    properties.find(({ name }) => name === 'status') ?? properties.find(({ type: { kind } }) => kind !== 'literal');
  return goName((shown ?? properties[0])?.name ?? 'id');
}

function propertiesOf(type: Type, api: Api): readonly Property[] {
  if (type.kind === 'model') return api.models.get(type.name)?.properties ?? [];
  if (type.kind !== 'union') return [];
  return api.unions.find(({ name }) => name === type.name)?.flattened?.properties ?? [];
}

function argumentsOf(operation: Operation, api: Api): string[] {
  const { pathParameters, sampleArguments } = operation;
  const ids = pathParameters.map(({ name }) => JSON.stringify(sampleArguments[name]));
  if (operation.id === 'streamAnalysisEvents') return ['ctx', ...ids, 'nil'];
  if (!takesParams(operation)) return ['ctx', ...ids];
  return ['ctx', ...ids, printParams(operation, api)];
}

function printParams(operation: Operation, api: Api): string {
  const { sampleArguments } = operation;
  const lines: [string, string][] = [];
  for (const [name, member] of Object.entries({ file: 'File', url: 'URL' }))
    if (operation.byHand && sampleArguments[name] !== undefined)
      lines.push([`${member}:`, `${JSON.stringify(sampleArguments[name])},`]);
  for (const property of paramsOf(operation)) {
    const value = sampleArguments[property.name];
    if (value === null && hasNullFields(operation)) lines.push(['NullFields:', `[]string{"${property.name}"},`]);
    else if (value !== undefined) lines.push([`${goName(property.name)}:`, `${printValue(property, value, api)},`]);
  }
  if (lines.length === 0) return 'nil';
  const widest = Math.max(...lines.map(([key]) => key.length));
  const members = lines.map(([key, text]) => `\t${key.padEnd(widest)} ${text}`).join('\n');
  return `&callanalysis.${paramsName(operation)}{\n${members}\n}`;
}

const POINTERS: Partial<Record<Type['kind'], string>> = {
  string: 'String',
  integer: 'Int',
  number: 'Float',
  boolean: 'Bool',
};

function printValue({ type, required }: Property, value: unknown, api: Api): string {
  const text = printLiteral(type, value, api);
  const pointer = POINTERS[type.kind];
  if (required || !pointer) return text;
  return type.kind === 'string' && type.format === 'date-time'
    ? `callanalysis.Ptr(callanalysis.DateTime(${text}))`
    : `callanalysis.${pointer}(${text})`;
}

function printLiteral(type: Type, value: unknown, api: Api): string {
  if (type.kind === 'enum') {
    const known = api.enums.find(({ name }) => name === type.name)?.values.includes(String(value));
    if (known) return `callanalysis.${goName(type.name)}${goName(String(value))}`;
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    const of = type.of.kind === 'enum' ? `callanalysis.${goName(type.of.name)}` : (ITEMS[type.of.kind] ?? 'string');
    return `[]${of}{${value.map((each) => printLiteral(type.of, each, api)).join(', ')}}`;
  }
  // What is nested in a body is a map.
  if (type.kind === 'map' || type.kind === 'model' || type.kind === 'choice') return printAny(value);
  return JSON.stringify(value);
}

const ITEMS: Partial<Record<Type['kind'], string>> = { map: 'map[string]any', model: 'map[string]any' };

/** JSON of any form as Go's own. */
function printAny(value: unknown): string {
  if (value === null) return 'nil';
  if (Array.isArray(value)) return `[]any{${value.map(printAny).join(', ')}}`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${printAny(each)}`);
  return `map[string]any{${members.join(', ')}}`;
}

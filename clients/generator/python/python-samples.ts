// Prints the Python samples of the API's description: one call of each operation, and what it gives.
import type { Operation, SamplePrinter, Type } from '../model/api-model.js';
import { snakeCase } from '../model/names.js';
import { bracketed, literal, pythonName } from './python-text.js';

export const PYTHON_SETUP = `from call_analysis import CallAnalysis

client = CallAnalysis()`;

export const printPythonSample: SamplePrinter = (operation) => {
  const call = printCall(operation);
  if (operation.result.kind === 'nothing') return call.join('\n');
  const name = resultName(operation);
  if (!yieldsItems(operation)) return [...prefixed(`${name} = `, call), `print(${name})`].join('\n');
  return [...prefixed(`for ${name} in `, call, ':'), `    print(${name})`].join('\n');
};

/** An event stream is no JSON, but is iterated like a list. */
const yieldsItems = ({ result, method }: Operation): boolean => result.kind === 'list' || method === 'events';

function printCall({ resource, method, pathParameters, sampleArguments }: Operation): string[] {
  const positional = pathParameters.map(({ name }) => name);
  const given = Object.entries(sampleArguments).map(([name, value]) =>
    positional.includes(name) ? python(value) : `${pythonName(name)}=${python(value)}`,
  );
  // What stands before and behind the call takes some of the line.
  return bracketed(`client.${snakeCase(resource)}.${snakeCase(method)}(`, given, ')', 24);
}

function prefixed(before: string, lines: readonly string[], behind = ''): string[] {
  return lines.map((line, at) => `${at === 0 ? before : ''}${line}${at === lines.length - 1 ? behind : ''}`);
}

function resultName({ result, method }: Operation): string {
  if (method === 'events') return 'event';
  if (result.kind === 'text' || result.kind === 'nothing') return method;
  return nameOf(result.kind === 'json' ? result.type : result.form.item);
}

const nameOf = (type: Type): string => ('name' in type ? snakeCase(type.name) : 'result');

/** JSON, as Python spells it. */
function python(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string' || typeof value === 'boolean') return literal(value);
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${literal(name)}: ${python(member)}`)
    .join(', ')}}`;
}

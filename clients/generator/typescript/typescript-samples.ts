// Prints the TypeScript samples of the API's description: one call of each operation, and what it gives.
import type { Operation, SamplePrinter, Type } from '../model/api-model.js';
import { camelCase } from '../model/names.js';

export const TYPESCRIPT_SETUP = `import { CallAnalysis } from '@call-analysis/client';

const client = new CallAnalysis();`;

const MAX_LINE_WIDTH = 80;

export const printTypeScriptSample: SamplePrinter = (operation) => {
  if (operation.result.kind === 'nothing') return `${printCall(operation, 'await ')};`;
  const name = resultName(operation);
  if (!yieldsItems(operation)) return `${printCall(operation, `const ${name} = await `)};\nconsole.log(${name});`;
  return `${printCall(operation, `for await (const ${name} of `)}) {\n  console.log(${name});\n}`;
};

const yieldsItems = ({ result, method }: Operation): boolean => result.kind === 'list' || method === 'events';

function printCall({ resource, method, pathParameters, sampleArguments }: Operation, before: string): string {
  const ids = pathParameters.map(({ name }) => literal(sampleArguments[name]));
  const params = Object.entries(sampleArguments).filter(([name]) => !pathParameters.some((one) => one.name === name));
  const call = (given: readonly string[]) => `${before}client.${resource}.${method}(${[...ids, ...given].join(', ')})`;
  if (params.length === 0) return call([]);
  const members = params.map(([name, value]) => `${name}: ${literal(value)}`);
  const line = call([`{ ${members.join(', ')} }`]);
  return line.length < MAX_LINE_WIDTH ? line : call([`{\n${members.map((member) => `  ${member},\n`).join('')}}`]);
}

function resultName({ result, method }: Operation): string {
  if (method === 'events') return 'event';
  if (result.kind === 'text' || result.kind === 'nothing') return variable(method);
  return nameOf(result.kind === 'json' ? result.type : result.form.item);
}

/** Words of the language, which name no variable. */
const OTHER_NAMES: Readonly<Record<string, string>> = { export: 'exported' };

function nameOf(type: Type): string {
  return variable('name' in type ? camelCase(type.name) : 'result');
}

const variable = (name: string) => OTHER_NAMES[name] ?? name;

/** JSON as the language's style writes it. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(member)}`)
    .join(', ')} }`;
}

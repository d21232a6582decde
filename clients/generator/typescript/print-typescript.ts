// Prints the types and the plain methods of the TypeScript library.
import {
  type Api,
  type Enum,
  type GeneratedFile,
  isSplit,
  type ListForm,
  type Model,
  type Operation,
  type Property,
  type Type,
  type Union,
} from '../model/api-model.js';
import { pascalCase, waitingText } from '../model/names.js';
import { usedModels } from '../model/used-models.js';

const FOLDER = 'clients/typescript/src';
const NOTE = '// Generated from openapi.json by `npm run clients:generate`: change it there.\n';
const MAX_DOC_WIDTH = 118;

export function printTypeScript(api: Api): readonly GeneratedFile[] {
  return [
    { path: `${FOLDER}/models.generated.ts`, text: printModels(api) },
    { path: `${FOLDER}/params.generated.ts`, text: printParams(api) },
    { path: `${FOLDER}/resources.generated.ts`, text: printResources(api) },
  ];
}

function printModels(api: Api): string {
  const types = [
    ...usedModels(api, 'narrowed').map(printModel),
    ...api.enums.map(printEnum),
    ...api.unions.map(printUnion),
  ];
  return `${NOTE}\n${types.join('\n')}`;
}

/** A type and no interface: TypeScript takes it for a `Record<string, unknown>`. */
const printModel = ({ name, description, properties, open }: Model): string =>
  [
    `${doc('', description)}export type ${name} = {\n`,
    ...properties.map(printMember),
    open ? '} & { [name: string]: unknown };\n' : '};\n',
  ].join('');

const printMember = ({ name, type, required, nullable, description }: Property): string =>
  `${doc('  ', description)}  ${name}${required ? '' : '?'}: ${typeOf(type, '')}${nullable ? ' | null' : ''};\n`;

const printEnum = ({ name, description, values }: Enum): string =>
  printChoice(
    name,
    description,
    values.map((value) => `'${value}'`),
  );

const printUnion = ({ name, description, variants }: Union): string =>
  printChoice(
    name,
    description,
    variants.map(({ model }) => model),
  );

function printChoice(name: string, description: string, values: readonly string[]): string {
  const lines = wrapped(`export type ${name} = ${values.join(' | ')};`, MAX_DOC_WIDTH);
  return `${doc('', description)}${lines.join('\n  ')}\n`;
}

function printParams(api: Api): string {
  const shapes = [
    { name: api.submission.name, description: api.submission.description, properties: api.submission.properties },
    ...api.operations
      .filter((operation) => !operation.byHand && paramsOf(operation).length > 0)
      .map((operation) => ({
        name: paramsName(operation),
        description: `Of \`${operation.resource}.${operation.method}\`.`,
        properties: paramsOf(operation),
      })),
  ];
  const body = shapes
    .map(({ name, description, properties }) =>
      [`${doc('', description)}export interface ${name} {\n`, ...properties.map(printProperty), '}\n'].join(''),
    )
    .join('\n');
  return `${NOTE}${importsOf('./models.generated.js', body, namedTypes(api))}\n${body}`;
}

function printProperty({ name, type, required, nullable, description }: Property): string {
  const written = `${typeOf(type)}${nullable ? ' | null' : ''}`;
  return `${doc('  ', description)}  readonly ${name}${required ? '' : '?'}: ${written}${required ? '' : ' | undefined'};\n`;
}

function printResources(api: Api): string {
  const resources = [...new Set(api.operations.map(({ resource }) => resource))];
  const body = resources
    .map((resource) => {
      const own = api.operations.filter((operation) => operation.resource === resource);
      const plain = own.filter(({ byHand }) => !byHand);
      // A class by hand adds the other methods.
      const name = `${pascalCase(resource)}${plain.length < own.length ? 'Operations' : ''}`;
      return `export class ${name} {\n  constructor(protected readonly sender: Sender) {}\n${plain.map(printMethod).join('')}}\n`;
    })
    .join('\n');
  const params = api.operations.map(paramsName);
  const hasWaits = api.operations.some(({ waits }) => waits !== null);
  return [
    NOTE,
    "import { at } from './http/path.js';\n",
    "import type { Sender } from './http/sender.js';\n",
    "import { type DataPage, type ItemsPage, Listing } from './listing.js';\n",
    importsOf('./models.generated.js', body, namedTypes(api)),
    importsOf('./params.generated.js', body, params),
    "import type { RequestOptions } from './settings.js';\n",
    hasWaits ? "import { type PollOptions, waitUntilLeft } from './wait.js';\n\n" : '\n',
    body,
    `\n${printClasses(api, resources)}`,
  ].join('');
}

/** What a client has for each resource, but for those that a class by hand extends. */
function printClasses({ operations }: Api, resources: readonly string[]): string {
  const plain = resources.filter((name) => !operations.some((one) => one.resource === name && one.byHand));
  return [
    '/** The operations of the service, by their resources. */\n',
    'export abstract class Resources {\n',
    ...plain.map((name) => `  readonly ${name}: ${pascalCase(name)};\n`),
    '\n  constructor(sender: Sender) {\n',
    ...plain.map((name) => `    this.${name} = new ${pascalCase(name)}(sender);\n`),
    '  }\n}\n',
  ].join('');
}

function printMethod(operation: Operation): string {
  const { method, summary, description, pathParameters, result } = operation;
  const properties = paramsOf(operation);
  const isOptional = properties.every(({ required }) => !required);
  const taken = [
    ...pathParameters.map(({ name, type }) => `${name}: ${type.kind === 'integer' ? 'number' : 'string'}`),
    ...(properties.length > 0 ? [`params: ${paramsName(operation)}${isOptional ? ' = {}' : ''}`] : []),
    'options?: RequestOptions',
  ].join(', ');
  const [answer, statement] = result.kind === 'list' ? printListing(operation, result.form) : printCall(operation);
  const sentence = /[.!?]$/.test(summary) ? summary : `${summary}.`;
  // A wrong id rejects as every other error does; a list asks for nothing yet.
  const prefix = result.kind === 'list' ? '' : 'async ';
  const plain = `\n${doc('  ', `${sentence}\n\n${description}`)}  ${prefix}${method}(${taken}): ${answer} {\n${statement}  }\n`;
  return `${plain}${printWait(operation)}`;
}

/** Empty where nothing is waited for. */
function printWait(operation: Operation): string {
  const { waits, pathParameters, result } = operation;
  if (waits === null || result.kind !== 'json') return '';
  const taken = [...pathParameters.map(({ name }) => `${name}: string`), 'options: PollOptions = {}'].join(', ');
  const statuses = waits.during.map((status) => `'${status}'`).join(', ');
  const comment = doc('  ', waitingText(waits));
  return `\n${comment}  async ${waits.as}(${taken}): Promise<${typeOf(result.type)}> {
    return waitUntilLeft(this.sender, ${pathOf(operation)}, '${waits.what}', [${statuses}], options);
  }\n`;
}

function printCall(operation: Operation): [answer: string, statement: string] {
  const { httpMethod, result } = operation;
  const given = givenTo(operation);
  const [type, send] = answerOf(result);
  return [
    `Promise<${type}>`,
    `${splitOf(operation)}    ${result.kind === 'nothing' ? 'await' : 'return'} this.sender.${send}('${httpMethod}', ${pathOf(operation)}, ${given ?? '{}'}, options);\n`,
  ];
}

function answerOf(result: Operation['result']): readonly [type: string, send: string] {
  if (result.kind === 'nothing') return ['void', 'text'];
  if (result.kind !== 'json') return ['string', 'text'];
  const type = typeOf(result.type);
  return result.orNone ? [`${type} | null`, 'jsonOrNone'] : [type, 'json'];
}

/** As `Listing` has it: how many items a page holds when the caller does not say. */
const PAGE_ITEMS = 100;

function printListing(
  operation: Operation,
  { itemsIn, skipBy, maxPageItems, item }: ListForm,
): [answer: string, statement: string] {
  const page = itemsIn === 'items' ? 'ItemsPage' : 'DataPage';
  const fixed = fixedQueryOf(operation);
  return [
    `Listing<${page}<${typeOf(item)}>, ${typeOf(item)}>`,
    [
      '    return new Listing(\n',
      `      (${skipBy}, limit) =>\n`,
      `        this.sender.json('GET', ${pathOf(operation)}, { query: { ...params, ${fixed}${skipBy}, limit } }, options),\n`,
      `      params.${skipBy},\n`,
      '      params.limit,\n',
      ...(maxPageItems !== null && maxPageItems < PAGE_ITEMS ? [`      ${maxPageItems},\n`] : []),
      '    );\n',
    ].join(''),
  ];
}

/** Undefined where the operation takes nothing. */
function givenTo(operation: Operation): string | undefined {
  const { queryParameters, body } = operation;
  const fixed = fixedQueryOf(operation).replace(/, $/, '');
  if (isSplit(operation))
    return `{ query: { ${[...namesIn(queryParameters), fixed].filter(Boolean).join(', ')} }, body }`;
  if (body && body.length > 0) return fixed === '' ? '{ body: params }' : `{ query: { ${fixed} }, body: params }`;
  if (queryParameters.length > 0) return fixed === '' ? '{ query: params }' : `{ query: { ...params, ${fixed} } }`;
  return fixed === '' ? undefined : `{ query: { ${fixed} } }`;
}

const namesIn = (properties: readonly Property[]): readonly string[] => properties.map(({ name }) => name);

/** Empty where all parameters go to one place. */
const splitOf = (operation: Operation): string =>
  isSplit(operation) ? `    const { ${namesIn(operation.queryParameters).join(', ')}, ...body } = params;\n` : '';

const fixedQueryOf = ({ fixedQuery }: Operation): string =>
  Object.entries(fixedQuery)
    .map(([name, value]) => `${name}: '${value}', `)
    .join('');

const pathOf = ({ path, pathParameters }: Operation): string =>
  pathParameters.length === 0 ? `'${path}'` : `at\`${path.replaceAll('{', '${')}\``;

const paramsName = ({ resource, method }: Operation): string => `${pascalCase(resource)}${pascalCase(method)}Params`;

function paramsOf({ queryParameters, body, result }: Operation): readonly Property[] {
  const paging = result.kind === 'list' ? pagingOf(result.form) : [];
  return [...queryParameters, ...(body ?? []), ...paging];
}

function pagingOf({ skipBy }: ListForm): readonly Property[] {
  const optional = { type: { kind: 'integer' }, required: false, nullable: false, example: 20 } as const;
  return [
    { ...optional, name: 'limit', description: 'How many items a page holds; 1 to 100.', default: undefined },
    { ...optional, name: skipBy, description: 'How many items to leave out before the first one.', default: 0 },
  ];
}

/** @param mutability of lists and maps: the caller may change what was answered, and gives what cannot be changed */
function typeOf(type: Type, mutability: 'readonly ' | '' = 'readonly '): string {
  switch (type.kind) {
    case 'string':
    case 'boolean':
    case 'null':
      return type.kind;
    case 'integer':
      return type.only === undefined ? 'number' : String(type.only);
    case 'number':
      return 'number';
    case 'any':
      return 'string | number | boolean';
    case 'json':
      return 'unknown';
    case 'choice':
      return type.models.join(' | ');
    case 'either':
      return type.of.map((one) => typeOf(one, mutability)).join(' | ');
    case 'literal':
      return typeof type.value === 'string' ? `'${type.value}'` : String(type.value);
    case 'list':
      return `${mutability}${bracketed(typeOf(type.of, mutability))}[]`;
    case 'map':
      return mapOf(type, mutability);
    case 'enum':
      // Parameters take the type that has a name.
      return (mutability === '' && type.only?.map((value) => `'${value}'`).join(' | ')) || type.name;
    default:
      return type.name;
  }
}

/** One member of an object type that has no name. */
function printInline({ name, type, required, nullable }: Property, mutability: 'readonly ' | ''): string {
  const written = `${typeOf(type, mutability)}${nullable ? ' | null' : ''}${required ? '' : ' | undefined'}`;
  return `${mutability}${name}${required ? '' : '?'}: ${written}`;
}

function mapOf(
  { of, nullable = false, members }: Extract<Type, { kind: 'map' }>,
  mutability: 'readonly ' | '',
): string {
  if (members) return `{ ${members.map((member) => printInline(member, mutability)).join('; ')} }`;
  const value = `${typeOf(of, mutability)}${nullable ? ' | null' : ''}`;
  return mutability === '' ? `{ [name: string]: ${value} }` : `Readonly<Record<string, ${value}>>`;
}

const bracketed = (text: string): string => (/[ |]/.test(text) ? `(${text})` : text);

const namedTypes = ({ enums, models, unions }: Api): readonly string[] => [
  ...models.keys(),
  ...enums.map(({ name }) => name),
  ...unions.map(({ name }) => name),
];

/** The names of the module that the text speaks of. */
function importsOf(module: string, text: string, names: readonly string[]): string {
  const code = text.replace(/\/\*\*[\s\S]*?\*\//g, '');
  const used = [...new Set(names)].filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  if (used.length === 0) return '';
  return `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from '${module}';\n`;
}

/** A comment of as many lines as the text needs; empty without text. */
function doc(indent: string, text: string): string {
  const lines = text
    .trim()
    .replaceAll('*/', '*\\/')
    .split('\n')
    .flatMap((paragraph) => wrapped(paragraph, MAX_DOC_WIDTH - indent.length - 3));
  if (lines.join('') === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrapped(paragraph: string, width: number): string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

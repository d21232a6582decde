// Prints enums.py and models.py.
import type { Api, Enum, Model, Property, Union } from '../model/api-model.js';
import { snakeCase } from '../model/names.js';
import { usedEnums, usedModels } from '../model/used-models.js';
import {
  bracketed,
  decoder,
  described,
  enumNames,
  HEADER,
  imports,
  indent,
  literal,
  pythonName,
  quoted,
  readType,
  unionReader,
} from './python-text.js';

/** Written by hand beside the error that holds it: the models need that error. */
const BY_HAND = ['ValidationItem'];

const TYPING = ['Any', 'Callable', 'Dict', 'List', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union'];
const DECODERS = [
  'Members',
  'Model',
  'anything',
  'boolean',
  'integer',
  'list_of',
  'map_of',
  'none',
  'nullable',
  'number',
  'string',
  'variant',
];

export function printEnums(api: Api): string {
  const blocks = usedEnums(api, 'narrowed').map(printEnum);
  return `${HEADER}"""Words that the API takes and answers; a newer service may answer others."""\n\nfrom typing import Literal\n\n${blocks.join('\n\n')}\n`;
}

function printEnum({ name, description, values }: Enum): string {
  const lines = bracketed(`${name} = Literal[`, values.map(quoted), ']', 0);
  return [...lines, ...described(description, 0)].join('\n');
}

export function printModels(api: Api): string {
  const models = usedModels(api, 'narrowed').filter(({ name }) => !BY_HAND.includes(name));
  const names = new Set(usedModels(api, 'narrowed').map(({ name }) => name));
  const unions = api.unions.filter(({ variants }) => variants.every(({ model }) => names.has(model))).map(printUnion);
  const body = [...models.map(printModel), ...unions].join('\n\n\n');
  const head = [
    ...imports('typing', TYPING, body),
    '',
    ...imports('._decode', DECODERS, body),
    ...imports('.enums', enumNames(api), body),
  ].join('\n');
  return `${HEADER}"""What the API answers."""\n\nfrom __future__ import annotations\n\nfrom dataclasses import dataclass\n${head}\n\n\n${body}\n`;
}

function printModel({ name, description, properties, open }: Model): string {
  const doc = described(description || `${inWords(name)}, as the service answers it.`, 4);
  const fields = properties.flatMap((property) => [
    `${pythonName(property.name)}: ${fieldType(property)}`,
    ...described(property.description, 4),
  ]);
  const extra = open ? ['extra: Mapping[str, Any]', '"""Your own keys, as you gave them."""'] : [];
  return [
    '@dataclass(frozen=True)',
    `class ${name}(Model):`,
    ...indent([...doc, '', ...fields, ...extra, '', ...printReader(name, properties, open)]),
  ].join('\n');
}

/** `CompletedMetadata` is `Completed metadata`. */
function inWords(name: string): string {
  const words = snakeCase(name).split('_').join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function fieldType({ type, required, nullable }: Property): string {
  const read = readType(type);
  return (required && !nullable) || type.kind === 'null' || read === 'Any' ? read : `Optional[${read}]`;
}

function printReader(name: string, properties: readonly Property[], open: boolean): string[] {
  const members = properties.flatMap((property) => printMember(property));
  const names = properties.map((property) => quoted(property.name));
  const beside = open ? bracketed('extra=members.beside(', [`{${names.join(', ')}}`], '),', 12) : [];
  const known = open
    ? beside.length === 1
      ? beside
      : [
          'extra=members.beside(',
          '    {',
          ...indent(
            names.map((one) => `${one},`),
            8,
          ),
          '    }',
          '),',
        ]
    : [];
  return [
    '@classmethod',
    `def from_json(cls, value: Any) -> ${name}:`,
    ...indent([
      '"""Read it from JSON; ValueError where it does not fit."""',
      `members = Members(value, ${quoted(name)})`,
      'return cls(',
      ...indent([...members, ...known]),
      ')',
    ]),
  ];
}

function printMember({ name, type, required, nullable }: Property): string[] {
  const read = nullable ? `nullable(${decoder(type)})` : decoder(type);
  // What may be null reads as None where it is missing too.
  const reads = required || nullable ? 'get' : 'find';
  return bracketed(`${pythonName(name)}=members.${reads}(`, [quoted(name), read], '),', 12);
}

function printUnion({ name, description, discriminator, variants }: Union): string {
  const models = variants.map(({ model }) => model);
  const entries = variants.map(({ value, model }) => `${literal(value)}: ${model}.from_json,`);
  return [
    ...bracketed(`${name} = Union[`, models, ']', 0),
    ...described(description, 0),
    '',
    '',
    `def ${unionReader(name)}(value: Any) -> ${name}:`,
    ...indent([
      `"""Read it from JSON: \`${discriminator}\` tells which."""`,
      `readers: Mapping[str, Callable[[Any], ${name}]] = {`,
      ...indent(entries),
      '}',
      `return variant(value, ${quoted(discriminator)}, readers)`,
    ]),
  ].join('\n');
}

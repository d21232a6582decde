// How Java spells names, types and comments.
import type { Property, Type } from '../model/api-model.js';
import { camelCase, namedValue, pascalCase } from '../model/names.js';

export const PACKAGE = 'callanalysis';
export const FOLDER = 'clients/java/src/generated/java/callanalysis';
const MAX_COMMENT_COLUMNS = 116;

/** Words of the language that the API may use as names. */
const RESERVED = new Set(
  (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends final ' +
    'finally float for goto if implements import instanceof int interface long native new package private protected public ' +
    'return short static strictfp super switch synchronized this throw throws transient try void volatile while'
  ).split(' '),
);

/** `webhook_url` is `webhookUrl`; `default` is `default_`. */
export const methodName = (name: string): string => {
  const spelled = camelCase(name);
  return RESERVED.has(spelled) ? `${spelled}_` : spelled;
};

/** `createApiKey` takes `CreateApiKeyParams`. */
export const paramsName = (operationId: string): string => `${pascalCase(operationId)}Params`;

/** `analysis.completed` is `ANALYSIS_COMPLETED`. */
export const constantName = (value: string): string =>
  namedValue(value)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');

/** Boxed, because any member of an answer may be null. */
export function javaType(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'String';
    case 'literal':
      return typeof type.value === 'string' ? 'String' : 'Boolean';
    case 'integer':
      return 'Long';
    case 'number':
      return 'Double';
    case 'boolean':
      return 'Boolean';
    case 'any':
    case 'either':
    case 'json':
    case 'null':
      return 'Object';
    case 'enum':
    case 'model':
    case 'union':
      return type.name;
    case 'choice':
      return 'Map<String, Object>';
    case 'list':
      return `List<${javaType(type.of)}>`;
    case 'map':
      return `Map<String, ${javaType(type.of)}>`;
  }
}

/** Imports of `java.util` that these types need. */
export const imports = (types: readonly string[]): readonly string[] =>
  ['List', 'Map'].filter((name) => types.some((type) => type.includes(`${name}<`))).map((name) => `java.util.${name}`);

/** Text of the document as Javadoc: code in backticks becomes a tag, signs of HTML become entities. */
export const javadocText = (text: string): string =>
  text
    .split('`')
    .map((part, at) =>
      at % 2 === 1
        ? `{@code ${part}}`
        : part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/@/g, '&#64;'),
    )
    .join('')
    .replace(/\*\//g, '*&#47;');

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** @param paragraphs Javadoc already; a tag (`@param`) is a paragraph of its own */
export function javadoc(paragraphs: readonly string[], indent = ''): string {
  const columns = MAX_COMMENT_COLUMNS - indent.length;
  const given = paragraphs.filter((text) => text !== '');
  const [only = ''] = given;
  if (given.length === 1 && only.length <= columns - 7) return `${indent}/** ${only} */\n`;
  const lines = given.flatMap((text, at) => {
    const isTag = text.startsWith('@');
    const gap = at > 0 && !(isTag && given[at - 1]?.startsWith('@')) ? [''] : [];
    return [...gap, ...wrapped(at > 0 && !isTag ? `<p>${text}` : text, columns - 3)];
  });
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join('\n');
}

/** What a member or a parameter means, with what may not be guessed from its type. */
export function describe({ description, nullable, default: preset }: Property): string {
  const text = javadocText(description === '' ? 'Told by its name.' : description.split(/\n\n/).join(' '));
  const notes = [
    ...(nullable && !/\bnull\b/i.test(description) ? ['May be null.'] : []),
    ...(preset === undefined ? [] : [`By default ${javadocText(`\`${[preset].flat().join(', ')}\``)}.`]),
  ];
  return [text, ...notes].join(' ');
}

export const sourceFile = (name: string, imported: readonly string[], text: string) => ({
  path: `${FOLDER}/${name}.java`,
  text: [
    '// Generated from openapi.json by `npm run clients:generate`: do not edit.',
    `package ${PACKAGE};`,
    '',
    ...(imported.length > 0 ? [...[...imported].sort().map((one) => `import ${one};`), ''] : []),
    text,
  ].join('\n'),
});

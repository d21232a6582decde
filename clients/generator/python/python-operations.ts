// Prints a file for each group of operations: one class with a method each.
import type { Api, Operation, Property, Type } from '../model/api-model.js';
import { pascalCase, snakeCase, waitingText } from '../model/names.js';
import {
  argumentType,
  bracketed,
  decoder,
  docstring,
  enumNames,
  HEADER,
  imports,
  indent,
  MAX_LINE,
  pythonName,
  quoted,
  readType,
  requiredFirst,
  unionReader,
  wrapped,
} from './python-text.js';

interface Argument {
  readonly name: string;
  readonly type: string;
  /** As Python spells it; null where it must be given. */
  readonly preset: string | null;
  readonly description: string;
}

const TYPING = ['Any', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union'];
const DECODERS = ['anything', 'boolean', 'integer', 'list_of', 'number', 'string'];
const GIVEN = ['NOT_GIVEN', 'NotGiven', 'given', 'not_none', 'query_of', 'segment'];
/** The class that is written by hand on top of a generated one. */
const EXTENDED: Readonly<Record<string, { readonly name: string; readonly base: string }>> = {
  analyses: { name: 'AnalysesOperations', base: 'Submissions' },
};

const optional = (name: string, type: string, description: string): Argument => ({
  name,
  type: `Optional[${type}]`,
  preset: 'None',
  description,
});
const TIMEOUT = optional('timeout', 'float', 'Seconds of silence that end an attempt; those of the client by default.');
const CANCEL = optional('cancel', 'Cancellation', 'Ends the call with the error `cancelled` once it is set.');
const TIME = optional('timeout', 'float', 'Seconds to wait at the most; without it, as long as it takes.');
const CANCEL_WAIT = optional('cancel', 'Cancellation', 'Ends the wait with the error `cancelled` once it is set.');
const IDEMPOTENCY_KEY = optional(
  'idempotency_key',
  'str',
  'Of your own: a repetition with it is done once. Random by default.',
);
const LIMIT = optional('limit', 'int', 'How many to fetch at a time.');
const SOURCES: readonly Argument[] = [
  optional('file', 'FilePath', 'Path of the recording; opened again for each attempt.'),
  optional(
    'stream',
    'Stream',
    'The recording, open for reading in binary mode: sent once; or a function that opens it, for each attempt.',
  ),
  optional('url', 'str', 'Link to the recording, which the service fetches.'),
  optional('upload_id', 'str', 'An upload that is whole; see `client.uploads`.'),
  optional('file_name', 'str', 'Name of the recording, where `file` or `stream` has none.'),
];
const ON_PROGRESS = optional(
  'on_progress',
  'Progress',
  'Called with the bytes of the recording that are sent, and how many there are; None where that is not known.',
);

export function printOperations(api: Api, resource: string): string {
  const operations = api.operations.filter((one) => one.resource === resource);
  const { name, base } = EXTENDED[resource] ?? { name: pascalCase(resource), base: 'Resource' };
  const methods = operations.flatMap((operation) => {
    if (!operation.byHand) return [printMethod(operation), ...printWait(operation)];
    return operation.method === 'create' ? [printCreate(operation)] : [];
  });
  const body = `class ${name}(${base}):\n    """The operations of \`client.${snakeCase(resource)}\`."""\n\n${methods
    .map((lines) => indent(lines).join('\n'))
    .join('\n\n')}\n`;
  return `${HEADER}"""The operations of \`client.${snakeCase(resource)}\`."""\n\n${printImports(api, body)}\n\n\n${body}`;
}

function printImports(api: Api, body: string): string {
  const models = [...api.models.keys(), ...api.unions.flatMap(({ name }) => [name, unionReader(name)])];
  // Only types and readers count, not words of the descriptions.
  const code = body.replaceAll(/"""[\s\S]*?"""/g, '');
  const typing = imports('typing', TYPING, code);
  return [
    ...typing,
    ...(typing.length > 0 ? [''] : []),
    ...imports('.._body', ['JsonBody', 'Progress'], code),
    ...imports('.._cancellation', ['Cancellation'], code),
    ...imports('.._decode', DECODERS, code),
    ...imports('.._given', GIVEN, code),
    ...imports('.._listing', ['Listing'], code),
    ...imports('.._multipart', ['FilePath', 'Stream'], code),
    ...imports('.._resource', ['Resource'], code),
    ...imports('.._submission', ['RecordingPlace', 'Submissions'], code),
    ...imports('.._transport', ['Request'], code),
    ...imports('..enums', enumNames(api), code),
    ...imports(
      '..models',
      models.filter((name) => name !== 'Progress'),
      code,
    ),
  ].join('\n');
}

function printMethod(operation: Operation): string[] {
  const { pathParameters, result, httpMethod } = operation;
  const path = pathParameters.map(required);
  const members = [
    ...requiredFirst(operation.queryParameters).map(queryArgument),
    ...bodyOf(operation).map(bodyArgument),
  ];
  const paging = result.kind === 'list' ? [LIMIT, skipArgument(result.form.skipBy)] : [];
  const options = [...(httpMethod === 'POST' ? [IDEMPOTENCY_KEY] : []), TIMEOUT, CANCEL];
  const named = [...members, ...paging, ...options];
  return [
    ...signature(operation, path, named, resultType(operation)),
    ...indent([...printDoc(operation, [...path, ...named]), ...printCall(operation)]),
  ];
}

/** Nothing where nothing is waited for. */
function printWait(operation: Operation): string[][] {
  const { waits, method } = operation;
  if (waits === null) return [];
  const path = operation.pathParameters.map(required);
  const named = [TIME, CANCEL_WAIT];
  const ids = path.map(({ name }) => `${name}, `).join('');
  const statuses = waits.during.map(quoted).join(', ');
  return [
    [
      `def ${pythonName(snakeCase(waits.as))}(`,
      ...indent(['self,', ...path.map(spelled), '*,', ...named.map(spelled)]),
      `) -> ${resultType(operation)}:`,
      ...indent([
        ...docstring(
          [
            ...wrapped(waitingText(waits), 8),
            '',
            'Args:',
            ...[...path, ...named].flatMap((one) => indent(wrapped(`${one.name}: ${one.description}`, 12, 4))),
            '',
            'Raises:',
            '    CallAnalysisError: `timeout` where the time is over; what is waited for goes on.',
          ],
          8,
        ),
        'return self._wait(',
        ...indent([
          `${quoted(waits.what)},`,
          `lambda cancel: self.${pythonName(snakeCase(method))}(${ids}cancel=cancel),`,
          `(${statuses}),`,
          'timeout,',
          'cancel,',
        ]),
        ')',
      ]),
    ],
  ];
}

function printCreate(operation: Operation): string[] {
  const members = bodyOf(operation);
  const named = [...SOURCES, ...members.map(bodyArgument), ON_PROGRESS, IDEMPOTENCY_KEY, TIMEOUT, CANCEL];
  return [
    ...signature(operation, [], named, resultType(operation)),
    ...indent([
      ...printDoc(operation, named),
      'return self._submit(',
      ...indent([
        'RecordingPlace(',
        '    file=file, stream=stream, file_name=file_name, url=url, upload_id=upload_id',
        '),',
        ...printMembers(members, 12).map((line, at, all) => (at === all.length - 1 ? `${line},` : line)),
        `${jsonDecoder(operation)},`,
        'on_progress=on_progress,',
        'idempotency_key=idempotency_key,',
        'timeout=timeout,',
        'cancel=cancel,',
      ]),
      ')',
    ]),
  ];
}

const spelled = ({ name, type, preset }: Argument) => `${name}: ${type}${preset === null ? '' : ` = ${preset}`},`;

function signature(
  operation: Operation,
  path: readonly Argument[],
  named: readonly Argument[],
  result: string,
): string[] {
  return [
    `def ${pythonName(snakeCase(operation.method))}(`,
    ...indent(['self,', ...path.map(spelled), '*,', ...named.map(spelled)]),
    `) -> ${result}:`,
  ];
}

function printDoc({ summary, description }: Operation, all: readonly Argument[]): string[] {
  const listed = all.filter((one) => one.description !== '');
  return docstring(
    [
      `${summary.replace(/\.$/, '')}.`,
      ...(description === '' ? [] : ['', ...wrapped(description, 8)]),
      '',
      'Args:',
      ...listed.flatMap((one) => indent(wrapped(`${one.name}: ${one.description.replaceAll('\n', ' ')}`, 12, 4))),
      '',
      'Raises:',
      '    CallAnalysisError: For everything that is not a success.',
    ],
    8,
  );
}

function printCall(operation: Operation): string[] {
  const { result } = operation;
  const request = printRequest(operation);
  if (result.kind === 'nothing') return ['self._text(', ...indent(request), ')'];
  if (result.kind === 'text') return ['return self._text(', ...indent(request), ')'];
  if (result.kind === 'json') {
    const send = result.orNone ? '_json_or_none' : '_json';
    return [`return self.${send}(`, ...indent([...request, `${jsonDecoder(operation)},`]), ')'];
  }
  const { itemsIn, item, skipBy } = result.form;
  return [
    'return self._list(',
    ...indent([...request, `${quoted(itemsIn)},`, `${decoder(item)},`, 'limit,', `${skipBy},`]),
    ')',
  ];
}

function printRequest(operation: Operation): string[] {
  const { httpMethod, body } = operation;
  const query = printQuery(operation);
  return [
    'Request(',
    ...indent([
      `${quoted(httpMethod)},`,
      ...printPath(operation),
      ...query,
      ...(body === null ? [] : printBody(body)),
      ...(httpMethod === 'POST' ? ['idempotency_key=idempotency_key,'] : []),
      'timeout=timeout,',
      'cancel=cancel,',
    ]),
    '),',
  ];
}

/** One string, or several that Python joins. */
function printPath({ path }: Operation): string[] {
  const steps = path.replace(/\{(\w+)\}/g, (_, name) => `{segment(${pythonName(name)}, '${name}')}`);
  const spelled = (text: string) => `${text.includes('{') ? 'f' : ''}${quoted(text)}`;
  if (spelled(steps).length + 17 <= MAX_LINE) return [`${spelled(steps)},`];
  const [first = '', ...rest] = steps.split('/{');
  const parts = [first, ...rest.map((step) => `/{${step}`)].map(spelled);
  return parts.map((part, at) => (at === parts.length - 1 ? `${part},` : part));
}

function printQuery({ queryParameters, fixedQuery }: Operation): string[] {
  const items = [
    ...queryParameters.map(passed),
    ...Object.entries(fixedQuery).map(([name, value]) => `${name}=${quoted(value)}`),
  ];
  return items.length === 0 ? [] : bracketed('query=query_of(', items, '),', 16);
}

function printBody(body: readonly Property[]): string[] {
  const lines = printMembers(body, 32);
  if (lines.length === 1) return [`body=JsonBody(${lines[0]}),`];
  return ['body=JsonBody(', ...indent(lines), '),'];
}

/** What may be null is left out where it is NOT_GIVEN; what may not be, where it is None. */
function printMembers(body: readonly Property[], depth: number): string[] {
  const spelled = (some: readonly Property[]) => some.map(passed);
  const plain = bracketed('given(', spelled(body.filter((one) => one.required || one.nullable)), ')', depth + 4);
  const omitted = body.filter((one) => !one.required && !one.nullable);
  if (omitted.length === 0) return plain;
  const spread = [plain, bracketed('not_none(', spelled(omitted), ')', depth + 4)].filter(
    ([first]) => first !== 'given()',
  );
  if (spread.length === 1) return spread[0] ?? [];
  return [
    '{',
    ...indent(
      spread.flatMap((lines) =>
        lines.map((line, at) => `${at === 0 ? '**' : ''}${line}${at === lines.length - 1 ? ',' : ''}`),
      ),
    ),
    '}',
  ];
}

/** An argument by its name on the wire, which may be a word that Python keeps for itself. */
function passed({ name }: Property): string {
  const argument = pythonName(name);
  return argument === name ? `${name}=${name}` : `**{${quoted(name)}: ${argument}}`;
}

const bodyOf = ({ body }: Operation): Property[] => requiredFirst(body ?? []);

const required = ({ name, type, description }: Property): Argument => ({
  name: pythonName(name),
  type: argumentType(type),
  preset: null,
  description,
});

function queryArgument(property: Property): Argument {
  if (property.required) return required(property);
  return optional(pythonName(property.name), argumentType(property.type), property.description);
}

function bodyArgument(property: Property): Argument {
  if (property.required) return required(property);
  const type = argumentType(property.type);
  const { name, description, nullable } = property;
  if (!nullable) return optional(pythonName(name), type, description);
  return { name: pythonName(name), type: `Union[${type}, None, NotGiven]`, preset: 'NOT_GIVEN', description };
}

const skipArgument = (name: string): Argument => ({
  name,
  type: 'int',
  preset: '0',
  description: 'How many to leave out at the beginning.',
});

function resultType({ result }: Operation): string {
  if (result.kind === 'nothing') return 'None';
  if (result.kind === 'text') return 'str';
  if (result.kind === 'list') return `Listing[${readType(result.form.item)}]`;
  return result.orNone ? `Optional[${readType(result.type)}]` : readType(result.type);
}

function jsonDecoder({ result }: Operation): string {
  const read: Type = result.kind === 'json' ? result.type : { kind: 'any' };
  return decoder(read);
}

// Checks requests against the OpenAPI document: path, query, headers, credential and body.
import busboy from 'busboy';
import { type DocumentedParameter, document, pointerTo, problemsOf, type Route } from './responses.js';

export interface ReceivedRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Schema[];
}

export interface CheckedRequest {
  /** What the document does not allow, in words; empty for a good request. */
  readonly problems: readonly string[];
  /** Behind `Bearer`; null without one. */
  readonly credential: string | null;
  readonly query: Readonly<Record<string, string>>;
  /** The members of the body, a file by its name; null without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** @throws Error for a body that cannot be read */
export async function checkRequest(route: Route, request: ReceivedRequest): Promise<CheckedRequest> {
  const body = request.body.length > 0 ? await membersOf(route, request) : null;
  const problems = [
    ...credentialProblems(route, request),
    ...pathProblems(route, request),
    ...queryProblems(route, request),
    ...headerProblems(route, request),
    ...bodyProblems(route, request, body),
  ];
  return { problems, credential: credentialOf(request), query: Object.fromEntries(request.url.searchParams), body };
}

/** A body that is a part of a recording. */
const BYTES = 'application/offset+octet-stream';

const credentialOf = ({ headers }: ReceivedRequest) =>
  /^Bearer (\S+)$/.exec(String(headers.authorization ?? ''))?.[1] ?? null;

function credentialProblems({ operation }: Route, request: ReceivedRequest): readonly string[] {
  const needed = (operation.security ?? []).length > 0;
  return needed && credentialOf(request) === null ? ['no credential'] : [];
}

const parametersIn = ({ operation }: Route, place: DocumentedParameter['in']) =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place);

/** The place of a parameter's schema in the document. */
function placeOf({ path, method, operation }: Route, parameter: DocumentedParameter): string {
  const at = String((operation.parameters ?? []).indexOf(parameter));
  return pointerTo(['paths', path, method, 'parameters', at, 'schema']);
}

function pathProblems(route: Route, { url }: ReceivedRequest): readonly string[] {
  const given = url.pathname.replace(/^\/api\/v1/, '').split('/');
  return route.path.split('/').flatMap((step, at) => {
    const parameter = parametersIn(route, 'path').find(({ name }) => step === `{${name}}`);
    if (!parameter) return [];
    return problemsOf(placeOf(route, parameter), meantBy(parameter.schema ?? {}, decodeURIComponent(given[at] ?? '')));
  });
}

function queryProblems(route: Route, { url }: ReceivedRequest): readonly string[] {
  const known = parametersIn(route, 'query');
  const missing = known.filter(({ name, required }) => required && !url.searchParams.has(name));
  return [
    ...missing.map(({ name }) => `the query lacks ${name}`),
    ...[...url.searchParams].flatMap(([name, text]) => {
      const parameter = known.find((one) => one.name === name);
      if (!parameter) return [`the query has ${name}, which the document does not`];
      return problemsOf(placeOf(route, parameter), meantBy(parameter.schema ?? {}, text));
    }),
  ];
}

function headerProblems(route: Route, { headers }: ReceivedRequest): readonly string[] {
  return parametersIn(route, 'header')
    .filter(({ name, required }) => required && headers[name.toLowerCase()] === undefined)
    .map(({ name }) => `no header ${name}`);
}

const typeOf = ({ headers }: ReceivedRequest) => String(headers['content-type'] ?? '').split(';')[0] ?? '';

function bodyProblems(route: Route, request: ReceivedRequest, body: CheckedRequest['body']): readonly string[] {
  const content = route.operation.requestBody?.content;
  if (!content) return body ? ['a body, which the document does not have'] : [];
  const type = typeOf(request);
  const { schema } = content[type] ?? {};
  if (!schema) return [`a body of the type ${type || 'none'}`];
  if (type === BYTES) return request.body.length > 0 ? [] : ['no bytes'];
  const { properties = {}, additionalProperties } = resolved(schema);
  const unknown = additionalProperties === true ? [] : Object.keys(body ?? {}).filter((name) => !(name in properties));
  const place = pointerTo(['paths', route.path, route.method, 'requestBody', 'content', type, 'schema']);
  return [...unknown.map((name) => `the body has ${name}, which the document does not`), ...problemsOf(place, body)];
}

async function membersOf(route: Route, request: ReceivedRequest): Promise<CheckedRequest['body']> {
  const type = typeOf(request);
  if (type === BYTES) return null;
  if (type === 'application/json') return JSON.parse(request.body.toString());
  const { properties = {} } = resolved(route.operation.requestBody?.content[type]?.schema ?? {});
  const fields =
    type === 'multipart/form-data' ? await formFields(request) : [...new URLSearchParams(request.body.toString())];
  return Object.fromEntries(fields.map(([name, text]) => [name, meantBy(properties[name] ?? {}, text)]));
}

/** The fields of a form. A file stands by its field's name. @throws Error for a body that is no form, and a file without bytes */
async function formFields({ headers, body }: ReceivedRequest): Promise<readonly (readonly [string, string])[]> {
  const fields: (readonly [string, string])[] = [];
  await new Promise<void>((resolve, reject) => {
    const form = busboy({ headers: { 'content-type': String(headers['content-type']) } });
    form.on('field', (name, text) => fields.push([name, text]));
    form.on('file', (name, stream, { filename }) => {
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.on('end', () => {
        if (bytes === 0 || !filename) reject(new Error(`the file ${filename} has ${bytes} bytes`));
        fields.push([name, filename ?? '']);
      });
    });
    form.on('close', resolve);
    form.on('error', reject);
    form.end(body);
  });
  return fields;
}

/** What a text of a form or a query means under its schema, as the service reads it. */
function meantBy(schema: Schema, text: string): unknown {
  const types = [schema, ...(schema.anyOf ?? [])].flatMap((one) => resolved(one).type ?? []);
  if (types.includes('integer') || types.includes('number')) return text.trim() === '' ? text : Number(text);
  if (types.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : text;
  if (types.includes('array')) return text.split(',');
  return types.includes('object') ? JSON.parse(text) : text;
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  return name === undefined ? schema : (document.json.components.schemas[name] ?? {});
}

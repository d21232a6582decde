// Checks answers of the service against the OpenAPI document: status, headers, content type, schema and error sentence.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { answerTo } from '../matchers/answers.js';
import { noteSeen } from './seen-responses.js';

interface MediaType {
  readonly schema?: { readonly $ref?: string; readonly anyOf?: readonly { readonly $ref?: string }[] };
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly encoding?: Readonly<Record<string, { readonly style?: string; readonly explode?: boolean }>>;
}

interface DocumentedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface DocumentedParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: { readonly type?: string; readonly format?: string };
}

export interface DocumentedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly 'x-required-scope'?: string;
  readonly 'x-rate-limit'?: string;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Record<string, MediaType> } } }>
  >;
  readonly components: {
    readonly securitySchemes: unknown;
    readonly schemas: Readonly<
      Record<
        string,
        {
          readonly required?: readonly string[];
          readonly properties?: Readonly<Record<string, { readonly type?: string | readonly string[] }>>;
        }
      >
    >;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  };
}

export interface Route {
  /** Lower case. */
  readonly method: string;
  /** Below `/api/v1`, with parameters in braces. */
  readonly path: string;
  readonly operation: DocumentedOperation;
}

const json: OpenApi = JSON.parse(readFileSync('openapi.json', 'utf8'));

const routes: readonly Route[] = Object.entries(json.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// Addresses by RFC 6531: the package does not know this format.
ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/u);
ajv.addSchema(json, 'openapi');
const validators = new Map<string, ValidateFunction>();

export const document = {
  json,
  operations: routes,
  response: responseOf,
  examples: (operation: DocumentedOperation, status: string): readonly unknown[] =>
    Object.values(responseOf(operation, status)?.content?.['application/json']?.examples ?? {}).map(({ value }) =>
      detailOf(value),
    ),
};

/** Sends the request as `fetch` does, and throws when the document does not describe the answer. */
export async function contractFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const text = await response.clone().text();
  const method = init.method ?? 'GET';
  const { pathname } = new URL(url);
  checkAnswer(method, pathname, response, text);
  return answerTo(`${method} ${pathname}`, response, text);
}

/** Documented headers that only some answers of a status have. */
const OPTIONAL_HEADERS: ReadonlySet<string> = new Set(['Idempotent-Replayed', 'X-Ignored-Fields', 'Upload-Expires']);

export function checkAnswer(method: string, pathname: string, response: Response, text: string): void {
  const answered = `${method} ${pathname} ${response.status}`;
  const route = routeOf(method, pathname);
  if (!route) {
    // Only an unknown path, or a method that the path does not have, may lack an operation.
    if (response.status !== 404 && response.status !== 405)
      throw new Error(`${answered}: the document has no such operation`);
    assertValid(answered, '#/components/schemas/ApiError', JSON.parse(text));
    return;
  }
  const documented = responseOf(route.operation, String(response.status));
  if (!documented) throw new Error(`${answered}: the document has no such status: ${text.slice(0, 200)}`);
  for (const name of Object.keys(documented.headers ?? {}).filter((header) => !OPTIONAL_HEADERS.has(header))) {
    if (!response.headers.has(name)) throw new Error(`${answered}: the documented header ${name} is missing`);
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (documented.content === undefined) {
    if (type !== '' || text !== '') throw new Error(`${answered}: the document has no content, the answer has ${type}`);
    noteSeen(nameOf(route, response.status));
    return;
  }
  const range = type.replace(/\/.*/, '/*');
  const [shown, media] = Object.entries(documented.content).find(([name]) => name === type || name === range) ?? [];
  if (!shown || !media) throw new Error(`${answered}: the document has no content of type ${type}`);
  // The answer to HEAD tells the type of the body that it leaves out.
  if (type === 'application/json' && method !== 'HEAD') {
    const body: unknown = JSON.parse(text);
    assertValid(answered, pointerOf(answered, route, response.status, media), body);
    if (response.status >= 400) assertSentence(answered, body, media);
  }
  noteSeen(nameOf(route, response.status, shown));
}

const nameOf = ({ method, path }: Route, status: number | string, type?: string) =>
  [method.toUpperCase(), path, status, ...(type === undefined || type === 'application/json' ? [] : [type])].join(' ');

/** The names under which `noteSeen` records the answers and events of the document. */
export function documentedNames(): readonly string[] {
  const answers = routes.flatMap((route) =>
    Object.keys(route.operation.responses).flatMap((status) => {
      const types = Object.keys(responseOf(route.operation, status)?.content ?? {});
      return types.length > 0 ? types.map((type) => nameOf(route, status, type)) : [nameOf(route, status)];
    }),
  );
  return [...answers, ...Object.keys(json.webhooks).map((name) => `event ${name}`)];
}

/** The place of the response's schema. @throws when it has none to be checked against */
function pointerOf(answered: string, { path, method }: Route, status: number, { schema }: MediaType): string {
  if (schema?.$ref) return schema.$ref;
  if (!schema?.anyOf) throw new Error(`${answered}: the document has no schema for it`);
  return pointerTo(['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema']);
}

/** @returns a reference into the document, for `problemsOf` */
export const pointerTo = (steps: readonly string[]) =>
  `#/${steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')}`;

export interface DocumentedExample {
  /** e.g. `GET /analysis/{id} 200 completed` */
  readonly of: string;
  readonly value: unknown;
  /** @throws when the schema beside the example does not describe it */
  check(): void;
}

/** The whole examples of answers and of notifications, errors left out. */
export function documentedExamples(): readonly DocumentedExample[] {
  const shown = (of: string, pointer: string, { examples = {} }: MediaType) =>
    Object.entries(examples).map(([name, { value }]) => ({
      of: `${of} ${name}`,
      value,
      check: () => assertValid(`${of} ${name}`, pointer, value),
    }));
  const answers = routes.flatMap(({ method, path, operation }) =>
    Object.keys(operation.responses)
      .filter((status) => Number(status) < 400)
      .flatMap((status) =>
        Object.entries(responseOf(operation, status)?.content ?? {}).flatMap(([type, media]) => {
          const steps = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
          return shown(`${method.toUpperCase()} ${path} ${status}`, pointerTo(steps), media);
        }),
      ),
  );
  const events = Object.entries(json.webhooks).flatMap(([name, { post }]) =>
    Object.entries(post.requestBody.content).flatMap(([type, media]) => {
      const steps = ['webhooks', name, 'post', 'requestBody', 'content', type, 'schema'];
      return shown(`event ${name}`, pointerTo(steps), media);
    }),
  );
  return [...answers, ...events];
}

/** Checks the body of an event, such as `analysis.completed`. */
export function checkEvent(name: string, body: unknown): void {
  const schema = json.webhooks[name]?.post.requestBody.content['application/json']?.schema?.$ref;
  if (!schema) throw new Error(`The document has no event ${name}`);
  assertValid(name, schema, body);
  noteSeen(`event ${name}`);
}

export function routeOf(method: string, pathname: string): Route | undefined {
  const path = pathname.replace(/^\/api\/v1/, '').replace(/(.)\/$/, '$1');
  const candidates = routes.filter(
    (route) => route.method === method.toLowerCase() && patternOf(route.path).test(path),
  );
  // The path with the fewest parameters wins.
  return candidates.sort((left, right) => left.path.split('{').length - right.path.split('{').length)[0];
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

function responseOf(operation: DocumentedOperation, status: string): DocumentedResponse | undefined {
  const found = operation.responses[status];
  return found?.$ref ? json.components.responses[found.$ref.split('/').pop() ?? ''] : found;
}

/** @param schema a name among the components */
export function checkSchema(schema: string, value: unknown): void {
  assertValid(schema, `#/components/schemas/${schema}`, value);
}

function assertValid(answered: string, pointer: string, body: unknown): void {
  const [problem] = problemsOf(pointer, body);
  if (problem) throw new Error(`${answered}: ${problem}\n${JSON.stringify(body).slice(0, 2000)}`);
}

/** What the schema at the place does not allow, in one sentence; empty where it allows the value. */
export function problemsOf(pointer: string, value: unknown): readonly string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
  validators.set(pointer, validate);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}

/** Every error sentence must be an example in the document, except for its numbers. */
function assertSentence(answered: string, body: unknown, media: MediaType): void {
  const detail = detailOf(body);
  if (typeof detail !== 'string') return;
  const shown = Object.values(media.examples ?? {}).map(({ value }) => withoutValues(String(detailOf(value))));
  if (!shown.includes(withoutValues(detail))) throw new Error(`${answered}: the document does not show "${detail}"`);
}

const detailOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null;

/** What a sentence quotes from the request differs too. */
const withoutValues = (text: string) =>
  text
    .replace(/“.*”/su, '“…”')
    .replace(/(?<=requires redaction of )\w+/, '…')
    .replace(/(?<=^Reviewer ).*(?= is not in this calibration)/su, '…')
    .replace(/^.*(?= gave the disputed answer$)/su, '…')
    .replace(/(?<=^The (?:analysis is held|account has active holds): ).*/su, '…')
    .replace(/(?<=agrees less with your reviewers on ).*(?=, on \d+ calls)/su, '…')
    .replace(/(^|the same\. )\S+ is untrusted: .*Set (it|them)/su, '$1… is untrusted: …')
    .replace(/\d+(\.\d+)?/g, '0');

// The ordinary answers of the fault server: the examples of the API document, so that they cannot drift from the service.
import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Reply {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly example?: unknown }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Reply> }>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Reply>>;
    readonly headers: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string | null;
  readonly body: unknown;
}

/** The place where the libraries put the service's version. */
const PREFIX = '/api/v1';
const OPTIONAL_HEADERS: ReadonlySet<string> = new Set(['Idempotent-Replayed', 'X-Ignored-Fields']);

const json: OpenApi = JSON.parse(readFileSync('openapi.json', 'utf8'));

const templates = Object.entries(json.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({
    name: `${method.toUpperCase()} ${path}`,
    pattern: new RegExp(`^${method.toUpperCase()} ${PREFIX}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** The operation as `GET /analysis/{id}`; a path that the document does not have stands for itself. */
export function routeOf(method: string, pathname: string): string {
  const asked = `${method} ${pathname.replace(/(.)\/$/, '$1')}`;
  const fitting = templates.filter(({ pattern }) => pattern.test(asked));
  // The path with the fewest parameters wins.
  const [first] = fitting.sort((left, right) => left.name.split('{').length - right.name.split('{').length);
  return first?.name ?? asked;
}

/**
 * @param status unless given, the one that says something was made, else the first success
 * @param example the name of one of several examples; the first unless given
 * @returns null where the document has no such answer
 */
export function documentedAnswer(route: string, status?: number, example?: string): DocumentedAnswer | null {
  const [method = '', path = ''] = route.split(' ');
  const replies = json.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const usual = '201' in replies ? '201' : Object.keys(replies).find((one) => one.startsWith('2'));
  const code = String(status ?? usual);
  const found = replies[code];
  const reply = found?.$ref ? json.components.responses[nameIn(found.$ref)] : found;
  if (!reply) return null;
  const [type = null, media] = Object.entries(reply.content ?? {})[0] ?? [];
  const headers = Object.entries(reply.headers ?? {})
    .filter(([name]) => !OPTIONAL_HEADERS.has(name))
    .map(([name, header]) => {
      const { example } = header.$ref ? (json.components.headers[nameIn(header.$ref)] ?? {}) : header;
      return [name, String(example)];
    });
  return {
    status: Number(code),
    headers: Object.fromEntries(headers),
    type,
    body: media === undefined ? null : exampleIn(media, example),
  };
}

function exampleIn({ schema, example, examples = {} }: MediaType, name?: string): unknown {
  const shown = name === undefined ? Object.values(examples)[0] : examples[name];
  if (name !== undefined && shown === undefined) throw new Error(`The document has no example ${name}`);
  return structuredClone(shown?.value ?? example ?? exampleOf(schema ?? {}));
}

/** The example of a schema, put together from those of its members. */
function exampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return exampleOf(json.components.schemas[nameIn(schema.$ref)] ?? {});
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant) return exampleOf(variant);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleOf));
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, exampleOf(member)]));
  if (schema.items) return [exampleOf(schema.items)];
  return schema.enum?.[0] ?? (schema.type === 'object' ? {} : null);
}

const nameIn = (ref: string) => ref.split('/').pop() ?? '';

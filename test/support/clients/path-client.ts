// Requests as the wire has them: the compiler checks paths, parameters, bodies and answers against the committed OpenAPI
// document. For the tests of the contract and of faults; what users do, tests do with the library.
import type { paths } from '../../../clients/typescript/src/api.generated.js';
import { PathError } from './path-error.js';

type Method = 'get' | 'put' | 'post' | 'delete';
type PathWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths];
type Operation<M extends Method, P extends PathWith<M>> = paths[P][M];

/** The parameters in path and query; required where the operation requires them. */
type Address<O> = O extends { parameters: infer All } ? Pick<All, Extract<keyof All, 'path' | 'query'>> : unknown;
type BodyOf<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | (Content extends { 'multipart/form-data': unknown } ? FormData : never);
type Payload<O> = O extends { requestBody: { content: infer Content } }
  ? { readonly body: BodyOf<Content> }
  : O extends { requestBody?: { content: infer Content } }
    ? { readonly body?: BodyOf<Content> }
    : unknown;
type Input<O> = Address<O> & Payload<O> & { readonly headers?: Readonly<Record<string, string>> };

/** JSON as the document describes it; an answer of any other content type is a string. */
type AnswerOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : string;
type Success<O> = O extends { responses: infer All } ? AnswerOf<All[Extract<200 | 201, keyof All>]> : never;

/** Infers the view that a query asks for, of an operation that has views; undefined where it asks for none. */
type Viewed<O, View> = O extends { parameters: { query?: infer Query } }
  ? 'view' extends keyof NonNullable<Query>
    ? { readonly query?: { readonly view?: View } }
    : unknown
  : unknown;
/** An answer that comes in several views says so in every view but the full one. */
type InView<Answer, View> = [View] extends ['summary']
  ? Extract<Answer, { view: 'summary' }>
  : 'summary' extends View
    ? Answer
    : Exclude<Answer, { view: 'summary' }>;

interface Sent {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ClientOptions {
  /** An access token or an API key. */
  readonly credential?: string;
  /** Replaces the global `fetch`: for a proxy, for logging or for checks. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Every call rejects with a `PathError` when the answer is not a success. */
export function pathClient(baseUrl: string, { credential, fetch: send = fetch }: ClientOptions = {}) {
  const call =
    <M extends Method>(method: M) =>
    async <P extends PathWith<M>, View extends string | undefined = undefined>(
      path: P,
      ...[input]: object extends Input<Operation<M, P>>
        ? [(Input<Operation<M, P>> & Viewed<Operation<M, P>, View>)?]
        : [Input<Operation<M, P>> & Viewed<Operation<M, P>, View>]
    ): Promise<InView<Success<Operation<M, P>>, View>> => {
      const { path: names, query, body, headers }: Sent = input ?? {};
      const filled = String(path).replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String(names && Reflect.get(names, name))),
      );
      const url = new URL(`${baseUrl}${filled}`);
      for (const [name, value] of Object.entries(query ?? {}))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const isForm = body instanceof FormData;
      const response = await send(url.href, {
        method: method.toUpperCase(),
        headers: {
          ...(credential && { authorization: `Bearer ${credential}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const answer = isJson ? JSON.parse(text) : text;
      if (!response.ok) throw new PathError(`${method} ${url.pathname}`, response.status, answer?.detail ?? text);
      return answer;
    };
  return { get: call('get'), put: call('put'), post: call('post'), delete: call('delete') };
}

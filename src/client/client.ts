// A typed client: paths, parameters, bodies and answers are checked against the committed OpenAPI document.
import type { paths } from './api.generated.js';

type Method = 'get' | 'put' | 'post' | 'delete';
type PathWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths];
type Operation<M extends Method, P extends PathWith<M>> = paths[P][M];

type ParametersOf<O, In extends 'path' | 'query'> = O extends { parameters: infer All }
  ? In extends keyof All
    ? All[In]
    : undefined
  : undefined;
type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;
type JsonOf<R> = R extends { content: { 'application/json': infer Json } } ? Json : never;
type Success<O> = O extends { responses: infer R } ? JsonOf<R[Extract<200 | 201, keyof R>]> : never;

interface Input<O> {
  readonly path?: ParametersOf<O, 'path'>;
  readonly query?: ParametersOf<O, 'query'>;
  readonly body?: BodyOf<O> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param credential an access token or an API key */
export function client(baseUrl: string, credential?: string) {
  const call =
    <M extends Method>(method: M) =>
    async <P extends PathWith<M>>(path: P, input: Input<Operation<M, P>> = {}): Promise<Success<Operation<M, P>>> => {
      const filled = String(path).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(textOf(input.path, name)));
      const url = new URL(`${baseUrl}${filled}`);
      for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value));
      const isForm = input.body instanceof FormData;
      const headers = {
        ...(credential && { authorization: `Bearer ${credential}` }),
        ...(input.body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...input.headers,
      };
      const body = input.body instanceof FormData ? input.body : input.body && JSON.stringify(input.body);
      const response = await fetch(url, { method: method.toUpperCase(), headers, body: body ?? null });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${url.pathname}: ${response.status} ${text}`);
      return JSON.parse(text);
    };
  return { get: call('get'), put: call('put'), post: call('post'), delete: call('delete') };
}

function textOf(values: object | undefined, name: string): string {
  return String(values === undefined ? undefined : Reflect.get(values, name));
}

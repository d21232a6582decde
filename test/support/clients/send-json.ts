// Requests with JSON and a credential. Each answer is checked against the API document.
import { answerTo } from '../matchers/answers.js';
import { contractFetch } from './responses.js';

export interface JsonAnswer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Headers;
}

/** @param body text is sent as it is; undefined sends none */
export async function sendJson(
  method: string,
  url: string,
  body: unknown,
  { credential, idempotencyKey }: { readonly credential: string; readonly idempotencyKey?: string | undefined },
): Promise<JsonAnswer> {
  const response = await contractFetch(url, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
  return answerTo(`${method} ${new URL(url).pathname}`, answer);
}

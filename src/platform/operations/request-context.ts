// The request id: accepted from the client where it is well formed, sent back, and added to every log line that the
// request causes. An AsyncLocalStorage carries it, the client's program and its address, so no function has to pass them on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import type { ServedRequest } from './served-request.js';

interface Context {
  readonly requestId: string;
  readonly program: string | null;
  readonly address: string | null;
}

const contexts = new AsyncLocalStorage<Context>();

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** Token of RFC 9110 with its version, each of a length that programs have. */
const PRODUCT = /^[\w!#$%&'*+.^`|~-]{1,60}(?:\/[\w!#$%&'*+.^`|~-]{1,40})?(?=\s|$)/;

/** Null outside a request. */
export const currentRequestId = (): string | null => contexts.getStore()?.requestId ?? null;

/** First product of the client's `User-Agent`, as in `curl/8.5.0`. Null outside a request, and where none is named. */
export const currentProgram = (): string | null => contexts.getStore()?.program ?? null;

/** Address of the client, as the trusted proxies tell it. Null outside a request. */
export const currentAddress = (): string | null => contexts.getStore()?.address ?? null;

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/;

export function assignRequestId(request: ServedRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  const [program = null] = PRODUCT.exec(request.headers['user-agent'] ?? '') ?? [];
  const address = request.ip?.replace(IPV4_IN_IPV6, '') ?? null;
  contexts.run({ requestId: request.requestId, program, address }, next);
}

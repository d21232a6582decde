// The request id: accepted from the client where it is well formed, sent back, and added to every log line that the
// request causes. An AsyncLocalStorage carries it, so no function has to pass it on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import type { ServedRequest } from './served-request.js';

const requestIds = new AsyncLocalStorage<string>();

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Null outside a request. */
export const currentRequestId = (): string | null => requestIds.getStore() ?? null;

export function assignRequestId(request: ServedRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  requestIds.run(request.requestId, next);
}

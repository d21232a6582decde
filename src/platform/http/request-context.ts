// The request id: taken from the client where it is sane, sent back, and known to every log line that the request causes.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import type { ServiceRequest } from './access/caller.js';

const requestIds = new AsyncLocalStorage<string>();

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** Null outside a request and outside a job that was given its request's id. */
export const currentRequestId = (): string | null => requestIds.getStore() ?? null;

/** Runs work that goes on after its request, such as a queued job, under the request's id. */
export const withRequestId = <T>(requestId: string, work: () => T): T => requestIds.run(requestId, work);

export function requestContext(request: ServiceRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  requestIds.run(request.requestId, next);
}

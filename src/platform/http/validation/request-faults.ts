// Lists all faults of a request's Idempotency-Key, query and JSON body. A guard or interceptor that refuses a request before
// Nest reads the handler's parameters adds these to its own faults, because a 422 names all failing fields at once.
import type { ExecutionContext } from '@nestjs/common';
import type { ValidationItem } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { isVersioned } from '../access/versioned-path.js';
import { takesRawBody } from '../body/body.guard.js';
import { inputsOf } from './handler-inputs.js';
import { keyFault, readKey } from './idempotency-key.js';
import { inputFaults, unknownItems } from './read-input.js';

/** A form is not read: it may hold a recording of 500 MB. */
export function requestFaults(context: ExecutionContext): ValidationItem[] {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  const { query, body, readsBody } = inputsOf(context);
  const isForm = readsBody && Boolean(request.is('multipart/form-data'));
  return [
    ...headerFaults(request),
    ...(query === null ? [] : inputFaults(query, request.query, 'query')),
    ...unknownQueryFaults(context),
    ...(body === null || isForm ? [] : inputFaults(body, request.body ?? {}, 'body')),
  ];
}

/** A payment provider sends events to an address that an operator has typed, so that route takes any query. */
export function unknownQueryFaults(context: ExecutionContext): ValidationItem[] {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  // Express parses the query whenever it is read.
  if (!request.url.includes('?') || !isVersioned(request.path) || takesRawBody(context.getHandler())) return [];
  const { query, queryNames } = inputsOf(context);
  return unknownItems(query, request.query, 'query', queryNames);
}

function headerFaults(request: ServiceRequest): ValidationItem[] {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const fault = typeof key === 'string' ? keyFault(readKey(key)) : null;
  return fault === null ? [] : [fault];
}

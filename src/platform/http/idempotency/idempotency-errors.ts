// Why a request with an Idempotency-Key can be refused, besides a malformed key. The OpenAPI document lists the same errors.
import { ApiError, conflict, type ValidationItem } from '../../errors/api-error.js';
import { KEY_LOCATION } from '../validation/idempotency-key.js';

export const KEY_REUSED: ValidationItem = {
  type: 'idempotency_key_reuse',
  loc: KEY_LOCATION,
  msg: 'This Idempotency-Key was used with another request body; use a new key',
};

export const stillRunning = () =>
  conflict('The first request with this Idempotency-Key is still running. Try again in a few seconds.');

/** The request is not carried out a second time: it may have cost something. */
export const responseForgotten = () =>
  new ApiError(
    404,
    'The first request with this Idempotency-Key was carried out. What it answered with was deleted or is no longer kept.',
  );

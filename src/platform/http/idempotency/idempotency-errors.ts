// What a repeated request can be refused for. The OpenAPI document tells of the same.
import { conflict, type ValidationItem } from '../../errors/api-error.js';

export const KEY_REUSED: ValidationItem = {
  type: 'idempotency_key_reuse',
  loc: ['header', 'idempotency-key'],
  msg: 'This Idempotency-Key was used with another request body; use a new key',
};

export const stillRunning = () =>
  conflict('The first request with this Idempotency-Key is still running. Try again in a few seconds.');

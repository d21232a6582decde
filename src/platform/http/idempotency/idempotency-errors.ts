// What a request with an Idempotency-Key can be refused for. The OpenAPI document tells of the same.
import { conflict, type ValidationItem } from '../../errors/api-error.js';

const MOST_CHARACTERS = 255;
const loc = ['header', 'idempotency-key'];

/** Node gives header bytes as Latin-1. */
export const readKey = (header: string) => Buffer.from(header, 'latin1').toString('utf8');

/** Null for a key that can be taken. */
export function keyFault(key: string): ValidationItem | null {
  const characters = [...key].length;
  if (characters === 0) return { type: 'string_too_short', loc, msg: 'String should have at least 1 character' };
  if (characters <= MOST_CHARACTERS) return null;
  return { type: 'string_too_long', loc, msg: `String should have at most ${MOST_CHARACTERS} characters` };
}

export const KEY_REUSED: ValidationItem = {
  type: 'idempotency_key_reuse',
  loc,
  msg: 'This Idempotency-Key was used with another request body; use a new key',
};

export const stillRunning = () =>
  conflict('The first request with this Idempotency-Key is still running. Try again in a few seconds.');

// Reads and checks the Idempotency-Key header. It lies here because a 422 names a bad key together with the other faults of the
// request, and `validation` may not import `idempotency`.
import type { ValidationItem } from '../../errors/api-error.js';
import { tooLong, tooShort } from '../../errors/validation-messages.js';

const MAX_CHARACTERS = 255;
export const KEY_LOCATION = ['header', 'idempotency-key'];

/** Node decodes header bytes as Latin-1; clients send UTF-8. */
export const readKey = (header: string) => Buffer.from(header, 'latin1').toString('utf8');

/** Null for a valid key. */
export function keyFault(key: string): ValidationItem | null {
  const characters = [...key].length;
  if (characters === 0) return { type: 'string_too_short', loc: KEY_LOCATION, msg: tooShort(1) };
  if (characters <= MAX_CHARACTERS) return null;
  return { type: 'string_too_long', loc: KEY_LOCATION, msg: tooLong(MAX_CHARACTERS) };
}

// The sentences of validation items, each once, in the wording of Pydantic v2.
import type { ValidationType } from './api-error.js';

/** The sentences that hold no number and no name. */
export const MESSAGES = {
  missing: 'Field required',
  extra_forbidden: 'Extra inputs are not permitted',
  string_type: 'Input should be a valid string',
  int_type: 'Input should be a valid integer',
  int_parsing: 'Input should be a valid integer, unable to parse string as an integer',
  float_parsing: 'Input should be a valid number, unable to parse string as a number',
  bool_parsing: 'Input should be a valid boolean, unable to interpret input',
  dict_type: 'Input should be a valid dictionary',
  list_type: 'Input should be a valid list',
  uuid_parsing: 'Input should be a valid UUID, unable to parse string as a UUID',
  url_parsing: 'Input should be a valid URL',
  datetime_parsing: 'Input should be a valid datetime, such as 2026-11-20T09:58:00Z',
  timezone_aware: 'Input should have timezone info',
  json_invalid: 'JSON decode error',
} as const satisfies Partial<Record<ValidationType, string>>;

export const atLeast = (min: number) => `Input should be greater than or equal to ${min}`;
export const atMost = (max: number) => `Input should be less than or equal to ${max}`;

/** @param min in characters, as code points */
export const tooShort = (min: number) => `String should have at least ${characters(min)}`;
/** @param max in characters, as code points */
export const tooLong = (max: number) => `String should have at most ${characters(max)}`;

export const valueError = (reason: string) => `Value error, ${reason}`;

/** `Input should be 'a', 'b' or 'c'` */
export function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => `'${String(value)}'`);
  const last = quoted.pop();
  return `Input should be ${quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last}`;
}

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`;

// The decorator for `metadata`: a client's own keys and values, which the service returns unchanged.
import { MESSAGES, valueError } from '../../errors/validation-messages.js';
import { defineField } from './define-field.js';
import { accept, type Problem, reject } from './field-rules.js';
import { countCodePoints } from './fields.js';
import { isRecord } from './read-input.js';
import { storageFault } from './storable-text.js';

const MAX_KEYS = 50;
const MAX_KEY_CHARACTERS = 40;
const MAX_VALUE_CHARACTERS = 500;

interface CustomMetadataOptions {
  readonly description?: string;
  /** Keys that the service uses itself in the same object. */
  readonly reserved?: readonly string[];
  /** Also accepts a JSON object as text, for multipart fields. */
  readonly fromText?: boolean;
}

/** Always optional. */
export const CustomMetadata = (options: CustomMetadataOptions = {}) =>
  defineField(
    {
      description:
        options.description ??
        'Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings ' +
          'of at most 500 characters, numbers, booleans or null.',
      example: { campaign: 'spring', priority: 2 },
      optional: true,
    },
    {
      type: 'object',
      maxProperties: MAX_KEYS,
      additionalProperties: {
        oneOf: [
          { type: 'string', maxLength: MAX_VALUE_CHARACTERS },
          { type: 'number' },
          { type: 'boolean' },
          { type: 'null' },
        ],
      },
    },
    (given) => {
      const value = options.fromText && typeof given === 'string' ? parseJson(given) : given;
      if (value === undefined) return reject('json_invalid', MESSAGES.json_invalid);
      if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
      const keys = Object.keys(value);
      if (keys.length > MAX_KEYS) return reject('value_error', valueError(`at most ${MAX_KEYS} keys are taken`));
      const problems = keys.flatMap((key): Problem[] => {
        const fault = options.reserved?.includes(key) ? 'this key is reserved' : entryFault(key, value[key]);
        return fault === null ? [] : [{ type: 'value_error', msg: valueError(fault), path: [key], mayEcho: false }];
      });
      return problems.length === 0 ? accept(value) : { ok: false, problems };
    },
  );

const MAX_FILTERED_KEYS = 2;

/**
 * Optional: keys that the `metadata` of a call must have, with their values. In a query `metadata[key]=value`. The handler
 * receives each value as the text that a query would have.
 */
export const MetadataFilter = (options: CustomMetadataOptions = {}) =>
  defineField(
    {
      description:
        options.description ??
        'Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, ' +
          'such as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.',
      example: { team: 'sales' },
      optional: true,
      inBrackets: true,
    },
    {
      type: 'object',
      maxProperties: MAX_FILTERED_KEYS,
      additionalProperties: {
        oneOf: [{ type: 'string', maxLength: MAX_VALUE_CHARACTERS }, { type: 'number' }, { type: 'boolean' }],
      },
    },
    (value) => {
      if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
      const keys = Object.keys(value);
      if (keys.length > MAX_FILTERED_KEYS)
        return reject('value_error', valueError(`at most ${MAX_FILTERED_KEYS} keys are taken`));
      const problems = keys.flatMap((key): Problem[] => {
        const fault = value[key] === null ? 'the value must not be null' : entryFault(key, value[key]);
        return fault === null ? [] : [{ type: 'value_error', msg: valueError(fault), path: [key], mayEcho: false }];
      });
      if (problems.length > 0) return { ok: false, problems };
      return accept(Object.fromEntries(keys.map((key) => [key, String(value[key])])));
    },
  );

function entryFault(key: string, value: unknown): string | null {
  if (key === '' || countCodePoints(key) > MAX_KEY_CHARACTERS) return 'keys must have 1 to 40 characters';
  const fault = storageFault(key) ?? (typeof value === 'string' ? storageFault(value) : null);
  if (fault !== null) return fault;
  if (typeof value === 'string')
    return countCodePoints(value) > MAX_VALUE_CHARACTERS ? 'strings must have at most 500 characters' : null;
  // JSON.parse rounds a whole number beyond 2^53. It is refused, because the client would get another number back.
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
      ? null
      : 'the number is out of range, send it as a string';
  return value === null || typeof value === 'boolean' ? null : 'values must be a string, number, boolean or null';
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

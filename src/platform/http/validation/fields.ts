// One decorator for each kind of request field. Each holds the check, its wording and its OpenAPI schema, so that they agree.
import type { Type } from '@nestjs/common';
import { atLeast, atMost, MESSAGES, oneOf, tooLong, tooShort, valueError } from '../../errors/validation-messages.js';
import { emailFault, MAX_EMAIL_CHARACTERS } from '../../outbound/email-address.js';
import { parseUrl } from '../../outbound/parse-url.js';
import { asAddress, asUri } from './as-uri.js';
import { defineField, type FieldOptions } from './define-field.js';
import { accept, type Problem, type ReadResult, reject } from './field-rules.js';
import { isRecord, readRecord, withUnknown } from './read-input.js';
import { readInstant } from './read-instant.js';
import { separatedList } from './separated-list.js';

export interface TextRules {
  /** Smallest number of code points, after trimming. Default 1. */
  readonly min?: number;
  /** Largest number of code points, after trimming. */
  readonly max?: number;
  /** Removes white space at both ends before the check. */
  readonly trim?: boolean;
  readonly pattern?: RegExp;
  /** A further check, for what a pattern cannot express. Gives a sentence for the client, or null for good text. */
  readonly findFault?: (text: string) => string | null;
}

interface TextOptions extends FieldOptions, TextRules {
  readonly format?: string;
}

export const Text = (options: TextOptions) =>
  defineField(options, { ...textSchema(options), ...(options.format && { format: options.format }) }, (value) =>
    readText(value, options),
  );

/** A text that is trimmed must hold more than white space. */
export const textSchema = ({ min = 1, max, trim, pattern }: TextRules) => ({
  type: 'string' as const,
  ...(min > 0 && { minLength: min }),
  ...(max !== undefined && { maxLength: max }),
  ...(pattern ? { pattern: pattern.source } : min > 0 && trim && { pattern: '\\S' }),
});

export function readText(value: unknown, { min = 1, max, trim, pattern, findFault }: TextRules): ReadResult {
  if (typeof value !== 'string') return reject('string_type', MESSAGES.string_type);
  const text = trim ? value.trim() : value;
  const length = countCodePoints(text);
  if (length < min) return reject('string_too_short', tooShort(min));
  if (max !== undefined && length > max) return reject('string_too_long', tooLong(max));
  if (pattern && !pattern.test(text))
    return reject('string_pattern_mismatch', `String should match pattern '${pattern.source}'`);
  const fault = findFault?.(text) ?? null;
  return fault === null ? accept(text) : reject('value_error', valueError(fault));
}

export const OptionalText = (options: Omit<TextOptions, 'optional'>) => Text({ ...options, optional: true });

/**
 * Trimmed; letters keep their case. The schema's format is `idn-email` because letters beyond ASCII are accepted, which the
 * format `email` of JSON Schema excludes.
 */
export const Email = (options: FieldOptions) =>
  Text({
    ...options,
    max: MAX_EMAIL_CHARACTERS,
    trim: true,
    format: 'idn-email',
    findFault: emailFault,
  });

interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}

const numberSchema = ({ min, max, default: defaultValue }: NumberOptions) => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
  ...(defaultValue !== undefined && { default: defaultValue }),
});

/** Null when the number is within the bounds. */
function rejectOutOfRange(number: number, { min, max }: NumberOptions): ReadResult | null {
  if (min !== undefined && number < min) return reject('greater_than_equal', atLeast(min));
  if (max !== undefined && number > max) return reject('less_than_equal', atMost(max));
  return null;
}

const UNPARSED_INTEGER = reject('int_parsing', MESSAGES.int_parsing);

/** A whole number, as a JSON number or as text. Refuses `1e2`, `1.0` and repeated query parameters. */
export const Whole = (options: NumberOptions) =>
  defineField(
    options,
    { type: 'integer', ...numberSchema(options) },
    (value) => {
      if (typeof value === 'string' && !/^[+-]?\d+$/.test(value.trim())) return UNPARSED_INTEGER;
      if (Array.isArray(value)) return UNPARSED_INTEGER;
      const number = typeof value === 'string' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number)) return reject('int_type', MESSAGES.int_type);
      const refusal = rejectOutOfRange(number, options);
      if (refusal) return refusal;
      // Beyond 2^53 a number is not exact. For a bound or an offset the largest exact number has the same effect.
      return accept(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER)));
    },
    options.default,
  );

interface AmountOptions extends NumberOptions {
  /** The largest number of digits after the point. */
  readonly decimals: number;
  /**
   * Rounds digits beyond `decimals`, halves up, instead of refusing them. Floating-point residue (1.6600000000000001) is always
   * rounded.
   */
  readonly isRounded?: boolean;
}

const MAX_NOISE = 1e-9;

export const Amount = (options: AmountOptions) =>
  defineField(
    options,
    { type: 'number', ...numberSchema(options) },
    (value) => {
      const number = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number))
        return reject('float_parsing', MESSAGES.float_parsing);
      const rounded = roundedHalfUp(number, options.decimals);
      const refusal = rejectOutOfRange(rounded, options);
      if (refusal) return refusal;
      if (!options.isRounded && Math.abs(rounded - number) > MAX_NOISE)
        return reject('value_error', valueError(`at most ${options.decimals} decimals are taken`));
      return accept(rounded);
    },
    options.default,
  );

/**
 * Rounds halves up, by the digits that JSON writes: 1.005 with two decimals gives 1.01, although its binary value is below the
 * half.
 */
export function roundedHalfUp(number: number, decimals: number): number {
  const [digits, exponent = '0'] = String(number).split('e');
  const scaled = Number(`${digits}e${Number(exponent) + decimals}`);
  // Beyond 2^53 there are no decimals. Adding 0 makes 0 of -0.
  return Math.abs(scaled) > Number.MAX_SAFE_INTEGER ? number : Number(`${Math.round(scaled)}e-${decimals}`) + 0;
}

interface FlagOptions extends FieldOptions {
  readonly default?: boolean;
}

/** A boolean, as JSON or as the text `true`, `false`, `1` or `0`. */
export const Flag = (options: FlagOptions) =>
  defineField(
    options,
    { type: 'boolean', ...(options.default !== undefined && { default: options.default }) },
    (value) => {
      if (typeof value === 'boolean') return accept(value);
      if (value === 'true' || value === '1') return accept(true);
      if (value === 'false' || value === '0') return accept(false);
      return reject('bool_parsing', MESSAGES.bool_parsing);
    },
    options.default,
  );

interface OneOfOptions extends FieldOptions {
  readonly default?: string;
}

export const OneOf = (values: readonly string[], options: OneOfOptions) =>
  defineField(
    options,
    { type: 'string', enum: [...values], ...(options.default !== undefined && { default: options.default }) },
    (value) => (typeof value === 'string' && values.includes(value) ? accept(value) : reject('enum', oneOf(values))),
    options.default,
  );

interface SomeOfOptions extends FieldOptions {
  readonly default?: readonly string[];
  /** Also accepts comma-separated text, or a JSON array as text, for multipart fields and queries. */
  readonly separated?: boolean;
  /** Smallest number of values. Default 1. */
  readonly min?: number;
}

/** A body of 1 MiB can hold hundreds of thousands of values, and each wrong one adds an item to the response. */
const MAX_LIST_LENGTH = 100;

/** An array of some of the values. Duplicates are removed. */
export const SomeOf = (values: readonly string[], options: SomeOfOptions) => {
  const min = options.min ?? 1;
  return defineField(
    options,
    {
      type: 'array',
      items: { type: 'string', enum: [...values] },
      minItems: min,
      uniqueItems: true,
      ...(options.default && { default: [...options.default] }),
    },
    (value) => {
      const list: unknown = options.separated && typeof value === 'string' ? separatedList(value) : value;
      if (!Array.isArray(list)) return reject('list_type', MESSAGES.list_type);
      if (list.length > MAX_LIST_LENGTH)
        return reject('value_error', valueError(`at most ${MAX_LIST_LENGTH} are taken`));
      const problems = list.flatMap((item: unknown, index): Problem[] =>
        typeof item === 'string' && values.includes(item)
          ? []
          : // For comma-separated text the path leads nowhere in the input, so the answer cannot repeat the value.
            [{ type: 'enum', msg: oneOf(values), path: [String(index)] }],
      );
      if (problems.length > 0) return { ok: false, problems };
      if (list.length < min) return reject('value_error', valueError(`at least ${min} must be given`));
      return accept([...new Set(list)]);
    },
    options.default,
  );
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in upper or lower case. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** A UUID in upper or lower case, which the handler receives in lower case. */
export const Uuid = (options: FieldOptions) =>
  defineField(options, { type: 'string', format: 'uuid' }, (value) =>
    isUuid(value) ? accept(value.toLowerCase()) : reject('uuid_parsing', MESSAGES.uuid_parsing),
  );

interface UuidsOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
  /** Also accepts comma-separated text, or a JSON array as text, for multipart fields. */
  readonly separated?: boolean;
}

/** An array of UUIDs, which the handler receives in lower case and each once. */
export const Uuids = (options: UuidsOptions) => {
  const { min, max, separated = false } = options;
  const schema = { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: min, maxItems: max } as const;
  return defineField(options, schema, (value) => {
    const list: unknown = separated && typeof value === 'string' ? separatedList(value) : value;
    if (!Array.isArray(list)) return reject('list_type', MESSAGES.list_type);
    // A body of 1 MiB can hold tens of thousands of values, and each wrong one adds an item to the response.
    if (list.length > max) return reject('value_error', valueError(`at most ${max} are taken`));
    if (list.length < min) return reject('value_error', valueError(`at least ${min} must be given`));
    const problems = list.flatMap((item: unknown, index): Problem[] =>
      isUuid(item) ? [] : [{ type: 'uuid_parsing', msg: MESSAGES.uuid_parsing, path: [String(index)] }],
    );
    if (problems.length > 0) return { ok: false, problems };
    return accept([...new Set(list.filter(isUuid).map((id) => id.toLowerCase()))]);
  });
};

interface InstantOptions extends FieldOptions {
  /** A further check. Gives a sentence for the client, or null for a good moment. */
  readonly findFault?: (at: Date) => string | null;
  /** A further spelling: Unix seconds, as a number or as text; or a bare date, which is its midnight in UTC. */
  readonly alsoReads?: 'unix-seconds' | 'date';
}

/** A date and a time of day with its offset from UTC, as `readInstant` takes it. The handler receives a Date. */
export const Instant = (options: InstantOptions) =>
  defineField(options, { type: 'string', format: 'date-time' }, (value) => {
    const { alsoReads, findFault } = options;
    const seconds = alsoReads === 'unix-seconds' ? secondsIn(value) : null;
    const isDate = alsoReads === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
    const text = seconds === null ? value : new Date(seconds * 1_000).toISOString();
    return readInstant(isDate ? `${value}T00:00:00Z` : text, findFault);
  });

/** Null for anything but a number of seconds that a date can be. */
function secondsIn(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return Number.isInteger(seconds) && Number(seconds) >= 0 && Number(seconds) <= MAX_UNIX_SECONDS
    ? Number(seconds)
    : null;
}

interface MomentOptions extends FieldOptions {
  /** The spelling that the document names. Both are read. */
  readonly spelling: 'date-time' | 'unix-seconds';
}

const MOMENT_SCHEMAS = {
  'date-time': { type: 'string', format: 'date-time' },
  'unix-seconds': { type: 'integer', minimum: 0 },
} as const;

/**
 * The last second of the year 9999, less the one that {@link Moment} adds: Postgres reads no later date from a JavaScript one.
 */
const MAX_UNIX_SECONDS = 253_402_300_798;

/**
 * A bound of a list's `created`, after or before. The handler receives a Date: the list begins with it, or ends before it.
 * A whole number is Unix seconds and is compared with `created` as clients see it, a whole number too: after it, or up to and
 * with it. Both bounds thus lie at the end of that second. A date and a time of day is the bound itself.
 */
export const Moment = (options: MomentOptions) =>
  defineField(options, MOMENT_SCHEMAS[options.spelling], (value) => {
    const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
    if (typeof seconds !== 'number') return readInstant(value);
    return Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_UNIX_SECONDS
      ? accept(new Date((seconds + 1) * 1000))
      : reject('datetime_parsing', MESSAGES.datetime_parsing);
  });

export const MAX_URL_CHARACTERS = 2048;

/**
 * An http or https address without credentials. One with characters beyond ASCII is converted to a URI. Where the address
 * leads is checked elsewhere, by `OutboundDoor`.
 */
export const HttpUrl = (options: FieldOptions) =>
  defineField(options, { type: 'string', format: 'uri', maxLength: MAX_URL_CHARACTERS }, (value) => {
    if (typeof value !== 'string') return reject('string_type', MESSAGES.string_type);
    const address = asAddress(value);
    if (address.length > MAX_URL_CHARACTERS) return reject('string_too_long', tooLong(MAX_URL_CHARACTERS));
    if (/\p{Cc}/u.test(address))
      return reject('url_parsing', `${MESSAGES.url_parsing}, without line breaks and tabs in it`);
    if (parseUrl(address) === null) return reject('url_parsing', MESSAGES.url_parsing);
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return reject('url_parsing', `${MESSAGES.url_parsing}, the scheme should be 'http' or 'https'`);
    if (url.username !== '' || url.password !== '')
      return reject('value_error', valueError('the URL must not contain credentials'));
    const uri = asUri(address);
    if (uri === null) return reject('url_parsing', MESSAGES.url_parsing);
    if (uri.length > MAX_URL_CHARACTERS)
      return reject('string_too_long', `${tooLong(MAX_URL_CHARACTERS)} once it is percent-encoded`);
    return accept(uri);
  });

/** An object inside the request, read as a class of its own. */
interface NestedOptions extends FieldOptions {
  /** Members that the type does not declare are refused: where a misspelled one would widen what the request does. */
  readonly isClosed?: boolean;
}

export const Nested = <T extends object>(type: Type<T>, options: NestedOptions) =>
  defineField(
    options,
    { type: () => type },
    (value) => {
      if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
      const { instance, problems } = readRecord(type, value);
      const all = options.isClosed ? withUnknown(problems, type, value) : problems;
      return all.length === 0 ? accept(instance) : { ok: false, problems: all };
    },
    undefined,
    () => type,
  );

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

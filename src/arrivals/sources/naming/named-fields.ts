// The fields of a submission that a name, a file beside it or an object's metadata can give, and how their values are read.
import { MESSAGES } from '../../../platform/errors/validation-messages.js';
import { readInstant } from '../../../platform/http/validation/read-instant.js';
import { instantOf } from './local-time.js';

/** `started_at` is another name of `call_started_at`. */
export const NAMED_FIELDS = [
  'agent_id',
  'contact_id',
  'external_id',
  'started_at',
  'call_started_at',
  'direction',
  'language',
  'output_language',
  'agent_channel',
  'transcription_engine',
  'analysis_engine',
  'retention_days',
] as const;

/** Without one of these there is no call. */
const REQUIRED_FIELDS = ['agent_id', 'contact_id'] as const;

export const METADATA_PREFIX = 'metadata.';
const MAX_METADATA_KEY_CHARACTERS = 40;

/** One sentence about a name that is no field, null for a field. */
export function fieldFault(name: string): string | null {
  if (name.startsWith(METADATA_PREFIX)) {
    const length = [...name.slice(METADATA_PREFIX.length)].length;
    return length >= 1 && length <= MAX_METADATA_KEY_CHARACTERS
      ? null
      : 'a key of metadata must have 1 to 40 characters, as in metadata.team';
  }
  return NAMED_FIELDS.some((field) => field === name)
    ? null
    : `${quoted(name)} is no field; there are ${NAMED_FIELDS.join(', ')} and metadata.KEY`;
}

export const isTimeField = (name: string) => name === 'started_at' || name === 'call_started_at';

/** `metadata` may be given as an object too, by `defaults`. */
export type NamedValues = ReadonlyMap<string, unknown>;

/**
 * The members of a submission that the values make. Values that are empty, null, lists or objects are left out; one that cannot
 * be read stays as it is, so that the check of the submission names it.
 * @param zone of times without an offset
 */
export function bodyOf(values: NamedValues, zone: string): Record<string, unknown> {
  const members: [string, unknown][] = [];
  const metadata: [string, unknown][] = [];
  for (const [name, given] of values) {
    const value = scalarOf(given);
    if (value === null) continue;
    if (name.startsWith(METADATA_PREFIX)) metadata.push([name.slice(METADATA_PREFIX.length), value]);
    else if (isTimeField(name)) members.push(['call_started_at', timeOf(value, zone)]);
    else members.push([name, READERS[name]?.(String(value)) ?? String(value)]);
  }
  // Object.fromEntries makes own members of every key, `__proto__` too.
  return Object.fromEntries([...members, ...(metadata.length > 0 ? [['metadata', Object.fromEntries(metadata)]] : [])]);
}

/** The required fields that the body lacks. */
export const missingFields = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  REQUIRED_FIELDS.filter((name) => scalarOf(body[name]) === null);

/** @returns null for what has no value */
function scalarOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** `en-GB` and `en_GB` are `en`. */
const languageOf = (text: string) => /^([a-z]{2})(?:[-_]|$)/i.exec(text)?.[1]?.toLowerCase() ?? text;

const READERS: Readonly<Record<string, (text: string) => string>> = {
  direction: (text) => text.toLowerCase(),
  language: languageOf,
  output_language: languageOf,
};

const EPOCH_SECONDS_DIGITS = 10;
const EPOCH_MILLISECONDS_DIGITS = 13;

/** ISO 8601 with or without an offset, or seconds or milliseconds since 1970. */
function timeOf(value: string | number | boolean, zone: string): unknown {
  const text = String(value);
  const [whole = ''] = text.split('.');
  if (/^\d+(\.\d+)?$/.test(text)) {
    if (whole.length === EPOCH_SECONDS_DIGITS) return new Date(Number(whole) * 1_000).toISOString();
    if (whole.length === EPOCH_MILLISECONDS_DIGITS) return new Date(Number(whole)).toISOString();
  }
  const read = readInstant(text);
  if (read.ok) return read.value instanceof Date ? read.value.toISOString() : text;
  if (!read.problems.some(({ msg }) => msg === MESSAGES.timezone_aware)) return text;
  const local = readInstant(`${text}Z`);
  return local.ok && local.value instanceof Date ? instantOf(local.value.getTime(), zone).toISOString() : text;
}

const quoted = (name: string) => `'${name.slice(0, MAX_METADATA_KEY_CHARACTERS)}'`;

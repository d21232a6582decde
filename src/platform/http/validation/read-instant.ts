// Reads a date and a time of day with an offset from UTC: RFC 3339, and the equivalent forms of ISO 8601. Refuses weeks, days of
// the year, and dates without a time of day: they do not say whose midnight they mean.
import { MESSAGES, valueError } from '../../errors/validation-messages.js';
import { accept, type ReadResult, reject } from './field-rules.js';

/** RFC 3339 allows a blank for the T, ISO 8601 a comma for the point, a fraction of any length, and a minus sign (U+2212). */
const EXTENDED =
  /^(?<year>[1-9]\d{3})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?(?<fraction>[.,]\d+)?(?<offset>Z|[+\-\u2212]\d\d(?::?\d\d)?)?$/i;
/** The basic format of ISO 8601, without separators. */
const BASIC =
  /^(?<year>[1-9]\d{3})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?:(?<minute>\d\d)(?<second>\d\d)?)?(?<fraction>[.,]\d+)?(?<offset>Z|[+\-\u2212]\d\d(?:\d\d)?)?$/i;
/** End of a text whose offset has lost its plus sign: a query turns the `+` of `+02:00` into a blank. */
const LOST_PLUS = /\d \d\d(?::?\d\d)?$/;
const MAX_CHARACTERS = 100;

/** The last moment that Postgres reads from a JavaScript date. */
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** @param findFault a further check. Gives a sentence for the client, or null for a good moment */
export function readInstant(value: unknown, findFault?: (at: Date) => string | null): ReadResult {
  if (typeof value !== 'string') return reject('string_type', MESSAGES.string_type);
  const groups = value.length > MAX_CHARACTERS ? undefined : (EXTENDED.exec(value) ?? BASIC.exec(value))?.groups;
  if (!groups) return isWithoutPlus(value) ? reject('value_error', valueError(LOST)) : UNREADABLE;
  const local = localTime(groups);
  const offset = offsetMinutes(groups.offset);
  if (local === null || Number.isNaN(offset)) return UNREADABLE;
  if (offset === null) return reject('timezone_aware', MESSAGES.timezone_aware);
  const time = local - offset * MINUTE_MS;
  if (time > MAX_TIME || (isLeapSecond(groups) && !endsMonth(time, groups))) return UNREADABLE;
  const at = new Date(time);
  const fault = findFault?.(at) ?? null;
  return fault === null ? accept(at) : reject('value_error', valueError(fault));
}

type Groups = Readonly<Record<string, string | undefined>>;

const UNREADABLE = reject('datetime_parsing', MESSAGES.datetime_parsing);
const LOST = 'the offset has a blank in place of its sign; in a URL, + must be written as %2B';

const isWithoutPlus = (value: string) =>
  value.length <= MAX_CHARACTERS &&
  LOST_PLUS.test(value) &&
  EXTENDED.test(value.replace(LOST_PLUS, (end) => `${end[0]}Z`));

/** Time in milliseconds, read as UTC. Null for a time that does not exist, such as 30 February. */
function localTime(groups: Groups): number | null {
  const [year = 0, month = 0, day = 0, hour = 0] = [groups.year, groups.month, groups.day, groups.hour].map(Number);
  const [minute, second] = [Number(groups.minute ?? 0), Number(groups.second ?? 0)];
  const fraction = Number((groups.fraction ?? '.0').replace(',', '.'));
  const midnight = new Date(Date.UTC(year, month - 1, day));
  // Date reads the 30th of February as the 2nd of March.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  // ISO 8601: 24:00 is the end of the day.
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && fraction === 0;
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 60) return null;
  // A fraction belongs to the last unit that is given.
  const unit = groups.second !== undefined ? 1_000 : groups.minute !== undefined ? MINUTE_MS : 60 * MINUTE_MS;
  return midnight.getTime() + (hour * 60 + minute) * MINUTE_MS + second * 1_000 + Math.trunc(fraction * unit);
}

/** Offset in minutes. Null when none is given, NaN for an offset that does not exist. */
function offsetMinutes(offset: string | undefined): number | null {
  if (offset === undefined) return null;
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  if (minutes > 59 || hours * 60 + minutes >= DAY_MINUTES) return Number.NaN;
  return (offset.startsWith('+') ? 1 : -1) * (hours * 60 + minutes);
}

const isLeapSecond = ({ second }: Groups) => Number(second ?? 0) === 60;

/** True for a leap second that is the last second of a month in UTC. It counts as the second after it, as in Unix time. */
function endsMonth(time: number, { minute }: Groups): boolean {
  const at = new Date(time);
  return minute !== undefined && at.getUTCDate() === 1 && at.getUTCHours() === 0 && at.getUTCMinutes() === 0;
}

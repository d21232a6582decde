// Time zones by name, and how far each is from UTC at an instant. The data is that of this program's Intl, alone: days are cut
// into ranges of instants here, and Postgres compares instants.

const SECOND_MS = 1_000;
/** A formatter takes some 50 kB. */
const MAX_CACHED = 64;

const formats = new Map<string, Intl.DateTimeFormat>();

/** True for a name of the IANA database, in any case. Offsets, which newer programs take as names too, are none. */
export function isTimeZone(name: string): boolean {
  return /^[a-z]/i.test(name) && formatOf(name) !== null;
}

/** Milliseconds by which the clocks of the zone are ahead of UTC. @throws RangeError for an unknown zone */
export function offsetAt(zone: string, instant: number): number {
  const format = formatOf(zone);
  if (!format) throw new RangeError(`${zone} is not a time zone`);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    format.format(instant).match(/\d+/g) ?? []
  ).map(Number);
  const local = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for others.
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second);
  return local.getTime() - Math.floor(instant / SECOND_MS) * SECOND_MS;
}

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known) return known;
  const made = makeFormat(zone);
  if (!made) return null;
  const [oldest] = formats.keys();
  if (formats.size >= MAX_CACHED && oldest !== undefined) formats.delete(oldest);
  formats.set(zone, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...NUMERIC });
  } catch {
    return null;
  }
}

const NUMERIC = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

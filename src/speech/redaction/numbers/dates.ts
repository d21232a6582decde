// Reads the calendar dates that each party of a call says. Pure.
import type { RedactionCountry } from '../../../ports/redaction.js';
import type { SearchedCall } from '../sensitive-span.js';
import { type DatePart, readingsOfParts } from './date-readings.js';
import { type ReadCall, type ReadStream, readCall } from './grammar/call-numbers.js';
import type { Item } from './grammar/items.js';
import type { NumberBook } from './grammar/number-book.js';
import { readingsOf } from './grammar/readings.js';
import { placesOf, type Stream } from './grammar/talk.js';
import type { CalendarDate, SpokenDate } from './number-stretch.js';

/**
 * Maximum number of items from the first to the last part of a date, and of its parts: "the twenty first of March nineteen oh
 * five".
 */
const MAX_ITEMS = 12;
const MAX_PARTS = 6;
/** Digits of the first of three numbers in a row; with more it begins no date with a name in it: a day has two at most. */
const MAX_NUMBERS_FIRST = 3;
/** Digits of a date in digits alone. */
const MAX_BARE = 8;

export interface FoundDate {
  readonly stream: Stream;
  /** Tokens of the stream; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly readings: readonly CalendarDate[];
  readonly isBare: boolean;
}

/**
 * Dates in the order of each speaker's segments. Masks none by itself: a date is a birth date only when asked for or after a cue.
 */
export function datesIn(call: SearchedCall, countries: readonly RedactionCountry[]): SpokenDate[] {
  return readCall(call)
    .flatMap((read) => datesOf(read, new Set(countries)))
    .map(({ stream, from, to, readings, isBare }) => {
      return { speaker: stream.speaker, places: placesOf(stream, from, to), readings, isBare };
    });
}

export function datesOf({ streams, book }: ReadCall, countries: ReadonlySet<RedactionCountry>): FoundDate[] {
  return streams.flatMap((read) => {
    const named = namedDates(read, book, countries);
    const dated = new Set(named.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
    return [...named, ...bareDates(read, countries).filter(({ from }) => !dated.has(from))];
  });
}

/** Dates with a month's name, with ordinals, or written with the marks of dates. */
function namedDates(
  { items, stream }: ReadStream,
  book: NumberBook,
  countries: ReadonlySet<RedactionCountry>,
): FoundDate[] {
  const dates: FoundDate[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const parts = partsFrom(items, at, stream, book);
    if (parts.length === 0) continue;
    const read = readingsOfParts(parts, countries);
    if (read === null) continue;
    const last = parts[read.length - 1]?.item ?? at;
    const [from, to] = [items[at]?.from ?? 0, items[last]?.to ?? 0];
    dates.push({ stream, from, to, readings: read.readings, isBare: false });
    at = last;
  }
  return dates;
}

/** Parts of the date that begins at an item, with only fillers between them. */
function partsFrom(items: readonly Item[], at: number, stream: Stream, book: NumberBook): DatePart[] {
  const parts: DatePart[] = [];
  for (let item = at; item < items.length && item - at < MAX_ITEMS && parts.length < MAX_PARTS; item += 1) {
    const found = partAt(items[item], item, stream, book);
    if (found === 'skip' && parts.length > 0) continue;
    if (found === 'skip' || found === null) break;
    parts.push(found);
    if (parts.length === MAX_NUMBERS_FIRST && parts.every(({ kind }) => kind === 'number')) return [];
  }
  return parts;
}

function partAt(
  item: Item | undefined,
  index: number,
  { tokens }: Stream,
  { entries, dateLinks }: NumberBook,
): DatePart | 'skip' | null {
  if (item === undefined) return null;
  const word = tokens[item.from]?.text ?? '';
  const isLink = dateLinks.has(word) && item.to === item.from + 1;
  switch (item.role) {
    case 'atom':
      return item.atom.isLetter ? null : { kind: 'number', value: item.atom.value, item: index };
    case 'month':
      return { kind: 'month', value: String(item.month), item: index };
    case 'shape': {
      const written = tokens.slice(item.from, item.to).filter((token) => token?.kind === 'digits');
      if (item.shape === 'time' || item.shape === 'decimal') return null;
      if (written.length === 1) return { kind: 'ordinal', value: item.digits, item: index };
      return { kind: 'written', value: written.map((token) => token?.text ?? '').join('/'), item: index };
    }
    case 'mark':
    case 'filler':
      return 'skip';
    default: {
      const ordinal = entries.get(word)?.ordinal;
      if (ordinal !== undefined) return { kind: 'ordinal', value: String(ordinal), item: index };
      return isLink ? 'skip' : null;
    }
  }
}

const BARE = /^(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|[12]\d|3[01])(?:(?:19|20)\d\d|\d\d)$/;

/** Dates of four to eight digits in one run: "oh five twelve eighty". */
function bareDates({ runs, stream }: ReadStream, countries: ReadonlySet<RedactionCountry>): FoundDate[] {
  return runs.flatMap(({ atoms, from, to, isQuantity, shape }) => {
    if (isQuantity || shape !== null || atoms.length > MAX_BARE || !isSaidAsDate(atoms)) return [];
    const readings = readingsOf(atoms)
      .filter((each) => BARE.test(each))
      .flatMap((each) => bareReadings(each, countries));
    return readings.length === 0 ? [] : [{ stream, from, to, readings, isBare: true }];
  });
}

/** True when the digits can be a date: three spoken numbers ("three five eighty"), or six or eight written digits. */
function isSaidAsDate(atoms: ReadStream['runs'][number]['atoms']): boolean {
  const written = atoms.filter(({ isWritten }) => isWritten);
  const digits = written.reduce((sum, { value }) => sum + value.length, 0);
  return written.length === 0 ? atoms.length > 2 : written.length > 2 || digits === 6 || digits === 8;
}

function bareReadings(digits: string, countries: ReadonlySet<RedactionCountry>): CalendarDate[] {
  return [1, 2]
    .flatMap((first) =>
      [1, 2].map((second) => [
        digits.slice(0, first),
        digits.slice(first, first + second),
        digits.slice(first + second),
      ]),
    )
    .filter(([, , year = '']) => year.length === 2 || /^(?:19|20)\d\d$/.test(year))
    .flatMap(
      (parts) => readingsOfParts([{ kind: 'written', value: parts.join('/'), item: 0 }], countries)?.readings ?? [],
    );
}

// Format of a time in a name, such as `yyyyMMdd'T'HHmm`: Unicode date letters (UTS 35), and other text in quotes. Every letter
// has a known number of digits, so that reading takes one pass.
import { instantOf } from './local-time.js';

type Unit = 'year' | 'month' | 'day' | 'hour' | 'halfDayHour' | 'half' | 'minute' | 'second' | 'fraction' | 'offset';

/** Parts of a time in a name. `offset`: minutes ahead of UTC; `fraction`: milliseconds; `half`: 0 for AM, 1 for PM. */
export type TimeParts = ReadonlyMap<Unit, number>;

interface Letters {
  readonly unit: Unit;
  /** @returns the value and its end; null where the text does not match */
  read(text: string, from: number): { readonly value: number; readonly end: number } | null;
}

export type TimePiece = { readonly literal: string } | { readonly letters: Letters };
export type TimeForm = readonly TimePiece[];

const digits = (unit: Unit, count: number, min: number, max: number, meaning = (value: number) => value): Letters => ({
  unit,
  read: (text, from) => {
    const end = from + count;
    let value = 0;
    for (let at = from; at < end; at++) {
      const digit = text.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) return null;
      value = value * 10 + digit;
    }
    return value >= min && value <= max ? { value: meaning(value), end } : null;
  },
});

const ZERO = '0'.charCodeAt(0);
const MAX_OFFSET_MINUTES = 18 * 60;

/** @param minutes form of the minutes in the offset: none, after the hours, or after a colon */
const offset = (minutes: '' | 'mm' | ':mm', takesZ: boolean): Letters => ({
  unit: 'offset',
  read: (text, from) => {
    if (takesZ && text[from] === 'Z') return { value: 0, end: from + 1 };
    const sign = text[from] === '+' ? 1 : text[from] === '-' ? -1 : 0;
    const hours = TWO_DIGITS.read(text, from + 1);
    if (sign === 0 || !hours) return null;
    if (minutes === '') return within(sign * hours.value * 60, hours.end);
    if (minutes === ':mm' && text[hours.end] !== ':') return null;
    const rest = SIXTY.read(text, hours.end + minutes.length - 'mm'.length);
    return rest && within(sign * (hours.value * 60 + rest.value), rest.end);
  },
});

const TWO_DIGITS = digits('offset', 2, 0, 23);
const SIXTY = digits('offset', 2, 0, 59);
const within = (value: number, end: number) => (Math.abs(value) <= MAX_OFFSET_MINUTES ? { value, end } : null);

const half: Letters = {
  unit: 'half',
  read: (text, from) => {
    const value = ['AM', 'PM'].indexOf(text.slice(from, from + 2).toUpperCase());
    return value === -1 ? null : { value, end: from + 2 };
  },
};

const LETTERS: ReadonlyMap<string, Letters> = new Map([
  ['yyyy', digits('year', 4, 1970, 9998)],
  ['yy', digits('year', 2, 0, 99, (value) => 2000 + value)],
  ['MM', digits('month', 2, 1, 12)],
  ['dd', digits('day', 2, 1, 31)],
  ['HH', digits('hour', 2, 0, 23)],
  ['hh', digits('halfDayHour', 2, 1, 12, (value) => value % 12)],
  ['a', half],
  ['mm', digits('minute', 2, 0, 59)],
  ['ss', digits('second', 2, 0, 59)],
  ['S', digits('fraction', 1, 0, 9, (value) => value * 100)],
  ['SS', digits('fraction', 2, 0, 99, (value) => value * 10)],
  ['SSS', digits('fraction', 3, 0, 999)],
  ['X', offset('', true)],
  ['XX', offset('mm', true)],
  ['XXX', offset(':mm', true)],
  ['x', offset('', false)],
  ['xx', offset('mm', false)],
  ['xxx', offset(':mm', false)],
  ['Z', offset('mm', false)],
]);

/** Parses a format. @returns the format, or one sentence about its fault */
export function readTimeForm(source: string): TimeForm | string {
  const pieces: TimePiece[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source[at] ?? '';
    if (character === "'") {
      const quote = readQuoted(source, at);
      if (quote === null) return 'a quote of the time is not closed';
      pieces.push({ literal: quote.text });
      at = quote.end;
    } else if (/[a-z]/i.test(character)) {
      let end = at + 1;
      while (source[end] === character) end++;
      const run = source.slice(at, end);
      const letters = LETTERS.get(run);
      if (!letters)
        return `the time has the letters ${run.slice(0, 10)}; other text stands in quotes, as in yyyyMMdd'T'HHmm`;
      pieces.push({ letters });
      at = end;
    } else {
      pieces.push({ literal: character });
      at++;
    }
  }
  return pieces;
}

/** Two quotes stand for one quote of the text, within quotes and outside of them. */
function readQuoted(source: string, from: number): { text: string; end: number } | null {
  if (source[from + 1] === "'") return { text: "'", end: from + 2 };
  let text = '';
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] !== "'") text += source[at];
    else if (source[at + 1] === "'") {
      text += "'";
      at++;
    } else return { text, end: at + 1 };
  }
  return null;
}

/** One sentence about what the formats together omit or repeat; null where they make a complete time. */
export function formsFault(forms: readonly TimeForm[]): string | null {
  const units = forms.flat().flatMap((piece) => ('letters' in piece ? [piece.letters.unit] : []));
  const has = (unit: Unit) => units.includes(unit);
  const isTime = has('year') && has('month') && has('day') && (has('hour') || (has('halfDayHour') && has('half')));
  if (!isTime) return "the time must have year, month, day and hour, as in yyyyMMdd'T'HHmm";
  return new Set(units).size < units.length ? 'the time has a part twice' : null;
}

/**
 * Reads the format at a position of a text.
 * @param parts receives the values
 * @returns the end position; -1 where the text does not match
 */
export function readTimeAt(form: TimeForm, text: string, from: number, parts: Map<Unit, number>): number {
  let at = from;
  for (const piece of form) {
    if ('literal' in piece) {
      if (!text.startsWith(piece.literal, at)) return -1;
      at += piece.literal.length;
      continue;
    }
    const read = piece.letters.read(text, at);
    if (read === null) return -1;
    parts.set(piece.letters.unit, read.value);
    at = read.end;
  }
  return at;
}

/**
 * @param zone time zone for a time without an offset
 * @returns null for a day that does not exist, such as the 30th of February
 */
export function timeOfParts(parts: TimeParts, zone: string): Date | null {
  const [year = 0, month = 0, day = 0] = [parts.get('year'), parts.get('month'), parts.get('day')];
  const hour = parts.get('hour') ?? (parts.get('halfDayHour') ?? 0) + 12 * (parts.get('half') ?? 0);
  const [minute = 0, second = 0, ms = 0] = [parts.get('minute'), parts.get('second'), parts.get('fraction')];
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return null;
  const ahead = parts.get('offset');
  return ahead === undefined ? instantOf(local.getTime(), zone) : new Date(local.getTime() - ahead * 60_000);
}

export type TimeUnit = Unit;

// Reads a stream as items: numbers, letters, and what stands between them. Pure.
// cspell:ignore NWBK
import { type Atom, type Morphs, morphsOf, readAtom } from './atoms.js';
import type { Cue, NumberBook } from './number-book.js';
import { endOfPhrase, longestPhrase } from './phrases-at.js';
import { soundsNumeric } from './sounds-numeric.js';
import type { SaidToken, Stream } from './talk.js';

export type Shape = 'date' | 'month_year' | 'time' | 'decimal';

export type Item = { readonly from: number; readonly to: number } & (
  | { readonly role: 'atom'; readonly atom: Atom }
  /** A written date or hour. */
  | { readonly role: 'shape'; readonly shape: Shape; readonly digits: string }
  | { readonly role: 'month'; readonly month: number }
  | { readonly role: 'cue'; readonly cue: Cue }
  /** `isNumeric`: it sounds like a part of a number; `misheard`: the digit that it sounds like. */
  | { readonly role: 'word'; readonly misheard: number | null; readonly isNumeric: boolean }
  | {
      readonly role:
        | 'mark'
        | 'currency'
        | 'filler'
        | 'correction'
        | 'restart'
        | 'unit'
        | 'money'
        | 'hour'
        | 'plus'
        | 'end';
    }
);

interface Reader {
  readonly tokens: readonly (SaidToken | null)[];
  readonly morphs: Morphs;
  readonly book: NumberBook;
}

const CURRENCY = /^\p{Sc}$/u;
const DATE_MARK = /^[./-]$/;
const MAX_LETTERS = 4;

/** Linear: what is looked at from one token is bounded. Every token belongs to one item. */
export function itemsOf({ tokens }: Stream, book: NumberBook): Item[] {
  const reader = { tokens, morphs: morphsOf(tokens, book), book };
  const items: Item[] = [];
  let at = 0;
  while (at < tokens.length) {
    const item = itemAt(reader, at);
    items.push(item);
    at = Math.max(item.to, at + 1);
  }
  return items;
}

function itemAt(reader: Reader, at: number): Item {
  const { tokens, book } = reader;
  const token = tokens[at];
  if (!token) return { role: 'end', from: at, to: at + 1 };
  if (token.kind === 'mark') return markAt(token, at);
  const phrase = token.kind === 'word' ? phraseAt(reader, at) : null;
  if (phrase && phrase.to > at + 1) return phrase;
  const special = token.kind === 'digits' ? shapeAt(reader, at) : (monthAt(reader, at) ?? linkedAt(reader, at));
  if (special) return special;
  const atom = readAtom(reader.morphs, reader.morphs.ofToken[at] ?? 0, book);
  if (atom && atom.to > at) return { role: 'atom', atom, from: at, to: atom.to };
  const spelled = lettersAt(reader, at);
  if (spelled) return spelled;
  if (phrase) return phrase;
  const { misheard = null } = book.entries.get(token.text) ?? {};
  return { role: 'word', misheard, isNumeric: soundsNumeric(token.text, book), from: at, to: at + 1 };
}

function markAt({ text }: SaidToken, at: number): Item {
  const place = { from: at, to: at + 1 };
  if (CURRENCY.test(text)) return { role: 'currency', ...place };
  if (text === '%') return { role: 'unit', ...place };
  return { role: text === '+' ? 'plus' : 'mark', ...place };
}

function phraseAt({ tokens, book }: Reader, at: number): Item | null {
  const phrase = longestPhrase(tokens, at, book);
  if (phrase === null || phrase.role === 'link') return null;
  if (phrase.role === 'cue') return { role: 'cue', cue: phrase.cue ?? 'neutral', from: at, to: phrase.to };
  return { role: phrase.role, from: at, to: phrase.to };
}

/** 12.3.2024, 2024-03-12, 09/27, 14:30; and the ordinals 12th and 3rd, which are no digits of a number. */
function shapeAt({ tokens, book }: Reader, at: number): Item | null {
  const parts: string[] = [];
  const marks: string[] = [];
  let to = at;
  while (parts.length < 4 && tokens[to]?.kind === 'digits' && (to === at || tokens[to]?.isGlued)) {
    parts.push(tokens[to]?.text ?? '');
    to += 1;
    const mark = tokens[to];
    if (mark?.kind !== 'mark' || !mark.isGlued || tokens[to + 1]?.kind !== 'digits' || !tokens[to + 1]?.isGlued) break;
    marks.push(mark.text);
    to += 1;
  }
  if (parts.length === 1) {
    const suffix = tokens[at + 1];
    const isOrdinal = suffix?.isGlued && suffix.kind === 'word' && book.ordinalSuffixes.has(suffix.text);
    return isOrdinal ? { role: 'shape', shape: 'date', digits: parts[0] ?? '', from: at, to: at + 2 } : null;
  }
  const shape = shapeOf(parts, marks);
  return shape === null ? null : { role: 'shape', shape, digits: parts.join(''), from: at, to };
}

function shapeOf(parts: readonly string[], marks: readonly string[]): Shape | null {
  const [first = '', second = '', third] = parts;
  const mark = marks[0] ?? '';
  const lengths = parts.map(({ length }) => length).join('');
  if (parts.length === 4 || marks.length !== parts.length - 1 || marks.some((each) => each !== mark)) return null;
  if (mark === ':') return /^[12]22?$/.test(lengths) ? 'time' : null;
  if (mark === ',' && third === undefined) return decimalOf(first, lengths);
  if (!DATE_MARK.test(mark)) return null;
  if (third === undefined) {
    const isMonth = Number(first) >= 1 && Number(first) <= 12;
    if (mark === '/') return isMonth && /^[12][24]$/.test(lengths) ? 'month_year' : null;
    return mark === '.' ? decimalOf(first, lengths) : null;
  }
  if (lengths === '422') return isDayAndMonth(second, third) ? 'date' : null;
  // 12-34-56 is a sort code, 12-03-1980 is a date.
  const hasYear = lengths.endsWith('4') || (mark !== '-' && lengths.endsWith('2'));
  return /^[12][12]/.test(lengths) && hasYear && isDayAndMonth(first, second) ? 'date' : null;
}

/** 129.99: a price or a size, and no part of a number. */
function decimalOf(first: string, lengths: string): Shape | null {
  return /^[123]2$/.test(lengths) && !/^0\d/.test(first) ? 'decimal' : null;
}

function isDayAndMonth(one: string, other: string): boolean {
  const [low, high] = [Math.min(Number(one), Number(other)), Math.max(Number(one), Number(other))];
  return low >= 1 && low <= 12 && high <= 31;
}

/** A month's name, where it does not spell the letter of its name. */
function monthAt({ tokens, book }: Reader, at: number): Item | null {
  const entry = book.entries.get(tokens[at]?.text ?? '');
  if (entry?.month === undefined) return null;
  const spells = [tokens[at - 1], tokens[at + 1]].some(
    (token) => token?.kind === 'word' && book.entries.get(token.text)?.letter !== undefined,
  );
  return entry.letter !== undefined && spells ? null : { role: 'month', month: entry.month, from: at, to: at + 1 };
}

/** "B for Bravo": a letter, and a word that begins with it. */
function linkedAt(reader: Reader, at: number): Item | null {
  const letter = reader.tokens[at]?.text ?? '';
  const to = /^[a-z]$/.test(letter) ? endOfLink(reader, at) : at;
  return to > at ? letters(letter.toUpperCase(), false, at, to) : null;
}

/** "B", "Berta", and the letters of "AB 12", "DE89" and "1EG4". */
function lettersAt({ tokens, book }: Reader, at: number): Item | null {
  const token = tokens[at];
  const entry = book.entries.get(token?.text ?? '');
  if (!token) return null;
  if (entry?.letter !== undefined) {
    return letters(entry.letter, entry.weak === true && !(token.isUpper && token.text === 'a'), at, at + 1);
  }
  const before = token.isGlued && tokens[at - 1]?.kind === 'digits';
  const after = tokens[at + 1]?.kind === 'digits' && tokens[at + 1]?.isGlued;
  if (entry !== undefined || !/^[a-z]+$/.test(token.text)) return null;
  const isPhrase = book.phrases.has(token.text);
  const isCode = (before || after) && token.text.length <= MAX_LETTERS && !(isPhrase && !after);
  // "AB 12" and "GB29 NWBK 6016".
  const stands = token.text.length === 2 || (token.text.length === 4 && tokens[at - 1]?.kind === 'digits');
  const isApart = token.isUpper && stands && tokens[at + 1]?.kind === 'digits' && !isPhrase;
  return isCode || isApart ? letters(token.text.toUpperCase(), !isCode, at, at + 1) : null;
}

function letters(value: string, isWeak: boolean, from: number, to: number): Item {
  const atom = { value, other: null, isWeak, isLetter: true, isWritten: value.length > 1, from, to };
  return { role: 'atom', atom, from, to };
}

/** The end of "for Bravo" after a letter; where no such words follow, the place of the letter. */
function endOfLink({ tokens, book }: Reader, at: number): number {
  const letter = tokens[at]?.text ?? '';
  const link = at + 1;
  for (const phrase of book.phrases.get(tokens[link]?.text ?? '') ?? []) {
    const to = phrase.role === 'link' ? endOfPhrase(tokens, link, phrase) : null;
    if (to !== null && tokens[to]?.kind === 'word' && tokens[to]?.text.startsWith(letter)) return to + 1;
  }
  return at;
}

// Reads one number, digit or letter at a position of a stream: "double four", "twenty one", "einundzwanzig", "B wie Berta". Pure.
import type { Entry, NumberBook } from './number-book.js';
import type { SaidToken } from './talk.js';

/** The smallest part of a spoken number. */
export interface Atom {
  /** Digits, or one letter and more. */
  readonly value: string;
  /** Another reading: 201 for "twenty one". */
  readonly other: string | null;
  /** True where it is an ordinary word by itself. */
  readonly isWeak: boolean;
  readonly isLetter: boolean;
  /** True where it is written in digits, not in words. */
  readonly isWritten: boolean;
  /** Tokens of the stream; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Atom of a run. */
export interface RunAtom extends Atom {
  /** Way in which it corrects what was said before it. */
  readonly fix: 'replace' | 'restart' | null;
  /** True when a mark or a filler is before it, or when it was written apart. */
  readonly startsGroup: boolean;
  /** True when a comma, a full stop or a word is before it. */
  readonly isApart: boolean;
  /** True when the first item between it and the previous atom is a mark. */
  readonly isAfterMark: boolean;
}

/** Part of a word that means a number; a compound has several with the same token. */
export interface Morph {
  readonly entry: Entry | null;
  /** Written digits. */
  readonly written: string | null;
  readonly token: number;
  /** True when it is the first of its segment. */
  readonly isFirst: boolean;
}

/** Maximum length of a compound for a number up to a million. */
const MAX_COMPOUND = 70;
const MIN_COMPOUND = 6;
const MAX_MORPH = 9;
const MAX_ARTICLES = 2;

const NOTHING: Morph = { entry: null, written: null, token: -1, isFirst: false };

export interface Morphs {
  readonly list: readonly Morph[];
  /** The first morph of each token. */
  readonly ofToken: Int32Array;
}

export function morphsOf(tokens: readonly (SaidToken | null)[], book: NumberBook): Morphs {
  const list: Morph[] = [];
  const ofToken = new Int32Array(tokens.length + 1);
  const known = new Map<string, readonly Entry[] | null>();
  for (const [token, said] of tokens.entries()) {
    ofToken[token] = list.length;
    const isFirst = said?.segment !== tokens[token - 1]?.segment;
    if (said === null) list.push({ ...NOTHING, token });
    else if (said.kind === 'digits') list.push({ entry: null, written: said.text, token, isFirst });
    else if (said.kind === 'mark') {
      if (!joinsNumbers(tokens, token, book)) list.push({ ...NOTHING, token });
    } else {
      const entry = book.entries.get(said.text);
      const parts = entry ? [entry] : compound(said.text, book, known);
      for (const part of parts ?? [null]) list.push({ entry: part, written: null, token, isFirst });
    }
  }
  ofToken[tokens.length] = list.length;
  return { list, ofToken };
}

/** The hyphens of "forty-one" and "ein-und-zwanzig". */
function joinsNumbers(tokens: readonly (SaidToken | null)[], at: number, { entries }: NumberBook): boolean {
  const [before, mark, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || !after || mark?.text !== '-' || !mark.isGlued || !after.isGlued) return false;
  return isNumberWord(entries.get(before.text)) && isNumberWord(entries.get(after.text));
}

function isNumberWord(entry: Entry | undefined): boolean {
  if (entry === undefined) return false;
  const { digit, teen, tens, hundred, thousand, join, one } = entry;
  return digit !== undefined || teen !== undefined || tens !== undefined || !!(hundred || thousand || join || one);
}

/**
 * Parts of a compound. Null when the word does not consist of number words only. Of two ways to split it, the one with the longer
 * first part is used.
 */
function compound(
  word: string,
  book: NumberBook,
  known: Map<string, readonly Entry[] | null>,
): readonly Entry[] | null {
  if (!book.unitsBeforeTens || word.length < MIN_COMPOUND || word.length > MAX_COMPOUND) return null;
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const rest: (readonly Entry[] | null)[] = new Array(word.length + 1).fill(null);
  rest[word.length] = [];
  for (let from = word.length - 2; from >= 0; from -= 1) {
    for (let to = Math.min(from + MAX_MORPH, word.length); to > from && rest[from] === null; to -= 1) {
      const after = rest[to];
      const entry = after && book.entries.get(word.slice(from, to));
      if (after && entry && (isNumberWord(entry) || entry.times !== undefined)) rest[from] = [entry, ...after];
    }
  }
  known.set(word, rest[0] ?? null);
  return rest[0] ?? null;
}

interface Read {
  readonly value: string;
  readonly other: string | null;
  /** Index of the morph after it. */
  readonly end: number;
}

/** Null when no number begins with this morph. Reads a bounded number of morphs. */
export function readAtom({ list }: Morphs, at: number, book: NumberBook): Atom | null {
  const morph = list[at];
  if (!morph || (morph.entry === null && morph.written === null)) return null;
  const repeated = readRepeated(list, at);
  const read = repeated ?? readCardinal(list, at, book) ?? writtenAt(list, at);
  if (read === null) return null;
  return {
    value: read.value,
    other: read.other,
    isWeak: morph.entry?.weak === true && read.end === at + 1,
    isLetter: /[A-Z]/.test(read.value),
    isWritten: morph.written !== null && repeated === null,
    from: morph.token,
    to: (list[read.end - 1]?.token ?? morph.token) + 1,
  };
}

function writtenAt(list: readonly Morph[], at: number): Read | null {
  const written = list[at]?.written ?? null;
  return written === null ? null : { value: written, other: null, end: at + 1 };
}

/** "double four", "zweimal die vier", "two times four", "two fours", "double B". */
function readRepeated(list: readonly Morph[], at: number): Read | null {
  const { entry, written } = list[at] ?? NOTHING;
  const count = entry?.digit ?? (written?.length === 1 ? Number(written) : undefined);
  const next = list[at + 1];
  const isCount = count !== undefined && count >= 2 && count <= 4;
  if (isCount && next?.entry?.plural !== undefined) {
    return { value: String(next.entry.plural).repeat(count), other: null, end: at + 2 };
  }
  const times = entry?.times ?? (isCount && next?.entry?.timesWord ? count : undefined);
  if (times === undefined) return null;
  let of = entry?.times === undefined ? at + 2 : at + 1;
  for (let articles = 0; articles < MAX_ARTICLES && list[of]?.entry?.article && !list[of]?.entry?.digit; articles += 1)
    of += 1;
  const repeated = valueOfRepeated(list[of] ?? NOTHING);
  return repeated === null ? null : { value: repeated.repeat(times), other: null, end: of + 1 };
}

function valueOfRepeated({ entry, written }: Morph): string | null {
  if (written !== null) return written.length === 1 ? written : null;
  const value = entry?.digit ?? entry?.plural ?? entry?.teen ?? entry?.tens ?? entry?.letter;
  return value === undefined ? null : String(value);
}

/** A number below a million. */
function readCardinal(list: readonly Morph[], at: number, book: NumberBook): Read | null {
  const front = readBelowThousand(list, at, book);
  const isBare = front === null && book.bareHundred && list[at]?.entry?.thousand === true;
  const thousandAt = front?.end ?? at;
  if ((front === null && !isBare) || !list[thousandAt]?.entry?.thousand) return valid(front);
  const rest = readBelowThousand(list, afterJoin(list, thousandAt + 1), book);
  const value = (front === null ? 1 : Number(front.value)) * 1_000 + Number(rest?.value ?? 0);
  return { value: String(value), other: null, end: rest?.end ?? thousandAt + 1 };
}

interface Part extends Read {
  /** "a", "ein": counts only before hundred and thousand. */
  readonly isArticle: boolean;
}

function valid(part: Part | null): Read | null {
  return part?.isArticle ? null : part;
}

function readBelowThousand(list: readonly Morph[], at: number, book: NumberBook): Part | null {
  const front = readBelowHundred(list, at, book);
  const isBare = front === null && book.bareHundred && list[at]?.entry?.hundred === true;
  const hundredAt = front?.end ?? at;
  if ((front === null && !isBare) || !list[hundredAt]?.entry?.hundred || front?.value === '0') return front;
  const restAt = afterJoin(list, hundredAt + 1);
  const rest = valid(readBelowHundred(list, restAt, book));
  const hundreds = (front === null ? 1 : Number(front.value)) * 100;
  // "Eight hundred five five five" begins with 800.
  const other = rest && restAt === hundredAt + 1 ? `${hundreds}${rest.value}` : null;
  const value = String(hundreds + Number(rest?.value ?? 0));
  return { value, other, end: rest?.end ?? hundredAt + 1, isArticle: false };
}

function afterJoin(list: readonly Morph[], at: number): number {
  return list[at]?.entry?.join ? at + 1 : at;
}

function readBelowHundred(list: readonly Morph[], at: number, { unitsBeforeTens }: NumberBook): Part | null {
  const entry = list[at]?.entry;
  if (!entry) return null;
  const unit = entry.digit ?? (entry.one ? 1 : undefined);
  if (unit !== undefined) {
    const tens = unitsBeforeTens && unit > 0 && list[at + 1]?.entry?.join ? list[at + 2]?.entry?.tens : undefined;
    if (tens !== undefined)
      return { value: String(tens + unit), other: `${unit}${tens}`, end: at + 3, isArticle: false };
    return { value: String(unit), other: null, end: at + 1, isArticle: entry.digit === undefined };
  }
  if (entry.teen !== undefined) return { value: String(entry.teen), other: null, end: at + 1, isArticle: false };
  if (entry.tens === undefined) return null;
  // "Twenty, two times seven".
  const isCount = list[at + 2]?.entry?.timesWord && readRepeated(list, at + 1) !== null;
  const isParted = unitsBeforeTens || isCount || list[at + 1]?.isFirst;
  const digit = isParted ? undefined : list[at + 1]?.entry?.digit;
  if (!digit) return { value: String(entry.tens), other: null, end: at + 1, isArticle: false };
  return { value: String(entry.tens + digit), other: `${entry.tens}${digit}`, end: at + 2, isArticle: false };
}

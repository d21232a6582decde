// Words of a transcript as two hearings of it are compared: without case and punctuation, and numbers alike whether they were
// written in digits or in words. Each digit is a word: "twenty one" and "21" are 2 1, "twenty twenty five" is 2 0 2 5. Pure.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Morphs, morphsOf, readAtom } from '../redaction/numbers/grammar/atoms.js';
import { type NumberBook, numberBooks } from '../redaction/numbers/grammar/number-book.js';
import type { SaidToken } from '../redaction/numbers/grammar/talk.js';
import { tokensOf } from '../redaction/numbers/grammar/tokens.js';

export interface ComparableWord {
  readonly word: string;
  /** Index of its text. */
  readonly segment: number;
  /** Characters of the text from which it was made; `to` is exclusive. The digits of a number share them. */
  readonly from: number;
  readonly to: number;
}

const texts = z.record(z.string(), z.string());
const signsFile = z.record(
  z.string(),
  z.strictObject({
    /** Signs beside a number, as they are read out. */
    signs: texts,
    /** Forms of the same word, which depend on the number before it. */
    plurals: texts,
    /** Words between the digits of a number that are written as a mark. */
    decimal: z.array(z.string()),
  }),
);
type Signs = z.output<typeof signsFile>[string];
const SIGNS = signsFile.parse(JSON.parse(readFileSync(new URL('./written-signs.json', import.meta.url), 'utf8')));
const NO_SIGNS: Signs = { signs: {}, plurals: {}, decimal: [] };

/** Scripts without blanks between words: each character counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

interface Language {
  /** Null: numbers are known in digits alone. */
  readonly book: NumberBook | null;
  readonly signs: Signs;
}

interface Item {
  words: string[];
  /** Its word as it stands, without the reading as a number. */
  readonly text: string;
  readonly kind: 'word' | 'number' | 'weak' | 'decimal';
  readonly isWritten: boolean;
  readonly from: number;
  to: number;
}

/** @param language of both hearings that are compared, as ISO 639-1, also with a region; null where it is not known */
export function comparableWords(said: readonly string[], language: string | null): ComparableWord[] {
  const [book = null, ...others] = numberBooks(language);
  const known: Language =
    others.length > 0 ? { book: null, signs: NO_SIGNS } : { book, signs: SIGNS[book?.language ?? ''] ?? NO_SIGNS };
  return said.flatMap((text, segment) =>
    settled(itemsOf(text, known)).flatMap(({ words, from, to }) => words.map((word) => ({ word, segment, from, to }))),
  );
}

function itemsOf(text: string, language: Language): Item[] {
  const tokens: SaidToken[] = tokensOf(text).map((token) => ({ ...token, segment: 0, order: 0 }));
  const { book, signs } = language;
  const morphs = book && morphsOf(tokens, book);
  const items: Item[] = [];
  /** Word of a currency that was written before its number, and is read out after it. */
  let held: string | null = null;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const sign = token.kind === 'mark' ? signs.signs[token.text] : undefined;
    if (sign !== undefined && tokens[at + 1]?.kind === 'digits') held = sign;
    else if (sign !== undefined && items.at(-1)?.kind === 'number') items.push(wordOf(sign, token));
    const number = token.kind === 'mark' ? null : numberAt(tokens, at, book, morphs);
    if (number) addNumber(items, number.item, number.ordinal, book);
    else if (token.kind === 'word') items.push(...plainWords(token, signs));
    at = number?.end ?? at + 1;
    if (held !== null && number && !isWithinNumber(tokens, at)) {
      items.push(wordOf(held, token));
      held = null;
    }
  }
  return items;
}

const wordOf = (word: string, { from, to }: SaidToken): Item => ({
  words: [word],
  text: word,
  kind: 'word',
  isWritten: true,
  from,
  to,
});

function plainWords(token: SaidToken, { plurals, decimal }: Signs): Item[] {
  const word = token.text.replaceAll("'", '');
  if (UNSPACED.test(word)) return [{ ...wordOf(word, token), words: [...word] }];
  return [{ ...wordOf(plurals[word] ?? word, token), kind: decimal.includes(word) ? 'decimal' : 'word' }];
}

/** True at the mark of "1,000" and "3.50". */
const isWithinNumber = (tokens: readonly SaidToken[], at: number): boolean =>
  tokens[at]?.kind === 'mark' &&
  tokens[at]?.isGlued === true &&
  tokens[at + 1]?.kind === 'digits' &&
  tokens[at + 1]?.isGlued === true;

interface FoundNumber {
  readonly item: Item;
  readonly ordinal: number | null;
  /** Index of the token after it. */
  readonly end: number;
}

function numberAt(
  tokens: readonly SaidToken[],
  at: number,
  book: NumberBook | null,
  morphs: Morphs | null,
): FoundNumber | null {
  const token = tokens[at];
  if (!token) return null;
  const found = (value: string, end: number, isWeak = false, ordinal: number | null = null): FoundNumber => ({
    item: {
      words: [...value],
      text: token.text,
      kind: isWeak ? 'weak' : 'number',
      isWritten: token.kind === 'digits',
      from: token.from,
      to: tokens[end - 1]?.to ?? token.to,
    },
    ordinal,
    end,
  });
  if (book && morphs) {
    const ordinal = book.entries.get(token.text)?.ordinal;
    const atom = readAtom(morphs, morphs.ofToken[at] ?? 0, book);
    if (atom && !atom.isLetter && atom.to > at) {
      const suffix = tokens[atom.to];
      const isOrdinal = token.kind === 'digits' && suffix?.isGlued && book.ordinalSuffixes.has(suffix.text);
      return found(atom.value, isOrdinal ? atom.to + 1 : atom.to, atom.isWeak);
    }
    if (ordinal !== undefined) return found(String(ordinal), at + 1, false, ordinal);
  }
  return token.kind === 'digits' ? found(token.text, at + 1) : null;
}

/** "Twenty first" is 21, and "one hundred and first" 101. */
function addNumber(items: Item[], number: Item, ordinal: number | null, book: NumberBook | null): void {
  const last = items.at(-1);
  const isJoined = ordinal !== null && last !== undefined && book?.entries.get(last.text)?.join === true;
  const before = isJoined && items.at(-2)?.kind === 'number' ? items.at(-2) : last;
  const zeros = number.words.length;
  const isTail =
    ordinal !== null &&
    before?.kind === 'number' &&
    !before.isWritten &&
    !book?.unitsBeforeTens &&
    before.words.length > zeros &&
    before.words.join('') !== '10' &&
    before.words.slice(-zeros).every((digit) => digit === '0');
  if (!isTail || before === undefined) items.push(number);
  else {
    if (before !== last) items.pop();
    before.words = [...before.words.slice(0, -zeros), ...number.words];
    before.to = number.to;
  }
}

/** A word that is a digit or a decimal point between numbers alone: "four oh seven", and "oh, four". */
function settled(items: readonly Item[]): Item[] {
  return items.flatMap((item, at): Item[] => {
    if (item.kind === 'word' || item.kind === 'number') return [item];
    const isBetween = endsInNumber(items, at, -1) && endsInNumber(items, at, 1);
    if (item.kind === 'decimal') return isBetween ? [] : [item];
    return isBetween ? [item] : [{ ...item, words: [item.text] }];
  });
}

/** Whether a number is beside it, or beside other words of its kind. */
function endsInNumber(items: readonly Item[], from: number, step: 1 | -1): boolean {
  let at = from + step;
  while (items[at]?.kind === 'weak') at += step;
  return items[at]?.kind === 'number';
}

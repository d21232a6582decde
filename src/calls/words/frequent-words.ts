// The most frequent words of some languages. Two of them in a row are a lexeme of their own, so that the index alone tells which
// calls have a phrase of frequent words. Otherwise each call that has both words is read and compared.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Number of the lists, stored with each call. Other lists take the next number, and the sweep replaces those of others. */
export const LISTS = 1;

const WORDS = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(new URL('./frequent-words.json', import.meta.url), 'utf8')));
/** Two digits by word: an entry of the index has few bytes, and a call some 170 of them. */
const CODES = new Map(
  [...new Set(Object.values(WORDS).flatMap((words) => words.split(' ')))].map((word, at) => [
    word,
    at.toString(36).padStart(2, '0'),
  ]),
);

/** Lexeme of two words, the second right after the first; null unless both are frequent. Begins as no word and no prefix does. */
export function pairLexeme(first: string, second: string): string | null {
  const codes = [CODES.get(first), CODES.get(second)];
  return codes.includes(undefined) ? null : `_${codes.join('')}`;
}

// Tells whether a word may be a misheard part of a number. Pure.
import { numberBooks } from './grammar/number-book.js';
import { soundsNumeric } from './grammar/sounds-numeric.js';
import { fold } from './grammar/tokens.js';

/** @param word any word, a number among them */
export function soundsLikeNumber(language: string, word: string): boolean {
  return /^\p{N}+$/u.test(word) || numberBooks(language).some((book) => soundsNumeric(fold(word), book));
}

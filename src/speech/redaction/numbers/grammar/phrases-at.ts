// Finds the phrases of a book at a place of the tokens. Pure.
// cspell:ignore steuer
import type { NumberBook, Phrase } from './number-book.js';
import type { Token } from './tokens.js';

type Tokens = readonly (Token | null)[];

/** The longest phrase that begins at a token, links of letters apart. Looks at a bounded number of tokens. */
export function longestPhrase(tokens: Tokens, at: number, { phrases }: NumberBook): (Phrase & { to: number }) | null {
  for (const phrase of phrases.get(tokens[at]?.text ?? '') ?? []) {
    const to = phrase.role === 'link' ? null : endOfPhrase(tokens, at, phrase);
    if (to !== null) return { ...phrase, to };
  }
  return null;
}

/** The token after a phrase that begins at a token; null where the tokens are others. Marks within words count for nothing. */
export function endOfPhrase(tokens: Tokens, at: number, { words }: Phrase): number | null {
  let next = at;
  for (const word of words) {
    while (next > at && isWithinWord(tokens[next])) next += 1;
    if (tokens[next]?.text !== word) return null;
    next += 1;
  }
  return next;
}

/** The marks of "steuer-id" and "c.v.v". */
function isWithinWord(token: Token | null | undefined): boolean {
  return token?.isGlued === true && (token.text === '-' || token.text === '.');
}

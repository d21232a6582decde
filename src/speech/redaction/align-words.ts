// Finds the position of each timed word in the text of its segment. Engines write words and text differently: words come without
// punctuation, and some engines write numbers as digits only in the text. Pure.
import type { Word } from '../../ports/transcript.js';
import type { SearchedSegment } from './sensitive-span.js';

/** A word with its position in the text of its segment. */
export interface PlacedWord {
  readonly word: Word;
  readonly from: number;
  readonly to: number;
}

interface Token {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Words within which text and words must meet again where they part. */
const MAX_APART = 40;

/**
 * Places the words in the text. Where the two differ, each word of the stretch has the place of the whole stretch, so that what
 * is masked in it masks all of its words.
 * @returns null where the words have no usable times, or are not those of the text
 */
export function alignedWords({ text, words }: Pick<SearchedSegment, 'text' | 'words'>): PlacedWord[] | null {
  if (words === null || words.length === 0 || !areTimed(words)) return null;
  const tokens = tokensOf(text);
  const placed: PlacedWord[] = [];
  let at = 0;
  let token = 0;
  // A text that consists only of digits has none of its spoken words.
  let isSame = tokens.every(({ key }) => /^\p{N}+$/u.test(key));
  while (at < words.length) {
    const fit = fitAt(words, at, tokens, token);
    if (fit === null) return null;
    isSame ||= fit.words === 1 && fit.tokens === 1;
    const from = tokens[token]?.from ?? text.length;
    const to = Math.max(from, tokens[token + fit.tokens - 1]?.to ?? from);
    for (let index = at; index < at + fit.words; index += 1) placed.push({ word: words[index] as Word, from, to });
    at += fit.words;
    token += fit.tokens;
  }
  // Letters after the last word have no time of their own.
  return token < tokens.length || !isSame ? null : placed;
}

function areTimed(words: readonly Word[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of words) {
    if (!(endMs >= startMs && startMs >= last)) return false;
    last = startMs;
  }
  return (words.at(-1)?.endMs ?? 0) > (words[0]?.startMs ?? 0);
}

/** Key for comparing words: letters and digits only. A word without any is not compared. */
const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: said, index: from }) => {
    const key = keyOf(said);
    return key === '' ? [] : [{ key, from, to: from + said.length }];
  });
}

interface Fit {
  readonly words: number;
  readonly tokens: number;
}

/** Smallest number of words and tokens from here on that match. */
function fitAt(words: readonly Word[], at: number, tokens: readonly Token[], token: number): Fit | null {
  const key = keyOf(words[at]?.text ?? '');
  if (key === '') return { words: 1, tokens: 0 };
  if (key === tokens[token]?.key) return { words: 1, tokens: 1 };
  return sameLetters(words, at, tokens, token) ?? meetAgain(words, at, tokens, token);
}

/** Words and tokens with the same letters, but split differently: "e-mail" and "e mail". */
function sameLetters(words: readonly Word[], at: number, tokens: readonly Token[], token: number): Fit | null {
  let [said, written] = [keyOf(words[at]?.text ?? ''), tokens[token]?.key ?? ''];
  let [usedWords, usedTokens] = [1, 1];
  while (said !== written) {
    if (usedWords + usedTokens > MAX_APART) return null;
    if (said.length < written.length && written.startsWith(said) && at + usedWords < words.length) {
      said += keyOf(words[at + usedWords]?.text ?? '');
      usedWords += 1;
    } else if (written.length < said.length && said.startsWith(written) && token + usedTokens < tokens.length) {
      written += tokens[token + usedTokens]?.key ?? '';
      usedTokens += 1;
    } else return null;
  }
  return { words: usedWords, tokens: usedTokens };
}

/** Words and tokens up to the place where two words in a row are the same on both sides, or to the end of both. */
function meetAgain(words: readonly Word[], at: number, tokens: readonly Token[], token: number): Fit | null {
  const isSame = (word: number, other: number) =>
    word < words.length && other < tokens.length && keyOf(words[word]?.text ?? '') === tokens[other]?.key;
  const isEnd = (word: number, other: number) => word === words.length && other === tokens.length;
  for (let apart = 2; apart <= MAX_APART; apart += 1) {
    for (let skipped = 1; skipped < apart; skipped += 1) {
      const [word, other] = [at + skipped, token + apart - skipped];
      const isLast = isEnd(word + 1, other + 1);
      if (isEnd(word, other) || (isSame(word, other) && (isLast || isSame(word + 1, other + 1))))
        return { words: skipped, tokens: apart - skipped };
    }
  }
  return null;
}

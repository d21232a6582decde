// Finds one sequence of words in another: how a quotation is looked for in a transcript.
import type { TextWord } from '../speech/words/words.js';

/** Yields every position of `wanted` in `words`. Knuth–Morris–Pratt: linear time, whatever repeats. */
export function* findWordSequence(words: readonly TextWord[], wanted: readonly TextWord[]): Generator<number> {
  if (wanted.length === 0 || wanted.length > words.length) return;
  const fallback: number[] = [0];
  for (let at = 1, length = 0; at < wanted.length; at += 1) {
    while (length > 0 && wanted[at]?.key !== wanted[length]?.key) length = fallback[length - 1] ?? 0;
    if (wanted[at]?.key === wanted[length]?.key) length += 1;
    fallback.push(length);
  }
  for (let at = 0, length = 0; at < words.length; at += 1) {
    while (length > 0 && words[at]?.key !== wanted[length]?.key) length = fallback[length - 1] ?? 0;
    if (words[at]?.key === wanted[length]?.key) length += 1;
    if (length === wanted.length) {
      yield at - length + 1;
      length = fallback[length - 1] ?? 0;
    }
  }
}

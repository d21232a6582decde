// How fast words follow each other, to find out where an engine has left words out or made some up.
import type { SpeechSpan } from '../../ports/transcript.js';
import { splitWords } from './words.js';

/**
 * Words in a second of speech, pauses left out. Measured on the sample calls 3.0 to 3.5; slow speech, and languages with long
 * words, stay above 2. With half of the words lost, every speaker falls below the lower limit or close to it.
 */
export const MIN_WORDS_PER_SECOND = 1.5;
/** No person says more, an auctioneer 4 to 6: the engine repeats itself. */
export const MAX_WORDS_PER_SECOND = 7;

/** The detector adds so much before and after an utterance. */
const PADDING_MS = 350;
const MIN_UTTERED_MS = 100;

/** Milliseconds of speech without the padding. */
export function utteredMs(spans: readonly SpeechSpan[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + Math.max(MIN_UTTERED_MS, endMs - startMs - PADDING_MS), 0);
}

/**
 * Number of words as they are said: each digit of a number is one (`4711`), and a character of a script without word spaces
 * is half a word.
 */
export function spokenWords(text: string): number {
  let words = 0;
  for (const { key, weight, glued } of splitWords(text)) {
    const digits = key.match(/\p{Nd}/gu)?.length ?? 0;
    const unspaced = weight === 2 && [...key].length === 1;
    if (digits > 0) words += digits;
    else if (unspaced) words += 0.5;
    else if (!glued && weight > 0) words += 1;
  }
  return words;
}

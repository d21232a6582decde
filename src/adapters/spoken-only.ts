// Removes from an engine's text everything that no person can have said: marks for sounds, credits of films, loops, and text that
// is too long for its time. Such text must not affect any judgement or role.
import type { HeardSegment } from '../ports/speech-to-text.js';
import { findLoops } from './repeated-words.js';
import { findMarks } from './sound-marks.js';
import { withoutRanges } from './word-ranges.js';

/** Auctioneers say 4 to 6 words a second; a fast speaker reaches 8 for a moment. */
const MAX_WORDS_PER_SECOND = 10;
/** Servers round times, some to whole seconds. */
const TIME_SLACK_MS = 500;
/** Maximum length of a word; a longer run of letters counts as several words. */
const MAX_WORD_LETTERS = 8;
const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const UNSPACED_LETTERS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Text of a response without times. Removes the same as {@link keepSpoken}, except loops. */
export function spokenText(text: string): string {
  const segment = { speaker: null, startMs: 0, endMs: 0, text, confidence: null, words: null };
  return withoutRanges(segment, findMarks(text)).text;
}

/** @param segments ascending, with their times */
export function keepSpoken(segments: readonly HeardSegment[]): HeardSegment[] {
  const unmarked = segments.map((segment) => withoutRanges(segment, findMarks(segment.text)));
  const loops = findLoops(unmarked);
  return unmarked
    .map((segment, index) => withoutRanges(segment, loops[index] ?? []))
    .filter(
      (segment, index, all) => /[\p{L}\p{N}]/u.test(segment.text) && isSayable(segment.text, timeFor(index, all)),
    );
}

/** Time of the segment; if the engine gave only a start, the time to the next segment. */
function timeFor(index: number, segments: readonly HeardSegment[]): number {
  const { startMs, endMs } = segments[index] as HeardSegment;
  if (endMs > startMs) return endMs - startMs;
  return Math.max(0, (segments[index + 1]?.startMs ?? startMs) - startMs);
}

/** True when a person can say the text within this time. */
export function isSayable(text: string, ms: number, slackMs = TIME_SLACK_MS): boolean {
  return countSpoken(text) <= (MAX_WORDS_PER_SECOND * (ms + slackMs)) / 1000;
}

/** Two characters of Chinese or Japanese and five letters of Thai take about as long as a word. */
function countSpoken(text: string): number {
  const han = text.match(HAN_OR_KANA)?.length ?? 0;
  const thai = text.match(UNSPACED_LETTERS)?.length ?? 0;
  const spaced = text.replace(HAN_OR_KANA, ' ').replace(UNSPACED_LETTERS, ' ');
  const words = spaced.match(WORD) ?? [];
  return han / 2 + thai / 5 + words.reduce((sum, word) => sum + Math.max(1, word.length / MAX_WORD_LETTERS), 0);
}

// Finds what a model repeats without an end: a word or a phrase that follows itself more often than a person says it.
import type { HeardSegment } from '../ports/speech-to-text.js';
import type { TextRange } from './word-ranges.js';

/** Whisper repeats sentences; no loop of more words was seen. */
const MAX_PERIOD = 40;
/** Two repeats of a loop follow each other at once: a listener who says `okay` again and again pauses in between. */
const MAX_PAUSE_MS = 500;

/**
 * From so many repeats on it is a loop. People say `no` seven times, read out ten zeros, and say a sentence three times; the
 * repeats of a loop fill the model's window of 30 s.
 */
function minRepeats(period: number): number {
  if (period === 1) return 16;
  return period <= 3 ? 8 : 5;
}

/** A character of a script without blanks, or a word. */
const UNIT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

interface Unit extends TextRange {
  readonly segment: number;
  /** Equal for equal words. Unique where a pause lies between two segments. */
  readonly key: number;
}

/** @param segments ascending @returns for each segment what belongs to a loop, ascending and disjoint */
export function findLoops(segments: readonly HeardSegment[]): TextRange[][] {
  const units = unitsOf(segments);
  const keys = Int32Array.from(units, ({ key }) => key);
  const isLoop = new Uint8Array(units.length);
  for (let period = 1; period <= Math.min(MAX_PERIOD, units.length / 2); period++) markLoops(keys, period, isLoop);
  const ranges = segments.map((): { from: number; to: number }[] => []);
  for (const [index, { segment, from, to }] of units.entries()) {
    if (isLoop[index] !== 1) continue;
    const own = ranges[segment] as { from: number; to: number }[];
    const last = own.at(-1);
    const before = units[index - 1];
    if (last !== undefined && isLoop[index - 1] === 1 && before?.segment === segment) last.to = to;
    else own.push({ from, to });
  }
  return ranges;
}

function markLoops(keys: Int32Array, period: number, isLoop: Uint8Array): void {
  let same = 0;
  for (let at = period; at <= keys.length; at++) {
    if (at < keys.length && keys[at] === keys[at - period]) {
      same++;
      continue;
    }
    if (same + period >= minRepeats(period) * period) isLoop.fill(1, at - same - period, at);
    same = 0;
  }
}

function unitsOf(segments: readonly HeardSegment[]): Unit[] {
  const keys = new Map<string, number>();
  const units: Unit[] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const [segment, { text, startMs, endMs: ends }] of segments.entries()) {
    if (startMs - endMs > MAX_PAUSE_MS) units.push({ segment, from: 0, to: 0, key: -1 - segment });
    endMs = Math.max(endMs, ends);
    for (const { 0: found, index } of text.matchAll(UNIT)) {
      const word = found.toLowerCase();
      const key = keys.get(word) ?? keys.size;
      keys.set(word, key);
      units.push({ segment, from: index, to: index + found.length, key });
    }
  }
  return units;
}

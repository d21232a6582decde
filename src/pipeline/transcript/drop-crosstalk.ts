// Drops crosstalk: words of one party that leak into the other party's channel and are recognised there again.
import type { SpeechSpan } from '../../ports/transcript.js';
import { overlapMs } from './spans.js';

/** Crosstalk overlaps the original by at least this fraction of the shorter segment's time. */
const MIN_TIME_OVERLAP = 0.5;
/**
 * Crosstalk has at least this fraction of its words in common with the original, in order. Not all: a recogniser
 * mishears some words of a weak copy.
 */
const MIN_COMMON_WORDS = 0.8;
/** Two parties do say "hello" or "thank you, bye" at once: with fewer words, crosstalk must also be clearly weaker. */
const MIN_WORDS_AT_ANY_LEVEL = 4;
const MIN_LEVEL_DIFFERENCE_DB = 10;

/** Level of a channel over a stretch of time, in dB; null when it was not measured. */
export type LevelAt = (channel: number | null, startMs: number, endMs: number) => number | null;

interface ChannelSegment extends SpeechSpan {
  readonly channel: number | null;
  readonly text: string;
}

/** Looks levels up in the measured tracks: the mean over the speech within the stretch. */
export function createLevelLookup(
  tracks: readonly { channel: number | null; speech: readonly (SpeechSpan & { levelDb: number })[] }[],
): LevelAt {
  return (channel, startMs, endMs) => {
    let [weightedDb, measuredMs] = [0, 0];
    for (const span of tracks.find((track) => track.channel === channel)?.speech ?? []) {
      if (span.startMs >= endMs) break;
      const sharedMs = overlapMs(span, { startMs, endMs });
      weightedDb += sharedMs * span.levelDb;
      measuredMs += sharedMs;
    }
    return measuredMs === 0 ? null : weightedDb / measuredMs;
  };
}

/** The segments without crosstalk, ascending by start: the louder channel keeps the words. */
export function dropCrosstalk<S extends ChannelSegment>(segments: readonly S[], levelAt: LevelAt): S[] {
  const ordered = [...segments].sort((a, b) => a.startMs - b.startMs);
  const dropped = new Set<S>();
  for (const [index, first] of ordered.entries()) {
    for (let at = index + 1; at < ordered.length && !dropped.has(first); at++) {
      const second = ordered[at] as S;
      if (second.startMs >= first.endMs) break;
      if (first.channel === second.channel) continue;
      if (dropped.has(second)) continue;
      const crosstalk = findCrosstalk(first, second, levelAt);
      if (crosstalk !== null) dropped.add(crosstalk);
    }
  }
  return ordered.filter((segment) => !dropped.has(segment));
}

/** Which of two segments is crosstalk of the other; null when both were said, or when the levels do not tell. */
function findCrosstalk<S extends ChannelSegment>(a: S, b: S, levelAt: LevelAt): S | null {
  const shorterMs = Math.min(a.endMs - a.startMs, b.endMs - b.startMs);
  if (overlapMs(a, b) < MIN_TIME_OVERLAP * shorterMs) return null;
  const aTokens = tokenize(a.text);
  const bTokens = tokenize(b.text);
  const common = longestCommonSubsequence(aTokens, bTokens);
  // Most overlaps are of two people who say different things: their levels need not be looked up.
  if (common < MIN_COMMON_WORDS * Math.min(aTokens.length, bTokens.length)) return null;
  const aLevelDb = levelAt(a.channel, a.startMs, a.endMs);
  const bLevelDb = levelAt(b.channel, b.startMs, b.endMs);
  if (aLevelDb === null || bLevelDb === null || aLevelDb === bLevelDb) return null;
  const [weaker, words] = aLevelDb < bLevelDb ? [a, aTokens.length] : [b, bTokens.length];
  if (words === 0 || common < MIN_COMMON_WORDS * words) return null;
  const bothSaid = words < MIN_WORDS_AT_ANY_LEVEL && Math.abs(aLevelDb - bLevelDb) < MIN_LEVEL_DIFFERENCE_DB;
  return bothSaid ? null : weaker;
}

/** Lower-case words without punctuation, for comparing how two recognitions of the same audio read. */
export function tokenize(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** Length of the longest common subsequence. */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row: readonly number[] = [];
  for (const token of a) {
    const next = [0];
    for (let at = 1; at <= b.length; at++) {
      const same = token === b[at - 1];
      next.push(same ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

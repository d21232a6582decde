// Drops crosstalk: words of one party that leak into the other party's channel and are recognised there again.
import type { SpeechSpan } from '../../ports/transcript.js';
import { overlapMs } from '../words/spans.js';

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

/**
 * Maximum number of segments of the other channel that are compared with a segment, of those that begin within it. In 30 s, the
 * longest segment of most engines, a party says some fifteen. Without a limit, the time would grow with the square of their
 * number.
 */
const MAX_COMPARED = 64;

/** Level of a channel over a stretch of time, in dB; null when it was not measured. */
export type LevelAt = (channel: number | null, startMs: number, endMs: number) => number | null;

interface ChannelSegment extends SpeechSpan {
  readonly channel: number | null;
  readonly text: string;
}

/** Finds levels in the measured tracks: the mean over the speech within the interval. */
export function createLevelLookup(
  tracks: readonly { channel: number | null; speech: readonly (SpeechSpan & { levelDb: number })[] }[],
): LevelAt {
  const speechOf = new Map(tracks.map(({ channel, speech }) => [channel, speech]));
  return (channel, startMs, endMs) => {
    const speech = speechOf.get(channel) ?? [];
    let [weightedDb, measuredMs] = [0, 0];
    for (let at = firstEndingAfter(speech, startMs); at < speech.length; at++) {
      const span = speech[at] as SpeechSpan & { levelDb: number };
      if (span.startMs >= endMs) break;
      const sharedMs = overlapMs(span, { startMs, endMs });
      weightedDb += sharedMs * span.levelDb;
      measuredMs += sharedMs;
    }
    return measuredMs === 0 ? null : weightedDb / measuredMs;
  };
}

/** A segment with the data that is compared. Each value is computed once, when it is needed. */
class Compared<S extends ChannelSegment> {
  private words: readonly string[] | null = null;
  private level: { readonly db: number | null } | null = null;

  constructor(
    readonly segment: S,
    private readonly levelAt: LevelAt,
  ) {}

  get tokens(): readonly string[] {
    this.words ??= tokenize(this.segment.text);
    return this.words;
  }

  get levelDb(): number | null {
    const { channel, startMs, endMs } = this.segment;
    this.level ??= { db: this.levelAt(channel, startMs, endMs) };
    return this.level.db;
  }
}

/** The segments without crosstalk, ascending by start: the louder channel keeps the words. */
export function dropCrosstalk<S extends ChannelSegment>(segments: readonly S[], levelAt: LevelAt): S[] {
  const ordered = [...segments].sort((a, b) => a.startMs - b.startMs).map((each) => new Compared(each, levelAt));
  const channels = new Map<number | null, { readonly all: Compared<S>[]; begun: number }>();
  for (const each of ordered) {
    const own = channels.get(each.segment.channel);
    if (own) own.all.push(each);
    else channels.set(each.segment.channel, { all: [each], begun: 0 });
  }
  const dropped = new Set<Compared<S>>();
  for (const first of ordered) {
    for (const [channel, { all, begun }] of channels) {
      if (channel === first.segment.channel) continue;
      for (let at = begun; at < Math.min(all.length, begun + MAX_COMPARED) && !dropped.has(first); at++) {
        const second = all[at] as Compared<S>;
        if (second.segment.startMs >= first.segment.endMs) break;
        const crosstalk = dropped.has(second) ? null : findCrosstalk(first, second);
        if (crosstalk !== null) dropped.add(crosstalk);
      }
    }
    const own = channels.get(first.segment.channel);
    if (own) own.begun += 1;
  }
  return ordered.filter((each) => !dropped.has(each)).map(({ segment }) => segment);
}

/** Which of two segments is crosstalk of the other; null when both were said, or when the levels do not decide it. */
function findCrosstalk<S extends ChannelSegment>(a: Compared<S>, b: Compared<S>): Compared<S> | null {
  const shorterMs = Math.min(a.segment.endMs - a.segment.startMs, b.segment.endMs - b.segment.startMs);
  if (overlapMs(a.segment, b.segment) < MIN_TIME_OVERLAP * shorterMs) return null;
  const needed = MIN_COMMON_WORDS * Math.min(a.tokens.length, b.tokens.length);
  // Most overlaps are of two people who say different things: neither order nor levels need to be compared.
  if (commonWords(a.tokens, b.tokens) < needed) return null;
  if (a.levelDb === null || b.levelDb === null || a.levelDb === b.levelDb) return null;
  const weaker = a.levelDb < b.levelDb ? a : b;
  const words = weaker.tokens.length;
  const bothSaid = words < MIN_WORDS_AT_ANY_LEVEL && Math.abs(a.levelDb - b.levelDb) < MIN_LEVEL_DIFFERENCE_DB;
  if (words === 0 || bothSaid) return null;
  const common = longestCommonSubsequence(a.tokens, b.tokens);
  return common < needed || common < MIN_COMMON_WORDS * words ? null : weaker;
}

/** Number of words that both have, in any order. */
function commonWords(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const token of a) left.set(token, (left.get(token) ?? 0) + 1);
  return b.filter((token) => {
    const count = left.get(token) ?? 0;
    if (count > 0) left.set(token, count - 1);
    return count > 0;
  }).length;
}

/** Lower-case words without punctuation, for comparing how two recognitions of the same audio read. */
export function tokenize(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** Length of the longest common subsequence. */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  let next = new Uint32Array(b.length + 1);
  for (const token of a) {
    for (let at = 1; at <= b.length; at++) {
      next[at] = token === b[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    }
    [row, next] = [next, row];
  }
  return row[b.length] ?? 0;
}

/** @param spans ascending and disjoint */
function firstEndingAfter(spans: readonly SpeechSpan[], ms: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as SpeechSpan).endMs > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}

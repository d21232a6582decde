// Finds the voice of one channel in the other one: a loudspeaker near the other party's microphone, a leaking line, or the whole
// call on both channels with a delay. Such copies are delayed, filtered and reverberant. Their samples need not correlate, but
// their loudness envelopes do. Pure.
import { FRAME_MS } from './frame-energy.js';
import { LEVELS, levelOfDecibel, STEPS_PER_DB } from './frame-levels.js';
import type { MeasuredSpan } from './voice-activity.js';

/** Maximum delay of a copy, in either direction: 320 ms. */
const MAX_LAG = 32;
const LAGS = 2 * MAX_LAG + 1;
/** Frames by which the delay of a copy varies around its lag: clocks drift, jitter buffers adapt. */
const LAG_TOLERANCE = 2;

/**
 * Speech is compared in chunks of up to 1.5 s, some six syllables: over so much, a voice and its copy are alike in nearly all
 * chunks, two people who speak at once by chance in a few of a hundred, and at changing lags.
 */
const CHUNK_FRAMES = 150;
const MIN_CHUNK_FRAMES = 30;
const MIN_LIKENESS = 0.7;
/**
 * A lag holds a copy when this share of a channel's speech is alike at it: two chunks at least, of 1.5 s together. Where one
 * does, a smaller share is enough for others: what leaks the other way has another lag.
 */
const MIN_ALIKE_SHARE = 0.25;
const MIN_FURTHER_SHARE = 0.12;
const MIN_ALIKE_FRAMES = 150;
const MIN_ALIKE_CHUNKS = 2;

/** Compares only the loudest 40 dB of a channel, and only levels 6 dB above its background. */
const COMPARED_DB = 40;
const ABOVE_FLOOR_DB = 6;
const MIN_COMPARED_DB = -85;
const FLOOR_SHARE = 0.1;
const LOUD_SHARE = 0.99;

export interface ComparedChannel {
  /** Level of each frame, as in `frame-levels.ts`. */
  readonly levels: Uint8Array;
  /** Level above `base`, for each frame; 0 where the channel is nearly silent. */
  readonly outline: Uint8Array;
  /** Level above which the outline rises. */
  readonly base: number;
  readonly speech: readonly MeasuredSpan[];
}

export type ChannelPair = readonly [ComparedChannel, ComparedChannel];
export type Side = 0 | 1;

/** A stretch of a channel's speech, in frames. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** A chunk that is alike on the other channel. */
export interface AlikeChunk extends Chunk {
  /** Frames by which the other channel is later. */
  readonly lag: number;
  /** Level of the other channel above this one, in dB. */
  readonly gainDb: number;
}

export interface ComparedChunks {
  readonly alike: readonly AlikeChunk[];
  readonly unlike: readonly Chunk[];
}

export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

export function compared({ levels, speech }: Pick<ComparedChannel, 'levels' | 'speech'>): ComparedChannel {
  const counts = new Int32Array(LEVELS);
  for (const level of levels) counts[level]! += 1;
  const floor = levelAbove(counts, 0, FLOOR_SHARE);
  // Most of a channel may be silent: its loud level is that of the audible frames.
  const loud = levelAbove(counts, floor + 1, LOUD_SHARE);
  const base = Math.max(
    floor + ABOVE_FLOOR_DB * STEPS_PER_DB,
    loud - COMPARED_DB * STEPS_PER_DB,
    levelOfDecibel(MIN_COMPARED_DB),
  );
  return { levels, speech, base, outline: levels.map((level) => Math.max(0, level - base)) };
}

/** Level that this share of the frames does not exceed, counted from the given level on. */
function levelAbove(counts: Int32Array, from: number, share: number): number {
  let total = 0;
  for (let level = from; level < LEVELS; level++) total += counts[level]!;
  let seen = 0;
  for (let level = from; level < LEVELS; level++) {
    seen += counts[level]!;
    if (seen > share * total) return level;
  }
  return from;
}

/** Compares the speech of one side, as far as it lies in the section, with the other side. */
export function compareSpeech(pair: ChannelPair, from: Side, section: Chunk): ComparedChunks {
  const [x, y] = [pair[from].outline, pair[otherSide(from)].outline];
  const chunks = chunksOf(pair[from].speech, section).map((chunk) => ({ ...chunk, likeness: likenessOf(x, y, chunk) }));
  const lags = sharedLags(chunks);
  const alike: AlikeChunk[] = [];
  const unlike: Chunk[] = [];
  for (const { likeness, ...chunk } of chunks) {
    let best = { lag: 0, likeness: 0 };
    for (const lag of lags) {
      const near = bestNear(likeness, lag);
      if (near.likeness > best.likeness) best = near;
    }
    if (best.likeness < MIN_LIKENESS) unlike.push(chunk);
    else alike.push({ ...chunk, lag: best.lag, gainDb: gainOf(pair, from, chunk, best.lag) });
  }
  return { alike, unlike };
}

function chunksOf(speech: readonly MeasuredSpan[], section: Chunk): Chunk[] {
  return speech.flatMap(({ startMs, endMs }) => {
    const first = Math.max(section.start, Math.round(startMs / FRAME_MS));
    const frames = Math.min(section.end, Math.round(endMs / FRAME_MS)) - first;
    if (frames < MIN_CHUNK_FRAMES) return [];
    const count = Math.ceil(frames / CHUNK_FRAMES);
    const at = (part: number) => first + Math.floor((frames * part) / count);
    return Array.from({ length: count }, (_, part) => ({ start: at(part), end: at(part + 1) }));
  });
}

/** Likeness at each lag. */
function likenessOf(x: Uint8Array, y: Uint8Array, { start, end }: Chunk): Float32Array {
  const likeness = new Float32Array(LAGS);
  let heard = 0;
  for (let at = Math.max(0, start - MAX_LAG); at < end + MAX_LAG; at++) heard += y[at] ?? 0;
  // Usual case in a call: one party listens.
  if (heard === 0) return likeness;
  for (let lag = -MAX_LAG; lag <= MAX_LAG; lag++) likeness[lag + MAX_LAG] = correlation(x, y, { start, end }, lag);
  return likeness;
}

/** Pearson's correlation of a chunk of x with y at the lag; 0 where one of them does not change. */
function correlation(x: Uint8Array, y: Uint8Array, { start, end }: Chunk, lag: number): number {
  let [sumX, sumY, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let at = start; at < end; at++) {
    const a = x[at]!;
    const b = y[at + lag] ?? 0;
    sumX += a;
    sumY += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  const frames = end - start;
  const variance = (xx - (sumX * sumX) / frames) * (yy - (sumY * sumY) / frames);
  return variance <= 0 ? 0 : (xy - (sumX * sumY) / frames) / Math.sqrt(variance);
}

/** Lags at which enough chunks are alike to prove a copy. */
function sharedLags(chunks: readonly (Chunk & { readonly likeness: Float32Array })[]): number[] {
  const frames = framesOf(chunks);
  const shares: { lag: number; share: number }[] = [];
  for (let lag = -MAX_LAG; lag <= MAX_LAG; lag++) {
    const alike = chunks.filter(({ likeness }) => bestNear(likeness, lag).likeness >= MIN_LIKENESS);
    const alikeFrames = framesOf(alike);
    if (alike.length < MIN_ALIKE_CHUNKS || alikeFrames < MIN_ALIKE_FRAMES) continue;
    shares.push({ lag, share: alikeFrames / frames });
  }
  if (!shares.some(({ share }) => share >= MIN_ALIKE_SHARE)) return [];
  return shares.filter(({ share }) => share >= MIN_FURTHER_SHARE).map(({ lag }) => lag);
}

function bestNear(likeness: Float32Array, lag: number): { lag: number; likeness: number } {
  let best = { lag, likeness: 0 };
  for (let near = lag - LAG_TOLERANCE; near <= lag + LAG_TOLERANCE; near++) {
    const here = likeness[near + MAX_LAG] ?? 0;
    if (here > best.likeness) best = { lag: near, likeness: here };
  }
  return best;
}

/** Median over the frames in which both channels sound. */
function gainOf(pair: ChannelPair, from: Side, { start, end }: Chunk, lag: number): number {
  const [x, y] = [pair[from], pair[otherSide(from)]];
  const gains: number[] = [];
  for (let at = start; at < end; at++) {
    if (x.outline[at]! > 0 && (y.outline[at + lag] ?? 0) > 0) gains.push(y.levels[at + lag]! - x.levels[at]!);
  }
  gains.sort((a, b) => a - b);
  return (gains[gains.length >> 1] ?? 0) / STEPS_PER_DB;
}

export function framesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { start, end }) => sum + end - start, 0);
}

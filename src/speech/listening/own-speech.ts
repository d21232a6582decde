// Removes the other channel's voice from a channel's speech when it leaks in. A frame belongs to the channel if it is louder than
// the leak can be, so that both people stay when they speak at the same time. Pure.
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ChannelPair, type Chunk, type ComparedChannel, type Side } from './channel-echo.js';
import { FRAME_MS } from './frame-energy.js';
import { decibelOf, LEVELS, powerOf, STEPS_PER_DB } from './frame-levels.js';
import type { Leak, SectionLeakage } from './leakage.js';
import type { MeasuredSpan } from './voice-activity.js';

/** A leak is smeared over neighbouring frames, and dies away by a decibel a frame: a reverberation time of 0.6 s. */
const SMEAR_FRAMES = 2;
const DECAY_STEPS = STEPS_PER_DB;
/** The gain of a chunk may differ by this much from that of its section: people turn their heads. */
const GAIN_RANGE_DB = 2;
/** Distance of a frame above the leak; or, where a voice hides behind the leak, of the mean of 310 ms. */
const MARGIN_DB = 5;
const TALK_EXCESS_DB = 3.5;
const TALK_FRAMES = 15;
/** Two voices of similar level are distinguished by their mean level over 130 ms. */
const MIN_APART_DB = 11;
const CLOSE_FRAMES = 6;

/** Own speech is 150 ms loud at least, and for two fifths of its time; a pause of up to 300 ms belongs to it. */
const MIN_OWN_FRAMES = 15;
const MIN_OWN_SHARE = 0.4;
const MAX_PAUSE_FRAMES = 30;
/** Padding for soft onsets and endings of words, within the channel's speech. */
const PAD_BEFORE_FRAMES = 15;
const PAD_AFTER_FRAMES = 20;

/** Distance of the voices below which, where both speak for a second, it is not sure who does. */
const MIN_CLEAR_DB = 8;
const MIN_DOUBTFUL_FRAMES = 100;

type Speech = readonly MeasuredSpan[];

/**
 * Speech of both channels without leakage. Spans without leakage are unchanged. Yields to other work after each section: ten
 * hours take a second.
 */
export async function ownSpeech(pair: ChannelPair, sections: readonly SectionLeakage[]): Promise<[Speech, Speech]> {
  const first = await ownOf(pair, sections, [pair[0].levels, pair[1].levels]);
  const leaksInto = (side: Side) => sections.some(({ leaks }) => leaks.some(({ owner }) => owner !== side));
  if (!leaksInto(0) || !leaksInto(1)) return first;
  // A leak in both directions comes back even weaker. Only a party's own words may hide the other party's words.
  return ownOf(pair, sections, [levelsWithin(pair[0].levels, first[0]), levelsWithin(pair[1].levels, first[1])]);
}

/**
 * True when words of one party may still be in the other's channel: the levels of the voices are so close that the speaker is
 * uncertain when both seem to speak.
 */
export function leftAmbiguous(
  pair: ChannelPair,
  own: readonly [Speech, Speech],
  sections: readonly SectionLeakage[],
): boolean {
  const doubtful = sections.filter(({ apartDb, verdict }) => verdict === 'leaks' && apartDb < MIN_CLEAR_DB);
  if (doubtful.length === 0) return false;
  const spoken = [framesWith(pair, own, 0), framesWith(pair, own, 1)] as const;
  let both = 0;
  for (const { start, end } of doubtful) {
    for (let at = start; at < end; at++) both += spoken[0][at]! & spoken[1][at]!;
  }
  return both >= MIN_DOUBTFUL_FRAMES;
}

function framesWith(pair: ChannelPair, own: readonly [Speech, Speech], side: Side): Uint8Array {
  const frames = new Uint8Array(pair[side].levels.length);
  for (const { startMs, endMs } of own[side])
    frames.fill(1, Math.round(startMs / FRAME_MS), Math.round(endMs / FRAME_MS));
  return frames;
}

async function ownOf(
  pair: ChannelPair,
  sections: readonly SectionLeakage[],
  sources: readonly [Uint8Array, Uint8Array],
): Promise<[Speech, Speech]> {
  const left = ownOnSide(pair, 0, await ownFrames(pair, 0, sections, sources[1]));
  return [left, ownOnSide(pair, 1, await ownFrames(pair, 1, sections, sources[0]))];
}

function levelsWithin(levels: Uint8Array, speech: Speech): Uint8Array {
  const within = new Uint8Array(levels.length);
  for (const { startMs, endMs } of speech) {
    const start = Math.round(startMs / FRAME_MS);
    within.set(levels.subarray(start, Math.round(endMs / FRAME_MS)), start);
  }
  return within;
}

function ownOnSide(pair: ChannelPair, side: Side, own: Uint8Array): MeasuredSpan[] {
  const { levels, base, speech } = pair[side];
  return speech.flatMap((span) => {
    const start = Math.round(span.startMs / FRAME_MS);
    const end = Math.min(levels.length, Math.round(span.endMs / FRAME_MS));
    let leaked = 0;
    for (let at = start; at < end; at++) if (levels[at]! > base && own[at] === 0) leaked++;
    if (leaked < MIN_OWN_FRAMES) return [span];
    return ownRuns(levels, own, base, { start, end }).map((run) => ({
      startMs: Math.max(span.startMs, (run.start - PAD_BEFORE_FRAMES) * FRAME_MS),
      endMs: Math.min(span.endMs, (run.end + PAD_AFTER_FRAMES) * FRAME_MS),
      levelDb: Math.round(decibelOf(meanPower(levels, run)) * 10) / 10,
    }));
  });
}

function ownRuns(levels: Uint8Array, own: Uint8Array, base: number, { start, end }: Chunk): Chunk[] {
  const runs: { start: number; end: number; own: number }[] = [];
  for (let at = start; at < end; at++) {
    if (levels[at]! <= base || own[at] === 0) continue;
    const last = runs.at(-1);
    if (last && at - last.end < MAX_PAUSE_FRAMES) {
      last.own++;
      last.end = at + 1;
    } else runs.push({ start: at, end: at + 1, own: 1 });
  }
  return runs.filter((run) => run.own >= MIN_OWN_FRAMES && run.own >= MIN_OWN_SHARE * (run.end - run.start));
}

function meanPower(levels: Uint8Array, { start, end }: Chunk): number {
  let power = 0;
  for (let at = start; at < end; at++) power += powerOf(levels[at]!);
  return power / (end - start);
}

/** 1 for each frame of the side that is louder than what leaks into it. */
async function ownFrames(
  pair: ChannelPair,
  side: Side,
  sections: readonly SectionLeakage[],
  source: Uint8Array,
): Promise<Uint8Array> {
  const own = new Uint8Array(pair[side].levels.length).fill(1);
  for (const section of sections) {
    const leaks = section.leaks.filter(({ owner }) => owner !== side);
    if (leaks.length === 0) continue;
    const sharp = leakLevels(source, leaks, section, 0);
    if (section.apartDb < MIN_APART_DB) {
      const excess = meanExcess(pair[side], sharp, section, CLOSE_FRAMES);
      mark(own, section, (at) => excess[at]! > (section.apartDb / 2) * STEPS_PER_DB);
    } else {
      const smeared = leakLevels(source, leaks, section, SMEAR_FRAMES);
      const excess = meanExcess(pair[side], sharp, section, TALK_FRAMES);
      const { levels } = pair[side];
      const isLouder = (at: number) => levels[section.start + at]! > smeared[at]! + MARGIN_DB * STEPS_PER_DB;
      mark(own, section, (at) => smeared[at] === 0 || isLouder(at) || excess[at]! > TALK_EXCESS_DB * STEPS_PER_DB);
    }
    await yieldToOthers();
  }
  return own;
}

function mark(own: Uint8Array, { start, end }: Chunk, isOwn: (at: number) => boolean): void {
  for (let at = start; at < end; at++) own[at] = isOwn(at - start) ? 1 : 0;
}

/** Mean distance of the frames of a section above the leak, each as the mean of its neighbourhood. */
function meanExcess(
  { levels, base }: ComparedChannel,
  leak: Int16Array,
  { start, end }: Chunk,
  reach: number,
): Float32Array {
  const sums = new Float64Array(end - start + 1);
  const counts = new Int32Array(end - start + 1);
  for (let at = start; at < end; at++) {
    const sounds = levels[at]! > base;
    sums[at - start + 1] = sums[at - start]! + (sounds ? levels[at]! - Math.max(base, leak[at - start]!) : 0);
    counts[at - start + 1] = counts[at - start]! + (sounds ? 1 : 0);
  }
  return Float32Array.from({ length: end - start }, (_, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(end - start, at + reach + 1)];
    const count = counts[to]! - counts[from]!;
    return count === 0 ? LEVELS : (sums[to]! - sums[from]!) / count;
  });
}

/** The level that the other channel's voice reaches on this side in each frame of a section; 0 where nothing leaks. */
function leakLevels(source: Uint8Array, leaks: readonly Leak[], { start, end }: Chunk, smear: number): Int16Array {
  const reached = new Int16Array(end - start);
  const gains = leaks.map(({ gainDb }) => gainDb).sort((a, b) => a - b);
  const usual = gains[gains.length >> 1]!;
  let index = 0;
  for (let at = start; at < end; at++) {
    index = nearest(leaks, at, index);
    const { lag, gainDb } = leaks[index]!;
    let loudest = 0;
    for (let from = at - lag - smear; from <= at - lag + smear; from++) loudest = Math.max(loudest, source[from] ?? 0);
    const gain = Math.min(usual + GAIN_RANGE_DB, Math.max(usual - GAIN_RANGE_DB, gainDb));
    const here = loudest === 0 ? 0 : Math.max(0, Math.round(loudest + gain * STEPS_PER_DB));
    reached[at - start] = Math.max(here, (reached[at - start - 1] ?? 0) - DECAY_STEPS);
  }
  return reached;
}

/** Index of the leak nearest to a moment; the search starts at an earlier leak. */
function nearest(leaks: readonly Leak[], at: number, from: number): number {
  let index = from;
  for (let next = leaks[index + 1]; next && next.start - at <= at - leaks[index]!.end; next = leaks[index + 1]) index++;
  return index;
}

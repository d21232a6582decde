// Finds for each section of a stereo call whose voice leaks into which channel, or that both channels hold the whole call. Pure.
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import {
  type AlikeChunk,
  type ChannelPair,
  type Chunk,
  compareSpeech,
  framesOf,
  otherSide,
  type Side,
} from './channel-echo.js';
import { powerOf, sumOfPowers } from './frame-levels.js';

/** Three minutes: the loudspeaker may be turned on within a call, and the delay may change. */
const SECTION_FRAMES = 18_000;

/**
 * Minimum distance of the two levels by which two leaking voices are distinguished. A level is the difference between channel 0
 * and channel 1. One voice, or a call that is on both channels, has only one such level.
 */
const MIN_LEVELS_APART_DB = 3.5;
/** Minimum of alike speech for each of the two voices: one second, and a tenth. */
const MIN_GROUP_FRAMES = 100;
const MIN_GROUP_SHARE = 0.1;
/** Minimum of speech that is on one channel only. It proves that the other channel is no copy. */
const MIN_OWN_FRAMES = 100;
/** Sure from a tenth of the channel's speech on. */
const MIN_OWN_SHARE = 0.1;
/** Distance above the background of the other channel at which a leak would be audible. */
const AUDIBLE_DB = 6;
/** The other channel is silent meanwhile when it sounds for no more than this share of the time. */
const MAX_SOUND_SHARE = 0.2;
/** A call that lies on both channels has at least this share of the speech of each channel in common. */
const MIN_COPY_SHARE = 0.7;
/** A copy that is weaker by more than this is crosstalk into a channel without speech. */
export const MAX_COPY_DIFFERENCE_DB = 15;

/** Speech of `owner` that is also on the other channel: `lag` frames later, and louder there by `gainDb`. */
export interface Leak extends AlikeChunk {
  readonly owner: Side;
}

export interface SectionLeakage extends Chunk {
  /** `copy`: all speech of the section is on both channels, and nothing shows whose it is. */
  readonly verdict: 'clean' | 'leaks' | 'copy';
  /**
   * Leaks in frames of the owner's channel, ascending for each owner. Those of a copy are given as if the louder channel were its
   * owner's.
   */
  readonly leaks: readonly Leak[];
  /** Distance of the two voices in level, in dB: what decides between them must be finer. */
  readonly apartDb: number;
}

/** An alike chunk, with the level of channel 0 relative to channel 1. */
interface Seen {
  readonly from: Side;
  readonly chunk: AlikeChunk;
  readonly leadDb: number;
}

/** Analyses all sections and yields to other work after each: one takes some ten milliseconds when both channels always sound. */
export async function findLeakage(pair: ChannelPair): Promise<SectionLeakage[]> {
  const frames = Math.min(pair[0].levels.length, pair[1].levels.length);
  const count = Math.max(1, Math.round(frames / SECTION_FRAMES));
  const sections: SectionLeakage[] = [];
  for (let at = 0; at < count; at++) {
    const section = { start: Math.floor((frames * at) / count), end: Math.floor((frames * (at + 1)) / count) };
    sections.push(judgeSection(pair, section));
    await yieldToOthers();
  }
  return settleCopies(sections);
}

/**
 * Gives copies to their owner. In a call that leaks, a section in which the other party is silent looks like a copy. The section
 * belongs to the party whose channel is louder by about the same difference in other sections.
 */
function settleCopies(sections: readonly SectionLeakage[]): SectionLeakage[] {
  const known = sections.filter(({ verdict }) => verdict === 'leaks').flatMap(({ leaks }) => leaks);
  if (known.length === 0) return [...sections];
  return sections.map((section) => {
    if (section.verdict !== 'copy') return section;
    const leaks = section.leaks.map((leak): Leak => {
      const lead = leadOf(leak);
      const nearest = known.reduce((a, b) => (Math.abs(leadOf(b) - lead) < Math.abs(leadOf(a) - lead) ? b : a));
      return ownedBy(nearest.owner, leak.owner, leak);
    });
    return { ...section, verdict: 'leaks', leaks: leaks.sort((a, b) => a.start - b.start) };
  });
}

function leadOf({ owner, gainDb }: Leak): number {
  return owner === 0 ? -gainDb : gainDb;
}

function judgeSection(pair: ChannelPair, section: Chunk): SectionLeakage {
  const sides = [compareSpeech(pair, 0, section), compareSpeech(pair, 1, section)] as const;
  const seen = ([0, 1] as const).flatMap((from) =>
    sides[from].alike.map((chunk): Seen => ({ from, chunk, leadDb: from === 0 ? -chunk.gainDb : chunk.gainDb })),
  );
  if (seen.length === 0) return { ...section, verdict: 'clean', leaks: [], apartDb: 0 };
  const leadDb = leadAt(seen, 0.5);
  const alone = ([0, 1] as const).map((side) => {
    const gainDb = side === 0 ? -leadDb : leadDb;
    return framesOf(sides[side].unlike.filter((chunk) => isAlone(pair, side, chunk, gainDb)));
  }) as [number, number];
  const hasOwn = alone.map((frames) => frames >= MIN_OWN_FRAMES);
  // All speech of one channel is also in the other one, which has speech of its own. The gain of such a leak may vary freely.
  if (hasOwn[0] !== hasOwn[1]) {
    const whole: Side = hasOwn[0] ? 0 : 1;
    const isSure = alone[whole] >= MIN_OWN_SHARE * framesOf([...sides[whole].alike, ...sides[whole].unlike]);
    if (isSure) return leaking(section, seen, () => otherSide(whole), Number.POSITIVE_INFINITY);
  }
  const groups = twoGroups(seen);
  if (groups !== null) {
    const middle = (groups.low + groups.high) / 2;
    return leaking(section, seen, (each) => (each.leadDb >= middle ? 0 : 1), groups.high - groups.low);
  }
  const louder: Side = leadDb >= 0 ? 0 : 1;
  if (hasOwn[0] !== hasOwn[1]) return leaking(section, seen, () => (hasOwn[0] ? 1 : 0), Number.POSITIVE_INFINITY);
  const isWhole = sides.every(
    ({ alike, unlike }) => framesOf(alike) >= MIN_COPY_SHARE * framesOf([...alike, ...unlike]),
  );
  const isCopy = !hasOwn[0] && isWhole && Math.abs(leadDb) <= MAX_COPY_DIFFERENCE_DB;
  const judged = leaking(section, seen, () => louder, Number.POSITIVE_INFINITY);
  return isCopy ? { ...judged, verdict: 'copy' } : judged;
}

function leaking(
  section: Chunk,
  seen: readonly Seen[],
  ownerOf: (seen: Seen) => Side,
  apartDb: number,
): SectionLeakage {
  const leaks = seen.map((each) => ownedBy(ownerOf(each), each.from, each.chunk));
  return { ...section, verdict: 'leaks', leaks: leaks.sort((a, b) => a.start - b.start), apartDb };
}

/** Converts a chunk to the time of its owner's channel. */
function ownedBy(owner: Side, from: Side, { start, end, lag, gainDb }: AlikeChunk): Leak {
  if (owner === from) return { owner, start, end, lag, gainDb };
  return { owner, start: start + lag, end: end + lag, lag: -lag, gainDb: -gainDb };
}

/** The two levels around which the differences lie; null when there is only one. */
function twoGroups(seen: readonly Seen[]): { low: number; high: number } | null {
  let [low, high] = [leadAt(seen, MIN_GROUP_SHARE), leadAt(seen, 1 - MIN_GROUP_SHARE)];
  let share = 0;
  for (let round = 0; round < 10; round++) {
    const middle = (low + high) / 2;
    const [lower, upper] = [
      seen.filter(({ leadDb }) => leadDb < middle),
      seen.filter(({ leadDb }) => leadDb >= middle),
    ];
    if (lower.length === 0 || upper.length === 0) return null;
    [low, high] = [leadAt(lower, 0.5), leadAt(upper, 0.5)];
    share = Math.min(seenFrames(lower), seenFrames(upper));
  }
  const enough = share >= Math.max(MIN_GROUP_FRAMES, MIN_GROUP_SHARE * seenFrames(seen));
  return enough && high - low >= MIN_LEVELS_APART_DB ? { low, high } : null;
}

function seenFrames(seen: readonly Seen[]): number {
  return framesOf(seen.map(({ chunk }) => chunk));
}

/** Difference that this share of the speech does not exceed. */
function leadAt(seen: readonly Seen[], share: number): number {
  const sorted = [...seen].sort((a, b) => a.leadDb - b.leadDb);
  let left = seenFrames(seen) * share;
  for (const { chunk, leadDb } of sorted) {
    left -= chunk.end - chunk.start;
    if (left <= 0) return leadDb;
  }
  return sorted.at(-1)?.leadDb ?? 0;
}

/** Whether the other channel is silent during a chunk of one side, though a leak of this gain would be heard there. */
function isAlone(pair: ChannelPair, side: Side, { start, end }: Chunk, gainDb: number): boolean {
  const levels = [...pair[side].levels.subarray(start, end)];
  const other = pair[otherSide(side)];
  const power = (sumOfPowers(levels) / levels.length) * 10 ** ((gainDb - AUDIBLE_DB) / 10);
  if (power < powerOf(other.base)) return false;
  const sounding = other.outline.subarray(start, end).filter((height) => height > 0).length;
  return sounding <= MAX_SOUND_SHARE * (end - start);
}

// Chooses the tracks to transcribe from the analysed channels: decides the layout, removes leakage from each channel, and keeps
// the files of the tracks.
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechSpan } from '../../ports/transcript.js';
import { type ChannelPair, compared } from './channel-echo.js';
import { type ChannelComparison, type ChannelLayout, layoutOfPair, removeCrosstalk } from './channel-layout.js';
import { findLeakage, type SectionLeakage } from './leakage.js';
import { leftAmbiguous, ownSpeech } from './own-speech.js';
import { SAMPLE_RATE_HZ } from './pcm-format.js';
import type { MeasuredSpan, VoiceActivity } from './voice-activity.js';

/** A channel with the level of each of its frames, as in `frame-levels.ts`. */
export interface HeardChannel {
  readonly activity: VoiceActivity;
  readonly levels: Uint8Array;
}

/** Speech of a channel, with the file of its samples; the channel is null where the track is the whole recording. */
export interface ChosenTrack extends VoiceActivity {
  readonly channel: number | null;
  readonly file: string;
}

export interface ChosenTracks {
  readonly layout: ChannelLayout;
  readonly tracks: readonly ChosenTrack[];
  /** True when one party's voice is in the other's channel and may not have been removed completely. */
  readonly leakageLeft: boolean;
}

const BYTES_PER_MS = (2 * SAMPLE_RATE_HZ) / 1000;
const ZEROS = Buffer.alloc(256 * 1024);

/**
 * Removes or renames the files that are no tracks.
 * @param hasPauses the recorder was paused
 */
export async function chooseTracks(
  workDir: string,
  channels: readonly HeardChannel[],
  comparison: ChannelComparison,
  hasPauses: boolean,
): Promise<ChosenTracks> {
  const [left, right] = channels;
  if (left === undefined) throw new Error('A recording has at least one channel');
  if (right === undefined) {
    const track = { channel: null, file: 'mono.pcm', ...left.activity };
    return { layout: 'mono', tracks: [track], leakageLeft: false };
  }
  const pair = [comparedChannel(left), comparedChannel(right)] as const;
  const sections = await findLeakage(pair);
  const louder = left.activity.levelDb >= right.activity.levelDb ? 0 : 1;
  const own = await withoutLeakage(pair, sections, comparison);
  const layout = isCopy(sections) ? 'dual-mono' : layoutOfPair(comparison, own[0], own[1], hasPauses);
  if (layout === 'dual-mono') {
    await rename(join(workDir, `channel-${louder}.pcm`), join(workDir, 'mono.pcm'));
    await rm(join(workDir, `channel-${1 - louder}.pcm`));
    const track = { channel: null, file: 'mono.pcm', ...(louder === 0 ? left : right).activity };
    return { layout, tracks: [track], leakageLeft: false };
  }
  const tracks = [
    { channel: 0, file: 'channel-0.pcm', ...left.activity, speech: own[0] },
    { channel: 1, file: 'channel-1.pcm', ...right.activity, speech: own[1] },
  ];
  if (layout === 'one-silent') {
    const speaking = own[0].length > 0 ? 0 : 1;
    await rm(join(workDir, `channel-${1 - speaking}.pcm`));
    return { layout, tracks: tracks.filter(({ channel }) => channel === speaking), leakageLeft: false };
  }
  await silence(join(workDir, 'channel-0.pcm'), removed(left.activity.speech, own[0]));
  await silence(join(workDir, 'channel-1.pcm'), removed(right.activity.speech, own[1]));
  return { layout, tracks, leakageLeft: leftAmbiguous(pair, own, sections) };
}

function comparedChannel({ activity, levels }: HeardChannel): ChannelPair[number] {
  return compared({ levels, speech: activity.speech });
}

/**
 * Removes leakage. Late and early copies are found by their loudness; a leak within a millisecond, or far below the other voice,
 * is found by its samples too.
 */
async function withoutLeakage(
  pair: ChannelPair,
  sections: readonly SectionLeakage[],
  comparison: ChannelComparison,
): Promise<readonly [readonly MeasuredSpan[], readonly MeasuredSpan[]]> {
  const [left, right] = await ownSpeech(pair, sections);
  return removeCrosstalk(left, right, (startMs, endMs) => comparison.correlationWithin(startMs, endMs));
}

/** True when both channels hold the same call, with a delay. */
function isCopy(sections: readonly SectionLeakage[]): boolean {
  return sections.some(({ verdict }) => verdict === 'copy') && sections.every(({ verdict }) => verdict !== 'leaks');
}

/** Parts of the spans that are in none of those that are left. Both ascending and disjoint. */
function removed(spans: readonly SpeechSpan[], left: readonly SpeechSpan[]): SpeechSpan[] {
  let from = 0;
  return spans.flatMap(({ startMs, endMs }) => {
    const gaps: SpeechSpan[] = [];
    let atMs = startMs;
    for (; from < left.length && left[from]!.startMs < endMs; from++) {
      const kept = left[from]!;
      if (kept.startMs > atMs) gaps.push({ startMs: atMs, endMs: kept.startMs });
      atMs = Math.max(atMs, kept.endMs);
      if (kept.endMs > endMs) break;
    }
    return atMs < endMs ? [...gaps, { startMs: atMs, endMs }] : gaps;
  });
}

/** Overwrites these gaps with silence: an engine that gets the pauses too would transcribe the other party in them. */
async function silence(path: string, gaps: readonly SpeechSpan[]): Promise<void> {
  if (gaps.length === 0) return;
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    for (const { startMs, endMs } of gaps) {
      const end = Math.min(size, endMs * BYTES_PER_MS);
      for (let at = startMs * BYTES_PER_MS; at < end; at += ZEROS.length) {
        await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at);
      }
    }
  } finally {
    await file.close();
  }
}

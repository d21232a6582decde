// Finds pauses of the recording: an agent pauses the recorder so that a card number is not recorded. Pure.
import type { SpeechSpan } from '../../../ports/transcript.js';
import { FRAME_MS } from '../frame-energy.js';
import { MAX_SILENT_LEVEL } from '../frame-levels.js';

export const MIN_PAUSE_MS = 3_000;

export interface PausableChannel {
  /** Level of each frame, as in `frame-levels.ts`. */
  readonly levels: Uint8Array;
  /** Intervals of one steady tone, ascending and disjoint. */
  readonly tones: readonly SpeechSpan[];
}

/** Pauses: digital silence in all channels, or a steady tone in all, for three seconds or more; ascending and disjoint. */
export function pausesOf(channels: readonly PausableChannel[]): SpeechSpan[] {
  const tones = channels.map((channel) => channel.tones).reduce(overlap);
  const pauses: SpeechSpan[] = [];
  for (const { startMs, endMs } of [...silences(channels), ...tones].sort((a, b) => a.startMs - b.startMs)) {
    // A frame of the spectrum that shows a tone may begin in the silence before it.
    pauses.push({ startMs: Math.max(startMs, pauses.at(-1)?.endMs ?? 0), endMs });
  }
  return pauses;
}

function silences(channels: readonly PausableChannel[]): SpeechSpan[] {
  const frames = Math.min(...channels.map(({ levels }) => levels.length));
  const found: SpeechSpan[] = [];
  let start = 0;
  for (let frame = 0; frame <= frames; frame++) {
    if (frame < frames && channels.every(({ levels }) => levels[frame]! <= MAX_SILENT_LEVEL)) continue;
    if ((frame - start) * FRAME_MS >= MIN_PAUSE_MS) found.push({ startMs: start * FRAME_MS, endMs: frame * FRAME_MS });
    start = frame + 1;
  }
  return found;
}

function overlap(some: readonly SpeechSpan[], others: readonly SpeechSpan[]): SpeechSpan[] {
  const shared: SpeechSpan[] = [];
  for (let [at, other] = [0, 0]; at < some.length && other < others.length; ) {
    const [one, two] = [some[at]!, others[other]!];
    const [startMs, endMs] = [Math.max(one.startMs, two.startMs), Math.min(one.endMs, two.endMs)];
    if (endMs - startMs >= MIN_PAUSE_MS) shared.push({ startMs, endMs });
    if (one.endMs < two.endMs) at++;
    else other++;
  }
  return shared;
}

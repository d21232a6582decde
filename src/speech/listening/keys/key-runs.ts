// Keys that were pressed one after the other, as people enter a number. Pure.
import type { SpeechSpan } from '../../../ports/transcript.js';

export interface KeyRun extends SpeechSpan {
  /** Channel of the recording; null where all of it is one track. */
  readonly channel: number | null;
  /** How many were found, at least three. */
  readonly keys: number;
}

/** A key or two choose from a menu. */
const MIN_KEYS = 3;
/** Who enters a card number looks up after every four digits. */
const MAX_PAUSE_MS = 3_000;

/**
 * @param channels the keys of each channel, ascending
 * @returns ascending; where runs of two channels overlap, as the keys of one party sound in both, the run with more keys, over all
 * of both
 */
export function keyRuns(channels: readonly (readonly SpeechSpan[])[], hasChannels: boolean): KeyRun[] {
  const runs = channels.flatMap((keys, channel) => runsOf(keys, hasChannels ? channel : null));
  const apart: KeyRun[] = [];
  for (const run of runs.sort((a, b) => a.startMs - b.startMs)) {
    const last = apart.at(-1);
    if (last === undefined || run.startMs >= last.endMs) apart.push(run);
    else {
      const main = run.keys > last.keys ? run : last;
      apart[apart.length - 1] = { ...main, startMs: last.startMs, endMs: Math.max(last.endMs, run.endMs) };
    }
  }
  return apart;
}

function runsOf(keys: readonly SpeechSpan[], channel: number | null): KeyRun[] {
  const runs: { channel: number | null; startMs: number; endMs: number; keys: number }[] = [];
  for (const { startMs, endMs } of keys) {
    const last = runs.at(-1);
    if (last !== undefined && startMs - last.endMs <= MAX_PAUSE_MS) {
      last.endMs = endMs;
      last.keys++;
    } else runs.push({ channel, startMs, endMs, keys: 1 });
  }
  return runs.filter((run) => run.keys >= MIN_KEYS);
}

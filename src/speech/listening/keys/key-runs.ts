// Finds runs of keys, as people enter a number. Pure.
import type { SpeechSpan } from '../../../ports/transcript.js';
import type { Key } from './key-tones.js';

export interface KeyRun extends SpeechSpan {
  /** Channel of the recording; null where all of it is one track. */
  readonly channel: number | null;
  /** Number of keys found, at least three. */
  readonly keys: number;
}

/** Minimum number of keys in a run: one or two keys choose from a menu. */
const MIN_KEYS = 3;
/** Maximum pause within a run: people look up after every four digits of a card number. */
const MAX_PAUSE_MS = 3_000;
/**
 * Maximum extension of a run. A voice may hide its first and last keys partly, or one completely. A possible key within this time
 * belongs to the run, and so does once more the time between two keys. A longer extension could include the voice.
 */
const MAX_HIDDEN_MS = 1_200;
const MAX_MARGIN_MS = 600;

/**
 * @param channels the keys of each channel, ascending
 * @returns ascending and disjoint, within the recording; where runs of two channels overlap, as the keys of one party sound in
 * both, the run with more keys, over all of both
 */
export function keyRuns(
  channels: readonly (readonly Key[])[],
  { hasChannels, durationMs }: { readonly hasChannels: boolean; readonly durationMs: number },
): KeyRun[] {
  const runs = channels.flatMap((keys, channel) => runsOf(keys, durationMs, hasChannels ? channel : null));
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

function runsOf(keys: readonly Key[], durationMs: number, channel: number | null): KeyRun[] {
  const clear: Key[][] = [];
  for (const key of keys) {
    if (!key.isClear) continue;
    const run = clear.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && key.startMs - last.endMs <= MAX_PAUSE_MS) run.push(key);
    else clear.push([key]);
  }
  return clear
    .filter((run) => run.length >= MIN_KEYS)
    .map((run) => {
      const [start, end] = [(run[0] as Key).startMs, (run.at(-1) as Key).endMs];
      const all = keys.filter((key) => key.startMs >= start - MAX_HIDDEN_MS && key.endMs <= end + MAX_HIDDEN_MS);
      const [first, last] = [all[0] as Key, all.at(-1) as Key];
      const distanceMs = (last.startMs - first.startMs) / (all.length - 1);
      const marginMs = all.every(({ isAlone }) => isAlone) ? 0 : Math.min(MAX_MARGIN_MS, distanceMs);
      return {
        channel,
        startMs: Math.floor(Math.max(0, start - MAX_HIDDEN_MS, first.startMs - marginMs)),
        endMs: Math.ceil(Math.min(durationMs, end + MAX_HIDDEN_MS, last.endMs + marginMs)),
        keys: all.length,
      };
    });
}

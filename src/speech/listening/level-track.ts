// Speech far below the level of a call, and speech that rides on a constant offset, is brought to a usual level and heard again:
// the detector's limits and the recognisers expect one.
import { type FileHandle, open } from 'node:fs/promises';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { TrackLevel } from './signal-quality.js';
import { type VoiceActivity, VoiceActivityDetector } from './voice-activity.js';

/** Calls lie between -35 and -15 dB. What lies below this is raised until its loudest 0.3 s have the target. */
const QUIET_DB = -42;
const TARGET_DB = -20;
const MAX_GAIN_DB = 40;
/** Dither, and what codecs make of silence, stay below: nothing is raised that is no louder. */
const MIN_RAISED_DB = -78;
/** One per cent of full scale. */
const MAX_OFFSET = 328;
/** Feedback of the filter that takes the offset away: a cut-off at 13 Hz, below every voice. */
const OFFSET_FILTER = 0.995;
/** Half a minute and less at a time, a whole number of samples. */
const CHUNK_BYTES = 512 * 1024;

/**
 * The gain in dB that a track needs; null where it stays as it is.
 * @param speechDb level of the speech that was found, null where none was: a short word is no loud stretch
 */
export function gainFor({ loudDb, offset }: TrackLevel, speechDb: number | null): number | null {
  const isLoud = speechDb !== null && speechDb >= QUIET_DB;
  const isQuiet = !isLoud && loudDb !== null && loudDb >= MIN_RAISED_DB && loudDb < QUIET_DB;
  if (isQuiet) return Math.min(MAX_GAIN_DB, TARGET_DB - loudDb);
  return Math.abs(offset) > MAX_OFFSET ? 0 : null;
}

/**
 * Rewrites a file of samples without offset and raised by the gain. The levels of what is found are those before it was raised.
 * @param offset where the filter begins, so that it does not have to settle
 * @param pauses of the recording
 */
export async function levelTrack(
  path: string,
  gainDb: number,
  offset: number,
  pauses: readonly SpeechSpan[],
): Promise<VoiceActivity> {
  const detector = new VoiceActivityDetector();
  const file = await open(path, 'r+');
  try {
    await rewrite(file, 10 ** (gainDb / 20), offset, (samples) => detector.push(samples));
  } finally {
    await file.close();
  }
  return lowered(detector.finish(pauses), gainDb);
}

async function rewrite(
  file: FileHandle,
  gain: number,
  offset: number,
  heard: (samples: Int16Array) => void,
): Promise<void> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let [input, output] = [offset, 0];
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    const samples = new Int16Array(buffer.buffer, buffer.byteOffset, bytesRead >> 1);
    if (samples.length === 0) return;
    for (let at = 0; at < samples.length; at++) {
      output = samples[at]! - input + OFFSET_FILTER * output;
      input = samples[at]!;
      samples[at] = Math.max(-32_768, Math.min(32_767, Math.round(gain * output)));
    }
    heard(samples);
    await file.write(buffer, 0, samples.byteLength, position);
    position += samples.byteLength;
  }
}

function lowered(activity: VoiceActivity, gainDb: number): VoiceActivity {
  const lower = (decibel: number) => Math.round(10 * (decibel - gainDb)) / 10;
  const lowerKnown = (decibel: number | null) => (decibel === null ? null : lower(decibel));
  const { noiseDb, quietDb } = activity.signal;
  return {
    ...activity,
    speech: activity.speech.map((span) => ({ ...span, levelDb: lower(span.levelDb) })),
    levelDb: lower(activity.levelDb),
    signal: { ...activity.signal, noiseDb: lowerKnown(noiseDb), quietDb: lowerKnown(quietDb) },
  };
}

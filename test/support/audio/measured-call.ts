// Channels as the measuring pass finds them, and how the talk went by what it finds.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { computeTalkMetrics } from '../../../src/judgement/talk-metrics.js';
import { type MeasuredTrack, type Measurement, measurePcm } from '../../../src/speech/listening/measure-pcm.js';
import { bytesOf, concat, interleave, mix, noise, type Samples, silence, voice } from './audio-fixtures.js';

export interface MeasuredCall {
  readonly measurement: Measurement;
  /** The samples of each track, as a recogniser gets them. */
  readonly pcm: readonly Int16Array[];
}

export async function measureCall(channels: readonly Samples[]): Promise<MeasuredCall> {
  const folder = await mkdtemp(join(tmpdir(), 'measured-'));
  try {
    const bytes = bytesOf(interleave(channels));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    const report = Promise.resolve({ damaged: false });
    const audio = { channels: channels.length, tracks: 1, pcm: Readable.from(pieces), report };
    const measurement = await measurePcm(audio, folder);
    const pcm = await Promise.all(measurement.tracks.map(async ({ file }) => samplesOf(join(folder, file))));
    return { measurement, pcm };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function samplesOf(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
}

/** The figures by the speech measured on channel 0, the agent's, and on channel 1. */
export function figuresOf({ tracks, durationMs }: Measurement) {
  const speechOf = (wanted: number) => tracks.find(({ channel }: MeasuredTrack) => channel === wanted)?.speech ?? [];
  return computeTalkMetrics({
    segments: [],
    durationMs,
    speechByRole: { agent: speechOf(0), customer: speechOf(1) },
  });
}

/** Who speaks from when to when, in milliseconds. */
type Turn = readonly [party: 'agent' | 'customer', startMs: number, endMs: number];

const TURNS: readonly Turn[] = [
  ['agent', 600, 4900],
  ['customer', 5300, 9100],
  ['agent', 9600, 12_700],
  ['customer', 13_000, 15_800],
  ['agent', 16_300, 20_100],
  ['customer', 20_500, 22_900],
];
const TOTAL_MS = 23_700;

/** The two parties of a call, each alone and without noise. */
export function parties(turns: readonly Turn[] = TURNS): { agent: Samples; customer: Samples } {
  const speak = (wanted: string, pitchHz: number) =>
    turns.reduce((line, [party, startMs, endMs], seed) => {
      if (party !== wanted) return line;
      return mix(line, concat(silence(startMs), voice(endMs - startMs, { seed: seed + 1, pitchHz })));
    }, silence(TOTAL_MS));
  return { agent: speak('agent', 120), customer: speak('customer', 205) };
}

/** With the noise of a line. */
export function onLine(samples: Samples, seed: number, rms = 4): Samples {
  return mix(samples, noise(samples.length / 16, rms, seed));
}

export function late(samples: Samples, ms: number): Samples {
  return concat(silence(ms), samples).slice(0, samples.length);
}

export function decibel(value: number): number {
  return 10 ** (value / 20);
}

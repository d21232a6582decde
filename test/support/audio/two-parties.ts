// Recordings in which each party is a tone of its own, so that a test can tell whose channel is whose.
import { toWav } from './wav.js';

const RATE = 8_000;
export const AGENT_HZ = 440;
export const CUSTOMER_HZ = 1_000;

const toneSamples = (hertz: number, seconds: number): Int16Array =>
  Int16Array.from({ length: Math.round(RATE * seconds) }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at) / RATE)),
  );

export const tone = (hertz: number, seconds: number): Buffer => toWav(toneSamples(hertz, seconds), RATE);

/** Both in one recording: the left channel first. */
export function stereo(left: number, right: number, seconds: number): Buffer {
  const [first, second] = [toneSamples(left, seconds), toneSamples(right, seconds)];
  const both = new Int16Array(first.length * 2);
  first.forEach((sample, at) => {
    both[2 * at] = sample;
    both[2 * at + 1] = second[at] ?? 0;
  });
  const wav = toWav(both, RATE);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(RATE * 4, 28);
  wav.writeUInt16LE(4, 32);
  return wav;
}

export interface HeardChannel {
  /** Which of the two tones it has; null for none or both. */
  readonly hertz: number | null;
  readonly seconds: number;
}

/** What each channel of a WAV of 16 bits holds. */
export function heardIn(wav: Buffer): readonly HeardChannel[] {
  const data = wav.indexOf('data', 12, 'latin1');
  const channels = wav.readUInt16LE(22);
  const rate = wav.readUInt32LE(24);
  const samples = new Int16Array(wav.subarray(data + 8).length >> 1).map((_, at) => wav.readInt16LE(data + 8 + 2 * at));
  return Array.from({ length: channels }, (_, channel) => {
    const own = samples.filter((_sample, at) => at % channels === channel);
    const loud = [AGENT_HZ, CUSTOMER_HZ].filter((hertz) => strength(own, hertz, rate) > 1_000);
    return { hertz: loud.length === 1 ? (loud[0] ?? null) : null, seconds: own.length / rate };
  });
}

/** How much of a tone there is, as its amplitude. */
function strength(samples: Int16Array, hertz: number, rate: number): number {
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, at) => {
    real += sample * Math.cos((2 * Math.PI * hertz * at) / rate);
    imaginary += sample * Math.sin((2 * Math.PI * hertz * at) / rate);
  });
  return (2 * Math.hypot(real, imaginary)) / Math.max(1, samples.length);
}

// Stretches of samples that are replaced as they stream by.
import { describe, expect, it } from 'vitest';
import { MUTE_TONE_PEAK, PcmMuting } from '../../../src/adapters/ffmpeg/masking/mute-pcm.js';
import { bytesOf, interleave, voice } from '../../support/audio/audio-fixtures.js';

const RATE_HZ = 8000;
const CHANNELS = [voice(1000, { sampleRate: RATE_HZ }), voice(1000, { sampleRate: RATE_HZ, seed: 2 })];
const PCM = bytesOf(interleave(CHANNELS));
const SPANS = [
  { startMs: 0, endMs: 3 },
  { startMs: 3, endMs: 4 },
  { startMs: 100, endMs: 350 },
  { startMs: 999, endMs: 1200 },
];

async function muted(audio: 'tone' | 'silence', chunkBytes: number): Promise<Int16Array> {
  const muting = new PcmMuting({ spans: SPANS, audio, sampleRate: RATE_HZ, channels: 2 });
  async function* chunks() {
    for (let at = 0; at < PCM.length; at += chunkBytes) yield PCM.subarray(at, at + chunkBytes);
  }
  const pieces: Buffer[] = [];
  for await (const piece of muting.apply(chunks())) pieces.push(piece);
  expect(muting.frames).toBe(8000);
  const bytes = Buffer.concat(pieces);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

const isMuted = (frame: number) => SPANS.some(({ startMs, endMs }) => frame >= startMs * 8 && frame < endMs * 8);

describe.each([3, 4, 1000, PCM.length])('in pieces of %i bytes', (chunkBytes) => {
  it('all channels of the stretches are silent, and every other sample is as it was', async () => {
    const before = Buffer.from(PCM);
    const samples = await muted('silence', chunkBytes);
    const expected = interleave(CHANNELS).map((sample, at) => (isMuted(at >> 1) ? 0 : sample));
    expect(Buffer.from(samples.buffer).equals(bytesOf(expected)), 'the samples that are expected').toBe(true);
    expect(PCM.equals(before), 'what was read is not changed').toBe(true);
  });

  it('or all of them have the same tone, of one height, that begins and ends softly', async () => {
    const samples = await muted('tone', chunkBytes);
    for (let frame = 0; frame < 8000; frame++) {
      if (isMuted(frame)) expect(samples[2 * frame]).toBe(samples[2 * frame + 1]);
      else expect(samples[2 * frame]).toBe(CHANNELS[0]?.[frame]);
    }
    const tone = samples.subarray(2 * 800, 2 * 2800).filter((_, at) => at % 2 === 0);
    expect(Math.max(...tone)).toBe(MUTE_TONE_PEAK);
    for (const edge of [0, 1, 1998, 1999]) expect(Math.abs(tone[edge] ?? 0)).toBeLessThan(120);
  });
});

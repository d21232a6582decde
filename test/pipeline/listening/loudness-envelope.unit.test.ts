import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoudnessMeter } from '../../../src/pipeline/listening/loudness-envelope.js';

function measure(...pieces: readonly Int16Array[]) {
  const meter = new LoudnessMeter();
  for (const piece of pieces) meter.push(piece);
  const { msPerPeak, peaks } = meter.finish();
  return { msPerPeak, peaks: [...Buffer.from(peaks, 'base64')] };
}

describe('the envelope of a channel', () => {
  it('has the loudest sample of each 10 ms of a short recording, in one byte', () => {
    const samples = new Int16Array(400);
    samples[10] = -32_768;
    samples[200] = 12_800;
    samples[399] = 127;
    expect(measure(samples)).toEqual({ msPerPeak: 10, peaks: [255, 100, 0] });
  });

  it('has no peaks for a recording without samples', () => {
    expect(measure()).toEqual({ msPerPeak: 10, peaks: [] });
  });

  it('never has more than 1,200 peaks: with the length of the recording, each stands for a longer time', () => {
    const hour = new Int16Array(16_000 * 3600);
    hour[16_000 * 1800] = 25_600;
    const { msPerPeak, peaks } = measure(hour);
    expect(msPerPeak, 'ms of one peak').toBe(5120);
    expect(peaks, 'peaks of an hour').toHaveLength(Math.ceil(3_600_000 / 5120));
    expect(peaks.findIndex((peak) => peak > 0)).toBe(Math.floor(1_800_000 / 5120));
    expect(Math.max(...peaks), 'highest peak').toBe(200);
  });

  it('is the same however the samples are cut into pieces', () => {
    const samples = Int16Array.from({ length: 16_000 * 30 }, (_, i) => Math.round(30_000 * Math.sin(i / 900)));
    const whole = measure(samples);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: samples.length }), { maxLength: 8 }), (cuts) => {
        const ends = [0, ...cuts, samples.length].sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, index) => samples.subarray(ends[index], end));
        expect(measure(...pieces)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });
});

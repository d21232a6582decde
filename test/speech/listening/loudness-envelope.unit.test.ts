import { describe, expect, it } from 'vitest';
import { LoudnessMeter } from '../../../src/speech/listening/loudness-envelope.js';

/** @param frames the greatest magnitude of each frame of 10 ms */
function measure(frames: readonly number[]) {
  const meter = new LoudnessMeter();
  for (const loudest of frames) meter.push(loudest);
  const { msPerPeak, peaks } = meter.finish();
  return { msPerPeak, peaks: [...Buffer.from(peaks, 'base64')] };
}

describe('the envelope of a channel', () => {
  it('has the loudest sample of each 10 ms of a short recording, in one byte', () => {
    expect(measure([32_768, 12_800, 127])).toEqual({ msPerPeak: 10, peaks: [255, 100, 0] });
  });

  it('has no peaks for a recording without samples', () => {
    expect(measure([])).toEqual({ msPerPeak: 10, peaks: [] });
  });

  it('never has more than 1,200 peaks: with the length of the recording, each stands for a longer time', () => {
    const hour = Array.from({ length: 360_000 }, () => 0);
    hour[180_000] = 25_600;
    const { msPerPeak, peaks } = measure(hour);
    expect(msPerPeak, 'ms of one peak').toBe(5120);
    expect(peaks, 'peaks of an hour').toHaveLength(Math.ceil(3_600_000 / 5120));
    expect(peaks.findIndex((peak) => peak > 0)).toBe(Math.floor(1_800_000 / 5120));
    expect(Math.max(...peaks), 'highest peak').toBe(200);
  });
});

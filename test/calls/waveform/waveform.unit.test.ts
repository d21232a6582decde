import { describe, expect, it } from 'vitest';
import { readEnvelopes } from '../../../src/calls/waveform/envelopes.js';
import { toWaveform } from '../../../src/calls/waveform/waveform.js';

const envelope = (peaks: number[], channel: number | null = null) => ({
  channel,
  ms_per_peak: 100,
  peaks: Uint8Array.from(peaks),
});

describe('toWaveform', () => {
  it('gives each pixel of each channel its range, channel by channel', () => {
    expect(toWaveform([envelope([0, 128], 0), envelope([255, 6], 1)])).toEqual({
      version: 2,
      channels: 2,
      sample_rate: 16_000,
      samples_per_pixel: 1_600,
      bits: 8,
      length: 2,
      data: [0, 0, -127, 127, -64, 64, -3, 3],
    });
  });

  it('fills up a channel that ends before another with silence', () => {
    const { length, data } = toWaveform([envelope([20]), envelope([20, 40])]);
    expect({ length, data }).toEqual({ length: 2, data: [-10, 10, -10, 10, 0, 0, -20, 20] });
  });
});

describe('readEnvelopes', () => {
  it('reads what the pipeline keeps', () => {
    const stored = JSON.stringify([{ channel: 1, ms_per_peak: 10, peaks: Buffer.from([7, 9]).toString('base64') }]);
    expect(readEnvelopes(stored)).toEqual([{ channel: 1, ms_per_peak: 10, peaks: Uint8Array.from([7, 9]) }]);
  });

  it('reads nothing where nothing was kept', () => {
    expect(readEnvelopes(null)).toEqual([]);
  });
});

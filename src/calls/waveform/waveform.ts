// The sound of a call as data for drawing: the JSON of the program audiowaveform, version 2, which peaks.js and wavesurfer.js
// read.
import type { Envelope } from './envelopes.js';
import type { WaveformResponse } from './waveform.response.js';

/** The rate to which every recording is decoded. Only its product with the time of a pixel matters to who draws. */
const SAMPLE_RATE_HZ = 16_000;
const BITS = 8;
const MAX_SAMPLE = 127;

/**
 * One pixel for each peak that was kept, from minus the loudest sample of its stretch to plus the loudest.
 * @param envelopes one for each channel, at least one; all of the same stretches of time
 */
export function toWaveform(envelopes: readonly [Envelope, ...Envelope[]]): WaveformResponse {
  const length = Math.max(...envelopes.map(({ peaks }) => peaks.length));
  const data: number[] = [];
  for (let pixel = 0; pixel < length; pixel++) {
    for (const { peaks } of envelopes) {
      const loudest = Math.min(MAX_SAMPLE, Math.round((peaks[pixel] ?? 0) / 2));
      data.push(0 - loudest, loudest);
    }
  }
  return {
    version: 2,
    channels: envelopes.length,
    sample_rate: SAMPLE_RATE_HZ,
    samples_per_pixel: (envelopes[0].ms_per_peak * SAMPLE_RATE_HZ) / 1000,
    bits: BITS,
    length,
    data,
  };
}

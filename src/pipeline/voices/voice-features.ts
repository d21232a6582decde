// What a voice sounds like, frame by frame: mel-frequency cepstra, by which two people on one line are told apart.
import { FFT_SIZE, powerSpectrum, SPECTRUM_BINS } from '../listening/fourier.js';

/** What recordings are decoded to. */
const SAMPLE_RATE = 16_000;
/** A frame begins every 10 ms and lasts 25. */
export const STEP_SAMPLES = 160;
export const FRAME_MS = 10;
const FRAME_SAMPLES = 400;
/** Coefficients of a frame: the first to the nineteenth. The zeroth is loudness, which says where a mouth is, not whose. */
export const COEFFICIENTS = 19;

const PRE_EMPHASIS = 0.97;
const BANDS = 26;
const LOWEST_HZ = 0;
const HIGHEST_HZ = SAMPLE_RATE / 2;
/** Energy of a band, in squares of the last bit: without it the bands above a telephone's would be the logarithm of nothing. */
const LEAST_BAND_ENERGY = 1000;

/** A Hamming window over the frame; the rest of the transform's input is zero. */
const WINDOW = Float64Array.from({ length: FFT_SIZE }, (_, at) =>
  at < FRAME_SAMPLES ? 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME_SAMPLES - 1)) : 0,
);

/** Triangles with their corners at equal distances on the mel scale: first bin and weights of each. */
const FILTERS = Array.from({ length: BANDS }, (_, band) => {
  const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (BANDS + 1);
  const binAt = (corner: number) =>
    (700 * (10 ** ((mel(LOWEST_HZ) + corner * step) / 2595) - 1) * FFT_SIZE) / SAMPLE_RATE;
  const [left, centre, right] = [binAt(band), binAt(band + 1), binAt(band + 2)];
  const first = Math.ceil(left);
  const weights: number[] = [];
  for (let bin = first; bin <= Math.min(SPECTRUM_BINS - 1, Math.floor(right)); bin++) {
    weights.push(bin <= centre ? (bin - left) / (centre - left) : (right - bin) / (right - centre));
  }
  return { first, weights: Float64Array.from(weights) };
});

const DCT = Array.from({ length: COEFFICIENTS }, (_, row) =>
  Float64Array.from(
    { length: BANDS },
    (_, band) => Math.sqrt(2 / BANDS) * Math.cos((Math.PI * (row + 1) * (band + 0.5)) / BANDS),
  ),
);

/** Frames of one stretch of sound. */
export interface VoiceFrames {
  /** {@link COEFFICIENTS} numbers a frame. */
  readonly cepstra: Float32Array;
  /** Mean square of each frame's samples, pre-emphasised. */
  readonly energy: Float32Array;
  readonly count: number;
}

/** Cepstra of all whole frames: frame n begins at sample 160 n. */
export function voiceFrames(samples: Int16Array): VoiceFrames {
  const count = Math.max(0, Math.floor((samples.length - FRAME_SAMPLES) / STEP_SAMPLES) + 1);
  const cepstra = new Float32Array(count * COEFFICIENTS);
  const energy = new Float32Array(count);
  const sharpened = new Float64Array(FFT_SIZE);
  const power = new Float64Array(SPECTRUM_BINS);
  const bands = new Float64Array(BANDS);
  for (let frame = 0; frame < count; frame++) {
    const start = frame * STEP_SAMPLES;
    let sum = 0;
    let previous = samples[start]!;
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      const sample = samples[start + at]!;
      const value = sample - PRE_EMPHASIS * previous;
      previous = sample;
      sum += value * value;
      sharpened[at] = value;
    }
    energy[frame] = sum / FRAME_SAMPLES;
    powerSpectrum(sharpened, WINDOW, power);
    for (let band = 0; band < BANDS; band++) {
      const { first, weights } = FILTERS[band]!;
      let bandEnergy = 0;
      for (let at = 0; at < weights.length; at++) bandEnergy += weights[at]! * power[first + at]!;
      bands[band] = Math.log(Math.max(LEAST_BAND_ENERGY, bandEnergy));
    }
    for (let row = 0; row < COEFFICIENTS; row++) {
      const cosines = DCT[row]!;
      let value = 0;
      for (let band = 0; band < BANDS; band++) value += cosines[band]! * bands[band]!;
      cepstra[frame * COEFFICIENTS + row] = value;
    }
  }
  return { cepstra, energy, count };
}

// Mel-frequency cepstral coefficients (MFCC): the shape of the spectrum, frame by frame, by which diarization distinguishes
// voices.
import { FFT_SIZE, powerSpectrum, SPECTRUM_BINS } from '../listening/fourier.js';
import { SAMPLE_RATE_HZ } from '../listening/pcm-format.js';

/** A frame starts every 10 ms and lasts 25 ms: the usual figures of speech recognition. */
export const FRAME_STEP_SAMPLES = 160;
export const FRAME_STEP_MS = 10;
const FRAME_SAMPLES = 400;
/**
 * Coefficients of a frame: 1 to 19. Recognisers of words keep 12; the finer shape of the spectrum beyond them differs
 * between speakers. Coefficient 0 is left out: it is loudness, which depends on the distance from the microphone.
 */
export const COEFFICIENTS = 19;

/** First-order high-pass y[n] = x[n] - 0.97 x[n-1], which evens out the fall of the speech spectrum (HTK's default). */
const PRE_EMPHASIS = 0.97;
/** Triangular filters from 0 Hz to half the sampling rate. */
const MEL_BANDS = 26;
const MIN_HZ = 0;
const MAX_HZ = SAMPLE_RATE_HZ / 2;
/**
 * Floor of a band's energy, in squared sample steps. A telephone line carries nothing above 3.4 kHz; without the floor
 * the logarithm of those bands would be dominated by rounding.
 */
const MIN_BAND_ENERGY = 1000;

/** A Hamming window over the frame; the rest of the transform's input counts as zero. */
const WINDOW = Float64Array.from({ length: FFT_SIZE }, (_, at) =>
  at < FRAME_SAMPLES ? 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME_SAMPLES - 1)) : 0,
);

/** Triangles whose corners are equally spaced on the mel scale of HTK: first bin and weights of each. */
const MEL_FILTERS = Array.from({ length: MEL_BANDS }, (_, band) => {
  const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const step = (mel(MAX_HZ) - mel(MIN_HZ)) / (MEL_BANDS + 1);
  const binAt = (corner: number) =>
    (700 * (10 ** ((mel(MIN_HZ) + corner * step) / 2595) - 1) * FFT_SIZE) / SAMPLE_RATE_HZ;
  const [left, centre, right] = [binAt(band), binAt(band + 1), binAt(band + 2)];
  const firstBin = Math.ceil(left);
  const weights: number[] = [];
  for (let bin = firstBin; bin <= Math.min(SPECTRUM_BINS - 1, Math.floor(right)); bin++) {
    weights.push(bin <= centre ? (bin - left) / (centre - left) : (right - bin) / (right - centre));
  }
  return { firstBin, weights: Float64Array.from(weights) };
});

/** Rows 1 to 19 of the orthonormal DCT-II. */
const COSINE_TRANSFORM = Array.from({ length: COEFFICIENTS }, (_, row) =>
  Float64Array.from(
    { length: MEL_BANDS },
    (_, band) => Math.sqrt(2 / MEL_BANDS) * Math.cos((Math.PI * (row + 1) * (band + 0.5)) / MEL_BANDS),
  ),
);

export interface MfccFrames {
  /** {@link COEFFICIENTS} numbers a frame. */
  readonly cepstra: Float32Array;
  /** Mean square of each frame's samples after pre-emphasis. */
  readonly energy: Float32Array;
  readonly count: number;
}

/** MFCCs of all whole frames of 16 kHz samples; frame n starts at sample 160 n. */
export function computeMfcc(samples: Int16Array): MfccFrames {
  const count = Math.max(0, Math.floor((samples.length - FRAME_SAMPLES) / FRAME_STEP_SAMPLES) + 1);
  const cepstra = new Float32Array(count * COEFFICIENTS);
  const energy = new Float32Array(count);
  const emphasised = new Float64Array(FFT_SIZE);
  const power = new Float64Array(SPECTRUM_BINS);
  const logBands = new Float64Array(MEL_BANDS);
  for (let frame = 0; frame < count; frame++) {
    const start = frame * FRAME_STEP_SAMPLES;
    let sum = 0;
    let previous = samples[start]!;
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      const sample = samples[start + at]!;
      const value = sample - PRE_EMPHASIS * previous;
      previous = sample;
      sum += value * value;
      emphasised[at] = value;
    }
    energy[frame] = sum / FRAME_SAMPLES;
    powerSpectrum(emphasised, WINDOW, power);
    for (let band = 0; band < MEL_BANDS; band++) {
      const { firstBin, weights } = MEL_FILTERS[band]!;
      let bandEnergy = 0;
      for (let at = 0; at < weights.length; at++) bandEnergy += weights[at]! * power[firstBin + at]!;
      logBands[band] = Math.log(Math.max(MIN_BAND_ENERGY, bandEnergy));
    }
    for (let row = 0; row < COEFFICIENTS; row++) {
      const cosines = COSINE_TRANSFORM[row]!;
      let value = 0;
      for (let band = 0; band < MEL_BANDS; band++) value += cosines[band]! * logBands[band]!;
      cepstra[frame * COEFFICIENTS + row] = value;
    }
  }
  return { cepstra, energy, count };
}

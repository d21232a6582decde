// What a voice sounds like, frame by frame: mel-frequency cepstra, by which two people on one line are told apart.

/** What recordings are decoded to. */
const SAMPLE_RATE = 16_000;
/** A frame begins every 10 ms and lasts 25. */
export const STEP_SAMPLES = 160;
export const FRAME_MS = 10;
const FRAME_SAMPLES = 400;
/** Coefficients of a frame: the first to the nineteenth. The zeroth is loudness, which says where a mouth is, not whose. */
export const COEFFICIENTS = 19;

const PRE_EMPHASIS = 0.97;
const FFT_SIZE = 512;
const BANDS = 26;
const LOWEST_HZ = 0;
const HIGHEST_HZ = SAMPLE_RATE / 2;
/** Energy of a band, in squares of the last bit: without it the bands above a telephone's would be the logarithm of nothing. */
const LEAST_BAND_ENERGY = 1000;

const HAMMING = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME_SAMPLES - 1)),
);
const HALF = FFT_SIZE / 2;
const COSINES = Float64Array.from({ length: HALF }, (_, at) => Math.cos((2 * Math.PI * at) / FFT_SIZE));
const SINES = Float64Array.from({ length: HALF }, (_, at) => -Math.sin((2 * Math.PI * at) / FFT_SIZE));
const REVERSED = Uint16Array.from({ length: FFT_SIZE }, (_, at) => {
  let reversed = 0;
  for (let bit = 1; bit < FFT_SIZE; bit <<= 1) reversed = (reversed << 1) | (at & bit ? 1 : 0);
  return reversed;
});

/** Triangles with their corners at equal distances on the mel scale: first bin and weights of each. */
const FILTERS = Array.from({ length: BANDS }, (_, band) => {
  const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (BANDS + 1);
  const binAt = (corner: number) =>
    (700 * (10 ** ((mel(LOWEST_HZ) + corner * step) / 2595) - 1) * FFT_SIZE) / SAMPLE_RATE;
  const [left, centre, right] = [binAt(band), binAt(band + 1), binAt(band + 2)];
  const first = Math.ceil(left);
  const weights: number[] = [];
  for (let bin = first; bin <= Math.min(HALF, Math.floor(right)); bin++) {
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

/** Fast Fourier transform of 512 complex numbers in place. */
export function transform(re: Float64Array, im: Float64Array): void {
  for (let at = 0; at < FFT_SIZE; at++) {
    const other = REVERSED[at]!;
    if (other <= at) continue;
    const real = re[at]!;
    const imaginary = im[at]!;
    re[at] = re[other]!;
    im[at] = im[other]!;
    re[other] = real;
    im[other] = imaginary;
  }
  for (let half = 1; half < FFT_SIZE; half *= 2) {
    const stride = HALF / half;
    for (let block = 0; block < FFT_SIZE; block += 2 * half) {
      for (let low = block, twiddle = 0; low < block + half; low++, twiddle += stride) {
        const high = low + half;
        const cosine = COSINES[twiddle]!;
        const sine = SINES[twiddle]!;
        const real = re[high]! * cosine - im[high]! * sine;
        const imaginary = re[high]! * sine + im[high]! * cosine;
        re[high] = re[low]! - real;
        im[high] = im[low]! - imaginary;
        re[low]! += real;
        im[low]! += imaginary;
      }
    }
  }
}

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
  const re = new Float64Array(FFT_SIZE);
  const im = new Float64Array(FFT_SIZE);
  const bands = new Float64Array(BANDS);
  for (let frame = 0; frame < count; frame++) {
    const start = frame * STEP_SAMPLES;
    re.fill(0);
    im.fill(0);
    let sum = 0;
    let previous = samples[start]!;
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      const sample = samples[start + at]!;
      const sharpened = sample - PRE_EMPHASIS * previous;
      previous = sample;
      sum += sharpened * sharpened;
      re[at] = sharpened * HAMMING[at]!;
    }
    energy[frame] = sum / FRAME_SAMPLES;
    transform(re, im);
    for (let band = 0; band < BANDS; band++) {
      const { first, weights } = FILTERS[band]!;
      let power = 0;
      for (let at = 0; at < weights.length; at++) {
        const bin = first + at;
        power += weights[at]! * (re[bin]! * re[bin]! + im[bin]! * im[bin]!);
      }
      bands[band] = Math.log(Math.max(LEAST_BAND_ENERGY, power));
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

// The power spectrum of 512 real samples, shared by voice activity (tones and music) and by diarization (MFCC).

export const FFT_SIZE = 512;
/** Bins 0 (direct current) to 256 (half the sampling rate). */
export const SPECTRUM_BINS = FFT_SIZE / 2 + 1;

/** Even and odd samples become the real and imaginary parts of half as many complex points. */
const POINTS = FFT_SIZE / 2;
const QUARTER = POINTS / 4;
const COSINES = Float64Array.from({ length: FFT_SIZE }, (_, at) => Math.cos((2 * Math.PI * at) / FFT_SIZE));
const SINES = Float64Array.from({ length: FFT_SIZE }, (_, at) => Math.sin((2 * Math.PI * at) / FFT_SIZE));
/** Place of each group of four points after the first pass: the base-4 digits of the index in reverse order. */
const DIGIT_REVERSED = Uint8Array.from({ length: QUARTER }, (_, at) => 4 * (((at & 3) << 4) | (at & 12) | (at >> 4)));

// Scratch memory of one call: a call never yields, and each thread loads this module for itself.
const real = new Float64Array(POINTS);
const imaginary = new Float64Array(POINTS);

/**
 * Writes |X(k)|² of `samples · window` into `power`, for k = 0 … 256: a radix-4 decimation-in-time FFT of 256 complex
 * points, then the split into the spectrum of a real signal. Allocates nothing, because it runs for every frame.
 * `samples` and `window` hold {@link FFT_SIZE} values, `power` {@link SPECTRUM_BINS}.
 */
export function powerSpectrum(samples: Float64Array, window: Float64Array, power: Float64Array): void {
  loadWindowed(samples, window);
  transformPoints();
  const [dc, nyquist] = [real[0]! + imaginary[0]!, real[0]! - imaginary[0]!];
  power[0] = dc * dc;
  power[POINTS] = nyquist * nyquist;
  // Bins k and 256 - k follow from the same two complex points.
  for (let bin = 1; bin <= POINTS / 2; bin++) {
    const mirrored = POINTS - bin;
    const evenRe = (real[bin]! + real[mirrored]!) / 2;
    const evenIm = (imaginary[bin]! - imaginary[mirrored]!) / 2;
    const oddRe = (imaginary[bin]! + imaginary[mirrored]!) / 2;
    const oddIm = (real[mirrored]! - real[bin]!) / 2;
    const turnedRe = oddRe * COSINES[bin]! + oddIm * SINES[bin]!;
    const turnedIm = oddIm * COSINES[bin]! - oddRe * SINES[bin]!;
    power[bin] = (evenRe + turnedRe) ** 2 + (evenIm + turnedIm) ** 2;
    power[mirrored] = (evenRe - turnedRe) ** 2 + (evenIm - turnedIm) ** 2;
  }
}

/** Multiplies by the window and does the first radix-4 pass, whose twiddle factors are all 1. */
function loadWindowed(samples: Float64Array, window: Float64Array): void {
  for (let at = 0; at < QUARTER; at++) {
    const a = 2 * at;
    const b = a + 2 * QUARTER;
    const c = b + 2 * QUARTER;
    const d = c + 2 * QUARTER;
    butterfly(
      DIGIT_REVERSED[at]!,
      1,
      samples[a]! * window[a]!,
      samples[a + 1]! * window[a + 1]!,
      samples[b]! * window[b]!,
      samples[b + 1]! * window[b + 1]!,
      samples[c]! * window[c]!,
      samples[c + 1]! * window[c + 1]!,
      samples[d]! * window[d]!,
      samples[d + 1]! * window[d + 1]!,
    );
  }
}

/** The other three radix-4 passes. */
function transformPoints(): void {
  for (let quarter = 4; quarter < POINTS; quarter *= 4) {
    const stride = FFT_SIZE / (4 * quarter);
    for (let k = 0; k < quarter; k++) {
      const cos1 = COSINES[k * stride]!;
      const sin1 = SINES[k * stride]!;
      const cos2 = COSINES[2 * k * stride]!;
      const sin2 = SINES[2 * k * stride]!;
      const cos3 = COSINES[3 * k * stride]!;
      const sin3 = SINES[3 * k * stride]!;
      for (let a = k; a < POINTS; a += 4 * quarter) {
        const b = a + quarter;
        const c = b + quarter;
        const d = c + quarter;
        const bRe = real[b]! * cos1 + imaginary[b]! * sin1;
        const bIm = imaginary[b]! * cos1 - real[b]! * sin1;
        const cRe = real[c]! * cos2 + imaginary[c]! * sin2;
        const cIm = imaginary[c]! * cos2 - real[c]! * sin2;
        const dRe = real[d]! * cos3 + imaginary[d]! * sin3;
        const dIm = imaginary[d]! * cos3 - real[d]! * sin3;
        butterfly(a, quarter, real[a]!, imaginary[a]!, bRe, bIm, cRe, cIm, dRe, dIm);
      }
    }
  }
}

/** The discrete Fourier transform of four complex numbers, written from `at` on, `step` apart. */
function butterfly(
  at: number,
  step: number,
  aRe: number,
  aIm: number,
  bRe: number,
  bIm: number,
  cRe: number,
  cIm: number,
  dRe: number,
  dIm: number,
): void {
  real[at] = aRe + cRe + (bRe + dRe);
  imaginary[at] = aIm + cIm + (bIm + dIm);
  real[at + step] = aRe - cRe + (bIm - dIm);
  imaginary[at + step] = aIm - cIm - (bRe - dRe);
  real[at + 2 * step] = aRe + cRe - (bRe + dRe);
  imaginary[at + 2 * step] = aIm + cIm - (bIm + dIm);
  real[at + 3 * step] = aRe - cRe - (bIm - dIm);
  imaginary[at + 3 * step] = aIm - cIm + (bRe - dRe);
}

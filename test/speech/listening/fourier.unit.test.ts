import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FFT_SIZE, powerSpectrum, SPECTRUM_BINS } from '../../../src/speech/listening/fourier.js';

const RECTANGLE = new Float64Array(FFT_SIZE).fill(1);

function spectrumOf(samples: Float64Array, window = RECTANGLE): Float64Array {
  const power = new Float64Array(SPECTRUM_BINS);
  powerSpectrum(samples, window, power);
  return power;
}

/** By the definition of the discrete Fourier transform. */
function naivePower(samples: Float64Array, bin: number): number {
  let [re, im] = [0, 0];
  for (const [at, value] of samples.entries()) {
    re += value * Math.cos((2 * Math.PI * bin * at) / FFT_SIZE);
    im -= value * Math.sin((2 * Math.PI * bin * at) / FFT_SIZE);
  }
  return re * re + im * im;
}

describe('the power spectrum', () => {
  it('is the discrete Fourier transform as it is defined, in every bin', () => {
    const samples = Float64Array.from({ length: FFT_SIZE }, (_, at) => Math.sin(at * at));
    for (const [bin, power] of spectrumOf(samples).entries()) expect(power).toBeCloseTo(naivePower(samples, bin), 9);
  });

  it('is that of the samples multiplied by the window', () => {
    const samples = Float64Array.from({ length: FFT_SIZE }, (_, at) => 100 * Math.sin(at * at));
    const window = Float64Array.from({ length: FFT_SIZE }, (_, at) => (at < 400 ? 0.5 + at / 1000 : 0));
    const product = samples.map((value, at) => value * window[at]!);
    expect(spectrumOf(samples, window)).toEqual(spectrumOf(product));
  });

  it('of a sine at the centre of a bin lies in that bin alone', () => {
    for (const bin of [1, 17, 128, 255]) {
      const sine = Float64Array.from({ length: FFT_SIZE }, (_, at) => Math.sin((2 * Math.PI * bin * at) / FFT_SIZE));
      for (const [at, power] of spectrumOf(sine).entries()) {
        expect(power).toBeCloseTo(at === bin ? (FFT_SIZE / 2) ** 2 : 0, 6);
      }
    }
  });

  it('keeps energy: the sum of squares of a signal is that of its spectrum over its length (Parseval)', () => {
    const numbers = fc.array(fc.double({ min: -32_768, max: 32_767, noNaN: true }), {
      minLength: FFT_SIZE,
      maxLength: FFT_SIZE,
    });
    fc.assert(
      fc.property(numbers, (values) => {
        const samples = Float64Array.from(values);
        const energy = samples.reduce((sum, value) => sum + value * value, 0);
        // The full spectrum has every bin but the first and the last twice, mirrored at half the sampling rate.
        const power = spectrumOf(samples);
        const sum = 2 * power.reduce((total, value) => total + value, 0) - power[0]! - power[SPECTRUM_BINS - 1]!;
        expect(sum / FFT_SIZE).toBeCloseTo(energy, -Math.log10(1 + energy) + 6);
      }),
      { numRuns: 50 },
    );
  });
});

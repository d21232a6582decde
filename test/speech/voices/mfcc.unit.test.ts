import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COEFFICIENTS, computeMfcc } from '../../../src/speech/voices/mfcc.js';
import { concat, noise, silence } from '../../support/audio/audio-fixtures.js';

describe('MFCCs', () => {
  // Computed with numpy 2.4 (rfft, hamming): pre-emphasis 0.97, 26 triangular filters on the mel scale of HTK from 0 to
  // 8000 Hz, natural logarithm, orthonormal DCT-II, coefficients 1 to 19. Frames 0 and 3.
  const expected = [
    [
      -1.0483, 0.206, -7.6828, -2.8162, 2.1577, -13.0607, -4.1228, -7.22, 6.9478, 6.1034, -0.341, 2.2714, -2.2534,
      5.9975, -1.4049, -2.4606, -2.3214, -1.0121, 4.0016,
    ],
    [
      0.5167, 2.0643, -5.7193, -1.1573, 3.6676, -12.5077, -3.8408, -7.0027, 7.328, 6.5656, 0.0077, 2.3529, -2.3509,
      5.7853, -1.58, -2.4958, -2.2167, -0.742, 4.3097,
    ],
  ];

  it('of three tones are those that numpy computes from the definitions', () => {
    const tones = silence(100).map((_, n) =>
      Math.round(
        8000 * Math.sin((2 * Math.PI * 440 * n) / 16_000) +
          4000 * Math.sin((2 * Math.PI * 1333 * n) / 16_000) +
          2000 * Math.sin((2 * Math.PI * 5200 * n) / 16_000),
      ),
    );
    const { cepstra, energy } = computeMfcc(tones);
    for (const [index, frame] of [0, 3].entries()) {
      for (const [row, value] of expected[index]!.entries()) {
        expect(cepstra[frame * COEFFICIENTS + row], `frame ${frame}, coefficient ${row + 1}`).toBeCloseTo(value, 3);
      }
    }
    expect(energy[0]! / 8_683_460).toBeCloseTo(1, 6);
  });

  it('do not depend on the volume', () => {
    // Noise fills every mel band, so that none is clamped to the floor, which does not scale.
    const quiet = noise(300, 2000);
    const [once, twice] = [computeMfcc(quiet), computeMfcc(quiet.map((sample) => 2 * sample))];
    for (const [at, value] of once.cepstra.entries()) expect(twice.cepstra[at]).toBeCloseTo(value, 3);
  });

  it('are one row for every 10 ms from which a whole frame of 25 ms follows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (length) => {
        const { count, cepstra, energy } = computeMfcc(noise(250, 500).subarray(0, length));
        expect(count).toBe(length < 400 ? 0 : 1 + Math.floor((length - 400) / 160));
        expect([cepstra.length, energy.length]).toEqual([count * COEFFICIENTS, count]);
      }),
    );
  });

  it('are finite for silence and for full scale', () => {
    const square = silence(50).map((_, at) => (at % 20 < 10 ? 32_767 : -32_768));
    expect(
      computeMfcc(concat(silence(50), square)).cepstra.filter((value) => !Number.isFinite(value)),
      'values that are not finite',
    ).toHaveLength(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoundTexture } from '../../../src/speech/listening/sound-texture.js';
import { noise, type Samples, voice } from '../../support/audio/audio-fixtures.js';

const LOUD = voice(4000, { seed: 1 });
/** Magnitudes up to 24: below -60 dB, whatever the decimation filter makes of them. */
const QUIET = noise(4000, 200).map((sample) => sample % 25);

interface Stretch {
  readonly isLoud: boolean;
  readonly samples: number;
}

const stretches = fc.array(
  fc.record({ isLoud: fc.boolean(), samples: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.nat(40_000)) }),
  { minLength: 1, maxLength: 12 },
);

function textureOf(pieces: readonly Stretch[], loudestOf: (samples: Samples) => number) {
  const texture = new SoundTexture();
  for (const { isLoud, samples } of pieces) {
    const piece = (isLoud ? LOUD : QUIET).subarray(0, samples);
    texture.push(piece, loudestOf(piece));
  }
  // Each frame lasts 32 ms.
  return Array.from({ length: 900 }, (_, frame) => [
    texture.between(frame * 32, frame * 32 + 32),
    texture.brightnessBetween(frame * 32, frame * 32 + 32),
  ]);
}

describe('quiet stretches that are passed over', () => {
  it('leave every frame as if they had been analysed', () => {
    const magnitude = (samples: Samples) => samples.reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0);
    fc.assert(
      fc.property(stretches, (pieces) => {
        expect(textureOf(pieces, magnitude)).toEqual(textureOf(pieces, () => 32_768));
      }),
      { numRuns: 60 },
    );
  });
});

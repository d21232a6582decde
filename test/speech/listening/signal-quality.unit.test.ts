import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignalQuality } from '../../../src/speech/listening/signal-quality.js';
import { VoiceActivityDetector } from '../../../src/speech/listening/voice-activity.js';
import {
  concat,
  dualTone,
  mix,
  noise,
  randomFrom,
  type Samples,
  silence,
  voice,
} from '../../support/audio/audio-fixtures.js';

/** Root mean square of {@link conversation} while someone speaks. */
const SPEECH_RMS = 1350;
const SECONDS = 20;

function conversation(): Samples {
  return concat(...[1, 2, 3, 4].map((seed) => concat(voice(3500, { seed }), silence(1500))));
}

function qualityOf(samples: Samples): SignalQuality & { levelDb: number } {
  const detector = new VoiceActivityDetector();
  for (let at = 0; at < samples.length; at += 4096) detector.push(samples.subarray(at, at + 4096));
  const { levelDb, signal } = detector.finish();
  return { ...signal, levelDb };
}

/** White noise so far below the speech. */
function noiseBelow(decibel: number): Samples {
  return noise(1000 * SECONDS, SPEECH_RMS * 10 ** (-decibel / 20));
}

describe('the background', () => {
  it.each([40, 30, 20, 15])('is measured to 3 dB: %i dB below the speech', (decibel) => {
    const { noiseDb, levelDb } = qualityOf(mix(conversation(), noiseBelow(decibel)));
    expect(Math.abs(levelDb - (noiseDb ?? 0) - decibel)).toBeLessThan(3);
  });

  it('is that of most of the time: a cough now and then does not count', () => {
    const coughs = concat(silence(4000), noise(300, 900), silence(SECONDS * 1000 - 4300));
    const { noiseDb } = qualityOf(mix(conversation(), coughs));
    expect(noiseDb).toBeLessThan(-80);
  });

  it('shows in the quiet moments of the speech where a gate removes it between the speech', () => {
    const gated = mix(conversation(), noiseBelow(12)).map((sample, at) =>
      at % (5 * 16_000) < 3.5 * 16_000 ? sample : 0,
    );
    const { noiseDb, quietDb, levelDb } = qualityOf(gated);
    expect(noiseDb, 'noise between the speech, in dB').toBe(-100);
    expect(levelDb - (quietDb ?? 0)).toBeLessThan(14);
  });

  it('does not show in digital silence within the speech, which a gate or a codec has put there', () => {
    const holed = mix(conversation(), noiseBelow(20)).map((sample, at) => (at % 8000 < 1600 ? 0 : sample));
    expect(qualityOf(holed).quietDb).toBeGreaterThan(-50);
  });
});

describe('brightness', () => {
  it('is absent from sound below 4 kHz, with and without noise in that band', () => {
    expect(qualityOf(conversation()).brightShare, 'share of sound above 4 kHz').toBe(0);
    const hum = dualTone(SECONDS * 1000, 900, 2100, 60);
    expect(qualityOf(mix(conversation(), hum)).brightShare, 'share of sound above 4 kHz, with noise below').toBe(0);
  });

  it('is the share of the speech in which sharp consonants are heard', () => {
    const samples = conversation();
    const random = randomFrom(5);
    // 100 ms of differentiated noise, which lies mostly above 4 kHz, in each second.
    let previous = 0;
    const sharp = samples.map((sample, at) => {
      const hiss = 2500 * (random() - 0.5);
      const high = hiss - previous;
      previous = hiss;
      return at % 16_000 < 1600 ? high : sample;
    });
    const { brightShare } = qualityOf(sharp);
    expect(brightShare).toBeGreaterThan(0.05);
    expect(brightShare).toBeLessThan(0.25);
  });
});

describe('clipping', () => {
  const driven = (gain: number, ceiling = 32_767): Samples =>
    conversation().map((sample) => Math.max(-ceiling, Math.min(ceiling, gain * sample)));

  it.each([
    ['none', driven(1), 0, 0.005],
    ['none of loud speech', driven(3), 0, 0.005],
    ['speech driven 20 dB over full scale', driven(40), 0.2, 0.6],
    ['the same, turned down afterwards', driven(40).map((sample) => sample / 4), 0.2, 0.6],
  ])('%s', (_, samples, min, max) => {
    const { clippedShare } = qualityOf(samples);
    expect(clippedShare).toBeGreaterThanOrEqual(min);
    expect(clippedShare).toBeLessThanOrEqual(max);
  });
});

describe('any recording', () => {
  it('has the same figures however its samples arrive', () => {
    const driven = mix(conversation(), noiseBelow(40)).map((sample) => Math.max(-9000, Math.min(9000, 12 * sample)));
    const whole = qualityOf(driven);
    expect(whole.clippedShare).toBeGreaterThan(0.05);
    for (const chunk of [37, 161, 4095]) {
      const detector = new VoiceActivityDetector();
      for (let at = 0; at < driven.length; at += chunk) detector.push(driven.subarray(at, at + chunk));
      expect(whole).toMatchObject(detector.finish().signal);
    }
  });

  it.each([
    ['no samples', silence(0)],
    ['digital silence', silence(5000)],
    ['noise', noise(5000, 300)],
  ])('without speech has no figures of the speech: %s', (_, samples) => {
    expect(qualityOf(samples)).toMatchObject({ quietDb: null, brightShare: null, clippedShare: null });
  });

  it('gives figures that are within their bounds, however the samples arrive, and survive as JSON', () => {
    const sound = fc.oneof(
      fc.int16Array({ maxLength: 300 }),
      fc
        .integer({ min: 1, max: 99 })
        .map((seed) => concat(silence(seed), voice(2000, { seed, amplitude: 300 * seed }))),
    );
    fc.assert(
      fc.property(sound, fc.integer({ min: 40, max: 5000 }), (samples, chunk) => {
        const whole = qualityOf(samples);
        const detector = new VoiceActivityDetector();
        for (let at = 0; at < samples.length; at += chunk) detector.push(samples.subarray(at, at + chunk));
        const { signal } = detector.finish();
        expect(whole).toMatchObject({
          ...signal,
          clippedShare: expect.toSatisfy((share) => share === null || share <= 1),
        });
        expect(JSON.parse(JSON.stringify(signal))).toEqual(signal);
        for (const level of [signal.noiseDb, signal.quietDb]) {
          if (level !== null) expect(Math.abs(level + 50)).toBeLessThanOrEqual(50);
        }
      }),
      { numRuns: 40 },
    );
  });
});

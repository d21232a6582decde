import { describe, expect, it } from 'vitest';
import { ChannelComparison, layoutOfPair, removeCrosstalk } from '../../../src/speech/listening/channel-layout.js';
import { concat, voice } from '../../support/audio/audio-fixtures.js';

const span = (startMs: number, endMs: number, levelDb: number) => ({ startMs, endMs, levelDb });

describe('crosstalk', () => {
  const loud = [span(1000, 3000, -20)];
  const correlated = () => 0.9;
  const uncorrelated = () => 0.1;

  it('is a quieter, correlated span of either channel', () => {
    expect(removeCrosstalk(loud, [span(1100, 2900, -35)], correlated)).toEqual([loud, []]);
    expect(removeCrosstalk([span(1100, 2900, -35)], loud, correlated)).toEqual([[], loud]);
  });

  it('is not an uncorrelated span, unless that is more than 20 dB below', () => {
    expect(
      removeCrosstalk(loud, [span(1100, 2900, -35)], uncorrelated)[1],
      'Speech 15 dB below is dropped as an echo',
    ).toHaveLength(1);
    expect(
      removeCrosstalk(loud, [span(1100, 2900, -45)], uncorrelated)[1],
      'A span 25 dB below is kept as speech',
    ).toHaveLength(0);
  });

  it('is not a span of about the same level, or one that the louder speech does not cover', () => {
    expect(
      removeCrosstalk(loud, [span(1100, 2900, -24)], correlated)[1],
      'Speech of about the same level is dropped as an echo',
    ).toHaveLength(1);
    expect(
      removeCrosstalk(loud, [span(2000, 6000, -45)], correlated)[1],
      'Speech that outlasts the louder channel is dropped as an echo',
    ).toHaveLength(1);
    expect(removeCrosstalk(loud, [], correlated)).toEqual([loud, []]);
  });
});

describe('the layout of two channels', () => {
  const spans = [span(0, 1000, -20)];

  it.each([
    [0.99, 3, spans, spans, 'dual-mono'],
    [0.99, 3, [], [], 'dual-mono'],
    [0.99, 20, spans, [], 'one-silent'],
    [0.5, 3, [], spans, 'one-silent'],
    [0.5, 3, spans, spans, 'stereo'],
    [0.5, 3, [], [], 'stereo'],
  ] as const)(
    'at a correlation of %f and a difference of %i dB is told from the speech of both',
    (correlation, volumeDifferenceDb, left, right, layout) => {
      const comparison = {
        correlation: () => correlation,
        volumeDifferenceDb: () => volumeDifferenceDb,
        correlationWithin: () => 0,
      };
      expect(layoutOfPair(comparison, left, right, false)).toBe(layout);
    },
  );
});

it('channels are correlated stretch by stretch', () => {
  const comparison = new ChannelComparison();
  const left = concat(voice(4000, { seed: 1 }), voice(4000, { seed: 2 }));
  const right = concat(voice(4000, { seed: 1, amplitude: 900 }), voice(4000, { seed: 5, pitchHz: 190 }));
  comparison.push(left, right);
  expect(comparison.correlationWithin(0, 4000)).toBeGreaterThan(0.9);
  expect(comparison.correlationWithin(4300, 8000)).toBeLessThan(0.5);
  expect(comparison.correlationWithin(90_000, 95_000), 'correlation after the end of the recording').toBe(0);
});

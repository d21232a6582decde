import { describe, expect, it } from 'vitest';
import {
  meanConfidence,
  meanConfidenceByLength,
  meanWordConfidence,
} from '../../../src/pipeline/transcript/confidence.js';
import { segmentsOf } from '../../support/segments.js';

const word = (confidence: number | null) => ({ text: 'word', startMs: 0, endMs: 1, confidence });

describe('mean confidence', () => {
  it('of words ignores words without confidence', () => {
    expect(meanWordConfidence([word(0.5), word(null), word(1)])).toBe(0.75);
  });

  it('of segments weighs each word the same, and a segment without word confidences by its number of words', () => {
    const [timed] = segmentsOf([['agent', 'one two']], { words: true, confidence: 0.5 });
    const [untimed] = segmentsOf([['agent', 'three four five six']], { confidence: 0.8 });
    expect(meanConfidence([timed!, untimed!])).toBeCloseTo((2 * 0.5 + 4 * 0.8) / 6, 12);
  });

  it('of segments by length ignores segments without confidence', () => {
    const segments = [
      { text: 'four', confidence: 1 },
      { text: 'eight ch', confidence: 0.25 },
      { text: 'x', confidence: null },
    ];
    expect(meanConfidenceByLength(segments)).toBe(0.5);
  });

  it('is null when there is none', () => {
    expect(meanWordConfidence([word(null)])).toBeNull();
    expect(meanConfidence([])).toBeNull();
    expect(meanConfidenceByLength([{ text: 'x', confidence: null }])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/ports/transcript.js';
import {
  informedConfidence,
  meanConfidence,
  meanConfidenceByLength,
  meanWordConfidence,
} from '../../../src/speech/words/confidence.js';
import { segmentsOf } from '../../support/audio/segments.js';

const word = (confidence: number | null) => ({ text: 'word', startMs: 0, endMs: 1, confidence });

describe('mean confidence', () => {
  it('of words ignores words without confidence', () => {
    expect(meanWordConfidence([word(0.5), word(null), word(1)]), 'mean confidence').toBe(0.75);
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
    expect(meanConfidenceByLength(segments), 'mean confidence').toBe(0.5);
  });

  it('is null when there is none', () => {
    expect(meanWordConfidence([word(null)])).toBeNull();
    expect(meanConfidence([])).toBeNull();
    expect(meanConfidenceByLength([{ text: 'x', confidence: null }])).toBeNull();
  });
});

describe('the confidence that is reported', () => {
  const rated = (text: string, confidences: (number | null)[], own: number | null = null): Segment => ({
    ...segmentsOf([['agent', text]])[0]!,
    confidence: own,
    words: confidences.map((confidence) => word(confidence)),
  });

  it.each<[string, Segment[], number | null]>([
    ['is the mean of the words', [rated('one two', [0.5, 1])], 0.75],
    ['is the mean of segments without words', [rated('one', [], 0.5), rated('two three', [], 0.8)], 0.7],
    ['takes the words of a segment, not its own', [rated('one two', [0.5, 0.7], 0.1)], 0.6],
    ['takes its own where its words have none', [rated('one', [null], 0.5), rated('two', [null], 0.7)], 0.6],
    ['takes none of a segment whose words have some', [rated('one two', [0.5, 0.5], 0.9)], null],
    ['is none where all words have the same', [rated('one two', [0.9, 0.9])], null],
    ['is none without any', [rated('one two', [null, null])], null],
    ['is none where nothing was said', [], null],
    ['is given with half of the words rated', [rated('one two', [0.5, 0.7]), rated('three four', [])], 0.6],
    ['is none with fewer of them rated', [rated('one two', [0.5, 0.7]), rated('three four five', [])], null],
  ])('%s', (what, segments, confidence) => {
    const found = informedConfidence(segments);
    expect(found === null ? null : Number(found.toFixed(9)), `The rule is broken that it ${what}`).toBe(confidence);
    const untimed = segments.map((segment) => (segment.words?.length === 0 ? { ...segment, words: null } : segment));
    expect(informedConfidence(untimed), 'No words and an empty list of words differ').toBe(found);
  });
});

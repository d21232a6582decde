import { describe, expect, it } from 'vitest';
import type { PieceTranscript } from '../../../src/ports/speech-to-text.js';
import { selectVoiceSamples } from '../../../src/speech/transcript/voice-samples.js';

/** `[label, start, end]` in seconds. */
const piece = (...segments: (readonly [string | null, number, number])[]): PieceTranscript => ({
  segments: segments.map(([speaker, start, end]) => ({
    speaker,
    startMs: start * 1000,
    endMs: end * 1000,
    text: 'words',
    confidence: null,
    words: null,
  })),
  language: 'en',
  spotted: [],
  providerSeconds: null,
});

describe('voice samples for the next piece', () => {
  it('are the longest stretch in which each speaker talks alone, cut to ten seconds', () => {
    const samples = selectVoiceSamples([piece(['A', 0, 3], ['B', 4, 30], ['A', 31, 36])]);
    expect(samples).toEqual([
      { label: 'A', sample: { startMs: 31_000, endMs: 36_000 } },
      { label: 'B', sample: { startMs: 4_000, endMs: 14_000 } },
    ]);
  });

  it('are never shorter than two seconds, nor from a stretch in which another speaker talks', () => {
    expect(selectVoiceSamples([piece(['A', 0, 1.5], ['B', 2, 8], ['A', 7, 12])])).toEqual([]);
  });

  it.each<[string, [string, number, number][], [number, number][]]>([
    [
      'the first of equally long stretches',
      [
        ['A', 10, 13],
        ['A', 20, 23],
      ],
      [[10, 13]],
    ],
    [
      'the longer one, wherever it is',
      [
        ['A', 10, 15],
        ['A', 20, 23],
      ],
      [[10, 15]],
    ],
    [
      'the longer one, although it comes later',
      [
        ['A', 10, 13],
        ['A', 20, 25],
      ],
      [[20, 25]],
    ],
    ['two seconds', [['A', 10, 12]], [[10, 12]]],
    ['not less than two seconds', [['A', 10, 11.999]], []],
    [
      'a stretch that ends as another speaker begins',
      [
        ['A', 10, 13],
        ['B', 13, 14],
      ],
      [[10, 13]],
    ],
    [
      'a stretch that begins as another speaker ends',
      [
        ['B', 9, 10],
        ['A', 10, 13],
      ],
      [[10, 13]],
    ],
    [
      'a stretch that overlaps another of the speaker',
      [
        ['A', 10, 13],
        ['A', 12, 13],
      ],
      [[10, 13]],
    ],
  ])('are %s', (what, segments, expected) => {
    expect(
      selectVoiceSamples([piece(...segments)]).map(({ sample }) => [sample.startMs / 1000, sample.endMs / 1000]),
      `A voice sample is not ${what}`,
    ).toEqual(expected);
  });

  it('are at most four, by first appearance, over all earlier pieces', () => {
    const pieces = ['A', 'B', 'C', 'D', 'E'].map((label, index) => piece([label, index * 10, index * 10 + 5]));
    expect(selectVoiceSamples(pieces).map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('leave out segments without a speaker label', () => {
    expect(selectVoiceSamples([piece([null, 0, 5])])).toEqual([]);
    expect(selectVoiceSamples([])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Decoded } from '../../../src/adapters/sherpa/sherpa-process.js';
import { segmentOf } from '../../../src/adapters/sherpa/sherpa-words.js';

const CUT = { startMs: 10_000, endMs: 12_000 };

/** As the transducer answers: "thank you". */
function decoded(changes: Partial<Decoded> = {}): Decoded {
  return {
    text: ' thank you',
    lang: '',
    tokens: [' th', 'ank', ' you'],
    timestamps: [0.2, 0.4, 0.8],
    durations: [0.2, 0.2, 0.3],
    ys_log_probs: [Math.log(0.9), Math.log(0.4), Math.log(0.8)],
    ...changes,
  };
}

const wordsOf = (changes: Partial<Decoded>) => segmentOf(decoded(changes), CUT)[0]?.words;

describe('words from tokens', () => {
  it('have the times of their tokens and the geometric mean of their probabilities', () => {
    expect(segmentOf(decoded(), CUT)).toEqual([
      {
        speaker: null,
        startMs: 10_200,
        endMs: 11_100,
        text: 'thank you',
        confidence: 0.7,
        words: [
          { text: 'thank', startMs: 10_200, endMs: 10_600, confidence: 0.6 },
          { text: 'you', startMs: 10_800, endMs: 11_100, confidence: 0.8 },
        ],
      },
    ]);
  });

  it.each([
    ['none at all', []],
    ['fewer than tokens', [-0.1]],
  ])('have no confidence where the model gives probabilities: %s', (_what, ys_log_probs) => {
    expect(wordsOf({ ys_log_probs })?.map(({ confidence }) => confidence)).toEqual([null, null]);
    expect(segmentOf(decoded({ ys_log_probs }), CUT)[0]?.confidence).toBeNull();
  });

  it.each([
    ['is no number', null],
    ['is above 1', 0.5],
  ])('are not known where the probability of one token %s', (_what, broken) => {
    const words = wordsOf({ ys_log_probs: [-0.1, broken, Math.log(0.8)] });
    expect(words?.map(({ confidence }) => confidence)).toEqual([null, 0.8]);
    expect(
      segmentOf(decoded({ ys_log_probs: [-0.1, broken, Math.log(0.8)] }), CUT)[0]?.confidence,
      'confidence of the segment',
    ).toBe(0.8);
  });

  it('end a syllable after their last token where its length is not known', () => {
    expect(wordsOf({ durations: [] })?.[1]).toMatchObject({ startMs: 10_800, endMs: 11_000 });
    expect(wordsOf({ durations: [0.2, 0.2, null] })?.[1]).toMatchObject({ startMs: 10_800, endMs: 11_000 });
  });

  it('stay within what was listened to', () => {
    const words = wordsOf({ timestamps: [-4, 0.4, 900], durations: [0.2, 0.2, 70] });
    expect(words?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [10_000, 10_600],
      [12_000, 12_000],
    ]);
  });

  it('are left out where a time is not known: the text then has the times of the cut', () => {
    const [segment] = segmentOf(decoded({ timestamps: [0.2, null, 0.8] }), CUT);
    expect(segment).toEqual({ speaker: null, ...CUT, text: 'thank you', confidence: null, words: null });
  });

  it('are none where nothing was heard', () => {
    expect(segmentOf(decoded({ text: ' ', tokens: [], timestamps: [], ys_log_probs: [] }), CUT)).toEqual([]);
  });
});

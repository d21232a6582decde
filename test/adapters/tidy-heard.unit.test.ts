import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidyHeard } from '../../src/adapters/tidy-heard.js';
import { expectTranscriptOf } from '../ports/speech-to-text.contract.js';

const piece = {
  channel: 0,
  startMs: 3000,
  endMs: 9000,
  pcmPath: 'never read',
  speech: [{ startMs: 3000, endMs: 9000 }],
};

it('makes a transcript of the port of whatever a local recogniser wrote', () => {
  const time = fc.integer({ min: -5000, max: 20_000 });
  const heard = {
    text: fc.string({ unit: fc.constantFrom('a', ' ', '\0', '\ud800', 'é') }),
    startMs: time,
    endMs: time,
    confidence: fc.constantFrom(null, 0, 0.5, 1),
  };
  const words = fc.option(fc.array(fc.record(heard), { minLength: 1, maxLength: 4 }));
  const segments = fc.array(fc.record({ ...heard, speaker: fc.constant(null), words }), { maxLength: 5 });
  fc.assert(
    fc.property(segments, (given) => {
      const rest = { language: null, spotted: [], providerSeconds: null };
      expectTranscriptOf({ segments: tidyHeard(given, piece), ...rest }, piece);
    }),
    { numRuns: 1000 },
  );
});

it('keeps what is in order as it is', () => {
  const said = (text: string, startMs: number, confidence: number) => {
    const word = { text, startMs, endMs: startMs + 500, confidence };
    return { speaker: null, ...word, words: [word] };
  };
  const segments = [said('hello', 3000, 0.5), said('there', 8500, 0.9)];
  expect(tidyHeard(segments, piece), 'clean words are changed').toEqual(segments);
});

describe('what a local recogniser wrote out of order', () => {
  const word = (text: string, startMs: number, endMs: number, confidence: number | null) => ({
    text,
    startMs,
    endMs,
    confidence,
  });
  const segment = (words: ReturnType<typeof word>[] | null, text = 'of the recogniser') => ({
    ...word(text, 4000, 5000, 0.7),
    speaker: null,
    words,
  });

  it('has its words sorted, cleaned and cut to the piece; the segment is what they say together', () => {
    const words = [
      word(' you\0', 6000, 99_000, 0.4),
      word('to', 5000, 4000, 0.6),
      word(' ', 5500, 5600, 0.1),
      word('hi', 0, 4000, 0.8),
    ];
    expect(tidyHeard([segment(words)], piece), 'a word is lost, or stands elsewhere').toEqual([
      {
        text: 'hi to you\uFFFD',
        startMs: 3000,
        endMs: 9000,
        speaker: null,
        confidence: 0.7,
        words: [word('hi', 3000, 4000, 0.8), word('to', 5000, 5000, 0.6), word('you\uFFFD', 6000, 9000, 0.4)],
      },
    ]);
  });

  it('has its segments sorted by start, then by end, without those that have no text', () => {
    const given = [segment(null, ' late '), segment(null, ' '), segment([word(' ', 4000, 5000, 0.5)])];
    const early = { ...segment(null, 'early'), endMs: 4500 };
    const first = { ...segment(null, 'first'), startMs: 3500 };
    expect(tidyHeard([...given, early, first], piece).map(({ text }) => text)).toEqual(['first', 'early', 'late']);
  });

  it.each<[string, (number | null)[]]>([
    ['the same throughout', [1, 1]],
    ['none', [null, null]],
    ['no probability', [0.5, 7]],
  ])('has no confidence where that of its words is %s', (_, [one = null, two = null]) => {
    const words = [word('a', 4000, 4500, one), word('b', 4500, 5000, two)];
    const [heard] = tidyHeard([segment(words)], piece);
    expect(heard?.confidence, 'a confidence that tells nothing is published').toBeNull();
    expect(heard?.words).toEqual([word('a', 4000, 4500, null), word('b', 4500, 5000, null)]);
    expect(tidyHeard([segment(null)], piece)).toMatchObject([{ confidence: null, words: null }]);
  });
});

it('refuses what no one can have said in the time', () => {
  const words = Array.from({ length: 50_000 }, () => ({ text: 'a', startMs: 3000, endMs: 3001, confidence: 0.5 }));
  const said = { speaker: null, startMs: 3000, endMs: 9000, text: 'a', confidence: 0.5, words };
  expect(() => tidyHeard([said], piece), '50,000 words in six seconds').toThrow(
    'The local speech engine wrote more than can be said in the time.',
  );
});

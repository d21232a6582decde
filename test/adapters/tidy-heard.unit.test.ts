import fc from 'fast-check';
import { expect, it } from 'vitest';
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

// What a caller may say or write without end is read to its end: a quadratic step would not come back within the limit of a test.
// cspell:disable -- German sentences, and letters of ids
import { describe, expect, it } from 'vitest';
import { numberSpans } from '../../../../src/speech/redaction/numbers/number-spans.js';
import { ALL, callOf } from './calls.js';

const said = (language: string, text: string) => numberSpans(callOf(language, [['A', text]]), ALL);

describe('a segment of tens of kilobytes', () => {
  it('of one run of digits is masked whole', () => {
    expect(said('en', '1'.repeat(1_000_000))).toMatchObject([{ type: 'card_number', from: 0, to: 1_000_000 }]);
  });

  it.each([
    ['en', '1 '],
    ['en', 'one '],
    ['en', '1-'],
    ['en', 'one for '],
    ['en', 'one um um um um um '],
    ['de', 'einundzwanzig '],
  ])('%s: of "%s" again and again is masked', (language, part) => {
    const count = Math.floor(60_000 / part.length);
    expect(said(language, part.repeat(count)).length).toBeGreaterThan(0);
  });

  it.each([
    ['en', 'double '],
    ['en', 'no sorry '],
    ['en', 'card number '],
    ['en', 'A I '],
    ['en', 'A 1 '],
    ['de', 'ein und '],
    ['en', 'March '],
    ['en', '1/1/1980 '],
    ['en', '1.'],
    ['en', 'twenty one x '],
    ['de', 'einund'],
    ['de', 'hundert'.repeat(9)],
  ])('%s: of "%s" again and again comes to its end', (language, part) => {
    expect(said(language, part.repeat(Math.floor(60_000 / part.length)))).toBeInstanceOf(Array);
  });
});

describe('a call of many segments', () => {
  it('of one digit each is masked whole', () => {
    const turns = Array.from({ length: 10_000 }, (_, at) => [at % 2 === 0 ? 'A' : 'B', 'one'] as const);
    const spans = numberSpans(callOf('en', turns), { ...ALL, types: ['card_number'] });
    expect(spans, 'masked segments').toHaveLength(10_000);
  });
});

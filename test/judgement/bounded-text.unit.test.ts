import { describe, expect, it } from 'vitest';
import { cleanSentences, cleanText } from '../../src/judgement/bounded-text.js';

describe('a text of the analyst', () => {
  it.each([
    ['fits: it is kept whole', 'four', 4, 'four'],
    ['is one character too long: it is cut, and the cut is marked', 'fiver', 4, 'fiv…'],
    ['is cut by characters, so that none is split in half', '😀😀😀', 2, '😀…'],
    ['ends in white space: that does not count', 'four \n', 4, 'four'],
    ['has lines and several spaces: it is on one line, with single spaces', ' a\r\n\tb  c', 9, 'a b c'],
    ['has characters that Postgres refuses: they are replaced', 'a\u0000b\ud800c', 9, 'a b\ufffdc'],
    ['has an unpaired surrogate at its end: it is replaced too', 'a\udc00', 9, 'a\ufffd'],
  ])('that %s', (fault, text, maxChars, stored) => {
    expect(cleanText(text, maxChars), `A text that ${fault}`).toBe(stored);
  });

  it('beyond the fiftieth is left out, also where some before it are empty', () => {
    const texts = [' ', ...Array.from({ length: 60 }, (_, at) => `sentence ${at}`)];
    const kept = cleanSentences(texts);
    expect(kept.at(0), 'An empty sentence was kept').toBe('sentence 0');
    expect(kept.at(-1), 'Not the first fifty sentences were read').toBe('sentence 48');
  });
});

import { describe, expect, it } from 'vitest';
import { spellingOf } from '../../src/phrases/spelling.js';
import { spokenWords } from '../../src/phrases/spoken-words.js';
import { segmentsOf } from '../support/audio/segments.js';

describe('words as patterns match them', () => {
  it.each([
    ['en', "I can't say what they're doing", 'i can not say what they are doing'],
    ['en-GB', 'We won’t', 'we will not'],
    [null, "It isn't", 'it is not'],
    ['de', "Ist's das?", 'ist es das'],
    ['fr', "C'est ça", "c'est ça"],
    ['constructor', "can't", "can't"],
  ])('are written out by the spelling of %s: %s', (language, text, expected) => {
    const words = segmentsOf([['agent', text]]).flatMap((segment) => spokenWords(segment, spellingOf(language)));
    expect(words.map((word) => word.text).join(' ')).toBe(expected);
  });
});

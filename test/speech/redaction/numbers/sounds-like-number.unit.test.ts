// cspell:disable -- German words, and words as recognisers mishear them
import { describe, expect, it } from 'vitest';
import { soundsLikeNumber } from '../../../../src/speech/redaction/numbers/sounds-like-number.js';

describe('a word sounds like a part of a number', () => {
  it.each([
    ['en', 'four hive heaven sivin thorty 7 double hundred'],
    ['de', 'vier schimpf soebenunddreißig fünfhandertdreiundsechzig zweimal nacht'],
  ])('%s: %s', (language, words) => {
    expect(words.split(' ').filter((word) => !soundsLikeNumber(language, word))).toEqual([]);
  });

  it.each([
    ['en', 'parcel yesterday is account not number'],
    ['de', 'Paket gestern ist Konto nicht Nummer Lieferung'],
  ])('%s: not of %s', (language, words) => {
    expect(words.split(' ').filter((word) => soundsLikeNumber(language, word))).toEqual([]);
  });
});

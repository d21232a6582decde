import { describe, expect, it } from 'vitest';
import { countWords, splitWords } from '../../../src/speech/words/words.js';

const keysOf = (text: string) => splitWords(text).map(({ key }) => key);

// cspell:disable -- parts of words, and other scripts
describe('a text is split into words', () => {
  it.each<[string, string, string[]]>([
    ['at spaces and punctuation', 'Good morning, how are you?', ['good', 'morning', 'how', 'are', 'you']],
    ['at line breaks and control characters', 'one\ntwo\u0000three\u00a0four', ['one', 'two', 'three', 'four']],
    ['at hyphens and points within numbers', 'e-mail 10.50', ['e', 'mail', '10', '50']],
    ['at no apostrophe, of any shape', "don't don\u2019t don\u2018t don\u02bct don\uff07t", Array(5).fill('dont')],
    ['at no invisible character', 'ru\u00adles r\u200bules', ['rules', 'rules']],
    ['with currency signs and pictographs', '€50 ok👍🏽 ☎', ['€50', 'ok👍🏽', '☎']],
    ['before and after each Chinese character', 'a你好b', ['a', '你', '好', 'b']],
    ['before and after each Japanese character', 'はいカメ', ['は', 'い', 'カ', 'メ']],
    ['before each Thai letter, and not before its marks', 'ที่นี่', ['ที่', 'นี่']],
    ['before each Lao letter', 'ກຂ', ['ກ', 'ຂ']],
    ['before each Khmer letter', 'កខ', ['ក', 'ខ']],
    ['before each Burmese letter', 'ကခ', ['က', 'ခ']],
    ['with a mark that has no letter before it', '\u0301a b', ['\u0301a', 'b']],
    ['of nothing', ' .,- ', []],
  ])('%s', (where, text, keys) => {
    expect(keysOf(text), `"${text}" is not split ${where}`).toEqual(keys);
  });

  it.each<[string, string, string]>([
    ['upper and lower case', 'STRASSE ÉCLAIR', 'straße éclair'],
    ['composed and decomposed accents', 'Cafe\u0301', 'café'],
    ['Greek sigma at the end and in the middle of a word', 'ΟΔΟΣ', 'οδος'],
    ['Greek sigma in capitals', 'σοφός', 'ΣΟΦΌΣ'],
    // Its lower case is an i and a dot of its own, which compose with no other letter.
    ['a capital with a dot and its two characters', 'İ', 'i\u0307'],
    // Its upper case is two letters, of which the second composes with the accent.
    ['a sharp s with an accent', 'ß\u0301', 'SŚ'],
    // Its upper case decomposes.
    ['a letter whose capital is several characters', 'ǰ', 'j\u030c'],
  ])('that are compared without regard to %s', (_what, one, other) => {
    expect(keysOf(one), `"${one}" and "${other}" are different words`).toEqual(keysOf(other));
  });

  it.each<[string, string, [string, boolean][]]>([
    [
      'only punctuation is between them',
      'e-mail',
      [
        ['e', false],
        ['mail', true],
      ],
    ],
    [
      'several signs are between them',
      'a--b',
      [
        ['a', false],
        ['b', true],
      ],
    ],
    [
      'a space stands beside the punctuation',
      'yes - no -yes',
      [
        ['yes', false],
        ['no', false],
        ['yes', false],
      ],
    ],
    [
      'only a space is between them',
      'yes no',
      [
        ['yes', false],
        ['no', false],
      ],
    ],
    [
      'a control character is between them',
      'yes\u0000no',
      [
        ['yes', false],
        ['no', false],
      ],
    ],
    [
      'punctuation opens the text',
      '"yes" "no"',
      [
        ['yes', false],
        ['no', false],
      ],
    ],
    [
      'each is one Chinese character',
      '好好-好',
      [
        ['好', false],
        ['好', false],
        ['好', true],
      ],
    ],
    [
      'an earlier pair was glued',
      'e-mail me',
      [
        ['e', false],
        ['mail', true],
        ['me', false],
      ],
    ],
    [
      'an earlier pair had a space',
      'my e-mail',
      [
        ['my', false],
        ['e', false],
        ['mail', true],
      ],
    ],
    [
      'the second begins with a mark',
      'a-\u0301b \u0301c - \u0301d',
      [
        ['a', false],
        ['\u0301b', true],
        ['\u0301c', false],
        ['\u0301d', false],
      ],
    ],
  ])('of which the later says whether it is glued to the one before, where %s', (where, text, expected) => {
    const glued = splitWords(text).map((word) => [word.key, word.glued]);
    expect(glued, `Words are glued wrongly where ${where}`).toEqual(expected);
  });

  it.each<[string, string, number[]]>([
    ['letters and digits count one each', 'ab1 x', [3, 1]],
    ['a Chinese character counts two', '好', [2]],
    ['accents count nothing', 'e\u0301e \u0301', [2, 0]],
    ['a letter behind a leading mark counts one', '\u0301ab', [2]],
    ['vowel signs of Thai count nothing', 'ที่', [2]],
  ])('with a weight, in which %s', (what, text, weights) => {
    expect(
      splitWords(text).map(({ weight }) => weight),
      `The weight is wrong: ${what}`,
    ).toEqual(weights);
  });

  it.each(['“Hi”, don\u2019t go!', 'a👍🏽-b 😀c', 'x好y', '\u0301a', 'e\u0301té'])(
    'with the offsets that cut it out of "%s"',
    (text) => {
      const cut = splitWords(text).map(({ start, end }) => text.slice(start, end));
      expect(cut.map((word) => keysOf(word)[0])).toEqual(keysOf(text));
      expect(cut.join(''), 'A word does not end where its last character does').not.toMatch(/[\s,!“”-]/);
    },
  );
});

// cspell:enable

describe('the number of words', () => {
  it.each<[string, number]>([
    ['send me an e-mail', 4],
    ['it costs 10.50', 3],
    ['好好', 2],
    ['\u0301 - ...', 0],
    ['', 0],
  ])('of "%s" is %i', (text, count) => {
    expect(countWords(text), `"${text}" is counted wrongly`).toBe(count);
  });
});

// Each sentence beside the words of a language is heard as it says, with and without punctuation.
import { describe, expect, it } from 'vitest';
import { NUMBER_LANGUAGES, readNumberFile } from '../../../../src/speech/redaction/numbers/grammar/number-book.js';
import { readNumbers } from '../../../../src/speech/redaction/numbers/read-numbers.js';
import { callOf } from './calls.js';

const heard = (language: string, text: string) =>
  readNumbers(callOf(language, [['A', text]])).map(({ symbols }) => symbols);

const withoutPunctuation = (text: string) => text.toLowerCase().replaceAll(/[.,?!]/g, '');

describe.each(NUMBER_LANGUAGES)('the numbers of %s', (language) => {
  const { heard: sentences, unheard } = readNumberFile(language);

  it.each(sentences)('hear $hear in: $say', ({ say, hear }) => {
    expect(heard(language, say)).toEqual([hear]);
    if (!/\d,\d/.test(say)) expect(heard(language, withoutPunctuation(say)), 'without punctuation').toEqual([hear]);
  });

  it.each(unheard)('hear nothing in: %s', (say) => {
    expect(heard(language, say)).toEqual([]);
    expect(heard(language, withoutPunctuation(say)), 'without punctuation').toEqual([]);
  });
});

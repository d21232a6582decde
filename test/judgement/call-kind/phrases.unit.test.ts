// Each sentence that stands beside the phrases of a call's kind matches or does not, as it says, with and without punctuation.
import { describe, expect, it } from 'vitest';
import { findSigns, PHRASE_FILES, readPhrases } from '../../../src/judgement/call-kind/phrases.js';
import { spellingOf } from '../../../src/phrases/spelling.js';
import { spokenWords } from '../../../src/phrases/spoken-words.js';
import { segmentsOf } from '../../support/audio/segments.js';

const signsIn = (language: string, text: string) =>
  segmentsOf([['customer', text]]).flatMap((segment) =>
    findSigns(spokenWords(segment, spellingOf(language))).map(({ sign }) => sign),
  );

const withoutPunctuation = (text: string) => text.toLowerCase().replace(/[.,?!]/g, '');

describe.each(PHRASE_FILES)('the phrases of %s', (file) => {
  it.each(readPhrases(file).flatMap(({ id, for: sentences }) => sentences.map((text) => [id, text] as const)))(
    'find %s in: %s',
    (id, text) => {
      expect(signsIn(file, text)).toContain(id);
      expect(signsIn(file, withoutPunctuation(text)), 'without punctuation').toContain(id);
    },
  );

  it.each(readPhrases(file).flatMap(({ id, against }) => against.map((text) => [id, text] as const)))(
    'do not find %s in: %s',
    (id, text) => {
      expect(signsIn(file, text)).not.toContain(id);
      expect(signsIn(file, withoutPunctuation(text)), 'without punctuation').not.toContain(id);
    },
  );
});

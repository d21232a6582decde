import { describe, expect, it } from 'vitest';
import { languageCode } from '../../../src/adapters/openai/openai-language.js';

describe('languages', () => {
  it.each([
    ['english', 'en'],
    ['Haitian Creole', 'ht'],
    ['castilian', 'es'],
    ['Bengali', 'bn'],
    [' Yoruba\n', 'yo'],
    ['en', 'en'],
    ['pt-BR', 'pt'],
    ['jw', 'jv'],
    ['yue', 'zh'],
    ['cmn-Hans', 'zh'],
    ['iw', 'he'],
    ['fil', 'tl'],
    ['haw', null],
    ['klingon', null],
    ['', null],
    [null, null],
  ])('%s → %s', (given, code) => expect(languageCode(given)).toBe(code));
});

import { describe, expect, it } from 'vitest';
import { languageCode } from '../../../src/adapters/openai/openai-language.js';

describe('languages', () => {
  it.each([
    ['english', 'en'],
    ['Haitian Creole', 'ht'],
    ['castilian', 'es'],
    ['en', 'en'],
    ['pt-BR', 'pt'],
    ['jw', 'jv'],
    ['yue', 'zh'],
    ['haw', null],
    ['klingon', null],
    ['', null],
    [null, null],
  ])('%s → %s', (given, code) => expect(languageCode(given)).toBe(code));
});

// cspell:ignore dont dreißig groesse grösse größe hundertfünf komma vingt zweitausendfünfundzwanzig
import { describe, expect, it } from 'vitest';
import { comparableWords } from '../../../src/speech/comparing/comparable-words.js';

const words = (text: string, language: string | null) =>
  comparableWords([text], language)
    .map(({ word }) => word)
    .join(' ');

describe('numbers are alike', () => {
  it.each([
    ['en', 'Twenty-one, please.', '21 please', '2 1 please'],
    ['en', 'in twenty twenty five', 'In 2025.', 'in 2 0 2 5'],
    ['en', 'two thousand and twenty five', '2,025', '2 0 2 5'],
    ['en', 'a hundred and five dollars', '$105', '1 0 5 dollars'],
    ['en', 'one thousand point five zero', '1,000.50', '1 0 0 0 5 0'],
    ['en', 'Oh, four oh oh seven', 'oh 4007', 'oh 4 0 0 7'],
    ['en', 'the twenty first of May', 'the 21st of May', 'the 2 1 of may'],
    ['en', 'one hundred and first, and third', '101st and 3rd', '1 0 1 and 3'],
    ['en', 'five percent at ten thirty', '5% at 10:30', '5 percent at 1 0 3 0'],
    ['en-GB', 'double four, six hundred fifty pounds', '44 £650', '4 4 6 5 0 pounds'],
    ['de', 'Einundzwanzig Euro', '21 €', '2 1 euro'],
    ['de', 'zweitausendfünfundzwanzig', '2.025', '2 0 2 5'],
    ['de', 'hundertfünf Komma drei Prozent', '105,3 %', '1 0 5 3 prozent'],
    ['de', 'am fünften Mai um zwölf Uhr dreißig', 'Am 5. Mai um 12 Uhr 30', 'am 5 mai um 1 2 uhr 3 0'],
    ['de', 'zwo null drei', '203', '2 0 3'],
  ])('in %s: %s', (language, said, written, expected) => {
    expect([words(said, language), words(written, language)]).toEqual([expected, expected]);
  });

  it('where the language is not known, as they are written', () => {
    for (const language of ['fr', null]) expect(words('vingt-et-un, 21 six', language)).toBe('vingt et un 2 1 six');
  });
});

describe('words', () => {
  it('are compared without case and punctuation, in one spelling of umlauts and apostrophes', () => {
    expect(words("I DON'T know – I don’t!", 'en')).toBe('i dont know i dont');
    expect(words('Größe: GRÖSSE', 'de')).toBe('groesse groesse');
    expect(words('The point is', 'en')).toBe('the point is');
    expect(words('... ?!', 'en')).toBe('');
  });

  it('are characters where a script has no blanks', () => {
    expect(words('こんにちは 世界', 'ja')).toBe('こ ん に ち は 世 界');
  });

  it('say where they stand', () => {
    expect(comparableWords(['Pay $105.', 'Now'], 'en')).toEqual([
      { word: 'pay', segment: 0, from: 0, to: 3 },
      ...['1', '0', '5'].map((word) => ({ word, segment: 0, from: 5, to: 8 })),
      { word: 'dollars', segment: 0, from: 5, to: 8 },
      { word: 'now', segment: 1, from: 0, to: 3 },
    ]);
  });
});

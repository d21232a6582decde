// The words by which transcripts are searched.
// Words of many languages. cspell:disable
import { expect, it } from 'vitest';
import { foldWord, lexemeOf, searchEntries, searchUnits } from '../../../src/calls/words/search-words.js';

const lexemes = (...texts: string[]) => [...searchEntries(texts.map((text) => ({ text })))].map(({ lexeme }) => lexeme);

it.each([
  ['Straße STRASSE Ähre', 'strasse strasse ahre'],
  ['İstanbul ISI ısı', 'istanbul isi isi'],
  ['Łódź ĐAK Ørsted Œuvre Þór', 'lodz dak orsted oeuvre thor'],
  ['ΛΌΓΟΣ λόγος', 'λογοσ λογοσ'],
  ['ЁЛКА йод', 'елка иод'],
  ['Ｆｕｌｌ ５００ ﬁn', 'full 500 fin'],
  ['שָׁלוֹם كِتَاب', 'שלום كتاب'],
  ['don’t e-mail 10.50', 'don t e mail 10 50'],
  ['co\u00adoperate zero\u200bwidth', 'cooperate zerowidth'],
  ['किताब', 'किताब'],
  ['!? 😀 — …', ''],
])('reads %s', (text, words) => {
  expect(lexemes(text)).toEqual(words === '' ? [] : words.split(' '));
});

it('pairs the characters of scripts without spaces, also across segments', () => {
  expect(lexemes('退款，谢 iPhone手机')).toEqual(['退款', '款谢', '谢', 'iphone', '手机', '机']);
  expect(lexemes('退', '款')).toEqual(['退款', '款']);
  expect(lexemes('ｶﾞｽ')).toEqual(['ガス', 'ス']);
  expect(lexemes('𠮷野')).toEqual(['𠮷野', '野']);
});

it('tells where an entry stands in its text', () => {
  const [, second] = searchEntries([{ text: 'Ｅr, Straße!' }]);
  expect(second).toEqual({ lexeme: 'strasse', segment: 0, start: 4, lastSegment: 0, end: 10 });
  const [pair] = searchEntries([{ text: '。退' }, { text: ' 款' }]);
  expect(pair).toEqual({ lexeme: '退款', segment: 0, start: 1, lastSegment: 1, end: 2 });
});

it('cuts words that no index entry can hold', () => {
  const units = [...searchUnits('x'.repeat(1000))];
  expect(units.map(({ text }) => text.length)).toEqual([...Array(15).fill(64), 40]);
  expect(Buffer.byteLength(lexemeOf(units[0] as (typeof units)[0], undefined))).toBeLessThan(2046);
});

it('is the same for what is folded already', () => {
  const letters = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    one.isWellFormed(),
  );
  expect(letters.filter((letter) => foldWord(foldWord(letter)) !== foldWord(letter))).toEqual([]);
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wordsOfCall } from '../../../src/calls/words/call-words.js';
import { LISTS, pairLexeme } from '../../../src/calls/words/frequent-words.js';
import { foldWord } from '../../../src/calls/words/search-words.js';

const text = readFileSync('src/calls/words/frequent-words.json', 'utf8');
const lists: Readonly<Record<string, string>> = JSON.parse(text);

it('holds words as the index stores them', () => {
  const words = Object.values(lists).flatMap((list) => list.split(' '));
  expect(words.filter((word) => !/^[a-z]+$/.test(word) || foldWord(word) !== word)).toEqual([]);
});

it('has another number with other lists, and the number of the index', () => {
  const hash = createHash('sha256').update(JSON.stringify(lists)).digest('hex').slice(0, 12);
  expect(new Set(Object.values(lists).join(' ').split(' ')).size, 'words, which have two digits').toBeLessThan(36 ** 2);
  expect([LISTS, hash]).toEqual([1, 'f9ae5434b91d']);
  expect(readFileSync('docs/schema.sql', 'utf8')).toContain(`WHERE (frequent_words <> ${LISTS})`);
});

it('pairs words that follow one another in what one party says, whichever segment they are in', async () => {
  const { words } = await wordsOfCall([
    { speaker: 'agent', text: 'Refund of' },
    { speaker: 'agent', text: 'the to' },
    { speaker: 'customer', text: "you don't" },
  ]);
  const pairs = [...words.matchAll(/'_\w+'(?!:)/g)].map(([pair]) => pair);
  const said = ['of the', 'the to', 'you don', 'don t'].map((text) => text.split(' '));
  expect(pairs).toEqual(said.map(([first = '', second = '']) => `'${pairLexeme(first, second)}'`));
  expect(new Set(pairs).size, 'different pairs').toBe(4);
  expect(pairLexeme('the', 'refund')).toBeNull();
});

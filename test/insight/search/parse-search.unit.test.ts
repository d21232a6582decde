// What a person types is read as something, whatever it is.
import { expect, it } from 'vitest';
import { pairLexeme } from '../../../src/calls/words/frequent-words.js';
import { findSearchFault, parseSearch } from '../../../src/insight/search/parse-search.js';
import { queriesOf } from '../../../src/insight/search/search-queries.js';

const shown = (query: string) =>
  parseSearch(query)
    .map(
      ({ words, isUnwanted }) =>
        `${isUnwanted ? '-' : ''}${words.map(({ lexeme, isPrefix, at }) => `${at}:${lexeme}${isPrefix ? '*' : ''}`).join(' ')}`,
    )
    .join(' | ');

it.each([
  ['refund policy', '0:refund | 0:policy'],
  ['Refund REFUND', '0:refund'],
  ['"thank you" -invoice', '0:thank 1:you | -0:invoice'],
  ['-"full refund" money', '-0:full 1:refund | 0:money'],
  ['refund* re*fund "a ref*"', '0:refund* | 0:re* 1:fund | 0:a 1:ref*'],
  ['e-mail don’t', '0:e 1:mail | 0:don 1:t'],
  ['“not closed', '0:not 1:closed'],
  ['one"two three"four', '0:one | 0:two 1:three | 0:four'],
  ['-- --no - yes', '-0:no | 0:yes'],
  ['退款 退', '0:退款 | 0:退*'],
  ['"我 要退款 now"', '0:我要 1:要退 2:退款 4:now'],
  ['退a退', '0:退* 1:a 2:退*'],
  ["a & b | !c:* <-> 'd' \\", '0:a | 0:b | 0:c | 0:d'],
  ['\u0000refund\u202e', '0:refund'],
])('reads %s', (query, terms) => {
  expect(shown(query)).toBe(terms);
});

it.each(['-', '*', '***', '-*', '"', '""', '😀', '-refund', '-a '.repeat(66), '\u0000', '   '])(
  'refuses %j',
  (query) => {
    expect(findSearchFault(query)).toBe('it must hold a word that is wanted');
  },
);

const queries = (query: string, speaker: 'agent' | null = null) => queriesOf(parseSearch(query), speaker);

it('writes queries without what the client wrote around its words', () => {
  expect(queries(`o'neil "a b" -c -"d e" f*`, 'agent').plain).toEqual({
    words: `'o':A & 'neil':A & 'a':A & 'b':A & 'f':*A & !'c':A`,
    phrases: {
      all: `('o':A <1> 'neil':A) & ('a':A <1> 'b':A) & !('d':A <1> 'e':A)`,
      wanted: [`'o':A <1> 'neil':A`, `'a':A <1> 'b':A`],
      unwanted: [`'d':A <1> 'e':A`],
    },
  });
  const characters = {
    words: `'退款' & '款了' & 'ok'`,
    phrases: { all: `('退款' <1> '款了')`, wanted: [`'退款' <1> '款了'`], unwanted: [] },
  };
  expect(queries('退款了 ok')).toEqual({ plain: characters, paired: characters });
});

it('leaves to the index what pairs of frequent words tell, and compares the rest', () => {
  expect(queries('"of the" refund -"to you"').paired).toEqual({
    words: `'${pairLexeme('of', 'the')}' & 'refund' & !'${pairLexeme('to', 'you')}'`,
    phrases: null,
  });
  expect(queries('"of the refund"').paired).toEqual({
    words: `'${pairLexeme('of', 'the')}' & 'of' & 'the' & 'refund'`,
    phrases: {
      all: `('of' <1> 'the' <1> 'refund')`,
      wanted: [`'of' <1> 'the' <1> 'refund'`],
      unwanted: [],
    },
  });
  // Positions tell who said it.
  expect(queries('"of the"', 'agent').paired).toEqual({
    words: `'${pairLexeme('of', 'the')}' & 'of':A & 'the':A`,
    phrases: { all: `('of':A <1> 'the':A)`, wanted: [`'of':A <1> 'the':A`], unwanted: [] },
  });
  for (const query of ['"of the*"', '"the refund"', 'of the', '"the 退"']) {
    const { plain, paired } = queries(query);
    expect(paired, query).toBe(plain);
  }
});

it('reads the longest query in the time of a short one', () => {
  const longest = [
    '-a'.repeat(100),
    '"'.repeat(200),
    `${'a*'.repeat(99)}*`,
    '退'.repeat(200),
    '\u0301'.repeat(200),
    '-'.repeat(200),
  ];
  // Each is read a hundred times: a query that took more than a line of time would hold the test up for minutes.
  for (const query of longest) for (let n = 0; n < 100; n++) parseSearch(query);
  expect(parseSearch('退'.repeat(200))[0]?.words, 'pairs of characters').toHaveLength(199);
});

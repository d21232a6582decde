// What of the search needs no browser.
import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../web/src/views/search/marks.js';
import { countFilters, paramsOf, queryOf } from '../../web/src/views/search/search-filters.js';

/** The snippet with what is marked in square brackets. */
const marked = (snippet: string, query: string) =>
  piecesOf(snippet, query)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join('');

describe('what is found in a snippet', () => {
  it('is marked whatever its case and accents, as whole words', () => {
    expect(marked('The REFUND of the Café, refunded.', 'refund cafe')).toBe('The [REFUND] of the [Café], refunded.');
    expect(marked('Die Größe', 'grosse größe')).toBe('Die [Größe]');
  });

  it('is marked by its beginning, as a phrase, and never where it is not wanted', () => {
    expect(marked('refund, refunds and refunded', 'refund*')).toBe('[refund], [refunds] and [refunded]');
    expect(marked('your date of birth, of a date', '"date of birth"')).toBe('your [date of birth], of a date');
    expect(marked('a refund without an invoice', 'refund -invoice -"without an"')).toBe(
      'a [refund] without an invoice',
    );
    expect(marked('send an e-mail or mail', 'e-mail')).toBe('send an [e-mail] or mail');
    expect(marked('我要退款', '退款')).toBe('我要[退款]');
  });

  it('is nothing where the query has no words', () => {
    for (const query of ['', '"', '-', '*', '- - "" **', '-"a b'])
      expect(piecesOf('a b', query), query).toEqual([{ text: 'a b', isFound: false }]);
  });

  it('leaves every character of the snippet as it is', () => {
    const snippet = '…<img src=x onerror="hit()"> \u202e e\u0301 \u{1F600} ß İ ﬁ';
    for (const query of ['img', 'hit*', '"src x"', 'é', 'i', 'fi', 'ss'])
      expect(
        piecesOf(snippet, query)
          .map(({ text }) => text)
          .join(''),
        query,
      ).toBe(snippet);
  });

  it('is found at once, however the longest query is made', () => {
    const snippet = 'a '.repeat(2_000);
    const query = 'a* '.repeat(66);
    expect(piecesOf(snippet, query), 'pieces of the snippet').toHaveLength(4_000);
    expect(piecesOf(snippet, `"${'a '.repeat(98)}`).length).toBeGreaterThan(0);
  });
});

describe('a search', () => {
  it('becomes what the API takes; without words there is none', () => {
    expect(paramsOf({})).toBeNull();
    expect(paramsOf({ q: '  ', agent_id: 'agent-7' })).toBeNull();
    const params = paramsOf({ q: ' refund ', speaker: 'nobody', from: '2026-11-01', until: '2026-11-30' });
    expect(params).toMatchObject({ q: 'refund', speaker: undefined, livemode: true, limit: 20 });
    expect(params?.created_after, 'the first second of the day counts').toBe(+new Date(2026, 10, 1) / 1000 - 1);
    expect(params?.created_before, 'and the last one').toBe(+new Date(2026, 11, 1) / 1000 - 1);
    expect(paramsOf({ q: 'a', mode: 'test', speaker: 'agent' })).toMatchObject({
      livemode: false,
      speaker: 'agent',
    });
  });

  it('stands in the address without what is no part of it', () => {
    const query = { q: 'a', speaker: '', agent_id: 'x', other: 'y' };
    expect(queryOf(query)).toEqual({ q: 'a', agent_id: 'x' });
    expect(countFilters({ ...query, mode: 'test' })).toBe(1);
  });
});

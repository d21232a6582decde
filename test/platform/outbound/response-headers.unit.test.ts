import { afterEach, describe, expect, it, vi } from 'vitest';
import { redirectTarget, retryAfterMs, text, validatorOf } from '../../../src/platform/outbound/response-headers.js';

afterEach(() => vi.useRealTimers());

describe('Retry-After', () => {
  it.each<[string | string[] | undefined, number | null]>([
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', 0],
    [['7', '8'], 7_000],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
    // Its time is over.
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['12 minutes', null],
    ['9999999999', null],
    // Date.parse takes these, but they are no HTTP dates.
    ['20 Nov 2026 10:01:00', null],
    ['a 5', null],
    ['soon 7', null],
    ['at Mon, 07 Jan 2030 00:00:00 GMT', null],
    ['', null],
    [undefined, null],
  ])('of %j is a wait of %s ms', (value, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
    expect(retryAfterMs({ 'retry-after': value }), 'the wait that the receiver asks for').toBe(expected);
  });
});

describe('the proof that content has not changed, for a download that goes on', () => {
  const modified = 'Wed, 21 Oct 2015 07:28:00 GMT';
  it.each([
    ['a strong ETag', { etag: '"v1"', 'last-modified': modified }, '"v1"'],
    ['Last-Modified, beside a weak ETag', { etag: 'W/"v1"', 'last-modified': modified }, modified],
    ['Last-Modified alone', { 'last-modified': modified }, modified],
    ['none, with a weak ETag alone', { etag: 'W/"v1"' }, null],
    ['none', {}, null],
  ])('is %s', (_, headers, expected) => {
    expect(validatorOf(headers), 'what `if-range` will carry').toBe(expected);
  });
});

it('takes the first of several headers of one name, and null for none', () => {
  const found = [text('a'), text(['b', 'c']), text([]), text(undefined)];
  expect(found, 'the values of one header').toEqual(['a', 'b', null, null]);
});

describe('a redirect', () => {
  it.each([
    ['/other?a=1', 'https://a.example/call.wav', 'https://a.example/other?a=1'],
    ['//b.example/', 'https://a.example/', 'https://b.example/'],
    ['http://b.example/', 'http://a.example/', 'http://b.example/'],
    ['https://b.example/', 'http://a.example/', 'https://b.example/'],
  ])('to %s leads from %s to %s', (location, from, expected) => {
    expect(redirectTarget(location, from), 'where the redirect leads').toBe(expected);
  });

  it('from https to http is refused: the recording would travel in the clear', () => {
    expect(() => redirectTarget('http://a.example/', 'https://a.example/'), 'a redirect to http was followed').toThrow(
      expect.objectContaining({ kind: 'bad-url', message: 'The server redirected from https to http' }),
    );
  });

  it('to what is no URL is an answer that is not valid', () => {
    expect(() => redirectTarget('http://[', 'https://a.example/'), 'nonsense was followed').toThrow(
      expect.objectContaining({ kind: 'bad-response' }),
    );
  });
});

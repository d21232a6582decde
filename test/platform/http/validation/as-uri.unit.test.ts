import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asUri } from '../../../../src/platform/http/validation/as-uri.js';

const ajv = new Ajv2020();
formats.default(ajv);
/** As a client that checks our answers against the document does. */
const isUri = ajv.compile({ type: 'string', format: 'uri' });

describe('an address as a URI', () => {
  it.each([
    'https://example.com',
    'HTTPS://Example.com:8443/Calls/?a=1&b=%C3%BC#top',
    'http://[2001:db8::1]:3000/hook',
    'https://h/a?x[]=1',
    'https://example.com/a/../b;c=d?e=f?g',
  ])('leaves %s unchanged where RFC 3986 allows it', (given) => {
    expect(asUri(given)).toBe(given.replace('[]', '%5B%5D'));
  });

  it.each([
    [
      'https://bücher.example/rückruf?grüße=1#ende',
      'https://xn--bcher-kva.example/r%C3%BCckruf?gr%C3%BC%C3%9Fe=1#ende',
    ],
    ['https://例え.jp:8443', 'https://xn--r8jz45g.jp:8443/'],
    ['https://example.com/100%/a|b/{id}?q="x"#a#b', 'https://example.com/100%25/a%7Cb/%7Bid%7D?q=%22x%22#a%23b'],
    ['http:\\\\example.com\\hook', 'http://example.com/hook'],
  ])('writes %s as %s', (given, wanted) => {
    expect(asUri(given)).toBe(wanted);
    expect(isUri(wanted), `${wanted} is a URI`).toBe(true);
  });

  it.each([
    'https://exa mple.com',
    'https://example.com/a\tb',
    'https://a{b}.example',
    'https://example.com:99999',
    'x',
  ])('gives null for %j', (given) => {
    expect(asUri(given)).toBeNull();
  });

  it('gives only URIs that lead to the same host', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    const part = fc.oneof(text, fc.webPath(), fc.webQueryParameters());
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.domain(),
          fc.ipV6().map((address) => `[${address}]`),
        ),
        part,
        part,
        (host, path, query) => {
          const given = `https://${host}/${path}?${query}`;
          const uri = asUri(given);
          if (uri === null) return;
          expect(isUri(uri), uri).toBe(true);
          expect(new URL(uri).host).toBe(new URL(given).host);
          expect(asUri(uri)).toBe(uri);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

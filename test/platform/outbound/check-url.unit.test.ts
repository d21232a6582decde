import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkUrl } from '../../../src/platform/outbound/check-url.js';
import { isPublicAddress } from '../../../src/platform/outbound/public-address.js';

const strict = { allowPrivate: false, httpsOnly: false };
const local = { allowPrivate: true, httpsOnly: false };
const PRIVATE = 'URL should point to a public address';

/** Spellings of this machine, its network and cloud metadata that a URL parser accepts. */
const PRIVATE_SPELLINGS = [
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://sub.localhost/',
  'http://localhost.localdomain/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://127%2e0%2e0%2e1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[fec0::1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://metadata/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'http://printer.local./',
  'http://redis/',
];

describe('the check of a URL at submission', () => {
  it.each(PRIVATE_SPELLINGS)('refuses %s [fault 87]', (url) => {
    expect(checkUrl(url, strict)).toEqual({ type: 'value_error', msg: PRIVATE });
    expect(checkUrl(url, local)).toBeNull();
  });

  it.each([
    'https://hooks.example.com/calls?tenant=1&signature=abc#top',
    'http://example.com:8080/',
    'https://example.com:80/',
    'http://example.com:443/',
    'https://example.com:1024/',
    'https://example.com./',
    `https://example.com/${'a'.repeat(2_028)}`,
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]:8443/',
    'https://bücher.example/',
    'https://local.example.com/',
    'https://localhost.example.com/',
    'https://hooks.local.example.com/',
  ])('takes %s', (url) => {
    expect(checkUrl(url, strict)).toBeNull();
  });

  it.each([
    '',
    'hooks.example.com',
    '/relative',
    'http://',
    'https://exa mple.com/',
    'https://example.com/\n',
    ' https://example.com',
    'http://[::1',
    'http://256.256.256.256/',
    'https://example.com/\0',
  ])('calls %j no URL', (url) => {
    expect(checkUrl(url, local)).toEqual({ type: 'url_parsing', msg: 'Input should be a valid URL' });
  });

  it.each([
    ['ftp://example.com/', "URL scheme should be 'http' or 'https'"],
    ['file:///etc/passwd', "URL scheme should be 'http' or 'https'"],
    ['javascript:alert(1)', "URL scheme should be 'http' or 'https'"],
    ['gopher://example.com/', "URL scheme should be 'http' or 'https'"],
    ['https://user:secret@example.com/', 'URL should not contain a user name or password'],
    ['https://user@example.com/', 'URL should not contain a user name or password'],
    ['https://:secret@example.com/', 'URL should not contain a user name or password'],
    ['https://example.com:1023/', 'URL port is not allowed'],
    [`https://example.com/${'a'.repeat(2_029)}`, 'URL should have at most 2048 characters'],
    ['https://example.com:22/', 'URL port is not allowed'],
    ['https://example.com:25/', 'URL port is not allowed'],
    ['https://example.com:0/', 'URL port is not allowed'],
    ['http://example.com:6379/', 'URL port is not allowed'],
    ['http://example.com:5432/', 'URL port is not allowed'],
  ])('refuses %s also where private addresses are allowed', (url, msg) => {
    expect(checkUrl(url, local)).toEqual({ type: 'value_error', msg });
  });

  it('takes https alone where that is asked', () => {
    expect(checkUrl('http://example.com/', { allowPrivate: false, httpsOnly: true })).toMatchObject({
      msg: "URL scheme should be 'https'",
    });
    expect(checkUrl('https://example.com/', { allowPrivate: false, httpsOnly: true })).toBeNull();
  });

  it('gives the same answer for an address in every spelling of its number', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        const dotted = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
        for (const spelling of [dotted, String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`]) {
          expect(checkUrl(`http://${spelling}/`, strict) === null).toBe(isPublicAddress(dotted));
        }
      }),
    );
  });

  it('refuses every IPv6 form that carries an IPv4 address', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(0xffff), (high, low) => {
        const tail = `${high.toString(16)}:${low.toString(16)}`;
        for (const address of [
          `::ffff:${tail}`,
          `::${tail}`,
          `64:ff9b::${tail}`,
          `2002:${tail}::1`,
          `2001:0:${tail}::`,
        ]) {
          expect(isPublicAddress(address), `${address} is public`).toBe(false);
        }
      }),
    );
  });

  it.each(['', 'example.com', '127.1', '8.8.8.8 ', 'fe80::1%eth0', '2606:2800:220:1::1%1'])(
    'does not take %j for a public address',
    (text) => {
      expect(isPublicAddress(text), `${text} is public`).toBe(false);
    },
  );
});

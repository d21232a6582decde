import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/platform/config/config.js';
import { type LinkClaims, SignedLinks } from '../../../../src/platform/http/access/signed-links.js';

const config = loadConfig({ JWT_SECRET: 'a secret that is long enough for HMAC-SHA256' });
const links = new SignedLinks(config);

const CLAIMS: LinkClaims = { key: 'recordings/7', contentType: 'audio/ogg', fileName: 'call.ogg', expiresAt: 2_000 };
const EXPIRY_MS = 2_000_000;
const signature = links.sign(CLAIMS);

const isOpened = (claims: LinkClaims, given = signature, nowMs = EXPIRY_MS - 1) => links.accepts(claims, given, nowMs);

describe('a signed link', () => {
  it('opens what it was signed for, in another process with the same secret too', () => {
    const elsewhere = new SignedLinks(loadConfig({ JWT_SECRET: 'a secret that is long enough for HMAC-SHA256' }));
    expect(signature, 'the form of a signature: 32 bytes, URL-safe').toMatch(/^[\w-]{43}$/);
    expect(isOpened(CLAIMS), 'the link is taken').toBe(true);
    expect(elsewhere.accepts(CLAIMS, signature, EXPIRY_MS - 1), 'the link is taken by another process').toBe(true);
  });

  it('keeps its signature from release to release, so that links that were handed out stay good', () => {
    const text = '["recordings/7","audio/ogg","call.ogg",2000]';
    const expected = createHmac('sha256', config.secrets.links).update(text).digest('base64url');
    expect(signature, 'the signature over the documented text').toBe(expected);
  });

  it('gives its holder what the table of rights lets a link carry, and nothing else', () => {
    const inAnHour = { ...CLAIMS, expiresAt: Math.floor(Date.now() / 1000) + 3600 };
    const holder = { kind: 'link', id: 'recordings/7', scopes: ['recording:open'] };
    expect(links.holder(inAnHour, links.sign(inAnHour), 'recording:open')).toEqual(holder);
    expect(links.holder(inAnHour, links.sign(inAnHour), 'analysis:write'), 'who would change analyses').toBeNull();
    expect(links.holder(CLAIMS, signature, 'recording:open'), 'the holder of a link of 1970').toBeNull();
  });

  const changes: [string, Partial<LinkClaims>][] = [
    ['another recording', { key: 'recordings/8' }],
    ['another type, which a browser might run', { contentType: 'text/html' }],
    ['another file name', { fileName: 'call.exe' }],
    ['a later expiry', { expiresAt: 3_000 }],
    ['a text moved from one claim to the next', { key: 'recordings/7","audio/ogg', contentType: '' }],
  ];
  it.each(changes)('does not open %s', (_, change) => {
    expect(isOpened({ ...CLAIMS, ...change }), 'the changed link is taken').toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a signature cut off', signature.slice(0, -4)],
    ['more behind the signature', `${signature}AAAA`],
    ['what is no signature', '%%%'],
    ['the signature of another secret', new SignedLinks(loadConfig({ JWT_SECRET: 'b'.repeat(32) })).sign(CLAIMS)],
  ])('is not opened by %s', (_, given) => {
    expect(isOpened(CLAIMS, given), 'the link is taken').toBe(false);
  });

  it('ends at its expiry, and not a millisecond before', () => {
    expect(isOpened(CLAIMS, signature, EXPIRY_MS - 1), 'taken a millisecond before its expiry').toBe(true);
    expect(isOpened(CLAIMS, signature, EXPIRY_MS), 'taken at its expiry').toBe(false);
  });

  it('is measured by the clock unless a time is given', () => {
    const inAnHour = { ...CLAIMS, expiresAt: Math.floor(Date.now() / 1000) + 3_600 };
    expect(links.accepts(inAnHour, links.sign(inAnHour)), 'a link for an hour is taken').toBe(true);
    expect(links.accepts(CLAIMS, signature), 'a link of 1970 is taken').toBe(false);
  });
});

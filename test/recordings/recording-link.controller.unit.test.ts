import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { validateHeaderValue } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DiskObjectStore } from '../../src/adapters/storage/disk.object-store.js';
import { attachment } from '../../src/platform/http/body/content-disposition.js';
import { type ServedStore, serveDiskStore } from '../support/apps/recording-links.js';
import { eventually } from '../support/processes/eventually.js';

let directory: string;
let served: ServedStore;
let store: DiskObjectStore;
const key = `recordings/${randomUUID()}`;
const bytes = randomBytes(10_000);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recording-link-'));
  served = await serveDiskStore(directory);
  store = served.store;
  await store.put(key, Readable.from([bytes]));
});

afterAll(async () => {
  await served.close();
  await rm(directory, { recursive: true });
});

const link = (fileName = 'call 7.wav') => store.link({ key, contentType: 'audio/wav', fileName, expiresInSeconds: 60 });

describe('a recording link on the service itself', () => {
  it('opens without credentials as a download of the fixed type', async () => {
    const answer = await fetch(await link());
    await expect(answer).toAnswer(200);
    expect(Buffer.from(await answer.arrayBuffer())).toHaveBytes(bytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '10000',
      'content-disposition': `attachment; filename="call 7.wav"; filename*=UTF-8''call%207.wav`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    });
  });

  it('answers HEAD with the length and no body', async () => {
    const answer = await fetch(await link(), { method: 'HEAD' });
    await expect(answer).toAnswer(200);
    expect(answer.headers.get('content-length')).toBe('10000');
    expect((await answer.arrayBuffer()).byteLength, 'bytes in the answer to HEAD').toBe(0);
  });

  it.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=9990-', 206, 9990, 10_000],
    ['bytes=-5', 206, 9995, 10_000],
    ['bytes=-20000', 206, 0, 10_000],
    ['bytes=9999-20000', 206, 9999, 10_000],
    ['bytes=5-2', 200, 0, 10_000],
    ['bytes=-', 200, 0, 10_000],
    ['bytes=0-1,5-6', 200, 0, 10_000],
    ['chapters=1-2', 200, 0, 10_000],
  ])('serves %s as %i', async (range, status, start, end) => {
    const answer = await fetch(await link(), { headers: { range } });
    await expect(answer).toAnswer(status);
    expect(Buffer.from(await answer.arrayBuffer())).toHaveBytes(bytes.subarray(start, end));
    expect(answer.headers.get('content-range')).toBe(status === 206 ? `bytes ${start}-${end - 1}/10000` : null);
  });

  it.each(['bytes=10000-', 'bytes=99999-100000', 'bytes=-0'])('answers 416 to %s', async (range) => {
    const answer = await fetch(await link(), { headers: { range } });
    await expect(answer).toAnswer(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10000');
  });

  it.each([
    ['key', (url: URL) => (url.pathname = `/api/v1/recordings/${randomUUID()}`)],
    ['expiry', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['content type', (url: URL) => url.searchParams.set('content_type', 'text/html')],
    ['file name', (url: URL) => url.searchParams.set('file_name', 'evil.html')],
    ['signature', (url: URL) => url.searchParams.set('signature', randomBytes(32).toString('base64url'))],
    ['empty signature', (url: URL) => url.searchParams.set('signature', '')],
    ['missing signature', (url: URL) => url.searchParams.delete('signature')],
    ['repeated signature', (url: URL) => url.searchParams.append('signature', 'x')],
  ])('refuses a link with another %s', async (_, alter) => {
    const url = new URL(await link());
    alter(url);
    const answer = await fetch(url);
    await expect(answer).toAnswer(403);
    expect(await answer.json()).toEqual({ detail: 'The link is invalid or has expired' });
  });

  it('expires', async () => {
    const expiresAt = 1_800_000_000;
    const claims = { key, contentType: 'audio/wav', fileName: 'a', expiresAt };
    const signature = served.links.sign(claims);
    expect(
      served.links.accepts(claims, signature, expiresAt * 1000 - 1),
      'the link is taken a millisecond before its expiry',
    ).toBe(true);
    expect(served.links.accepts(claims, signature, expiresAt * 1000), 'the link is taken at its expiry').toBe(false);
    const past = await store.link({ key, contentType: 'audio/wav', fileName: 'a.wav', expiresInSeconds: -1 });
    await expect(await fetch(past)).toAnswer(403);
  });

  it('answers 404 once the recording is deleted', async () => {
    const gone = await store.link({
      key: `recordings/${randomUUID()}`,
      contentType: 'audio/wav',
      fileName: 'a.wav',
      expiresInSeconds: 60,
    });
    const answer = await fetch(gone);
    await expect(answer).toAnswer(404);
    expect(await answer.json()).toEqual({ detail: 'Recording not found' });
  });

  it('gives every download a safe file name [fault 53]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (fileName) => {
        const header = attachment(fileName);
        expect(() => validateHeaderValue('content-disposition', header)).not.toThrow();
        const [, encoded = ''] = /^attachment; filename="[^"\\\\]*"; filename\*=UTF-8''([^"';]*)$/.exec(header) ?? [];
        expect(decodeURIComponent(encoded)).toBe(fileName.replace(/[\p{Cc}\p{Cf}]/gu, '') || 'recording');
      }),
    );
    expect(attachment('a\ud800b')).toBe(`attachment; filename="ab"; filename*=UTF-8''ab`);
  });

  it('closes the file when the client disconnects', async () => {
    const opened = vi.spyOn(store, 'get');
    const abort = new AbortController();
    const big = `recordings/${randomUUID()}`;
    await store.put(big, Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024))));
    const url = await store.link({ key: big, contentType: 'audio/wav', fileName: 'a', expiresInSeconds: 60 });
    const answer = await fetch(url, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    const body = await opened.mock.results[0]?.value;
    await eventually(() => expect(body.destroyed, 'what the store sends is closed').toBe(true));
  });
});

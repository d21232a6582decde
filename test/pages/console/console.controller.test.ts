// cspell:ignore Fmanifest fpackage
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/apps/running-service.js';
import { type S3Stub, startS3Stub } from '../../support/stubs/s3-stub.js';

const { script, style } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8')) as Record<string, string>;

describe('the console', () => {
  let service: TestService;
  let store: S3Stub;
  beforeAll(async () => {
    store = await startS3Stub();
    service = await startTestService({
      PROCESS: 'api',
      CONSOLE_FRAME_ANCESTORS: 'https://crm.example.com',
      ...store.settings,
      S3_PUBLIC_ENDPOINT: 'https://store.example.com',
    });
  });
  afterAll(async () => {
    await service?.stop();
    await store?.close();
  });
  const get = (path: string, init: RequestInit = {}) => fetch(`${service.rootUrl}${path}`, init);

  it('gives the one page at each of its addresses, with what the page may load in its policy', async () => {
    for (const [path, assets] of [
      ['/app', 'app/assets/'],
      ['/app/', 'assets/'],
      ['/app/calls', 'assets/'],
      ['/app/calls/0b5e2f6c?status=failed', '../assets/'],
    ] as const) {
      const response = await get(path);
      await expect(response, path).toAnswer(200);
      expect(response.headers.get('cache-control'), path).toBe('no-store');
      expect(response.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
      const html = await response.text();
      expect(html, path).toContain(`src="${assets}${script}"`);
      expect(html, path).toContain(`href="${assets}${style}"`);
      expect(response.headers.get('content-security-policy'), path).toBe(
        [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          `media-src 'self' ${service.rootUrl} https://store.example.com https://*.store.example.com`,
          "base-uri 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'",
          'frame-ancestors https://crm.example.com',
        ].join('; '),
      );
    }
  });

  it('gives its files for a year, compressed for who can read that, and once', async () => {
    for (const [name, type] of [
      [script, 'text/javascript; charset=utf-8'],
      [style, 'text/css; charset=utf-8'],
    ]) {
      const path = `/app/assets/${name}`;
      const plain = await get(path, { headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(plain.headers.get('content-type')).toBe(type);
      expect(plain.headers.get('vary')).toContain('Accept-Encoding');
      const bytes = readFileSync(`dist/web/assets/${name}`);
      expect(Buffer.from(await plain.arrayBuffer()), `bytes of ${name}`).toHaveBytes(bytes);
      expect(brotliDecompressSync(readFileSync(`dist/web/assets/${name}.br`)), `bytes of ${name}.br`).toHaveBytes(
        bytes,
      );
      const brotli = await get(path, { headers: { 'accept-encoding': 'br' } });
      expect(brotli.headers.get('content-encoding')).toBe('br');
      expect(Buffer.from(await brotli.arrayBuffer()), `unpacked ${name}`).toHaveBytes(bytes);
      const etag = plain.headers.get('etag') ?? '';
      await expect(await get(path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).toAnswer(
        304,
        '',
      );
      await expect(await get(path, { method: 'HEAD' })).toAnswer(200, '');
    }
  });

  it('gives no other file, however it is asked for', async () => {
    for (const name of [
      'manifest.json',
      '..%2Fmanifest.json',
      '..%2f..%2f..%2fpackage.json',
      `${script}.br`,
      'constructor',
    ])
      await expect(await get(`/app/assets/${name}`), name).toAnswer(404, { detail: 'File not found' });
  });

  it('is opened by the first button of the landing page', async () => {
    const html = await (await get('/', { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('<a class="button" href="app">Open the console</a>');
  });
});

it('is away where CONSOLE is off, and the landing page does not lead to it', async () => {
  const service = await startTestService({ PROCESS: 'api', CONSOLE: 'off' });
  try {
    for (const path of ['/app', '/app/calls', `/app/assets/${script}`])
      await expect(await fetch(`${service.rootUrl}${path}`), path).toAnswer(404);
    const html = await (await fetch(service.rootUrl, { headers: { accept: 'text/html' } })).text();
    expect(html).not.toContain('href="app"');
  } finally {
    await service.stop();
  }
});

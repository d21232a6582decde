import { afterEach, describe, expect, it } from 'vitest';
import { freshRedis } from '../../support/apps/backing.js';
import { type ConfigChange, type PlatformApp, startPlatformApp } from '../../support/apps/platform-app.js';

const open: PlatformApp[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function start(change: ConfigChange = {}): Promise<PlatformApp> {
  const service = await startPlatformApp(await freshRedis(), change);
  open.push(service);
  return service;
}

describe('HTTPS', () => {
  it('is required for everything but probes, and a forwarded header counts only from a trusted proxy [fault 59]', async () => {
    const trusted = await start({ http: { requireHttps: true, trustProxy: 'loopback' } });
    const plain = await fetch(`${trusted.url}/api/v1/things`);
    await expect(plain).toAnswer(403, { detail: 'HTTPS is required' });
    for (const path of ['/docs', '/openapi.json', '/healthy', '/api/v1/metrics'])
      await expect(await fetch(`${trusted.url}${path}`)).toAnswer(403);
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      await expect(await fetch(`${trusted.url}${path}`)).toAnswer(200);
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } };
    const secure = await fetch(`${trusted.url}/api/v1/things`, forwarded);
    await expect(secure).toAnswer(200);
    expect(secure.headers.get('strict-transport-security')).toMatch(/max-age=\d{7}/);

    const untrusting = await start({ http: { requireHttps: true } });
    await expect(await fetch(`${untrusting.url}/api/v1/things`, forwarded)).toAnswer(403);
  });

  it('is not required outside production', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/api/v1/things`);
    await expect(response).toAnswer(200);
    expect(response.headers.has('strict-transport-security'), 'the header strict-transport-security').toEqual(false);
  });
});

describe('a page of another origin', () => {
  const ask = (url: string, path: string, method: string, origin = 'https://crm.example.com') =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        origin,
        ...(method === 'OPTIONS' && {
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'x-api-key,tus-resumable',
        }),
      },
    });

  it('calls the API where the operator names it, and logs in nowhere', async () => {
    const { url } = await start({ http: { corsOrigins: ['https://crm.example.com'] } });
    const preflight = await ask(url, '/api/v1/things/7', 'OPTIONS');
    await expect(preflight).toAnswer(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': 'https://crm.example.com',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'x-api-key,tus-resumable',
      vary: 'Origin',
    });
    const answer = await ask(url, '/api/v1/things', 'GET');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://crm.example.com');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    for (const refused of [
      await ask(url, '/api/v1/things', 'GET', 'https://crm.example.com.evil.example'),
      await ask(url, '/api/v1/auth/login', 'OPTIONS'),
      await ask(url, '/app', 'GET'),
    ])
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    const closed = await start();
    expect((await ask(closed.url, '/api/v1/things', 'GET')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('every response', () => {
  it('has security headers and names no software', async () => {
    const { url } = await start();
    for (const path of ['/api/v1/things', '/nowhere', '/docs']) {
      const { headers } = await fetch(`${url}${path}`);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      if (path !== '/docs') expect(headers.get('etag') ?? '', `the header etag of ${path}`).not.toMatch(/^W\//);
    }
    expect((await fetch(`${url}/api/v1/things`)).headers.get('cache-control')).toBe('no-store');
  });

  it('leaves its connection open for longer than a proxy keeps one that waits', async () => {
    const { url } = await start();
    const seconds = /^timeout=(\d+)$/.exec((await fetch(`${url}/api/v1/things`)).headers.get('keep-alive') ?? '')?.[1];
    expect(Number(seconds), 'seconds that a connection may wait').toBeGreaterThan(120);
  });

  it('is the same with and without a trailing slash, without a redirect [endpoints 1]', async () => {
    const { url } = await start();
    const answers = await Promise.all(
      ['/things', '/things/', '/things?limit=5', '/things/?limit=5'].map((path) =>
        fetch(`${url}/api/v1${path}`, { redirect: 'manual' }).then((response) => response.text()),
      ),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[2]).toBe(answers[3]);
    expect(answers[0]).toContain('"limit":100');
  });
});

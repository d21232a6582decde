import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freshRedis } from '../../support/backing.js';
import { type ConfigChange, type PlatformApp, postJson, startPlatformApp } from '../../support/platform-app.js';

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
  it('is required of everything but probes, and believed of trusted proxies alone', async () => {
    const trusted = await start({ http: { requireHttps: true, trustProxy: 'loopback' } });
    const plain = await fetch(`${trusted.url}/api/v1/things`);
    expect([plain.status, await plain.json()]).toEqual([403, { detail: 'HTTPS is required' }]);
    for (const path of ['/docs', '/openapi.json', '/healthy', '/api/v1/metrics'])
      expect((await fetch(`${trusted.url}${path}`)).status).toBe(403);
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect((await fetch(`${trusted.url}${path}`)).status).toBe(200);
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } };
    const secure = await fetch(`${trusted.url}/api/v1/things`, forwarded);
    expect(secure.status).toBe(200);
    expect(secure.headers.get('strict-transport-security')).toMatch(/max-age=\d{7}/);

    const untrusting = await start({ http: { requireHttps: true } });
    expect((await fetch(`${untrusting.url}/api/v1/things`, forwarded)).status).toBe(403);
  });

  it('need not be used outside production', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/api/v1/things`);
    expect([response.status, response.headers.has('strict-transport-security')]).toEqual([200, false]);
  });
});

describe('a request id', () => {
  it('is the caller’s own where sane, else a new one', async () => {
    const { url } = await start();
    const idOf = async (given?: string) => {
      const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
      return (await fetch(`${url}/api/v1/things`, { headers })).headers.get('x-request-id');
    };
    expect(await idOf('My.id_1-2')).toBe('My.id_1-2');
    expect(await idOf('x'.repeat(128))).toBe('x'.repeat(128));
    for (const insane of ['x'.repeat(129), 'a b', '<script>', undefined])
      expect(await idOf(insane)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
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
      expect(headers.get('etag')?.startsWith('W/"') && path !== '/docs').not.toBe(true);
    }
    expect((await fetch(`${url}/api/v1/things`)).headers.get('cache-control')).toBe('no-store');
  });

  it('is the same with and without a trailing slash, without a redirect', async () => {
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

describe('the log', () => {
  it('has one line a request: its id, route and account, and nothing that is secret', async () => {
    const { url, log } = await start();
    await fetch(`${url}/api/v1/things?token=tok_canary&signature=sig_canary&audio_url=http://canary.example`, {
      headers: { 'x-request-id': 'logged-1', 'x-api-key': 'sk_live_canary', cookie: 'session=canary' },
    });
    await postJson(
      `${url}/api/v1/things/submit`,
      { password: 'canary', token: 'canary' },
      { authorization: 'Bearer account-a', 'x-request-id': 'logged-2' },
    );
    await expect.poll(() => log.filter((line) => line.includes('logged-')).length).toBe(2);
    const [first, second] = log.filter((line) => line.includes('logged-')).map((line) => JSON.parse(line));
    expect(first).toMatchObject({ request_id: 'logged-1', method: 'GET', route: '/api/v1/things', status: 200 });
    expect(second).toMatchObject({ request_id: 'logged-2', status: 201, account_id: 'account-a' });
    expect(log.join('')).not.toContain('canary');
  });

  it('hides credentials that stand in a message', async () => {
    const { createLogger } = await import('../../../src/platform/operations/logger.js');
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', pretty: false }, { write: (line: string) => void lines.push(line) });
    logger.info('key sk_live_abcDEF123 and Bearer abc.def-1 at https://x/y?a=1&token=abc postgres://user:pass@host/db');
    logger.info({ password: 'abc', body: { refresh_token: 'abc' }, headers: { authorization: 'abc' } }, 'members');
    expect(lines.join('')).not.toMatch(/abc|pass@/);
    expect(lines[0]).toContain('sk_live_[redacted]');
    expect(lines.every((line) => JSON.parse(line).time > 0)).toBe(true);
  });
});

describe('operations', () => {
  it('tells readiness by its checks, without saying where things are', async () => {
    const { ReadinessChecks, CheckNote } = await import('../../../src/platform/operations/readiness-checks.js');
    const { url, app } = await start();
    const checks = app.get(ReadinessChecks);
    checks.add('postgres', async () => undefined);
    checks.add('engine', () => Promise.reject(new CheckNote('The quota is used up')), { required: false });
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ok',
        checks: {
          postgres: { status: 'ok', duration_ms: expect.any(Number) },
          engine: { status: 'degraded', duration_ms: expect.any(Number), note: 'The quota is used up' },
        },
      },
    ]);
    checks.add('redis', () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:6379')));
    const unready = await fetch(`${url}/health/ready`);
    expect(unready.status).toBe(503);
    expect(await unready.text()).not.toContain('10.1.2.3');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('measures requests by route', async () => {
    const { url } = await start();
    await fetch(`${url}/api/v1/things/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`, { method: 'DELETE' });
    await fetch(`${url}/api/v1/nowhere/at/all`);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="DELETE",route="\/api\/v1\/things\/:id",status="200"\} 1/,
    );
    expect(text).toContain('route="unmatched",status="404"');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('nowhere');
  });

  it('serves metrics on another port alone where one is set', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const { url } = await start({ http: { metricsPort: port, host: '127.0.0.1' } });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('http_request_duration_seconds');
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(404);
  });
});

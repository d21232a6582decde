import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/apps/running-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', CONTACT_URL: 'mailto:help@example.com' });
});
afterAll(() => service?.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('GET /', () => {
  it('is a page that loads nothing, and that a browser may keep [settled 34]', async () => {
    const response = await fetch(`${service.rootUrl}/`, { headers: BROWSER });
    const html = await response.text();
    await expect(response).toAnswer(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('vary')).toContain('Accept');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hashOf(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '')}`);
    expect(html).not.toMatch(/<script|src="/);
    expect(html).toContain(version);
    expect(html).toContain('href="mailto:help@example.com"');
  });

  it('has links that work', async () => {
    const html = await (await fetch(`${service.rootUrl}/`, { headers: BROWSER })).text();
    const paths = [...html.matchAll(/<(?:a|dt)[^>]* href="([^":]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toEqual(
      expect.arrayContaining(['docs', 'openapi.json', 'openapi-3.0.json', 'health/ready', 'health/live']),
    );
    for (const path of paths) {
      const response = await fetch(new URL(path, `${service.rootUrl}/`));
      await expect(response, path).toAnswer(200);
      await response.arrayBuffer();
    }
  });

  it('answers a program with the same links [settled 34]', async () => {
    const response = await fetch(`${service.rootUrl}/`, { headers: { accept: 'application/json' } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      name: 'Call Analysis',
      version,
      license: 'MIT',
      api_url: `${service.rootUrl}/api/v1`,
      documentation_url: `${service.rootUrl}/docs`,
      openapi_url: `${service.rootUrl}/openapi.json`,
      openapi_3_0_url: `${service.rootUrl}/openapi-3.0.json`,
      plans_url: `${service.rootUrl}/api/v1/billing/plans`,
      liveness_url: `${service.rootUrl}/health/live`,
      readiness_url: `${service.rootUrl}/health/ready`,
    });
  });

  it('answers HEAD without the page, and other methods with 405', async () => {
    const head = await fetch(`${service.rootUrl}/`, { method: 'HEAD', headers: BROWSER });
    await expect(head).toAnswer(200, '');
    expect(head.headers.get('content-type'), 'the header content-type').toEqual('text/html; charset=utf-8');
    const post = await fetch(`${service.rootUrl}/`, { method: 'POST' });
    await expect(post).toAnswer(405, { detail: 'Method Not Allowed' });
  });

  it('leaves 404 for unknown paths below the version prefix', async () => {
    for (const path of ['/api/v1', '/api/v1/', '/nothing'])
      await expect(await fetch(`${service.rootUrl}${path}`), path).toAnswer(404);
  });
});

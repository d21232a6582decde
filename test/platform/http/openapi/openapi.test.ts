import { ApiProperty } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Config } from '../../../../src/platform/config/config.js';
import { buildOpenApi } from '../../../../src/platform/http/openapi/openapi.js';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, startPlatformApp } from '../../../support/apps/platform-app.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1', () => {
    expect(service.document.openapi).toBe('3.1.0');
  });

  it.each(['/docs', '/docs/', '/docs/index.html'])('is shown by a page that fits the screen: %s', async (path) => {
    const page = await (await fetch(`${service.url}${path}`)).text();
    const [head = ''] = page.split('</head>');
    expect(
      head.match(/<meta name="viewport" content="width=device-width, initial-scale=1">/g),
      'view ports of the page',
    ).toHaveLength(1);
  });

  it.each([
    ['/docs/swagger-ui-bundle.js', 'public, max-age=3600', 600_000],
    ['/docs/swagger-ui.css', 'public, max-age=3600', 40_000],
    ['/docs/swagger-ui-init.js', 'no-cache', 20_000],
    ['/docs', 'no-cache', 5_000],
    ['/openapi.json', 'no-cache', 20_000],
    ['/openapi.yaml', 'no-cache', 20_000],
    ['/openapi-3.0.json', 'no-cache', 20_000],
  ])('sends %s compressed, and once to a browser', async (path, cacheControl, maxBytes) => {
    const headers = { 'accept-encoding': 'br' };
    const first = await fetch(`${service.url}${path}`, { headers });
    await first.arrayBuffer();
    await expect(first).toAnswer(200);
    expect(first.headers.get('content-encoding'), 'the header content-encoding').toEqual('br');
    expect(first.headers.get('cache-control')).toBe(cacheControl);
    expect(Number(first.headers.get('content-length'))).toBeLessThan(maxBytes);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${service.url}${path}`, { headers: { ...headers, 'if-none-match': etag } });
    await expect(again).toAnswer(304, '');
    expect(again.headers.get('etag'), 'the header etag').toEqual(etag);
  });

  it('tells common headers and answers once on the page, and with each answer in the document', async () => {
    const page = await (await fetch(`${service.url}/docs/swagger-ui-init.js`)).text();
    expect(page).not.toMatch(/"X-(Request-Id|RateLimit-\w+)": \{|"#\/components\/responses\//);
    expect(JSON.stringify(service.document)).toMatch(/"X-Request-Id":\{.*"#\/components\/responses\/RateLimited"/);
  });

  it('folds the sections of its introduction on the page, but for the first', async () => {
    const page = await (await fetch(`${service.url}/docs/swagger-ui-init.js`)).text();
    const { description } = JSON.parse(`{${/"description": "Things\.[^\n]*"/.exec(page)?.[0]}}`);
    expect(description).toBe(
      'Things.\n\n<details open><summary>First</summary>\n\nOne.\n\n</details>\n\n' +
        '<details><summary>Second</summary>\n\nTwo.\n\n</details>',
    );
  });

  it('names the contact of the configuration', () => {
    const config = service.app.get(Config);
    const contactOf = (contactUrl: string | null) =>
      buildOpenApi(service.app, { ...config, contactUrl }, { description: 'Things.' }).info.contact;
    expect(contactOf(null)).toEqual({});
    expect(contactOf('https://example.com/help')).toEqual({ url: 'https://example.com/help' });
    expect(contactOf('mailto:help%2Bcalls@example.com')).toEqual({ email: 'help+calls@example.com' });
  });

  it('states the bounds that the checks apply', () => {
    const schema = JSON.stringify(service.document.components?.schemas?.EverythingRequest);
    expect(JSON.parse(schema)).toMatchObject({
      required: ['name', 'email', 'password'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 5 },
        phone: { type: ['string', 'null'], pattern: '^\\+\\d+$' },
        count: { type: ['integer', 'null'], minimum: 1, maximum: 10 },
        mode: { type: 'string', enum: ['live', 'test'], default: 'live' },
        metadata: { maxProperties: 50 },
      },
    });
  });

  it('gives each operation an id, its errors and headers', () => {
    const things = service.document.paths['/things'];
    expect(things?.get?.operationId).toBe('listThings');
    expect(Object.keys(things?.get?.responses ?? {})).toEqual(expect.arrayContaining(['200', '422', '429', '500']));
    expect(JSON.stringify(things?.get?.responses['200'])).toContain('#/components/headers/XRateLimitReset');
    const submit = service.document.paths['/things/submit']?.post;
    expect(submit?.security).toEqual([{ log_in: [] }, { bearer: [] }, { api_key: [] }]);
    expect(Object.keys(submit?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403']));
    expect(submit?.description).toContain('analysis:write');
    const update = service.document.paths['/things/{id}']?.put;
    expect(update?.security).toEqual([{ log_in: [] }, { bearer: [] }]);
    expect(Object.keys(update?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '404', '422']));
    expect(things?.post?.security).toEqual([]);
    expect(Object.keys(things?.post?.responses ?? {})).not.toContain('401');
  });

  it('lists the webhooks that features declare, with their classes', () => {
    class ThingDoneEvent {
      @ApiProperty({ type: 'string', description: 'Which.', example: 'thing.done' })
      event: string;
    }
    const schema = { $ref: '#/components/schemas/ThingDoneEvent' };
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    const document = buildOpenApi(service.app, service.app.get(Config), {
      description: 'Things.',
      webhooks: { 'thing.done': { post } },
      extraModels: [ThingDoneEvent],
    });
    expect(document.webhooks).toEqual({ 'thing.done': { post } });
    expect(document.components?.schemas).toHaveProperty('ThingDoneEvent');
  });

  it('is served as JSON and YAML', async () => {
    const json = await fetch(`${service.url}/openapi.json`);
    expect(json.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await json.json()).toEqual(JSON.parse(JSON.stringify(service.document)));
    const yaml = await (await fetch(`${service.url}/openapi.yaml`)).text();
    expect(yaml).toMatch(/^openapi: 3\.1\.0$/m);
    const twin = await fetch(`${service.url}/openapi-3.0.json`);
    expect(twin.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await twin.json()).toMatchObject({ openapi: '3.0.3', info: service.document.info });
  });

  it('is shown by a page whose content policy allows all its parts', async () => {
    const page = await fetch(`${service.url}/docs`);
    await expect(page).toAnswer(200);
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    const sources = [...html.matchAll(/(?:src|href)="(\.\/docs\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThanOrEqual(4);
    for (const source of sources) {
      const part = await fetch(new URL(source, `${service.url}/docs`));
      await expect(part, source).toAnswer(200);
      await part.arrayBuffer();
    }
    const policy = page.headers.get('content-security-policy');
    for (const needed of [
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
    ])
      expect(policy).toContain(needed);
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});

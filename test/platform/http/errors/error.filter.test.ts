import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isServiceUnavailable } from '../../../../src/platform/errors/service-unavailable.js';
import { freshRedis } from '../../../support/backing.js';
import { type PlatformApp, postJson, rawExchange, startPlatformApp } from '../../../support/platform-app.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service.close());

const api = (path: string) => `${service.url}/api/v1${path}`;

describe('every error', () => {
  it.each([
    ['/api/v1/nowhere', 404, 'Not Found'],
    ['/nowhere', 404, 'Not Found'],
    ['/', 404, 'Not Found'],
    ['/api/v1/things/boom', 500, 'An unexpected error occurred'],
    ['/api/v1/things/away', 503, 'The service is temporarily unavailable. Try again shortly.'],
    ['/api/v1/things/%FF', 400, 'The request path is not valid'],
    ['/api/v1/things/typed', 404, 'Transcript not available'],
  ])('GET %s is %i with a detail and nothing else', async (path, status, detail) => {
    const response = await fetch(`${service.url}${path}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({ detail });
    if (status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['PATCH', '/things', 'GET, HEAD, POST'],
    ['PATCH', '/things/', 'GET, HEAD, POST'],
    ['OPTIONS', '/things', 'GET, HEAD, POST'],
    ['GET', '/things/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', 'DELETE, PUT'],
    ['GET', '/things/login/', 'DELETE, POST, PUT'],
  ])('%s %s is 405 and names the methods', async (method, path, allow) => {
    const response = await fetch(api(path), { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toEqual({ detail: 'Method Not Allowed' });
  });

  it('405 holds outside the version prefix too', async () => {
    const response = await fetch(`${service.url}/health/live`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    ['GET http://[', 400],
    ['GET http://', 400],
    ['OPTIONS *', 400],
    ['GET //x//', 404],
    ['GET http://elsewhere/api/v1/nowhere', 404],
    ['GET /docs/../../package.json', 404],
    ['GET /docs/%2e%2e/%2e%2e/package.json', 404],
  ])('the request line %s is %i in the same shape', async (line, status) => {
    const answer = await rawExchange(service.url, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\\r\\n\\r\\n\\{"detail":"[^"]+"\\}$`));
  });

  it('401 says how to authenticate', async () => {
    const response = await postJson(api('/things/submit'), {});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ detail: 'Invalid authentication credentials' });
  });

  it('an unexpected one is logged with its request id and tells the client nothing', async () => {
    const response = await fetch(api('/things/boom'), { headers: { 'x-request-id': 'boom-1' } });
    expect(await response.text()).not.toMatch(/hunter2|secret/);
    expect(service.log.some((line) => line.includes('boom-1') && line.includes('/srv/secret.ts'))).toBe(true);
  });

  it('a failure after the answer began cuts the connection and the service lives on', async () => {
    await expect(fetch(api('/things/half')).then((response) => response.text())).rejects.toThrow();
    expect((await fetch(api('/things'))).status).toBe(200);
  });

  it('reserves 503 for services that cannot be reached', () => {
    expect(isServiceUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isServiceUnavailable(Object.assign(new Error('shutdown'), { code: '57P01' }))).toBe(true);
    expect(isServiceUnavailable(new Error('x', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }))).toBe(
      true,
    );
    expect(isServiceUnavailable(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
    expect(isServiceUnavailable('ECONNREFUSED')).toBe(false);
  });
});

describe('bodies', () => {
  const jsonError = { detail: [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }] };

  it.each([
    ['broken', '{"a":'],
    ['NaN', '{"a":NaN}'],
    ['only white space', '  '],
  ])('JSON that is %s is 422', async (_, text) => {
    const response = await postJson(api('/things'), text);
    expect([response.status, await response.json()]).toEqual([422, jsonError]);
  });

  it('bytes that are no UTF-8 are 422', async () => {
    const response = await fetch(api('/things'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect([response.status, await response.json()]).toEqual([422, jsonError]);
  });

  it('takes 1 MiB and refuses one byte more', async () => {
    const of = (size: number) => `"${'a'.repeat(size - 2)}"`;
    const fits = await postJson(api('/things/event'), of(1_048_576));
    expect(await fits.json()).toEqual({ bytes: 1_048_576, isBuffer: true });
    const over = await postJson(api('/things'), of(1_048_577));
    expect([over.status, await over.json()]).toEqual([400, { detail: 'Request body is too large' }]);
  });

  it('a compressed body counts at its full size', async () => {
    const { gzipSync } = await import('node:zlib');
    const response = await fetch(api('/things'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(20_000_000, 0x20)),
    });
    expect([response.status, await response.json()]).toEqual([400, { detail: 'Request body is too large' }]);
  });

  it('that nest too deep are refused before they are parsed', async () => {
    const nested = (depth: number) => `{"x":${'['.repeat(depth)}"\\"[["${']'.repeat(depth)}}`;
    expect(await (await postJson(api('/things'), nested(500_000))).json()).toEqual(jsonError);
    expect(await (await postJson(api('/things'), nested(100))).json()).toEqual(jsonError);
    expect(JSON.stringify(await (await postJson(api('/things'), nested(99))).json())).toContain('Field required');
  });

  it.each([
    ['none', undefined],
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['multipart where JSON is due', 'multipart/form-data; boundary=x'],
    ['another charset', 'application/json; charset=iso-8859-1'],
  ])('Content-Type %s is 422 content_type', async (_, type) => {
    const head = `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type ? `Content-Type: ${type}\r\n` : ''}`;
    const answer = await rawExchange(service.url, `${head}Content-Length: 2\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1.1 422/);
    expect(answer).toMatch(
      /\{"detail":\[\{"type":"content_type","loc":\["header","content-type"\],"msg":"[^"]+"\}\]\}/,
    );
  });

  it('a bodyless POST needs none', async () => {
    expect((await fetch(api('/things/bodyless'), { method: 'POST' })).status).toBe(200);
    const chunkless = 'POST /api/v1/things/bodyless HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    expect(await rawExchange(service.url, `${chunkless}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 200/,
    );
  });

  it('a body in chunks that holds nothing is none, also to a handler that would take one', async () => {
    const none = 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const [absent = '', empty = ''] = await Promise.all([
      rawExchange(service.url, `${none}\r\n`),
      rawExchange(service.url, `${none}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ]);
    expect(absent).toContain('"type":"missing"');
    expect(empty.split('\r\n\r\n')[1]).toBe(absent.split('\r\n\r\n')[1]);
  });

  it('multipart goes to a handler that takes it, with a boundary', async () => {
    const headers = { authorization: 'Bearer account-a' };
    const form = new FormData();
    form.set('agent_id', 'x');
    expect((await fetch(api('/things/submit'), { method: 'POST', headers, body: form })).status).toBe(201);
    const without = await fetch(api('/things/submit'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect(without.status).toBe(422);
    const other = await fetch(api('/things/submit'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'audio/wav' },
      body: 'RIFF',
    });
    expect(JSON.stringify(await other.json())).toContain('multipart/form-data or application/json');
  });
});

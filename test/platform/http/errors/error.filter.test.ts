import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, postJson, rawExchange, startPlatformApp } from '../../../support/apps/platform-app.js';

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
  ])('GET %s is %i with a detail and nothing else [errors 10]', async (path, status, detail) => {
    const response = await fetch(`${service.url}${path}`);
    await expect(response).toAnswer(status);
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
    await expect(response).toAnswer(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toEqual({ detail: 'Method Not Allowed' });
  });

  it('405 holds outside the version prefix too', async () => {
    const response = await fetch(`${service.url}/health/live`, { method: 'DELETE' });
    await expect(response).toAnswer(405);
    expect(response.headers.get('allow'), 'the header allow').toEqual('GET, HEAD');
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
    await expect(response).toAnswer(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ detail: 'Invalid authentication credentials' });
  });

  it('an unexpected one is logged with its request id and tells the client nothing [errors 9 19]', async () => {
    const response = await fetch(api('/things/boom'), { headers: { 'x-request-id': 'boom-1' } });
    expect(await response.text()).not.toMatch(/hunter2|secret/);
    expect(service.log.filter((line) => line.includes('boom-1'))).toContainEqual(
      expect.stringContaining('/srv/secret.ts'),
    );
  });

  it('a failure after the answer began cuts the connection and the service lives on', async () => {
    await expect(fetch(api('/things/half')).then((response) => response.text())).rejects.toThrow();
    await expect(await fetch(api('/things'))).toAnswer(200);
  });
});

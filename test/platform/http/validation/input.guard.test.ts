import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, postJson, startPlatformApp } from '../../../support/apps/platform-app.js';
import { answerTo } from '../../../support/matchers/answers.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service?.close());

describe('a path id', () => {
  const id = '0B5E2F6C-9A51-4D3E-8C5A-7F1F0A6F4A10';
  const remove = async (path: string) => {
    const response = await fetch(`${service.url}/api/v1/things/${path}`, { method: 'DELETE' });
    return answerTo(`DELETE /things/${path}`, { status: response.status, body: JSON.parse(await response.text()) });
  };

  it('may be written in upper case', async () => {
    expect((await remove(id)).body).toEqual({ id: id.toLowerCase() });
  });

  it.each(['x', '%00', id.slice(1), `${id}0`, '..%2f'])('%s is uuid_parsing', async (path) => {
    const answer = await remove(path);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'id'] }]);
  });

  it('of 4 kB is not sent back [fault 57]', async () => {
    const answer = await remove('a'.repeat(4096));
    await expect(answer).toAnswer(422);
    expect(JSON.stringify(answer.body).length).toBeLessThan(200);
  });
});

describe('an unknown query parameter', () => {
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`${service.url}${path}`, { method });
    const text = await response.text();
    return answerTo(`${method} ${path}`, {
      status: response.status,
      detail: text.startsWith('{') ? JSON.parse(text).detail : text,
    });
  };
  const extra = (name: string, input?: unknown) => ({
    type: 'extra_forbidden',
    loc: ['query', name],
    msg: 'Extra inputs are not permitted',
    ...(input !== undefined && { input }),
  });

  it('is refused by name, together with all other faults of the request [settled 10]', async () => {
    expect(await ask('/api/v1/things?skip=1&page=2')).toEqual({ status: 422, detail: [extra('page', '2')] });
    expect(await ask('/api/v1/things?page=2&limit=0&Limit=1&page=3')).toMatchObject({
      status: 422,
      detail: [{ type: 'greater_than_equal', loc: ['query', 'limit'] }, extra('page'), extra('Limit', '1')],
    });
    expect(await ask('/api/v1/things/x?page=2', 'DELETE')).toMatchObject({
      status: 422,
      detail: [{ type: 'uuid_parsing', loc: ['path', 'id'] }, extra('page', '2')],
    });
    const response = await postJson(`${service.url}/api/v1/things?page=2`, {});
    expect(JSON.parse(await response.text()).detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual([
      'query.page',
      'body.name',
      'body.email',
      'body.password',
    ]);
  });

  it('is refused by routes that take none, but not by one whose address somebody else writes, nor outside the interface', async () => {
    expect(await ask('/api/v1/things/typed?x=')).toEqual({ status: 422, detail: [extra('x', '')] });
    const event = await fetch(`${service.url}/api/v1/things/event?x=1`, { method: 'POST', body: 'raw' });
    await expect(event).toAnswer(200);
    await expect(await ask('/health/live?x=1')).toAnswer(200);
  });

  it('is not repeated in the answer where it may hold a secret, or is long', async () => {
    expect(await ask(`/api/v1/things?api_key=sk_live_1&x=${'a'.repeat(2_000)}`)).toEqual({
      status: 422,
      detail: [extra('api_key'), extra('x')],
    });
    expect(await ask('/api/v1/things?__proto__=1&constructor=2')).toEqual({
      status: 422,
      detail: [extra('__proto__', '1'), extra('constructor', '2')],
    });
  });
});

describe('an unknown member of a body', () => {
  const GOOD = { name: 'me', email: 'a@example.com', password: 'long enough' };
  const ignored = async (path: string, body: unknown) => {
    const response = await postJson(`${service.url}/api/v1/things${path}`, body);
    return { status: response.status, names: response.headers.get('x-ignored-fields') };
  };

  it('is ignored and named, also beside a fault, and its value is not repeated', async () => {
    expect(await ignored('', { ...GOOD, agentId: 'secret', note: null })).toEqual({
      status: 201,
      names: 'agentId, note',
    });
    expect(await ignored('', { ...GOOD, name: 'too long', agentId: 1 })).toEqual({ status: 422, names: 'agentId' });
    expect(await ignored('', GOOD)).toEqual({ status: 201, names: null });
    expect(await ignored('/class-validator', { text: 'x', number: 1, more: 2 })).toEqual({
      status: 201,
      names: 'more',
    });
    expect(await ignored('/without-body', { any: 1 })).toEqual({ status: 200, names: 'any' });
  });

  it('is named with the way to it inside a member', async () => {
    expect(await ignored('', { ...GOOD, inner: { code: 'abc', further: 1 }, metadata: { own: 1 } })).toEqual({
      status: 201,
      names: 'inner.further',
    });
  });

  it('is named in ASCII, whatever its name is, and at most 20 are [settled 15]', async () => {
    const odd = { 'a,b': 1, 'line\r\n break: x': 1, Größe: 1, '\ud800': 1, '': 1, ['x'.repeat(500)]: 1, '%41': 1 };
    expect(await ignored('', { ...GOOD, ...odd })).toEqual({
      status: 201,
      names: `a%2Cb, line%0D%0A%20break%3A%20x, Gr%C3%B6%C3%9Fe, %EF%BF%BD, "", ${'x'.repeat(64)}, %2541`,
    });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, index]));
    const { names } = await ignored('', { ...GOOD, ...many });
    expect(names?.split(', ')).toEqual(Array.from({ length: 20 }, (_, index) => `m${index}`));
    expect((await ignored('', JSON.stringify(GOOD).replace('{', '{"__proto__":1,"constructor":2,'))).names).toBe(
      '__proto__, constructor',
    );
  });
});

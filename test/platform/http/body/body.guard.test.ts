import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, postJson, rawExchange, startPlatformApp } from '../../../support/apps/platform-app.js';
import { watchSlots } from '../../../support/processes/watch-slots.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service?.close());

const api = (path: string) => `${service.url}/api/v1${path}`;

describe('bodies', () => {
  const jsonError = { detail: [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }] };

  it.each([
    ['broken', '{"a":'],
    ['NaN', '{"a":NaN}'],
    ['only white space', '  '],
  ])('JSON that is %s is 422', async (_, text) => {
    const response = await postJson(api('/things'), text);
    await expect(response).toAnswer(422, jsonError);
  });

  it('bytes that are not UTF-8 are 422', async () => {
    const response = await fetch(api('/things'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });
    await expect(response).toAnswer(422, jsonError);
  });

  it('takes 1 MiB and refuses one byte more', async () => {
    const of = (size: number) => `"${'a'.repeat(size - 2)}"`;
    const fits = await postJson(api('/things/event'), of(1_048_576));
    expect(await fits.json()).toEqual({ bytes: 1_048_576, isBuffer: true });
    const over = await postJson(api('/things'), of(1_048_577));
    await expect(over).toAnswer(400, { detail: 'Request body is too large' });
  });

  it('a compressed body counts at its full size [fault 55]', async () => {
    const response = await fetch(api('/things'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(20_000_000, 0x20)),
    });
    await expect(response).toAnswer(400, { detail: 'Request body is too large' });
  });

  it('that nest too deeply are refused before they are parsed [fault 55]', async () => {
    const nested = (depth: number) => `{"x":${'['.repeat(depth)}"\\"[["${']'.repeat(depth)}}`;
    expect(await (await postJson(api('/things'), nested(500_000))).json()).toEqual(jsonError);
    expect(await (await postJson(api('/things'), nested(100))).json()).toEqual(jsonError);
    expect(JSON.stringify(await (await postJson(api('/things'), nested(99))).json())).toContain('Field required');
  });

  it('of thousands of members are refused before they are parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const members = Array.from({ length: 60_000 }, (_, n) => `"x${n}":0`).join(',');
    const answer = await postJson(api('/things'), `{${members}}`);
    await expect(answer).toAnswer(400, { detail: 'Request body is too large' });
    expect(parse.mock.calls.filter(([text]) => text.length > 65_536)).toEqual([]);
    parse.mockRestore();
  });

  it('over 64 KiB of one sender are parsed two at a time, the others wait', async () => {
    const slots = watchSlots();
    const body = JSON.stringify({ name: 'x', list: Array(6_000).fill({ code: 'abc' }) });
    await Promise.all(Array.from({ length: 8 }, () => postJson(api('/things'), body)));
    slots.stop();
    const [sender = ''] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].filter((address) => slots.begun(address) > 0);
    expect([slots.begun(sender), slots.most(sender)]).toEqual([8, 2]);
  });

  it.each([
    ['none', undefined],
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['multipart where JSON is expected', 'multipart/form-data; boundary=x'],
    ['another charset', 'application/json; charset=iso-8859-1'],
  ])('Content-Type %s is 422 content_type', async (_, type) => {
    const head = `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type ? `Content-Type: ${type}\r\n` : ''}`;
    const answer = await rawExchange(service.url, `${head}Content-Length: 2\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1.1 422/);
    expect(answer).toMatch(
      /\{"detail":\[\{"type":"content_type","loc":\["header","content-type"\],"msg":"[^"]+"\}\]\}/,
    );
  });

  it('a POST without a body needs no Content-Type', async () => {
    await expect(await fetch(api('/things/without-body'), { method: 'POST' })).toAnswer(200);
    const head = 'POST /api/v1/things/without-body HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    expect(await rawExchange(service.url, `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 200/,
    );
  });

  it('an empty chunked body counts as none, also for a handler that reads one', async () => {
    const none = 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const [absent = '', empty = ''] = await Promise.all([
      rawExchange(service.url, `${none}\r\n`),
      rawExchange(service.url, `${none}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ]);
    expect(absent).toContain('"type":"missing"');
    expect(empty.split('\r\n\r\n')[1]).toBe(absent.split('\r\n\r\n')[1]);
  });

  it('multipart reaches only a handler that accepts it, and needs a boundary', async () => {
    const headers = { authorization: 'Bearer account-a' };
    const form = new FormData();
    form.set('agent_id', 'x');
    await expect(await fetch(api('/things/submit'), { method: 'POST', headers, body: form })).toAnswer(201);
    const without = await fetch(api('/things/submit'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    await expect(without).toAnswer(422);
    const other = await fetch(api('/things/submit'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'audio/wav' },
      body: 'RIFF',
    });
    expect(JSON.stringify(await other.json())).toContain('multipart/form-data or application/json');
  });
});

// Answers are compressed for clients that ask for it, and stay as they are for all others.
import { get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressResponses } from '../../../../src/platform/http/body/compress.js';
import { sendJson, sendText } from '../../../../src/platform/http/body/send-text.js';

const ANALYSIS = JSON.stringify({ text: 'Guten Tag, grüß Gott. '.repeat(900) });
const POLLED = JSON.stringify({ status: 'processing', text: '-'.repeat(600) });

const app = express();
app.set('etag', false);
app.use(compressResponses);
app.get('/api/v1/analysis', (_, response) => sendJson(response, ANALYSIS));
app.get('/api/v1/private', (_, response) => sendJson(response.set('Cache-Control', 'no-store'), ANALYSIS));
app.get('/api/v1/polled', (_, response) => sendJson(response, POLLED));
app.get('/api/v1/object', (_, response) => void response.json(JSON.parse(ANALYSIS)));
app.get(['/api/v1/api-keys', '/api/v1/Auth/login', '/api/v1/webhooks/secret'], (_, response) =>
  sendJson(response, ANALYSIS),
);
app.get('/page', (_, response) => void response.type('html').send(`<p>${ANALYSIS}`));
app.get('/recording', (_, response) => void response.type('audio/wav').end(Buffer.alloc(5_000)));
app.get('/events', (_, response) => {
  response.type('text/event-stream').write('data: 1\n\n');
  response.end(`data: ${ANALYSIS}\n\n`);
});
app.get('/api/v1/parts', (_, response) => {
  response.type('application/json');
  return sendText(
    response,
    (async function* () {
      for (let i = 0; i < 50; i++) yield ANALYSIS;
    })(),
  );
});
app.get('/api/v1/broken', (_, response) => {
  response.type('application/json');
  // The handler's failure is what Express would be told of.
  return sendText(
    response,
    (async function* () {
      for (let i = 0; i < 50; i++) yield ANALYSIS;
      throw new Error('Postgres is away');
    })(),
  ).catch(() => undefined);
});

let base: string;
const server = app.listen(0);
beforeAll(() => {
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Unlike `fetch`, this adds no header and decodes nothing. */
function ask(path: string, acceptEncoding?: string, method = 'GET'): Promise<Answer> {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  return new Promise((resolve, reject) => {
    get(`${base}${path}`, { method, headers, agent: false }, (response) => {
      const { statusCode: status, headers: received } = response;
      buffer(response).then((body) => resolve({ status, headers: received, body }), reject);
    }).on('error', reject);
  });
}

describe('an answer of text', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['br', 'br'],
    ['gzip;q=0.5, br', 'br'],
    ['*', 'br'],
  ])('is compressed for %s by %s [settled 14]', async (accepted, encoding) => {
    for (const path of ['/api/v1/analysis', '/api/v1/object', '/page', '/api/v1/parts']) {
      const plain = await ask(path);
      const { headers, body } = await ask(path, accepted);
      expect([path, headers['content-encoding'], headers.vary]).toEqual([path, encoding, 'Accept-Encoding']);
      expect(headers['content-length'] ?? String(body.length)).toBe(String(body.length));
      expect(body.length * 3).toBeLessThan(plain.body.length);
      const decoded = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
      expect(decoded).toHaveBytes(plain.body);
      expect(headers['content-type']).toBe(plain.headers['content-type']);
    }
  });

  it.each([undefined, '', 'identity', 'gzip;q=0', 'deflate', 'compress', 'gzip;q=0.1, identity;q=1', 'nonsense,;q=x'])(
    'is sent as it is for Accept-Encoding %s, and caches are told that it depends on it [settled 14]',
    async (accepted) => {
      const { headers, body } = await ask('/api/v1/analysis', accepted);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(body.length) });
      expect(body.toString()).toBe(ANALYSIS);
    },
  );

  it('that no cache may keep says what it depends on to clients that ask only', async () => {
    const plain = await ask('/api/v1/private');
    expect(plain.headers).not.toHaveProperty('vary');
    expect(plain.body.toString()).toBe(ANALYSIS);
    const { headers } = await ask('/api/v1/private', 'gzip');
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
  });

  it('is sent as it is where it is short: a call that is polled [settled 14]', async () => {
    const { headers, body } = await ask('/api/v1/polled', 'gzip, br');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
    expect(body.toString()).toBe(POLLED);
  });

  it.each(['/api/v1/api-keys', '/api/v1/Auth/login', '/api/v1/webhooks/secret'])(
    'is never compressed where it may hold a secret: %s [settled 14]',
    async (path) => {
      const { headers, body } = await ask(path, 'gzip, br');
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body.toString()).toBe(ANALYSIS);
    },
  );

  it('has the length of the whole for HEAD', async () => {
    const { headers, body } = await ask('/api/v1/analysis', 'gzip', 'HEAD');
    expect(headers).not.toHaveProperty('content-encoding');
    expect([headers['content-length'], body.length]).toEqual([String(Buffer.byteLength(ANALYSIS)), 0]);
  });

  it('that breaks off does not look whole', async () => {
    await expect(ask('/api/v1/broken', 'gzip')).rejects.toThrow('aborted');
  });
});

it.each(['/recording', '/events'])('other answers are not compressed: %s', async (path) => {
  const answer = await ask(path, 'gzip, br');
  await expect(answer).toAnswer(200);
  expect(answer.headers['content-encoding']).toEqual(undefined);
});

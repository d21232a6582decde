import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallAnalysis } from '../../../clients/typescript/src/call-analysis.js';
import { CallAnalysisError } from '../../../clients/typescript/src/error.js';
import type { ClientOptions } from '../../../clients/typescript/src/settings.js';
import { cutAfter, early, FaultServer, json } from './fault-server.js';

const CALL = { agent_id: 'agent-7', contact_id: 'cust-42' };
const LARGE = new Uint8Array(8_000_000).fill(7);
const ANALYSIS = { id: 'a1', status: 'processing' };
const KEY = 'sk_test_do_not_show';

let server: FaultServer;
beforeAll(async () => {
  server = await FaultServer.open();
});
afterAll(() => server.close());

const client = (options: ClientOptions = {}) =>
  new CallAnalysis({ baseUrl: server.url, apiKey: KEY, timeout: 300_000, ...options });

async function failureOf(request: PromiseLike<unknown>): Promise<CallAnalysisError> {
  try {
    await request;
  } catch (error) {
    if (error instanceof CallAnalysisError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('a request of the TypeScript library', () => {
  it('is sent again with the same key after a cut connection, and answers as if there had been none', async () => {
    server.play(cutAfter(4_000_000), (request) => request.socket.destroy(), json(201, ANALYSIS));
    const told: number[] = [];
    const seen = await client().analyses.create({ ...CALL, file: LARGE, onProgress: (sent) => told.push(sent) });
    expect(seen).toEqual(ANALYSIS);
    expect([...new Set(server.seen.map(({ headers }) => headers['idempotency-key']))], 'idempotency keys').toHaveLength(
      1,
    );
    expect(server.seen, 'requests for one upload').toHaveLength(3);
    expect(told.at(-1), 'bytes that were told as sent').toBe(LARGE.length);
    expect(told).toEqual([...told].sort((left, right) => left - right));
  });

  it('reports an early refusal of an upload, not the connection that was closed with it', async () => {
    server.play(early(402, 'The plan has no minutes left'));
    for (let times = 0; times < 25; times += 1) {
      const failure = await failureOf(client().analyses.create({ ...CALL, file: LARGE }));
      expect(failure).toMatchObject({ kind: 'api', status: 402, detail: 'The plan has no minutes left' });
    }
    expect(server.seen, 'A refused upload is sent again').toHaveLength(25);
  });

  it('sends a plain stream once, and a stream that can be opened again, more than once', async () => {
    server.play(cutAfter(1_000_000), json(201, ANALYSIS));
    const stream = () => Readable.from([LARGE]);
    const failure = await failureOf(client().analyses.create({ ...CALL, stream: stream() }));
    expect(failure).toMatchObject({ kind: 'connection', status: null, retryable: true });
    expect(server.seen, 'A stream that is used up is sent again').toHaveLength(1);

    server.play(cutAfter(1_000_000), json(201, ANALYSIS));
    expect(await client().analyses.create({ ...CALL, stream })).toEqual(ANALYSIS);
  });

  it('sends the size of a file, and a stream in chunks', async () => {
    const bodies: Buffer[] = [];
    server.play(async (request, response) => {
      bodies.push(await buffer(request));
      response.writeHead(201).end(JSON.stringify(ANALYSIS));
    });
    await client().analyses.create({ ...CALL, file: new Uint8Array([1, 2, 3]), fileName: 'a".wav' });
    await client().analyses.create({ ...CALL, stream: Readable.from([Buffer.from([1, 2, 3])]) });
    const [whole, chunked] = server.seen.map(({ headers }) => headers);
    expect(whole?.['content-length']).toBe(String(bodies[0]?.length));
    expect(chunked).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(bodies[0]?.toString('latin1')).toContain('name="audio_file"; filename="a%22.wav"');
  });

  it('waits as long as Retry-After asks, and gives up where that is more than a minute', async () => {
    server.play(json(429, { detail: 'Slow down' }, { 'retry-after': '0' }), json(200, { id: 'u1' }));
    expect(await client().users.me()).toEqual({ id: 'u1' });
    server.play(json(429, { detail: 'Slow down' }, { 'retry-after': '99999999', 'x-request-id': 'r1' }));
    const failure = await failureOf(client().users.me());
    expect(failure).toMatchObject({ status: 429, retryable: true, requestId: 'r1', detail: 'Slow down' });
    expect(server.seen, 'The client retries, though it must wait longer than a minute').toHaveLength(1);
  });

  it('ends when the service is silent, and when the caller cancels', async () => {
    server.play(() => undefined);
    const silent = await failureOf(client({ timeout: 50, maxRetries: 0 }).users.me());
    expect(silent).toMatchObject({ kind: 'timeout', retryable: true, detail: 'The service was silent for 0.05 s.' });
    const cancelled = failureOf(client().users.me({ signal: AbortSignal.timeout(50) }));
    expect(await cancelled).toMatchObject({ kind: 'cancelled', retryable: false });
    const before = await failureOf(client().users.me({ signal: AbortSignal.abort() }));
    expect(before.kind).toBe('cancelled');
  });

  it('is sent again when the answer is cut in its middle', async () => {
    server.play(
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => response.destroy());
      },
      (_, response) => {
        response.shouldKeepAlive = false;
        response.useChunkedEncodingByDefault = false;
        response.removeHeader('transfer-encoding');
        response.writeHead(200, { connection: 'close' }).write('{"id":', () => response.destroy());
      },
      json(200, { id: 'u1' }),
    );
    expect(await client().users.me()).toEqual({ id: 'u1' });
    expect(server.seen, 'requests for an answer that was cut twice').toHaveLength(3);
  });

  it('reads what is no JSON as an answer that cannot be read, and a number that is too large', async () => {
    server.play((_, response) => response.end('<html>'));
    expect(await failureOf(client().users.me())).toMatchObject({ kind: 'answer', retryable: false });
    server.play((_, response) => response.end('{"created":1e400}'));
    expect(await failureOf(client().users.me())).toMatchObject({ kind: 'answer', retryable: false });
    server.play((_, response) => response.end('{"created":6e1,"other":60.0}'));
    expect(await client().users.me()).toEqual({ created: 60, other: 60 });
  });

  it('tells each failing field', async () => {
    const items = [{ type: 'missing', loc: ['body', 'agent_id'], msg: 'Field required', input: null }];
    server.play(json(422, { detail: items }));
    const failure = await failureOf(client().apiKeys.create({ name: '' }));
    expect(failure).toMatchObject({
      status: 422,
      items,
      detail: 'The request is not valid: agent_id: Field required.',
    });
    expect(failure.idempotencyKey).toBe(server.seen[0]?.headers['idempotency-key']);
  });

  it('follows no redirect and shows no page of a proxy', async () => {
    server.play((_, response) => response.writeHead(302, { location: 'http://evil.invalid/' }).end());
    expect(await failureOf(client().users.me())).toMatchObject({ kind: 'api', status: 302, retryable: false });
    server.play((_, response) => response.writeHead(502).end('<html>Bad Gateway</html>'));
    const page = await failureOf(client({ maxRetries: 0 }).users.me());
    expect(page).toMatchObject({ status: 502, detail: 'The service answered with status 502 (Bad Gateway).' });
    expect(server.seen, 'requests for the page of a proxy').toHaveLength(1);
  });

  it('takes ids as one part of the path', async () => {
    server.play(json(200, ANALYSIS));
    await client().analyses.get('a/../b');
    expect(server.seen[0]?.url).toBe('/api/v1/analysis/a%2F..%2Fb?view=full');
    for (const id of ['', '.', '..'])
      expect(await failureOf(client().analyses.get(id))).toMatchObject({ kind: 'argument' });
  });

  it('names the library, its version and that of Node', async () => {
    const { version } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'));
    server.play(json(200, { id: 'u1' }));
    await client().users.me();
    expect(server.seen[0]?.headers).toMatchObject({
      'user-agent': `call-analysis-typescript/${version} (node ${process.versions.node})`,
      authorization: `Bearer ${KEY}`,
    });
  });

  it('refuses options that cannot work before it sends anything', () => {
    const odd: readonly ClientOptions[] = [
      { baseUrl: 'localhost:3000' },
      { baseUrl: 'ftp://example.com' },
      { baseUrl: 'http://user:secret@example.com' },
      { apiKey: '' },
      { apiKey: 'sk_test_a\nb' },
      { timeout: 0 },
      { timeout: Number.NaN },
      { maxRetries: -1 },
      { maxRetries: 1.5 },
    ];
    for (const options of odd) expect(() => client(options), JSON.stringify(options)).toThrow(CallAnalysisError);
    expect(() => client().withApiKey('')).toThrow('apiKey is empty');
  });

  it('takes an address with slashes at its end, and with a path', async () => {
    server.play(json(200, { id: 'u1' }));
    for (const path of ['/', '//', '/calls/']) await client({ baseUrl: `${server.url}${path}` }).users.me();
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/users/me',
      '/api/v1/users/me',
      '/calls/api/v1/users/me',
    ]);
  });

  it('tells of each answer, of failed attempts too', async () => {
    const told: unknown[] = [];
    server.play(json(503, { detail: 'Later' }, { 'retry-after': '0' }), json(200, { id: 'u1' }));
    await client({
      onAnswer: ({ method, url, status, text, attempt }) => told.push([method, url, status, text, attempt]),
    }).users.me();
    const url = `${server.url}/api/v1/users/me`;
    expect(told).toEqual([
      ['GET', url, 503, '{"detail":"Later"}', 0],
      ['GET', url, 200, '{"id":"u1"}', 1],
    ]);
  });

  it('shows its credential nowhere', async () => {
    const { inspect } = await import('node:util');
    server.play((request) => request.socket.destroy());
    const failure = await failureOf(client({ maxRetries: 0 }).users.me());
    const shown = inspect([client(), failure], { depth: 20, showHidden: false });
    expect(shown).not.toContain(KEY);
    expect(JSON.stringify([client(), failure])).not.toContain(KEY);
  });
});

describe('a list of the TypeScript library', () => {
  it('goes through its pages as they are needed, to an empty one', async () => {
    const page = (items: number[], has_more: boolean) => json(200, { object: 'list', data: items, has_more, total: 9 });
    server.play(page([1, 2], true), page([3], true), page([], true));
    const items = [];
    for await (const item of client().analyses.list({ agent_id: 'a' })) items.push(item);
    expect(items).toEqual([1, 2, 3]);
    expect(server.seen.map(({ url }) => new URL(`http://x${url}`).searchParams.get('offset'))).toEqual(['0', '2', '3']);
  });

  it('is one page where it is awaited', async () => {
    server.play(json(200, { items: [{ id: 'k1' }], total: 7, skip: 2, limit: 1 }));
    const { items, total } = await client().apiKeys.list({ skip: 2, limit: 1 });
    expect([items.length, total, server.seen[0]?.url]).toEqual([1, 7, '/api/v1/api-keys?skip=2&limit=1']);
  });
});

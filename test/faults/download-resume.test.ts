// Recordings given by URL whose server breaks the connection: the service resumes the download where that is safe.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { type Service, startService } from '../../src/program/service.js';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { CALL_MS, providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const RECORDING = recordedCall();
const CHANGED = Buffer.concat([RECORDING, Buffer.alloc(64)]);
const SECRET = 'signature-that-nobody-may-read';

interface Part {
  readonly from: number;
  /** The byte at which the server breaks the connection; by default it sends everything. */
  readonly to?: number;
  readonly file?: Buffer;
  readonly headers?: Record<string, string>;
}

/** Answers with the requested range, or breaks off before its end. */
function send(response: ServerResponse, { from, to, file = RECORDING, headers = {} }: Part): void {
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': file.length - from,
    'accept-ranges': 'bytes',
    ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    ...headers,
  });
  if (to === undefined) response.end(file.subarray(from));
  else response.write(file.subarray(from, to), () => setImmediate(() => response.destroy()));
}

const offsetOf = ({ headers }: IncomingMessage) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
const ETAG = { etag: '"one"' };

describe('a download that breaks', () => {
  let provider: OpenAiStub;
  let recordings: Server;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let service: Service;
  let db: pg.Pool;
  let account: Account;
  let log = '';
  let serving: RequestListener;
  let asked: { range: string | undefined; ifRange: string | undefined }[] = [];

  beforeAll(async () => {
    provider = await startScriptedProvider();
    recordings = createServer((request, response) => {
      asked.push({ range: request.headers.range, ifRange: request.headers['if-range']?.toString() });
      serving(request, response);
    });
    await new Promise<void>((done) => recordings.listen(0, '127.0.0.1', done));
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      WORKER_SWEEP_SECONDS: '1',
      PROVIDER_ATTEMPTS: '2',
    });
    const sink = new Writable({
      write(chunk, _, done) {
        log += chunk;
        done();
      },
    });
    service = await startService({
      announce: () => undefined,
      config: loadConfig(environment.env),
      logger: pino({ level: 'trace' }, sink),
    });
    db = openPool(environment.databaseUrl);
    account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await service?.stop();
    await db?.end();
    await environment?.dispose();
    recordings?.close();
    await provider?.close();
  });

  /** Submits the URL of the recording, waits until the analysis is final, and reads the stored recording. */
  async function analysed(): Promise<{
    seen: { status: string; call: { duration_ms: number } };
    sha256: string;
  }> {
    const url = `${environment.rootUrl}/api/v1/analysis`;
    const headers = { 'x-api-key': account.liveKey, 'content-type': 'application/json' };
    const audioUrl = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}/call%zz.wav?token=${SECRET}`;
    const body = JSON.stringify({ agent_id: 'a', contact_id: 'c', audio_url: audioUrl });
    const { id } = JSON.parse(await (await fetch(url, { method: 'POST', headers, body })).text());
    const seen = await until(async () => {
      const answer = await (await fetch(`${url}/${id}`, { headers })).text();
      expect(answer).not.toContain(SECRET);
      const analysis = JSON.parse(answer);
      return analysis.status !== 'processing' && analysis;
    }, `analysis ${id}`);
    const { rows } = await db.query('SELECT storage_key FROM analysis WHERE id = $1', [id]);
    const stored = await readFile(join(environment.dataDir, 'objects', rows[0]?.storage_key)).catch(() =>
      Buffer.alloc(0),
    );
    return { seen, sha256: sha256(stored) };
  }

  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  it('goes on where it broke, three times, and stores every byte once', async () => {
    const breaks = [100_000, 150_001, 400_000];
    serving = (request, response) =>
      send(response, { from: offsetOf(request), to: breaks[asked.length - 1], headers: ETAG });
    const { seen, sha256: stored } = await analysed();
    expect(seen).toMatchObject({ status: 'completed', call: { duration_ms: CALL_MS } });
    expect(stored).toBe(sha256(RECORDING));
    expect(asked, 'requests for a recording that broke off three times').toHaveLength(4);
    expect(asked[0]).toEqual({ range: undefined, ifRange: undefined });
    for (const [index, { range, ifRange }] of asked.slice(1).entries()) {
      expect(ifRange).toBe('"one"');
      // The service requests again what had not arrived when the connection broke.
      expect(offsetOf({ headers: { range } } as IncomingMessage)).toBeLessThanOrEqual(breaks[index] ?? 0);
      expect(range).not.toBe('bytes=0-');
    }
  });

  it('starts over when it broke too often', async () => {
    serving = (request, response) => {
      const from = offsetOf(request);
      send(response, { from, headers: ETAG, ...(asked.length <= 4 && { to: from + 50_000 }) });
    };
    const { seen, sha256: stored } = await analysed();
    expect(seen).toBeInStatus('completed');
    expect(stored).toBe(sha256(RECORDING));
    expect(asked.map(({ range }) => range === undefined)).toEqual([true, false, false, false, true]);
  });

  it.each<[string, Part[], Buffer]>([
    ['the file has changed', [{ from: 0, file: CHANGED, headers: { etag: '"two"' } }], CHANGED],
    [
      'the file has changed and the server sends its rest all the same',
      [
        { from: 100_000, file: CHANGED, headers: { etag: '"two"' } },
        { from: 0, file: CHANGED, headers: { etag: '"two"' } },
      ],
      CHANGED,
    ],
    ['the server knows no ranges', [{ from: 0, headers: ETAG }], RECORDING],
  ])('starts over when %s', async (_, then, whole) => {
    serving = (request, response) => {
      const part = then[Math.min(asked.length - 2, then.length - 1)];
      if (asked.length === 1 || !part) return send(response, { from: 0, to: 100_000, headers: ETAG });
      send(response, { ...part, from: part.from > 0 ? offsetOf(request) : 0 });
    };
    const { seen, sha256: stored } = await analysed();
    expect(seen).toBeInStatus('completed');
    expect(stored).toBe(sha256(whole));
    expect(asked.map(({ range }) => range === undefined)).toEqual([true, false, true]);
  });

  it('never asks for a part without proof that the file is the same', async () => {
    serving = (_, response) =>
      send(response, { from: 0, headers: { etag: 'W/"weak"' }, ...(asked.length === 1 && { to: 100_000 }) });
    const { seen } = await analysed();
    expect(seen).toBeInStatus('completed');
    expect(asked).toEqual([
      { range: undefined, ifRange: undefined },
      { range: undefined, ifRange: undefined },
    ]);
  });

  it('leaves no trace of a signed address in the log', () => {
    expect(log).toContain('"level"');
    expect(log).not.toContain(SECRET);
  });
});

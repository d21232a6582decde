// Uploads of the entry for browsers, with a stand-in for the browser's class: what it is told, and what it tells.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallAnalysis as Client } from '../../../clients/typescript/src/browser.js';

/** As a browser has it, without a network: the test plays what comes of it. */
class FakeRequest {
  static readonly all: FakeRequest[] = [];
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  readonly headers: Record<string, string> = {};
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  statusText = '';
  responseText = '';
  answerHeaders = '';
  sent: Blob | null = null;
  isAborted = false;

  constructor() {
    FakeRequest.all.push(this);
  }
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value;
  }
  getAllResponseHeaders(): string {
    return this.answerHeaders;
  }
  send(body: Blob): void {
    this.sent = body;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }
  answer(status: number, body: object, headers = ''): void {
    Object.assign(this, { status, responseText: JSON.stringify(body), answerHeaders: headers });
    this.onload?.();
  }
}

describe('an upload of a browser', () => {
  let client: Client;

  beforeEach(async () => {
    FakeRequest.all.length = 0;
    vi.resetModules();
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const { CallAnalysis } = await import('../../../clients/typescript/src/browser.js');
    client = new CallAnalysis({ baseUrl: 'http://service.test', apiKey: 'token' });
  });
  afterEach(() => void vi.unstubAllGlobals());

  const file = new File([new Uint8Array(1_000)], 'call.wav');
  const parties = { agent_id: 'a', contact_id: 'c', file };
  const sent = async (attempts = 1): Promise<FakeRequest> => {
    await vi.waitUntil(() => FakeRequest.all[attempts - 1]?.sent);
    return FakeRequest.all[attempts - 1]!;
  };

  it('tells how many bytes of the recording are on their way, and none of the form around it', async () => {
    const told: (number | null)[][] = [];
    const created = client.analyses.create({ ...parties, onProgress: (...progress) => told.push(progress) });
    const request = await sent();
    const around = request.sent!.size - file.size;
    expect(around).toBeGreaterThan(100);
    for (const loaded of [10, around, around + 400, request.sent!.size]) request.upload.onprogress?.({ loaded });
    request.answer(201, { id: '1' });
    await created;
    expect(told[0]).toEqual([0, 1_000]);
    expect(told.at(-1)).toEqual([1_000, 1_000]);
    expect(told.map(([bytes]) => bytes)).toEqual([...told.map(([bytes]) => bytes)].sort((a, b) => a! - b!));
  });

  it('is sent again with the same key after a cut connection', async () => {
    const created = client.analyses.create(parties, { idempotencyKey: 'one-call' });
    (await sent()).onerror?.();
    (await sent(2)).answer(201, { id: '1' }, 'Idempotent-Replayed: true\r\n');
    expect((await created).id).toBe('1');
    expect(FakeRequest.all.map(({ headers }) => headers['idempotency-key'])).toEqual(['one-call', 'one-call']);
  });

  it('ends with the signal, also where that ends while the body is made', async () => {
    const ending = new AbortController();
    const cancelled = client.analyses.create(parties, { signal: ending.signal });
    const request = await sent();
    ending.abort();
    await expect(cancelled).rejects.toMatchObject({ kind: 'cancelled' });
    expect(request.isAborted, 'the request is aborted').toBe(true);

    const early = new AbortController();
    const stream = async function* () {
      yield new Uint8Array(10);
      early.abort();
    };
    const never = client.analyses.create({ agent_id: 'a', contact_id: 'c', stream }, { signal: early.signal });
    await expect(never).rejects.toMatchObject({ kind: 'cancelled' });
    expect(FakeRequest.all.length, 'requests').toBe(1);
  });

  it('gives the sentence of a refusal, and its headers to the one that watches', async () => {
    const seen: (string | undefined)[] = [];
    const watched = new (client.constructor as typeof Client)({
      ...{ baseUrl: 'http://service.test', apiKey: 'token', maxRetries: 0 },
      onAnswer: ({ headers }) => seen.push(headers['retry-after']),
    });
    const created = watched.analyses.create(parties);
    (await sent()).answer(429, { detail: 'Rate limit exceeded.' }, 'Retry-After: 7\r\nX-Request-Id: r-1\r\n');
    await expect(created).rejects.toMatchObject({ detail: 'Rate limit exceeded.', requestId: 'r-1', retryable: true });
    expect(seen).toEqual(['7']);
  });
});

import { getEventListeners } from 'node:events';
import { INVALID_SPAN_CONTEXT, SpanKind, type SpanOptions, trace } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenAiClient } from '../../../src/adapters/openai/openai-client.js';
import { isOpenAiHost } from '../../../src/adapters/openai/openai-host.js';
import type { BoundedClientOptions } from '../../../src/adapters/sdk/bounded-client.js';
import { UnusableResponseError } from '../../../src/adapters/vendor/provider-failure.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import type { EngineTask, TroubleReason } from '../../../src/ports/engine-trouble.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { type OpenAiStub, refuse, type StubAnswer, startOpenAiStub } from '../../support/stubs/openai-stub.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function clientOf(
  answer: (index: number) => StubAnswer | undefined,
  { concurrency = 4, ...options }: { concurrency?: number } & Partial<BoundedClientOptions> = {},
): Promise<{ client: OpenAiClient; stub: OpenAiStub }> {
  const stub = await startOpenAiStub({ transcribe: ({ index }) => answer(index) });
  const gate = new Semaphore(concurrency);
  const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: 'sk-secret-value', gate, ...options });
  open.push(client, stub);
  return { client, stub };
}

function send(client: OpenAiClient, signal = new AbortController().signal, task: EngineTask = 'transcription') {
  return client.call(
    { task, signal },
    async (sdk, request): Promise<unknown> =>
      sdk.audio.transcriptions.create({ file: new File(['abc'], 'call.wav'), model: 'gpt-transcribe' }, request),
  );
}

async function failure(promise: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await promise.then(
    () => expect.fail('it should have failed'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

const PROVIDER_TEXT = 'Secret provider words sk-secret-value at https://host.internal';
const CUT_OFF: StubAnswer = { body: '{"text":"hel', headers: { 'content-type': 'application/json' } };
const trouble = (reason: TroubleReason, certain: boolean) => ({
  trouble: { engine: 'transcription' as const, reason, certain, sent: true },
});
const paused = (reason: TroubleReason) => ({
  retryable: true,
  pausesEngine: true,
  retryAfterMs: null,
  ...trouble(reason, true),
});
const passing = (reason: TroubleReason, certain: boolean) => ({
  retryable: true,
  pausesEngine: false,
  retryAfterMs: null,
  ...trouble(reason, certain),
});
const busy = passing('busy', true);
const final = { retryable: false, pausesEngine: false, retryAfterMs: null, trouble: null };

describe('the deadline', () => {
  // First of this file: undici keeps one timer for all connections of a process, which must be one of these.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it.each<[string, StubAnswer]>([
    ['without an answer', { fault: 'hang' }],
    ['with half of one', { body: { text: 'Hello there.' }, fault: 'stall' }],
  ])('is ten minutes from the first byte sent, and no other limit ends a request before: %s', async (_, answer) => {
    const { client, stub } = await clientOf(() => answer);
    let ended = false;
    const asked = failure(send(client)).finally(() => {
      ended = true;
    });
    await stub.received(1);
    await vi.advanceTimersByTimeAsync(599_000);
    expect(ended, 'a request ends before its deadline').toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await asked).toMatchObject(passing('slow', false));
  });
});

describe('an answer of the provider as a ProviderError', () => {
  it.each<[string, StubAnswer, Partial<ProviderError>]>([
    ['401', refuse(401, PROVIDER_TEXT, 'invalid_api_key'), paused('credentials')],
    ['403', refuse(403, PROVIDER_TEXT), paused('credentials')],
    ['an exhausted quota', refuse(429, PROVIDER_TEXT, 'insufficient_quota'), paused('quota')],
    ['an unknown model', refuse(404, PROVIDER_TEXT, 'model_not_found'), paused('model')],
    ['429', refuse(429, PROVIDER_TEXT, 'rate_limit_exceeded'), busy],
    [
      '429 with Retry-After',
      { ...refuse(429, PROVIDER_TEXT), headers: { 'retry-after': '7' } },
      { ...busy, retryAfterMs: 7000 },
    ],
    [
      '429 with retry-after-ms',
      { ...refuse(429, PROVIDER_TEXT), headers: { 'retry-after-ms': '350', 'retry-after': '7' } },
      { ...busy, retryAfterMs: 350 },
    ],
    [
      '429 with a date long past',
      { ...refuse(429, PROVIDER_TEXT), headers: { 'retry-after': 'Mon, 02 Jan 2006 15:04:05 GMT' } },
      { ...busy, retryAfterMs: 0 },
    ],
    [
      '429 with an absurd wait',
      { ...refuse(429, PROVIDER_TEXT), headers: { 'retry-after': '99999999' } },
      { ...busy, retryAfterMs: 3_600_000 },
    ],
    ['429 with nonsense', { ...refuse(429, PROVIDER_TEXT), headers: { 'retry-after': 'soon' } }, busy],
    ['408', refuse(408, PROVIDER_TEXT), passing('slow', false)],
    ['409', refuse(409, PROVIDER_TEXT), passing('failing', false)],
    ['500', refuse(500, PROVIDER_TEXT), passing('failing', false)],
    ['503 with HTML', { status: 503, body: `<html>${PROVIDER_TEXT}</html>` }, passing('failing', true)],
    ['400', refuse(400, PROVIDER_TEXT, 'invalid_value'), { ...final, code: 'provider_refused' }],
    [
      '400 for the language of the call',
      { status: 400, body: { error: { message: PROVIDER_TEXT, param: 'language', code: 'unsupported_language' } } },
      { ...final, code: 'language_unsupported' },
    ],
    ['413', { status: 413, body: `<html>${PROVIDER_TEXT}</html>` }, { ...final, code: 'too_large' }],
    ['422', refuse(422, PROVIDER_TEXT), final],
    ['a reset', { fault: 'reset' }, passing('away', false)],
    ['a body that ends early', { body: { text: 'hello' }, fault: 'truncate' }, passing('away', false)],
  ])('%s', async (_name, answer, expected) => {
    const { client, stub } = await clientOf(() => answer);
    const error = await failure(send(client));
    expect(error).toMatchObject(expected);
    expect(error.message).not.toContain('Secret');
    expect(String(error.cause)).not.toContain('sk-secret-value');
    expect(stub.requests, 'requests: the pipeline repeats them, not the client').toHaveLength(1);
  });

  it("keeps the provider's words out of the log where they may repeat a transcript", async () => {
    const { client } = await clientOf(() => refuse(400, 'the customer said PIN 1234', 'invalid_value'));
    const analysis = await failure(send(client, undefined, 'analysis'));
    expect(String(analysis.cause)).not.toContain('1234');
    expect(String(analysis.cause)).toContain('invalid_value');
    expect(String(analysis.cause)).toContain('req_stub');
    const transcription = await failure(send(client));
    expect(String(transcription.cause)).toContain('the customer said');
  });

  it('a redirect is not followed: transcripts go only to the configured host', async () => {
    const elsewhere = await startOpenAiStub();
    const headers = { location: `${elsewhere.baseUrl}/chat/completions` };
    const stub = await startOpenAiStub({ chat: () => ({ status: 307, headers }) });
    const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: 'sk-x', gate: new Semaphore(1) });
    open.push(elsewhere, stub, client);
    const call = { task: 'analysis', signal: new AbortController().signal } as const;
    const asked = client.call(
      call,
      async (sdk, request): Promise<unknown> =>
        sdk.chat.completions.create({ model: 'local', messages: [{ role: 'user', content: 'a transcript' }] }, request),
    );
    expect(await failure(asked)).toMatchObject({ retryable: true, trouble: { engine: 'analysis', reason: 'away' } });
    expect(
      elsewhere.requests.map(({ path }) => path),
      'A transcript left for the host of a redirect',
    ).toEqual([]);
  });

  it('a closed port is a provider that is away', async () => {
    const { client, stub } = await clientOf(() => undefined);
    await stub.close();
    expect(await failure(send(client))).toMatchObject(passing('away', true));
  });

  it('a hang ends with the deadline [fault 70]', async () => {
    const { client } = await clientOf(() => ({ fault: 'hang' }), { deadlineMs: 100 });
    const error = await failure(send(client));
    expect(error).toMatchObject(passing('slow', false));
    expect(error.message).toBe('The transcription provider did not answer in time.');
  });

  it("an abort rejects with the signal's reason", async () => {
    const { client, stub } = await clientOf(() => ({ fault: 'hang' }));
    const controller = new AbortController();
    const sent = send(client, controller.signal);
    await stub.received(1);
    const reason = new Error('shutting down');
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
  });

  it('an abort while the request is being admitted sends nothing', async () => {
    const controller = new AbortController();
    const reason = new Error('shutting down');
    const admit = async () => controller.abort(reason);
    const { client, stub } = await clientOf(() => undefined, { admit });
    await expect(send(client, controller.signal), 'a call that was given up').rejects.toBe(reason);
    expect(stub.requests, 'requests for a call that was given up').toHaveLength(0);
  });

  it('truncated JSON is an answer that cannot be used', async () => {
    const { client } = await clientOf(() => CUT_OFF);
    await expect(send(client)).rejects.toThrow(new UnusableResponseError('The answer is not JSON.'));
  });

  it('60 MB are not read [fault 71]', async () => {
    const { client, stub } = await clientOf(() => ({ fault: 'huge' }));
    await expect(send(client)).rejects.toThrow(new UnusableResponseError('The answer is too long.'));
    expect(stub.bytesSent()).toBeGreaterThan(15 * 1024 * 1024);
    expect(stub.bytesSent()).toBeLessThan(40 * 1024 * 1024);
  });

  it("sends the key, and none of the environment's", async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-other');
    vi.stubEnv('OPENAI_ORG_ID', 'org-other');
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-other');
    vi.stubEnv('OPENAI_LOG', 'debug');
    const log = vi.spyOn(console, 'debug');
    const { client, stub } = await clientOf(() => undefined);
    vi.unstubAllEnvs();
    await send(client);
    expect(stub.requests[0]?.headers['openai-project']).toBeUndefined();
    expect(stub.requests[0]?.headers.authorization).toBe('Bearer sk-secret-value');
    expect(stub.requests[0]?.headers['openai-organization']).toBeUndefined();
    expect(log, 'the SDK logs what a request holds').not.toHaveBeenCalled();
  });

  it('sends the key "none" to a server without keys', async () => {
    const { client, stub } = await clientOf(() => undefined, { apiKey: '' });
    await send(client);
    expect(stub.requests[0]?.headers.authorization).toBe('Bearer none');
  });

  it('sends nothing when it is closed', async () => {
    const { client, stub } = await clientOf(() => undefined);
    open.splice(open.indexOf(client), 1);
    await client.close();
    await failure(send(client));
    expect(stub.requests, 'requests of a client that is closed').toEqual([]);
  });
});

describe('what a request leaves behind', () => {
  it.each<[string, ProviderCall['outcome'], StubAnswer, Partial<ProviderCall>]>([
    ['answered', 'done', { body: { text: 'Hi.', usage: { type: 'duration', seconds: 3 } } }, { audioSeconds: 3 }],
    ['refused', 'failed', refuse(429, PROVIDER_TEXT), { failure: expect.any(ProviderError) }],
    ['answered with half of JSON', 'failed', CUT_OFF, { failure: expect.any(UnusableResponseError) }],
    ['given up', 'given_up', { fault: 'hang' }, {}],
  ])(
    'one report for the metrics, and no listener on its signal: a request that is %s',
    async (_, outcome, answer, expected) => {
      const reports: ProviderCall[] = [];
      const { client, stub } = await clientOf(() => answer, { onCall: (call) => reports.push(call) });
      const controller = new AbortController();
      const askedAt = performance.now();
      const asked = Promise.allSettled([send(client, controller.signal)]);
      if (outcome === 'given_up') void stub.received(1).then(() => controller.abort());
      await asked;
      const tookMs = performance.now() - askedAt;
      expect(reports).toMatchObject([
        { task: 'transcription', purpose: 'transcription', outcome, failure: null, inputTokens: 0, ...expected },
      ]);
      const [{ waitMs, durationMs }] = reports as [ProviderCall];
      expect(Math.min(waitMs, durationMs), 'the shorter of its times').toBeGreaterThanOrEqual(0);
      expect(waitMs + durationMs, 'its times, which are no longer than the call').toBeLessThanOrEqual(tookMs);
      expect(getEventListeners(controller.signal, 'abort'), 'listeners on the signal of the call').toEqual([]);
    },
  );

  it('a span of a client in the trace, by the name of its task', async () => {
    const spans: Array<[string, SpanOptions | undefined]> = [];
    const startSpan = (name: string, options?: SpanOptions) => {
      spans.push([name, options]);
      return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
    };
    vi.spyOn(trace, 'getTracer').mockReturnValue({ startSpan, startActiveSpan: vi.fn() });
    const { client } = await clientOf(() => undefined);
    await send(client);
    expect(spans).toEqual([['provider transcription', expect.objectContaining({ kind: SpanKind.CLIENT })]]);
  });

  it('a report under its purpose, where that is not its task', async () => {
    const purposes: string[] = [];
    const { client } = await clientOf(() => undefined, { onCall: ({ purpose }) => purposes.push(purpose) });
    const { signal } = new AbortController();
    await client.call({ task: 'analysis', purpose: 'evaluation', signal }, async () => ({}));
    expect(purposes).toEqual(['evaluation']);
  });
});

describe('the limit of concurrent requests', () => {
  it('holds over all requests of a client', async () => {
    const { client, stub } = await clientOf(() => ({ fault: 'hang' }), { concurrency: 2 });
    const controller = new AbortController();
    const sent = Promise.allSettled([1, 2, 3, 4].map(() => send(client, controller.signal)));
    await stub.received(2);
    controller.abort();
    await sent;
    expect(stub.requests, 'requests at once, through a client that may send two').toHaveLength(2);
  });
});

describe('the host of OpenAI', () => {
  it.each([
    ['https://api.openai.com/v1', true],
    ['https://eu.api.openai.com/v1', true],
    ['https://api.openai.com.evil.test/v1', false],
    ['http://localhost:8080/v1', false],
  ])('is told from those that look like it: %s', (url, expected) => expect(isOpenAiHost(url)).toBe(expected));
});

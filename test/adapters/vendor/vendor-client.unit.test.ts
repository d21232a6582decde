import { describe, expect, it, onTestFinished } from 'vitest';
import {
  VendorClient,
  type VendorClientOptions,
  type VendorRequest,
} from '../../../src/adapters/vendor/vendor-client.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { StubAnswer } from '../../support/stubs/openai-stub.js';
import { startVendorStub, type VendorAnswering } from '../../support/stubs/vendor-stub.js';

const KEY = 'a1b2c3d4e5f6-secret';

async function clientOf(answer: StubAnswer | VendorAnswering, options: Partial<VendorClientOptions> = {}) {
  const stub = await startVendorStub(() => null, typeof answer === 'function' ? answer : () => answer);
  const calls: ProviderCall[] = [];
  const client = new VendorClient({
    baseUrl: stub.baseUrl,
    authorization: `Token ${KEY}`,
    gate: new Semaphore(1),
    onCall: (call) => calls.push(call),
    ...options,
  });
  onTestFinished(() => client.close());
  const send = (request: Partial<VendorRequest> = {}) =>
    client.send({ method: 'GET', path: '/v1/x', signal: new AbortController().signal, ...request });
  const fail = async (request: Partial<VendorRequest> = {}): Promise<ProviderError> => {
    const error = await send(request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    return error as ProviderError;
  };
  return { stub, calls, send, fail };
}

const trouble = (reason: string, certain: boolean) => ({ trouble: { reason, certain, sent: true } });

describe('a status becomes what the pipeline decides by', () => {
  it.each<[StubAnswer, object]>([
    [{ status: 401 }, { pausesEngine: true, ...trouble('credentials', true) }],
    [{ status: 402 }, { pausesEngine: true, ...trouble('quota', true) }],
    [{ status: 403 }, { pausesEngine: true, ...trouble('credentials', true) }],
    [{ status: 404 }, { pausesEngine: true, ...trouble('model', true) }],
    [{ status: 408 }, trouble('slow', false)],
    [{ status: 409 }, trouble('failing', false)],
    [{ status: 413 }, { retryable: false, code: 'too_large' }],
    [{ status: 422 }, { retryable: false, code: 'provider_refused' }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { retryAfterMs: 7_000, ...trouble('busy', true) },
    ],
    [{ status: 500 }, trouble('failing', false)],
    [{ status: 503 }, trouble('failing', true)],
    [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, trouble('away', false)],
    [{ fault: 'reset' }, trouble('away', false)],
    [{ body: 'no JSON' }, { retryable: false, code: 'provider_failed' }],
  ])('%j', async (answer, expected) => {
    const { fail, calls } = await clientOf(answer);
    expect(await fail()).toMatchObject(expected);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  it('null where the status says that there is no such thing', async () => {
    const { send } = await clientOf({ status: 404 });
    expect(await send({ absentAt: [404] })).toBeNull();
  });

  it('the reason that the words give it', async () => {
    const { fail } = await clientOf({ status: 400, body: { error: 'No money' } });
    const reasonOf = (words: string) => (words === 'No money' ? 'quota' : null);
    expect(await fail({ reasonOf })).toMatchObject(trouble('quota', true));
  });

  it('away for certain where no connection was made', async () => {
    const { stub, fail } = await clientOf({});
    await stub.close();
    expect(await fail()).toMatchObject(trouble('away', true));
  });
});

describe('the limits', () => {
  it.each<[string, StubAnswer]>([
    ['without an answer', { fault: 'hang' }],
    ['with half of one', { body: { text: 'Hello there.' }, fault: 'stall' }],
  ])('a deadline ends a request %s', async (_, answer) => {
    const { fail } = await clientOf(answer);
    expect(await fail({ deadlineMs: 50 })).toMatchObject(trouble('slow', false));
  });

  it('a longer response than is wanted cannot be used', async () => {
    const { fail } = await clientOf({ fault: 'huge' });
    expect(await fail({ maxResponseBytes: 1_000 })).toMatchObject({ retryable: false, code: 'provider_failed' });
  });

  it('nothing is sent that is not admitted; a check is asked for as one', async () => {
    const asked: unknown[] = [];
    const refused = new Error('paused');
    const { stub, send } = await clientOf(
      { body: {} },
      {
        admit: async (task, isCheck) => {
          asked.push([task, isCheck]);
          if (!isCheck) throw refused;
        },
      },
    );
    await expect(send()).rejects.toBe(refused);
    await send({ isCheck: true });
    expect(asked).toEqual([
      ['transcription', false],
      ['transcription', true],
    ]);
    expect(stub.requests, 'requests that were sent').toHaveLength(1);
  });

  it('requests wait for their turn at the gate', async () => {
    let running = 0;
    let most = 0;
    const { send } = await clientOf(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return { body: {} };
    });
    await Promise.all([send(), send(), send()]);
    expect(most).toBe(1);
  });
});

it('keeps the key out of what it throws', async () => {
  const { fail, stub } = await clientOf({ status: 400, body: { error: `Invalid ${KEY} for Token abc-def` } });
  const error = await fail();
  expect(stub.requests[0]?.headers.authorization).toBe(`Token ${KEY}`);
  expect(error.message).toBe('The transcription provider refused the request.');
  expect(String((error.cause as Error).message)).toBe('status 400, request none, Invalid [key] for [key]');
});

it('sends a path below the base, JSON as JSON, and reads the seconds that were used', async () => {
  const base = await startVendorStub(
    () => null,
    () => ({ body: { seconds: 3 } }),
  );
  const { send, calls } = await clientOf({}, { baseUrl: `${base.baseUrl}/proxy/` });
  const secondsOf = (answer: unknown) => Number(Object(answer).seconds);
  expect(await send({ method: 'POST', body: { a: 1 }, secondsOf })).toEqual({ seconds: 3 });
  const [request] = base.requests;
  expect([request?.path, request?.headers['content-type'], String(request?.body)]).toEqual([
    '/proxy/v1/x',
    'application/json',
    '{"a":1}',
  ]);
  expect(calls).toMatchObject([{ outcome: 'done', audioSeconds: 3, inputTokens: 0 }]);
});

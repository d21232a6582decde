import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboundDoor, PostOptions, PostResponse } from '../../../src/platform/outbound/outbound-door.js';
import { OutboundError, type OutboundErrorKind } from '../../../src/platform/outbound/outbound-error.js';
import { LEASE_SECONDS } from '../../../src/webhooks/delivery/delivery-claims.js';
import { WebhookSender } from '../../../src/webhooks/sending/webhook-sender.js';

const EVENT = {
  url: 'https://receiver.example/hook',
  id: 'evt_1',
  body: Buffer.from('{}'),
  secrets: ['whsec_c2VjcmV0'],
};

afterEach(() => vi.useRealTimers());

/** Sends one event through a door that answers so. */
async function sendTo(answer: () => PostResponse) {
  const posted: (PostOptions & { readonly url: string })[] = [];
  const door: Pick<OutboundDoor, 'post'> = {
    async post(url, options) {
      posted.push({ url, ...options });
      return answer();
    },
  };
  const outcome = await new WebhookSender(door as OutboundDoor).send('account-1', EVENT);
  return { outcome, posted: posted[0] };
}

it('gives a receiver the 15 seconds that docs/webhooks.md promises, a third of the lease on the delivery', async () => {
  const { posted } = await sendTo(() => ({ statusCode: 204, retryAfterMs: null }));
  expect(posted?.timeoutMs, 'ms that an attempt may take').toBe(15_000);
  // The time-out covers resolving the name and the exchange, one after the other; recording the attempt comes on top.
  expect(LEASE_SECONDS * 1000, 'a lease that ends during an attempt lets another sender send the event again').toBe(
    45_000,
  );
});

it('sends the signed request to the URL of the delivery, on the share of connections of its account', async () => {
  const { posted } = await sendTo(() => ({ statusCode: 204, retryAfterMs: null }));
  expect(posted, 'what is sent, where, and for whom').toMatchObject({
    url: EVENT.url,
    accountId: 'account-1',
    body: EVENT.body,
    headers: { 'webhook-id': 'evt_1', 'webhook-signature': expect.stringMatching(/^v1,/) },
  });
});

describe('the outcome of an attempt', () => {
  it.each<[number, string | null]>([
    [200, null],
    [204, null],
    [299, null],
    [300, 'redirect_not_followed'],
    [307, 'redirect_not_followed'],
    [399, 'redirect_not_followed'],
    [400, 'unsuccessful_status'],
    [409, 'unsuccessful_status'],
    [410, 'gone'],
    [411, 'unsuccessful_status'],
    [503, 'unsuccessful_status'],
  ])('of a receiver that answers %i is %s', async (statusCode, error) => {
    const { outcome } = await sendTo(() => ({ statusCode, retryAfterMs: null }));
    expect(outcome, `what the delivery log says of a ${statusCode}`).toMatchObject({
      statusCode,
      error,
      delivered: error === null,
      gone: error === 'gone',
    });
  });

  it.each([
    [429, 120_000],
    [503, 120_000],
    [200, null],
    [428, null],
    [430, null],
    [500, null],
    [504, null],
  ])('takes the wait that a receiver asks for with %i as %s', async (statusCode, expected) => {
    const { outcome } = await sendTo(() => ({ statusCode, retryAfterMs: 120_000 }));
    expect(outcome.retryAfterMs, `the Retry-After of a ${statusCode}`).toBe(expected);
  });

  it.each<[OutboundErrorKind, string]>([
    ['dns', 'dns'],
    ['bad-response', 'bad_response'],
    ['too-many-redirects', 'too_many_redirects'],
  ])('without an answer has the kind of failure %s as one word', async (kind, word) => {
    const { outcome } = await sendTo(() => {
      throw new OutboundError(kind);
    });
    expect(outcome, 'an attempt that got no answer, as it is recorded').toMatchObject({
      delivered: false,
      gone: false,
      statusCode: null,
      error: word,
      retryAfterMs: null,
    });
  });

  it('is none for a fault of our own: the receiver did not cause it', async () => {
    const fault = new TypeError('a fault of our own');
    const sending = sendTo(() => {
      throw fault;
    });
    await expect(sending, 'a fault of our own was recorded as an answer').rejects.toBe(fault);
  });

  it.each([
    ['an answer', () => ({ statusCode: 500, retryAfterMs: null })],
    [
      'a failure',
      () => {
        throw new OutboundError('timeout');
      },
    ],
  ])('says when the attempt began, and how many milliseconds passed until %s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-20T09:59:59.000Z') });
    vi.advanceTimersByTime(1_000);
    const { outcome } = await sendTo(() => {
      vi.advanceTimersByTime(84);
      return answer();
    });
    expect(outcome.at, 'when the attempt began').toEqual(new Date('2026-11-20T10:00:00.000Z'));
    expect(outcome.durationMs, 'how long the attempt took').toBe(84);
  });
});

describe('the trace of an attempt', () => {
  afterEach(() => context.disable());

  it('goes on at the receiver where the service is traced', async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const ids = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 };
    const span = trace.setSpanContext(context.active(), ids);
    const { posted } = await context.with(span, () => sendTo(() => ({ statusCode: 200, retryAfterMs: null })));
    expect(posted?.headers.traceparent, 'the trace that the receiver may continue').toBe(
      `00-${ids.traceId}-${ids.spanId}-01`,
    );
  });

  it('is not made up where it is not', async () => {
    const { posted } = await sendTo(() => ({ statusCode: 200, retryAfterMs: null }));
    expect(posted?.headers, 'headers of a service without traces').not.toHaveProperty('traceparent');
  });
});

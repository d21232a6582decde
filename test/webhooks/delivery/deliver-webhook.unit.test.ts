// The steps of one attempt that need neither Postgres nor a receiver: what is decided, what operators see, what signs.

import { Logger } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliverWebhook, type ReadyDelivery } from '../../../src/webhooks/delivery/deliver-webhook.js';
import type {
  ClaimedDelivery,
  ClaimedEndpoint,
  DeliveryClaim,
  DeliveryClaims,
  NextState,
} from '../../../src/webhooks/delivery/delivery-claims.js';
import type { DeliveryMetrics } from '../../../src/webhooks/delivery/delivery-metrics.js';
import { RetrySchedule } from '../../../src/webhooks/delivery/retry-schedule.js';
import type { EndpointHealth } from '../../../src/webhooks/endpoints/endpoint-health.js';
import type { EndpointSecrets } from '../../../src/webhooks/endpoints/endpoint-secrets.js';
import type { OutgoingEvent } from '../../../src/webhooks/sending/signed-request.js';
import type { SendOutcome, WebhookSender } from '../../../src/webhooks/sending/webhook-sender.js';
import type { WebhookSecrets } from '../../../src/webhooks/webhook-secrets.service.js';

const DELIVERY: ClaimedDelivery = {
  id: 'delivery-1',
  fence: 3,
  attempts: 1,
  accountId: 'account-1',
  analysisId: 'analysis-1',
  eventId: 'evt_1',
  url: 'https://hooks.example.com/',
  traceParent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  body: Buffer.from('{}'),
  endpoint: null,
};
const ENDPOINT: ClaimedEndpoint = {
  id: 'endpoint-1',
  secrets: { secret_encrypted: Buffer.from('sealed'), previous_encrypted: null },
  isProbe: false,
  isFailing: false,
  successIsNoted: false,
  failureIsNoted: false,
};
const READY: ReadyDelivery = { delivery: DELIVERY, secrets: ['whsec_c2VjcmV0'] };
const TAKEN: SendOutcome = {
  at: new Date(),
  durationMs: 84,
  delivered: true,
  gone: false,
  statusCode: 200,
  error: null,
  retryAfterMs: null,
};
const REFUSED: SendOutcome = { ...TAKEN, delivered: false, statusCode: 500, error: 'unsuccessful_status' };

afterEach(() => {
  vi.restoreAllMocks();
});

/** @param outcome of every attempt. There are two waits: three attempts in all */
function deliverWith(outcome: SendOutcome = TAKEN) {
  const sent: OutgoingEvent[] = [];
  const recorded: unknown[] = [];
  const observed: unknown[] = [];
  const askedFor: (readonly string[])[] = [];
  const claims: Pick<DeliveryClaims, 'claim' | 'recordAttempt'> = {
    claim: async (ids) =>
      new Map(
        ids.filter((id) => id !== 'taken-by-another').map((id) => [id, { ...DELIVERY, id, accountId: `of ${id}` }]),
      ),
    recordAttempt: async (...attempt) => void recorded.push(attempt),
  };
  const secrets: Pick<WebhookSecrets, 'getAllForSigning'> = {
    async getAllForSigning(accountIds) {
      askedFor.push(accountIds);
      return new Map(accountIds.map((id) => [id, [`secret ${id}`]]));
    },
  };
  const sender: Pick<WebhookSender, 'send'> = {
    async send(_, event) {
      sent.push(event);
      return outcome;
    },
  };
  const metrics: Pick<DeliveryMetrics, 'observeAttempt'> = {
    observeAttempt: (...attempt) => void observed.push(attempt),
  };
  const noted: unknown[] = [];
  const health: Pick<EndpointHealth, 'note'> = {
    note: async (...given) => {
      expect(recorded, 'recorded before the health of the endpoint is noted').toEqual([]);
      noted.push(given);
    },
  };
  const endpointSecrets: Pick<EndpointSecrets, 'openAll'> = {
    openAll: (id) => {
      if (id === 'endpoint-of-another-key') throw new Error('Unsupported state or unable to authenticate data');
      return [`secret of ${id}`];
    },
  };
  const deliver = new DeliverWebhook(
    claims as DeliveryClaims,
    secrets as WebhookSecrets,
    sender as WebhookSender,
    new RetrySchedule([5_000, 300_000], () => 0.5),
    metrics as DeliveryMetrics,
    endpointSecrets as EndpointSecrets,
    health as EndpointHealth,
  );
  return { deliver, sent, recorded, observed, askedFor, noted };
}

describe('what becomes of a delivery after an attempt', () => {
  const AFTER_FIRST: DeliveryClaim = { id: 'delivery-1', fence: 3, attempts: 0, endpoint: null };
  const AFTER_LAST = { ...AFTER_FIRST, attempts: 2 };
  const OF_PROBE = { ...AFTER_LAST, endpoint: { ...ENDPOINT, isProbe: true } };
  const HELD: NextState = { status: 'pending', waitMs: null };

  it.each<[string, SendOutcome, DeliveryClaim, NextState]>([
    ['that was taken: delivered', TAKEN, AFTER_FIRST, { status: 'delivered' }],
    ['that was the last and was taken: delivered', TAKEN, AFTER_LAST, { status: 'delivered' }],
    ['that was refused: a second one in five seconds', REFUSED, AFTER_FIRST, { status: 'pending', waitMs: 5_000 }],
    [
      'that was refused with a Retry-After: a second one after that',
      { ...REFUSED, retryAfterMs: 60_000 },
      AFTER_FIRST,
      { status: 'pending', waitMs: 60_000 },
    ],
    ['that was the last and was refused: failed', REFUSED, AFTER_LAST, { status: 'failed' }],
    ['whose receiver wants no more of it: failed', { ...REFUSED, gone: true }, AFTER_FIRST, { status: 'failed' }],
    ['of a paused endpoint that took it: delivered', TAKEN, OF_PROBE, { status: 'delivered' }],
    ['of a paused endpoint that refused it: held', REFUSED, OF_PROBE, HELD],
    ['of a paused endpoint that wants no more of it: held', { ...REFUSED, gone: true }, OF_PROBE, HELD],
  ])('%s', async (_, outcome, claim, expected) => {
    const { deliver, recorded, observed, noted } = deliverWith();
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect(await deliver.record({ claim, outcome }), 'what the scheduler does next').toEqual(expected);
    expect(warn.mock.calls.length, 'warnings that a delivery has failed').toBe(expected.status === 'failed' ? 1 : 0);
    expect(recorded, 'what is recorded').toEqual([[claim, outcome, expected]]);
    expect(observed, 'what the metrics count').toEqual([[outcome, expected]]);
    expect(noted, 'what is noted at the endpoint').toEqual(claim.endpoint ? [[claim.endpoint, outcome]] : []);
  });
});

describe('claiming deliveries', () => {
  it('signs one to an endpoint with the secret of the endpoint, and fails alone where that cannot be read', async () => {
    const { deliver } = deliverWith({ ...TAKEN });
    const ofEndpoint = async (id: string) => {
      const { claims } = deliver as unknown as { claims: DeliveryClaims };
      vi.spyOn(claims, 'claim').mockResolvedValue(new Map([['a', { ...DELIVERY, endpoint: { ...ENDPOINT, id } }]]));
      return (await deliver.claim([{ deliveryId: 'a', accountId: 'account-1' }])).get('a')?.secrets;
    };
    expect(await ofEndpoint('endpoint-1')).toEqual(['secret of endpoint-1']);
    expect(await ofEndpoint('endpoint-of-another-key')).toBeInstanceOf(Error);
  });

  it('reads the secrets of each account once, and leaves out what another sender has', async () => {
    const { deliver, askedFor } = deliverWith();
    const ready = await deliver.claim([
      { accountId: 'of a', deliveryId: 'a' },
      { accountId: 'of a', deliveryId: 'taken-by-another' },
      { accountId: 'of b', deliveryId: 'b' },
    ]);
    expect(askedFor, 'accounts whose secrets are read').toEqual([['of a', 'of b']]);
    const claimed = [...ready].map(([id, { delivery, secrets }]) => [id, delivery.id, secrets]);
    expect(claimed, 'what can be sent, and what signs it').toEqual([
      ['a', 'a', ['secret of a']],
      ['b', 'b', ['secret of b']],
    ]);
  });
});

describe('an attempt', () => {
  it('sends the event with its secrets, and is recorded under the claim that it was made with', async () => {
    const { deliver, sent } = deliverWith();
    expect(await deliver.send(READY), 'the attempt that waits to be recorded, without its body').toEqual({
      claim: { id: 'delivery-1', fence: 3, attempts: 1, endpoint: null },
      outcome: TAKEN,
    });
    const { url, body } = DELIVERY;
    expect(sent, 'what is signed and sent').toEqual([{ url, id: 'evt_1', body, secrets: READY.secrets }]);
  });

  it.each([
    ['could not be read', new Error('Postgres is away'), 'Postgres is away'],
    ['are missing', undefined, 'No signing secret was read for the account'],
  ])('is not made when the secrets of its account %s', async (_, secrets, message) => {
    const { deliver, sent } = deliverWith();
    await expect(deliver.send({ ...READY, secrets }), 'an attempt without a signature').rejects.toThrow(message);
    expect(sent, 'what was sent').toEqual([]);
  });
});

describe('the span of an attempt', () => {
  const exporter = new InMemorySpanExporter();
  beforeEach(() => {
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterEach(() => {
    for (const api of [trace, propagation, context]) api.disable();
    exporter.reset();
  });

  async function spanOf(outcome: SendOutcome, more: Partial<ClaimedDelivery> = {}) {
    await deliverWith(outcome).deliver.send({ ...READY, delivery: { ...DELIVERY, ...more } });
    const [span] = exporter.getFinishedSpans();
    return { name: span?.name, attributes: span?.attributes, traceId: span?.spanContext().traceId, kind: span?.kind };
  }

  it('belongs to the trace of its call, and says which attempt got which answer', async () => {
    expect(await spanOf(TAKEN), 'the span that a trace store gets').toEqual({
      name: 'deliver webhook',
      kind: 2,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      attributes: {
        'call_analysis.analysis_id': 'analysis-1',
        'call_analysis.attempt': 2,
        'http.response.status_code': 200,
      },
    });
  });

  it('names the failure of an attempt that got no answer, and no analysis where the event tells of none', async () => {
    const silent = { ...REFUSED, statusCode: null, error: 'timeout' };
    expect((await spanOf(silent, { analysisId: null })).attributes, 'what the span says').toEqual({
      'call_analysis.attempt': 2,
      'error.type': 'timeout',
    });
  });
});

// One notification, from the committed row to its last attempt. Start reading here.
//
//   step       needs                                leaves                                      file
//   0 record   the transaction that settles a call  a row, due at once                          deliveries.service.ts
//   1 claim    ids of due rows                      a lease under a fence; the body in memory   delivery-claims.ts, event-body.ts
//              their accounts, at the same time     the secrets that sign                       webhook-secrets.service.ts,
//                                                                                               endpoints/endpoint-secrets.ts
//   2 sign     the body, the secrets                the signed request                          signed-request.ts
//   3 post     the signed request                   a status code or an error word              webhook-sender.ts
//   4 decide   the outcome, the attempts so far     delivered, failed, or a wait                retry-schedule.ts
//   5 record   the outcome and the decision         the health of its endpoint; the attempt's   endpoints/endpoint-health.ts,
//                                                   row; the delivery's new state               delivery-claims.ts
//
// delivery-scheduler.ts decides when these steps run, and for how many deliveries at the same time. A sender may be killed
// at any point: its lease ends, and another sender sends the delivery again with the same `webhook-id`.
import { Injectable, Logger } from '@nestjs/common';
import { inSpan, TRACED_ANALYSIS } from '../../platform/operations/tracing.js';
import { EndpointHealth } from '../endpoints/endpoint-health.js';
import { EndpointSecrets } from '../endpoints/endpoint-secrets.js';
import { type SendOutcome, WebhookSender } from '../sending/webhook-sender.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import {
  type ClaimedDelivery,
  type ClaimedEndpoint,
  type DeliveryClaim,
  DeliveryClaims,
  type NextState,
} from './delivery-claims.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import type { QueuedDelivery } from './delivery-queues.js';
import { RetrySchedule } from './retry-schedule.js';

/** A delivery as the scheduler knows it before it is claimed. */
type WantedDelivery = Pick<QueuedDelivery, 'accountId' | 'deliveryId'>;

/** A claimed delivery with what signs it. */
export interface ReadyDelivery {
  readonly delivery: ClaimedDelivery;
  /** Secrets to sign with: an error when they could not be read; undefined when none was read for the account, an error too. */
  readonly secrets: readonly string[] | Error | undefined;
}

/** An attempt that was made and is not yet recorded. It holds no body, so that the body's memory is free while it waits. */
export interface Attempt {
  readonly claim: DeliveryClaim;
  readonly outcome: SendOutcome;
}

@Injectable()
export class DeliverWebhook {
  private readonly logger = new Logger(DeliverWebhook.name);

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    private readonly schedule: RetrySchedule,
    private readonly metrics: DeliveryMetrics,
    private readonly endpointSecrets: EndpointSecrets,
    private readonly health: EndpointHealth,
  ) {}

  /** Step 1. @returns by id, without those that cannot be claimed */
  async claim(wanted: readonly WantedDelivery[]): Promise<Map<string, ReadyDelivery>> {
    const [claimed, secrets] = await Promise.all([
      this.claims.claim(wanted.map(({ deliveryId }) => deliveryId)),
      this.secrets.getAllForSigning([...new Set(wanted.map(({ accountId }) => accountId))]),
    ]);
    const ready = new Map<string, ReadyDelivery>();
    for (const [id, delivery] of claimed) {
      const own = delivery.endpoint && this.secretsOf(delivery.endpoint);
      ready.set(id, { delivery, secrets: own ?? secrets.get(delivery.accountId) });
    }
    return ready;
  }

  /** Steps 2 and 3. */
  async send(ready: ReadyDelivery): Promise<Attempt> {
    const { id, fence, attempts, endpoint } = ready.delivery;
    return { claim: { id, fence, attempts, endpoint }, outcome: await this.post(ready) };
  }

  /** Steps 4 and 5. */
  async record({ claim, outcome }: Attempt): Promise<NextState> {
    const next = this.decide(claim, outcome);
    // Before the attempt is recorded: a sender that dies in between sends again, and then notes it again.
    if (claim.endpoint) await this.health.note(claim.endpoint, outcome);
    await this.claims.recordAttempt(claim, outcome, next);
    this.metrics.observeAttempt(outcome, next);
    if (next.status === 'failed') {
      this.logger.warn({ deliveryId: claim.id, error: outcome.error }, 'Delivery failed; it will not be retried');
    }
    return next;
  }

  /** An error is a value here: it must not keep other deliveries of the batch from being sent. */
  private secretsOf({ id, secrets }: ClaimedEndpoint): readonly string[] | Error {
    try {
      return this.endpointSecrets.openAll(id, secrets);
    } catch (error) {
      return new Error('Failed to decrypt the signing secret of a webhook endpoint', { cause: error });
    }
  }

  private post({ delivery, secrets }: ReadyDelivery): Promise<SendOutcome> {
    const { url, eventId: id, body, accountId, analysisId, attempts, traceParent } = delivery;
    const attributes = {
      ...(analysisId !== null && { [TRACED_ANALYSIS]: analysisId }),
      'call_analysis.attempt': attempts + 1,
    };
    return inSpan('deliver webhook', { kind: 'CLIENT', parent: traceParent, attributes }, async (span) => {
      if (!secrets || secrets instanceof Error)
        throw secrets ?? new Error('No signing secret was read for the account');
      const outcome = await this.sender.send(accountId, { url, id, body, secrets });
      if (outcome.statusCode !== null) span.setAttribute('http.response.status_code', outcome.statusCode);
      if (outcome.error !== null) span.setAttribute('error.type', outcome.error);
      return outcome;
    });
  }

  private decide(claim: DeliveryClaim, outcome: SendOutcome): NextState {
    if (outcome.delivered) return { status: 'delivered' };
    if (claim.endpoint?.isProbe) return { status: 'pending', waitMs: null };
    if (outcome.gone) return { status: 'failed' };
    const waitMs = this.schedule.waitMs(claim.attempts + 1, outcome.retryAfterMs);
    return waitMs === null ? { status: 'failed' } : { status: 'pending', waitMs };
  }
}

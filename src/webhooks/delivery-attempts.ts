import { Injectable, Logger } from '@nestjs/common';
import { inSpan, TRACED_ANALYSIS } from '../platform/operations/tracing.js';
import { type ClaimedDelivery, type DeliveryClaim, DeliveryClaims, type NextState } from './delivery-claims.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type SendOutcome, WebhookSender } from './webhook-sender.js';

/** That was made, and is not yet written down. */
export interface Attempt {
  readonly claim: DeliveryClaim;
  readonly outcome: SendOutcome;
}

/** One attempt at a claimed delivery: send it, decide what follows, write that down. */
@Injectable()
export class DeliveryAttempts {
  private readonly logger = new Logger(DeliveryAttempts.name);

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    private readonly schedule: DeliverySchedule,
    private readonly metrics: DeliveryMetrics,
  ) {}

  async send(delivery: ClaimedDelivery): Promise<Attempt> {
    const { id, fence, attempts } = delivery;
    return { claim: { id, fence, attempts }, outcome: await this.post(delivery) };
  }

  async settle({ claim, outcome }: Attempt): Promise<NextState> {
    const next = this.nextState(claim, outcome);
    await this.claims.settle(claim, outcome, next);
    this.metrics.attempted(outcome, next);
    if (next.status === 'failed') {
      this.logger.warn({ deliveryId: claim.id, error: outcome.error }, 'A delivery was given up');
    }
    return next;
  }

  private post({
    url,
    eventId: id,
    body,
    accountId,
    analysisId,
    attempts,
    traceParent,
  }: ClaimedDelivery): Promise<SendOutcome> {
    const attributes = { [TRACED_ANALYSIS]: analysisId, 'call_analysis.attempt': attempts + 1 };
    return inSpan('deliver webhook', { kind: 'CLIENT', parent: traceParent, attributes }, async (span) => {
      const outcome = await this.sender.send({ url, id, body, secrets: await this.secrets.signing(accountId) });
      if (outcome.statusCode !== null) span.setAttribute('http.response.status_code', outcome.statusCode);
      if (outcome.error !== null) span.setAttribute('error.type', outcome.error);
      return outcome;
    });
  }

  private nextState(claim: DeliveryClaim, outcome: SendOutcome): NextState {
    if (outcome.delivered) return { status: 'delivered' };
    if (outcome.gone) return { status: 'failed' };
    const waitMs = this.schedule.waitMs(claim.attempts + 1, outcome.retryAfterMs);
    return waitMs === null ? { status: 'failed' } : { status: 'pending', waitMs };
  }
}

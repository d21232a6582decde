import { Injectable, Logger } from '@nestjs/common';
import { inSpan, TRACED_ANALYSIS } from '../platform/operations/tracing.js';
import { type ClaimedDelivery, DeliveryClaims, type NextState } from './delivery-claims.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type SendOutcome, WebhookSender } from './webhook-sender.js';

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

  send({
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

  async settle(delivery: ClaimedDelivery, outcome: SendOutcome): Promise<NextState> {
    const next = this.nextState(delivery, outcome);
    await this.claims.settle(delivery, outcome, next);
    this.metrics.attempted(outcome, next);
    if (next.status === 'failed') {
      this.logger.warn({ deliveryId: delivery.id, error: outcome.error }, 'A delivery was given up');
    }
    return next;
  }

  private nextState(delivery: ClaimedDelivery, outcome: SendOutcome): NextState {
    if (outcome.delivered) return { status: 'delivered' };
    if (outcome.gone) return { status: 'failed' };
    const waitMs = this.schedule.waitMs(delivery.attempts + 1, outcome.retryAfterMs);
    return waitMs === null ? { status: 'failed' } : { status: 'pending', waitMs };
  }
}

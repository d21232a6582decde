import { InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { inSpan, TRACED_ANALYSIS } from '../platform/operations/tracing.js';
import { closeQueue } from '../platform/queue/close-queue.js';
import { DELIVERIES_QUEUE, Deliveries, type DeliveryJob } from './deliveries.service.js';
import { type ClaimedDelivery, DeliveryClaims, type NextState } from './delivery-claims.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { eventJson } from './event-body.js';
import { ReceiverLanes } from './receiver-lanes.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type SendOutcome, WebhookSender } from './webhook-sender.js';

const DELIVERIES_AT_ONCE = 100;
const LANES_PER_RECEIVER = 10;
const MOST_WAITING_PER_RECEIVER = 1_000;
/** How long a delivery stands aside when its receiver has more waiting than is remembered. */
const ASIDE_MS = 30_000;
/** Longer waits are left to the sweep: a receiver that is down for days must not fill the queue's memory. */
const LONGEST_DELAYED_RING_MS = 60_000;
/** A ring that comes a moment before the row is due would find nothing. */
const RING_MARGIN_MS = 25;

/** A ring for a delivery: find its lane, claim it, send it, write down what became of it. */
@Injectable()
export class DeliveryProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryProcessor.name);
  private readonly lanes = new ReceiverLanes(LANES_PER_RECEIVER, MOST_WAITING_PER_RECEIVER);
  private readonly running = new Set<Promise<void>>();
  private stopping = false;

  constructor(
    @InjectQueue(DELIVERIES_QUEUE) private readonly queue: Queue<DeliveryJob>,
    private readonly deliveries: Deliveries,
    private readonly claims: DeliveryClaims,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    private readonly schedule: DeliverySchedule,
    private readonly metrics: DeliveryMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const answering = this.queue.process(DELIVERIES_AT_ONCE, (job) => this.answer(job.data.deliveryId));
    answering.catch((error: unknown) => this.logger.error({ err: error }, 'The queue stopped handing out deliveries'));
  }

  /** What is being sent is finished: an attempt takes seconds. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.running);
    await closeQueue(this.queue);
  }

  private async answer(deliveryId: string): Promise<void> {
    if (this.stopping) return;
    const run = this.takeLane(deliveryId);
    this.running.add(run);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }

  private async takeLane(deliveryId: string): Promise<void> {
    const url = await this.claims.findDueUrl(deliveryId);
    if (url === null) return;
    const { host } = new URL(url);
    const place = this.lanes.enter(host, deliveryId);
    if (place === 'full') await this.claims.defer(deliveryId, ASIDE_MS);
    if (place !== 'entered') return;
    for (let next: string | null = deliveryId; next !== null; next = this.stopping ? null : this.lanes.next(host)) {
      await this.deliver(next);
    }
    if (this.stopping) this.lanes.leave(host);
  }

  /** Never throws: a delivery that could not be settled is due again when its lease ends. */
  private async deliver(deliveryId: string): Promise<void> {
    try {
      const delivery = await this.claims.claim(deliveryId);
      if (!delivery) return;
      const attributes = { [TRACED_ANALYSIS]: delivery.analysis.id, 'call_analysis.attempt': delivery.attempts + 1 };
      await inSpan('deliver webhook', { kind: 'CLIENT', parent: delivery.traceParent, attributes }, async (span) => {
        const outcome = await this.attempt(delivery);
        if (outcome.statusCode !== null) span.setAttribute('http.response.status_code', outcome.statusCode);
        if (outcome.error !== null) span.setAttribute('error.type', outcome.error);
      });
    } catch (error) {
      this.logger.error({ deliveryId, err: error }, 'A delivery broke off');
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<SendOutcome> {
    const { event, eventId: id, createdAt, livemode, url, analysis, accountId } = delivery;
    const body = eventJson({ event, id, createdAt, livemode }, analysis);
    const outcome = await this.sender.send({ url, id, body, secrets: await this.secrets.signing(accountId) });
    const next = this.nextState(delivery, outcome);
    await this.claims.settle(delivery, outcome, next);
    this.metrics.attempted(outcome, next);
    if (next.status === 'pending' && next.waitMs <= LONGEST_DELAYED_RING_MS) {
      await this.deliveries.ringFor(delivery, next.waitMs + RING_MARGIN_MS);
    }
    if (next.status === 'failed') {
      this.logger.warn({ deliveryId: delivery.id, error: outcome.error }, 'A delivery was given up');
    }
    return outcome;
  }

  private nextState(delivery: ClaimedDelivery, outcome: SendOutcome): NextState {
    if (outcome.delivered) return { status: 'delivered' };
    if (outcome.gone) return { status: 'failed' };
    const waitMs = this.schedule.waitMs(delivery.attempts + 1, outcome.retryAfterMs);
    return waitMs === null ? { status: 'failed' } : { status: 'pending', waitMs };
  }
}

// Decides when deliveries are sent, and how many at the same time. Ids of due deliveries come from this process, from jobs, retry
// timers and scans, and wait until it is the turn of their account and host. A delivery is claimed only just before it is sent,
// so that several senders share a backlog.
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { parseUrl } from '../../platform/outbound/parse-url.js';
import type { LocalSender } from '../deliveries.service.js';
import { type Attempt, DeliverWebhook, type ReadyDelivery } from './deliver-webhook.js';
import { DeliveryClaims, type DueDelivery } from './delivery-claims.js';
import { DeliveryQueues, type QueuedDelivery } from './delivery-queues.js';
import { DueScan } from './due-scan.js';
import { RetryTimers } from './retry-timers.js';

/** Maximum number of deliveries being claimed or sent. The body of each is in memory. */
export const MAX_CONCURRENT_DELIVERIES = 400;
/**
 * Maximum number of attempts sent but not yet recorded. A crash sends them again, so the sender waits when Postgres is slow to
 * record them.
 */
export const MAX_UNRECORDED_ATTEMPTS = 400;
/** Requests to one origin at once, as many as the outbound connection pool has connections to it. */
export const MAX_CONCURRENT_PER_HOST = 20;
const MAX_QUEUED_PER_LANE = 1_000;
const MAX_QUEUED = 20_000;
/** Deliveries claimed by one statement. The next are claimed while these are sent, so that neither sender nor Postgres idles. */
export const MAX_CLAIMED_TOGETHER = 200;
/** A busy sender claims several deliveries with one statement, instead of each with its own. */
const MIN_CLAIM_INTERVAL_MS = 10;
/**
 * Maximum wait by a timer. The sweep handles later retries: timers for a receiver that is down for days would fill the memory.
 */
const MAX_TIMED_WAIT_MS = 60_000;

@Injectable()
export class DeliveryScheduler implements LocalSender {
  private readonly logger = new Logger(DeliveryScheduler.name);
  private readonly queues = new DeliveryQueues({
    maxConcurrent: MAX_CONCURRENT_DELIVERIES,
    maxConcurrentPerHost: MAX_CONCURRENT_PER_HOST,
    maxQueuedPerLane: MAX_QUEUED_PER_LANE,
    maxQueued: MAX_QUEUED,
  });
  private readonly scan: DueScan;
  private readonly retries = new RetryTimers((deliveryIds) => this.sendRetries(deliveryIds));
  /** The loop, and the batches that it has started. None of them rejects. */
  private readonly running = new Set<Promise<void>>();
  private looping = false;
  private stopping = false;
  private unrecorded = 0;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly deliver: DeliverWebhook,
  ) {
    this.scan = new DueScan(claims);
  }

  get hasRoom(): boolean {
    return !this.stopping && this.queues.sending < MAX_CONCURRENT_DELIVERIES / 2;
  }

  /** Sends those of the deliveries that are due. Resolves when they are queued, not when they are sent. */
  async sendIfDue(deliveryIds: readonly string[]): Promise<void> {
    this.enqueue(await this.claims.findDue(deliveryIds));
    this.wake();
  }

  /** Sends everything that is due. */
  sendAllDue(): void {
    this.scan.request();
    this.wake();
  }

  /** Claims nothing more, and waits for running attempts: each takes seconds. Never rejects. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.retries.clear();
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private wake(): void {
    if (this.looping || this.stopping) return;
    this.looping = true;
    const loop = this.sendWhileDue().catch((error: unknown) => {
      this.logger.error({ err: error }, 'Failed to read due deliveries; the next sweep will try again');
    });
    this.track(loop);
  }

  private async sendWhileDue(): Promise<void> {
    try {
      while (!this.stopping) {
        const free = this.unrecorded < MAX_UNRECORDED_ATTEMPTS ? MAX_CONCURRENT_DELIVERIES - this.queues.sending : 0;
        const wanted = Math.min(free, MAX_CLAIMED_TOGETHER);
        const batch = this.queues.take(wanted);
        if (this.queues.takeOverflow()) this.scan.request();
        if (batch.length > 0) this.track(this.sendBatch(batch));
        // Slots are free: read more due deliveries.
        if (this.scan.hasNext && batch.length < wanted) this.enqueue(await this.scan.readPage());
        else if (batch.length === 0) return;
        if (batch.length < MAX_CLAIMED_TOGETHER) await wait(MIN_CLAIM_INTERVAL_MS);
      }
    } finally {
      // Set in the same tick in which the loop decides to end: otherwise `wake` could assume that the loop is running, and a
      // delivery queued in between would wait until the next sweep.
      this.looping = false;
    }
  }

  private track(promise: Promise<void>): void {
    this.running.add(promise);
    void promise.then(() => this.running.delete(promise));
  }

  private enqueue(due: readonly DueDelivery[]): void {
    // The URL parser normalises a host: a receiver cannot get more connections by other spellings. A text that is no URL has a
    // queue of its own, and its attempt fails with `bad_url`.
    const hosts = new Map<string, string>();
    for (const { id, account_id: accountId, url } of due) {
      const host = hosts.get(url) ?? parseUrl(url)?.host ?? url;
      hosts.set(url, host);
      this.queues.add({ accountId, host, deliveryId: id });
    }
  }

  /** Never rejects. */
  private async sendBatch(batch: readonly QueuedDelivery[]): Promise<void> {
    const claimed = await this.deliver.claim(batch).catch((error: unknown) => {
      this.logger.error({ err: error }, 'Failed to claim due deliveries; the next sweep will try again');
      // Otherwise the loop would try to claim each queued delivery while Postgres is down.
      this.queues.clear();
      return new Map<string, ReadyDelivery>();
    });
    const attempts = batch.map((queued) => this.send(queued, claimed.get(queued.deliveryId)));
    // The map would keep every body in memory until the slowest attempt of the batch is recorded.
    claimed.clear();
    await Promise.all(attempts.map((attempt) => this.record(attempt)));
  }

  /** Never rejects. @returns null for a delivery that was not claimed, or whose attempt broke off */
  private async send(queued: QueuedDelivery, delivery: ReadyDelivery | undefined): Promise<Attempt | null> {
    try {
      const attempt = delivery ? await this.deliver.send(delivery) : null;
      if (attempt) this.unrecorded += 1;
      return attempt;
    } catch (error) {
      const { deliveryId } = queued;
      this.logger.error({ deliveryId, err: error }, 'Failed to send a delivery; it is due again when its lease ends');
      return null;
    } finally {
      this.queues.release(queued);
      this.wake();
    }
  }

  /** Never rejects. */
  private async record(sent: Promise<Attempt | null>): Promise<void> {
    const attempt = await sent;
    if (!attempt) return;
    const { id: deliveryId } = attempt.claim;
    try {
      const next = await this.deliver.record(attempt);
      if (next.status === 'pending' && next.waitMs !== null) this.retryAfter(next.waitMs, deliveryId);
    } catch (error) {
      this.logger.error(
        { deliveryId, err: error },
        'Failed to record a delivery attempt; the delivery is due again when its lease ends',
      );
    } finally {
      this.unrecorded -= 1;
      this.wake();
    }
  }

  private retryAfter(waitMs: number, deliveryId: string): void {
    if (waitMs <= MAX_TIMED_WAIT_MS && !this.stopping) this.retries.add(deliveryId, waitMs);
  }

  /** Looks the deliveries up by id: a scan for each retry would read the whole backlog of a dead receiver. */
  private sendRetries(deliveryIds: readonly string[]): void {
    this.sendIfDue(deliveryIds).catch((error: unknown) => {
      this.logger.error({ err: error }, 'Failed to look up due retries; the next sweep will pick them up');
    });
  }
}

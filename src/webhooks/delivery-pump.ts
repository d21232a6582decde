import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { type Attempt, DeliveryAttempts } from './delivery-attempts.js';
import { type ClaimedDelivery, DeliveryClaims, type DueDelivery, type PageEnd } from './delivery-claims.js';
import { type Place, ReceiverLanes } from './receiver-lanes.js';

/** With their bodies in memory: those that are being claimed or sent. */
const DELIVERIES_AT_ONCE = 400;
/** Sent and not yet written down: a sender that is killed now has sent them in vain. Past that, the database is what is slow. */
export const MOST_UNSETTLED = 400;
/** As many as the way out has connections to an origin. */
export const LANES_PER_RECEIVER = 20;
const LONGEST_LINE = 1_000;
const MOST_WAITING = 20_000;
/** Between two claims, so that a busy sender takes a handful at a time and not each by itself. */
const BETWEEN_CLAIMS_MS = 10;
/** Deliveries that come due again within one of these are looked for together. */
const RETRY_SLOT_MS = 50;
/** Longer waits are left to the sweep: a receiver that is down for days must not fill the memory. */
const LONGEST_TIMED_WAIT_MS = 60_000;

/**
 * Sends what is due as long as there is any. What is rung for goes into its receiver's line at once; a look goes through
 * everything that is due, page by page, whenever the lines leave places free. Claimed is only what is sent the next moment, so
 * any number of senders share a backlog.
 */
@Injectable()
export class DeliveryPump {
  private readonly logger = new Logger(DeliveryPump.name);
  private readonly lanes = new ReceiverLanes(LANES_PER_RECEIVER, LONGEST_LINE, MOST_WAITING);
  private readonly underWay = new Set<Promise<void>>();
  /** What comes due again within a minute, by the time slot. */
  private readonly retries = new Map<number, { readonly deliveryIds: string[]; readonly timer: NodeJS.Timeout }>();
  private placesTaken = 0;
  private unsettled = 0;
  private pumping = false;
  private pumped = Promise.resolve();
  /** How far the look under way has come; null when there is none. */
  private look: { readonly after: PageEnd | null } | null = null;
  private lookAgain = false;
  private stopping = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly attempts: DeliveryAttempts,
  ) {}

  /** Those of the deliveries that are due are sent. */
  async sendThese(deliveryIds: readonly string[]): Promise<void> {
    this.lineUp(await this.claims.findDue(deliveryIds));
    this.pump();
  }

  /** Whatever is due is sent. */
  sendAllDue(): void {
    this.lookAgain = true;
    this.pump();
  }

  /** What is being sent is finished: an attempt takes seconds. Never rejects. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const { timer } of this.retries.values()) clearTimeout(timer);
    await this.pumped;
    await Promise.all(this.underWay);
  }

  private pump(): void {
    if (this.pumping || this.stopping) return;
    this.pumping = true;
    this.pumped = this.sendWhileDue().catch((error: unknown) => {
      this.logger.error({ err: error }, 'Due deliveries could not be taken on; the next sweep tries again');
    });
  }

  private async sendWhileDue(): Promise<void> {
    try {
      while (!this.stopping) {
        const free = this.unsettled < MOST_UNSETTLED ? DELIVERIES_AT_ONCE - this.placesTaken : 0;
        const places = this.lanes.take(free);
        if (this.lanes.takeMissed()) this.lookAgain = true;
        if (this.lookAgain && !this.look) {
          this.lookAgain = false;
          this.look = { after: null };
        }
        if (places.length > 0) this.keep(this.start(places));
        const readsOn = this.look !== null && places.length < free;
        if (readsOn) await this.readOn();
        else if (places.length === 0) return;
        await wait(BETWEEN_CLAIMS_MS);
      }
    } finally {
      this.pumping = false;
    }
  }

  private keep(batch: Promise<void>): void {
    this.underWay.add(batch);
    void batch.then(() => this.underWay.delete(batch));
  }

  private async readOn(): Promise<void> {
    const after = this.look?.after ?? null;
    this.look = null;
    const { deliveries, end } = await this.claims.dueAfter(after);
    this.lineUp(deliveries);
    if (end) this.look = { after: end };
  }

  private lineUp(due: readonly DueDelivery[]): void {
    // One that is no URL any more is told so by its attempt, and holds up nobody here.
    // Parsed, so that no receiver has more lanes by how its host is spelled.
    for (const { id, url } of due) this.lanes.enter(URL.canParse(url) ? new URL(url).host : url, id);
  }

  /** Never rejects. */
  private async start(places: readonly Place[]): Promise<void> {
    this.placesTaken += places.length;
    const claimed = await this.claims.claim(places.map(({ deliveryId }) => deliveryId)).catch((error: unknown) => {
      this.logger.error({ err: error }, 'Due deliveries could not be claimed; the next sweep tries again');
      this.lanes.forgetLines();
      return new Map<string, ClaimedDelivery>();
    });
    const attempts = places.map(({ host, deliveryId }) => this.send(host, claimed.get(deliveryId)));
    // The slowest of them must not keep the bodies of the others; nor is one kept until its attempt is written down.
    claimed.clear();
    await Promise.all(attempts.map((attempt) => this.settle(attempt)));
  }

  /** Never rejects: one that broke off is due again when its lease ends. @returns null then, and for what was not claimed */
  private async send(host: string, delivery: ClaimedDelivery | undefined): Promise<Attempt | null> {
    try {
      const attempt = delivery ? await this.attempts.send(delivery) : null;
      if (attempt) this.unsettled += 1;
      return attempt;
    } catch (error) {
      this.logger.error({ deliveryId: delivery?.id, err: error }, 'A delivery broke off');
      return null;
    } finally {
      this.lanes.leave(host);
      this.placesTaken -= 1;
      this.pump();
    }
  }

  /** Never rejects: a delivery that could not be settled is due again when its lease ends. */
  private async settle(sent: Promise<Attempt | null>): Promise<void> {
    const attempt = await sent;
    if (!attempt) return;
    try {
      const next = await this.attempts.settle(attempt);
      if (next.status === 'pending') this.retryIn(next.waitMs, attempt.claim.id);
    } catch (error) {
      this.logger.error({ deliveryId: attempt.claim.id, err: error }, 'A delivery could not be settled');
    } finally {
      this.unsettled -= 1;
      this.pump();
    }
  }

  /** By its id: a look through all that is due would read a dead receiver's whole backlog for each retry of another. */
  private retryIn(waitMs: number, deliveryId: string): void {
    if (waitMs > LONGEST_TIMED_WAIT_MS || this.stopping) return;
    const slot = Math.floor((Date.now() + waitMs) / RETRY_SLOT_MS) + 1;
    const known = this.retries.get(slot);
    if (known) {
      known.deliveryIds.push(deliveryId);
      return;
    }
    const deliveryIds = [deliveryId];
    const timer = setTimeout(
      () => {
        this.retries.delete(slot);
        this.sendThese(deliveryIds).catch((error: unknown) => {
          this.logger.error({ err: error }, 'Retries could not be looked for; the next sweep finds them');
        });
      },
      (slot + 0.5) * RETRY_SLOT_MS - Date.now(),
    );
    this.retries.set(slot, { deliveryIds, timer });
  }
}

// What endpoints in trouble need, round by round, by one worker for all:
//
//   failing for five days     paused, and the account gets a mail                     endpoint-pauses.ts; endpoint-notices.ts
//   paused                    one delivery an hour tries it                           endpoint-pauses.ts
//   resumed, or on request    failed deliveries, then those that waited, are sent     missed-deliveries.ts
//   deleted                   its deliveries go                                       missed-deliveries.ts
//
// Each step is a short transaction whose state stands in the row of the endpoint: a worker may die anywhere, and rounds may
// overlap.
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryRows } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { EndpointHealth } from '../endpoints/endpoint-health.js';
import { EndpointPauses } from '../endpoints/endpoint-pauses.js';
import { MissedDeliveries } from '../endpoints/missed-deliveries.js';
import { DeliveryScheduler } from './delivery-scheduler.js';

/** Between two batches of what an endpoint has missed. */
const BATCH_INTERVAL_MS = 1_000;
/** Then the next round goes on, perhaps in another worker. */
const MAX_BATCHES = 30;

interface CaredFor {
  readonly id: string;
  readonly is_deleted: boolean;
  readonly is_paused: boolean;
  readonly is_missing_some: boolean;
}

@Injectable()
export class EndpointCare implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EndpointCare.name);
  private readonly round: SharedRound;
  private readonly stopping = new AbortController();
  private resuming: Promise<void> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly pauses: EndpointPauses,
    private readonly missed: MissedDeliveries,
    private readonly health: EndpointHealth,
    private readonly scheduler: DeliveryScheduler,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'webhook-endpoints',
      run: () => this.run(),
      onError: (error) =>
        this.logger.warn({ err: error }, 'Care of webhook endpoints failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    // Otherwise what was missed would wait for the next round.
    this.health.onResumed(() => this.resume());
    this.round.start(this.config.worker.sweepMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.round.stop(), this.resuming]);
  }

  private resume(): void {
    if (this.stopping.signal.aborted) return;
    this.resuming ??= this.run()
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Could not send at once what a webhook endpoint missed'),
      )
      .finally(() => {
        this.resuming = null;
      });
  }

  async run(): Promise<void> {
    await this.pauses.pause();
    for (let batch = 1; batch <= MAX_BATCHES && !this.stopping.signal.aborted; batch++) {
      const hasMore = await this.careForAll();
      if (!hasMore) return;
      await wait(BATCH_INTERVAL_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** @returns whether there is more to do soon */
  private async careForAll(): Promise<boolean> {
    const endpoints = await queryRows<CaredFor>(this.dataSource, CARED_FOR);
    let hasMore = false;
    for (const endpoint of endpoints) {
      if (this.stopping.signal.aborted) return false;
      const isLeft = await this.careFor(endpoint);
      hasMore ||= isLeft;
    }
    return hasMore;
  }

  private async careFor({ id, is_deleted, is_paused, is_missing_some }: CaredFor): Promise<boolean> {
    if (is_deleted) return this.missed.forget(id);
    if (is_paused) {
      const held = await this.pauses.hold(id);
      await this.send(await this.pauses.probe(id));
      return held;
    }
    if (!is_missing_some) return false;
    const { due, hasMore } = await this.missed.release(id);
    await this.send(due);
    return hasMore;
  }

  private async send(due: readonly string[]): Promise<void> {
    if (due.length > 0) await this.scheduler.sendIfDue(due);
  }
}

const CARED_FOR = `SELECT id, deleted_at IS NOT NULL AS is_deleted, paused_at IS NOT NULL AS is_paused,
    recover_from IS NOT NULL OR release_until IS NOT NULL AS is_missing_some
  FROM webhook_endpoint WHERE needs_care AND (deleted_at IS NOT NULL OR paused_at IS NOT NULL OR recover_from IS NOT NULL
    OR release_until IS NOT NULL)`;

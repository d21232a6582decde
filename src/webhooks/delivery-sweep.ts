import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { RegularRound } from '../platform/operations/regular-round.js';
import { Deliveries } from './deliveries.service.js';
import { DeliveryClaims } from './delivery-claims.js';

/** Rings per sweep; the rest has its turn in the next. */
const MOST_RINGS = 1_000;

/** Rings for every delivery that is due, whatever became of its job: the schedule's long waits end here too. */
@Injectable()
export class DeliverySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DeliverySweep.name);
  private readonly round = new RegularRound(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'A sweep for due deliveries failed; the next one will look again'),
  );

  constructor(
    private readonly config: Config,
    private readonly claims: DeliveryClaims,
    private readonly deliveries: Deliveries,
  ) {}

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  private async sweep(): Promise<void> {
    const due = await this.claims.due(MOST_RINGS);
    await Promise.all(due.map((delivery) => this.deliveries.ringFor(delivery)));
  }
}

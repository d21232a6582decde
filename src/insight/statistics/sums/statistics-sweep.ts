// The periodic work on the sums, which one worker does for all: it adds changes to them, and counts calls of an earlier
// release.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { SharedRound } from '../../../platform/operations/shared-round.js';
import { fillSome } from './backfill.js';
import { foldSome } from './fold.js';

@Injectable()
export class StatisticsSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(StatisticsSweep.name);
  private readonly round: SharedRound;
  private stopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'statistics',
      run: () => this.sweep(),
      onError: (error) => this.logger.warn({ err: error }, 'Statistics sweep failed; the next sweep will try again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    return this.round.stop();
  }

  /** After an upgrade there is much to fill. What that changes is added in between, so that a reading never has much to add. */
  async sweep(): Promise<void> {
    let isLeft = true;
    while (isLeft && !this.stopping) {
      await this.fold();
      isLeft = await fillSome(this.dataSource);
    }
  }

  private async fold(): Promise<void> {
    let isAll = false;
    while (!isAll && !this.stopping) ({ isAll } = await foldSome(this.dataSource));
  }
}

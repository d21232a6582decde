// Ends uploads that were not used in 24 hours, and deletes the bytes of all that ended. One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedRound } from '../platform/operations/shared-round.js';
import { UploadRemains } from './upload-remains.js';
import { UploadRows } from './upload-rows.js';

const SWEEP_INTERVAL_MS = 60_000;

@Injectable()
export class UploadSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UploadSweep.name);
  private readonly round: SharedRound;

  constructor(
    dataSource: DataSource,
    private readonly rows: UploadRows,
    private readonly remains: UploadRemains,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'uploads',
      run: () => this.sweep(),
      onError: (error) => this.logger.warn({ err: error }, 'Sweep of uploads failed; the next sweep tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(SWEEP_INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  async sweep(): Promise<void> {
    while ((await this.rows.expire()) > 0);
    await this.remains.delete();
  }
}

// Ends the files that are seven days old, and deletes every file that no export names any more. One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ExportClaims } from './export-claims.js';

/** A file that ended is served to no one from then on; this is how long its bytes may still lie in the store. */
const SWEEP_INTERVAL_MS = 60_000;

@Injectable()
export class ExportSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ExportSweep.name);
  private readonly round: SharedRound;

  constructor(
    dataSource: DataSource,
    private readonly claims: ExportClaims,
    private readonly deletions: RecordingDeletions,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'exports',
      run: () => this.sweep(),
      onError: (error) => this.logger.warn({ err: error }, 'Sweep of exports failed; the next sweep tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(SWEEP_INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  async sweep(): Promise<void> {
    await this.claims.expire();
    await this.deletions.run();
  }
}

// Works on batches in this worker, at an interval: accepts the next lines, counts lines whose calls have ended, and deletes the
// lines of batches that ended long ago.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { BatchClaims } from './batch-claims.js';
import { BatchNotices } from './batch-notices.js';
import { TakeLines } from './take-lines.js';

/** Interval of the polls. Each poll seeks in an index of the batches in progress, or of the lines to count. */
const ROUND_MS = 500;
/** Maximum number of batches counted in a round; the others wait for the next round. */
const MAX_BATCHES = 100;
/** Maximum number of lines counted in a transaction. */
const MAX_COUNTED = 500;
const OLD_LINES_MS = 10 * 60_000;
const MAX_DELETED = 10_000;

@Injectable()
export class BatchRounds implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BatchRounds.name);
  private readonly stopping = new AbortController();
  /** Separate from counting, which must not wait for lines being accepted. */
  private readonly taking = new PeriodicTask(
    () => this.take(),
    (error) => this.logger.warn({ err: error }, 'Could not go on with batches; the next round tries again'),
  );
  private readonly counting = new PeriodicTask(
    () => this.count(),
    (error) => this.logger.warn({ err: error }, 'Could not count the lines of batches; the next round tries again'),
  );
  private readonly deleting: SharedRound;

  constructor(
    private readonly dataSource: DataSource,
    private readonly turns: TakeLines,
    private readonly claims: BatchClaims,
    private readonly notices: BatchNotices,
  ) {
    this.deleting = new SharedRound(dataSource, {
      name: 'old batch lines',
      run: () => this.deleteOld(),
      onError: (error) =>
        this.logger.warn({ err: error }, 'Could not delete the lines of old batches; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.taking.start(ROUND_MS);
    this.counting.start(ROUND_MS);
    this.deleting.start(OLD_LINES_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.taking.stop(), this.counting.stop(), this.deleting.stop()]);
  }

  /** Deletes the lines of batches that ended 90 days ago. */
  async deleteOld(): Promise<void> {
    while (!this.stopping.signal.aborted && (await this.claims.deleteOldLines(MAX_DELETED))) {}
  }

  private async take(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && (await this.turns.takeTurn(signal))) {}
  }

  private async count(): Promise<void> {
    for (const { id, accountId } of await this.claims.findEnded(MAX_BATCHES)) {
      const deliveryIds = await this.dataSource.transaction(async (tx) => {
        if (!(await lockAccountAgainstErasure(tx, accountId))) return [];
        const settled = await this.claims.countEnded(tx, id, MAX_COUNTED);
        return settled ? this.notices.record(tx, 'batch.completed', settled) : [];
      });
      this.notices.send(deliveryIds);
    }
  }
}

// Has this worker go on with batches: accepts the lines that are next, counts those whose calls have ended, and deletes the lines
// of batches that ended long ago.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { JobRounds } from '../../work/jobs/job-rounds.js';
import { BatchClaims } from './batch-claims.js';
import { BatchNotices } from './batch-notices.js';
import { TakeLines } from './take-lines.js';

/** Batches that a round counts: the others wait for the next one. */
const MAX_BATCHES = 100;
/** Maximum number of lines counted in a transaction. */
const MAX_COUNTED = 500;
const OLD_LINES_MS = 10 * 60_000;
const MAX_DELETED = 10_000;

@Injectable()
export class BatchRounds extends JobRounds {
  private readonly deleting: SharedRound;

  constructor(
    dataSource: DataSource,
    private readonly turns: TakeLines,
    private readonly claims: BatchClaims,
    private readonly notices: BatchNotices,
  ) {
    super(dataSource, notices, {
      turnFailed: 'Could not go on with batches; the next round tries again',
      countFailed: 'Could not count the lines of batches; the next round tries again',
    });
    this.deleting = new SharedRound(dataSource, {
      name: 'old batch lines',
      run: () => this.deleteOld(),
      onError: (error) =>
        this.logger.warn({ err: error }, 'Could not delete the lines of old batches; the next round tries again'),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.deleting.start(OLD_LINES_MS);
  }

  override async onApplicationShutdown(): Promise<void> {
    await Promise.all([super.onApplicationShutdown(), this.deleting.stop()]);
  }

  /** Deletes the lines of batches that ended 90 days ago. */
  async deleteOld(): Promise<void> {
    while (!this.isStopping && (await this.claims.deleteOldLines(MAX_DELETED))) {}
  }

  protected takeTurn(stopping: AbortSignal): Promise<boolean> {
    return this.turns.takeTurn(stopping);
  }

  protected async count(): Promise<void> {
    for (const { id, accountId } of await this.claims.findEnded(MAX_BATCHES))
      await this.write(accountId, async (tx) => {
        const settled = await this.claims.countEnded(tx, id, MAX_COUNTED);
        return settled ? this.notices.record(tx, 'batch.completed', settled) : [];
      });
  }
}

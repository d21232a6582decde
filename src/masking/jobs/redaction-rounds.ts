// Has this worker go on with jobs that mask stored calls, at an interval: takes the calls that are next, counts those whose
// masking has ended, and closes jobs whose calls were deleted meanwhile.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { ClaimLost } from '../../work/claim.js';
import { RedactionJobClaims, type SettledJob } from './redaction-job-claims.js';
import { RedactionNotices } from './redaction-notices.js';
import { TakeCalls } from './take-calls.js';

/** Each look is a seek in an index that holds the jobs in progress, or the calls to count, alone. */
const ROUND_MS = 500;
/** Jobs that a round counts or closes: the others wait for the next one. */
const MAX_JOBS = 100;
/** Calls that one transaction counts. */
const MAX_COUNTED = 500;

@Injectable()
export class RedactionRounds implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RedactionRounds.name);
  private readonly stopping = new AbortController();
  /** Apart from the count, which must not wait for a long call to be masked. */
  private readonly taking = this.task(() => this.take(), 'Could not go on with jobs that mask stored calls');
  private readonly counting = this.task(() => this.count(), 'Could not count the calls of jobs that mask them');

  constructor(
    private readonly dataSource: DataSource,
    private readonly turns: TakeCalls,
    private readonly claims: RedactionJobClaims,
    private readonly notices: RedactionNotices,
  ) {}

  onApplicationBootstrap(): void {
    this.taking.start(ROUND_MS);
    this.counting.start(ROUND_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.taking.stop(), this.counting.stop()]);
  }

  private task(run: () => Promise<void>, failed: string): PeriodicTask {
    return new PeriodicTask(run, (error) => this.logger.warn({ err: error }, `${failed}; the next round tries again`));
  }

  private async take(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && (await this.turns.takeTurn(signal))) {}
  }

  private async count(): Promise<void> {
    for (const { id, accountId } of await this.claims.findEnded(MAX_JOBS))
      await this.settle(accountId, (tx) => this.claims.countEnded(tx, id, MAX_COUNTED));
    for (const short of await this.claims.findShort(MAX_JOBS))
      await this.settle(short.accountId, (tx) => this.claims.closeShort(tx, short));
  }

  private async settle(accountId: string, count: (tx: EntityManager) => Promise<SettledJob | null>): Promise<void> {
    try {
      const deliveryIds = await this.dataSource.transaction(async (tx) => {
        if (!(await lockAccountAgainstErasure(tx, accountId))) return [];
        const settled = await count(tx);
        return settled ? this.notices.record(tx, settled) : [];
      });
      this.notices.send(deliveryIds);
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
    }
  }
}

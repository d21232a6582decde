// Has this worker go on with jobs that mask stored calls: takes the calls that are next, counts those whose masking has ended,
// and closes jobs whose calls were deleted meanwhile.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { JobRounds } from '../../work/jobs/job-rounds.js';
import { RedactionJobClaims, type SettledJob } from './redaction-job-claims.js';
import { RedactionNotices } from './redaction-notices.js';
import { TakeCalls } from './take-calls.js';

/** Jobs that a round counts or closes: the others wait for the next one. */
const MAX_JOBS = 100;
/** Calls that one transaction counts. */
const MAX_COUNTED = 500;

@Injectable()
export class RedactionRounds extends JobRounds {
  constructor(
    dataSource: DataSource,
    private readonly turns: TakeCalls,
    private readonly claims: RedactionJobClaims,
    private readonly notices: RedactionNotices,
  ) {
    super(dataSource, notices, {
      turnFailed: 'Could not go on with jobs that mask stored calls; the next round tries again',
      countFailed: 'Could not count the calls of jobs that mask them; the next round tries again',
    });
  }

  protected takeTurn(stopping: AbortSignal): Promise<boolean> {
    return this.turns.takeTurn(stopping);
  }

  protected async count(): Promise<void> {
    for (const { id, accountId } of await this.claims.findEnded(MAX_JOBS))
      await this.settle(accountId, (tx) => this.claims.countEnded(tx, id, MAX_COUNTED));
    for (const short of await this.claims.findShort(MAX_JOBS))
      await this.settle(short.accountId, (tx) => this.claims.closeShort(tx, short));
  }

  private settle(accountId: string, count: (tx: EntityManager) => Promise<SettledJob | null>): Promise<void> {
    return this.write(accountId, async (tx) => {
      const settled = await count(tx);
      return settled ? this.notices.record(tx, settled) : [];
    });
  }
}

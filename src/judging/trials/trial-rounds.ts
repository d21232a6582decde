// Has this worker compute the figures of engine trials whose items have all ended, and close them.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { Config } from '../../platform/config/config.js';
import { ClaimLost } from '../../work/claim.js';
import { JobRounds } from '../../work/jobs/job-rounds.js';
import { turnUnderLease } from '../../work/jobs/job-writes.js';
import { ComputeFigures } from './compute-figures.js';
import { type EndedTrial, TrialClaims } from './trial-claims.js';

const FAILED = 'Could not close an engine trial; the next round tries again';
/** Then the trial fails, and what its items gave stays. */
const MAX_FAILURES = 5;
const RETRY_MS = 5_000;

@Injectable()
export class TrialRounds extends JobRounds {
  constructor(
    dataSource: DataSource,
    private readonly claims: TrialClaims,
    private readonly figures: ComputeFigures,
    private readonly limit: EvaluationLimit,
    private readonly config: Config,
  ) {
    // The end of a trial is no event.
    super(dataSource, { send: () => undefined }, { turnFailed: FAILED, countFailed: FAILED });
  }

  protected async takeTurn(stopping: AbortSignal): Promise<boolean> {
    const trial = await this.claims.claimNext();
    if (!trial) return false;
    const { leaseMs } = this.config.worker;
    await turnUnderLease(
      () => this.claims.renew(trial, leaseMs),
      leaseMs,
      stopping,
      (signal) => this.close(trial, signal),
    );
    return true;
  }

  /** A trial is closed in its turn. */
  protected async count(): Promise<void> {}

  private async close(trial: EndedTrial, signal: AbortSignal): Promise<void> {
    try {
      const figures = JSON.stringify(await this.figures.run(trial, signal));
      await this.settle(trial, figures);
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      if (signal.aborted) return this.claims.handBack(trial, 0, false);
      this.logger.warn(
        { trialId: trial.id, requestId: trial.requestId, err: error },
        'The figures of an engine trial could not be computed',
      );
      if (trial.failures + 1 < MAX_FAILURES) return this.claims.handBack(trial, RETRY_MS, true);
      await this.settle(trial, null);
    }
  }

  private settle(trial: EndedTrial, figures: string | null): Promise<void> {
    return this.write(trial.accountId, async (tx) => {
      const unused = await this.claims.close(tx, trial, figures);
      await this.limit.giveBackByMode(tx, trial.accountId, unused, trial.createdAt);
      return [];
    });
  }
}

// Has this worker judge the calls that scorecards watch, a turn at a time.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type ClaimedWatch, WatchClaims } from '../../scorecards/watch/watch-claims.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { ClaimLost } from '../../work/claim.js';
import { JobRounds } from '../../work/jobs/job-rounds.js';
import { turnUnderLease } from '../../work/jobs/job-writes.js';
import { CheckJudge } from './check-judge.js';
import { JudgeVersions } from './judge-versions.js';

const FAILED = 'Judging of watched calls failed; the next round tries again';
/** Time between two looks at what is due. */
const WAKE_MS = 10_000;
const RETRY_MS = 60_000;
/** The provider refuses, and will until someone acts. */
const REFUSED_MS = 3_600_000;

@Injectable()
export class WatchRounds extends JobRounds {
  private wakeAtMs = 0;

  constructor(
    dataSource: DataSource,
    private readonly claims: WatchClaims,
    private readonly checks: CheckJudge,
    private readonly versions: JudgeVersions,
    private readonly config: Config,
    deliveries: Deliveries,
  ) {
    const send = (ids: readonly string[]) => void (ids.length > 0 && deliveries.enqueue(ids));
    super(dataSource, { send }, { turnFailed: FAILED, countFailed: FAILED });
  }

  protected async takeTurn(stopping: AbortSignal): Promise<boolean> {
    const watch = await this.claims.claimNext();
    if (!watch) return false;
    const { leaseMs } = this.config.worker;
    await turnUnderLease(
      () => this.claims.renew(watch, leaseMs),
      leaseMs,
      stopping,
      (signal) => this.goOn(watch, signal),
    );
    return true;
  }

  /** Finds what is due. Each process does, since a look that finds nothing writes nothing. */
  protected async count(): Promise<void> {
    if (performance.now() < this.wakeAtMs) return;
    this.wakeAtMs = performance.now() + WAKE_MS;
    await this.claims.wake(this.versions.present());
  }

  private async goOn(watch: ClaimedWatch, signal: AbortSignal): Promise<void> {
    try {
      await this.checks.goOn(watch, signal, (work) => this.write(watch.accountId, work));
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      if (signal.aborted) return this.claims.handBack(watch, 0);
      const { scorecardId, requestId } = watch;
      this.logger.warn({ scorecardId, requestId, err: error }, 'Calls that a scorecard watches could not be judged');
      await this.claims.handBack(watch, waitMsAfter(error));
    }
  }
}

function waitMsAfter(error: unknown): number {
  if (!(error instanceof ProviderError)) return RETRY_MS;
  return error.retryable ? Math.max(error.retryAfterMs ?? 0, RETRY_MS) : REFUSED_MS;
}

// Goes through the calls of a job that masks stored calls, and takes them one by one: the texts of a call are masked in the
// transaction that notes how far the job is. A worker may be killed anywhere, and the next one goes on with the next call.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { type CompletedCall, nextCompletedCalls } from '../../calls/listing/completed-calls.js';
import { Config } from '../../platform/config/config.js';
import { ClaimLost } from '../../work/claim.js';
import { turnUnderLease, writeAndTell } from '../../work/jobs/job-writes.js';
import { WorkerHealth } from '../../work/worker-health.js';
import { StartCallRedaction } from '../calls/start-call-redaction.js';
import { type ClaimedJob, RedactionJobClaims, type Step } from './redaction-job-claims.js';
import { RedactionNotices } from './redaction-notices.js';

/** Calls of a turn: then another account has one. */
const TURN_CALLS = 20;
/** The same, of their recordings: a call of ten hours costs as much as a hundred short ones. */
const TURN_MS = 3_600_000;
/** A job has no more calls waiting or at work than these: from when a call is taken to its end, its recording is withheld. */
const MAX_AT_WORK = 16;
/** Time until the worker polls a job again that gives way, or has enough calls at work. */
const WAIT_MS = 500;
/** The same where the next call is being masked for another request, or could not be taken because of an error. */
const RETRY_MS = 2_000;
/** Then the call counts as failed, so that it does not keep the others from being masked. */
const MAX_FAILURES = 5;

@Injectable()
export class TakeCalls {
  private readonly logger = new Logger(TakeCalls.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: RedactionJobClaims,
    private readonly start: StartCallRedaction,
    private readonly yields: YieldToCalls,
    private readonly health: WorkerHealth,
    private readonly notices: RedactionNotices,
    private readonly config: Config,
  ) {}

  /** A turn of the next account's job. @returns false when no job waits for a turn */
  async takeTurn(stopping: AbortSignal): Promise<boolean> {
    const job = await this.claims.claimNext();
    if (!job) return false;
    const { leaseMs } = this.config.worker;
    await turnUnderLease(
      () => this.claims.renew(job),
      leaseMs,
      stopping,
      (signal) => this.goOn(job, signal),
    );
    return true;
  }

  private async goOn(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const calls = await nextCompletedCalls(this.dataSource, job.calls, job.cursor, TURN_CALLS);
    let searchedMs = 0;
    for (const [at, call] of calls.entries()) {
      if (signal.aborted || searchedMs >= TURN_MS) return this.claims.handBack(job, 0);
      searchedMs += call.durationMs;
      const failures = at === 0 ? job.failures : 0;
      const waitMs = (await this.mustWait(job)) ? WAIT_MS : await this.take(job, call, failures, signal);
      if (waitMs > 0) return this.claims.handBack(job, waitMs);
    }
    if (calls.length === TURN_CALLS) return this.claims.handBack(job, 0);
    await writeAndTell(this.dataSource, job.accountId, this.notices, async (tx) => {
      const settled = await this.claims.recordLast(tx, job);
      return settled ? this.notices.record(tx, settled) : [];
    });
  }

  private async mustWait({ id, accountId }: ClaimedJob): Promise<boolean> {
    if (!(await this.yields.mayGoOn(accountId)) || !(await this.health.isFitFor('all'))) return true;
    return (await this.claims.countAtWork(id, MAX_AT_WORK)) >= MAX_AT_WORK;
  }

  /**
   * @param failures of this call so far
   * @returns how long the job waits before its next call, in milliseconds; 0 where it goes on
   */
  private async take(job: ClaimedJob, call: CompletedCall, failures: number, signal: AbortSignal): Promise<number> {
    const { id: redactionId, accountId, livemode, requestId, wanted } = job;
    const asked = { analysisId: call.id, wanted, requestId, redactionId };
    const record = (tx: EntityManager) => this.claims.recordStep(tx, job, call, 'taken');
    try {
      const acceptance = await this.start.accept({ accountId, livemode }, asked, record, signal);
      if (acceptance.kind === 'in_progress' && !acceptance.covers) return RETRY_MS;
      if (acceptance.kind !== 'accepted') await this.passOver(job, call, 'skipped');
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      if (signal.aborted) return 0;
      this.logger.warn({ redactionId, analysisId: call.id, requestId, err: error }, 'Could not mask a stored call');
      if (failures < MAX_FAILURES) {
        await this.claims.recordFailure(job);
        return RETRY_MS;
      }
      await this.passOver(job, call, 'failed');
    }
    return 0;
  }

  /** A worker that dies before this is followed by one that finds the same. */
  private async passOver(job: ClaimedJob, call: CompletedCall, step: Step): Promise<void> {
    await this.claims.recordStep(this.dataSource, job, call, step);
  }
}

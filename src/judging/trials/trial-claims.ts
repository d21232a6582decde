// Turns of workers at engine trials whose items have all ended: the figures are computed, and the trial is closed. Only writer
// of a trial's status, but for an owner who cancels it.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ByMode } from '../../billing/usage/evaluation-limit.js';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow } from '../../platform/database/sql.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import { ClaimLost } from '../../work/claim.js';
import { HELD } from '../../work/claim-statements.js';
import { handBackJob, jobTurns, renewJob } from '../../work/jobs/job-claims.js';
import { JobTurns } from '../../work/jobs/job-turns.js';

/** The row of a trial whose items have all ended. */
export interface EndedTrial {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly task: EngineTask;
  readonly engines: readonly string[];
  readonly scorecardId: string | null;
  readonly revision: number | null;
  /** Times that its figures could not be computed. */
  readonly failures: number;
  readonly fence: number;
}

const COLUMNS = `id, account_id AS "accountId", request_id AS "requestId", created_at AS "createdAt", task, engines, scorecard_id AS "scorecardId", revision,
  failures, fence`;
const ENDED = `status = 'processing' AND NOT EXISTS (
  SELECT FROM engine_trial_item i WHERE i.trial_id = engine_trial.id AND i.status = 'processing')`;
const TURNS = jobTurns('engine_trial', COLUMNS, ENDED);
const RENEW = renewJob('engine_trial');
const HAND_BACK = handBackJob('engine_trial');
const COUNT_FAILURE: PreparedStatement = {
  name: 'count-failure-of-engine-trial',
  text: `UPDATE engine_trial SET failures = failures + 1 WHERE ${HELD}`,
};
/** Evaluations that were counted at the start, and not made. */
const UNUSED = `total - total_test - completed + completed_test AS live, total_test - completed_test AS test`;
const CLOSE: PreparedStatement = {
  name: 'close-engine-trial',
  text: `UPDATE engine_trial SET status = $3, figures = $4, settled_at = now(), lease_until = NULL
         WHERE ${HELD} RETURNING ${UNUSED}`,
};
const CANCEL = `
  UPDATE engine_trial SET status = 'canceled', settled_at = now(), lease_until = NULL, fence = fence + 1
  WHERE id = $1 AND status = 'processing' RETURNING ${UNUSED}`;
const CANCEL_ITEMS = `
  WITH canceled AS (
    UPDATE engine_trial_item SET status = 'canceled', settled_at = now(), lease_until = NULL, fence = fence + 1
    WHERE trial_id = $1 AND status = 'processing' RETURNING id)
  DELETE FROM engine_trial_checkpoint WHERE item_id IN (SELECT id FROM canceled)`;

@Injectable()
export class TrialClaims {
  private readonly turns: JobTurns<EndedTrial>;

  constructor(
    private readonly dataSource: DataSource,
    { worker }: Config,
  ) {
    this.turns = new JobTurns(dataSource, TURNS, worker.leaseMs);
  }

  claimNext(): Promise<EndedTrial | null> {
    return this.turns.claimNext();
  }

  /** @throws ClaimLost */
  async renew({ id, fence }: EndedTrial, leaseMs: number): Promise<void> {
    if ((await queryPrepared(this.dataSource, RENEW, [id, fence, leaseMs])).length === 0) throw new ClaimLost();
  }

  async handBack({ id, fence }: EndedTrial, waitMs: number, hasFailed: boolean): Promise<void> {
    if (hasFailed) await queryPrepared(this.dataSource, COUNT_FAILURE, [id, fence]);
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence, waitMs]);
  }

  /**
   * @param figures JSON; null where they could not be computed
   * @returns evaluations that were counted for it and not made
   * @throws ClaimLost
   */
  async close(tx: EntityManager, { id, fence }: EndedTrial, figures: string | null): Promise<ByMode> {
    const status = figures === null ? 'failed' : 'completed';
    const [unused] = await queryPrepared<ByMode>(tx, CLOSE, [id, fence, status, figures]);
    if (!unused) throw new ClaimLost();
    return unused;
  }

  /** A worker at one of its items loses its claim. @returns evaluations that were counted and not made; null when it has ended */
  async cancel(tx: EntityManager, id: string): Promise<ByMode | null> {
    // The items before the trial, as every writer locks them.
    await tx.query(CANCEL_ITEMS, [id]);
    return queryRow<ByMode>(tx, CANCEL, [id]);
  }
}

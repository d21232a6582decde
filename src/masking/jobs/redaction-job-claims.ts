// The only writer of the counts and the status of a job that masks stored calls.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type CompletedCall, type CompletedCalls, callsOfJob } from '../../calls/listing/completed-calls.js';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { ClaimLost } from '../../work/claim.js';
import { HELD } from '../../work/claim-statements.js';
import { handBackJob, jobTurns, renewJob } from '../../work/jobs/job-claims.js';
import { JobTurns } from '../../work/jobs/job-turns.js';

/** Part of the row that the final transaction of the job needs to notify the client. */
export interface SettledJob {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
}

/** Row of a job with calls left to take, at the moment of the claim. */
export interface ClaimedJob {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly wanted: WantedRedaction;
  readonly calls: CompletedCalls;
  /** Last call that the job has taken or skipped; null before the first. */
  readonly cursor: Pick<CompletedCall, 'id' | 'createdAt'> | null;
  /** Errors for which the call after the cursor could not be taken so far. */
  readonly failures: number;
  readonly fence: number;
}

/** Outcome of the next call. `taken`: it counts once a worker has ended its masking. */
export type Step = 'taken' | 'skipped' | 'failed';

/** Job in progress whose calls are all found, with the number of those that no longer exist. */
export interface ShortJob {
  readonly id: string;
  readonly accountId: string;
  readonly missing: number;
}

/** Job with calls whose masking has ended and is not counted yet. */
export interface EndedCalls {
  readonly id: string;
  readonly accountId: string;
}

@Injectable()
export class RedactionJobClaims {
  private readonly turns: JobTurns<ClaimRow>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {
    this.turns = new JobTurns(dataSource, TURNS, config.worker.leaseMs);
  }

  /** Takes a lease on the job that has been due for longest of the next account. Null when none is due. */
  async claimNext(): Promise<ClaimedJob | null> {
    const claimed = await this.turns.claimNext();
    return claimed ? toClaimed(claimed) : null;
  }

  /** Counts calls of the job that wait for a worker or are in progress, up to `atMost`. */
  async countAtWork(id: string, atMost: number): Promise<number> {
    const [found] = await queryPrepared<{ n: number }>(this.dataSource, COUNT_AT_WORK, [id, atMost]);
    return found?.n ?? 0;
  }

  /** Ends the lease; the job is due after the wait. Does nothing if the claim is lost. */
  async handBack({ id, fence }: Pick<ClaimedJob, 'id' | 'fence'>, waitMs: number): Promise<void> {
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence, Math.round(waitMs)]);
  }

  /** Heartbeat: extends the lease. @throws ClaimLost */
  async renew({ id, fence }: ClaimedJob): Promise<void> {
    const renewed = await queryPrepared(this.dataSource, RENEW, [id, fence, this.config.worker.leaseMs]);
    if (renewed.length === 0) throw new ClaimLost();
  }

  /** Records that the next call could not be taken because of an error. */
  async recordFailure({ id, fence }: ClaimedJob): Promise<void> {
    await queryPrepared(this.dataSource, RECORD_FAILURE, [id, fence]);
  }

  /**
   * @param sql for a taken call: the transaction that takes it
   * @throws ClaimLost
   */
  async recordStep(sql: Sql, { id, fence }: ClaimedJob, call: CompletedCall, step: Step): Promise<void> {
    const written = await queryPrepared(sql, RECORD_STEP, [id, fence, call.createdAt, call.id, step]);
    if (written.length === 0) throw new ClaimLost();
  }

  /**
   * Records that no call is left. Calls that were deleted between the start and their turn count as skipped.
   * @returns the job when this has completed it, else null
   * @throws ClaimLost
   */
  async recordLast(tx: EntityManager, { id, fence }: ClaimedJob): Promise<SettledJob | null> {
    const written = await queryPrepared(tx, RECORD_LAST, [id, fence]);
    if (written.length === 0) throw new ClaimLost();
    return this.count(tx, id, { completed: 0, failed: 0, skipped: 0 });
  }

  /** @returns false when the job has ended */
  async cancel(tx: EntityManager, id: string): Promise<boolean> {
    return (await queryRow(tx, CANCEL, [id])) !== null;
  }

  /** Finds jobs with calls to count, also canceled ones. */
  async findEnded(limit: number): Promise<EndedCalls[]> {
    return queryRows(this.dataSource, FIND_ENDED, [limit]);
  }

  /**
   * Counts up to `limit` calls whose masking has ended. A call is marked with its count, so that none counts twice.
   * @returns the job when this has completed it, else null
   */
  async countEnded(tx: EntityManager, id: string, limit: number): Promise<SettledJob | null> {
    const [ended] = await queryPrepared<{ completed: number; failed: number }>(tx, MARK_COUNTED, [id, limit]);
    return this.count(tx, id, { completed: ended?.completed ?? 0, failed: ended?.failed ?? 0, skipped: 0 });
  }

  /** Finds jobs that wait for no call any more and have not counted all calls. */
  async findShort(limit: number): Promise<ShortJob[]> {
    return queryRows(this.dataSource, FIND_SHORT, [limit]);
  }

  /**
   * Counts the missing calls of a job.
   * @returns the job when this has completed it, else null
   * @throws ClaimLost when the job has changed since: another worker has closed it
   */
  async closeShort(tx: EntityManager, { id, missing }: ShortJob): Promise<SettledJob | null> {
    const held = await queryRow(tx, LOCK_SHORT, [id, missing]);
    if (held === null) throw new ClaimLost();
    return this.count(tx, id, { completed: 0, failed: 0, skipped: missing });
  }

  /** Locks the row of the job last, as every writer does, so that no two writers deadlock. */
  private async count(tx: EntityManager, id: string, ended: Ended): Promise<SettledJob | null> {
    const { completed, failed, skipped } = ended;
    const [counted] = await queryPrepared<CountedRow>(tx, COUNT, [id, completed, failed, skipped]);
    return counted?.is_settled ? toSettled(counted) : null;
  }
}

interface Ended {
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface CountedRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
  readonly is_settled: boolean;
}

const toSettled = (row: CountedRow): SettledJob => ({
  id: row.id,
  accountId: row.account_id,
  livemode: row.livemode,
  webhookUrl: row.webhook_url,
  webhookEvents: row.webhook_events,
});

interface ClaimRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly request_id: string;
  readonly created_at: Date;
  readonly wanted: string;
  readonly filter: string;
  readonly cursor_created_at: Date | null;
  readonly cursor_id: string | null;
  readonly failures: number;
  readonly fence: number;
}

function toClaimed(row: ClaimRow): ClaimedJob {
  const { cursor_id: id, cursor_created_at: createdAt } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    livemode: row.livemode,
    requestId: row.request_id,
    wanted: JSON.parse(row.wanted),
    calls: callsOfJob(row.account_id, row.filter, row.created_at),
    cursor: id === null || createdAt === null ? null : { id, createdAt },
    failures: row.failures,
    fence: row.fence,
  };
}

const TURNS = jobTurns(
  'redaction',
  'id, account_id, livemode, request_id, created_at, wanted, filter, cursor_created_at, cursor_id, failures, fence',
);
const HAND_BACK = handBackJob('redaction');
const COUNT_AT_WORK: PreparedStatement = {
  name: 'count-redactions-at-work',
  text: `SELECT count(*)::int AS n
         FROM (SELECT 1 FROM call_redaction
               WHERE redaction_id = $1 AND NOT counted AND status = 'processing' LIMIT $2) AS at_work`,
};
const RENEW = renewJob('redaction');
const RECORD_FAILURE: PreparedStatement = {
  name: 'record-redaction-failure',
  text: `UPDATE redaction SET failures = failures + 1 WHERE ${HELD}`,
};
const RECORD_STEP: PreparedStatement = {
  name: 'record-redaction-step',
  text: `UPDATE redaction
         SET cursor_created_at = $3, cursor_id = $4, failures = 0,
           passed = passed + 1, skipped = skipped + ($5 = 'skipped')::int,
           failed = failed + ($5 = 'failed')::int
         WHERE ${HELD}
         RETURNING id`,
};
/** Deletes the filter, which may name a person, and the cursor, which is a call, once the last call is found. */
const FORGOTTEN = "filter = '{}', cursor_created_at = NULL, cursor_id = NULL, lease_until = NULL";
const RECORD_LAST: PreparedStatement = {
  name: 'record-last-redacted',
  text: `UPDATE redaction
         SET expanded = true, total = greatest(total, passed), skipped = skipped + greatest(0, total - passed), ${FORGOTTEN}
         WHERE ${HELD}
         RETURNING id`,
};
const CANCEL = `
  UPDATE redaction SET status = 'canceled', settled_at = now(), fence = fence + 1, ${FORGOTTEN}
  WHERE id = $1 AND status = 'processing' RETURNING id`;

/** While calls are still taken, more may follow: the job is then not complete, however many calls it has counted. */
const IS_LAST =
  "before.status = 'processing' AND r.expanded AND r.completed + r.failed + r.skipped + $2 + $3 + $4 >= r.total";
const COUNT: PreparedStatement = {
  name: 'count-redacted',
  text: `WITH before AS (SELECT status FROM redaction WHERE id = $1 FOR NO KEY UPDATE)
         UPDATE redaction AS r
         SET completed = r.completed + $2, failed = r.failed + $3, skipped = r.skipped + $4,
           status = CASE WHEN ${IS_LAST} THEN 'completed' ELSE r.status END,
           settled_at = CASE WHEN ${IS_LAST} THEN now() ELSE r.settled_at END
         FROM before
         WHERE r.id = $1
         RETURNING r.id, r.account_id, r.livemode, r.webhook_url, r.webhook_events,
           before.status = 'processing' AND r.status = 'completed' AS is_settled`,
};

const ENDED = "NOT c.counted AND c.status <> 'processing'";
const FIND_ENDED = `
  SELECT r.id, r.account_id AS "accountId" FROM redaction r
  WHERE r.id IN (SELECT c.redaction_id FROM call_redaction c WHERE c.redaction_id IS NOT NULL AND ${ENDED})
  LIMIT $1`;
const MARK_COUNTED: PreparedStatement = {
  name: 'mark-redacted-counted',
  text: `WITH ended AS (
           SELECT c.id FROM call_redaction c WHERE c.redaction_id = $1 AND ${ENDED}
           ORDER BY c.id LIMIT $2 FOR UPDATE SKIP LOCKED),
         marked AS (
           UPDATE call_redaction c SET counted = true FROM ended WHERE c.id = ended.id RETURNING c.status)
         SELECT (count(*) FILTER (WHERE status = 'completed'))::int AS completed,
           (count(*) FILTER (WHERE status = 'failed'))::int AS failed
         FROM marked`,
};

const MISSING = 'r.total - r.completed - r.failed - r.skipped';
const FIND_SHORT = `
  SELECT r.id, r.account_id AS "accountId", ${MISSING} AS missing FROM redaction r
  WHERE r.status = 'processing' AND r.expanded
    AND NOT EXISTS (SELECT FROM call_redaction c WHERE c.redaction_id = r.id AND NOT c.counted)
  LIMIT $1`;
const LOCK_SHORT = `
  SELECT 1 FROM redaction r WHERE r.id = $1 AND r.status = 'processing' AND r.expanded AND ${MISSING} = $2
  FOR NO KEY UPDATE OF r`;

// Only writer of a rescore's counts and status. Each claim raises its fence number, and every page checks it: a worker that lost
// its lease and wakes up late writes nothing.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ByMode } from '../../billing/usage/evaluation-limit.js';
import { type CompletedCall, type CompletedCalls, callsOfJob } from '../../calls/listing/completed-calls.js';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { ClaimLost } from '../../work/claim.js';
import { handBackJob, jobTurns } from '../../work/jobs/job-claims.js';
import { JobTurns } from '../../work/jobs/job-turns.js';

/** Outcome of one call of a rescore. `skipped`: the same revision has already evaluated it, or it no longer exists. */
export type RescoreCount = 'completed' | 'failed' | 'skipped';

/** Part of the row that the final transaction needs to notify the client. */
export interface SettledRescore {
  readonly id: string;
  readonly accountId: string;
  readonly scorecardId: string;
  readonly livemode: boolean;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
}

export interface CountedRescore {
  /** Time when all of its evaluations were counted in the account's limit. Null where the rescore was erased with its account. */
  readonly startedAt: Date | null;
  /** Null while more calls are to be counted. */
  readonly settled: SettledRescore | null;
}

/** The row of a rescore whose calls are not all found yet, at the moment of the claim. */
export interface ClaimedRescore {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly scorecardId: string;
  readonly revision: number;
  /** Engine and version of the prompt; null when no language model is asked. */
  readonly modelKey: string | null;
  readonly calls: CompletedCalls;
  /** The last call of the page before; null for the first page. */
  readonly cursor: Pick<CompletedCall, 'id' | 'createdAt'> | null;
  readonly total: number;
  readonly skipped: number;
  /** Evaluations made so far, and evaluations that were counted for the rescore and not given back. */
  readonly made: ByMode;
  readonly taken: ByMode;
  readonly fence: number;
}

/** Outcome of one page of calls. */
export interface RescorePage {
  /** Last call of the page; null for an empty page. */
  readonly cursor: Pick<CompletedCall, 'id' | 'createdAt'> | null;
  readonly made: ByMode;
  readonly skipped: number;
  /** True when no call is left. */
  readonly isLast: boolean;
}

/** Rescore with calls that no longer exist: they were deleted before they were evaluated. */
export interface ShortRescore {
  readonly id: string;
  readonly accountId: string;
  readonly startedAt: Date;
  readonly missing: number;
  /** Number of missing calls in test mode. */
  readonly missingTest: number;
}

@Injectable()
export class RescoreClaims {
  private readonly turns: JobTurns<ClaimRow>;

  constructor(
    private readonly dataSource: DataSource,
    config: Config,
  ) {
    this.turns = new JobTurns(dataSource, TURNS, config.worker.leaseMs);
  }

  /** Takes a lease on the rescore that has been due for longest of the next account. Null when none is due. */
  async claimNext(): Promise<ClaimedRescore | null> {
    const claimed = await this.turns.claimNext();
    return claimed ? toClaimed(claimed) : null;
  }

  /** Counts evaluations of a rescore that wait or are in progress, up to `atMost`. */
  async countUnsettled(id: string, atMost: number): Promise<number> {
    const [found] = await queryPrepared<{ n: number }>(this.dataSource, COUNT_UNSETTLED, [id, atMost]);
    return found?.n ?? 0;
  }

  /** Releases the lease: the next page is due after the wait. Does nothing if the claim is lost. */
  async handBack({ id, fence }: ClaimedRescore, waitMs: number): Promise<void> {
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence, Math.round(waitMs)]);
  }

  /**
   * Records a page in the transaction that makes its evaluations, after their rows, and releases the lease. The last page sets
   * the total to the number of calls found.
   * @returns the rescore when this has completed it, else null
   * @throws ClaimLost
   */
  async recordPage(tx: EntityManager, claimed: ClaimedRescore, page: RescorePage): Promise<SettledRescore | null> {
    const { id, fence, total, made, skipped } = claimed;
    const madeNow = page.made.live + page.made.test;
    const found = made.live + made.test + skipped + madeNow + page.skipped;
    const written = await queryPrepared(tx, RECORD_PAGE, [
      id,
      fence,
      page.cursor?.createdAt ?? null,
      page.cursor?.id ?? null,
      madeNow,
      page.isLast,
      page.isLast ? Math.max(total, found) : total,
      page.made.test,
    ]);
    if (written.length === 0) throw new ClaimLost();
    // Calls that were deleted between the start and their page.
    const gone = page.isLast ? Math.max(0, total - found) : 0;
    return (await this.count(tx, id, 'skipped', page.skipped + gone)).settled;
  }

  /** @returns evaluations that were counted for it and not made; null when it has ended */
  async cancel(tx: EntityManager, id: string): Promise<ByMode | null> {
    return queryRow(tx, CANCEL, [id]);
  }

  /**
   * Deletes unfinished evaluations of a rescore, except for those that a client requested too. A worker on one of them loses its
   * claim.
   * @param which `free`: skips evaluations that another transaction has locked
   * @returns number of deleted evaluations
   */
  async deleteUnsettled(tx: EntityManager, id: string, which: 'all' | 'free'): Promise<ByMode> {
    const deleted = await queryPrepared<{ livemode: boolean }>(tx, DELETE_UNSETTLED[which], [id]);
    const live = deleted.filter(({ livemode }) => livemode).length;
    return { live, test: deleted.length - live };
  }

  /** Finds canceled rescores with evaluations that were locked when the rescore was canceled. */
  async findLeftOver(limit: number): Promise<Pick<ShortRescore, 'id' | 'accountId' | 'startedAt'>[]> {
    return queryRows(this.dataSource, FIND_LEFT_OVER, [limit]);
  }

  /** Finds rescores that wait for no call any more and have not counted all calls. */
  async findShort(limit: number): Promise<ShortRescore[]> {
    return queryRows(this.dataSource, FIND_SHORT, [limit]);
  }

  /**
   * Counts the missing calls of a rescore.
   * @returns the rescore when this has completed it, else null
   * @throws ClaimLost when the rescore has changed since: another worker has closed it
   */
  async closeShort(tx: EntityManager, { id, missing }: ShortRescore): Promise<SettledRescore | null> {
    const held = await queryRow(tx, LOCK_SHORT, [id, missing]);
    if (held === null) throw new ClaimLost();
    return (await this.count(tx, id, 'skipped', missing)).settled;
  }

  /**
   * Counts calls of a rescore, and completes it with the last one. Call this in the transaction that ends the evaluations, after
   * their rows: every writer locks the row of the rescore last, so that no two writers deadlock.
   * @param ofTestMode number of ended evaluations of calls in test mode
   */
  async count(
    tx: EntityManager,
    rescoreId: string,
    count: RescoreCount,
    calls = 1,
    ofTestMode = 0,
  ): Promise<CountedRescore> {
    const [counted] = await queryPrepared<CountedRow>(tx, COUNT[count], [rescoreId, calls, ofTestMode]);
    return { startedAt: counted?.created_at ?? null, settled: counted?.is_settled ? fromRow(counted) : null };
  }
}

interface CountedRow {
  readonly id: string;
  readonly created_at: Date;
  readonly account_id: string;
  readonly scorecard_id: string;
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
  readonly is_settled: boolean;
}

function fromRow(row: CountedRow): SettledRescore {
  return {
    id: row.id,
    accountId: row.account_id,
    scorecardId: row.scorecard_id,
    livemode: row.livemode,
    webhookUrl: row.webhook_url,
    webhookEvents: row.webhook_events,
  };
}

const COUNT: Readonly<Record<RescoreCount, PreparedStatement>> = {
  completed: counting('completed'),
  failed: counting('failed'),
  skipped: counting('skipped'),
};

/**
 * While the filter is still read page by page, more calls may follow: the job is then not complete, however many calls it has
 * counted.
 */
function counting(column: RescoreCount): PreparedStatement {
  const isLast =
    "before.status = 'processing' AND rescore.expanded AND rescore.completed + rescore.failed + rescore.skipped + $2 >= rescore.total";
  return {
    name: `count-rescore-${column}`,
    text: `WITH before AS (SELECT status FROM rescore WHERE id = $1 FOR NO KEY UPDATE)
           UPDATE rescore
           SET ${column} = rescore.${column} + $2, settled_test = rescore.settled_test + $3,
               status = CASE WHEN ${isLast} THEN 'completed' ELSE rescore.status END,
               settled_at = CASE WHEN ${isLast} THEN now() ELSE rescore.settled_at END
           FROM before
           WHERE rescore.id = $1
           RETURNING rescore.id, created_at, account_id, scorecard_id, livemode, webhook_url, webhook_events,
             before.status = 'processing' AND rescore.status = 'completed' AS is_settled`,
  };
}

interface ClaimRow {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly request_id: string;
  readonly created_at: Date;
  readonly scorecard_id: string;
  readonly revision: number;
  readonly judge: string;
  readonly filter: string;
  readonly cursor_created_at: Date | null;
  readonly cursor_id: string | null;
  readonly total: number;
  readonly skipped: number;
  readonly made: number;
  readonly made_test: number;
  readonly taken: number;
  readonly taken_test: number;
  readonly fence: number;
}

function toClaimed(row: ClaimRow): ClaimedRescore {
  const { cursor_id, cursor_created_at } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    livemode: row.livemode,
    requestId: row.request_id,
    scorecardId: row.scorecard_id,
    revision: row.revision,
    modelKey: row.judge === '' ? null : row.judge,
    calls: callsOfJob(row.account_id, row.filter, row.created_at),
    cursor: cursor_id === null || cursor_created_at === null ? null : { id: cursor_id, createdAt: cursor_created_at },
    total: row.total,
    skipped: row.skipped,
    made: { live: row.made - row.made_test, test: row.made_test },
    taken: { live: row.taken - row.taken_test, test: row.taken_test },
    fence: row.fence,
  };
}

// Deletes the filter, which may name a person, and the cursor, which is a call, once the last call is found.

const TURNS = jobTurns(
  'rescore',
  `id, account_id, livemode, request_id, created_at, scorecard_id, revision, judge, filter, cursor_created_at, cursor_id, total,
   skipped, made, made_test, taken, taken_test, fence`,
);
const HAND_BACK = handBackJob('rescore');
const COUNT_UNSETTLED = {
  name: 'count-unsettled-evaluations',
  text: `SELECT count(*)::int AS n
         FROM (SELECT 1 FROM evaluation WHERE rescore_id = $1 AND status = 'processing' LIMIT $2) AS unsettled`,
};
const RECORD_PAGE = {
  name: 'record-rescore-page',
  text: `UPDATE rescore
         SET cursor_created_at = CASE WHEN NOT $6 THEN coalesce($3, cursor_created_at) END,
           cursor_id = CASE WHEN NOT $6 THEN coalesce($4, cursor_id) END, made = made + $5,
           made_test = made_test + $8, taken = CASE WHEN $6 THEN made + $5 ELSE taken END,
           taken_test = CASE WHEN $6 THEN made_test + $8 ELSE taken_test END, expanded = $6, total = $7,
           filter = CASE WHEN $6 THEN '{}' ELSE filter END, lease_until = NULL, run_after = now()
         WHERE id = $1 AND fence = $2 AND status = 'processing'
         RETURNING id`,
};
const CANCEL = `
  UPDATE rescore SET status = 'canceled', settled_at = now(), lease_until = NULL, fence = fence + 1, filter = '{}',
    cursor_created_at = NULL, cursor_id = NULL
  WHERE id = $1 AND status = 'processing'
  RETURNING greatest(0, taken - taken_test - made + made_test) AS live, greatest(0, taken_test - made_test) AS test`;

const DELETE_UNSETTLED: Readonly<Record<'all' | 'free', PreparedStatement>> = {
  all: { name: 'delete-unsettled-evaluations', text: deletion('FOR UPDATE') },
  free: { name: 'delete-free-evaluations', text: deletion('FOR UPDATE SKIP LOCKED') },
};

function deletion(lock: string): string {
  return `DELETE FROM evaluation WHERE id IN (
            SELECT id FROM evaluation WHERE rescore_id = $1 AND status = 'processing' AND NOT kept ORDER BY id ${lock})
          RETURNING livemode`;
}

const FIND_LEFT_OVER = `
  SELECT r.id, r.account_id AS "accountId", r.created_at AS "startedAt" FROM rescore r
  WHERE r.status = 'canceled' AND r.id IN (
    SELECT rescore_id FROM evaluation WHERE status = 'processing' AND rescore_id IS NOT NULL AND NOT kept)
  LIMIT $1`;

const UNSETTLED_OF = "SELECT 1 FROM evaluation e WHERE e.rescore_id = r.id AND e.status = 'processing'";
const MISSING = 'r.total - r.completed - r.failed - r.skipped';
const FIND_SHORT = `
  SELECT r.id, r.account_id AS "accountId", r.created_at AS "startedAt", ${MISSING} AS missing,
    least(${MISSING}, greatest(0, r.made_test - r.settled_test)) AS "missingTest" FROM rescore r
  WHERE r.status = 'processing' AND r.expanded AND NOT EXISTS (${UNSETTLED_OF})
  LIMIT $1`;
const LOCK_SHORT = `
  SELECT 1 FROM rescore r WHERE r.id = $1 AND r.status = 'processing' AND r.expanded AND ${MISSING} = $2
  FOR NO KEY UPDATE OF r`;

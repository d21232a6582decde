// Only writer of the counts and status of a batch, and of its stored lines. Every transaction locks the lines before the batch,
// so that no two transactions deadlock.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isInHold } from '../../calls/holds/held-calls.js';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import type { OnQuota } from '../../wire/batch.response.js';
import { ClaimLost } from '../../work/claim.js';
import { jobTurns, renewJob } from '../../work/jobs/job-claims.js';
import { JobTurns } from '../../work/jobs/job-turns.js';
import type { LineForm } from './line-body.js';
import { type LineFault } from './line-faults.js';

/** Batch as a notification needs it. */
export interface NotifiedBatch {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly webhookUrl: string | null;
}

/** The row of a batch with queued lines, at the moment of the claim. */
export interface ClaimedBatch extends NotifiedBatch, LineForm {
  readonly requestId: string;
  readonly onQuota: OnQuota;
  readonly isWaiting: boolean;
  /** Calls in progress. */
  readonly processing: number;
  /** First queued line, or a line before it. */
  readonly nextLine: number;
  /** Failed attempts to accept the next line because of an error of this service. */
  readonly failures: number;
  /** Teams of the member who started it; none: any call. */
  readonly teams: readonly string[];
  readonly fence: number;
}

export interface QueuedLine {
  readonly line: number;
  /** Line exactly as sent. */
  readonly body: string;
  /** `external_id` of the line; null where it has none, or one that a call cannot have. */
  readonly name: string | null;
}

/** Outcome of a queued line. */
export type TakenLine =
  | { readonly status: 'processing' | 'existing'; readonly analysisId: string }
  | { readonly status: 'refused'; readonly faults: readonly LineFault[] };

export interface Turn {
  /** The first line that is still queued. */
  readonly nextLine: number;
  /** Whether that line could not be accepted because of an error of this service. */
  readonly hasFailed: boolean;
  readonly waitMs: number;
}

@Injectable()
export class BatchClaims {
  private readonly turns: JobTurns<ClaimRow>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {
    this.turns = new JobTurns(dataSource, TURNS, config.worker.leaseMs);
  }

  /** Takes a lease on the batch that has been due for longest of the next account. Null when none is due. */
  async claimNext(): Promise<ClaimedBatch | null> {
    const claimed = await this.turns.claimNext();
    return claimed ? { ...claimed, defaults: JSON.parse(claimed.defaults) } : null;
  }

  /** Heartbeat: extends the lease. @throws ClaimLost */
  async renew({ id, fence }: ClaimedBatch): Promise<void> {
    const renewed = await queryPrepared(this.dataSource, RENEW, [id, fence, this.config.worker.leaseMs]);
    if (renewed.length === 0) throw new ClaimLost();
  }

  /** Ends the lease; the batch is due again after `waitMs`. Does nothing if the claim is lost. */
  async handBack({ id, fence }: ClaimedBatch, { nextLine, hasFailed, waitMs }: Turn): Promise<void> {
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence, nextLine, hasFailed, Math.round(waitMs)]);
  }

  /** Next queued lines, in order. */
  nextLines(id: string, from: number, limit: number): Promise<QueuedLine[]> {
    return queryPrepared(this.dataSource, NEXT_LINES, [id, from, limit]);
  }

  /** Resumes a batch that waited for minutes: the account has some again. @throws ClaimLost */
  async goOn({ id, fence }: ClaimedBatch): Promise<void> {
    if ((await queryPrepared(this.dataSource, GO_ON, [id, fence])).length === 0) throw new ClaimLost();
  }

  /**
   * Marks the batch as waiting for minutes, and ends the lease.
   * @returns the batch when the client must be notified; null when it was notified within the last 24 hours
   * @throws ClaimLost
   */
  async waitForQuota(tx: EntityManager, batch: ClaimedBatch, nextLine: number, waitMs: number) {
    const { id, fence } = batch;
    const [written] = await queryPrepared<{ is_told: boolean }>(tx, WAIT, [id, fence, nextLine, Math.round(waitMs)]);
    if (!written) throw new ClaimLost();
    return written.is_told ? batch : null;
  }

  /**
   * @param sql for a call that is accepted, the transaction that accepts it
   * @returns the batch when this has completed it, else null
   * @throws ClaimLost when another worker has the batch, or it was canceled
   */
  async recordTaken(sql: Sql, batch: ClaimedBatch, line: number, taken: TakenLine): Promise<NotifiedBatch | null> {
    const isRefused = taken.status === 'refused';
    const [written] = await queryPrepared<{ is_settled: boolean }>(sql, RECORD_TAKEN, [
      batch.id,
      batch.fence,
      line,
      taken.status,
      isRefused ? null : taken.analysisId,
      isRefused ? JSON.stringify(taken.faults) : null,
    ]);
    if (!written) throw new ClaimLost();
    return written.is_settled ? batch : null;
  }

  /** Finds batches, also canceled ones, with lines whose calls have ended and are not counted yet. */
  findEnded(limit: number): Promise<{ id: string; accountId: string }[]> {
    return queryPrepared(this.dataSource, FIND_ENDED, [limit]);
  }

  /** Counts up to `limit` lines whose calls have ended. @returns the batch when this has completed it, else null */
  async countEnded(tx: EntityManager, id: string, limit: number): Promise<NotifiedBatch | null> {
    const [counted] = await queryPrepared<NotifiedBatch & { isSettled: boolean }>(tx, COUNT_ENDED, [id, limit]);
    return counted?.isSettled ? counted : null;
  }

  /**
   * Locks the manifest of a batch, before the batch itself: its reader takes both in this order, and another one would
   * deadlock with it.
   */
  async lockManifest(tx: EntityManager, accountId: string, id: string): Promise<void> {
    await queryPrepared(tx, LOCK_MANIFEST, [id, accountId]);
  }

  /**
   * Takes lines back whose calls no worker has begun, and locks these calls, which the caller deletes. It comes before the lock
   * on the batch: a call is locked before its line, and a line before its batch.
   * @returns ids of the calls
   */
  async takeBack(tx: EntityManager, accountId: string, id: string): Promise<string[]> {
    const calls = await queryPrepared<{ id: string; line: number }>(tx, LOCK_NOT_BEGUN, [id, accountId]);
    const lines = calls.map(({ line }) => line);
    const taken = await queryPrepared<{ line: number }>(tx, TAKE_BACK, [id, lines]);
    const isTaken = new Set(taken.map(({ line }) => line));
    return calls.filter(({ line }) => isTaken.has(line)).map((call) => call.id);
  }

  /**
   * Stops further lines from being accepted. The row must be locked.
   * @param takenBack number of lines that were taken back
   * @returns false when the batch has ended
   */
  async cancel(tx: EntityManager, id: string, takenBack: number): Promise<boolean> {
    const canceled = await queryPrepared(tx, CANCEL, [id, takenBack]);
    await queryPrepared(tx, CANCEL_MANIFEST, [id]);
    return canceled.length > 0;
  }

  /**
   * Queues the canceled lines again; reads a manifest again that was not read to its end. The row must be locked.
   * @returns true when nothing was left to do, so that the batch has ended; null when it is not canceled
   */
  async resume(tx: EntityManager, id: string): Promise<boolean | null> {
    const [resumed] = await queryPrepared<{ is_settled: boolean }>(tx, RESUME, [id]);
    if (!resumed) return null;
    await queryPrepared(tx, RESUME_MANIFEST, [id]);
    return resumed.is_settled;
  }

  /** Lines of batches that ended 90 days ago. @returns whether more are left */
  async deleteOldLines(limit: number): Promise<boolean> {
    const [old] = await queryPrepared<{ id: string }>(this.dataSource, FIND_OLD, []);
    if (!old) return false;
    const deleted = await queryPrepared(this.dataSource, DELETE_LINES, [old.id, limit]);
    if (deleted.length < limit) await queryPrepared(this.dataSource, LINES_DELETED, [old.id]);
    return true;
  }
}

interface ClaimRow extends Omit<ClaimedBatch, 'defaults'> {
  readonly defaults: string;
}

const OPEN = "('processing', 'waiting_for_quota')";
const HELD = `id = $1 AND fence = $2 AND status IN ${OPEN}`;
const TURNS = jobTurns(
  'batch',
  `id, account_id AS "accountId", livemode, request_id AS "requestId", webhook_url AS "webhookUrl", format,
   column_names AS columns, defaults, on_quota AS "onQuota", status = 'waiting_for_quota' AS "isWaiting", processing,
   next_line AS "nextLine", failures, coalesce(sight -> 'teams', '[]') AS teams, fence`,
  `status IN ${OPEN} AND NOT all_taken`,
);
const RENEW = renewJob('batch', HELD);
const HAND_BACK: PreparedStatement = {
  name: 'hand-back-batch',
  text: `UPDATE batch SET lease_until = NULL, run_after = now() + $5 * interval '1 millisecond', next_line = $3,
           failures = CASE WHEN NOT $4::boolean THEN 0 WHEN next_line = $3 THEN failures + 1 ELSE 1 END
         WHERE ${HELD}`,
};
const NEXT_LINES: PreparedStatement = {
  name: 'next-batch-lines',
  text: `SELECT line, body, external_id AS name FROM batch_line
         WHERE batch_id = $1 AND line >= $2 AND status = 'queued' ORDER BY line LIMIT $3`,
};
const GO_ON: PreparedStatement = {
  name: 'batch-goes-on',
  text: `UPDATE batch SET status = 'processing' WHERE ${HELD} RETURNING id`,
};
const WAIT: PreparedStatement = {
  name: 'batch-waits',
  text: `UPDATE batch SET status = 'waiting_for_quota', lease_until = NULL, run_after = now() + $4 * interval '1 millisecond',
           next_line = $3, failures = 0,
           told_waiting_at = CASE WHEN told_waiting_at > now() - interval '24 hours' THEN told_waiting_at ELSE now() END
         WHERE ${HELD}
         RETURNING told_waiting_at = now()::timestamptz(3) AS is_told`,
};
const RECORD_TAKEN: PreparedStatement = {
  name: 'record-batch-line',
  text: `WITH taken AS (
           UPDATE batch_line SET status = $4::text, analysis_id = $5, faults = $6,
             body = CASE WHEN $4 IN ('refused', 'processing') THEN body END
           WHERE batch_id = $1 AND line = $3 AND status = 'queued' RETURNING batch_id)
         UPDATE batch SET queued = queued - 1, processing = processing + ($4 = 'processing')::int,
           existing = existing + ($4 = 'existing')::int, refused = refused + ($4 = 'refused')::int,
           all_taken = queued = 1,
           status = CASE WHEN queued = 1 AND processing = 0 AND $4 <> 'processing' THEN 'completed' ELSE 'processing' END,
           settled_at = CASE WHEN queued = 1 AND processing = 0 AND $4 <> 'processing' THEN now() END
         FROM taken
         WHERE id = taken.batch_id AND fence = $2 AND status IN ${OPEN}
         RETURNING status = 'completed' AS is_settled`,
};

const FIND_ENDED: PreparedStatement = {
  name: 'find-ended-batch-lines',
  text: `SELECT b.id, b.account_id AS "accountId" FROM batch b
         WHERE b.id IN (SELECT l.batch_id FROM batch_line l WHERE l.ended IS NOT NULL) LIMIT $1`,
};
const IS_LAST = "b.status = 'processing' AND b.queued = 0 AND b.processing + d.processing = 0";
/** SKIP LOCKED: the statement never waits for a line. Lines locked by another transaction are counted in the next round. */
const COUNT_ENDED: PreparedStatement = {
  name: 'count-ended-batch-lines',
  text: `WITH ended AS (
           SELECT line, status AS was, ended AS becomes FROM batch_line WHERE batch_id = $1 AND ended IS NOT NULL
           ORDER BY line LIMIT $2 FOR UPDATE SKIP LOCKED),
         moved AS (
           UPDATE batch_line l SET status = e.becomes, ended = NULL, body = NULL FROM ended e
           WHERE l.batch_id = $1 AND l.line = e.line RETURNING e.was, e.becomes),
         d AS (
           SELECT (count(*) FILTER (WHERE becomes = 'completed') - count(*) FILTER (WHERE was = 'completed'))::int AS completed,
             (count(*) FILTER (WHERE becomes = 'failed') - count(*) FILTER (WHERE was = 'failed'))::int AS failed,
             -(count(*) FILTER (WHERE was = 'processing'))::int AS processing
           FROM moved),
         before AS (SELECT status FROM batch WHERE id = $1 FOR NO KEY UPDATE)
         UPDATE batch AS b
         SET completed = b.completed + d.completed, failed = b.failed + d.failed, processing = b.processing + d.processing,
           status = CASE WHEN ${IS_LAST} THEN 'completed' ELSE b.status END,
           settled_at = CASE WHEN ${IS_LAST} THEN now() ELSE b.settled_at END
         FROM d, before
         WHERE b.id = $1
         RETURNING b.id, b.account_id AS "accountId", b.livemode, b.webhook_url AS "webhookUrl",
           before.status = 'processing' AND b.status = 'completed' AS "isSettled"`,
};

const CANCEL: PreparedStatement = {
  name: 'cancel-batch',
  text: `UPDATE batch SET status = 'canceled', settled_at = now(), canceled = queued + $2, queued = 0, processing = processing - $2,
           all_taken = all_taken AND $2 = 0, fence = fence + 1, lease_until = NULL
         WHERE id = $1 AND settled_at IS NULL RETURNING id`,
};
/** A line of an earlier build has no text any more once it is accepted, so that it could not be taken up again. */
const LOCK_NOT_BEGUN: PreparedStatement = {
  name: 'lock-waiting-batch-calls',
  text: `SELECT a.id, l.line FROM batch b JOIN batch_line l ON l.batch_id = b.id JOIN analysis a ON a.id = l.analysis_id
         WHERE b.id = $1 AND b.account_id = $2 AND b.settled_at IS NULL AND l.status = 'processing' AND l.ended IS NULL
           AND l.body IS NOT NULL AND a.status = 'processing' AND a.stage IN ('queued', 'fetching')
           AND (a.lease_until IS NULL OR a.lease_until < now()) AND NOT ${isInHold('a')}
         ORDER BY a.id FOR UPDATE OF a SKIP LOCKED`,
};
const TAKE_BACK: PreparedStatement = {
  name: 'take-batch-lines-back',
  text: `UPDATE batch_line SET status = 'queued', analysis_id = NULL
         WHERE batch_id = $1 AND line = ANY($2::int[]) AND status = 'processing' AND ended IS NULL RETURNING line`,
};
const LOCK_MANIFEST: PreparedStatement = {
  name: 'lock-batch-manifest',
  text: `SELECT m.id FROM batch b JOIN batch_manifest m ON m.id = b.id WHERE b.id = $1 AND b.account_id = $2
         FOR NO KEY UPDATE OF m`,
};
const CANCEL_MANIFEST: PreparedStatement = {
  name: 'cancel-batch-manifest',
  text: `UPDATE batch_manifest SET status = 'canceled', fence = fence + 1, lease_until = NULL WHERE id = $1 AND status = 'processing'`,
};
const IS_READ = "NOT EXISTS (SELECT FROM batch_manifest m WHERE m.id = b.id AND m.status = 'canceled')";
const IS_DONE = `${IS_READ} AND b.canceled = 0 AND b.processing = 0`;
const RESUME: PreparedStatement = {
  name: 'resume-batch',
  text: `UPDATE batch b SET queued = canceled, canceled = 0, run_after = now(), failures = 0, next_line = 1,
           status = CASE WHEN ${IS_DONE} THEN 'completed' WHEN ${IS_READ} THEN 'processing' ELSE 'reading' END,
           settled_at = CASE WHEN ${IS_DONE} THEN now() END
         WHERE id = $1 AND status = 'canceled' RETURNING status = 'completed' AS is_settled`,
};
const RESUME_MANIFEST: PreparedStatement = {
  name: 'resume-batch-manifest',
  text: `UPDATE batch_manifest SET status = 'processing', run_after = now(), crashes = 0, provider_failures = 0, failing_since = NULL
         WHERE id = $1 AND status = 'canceled'`,
};

const FIND_OLD: PreparedStatement = {
  name: 'find-old-batch',
  text: `SELECT id FROM batch WHERE settled_at < now() - interval '90 days' AND NOT lines_deleted ORDER BY settled_at LIMIT 1`,
};
const DELETE_LINES: PreparedStatement = {
  name: 'delete-batch-lines',
  text: `DELETE FROM batch_line WHERE batch_id = $1 AND line IN (SELECT line FROM batch_line WHERE batch_id = $1 ORDER BY line LIMIT $2)
         RETURNING line`,
};
const LINES_DELETED: PreparedStatement = {
  name: 'batch-lines-deleted',
  text: 'UPDATE batch SET lines_deleted = true WHERE id = $1',
};

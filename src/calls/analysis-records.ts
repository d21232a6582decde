// Changes that an owner can make to an analysis: set its webhook, start it again after a failure, end the links to its report,
// delete it.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Reservation } from '../billing/periods/usage-periods.js';
import { MinutesLedger } from '../billing/usage/minutes-ledger.js';
import { type Acting, recordAudit } from '../platform/audit/record-audit.js';
import { type Changer, lockForChange } from '../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { badRequest } from '../platform/errors/api-error.js';
import { lockHolds, refuseHeld } from './holds/held-calls.js';
import { mayBeJudgedAgain } from './results/judged-again.js';
import { deleteCalls, deleteCallsOfAccount } from './retention/delete-calls.js';
import { journalErasure } from './retention/erasure-journal.js';
import { RecordingDeletions } from './retention/recording-deletions.js';

/** Facts that decide whether and how an analysis is notified. */
export interface WebhookSubject {
  readonly status: 'processing' | 'completed' | 'failed';
  readonly livemode: boolean;
  readonly webhookEvents: readonly string[];
}

/** A call that a client wants to be started again. */
export interface RetriedCall {
  /** False for a completed call that the model could not finish to judge. */
  readonly isFailed: boolean;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly isScenario: boolean;
}

/** A failed call that is in progress again. */
export interface RestartedCall {
  readonly livemode: boolean;
  readonly requestId: string;
  /** Duration that an earlier run decoded; null when none did. */
  readonly durationMs: number | null;
  /** True in the sandbox, where no minutes are counted. */
  readonly isScenario: boolean;
  /** True when no recording was stored yet, so that it is fetched again. */
  readonly isToFetch: boolean;
}

/** A call in progress of which a part was sent to a provider that charges for it. */
interface SentCall {
  readonly id: string;
  readonly livemode: boolean;
  readonly sentMs: number;
}

export const recordingGone = () => badRequest('This analysis cannot be retried: its recording is no longer stored');
export const notFailed = () => badRequest('Only a failed analysis can be retried');

@Injectable()
export class AnalysisRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: MinutesLedger,
    private readonly deletions: RecordingDeletions,
  ) {}

  /**
   * Replaces the webhook, in the caller's transaction.
   * @param events null keeps the current choice of events
   * @returns the facts that decide whether the webhook must be notified now
   * @throws ApiError 401, 403 for a live analysis and a test key, 404
   */
  async setWebhook(
    tx: EntityManager,
    changer: Changer,
    id: string,
    { url, events }: { readonly url: string; readonly events: readonly string[] | null },
  ): Promise<WebhookSubject> {
    await lockForChange(tx, changer, 'analysis', id);
    const analysis = await queryRow<WebhookSubject>(
      tx,
      `UPDATE analysis SET webhook_url = $2, webhook_events = coalesce($3, webhook_events) WHERE id = $1
       RETURNING status, livemode, webhook_events AS "webhookEvents"`,
      [id, url, events === null ? null : [...events]],
    );
    if (!analysis) throw new Error('The locked analysis is gone');
    return analysis;
  }

  /**
   * Locks a call that is to be started again, in the caller's transaction.
   * @throws ApiError 401; 403 for a live analysis and a test key; 404; 400 for one in progress, and one that was judged
   */
  async lockForRetry(tx: EntityManager, changer: Changer, id: string): Promise<RetriedCall> {
    const locked = await lockForChange<LockedRetry>(tx, changer, 'analysis', id, RETRIED);
    const { status, livemode, requestId, isScenario } = locked;
    if (status === 'failed') return { isFailed: true, livemode, requestId, isScenario };
    const found = await queryRow<{ results: string }>(
      tx,
      'SELECT results FROM analysis_payload WHERE analysis_id = $1 AND transcript IS NOT NULL',
      [id],
    );
    if (status !== 'completed' || !found || !mayBeJudgedAgain(found.results)) throw notFailed();
    return { isFailed: false, livemode, requestId, isScenario };
  }

  /**
   * Restarts a failed call from the beginning, in the caller's transaction, which has locked it. Its minutes must be reserved in
   * the same transaction. The raised fence stops writes by a worker of the earlier run.
   * @throws ApiError 400 for an analysis whose recording is neither stored nor to be fetched
   */
  async restart(tx: EntityManager, id: string): Promise<RestartedCall> {
    const restarted = await queryRow<RestartedCall>(tx, RESTART, [id]);
    if (!restarted) throw recordingGone();
    return restarted;
  }

  /**
   * Revokes all links to the report that exist now, whatever key made them.
   * @throws ApiError 401; 403 for a live analysis and a test key; 404
   */
  async endReportLinks(changer: Changer, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockForChange(tx, changer, 'analysis', id);
      await tx.query('UPDATE analysis SET report_link_round = report_link_round + 1 WHERE id = $1', [id]);
    });
  }

  /**
   * Deletes the record, the transcript and all of its audio. The ledger entry stays. A worker that holds the call loses its
   * claim; parts already sent to a provider that charges for them are billed. If the store cannot delete the audio now, the sweep
   * of recordings deletes it later. Files of exports with the call are deleted soon after.
   * @throws ApiError 400 for a held analysis; 401, 403 for a live analysis and a test key, 404
   */
  async delete(changer: Changer & Acting, id: string): Promise<void> {
    const keys = await this.dataSource.transaction((tx) => this.deleteRow(tx, changer, id));
    await this.deletions.deleteNow(id, keys);
    this.deletions.soon();
  }

  /**
   * Deletes the analyses of an account, in the caller's transaction. Notes their recordings; the caller has these deleted after
   * its commit.
   */
  async eraseAccount(tx: EntityManager, accountId: string): Promise<void> {
    // The caller has locked the account, so that no worker can end a call; the lock on the rows blocks checkpoints.
    const working = await queryRows<{ id: string }>(tx, LOCK_WORKING, [accountId]);
    for (const { id, livemode, sentMs } of await this.findSent(tx, working)) {
      await this.ledger.bill(tx, { analysisId: id, accountId, livemode }, sentMs);
    }
    await deleteCallsOfAccount(tx, accountId);
  }

  /** Deletes calls that no worker has begun, in the caller's transaction, which has locked them; a sweep, their recordings. */
  async deleteNotBegun(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await deleteCalls(tx, ids);
  }

  /**
   * Writes the ledger entry after the deletion, because every transaction locks the analysis, then its counts by month and party,
   * then the usage period. The deletion keeps this order too: Postgres deletes the reservation by its foreign key, but runs its
   * trigger, which locks the period, after the triggers of the analysis.
   * @returns the keys of its recordings
   */
  private async deleteRow(tx: EntityManager, changer: Changer & Acting, id: string): Promise<string[]> {
    const { accountId } = changer;
    await lockHolds(tx, [accountId]);
    const found = await lockForChange<{ readonly id: string }>(tx, changer, 'analysis', id, DELETED);
    await refuseHeld(tx, accountId, id);
    const keys = await this.deleteLocked(tx, accountId, [found.id]);
    await journalErasure(tx, accountId, { kind: 'analysis', subjects: [id], scope: 'calls' });
    await recordAudit(tx, changer, 'analysis.deleted', { type: 'analysis', id });
    return keys;
  }

  /**
   * Deletes calls of an account, in the caller's transaction, which has locked them and knows that none is held. Bills what was
   * sent of those in progress.
   * @returns the keys of their recordings
   */
  async deleteLocked(tx: EntityManager, accountId: string, ids: readonly string[]): Promise<string[]> {
    const bills: { readonly sent: SentCall; readonly reservation: Reservation }[] = [];
    for (const sent of await this.findSent(
      tx,
      ids.map((id) => ({ id })),
    )) {
      const reservation = await this.ledger.findReservation(tx, sent.id);
      if (reservation) bills.push({ sent, reservation });
    }
    const keys = await deleteCalls(tx, ids);
    for (const { sent, reservation } of bills)
      await this.ledger.billDeleted(
        tx,
        { analysisId: sent.id, accountId, livemode: sent.livemode },
        sent.sentMs,
        reservation,
      );
    return keys;
  }

  /** Finds, among locked analyses, those in progress of which a part was sent. */
  private findSent(tx: EntityManager, locked: readonly { readonly id: string }[]): Promise<SentCall[]> {
    return queryRows(tx, FIND_SENT, [locked.map(({ id }) => id)]);
  }
}

interface LockedRetry {
  readonly status: 'processing' | 'completed' | 'failed';
  readonly requestId: string;
  readonly isScenario: boolean;
}

const RETRIED = { columns: 'status, request_id AS "requestId", scenario IS NOT NULL AS "isScenario"' } as const;

const DELETED = { strength: 'FOR UPDATE' } as const;
const LOCK_WORKING = "SELECT id FROM analysis WHERE account_id = $1 AND status = 'processing' ORDER BY id FOR UPDATE";
const FIND_SENT = `
  SELECT id, livemode, "sentMs" FROM analysis a
  CROSS JOIN LATERAL (SELECT sent_ms(a.id, a.duration_ms)::float8 AS "sentMs") AS s
  WHERE id = ANY($1::uuid[]) AND status = 'processing' AND duration_ms IS NOT NULL AND scenario IS NULL AND "sentMs" > 0
  ORDER BY id`;

/** The fence that the restart takes is no run's: the checkpoints go along, so that it counts as no attempt. */
const RESTART = `
  WITH restarted AS (
    UPDATE analysis SET status = 'processing', stage = 'queued', percent = 0, error_message = NULL, error_code = NULL,
      settled_at = NULL, processing_time_ms = NULL, lease_until = NULL, run_after = now(), fence = fence + 1,
      crashes = 0, provider_failures = 0, failing_since = NULL, last_failed_at = NULL, restarted_at = now()
    WHERE id = $1 AND status = 'failed'
      AND (storage_key IS NOT NULL OR source_url IS NOT NULL OR scenario IS NOT NULL)
    RETURNING id, livemode, request_id AS "requestId", duration_ms::float8 AS "durationMs",
      scenario IS NOT NULL AS "isScenario", storage_key IS NULL AND scenario IS NULL AS "isToFetch"),
  shifted AS (UPDATE analysis_checkpoint SET fence = fence + 1 WHERE analysis_id IN (SELECT id FROM restarted))
  SELECT livemode, "requestId", "durationMs", "isScenario", "isToFetch" FROM restarted`;

// Sends missed deliveries of an endpoint, oldest first and in batches; deletes those of a deleted endpoint.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { MAY_SEND_AGAIN } from '../event-table.js';

/** Deliveries to one endpoint that become due together. No more become due while this many wait. */
const BATCH = 500;

interface Resumed {
  readonly recover_from: Date | null;
  readonly recover_before: Date | null;
  readonly is_failing: boolean;
}

interface Released {
  /** Oldest first. */
  readonly due: readonly string[];
  readonly hasMore: boolean;
}

const NOTHING: Released = { due: [], hasMore: false };

@Injectable()
export class MissedDeliveries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * First adds the next batch of failed deliveries to the waiting ones, since they are older than most of these. Once none are
   * left, makes the next batch of waiting ones due. A failing endpoint gets only one delivery until it answers.
   */
  async release(endpointId: string): Promise<Released> {
    return this.dataSource.transaction(async (tx) => {
      const endpoint = await queryRow<Resumed>(tx, LOCK, [endpointId]);
      if (!endpoint) return NOTHING;
      if (endpoint.recover_from) return this.holdFailed(tx, endpointId, endpoint);
      const { is_failing: isFailing } = endpoint;
      const counted = await queryRow<{ n: number }>(tx, isFailing ? COUNT_TRIED : COUNT_DUE, [endpointId, BATCH]);
      const room = (isFailing ? 1 : BATCH) - (counted?.n ?? 0);
      if (room <= 0) return { due: [], hasMore: !isFailing };
      const due = await queryRows<{ id: string }>(tx, RELEASE, [endpointId, room]);
      if (due.length === 0) await tx.query(END_RELEASE, [endpointId]);
      return { due: due.map(({ id }) => id), hasMore: due.length > 0 && !isFailing };
    });
  }

  /** Skips deliveries whose analysis was restarted since: the notification would show its current state. */
  private async holdFailed(tx: EntityManager, endpointId: string, endpoint: Resumed): Promise<Released> {
    const { recover_from: from, recover_before: before } = endpoint;
    const failed = await queryRows<{ id: string }>(tx, FAILED, [endpointId, from, before, BATCH]);
    const ids = failed.map(({ id }) => id);
    // Locks the analysis before its deliveries, as every change does: it cannot be restarted until these wait.
    await tx.query(LOCK_FAILED_ANALYSES, [ids]);
    await tx.query(HOLD_FAILED, [ids]);
    if (ids.length < BATCH) await tx.query(END_RECOVERY, [endpointId]);
    return { due: [], hasMore: true };
  }

  /**
   * Forgets a deleted endpoint. Its row stays for a day: a transaction in which an event happened may have seen the endpoint
   * before.
   * @returns whether there is more
   */
  async forget(endpointId: string): Promise<boolean> {
    const forgotten = await queryRows(this.dataSource, FORGET, [endpointId, BATCH]);
    if (forgotten.length === 0) await this.dataSource.query(END, [endpointId]);
    return forgotten.length === BATCH;
  }
}

const LOCK = `
  SELECT recover_from, recover_before, failing_since IS NOT NULL AS is_failing FROM webhook_endpoint
  WHERE id = $1 AND paused_at IS NULL AND deleted_at IS NULL AND (recover_from IS NOT NULL OR release_until IS NOT NULL)
  FOR NO KEY UPDATE SKIP LOCKED`;

const FAILED = `
  SELECT id FROM webhook_delivery
  WHERE endpoint_id = $1 AND status = 'failed' AND failed_at >= $2 AND failed_at < $3 ORDER BY failed_at, id LIMIT $4`;

/** Only failed analyses can be restarted. */
const LOCK_FAILED_ANALYSES = `
  SELECT 1 FROM analysis WHERE id IN (
    SELECT analysis_id FROM webhook_delivery WHERE id = ANY($1) AND event = 'analysis.failed')
  ORDER BY id FOR SHARE`;

/** Skips what another transaction has locked: the next batch begins with it. */
const HOLD_FAILED = `
  WITH locked AS (
    SELECT id FROM webhook_delivery WHERE id = ANY($1) AND status = 'failed' FOR NO KEY UPDATE SKIP LOCKED),
  judged AS (
    SELECT d.id, ${MAY_SEND_AGAIN} AS may_send FROM locked JOIN webhook_delivery d USING (id)
      LEFT JOIN analysis a ON a.id = d.analysis_id)
  UPDATE webhook_delivery SET failed_at = NULL, status = CASE WHEN may_send THEN 'pending' ELSE 'failed' END,
    attempt_count = CASE WHEN may_send THEN 0 ELSE attempt_count END, fence = fence + 1, leased_until = NULL
  FROM judged WHERE webhook_delivery.id = judged.id`;

const END_RECOVERY = `
  UPDATE webhook_endpoint SET recover_from = NULL, recover_before = NULL,
    release_until = greatest(release_until, now() + interval '1 hour')
  WHERE id = $1 AND NOT EXISTS (
    SELECT 1 FROM webhook_delivery
    WHERE endpoint_id = $1 AND status = 'failed' AND failed_at >= recover_from AND failed_at < recover_before)`;

const COUNT_DUE = `
  SELECT count(*)::int AS n FROM (
    SELECT 1 FROM webhook_delivery
    WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at <= now() LIMIT $2) AS due`;

/** SQL: counts the deliveries of a failing endpoint that are due or will be. */
const COUNT_TRIED = `
  SELECT count(*)::int AS n FROM (
    SELECT 1 FROM webhook_delivery
    WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at IS NOT NULL LIMIT $2) AS tried`;

/** Due times are a millisecond apart, so that deliveries are sent in order. */
const RELEASE = `
  WITH oldest AS (
    SELECT id, created_at FROM webhook_delivery
    WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at IS NULL
    ORDER BY created_at, id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED),
  numbered AS (SELECT id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place FROM oldest),
  released AS (
    UPDATE webhook_delivery d SET attempt_count = 0,
      next_attempt_at = date_trunc('milliseconds', now()) - place * interval '1 millisecond'
    FROM numbered n WHERE d.id = n.id RETURNING d.id, place)
  SELECT id FROM released ORDER BY place DESC`;

/** Waits for transactions that may have seen the endpoint as paused. */
const END_RELEASE = 'UPDATE webhook_endpoint SET release_until = NULL WHERE id = $1 AND release_until <= now()';

const FORGET = `
  DELETE FROM webhook_delivery WHERE id IN (
    SELECT id FROM webhook_delivery WHERE endpoint_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

const END = `
  DELETE FROM webhook_endpoint WHERE id = $1 AND deleted_at <= now() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE endpoint_id = $1)`;

// Pauses endpoints that have accepted nothing for days, and probes each of them at an interval.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { MAY_SEND_AGAIN } from '../event-table.js';

const PAUSED_AFTER_DAYS = 5;
const PROBE_INTERVAL_HOURS = 1;
const BATCH = 500;

interface Probed {
  readonly failing_since: Date | null;
}

interface Candidate {
  readonly id: string;
  readonly created_at: Date;
}

@Injectable()
export class EndpointPauses {
  private readonly logger = new Logger(EndpointPauses.name);

  constructor(private readonly dataSource: DataSource) {}

  async pause(): Promise<void> {
    const paused = await queryRows<{ id: string; account_id: string }>(this.dataSource, PAUSE, [
      PAUSED_AFTER_DAYS,
      PROBE_INTERVAL_HOURS,
      BATCH,
    ]);
    for (const { id, account_id: accountId } of paused)
      this.logger.warn({ endpointId: id, accountId }, 'Webhook endpoint paused: no delivery succeeded for five days');
  }

  /** Takes the next attempt from deliveries that wait for one. @returns whether there is more */
  async hold(endpointId: string): Promise<boolean> {
    const held = await queryRows(this.dataSource, HOLD, [endpointId, BATCH]);
    return held.length === BATCH;
  }

  /**
   * Makes the endpoint's oldest missed delivery due, once an hour.
   * @returns its id, if any
   */
  async probe(endpointId: string): Promise<readonly string[]> {
    return this.dataSource.transaction(async (tx) => {
      const endpoint = await queryRow<Probed>(tx, LOCK_FOR_PROBE, [endpointId]);
      if (!endpoint) return [];
      const waiting = await queryRow<Candidate>(tx, OLDEST_WAITING, [endpointId]);
      const failed = await queryRow<Candidate>(tx, OLDEST_FAILED, [endpointId, endpoint.failing_since]);
      const isFailedOlder = failed !== null && (waiting === null || failed.created_at < waiting.created_at);
      const oldest = isFailedOlder ? failed : waiting;
      await tx.query(
        `UPDATE webhook_endpoint SET probe_id = $2, next_probe_at = now() + make_interval(hours => $3) WHERE id = $1`,
        [endpointId, oldest?.id ?? null, PROBE_INTERVAL_HOURS],
      );
      if (!oldest) return [];
      const due = await queryRows<{ id: string }>(tx, MAKE_DUE, [oldest.id]);
      return due.map(({ id }) => id);
    });
  }
}

const PAUSE = `
  UPDATE webhook_endpoint SET paused_at = now(), notice_at = now(), probe_id = NULL,
    next_probe_at = now() + make_interval(hours => $2)
  WHERE id IN (
    SELECT id FROM webhook_endpoint
    WHERE needs_care AND failing_since <= now() - make_interval(days => $1) AND paused_at IS NULL AND deleted_at IS NULL
    ORDER BY id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id, account_id`;

/** Skips locked rows: a sender is recording an attempt, and the next claim of the delivery removes its next attempt. */
const HOLD = `
  UPDATE webhook_delivery SET next_attempt_at = NULL WHERE id IN (
    SELECT d.id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
    WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.next_attempt_at > now() AND e.paused_at IS NOT NULL
    ORDER BY d.next_attempt_at LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED)
  RETURNING id`;

const LOCK_FOR_PROBE = `
  SELECT failing_since FROM webhook_endpoint
  WHERE id = $1 AND paused_at IS NOT NULL AND next_probe_at <= now() AND deleted_at IS NULL
  FOR NO KEY UPDATE SKIP LOCKED`;

const OLDEST_WAITING = `
  SELECT id, created_at FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'pending'
  ORDER BY created_at, id LIMIT 1`;

const OLDEST_FAILED = `
  SELECT d.id, d.created_at FROM webhook_delivery d LEFT JOIN analysis a ON a.id = d.analysis_id
  WHERE d.endpoint_id = $1 AND d.status = 'failed' AND d.failed_at >= $2 AND ${MAY_SEND_AGAIN}
  ORDER BY d.failed_at, d.id LIMIT 1`;

/** Skips a delivery with a running attempt. */
const MAKE_DUE = `
  UPDATE webhook_delivery SET status = 'pending', failed_at = NULL, next_attempt_at = date_trunc('milliseconds', now()),
    fence = fence + 1, leased_until = NULL
  WHERE id IN (
    SELECT id FROM webhook_delivery WHERE id = $1 AND (leased_until IS NULL OR leased_until <= now())
    FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`;

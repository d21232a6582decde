import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { row, rows } from '../platform/database/sql.js';
import type { AnalysisFacts, WebhookEvent } from './event-body.js';
import type { SendOutcome } from './webhook-sender.js';

/** Longer than an attempt can take: after it, the sender is taken for dead and another one sends again. */
const LEASE_SECONDS = 45;

export interface ClaimedDelivery {
  readonly id: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
  readonly fence: number;
  /** Before this one. */
  readonly attempts: number;
  /** The span that recorded it, as a W3C traceparent; null where nothing was traced. */
  readonly traceParent: string | null;
  readonly analysis: AnalysisFacts;
}

/** What a delivery is after an attempt. */
export type NextState =
  | { readonly status: 'delivered' | 'failed' }
  | { readonly status: 'pending'; readonly waitMs: number };

interface ClaimRow extends Omit<AnalysisFacts, 'id' | 'created_at' | 'livemode'> {
  readonly id: string;
  readonly account_id: string;
  readonly event_id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly livemode: boolean;
  readonly created_at: Date;
  readonly fence: number;
  readonly attempt_count: number;
  readonly trace_parent: string | null;
  readonly analysis_id: string;
  readonly analysis_created_at: Date;
}

/** Hands each due delivery to one sender at a time. The lease is `next_attempt_at`, on the database's clock. */
@Injectable()
export class DeliveryClaims {
  constructor(private readonly dataSource: DataSource) {}

  /** Where a delivery goes, if it is due. */
  async findDueUrl(id: string): Promise<string | null> {
    const found = await row<{ url: string }>(
      this.dataSource,
      `SELECT url FROM webhook_delivery WHERE id = $1 AND status = 'pending' AND next_attempt_at <= now()`,
      [id],
    );
    return found?.url ?? null;
  }

  /** Null when it is not due, over, deleted, or in another sender's hands. */
  async claim(id: string): Promise<ClaimedDelivery | null> {
    const claimed = await row<ClaimRow>(
      this.dataSource,
      `WITH d AS (
         UPDATE webhook_delivery SET fence = fence + 1, next_attempt_at = now() + make_interval(secs => $2)
         WHERE id = $1 AND status = 'pending' AND next_attempt_at <= now()
         RETURNING id, account_id, analysis_id, event_id, event, url, livemode, created_at, fence, attempt_count,
           trace_parent)
       SELECT d.*, a.created_at AS analysis_created_at, a.status, a.agent_id, a.contact_id, a.duration_ms, a.webhook_url,
         a.webhook_events, a.custom_metadata, a.settled_at, a.processing_time_ms, a.error_message,
         p.transcript, p.results, p.metrics, p.engine
       FROM d JOIN analysis a ON a.id = d.analysis_id LEFT JOIN analysis_payload p ON p.analysis_id = a.id`,
      [id, LEASE_SECONDS],
    );
    return (
      claimed && {
        id: claimed.id,
        accountId: claimed.account_id,
        eventId: claimed.event_id,
        event: claimed.event,
        url: claimed.url,
        livemode: claimed.livemode,
        createdAt: claimed.created_at,
        fence: claimed.fence,
        attempts: claimed.attempt_count,
        traceParent: claimed.trace_parent,
        analysis: { ...claimed, id: claimed.analysis_id, created_at: claimed.analysis_created_at },
      }
    );
  }

  /**
   * Logs the attempt, which has happened in any case, and moves the delivery on unless another sender has taken over.
   */
  async settle({ id, fence }: ClaimedDelivery, outcome: SendOutcome, next: NextState): Promise<void> {
    await this.dataSource.query(
      `WITH attempt AS (
         INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms, error)
         SELECT d.id, (SELECT coalesce(max(number), 0) + 1 FROM webhook_attempt WHERE delivery_id = d.id), $3, $4, $5, $6
         FROM webhook_delivery d WHERE d.id = $1
         ON CONFLICT DO NOTHING)
       UPDATE webhook_delivery SET status = $7, attempt_count = attempt_count + 1,
         next_attempt_at = now() + make_interval(secs => $8::double precision / 1000)
       WHERE id = $1 AND fence = $2 AND status = 'pending'`,
      [
        id,
        fence,
        outcome.at,
        outcome.statusCode,
        outcome.durationMs,
        outcome.error,
        next.status,
        next.status === 'pending' ? next.waitMs : null,
      ],
    );
  }

  /** Puts a due delivery back in the line, so that those behind it have their turn. Counts as no attempt. */
  async defer(id: string, waitMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhook_delivery SET next_attempt_at = now() + make_interval(secs => $2::double precision / 1000)
       WHERE id = $1 AND status = 'pending' AND next_attempt_at <= now()`,
      [id, waitMs],
    );
  }

  /** Longest due first. */
  due(limit: number): Promise<{ id: string; fence: number }[]> {
    return rows<{ id: string; fence: number }>(
      this.dataSource,
      `SELECT id, fence FROM webhook_delivery WHERE status = 'pending' AND next_attempt_at <= now()
       ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
  }
}

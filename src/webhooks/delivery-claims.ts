import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Batched } from '../platform/database/batched.js';
import { type PreparedStatement, preparedRows } from '../platform/database/prepared.js';
import { rows } from '../platform/database/sql.js';
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

/** What an attempt came to, to be written down. */
interface Settlement {
  readonly delivery: ClaimedDelivery;
  readonly outcome: SendOutcome;
  readonly next: NextState;
}

const FIND_DUE_URLS = {
  name: 'delivery-find-due-urls',
  text: `SELECT id, url FROM webhook_delivery WHERE id = ANY($1::uuid[]) AND status = 'pending' AND next_attempt_at <= now()`,
};

/** Rows that another sender is about to take are left to it: whoever waited for them could wait in a circle. */
const CLAIM = {
  name: 'delivery-claim',
  text: `WITH due AS (
      SELECT id FROM webhook_delivery WHERE id = ANY($1::uuid[]) AND status = 'pending' AND next_attempt_at <= now()
      FOR UPDATE SKIP LOCKED),
    d AS (
      UPDATE webhook_delivery SET fence = fence + 1, next_attempt_at = now() + make_interval(secs => $2)
      FROM due WHERE webhook_delivery.id = due.id
      RETURNING webhook_delivery.id, account_id, analysis_id, event_id, event, url, livemode, created_at, fence,
        attempt_count, trace_parent)
    SELECT d.*, a.created_at AS analysis_created_at, a.status, a.agent_id, a.contact_id, a.duration_ms, a.webhook_url,
      a.webhook_events, a.custom_metadata, a.settled_at, a.processing_time_ms, a.error_message,
      p.transcript, p.results, p.metrics, p.engine
    FROM d JOIN analysis a ON a.id = d.analysis_id LEFT JOIN analysis_payload p ON p.analysis_id = a.id`,
};

/** Answers with the rows it got hold of; of those, the ones another sender has taken over meanwhile stay as they are. */
const settleStatement = (busy: 'skip' | 'wait') => ({
  name: `delivery-settle-${busy}`,
  text: `WITH given AS (
      SELECT * FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[],
        $8::double precision[]) AS g (id, fence, at, status_code, duration_ms, error, status, wait_ms)),
    held AS (
      SELECT id FROM webhook_delivery WHERE id = ANY($1::uuid[]) FOR UPDATE ${busy === 'skip' ? 'SKIP LOCKED' : ''}),
    attempt AS (
      INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms, error)
      SELECT id, (SELECT coalesce(max(number), 0) + 1 FROM webhook_attempt WHERE delivery_id = id), at, status_code,
        duration_ms, error
      FROM given JOIN held USING (id)
      ON CONFLICT DO NOTHING),
    moved AS (
      UPDATE webhook_delivery d SET status = g.status, attempt_count = attempt_count + 1,
        next_attempt_at = now() + make_interval(secs => g.wait_ms / 1000)
      FROM given g JOIN held USING (id)
      WHERE d.id = g.id AND d.fence = g.fence AND d.status = 'pending')
    SELECT id FROM held`,
});

const SETTLE_FREE = settleStatement('skip');
const SETTLE = settleStatement('wait');

/**
 * Hands each due delivery to one sender at a time. The lease is `next_attempt_at`, on the database's clock. Deliveries
 * that are under way together share their statements.
 */
@Injectable()
export class DeliveryClaims {
  private readonly findDueUrls = new Batched((ids: readonly string[]) => this.readDueUrls(ids));
  private readonly claims = new Batched((ids: readonly string[]) => this.claimAll(ids));
  private readonly settlements = new Batched((settled: readonly Settlement[]) => this.settleAll(settled));

  constructor(private readonly dataSource: DataSource) {}

  /** Where a delivery goes, if it is due. */
  findDueUrl(id: string): Promise<string | null> {
    return this.findDueUrls.call(id);
  }

  /** Null when it is not due, over, deleted, or in another sender's hands. */
  claim(id: string): Promise<ClaimedDelivery | null> {
    return this.claims.call(id);
  }

  /**
   * Logs the attempt, which has happened in any case, and moves the delivery on unless another sender has taken over.
   */
  settle(delivery: ClaimedDelivery, outcome: SendOutcome, next: NextState): Promise<void> {
    return this.settlements.call({ delivery, outcome, next });
  }

  private async readDueUrls(ids: readonly string[]): Promise<(string | null)[]> {
    const found = await preparedRows<{ id: string; url: string }>(this.dataSource, FIND_DUE_URLS, [ids]);
    const urls = new Map(found.map(({ id, url }) => [id, url]));
    return ids.map((id) => urls.get(id) ?? null);
  }

  private async claimAll(ids: readonly string[]): Promise<(ClaimedDelivery | null)[]> {
    const claimed = await preparedRows<ClaimRow>(this.dataSource, CLAIM, [[...new Set(ids)], LEASE_SECONDS]);
    const byId = new Map(claimed.map((found) => [found.id, found]));
    return ids.map((id) => {
      const found = byId.get(id);
      // Asked for twice, it is handed out once.
      byId.delete(id);
      return found ? fromRow(found) : null;
    });
  }

  private async settleAll(settlements: readonly Settlement[]): Promise<undefined[]> {
    const done = new Set(await this.write(SETTLE_FREE, settlements));
    // What others hold at this moment, an erasure perhaps, is waited for one by one: never with other rows in hand.
    for (const settlement of settlements) {
      if (!done.has(settlement.delivery.id)) await this.write(SETTLE, [settlement]);
    }
    return settlements.map(() => undefined);
  }

  private async write(statement: PreparedStatement, settlements: readonly Settlement[]): Promise<string[]> {
    const held = await preparedRows<{ id: string }>(this.dataSource, statement, [
      settlements.map(({ delivery }) => delivery.id),
      settlements.map(({ delivery }) => delivery.fence),
      settlements.map(({ outcome }) => outcome.at),
      settlements.map(({ outcome }) => outcome.statusCode),
      settlements.map(({ outcome }) => outcome.durationMs),
      settlements.map(({ outcome }) => outcome.error),
      settlements.map(({ next }) => next.status),
      settlements.map(({ next }) => (next.status === 'pending' ? next.waitMs : null)),
    ]);
    return held.map(({ id }) => id);
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

function fromRow(found: ClaimRow): ClaimedDelivery {
  return {
    id: found.id,
    accountId: found.account_id,
    eventId: found.event_id,
    event: found.event,
    url: found.url,
    livemode: found.livemode,
    createdAt: found.created_at,
    fence: found.fence,
    attempts: found.attempt_count,
    traceParent: found.trace_parent,
    analysis: { ...found, id: found.analysis_id, created_at: found.analysis_created_at },
  };
}

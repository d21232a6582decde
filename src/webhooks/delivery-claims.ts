import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ANALYSIS_FACTS_COLUMNS, type AnalysisFacts } from '../analysis/analysis-json.js';
import { Batcher } from '../platform/concurrency/batcher.js';
import { mapPreparedRows, type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import { eventBody } from './event-body.js';
import type { WebhookEvent } from './webhook-events.js';
import type { SendOutcome } from './webhook-sender.js';

/** Longer than an attempt can take: after it, the sender is taken for dead and another one sends again. */
const LEASE_SECONDS = 45;

/** Of a busy sender's settlements; a single one goes at once. */
const BETWEEN_SETTLEMENTS_MS = 10;

/** Deliveries in one page of what is due. */
const PAGE = 1_000;

export interface DueDelivery {
  readonly id: string;
  readonly url: string;
}

/** Where a page of what is due ended. The time as the database writes it. */
export interface PageEnd {
  readonly id: string;
  readonly due_at: string;
}
const BEFORE_ALL: PageEnd = { id: '00000000-0000-0000-0000-000000000000', due_at: '-infinity' };

/** What an attempt is written down under. */
export interface DeliveryClaim {
  readonly id: string;
  readonly fence: number;
  /** Before this one. */
  readonly attempts: number;
}

export interface ClaimedDelivery extends DeliveryClaim {
  readonly accountId: string;
  readonly analysisId: string;
  readonly eventId: string;
  readonly url: string;
  /** The span that recorded it, as a W3C traceparent; null where nothing was traced. */
  readonly traceParent: string | null;
  /** What is sent. As bytes from the start: texts of hundreds that are under way kept the garbage collector busy. */
  readonly body: Buffer;
}

/** What a delivery is after an attempt. */
export type NextState =
  | { readonly status: 'delivered' | 'failed' }
  | { readonly status: 'pending'; readonly waitMs: number };

/** The analysis's own columns under their own names, so that the row is what the body is made of. */
interface ClaimRow extends AnalysisFacts {
  readonly delivery_id: string;
  readonly account_id: string;
  readonly event_id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly delivery_livemode: boolean;
  readonly recorded_at: Date;
  readonly fence: number;
  readonly attempt_count: number;
  readonly trace_parent: string | null;
}

/** What an attempt came to, to be written down. */
interface Settlement {
  readonly claim: DeliveryClaim;
  readonly outcome: SendOutcome;
  readonly next: NextState;
}

/** Of a row of `webhook_delivery`: its time has come, and no sender has it in hand. */
export const DUE =
  "status = 'pending' AND next_attempt_at <= now() AND (leased_until IS NULL OR leased_until <= now())";

// Rows that are named by their ids are first found by them alone and then judged: asked at once for those that are due, the
// planner takes the index of all that is due, and each statement goes through the whole backlog.

const FIND_DUE = {
  name: 'delivery-find-due',
  text: `WITH named AS MATERIALIZED (
      SELECT id, url, status, next_attempt_at, leased_until FROM webhook_delivery WHERE id = ANY($1::uuid[]))
    SELECT id, url FROM named WHERE ${DUE}`,
};

const DUE_AFTER = {
  name: 'delivery-due-after',
  text: `SELECT id, url, next_attempt_at::text AS due_at FROM webhook_delivery
    WHERE ${DUE} AND (next_attempt_at, id) > ($1::timestamptz, $2::uuid)
    ORDER BY next_attempt_at, id LIMIT $3`,
};

/** Rows that another sender is about to take are left to it: whoever waited for them could wait in a circle. */
const CLAIM = {
  name: 'delivery-claim',
  text: `WITH held AS (
      SELECT id, status, next_attempt_at, leased_until FROM webhook_delivery
      WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED),
    d AS (
      UPDATE webhook_delivery SET fence = fence + 1, leased_until = now() + make_interval(secs => $2)
      FROM (SELECT id FROM held WHERE ${DUE}) AS due
      WHERE webhook_delivery.id = due.id
      RETURNING webhook_delivery.id AS delivery_id, account_id, analysis_id, event_id, event, url,
        livemode AS delivery_livemode, created_at AS recorded_at, fence, attempt_count, trace_parent)
    SELECT d.*, ${ANALYSIS_FACTS_COLUMNS}
    FROM d JOIN analysis a ON a.id = d.analysis_id LEFT JOIN analysis_payload p ON p.analysis_id = a.id`,
};

/**
 * Answers with the rows it got hold of; of those, the ones another sender has taken over meanwhile stay as they are. An attempt
 * is logged under the fence of its claim, so none twice; the number has no room for more than 32,767.
 */
const settleStatement = (busy: 'skip' | 'wait') => ({
  name: `delivery-settle-${busy}`,
  text: `WITH held AS (
      SELECT id, status, fence FROM webhook_delivery
      WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE ${busy === 'skip' ? 'SKIP LOCKED' : ''}),
    settled AS (
      SELECT g.*, held.status = 'pending' AND held.fence = g.fence AS moves FROM held JOIN
        unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[], $8::double precision[])
          AS g (id, fence, at, status_code, duration_ms, error, status, wait_ms) USING (id)),
    attempt AS (
      INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms, error)
      SELECT id, least(fence, 32767), at, status_code, duration_ms, error FROM settled
      ON CONFLICT DO NOTHING),
    moved AS (
      UPDATE webhook_delivery SET status = s.status, attempt_count = attempt_count + 1, leased_until = NULL,
        next_attempt_at = now() + make_interval(secs => s.wait_ms / 1000)
      FROM settled s WHERE webhook_delivery.id = s.id AND s.moves)
    SELECT id FROM held`,
});

const SETTLE_FREE = settleStatement('skip');
const SETTLE = settleStatement('wait');

/** Hands each due delivery to one sender at a time, under a lease on the database's clock. */
@Injectable()
export class DeliveryClaims {
  private readonly settlements = new Batcher((settled: readonly Settlement[]) => this.settleFree(settled), {
    apartMs: BETWEEN_SETTLEMENTS_MS,
  });
  /** One by one, never with other rows in hand; and on one connection, for all of the pool could come to wait. */
  private readonly heldUp = new Batcher((settled: readonly Settlement[]) => this.settleHeld(settled), { most: 1 });

  constructor(private readonly dataSource: DataSource) {}

  /** Those of them that are due. */
  findDue(ids: readonly string[]): Promise<DueDelivery[]> {
    return queryPrepared<DueDelivery>(this.dataSource, FIND_DUE, [ids]);
  }

  /** What is due, longest due first, a page at a time. @param after null for the first page. @returns with an end if there is more */
  async dueAfter(after: PageEnd | null): Promise<{ deliveries: readonly DueDelivery[]; end: PageEnd | null }> {
    const { due_at, id } = after ?? BEFORE_ALL;
    const page = await queryPrepared<DueDelivery & PageEnd>(this.dataSource, DUE_AFTER, [due_at, id, PAGE]);
    return { deliveries: page, end: page.length === PAGE ? (page.at(-1) ?? null) : null };
  }

  /** By id; without those that are not due, over, deleted, or in another sender's hands. */
  async claim(ids: readonly string[]): Promise<Map<string, ClaimedDelivery>> {
    const claimed = await mapPreparedRows(this.dataSource, CLAIM, [ids, LEASE_SECONDS], fromRow);
    return new Map(claimed.map((delivery) => [delivery.id, delivery]));
  }

  /**
   * Logs the attempt, which has happened in any case, and moves the delivery on unless another sender has taken over.
   * Those that end together share the statement, and only that: what others hold at this moment, an erasure perhaps, is
   * waited for apart, and keeps nobody.
   */
  async settle(claim: DeliveryClaim, outcome: SendOutcome, next: NextState): Promise<void> {
    const settlement = { claim, outcome, next };
    if (!(await this.settlements.call(settlement))) await this.heldUp.call(settlement);
  }

  /** @returns of each whether its row was free */
  private async settleFree(settlements: readonly Settlement[]): Promise<boolean[]> {
    const done = new Set(await this.write(SETTLE_FREE, settlements));
    return settlements.map(({ claim }) => done.has(claim.id));
  }

  private async settleHeld(settlements: readonly Settlement[]): Promise<undefined[]> {
    await this.write(SETTLE, settlements);
    return settlements.map(() => undefined);
  }

  private async write(statement: PreparedStatement, settlements: readonly Settlement[]): Promise<string[]> {
    const held = await queryPrepared<{ id: string }>(this.dataSource, statement, [
      settlements.map(({ claim }) => claim.id),
      settlements.map(({ claim }) => claim.fence),
      settlements.map(({ outcome }) => outcome.at.toISOString()),
      settlements.map(({ outcome }) => outcome.statusCode),
      settlements.map(({ outcome }) => outcome.durationMs),
      settlements.map(({ outcome }) => outcome.error),
      settlements.map(({ next }) => next.status),
      settlements.map(({ next }) => (next.status === 'pending' ? next.waitMs : null)),
    ]);
    return held.map(({ id }) => id);
  }
}

function fromRow(found: ClaimRow): ClaimedDelivery {
  const { event, event_id, recorded_at, delivery_livemode } = found;
  const head = { event, id: event_id, createdAt: recorded_at, livemode: delivery_livemode };
  return {
    id: found.delivery_id,
    accountId: found.account_id,
    analysisId: found.id,
    eventId: event_id,
    url: found.url,
    fence: found.fence,
    attempts: found.attempt_count,
    traceParent: found.trace_parent,
    body: eventBody(head, found),
  };
}

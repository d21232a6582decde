// Gives each due delivery to one sender at a time, under a lease on Postgres's clock, and records what became of an attempt.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ANALYSIS_FACTS_COLUMNS, type AnalysisFacts } from '../../calls/analysis-json.js';
import { Batcher } from '../../platform/concurrency/batcher.js';
import {
  mapPreparedRows,
  type PreparedStatement,
  plainArray,
  queryPrepared,
} from '../../platform/database/prepared.js';
import type { Payload } from '../endpoints/endpoint.js';
import { NOTED_HEALTH, type NotedHealth } from '../endpoints/endpoint-health.js';
import { SEALED_SECRETS, type SealedSecrets } from '../endpoints/endpoint-secrets.js';
import { readSubjects, type SubjectColumns, subjectOf } from '../event-subjects.js';
import { tellsOfDispute } from '../event-table.js';
import { eventBody, textEventBody, thinEventBody } from '../sending/event-body.js';
import { type DetailColumns, readDetails } from '../sending/event-details.js';
import type { SendOutcome } from '../sending/webhook-sender.js';

/** Longer than an attempt can take. When the lease ends, the sender counts as dead and another one sends again. */
export const LEASE_SECONDS = 45;

/** A busy sender records several attempts with one statement. A single attempt is recorded at once. */
const MIN_RECORD_INTERVAL_MS = 10;

/** Deliveries in one page of a scan. */
const PAGE_SIZE = 1_000;

export interface DueDelivery {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
}

interface DueTogether extends Omit<DueDelivery, 'id'> {
  /** Ids with commas between them. */
  readonly ids: string;
}

/** End of a page of due deliveries. */
export interface PageEnd {
  readonly id: string;
  /** Time as Postgres prints it: a `Date` would lose the microseconds, and the next page would repeat rows. */
  readonly due_at: string;
}
const BEFORE_ALL: PageEnd = { id: '00000000-0000-0000-0000-000000000000', due_at: '-infinity' };

/** Claim under which an attempt is recorded. */
export interface DeliveryClaim {
  readonly id: string;
  readonly fence: number;
  /** Attempts made before this one. */
  readonly attempts: number;
  /** Null for the call's or the job's own address. */
  readonly endpoint: ClaimedEndpoint | null;
}

/** Endpoint of a claimed delivery, at the moment of the claim. */
export interface ClaimedEndpoint extends NotedHealth {
  readonly id: string;
  readonly secrets: SealedSecrets;
  /** True when the endpoint is paused, and this delivery tests it. */
  readonly isProbe: boolean;
}

export interface ClaimedDelivery extends DeliveryClaim {
  readonly accountId: string;
  /** Null for an event about a job over stored calls. */
  readonly analysisId: string | null;
  readonly eventId: string;
  readonly url: string;
  /** The span that recorded the delivery, as a W3C traceparent; null where nothing was traced. */
  readonly traceParent: string | null;
  /** The request body. Bytes, not a string: hundreds of bodies as strings kept the garbage collector busy. */
  readonly body: Buffer;
}

/** The state of a delivery after an attempt. */
export type NextState =
  | { readonly status: 'delivered' | 'failed' }
  /** `waitMs`: null while its endpoint is paused. */
  | { readonly status: 'pending'; readonly waitMs: number | null };

/** All are null where there is no endpoint. */
interface EndpointColumns {
  readonly endpoint_id: string | null;
  readonly payload: Payload | null;
  readonly secret_encrypted: Buffer | null;
  readonly previous_encrypted: Buffer | null;
  readonly is_probe: boolean | null;
  readonly is_failing: boolean | null;
  readonly success_is_noted: boolean | null;
  readonly failure_is_noted: boolean | null;
}

interface DeliveryColumns extends SubjectColumns, EndpointColumns, DetailColumns {
  readonly delivery_id: string;
  readonly analysis_id: string | null;
  readonly account_id: string;
  readonly event_id: string;
  readonly url: string;
  readonly delivery_livemode: boolean;
  readonly recorded_at: Date;
  readonly fence: number;
  readonly attempt_count: number;
  readonly trace_parent: string | null;
}

/** The columns of the analysis keep their names, so that the row itself is what `eventBody` takes. */
type ClaimRow = DeliveryColumns & (AnalysisFacts | { readonly id: null });

type WithoutBody = Omit<ClaimedDelivery, 'analysisId' | 'body'> & { readonly row: ClaimRow };

interface MadeAttempt {
  readonly claim: DeliveryClaim;
  readonly outcome: SendOutcome;
  readonly next: NextState;
}

/** SQL condition on `webhook_delivery`: due and not leased. */
export const IS_DUE =
  "status = 'pending' AND next_attempt_at <= now() AND (leased_until IS NULL OR leased_until <= now())";

// A statement with ids selects its rows by id only, and then checks which of them are due. With both conditions in one WHERE, the
// planner chooses the index of due rows, and every statement scans the whole backlog.

/** One row for all deliveries from one account to one URL: rows cost more than ids. */
const FIND_DUE = {
  name: 'delivery-find-due',
  text: `WITH named AS MATERIALIZED (
      SELECT id, account_id, url, endpoint_id, status, next_attempt_at, leased_until FROM webhook_delivery WHERE id = ANY($1::uuid[]))
    SELECT string_agg(named.id::text, ',' ORDER BY next_attempt_at, named.id) AS ids, named.account_id,
      coalesce(e.url, named.url) AS url
    FROM named LEFT JOIN webhook_endpoint e ON e.id = named.endpoint_id WHERE ${IS_DUE}
    GROUP BY named.account_id, coalesce(e.url, named.url)`,
};

const DUE_AFTER = {
  name: 'delivery-due-after',
  text: `WITH page AS MATERIALIZED (
      SELECT id, account_id, url, endpoint_id, next_attempt_at FROM webhook_delivery
      WHERE ${IS_DUE} AND (next_attempt_at, id) > ($1::timestamptz, $2::uuid)
      ORDER BY next_attempt_at, id LIMIT $3)
    SELECT page.id, page.account_id, coalesce(e.url, page.url) AS url, next_attempt_at::text AS due_at
    FROM page LEFT JOIN webhook_endpoint e ON e.id = page.endpoint_id ORDER BY next_attempt_at, page.id`,
};

/**
 * Skips rows that another sender is claiming: if both senders waited, they could deadlock. A delivery whose endpoint is paused or
 * deleted is not sent: it waits without being due. A delivery to an endpoint uses its current address.
 */
const CLAIM = {
  name: 'delivery-claim',
  text: `WITH locked AS (
      SELECT id, status, next_attempt_at, leased_until, endpoint_id FROM webhook_delivery
      WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED),
    due AS (
      SELECT locked.id AS due_id, locked.endpoint_id, e.url AS endpoint_url, e.payload, ${SEALED_SECRETS}, ${NOTED_HEALTH},
        e.paused_at IS NOT NULL AS is_probe,
        locked.endpoint_id IS NOT NULL AND (e.id IS NULL OR e.deleted_at IS NOT NULL
          OR (e.paused_at IS NOT NULL AND e.probe_id IS DISTINCT FROM locked.id)) AS is_held
      FROM locked LEFT JOIN webhook_endpoint e ON e.id = locked.endpoint_id WHERE ${IS_DUE}),
    held AS (
      UPDATE webhook_delivery SET next_attempt_at = NULL FROM due WHERE id = due_id AND is_held),
    d AS (
      UPDATE webhook_delivery SET fence = fence + 1, leased_until = now() + make_interval(secs => $2),
        url = coalesce(endpoint_url, url)
      FROM due WHERE id = due_id AND NOT is_held
      RETURNING id AS delivery_id, account_id, analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id,
        calibration_id, judge_change_id, hold_id, erasure_id, event_id, event, url, livemode AS delivery_livemode, created_at AS recorded_at,
        fence,
        attempt_count, detail, detail_id, trace_parent,
        due.endpoint_id, due.payload, due.secret_encrypted, due.previous_encrypted, due.is_probe, due.is_failing,
        due.success_is_noted, due.failure_is_noted)
    SELECT d.*, ${ANALYSIS_FACTS_COLUMNS}
    FROM d LEFT JOIN analysis a ON a.id = d.analysis_id AND d.payload IS DISTINCT FROM 'thin'
      LEFT JOIN analysis_payload p ON p.analysis_id = a.id`,
};

/**
 * Logs attempts and updates their deliveries. Returns the ids of the rows that it could lock. A delivery whose fence has changed
 * is not updated: another sender has claimed it, or a client has requested a new delivery. Its attempt is still logged. The
 * number of an attempt is the fence of its claim, so none is logged twice; the column is a smallint, hence `least`.
 */
const recordStatement = (lockedRows: 'skip' | 'wait') => ({
  name: `delivery-record-${lockedRows}`,
  text: `WITH locked AS (
      SELECT id, status, fence FROM webhook_delivery
      WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE ${lockedRows === 'skip' ? 'SKIP LOCKED' : ''}),
    made AS (
      SELECT g.*, locked.status = 'pending' AND locked.fence = g.fence AS is_current FROM locked JOIN
        unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[], $8::double precision[])
          AS g (id, fence, at, status_code, duration_ms, error, status, wait_ms) USING (id)),
    attempt AS (
      INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms, error)
      SELECT id, least(fence, 32767), at, status_code, duration_ms, error FROM made
      ON CONFLICT DO NOTHING),
    moved AS (
      UPDATE webhook_delivery SET status = m.status, failed_at = CASE WHEN m.status = 'failed' THEN now() END, attempt_count = attempt_count + 1, leased_until = NULL,
        next_attempt_at = now() + make_interval(secs => m.wait_ms / 1000)
      FROM made m WHERE webhook_delivery.id = m.id AND m.is_current)
    SELECT id FROM locked`,
});

const RECORD_UNLOCKED = recordStatement('skip');
const RECORD = recordStatement('wait');

@Injectable()
export class DeliveryClaims {
  private readonly records = new Batcher((attempts: readonly MadeAttempt[]) => this.recordUnlocked(attempts), {
    minIntervalMs: MIN_RECORD_INTERVAL_MS,
  });
  /**
   * Writes rows that another transaction has locked: each in a statement of its own, so that it delays no other row, and one
   * statement at a time, so that such waits cannot take up the connection pool.
   */
  private readonly lockedRecords = new Batcher((attempts: readonly MadeAttempt[]) => this.recordLocked(attempts), {
    maxItems: 1,
  });

  constructor(private readonly dataSource: DataSource) {}

  /** Finds those of the deliveries that are due. */
  async findDue(ids: readonly string[]): Promise<DueDelivery[]> {
    const found = await queryPrepared<DueTogether>(this.dataSource, FIND_DUE, [ids]);
    return found.flatMap(({ ids, account_id, url }) => ids.split(',').map((id) => ({ id, account_id, url })));
  }

  /**
   * A page of due deliveries, the longest due first.
   * @param after null for the first page
   * @returns `end` is null on the last page
   */
  async findDueAfter(after: PageEnd | null): Promise<{ deliveries: readonly DueDelivery[]; end: PageEnd | null }> {
    const { due_at, id } = after ?? BEFORE_ALL;
    const page = await queryPrepared<DueDelivery & PageEnd>(this.dataSource, DUE_AFTER, [due_at, id, PAGE_SIZE]);
    return { deliveries: page, end: page.length === PAGE_SIZE ? (page.at(-1) ?? null) : null };
  }

  /** @returns claimed deliveries by id, without those that are not due, final, deleted, or claimed by another sender */
  async claim(ids: readonly string[]): Promise<Map<string, ClaimedDelivery>> {
    const claimed = await mapPreparedRows(this.dataSource, CLAIM, [plainArray(ids), LEASE_SECONDS], fromRow);
    const whole = claimed.flatMap((delivery) => ('body' in delivery ? [delivery] : []));
    const others = await this.withBodies(claimed.flatMap((delivery) => ('body' in delivery ? [] : [delivery])));
    return new Map([...whole, ...others].map((delivery) => [delivery.id, delivery]));
  }

  /**
   * Reads the objects of the events, and what was done to them. Omits what was deleted since the claim: its delivery was deleted
   * too.
   */
  private async withBodies(claimed: readonly WithoutBody[]): Promise<ClaimedDelivery[]> {
    const rows = claimed.map(({ row }) => row);
    const subjects = await readSubjects(this.dataSource, rows);
    const details = await readDetails(this.dataSource, rows);
    return claimed.flatMap(({ row, ...delivery }) => {
      if (row.id !== null && !tellsOfDispute(row.event)) {
        const detail = details.get(row.detail_id ?? '');
        return detail === undefined
          ? []
          : [{ ...delivery, analysisId: row.id, body: eventBody(headOf(row), row, detail) }];
      }
      const subject = subjects.get(subjectOf(row) ?? '');
      if (!subject) return [];
      return [{ ...delivery, analysisId: subject.analysisId, body: textEventBody(headOf(row), subject.data) }];
    });
  }

  /**
   * Logs the attempt in any case, and updates the delivery unless its fence has changed. Attempts that end together share a
   * statement; it skips rows that another transaction has locked, for example an erasure.
   */
  async recordAttempt(claim: DeliveryClaim, outcome: SendOutcome, next: NextState): Promise<void> {
    const attempt = { claim, outcome, next };
    if (!(await this.records.call(attempt))) await this.lockedRecords.call(attempt);
  }

  /** @returns for each attempt, whether its row could be locked */
  private async recordUnlocked(attempts: readonly MadeAttempt[]): Promise<boolean[]> {
    const recorded = new Set(await this.write(RECORD_UNLOCKED, attempts));
    return attempts.map(({ claim }) => recorded.has(claim.id));
  }

  private async recordLocked(attempts: readonly MadeAttempt[]): Promise<undefined[]> {
    await this.write(RECORD, attempts);
    return attempts.map(() => undefined);
  }

  private async write(statement: PreparedStatement, attempts: readonly MadeAttempt[]): Promise<string[]> {
    const locked = await queryPrepared<{ id: string }>(this.dataSource, statement, [
      plainArray(attempts.map(({ claim }) => claim.id)),
      plainArray(attempts.map(({ claim }) => claim.fence)),
      plainArray(attempts.map(({ outcome }) => outcome.at.toISOString())),
      plainArray(attempts.map(({ outcome }) => outcome.statusCode)),
      plainArray(attempts.map(({ outcome }) => outcome.durationMs)),
      attempts.map(({ outcome }) => outcome.error),
      plainArray(attempts.map(({ next }) => next.status)),
      plainArray(attempts.map(({ next }) => (next.status === 'pending' ? next.waitMs : null))),
    ]);
    return locked.map(({ id }) => id);
  }
}

const headOf = ({ event, event_id, recorded_at, delivery_livemode }: DeliveryColumns) => ({
  event,
  id: event_id,
  createdAt: recorded_at,
  livemode: delivery_livemode,
});

function fromRow(claimed: ClaimRow): ClaimedDelivery | WithoutBody {
  const delivery = {
    id: claimed.delivery_id,
    accountId: claimed.account_id,
    eventId: claimed.event_id,
    url: claimed.url,
    fence: claimed.fence,
    attempts: claimed.attempt_count,
    traceParent: claimed.trace_parent,
    endpoint: endpointOf(claimed),
  };
  const objectId = subjectOf(claimed) ?? claimed.analysis_id;
  if (claimed.payload === 'thin' && objectId !== null)
    return { ...delivery, analysisId: claimed.analysis_id, body: thinEventBody(headOf(claimed), objectId) };
  if (claimed.id === null || claimed.detail_id !== null) return { ...delivery, row: claimed };
  return { ...delivery, analysisId: claimed.id, body: eventBody(headOf(claimed), claimed, claimed.detail) };
}

function endpointOf({ endpoint_id: id, secret_encrypted, previous_encrypted, ...health }: DeliveryColumns) {
  if (id === null || secret_encrypted === null) return null;
  return {
    id,
    secrets: { secret_encrypted, previous_encrypted },
    isProbe: health.is_probe === true,
    isFailing: health.is_failing === true,
    successIsNoted: health.success_is_noted === true,
    failureIsNoted: health.failure_is_noted === true,
  };
}

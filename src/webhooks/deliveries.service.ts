// Records of deliveries, pending and sent. The row has the state; a job in the queue only signals that some rows may be due.
// deliver-webhook.ts sends deliveries.
import { randomUUID } from 'node:crypto';
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource, type EntityManager } from 'typeorm';
import { Batcher } from '../platform/concurrency/batcher.js';
import { type Changer, lockForChange } from '../platform/database/lock-for-change.js';
import { queryPrepared } from '../platform/database/prepared.js';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { badRequest, notFound } from '../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-response.js';
import { currentTraceParent } from '../platform/operations/tracing.js';
import { DELIVERIES_QUEUE } from '../platform/queue/queue-names.js';
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRow, withAttempts } from './delivery-log.js';
import { EVENTS_WITH_DETAIL, maySendAgain, type WebhookEvent } from './event-table.js';

export interface DeliveryJob {
  readonly deliveryIds: readonly string[];
}

/** A backlog is split into batches of this size, so that several senders can share it. */
const BATCHES = { maxItems: 500, concurrency: 4 };

/** Sends deliveries in this process. */
export interface LocalSender {
  /** False while it is busy, and once it stops: then the queue finds another sender. */
  readonly hasRoom: boolean;
  sendIfDue(deliveryIds: readonly string[]): Promise<void>;
}

export interface NewDelivery {
  readonly accountId: string;
  /** Null for a job over stored calls: it belongs to no single analysis. */
  readonly analysisId: string | null;
  /** Id for `evaluation.completed`. */
  readonly evaluationId?: string;
  /** Id for `rescore.completed`. */
  readonly rescoreId?: string;
  /** Id for `redaction.completed`. */
  readonly redactionId?: string;
  /** Id for `export.completed`. */
  readonly exportId?: string;
  /** Id for `batch.completed` and `batch.waiting`. */
  readonly batchId?: string;
  /** Id for `calibration.closed`. */
  readonly calibrationId?: string;
  /** Id for `scorecard.drift`. */
  readonly judgeChangeId?: string;
  /** Id for `hold.released`. */
  readonly holdId?: string;
  /** Id for `erasure.completed`. */
  readonly erasureId?: string;
  /**
   * Id of the review of `analysis.reviewed`, of the correction of `analysis.corrected`, or of the dispute of `dispute.opened` and
   * `dispute.resolved`.
   */
  readonly detailId?: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly livemode: boolean;
}

/** Event about a call, or the end of a job. Its own webhook and the account's endpoints may want it. */
export interface NewEvent extends Omit<NewDelivery, 'url'> {
  /** Scorecard of the event: that of its evaluation, its rescore or its calibration session, or the one whose judge changed. */
  readonly scorecardId?: string;
  /** The call's or the job's own address, and the events for it. */
  readonly webhook: { readonly url: string | null; readonly events: readonly string[] };
}

/** SQL condition on `webhook_delivery`: it is about the analysis with this parameter, or about one of its evaluations. */
export const tellsOf = (parameter: string) =>
  `(analysis_id = ${parameter} OR evaluation_id = ANY(ARRAY(SELECT e.id FROM evaluation e WHERE e.analysis_id = ${parameter})))`;

const STORED = 'SELECT id FROM webhook_delivery WHERE id = ANY($1::uuid[])';

/** The lock on the analysis of a delivery. */
const TOLD_OF = { columns: 'status', strength: 'FOR SHARE', sought: 'Delivery' } as const;

const RECORD = {
  name: 'record-delivery',
  text: `INSERT INTO webhook_delivery (id, account_id, analysis_id, evaluation_id, rescore_id, event_id, event, url, livemode,
           trace_parent, detail_id, redaction_id, export_id, batch_id, status, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, CASE WHEN $9 THEN 'pending' ELSE 'suppressed' END,
           CASE WHEN $9 THEN date_trunc('milliseconds', now()) END)`,
};

/**
 * Records an event: for its call's or job's own address, and for each endpoint of the account that matches it. All of them get
 * the event under one id, as Standard Webhooks requires. Filters are compared with the current state of the call; an event
 * without a call matches neither `agent_id` nor `metadata`. Deliveries to a paused endpoint wait until it answers.
 */
const RECORD_EVENT = {
  name: 'record-event',
  text: `INSERT INTO webhook_delivery (id, account_id, analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id,
           calibration_id, judge_change_id, hold_id, erasure_id, event_id, event, url, endpoint_id, livemode, trace_parent,
           detail_id, status, next_attempt_at)
         SELECT gen_random_uuid(), $1, $2, $3, $4, $5, $14, $15, $16, $17, $18, $19, $6, $7, receiver.url, receiver.endpoint_id, $8,
           $9, $10,
           CASE WHEN $8 THEN 'pending' ELSE 'suppressed' END,
           CASE WHEN $8 AND NOT receiver.is_paused THEN date_trunc('milliseconds', now()) END
         FROM (
           SELECT $11::text AS url, NULL::uuid AS endpoint_id, false AS is_paused WHERE $11 IS NOT NULL
           UNION ALL
           SELECT e.url, e.id, e.paused_at IS NOT NULL FROM webhook_endpoint e
           WHERE e.account_id = $1 AND e.livemode = $8 AND e.deleted_at IS NULL AND e.events && ARRAY['*', $7::text]
             AND (e.agent_id IS NULL OR e.agent_id = (SELECT a.agent_id FROM analysis a WHERE a.id = $12::uuid))
             AND (e.scorecard_id IS NULL OR e.scorecard_id = $13::uuid)
             AND (e.metadata IS NULL OR NOT EXISTS (
               SELECT 1 FROM jsonb_each_text(e.metadata) AS wanted
               WHERE wanted.value IS DISTINCT FROM
                 (SELECT a.custom_metadata::jsonb FROM analysis a WHERE a.id = $12::uuid) ->> wanted.key))
         ) AS receiver
         RETURNING id, next_attempt_at IS NOT NULL AS is_due`,
};

/**
 * Maximum number of deliveries of one analysis: each new webhook after its end adds one. Those of reviews, corrections and
 * disputes do not count, since persons may write any number of them. Nor do those to the endpoints of the account.
 */
const MAX_DELIVERIES = 100;
/** Maximum number of attempts of one delivery. A schedule has ten; clients can request more. */
const MAX_ATTEMPTS = 100;

const newEventId = () => `evt_${randomUUID().replaceAll('-', '')}`;

export const tooManyDeliveries = () => badRequest(`An analysis can have ${MAX_DELIVERIES} notifications`);
export const triedTooOften = () => badRequest(`A notification can be tried ${MAX_ATTEMPTS} times`);
export const suppressedIsNeverSent = () => badRequest('Test mode deliveries are recorded but never sent');
/** Refuses to send: the notification would carry the current analysis, which differs from its event. */
export const startedAgain = () => badRequest('The analysis was started again after this notification');

@Injectable()
export class Deliveries {
  private readonly logger = new Logger(Deliveries.name);
  private readonly batches = new Batcher((ids: readonly string[]) => this.passOn(ids), BATCHES);
  private localSender: LocalSender | null = null;

  constructor(
    private readonly dataSource: DataSource,
    @InjectQueue(DELIVERIES_QUEUE) private readonly queue: Queue<DeliveryJob>,
  ) {}

  /**
   * Call this in the transaction that ends the analysis, the evaluation or the job, so that either both are committed or neither
   * is. A delivery of test mode is recorded as `suppressed` and never sent.
   * @returns id of the delivery, for `enqueue` once the transaction is committed
   */
  async record(tx: EntityManager, wanted: NewDelivery): Promise<string> {
    const { accountId, event, url, livemode, detailId = null } = wanted;
    const { evaluationId = null, rescoreId = null, redactionId = null, exportId = null, batchId = null } = wanted;
    const id = randomUUID();
    // An evaluation refers to its analysis, and is deleted with it: the delivery names only the evaluation.
    const analysisId = evaluationId === null ? wanted.analysisId : null;
    await queryPrepared(tx, RECORD, [
      id,
      accountId,
      analysisId,
      evaluationId,
      rescoreId,
      newEventId(),
      event,
      url,
      livemode,
      currentTraceParent(),
      detailId,
      redactionId,
      exportId,
      batchId,
    ]);
    return id;
  }

  /**
   * Records a delivery for all who have asked for the event: at most one statement, whether any has or none.
   * @returns the ids of the deliveries that are due, for `enqueue` once the transaction is committed
   */
  async recordEvent(tx: EntityManager, happened: NewEvent): Promise<string[]> {
    const { accountId, analysisId, event, livemode, webhook, detailId = null } = happened;
    const { evaluationId = null, scorecardId = null, rescoreId = null } = happened;
    const {
      redactionId = null,
      exportId = null,
      batchId = null,
      calibrationId = null,
      judgeChangeId = null,
      holdId = null,
      erasureId = null,
    } = happened;
    const recorded = await queryPrepared<{ id: string; is_due: boolean }>(tx, RECORD_EVENT, [
      accountId,
      evaluationId === null ? analysisId : null,
      evaluationId,
      rescoreId,
      redactionId,
      newEventId(),
      event,
      livemode,
      currentTraceParent(),
      detailId,
      webhook.events.includes(event) ? webhook.url : null,
      analysisId,
      scorecardId,
      exportId,
      batchId,
      calibrationId,
      judgeChangeId,
      holdId,
      erasureId,
    ]);
    return recorded.flatMap(({ id, is_due }) => (is_due ? [id] : []));
  }

  /**
   * Checks the limit before a client adds a delivery, in the transaction that has locked the analysis.
   * @throws ApiError 400
   */
  async checkRoom(tx: EntityManager, analysisId: string): Promise<void> {
    const counted = await queryRow<{ n: number }>(
      tx,
      'SELECT count(*)::int AS n FROM webhook_delivery WHERE analysis_id = $1 AND event <> ALL($2) AND endpoint_id IS NULL',
      [analysisId, EVENTS_WITH_DETAIL],
    );
    if (counted && counted.n >= MAX_DELIVERIES) throw tooManyDeliveries();
  }

  /**
   * Ends pending deliveries of a failed analysis that a client has restarted: they would report a failure that no longer exists.
   * Call this in the same transaction. A running attempt is logged.
   */
  async withdraw(tx: EntityManager, analysisId: string): Promise<void> {
    await tx.query(
      `UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL, leased_until = NULL, fence = fence + 1
       WHERE analysis_id = $1 AND status = 'pending'`,
      [analysisId],
    );
  }

  /** Lets a worker send its own notifications: a job would cost five round trips to Redis. */
  useLocalSender(sender: LocalSender): void {
    this.localSender = sender;
  }

  /** Never throws, and need not be awaited: the next sweep of a sender finds deliveries that were not passed on. */
  async enqueue(deliveryIds: readonly string[]): Promise<void> {
    await Promise.all(deliveryIds.map((id) => this.batches.call(id)));
  }

  private async passOn(deliveryIds: readonly string[]): Promise<undefined[]> {
    try {
      if (this.localSender?.hasRoom) await this.localSender.sendIfDue(deliveryIds);
      else await this.queue.add({ deliveryIds });
    } catch (error) {
      this.logger.warn({ deliveryIds, err: error }, 'Could not enqueue deliveries; the next sweep will pick them up');
    }
    return deliveryIds.map(() => undefined);
  }

  /**
   * Removes jobs for deliveries that are all deleted. A job that a sender holds at this moment finds no row, and ends.
   * @returns number of jobs that are left with an id of a deleted delivery
   */
  async forgetDeleted(): Promise<number> {
    const jobs = (await this.queue.getJobs(['waiting', 'delayed', 'paused'])).filter((job) => job !== null);
    const ids = jobs.flatMap((job) => job.data.deliveryIds);
    const stored = await queryRows<{ id: string }>(this.dataSource, STORED, [ids]);
    const known = new Set(stored.map(({ id }) => id));
    let left = 0;
    for (const job of jobs) {
      if (job.data.deliveryIds.some((id) => known.has(id))) continue;
      await job.remove().catch(() => {
        left += 1;
      });
    }
    return left;
  }

  /** Newest first. @throws ApiError 404 */
  async list(
    accountId: string,
    analysisId: string,
    { skip, limit }: { readonly skip: number; readonly limit: number },
  ): Promise<{ deliveries: Delivery[]; total: number }> {
    const counted = await queryRow<{ total: string }>(
      this.dataSource,
      `SELECT (SELECT count(*) FROM webhook_delivery WHERE ${tellsOf('$1')} AND account_id = $2) AS total
       FROM analysis a WHERE a.id = $1 AND a.account_id = $2`,
      [analysisId, accountId],
    );
    if (!counted) throw notFound('Analysis');
    const page = await queryRows<DeliveryRow>(
      this.dataSource,
      `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE ${tellsOf('$1')} AND account_id = $2
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [analysisId, accountId, limit, skip],
    );
    return { deliveries: await withAttempts(this.dataSource, page), total: Number(counted.total) };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, analysisId: string, deliveryId: string): Promise<Delivery> {
    const found = await queryRow<DeliveryRow>(
      this.dataSource,
      `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery WHERE id = $1 AND ${tellsOf('$2')} AND account_id = $3`,
      [deliveryId, analysisId, accountId],
    );
    const [delivery] = found ? await withAttempts(this.dataSource, [found]) : [];
    if (!delivery) throw notFound('Delivery');
    return delivery;
  }

  /**
   * Restarts the retry schedule, with the same event id. The new fence ends the claim of a running attempt: it is logged and
   * changes nothing. Otherwise, as the last attempt of the old schedule, it could end the delivery.
   * @throws ApiError 404; 400 for a delivery of test mode, and for one from before the analysis was restarted; 403 for a test key
   */
  async redeliver(
    changer: Changer,
    analysisId: string,
    deliveryId: string,
    beforeCommit: BeforeCommit<Delivery> = nothingBeforeCommit,
  ): Promise<Delivery> {
    const redelivered = await this.dataSource.transaction(async (tx) => {
      // The lock prevents a restart of the analysis until the transaction ends.
      const analysis = await lockForChange<{ status: string }>(tx, changer, 'analysis', analysisId, TOLD_OF);
      const found = await queryRow<DeliveryRow>(
        tx,
        `UPDATE webhook_delivery SET
           status = CASE WHEN livemode THEN 'pending' ELSE status END,
           attempt_count = 0,
           fence = fence + 1,
           leased_until = NULL,
           failed_at = NULL,
           next_attempt_at = CASE WHEN livemode THEN date_trunc('milliseconds', now()) END
         WHERE id = $1 AND ${tellsOf('$2')} AND account_id = $3
         RETURNING ${DELIVERY_COLUMNS}`,
        [deliveryId, analysisId, changer.accountId],
      );
      if (!found) throw notFound('Delivery');
      if (found.status === 'suppressed') throw suppressedIsNeverSent();
      if (!maySendAgain(found.event, analysis.status)) throw startedAgain();
      const [delivery] = await withAttempts(tx, [found]);
      if (!delivery) throw notFound('Delivery');
      if (delivery.attempts.length >= MAX_ATTEMPTS) throw triedTooOften();
      await beforeCommit(tx, delivery);
      return delivery;
    });
    void this.enqueue([redelivered.id]);
    return redelivered;
  }
}

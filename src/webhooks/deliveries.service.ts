// The record of deliveries: what is to be sent, and what was sent. The row is the truth; a job in the queue only says that some
// rows may be due. deliver-webhook.ts sends deliveries.
import { randomUUID } from 'node:crypto';
import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource, type EntityManager } from 'typeorm';
import { Batcher } from '../platform/concurrency/batcher.js';
import { type Changer, lockForChange } from '../platform/database/lock-for-change.js';
import { queryPrepared } from '../platform/database/prepared.js';
import { queryRow, queryRows, type Sql } from '../platform/database/sql.js';
import { badRequest, notFound } from '../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-response.js';
import { currentTraceParent } from '../platform/operations/tracing.js';
import { DELIVERIES_QUEUE } from '../platform/queue/queue-names.js';
import { maySendAgain, type WebhookEvent } from './event-table.js';

export interface DeliveryJob {
  readonly deliveryIds: readonly string[];
}

/** A backlog is split into this many deliveries at a time, so that several senders can share it. */
const BATCHES = { maxItems: 500, concurrency: 4 };

/** What sends deliveries in this process. */
export interface LocalSender {
  /** False while it is busy, and once it stops: then the queue finds another sender. */
  readonly hasRoom: boolean;
  sendIfDue(deliveryIds: readonly string[]): Promise<void>;
}

export interface NewDelivery {
  readonly accountId: string;
  /** Null for a job over stored calls: it belongs to no single analysis. */
  readonly analysisId: string | null;
  /** With `evaluation.completed`. */
  readonly evaluationId?: string;
  /** With `rescore.completed`. */
  readonly rescoreId?: string;
  /** With `redaction.completed`. */
  readonly redactionId?: string;
  /** With `export.completed`. */
  readonly exportId?: string;
  /** With `analysis.reviewed` and `analysis.corrected`: the review or the correction, JSON text as clients receive it. */
  readonly detail?: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly livemode: boolean;
}

export interface Delivery {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'suppressed';
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  readonly at: Date;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
}

interface DeliveryRow {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly status: Delivery['status'];
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly at: Date;
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

/** SQL condition on `webhook_delivery`: it is about the analysis with this parameter, or about one of its evaluations. */
export const tellsOf = (parameter: string) =>
  `(analysis_id = ${parameter} OR evaluation_id = ANY(ARRAY(SELECT e.id FROM evaluation e WHERE e.analysis_id = ${parameter})))`;

/** The lock on the analysis of a delivery. */
const TOLD_OF = { columns: 'status', strength: 'FOR SHARE', sought: 'Delivery' } as const;

const COLUMNS = 'id, event, url, status, next_attempt_at, created_at';

const RECORD = {
  name: 'record-delivery',
  text: `INSERT INTO webhook_delivery (id, account_id, analysis_id, evaluation_id, rescore_id, event_id, event, url, livemode,
           trace_parent, detail, redaction_id, export_id, status, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CASE WHEN $9 THEN 'pending' ELSE 'suppressed' END,
           CASE WHEN $9 THEN date_trunc('milliseconds', now()) END)`,
};

/**
 * Deliveries of one analysis: each registration of a webhook after its end makes one more. Those of reviews and corrections do
 * not count: a call has as many of them as persons have written.
 */
const MAX_DELIVERIES = 100;
/** Attempts of one delivery. A schedule has ten; clients can ask for more. */
const MAX_ATTEMPTS = 100;

export const tooManyDeliveries = () => badRequest(`An analysis can have ${MAX_DELIVERIES} notifications`);
export const triedTooOften = () => badRequest(`A notification can be tried ${MAX_ATTEMPTS} times`);
export const suppressedIsNeverSent = () => badRequest('Test mode deliveries are recorded but never sent');
/** The notification would carry the analysis as it is now, which is not what its event says. */
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
   * Call it in the transaction that settles the analysis, the evaluation or the job, so that either both are committed or
   * neither is. A delivery of test mode is recorded as `suppressed` and never sent.
   * @returns the id of the delivery, for `enqueue` once the transaction is committed
   */
  async record(tx: EntityManager, wanted: NewDelivery): Promise<string> {
    const { accountId, event, url, livemode, detail = null } = wanted;
    const { evaluationId = null, rescoreId = null, redactionId = null, exportId = null } = wanted;
    const id = randomUUID();
    // An evaluation leads to its analysis, and is deleted with it: the delivery names the evaluation alone.
    const analysisId = evaluationId === null ? wanted.analysisId : null;
    await queryPrepared(tx, RECORD, [
      id,
      accountId,
      analysisId,
      evaluationId,
      rescoreId,
      `evt_${randomUUID().replaceAll('-', '')}`,
      event,
      url,
      livemode,
      currentTraceParent(),
      detail,
      redactionId,
      exportId,
    ]);
    return id;
  }

  /**
   * Before a client makes one more, in the transaction that has locked the analysis.
   * @throws ApiError 400
   */
  async checkRoom(tx: EntityManager, analysisId: string): Promise<void> {
    const counted = await queryRow<{ n: number }>(
      tx,
      'SELECT count(*)::int AS n FROM webhook_delivery WHERE analysis_id = $1 AND detail IS NULL',
      [analysisId],
    );
    if (counted && counted.n >= MAX_DELIVERIES) throw tooManyDeliveries();
  }

  /**
   * Ends the deliveries that are still to be sent, because a client has started the failed analysis again: they would tell of
   * a failure that is none any more. Call it in the same transaction. An attempt that is under way is logged.
   */
  async withdraw(tx: EntityManager, analysisId: string): Promise<void> {
    await tx.query(
      `UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL, leased_until = NULL, fence = fence + 1
       WHERE analysis_id = $1 AND status = 'pending'`,
      [analysisId],
    );
  }

  /** A worker sends what it has settled itself: a job would cost five round trips to Redis. */
  useLocalSender(sender: LocalSender): void {
    this.localSender = sender;
  }

  /** Never throws, and need not be awaited: what is not passed on, the next sweep of a sender finds. */
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
      `SELECT ${COLUMNS} FROM webhook_delivery WHERE ${tellsOf('$1')} AND account_id = $2
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [analysisId, accountId, limit, skip],
    );
    return { deliveries: await this.withAttempts(this.dataSource, page), total: Number(counted.total) };
  }

  /** @throws ApiError 404 */
  async get(accountId: string, analysisId: string, deliveryId: string): Promise<Delivery> {
    const found = await queryRow<DeliveryRow>(
      this.dataSource,
      `SELECT ${COLUMNS} FROM webhook_delivery WHERE id = $1 AND ${tellsOf('$2')} AND account_id = $3`,
      [deliveryId, analysisId, accountId],
    );
    const [delivery] = found ? await this.withAttempts(this.dataSource, [found]) : [];
    if (!delivery) throw notFound('Delivery');
    return delivery;
  }

  /**
   * Starts the retry schedule anew, with the same event id. An attempt that is under way loses its claim by the new fence: it
   * is logged and changes nothing. Otherwise, as the last attempt of the old schedule, it could end the delivery.
   * @throws ApiError 404; 400 for a delivery of test mode, and for one from before the analysis was started again; 403 for a
   *   test key
   */
  async redeliver(
    changer: Changer,
    analysisId: string,
    deliveryId: string,
    beforeCommit: BeforeCommit<Delivery> = nothingBeforeCommit,
  ): Promise<Delivery> {
    const redelivered = await this.dataSource.transaction(async (tx) => {
      // The lock keeps the analysis from being started again until the transaction ends.
      const analysis = await lockForChange<{ status: string }>(tx, changer, 'analysis', analysisId, TOLD_OF);
      const found = await queryRow<DeliveryRow>(
        tx,
        `UPDATE webhook_delivery SET
           status = CASE WHEN livemode THEN 'pending' ELSE status END,
           attempt_count = 0,
           fence = fence + 1,
           leased_until = NULL,
           next_attempt_at = CASE WHEN livemode THEN date_trunc('milliseconds', now()) END
         WHERE id = $1 AND ${tellsOf('$2')} AND account_id = $3
         RETURNING ${COLUMNS}`,
        [deliveryId, analysisId, changer.accountId],
      );
      if (!found) throw notFound('Delivery');
      if (found.status === 'suppressed') throw suppressedIsNeverSent();
      if (!maySendAgain(found.event, analysis.status)) throw startedAgain();
      const [delivery] = await this.withAttempts(tx, [found]);
      if (!delivery) throw notFound('Delivery');
      if (delivery.attempts.length >= MAX_ATTEMPTS) throw triedTooOften();
      await beforeCommit(tx, delivery);
      return delivery;
    });
    void this.enqueue([redelivered.id]);
    return redelivered;
  }

  private async withAttempts(sql: Sql, page: readonly DeliveryRow[]): Promise<Delivery[]> {
    const attempts = await queryRows<AttemptRow>(
      sql,
      `SELECT delivery_id, at, status_code, duration_ms, error FROM webhook_attempt
       WHERE delivery_id = ANY($1) ORDER BY number`,
      [page.map(({ id }) => id)],
    );
    return page.map((delivery) => ({
      id: delivery.id,
      event: delivery.event,
      url: delivery.url,
      status: delivery.status,
      nextAttemptAt: delivery.next_attempt_at,
      createdAt: delivery.created_at,
      attempts: attempts
        .filter(({ delivery_id }) => delivery_id === delivery.id)
        .map(({ at, status_code, duration_ms, error }) => ({
          at,
          statusCode: status_code,
          durationMs: duration_ms,
          error,
        })),
    }));
  }
}

// Delivery log of an endpoint, and requests to resend failed deliveries.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Changer } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRow, withAttempts } from '../delivery-log.js';
import type { DeliveryStatus } from './endpoints.requests.js';
import { lockEndpoint, WebhookEndpoints } from './endpoints.service.js';

export interface EndpointDelivery extends Delivery {
  readonly eventId: string;
  /** Null for a job over stored calls. */
  readonly analysisId: string | null;
}

/** Deliveries that are sent again. */
export interface Recovery {
  /** Id of the endpoint. */
  readonly id: string;
  readonly since: Date;
  readonly deliveries: number;
}

interface LogRow extends DeliveryRow {
  readonly event_id: string;
  readonly analysis: string | null;
}

interface WantedPage {
  readonly skip: number;
  readonly limit: number;
  readonly status: DeliveryStatus | null;
}

@Injectable()
export class EndpointDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: WebhookEndpoints,
  ) {}

  /** Newest first. @throws ApiError 404 */
  async list(
    accountId: string,
    endpointId: string,
    { skip, limit, status }: WantedPage,
  ): Promise<{ deliveries: EndpointDelivery[]; total: number }> {
    await this.endpoints.get(accountId, endpointId);
    const where = `endpoint_id = $1 AND account_id = $2${status === null ? '' : ' AND status = $3'}`;
    const values = status === null ? [endpointId, accountId] : [endpointId, accountId, status];
    const counted = await queryRow<{ n: number }>(
      this.dataSource,
      `SELECT count(*)::int AS n FROM webhook_delivery WHERE ${where}`,
      values,
    );
    const page = await queryRows<LogRow>(
      this.dataSource,
      `SELECT ${DELIVERY_COLUMNS}, event_id,
         coalesce(analysis_id, (SELECT e.analysis_id FROM evaluation e WHERE e.id = evaluation_id)) AS analysis
       FROM webhook_delivery WHERE ${where}
       ORDER BY created_at DESC, id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, skip],
    );
    const deliveries = await withAttempts(this.dataSource, page);
    return {
      deliveries: deliveries.flatMap((delivery, index) => {
        const row = page[index];
        return row ? [{ ...delivery, eventId: row.event_id, analysisId: row.analysis }] : [];
      }),
      total: counted?.n ?? 0,
    };
  }

  /**
   * Requests a recovery: `EndpointCare` makes the deliveries due, in batches. Deliveries that fail after the request are not
   * included, so that it ends. A paused endpoint is tried at once.
   * @throws ApiError 401; 403 for a live endpoint and a test key; 404
   */
  async recover(
    changer: Changer,
    id: string,
    since: Date,
    beforeCommit: BeforeCommit<Recovery> = nothingBeforeCommit,
  ): Promise<Recovery> {
    return this.dataSource.transaction(async (tx) => {
      await lockEndpoint(tx, changer, id);
      const counted = await queryRow<{ n: number }>(
        tx,
        "SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'failed' AND failed_at >= $2",
        [id, since],
      );
      const recovery = { id, since, deliveries: counted?.n ?? 0 };
      await tx.query(
        `UPDATE webhook_endpoint SET recover_from = least(recover_from, $2), recover_before = now(),
           next_probe_at = CASE WHEN paused_at IS NOT NULL THEN now() END
         WHERE id = $1`,
        [id, since],
      );
      await beforeCommit(tx, recovery);
      return recovery;
    });
  }
}

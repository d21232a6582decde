// Deliveries as clients see them: each with its attempts.
import { queryRows, type Sql } from '../platform/database/sql.js';
import type { WebhookEvent } from './event-table.js';

export interface Delivery {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  /** Null for a delivery to the call's or the job's own address. */
  readonly endpointId: string | null;
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

export interface DeliveryRow {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly endpoint_id: string | null;
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

export const DELIVERY_COLUMNS = 'id, event, url, endpoint_id, status, next_attempt_at, created_at';

/** Adds the attempts to the rows, in their order. */
export async function withAttempts(sql: Sql, page: readonly DeliveryRow[]): Promise<Delivery[]> {
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
    endpointId: delivery.endpoint_id,
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

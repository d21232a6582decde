// What has reached receivers about a call, and cannot be called back once the call is masked.
import { queryRows, type Sql } from '../platform/database/sql.js';
import { tellsOf } from './deliveries.service.js';
import type { WebhookEvent } from './event-table.js';

/** The newest: a client can have one call notified of any number of times. */
const MAX_LISTED = 100;

export interface DeliveredBefore {
  readonly event: WebhookEvent;
  readonly url: string;
  readonly deliveredAt: Date;
}

/**
 * The notifications of a call and of its evaluations that were taken by their receivers, the latest first; each once, however
 * often it was sent again. Call it before evaluations are deleted: their notifications go with them.
 */
export function deliveredBefore(sql: Sql, analysisId: string): Promise<DeliveredBefore[]> {
  return queryRows(sql, DELIVERED, [analysisId]);
}

/** A delivery that a client has asked to send again is pending, and was taken all the same. */
const DELIVERED = `
  SELECT d.event, d.url, taken.at AS "deliveredAt"
  FROM (SELECT id, event, url FROM webhook_delivery WHERE ${tellsOf('$1')}) AS d,
    LATERAL (SELECT max(at) AS at FROM webhook_attempt WHERE delivery_id = d.id AND error IS NULL) AS taken
  WHERE taken.at IS NOT NULL
  ORDER BY taken.at DESC, d.id LIMIT ${MAX_LISTED}`;

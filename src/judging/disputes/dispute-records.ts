// What disputes leave beside their rows: their part of the review queue, and their notifications.
import type { EntityManager } from 'typeorm';
import { type DisputeInQueue, noteDisputes } from '../../calls/review-tasks/review-tasks.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { Deliveries, NewEvent } from '../../webhooks/deliveries.service.js';
import type { WebhookEvent } from '../../webhooks/event-table.js';

/** Call it in the transaction that opens or resolves a dispute of the call, which has locked the analysis. */
export async function noteOpenDisputes(tx: EntityManager, analysisId: string): Promise<void> {
  const open = await queryRows<DisputeInQueue>(
    tx,
    "SELECT id, worth FROM dispute WHERE analysis_id = $1 AND status = 'open' ORDER BY created_at, id",
    [analysisId],
  );
  await noteDisputes(tx, analysisId, open);
}

/** Evaluation that is acknowledged, or the dispute of one. */
export interface Contested {
  readonly analysis_id: string;
  readonly scorecard_id: string;
  readonly livemode: boolean;
}

/**
 * No webhook leaves for an analysis of test mode.
 * @returns ids of the deliveries, for `enqueue` once the transaction is committed
 */
export async function recordEventOf(
  deliveries: Deliveries,
  tx: EntityManager,
  { analysis_id: analysisId, scorecard_id: scorecardId, livemode }: Contested,
  event: WebhookEvent,
  of: Pick<NewEvent, 'evaluationId' | 'detailId'>,
): Promise<string[]> {
  const call = await queryRow<CallWebhook>(tx, CALL_WEBHOOK, [analysisId]);
  if (!call) return [];
  return deliveries.recordEvent(tx, {
    accountId: call.account_id,
    analysisId,
    scorecardId,
    ...of,
    event,
    livemode: livemode && call.livemode,
    webhook: { url: call.webhook_url, events: call.webhook_events },
  });
}

interface CallWebhook {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
}
const CALL_WEBHOOK = 'SELECT account_id, livemode, webhook_url, webhook_events FROM analysis WHERE id = $1';

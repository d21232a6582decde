// One of each object of an account that has a mode, written straight into the database.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import { writtenForm } from '../../scorecards/written-forms.js';
import { storeDispute } from './disputed-evaluations.js';
import { storeCall } from './evaluated-calls.js';
import { storeTrial } from './tried-calls.js';

export interface ModeObjects {
  /** Completed, with a delivery and an evaluation, and in the queue of calls that deserve a look. */
  readonly callId: string;
  /** Completed, without either. */
  readonly otherCallId: string;
  /** Can be retried. */
  readonly failedId: string;
  readonly deliveryId: string;
  /** Its first revision is published, the second and the third are drafts. */
  readonly cardId: string;
  /** Completed; a person may answer `solved`. */
  readonly evaluationId: string;
  /** Open, of another evaluation of the call. */
  readonly disputeId: string;
  /** Canceled, with one line that was dropped. */
  readonly batchId: string;
  /** In progress. */
  readonly exportId: string;
  readonly redactionId: string;
  readonly rescoreId: string;
  /** Active; holds no call. */
  readonly holdId: string;
  /** In progress in test mode: an account has one at once. */
  readonly trialId: string;
  /** To the completed call. */
  readonly reviewLinkId: string;
  /** Open sessions over the completed call. */
  readonly calibrationId: string;
  readonly otherCalibrationId: string;
  /** To the first of them. */
  readonly calibrationLinkId: string;
}

const FORM = writtenForm('closing 100: solved 10 human', {});

export async function storeModeObjects(
  db: Pick<pg.Pool, 'query'>,
  accountId: string,
  livemode: boolean,
): Promise<ModeObjects> {
  const webhookUrl = 'https://example.com/hook';
  const callId = await storeCall(db, accountId, { livemode, webhookUrl });
  const otherCallId = await storeCall(db, accountId, { livemode });
  const [failedId, deliveryId, cardId] = [randomUUID(), randomUUID(), randomUUID()];
  const [evaluationId, rescoreId] = [randomUUID(), randomUUID()];
  const [reviewLinkId, redactionId, exportId] = [randomUUID(), randomUUID(), randomUUID()];
  const batchId = randomUUID();
  await db.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at,
       error_code, error_message, processing_time_ms)
     VALUES ($1::uuid, $2, $3, 'a', 'c', 'r', 'recordings/' || $1::text, 'failed', now(), 'provider_failed',
       'The provider failed', 1)`,
    [failedId, accountId, livemode],
  );
  await db.query(
    `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status)
     VALUES ($1, $2, $3, $4, 'analysis.completed', $5, $6, $7)`,
    [deliveryId, accountId, callId, `evt_${deliveryId}`, webhookUrl, livemode, livemode ? 'delivered' : 'suppressed'],
  );
  await db.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, $3, 'Card', 3, 1)`,
    [cardId, accountId, livemode],
  );
  for (const number of [1, 2, 3])
    await db.query(
      `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, $2, $3, $4, '\\x00')`,
      [cardId, number, number === 1 ? 'published' : 'draft', JSON.stringify(FORM)],
    );
  const disputedId = randomUUID();
  for (const id of [evaluationId, disputedId]) {
    await db.query(
      `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
         judge, transcript_hash, status, outcome, settled_at)
       VALUES ($1, $2, $3, $4, 'r', 'agent-7', 'cust-42', $5, 1, $6, '\\x00', 'completed', 'needs_review', now())`,
      [id, accountId, callId, livemode, cardId, id === evaluationId ? '' : 'another'],
    );
    await db.query(
      `INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
       VALUES ($1, '[]', '[]', $2, '[]', $3)`,
      [id, JSON.stringify(computeFigures(FORM, [], null).answers), JSON.stringify(PROVENANCE)],
    );
  }
  // The jobs are due at no time, so that no worker ends them, or masks the calls.
  await db.query(
    `INSERT INTO rescore (id, account_id, livemode, scorecard_id, revision, filter, estimate, request_id, total, run_after)
     VALUES ($1, $2, $3, $4, 1, '{}', '{"calls":1,"input_tokens":null,"output_tokens":null,"cost":null}', 'r', 1, 'infinity')`,
    [rescoreId, accountId, livemode, cardId],
  );
  await db.query(
    `INSERT INTO redaction (id, account_id, livemode, wanted, filter, request_id, total, run_after)
     VALUES ($1, $2, $3, '{"types":["card_number"],"custom":[]}', '{}', 'r', 1, 'infinity')`,
    [redactionId, accountId, livemode],
  );
  await db.query(
    `INSERT INTO export (id, account_id, livemode, rows_of, format, filter, request_id, run_after)
     VALUES ($1, $2, $3, 'analyses', 'jsonl', '{}', 'r', 'infinity')`,
    [exportId, accountId, livemode],
  );
  await db.query(
    `INSERT INTO batch (id, account_id, livemode, request_id, defaults, on_quota, status, settled_at, total, canceled, run_after)
     VALUES ($1, $2, $3, 'r', '{}', 'wait', 'canceled', now(), 1, 1, 'infinity')`,
    [batchId, accountId, livemode],
  );
  await db.query(
    `INSERT INTO review_link (id, account_id, livemode, analysis_id, reviewer_id, may, token_hash, made_by_kind, made_by_id, expires_at)
     VALUES ($1, $2, $3, $4, 'mara', '{read}', $5, 'person', $2, now() + interval '1 day')`,
    [reviewLinkId, accountId, livemode, callId, Buffer.from(reviewLinkId)],
  );
  await db.query(
    `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
     VALUES ($1, $2, $3, now(), 'agent-7', '{}', '{"call": {"reasons": ["flagged"], "worth": 0.1}}')`,
    [callId, accountId, livemode],
  );
  const [calibrationId, otherCalibrationId, calibrationLinkId] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [calibrationId, otherCalibrationId]) {
    await db.query(
      `INSERT INTO calibration (id, account_id, livemode, scorecard_id, revision, reviewer_ids, blind)
       VALUES ($1, $2, $3, $4, 1, '{mara,jonas}', true)`,
      [id, accountId, livemode, cardId],
    );
    await db.query(
      'INSERT INTO calibration_call (calibration_id, analysis_id, account_id, place) VALUES ($1, $2, $3, 1)',
      [id, callId, accountId],
    );
  }
  await db.query(
    `INSERT INTO review_link (id, account_id, livemode, calibration_id, reviewer_id, may, token_hash, made_by_kind, made_by_id, expires_at)
     VALUES ($1, $2, $3, $4, 'mara', '{calibrate}', $5, 'person', $2, now() + interval '1 day')`,
    [calibrationLinkId, accountId, livemode, calibrationId, Buffer.from(calibrationLinkId)],
  );
  const holdId = randomUUID();
  await db.query("INSERT INTO hold (id, account_id, livemode, name, reason) VALUES ($1, $2, $3, 'claim', 'A claim')", [
    holdId,
    accountId,
    livemode,
  ]);
  return {
    holdId,
    calibrationId,
    otherCalibrationId,
    calibrationLinkId,
    callId,
    otherCallId,
    failedId,
    deliveryId,
    cardId,
    evaluationId,
    disputeId: await storeDispute(db, disputedId),
    batchId,
    exportId,
    redactionId,
    rescoreId,
    trialId: await storeTrial(db, accountId, { livemode, isCanceled: livemode }),
    reviewLinkId,
  };
}

export const PROVENANCE = {
  judge: null,
  prompt_version: null,
  revision_hash: `sha256:${'0'.repeat(64)}`,
  transcript_hash: `sha256:${'1'.repeat(64)}`,
  input_tokens: null,
  output_tokens: null,
  cost: null,
};

// What becomes of the evaluations of a call whose transcript was corrected.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';

/** What judged the transcript before, and is to judge the new version. */
export interface SupersededBy {
  readonly scorecardId: string;
  readonly revision: number;
}

/**
 * In the caller's transaction, which has locked the analysis FOR UPDATE, so that no evaluation of it is ordered or settled
 * meanwhile, and has stored the new version.
 *
 * Completed evaluations are superseded, and those that an earlier correction made and that failed. Those in progress begin anew
 * with the new version: what a worker has read of the old one is forgotten, and the worker loses its claim. Other failed ones
 * have judged nothing and stay as they are.
 * @returns each revision by which the call was judged, once
 */
export async function supersedeEvaluations(tx: EntityManager, analysisId: string): Promise<SupersededBy[]> {
  // By id, as every transaction that locks several of them.
  await queryPrepared(tx, LOCK, [analysisId]);
  await queryPrepared(tx, LOCK_COUNTS, [analysisId]);
  const superseded = await queryPrepared<SupersededBy>(tx, SUPERSEDE, [analysisId]);
  await beginAnew(tx, analysisId);
  const byRevision = superseded.map((one): [string, SupersededBy] => [`${one.scorecardId} ${one.revision}`, one]);
  return [...new Map(byRevision).values()];
}

/**
 * Evaluations in progress begin anew with the transcript as it is stored now: what a worker has read before is forgotten, and the
 * worker loses its claim. In the caller's transaction, as above.
 */
export async function restartEvaluations(tx: EntityManager, analysisId: string): Promise<void> {
  await queryPrepared(tx, LOCK, [analysisId]);
  await beginAnew(tx, analysisId);
}

async function beginAnew(tx: EntityManager, analysisId: string): Promise<void> {
  await queryPrepared(tx, FORGET_BATCHES, [analysisId]);
  await queryPrepared(tx, BEGIN_ANEW, [analysisId]);
}

/** SQL condition of rows of `evaluation`. */
const SUPERSEDED = "NOT superseded AND (status = 'completed' OR (status = 'failed' AND NOT counted))";

const LOCK: PreparedStatement = {
  name: 'lock-evaluations-of-call',
  text: 'SELECT id FROM evaluation WHERE analysis_id = $1 ORDER BY id FOR UPDATE',
};
/**
 * Row triggers change the counts one evaluation after the other; other transactions lock them sorted by key. So they are locked
 * sorted before.
 */
const LOCK_COUNTS: PreparedStatement = {
  name: 'lock-counts-of-superseded',
  text: `SELECT 1 FROM evaluation_kind_count c
         WHERE (c.account_id, c.span, c.start, c.scorecard_id, c.revision, c.outcome, c.score) IN (
           SELECT e.account_id, span, date_trunc(span, e.created_at AT TIME ZONE 'UTC')::date, e.scorecard_id, e.revision,
             coalesce(e.outcome, ''), coalesce(e.score, -1)::smallint
           FROM evaluation e CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
           WHERE e.analysis_id = $1 AND ${SUPERSEDED})
         ORDER BY c.account_id, c.span, c.start, c.scorecard_id, c.revision, c.outcome, c.score
         FOR UPDATE`,
};
const SUPERSEDE: PreparedStatement = {
  name: 'supersede-evaluations',
  text: `UPDATE evaluation SET superseded = true
         WHERE analysis_id = $1 AND ${SUPERSEDED}
         RETURNING scorecard_id AS "scorecardId", revision`,
};
const IN_PROGRESS = "analysis_id = $1 AND status = 'processing'";
const FORGET_BATCHES: PreparedStatement = {
  name: 'forget-batches-of-old-version',
  text: `DELETE FROM evaluation_checkpoint WHERE evaluation_id IN (SELECT id FROM evaluation WHERE ${IN_PROGRESS})`,
};
const BEGIN_ANEW: PreparedStatement = {
  name: 'begin-evaluations-anew',
  text: `UPDATE evaluation SET fence = fence + 1, lease_until = NULL, crashes = 0, provider_failures = 0, failing_since = NULL,
           transcript_hash = (
             SELECT sha256(convert_to(transcript, 'UTF8')) FROM analysis_payload WHERE analysis_id = $1)
         WHERE ${IN_PROGRESS}`,
};

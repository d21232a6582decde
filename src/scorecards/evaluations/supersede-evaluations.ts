// Supersedes or restarts the evaluations of a call whose transcript was corrected.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';

/** Scorecard revision that evaluated the old version, and must evaluate the new one. */
export interface SupersededBy {
  readonly scorecardId: string;
  readonly revision: number;
}

/**
 * Requires the transaction that has locked the analysis FOR UPDATE, so that no evaluation of it is requested or ends meanwhile,
 * and that has stored the new version.
 *
 * Supersedes completed evaluations, and failed ones that an earlier correction made. Evaluations in progress restart with the new
 * version: their checkpoints are deleted, and the worker loses its claim. Other failed ones have no results and are unchanged.
 * @returns each revision by which the call was evaluated, once
 */
export async function supersedeEvaluations(tx: EntityManager, analysisId: string): Promise<SupersededBy[]> {
  // Locks by id, as every transaction does that locks several evaluations.
  await queryPrepared(tx, LOCK, [analysisId]);
  await queryPrepared(tx, LOCK_COUNTS, [analysisId]);
  const superseded = await queryPrepared<SupersededBy>(tx, SUPERSEDE, [analysisId]);
  await restart(tx, analysisId);
  const byRevision = superseded.map((one): [string, SupersededBy] => [`${one.scorecardId} ${one.revision}`, one]);
  return [...new Map(byRevision).values()];
}

/**
 * Restarts evaluations in progress with the transcript as it is stored now: their checkpoints are deleted, and the worker loses
 * its claim. Requires the same transaction as above.
 */
export async function restartEvaluations(tx: EntityManager, analysisId: string): Promise<void> {
  await queryPrepared(tx, LOCK, [analysisId]);
  await restart(tx, analysisId);
}

async function restart(tx: EntityManager, analysisId: string): Promise<void> {
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
 * Locks the counts sorted by key, as other transactions do: row triggers would otherwise lock them one evaluation after the
 * other.
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
  name: 'restart-evaluations',
  text: `UPDATE evaluation SET fence = fence + 1, lease_until = NULL, crashes = 0, provider_failures = 0, failing_since = NULL,
           transcript_hash = (
             SELECT sha256(convert_to(transcript, 'UTF8')) FROM analysis_payload WHERE analysis_id = $1)
         WHERE ${IN_PROGRESS}`,
};

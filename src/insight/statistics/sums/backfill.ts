// What an earlier release left out: the facts of calls that it completed, and what evaluations have of their calls. Triggers
// append what these writes change. Calls first: an evaluation is done once its call is.
import type { DataSource, EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import { copyFromCalls } from '../../../scorecards/evaluations/evaluation-records.js';

/** Rows of one transaction, which keeps others waiting for a fraction of a second. */
const BATCH = 200;

/** @returns false when nothing is left that could be done now */
export function fillSome(dataSource: DataSource): Promise<boolean> {
  return dataSource.transaction(async (tx) => (await fillCalls(tx)) || (await fillEvaluations(tx)));
}

async function fillCalls(tx: EntityManager): Promise<boolean> {
  const calls = await queryPrepared<{ id: string }>(tx, CALLS, [BATCH]);
  if (calls.length > 0)
    await writeCallFacts(
      tx,
      calls.map(({ id }) => id),
    );
  return calls.length > 0;
}

/** Writes the facts of these calls from their results and transcripts. The transaction has locked the calls. */
export async function writeCallFacts(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await queryPrepared(tx, FILL_CALLS, [ids]);
}

async function fillEvaluations(tx: EntityManager): Promise<boolean> {
  const evaluations = await queryPrepared<{ id: string }>(tx, EVALUATIONS, [BATCH]);
  const ids = evaluations.map(({ id }) => id);
  if (ids.length > 0) {
    await queryPrepared(tx, FILL_ANSWERS, [ids]);
    await copyFromCalls(tx, ids);
  }
  return ids.length > 0;
}

const CALLS: PreparedStatement = {
  name: 'statistics-calls-without-facts',
  text: `SELECT a.id FROM analysis a
         WHERE a.status = 'completed' AND a.flagged IS NULL AND EXISTS (SELECT FROM analysis_payload p WHERE p.analysis_id = a.id)
         ORDER BY a.id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
};
const FILL_CALLS: PreparedStatement = {
  name: 'statistics-fill-calls',
  text: `SELECT write_call_facts(p.analysis_id, p.results::json, p.transcript::json) FROM analysis_payload p
         WHERE p.analysis_id = ANY($1::uuid[])`,
};
/** The call of an evaluation that is in progress, too, may be one that an earlier release completed. */
const EVALUATIONS: PreparedStatement = {
  name: 'statistics-evaluations-without-call',
  text: `SELECT e.id FROM evaluation e JOIN analysis a ON a.id = e.analysis_id
         WHERE e.call_created_at IS NULL AND a.flagged IS NOT NULL
         ORDER BY e.id LIMIT $1 FOR NO KEY UPDATE OF e SKIP LOCKED`,
};
const FILL_ANSWERS: PreparedStatement = {
  name: 'statistics-fill-answers',
  text: `SELECT write_evaluation_facts(p.evaluation_id, p.answers::json) FROM evaluation_payload p
         WHERE p.evaluation_id = ANY($1::uuid[])`,
};

// What becomes of a correction in progress once the transcript that it corrects is masked.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';

/**
 * It starts over with the masked transcript: the worker that has read the words before loses its claim, and the analyst's answer
 * about them is forgotten. In the caller's transaction, which has locked the analysis FOR UPDATE.
 */
export async function restartCorrections(tx: EntityManager, analysisId: string): Promise<void> {
  await queryPrepared(tx, BEGIN_ANEW, [analysisId]);
  await queryPrepared(tx, FORGET_ANSWERS, [analysisId]);
}

const BEGIN_ANEW: PreparedStatement = {
  name: 'restart-corrections',
  text: `UPDATE correction SET fence = fence + 1, lease_until = NULL, crashes = 0, provider_failures = 0, failing_since = NULL
         WHERE analysis_id = $1 AND status = 'processing'`,
};
const FORGET_ANSWERS: PreparedStatement = {
  name: 'forget-answers-about-corrections',
  text: 'DELETE FROM correction_checkpoint WHERE correction_id IN (SELECT id FROM correction WHERE analysis_id = $1)',
};

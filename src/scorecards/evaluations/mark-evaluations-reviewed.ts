import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';

const MARK: PreparedStatement = {
  name: 'mark-evaluations-reviewed',
  text: 'UPDATE evaluation SET reviewed = true WHERE id = ANY($1::uuid[]) AND NOT reviewed',
};

/** For the lists, in the transaction in which a person answered questions of the evaluations, which are locked. */
export async function markEvaluationsReviewed(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await queryPrepared(tx, MARK, [ids]);
}

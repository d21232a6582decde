import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';

const MARK: PreparedStatement = {
  name: 'mark-reviewed',
  text: 'UPDATE analysis SET reviewed = true WHERE id = $1 AND NOT reviewed',
};

/** For the lists, in the transaction of a review, which has locked the analysis. */
export async function markReviewed(tx: EntityManager, analysisId: string): Promise<void> {
  await queryPrepared(tx, MARK, [analysisId]);
}

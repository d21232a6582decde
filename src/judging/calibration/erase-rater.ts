// Takes the name of a rater out of calibration sessions.
import type { EntityManager } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';

const ERASED = 'erased';

/**
 * A session may have several erased raters, who stay apart. Its figures are counted again when it is read.
 * @param by sessions that came later are of another person
 * @param livemode false: sessions of test mode alone
 * @returns ids of the sessions
 */
export async function eraseRater(
  tx: EntityManager,
  {
    accountId,
    name,
    by,
    livemode,
  }: { readonly accountId: string; readonly name: string; readonly by: Date; readonly livemode: boolean },
): Promise<string[]> {
  const sessions = await queryRows<{ id: string; reviewers: string[] }>(tx, SESSIONS, [accountId, name, by, livemode]);
  for (const { id, reviewers } of sessions) {
    let erased = ERASED;
    for (let number = 2; reviewers.includes(erased); number += 1) erased = `${ERASED} ${number}`;
    await tx.query(RENAME_RATINGS, [id, name, erased]);
    await tx.query(RENAME_SESSION, [id, name, erased]);
  }
  return sessions.map(({ id }) => id);
}

const SESSIONS = `
  SELECT id, reviewer_ids AS reviewers FROM calibration
  WHERE account_id = $1 AND created_at <= $3 AND ($4 OR NOT livemode) AND ($2 = ANY(reviewer_ids) OR expert_id = $2)
  ORDER BY id FOR UPDATE`;
const RENAME_RATINGS = 'UPDATE calibration_rating SET reviewer_id = $3 WHERE calibration_id = $1 AND reviewer_id = $2';
const RENAME_SESSION = `
  UPDATE calibration SET reviewer_ids = array_replace(reviewer_ids, $2, $3), agreement = NULL,
    expert_id = CASE WHEN expert_id = $2 THEN $3 ELSE expert_id END
  WHERE id = $1`;

// The one place that deletes calls. Every deletion, by a client, by the end of a retention or with an account, ends here: the
// statement deletes the rows, foreign keys and triggers delete what goes with them, and the recordings are noted in the same
// transaction. A process that is killed before the commit has deleted nothing, and after it the sweep goes on.
import type { EntityManager } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import { RECORDING_KEYS, recordingsOf } from './recording-keys.js';

const deleting = (which: string) => `
  WITH deleted AS (DELETE FROM analysis WHERE ${which} RETURNING ${RECORDING_KEYS})
  INSERT INTO recording_deletion (storage_key) ${recordingsOf('deleted')} ON CONFLICT DO NOTHING`;

const DELETE_SOME = `${deleting('id = ANY($1::uuid[])')} RETURNING storage_key AS key`;
const DELETE_ALL = deleting('account_id = $1');

/**
 * Deletes calls that the caller's transaction has locked.
 * @returns keys of their recordings, which are to be deleted after the commit
 */
export async function deleteCalls(tx: EntityManager, ids: readonly string[]): Promise<string[]> {
  const noted = await queryRows<{ key: string }>(tx, DELETE_SOME, [ids]);
  return noted.map(({ key }) => key);
}

/** Deletes all calls of an account that the caller's transaction has locked. There may be a million of them. */
export async function deleteCallsOfAccount(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(DELETE_ALL, [accountId]);
}

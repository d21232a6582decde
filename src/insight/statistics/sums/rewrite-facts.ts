// Writes the facts of stored calls again from their results: a release that adds a fact finds it null in the calls of before.
// Triggers append what these writes change.
import type { DataSource } from 'typeorm';
import { queryRows } from '../../../platform/database/sql.js';
import { writeCallFacts } from './backfill.js';

/** Rows of one transaction, which keeps others waiting for a fraction of a second. */
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** @param accountId null: of all accounts @returns number of calls whose facts were written */
export async function rewriteFacts(dataSource: DataSource, accountId: string | null): Promise<number> {
  let written = 0;
  for (let after = FIRST, isLeft = true; isLeft; ) {
    const calls = await queryRows<{ id: string }>(
      dataSource,
      `SELECT id FROM analysis WHERE id > $1 AND ($2::uuid IS NULL OR account_id = $2) AND status = 'completed' AND flagged IS NOT NULL
       ORDER BY id LIMIT ${BATCH}`,
      [after, accountId],
    );
    const ids = calls.map(({ id }) => id);
    const free = await writeFacts(dataSource, ids, 'SKIP LOCKED');
    written += free.length;
    // Waits for one call at a time: two transactions that wait for each other's calls would be a deadlock.
    for (const id of ids.filter((each) => !free.includes(each)))
      written += (await writeFacts(dataSource, [id], '')).length;
    after = ids.at(-1) ?? after;
    isLeft = ids.length === BATCH;
  }
  return written;
}

/** Locks a call before its results are read, so that those of a review at the same time are not taken back. */
function writeFacts(dataSource: DataSource, ids: readonly string[], wait: 'SKIP LOCKED' | ''): Promise<string[]> {
  return dataSource.transaction(async (tx) => {
    const rows = await queryRows<{ id: string }>(
      tx,
      `SELECT id FROM analysis WHERE id = ANY($1::uuid[]) AND status = 'completed' FOR NO KEY UPDATE ${wait}`,
      [ids],
    );
    const locked = rows.map(({ id }) => id);
    await writeCallFacts(tx, locked);
    return locked;
  });
}

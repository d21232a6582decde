// Calls that are to be made searchable: those of an earlier release, and those whose month had no partition yet.
import type { DataSource, EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { wordsOfTranscript, writeCallWords } from './write-call-words.js';

/** @param after null for the first ones @returns ids of calls, in order */
export async function unsearchableCalls(
  dataSource: DataSource,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    dataSource,
    `SELECT analysis_id AS id FROM unsearchable_call WHERE $1::uuid IS NULL OR analysis_id > $1 ORDER BY analysis_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Notes completed calls that have no words. */
export async function noteUnsearchable(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO unsearchable_call (analysis_id, account_id)
     SELECT a.id, a.account_id FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
     WHERE a.id = ANY ($1::uuid[])
       AND NOT EXISTS (SELECT FROM call_words w WHERE w.analysis_id = a.id AND w.created_at = a.created_at)
     ON CONFLICT DO NOTHING`,
    [ids],
  );
}

/** Does nothing where another process has done it. Where someone is changing the call, it stays noted. */
export async function makeSearchable(dataSource: DataSource, analysisId: string): Promise<void> {
  // Separate transaction that ends at once: it blocks all who make another partition.
  await dataSource.query('SELECT make_call_words_partition(created_at) FROM analysis WHERE id = $1', [analysisId]);
  await dataSource.transaction(async (tx) => {
    const call = await queryRow<{ transcript: string }>(
      tx,
      `SELECT p.transcript FROM analysis a
         JOIN unsearchable_call u ON u.analysis_id = a.id JOIN analysis_payload p ON p.analysis_id = a.id
       WHERE a.id = $1 FOR NO KEY UPDATE OF a SKIP LOCKED`,
      [analysisId],
    );
    if (call) await writeCallWords(tx, analysisId, await wordsOfTranscript(tx, call.transcript));
  });
}

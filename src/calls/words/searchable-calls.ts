// Calls that are to be made searchable: those of an earlier release, and those whose month had no partition yet.
import type { DataSource, EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { LISTS } from './frequent-words.js';
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
     WHERE a.id = ANY ($1::uuid[]) AND p.transcript IS NOT NULL
       AND NOT EXISTS (SELECT FROM call_words w WHERE w.analysis_id = a.id AND w.created_at = a.created_at)
     ON CONFLICT DO NOTHING`,
    [ids],
  );
}

/** @returns false where another process has done it, or is changing the call: then it stays noted */
export async function makeSearchable(dataSource: DataSource, analysisId: string): Promise<boolean> {
  // Separate transaction that ends at once: it blocks all who make another partition.
  await dataSource.query('SELECT make_call_words_partition(created_at) FROM analysis WHERE id = $1', [analysisId]);
  return dataSource.transaction(async (tx) => {
    const call = await queryRow<{ transcript: string }>(
      tx,
      `SELECT p.transcript FROM analysis a
         JOIN unsearchable_call u ON u.analysis_id = a.id JOIN analysis_payload p ON p.analysis_id = a.id
       WHERE a.id = $1 AND p.transcript IS NOT NULL FOR NO KEY UPDATE OF a SKIP LOCKED`,
      [analysisId],
    );
    if (call) await writeCallWords(tx, analysisId, await wordsOfTranscript(tx, call.transcript));
    return call !== null;
  });
}

/**
 * @param except ids of calls whose words could not be replaced
 * @returns ids of searchable calls without the pairs of this release
 */
export async function unpairedCalls(
  dataSource: DataSource,
  except: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    dataSource,
    `SELECT analysis_id AS id FROM call_words WHERE frequent_words <> ${LISTS} AND analysis_id <> ALL ($1::uuid[]) LIMIT $2`,
    [except, limit],
  );
  return rows.map(({ id }) => id);
}

/** Replaces the words of a searchable call, which stays searchable. @returns false where another process is changing the call */
export async function pairWords(dataSource: DataSource, analysisId: string): Promise<boolean> {
  return dataSource.transaction(async (tx) => {
    const call = await queryRow<{ transcript: string }>(
      tx,
      `SELECT p.transcript FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
       WHERE a.id = $1 AND p.transcript IS NOT NULL FOR NO KEY UPDATE OF a SKIP LOCKED`,
      [analysisId],
    );
    if (!call) return false;
    const words = await wordsOfTranscript(tx, call.transcript);
    await tx.query(
      `WITH forgotten AS (SELECT id, account_id, forget_call_words(id, created_at) FROM analysis WHERE id = $1)
       INSERT INTO unsearchable_call (analysis_id, account_id) SELECT id, account_id FROM forgotten ON CONFLICT DO NOTHING`,
      [analysisId],
    );
    await writeCallWords(tx, analysisId, words);
    return true;
  });
}

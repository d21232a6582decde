// Corrections written straight into the database, for workers to carry out.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { TranscriptChanges } from '../../../src/judging/reviews/corrections/correcting/transcript-changes.js';

const SWAP: TranscriptChanges = { swapRoles: true, speakers: {}, segments: [] };

/** A correction of version 1 that waits for a worker, of which no bell has told. @returns its id */
export async function storeCorrection(
  db: Pick<pg.Pool, 'query'>,
  accountId: string,
  analysisId: string,
  changes: TranscriptChanges = SWAP,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO correction (id, account_id, analysis_id, livemode, request_id, is_scenario, base_version, version, changes,
       swap_roles, speakers, edited_segments, reviewer_id, via, principal_id)
     VALUES ($1, $2, $3, true, 'r', false, 1, 2, $4, $5, '{}', 0, 'mara', 'token', 'p')`,
    [id, accountId, analysisId, JSON.stringify(changes), changes.swapRoles],
  );
  return id;
}

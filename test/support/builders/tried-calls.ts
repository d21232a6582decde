// Calls for engine trials: copies of one call with its recording, some of which a person has corrected, and engines by file.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { copyCall } from './stored-calls.js';

/** @returns the path of an ENGINES_FILE */
export async function enginesFile(engines: Readonly<Record<string, object>>, defaults: object): Promise<string> {
  const path = join(tmpdir(), `engines-${randomUUID()}.json`);
  await writeFile(path, JSON.stringify({ engines, default: defaults }));
  return path;
}

/** Two engines that judge calls by the rules of the service, for routes that no server answers. */
export function enginesOfRules(): Promise<string> {
  const byRules = { task: 'analysis', provider: 'rules', offered: true };
  return enginesFile({ strict: byRules, mild: byRules }, { analysis: 'strict' });
}

/** Copies of a call that share its recording. @returns their ids */
export async function recordedCopies(db: pg.Pool, source: string, copies: number): Promise<string[]> {
  const ids = await copyCall(db, source, copies);
  await db.query(
    `UPDATE analysis SET (storage_key, size_bytes, processing_time_ms) =
       (SELECT storage_key, size_bytes, processing_time_ms FROM analysis WHERE id = $1)
     WHERE id = ANY($2::uuid[])`,
    [source, ids],
  );
  return ids;
}

interface StoredTrial {
  readonly livemode?: boolean;
  readonly isCanceled?: boolean;
  readonly sight?: object | null;
  readonly name?: string;
  /** The call of its item, which waits for a worker. */
  readonly analysisId?: string;
}

/** A trial in progress, by engines that need not exist. @returns its id */
export async function storeTrial(
  db: Pick<pg.Pool, 'query'>,
  accountId: string,
  { livemode = true, isCanceled = false, sight = null, name = 'Stored', analysisId }: StoredTrial = {},
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO engine_trial (id, account_id, livemode, request_id, sight, name, task, engines, calls, estimate, total, total_test,
       status, settled_at)
     VALUES ($1, $2, $3, 'r', $4, $5, 'transcription', '{centre,house}', 1, '{}', 1, $6,
       CASE WHEN $7 THEN 'canceled' ELSE 'processing' END, CASE WHEN $7 THEN now() END)`,
    [id, accountId, livemode, sight && JSON.stringify(sight), name, livemode ? 0 : 1, isCanceled],
  );
  if (analysisId !== undefined)
    await db.query(
      `INSERT INTO engine_trial_item (trial_id, account_id, analysis_id, engine, task, livemode, request_id)
       VALUES ($1, $2, $3, 'centre', 'transcription', $4, 'r')`,
      [id, accountId, analysisId, livemode],
    );
  return id;
}

/** Says that a person has corrected the words of these calls, which are right as they stand. */
export async function correctCalls(db: pg.Pool, ids: readonly string[]): Promise<void> {
  await db.query(
    `INSERT INTO correction (id, account_id, analysis_id, livemode, request_id, is_scenario, base_version, version, changes,
       swap_roles, speakers, edited_segments, reviewer_id, via, principal_id, status, settled_at)
     SELECT gen_random_uuid(), account_id, id, livemode, 'r', false, 1, 2, '{}', false, '{}', 1, 'mara', 'token', 'p',
       'completed', now()
     FROM analysis WHERE id = ANY($1::uuid[])`,
    [ids],
  );
}

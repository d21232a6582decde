// How much an account may store in scorecards: what costs no minutes needs a limit of its own. Changes that may add to it run one
// after the other for an account, so that no two of them take the same room.
import type { EntityManager } from 'typeorm';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { queryRow } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import {
  storageFull,
  tooManyDrafts,
  tooManyRevisions,
  tooManyScorecards,
  tooManyWithArchived,
} from './scorecard-errors.js';

/** Archived ones do not count. */
const MAX_ACTIVE_SCORECARDS = 50;
const MAX_SCORECARDS = 200;
const MAX_REVISIONS = 200;
const MAX_DRAFTS = 20;
const MAX_STORED_BYTES = 64 * 1024 * 1024;

/** @throws ApiError 401 when the account is gone */
export async function lockStorage(tx: EntityManager, accountId: string): Promise<void> {
  if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
}

/** Call it before the scorecard is made, under the lock. @throws ApiError 400 */
export async function checkScorecards(tx: EntityManager, accountId: string): Promise<void> {
  const counted = await queryRow<{ active: number; total: number }>(
    tx,
    `SELECT count(*) FILTER (WHERE archived_at IS NULL)::int AS active, count(*)::int AS total
     FROM scorecard WHERE account_id = $1`,
    [accountId],
  );
  if (counted && counted.active >= MAX_ACTIVE_SCORECARDS) throw tooManyScorecards();
  if (counted && counted.total >= MAX_SCORECARDS) throw tooManyWithArchived();
}

/** Call it before the revision is made, under the lock. @throws ApiError 400 */
export async function checkRevisions(tx: EntityManager, scorecardId: string): Promise<void> {
  const counted = await queryRow<{ drafts: number; total: number }>(
    tx,
    `SELECT count(*) FILTER (WHERE status = 'draft')::int AS drafts, count(*)::int AS total
     FROM scorecard_revision WHERE scorecard_id = $1`,
    [scorecardId],
  );
  if (counted && counted.total >= MAX_REVISIONS) throw tooManyRevisions();
  if (counted && counted.drafts >= MAX_DRAFTS) throw tooManyDrafts();
}

/** Call it after the change, under the lock; the error rolls the change back. @throws ApiError 400 */
export async function checkStoredBytes(tx: EntityManager, accountId: string): Promise<void> {
  const stored = await queryRow<{ bytes: number }>(tx, STORED_BYTES, [accountId]);
  if (stored && stored.bytes > MAX_STORED_BYTES) throw storageFull();
}

/** The length of a text is in its head, so that no form is read. */
const STORED_BYTES = `
  SELECT (coalesce(sum(octet_length(name) + coalesce(octet_length(description), 0) + octet_length(applies_to)
      + octet_length(metadata)), 0)
    + (SELECT coalesce(sum(octet_length(r.form)), 0) FROM scorecard o JOIN scorecard_revision r ON r.scorecard_id = o.id
       WHERE o.account_id = $1))::float8 AS bytes
  FROM scorecard WHERE account_id = $1`;

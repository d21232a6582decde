import { queryRow, type Sql } from '../../platform/database/sql.js';
import { badRequest } from '../../platform/errors/api-error.js';

/** Answer to what needs the transcript of a call whose retention has ended it. */
export const transcriptDeleted = () => badRequest('The transcript is no longer stored');

/** @throws ApiError 400 where one of the calls has lost its transcript */
export async function refuseDeletedTranscripts(sql: Sql, accountId: string, ids: readonly string[]): Promise<void> {
  const deleted = await queryRow(
    sql,
    'SELECT 1 FROM analysis WHERE id = ANY($1::uuid[]) AND account_id = $2 AND transcript_deleted_at IS NOT NULL LIMIT 1',
    [ids, accountId],
  );
  if (deleted) throw transcriptDeleted();
}

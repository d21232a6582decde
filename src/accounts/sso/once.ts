// What works once: a log-in that was started, and a log-out token. The row decides, in all processes together.
import { createHash } from 'node:crypto';
import { queryRow, type Sql } from '../../platform/database/sql.js';

/** Forgets those of the account that have expired. @returns false for what was used before */
export async function useOnce(sql: Sql, accountId: string, secret: string, seconds: number): Promise<boolean> {
  await sql.query('DELETE FROM sign_in_used WHERE account_id = $1 AND expires_at <= now()', [accountId]);
  const used = await queryRow(
    sql,
    `INSERT INTO sign_in_used (account_id, hash, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT DO NOTHING RETURNING account_id`,
    [accountId, createHash('sha256').update(secret).digest(), seconds],
  );
  return used !== null;
}

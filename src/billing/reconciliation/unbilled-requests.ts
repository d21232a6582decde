// What was sent to providers that charge for it, for calls that failed: by decision no client is billed for it, so that the
// operator must see it.
import type { DataSource } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { hundredthsOf, minutesText } from '../usage/minutes.js';

export interface UnbilledRequests {
  readonly calls: number;
  readonly sentMs: number;
}

/**
 * Of the failed calls that there are, and of those that were deleted since. A call that is completed by a retry is billed, and
 * is none.
 */
export async function findUnbilled(dataSource: DataSource): Promise<UnbilledRequests> {
  const found = await queryRow<UnbilledRequests>(
    dataSource,
    `SELECT count(*)::int AS calls, coalesce(sum(sent_ms), 0)::float8 AS "sentMs" FROM (
       SELECT sent_ms(a.id, a.duration_ms) AS sent_ms FROM analysis a
        WHERE a.id IN (SELECT analysis_id FROM sent_request WHERE requests > 0) AND a.status = 'failed'
       UNION ALL
       SELECT sent_ms FROM deleted_call WHERE status = 'failed') AS unbilled`,
  );
  return found ?? { calls: 0, sentMs: 0 };
}

/** One line for operators; null when nothing is unbilled. */
export function unbilledLine({ calls, sentMs }: UnbilledRequests): string | null {
  if (calls === 0) return null;
  const minutes = minutesText(hundredthsOf(sentMs));
  return `Paid to providers and billed to no one: ${minutes} minutes of ${calls} ${calls === 1 ? 'call' : 'calls'} that failed.`;
}

// Counts what calls leave, before it is erased.
import { RECORDING_KEYS } from '../../calls/retention/recording-keys.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { ErasureCountsResponse, ErasureScope } from '../../wire/erasure.response.js';

export type ErasureCounts = ErasureCountsResponse;

export const NO_COUNTS: ErasureCounts = {
  analyses: 0,
  recordings: 0,
  evaluations: 0,
  reviews: 0,
  deliveries: 0,
  exports: 0,
  idempotent_answers: 0,
};

/** Counts that apply to each scope. */
const COUNTED: Readonly<Record<ErasureScope, readonly (keyof ErasureCounts)[]>> = {
  calls: ['analyses', 'recordings', 'evaluations', 'reviews', 'deliveries', 'exports', 'idempotent_answers'],
  recordings: ['analyses', 'recordings'],
  traces: ['analyses', 'evaluations', 'reviews', 'exports', 'idempotent_answers'],
};

export async function countTraces(
  sql: Sql,
  accountId: string,
  scope: ErasureScope,
  ids: readonly string[],
): Promise<ErasureCounts> {
  const counted = ids.length === 0 ? null : await queryRow<Counted>(sql, COUNT, [accountId, ids]);
  const counts = { ...NO_COUNTS };
  if (!counted) return counts;
  for (const name of COUNTED[scope]) counts[name] = counted[name];
  // Only calls that have a recording lose one.
  if (scope === 'recordings') counts.analyses = counted.with_recording;
  return counts;
}

interface Counted extends ErasureCounts {
  readonly with_recording: number;
}

export function sumOf(a: ErasureCounts, b: ErasureCounts): ErasureCounts {
  const sum = { ...a };
  for (const name of COUNTED.calls) sum[name] += b[name];
  return sum;
}

const COUNT = `
  WITH calls AS (SELECT id, created_at, ${RECORDING_KEYS} FROM analysis WHERE account_id = $1 AND id = ANY($2::uuid[]))
  SELECT (SELECT count(*) FROM calls)::int AS analyses,
    (SELECT count(*) FROM calls WHERE num_nonnulls(${RECORDING_KEYS}) > 0)::int AS with_recording,
    (SELECT coalesce(sum(num_nonnulls(${RECORDING_KEYS})), 0) FROM calls)::int AS recordings,
    (SELECT count(*) FROM evaluation WHERE analysis_id IN (SELECT id FROM calls))::int AS evaluations,
    (SELECT count(*) FROM review WHERE analysis_id IN (SELECT id FROM calls))::int AS reviews,
    (SELECT count(*) FROM webhook_delivery WHERE analysis_id IN (SELECT id FROM calls))::int
      + (SELECT count(*) FROM webhook_delivery WHERE evaluation_id IN (
          SELECT e.id FROM evaluation e WHERE e.analysis_id IN (SELECT id FROM calls)))::int AS deliveries,
    (SELECT count(*) FROM export x WHERE x.account_id = $1 AND x.status = 'completed' AND x.storage_key IS NOT NULL AND EXISTS (
      SELECT FROM calls c, export_calls e WHERE e.export_id = x.id AND c.created_at BETWEEN e.oldest AND e.newest
        AND position(substring(uuid_send(c.id) FOR 8) IN e.ids) > 0))::int AS exports,
    (SELECT count(*) FROM idempotency_key
      WHERE subjects && ARRAY(SELECT id::text FROM calls) AND NOT forgotten)::int AS idempotent_answers`;

const MAX_ADDRESSES = 100;

/** Addresses, without what may be a secret in them, that took a notification of the calls. */
export async function addressesTold(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ url: string }>(sql, TOLD, [ids, MAX_ADDRESSES]);
  return rows.map(({ url }) => url);
}

const TOLD = `
  SELECT DISTINCT split_part(split_part(d.url, '#', 1), '?', 1) AS url FROM webhook_delivery d
  WHERE (d.analysis_id = ANY($1::uuid[])
      OR d.evaluation_id IN (SELECT e.id FROM evaluation e WHERE e.analysis_id = ANY($1::uuid[])))
    AND EXISTS (SELECT FROM webhook_attempt t WHERE t.delivery_id = d.id AND t.error IS NULL)
  ORDER BY 1 LIMIT $2`;

export const addressesOf = (before: readonly string[], told: readonly string[]) =>
  [...new Set([...before, ...told])].sort().slice(0, MAX_ADDRESSES);

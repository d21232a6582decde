// Counts what retention would end. Each count reads the calls of an account that are old enough, by their index.
import { notHeld } from '../../calls/holds/held-calls.js';
import { Parameters } from '../../calls/listing/analysis-filter.js';
import { Config } from '../../platform/config/config.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { ceilingsOf, ofParts, type PartDays, shorter, testCeilingOf } from './retention-parts.js';

/** Calls that would be deleted, and of those that stay the ones that would lose a recording or the transcript. */
export interface OverdueCalls {
  readonly recordings: number;
  readonly transcripts: number;
  readonly analyses: number;
}

/** @param days of the account, before the operator's ceilings */
export async function countOverdueCalls(
  sql: Sql,
  accountId: string,
  days: PartDays,
  config: Config['retention'],
): Promise<OverdueCalls & { readonly calls: number }> {
  const ceilings = ceilingsOf(config);
  const { recordings, originals, transcripts, analyses } = ofParts((part) => shorter(days[part], ceilings[part]));
  const testCalls = shorter(analyses, testCeilingOf(config));
  const first = shorter(recordings, originals, transcripts, analyses, testCalls);
  const none = { recordings: 0, transcripts: 0, analyses: 0, calls: 0 };
  if (first === null) return none;
  const p = new Parameters();
  const isPast = (part: number | null) =>
    part === null ? 'false' : `settled_at < now() - ${p.add(part, 'int')} * interval '1 day'`;
  const counted = await queryRow<OverdueCalls & { calls: number }>(
    sql,
    `WITH due AS (
       SELECT CASE WHEN livemode THEN ${isPast(analyses)} ELSE ${isPast(testCalls)} END AS analysis,
         (storage_key IS NOT NULL AND ${isPast(recordings)}) OR (original_key IS NOT NULL AND ${isPast(originals)}) AS recording,
         status = 'completed' AND transcript_deleted_at IS NULL AND ${isPast(transcripts)} AS transcript
       FROM analysis WHERE account_id = ${p.add(accountId, 'uuid')} AND retention_days IS NULL AND ${isPast(first)}
         AND ${notHeld('analysis')})
     SELECT count(*) FILTER (WHERE analysis)::int AS analyses, count(*) FILTER (WHERE recording AND NOT analysis)::int AS recordings,
       count(*) FILTER (WHERE transcript AND NOT analysis)::int AS transcripts,
       count(*) FILTER (WHERE analysis OR recording OR transcript)::int AS calls
     FROM due`,
    p.values,
  );
  return counted ?? none;
}

/** Counts the calls of a hold, just released, of which something is due. */
export async function countOverdue(sql: Sql, holdId: string, config: Config['retention']): Promise<number> {
  const { audioDays, analysisDays } = config;
  const p = new Parameters();
  const [audio, all, test] = [audioDays, analysisDays, testCeilingOf(config) ?? 0].map(
    (days) => `nullif(${p.add(days, 'int')}, 0)`,
  );
  const isPast = (days: string) => `a.settled_at < now() - ${days} * interval '1 day'`;
  const own = (days: string) => `coalesce(a.retention_days, s.${days}_in_force)`;
  const counted = await queryRow<{ n: number }>(
    sql,
    `SELECT count(*)::int AS n
     FROM held_call held JOIN analysis a ON a.id = held.analysis_id
       LEFT JOIN retention_settings s ON s.account_id = a.account_id
     WHERE held.hold_id = ${p.add(holdId, 'uuid')} AND ${notHeld('a')} AND (
       ${isPast(`least(${own('analyses')}, ${all}, CASE WHEN NOT a.livemode THEN ${test} END)`)}
       OR (a.storage_key IS NOT NULL AND ${isPast(`least(${own('recordings')}, ${audio})`)})
       OR (a.original_key IS NOT NULL AND ${isPast(`least(${own('originals')}, ${audio})`)})
       OR (a.status = 'completed' AND a.transcript_deleted_at IS NULL AND ${isPast(own('transcripts'))}))`,
    p.values,
  );
  return counted?.n ?? 0;
}

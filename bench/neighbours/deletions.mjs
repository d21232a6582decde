// The ways in which one account has very much deleted. What is to go is stored before anything is measured.
import { setTimeout as pause } from 'node:timers/promises';
import { reportProgress } from '../measure/table.mjs';

const AT_ONCE = 50_000;
const DAYS = 100;

/** Completed calls of a hundred days ago, like the account's first one. They share one recording that is not stored. */
export async function storeOverdueCalls({ stores, busy, overdue }) {
  for (let n = 0; n < overdue; n += AT_ONCE) {
    await stores.query(
      `WITH copies AS (
         INSERT INTO analysis
         SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'storage_key', NULL, 'playback_key', NULL,
           'settled_at', now() - $3::int * interval '1 day' - i * interval '1 second',
           'created_at', now() - $3::int * interval '1 day' - i * interval '1 second'))).*
         FROM analysis AS a, generate_series(1, $2::int) AS i WHERE a.id = $1
         RETURNING id)
       INSERT INTO analysis_payload
       SELECT (jsonb_populate_record(p, jsonb_build_object('analysis_id', copies.id))).*
       FROM copies, analysis_payload AS p WHERE p.analysis_id = $1`,
      [busy.callId, Math.min(AT_ONCE, overdue - n), DAYS],
    );
    reportProgress(`${Math.min(n + AT_ONCE, overdue)} calls stored`);
  }
  await stores.query('VACUUM ANALYZE');
}

/** Lets all of them end, and says at the end how many have gone by then. */
export async function endRetention({ stores, busy, overdue }) {
  const startedAt = performance.now();
  await busy.ask('/settings/retention', { method: 'PUT', body: { analyses_days: DAYS - 1, confirm: true } });
  await pause(3_000);
  return async () => {
    const [{ left }] = await stores.query('SELECT count(*)::int AS left FROM analysis WHERE account_id = $1', [
      busy.accountId,
    ]);
    const seconds = (performance.now() - startedAt) / 1_000;
    reportProgress(`${overdue - left} of ${overdue} calls were deleted in ${Math.round(seconds)} s`);
  };
}

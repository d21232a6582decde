// The ways in which one account has very much deleted. What is to go is stored before anything is measured.
import { setTimeout as pause } from 'node:timers/promises';
import { reportProgress } from '../measure/table.mjs';

const AT_ONCE = 50_000;
const DAYS = 100;

const ERASED = 10_000;
const CONTACT = 'contact-to-erase';

/** Completed calls of a hundred days ago, like the account's first one, without recordings. */
export const storeOverdueCalls = (world) => storeCalls(world, world.overdue, {});

export const storeCallsOfContact = (world) => storeCalls(world, ERASED, { contact_id: CONTACT });

async function storeCalls({ stores, busy }, count, members) {
  for (let n = 0; n < count; n += AT_ONCE) {
    await stores.query(
      `WITH copies AS (
         INSERT INTO analysis
         SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'storage_key', NULL, 'playback_key', NULL,
           'settled_at', now() - $3::int * interval '1 day' - i * interval '1 second',
           'created_at', now() - $3::int * interval '1 day' - i * interval '1 second') || $4::jsonb)).*
         FROM analysis AS a, generate_series(1, $2::int) AS i WHERE a.id = $1
         RETURNING id)
       INSERT INTO analysis_payload
       SELECT (jsonb_populate_record(p, jsonb_build_object('analysis_id', copies.id))).*
       FROM copies, analysis_payload AS p WHERE p.analysis_id = $1`,
      [busy.callId, Math.min(AT_ONCE, count - n), DAYS, members],
    );
    reportProgress(`${Math.min(n + AT_ONCE, count)} calls stored`);
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

/** Erases a contact, and says at the end how long that took. */
export async function eraseContact({ busy }) {
  const startedAt = performance.now();
  const { id } = await busy.ask('/erasures', { body: { contact_id: CONTACT, reason: 'Bench' } });
  return async () => {
    for (;;) {
      const { status, counts } = await busy.ask(`/erasures/${id}`);
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      if (status === 'completed') return reportProgress(`${counts.analyses} calls were erased within ${seconds} s`);
      if (seconds > 300) throw new Error(`The erasure is ${status} after ${seconds} s`);
      await pause(1_000);
    }
  };
}

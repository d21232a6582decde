// The way in which one account has agreement counted at its worst: a session of as many calls and reviewers as may be, on a form
// of as many questions, again and again.
import { randomUUID } from 'node:crypto';

const CALLS = 200;
export const RATED_QUESTIONS = 100;
const REVIEWERS = 20;

/** People and the service say no to a fifth of the questions, each at random, so that no interval is without width. */
const ANSWERS = `(SELECT jsonb_object_agg('q' || q, CASE WHEN random() < 0.2 THEN 'no' ELSE 'yes' END)::text
  FROM generate_series(0, ${RATED_QUESTIONS - 1}) AS q WHERE c.id IS NOT NULL)`;

/** As if the calls had been rated in a closed session of the first revision. */
export async function rateCalls({ stores, busy }, { calls, card }) {
  const session = randomUUID();
  const reviewers = Array.from({ length: REVIEWERS }, (_, n) => `reviewer-${n}`);
  await stores.query(
    `INSERT INTO calibration (id, account_id, livemode, scorecard_id, revision, reviewer_ids, blind, status, closed_at)
     VALUES ($1, $2, true, $3, 1, $4, true, 'closed', now())`,
    [session, busy.accountId, card, reviewers],
  );
  await stores.query(
    `INSERT INTO calibration_call (calibration_id, analysis_id, account_id, place, machine)
     SELECT $1, c.id, $2, c.place, ${ANSWERS} FROM unnest($3::uuid[]) WITH ORDINALITY AS c (id, place)`,
    [session, busy.accountId, calls.slice(0, CALLS)],
  );
  await stores.query(
    `INSERT INTO calibration_rating (calibration_id, analysis_id, reviewer_id, account_id, answers, given, via, principal_id)
     SELECT $1, c.id, reviewer, $2, ${ANSWERS.replace('c.id IS NOT NULL', 'c.id IS NOT NULL AND reviewer IS NOT NULL')}, '[]', 'token', reviewer
     FROM unnest($3::uuid[]) AS c (id), unnest($4::text[]) AS reviewer`,
    [session, busy.accountId, calls.slice(0, CALLS), reviewers],
  );
}

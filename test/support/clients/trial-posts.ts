// Each POST about engine trials that makes something, with a count of what it made.
import type pg from 'pg';
import { storeCall } from '../builders/evaluated-calls.js';
import { storeTrial } from '../builders/tried-calls.js';
import type { Owner, PostScenario } from './post-scenario.js';

/** @param open opens an account: an account has one trial at once */
export async function trialPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [starting, canceling] = [await open(), await open()];
  const count = async (statement: string, id: string) =>
    Number((await db.query<{ n: string }>(`SELECT (${statement}) AS n`, [id])).rows[0]?.n);
  const call = await storeCall(db, starting.accountId);
  const trial = await storeTrial(db, canceling.accountId);
  return [
    {
      route: '/engine-trials',
      path: '/engine-trials',
      body: { task: 'analysis', engines: ['strict', 'mild'], analysis_ids: [call] },
      credential: starting.credential,
      status: 201,
      countEffects: () => count('SELECT count(*) FROM engine_trial WHERE account_id = $1', starting.accountId),
    },
    {
      route: '/engine-trials/{id}/cancel',
      path: `/engine-trials/${trial}/cancel`,
      body: null,
      credential: canceling.credential,
      status: 200,
      countEffects: () => count("SELECT count(*) FROM engine_trial WHERE id = $1 AND status = 'canceled'", trial),
    },
  ];
}

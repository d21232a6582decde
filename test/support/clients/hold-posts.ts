// Each POST about holds and erasures that makes something, with a count of what it made.
import type pg from 'pg';
import { storeModeObjects } from '../builders/mode-objects.js';
import type { Owner, PostScenario } from './post-scenario.js';

export async function holdPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [placing, releasing] = [await open(), await open()];
  const { callId } = await storeModeObjects(db, placing.accountId, true);
  const { holdId } = await storeModeObjects(db, releasing.accountId, true);
  const count = async (statement: string, id: string) =>
    Number((await db.query<{ n: string }>(statement, [id])).rows[0]?.n);
  return [
    {
      route: '/holds',
      path: '/holds',
      body: { name: 'once', reason: 'A claim', analysis_ids: [callId] },
      credential: placing.credential,
      status: 201,
      countEffects: () =>
        count("SELECT count(*) AS n FROM hold WHERE account_id = $1 AND name = 'once'", placing.accountId),
    },
    {
      route: '/erasures',
      path: '/erasures',
      body: { contact_id: 'no one', reason: 'Asked once' },
      credential: placing.credential,
      status: 201,
      countEffects: () =>
        count("SELECT count(*) AS n FROM erasure WHERE account_id = $1 AND reason = 'Asked once'", placing.accountId),
    },
    {
      route: '/holds/{id}/release',
      path: `/holds/${holdId}/release`,
      body: { reason: 'Settled' },
      credential: releasing.credential,
      status: 200,
      countEffects: () => count("SELECT count(*) AS n FROM hold WHERE id = $1 AND status = 'released'", holdId),
    },
  ];
}

// Each POST of batches, with a count of what it changed.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function batchPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [starting, canceling, resuming] = [await open(), await open(), await open()];
  const count = async (condition: string, { accountId }: Owner) =>
    Number(
      (await db.query(`SELECT count(*) AS n FROM batch WHERE account_id = $1 AND ${condition}`, [accountId])).rows[0].n,
    );
  const store = async ({ accountId }: Owner, status: string) => {
    const id = randomUUID();
    await db.query(
      `INSERT INTO batch (id, account_id, livemode, request_id, defaults, on_quota, status, settled_at, run_after)
       VALUES ($1, $2, true, 'r', '{}', 'wait', $3, CASE WHEN $3 = 'canceled' THEN now() END, 'infinity')`,
      [id, accountId, status],
    );
    return id;
  };
  const [openId, canceledId] = [await store(canceling, 'processing'), await store(resuming, 'canceled')];
  return [
    {
      route: '/batches',
      path: '/batches',
      body: { items: [{ agent_id: 'a' }] },
      credential: starting.credential,
      status: 201,
      countEffects: () => count('true', starting),
    },
    {
      route: '/batches/{id}/cancel',
      path: `/batches/${openId}/cancel`,
      body: null,
      credential: canceling.credential,
      status: 200,
      countEffects: () => count("status = 'canceled'", canceling),
    },
    {
      route: '/batches/{id}/resume',
      path: `/batches/${canceledId}/resume`,
      body: null,
      credential: resuming.credential,
      status: 200,
      countEffects: () => count("status = 'completed'", resuming),
    },
  ];
}

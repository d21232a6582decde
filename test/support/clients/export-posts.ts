// Each POST of exports, with a count of what it changed.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function exportPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [starting, canceling, proving] = [await open(), await open(), await open()];
  const count = async (condition: string, { accountId }: Owner) =>
    Number(
      (await db.query(`SELECT count(*) AS n FROM export WHERE account_id = $1 AND ${condition}`, [accountId])).rows[0]
        .n,
    );
  const id = randomUUID();
  await db.query(
    `INSERT INTO export (id, account_id, livemode, rows_of, format, filter, request_id, run_after)
     VALUES ($1, $2, true, 'analyses', 'jsonl', '{}', 'r', 'infinity')`,
    [id, canceling.accountId],
  );
  return [
    {
      route: '/exports',
      path: '/exports',
      body: { of: 'analyses', format: 'csv' },
      credential: starting.credential,
      status: 201,
      countEffects: () => count('true', starting),
    },
    {
      route: '/evidence',
      path: '/evidence',
      body: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
      credential: proving.credential,
      status: 201,
      countEffects: () => count("rows_of = 'evidence'", proving),
    },
    {
      route: '/exports/{id}/cancel',
      path: `/exports/${id}/cancel`,
      body: null,
      credential: canceling.credential,
      status: 200,
      countEffects: () => count("status = 'canceled'", canceling),
    },
  ];
}

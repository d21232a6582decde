// Each POST of jobs that mask stored calls which changes something, with a count of what it changed.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PostScenario } from './scorecard-posts.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function redactionPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [starting, canceling] = [await open(), await open()];
  const count = async (condition: string, { accountId }: Owner) =>
    Number(
      (await db.query(`SELECT count(*) AS n FROM redaction WHERE account_id = $1 AND ${condition}`, [accountId]))
        .rows[0].n,
    );
  const job = randomUUID();
  await db.query(
    `INSERT INTO redaction (id, account_id, livemode, wanted, filter, request_id, total)
     VALUES ($1, $2, true, '{"types":["card_number"],"custom":[]}', '{}', 'r', 1)`,
    [job, canceling.accountId],
  );
  return [
    {
      route: '/redactions',
      path: '/redactions',
      body: { preset: 'pci' },
      credential: starting.credential,
      status: 201,
      countEffects: () => count('true', starting),
    },
    {
      route: '/redactions/{id}/cancel',
      path: `/redactions/${job}/cancel`,
      body: null,
      credential: canceling.credential,
      status: 200,
      countEffects: () => count("status = 'canceled'", canceling),
    },
  ];
}

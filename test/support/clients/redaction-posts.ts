// Each POST that masks a stored call, of jobs over many, and of holds, which changes something, with a count of what it changed.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { storeCall } from '../builders/evaluated-calls.js';
import { holdPosts } from './hold-posts.js';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function redactionPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [starting, canceling, masking] = [await open(), await open(), await open()];
  const call = await storeCall(db, masking.accountId);
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
    ...(await holdPosts(db, open)),
    {
      route: '/analysis/{id}/redact',
      path: `/analysis/${call}/redact`,
      body: { preset: 'pci' },
      credential: masking.credential,
      status: 200,
      countEffects: async () =>
        Number((await db.query('SELECT count(*) AS n FROM call_redaction WHERE analysis_id = $1', [call])).rows[0].n),
    },
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

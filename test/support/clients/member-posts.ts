// Each POST of members and invitations, with a count of what it changed.
import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function memberPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const count = async (sql: string, values: readonly unknown[]) =>
    Number((await db.query(`SELECT count(*) AS n FROM ${sql}`, [...values])).rows[0].n);
  const invited = async ({ accountId }: Owner) => {
    const [id, token] = [randomUUID(), randomUUID()];
    const hash = createHash('sha256').update(token).digest();
    await db.query(INVITE, [id, accountId, `${id}@invited.example`, hash]);
    return { id, token, hash };
  };
  const [inviting, accepting, resending] = [await open(), await open(), await open()];
  const accepted = await invited(accepting);
  const resent = await invited(resending);
  return [
    {
      route: '/invitations',
      path: '/invitations',
      body: { email: `${inviting.accountId}@invited.example`, role: 'reviewer' },
      credential: inviting.credential,
      status: 201,
      countEffects: () => count('invitation WHERE account_id = $1', [inviting.accountId]),
    },
    {
      route: '/invitations/accept',
      path: '/invitations/accept',
      body: { token: accepted.token, password: 'correct horse battery' },
      status: 200,
      countEffects: () => count('member WHERE id = $1', [accepted.id]),
    },
    {
      route: '/invitations/{id}/resend',
      path: `/invitations/${resent.id}/resend`,
      body: null,
      credential: resending.credential,
      status: 200,
      // The link of the first mail has ended; a second one would end that of the second.
      countEffects: () => count('invitation WHERE id = $1 AND token_hash <> $2', [resent.id, resent.hash]),
    },
  ];
}

const INVITE = `
  INSERT INTO invitation (id, account_id, invited_by, email, email_folded, role, token_hash, expires_at)
  VALUES ($1, $2, $2, $3, $3, 'reviewer', $4, now() + interval '1 day')`;

// Each POST about webhooks that changes something, or sends a sample, with a count of what it did.
import type pg from 'pg';
import { expect } from 'vitest';
import type { WebhookReceiver } from '../stubs/webhook-receiver.js';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly accessToken: string;
  readonly liveKey: string;
}

type Count = (statement: string, value: unknown) => Promise<number>;

/** @param tag names the endpoints and the addresses at the receiver: unique */
export async function webhookPosts(
  db: pg.Pool,
  baseUrl: string,
  receiver: WebhookReceiver,
  owner: Owner,
  tag: string,
): Promise<PostScenario[]> {
  const count: Count = async (statement, value) =>
    Number((await db.query<{ n: string }>(`SELECT (${statement}) AS n`, [value])).rows[0]?.n);
  await fetch(`${baseUrl}/webhooks/secret`, { headers: { authorization: `Bearer ${owner.accessToken}` } });
  const { rows } = await db.query('SELECT secret_encrypted AS s FROM webhook_secret WHERE account_id = $1', [
    owner.accountId,
  ]);
  return [
    {
      route: '/webhooks/secret/rotate',
      path: '/webhooks/secret/rotate',
      body: null,
      credential: owner.accessToken,
      status: 200,
      // After a second rotation the previous secret would be a different one.
      countEffects: () => count('SELECT count(*) FROM webhook_secret WHERE previous_encrypted = $1', rows[0].s),
    },
    {
      route: '/webhooks/test',
      path: '/webhooks/test',
      body: { url: `${receiver.url}/${tag}` },
      credential: owner.liveKey,
      status: 200,
      countEffects: async () => samplesAt(receiver, tag),
    },
    {
      route: '/webhooks/endpoints',
      path: '/webhooks/endpoints',
      body: { url: `${receiver.url}/${tag}-made`, events: ['*'] },
      credential: owner.accessToken,
      status: 201,
      countEffects: () => count('SELECT count(*) FROM webhook_endpoint WHERE url = $1', `${receiver.url}/${tag}-made`),
    },
    ...(await postsToEndpoint(db, baseUrl, receiver, owner, `${tag}-endpoint`, count)),
  ];
}

async function postsToEndpoint(
  db: pg.Pool,
  baseUrl: string,
  receiver: WebhookReceiver,
  { accessToken: credential }: Owner,
  tag: string,
  count: Count,
): Promise<PostScenario[]> {
  const made = await fetch(`${baseUrl}/webhooks/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${receiver.url}/${tag}`, events: ['analysis.failed'] }),
  });
  const text = await made.text();
  await expect(made, text).toAnswer(201);
  const { id }: { id: string } = JSON.parse(text);
  const { rows } = await db.query('SELECT secret_encrypted AS s FROM webhook_endpoint WHERE id = $1', [id]);
  return [
    {
      route: '/webhooks/endpoints/{id}/rotate',
      path: `/webhooks/endpoints/${id}/rotate`,
      body: null,
      credential,
      status: 200,
      countEffects: () => count('SELECT count(*) FROM webhook_endpoint WHERE previous_encrypted = $1', rows[0].s),
    },
    {
      route: '/webhooks/endpoints/{id}/test',
      path: `/webhooks/endpoints/${id}/test`,
      body: {},
      credential,
      status: 200,
      countEffects: async () => samplesAt(receiver, tag),
    },
    {
      route: '/webhooks/endpoints/{id}/recover',
      path: `/webhooks/endpoints/${id}/recover`,
      body: { since: new Date(Date.now() - 60_000).toISOString() },
      credential,
      status: 200,
      // The order stands in the row until a worker has carried it out; there is none here.
      countEffects: () => count('SELECT count(*) FROM webhook_endpoint WHERE id = $1 AND recover_from IS NOT NULL', id),
    },
  ];
}

/** How many different samples came to the address. */
function samplesAt(receiver: WebhookReceiver, end: string): number {
  const sent = receiver.received.filter(({ path }) => path.endsWith(end));
  return new Set(sent.map(({ headers }) => headers['webhook-id'])).size;
}

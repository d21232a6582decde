import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnalysisClaims, ClaimLost } from '../../src/analysis/analysis-claims.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { type FreshDatabase, freshDatabase } from '../support/backing.js';

let database: FreshDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** A call that waits for a worker, and its claims. */
async function waitingCall() {
  const [account, id] = [randomUUID(), randomUUID()];
  await dataSource.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'x')", [
    account,
    `${account}@example.com`,
  ]);
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
     VALUES ($1, $2, true, 'a', 'c', 'r', 'key')`,
    [id, account],
  );
  const claims = new AnalysisClaims(dataSource, loadConfig({ JWT_SECRET: 'x'.repeat(32) }));
  const claim = async () => (await claims.claim(id)) ?? Promise.reject(new Error('The call could not be claimed'));
  return { id, claims, claim };
}

it('keeps the checkpoints of the next worker when one that lost its claim writes its own', async () => {
  const { id, claims, claim } = await waitingCall();
  const first = await claim();
  await dataSource.query("UPDATE analysis SET lease_until = now() - interval '1 second' WHERE id = $1", [id]);
  const next = await claim();
  const progress = { stage: 'transcribing', percent: 20 } as const;
  await claims.recordCheckpoint(null, next, 'piece', 0, { heard: 'and paid for' }, progress);

  await expect(claims.recordCheckpoint(null, first, 'piece', 0, {}, progress)).rejects.toBeInstanceOf(ClaimLost);
  expect(await claims.readCheckpoints({ ...next }, 'piece')).toEqual(new Map([[0, { heard: 'and paid for' }]]));
});

it('leaves a call free that was handed back, also when a heartbeat comes behind that: the next worker claims it without a crash', async () => {
  const { claims, claim } = await waitingCall();
  const first = await claim();
  await claims.handBack(first, 0, 'stopping');
  await expect(claims.renew(first), 'A late heartbeat leases the call again').rejects.toBeInstanceOf(ClaimLost);
  expect(await claim()).toMatchObject({ crashes: 0 });
});

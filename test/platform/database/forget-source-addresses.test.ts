import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { ForgetSourceAddresses1790000022000 } from '../../../src/platform/database/migrations/1790000022000-forget-source-addresses.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

let database: FreshDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase({ migrated: false });
  const migrations = MIGRATIONS.slice(0, MIGRATIONS.indexOf(ForgetSourceAddresses1790000022000));
  dataSource = await new DataSource({ ...dataSourceOptions(database.url, 2), migrations }).initialize();
  await dataSource.runMigrations();
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

it('forgets the addresses of failed calls, and leaves those of calls in progress', async () => {
  const account = randomUUID();
  await dataSource.query(
    `INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'a@example.org', 'a@example.org', 'none')`,
    [account],
  );
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, source_url, status, settled_at)
     SELECT gen_random_uuid(), $1, true, 'a', 'c', 'r', 'https://example.org/?signature=' || n,
            CASE WHEN n % 4 = 0 THEN 'processing' ELSE 'failed' END, CASE WHEN n % 4 > 0 THEN now() END
       FROM generate_series(1, 4000) n`,
    [account],
  );
  const runner = dataSource.createQueryRunner();
  await new ForgetSourceAddresses1790000022000().up(runner);
  await runner.release();
  expect(
    await dataSource.query(
      `SELECT status, count(*)::int AS calls, count(source_url)::int AS addresses FROM analysis GROUP BY 1 ORDER BY 1`,
    ),
  ).toEqual([
    { status: 'failed', calls: 3_000, addresses: 0 },
    { status: 'processing', calls: 1_000, addresses: 1_000 },
  ]);
});

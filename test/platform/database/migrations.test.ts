import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { FIRST_RELEASE, migrateAs } from '../../../bench/measure/earlier-migrations.mjs';
import { MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { Baseline1790000056000 } from '../../../src/platform/database/migrations/1790000056000-baseline.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';

const ACCOUNT = randomUUID();
const LOCK = 0x43414c4c;

let database: FreshDatabase | null = null;
afterEach(async () => {
  await database?.drop();
  database = null;
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const insertAnalysis = `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
  VALUES (gen_random_uuid(), '${ACCOUNT}', true, 'a', 'c', 'r', 'recordings/x') RETURNING id`;

/** An account, and a transaction with a snapshot: an index that is made concurrently waits for its end. */
async function openWriter(url: string): Promise<pg.Client> {
  const writer = await connect(url);
  await writer.query(
    `INSERT INTO account (id, email, email_folded, password_hash) VALUES ('${ACCOUNT}', 'a@example.com', 'a@example.com', 'x')`,
  );
  await writer.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  return writer;
}

const indexWaits = async (client: pg.Client): Promise<number | null> =>
  (
    await client.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`)
  ).rows[0]?.pid ?? null;

describe('the migrations', () => {
  it('run once when six processes start together [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const { directUrl: url } = database;
    const ran = await Promise.all(Array.from({ length: 6 }, () => migrate(url)));
    expect(ran.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, 0, MIGRATIONS.length]);
  });

  it('run when the process that held their lock was killed [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const holder = new pg.Client({ connectionString: database.directUrl });
    holder.on('error', () => undefined);
    await holder.connect();
    const { rows } = await holder.query('SELECT pg_advisory_lock($1), pg_backend_pid() AS pid', [LOCK]);
    const waiting = migrate(database.directUrl);
    const killer = new pg.Client({ connectionString: database.directUrl });
    await killer.connect();
    await killer.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await killer.end();
    expect(await waiting, 'migrations that ran after the kill').toHaveLength(MIGRATIONS.length);
  });

  it('make an index on a large table while calls are written [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    await migrateAs(database.directUrl, FIRST_RELEASE);
    const writer = await openWriter(database.directUrl);
    const migrating = migrate(database.directUrl);
    const other = await connect(database.directUrl);
    await until(async () => (await indexWaits(other)) !== null, 'the index to wait for the transaction');

    await other.query("SET lock_timeout = '1s'");
    const { rows } = await other.query(insertAnalysis);
    await other.query('UPDATE analysis SET percent = 50 WHERE id = $1', [rows[0].id]);
    await writer.query('COMMIT');
    expect(await migrating).toContain(Baseline1790000056000.name);
    await Promise.all([writer.end(), other.end()]);
  });

  it('drop what a killed run left of an index, and make it again [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const { directUrl: url } = database;
    await migrateAs(url, FIRST_RELEASE);
    const writer = await openWriter(url);
    const killed = expect(migrate(url)).rejects.toThrow();
    const other = await connect(url);
    await until(async () => {
      const pid = await indexWaits(other);
      if (pid !== null) await other.query('SELECT pg_terminate_backend($1)', [pid]);
      return pid !== null;
    }, 'the index to wait for the transaction');
    await killed;
    await writer.query('COMMIT');

    const isValid = async () =>
      (
        await other.query(
          "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('analysis_list_idx')",
        )
      ).rows.map(({ valid }) => valid);
    expect(await isValid()).toEqual([false]);
    expect(await migrate(url)).toContain(Baseline1790000056000.name);
    expect(await isValid()).toEqual([true]);
    await Promise.all([writer.end(), other.end()]);
  });

  it('let a process of an earlier release, which waits in one statement, go on [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const { directUrl: url } = database;
    await migrateAs(url, FIRST_RELEASE);
    const writer = await openWriter(url);
    const migrating = migrate(url);
    const earlier = await connect(url);
    const other = await connect(url);
    await until(async () => (await indexWaits(other)) !== null, 'the index to wait for the transaction');
    // Otherwise either of the two may be the one that Postgres refuses.
    await earlier.query("SET deadlock_timeout = '1h'");
    const waiting = earlier.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await until(
      async () => (await other.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount,
      'the earlier release to wait for the lock',
    );
    await writer.query('COMMIT');
    await waiting;
    await earlier.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    expect(await migrating).toContain(Baseline1790000056000.name);
    await Promise.all([writer.end(), earlier.end(), other.end()]);
  });
});

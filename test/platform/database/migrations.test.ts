import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterEach, describe, expect, it } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { RetentionIndexes1790000024000 } from '../../../src/platform/database/migrations/1790000024000-retention-indexes.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';

const ACCOUNT = randomUUID();
const LOCK = 0x43414c4c;

let database: FreshDatabase | null = null;
afterEach(async () => {
  await database?.drop();
  database = null;
});

/** Every column, index and constraint, as text. */
async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migration'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migration'
    UNION ALL SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND conrelid::regclass::text <> 'migration'
    UNION ALL SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s', proname) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = 'public' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY 1`);
  await client.end();
  return rows.map(({ line }) => line);
}

/** Runs those before the one that makes the indexes for retention. */
async function migrateUpToRetention(url: string): Promise<void> {
  const migrations = MIGRATIONS.slice(0, MIGRATIONS.indexOf(RetentionIndexes1790000024000));
  const dataSource = await new DataSource({ ...dataSourceOptions(url, 2), migrations }).initialize();
  await dataSource.runMigrations().finally(() => dataSource.destroy());
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const insertAnalysis = `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
  VALUES (gen_random_uuid(), '${ACCOUNT}', true, 'a', 'c', 'r', 'recordings/x') RETURNING id`;

/** An account, and a transaction that may write analyses: an index that is made concurrently waits for its end. */
async function openWriter(url: string): Promise<pg.Client> {
  const writer = await connect(url);
  await writer.query(
    `INSERT INTO account (id, email, email_folded, password_hash) VALUES ('${ACCOUNT}', 'a@example.com', 'a@example.com', 'x')`,
  );
  await writer.query('BEGIN; LOCK TABLE analysis IN ROW EXCLUSIVE MODE');
  return writer;
}

const indexWaits = async (client: pg.Client): Promise<number | null> =>
  (
    await client.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`)
  ).rows[0]?.pid ?? null;

describe('the migrations', () => {
  it('go up, down to nothing, and up to the same schema again', async () => {
    database = await freshDatabase({ migrated: false });
    expect(await migrate(database.url), 'migrations of an empty database').toHaveLength(MIGRATIONS.length);
    const up = await schemaOf(database.url);
    expect(up.length).toBeGreaterThan(50);

    const dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    for (const _ of MIGRATIONS) await dataSource.undoLastMigration();
    await dataSource.destroy();
    expect(await schemaOf(database.url)).toEqual([]);

    await migrate(database.url);
    expect(await schemaOf(database.url)).toEqual(up);
  });

  it('run once when six processes start together [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const { url } = database;
    const ran = await Promise.all(Array.from({ length: 6 }, () => migrate(url)));
    expect(ran.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, 0, MIGRATIONS.length]);
  });

  it('run when the process that held their lock was killed [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const holder = new pg.Client({ connectionString: database.url });
    holder.on('error', () => undefined);
    await holder.connect();
    const { rows } = await holder.query('SELECT pg_advisory_lock($1), pg_backend_pid() AS pid', [LOCK]);
    const waiting = migrate(database.url);
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    await killer.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await killer.end();
    expect(await waiting, 'migrations that ran after the kill').toHaveLength(MIGRATIONS.length);
  });

  it('make an index on a large table while calls are written [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    await migrateUpToRetention(database.url);
    const writer = await openWriter(database.url);
    const migrating = migrate(database.url);
    const other = await connect(database.url);
    await until(async () => (await indexWaits(other)) !== null, 'the index to wait for the transaction');

    await other.query("SET lock_timeout = '1s'");
    const { rows } = await other.query(insertAnalysis);
    await other.query('UPDATE analysis SET percent = 50 WHERE id = $1', [rows[0].id]);
    await writer.query('COMMIT');
    expect(await migrating).toContain(RetentionIndexes1790000024000.name);
    await Promise.all([writer.end(), other.end()]);
  });

  it('drop what a killed run left of an index, and make it again [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const { url } = database;
    await migrateUpToRetention(url);
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
          "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('analysis_recording_retention_idx')",
        )
      ).rows.map(({ valid }) => valid);
    expect(await isValid()).toEqual([false]);
    expect(await migrate(url)).toContain(RetentionIndexes1790000024000.name);
    expect(await isValid()).toEqual([true]);
    await Promise.all([writer.end(), other.end()]);
  });

  it('let a process of an earlier release, which waits in one statement, go on [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const { url } = database;
    await migrateUpToRetention(url);
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
    expect(await migrating).toContain(RetentionIndexes1790000024000.name);
    await Promise.all([writer.end(), earlier.end(), other.end()]);
  });
});

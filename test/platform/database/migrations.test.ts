import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterEach, describe, expect, it } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { type FreshDatabase, freshDatabase } from '../../support/backing.js';

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

describe('the migrations', () => {
  it('go up, down to nothing, and up to the same schema again', async () => {
    database = await freshDatabase({ migrated: false });
    expect(await migrate(database.url)).toHaveLength(MIGRATIONS.length);
    const up = await schemaOf(database.url);
    expect(up.length).toBeGreaterThan(50);

    const dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    for (const _ of MIGRATIONS) await dataSource.undoLastMigration();
    await dataSource.destroy();
    expect(await schemaOf(database.url)).toEqual([]);

    await migrate(database.url);
    expect(await schemaOf(database.url)).toEqual(up);
  });

  it('run once when six processes start together', async () => {
    database = await freshDatabase({ migrated: false });
    const { url } = database;
    const ran = await Promise.all(Array.from({ length: 6 }, () => migrate(url)));
    expect(ran.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, 0, MIGRATIONS.length]);
  });

  it('run when the process that held their lock was killed', async () => {
    database = await freshDatabase({ migrated: false });
    const holder = new pg.Client({ connectionString: database.url });
    holder.on('error', () => undefined);
    await holder.connect();
    const { rows } = await holder.query('SELECT pg_advisory_lock($1), pg_backend_pid() AS pid', [0x43414c4c]);
    const waiting = migrate(database.url);
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    await killer.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await killer.end();
    expect(await waiting).toHaveLength(MIGRATIONS.length);
  });
});

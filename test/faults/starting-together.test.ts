// Several processes start at the same time on an old or empty database. The schema is migrated once, and all of them start.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/platform/database/data-source.js';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { serviceEnvironment, until } from '../support/apps/running-service.js';
import { builtFile } from '../support/processes/build.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const PROCESSES = process.env.KILLS === undefined ? 3 : 6;

describe('processes that start together', () => {
  let database: FreshDatabase;
  afterEach(() => database?.drop());

  const client = async () => {
    const connection = new pg.Client({ connectionString: database.url });
    await connection.connect();
    return connection;
  };
  const appliedMigrations = async (connection: pg.Client) =>
    (await connection.query<{ name: string }>('SELECT name FROM migration ORDER BY timestamp')).rows.map(
      ({ name }) => name,
    );
  const ALL_MIGRATIONS = MIGRATIONS.map(({ name }) => name);

  it('on an empty database migrate it once, and all come up [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const environment = await serviceEnvironment({ ...database.settings, PROCESS: 'api' });
    const started: ServiceProcess[] = [];
    try {
      const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
      // Each promise resolves when its process reports that it is ready.
      const all = ports.map((port) => startServiceProcess({ ...environment.env, PORT: String(port) }));
      for (const one of await Promise.allSettled(all)) if (one.status === 'fulfilled') started.push(one.value);
      expect(started, 'processes that came up').toHaveLength(PROCESSES);
      const connection = await client();
      expect(await appliedMigrations(connection)).toEqual(ALL_MIGRATIONS);
      await connection.end();
    } finally {
      await Promise.all(started.map((one) => one.kill()));
      await environment.dispose();
    }
  });

  it('leave no half migration when the migrating process is killed, and the next process continues [fault 31]', async () => {
    database = await freshDatabase({ migrated: false });
    const holder = await client();
    // The migration waits for this table near its end, because it makes one of the same name.
    await holder.query('BEGIN; CREATE TABLE round_lease ()');
    const migrating = () => {
      const child = spawn(process.execPath, [builtFile('program/call-analysis.js'), 'migrate'], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', ...database.settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return { child, output: text(child.stdout), exit: once(child, 'exit') };
    };
    // In a transaction, `pg_stat_activity` stays as it was first read.
    const observer = await client();
    const exists = async (query: string) => (await observer.query(query)).rows.length > 0;

    const first = migrating();
    await until(
      () =>
        exists(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND pid <> pg_backend_pid()`),
      'the migration to wait for the table',
    );
    expect(await exists("SELECT 1 FROM pg_tables WHERE tablename = 'account'"), 'a table of a half migration').toBe(
      false,
    );
    const second = migrating();
    await until(
      () =>
        exists(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
          AND query LIKE 'SELECT pg_try_advisory_lock%'`),
      'the second process to wait for the first',
    );
    first.child.kill('SIGKILL');
    await first.exit;
    await holder.query('ROLLBACK');
    expect((await second.exit)[0], 'exit code of the second migration').toBe(0);
    expect(await second.output).toContain(`Ran ${ALL_MIGRATIONS.join(', ')}.`);
    expect(await appliedMigrations(holder)).toEqual(ALL_MIGRATIONS);
    await Promise.all([holder.end(), observer.end()]);
  });
});

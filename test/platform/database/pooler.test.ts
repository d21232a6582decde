// Through a real PgBouncer that pools by transaction, with far fewer sessions than connections: nothing needs a session that a
// pooler does not give.
import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdvisoryLocks } from '../../../src/billing/advisory-locks.js';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { ConnectionCheck } from '../../../src/platform/database/connection-check.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { keepsStatements, poolsByTransaction } from '../../../src/platform/database/pooler.js';
import { queryPrepared, queryTogether } from '../../../src/platform/database/prepared.js';
import { keepForRole, lostOptions } from '../../../src/platform/database/session-options.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { PGBOUNCER, type Pooler, startPooler } from '../../support/apps/pooler.js';
import { Gate } from '../../support/processes/gate.js';

const STARTUP = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';

describe.skipIf(PGBOUNCER === null)('a pooler that pools by transaction', () => {
  let database: FreshDatabase;
  let pooler: Pooler;
  let pooledUrl: string;
  const opened: DataSource[] = [];
  const open = async (url: string, size: number) => {
    const dataSource = await new DataSource(dataSourceOptions(url, size)).initialize();
    opened.push(dataSource);
    return dataSource;
  };
  const configOf = (): Config =>
    loadConfig({ DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: database.directUrl, DATABASE_POOL_SIZE: '8' });

  beforeAll(async () => {
    database = await freshDatabase({ migrated: false });
    pooler = await startPooler(database.directUrl, { sessions: 2 });
    pooledUrl = pooler.urlOf(database.directUrl);
  });
  afterAll(async () => {
    for (const one of opened) if (one.isInitialized) await one.destroy();
    await pooler.close();
    await database.drop();
  });

  it('is told at the start when migrations would run through it', async () => {
    const unmarked = new URL(pooledUrl);
    unmarked.searchParams.delete('pgbouncer');
    await expect(migrate(unmarked.href)).rejects.toThrow(
      /unsupported startup parameter: \w+\. A pooler answers so\. Set DATABASE_DIRECT_URL/,
    );
    const silent = await startPooler(database.directUrl, {
      sessions: 2,
      settings: [`ignore_startup_parameters = ${STARTUP}`],
    });
    try {
      for (const url of [silent.urlOf(unmarked.href).replace('?pgbouncer=true', ''), silent.urlOf(unmarked.href)])
        await expect(migrate(url)).rejects.toThrow(/pools by transaction\. Set DATABASE_DIRECT_URL/);
    } finally {
      await silent.close();
    }
  });

  it('is found by the sessions it shares, and a direct connection is not taken for one', async () => {
    const found = async (url: string) => poolsByTransaction(await open(url, 2));
    expect([await found(pooledUrl), await found(database.directUrl)]).toEqual([true, false]);
  });

  it('gives sessions the options that the migrations left for the role', async () => {
    await migrate(database.directUrl, { isRoleForPooler: true });
    const { database: urls } = configOf();
    expect(await migrate(database.directUrl, { isRoleForPooler: true }), 'migrations of the next start').toEqual([]);
    await pooler.kill();
    await pooler.start();
    expect(await lostOptions(await open(pooledUrl, 4), urls)).toEqual([]);
    const direct = await open(database.directUrl, 1);
    await direct.query('SET statement_timeout = 0');
    await keepForRole(direct);
    expect(await lostOptions(direct, { url: database.directUrl, directUrl: null })).toEqual([]);
    const [{ name }] = await direct.query('SELECT current_database() AS name');
    await direct.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET jit = on`);
    await pooler.kill();
    await pooler.start();
    expect(await lostOptions(await open(pooledUrl, 4), urls)).toEqual(['jit=on']);
  });

  it('carries statements of the service without names, alone and together, on more connections than it has sessions', async () => {
    const dataSource = await open(pooledUrl, 20);
    const one = { name: 'same-name', text: 'SELECT $1::int AS n' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2
          ? queryPrepared(dataSource, one, [n])
          : dataSource.transaction((tx) =>
              queryTogether(tx, [
                [one, [n]],
                [one, [n]],
              ]),
            ),
      ),
    );
    expect(answers.flat(2)).toEqual(Array.from({ length: 60 }, (_, n) => (n % 2 ? [{ n }] : [{ n }, { n }])).flat());
    expect(await dataSource.query("SELECT name FROM pg_prepared_statements WHERE name = 'same-name'")).toEqual([]);
  });

  it('does not keep prepared statements, which the service notices', async () => {
    const kept = async (url: string) => keepsStatements(await open(url, 2));
    expect([await kept(pooledUrl), await kept(database.directUrl)]).toEqual([false, true]);
    const config = configOf();
    const mistaken = { ...config, database: { ...config.database, poolerKeepsStatements: true } };
    const { extra, ...options } = dataSourceOptions(pooledUrl, 2);
    const named = await new DataSource({ ...options, extra: { ...extra, Client: pg.Client } }).initialize();
    opened.push(named);
    await expect(new ConnectionCheck(named, mistaken).onModuleInit()).rejects.toThrow(/loses prepared statements/);
  });

  it('leaves the locks of billing to direct connections: one process excludes another', async () => {
    const locks = await Promise.all([1, 2].map(async () => new AdvisoryLocks(await open(pooledUrl, 8), configOf())));
    const [first, second] = locks;
    if (!first || !second) throw new Error('Two processes');
    const gate = new Gate();
    gate.close();
    const held = first.withLock('billing:a', async (manager) => {
      await gate.pass();
      return manager.transaction((tx) => tx.query('SELECT 1 AS n'));
    });
    await expect.poll(() => gate.waiting).toBe(1);
    expect(await second.tryWithLock('billing:a', async () => 'taken')).toBeNull();
    expect(await second.tryWithLock('billing:b', async () => 'taken')).toBe('taken');
    gate.open();
    expect(await held).toEqual([{ n: 1 }]);
    expect(await second.tryWithLock('billing:a', async () => 'taken')).toBe('taken');
    for (const one of locks) await one.onApplicationShutdown();
  });
});

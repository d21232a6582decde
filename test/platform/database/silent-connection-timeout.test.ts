// A connection is destroyed when an answer is outstanding and the server has been silent for too long, and only then.
import { setTimeout as wait } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import {
  silentConnectionTimeout,
  withStatementTimeout,
} from '../../../src/platform/database/silent-connection-timeout.js';
import { queryRow } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { startTcpProxy, type TcpProxy } from '../../support/processes/tcp-proxy.js';

const STATEMENT_MS = 2_000;
/** Longer than a statement may take plus the grace that the connection gives it. */
const OVERDUE_MS = 5_300;

let database: FreshDatabase;
let wire: TcpProxy;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  const url = new URL(database.directUrl);
  wire = await startTcpProxy(Number(url.port));
  url.port = String(wire.port);
  url.searchParams.set('statement_timeout', String(STATEMENT_MS));
  const options = dataSourceOptions(url.href, 2);
  const extra = { ...options.extra, ...silentConnectionTimeout(url.href, 30_000) };
  dataSource = await new DataSource({ ...options, extra }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await wire.close();
  await database.drop();
});

// The first three mostly wait, so they wait at the same time.

const pidOf = async (sql: DataSource | DataSource['manager']) =>
  (await queryRow<{ pid: number }>(sql, 'SELECT pg_backend_pid() AS pid'))?.pid;

it.concurrent('keeps a connection without an outstanding answer, and the lock that it holds', async () => {
  const runner = dataSource.createQueryRunner();
  const before = await pidOf(runner.manager);
  await runner.query('SELECT pg_advisory_lock(1)');
  await wait(OVERDUE_MS);
  expect(await pidOf(runner.manager), 'the connection to Postgres').toBe(before);
  expect(await queryRow(runner.manager, 'SELECT pg_advisory_unlock(1) AS held')).toEqual({ held: true });
  await runner.release();
});

it.concurrent('destroys no connection where the URL lets statements take any time', async () => {
  const url = new URL(database.directUrl);
  url.searchParams.set('statement_timeout', '0');
  const options = dataSourceOptions(url.href, 1);
  const unlimited = await new DataSource({
    ...options,
    extra: { ...options.extra, ...silentConnectionTimeout(url.href, 30_000) },
  }).initialize();
  expect(await unlimited.query(`SELECT pg_sleep(${OVERDUE_MS / 1000}), 1 AS done`)).toMatchObject([{ done: 1 }]);
  await unlimited.destroy();
});

it.concurrent('gives the statements of one transaction more time, and later statements the usual time', async () => {
  await dataSource.transaction((tx) =>
    withStatementTimeout(tx, 60_000, () => tx.query(`SELECT pg_sleep(${OVERDUE_MS / 1000})`)),
  );
  await expect(dataSource.query(`SELECT pg_sleep(${OVERDUE_MS / 1000})`)).rejects.toThrow(/statement timeout/);
});

it('destroys a connection whose answer is overdue, also after it was idle or had more time', async () => {
  const runner = dataSource.createQueryRunner();
  await runner.manager.transaction((tx) => withStatementTimeout(tx, 60_000, () => tx.query('SELECT 1')));
  await wait(OVERDUE_MS);
  wire.hold();
  await expect(runner.query('SELECT 1')).rejects.toThrow(/silent/);
  await runner.release();
  wire.reset();
  wire.pass();
  expect(await pidOf(dataSource)).toEqual(expect.any(Number));
});

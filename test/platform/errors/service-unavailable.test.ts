import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { queryRow } from '../../../src/platform/database/sql.js';
import { isServiceUnavailable } from '../../../src/platform/errors/service-unavailable.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { eventually } from '../../support/processes/eventually.js';

let database: FreshDatabase;
let dataSource: DataSource;
let admin: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 1)).initialize();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await dataSource.destroy();
  await admin.end();
  await database.drop();
});

it('a connection lost between two statements of a transaction counts as a database that is away', async () => {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  const own = await queryRow<{ pid: number }>(runner.manager, 'SELECT pg_backend_pid() AS pid');
  await admin.query('SELECT pg_terminate_backend($1)', [own?.pid]);
  await eventually(() => expect(runner.isReleased, 'the connection is released').toBe(true));
  const error = await runner.query('SELECT 1').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isServiceUnavailable(error), 'the error tells of a lost connection').toBe(true);
});

import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { mapPreparedRows, queryPrepared, queryTogether } from '../../../src/platform/database/prepared.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { eventually } from '../../support/processes/eventually.js';

let database: FreshDatabase;
/** A pool of one connection: when a test does not give it back, the next query waits and fails. */
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 1)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const COUNT = { name: 'count-to', text: 'SELECT n FROM generate_series(1, $1::int) AS n ORDER BY n' };
const DIVIDE = { name: 'divide-by', text: 'SELECT 10 / (2 - n) AS n FROM generate_series(1, $1::int) AS n' };

it('a prepared statement gives each row as it is mapped, in their order', async () => {
  const doubled = await mapPreparedRows<{ n: number }, number>(dataSource, COUNT, [3], ({ n }) => 2 * n);
  expect(doubled).toEqual([2, 4, 6]);
  expect(await mapPreparedRows(dataSource, COUNT, [0], String)).toEqual([]);
});

it('a row that cannot be mapped fails the caller, and the connection stays usable', async () => {
  const seen: number[] = [];
  const mapping = mapPreparedRows<{ n: number }, number>(dataSource, COUNT, [5], ({ n }) => {
    seen.push(n);
    if (n === 2) throw new Error('the second row cannot be mapped');
    return n;
  });
  await expect(mapping).rejects.toThrow('the second row cannot be mapped');
  expect(seen).toContain(2);
  expect(await queryPrepared(dataSource, COUNT, [2])).toEqual([{ n: 1 }, { n: 2 }]);
});

it('a statement that fails after some rows fails the caller, and the connection stays usable', async () => {
  await expect(mapPreparedRows(dataSource, DIVIDE, [2], String)).rejects.toThrow('division by zero');
  expect(await mapPreparedRows(dataSource, COUNT, [1], ({ n }) => Number(n))).toEqual([1]);
});

it('a connection that breaks in the middle fails the caller, and the next call has a new one', async () => {
  const broken = { name: 'end-own-connection', text: 'SELECT pg_terminate_backend(pg_backend_pid()) AS n' };
  await expect(mapPreparedRows(dataSource, broken, [], String)).rejects.toThrow();
  // The pool notices the end of the connection a moment after the error.
  await eventually(async () =>
    expect(await mapPreparedRows(dataSource, COUNT, [1], ({ n }) => Number(n))).toEqual([1]),
  );
});

it('statements that are sent together run one after another, each seeing what the ones before did', async () => {
  const make = { name: 'make-table', text: 'CREATE TEMP TABLE sent_together (n int) ON COMMIT DROP' };
  const add = { name: 'add-row', text: 'INSERT INTO pg_temp.sent_together VALUES ($1)' };
  const all = { name: 'all-rows', text: 'SELECT n FROM pg_temp.sent_together ORDER BY n' };
  const results = await dataSource.transaction(async (tx) => {
    await queryPrepared(tx, make, []);
    return queryTogether(tx, [
      [add, [1]],
      [all, []],
      [{ ...add, name: 'add-another' }, [2]],
      [{ ...all, name: 'all-rows-again' }, []],
    ]);
  });
  expect(results).toEqual([[], [{ n: 1 }], [], [{ n: 1 }, { n: 2 }]]);
});

it('statements that are sent together are all undone where one fails, and the connection stays usable', async () => {
  const together = dataSource.transaction((tx) =>
    queryTogether(tx, [
      [COUNT, [1]],
      [DIVIDE, [2]],
      [{ ...COUNT, name: 'count-behind-a-failure' }, [1]],
    ]),
  );
  await expect(together).rejects.toThrow('division by zero');
  expect(await queryPrepared(dataSource, COUNT, [2])).toEqual([{ n: 1 }, { n: 2 }]);
  await expect(queryTogether(dataSource.manager, [[COUNT, [1]]])).rejects.toThrow('in a transaction only');
});

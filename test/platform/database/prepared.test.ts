import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { mapPreparedRows, queryPrepared } from '../../../src/platform/database/prepared.js';
import { type FreshDatabase, freshDatabase } from '../../support/backing.js';

let database: FreshDatabase;
/** Of one connection: one that is not given back is missed at once. */
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

it('makes each row what is wanted, in their order', async () => {
  const doubled = await mapPreparedRows<{ n: number }, number>(dataSource, COUNT, [3], ({ n }) => 2 * n);
  expect(doubled).toEqual([2, 4, 6]);
  expect(await mapPreparedRows(dataSource, COUNT, [0], String)).toEqual([]);
});

it('throws to the caller what the making of a row throws, and the connection serves on', async () => {
  const seen: number[] = [];
  const made = mapPreparedRows<{ n: number }, number>(dataSource, COUNT, [5], ({ n }) => {
    seen.push(n);
    if (n === 2) throw new Error('the second cannot be made');
    return n;
  });
  await expect(made).rejects.toThrow('the second cannot be made');
  expect(seen).toContain(2);
  expect(await queryPrepared(dataSource, COUNT, [2])).toEqual([{ n: 1 }, { n: 2 }]);
});

it('throws what the statement fails with, also after rows, and the connection serves on', async () => {
  await expect(mapPreparedRows(dataSource, DIVIDE, [2], String)).rejects.toThrow('division by zero');
  expect(await mapPreparedRows(dataSource, COUNT, [1], ({ n }) => Number(n))).toEqual([1]);
});

it('rejects when the connection breaks in the middle, and the next call has a new one', async () => {
  const broken = { name: 'end-oneself', text: 'SELECT pg_terminate_backend(pg_backend_pid()) AS n' };
  await expect(mapPreparedRows(dataSource, broken, [], String)).rejects.toThrow();
  // The end of the connection is seen a moment after the error.
  await vi.waitFor(async () =>
    expect(await mapPreparedRows(dataSource, COUNT, [1], ({ n }) => Number(n))).toEqual([1]),
  );
});

// Calls that no one has made searchable get there by the sweep, and a search says so while they are not.
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Hits } from '../../../src/insight/search/hits.js';
import { Search } from '../../../src/insight/search/search.service.js';
import { SearchableSweep } from '../../../src/insight/search/searchable-sweep.js';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { addSaidCall, addUnsearchableCall, unpair } from '../../support/builders/said-calls.js';

let database: FreshDatabase;
let dataSource: DataSource;
let sweep: SearchableSweep;
let metrics: Metrics;

beforeEach(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  metrics = new Metrics();
  sweep = new SearchableSweep(dataSource, metrics);
});
afterEach(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const segments = [{ speaker: 'agent', text: 'a refund to you' }];
const find = async (accountId: string) => {
  const { total, indexing } = await new Search(dataSource, new Hits()).find(
    { accountId, sight: null, livemode: true },
    { q: 'refund', skip: 0, limit: 20 },
  );
  return { total, indexing };
};

it('makes calls of an earlier release searchable, with the partitions of their months', async () => {
  const accountId = await addAccount(dataSource);
  const createdAt = new Date('2020-01-31T23:00:00Z');
  await addUnsearchableCall(dataSource, accountId, { segments, createdAt });
  await addUnsearchableCall(dataSource, accountId, { segments });
  expect(await find(accountId)).toEqual({ total: 0, indexing: true });
  expect(await metrics.registry.metrics()).toContain('search_unsearchable_calls 2');
  await sweep.sweep();
  expect(await find(accountId)).toEqual({ total: 2 });
  expect(await metrics.registry.metrics()).toContain('search_unsearchable_calls 0');
});

it('goes through the calls from before there was a search, account by account', async () => {
  const accounts = [await addAccount(dataSource), await addAccount(dataSource)];
  for (const accountId of accounts) {
    for (let n = 0; n < 3; n++)
      await addUnsearchableCall(dataSource, accountId, { segments, createdAt: new Date(2021, n) });
    await addSaidCall(dataSource, accountId, { segments });
    await dataSource.query('INSERT INTO search_backfill (account_id) VALUES ($1)', [accountId]);
  }
  await dataSource.query('TRUNCATE unsearchable_call');
  expect(await find(accounts[0] ?? '')).toEqual({ total: 1, indexing: true });
  await sweep.sweep();
  for (const accountId of accounts) expect(await find(accountId)).toEqual({ total: 4 });
  await sweep.sweep();
  expect(await dataSource.query('SELECT * FROM search_backfill')).toEqual([]);
});

it('is kept from no call by one that cannot be read', async () => {
  const accountId = await addAccount(dataSource);
  const bad = await addUnsearchableCall(dataSource, accountId, { segments });
  await dataSource.query("UPDATE analysis_payload SET transcript = 'null' WHERE analysis_id = $1", [bad]);
  await addUnsearchableCall(dataSource, accountId, { segments });
  await sweep.sweep();
  expect(await find(accountId)).toEqual({ total: 1, indexing: true });
  expect(await metrics.registry.metrics()).toContain('search_swept_calls_total{outcome="failed"} 1');
});

it('replaces the words of an earlier release, and they stay searchable', async () => {
  const accountId = await addAccount(dataSource);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await addSaidCall(dataSource, accountId, { segments }));
  const [busy = ''] = ids;
  const words = () => dataSource.query('SELECT analysis_id, words::text, frequent_words FROM call_words ORDER BY 1');
  const before = await words();
  await unpair(dataSource, ids);
  const changing = dataSource.createQueryRunner();
  await changing.startTransaction();
  await changing.query('SELECT id FROM analysis WHERE id = $1 FOR UPDATE', [busy]);
  await sweep.sweep();
  expect(
    (await words()).filter(({ frequent_words: n }: { frequent_words: number }) => n === 0),
    'calls that were locked',
  ).toHaveLength(1);
  expect(await find(accountId)).toEqual({ total: 3 });
  await changing.commitTransaction();
  await changing.release();
  await sweep.sweep();
  expect(await words()).toEqual(before);
});

it('makes the partitions of this month and the next', async () => {
  await dataSource.query('DROP TABLE call_words_202001, call_words_202002').catch(() => undefined);
  await sweep.sweep();
  const [{ made }] = await dataSource.query(
    "SELECT to_regclass(call_words_partition(now())) IS NOT NULL AND to_regclass(call_words_partition(now() + interval '1 month')) IS NOT NULL AS made",
  );
  expect(made, 'both partitions are there').toBe(true);
});

// A search of many calls: how far it counts, and how it goes on where its time has ended.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairWords } from '../../../src/calls/words/searchable-calls.js';
import { Hits } from '../../../src/insight/search/hits.js';
import type { SearchRequest } from '../../../src/insight/search/search.requests.js';
import { Search } from '../../../src/insight/search/search.service.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { addSaidCall, copySaidCall, unpair } from '../../support/builders/said-calls.js';

/** More than are counted. */
const CALLS = 10_100;
/** Several calls a second, so that no bound lies between two of them by chance; over two months. */
const STEP_MS = 210;
const NEWEST = new Date('2026-11-01T00:10:00.123Z');

let database: FreshDatabase;
let dataSource: DataSource;
let search: Search;
let accountId: string;
/** Newest first. */
let ids: string[];

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  search = new Search(dataSource, new Hits());
  accountId = await addAccount(dataSource);
  await dataSource.query("SELECT make_call_words_partition('2026-10-15')");
  const first = await addSaidCall(dataSource, accountId, {
    segments: [{ speaker: 'agent', text: 'a full refund to you' }],
    createdAt: NEWEST,
  });
  ids = [first, ...(await copySaidCall(dataSource, first, CALLS - 1, STEP_MS))];
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const find = (query: Partial<SearchRequest>, budgetMs?: number) =>
  search.find({ accountId, sight: null, livemode: true }, { q: 'refund', skip: 0, limit: 20, ...query }, budgetMs);
const idsOf = ({ items }: Awaited<ReturnType<typeof find>>) => items.map(({ analysis_id: id }) => id);

it('counts up to 10,000 calls, and shows as many', async () => {
  const page = await find({});
  expect([page.total, page.total_capped, page.searched_back_to]).toEqual([10_000, true, undefined]);
  expect(idsOf(page)).toEqual(ids.slice(0, 20));
  // The index alone tells it: however busy the machine is, the answer is the same.
  expect(await find({}, 0)).toEqual(page);
  expect(idsOf(await find({ skip: 4_990 }))).toEqual(ids.slice(4_990, 5_010));
  expect(idsOf(await find({ skip: 10_000, limit: 50 }))).toEqual(ids.slice(10_000, 10_050));
});

it('counts exactly where there are no more', async () => {
  // The bound lies between two calls.
  const created_after = new Date(NEWEST.getTime() - 9_999.5 * STEP_MS);
  const page = await find({ created_after });
  expect([page.total, page.total_capped]).toEqual([10_000, undefined]);
  const fewer = await find({ created_after: new Date(NEWEST.getTime() - 700.5 * STEP_MS), q: '"full refund"' }, 60_000);
  expect(fewer.total).toBe(701);
});

it('needs no time to compare a phrase of two frequent words, once all calls have their pairs', async () => {
  const page = await find({ q: '"to you"' }, 0);
  expect([page.total, page.total_capped, page.searched_back_to]).toEqual([10_000, true, undefined]);
  expect(idsOf(page)).toEqual(ids.slice(0, 20));
  // An earlier release beside this one.
  const [earlier = ''] = ids.slice(600);
  await unpair(dataSource, [earlier]);
  const cut = await find({ q: '"to you"' }, 0);
  expect(cut.searched_back_to).toBeDefined();
  expect(await find({ q: '"to you"' }, 60_000)).toEqual(page);
  await pairWords(dataSource, earlier);
  expect(await find({ q: '"to you"' }, 0)).toEqual(page);
});

it('goes on from where the time of a phrase ended, without a gap or a double', async () => {
  const q = '"full refund"';
  let counted = 0;
  let searches = 0;
  for (let created_before: Date | null = null; ; searches++) {
    const page = await find({ q, created_before, limit: 50 }, 0);
    const last = await find({ q, created_before, limit: 50, skip: page.total - 1 }, 0);
    expect(idsOf(page)).toEqual(ids.slice(counted, Math.min(counted + 50, counted + page.total)));
    counted += page.total;
    expect(idsOf(last)).toEqual(ids.slice(counted - 1, counted));
    if (page.searched_back_to === undefined) break;
    expect(page.searched_back_to % 1, 'a part of a second').toBe(0);
    // As `created_before` is read.
    created_before = new Date((page.searched_back_to + 1) * 1000);
  }
  expect(searches).toBeGreaterThan(0);
  expect(counted).toBe(CALLS);
});

it('lets an account search twice at the same time, whatever it asks for', async () => {
  let [running, most] = [0, 0];
  const watched: Pick<DataSource, 'transaction'> = {
    transaction: async (...given: unknown[]) => {
      most = Math.max(most, ++running);
      try {
        return await Reflect.apply(dataSource.transaction, dataSource, given);
      } finally {
        running--;
      }
    },
  };
  const busy = new Search(watched as DataSource, new Hits());
  const asks = Array.from({ length: 9 }, () =>
    busy.find({ accountId, sight: null, livemode: true }, { q: 'refund', skip: 0, limit: 1 }),
  );
  const totals = (await Promise.all(asks)).map(({ total }) => total);
  expect([new Set(totals), most]).toEqual([new Set([10_000]), 2]);
});

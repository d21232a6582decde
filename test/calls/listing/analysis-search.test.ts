// Every way that a search can take must give the same page and total as a recount.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnalysisFilter, NO_FILTER } from '../../../src/calls/listing/analysis-filter.js';
import { type SearchCosts, searchPage } from '../../../src/calls/listing/analysis-search.js';
import type { PageRange } from '../../../src/calls/listing/page.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';
import {
  addAccount,
  addAnalyses,
  listPage,
  type NewAnalysis,
  openDataSource,
  readerOf,
  recount,
} from '../../support/builders/listing-data.js';

const EVEN: SearchCosts = {
  gatheredRow: 1,
  lookedUpRow: 1,
  lookup: 1,
  readRow: 1,
  comparison: 1,
  foldedComparison: 1,
  maxValues: 2_000,
};
/** Costs under which a search takes this way wherever it has a choice. */
const WAYS: Readonly<Record<string, SearchCosts>> = {
  gather: { ...EVEN, gatheredRow: 0, lookup: 0 },
  'walk, and count by subtraction': { ...EVEN, gatheredRow: 100, lookup: 0 },
  'walk, and count directly': { ...EVEN, gatheredRow: 100, lookup: 100, readRow: 0, comparison: 0 },
  'walk, and compare by pattern or folded': { ...EVEN, maxValues: 0 },
};
const RANGES = [
  { limit: 1, offset: 0 },
  { limit: 20, offset: 5 },
  { limit: 1000, offset: 0 },
];
const FILTERS: Partial<AnalysisFilter>[] = [
  {},
  { status: 'completed' },
  { status: 'failed' },
  { agentId: 'Agent-3' },
  { status: 'failed', contactId: 'cust-8' },
  { agentId: 'Agent-1', contactId: 'cust-1' },
  { livemode: true },
  { livemode: false, status: 'completed' },
  { livemode: true, status: 'failed', createdAfter: new Date('2026-03-03T00:00:00Z') },
  { createdAfter: new Date('2026-03-03T00:00:00Z'), createdBefore: new Date('2026-09-01T00:00:00Z') },
  { reviewed: true },
  { reviewed: false, status: 'completed' },
  { reviewed: false, livemode: true, agentId: 'Agent-1' },
  { agentId: 'Agent-3', livemode: true, createdBefore: new Date('2026-06-04T00:00:00Z') },
];

let database: FreshDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Most analyses are completed, as in life. Identifiers of one kind are written in several ways. */
async function addCalls(): Promise<string> {
  const accountId = await addAccount(dataSource);
  const statuses = ['failed', 'processing', 'completed', 'completed', 'completed', 'completed'] as const;
  const calls = Array.from(
    { length: 400 },
    (_, i): NewAnalysis => ({
      agentId: i % 9 === 8 ? `Other-${i % 2}` : `Agent-${i % 7}`,
      // The Kelvin sign is a letter that is not ASCII, and its case is folded to k.
      contactId: i % 3 === 0 ? `agent-${i % 11}` : i % 50 === 7 ? 'client-\u212a-7' : `cust-${i % 50}`,
      status: statuses[i % 6] ?? 'failed',
      createdAt: new Date(Date.UTC(2026, i % 12, 1 + (i % 5))),
      livemode: i % 4 !== 1,
      reviewed: i % 5 === 2,
    }),
  );
  await addAnalyses(dataSource, accountId, calls);
  return accountId;
}

/** @returns the account and the team of each call */
async function addCallsOfTeams() {
  const accountId = await addCalls();
  const rows = await queryRows<{ id: string; team: string | null }>(
    dataSource,
    `UPDATE analysis SET custom_metadata = CASE WHEN own IS NULL THEN '{}' ELSE json_build_object('team', own)::text END
     FROM (SELECT id AS numbered, (ARRAY['a', 'b', 'c', 'd', NULL])[1 + row_number() OVER (ORDER BY id) % 5] AS own
           FROM analysis WHERE account_id = $1) AS one
     WHERE id = numbered RETURNING id, own AS team`,
    [accountId],
  );
  return { accountId, teams: new Map(rows.map(({ id, team }) => [id, team])) };
}

it('gives the same page and total by every way that a search can take', async () => {
  const accountId = await addCalls();
  for (const some of FILTERS) {
    const filter: AnalysisFilter = { ...NO_FILTER, ...some, accountId };
    for (const text of ['AGENT-1', 'cust-1', '-3', '1', 'T', 'K', 'K-', 'agent', 'absent']) {
      for (const range of RANGES) {
        const { ids, total } = await recount(dataSource, accountId, {
          status_filter: filter.status,
          agent_id: filter.agentId,
          contact_id: filter.contactId,
          livemode: filter.livemode,
          reviewed: filter.reviewed,
          created_after: filter.createdAfter,
          created_before: filter.createdBefore,
          search: text,
          ...range,
        });
        for (const [way, costs] of Object.entries(WAYS)) {
          const found = await dataSource.transaction('REPEATABLE READ', (tx) =>
            searchPage(tx, filter, text, range, costs),
          );
          expect({ way, filter, text, range, ...found }).toEqual({ way, filter, text, range, ids, total });
        }
      }
    }
  }
});

it('finds the calls of the teams that a member sees, and no others, by every way', async () => {
  const { accountId, teams } = await addCallsOfTeams();
  const whole = { limit: 1000, offset: 0 };
  for (const some of [
    {},
    { status: 'completed' as const },
    { livemode: true },
    { contactId: 'cust-8' },
    { flagged: false },
  ]) {
    for (const text of ['AGENT-1', 'cust-1', '-3', '1', 'K', 'absent']) {
      const filter: AnalysisFilter = { ...NO_FILTER, ...some, accountId };
      const search = (sight: AnalysisFilter['sight'], range: PageRange, costs: SearchCosts) =>
        dataSource.transaction('REPEATABLE READ', (tx) => searchPage(tx, { ...filter, sight }, text, range, costs));
      const all = await search(null, whole, EVEN);
      for (const sight of [{ teams: ['a', 'c'] }, { teams: ['b', 'gone'] }, { teams: [] }]) {
        const seen = all.ids.filter((id) => sight.teams.some((team) => team === teams.get(id)));
        for (const [way, costs] of Object.entries(WAYS)) {
          const range = { limit: 7, offset: 3 };
          expect({ way, some, text, sight, ...(await search(sight, range, costs)) }).toEqual({
            way,
            some,
            text,
            sight,
            ids: seen.slice(3, 10),
            total: seen.length,
          });
        }
      }
    }
  }
});

// cspell:disable
it('finds names whatever the case, the accents and the width, and takes no sign for a wildcard', async () => {
  const accountId = await addAccount(dataSource);
  const names = ['Jürgen Groß', 'JURGEN GROSS', 'Łukasz Żółć', 'ＡＢＣ-1', '50% off', 'Αλέξης', 'plain'];
  await addAnalyses(
    dataSource,
    accountId,
    names.map((contactId) => ({ agentId: 'x', contactId })),
  );
  const reader = readerOf(dataSource);
  for (const [search, found] of [
    ['jurgen', 2],
    ['JÜRGEN GROß', 2],
    ['ss', 2],
    ['zolc', 1],
    ['lukasz ż', 1],
    ['abc', 1],
    ['αλεξησ', 1],
    ['％', 1],
    ['j％gross', 0],
  ] as const)
    expect((await listPage(reader, accountId, { search })).total, search).toBe(found);
});

// cspell:enable
it('leaves the database connections to others, however many searches an account sends', async () => {
  const [busy, other] = [await addAccount(dataSource), await addAccount(dataSource)];
  for (const accountId of [busy, other])
    await addAnalyses(dataSource, accountId, [{ agentId: 'a-1', contactId: 'c-1' }]);
  const reader = readerOf(dataSource);
  const holder = dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('LOCK TABLE analysis_party IN ACCESS EXCLUSIVE MODE');
  const waiting = () =>
    queryRow<{ n: number }>(
      holder.manager,
      `SELECT count(*)::int AS n FROM pg_locks
       WHERE NOT granted AND locktype = 'relation' AND relation = 'analysis_party'::regclass`,
    );
  const searches = Array.from({ length: 20 }, () => listPage(reader, busy, { search: '1' }));
  await until(async () => ((await waiting())?.n ?? 0) > 1, 'two searches to wait for the dictionary');

  const { total } = await listPage(reader, other, {});
  expect(total, 'analyses of the other account').toBe(1);
  expect(await waiting(), 'searches that hold a connection').toEqual({ n: 2 });
  await holder.commitTransaction();
  await holder.release();
  expect((await Promise.all(searches)).map((page) => page.total)).toEqual(searches.map(() => 1));
});

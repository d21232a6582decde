import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnalysisFilter, findPage } from '../../src/analysis/analysis-page.js';
import { type SearchCosts, searchPage } from '../../src/analysis/analysis-search.js';
import { type FreshDatabase, freshDatabase } from '../support/backing.js';
import {
  addAccount,
  addAnalyses,
  countersAndRecount,
  listPage,
  type NewAnalysis,
  openDataSource,
  readerOf,
  recount,
} from '../support/listing-data.js';

const AGENTS = ['agent-1', 'Agent-10', 'É%l_a', 'x'];
const CONTACTS = ['cust-1', 'CUST-10', 'é\\l', 'x', 'agent-9'];
const STATUSES = ['processing', 'completed', 'failed'] as const;
/** Two of them are one instant, and two months are only apart in UTC. */
const INSTANTS = [
  '2026-11-20T10:00:00Z',
  '2026-11-20T10:00:00Z',
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00Z',
  '2024-02-29T12:00:00Z',
];
const SEARCHES = ['agent', 'AGENT-1', 'é', '%', '_', '\\', 'x', '1', 'nobody'];

const analysis: fc.Arbitrary<NewAnalysis> = fc.record({
  agentId: fc.constantFrom(...AGENTS),
  contactId: fc.constantFrom(...CONTACTS),
  status: fc.constantFrom(...STATUSES),
  createdAt: fc.constantFrom(...INSTANTS).map((text) => new Date(text)),
});

const action = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      analyses: fc.array(analysis, { minLength: 1, maxLength: 12 }),
    }),
    weight: 3,
  },
  fc.record({
    kind: fc.constant('settle' as const),
    status: fc.constantFrom(...STATUSES),
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('rename' as const),
    agentId: fc.constantFrom(...AGENTS),
    contactId: fc.constantFrom(...CONTACTS),
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('delete' as const), share: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('undo' as const), analyses: fc.array(analysis, { minLength: 1, maxLength: 3 }) }),
);

/** Costs that lead to gathering, to walking and to scanning wherever there is a choice, and those in between. */
const EVEN: SearchCosts = { gathered: 1, lookedUp: 1, read: 1, compared: 1, folded: 1, scanned: 10, mostCarried: 10 };
const WAYS: SearchCosts[] = [
  { ...EVEN, gathered: 0, lookedUp: 0, mostCarried: 0 },
  { ...EVEN, gathered: 100, lookedUp: 100, read: 0, compared: 0, folded: 0 },
  { ...EVEN, gathered: 100, lookedUp: 100, scanned: 0, mostCarried: 0 },
  { ...EVEN, gathered: 100, lookedUp: 0, mostCarried: 2_000 },
  { ...EVEN, gathered: 100, lookedUp: 0.01, read: 0.2, compared: 0.05, folded: 0.1 },
];

type Action = typeof action extends fc.Arbitrary<infer Step> ? Step : never;

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

/** Every share-th analysis of the account. */
const CHOSEN = `id IN (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM analysis WHERE account_id = $1) t WHERE n % $2 = 0)`;

async function apply(accountId: string, step: Action): Promise<void> {
  switch (step.kind) {
    case 'insert':
      await addAnalyses(dataSource, accountId, step.analyses);
      return;
    case 'settle':
      await dataSource.query(
        `UPDATE analysis SET status = $3, settled_at = CASE WHEN $3 = 'processing' THEN NULL ELSE now() END WHERE ${CHOSEN}`,
        [accountId, step.share, step.status],
      );
      return;
    case 'rename':
      await dataSource.query(`UPDATE analysis SET agent_id = $3, contact_id = $4 WHERE ${CHOSEN}`, [
        accountId,
        step.share,
        step.agentId,
        step.contactId,
      ]);
      return;
    case 'delete':
      await dataSource.query(`DELETE FROM analysis WHERE ${CHOSEN}`, [accountId, step.share]);
      return;
    case 'undo':
      await dataSource
        .transaction(async (tx) => {
          await tx.query("UPDATE analysis SET agent_id = 'gone' WHERE account_id = $1", [accountId]);
          await tx.query('DELETE FROM analysis WHERE account_id = $1', [accountId]);
          throw new Error('undone');
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error && error.message === 'undone')) throw error;
        });
  }
}

const orNull = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null });
const query = fc.record({
  status_filter: orNull(STATUSES),
  agent_id: orNull([...AGENTS, 'nobody']),
  contact_id: orNull([...CONTACTS, 'nobody']),
  search: orNull(SEARCHES),
  limit: fc.constantFrom(1, 2, 5, 100),
  offset: fc.constantFrom(0, 1, 3, 10, 1000),
});

describe('the total of a list', () => {
  it('equals a recount for any filters after any writes', async () => {
    const reader = readerOf(dataSource);
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 2, maxLength: 8 }),
        fc.array(query, { minLength: 6, maxLength: 6 }),
        async (actions, queries) => {
          const [accountId, other] = [await addAccount(dataSource), await addAccount(dataSource)];
          await addAnalyses(dataSource, other, [{ agentId: 'agent-1', contactId: 'cust-1' }]);
          for (const step of actions) await apply(accountId, step);
          const { counters, recounted } = await countersAndRecount(dataSource);
          expect(counters).toEqual(recounted);
          for (const asked of queries) {
            const page = await listPage(reader, accountId, asked);
            const expected = await recount(dataSource, accountId, asked);
            expect({ asked, ids: page.data.map(({ id }) => id), total: page.total, hasMore: page.has_more }).toEqual({
              asked,
              ...expected,
            });
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is the same by every way a search can go', async () => {
    const accountId = await addAccount(dataSource);
    const many = Array.from(
      { length: 400 },
      (_, i): NewAnalysis => ({
        agentId: i % 9 === 8 ? `Other-${i % 2}` : `Agent-${i % 7}`,
        contactId: i % 3 === 0 ? `agent-${i % 11}` : `cust-${i % 50}`,
        status: STATUSES[i % 3] ?? 'failed',
        createdAt: new Date(Date.UTC(2026, i % 12, 1 + (i % 5))),
      }),
    );
    await addAnalyses(dataSource, accountId, many);
    const filters: Omit<AnalysisFilter, 'accountId'>[] = [
      { status: null, agentId: null, contactId: null },
      { status: 'completed', agentId: null, contactId: null },
      { status: null, agentId: 'Agent-3', contactId: null },
      { status: 'failed', agentId: null, contactId: 'cust-8' },
      { status: null, agentId: 'Agent-1', contactId: 'cust-1' },
    ];
    for (const filter of filters) {
      for (const text of ['AGENT-1', 'cust-1', '-3', '1', 't', 'agent', 'nobody']) {
        for (const range of [
          { limit: 1, offset: 0 },
          { limit: 20, offset: 5 },
          { limit: 1000, offset: 0 },
        ]) {
          const expected = await recount(dataSource, accountId, {
            status_filter: filter.status,
            agent_id: filter.agentId,
            contact_id: filter.contactId,
            search: text,
            ...range,
          });
          for (const costs of WAYS) {
            const found = await dataSource.transaction('REPEATABLE READ', (tx) =>
              searchPage(tx, { accountId, ...filter }, text, range, costs),
            );
            expect({ filter, text, range, ...found }).toEqual({
              filter,
              text,
              range,
              ids: expected.ids,
              total: expected.total,
            });
          }
        }
      }
    }
  });

  it('survives writers of the same account at once, and none waits for another in a circle', async () => {
    const accountId = await addAccount(dataSource);
    const ids = await addAnalyses(
      dataSource,
      accountId,
      Array.from({ length: 60 }, (_, i) => ({
        agentId: AGENTS[i % 4] ?? '',
        contactId: CONTACTS[i % 5] ?? '',
        createdAt: new Date(Date.UTC(2026, i % 4, 1)),
      })),
    );
    const settle = (id: string, status: string) =>
      dataSource.query('UPDATE analysis SET status = $2, settled_at = now() WHERE id = $1', [id, status]);
    await Promise.all([
      ...ids.slice(0, 20).map((id) => settle(id, 'completed')),
      ...ids.slice(20, 40).map((id) => settle(id, 'failed')),
      ...ids.slice(30, 60).map((id) => dataSource.query('DELETE FROM analysis WHERE id = $1', [id])),
      ...Array.from({ length: 20 }, (_, i) =>
        addAnalyses(
          dataSource,
          accountId,
          AGENTS.map((agentId, k) => ({
            agentId,
            contactId: CONTACTS[(i + k) % 5] ?? '',
            createdAt: new Date(Date.UTC(2026, (i + k) % 4, 2)),
          })),
        ),
      ),
      dataSource.query('DELETE FROM analysis WHERE account_id = $1 AND id = ANY($2)', [accountId, ids.slice(0, 10)]),
    ]);
    const { counters, recounted } = await countersAndRecount(dataSource);
    expect(counters).toEqual(recounted);
    const page = await findPage(
      dataSource,
      { accountId, status: null, agentId: null, contactId: null },
      { limit: 1000, offset: 0 },
    );
    expect(page.total).toBe(20 + 80);
    expect(page.ids).toHaveLength(100);
  });

  it('leaves nothing behind when the account goes', async () => {
    const accountId = await addAccount(dataSource);
    await addAnalyses(
      dataSource,
      accountId,
      Array.from({ length: 50 }, (_, i) => ({ agentId: `a-${i}`, contactId: `c-${i}` })),
    );
    await dataSource.query('DELETE FROM account WHERE id = $1', [accountId]);
    const left = await dataSource.query(
      'SELECT (SELECT count(*) FROM analysis_month_count WHERE account_id = $1)::int AS months, (SELECT count(*) FROM analysis_party WHERE account_id = $1)::int AS parties',
      [accountId],
    );
    expect(left).toEqual([{ months: 0, parties: 0 }]);
  });
});

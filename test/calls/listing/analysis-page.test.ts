// The totals of lists against a recount: the triggers keep the counters right whatever is written.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListAnalysesQuery } from '../../../src/calls/analysis.requests.js';
import { NO_FILTER, toFilter } from '../../../src/calls/listing/analysis-filter.js';
import { findPage } from '../../../src/calls/listing/analysis-page.js';
import { findByFacets, hasFacets } from '../../../src/calls/listing/facets.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addEvaluations, addScorecard, NO_FORM } from '../../support/builders/evaluation-data.js';
import {
  addAccount,
  addAnalyses,
  type CallFacts,
  countersAndRecount,
  listPage,
  type NewAnalysis,
  openDataSource,
  readerOf,
  recount,
  writeFacts,
} from '../../support/builders/listing-data.js';

const AGENTS = ['agent-1', 'Agent-10', 'É%l_a', 'x'];
const CONTACTS = ['cust-1', 'CUST-10', 'é\\l', 'x', 'agent-9'];
const STATUSES = ['processing', 'completed', 'failed'] as const;
/** The first two are the same instant. The next two lie in different months only in UTC. */
const INSTANTS = [
  '2026-11-20T10:00:00Z',
  '2026-11-20T10:00:00Z',
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00Z',
  '2024-02-29T12:00:00Z',
];
/** Of the dates of a list: at the instants of analyses, between them, and at the borders of months. */
const BOUNDS = [...INSTANTS, '2024-02-29T11:59:59.999Z', '2026-11-10T00:00:00Z', '2026-12-01T00:00:00Z'].map(
  (text) => new Date(text),
);
const OUTCOMES = ['passed', 'failed', 'auto_failed'] as const;
const SEARCHES = ['agent', 'AGENT-1', 'é', '%', '_', '\\', 'x', '1', 'nobody'];

const DIRECTIONS = ['inbound', 'outbound'] as const;
const RULES = ['pin_requested', 'Ärgerlich "x"'];
const SCORES = [0, 1, 59, 60, 100];
/** In the same second, at its borders, and far from it. */
const DURATIONS_MS = [0, 999, 1_000, 1_001, 59_400, 3_600_000];
const KEYS = ['team', '__proto__', 'a][b', 'λόγος'];
const VALUES = ['sales', '2', 2, 1.5, true, '', null];

const orNull = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null });

const started = {
  direction: orNull(DIRECTIONS),
  duration_ms: orNull(DURATIONS_MS),
  call_started_at: orNull([...INSTANTS, '2026-11-20T10:59:59.999Z'].map((text) => new Date(text))),
  custom_metadata: fc
    .array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES)), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries)),
};
const FOUND: fc.Arbitrary<CallFacts> = fc.record({
  ...started,
  spoken_language: orNull(['de', 'en']),
  flagged: fc.boolean(),
  violations: fc.array(fc.constantFrom(...RULES), { maxLength: 3 }),
  compliance_score: orNull(SCORES),
  quality_score: orNull(SCORES),
});
const NOT_FOUND: fc.Arbitrary<CallFacts> = fc.record({
  ...started,
  spoken_language: fc.constant(null),
  flagged: fc.constant(null),
  violations: fc.constant(null),
  compliance_score: fc.constant(null),
  quality_score: fc.constant(null),
});

const analysis: fc.Arbitrary<NewAnalysis> = fc.constantFrom(...STATUSES).chain((status) =>
  fc.record({
    agentId: fc.constantFrom(...AGENTS),
    contactId: fc.constantFrom(...CONTACTS),
    status: fc.constant(status),
    createdAt: fc.constantFrom(...INSTANTS).map((text) => new Date(text)),
    livemode: fc.boolean(),
    reviewed: fc.boolean(),
    facts: status === 'completed' ? FOUND : NOT_FOUND,
  }),
);

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
  fc.record({ kind: fc.constant('review' as const), share: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('find' as const),
    facts: FOUND,
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('judge' as const),
    outcome: orNull(OUTCOMES),
    score: orNull(SCORES),
    revision: fc.constantFrom(1, 2),
    at: fc.constantFrom(...INSTANTS).map((text) => new Date(text)),
    share: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('rejudge' as const),
    outcome: fc.constantFrom(...OUTCOMES),
    score: orNull(SCORES),
    superseded: fc.boolean(),
    share: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('forget' as const), share: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('delete' as const), share: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('undo' as const), analyses: fc.array(analysis, { minLength: 1, maxLength: 3 }) }),
);

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

/** Every share-th evaluation of the account. */
const CHOSEN_EVALUATIONS = `id IN (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM evaluation WHERE account_id = $1) t WHERE n % $2 = 0)`;

async function apply(accountId: string, scorecardId: string, step: Action): Promise<void> {
  switch (step.kind) {
    case 'insert':
      await addAnalyses(dataSource, accountId, step.analyses);
      return;
    case 'find': {
      const calls: { id: string }[] = await dataSource.query(
        `SELECT id FROM analysis WHERE ${CHOSEN} AND status = 'completed'`,
        [accountId, step.share],
      );
      await writeFacts(
        dataSource,
        calls.map(({ id }) => ({ id, ...step.facts })),
      );
      return;
    }
    case 'judge': {
      const calls: { id: string }[] = await dataSource.query(
        `SELECT id FROM analysis WHERE ${CHOSEN} AND status = 'completed'`,
        [accountId, step.share],
      );
      await addEvaluations(
        dataSource,
        accountId,
        calls.map(({ id }) => ({
          analysisId: id,
          agentId: 'a',
          contactId: 'c',
          scorecardId,
          revision: step.revision,
          outcome: step.outcome,
          score: step.outcome === null ? null : step.score,
          createdAt: step.at,
        })),
      );
      return;
    }
    case 'rejudge':
      await dataSource.query(
        `UPDATE evaluation SET outcome = $3, score = $4, superseded = $5, status = 'completed', settled_at = now()
         WHERE ${CHOSEN_EVALUATIONS}`,
        [accountId, step.share, step.outcome, step.score, step.superseded],
      );
      return;
    case 'fold':
      await dataSource.query('SELECT fold_analysis_facets($1)', [accountId]);
      return;
    case 'forget':
      await dataSource.query(`DELETE FROM evaluation WHERE ${CHOSEN_EVALUATIONS}`, [accountId, step.share]);
      return;
    case 'settle':
      await dataSource.query(
        `UPDATE analysis SET status = $3, spoken_language = NULL, flagged = NULL, violations = NULL, compliance_score = NULL,
           quality_score = NULL, settled_at = CASE WHEN $3 = 'processing' THEN NULL ELSE now() END WHERE ${CHOSEN}`,
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
    case 'review':
      await dataSource.query(`UPDATE analysis SET reviewed = true WHERE ${CHOSEN}`, [accountId, step.share]);
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

const one = <Name extends string, Value>(name: Name, values: readonly Value[]) =>
  fc.constantFrom(...values).map((value) => ({ [name]: value }));
const bounds = (name: string, values: readonly number[]) =>
  fc.tuple(orNull(values), orNull(values)).map(([min, max]) => ({ [`${name}_min`]: min, [`${name}_max`]: max }));
/** Stand for a scorecard of the account, and for one of another. */
const [OWN, FOREIGN] = ['own', 'foreign'];
const facet: fc.Arbitrary<Partial<ListAnalysesQuery>> = fc.oneof(
  one('direction', DIRECTIONS),
  one('language', ['de', 'en', 'fr']),
  one('flagged', [true, false]),
  one('violation', [...RULES, 'none']),
  one('call_after', BOUNDS),
  one('call_before', BOUNDS),
  fc.record({ call_after: orNull(BOUNDS), call_before: orNull(BOUNDS) }),
  bounds('compliance_score', [0, 59, 60, 100]),
  bounds('quality_score', [0, 60, 100]),
  bounds('duration', [0, 0.999, 1, 1.001, 59.4, 3_600, 1_000_000_000]),
  fc
    .array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom('sales', '2', '1.5', 'true', '', 'null')), {
      maxLength: 2,
    })
    .map((entries) => ({ metadata: Object.fromEntries(entries) })),
  fc.record({
    scorecard_id: fc.constantFrom(OWN, OWN, FOREIGN, randomUUID()),
    outcome: orNull(OUTCOMES),
    score_min: orNull([0, 60]),
    score_max: orNull([60, 100]),
  }),
  one('scorecard_id', [OWN]),
);
const range = { limit: fc.constantFrom(1, 2, 5, 100), offset: fc.constantFrom(0, 1, 3, 10, 1000) };
const plain = fc.record({
  status_filter: orNull(STATUSES),
  agent_id: orNull([...AGENTS, 'nobody']),
  contact_id: orNull([...CONTACTS, 'nobody']),
  search: orNull(SEARCHES),
  livemode: orNull([true, false]),
  reviewed: orNull([true, false]),
  created_after: orNull(BOUNDS),
  created_before: orNull(BOUNDS),
  ...range,
});
const query: fc.Arbitrary<Partial<ListAnalysesQuery>> = fc.oneof(
  plain,
  ...[fc.record(range), plain, fc.record({ livemode: fc.boolean(), ...range })].map((rest) =>
    fc.tuple(rest, facet, fc.oneof(fc.constant({}), facet)).map((parts) => Object.assign({}, ...parts)),
  ),
);

const FACTS: CallFacts = {
  direction: 'inbound',
  spoken_language: null,
  flagged: null,
  violations: null,
  compliance_score: null,
  quality_score: null,
  duration_ms: 1_500,
  call_started_at: null,
  custom_metadata: { team: 'sales' },
};

describe('the total of a list', () => {
  it('equals a recount for any filters after any writes [settled 12]', async () => {
    const reader = readerOf(dataSource);
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 2, maxLength: 8 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        async (actions, queries) => {
          const [accountId, other] = [await addAccount(dataSource), await addAccount(dataSource)];
          const forms = { forms: [NO_FORM, NO_FORM] };
          const own = await addScorecard(dataSource, accountId, forms);
          const foreign = await addScorecard(dataSource, other, forms);
          for (const step of actions) {
            await apply(accountId, own, step);
            // Another account has the same calls: none of them may be seen.
            if (step.kind === 'insert' || step.kind === 'judge') await apply(other, foreign, step);
          }
          const { counters, recounted } = await countersAndRecount(dataSource);
          expect(counters).toEqual(recounted);
          for (const one of queries) {
            const scorecards = { [OWN]: own, [FOREIGN]: foreign };
            const asked = {
              ...one,
              ...(one.scorecard_id && { scorecard_id: scorecards[one.scorecard_id] ?? one.scorecard_id }),
            };
            const page = await listPage(reader, accountId, asked);
            const expected = await recount(dataSource, accountId, asked);
            expect({ asked, ids: page.data.map(({ id }) => id), total: page.total, hasMore: page.has_more }).toEqual({
              asked,
              ...expected,
            });
            const filter = toFilter({ accountId, sight: null }, asked);
            if (asked.search || !hasFacets(filter)) continue;
            const { limit = 100, offset = 0 } = asked;
            const walked = await findByFacets(dataSource, filter, { limit, offset }, 0);
            expect({ asked, ...walked }, 'walked').toEqual({ asked, ids: expected.ids, total: expected.total });
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('stays right when many write to one account at the same time, without a deadlock', async () => {
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
    const page = await findPage(dataSource, { ...NO_FILTER, accountId }, { limit: 1000, offset: 0 });
    expect(page.total, 'total of the page').toBe(20 + 80);
    expect(page.ids, 'analyses on the page').toHaveLength(100);
  });

  it('leaves no counters when the account is deleted', async () => {
    const accountId = await addAccount(dataSource);
    await addAnalyses(
      dataSource,
      accountId,
      Array.from({ length: 50 }, (_, i) => ({ agentId: `a-${i}`, contactId: `c-${i}`, facts: FACTS })),
    );
    await dataSource.query('DELETE FROM account WHERE id = $1', [accountId]);
    const left = await dataSource.query(
      'SELECT (SELECT count(*) FROM analysis_month_count WHERE account_id = $1)::int AS months, (SELECT count(*) FROM analysis_party WHERE account_id = $1)::int AS parties, (SELECT count(*) FROM analysis_facet_count WHERE account_id = $1)::int AS facets, (SELECT count(*) FROM analysis_entry WHERE account_id = $1)::int AS entries',
      [accountId],
    );
    expect(left).toEqual([{ months: 0, parties: 0, facets: 0, entries: 0 }]);
  });
});

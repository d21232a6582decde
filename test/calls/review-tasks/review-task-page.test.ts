// Pages of the queue against a plain filter over all tasks, and claims of many reviewers at once.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVIEW_REASONS } from '../../../src/calls/review-tasks/doubt.js';
import { claimTask, releaseTask, type WantedTask } from '../../../src/calls/review-tasks/review-task-claims.js';
import { findTasks, MAX_LISTED, type ReviewTaskFilter } from '../../../src/calls/review-tasks/review-task-page.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { Random } from '../../support/builders/random.js';
import { addTasks, type NewTask } from '../../support/builders/review-tasks.js';

const TASKS = 1_500;
const START = Date.parse('2026-11-01T00:00:00Z');
const CARDS = ['6f1f0a6f-9a51-4d3e-8c5a-000000000001', '6f1f0a6f-9a51-4d3e-8c5a-000000000002'] as const;

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;
let tasks: (Required<NewTask> & { readonly id: string })[];

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  accountId = await addAccount(dataSource);
  const random = new Random(3);
  const drawn = Array.from({ length: TASKS }, () => drawTask(random));
  const ids = await addTasks(dataSource, accountId, drawn);
  tasks = drawn.map((task, index) => ({ ...task, id: ids[index] ?? '' }));
  // Of another account, and closed ones: no list may show them.
  await addTasks(dataSource, await addAccount(dataSource), drawn.slice(0, 20));
  const closed = await addTasks(dataSource, accountId, drawn.slice(0, 20));
  await dataSource.query("UPDATE review_task SET state = 'reviewed' WHERE analysis_id = ANY ($1)", [closed]);
  await dataSource.query('VACUUM ANALYZE review_task, review_task_scorecard');
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

/** Many are of equal worth, some of them made at the same time. */
function drawTask(random: Random): Required<NewTask> {
  const reasons = REVIEW_REASONS.filter(() => random.below(3) === 0);
  return {
    reasons: reasons.length === 0 ? ['flagged'] : reasons,
    worth: random.below(20) / 20,
    agentId: `agent-${random.below(5)}`,
    scorecards: CARDS.filter(() => random.below(2) === 0),
    createdAt: new Date(START + random.below(300) * 3_600_000),
    livemode: random.below(10) > 0,
  };
}

const ALL: Omit<ReviewTaskFilter, 'accountId'> = {
  sight: null,
  reason: null,
  agentId: null,
  scorecardId: null,
  createdAfter: null,
  analysisId: null,
  livemode: null,
  claimedBy: null,
  order: 'worth',
};

/** As the database computes it. */
const severityOf = ({ reasons }: Pick<NewTask, 'reasons'>) =>
  (
    [
      ['needs_review', 'violation'],
      ['awaiting_human', 'disputed'],
      ['flagged'],
      ['roles_unclear', 'withheld', 'sampled'],
    ] as const
  ).findIndex((ofOne) => ofOne.some((reason) => reasons?.includes(reason)));

function expected(filter: typeof ALL, among = tasks): string[] {
  const { reason, agentId, scorecardId, createdAfter, livemode, order } = filter;
  const gravity = (task: NewTask) => (order === 'severity' ? severityOf(task) : 0);
  return among
    .filter(
      (task) =>
        (reason === null || task.reasons.includes(reason)) &&
        (agentId === null || task.agentId === agentId) &&
        (scorecardId === null || task.scorecards.includes(scorecardId)) &&
        (createdAfter === null || task.createdAt >= createdAfter) &&
        (livemode === null || task.livemode === livemode),
    )
    .sort(
      (a, b) =>
        gravity(a) - gravity(b) ||
        b.worth - a.worth ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);
}

const FILTERS: readonly (readonly [string, Partial<typeof ALL>])[] = [
  ['no filter', {}],
  ...REVIEW_REASONS.map((reason) => [reason, { reason }] as const),
  ['an agent', { agentId: 'agent-1' }],
  ['a scorecard', { scorecardId: CARDS[0] }],
  ['a scorecard that has judged nothing', { scorecardId: CARDS[0].replace(/1$/, '9') }],
  ['calls since a time', { createdAfter: new Date(START + 250 * 3_600_000) }],
  ['calls since a time to come', { createdAfter: new Date(START + 900 * 3_600_000) }],
  ['calls of test mode', { livemode: false }],
  ['live calls of a scorecard', { livemode: true, scorecardId: CARDS[0] }],
  ['an agent and a reason', { agentId: 'agent-2', reason: 'violation' }],
  ['an agent and a scorecard', { agentId: 'agent-2', scorecardId: CARDS[1] }],
  ['a scorecard and a reason', { scorecardId: CARDS[1], reason: 'withheld' }],
  ['a scorecard, since a time', { scorecardId: CARDS[1], createdAfter: new Date(START + 100 * 3_600_000) }],
  ['a reason, since a time', { reason: 'flagged', createdAfter: new Date(START + 200 * 3_600_000) }],
  [
    'everything at once',
    {
      agentId: 'agent-3',
      scorecardId: CARDS[0],
      reason: 'violation',
      createdAfter: new Date(START + 50 * 3_600_000),
    },
  ],
];

describe('a page of the queue', () => {
  const EACH = FILTERS.flatMap(([name, given]) =>
    (['worth', 'severity'] as const).map((order) => [name, order, { ...ALL, ...given, order }] as const),
  );
  it.each(EACH)('lists what passes, in the wanted order, with the total: %s by %s', async (_, __, filter) => {
    const ids = expected(filter);
    for (const skip of [0, 7, 40, ids.length]) {
      const found = await findTasks(dataSource, { accountId, ...filter }, { skip, limit: 20 });
      expect(found.tasks.map(({ analysisId }) => analysisId)).toEqual(ids.slice(skip, skip + 20));
      expect(found.total, 'total').toBe(ids.length);
    }
  });

  it('counts and lists the first ten thousand', async () => {
    const large = await addAccount(dataSource);
    await dataSource.query(
      `WITH made AS (
         INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at)
         SELECT gen_random_uuid(), $1, true, 'a', 'c', 'r', 'k', 'completed', now() FROM generate_series(1, $2::int)
         RETURNING id, account_id, created_at)
       INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       SELECT id, account_id, true, created_at, 'a', '{}', '{"call": {"reasons": ["flagged"], "worth": 0.1}}' FROM made`,
      [large, MAX_LISTED + 5],
    );
    const page = (skip: number) => findTasks(dataSource, { accountId: large, ...ALL }, { skip, limit: 20 });
    expect((await page(0)).total).toBe(MAX_LISTED);
    expect((await page(MAX_LISTED - 3)).tasks, 'tasks of the last page').toHaveLength(3);
    expect((await page(MAX_LISTED + 3)).tasks).toEqual([]);
  });

  it('reads an index in the order of the queue for each filter, whatever it finds', async () => {
    const severe = 'severity, worth DESC, created_at, analysis_id';
    const plans = await plansOf([
      ["state = 'open'", 'review_task_severe_idx', severe],
      ["state = 'open' AND agent_id = 'agent-1'", 'review_task_severe_agent_idx', severe],
      ["state = 'open' AND NOT livemode", 'review_task_severe_test_idx', severe],
      ...(['awaiting_human', 'flagged', 'roles_unclear', 'withheld', 'sampled', 'disputed'] as const).map(
        (reason) =>
          [`state = 'open' AND reasons @> '{${reason}}'`, `review_task_severe_${reason}_idx`, severe] as const,
      ),
      ["state = 'open'", 'review_task_open_idx'],
      ["state = 'open' AND agent_id = 'agent-1'", 'review_task_agent_idx'],
      ...REVIEW_REASONS.map(
        (reason) => [`state = 'open' AND reasons @> '{${reason}}'`, `review_task_${reason}_idx`] as const,
      ),
      ["state = 'open' AND NOT livemode", 'review_task_test_idx'],
    ]);
    expect(plans).toEqual([]);
  });
});

/** @returns the conditions whose first entries are not read from their index, as Postgres plans without sorting */
async function plansOf(wanted: readonly (readonly [string, string, string?])[]): Promise<string[]> {
  return dataSource.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_sort = off');
    const wrong: string[] = [];
    for (const [condition, index, order = 'worth DESC, created_at, analysis_id'] of wanted) {
      const lines: { 'QUERY PLAN': string }[] = await tx.query(
        `EXPLAIN SELECT analysis_id FROM review_task WHERE account_id = '${accountId}' AND ${condition}
         ORDER BY ${order} LIMIT 20`,
      );
      if (!lines.some((line) => line['QUERY PLAN'].includes(` using ${index} `))) wrong.push(condition);
    }
    return wrong;
  });
}

describe('claims', () => {
  const claim = (owner: string, reviewerId: string, more: Partial<WantedTask> & { isTestKey?: boolean } = {}) =>
    dataSource.transaction((tx) =>
      claimTask(tx, { accountId: owner, livemode: !more.isTestKey }, null, {
        reviewerId,
        reason: null,
        agentId: null,
        livemode: null,
        order: 'worth',
        ...more,
      }),
    );

  it('gives each of 500 calls to one of 50 reviewers who claim at once until nothing is left', async () => {
    const owner = await addAccount(dataSource);
    const ids = await addTasks(
      dataSource,
      owner,
      Array.from({ length: 500 }, (_, i) => ({ worth: (i % 50) / 50 })),
    );
    const given = await Promise.all(
      Array.from({ length: 50 }, async (_, reviewer) => {
        const claimed: string[] = [];
        for (;;) {
          const task = await claim(owner, `reviewer-${reviewer}`);
          if (task === null) return claimed;
          claimed.push(task.analysisId);
        }
      }),
    );
    expect(given.flat().sort(), 'calls given out').toEqual([...ids].sort());
  });

  it('gives the call that is most worth a look, of a reason and of an agent', async () => {
    const owner = await addAccount(dataSource);
    const [low, flagged, high, ofOther, oldest] = await addTasks(dataSource, owner, [
      { worth: 0.2, reasons: ['violation'] },
      { worth: 0.9, reasons: ['flagged'] },
      { worth: 0.5, reasons: ['violation', 'flagged'] },
      { worth: 0.7, reasons: ['violation'], agentId: 'agent-8' },
      { worth: 0.9, reasons: ['flagged'], createdAt: new Date(START) },
    ]);
    const claimed = async (more: Parameters<typeof claim>[2]) => (await claim(owner, 'mara', more))?.analysisId;
    expect(await claimed({ reason: 'violation', agentId: 'agent-7' })).toBe(high);
    expect(await claimed({ reason: 'violation' })).toBe(ofOther);
    expect(await claimed({}), 'of two of equal worth').toBe(oldest);
    expect(await claimed({ agentId: 'agent-8' })).toBeUndefined();
    expect(await claimed({})).toBe(flagged);
    expect(await claimed({})).toBe(low);
  });

  it('gives the most severe, of the wanted mode', async () => {
    const owner = await addAccount(dataSource);
    const [worthy, severe, test] = await addTasks(dataSource, owner, [
      { worth: 0.9, reasons: ['withheld'] },
      { worth: 0.1, reasons: ['awaiting_human'] },
      { worth: 0.2, reasons: ['violation'], livemode: false },
    ]);
    const claimed = async (livemode: boolean) =>
      (await claim(owner, 'mara', { order: 'severity', livemode }))?.analysisId;
    expect([await claimed(true), await claimed(true), await claimed(true)]).toEqual([severe, worthy, undefined]);
    expect(await claimed(false)).toBe(test);
    const mine = { ...ALL, accountId: owner, claimedBy: 'mara' };
    expect((await findTasks(dataSource, mine, { skip: 0, limit: 20 })).total, 'calls that mara holds').toBe(3);
    expect((await findTasks(dataSource, { ...mine, claimedBy: 'ben' }, { skip: 0, limit: 20 })).total).toBe(0);
  });

  it('gives a test key calls of test mode alone', async () => {
    const owner = await addAccount(dataSource);
    const [, test] = await addTasks(dataSource, owner, [{ worth: 0.9 }, { worth: 0.1, livemode: false }]);
    expect(await claim(owner, 'mara', { isTestKey: true, livemode: true })).toBeNull();
    expect((await claim(owner, 'mara', { isTestKey: true }))?.analysisId).toBe(test);
    expect(await claim(owner, 'mara', { isTestKey: true })).toBeNull();
  });

  it('gives a call again when its claim has ended or was released', async () => {
    const owner = await addAccount(dataSource);
    const [id = ''] = await addTasks(dataSource, owner, [{}]);
    expect((await claim(owner, 'mara'))?.claimedBy).toBe('mara');
    expect(await claim(owner, 'ben')).toBeNull();
    const ended = "UPDATE review_task SET claimed_until = now() - interval '1 second' WHERE analysis_id = $1";
    await dataSource.query(ended, [id]);
    expect((await claim(owner, 'ben'))?.analysisId, 'after the end').toBe(id);
    const changer = { accountId: owner, livemode: true };
    await dataSource.transaction((tx) => releaseTask(tx, changer, id, 'ben'));
    expect((await claim(owner, 'mara'))?.analysisId, 'after the release').toBe(id);
  });

  it('waits for no call that another transaction holds, and takes the next', async () => {
    const owner = await addAccount(dataSource);
    const [first, second] = await addTasks(dataSource, owner, [{ worth: 0.9 }, { worth: 0.1 }]);
    await dataSource.transaction(async (tx) => {
      await tx.query('SELECT FROM review_task WHERE analysis_id = $1 FOR UPDATE', [first]);
      expect((await claim(owner, 'mara'))?.analysisId).toBe(second);
    });
  });
});

// What enters the queue, what leaves it and what comes back, as each end of work and each review writes it.
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Doubt, NO_DOUBT, type ReviewReason } from '../../../src/calls/review-tasks/doubt.js';
import { dismissTask } from '../../../src/calls/review-tasks/review-task-claims.js';
import { leaveQueue, noteDoubt, renewDoubt } from '../../../src/calls/review-tasks/review-tasks.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addCompletedCalls, addEvaluations, addScorecard } from '../../support/builders/evaluation-data.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { until } from '../../support/processes/until.js';

let database: FreshDatabase;
let dataSource: DataSource;
let accountId: string;
let first: string;
let second: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  accountId = await addAccount(dataSource);
  first = await addScorecard(dataSource, accountId);
  second = await addScorecard(dataSource, accountId);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

/** @param said the machine's answer, by which the doubt is another one */
const doubtThat = (said: string, worth: number, ...reasons: ReviewReason[]): Doubt => ({
  worth,
  reasons,
  items: reasons.map((reason, at) => ({ reason, subject: 'greeting', said, worth: at === 0 ? worth : 0 })),
});
const doubt = (worth: number, ...reasons: ReviewReason[]): Doubt => doubtThat('no', worth, ...reasons);

async function newCall(): Promise<string> {
  const [id = ''] = await addCompletedCalls(dataSource, accountId, [{ agentId: 'agent-7', contactId: 'cust-42' }]);
  return id;
}

interface Task {
  readonly state: string;
  readonly reasons: string[];
  readonly worth: number;
  readonly scorecards: string[];
  /** As the list of each scorecard has it. */
  readonly listed: string[];
}

const taskOf = (id: string) =>
  queryRow<Task>(
    dataSource,
    `SELECT state, reasons, worth, ARRAY(SELECT unnest(scorecards) ORDER BY 1) AS scorecards,
       ARRAY(SELECT scorecard_id FROM review_task_scorecard s WHERE s.analysis_id = t.analysis_id AND s.worth = t.worth
         ORDER BY 1) AS listed
     FROM review_task t WHERE analysis_id = $1`,
    [id],
  );

const ofCall = (id: string, of: Doubt) => dataSource.transaction((tx) => noteDoubt(tx, id, 'call', of));

/** As the transaction that completes an evaluation. */
async function complete(tx: EntityManager, id: string, scorecardId: string, of: Doubt): Promise<void> {
  const evaluation = { analysisId: id, agentId: 'agent-7', contactId: 'cust-42', revision: 1, createdAt: new Date() };
  await addEvaluations(tx, accountId, [{ ...evaluation, scorecardId, outcome: 'passed', score: 90 }]);
  await noteDoubt(tx, id, { scorecardId }, of);
}

const evaluated = (id: string, scorecardId: string, of: Doubt) =>
  dataSource.transaction((tx) => complete(tx, id, scorecardId, of));
const review = (id: string) => dataSource.transaction((tx) => leaveQueue(tx, id));
const dismiss = (id: string) =>
  dataSource.transaction((tx) =>
    dismissTask(tx, { accountId, livemode: true }, id, { reviewerId: 'mara', note: 'A test call' }),
  );

describe('a call', () => {
  it('enters the queue with something in doubt, and does not without', async () => {
    const [doubtful, clear] = [await newCall(), await newCall()];
    await ofCall(doubtful, doubt(0.15, 'violation', 'flagged'));
    await ofCall(clear, NO_DOUBT);
    expect(await taskOf(doubtful)).toEqual({
      state: 'open',
      reasons: ['flagged', 'violation'],
      worth: 0.15,
      scorecards: [],
      listed: [],
    });
    expect(await taskOf(clear), 'a task of a call of which nothing is in doubt').toBeNull();
  });

  it('adds up what its results and the last evaluation by each scorecard leave in doubt, 1 at most', async () => {
    const id = await newCall();
    await ofCall(id, doubt(0.15, 'flagged'));
    await evaluated(id, first, doubt(0.4, 'needs_review'));
    await evaluated(id, second, doubt(0.1, 'flagged'));
    const both = [first, second].sort();
    expect(await taskOf(id)).toMatchObject({
      reasons: ['flagged', 'needs_review'],
      worth: 0.65,
      scorecards: both,
      listed: both,
    });
    await evaluated(id, first, doubt(0.9, 'awaiting_human'));
    expect(await taskOf(id)).toMatchObject({ reasons: ['awaiting_human', 'flagged'], worth: 1 });
  });

  it('enters by an evaluation alone, and is listed with every scorecard that has judged it', async () => {
    const id = await newCall();
    await evaluated(id, first, NO_DOUBT);
    expect(await taskOf(id)).toBeNull();
    await evaluated(id, second, doubt(0.3, 'awaiting_human'));
    expect(await taskOf(id)).toMatchObject({ state: 'open', worth: 0.3, listed: [first, second].sort() });
  });

  it('leaves when its scorecard evaluates it again and leaves nothing in doubt', async () => {
    const id = await newCall();
    await evaluated(id, first, doubt(0.3, 'awaiting_human'));
    await evaluated(id, second, doubt(0.2, 'flagged'));
    await evaluated(id, first, NO_DOUBT);
    expect(await taskOf(id)).toMatchObject({ state: 'open', reasons: ['flagged'], worth: 0.2 });
    await evaluated(id, second, NO_DOUBT);
    expect(await taskOf(id)).toMatchObject({ state: 'clear', reasons: [], worth: 0, listed: [] });
  });

  it.each([
    ['a review', review, 'reviewed'],
    ['a dismissal', dismiss, 'dismissed'],
  ])('leaves by %s, and comes back with what is in doubt since then alone', async (_, decide, state) => {
    const id = await newCall();
    await ofCall(id, doubt(0.5, 'violation'));
    await evaluated(id, first, doubt(0.2, 'flagged'));
    await decide(id);
    expect(await taskOf(id)).toMatchObject({ state, reasons: [], worth: 0, listed: [] });

    await evaluated(id, first, NO_DOUBT);
    expect((await taskOf(id))?.state, 'after an evaluation that leaves nothing in doubt').toBe(state);
    await evaluated(id, second, doubt(0.1, 'awaiting_human'));
    expect(await taskOf(id)).toMatchObject({ state: 'open', reasons: ['awaiting_human'], worth: 0.1 });
  });

  it('has after a correction what its new results leave in doubt, and nothing of the evaluations before', async () => {
    const renew = (id: string, of: Doubt) => dataSource.transaction((tx) => renewDoubt(tx, id, of));
    const [doubtful, clear, reviewed] = [await newCall(), await newCall(), await newCall()];
    for (const id of [doubtful, clear, reviewed]) {
      await ofCall(id, doubt(0.5, 'roles_unclear'));
      await evaluated(id, first, doubt(0.2, 'flagged'));
    }
    await review(reviewed);
    await renew(doubtful, doubt(0.1, 'violation'));
    await renew(clear, NO_DOUBT);
    await renew(reviewed, doubt(0.3, 'withheld'));
    expect(await taskOf(doubtful)).toMatchObject({ state: 'open', reasons: ['violation'], worth: 0.1 });
    expect(await taskOf(clear)).toMatchObject({ state: 'clear', reasons: [], listed: [] });
    expect(await taskOf(reviewed)).toMatchObject({ state: 'open', reasons: ['withheld'], worth: 0.3 });
  });

  it.each([
    ['reviewed', review],
    ['dismissed', dismiss],
  ])('that was %s comes back after a correction only with what is new in doubt', async (state, decide) => {
    const renew = (id: string, of: Doubt) => dataSource.transaction((tx) => renewDoubt(tx, id, of));
    const id = await newCall();
    await ofCall(id, doubt(0.5, 'violation', 'flagged'));
    await evaluated(id, first, doubt(0.2, 'awaiting_human'));
    await decide(id);

    await renew(id, doubt(0.5, 'violation', 'flagged'));
    await evaluated(id, first, doubt(0.2, 'awaiting_human'));
    expect(await taskOf(id), 'the same doubts').toMatchObject({ state, reasons: [], worth: 0, listed: [] });

    const other = doubtThat('yes', 0.15, 'flagged').items;
    const same = doubt(0.5, 'violation').items;
    await renew(id, { reasons: ['violation', 'flagged'], worth: 0.65, items: [...same, ...other] });
    expect(await taskOf(id), 'another answer').toMatchObject({ state: 'open', reasons: ['flagged'], worth: 0.15 });

    await renew(id, NO_DOUBT);
    expect(await taskOf(id), 'nothing in doubt').toMatchObject({ state: 'clear', reasons: [] });
    await renew(id, doubtThat('yes', 0.15, 'flagged'));
    await review(id);
    await renew(id, { reasons: ['flagged'], worth: 0.3, items: [...doubt(0.15, 'flagged').items, ...other] });
    expect(await taskOf(id), 'answers of two reviews').toMatchObject({ state: 'reviewed', reasons: [] });
  });

  it('has the severity of its gravest doubt, in the list of each scorecard too', async () => {
    const severityOf = async (id: string) =>
      queryRow(
        dataSource,
        `SELECT severity, ARRAY(SELECT severity FROM review_task_scorecard WHERE analysis_id = $1) AS listed
         FROM review_task WHERE analysis_id = $1`,
        [id],
      );
    const id = await newCall();
    await ofCall(id, doubt(0.5, 'withheld'));
    expect(await severityOf(id)).toEqual({ severity: 4, listed: [] });
    const failing = doubt(0.2, 'flagged').items.map((item) => ({ ...item, fails: true as const }));
    for (const [of, severity] of [
      [doubt(0.2, 'flagged'), 3],
      [doubt(0.2, 'awaiting_human', 'flagged'), 2],
      [{ ...doubt(0.2, 'flagged'), items: failing }, 1],
      [doubt(0.2, 'needs_review'), 1],
      [NO_DOUBT, 4],
    ] as const) {
      await evaluated(id, first, of);
      expect(await severityOf(id)).toEqual({ severity, listed: [severity] });
    }
  });

  it('takes its task with it when it is deleted', async () => {
    const id = await newCall();
    await evaluated(id, first, doubt(0.2, 'flagged'));
    await dataSource.query('DELETE FROM analysis WHERE id = $1', [id]);
    expect(await taskOf(id)).toBeNull();
    const left = await queryRows(dataSource, 'SELECT FROM review_task_scorecard WHERE analysis_id = $1', [id]);
    expect(left).toEqual([]);
  });
});

it('keeps what two evaluations leave in doubt, of which the second waits for the first', async () => {
  const id = await newCall();
  let later: Promise<void> | undefined;
  await dataSource.transaction(async (tx) => {
    await complete(tx, id, first, doubt(0.1, 'flagged'));
    later = evaluated(id, second, doubt(0.2, 'awaiting_human'));
    await until(async () => (await waiting()) > 0, 'the second to wait');
  });
  await later;
  expect(await taskOf(id)).toMatchObject({ worth: 0.3, listed: [first, second].sort() });
});

const waiting = async () =>
  (
    await queryRows(
      dataSource,
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
  ).length;

it('keeps what every evaluation leaves in doubt, however many end at the same time', async () => {
  const id = await newCall();
  const cards = await Promise.all(Array.from({ length: 12 }, () => addScorecard(dataSource, accountId)));
  await Promise.all(cards.map((card) => evaluated(id, card, doubt(0.05, 'flagged'))));
  expect(await taskOf(id)).toMatchObject({ worth: 0.6, listed: [...cards].sort() });
});

// Transactions that meet when a usage month is over and the next one has no row yet.
import type { EntityManager, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EvaluationLimit } from '../../src/billing/usage/evaluation-limit.js';
import { queryRow } from '../../src/platform/database/sql.js';
import {
  type BillingClasses,
  letPass,
  livePeriods,
  newAccount,
  startBillingClasses,
  submit,
} from '../support/apps/billing-classes.js';
import { until } from '../support/apps/running-service.js';

const MINUTE = 60_000;

let billing: BillingClasses;
let limit: EvaluationLimit;
beforeAll(async () => {
  billing = await startBillingClasses();
  limit = new EvaluationLimit(billing.config, billing.periods);
});
afterAll(() => billing.close());

interface Step {
  readonly outcome: Promise<string>;
  isDone(): boolean;
}

/** Starts a step of a transaction that may have to wait for another one. */
function start(step: Promise<unknown>): Step {
  let done = false;
  const end = (outcome: string) => {
    done = true;
    return outcome;
  };
  const outcome = step.then(
    () => end('done'),
    (error: unknown) => end(String(error)),
  );
  return { outcome, isDone: () => done };
}

async function pidOf(tx: EntityManager): Promise<number> {
  return (await queryRow<{ pid: number }>(tx, 'SELECT pg_backend_pid() AS pid', []))?.pid ?? 0;
}

/** Until the step is done, or Postgres says that it waits for the other transaction. */
async function doneOrWaiting(step: Step, waiter: number, holder: number, what: string): Promise<void> {
  await until(async () => {
    const found = await queryRow<{ waits: boolean }>(
      billing.dataSource,
      'SELECT $2 = ANY(pg_blocking_pids($1)) AS waits',
      [waiter, holder],
    );
    return step.isDone() || found?.waits;
  }, what);
}

async function commit(runner: QueryRunner, step: Step): Promise<void> {
  if ((await step.outcome) === 'done') await runner.commitTransaction();
  else await runner.rollbackTransaction();
}

it('a call of the month before, and the first submission of the new one, do not wait for one another in a circle', async () => {
  const account = await newAccount(billing);
  const call = { analysisId: await submit(billing, account, MINUTE), accountId: account, livemode: true };
  await letPass(billing, account, 1);
  const runners = [billing.dataSource.createQueryRunner(), billing.dataSource.createQueryRunner()] as const;
  const [settling, submitting] = runners;
  try {
    for (const runner of runners) await runner.startTransaction();
    const [settlingPid, submittingPid] = [await pidOf(settling.manager), await pidOf(submitting.manager)];
    // The bill locks the month before, in which the call was accepted.
    await billing.ledger.bill(settling.manager, call, MINUTE);
    // The submission opens the new month, and holds the subscription for it.
    const opened = start(billing.periods.lockCurrent(submitting.manager, account, true));
    await doneOrWaiting(opened, submittingPid, settlingPid, 'the submission');
    // The scorecards of the call count in the new month.
    const counted = start(limit.take(settling.manager, account, true, 1));
    await doneOrWaiting(counted, settlingPid, submittingPid, 'the evaluation of the call');
    await commit(submitting, opened);
    await commit(settling, counted);
    expect(
      { submission: await opened.outcome, settlement: await counted.outcome },
      'What became of a submission and of a call that settles at the turn of the month',
    ).toEqual({ submission: 'done', settlement: 'done' });
  } finally {
    for (const runner of runners) await runner.release();
  }
  const months = await livePeriods(billing, account);
  expect(months.map(({ used }) => used)).toEqual([100, 0]);
  const counts = await billing.dataSource.query(
    'SELECT period_id, evaluations FROM evaluation_count WHERE account_id = $1',
    [account],
  );
  expect(counts, 'evaluations that are counted, and their month').toEqual([
    { period_id: months[1]?.id, evaluations: 1 },
  ]);
});

it('the first submissions of a month, at once, open one row for it', async () => {
  const account = await newAccount(billing);
  await submit(billing, account, MINUTE);
  await letPass(billing, account, 1);
  await Promise.all(Array.from({ length: 8 }, () => submit(billing, account, MINUTE)));
  const [before, now, ...more] = await livePeriods(billing, account);
  expect(now?.starts_at, 'the start of the new month').toEqual(before?.ends_at);
  expect(more, 'further rows of the new month').toEqual([]);
});

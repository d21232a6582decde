import { afterAll, beforeAll, expect, it } from 'vitest';
import { EvaluationLimit } from '../../../src/billing/usage/evaluation-limit.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import {
  type BillingClasses,
  letPass,
  newAccount,
  POOL_SIZE,
  startBillingClasses,
} from '../../support/apps/billing-classes.js';

const LIMIT = 50;
const FULL = 'Evaluation limit reached: 50 of 50 evaluations used. Wait for the next billing cycle.';

let billing: BillingClasses;
let limit: EvaluationLimit;
beforeAll(async () => {
  billing = await startBillingClasses({ EVALUATIONS_PER_MONTH: String(LIMIT) });
  limit = new EvaluationLimit(billing.config, billing.periods);
});
afterAll(() => billing.close());

const take = (accountId: string, evaluations: number, { livemode = true, by = limit } = {}) =>
  billing.dataSource.transaction((tx) => by.take(tx, accountId, livemode, evaluations));
const giveBack = (accountId: string, evaluations: number, takenAt?: Date) =>
  billing.dataSource.transaction((tx) => limit.giveBack(tx, accountId, true, evaluations, takenAt));
const used = (accountId: string, livemode = true) =>
  billing.dataSource.transaction(async (tx) =>
    limit.used(tx, (await billing.periods.current(tx, accountId, livemode)).id),
  );
const refused = (detail: string) => expect.objectContaining({ status: 402, detail });

it('is exact for 200 that are made at the same time, while their calls are settled [scorecards 15]', async () => {
  const account = await newAccount(billing);
  const connections = new Semaphore(POOL_SIZE);
  // Every third transaction settles a call: it locks the usage period before it counts.
  const takeOne = (index: number) =>
    billing.dataSource.transaction(async (tx) => {
      if (index % 3 === 0) await billing.periods.lockCurrent(tx, account, true);
      await limit.take(tx, account, true, 1);
    });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      connections.run(() =>
        takeOne(index).then(
          () => null,
          (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.detail}` : Promise.reject(error)),
        ),
      ),
    ),
  );
  expect(
    answers.filter((answer) => answer === null),
    'evaluations that were admitted',
  ).toHaveLength(LIMIT);
  expect(new Set(answers)).toEqual(new Set([null, `402 ${FULL}`]));
  expect(await used(account), 'evaluations that are counted').toBe(LIMIT);
});

it('takes nothing of what would not fit as a whole, and all of what does [scorecards 15]', async () => {
  const account = await newAccount(billing);
  await expect(take(account, LIMIT + 1)).rejects.toEqual(
    refused('Evaluation limit reached: 0 of 50 evaluations used. Wait for the next billing cycle.'),
  );
  expect(await used(account), 'evaluations counted for a refusal').toBe(0);
  await take(account, 45);
  await expect(take(account, 6)).rejects.toEqual(
    refused('Evaluation limit reached: 45 of 50 evaluations used. Wait for the next billing cycle.'),
  );
  await take(account, 5);
  await take(account, 0);
  await expect(take(account, 1)).rejects.toEqual(refused(FULL));
  expect(await used(account), 'evaluations that are counted').toBe(LIMIT);
});

it('is told without an error to a transaction that goes on', async () => {
  const account = await newAccount(billing);
  await take(account, LIMIT);
  const told = await billing.dataSource.transaction((tx) => limit.takeUnlessFull(tx, account, true, 1));
  expect(told, 'what is said at the limit').toBe(FULL);
  await giveBack(account, 1);
  const below = await billing.dataSource.transaction((tx) => limit.takeUnlessFull(tx, account, true, 1));
  expect(below, 'what is said below the limit').toBeNull();
});

it('counts what a transaction takes only when it is committed', async () => {
  const account = await newAccount(billing);
  const undone = billing.dataSource.transaction(async (tx) => {
    await limit.take(tx, account, true, 7);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await used(account), 'evaluations counted for a transaction that was undone').toBe(0);
});

it('is of each account, of each mode and of each period [scorecards 15]', async () => {
  const [account, other] = [await newAccount(billing), await newAccount(billing)];
  await take(account, LIMIT);
  await take(other, 3);
  await take(account, 4, { livemode: false });
  expect([await used(account), await used(account, false), await used(other)]).toEqual([LIMIT, 4, 3]);
  const lastMonth = new Date();
  await letPass(billing, account, 1);
  lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1);
  await take(account, 9);
  expect(await used(account), 'evaluations of the new month').toBe(9);
  await giveBack(account, 2);
  expect(await used(account), 'evaluations after two were given back').toBe(7);
  await giveBack(account, 5, lastMonth);
  expect(await used(account), 'evaluations after the last month got some back').toBe(7);
  const counts = await billing.dataSource.query<{ evaluations: number }[]>(
    'SELECT evaluations FROM evaluation_count WHERE account_id = $1 ORDER BY evaluations',
    [account],
  );
  expect(counts.map(({ evaluations }) => evaluations)).toEqual([4, 7, LIMIT - 5]);
});

it('never falls below nothing, and nothing is given back where nothing was taken', async () => {
  const account = await newAccount(billing);
  await giveBack(account, 3);
  expect(await used(account), 'evaluations where nothing was taken').toBe(0);
  await take(account, 2);
  await giveBack(account, 3);
  expect(await used(account), 'evaluations after more was given back than taken').toBe(0);
});

it('counts without a limit too', async () => {
  const account = await newAccount(billing);
  const unlimited = new EvaluationLimit({ ...billing.config, evaluationsPerMonth: null }, billing.periods);
  await take(account, 1_000_000, { by: unlimited });
  expect(await used(account), 'evaluations counted without a limit').toBe(1_000_000);
});

it('lets none be made where it is 0', async () => {
  const none = new EvaluationLimit({ ...billing.config, evaluationsPerMonth: 0 }, billing.periods);
  await expect(take(await newAccount(billing), 1, { by: none })).rejects.toEqual(
    refused('Evaluation limit reached: 0 of 0 evaluations used. Wait for the next billing cycle.'),
  );
});

it('is deleted with the account', async () => {
  const account = await newAccount(billing);
  await take(account, 3);
  await billing.dataSource.query('DELETE FROM account WHERE id = $1', [account]);
  const [left] = await billing.dataSource.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM evaluation_count WHERE account_id = $1',
    [account],
  );
  expect(left?.count, 'counts of evaluations that outlive their account').toBe(0);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_SCENARIOS_A_MONTH, ScenarioLimit } from '../../../src/billing/usage/scenario-limit.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import {
  type BillingClasses,
  letPass,
  newAccount,
  POOL_SIZE,
  startBillingClasses,
} from '../../support/apps/billing-classes.js';

const FULL = 'Scenario limit reached: 10000 of 10000 scenarios used. Wait for the next billing cycle.';

let billing: BillingClasses;
let limit: ScenarioLimit;
beforeAll(async () => {
  billing = await startBillingClasses();
  limit = new ScenarioLimit(billing.periods);
});
afterAll(() => billing.close());

const take = (accountId: string) => billing.dataSource.transaction((tx) => limit.take(tx, accountId));
/** The account has room for so many. */
const leave = async (accountId: string, room: number) => {
  await take(accountId);
  await billing.dataSource.query('UPDATE scenario_count SET scenarios = $2 WHERE account_id = $1', [
    accountId,
    MAX_SCENARIOS_A_MONTH - room,
  ]);
};

it('is exact for scenarios at the same time, and one of each account', async () => {
  const [account, other] = [await newAccount(billing), await newAccount(billing)];
  await leave(account, 7);
  const connections = new Semaphore(POOL_SIZE);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      connections.run(() =>
        take(account).then(
          () => 'played',
          (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.detail}` : Promise.reject(error)),
        ),
      ),
    ),
  );
  expect(
    answers.filter((answer) => answer === 'played'),
    'scenarios that were let through',
  ).toHaveLength(7);
  expect(new Set(answers)).toEqual(new Set(['played', `402 ${FULL}`]));
  await take(other);
});

it('starts over with the month, and counts no submission that was undone', async () => {
  const account = await newAccount(billing);
  await leave(account, 1);
  const undone = billing.dataSource.transaction(async (tx) => {
    await limit.take(tx, account);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await take(account);
  await expect(take(account)).rejects.toMatchObject({ status: 402, detail: FULL });
  await letPass(billing, account, 1);
  await take(account);
});

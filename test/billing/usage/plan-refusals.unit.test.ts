// What the sandbox answers in place of a plan that is used up, without a database.
import type { DataSource } from 'typeorm';
import { expect, it } from 'vitest';
import type { UsagePeriods } from '../../../src/billing/periods/usage-periods.js';
import { PlanRefusals } from '../../../src/billing/usage/plan-refusals.js';

/** @param isNew whether the month has no row yet */
function refusalsOf(overageLimitHundredths: number, isNew = false): PlanRefusals {
  const period = { livemode: true, includedHundredths: 100_000, overageLimitHundredths };
  const liveOnly = async (_: unknown, accountId: string, livemode: boolean) =>
    accountId === 'account' && livemode ? period : Promise.reject(new Error('The plan of another account or mode'));
  const periods = {
    findCurrent: async (...of: Parameters<typeof liveOnly>) => (isNew ? null : liveOnly(...of)),
    current: liveOnly,
  };
  const dataSource = { transaction: (run: (tx: object) => unknown) => run({}) };
  return new PlanRefusals(dataSource as unknown as DataSource, periods as unknown as UsagePeriods);
}

const ADVICE = 'Upgrade your plan or wait for the next billing cycle.';
const minutesUsedUp = `Usage limit exceeded: 1000.00 of 1000.00 plan minutes used. ${ADVICE}`;

it.each([
  { limit: 'no overage', refusals: refusalsOf(0), minutes: '50.00' },
  { limit: 'an overage limit', refusals: refusalsOf(2_000), minutes: '20.00' },
  { limit: 'no call this month', refusals: refusalsOf(2_000, true), minutes: '20.00' },
])('the sandbox shows the refusals of a plan with $limit', async ({ refusals, minutes }) => {
  const shown = 'The sandbox shows another refusal than a plan that is used up';
  expect(await refusals.minutesUsedUp('account'), shown).toMatchObject({ status: 402, detail: minutesUsedUp });
  expect(await refusals.overageUsedUp('account'), shown).toMatchObject({
    status: 402,
    detail: `Overage limit of ${minutes} minutes reached. ${ADVICE}`,
  });
});

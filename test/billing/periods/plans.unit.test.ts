// The plans against the places that the compiler cannot compare with them: the database, and the page of prices.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANS } from '../../../src/billing/periods/plan-terms.js';

it.each(['subscription_plan_check', 'subscription_pending_plan_check'])('the database takes every plan: %s', (name) => {
  const [line = ''] = new RegExp(`CONSTRAINT ${name} .*`).exec(readFileSync('docs/schema.sql', 'utf8')) ?? [];
  expect([...line.matchAll(/'(\w+)'::text/g)].map(([, plan]) => plan)).toEqual([...PLANS]);
});

it.each(PLANS.filter((plan) => plan !== 'free'))('the page of prices names the variable of %s', (plan) => {
  expect(readFileSync('docs/operations/storage-and-billing.md', 'utf8')).toContain(
    `\`${plan.toUpperCase()}_PRICE_CENTS\``,
  );
});

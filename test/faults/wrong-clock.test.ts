// The clocks of processes are a month fast or slow. Billing, idempotency keys and overage reports follow the database's clock.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BillingApp } from '../support/apps/billing-app.js';
import { complete, submit } from '../support/apps/billing-classes.js';
import { overageReportedADayAgo, setUpBilling, subscriber } from '../support/apps/stripe-app.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import type { StripeStub } from '../support/stubs/stripe-stub.js';

const LONG = process.env.KILLS !== undefined;
const HOUR_MS = 3_600_000;
const MONTH_MS = 31 * 24 * HOUR_MS;
const MINUTE = 60_000;

describe('an API process and a worker with a clock that is wrong', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await startFleet();
    await fleet.start('api');
    await fleet.open();
  });
  afterEach(() => fleet.expectInvariants());
  afterAll(() => fleet?.close());

  const wrong = (shiftMs: number) => ({
    NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/support/processes/clock-shift.mjs'))}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  });

  it.each([
    ['a month ahead, the worker a month behind', MONTH_MS],
    ...(LONG ? [['a month behind, the worker a month ahead', -MONTH_MS] as const] : []),
  ] as const)(
    '%s: a call is billed in the month of the database clock, and its idempotency key is recognised [fault 37, fault 40, fault 46]',
    async (_, shiftMs) => {
      const [api, worker] = await Promise.all([
        fleet.start('api', wrong(shiftMs)),
        fleet.start('worker', wrong(-shiftMs)),
      ]);
      const key = randomUUID();
      const id = await fleet.submit({ rootUrl: api.rootUrl, key });
      // The process with the right clock recognises the key of the process with the wrong clock, and the other way round.
      expect(await fleet.submit({ key })).toBe(id);
      const rightKey = randomUUID();
      const other = await fleet.submit({ key: rightKey });
      expect(await fleet.submit({ rootUrl: api.rootUrl, key: rightKey })).toBe(other);
      for (const each of [id, other]) expect(await fleet.finished(each)).toBeInStatus('completed');

      const { rows } = await fleet.db.query(
        `SELECT count(*)::int AS n FROM ledger_entry e JOIN usage_period p ON p.id = e.period_id
       WHERE e.analysis_id = ANY($1) AND p.starts_at <= now() AND p.ends_at > now()`,
        [[id, other]],
      );
      expect(rows).toEqual([{ n: 2 }]);
      // Both processes report the same usage.
      const [right, skewed] = await Promise.all([
        fleet.ask('/billing/usage'),
        fleet.ask('/billing/usage', { rootUrl: api.rootUrl }),
      ]);
      expect(skewed.body).toEqual(right.body);
      expect(await Promise.all([api.terminate(), worker.terminate()]), 'exit codes of the API and the worker').toEqual([
        0, 0,
      ]);
    },
  );
});

describe('overage, reported by a process with a clock that is wrong', () => {
  let app: BillingApp;
  let stripe: StripeStub;
  setUpBilling((given) => {
    ({ app, stripe } = given);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const meterRequests = () => stripe.requests.filter(({ path }) => path === '/billing/meter_events').length;
  const wrongBy = (shiftMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shiftMs });

  it.each([
    ['three hours behind', -3 * HOUR_MS],
    ['a month behind', -MONTH_MS],
    ['a month ahead', MONTH_MS],
  ])('%s: it is not reported again 25 hours after an answer was lost [fault 43]', async (_, shiftMs) => {
    const { customer } = await overageReportedADayAgo(app, stripe, 'lost');
    const before = meterRequests();
    wrongBy(shiftMs);
    await app.sweep.sweep();
    // The provider may have forgotten the identifier. The service asks for the provider's count and reports nothing again.
    expect(meterRequests(), 'Overage is sent to the meter again').toBe(before);
    expect(
      stripe.meterEvents.filter((event) => event.customer === customer),
      'Overage is reported again',
    ).toHaveLength(1);
    expect(await app.dataSource.query('SELECT 1 FROM overage_report WHERE accepted_at IS NULL')).toEqual([]);
  });

  // There is no case with a slow clock: the provider's stub uses the same clock and refuses times in its future.
  it('a month ahead: it is reported with the time at which it accrued [fault 43]', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    wrongBy(MONTH_MS);
    await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    await app.sweep.sweep();
    vi.useRealTimers();
    const reported = stripe.meterEvents.filter((event) => event.customer === customer);
    expect(reported, 'reports of one overage').toHaveLength(1);
    expect(Math.abs((reported[0]?.timestamp ?? 0) * 1000 - Date.now())).toBeLessThan(HOUR_MS);
  });
});

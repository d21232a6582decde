import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '../../../src/billing/reconciliation/reconciliation.js';
import { SubscriptionsService } from '../../../src/billing/subscriptions/subscriptions.service.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import { type BillingApp, billingApp } from '../../support/apps/billing-app.js';
import { complete, fail, letPass, newAccount, submit, sums } from '../../support/apps/billing-classes.js';

const MINUTE = 60_000;

let app: BillingApp;
let plans: SubscriptionsService;
beforeAll(async () => {
  // Small plans, so that a few calls reach every limit.
  app = await billingApp({
    FREE_INCLUDED_MINUTES: '10',
    STARTER_INCLUDED_MINUTES: '30',
    GROWTH_INCLUDED_MINUTES: '60',
  });
  plans = app.service(SubscriptionsService);
});
afterAll(() => app.close());

type CallStep =
  | { readonly do: 'submit'; readonly declaredMs: number | null }
  | { readonly do: 'complete' | 'fail' | 'delete'; readonly pick: number; readonly durationMs: number };
type PlanStep =
  | { readonly do: 'subscribe' | 'update'; readonly plan: 'starter' | 'growth'; readonly overageMinutes: number }
  | { readonly do: 'cancel'; readonly atPeriodEnd: boolean };

/** Steps that run at the same time. A month passes only between two rounds. */
interface Round {
  readonly calls: readonly CallStep[];
  readonly plan: PlanStep | null;
  readonly monthPasses: boolean;
}

const durationMs = fc.integer({ min: 1, max: 9 * MINUTE });
const callStep: fc.Arbitrary<CallStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('submit' as const), declaredMs: fc.option(durationMs) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('complete' as const, 'complete' as const, 'fail' as const, 'delete' as const),
      pick: fc.nat(),
      durationMs,
    }),
  },
);
const planStep: fc.Arbitrary<PlanStep> = fc.oneof(
  fc.record({
    do: fc.constantFrom('subscribe' as const, 'update' as const),
    plan: fc.constantFrom('starter' as const, 'growth' as const),
    overageMinutes: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), atPeriodEnd: fc.boolean() }),
);
const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    calls: fc.array(callStep, { minLength: 1, maxLength: 9 }),
    plan: fc.option(planStep, { freq: 2 }),
    monthPasses: fc.boolean(),
  }),
  { minLength: 1, maxLength: 9 },
);

/** The history of one account, with the sums that the ledger must have at the end. */
class AccountHistory {
  /** Calls that are accepted and not final, oldest first. */
  private readonly open: string[] = [];
  private readonly finished: string[] = [];
  billed = 0;
  completed = 0;
  /** The highest limit that ever applied in each period. */
  private readonly maxLimits = new Map<string, number>();

  constructor(private readonly account: string) {}

  async play({ calls, plan, monthPasses }: Round): Promise<void> {
    // Before a change of plan, `get` opens the period, so that its first terms are noted. Otherwise the calls open it.
    if (plan) await plans.get(this.account);
    await this.noteLimits();
    // A call takes part in at most one step of a round, because only one worker holds its lease.
    const steps = calls.map((step) => ({ step, id: step.do === 'submit' ? null : this.take(step) }));
    await Promise.all([...steps.map(({ step, id }) => this.call(step, id)), plan && this.change(plan)]);
    await this.noteLimits();
    await this.expectLimitsKept();
    if (monthPasses) await letPass(app, this.account, 1);
  }

  async finish(): Promise<void> {
    for (const id of this.open.splice(0)) await this.settle(id, 1_234);
    await this.expectLimitsKept();
  }

  private take(step: CallStep & { do: 'complete' | 'fail' | 'delete' }): string | null {
    const from = step.do === 'delete' && step.pick % 2 === 0 ? this.finished : this.open;
    return from.splice(step.pick % Math.max(1, from.length), 1)[0] ?? null;
  }

  private async call(step: CallStep, id: string | null): Promise<void> {
    if (step.do === 'submit') {
      const accepted = await unlessRefused(() => submit(app, this.account, step.declaredMs));
      if (accepted) this.open.push(accepted);
    } else if (id === null) return;
    else if (step.do === 'complete') await this.settle(id, step.durationMs);
    else if (step.do === 'fail') await fail(app, id);
    else await app.dataSource.query('DELETE FROM analysis WHERE id = $1', [id]);
  }

  /** Settles a call as the pipeline does: by the decoded duration. A call that exceeds a limit by it fails. */
  private async settle(id: string, decodedMs: number): Promise<void> {
    const refused = await app.dataSource.transaction((tx) => app.ledger.correct(tx, id, decodedMs));
    if (refused !== null) return fail(app, id);
    await complete(app, id, decodedMs);
    this.billed += Math.ceil(decodedMs / 600);
    this.completed += 1;
    this.finished.push(id);
  }

  private async change(step: PlanStep): Promise<void> {
    await unlessRefused(async () => {
      if (step.do === 'cancel') return plans.cancel(this.account, { atPeriodEnd: step.atPeriodEnd });
      const overageLimitHundredths = step.overageMinutes * 100;
      return step.do === 'subscribe'
        ? plans.subscribe(this.account, { plan: step.plan, overageLimitHundredths, metadata: '{}' })
        : plans.update(this.account, { plan: step.plan, overageLimitHundredths });
    });
  }

  private async noteLimits(): Promise<void> {
    const found = await queryRows<{ id: string; max_hundredths: number }>(
      app.dataSource,
      `SELECT id, (included_hundredths + overage_limit_hundredths)::float8 AS max_hundredths FROM usage_period WHERE account_id = $1`,
      [this.account],
    );
    for (const { id, max_hundredths } of found)
      this.maxLimits.set(id, Math.max(max_hundredths, this.maxLimits.get(id) ?? 0));
  }

  private async expectLimitsKept(): Promise<void> {
    const found = await queryRows<{ id: string; taken: number }>(
      app.dataSource,
      `SELECT p.id, ((SELECT coalesce(sum(hundredths), 0) FROM ledger_entry WHERE period_id = p.id)
                   + (SELECT coalesce(sum(hundredths), 0) FROM minutes_reservation WHERE period_id = p.id))::float8 AS taken
         FROM usage_period p WHERE p.account_id = $1`,
      [this.account],
    );
    for (const { id, taken } of found)
      expect(taken, 'hundredths of a minute that are taken of a period').toBeLessThanOrEqual(
        this.maxLimits.get(id) ?? 0,
      );
  }
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 402 || error.status === 400)) return null;
    throw error;
  }
}

it('whatever happens at once, every completed call is billed once for what it decodes to, and no limit is passed', async () => {
  let billed = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (story) => {
      const account = await newAccount(app);
      const history = new AccountHistory(account);
      for (const round of story) await history.play(round);
      await history.finish();
      expect(await sums(app, account)).toMatchObject({
        entries: history.completed,
        hundredths: history.billed,
        reserved: 0,
        reservations: 0,
      });
      const gaps = await queryRow<{ gaps: string }>(
        app.dataSource,
        `SELECT count(*) AS gaps FROM (SELECT starts_at, lag(ends_at) OVER (ORDER BY starts_at) AS before
           FROM usage_period WHERE account_id = $1) AS p WHERE before <> starts_at`,
        [account],
      );
      expect(Number(gaps?.gaps), 'gaps between periods').toBe(0);
      billed += history.completed;
    }),
    { numRuns: 40 },
  );
  expect(billed, 'calls that were billed').toBeGreaterThan(0);
  expect(await reconcile(app.dataSource, app.payments), 'differences between calls and ledger').toEqual([]);
});

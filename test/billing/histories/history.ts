// Plays a story of one account on the real billing classes, and keeps its own books: what each call must have cost by the terms
// at its acceptance, and what the provider must have been told to charge.
import { expect } from 'vitest';
import { hundredthsOf, overageCents } from '../../../src/billing/minutes.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import { complete, fail, newAccount, submit } from '../../support/billing-classes.js';
import type { SignedEvent } from '../../support/stripe-stub.js';
import type { EventFate, Step, Story } from './steps.js';
import type { World } from './world.js';

interface Terms {
  readonly included: number;
  readonly limit: number;
  readonly centsPerMinute: number;
}

/** A call in progress. */
interface OpenCall {
  readonly id: string;
  readonly periodId: string;
  readonly terms: Terms;
  reserved: number;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
}

interface Entry {
  readonly analysisId: string;
  readonly hundredths: number;
  readonly overage: number;
  readonly cents: number;
}

/** What a call must have cost, and whose invoice it must be on. */
interface Bill extends Entry {
  readonly periodId: string;
  readonly centsPerMinute: number;
  readonly customerId: string | null;
}

/** Two weeks ago, on a day that every month has. */
const TWO_WEEKS_MS = 14 * 86_400_000;
const LAST_SAFE_DAY = 28;

export class History {
  private readonly open: OpenCall[] = [];
  private readonly failed: string[] = [];
  private readonly bills: Bill[] = [];
  private readonly lateEvents: SignedEvent[] = [];
  private events = 0;

  private constructor(
    private readonly world: World,
    private readonly story: Story,
    private readonly account: string,
  ) {}

  static async play(world: World, story: Story): Promise<void> {
    world.payments.skewMs = story.skewMs;
    const history = new History(world, story, await newAccount(world.app));
    for (const step of story.steps) await history.take(step);
    await history.finish();
  }

  private async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'accept':
        return this.accept(step.declaredMs);
      case 'complete': {
        const call = pickFrom(this.open, step.pick);
        return call && this.complete(call, step.durationMs);
      }
      case 'fail': {
        const call = pickFrom(this.open, step.pick);
        if (!call) return;
        await fail(this.world.app, call.id);
        this.failed.push(call.id);
        return;
      }
      case 'retry': {
        const id = pickFrom(this.failed, step.pick);
        return id === undefined ? undefined : this.retry(id);
      }
      case 'delete': {
        const call = pickFrom(this.open, step.pick);
        return call && this.delete(call, step.durationMs, step.paid);
      }
      case 'subscribe':
        return this.subscribe(step.plan, step.overageMinutes);
      case 'change':
        return unlessRefused(() =>
          this.world.plans.update(this.account, { plan: step.plan, overageLimitHundredths: step.overageMinutes * 100 }),
        );
      case 'cancel':
        return unlessRefused(() => this.world.plans.cancel(this.account, { atPeriodEnd: step.atPeriodEnd }));
      case 'cancelInPortal':
        this.world.payments.cancelInPortal(this.account, step.months);
        return this.tell();
      case 'pause':
        this.world.payments.pauseCollection(this.account, step.isPaused);
        return this.tell();
      case 'sellFurther': {
        const paidAt = this.paidAt();
        this.world.payments.sellFurther(this.account, step.plan, ...(paidAt === null ? [] : [paidAt]));
        return this.tell();
      }
      case 'month':
        await this.world.letMonthPass(this.account);
        return this.tell();
      case 'sweep':
        for (const event of this.lateEvents.splice(0)) await this.world.deliver(event);
        return this.world.sweep();
    }
  }

  private async accept(declaredMs: number | null): Promise<void> {
    const wanted = declaredMs === null ? 1 : Math.max(1, hundredthsOf(declaredMs));
    const id = await refusedAsNull(() => submit(this.world.app, this.account, declaredMs));
    await this.expectRoomKept(id, wanted);
    if (id !== null) this.open.push(await this.readReservation(id, wanted));
  }

  private async retry(id: string): Promise<void> {
    const retried = await refusedAsNull(async () => {
      await this.world.retry(this.account, id);
      return id;
    });
    await this.expectRoomKept(retried, 1);
    if (retried === null) this.failed.push(id);
    else this.open.push(await this.readReservation(id, 1));
  }

  /** The ledger refuses exactly what does not fit, by the books of this history. */
  private async expectRoomKept(id: string | null, wanted: number): Promise<void> {
    const period = await this.currentPeriod();
    const taken = this.usedIn(period.id) + this.reservedIn(period.id);
    const fits = taken + wanted <= period.terms.included + period.terms.limit;
    expect(id !== null, `accepted with ${taken} of ${JSON.stringify(period.terms)} taken`).toBe(fits);
  }

  private async readReservation(id: string, wanted: number): Promise<OpenCall> {
    const row = await queryRow<OpenCall & Terms>(
      this.world.app.dataSource,
      `SELECT analysis_id AS id, period_id AS "periodId", hundredths::int AS reserved,
              included_hundredths::float8 AS included, overage_limit_hundredths::float8 AS limit,
              overage_cents_per_minute::float8 AS "centsPerMinute", provider_customer_id AS "customerId",
              provider_subscription_id AS "subscriptionId"
         FROM minutes_reservation WHERE analysis_id = $1`,
      [id],
    );
    if (!row) throw new Error('An accepted call has a reservation');
    const period = await this.currentPeriod();
    const { included, limit, centsPerMinute, ...call } = row;
    const terms = { included, limit, centsPerMinute };
    expect({ periodId: call.periodId, reserved: call.reserved, terms }, 'terms at acceptance').toEqual({
      periodId: period.id,
      reserved: wanted,
      terms: period.terms,
    });
    return { ...call, terms };
  }

  /** As the pipeline settles a call: by the decoded duration. A call that breaks a limit by it fails. */
  private async complete(call: OpenCall, durationMs: number): Promise<void> {
    const { app } = this.world;
    const present = await this.presentTermsOf(call.periodId);
    const refused = await app.dataSource.transaction((tx) => app.ledger.correct(tx, call.id, durationMs));
    const terms = this.fitting(call, present, hundredthsOf(durationMs));
    expect(refused === null, `${refused} at ${durationMs} ms`).toBe(terms !== null);
    if (terms === null) {
      await fail(app, call.id);
      this.failed.push(call.id);
      return;
    }
    await complete(app, call.id, durationMs);
    await this.bill(call, terms, hundredthsOf(durationMs));
  }

  private async delete(call: OpenCall, durationMs: number, paid: boolean): Promise<void> {
    const { app } = this.world;
    if (!paid) return this.world.delete(this.account, call.id);
    const present = await this.presentTermsOf(call.periodId);
    const refused = await app.dataSource.transaction((tx) => app.ledger.correct(tx, call.id, durationMs));
    const terms = this.fitting(call, present, hundredthsOf(durationMs));
    expect(refused === null, 'a call is admitted where a plan admits it, and only there').toBe(terms !== null);
    if (terms === null) return this.world.delete(this.account, call.id);
    await this.world.payForPiece(call.id, durationMs);
    await this.world.delete(this.account, call.id);
    await this.bill(call, terms, hundredthsOf(durationMs));
  }

  /** The terms under which the decoded length fits: those at acceptance, else the present ones of a larger plan. */
  private fitting(call: OpenCall, present: Terms, hundredths: number): Terms | null {
    const others = this.usedIn(call.periodId) + this.reservedIn(call.periodId);
    const fits = ({ included, limit }: Terms) => others + hundredths <= included + limit;
    if (fits(call.terms)) return call.terms;
    return fits(present) ? present : null;
  }

  private async bill(call: OpenCall, terms: Terms, hundredths: number): Promise<void> {
    const { periodId } = call;
    const customerId = terms === call.terms ? call.customerId : await this.presentCustomer();
    const { centsPerMinute } = terms;
    const overage = Math.min(hundredths, Math.max(0, this.usedIn(periodId) + hundredths - terms.included));
    const before = this.sum(
      (bill) => bill.periodId === periodId && bill.centsPerMinute === centsPerMinute,
      (bill) => bill.overage,
    );
    const cents = overageCents(before + overage, centsPerMinute) - overageCents(before, centsPerMinute);
    this.bills.push({ analysisId: call.id, periodId, centsPerMinute, hundredths, overage, cents, customerId });
  }

  private async presentCustomer(): Promise<string | null> {
    const { customerId } = await this.world.app.subscriptions.get(this.world.app.dataSource, this.account);
    return customerId;
  }

  private async subscribe(plan: 'starter' | 'growth', overageMinutes: number): Promise<void> {
    const { plans, payments } = this.world;
    const order = { plan, overageLimitHundredths: overageMinutes * 100, metadata: '{}' };
    const ordered = await refusedAsNull(() => plans.subscribe(this.account, order));
    if (!ordered?.checkoutUrl) return;
    const paidAt = this.paidAt();
    if (paidAt === null) payments.pay(ordered.checkoutUrl);
    else payments.pay(ordered.checkoutUrl, paidAt);
    await this.tell();
  }

  /** Null: now, so that both clocks stand at the turn a month later. */
  private paidAt(): number | null {
    const now = new Date();
    if (this.story.phase === 'turn' && now.getUTCDate() <= LAST_SAFE_DAY) return null;
    const earlier = new Date(now.getTime() - TWO_WEEKS_MS);
    if (earlier.getUTCDate() > LAST_SAFE_DAY) earlier.setUTCDate(LAST_SAFE_DAY);
    return earlier.getTime();
  }

  /** The provider sends an event, and it arrives, arrives late or is lost. */
  private async tell(): Promise<void> {
    for (const customer of this.world.payments.customerIdsOf(this.account)) {
      const fate: EventFate = this.story.fates[this.events] ?? 'arrives';
      this.events += 1;
      const event = this.world.payments.event(customer);
      if (fate === 'arrives') await this.world.deliver(event);
      if (fate === 'late') this.lateEvents.push(event);
    }
  }

  private async finish(): Promise<void> {
    const { world, account } = this;
    for (const event of this.lateEvents.splice(0)) await world.deliver(event);
    await world.letDayPass(account);
    await world.sweep();
    if (!this.story.erased) await this.expectSamePlan();
    while (this.open.length > 0) await this.complete(this.open.splice(0, 1)[0] as OpenCall, 61_234);
    if (this.story.erased) await world.erase(account);
    await world.sweepUntilReported(account);
    this.expectCharged(await this.expectLedger());
  }

  private async expectSamePlan(): Promise<void> {
    const { plan, cancelAtPeriodEnd } = await this.world.plans.get(this.account);
    const there = this.world.payments.subscriptionOf(this.account);
    expect(plan, 'the plan after a day').toBe(there?.plan ?? 'free');
    expect(cancelAtPeriodEnd, 'whether it is cancelled, after a day').toBe((there?.cancelsAt ?? null) !== null);
    const { limit } = (await this.currentPeriod()).terms;
    if (there?.collectionPaused) expect(limit, 'overage of a paused account, after a day').toBe(0);
  }

  /** @returns the ledger's id of each entry, by analysis */
  private async expectLedger(): Promise<Map<string, string>> {
    const found = await queryRows<Entry & { readonly id: string }>(
      this.world.app.dataSource,
      `SELECT id, analysis_id AS "analysisId", hundredths::int, overage_hundredths::int AS overage, amount_cents::int AS cents
         FROM ledger_entry WHERE analysis_id = ANY($1::uuid[]) ORDER BY analysis_id`,
      [this.bills.map(({ analysisId }) => analysisId)],
    );
    const entries = ({ analysisId, hundredths, overage, cents }: Entry) => ({ analysisId, hundredths, overage, cents });
    const expected = this.bills.map(entries).sort((a, b) => (a.analysisId < b.analysisId ? -1 : 1));
    expect(found.map(entries), 'entries of the ledger').toEqual(expected);
    return new Map(found.map(({ id, analysisId }) => [analysisId, id]));
  }

  /** Each entry's overage comes on an invoice once, at the price of its acceptance. */
  private expectCharged(entryIds: ReadonlyMap<string, string>): void {
    const { payments, seen } = this.world;
    for (const customer of payments.customerIdsOf(this.account)) {
      const due = this.bills.filter(
        ({ customerId, overage, centsPerMinute }) => customerId === customer && overage > 0 && centsPerMinute > 0,
      );
      const charged = payments.chargedEntries(customer);
      for (const { analysisId, overage, cents } of due) {
        const entryId = entryIds.get(analysisId) ?? '';
        const charge = charged.get(entryId);
        charged.delete(entryId);
        // An item on an invoice of its own has whole cents, and a few hundredths may cost none.
        if (charge === undefined && cents === 0) continue;
        expect(charge, 'overage of an entry that the provider charges').toMatchObject({ hundredths: overage });
        if (charge?.cents !== null) expect(charge?.cents, 'cents that the provider charges for an entry').toBe(cents);
        seen[charge?.cents === null ? 'metered' : 'invoiced'] += 1;
      }
      expect([...charged.keys()], 'overage that the provider charges beside').toEqual([]);
    }
  }

  private async currentPeriod(): Promise<{ readonly id: string; readonly terms: Terms }> {
    const period = await this.world.app.dataSource.transaction((tx) =>
      this.world.app.periods.current(tx, this.account, true),
    );
    return { id: period.id, terms: await this.termsOf(period.id) };
  }

  private async termsOf(periodId: string): Promise<Terms> {
    const terms = await queryRow<Terms>(
      this.world.app.dataSource,
      `SELECT included_hundredths::float8 AS included, overage_limit_hundredths::float8 AS limit,
              overage_cents_per_minute::float8 AS "centsPerMinute" FROM usage_period WHERE id = $1`,
      [periodId],
    );
    if (!terms) throw new Error('A period stays');
    return terms;
  }

  /** Those of the period now. A month whose subscription has ended since has no overage. */
  private async presentTermsOf(periodId: string): Promise<Terms> {
    const terms = await this.termsOf(periodId);
    const ended = await queryRow(
      this.world.app.dataSource,
      `SELECT 1 FROM usage_period p JOIN subscription s ON s.account_id = p.account_id
        WHERE p.id = $1 AND p.provider_starts_at IS NOT NULL AND s.provider_subscription_id IS NULL`,
      [periodId],
    );
    return ended ? { ...terms, limit: 0 } : terms;
  }

  private usedIn(periodId: string): number {
    return this.sum(
      (bill) => bill.periodId === periodId,
      (bill) => bill.hundredths,
    );
  }

  private reservedIn(periodId: string): number {
    return this.open.filter((call) => call.periodId === periodId).reduce((sum, { reserved }) => sum + reserved, 0);
  }

  private sum(which: (bill: Bill) => boolean, amount: (bill: Bill) => number): number {
    return this.bills.filter(which).reduce((sum, bill) => sum + amount(bill), 0);
  }
}

function pickFrom<T>(from: T[], pick: number): T | undefined {
  return from.splice(pick % Math.max(1, from.length), 1)[0];
}

async function refusedAsNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 402 || error.status === 400)) return null;
    throw error;
  }
}

async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  await refusedAsNull(work);
}

// Plays a story of one account on the real billing classes, and keeps its own books: what each call must have cost by the terms
// at its acceptance, and what the provider must have been told to charge.
import { expect } from 'vitest';
import { hundredthsOf, overageCents } from '../../../src/billing/usage/minutes.js';
import type { SentStretch } from '../../../src/calls/claims/sent-stretch.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import { complete, fail, newAccount, submit } from '../../support/apps/billing-classes.js';
import type { SignedEvent } from '../../support/stubs/stripe-stub.js';
import type { Bill, Entry, OpenCall, Terms } from './books.js';
import { PaidCall } from './paid-call.js';
import type { EventFate, Send, Step, Story } from './steps.js';
import type { World } from './world.js';

/** Two weeks ago, on a day that every month has. */
const TWO_WEEKS_MS = 14 * 86_400_000;
const LAST_SAFE_DAY = 28;

export class History {
  private readonly open: OpenCall[] = [];
  private readonly failed: PaidCall[] = [];
  /** All that a provider was paid for a part of. */
  private readonly paid = new Set<PaidCall>();
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
        return this.fail(call);
      }
      case 'retry': {
        const failed = pickFrom(this.failed, step.pick);
        return failed && this.retry(failed);
      }
      case 'send': {
        const call = pickFrom(this.open, step.pick);
        return call && this.send(call, step);
      }
      case 'delete': {
        const call = pickFrom(this.open, step.pick);
        return call && this.delete(call);
      }
      case 'deleteFailed': {
        const failed = pickFrom(this.failed, step.pick);
        return failed && this.world.delete(this.account, failed.id);
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
    if (id !== null) this.open.push(await this.readReservation(new PaidCall(id), wanted));
  }

  private async retry(failed: PaidCall): Promise<void> {
    const wanted = failed.durationMs === null ? 1 : hundredthsOf(failed.durationMs);
    const retried = await refusedAsNull(async () => {
      await this.world.retry(this.account, failed.id);
      return failed.id;
    });
    await this.expectRoomKept(retried, wanted);
    if (retried === null) this.failed.push(failed);
    else this.open.push(await this.readReservation(failed, wanted));
  }

  private async fail(call: OpenCall): Promise<void> {
    await fail(this.world.app, call.id);
    this.failed.push(call.paid);
  }

  /** What the provider is paid for stands on record, whatever becomes of the worker that sent it. */
  private async send(call: OpenCall, { durationMs, what, channel, from, share, end, pick }: Send): Promise<void> {
    if (!(await this.measure(call, durationMs))) return;
    const lengthMs = call.paid.durationMs ?? durationMs;
    const startMs = Math.floor((lengthMs * from) / 100);
    const endMs = Math.min(lengthMs, startMs + Math.ceil((lengthMs * share) / 100));
    const stretch: SentStretch =
      what === 'piece'
        ? { purpose: 'transcription', channel, startMs, endMs }
        : { purpose: 'analysis', channel: null, startMs: 0, endMs: lengthMs };
    const worker = await this.world.claim(call.id);
    await this.world.send(worker, stretch, pick % 2 === 0);
    if (end === 'refused') await this.world.withdraw(worker, stretch);
    else {
      call.paid.pay(stretch);
      this.paid.add(call.paid);
    }
    if (end === 'killed') await this.world.send(await this.world.claim(call.id), stretch, false);
    this.open.push(call);
  }

  /** @returns false where no plan has room for the decoded length: the call has failed then */
  private async measure(call: OpenCall, durationMs: number): Promise<boolean> {
    if (call.paid.durationMs !== null) return true;
    const present = await this.presentTermsOf(call.periodId);
    const refused = await this.world.measure(call.id, durationMs);
    const terms = this.fitting(call, present, hundredthsOf(durationMs));
    expect(refused === null, `${refused} at ${durationMs} ms`).toBe(terms !== null);
    if (terms === null) {
      await this.fail(call);
      return false;
    }
    if (terms !== call.terms) call.customerId = await this.presentCustomer();
    call.terms = terms;
    call.reserved = hundredthsOf(durationMs);
    call.paid.durationMs = durationMs;
    return true;
  }

  /** The ledger refuses exactly what does not fit, by the books of this history. */
  private async expectRoomKept(id: string | null, wanted: number): Promise<void> {
    const period = await this.currentPeriod();
    const taken = this.usedIn(period.id) + this.reservedIn(period.id);
    const fits = taken + wanted <= period.terms.included + period.terms.limit;
    expect(id !== null, `accepted with ${taken} of ${JSON.stringify(period.terms)} taken`).toBe(fits);
  }

  private async readReservation(paid: PaidCall, wanted: number): Promise<OpenCall> {
    const { id } = paid;
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
    return { ...call, terms, paid };
  }

  /**
   * As the pipeline settles a call, judged or declined by its model: by the decoded duration. A call that breaks a limit by it
   * fails.
   */
  private async complete(call: OpenCall, decodedMs: number): Promise<void> {
    if (!(await this.measure(call, decodedMs))) return;
    const durationMs = call.paid.durationMs ?? decodedMs;
    await complete(this.world.app, call.id, durationMs);
    this.bill(call, hundredthsOf(durationMs));
  }

  /** Bills what was sent, and no more than the call has. */
  private async delete(call: OpenCall): Promise<void> {
    await this.world.delete(this.account, call.id);
    if (call.paid.sentMs > 0) this.bill(call, hundredthsOf(call.paid.sentMs));
  }

  /** The terms under which the decoded length fits: those at acceptance, else the present ones of a larger plan. */
  private fitting(call: OpenCall, present: Terms, hundredths: number): Terms | null {
    const others = this.usedIn(call.periodId) + this.reservedIn(call.periodId);
    const fits = ({ included, limit }: Terms) => others + hundredths <= included + limit;
    if (fits(call.terms)) return call.terms;
    return fits(present) ? present : null;
  }

  private bill(call: OpenCall, hundredths: number): void {
    const { periodId, customerId, terms } = call;
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
    await this.expectPaidOnRecord();
  }

  /** What a provider was paid for a call is billed, once, or stands on record as paid. */
  private async expectPaidOnRecord(): Promise<void> {
    const billed = new Set(this.bills.map(({ analysisId }) => analysisId));
    expect(billed.size, 'calls that are billed twice').toBe(this.bills.length);
    const unbilled = [...this.paid].filter(({ id }) => !billed.has(id));
    const onRecord = await this.world.onRecord(unbilled.map(({ id }) => id));
    for (const { id, sentMs } of unbilled)
      expect(onRecord.get(id), 'paid, billed to no one, and on record').toBe(sentMs);
    this.world.seen.paidAndBilled += this.paid.size - unbilled.length;
    this.world.seen.paidAndOnRecord += unbilled.length;
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

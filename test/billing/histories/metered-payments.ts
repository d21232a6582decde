// A payment provider in memory that counts what it would charge, as Stripe does: a meter reads usage by its time, an invoice
// takes the usage of its period that has arrived by then, and usage outside every open period is never charged.
// The contract of the port holds for it (see payments.contract.ts); its clock may differ from that of Postgres.
import { createHash } from 'node:crypto';
import {
  type Checkout,
  type CustomerState,
  type Dispute,
  type FinalOverage,
  type InvoicedOverage,
  type Order,
  type Overage,
  type OverageTerms,
  type PaidPlan,
  type PaidSubscription,
  type PaymentEvent,
  Payments,
} from '../../../src/ports/payments.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { addMonths, cancelsAtMs, NOT_CANCELLED, PRICES, paid, type Subscription } from './metered-subscription.js';

/** An invoice stays open for so long after its period. */
const INVOICE_OPEN_MS = 3_600_000;
/** The provider refuses usage further ahead or further back. */
const MAX_AHEAD_MS = 300_000;
const DAY_MS = 86_400_000;
const MAX_AGE_MS = 35 * DAY_MS;

interface Usage {
  readonly identifier: string;
  readonly hundredths: number;
  atMs: number;
  readonly charged: boolean;
}

export interface ChargedEntry {
  readonly hundredths: number;
  /** Null where the meter counts it: its price is that of the subscription at the end of the period. */
  readonly cents: number | null;
}

interface OpenedCheckout {
  readonly url: string;
  readonly plan: PaidPlan;
  readonly effectId: string | null;
  open: boolean;
}

interface Customer {
  readonly id: string;
  readonly subscriptions: Subscription[];
  readonly usage: Usage[];
  readonly checkouts: OpenedCheckout[];
  readonly items: FinalOverage[];
  deleted: boolean;
}

export class MeteredPayments extends Payments {
  readonly collection = 'stripe';
  /** How far the provider's clock is ahead of the service's. */
  skewMs = 0;
  private readonly customers = new Map<string, Customer>();
  private readonly byAccount = new Map<string, Customer[]>();
  private readonly byCheckout = new Map<string, Customer>();
  private readonly subscriptions = new Map<string, Subscription>();
  private counter = 0;

  createCustomer({ accountId }: { readonly accountId: string }): Promise<string> {
    const customer = {
      id: this.newId('cus'),
      accountId,
      subscriptions: [],
      usage: [],
      checkouts: [],
      items: [],
      deleted: false,
    };
    this.customers.set(customer.id, customer);
    this.byAccount.set(accountId, [...this.customersOf(accountId), customer]);
    return Promise.resolve(customer.id);
  }

  async openCheckout({ customerId, plan, effectId }: Order): Promise<Checkout> {
    const customer = this.customer(customerId);
    const { checkouts } = customer;
    const expiresAt = new Date(this.nowMs() + DAY_MS);
    const earlier = checkouts.find((checkout) => effectId !== null && checkout.effectId === effectId);
    if (earlier) return { url: earlier.url, expiresAt };
    const url = `https://checkout.example/${this.newId('cs')}`;
    checkouts.push({ url, plan, effectId, open: true });
    this.byCheckout.set(url, customer);
    return { url, expiresAt };
  }

  /** The customer pays an open checkout, at that time by the provider's clock. */
  pay(url: string, atMs = this.nowMs()): void {
    const customer = this.byCheckout.get(url);
    const checkout = customer?.checkouts.find((one) => one.open && one.url === url);
    if (!customer || !checkout) throw new Error('There is no such open checkout');
    checkout.open = false;
    this.start(customer, checkout.plan, atMs);
  }

  /** An operator sells the account a further subscription, where it has one. */
  sellFurther(accountId: string, plan: PaidPlan, atMs = this.nowMs()): void {
    const customer = this.customersOf(accountId).find((one) => this.running(one).length > 0);
    if (customer) this.start(customer, plan, atMs);
  }

  /** The customer cancels in the portal, which sets a time: the end of the period, or a month later. */
  cancelInPortal(accountId: string, months: number): void {
    for (const running of this.runningOf(accountId)) running.cancelAtMs = addMonths(running.endMs, months);
  }

  /** The operator pauses the collection of payments, or lifts the pause. */
  pauseCollection(accountId: string, isPaused: boolean): void {
    for (const running of this.runningOf(accountId)) running.isPaused = isPaused;
  }

  async customerState(customerId: string): Promise<CustomerState> {
    const customer = this.customers.get(customerId);
    if (!customer || customer.deleted) return { deleted: true, subscription: null, suspendedId: null, further: [] };
    const [largest, ...others] = this.running(customer).map(paid);
    const further = others.map((one) => ({ id: one.id, standing: `${one.plan} ${one.state}`, paid: one }));
    return { deleted: false, subscription: largest ?? null, suspendedId: null, further };
  }

  async upgrade(subscriptionId: string, plan: PaidPlan): Promise<void> {
    const subscription = this.subscription(subscriptionId);
    Object.assign(subscription, { monthPlan: plan, overagePlan: plan, nextFromMs: null, ...NOT_CANCELLED });
  }

  async changeAtPeriodEnd(subscriptionId: string, plan: PaidPlan): Promise<void> {
    const subscription = this.subscription(subscriptionId);
    Object.assign(subscription, { monthPlan: plan, nextFromMs: subscription.endMs, ...NOT_CANCELLED });
  }

  async startNextPlan(subscriptionId: string): Promise<void> {
    const subscription = this.subscription(subscriptionId);
    Object.assign(subscription, { overagePlan: subscription.monthPlan, nextFromMs: null });
  }

  async keepPlan(subscriptionId: string): Promise<void> {
    const subscription = this.subscription(subscriptionId);
    Object.assign(subscription, {
      monthPlan: subscription.overagePlan,
      nextFromMs: null,
      ...NOT_CANCELLED,
    });
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    this.subscription(subscriptionId).cancelAtPeriodEnd = true;
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    const subscription = this.subscription(subscriptionId);
    subscription.endedMs ??= this.nowMs();
  }

  async endCustomer(customerId: string): Promise<void> {
    const customer = this.customers.get(customerId);
    if (!customer) return;
    for (const checkout of customer.checkouts) checkout.open = false;
    for (const subscription of customer.subscriptions) subscription.endedMs ??= this.nowMs();
  }

  async portalUrl(): Promise<string> {
    return 'https://portal.example/';
  }

  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | null {
    if (signature !== signed(rawBody)) return null;
    const { id, customerId } = JSON.parse(rawBody.toString('utf8'));
    return { id, type: 'customer.subscription.updated', customerId, disputeId: null, ours: true };
  }

  /** An event that tells the service to read the customer's state. */
  event(customerId: string): { readonly payload: string; readonly signature: string } {
    const payload = JSON.stringify({ id: this.newId('evt'), customerId });
    return { payload, signature: signed(payload) };
  }

  deleteCustomer(customerId: string): void {
    this.customer(customerId).deleted = true;
  }

  findDispute(): Promise<Dispute> {
    return Promise.reject(new Error('The histories have no disputes'));
  }

  async reportOverage({ identifier, customerId, hundredths, at }: Overage): Promise<void> {
    const customer = this.customer(customerId);
    if (customer.usage.some((usage) => usage.identifier === identifier)) return;
    const atMs = at.getTime();
    if (atMs > this.nowMs() + MAX_AHEAD_MS || atMs < this.nowMs() - MAX_AGE_MS) throw refusal();
    customer.usage.push({ identifier, hundredths, atMs, charged: this.isCharged(customer, atMs) });
  }

  async countedOverage(customerId: string, from: Date, to: Date): Promise<number> {
    return this.customer(customerId)
      .usage.filter(({ atMs }) => atMs >= from.getTime() && atMs < to.getTime())
      .reduce((sum, { hundredths }) => sum + hundredths, 0);
  }

  async overageTerms(subscriptionId: string): Promise<OverageTerms | null> {
    const subscription = this.subscriptions.get(subscriptionId);
    if (!subscription) return null;
    this.advance(subscription);
    const { anchorMs, endedMs, overagePlan } = subscription;
    const { overageCentsPerMinute } = PRICES[overagePlan];
    return {
      startedAt: new Date(anchorMs),
      endedAt: endedMs === null ? null : new Date(endedMs),
      overageCentsPerMinute,
    };
  }

  async invoiceOverage(overage: FinalOverage): Promise<string> {
    const { items } = this.customer(overage.customerId);
    if (!items.some(({ identifier }) => identifier === overage.identifier)) items.push(overage);
    return `ii_${overage.identifier}`;
  }

  async invoicedOverage(customerId: string): Promise<InvoicedOverage[]> {
    return this.customer(customerId).items.map(({ identifier, amountCents }) => ({ identifier, amountCents }));
  }

  /** No customer of the stories pays, so an invoice for an item stays open. */
  async eraseCustomer(customerId: string, { unpaid }: { readonly unpaid: boolean }): Promise<boolean> {
    const customer = this.customers.get(customerId);
    if (!customer || customer.deleted) return true;
    if (customer.items.length > 0 && !unpaid) return false;
    customer.deleted = true;
    return true;
  }

  /** What some invoice of the customer has or will have, by ledger entry. */
  chargedEntries(customerId: string): Map<string, ChargedEntry> {
    const { usage, items } = this.customer(customerId);
    const metered = usage.filter(({ charged }) => charged).map((one) => ({ ...one, cents: null }));
    const invoiced = items.map((item) => ({ ...item, cents: item.amountCents }));
    return new Map([...metered, ...invoiced].map((entry) => [entry.identifier, entry]));
  }

  /** The running subscription of an account that counts; null when it has none. */
  subscriptionOf(accountId: string): PaidSubscription | null {
    const [largest] = this.runningOf(accountId);
    return largest ? paid(largest) : null;
  }

  customerIdsOf(accountId: string): string[] {
    return this.customersOf(accountId).map(({ id }) => id);
  }

  /** Lets a month pass for the customers of an account: moves their times into the past. */
  letMonthPass(accountId: string): void {
    for (const customer of this.customersOf(accountId)) {
      for (const subscription of customer.subscriptions) {
        subscription.anchorMs = addMonths(subscription.anchorMs, -1);
        subscription.startMs = addMonths(subscription.startMs, -1);
        subscription.endMs = addMonths(subscription.endMs, -1);
        if (subscription.nextFromMs !== null) subscription.nextFromMs = addMonths(subscription.nextFromMs, -1);
        if (subscription.cancelAtMs !== null) subscription.cancelAtMs = addMonths(subscription.cancelAtMs, -1);
        if (subscription.endedMs !== null) subscription.endedMs = addMonths(subscription.endedMs, -1);
      }
      for (const usage of customer.usage) usage.atMs = addMonths(usage.atMs, -1);
    }
  }

  /** The largest plan first; where two have the same, one that goes on, and the older one. */
  private running(customer: Customer): Subscription[] {
    for (const subscription of customer.subscriptions) this.advance(subscription);
    return customer.subscriptions
      .filter(({ endedMs }) => endedMs === null)
      .sort(
        (one, other) =>
          PRICES[other.overagePlan].monthlyCents - PRICES[one.overagePlan].monthlyCents ||
          Number(cancelsAtMs(one) !== null) - Number(cancelsAtMs(other) !== null) ||
          one.anchorMs - other.anchorMs,
      );
  }

  private runningOf(accountId: string): Subscription[] {
    return this.customersOf(accountId).flatMap((customer) => this.running(customer));
  }

  private start(customer: Customer, plan: PaidPlan, atMs: number): void {
    const startMs = wholeSecond(atMs);
    const subscription = {
      id: this.newId('sub'),
      anchorMs: startMs,
      startMs,
      endMs: addMonths(startMs, 1),
      monthPlan: plan,
      overagePlan: plan,
      nextFromMs: null,
      ...NOT_CANCELLED,
      isPaused: false,
      endedMs: null,
    };
    customer.subscriptions.push(subscription);
    this.subscriptions.set(subscription.id, subscription);
  }

  /** Turns the periods that have ended by the provider's clock. */
  private advance(subscription: Subscription): void {
    while (subscription.endedMs === null && subscription.endMs <= this.nowMs()) {
      const cancelMs = cancelsAtMs(subscription);
      if (cancelMs !== null && cancelMs <= subscription.endMs) {
        subscription.endedMs = subscription.endMs;
        return;
      }
      subscription.startMs = subscription.endMs;
      subscription.endMs = addMonths(subscription.startMs, 1);
    }
  }

  /** Whether usage of that time, which arrives now, comes on an invoice. */
  private isCharged(customer: Customer, atMs: number): boolean {
    this.running(customer);
    const nowMs = this.nowMs();
    return customer.subscriptions.some((subscription) => {
      if (subscription.endedMs !== null) {
        const endedByItself = subscription.endedMs === subscription.endMs;
        return endedByItself && atMs < subscription.endedMs && nowMs < subscription.endedMs + INVOICE_OPEN_MS;
      }
      if (atMs >= subscription.startMs) return true;
      return atMs >= subscription.anchorMs && nowMs < subscription.startMs + INVOICE_OPEN_MS;
    });
  }

  private nowMs(): number {
    return Date.now() + this.skewMs;
  }

  private customer(id: string): Customer {
    const customer = this.customers.get(id);
    if (!customer) throw refusal();
    return customer;
  }

  private subscription(id: string): Subscription {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw refusal();
    return subscription;
  }

  private customersOf(accountId: string): Customer[] {
    return this.byAccount.get(accountId) ?? [];
  }

  private newId(prefix: string): string {
    this.counter += 1;
    return `${prefix}_${this.counter}`;
  }
}

function refusal(): ProviderError {
  return new ProviderError('The payment provider refused the request', { retryable: false });
}

function signed(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('hex');
}

function wholeSecond(atMs: number): number {
  return Math.floor(atMs / 1000) * 1000;
}

// The billing routes with Stripe's stand-in behind them.

import { type Answer, type BillingApp, billingApp } from './billing-app.js';
import { complete, newAccount, submit } from './billing-bench.js';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub, stockStripe } from './stripe-stub.js';

/** Two weeks ago, on a day that every month has. */
export const PAID_AT = (() => {
  const date = new Date(Date.now() - 14 * 86_400_000);
  if (date.getUTCDate() > 28) date.setUTCDate(28);
  return Math.floor(date.getTime() / 1000);
})();

export async function stripeApp(): Promise<{ stripe: StripeStub; app: BillingApp; close(): Promise<void> }> {
  const stripe = await startStripeStub();
  stockStripe(stripe);
  const app = await billingApp({
    STRIPE_SECRET_KEY: 'sk_test_stub',
    STRIPE_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  });
  return {
    stripe,
    app,
    close: async () => {
      await app.close();
      await stripe.close();
    },
  };
}

/** Takes out every fault that a test has put into the stub, and forgets the requests it got. */
export function resetStripe(stripe: StripeStub): void {
  stripe.fault = null;
  stripe.declinesPayments = false;
  stripe.requests.length = 0;
}

/** The requests that the stub got, as `POST /customers`. */
export const pathsSeen = (stripe: StripeStub) => stripe.requests.map(({ method, path }) => `${method} ${path}`);

export interface Subscriber {
  readonly account: string;
  readonly customer: string;
  readonly subscription: Record<string, unknown> & { id: string };
}

/** An account whose checkout is paid, since two weeks ago, and whose event has been worked on. */
export async function subscriber(
  app: BillingApp,
  stripe: StripeStub,
  order: { plan: string; overage_limit_minutes?: number } = { plan: 'starter' },
): Promise<Subscriber> {
  const account = await newAccount(app);
  const { body } = await app.post(account, 'subscription', order);
  stripe.now = () => PAID_AT;
  const subscription = stripe.pay(String(body.checkout_url));
  stripe.now = null;
  await deliver(app, stripe, 'customer.subscription.created', subscription);
  return {
    account,
    customer: String(subscription.customer),
    subscription: Object.assign(subscription, { id: String(subscription.id) }),
  };
}

/** Delivers an event about an object and waits until it has been worked on. */
export async function deliver(
  app: BillingApp,
  stripe: StripeStub,
  type: string,
  object: Record<string, unknown>,
): Promise<Answer> {
  const answer = await app.deliver(stripe.event(type, object));
  await app.sweep.sweep();
  return answer;
}

/** A minute of overage, reported 25 hours ago to a provider whose answer was lost, or which was down; due again now. */
export async function overageToldADayAgo(
  app: BillingApp,
  stripe: StripeStub,
  fault: 'lost' | 'down',
): Promise<Subscriber> {
  const minutes = 1001 * 60_000;
  const told = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
  await complete(app, await submit(app, told.account, minutes), minutes);
  stripe.fault = ({ path }) => (fault === 'down' || path === '/billing/meter_events' ? fault : null);
  await app.sweep.sweep();
  stripe.fault = null;
  await app.dataSource.query(
    `UPDATE overage_report SET first_attempt_at = first_attempt_at - interval '25 hours', next_attempt_at = now()
      WHERE accepted_at IS NULL`,
  );
  return told;
}

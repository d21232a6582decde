// The billing routes with a stub of Stripe.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub, stockStripe } from '../stubs/stripe-stub.js';
import { type Answer, type BillingApp, billingApp } from './billing-app.js';
import { complete, newAccount, submit } from './billing-classes.js';

/** Unix time two weeks ago, on a day that every month has. */
export const PAID_AT = (() => {
  const date = new Date(Date.now() - 14 * 86_400_000);
  if (date.getUTCDate() > 28) date.setUTCDate(28);
  return Math.floor(date.getTime() / 1000);
})();

/**
 * One app with its stub for all tests of a file. After each test the stub is without its faults, and its list of requests empty.
 * @param take is called before the first test
 */
export function setUpBilling(take: (given: { readonly app: BillingApp; readonly stripe: StripeStub }) => void): void {
  let app: BillingApp;
  let stripe: StripeStub;
  beforeAll(async () => {
    stripe = await startStripeStub();
    stockStripe(stripe);
    app = await billingApp({
      STRIPE_SECRET_KEY: 'sk_test_stub',
      STRIPE_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.url,
    });
    take({ app, stripe });
  });
  afterEach(() => resetStripe(stripe));
  afterAll(async () => {
    await app?.close();
    await stripe?.close();
  });
}

function resetStripe(stripe: StripeStub): void {
  stripe.fault = null;
  stripe.hold = null;
  stripe.declinesPayments = false;
  stripe.requests.length = 0;
}

/** The requests that the stub received, each as `POST /customers`. */
export const pathsSeen = (stripe: StripeStub) => stripe.requests.map(({ method, path }) => `${method} ${path}`);

export interface Subscriber {
  readonly account: string;
  readonly customer: string;
  readonly subscription: Record<string, unknown> & { id: string };
}

/** An account that paid its checkout two weeks ago; the service has processed the event. */
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

/** Delivers an event about an object and runs the sweep that processes it. */
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

/** A minute of overage whose report failed 25 hours ago and is due again: the answer was lost, or the provider was down. */
export async function overageReportedADayAgo(
  app: BillingApp,
  stripe: StripeStub,
  fault: 'lost' | 'down',
): Promise<Subscriber> {
  const minutes = 1001 * 60_000;
  const paying = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
  await complete(app, await submit(app, paying.account, minutes), minutes);
  stripe.fault = ({ path }) => (path === '/billing/meter_events' ? fault : null);
  await app.sweep.sweep();
  stripe.fault = null;
  await app.dataSource.query(
    `UPDATE overage_report SET first_attempt_at = first_attempt_at - interval '25 hours', next_attempt_at = now()
      WHERE accepted_at IS NULL`,
  );
  return paying;
}

// The cases of the contract of Payments in which the provider fails, or answers oddly, whatever it is asked.
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Payments } from '../../src/ports/payments.js';
import { ProviderError } from '../../src/ports/provider-error.js';

export interface PaymentsFailure {
  readonly what: string;
  /** Null: no provider exists, so a call is a fault of this service and not a ProviderError. */
  readonly retryable: boolean | null;
  /** What no error may tell a client. */
  readonly secrets: readonly string[];
  payments(): Promise<Payments>;
}

export interface OddPayments {
  readonly what: string;
  /**
   * `refused`: no request may pass for answered. `read`: every request is answered all the same. `either`: depends on the
   * request.
   */
  readonly outcome: 'refused' | 'read' | 'either';
  readonly secrets: readonly string[];
  /** A provider that knows a customer, its subscription and a dispute, and answers oddly. */
  provider(): Promise<{ readonly payments: Payments } & KnownToProvider>;
}

export interface KnownToProvider {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly disputeId: string;
}

export const PAYER = { accountId: 'account-1', email: 'ada@example.org' };
export const AT = new Date(Math.floor(Date.now() / 60_000) * 60_000);

export const finalOverage = (customerId: string, subscriptionId: string) => ({
  identifier: `final-${customerId}`,
  customerId,
  subscriptionId,
  hundredths: 300_000,
  amountCents: 15_000,
  from: new Date(AT.getTime() - 86_400_000),
  to: AT,
});

type Ask = (payments: Payments, known: KnownToProvider) => Promise<unknown>;

const NOTHING = z.undefined();
const TEXT = z.string().min(1);
const CENTS = z.number().nonnegative().nullable();
const PLAN = z.enum(['starter', 'growth']);
const SUBSCRIPTION = z.strictObject({
  id: TEXT,
  state: z.enum(['active', 'past_due']),
  plan: PLAN,
  nextPlan: PLAN.nullable(),
  nextPlanFrom: z.date().nullable(),
  cancelsAt: z.date().nullable(),
  collectionPaused: z.boolean(),
  collectionResumesAt: z.date().nullable(),
  monthlyCents: CENTS,
  overageCentsPerMinute: CENTS,
  anchorAt: z.date(),
  periodStartsAt: z.date(),
  periodEndsAt: z.date(),
});

/** Every method that asks the provider, with the shape of what it gives; those that end something come last. */
const REQUESTS: Readonly<Record<string, readonly [Ask, z.ZodType]>> = {
  createCustomer: [(payments) => payments.createCustomer(PAYER), TEXT],
  openCheckout: [
    (payments, { customerId }) =>
      payments.openCheckout({ accountId: 'account-1', customerId, plan: 'starter', effectId: null }),
    z.strictObject({ url: TEXT, expiresAt: z.date() }),
  ],
  customerState: [
    (payments, { customerId }) => payments.customerState(customerId),
    z.strictObject({
      deleted: z.boolean(),
      subscription: SUBSCRIPTION.nullable(),
      suspendedId: TEXT.nullable(),
      further: z.array(z.strictObject({ id: TEXT, standing: TEXT, paid: SUBSCRIPTION.nullable() })),
    }),
  ],
  upgrade: [(payments, { subscriptionId }) => payments.upgrade(subscriptionId, 'growth'), NOTHING],
  changeAtPeriodEnd: [(payments, { subscriptionId }) => payments.changeAtPeriodEnd(subscriptionId, 'starter'), NOTHING],
  startNextPlan: [(payments, { subscriptionId }) => payments.startNextPlan(subscriptionId), NOTHING],
  cancelAtPeriodEnd: [(payments, { subscriptionId }) => payments.cancelAtPeriodEnd(subscriptionId), NOTHING],
  keepPlan: [(payments, { subscriptionId }) => payments.keepPlan(subscriptionId), NOTHING],
  portalUrl: [(payments, { customerId }) => payments.portalUrl(customerId), TEXT],
  findDispute: [
    (payments, { disputeId }) => payments.findDispute(disputeId),
    z.strictObject({ customerId: TEXT.nullable(), settled: z.boolean() }),
  ],
  reportOverage: [
    (payments, { customerId }) =>
      payments.reportOverage({ identifier: `entry-${customerId}`, customerId, hundredths: 125, at: AT }),
    NOTHING,
  ],
  countedOverage: [
    (payments, { customerId }) => payments.countedOverage(customerId, AT, new Date(AT.getTime() + 60_000)),
    z.number().nonnegative(),
  ],
  cancelNow: [(payments, { subscriptionId }) => payments.cancelNow(subscriptionId), NOTHING],
  overageTerms: [
    (payments, { subscriptionId }) => payments.overageTerms(subscriptionId),
    z.strictObject({ startedAt: z.date(), endedAt: z.date().nullable(), overageCentsPerMinute: CENTS }).nullable(),
  ],
  invoiceOverage: [
    (payments, { customerId, subscriptionId }) => payments.invoiceOverage(finalOverage(customerId, subscriptionId)),
    TEXT,
  ],
  invoicedOverage: [
    (payments, { customerId }) => payments.invoicedOverage(customerId, AT),
    z.array(z.strictObject({ identifier: TEXT, amountCents: z.int() })),
  ],
  endCustomer: [(payments, { customerId }) => payments.endCustomer(customerId), NOTHING],
  eraseCustomer: [(payments, { customerId }) => payments.eraseCustomer(customerId, { unpaid: false }), z.boolean()],
};

const UNKNOWN: KnownToProvider = { customerId: 'cus_1', subscriptionId: 'sub_1', disputeId: 'dp_1' };

export function describeFailure({ what, retryable, secrets, payments }: PaymentsFailure): void {
  it(`every request rejects with one sentence: ${what}`, async () => {
    const failing = await payments();
    // A method that throws before it returns a promise fails here.
    const requests = Object.entries(REQUESTS).map(([method, [ask]]) => ({ method, outcome: ask(failing, UNKNOWN) }));
    for (const { method, outcome } of requests) {
      const error = await outcome.then(
        () => expect.fail(`${method} succeeded`),
        (reason: unknown) => reason,
      );
      expectOneSentence(error, method, secrets);
      const given = error instanceof ProviderError ? error.retryable : null;
      expect(given, `${method} says wrongly whether the request may succeed later`).toBe(retryable);
    }
  });
}

export function describeOddAnswers(odd: readonly OddPayments[]): void {
  const cases = odd.map((each) => [each.what, each] as const);
  it.each(cases)('takes nothing odd for an answer: %s', async (_what, { provider, outcome, secrets }) => {
    const { payments, ...known } = await provider();
    for (const [method, [ask, shape]] of Object.entries(REQUESTS)) {
      const given: unknown = await ask(payments, known).catch((error: unknown) => error);
      if (given instanceof Error) {
        expect(outcome, `${method} fails by what it need not read: ${given}`).not.toBe('read');
        expect(given, `${method} fails by an error that its callers do not expect: ${given}`).toBeInstanceOf(
          ProviderError,
        );
        expectOneSentence(given, method, secrets);
      } else {
        expect(outcome, `${method} takes for done what the provider did not do`).not.toBe('refused');
        expect(shape.safeParse(given).error?.issues ?? [], `${method} gives what the port does not know`).toEqual([]);
      }
    }
  });
}

function expectOneSentence(error: unknown, method: string, secrets: readonly string[]): void {
  expect(error, `${method} rejects with what is no error`).toBeInstanceOf(Error);
  expect(String(error), `the error of ${method} is not one sentence`).toMatch(/^\S[^\n]*$/);
  for (const secret of secrets)
    expect(String(error), `the error of ${method} tells what no client may read`).not.toContain(secret);
}

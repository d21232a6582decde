// What the service reads from the subscriptions of a customer, without a request.
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  fromUnix,
  hasEnded,
  isOfOurs,
  overageTermsOf,
  planItems,
  stateOf,
  toUnix,
} from '../../../src/adapters/stripe/stripe-subscription.js';
import { UnreadableSubscription } from '../../../src/ports/payments.js';

interface ItemFields {
  readonly product?: string | { readonly id: string };
  readonly usage_type?: 'licensed' | 'metered';
  readonly unit_amount?: number | null;
  readonly unit_amount_decimal?: string | null;
}
const START = 1_795_000_000;
const END = START + 30 * 86_400;

function item({ product = 'call_analysis_starter', usage_type = 'licensed', ...amounts }: ItemFields = {}) {
  const price = { product, unit_amount: null, unit_amount_decimal: null, ...amounts, recurring: { usage_type } };
  return { id: `si_${usage_type}`, price, current_period_start: START, current_period_end: END };
}
const month = (fields: ItemFields = {}) => item({ unit_amount: 4900, ...fields });
const overage = (fields: ItemFields = {}) => item({ usage_type: 'metered', unit_amount_decimal: '0.05', ...fields });
const growth = { product: 'call_analysis_growth' };

/** An active subscription to the plan for starters, with the given changes. */
function subscription(changes: object = {}, items: object[] = [month(), overage()]): Stripe.Subscription {
  return {
    id: 'sub_1',
    status: 'active',
    items: { data: items },
    metadata: {},
    pending_update: null,
    cancel_at: null,
    cancel_at_period_end: false,
    pause_collection: null,
    billing_cycle_anchor: START - 100,
    start_date: START - 200,
    created: START - 300,
    ended_at: null,
    ...changes,
  } as unknown as Stripe.Subscription;
}
const paid = (changes?: object, items?: object[]) => stateOf([subscription(changes, items)]).subscription;

describe('a subscription', () => {
  it('is read whole', () => {
    expect(stateOf([subscription()])).toEqual({
      deleted: false,
      suspendedId: null,
      further: [],
      subscription: {
        id: 'sub_1',
        state: 'active',
        plan: 'starter',
        nextPlan: null,
        nextPlanFrom: null,
        cancelsAt: null,
        collectionPaused: false,
        collectionResumesAt: null,
        monthlyCents: 4900,
        overageCentsPerMinute: 5,
        anchorAt: new Date((START - 100) * 1000),
        periodStartsAt: new Date(START * 1000),
        periodEndsAt: new Date(END * 1000),
      },
    });
  });

  it.each<[string, string | null, boolean, boolean]>([
    ['active', 'active', false, false],
    ['trialing', 'active', false, false],
    ['past_due', 'past_due', false, false],
    ['unpaid', null, true, false],
    ['paused', null, true, false],
    ['incomplete', null, false, false],
    ['canceled', null, false, true],
    ['incomplete_expired', null, false, true],
    ['a_status_of_the_future', null, false, false],
  ])('that is %s entitles to minutes only where it is paid or soon will be', (status, state, suspended, ended) => {
    const read = stateOf([subscription({ status })]);
    expect(read.subscription?.state ?? null, `${status} entitles to the wrong thing`).toBe(state);
    expect(read.suspendedId, `${status} counts as suspended, or does not`).toBe(suspended ? 'sub_1' : null);
    expect(hasEnded(subscription({ status })), `${status} counts as ended, or does not`).toBe(ended);
  });

  it('is found among ended ones and those to other products', () => {
    const other = subscription({ id: 'sub_other' }, [month({ product: 'prod_other' })]);
    const ended = subscription({ id: 'sub_ended', status: 'canceled' });
    const unpaid = subscription({ id: 'sub_unpaid', status: 'unpaid' });
    const read = stateOf([other, ended, unpaid, subscription({ id: 'sub_now' })]);
    expect([read.subscription?.id, read.suspendedId]).toEqual(['sub_now', 'sub_unpaid']);
    expect(stateOf([other])).toEqual({ deleted: false, subscription: null, suspendedId: null, further: [] });
  });

  it.each<[string, object, number | null]>([
    ['neither sign', {}, null],
    ['cancel_at_period_end', { cancel_at_period_end: true }, END],
    ['cancel_at for the end of the period', { cancel_at: END }, END],
    ['both signs', { cancel_at_period_end: true, cancel_at: END }, END],
    ['cancel_at within the period', { cancel_at: END - 500 }, END - 500],
    ['both signs, the time within the period', { cancel_at_period_end: true, cancel_at: END - 500 }, END - 500],
    ['both signs, the time behind the period', { cancel_at_period_end: true, cancel_at: END + 500 }, END],
    ['cancel_at years ahead', { cancel_at: END + 90_000_000 }, END + 90_000_000],
    ['cancel_at before the period, which Stripe has renewed', { cancel_at: START - 1 }, null],
    ['cancel_at of 0', { cancel_at: 0 }, null],
    ['a cancellation that was undone', { canceled_at: START + 5, cancellation_details: { reason: null } }, null],
    ['an answer that has no such members', { cancel_at: undefined, cancel_at_period_end: undefined }, null],
  ])('ends as its signs of a cancellation say: %s', (_what, changes, endsAt) => {
    expect(paid(changes)?.cancelsAt, 'A cancellation is not seen, or seen where none is').toEqual(
      endsAt === null ? null : fromUnix(endsAt),
    );
  });

  it.each<[string, object | null | undefined, boolean, boolean]>([
    ['no pause', null, false, false],
    ['no such member', undefined, false, false],
    ['a pause without an end', { behavior: 'void', resumes_at: null }, true, false],
    ['a pause without a member for its end', { behavior: 'keep_as_draft' }, true, false],
    ['a pause of a behavior to come', { behavior: 'lend' }, true, false],
    ['a pause with an end to come', { behavior: 'mark_uncollectible', resumes_at: 4_000_000_000 }, true, true],
    ['a pause that is over', { behavior: 'void', resumes_at: START }, false, false],
  ])('is collected or not: %s', (_what, pause_collection, paused, ends) => {
    const read = paid({ pause_collection });
    expect([read?.collectionPaused, read?.collectionResumesAt !== null]).toEqual([paused, ends]);
  });

  it('with the largest plan counts, and the others are named', () => {
    const large = (changes: object) => subscription(changes, [month(growth), overage(growth)]);
    const damaged = subscription({ id: 'sub_damaged' }, [month({ product: 'call_analysis_gold' }), overage()]);
    const list = [
      subscription({ id: 'sub_small' }),
      large({ id: 'sub_unpaid', status: 'unpaid' }),
      large({ id: 'sub_ending', cancel_at: END }),
      large({ id: 'sub_ended', status: 'canceled' }),
      damaged,
      large({ id: 'sub_large' }),
      large({ id: 'sub_due', status: 'past_due' }),
    ];
    for (const listed of [list, list.toReversed()]) {
      const read = stateOf(listed);
      expect(read.subscription?.id, 'A smaller subscription counts').toBe('sub_large');
      expect(read.further.map(({ id, standing }) => `${id} ${standing}`)).toEqual([
        'sub_ending growth active',
        'sub_due growth past_due',
        'sub_small starter active',
        'sub_damaged the product call_analysis_gold',
        'sub_unpaid unpaid',
      ]);
    }
    expect(() => stateOf([damaged])).toThrow(UnreadableSubscription);
  });

  it.each<[string, object[], boolean]>([
    ['a product of this service', [month()], true],
    ['one beside another', [month({ product: 'prod_other' }), overage()], true],
    ['an expanded product', [month({ product: { id: 'call_analysis_starter' } })], true],
    ['a product of another service', [month({ product: 'prod_other' })], false],
    ['no item at all, since it is damaged', [], true],
  ])('is of this service by its products: %s', (_, items, ours) => {
    expect(isOfOurs(subscription({}, items)), 'another service is billed, or an own customer forgotten').toBe(ours);
  });

  it.each<[string, object[], string]>([
    ['no item', [], 'no monthly item'],
    ['no monthly item', [overage()], 'no monthly item'],
    ['no overage item', [month()], 'no overage item'],
    ['a monthly item of another service', [month({ product: 'prod_other' }), overage()], 'no monthly item'],
    ['an overage item of another service', [month(), overage({ product: 'prod_other' })], 'no overage item'],
    [
      'a plan that is not sold',
      [month(), overage({ product: 'call_analysis_gold' })],
      'the product call_analysis_gold',
    ],
  ])('that is damaged is named to the operator: %s', (_, items, fault) => {
    expect(() => paid({}, items), 'a damaged subscription is taken for a good one').toThrow(
      `The subscription sub_1 has ${fault}, which this service does not sell.`,
    );
  });

  it('has its two items in any order', () => {
    const { monthItem, overageItem } = planItems(subscription({}, [overage(), month()]));
    expect([monthItem.id, overageItem.id]).toEqual(['si_licensed', 'si_metered']);
  });
});

describe('the next plan', () => {
  it('is that of the monthly item, from the end of the period, at a price not yet known', () => {
    expect(paid({}, [month(), overage(growth)])).toMatchObject({
      plan: 'growth',
      nextPlan: 'starter',
      nextPlanFrom: new Date(END * 1000),
      monthlyCents: null,
    });
  });

  it('starts when the change said that it does, though the period has changed since', () => {
    const metadata = { next_plan_from: String(START) };
    expect(paid({ metadata }, [month(), overage(growth)])?.nextPlanFrom).toEqual(new Date(START * 1000));
  });

  it.each(['', '0', 'soon'])('starts at the end of the period where the change said "%s"', (next_plan_from) => {
    const read = paid({ metadata: { next_plan_from } }, [month(), overage(growth)]);
    expect(read?.nextPlanFrom).toEqual(new Date(END * 1000));
  });

  it.each<[string, object | null, string | null]>([
    ['no payment', null, null],
    ['a payment without items', { subscription_items: null }, null],
    ['the payment of a dearer plan', { subscription_items: [month(growth), overage(growth)] }, 'growth'],
    ['the payment of the same plan', { subscription_items: [month()] }, null],
    [
      'the payment of another product',
      { subscription_items: [month({ product: 'prod_other' }), overage(growth)] },
      'growth',
    ],
  ])('waits for %s', (_, pending_update, nextPlan) => {
    expect(paid({ pending_update }), 'a plan that waits for its payment is lost or invented').toMatchObject({
      plan: 'starter',
      nextPlan,
      nextPlanFrom: null,
      monthlyCents: 4900,
    });
  });

  it('that is cheaper counts before one that waits for its payment', () => {
    const pending_update = { subscription_items: [month()] };
    expect(paid({ pending_update }, [month(), overage(growth)])).toMatchObject({ nextPlan: 'starter' });
  });
});

describe('prices', () => {
  it.each<[string, ItemFields, number | null]>([
    ['with parts of a cent', { unit_amount_decimal: '0.05' }, 5],
    ['of a rounding error', { unit_amount_decimal: '0.0007' }, 0.07],
    ['in whole cents', { unit_amount_decimal: null, unit_amount: 1 }, 100],
    ['of nothing', { unit_amount_decimal: '0' }, 0],
    ['in tiers', { unit_amount_decimal: null, unit_amount: null }, null],
  ])('of overage are for a minute, where the provider has them for a hundredth: %s', (_, fields, cents) => {
    const items = [month(), overage(fields)];
    expect(paid({}, items)?.overageCentsPerMinute, 'a minute of overage has another price').toBe(cents);
    expect(overageTermsOf(subscription({}, items)).overageCentsPerMinute).toBe(cents);
  });

  it.each([null, undefined])('of a month in tiers are not known, where their amount is %s', (amount) => {
    const tiers = { unit_amount: amount, unit_amount_decimal: undefined } as unknown as ItemFields;
    expect(paid({}, [month(tiers), overage()])?.monthlyCents).toBeNull();
  });
});

describe('the terms of overage', () => {
  const startedAt = new Date((START - 200) * 1000);
  it('hold from the start of the subscription', () => {
    expect(overageTermsOf(subscription())).toEqual({ startedAt, endedAt: null, overageCentsPerMinute: 5 });
  });

  it.each<[string, number | null, number]>([
    ['when it ended', START + 5, START + 5],
    ['when it was made, where it never began', null, START - 300],
  ])('end with it: %s', (_, ended_at, end) => {
    expect(overageTermsOf(subscription({ status: 'canceled', ended_at }, []))).toEqual({
      startedAt,
      endedAt: new Date(end * 1000),
      overageCentsPerMinute: null,
    });
  });
});

it('times are whole seconds at the provider', () => {
  expect(toUnix(new Date(1_795_000_000_999)), 'seconds of a time with milliseconds').toBe(1_795_000_000);
  expect(fromUnix(1_795_000_000)).toEqual(new Date(1_795_000_000_000));
});

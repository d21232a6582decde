// What this service reads of Stripe's responses. A proxy or a maintenance page may answer 200 with anything: without these
// shapes, an empty object would give a customer without an id, and `undefined` would end as money not charged.
import { z } from 'zod';

const id = z.string().min(1);
/** Unix seconds that a Date can hold. */
const time = z.int().min(0).max(8_640_000_000_000);
const idOrObject = z.union([id, z.looseObject({ id })]);

const price = z.looseObject({
  product: idOrObject,
  recurring: z.looseObject({ usage_type: z.string().optional() }).nullish(),
});

export const CUSTOMER = z.looseObject({ object: z.literal('customer'), id, deleted: z.boolean().optional() });

export const CHECKOUT = z.looseObject({
  object: z.literal('checkout.session'),
  id,
  url: z.string().nullable(),
  expires_at: time,
});

export const SUBSCRIPTION = z.looseObject({
  object: z.literal('subscription'),
  id,
  status: z.string(),
  start_date: time,
  created: time.optional(),
  ended_at: time.nullish(),
  billing_cycle_anchor: time,
  cancel_at: time.nullish(),
  cancel_at_period_end: z.boolean(),
  pause_collection: z.looseObject({ resumes_at: time.nullish() }).nullish(),
  schedule: idOrObject.nullish(),
  metadata: z.record(z.string(), z.string()),
  default_payment_method: idOrObject.nullish(),
  items: z.looseObject({
    data: z.array(z.looseObject({ id, price, current_period_start: time, current_period_end: time })),
  }),
  pending_update: z.looseObject({ subscription_items: z.array(z.looseObject({ price })).nullish() }).nullish(),
});

export const SCHEDULE = z.looseObject({ object: z.literal('subscription_schedule'), id });

export const PORTAL_SESSION = z.looseObject({ object: z.literal('billing_portal.session'), url: z.string().min(1) });

export const DISPUTE = z.looseObject({
  object: z.literal('dispute'),
  status: z.string(),
  charge: z.union([id, z.looseObject({ customer: idOrObject.nullish() })]),
});

export const METER_EVENT_ANSWER = z.looseObject({ object: z.literal('billing.meter_event') });
export const METER_SUMMARY = z.looseObject({ aggregated_value: z.number().nonnegative() });

export const METERS = listOf(z.looseObject({ id, event_name: z.string() }));
export const PRICES = listOf(z.looseObject({ id, lookup_key: z.string().nullable() }));
export const PORTAL_CONFIGURATIONS = listOf(z.looseObject({ id }));
export const CHECKOUTS = listOf(CHECKOUT);
export const SUBSCRIPTIONS = listOf(SUBSCRIPTION);

export const INVOICE = z.looseObject({ object: z.literal('invoice'), id });
export const INVOICES = listOf(INVOICE);
export const INVOICE_ITEM = z.looseObject({
  object: z.literal('invoiceitem'),
  id,
  amount: z.int(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

export const EVENT = z.looseObject({
  id,
  type: z.string().min(1),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
});
export const NOTIFICATION = z.looseObject({ id, type: z.string().min(1), livemode: z.boolean() });

function listOf<Shape extends z.ZodType>(shape: Shape) {
  return z.looseObject({ object: z.literal('list'), data: z.array(shape) });
}

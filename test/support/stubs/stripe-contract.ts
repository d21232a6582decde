// The request parameters that Stripe accepts, so that no test passes with a request that Stripe would refuse.
// Source: the parameter types of the npm package `stripe` (2026-10-28.endive), which Stripe generates from its API document.
// Parameters that the service does not send are refused too: look a new one up and add it here first.
import { z } from 'zod';

const text = z.string().min(1).max(5000);
/** The id of an object at Stripe. */
const id = z.string().regex(/^[\w-]+$/);
const flag = z.enum(['true', 'false']);
const wholeNumber = z.string().regex(/^\d{1,12}$/);
const limit = wholeNumber.refine((given) => Number(given) >= 1 && Number(given) <= 100, '1 to 100');
const url = z.url();
/** The form carries a list as `name[0]`, `name[1]` … */
const list = <T extends z.ZodType>(shape: T) => z.record(z.string().regex(/^\d+$/), shape);
/** At most 50 keys of 40 characters, values of 500; an empty value removes the key. */
const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((given) => Object.keys(given).length <= 50, 'at most 50 keys');
const none = z.strictObject({});
const page = { limit: limit.optional(), starting_after: id.optional() };
const enabledEvents = list(z.string().regex(/^[a-z_]+(\.[a-z_]+)+$/));

const portalFeatures = z.strictObject({
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({ enabled: flag, mode: z.enum(['at_period_end', 'immediately']).optional() })
    .optional(),
  subscription_update: z.strictObject({ enabled: flag }).optional(),
});

/** By method and path, as StripeObjects routes them. */
const PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  'POST customers': z.strictObject({ email: z.string().max(512).optional(), metadata: metadata.optional() }),
  'GET customers/:id': none,
  'POST customers/:id': z.strictObject({ metadata: metadata.optional() }),
  'DELETE customers/:id': none,
  'POST products': z.strictObject({ id: id.optional(), name: text, metadata: metadata.optional() }),
  'GET products/:id': none,
  'POST products/:id': z.strictObject({ active: flag.optional() }),
  'POST prices': z
    .strictObject({
      product: id,
      currency: z.string().length(3),
      unit_amount: wholeNumber.optional(),
      unit_amount_decimal: z
        .string()
        .regex(/^\d+(\.\d{1,12})?$/)
        .optional(),
      recurring: z
        .strictObject({
          interval: z.enum(['day', 'week', 'month', 'year']),
          usage_type: z.enum(['licensed', 'metered']).optional(),
          meter: id.optional(),
        })
        .refine(({ usage_type, meter }) => (usage_type === 'metered') === (meter !== undefined), 'metered by a meter'),
      lookup_key: z.string().max(200).optional(),
      transfer_lookup_key: flag.optional(),
      metadata: metadata.optional(),
    })
    .refine((price) => (price.unit_amount === undefined) !== (price.unit_amount_decimal === undefined), 'one amount'),
  'GET prices': z
    .strictObject({ lookup_keys: list(text), active: flag.optional(), ...page })
    .refine(({ lookup_keys }) => Object.keys(lookup_keys).length <= 10, 'at most 10 lookup keys'),
  'POST billing/meters': z.strictObject({
    display_name: z.string().max(250),
    event_name: z.string().max(100),
    default_aggregation: z.strictObject({ formula: z.enum(['sum', 'count', 'last']) }),
    customer_mapping: z.strictObject({ type: z.literal('by_id'), event_payload_key: z.string().max(100) }).optional(),
    value_settings: z.strictObject({ event_payload_key: z.string().max(100) }).optional(),
  }),
  'GET billing/meters': z.strictObject({ status: z.enum(['active', 'inactive']).optional(), ...page }),
  'GET billing/meters/:id/event_summaries': z.strictObject({
    customer: id,
    start_time: wholeNumber,
    end_time: wholeNumber,
    ...page,
  }),
  'POST billing/meter_events': z.strictObject({
    event_name: z.string().max(100),
    identifier: z.string().max(100),
    timestamp: wholeNumber,
    payload: z.strictObject({ stripe_customer_id: id, value: z.string().regex(/^-?\d{1,15}$/, 'whole numbers only') }),
  }),
  'POST billing_portal/configurations': z.strictObject({ features: portalFeatures, metadata: metadata.optional() }),
  'GET billing_portal/configurations': z.strictObject({ active: flag.optional(), ...page }),
  'POST billing_portal/sessions': z.strictObject({
    customer: id,
    return_url: url.optional(),
    configuration: id.optional(),
  }),
  'POST webhook_endpoints': z.strictObject({
    url,
    enabled_events: enabledEvents,
    api_version: z.literal('2026-10-28.endive').optional(),
    metadata: metadata.optional(),
  }),
  'GET webhook_endpoints': z.strictObject(page),
  'POST webhook_endpoints/:id': z.strictObject({ enabled_events: enabledEvents.optional(), disabled: flag.optional() }),
  'POST checkout/sessions': z.strictObject({
    mode: z.enum(['payment', 'setup', 'subscription']),
    customer: id,
    client_reference_id: z.string().max(200).optional(),
    line_items: list(z.strictObject({ price: id, quantity: wholeNumber.optional() })),
    success_url: url,
    cancel_url: url.optional(),
    subscription_data: z
      .strictObject({
        billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
        metadata: metadata.optional(),
      })
      .optional(),
  }),
  'GET checkout/sessions': z.strictObject({
    customer: id,
    status: z.enum(['complete', 'expired', 'open']).optional(),
    ...page,
  }),
  'POST checkout/sessions/:id/expire': none,
  'GET subscriptions': z.strictObject({
    customer: id,
    status: z
      .enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'unpaid'])
      .optional(),
    ...page,
  }),
  'GET subscriptions/:id': none,
  'POST subscriptions/:id': z
    .strictObject({
      items: list(z.strictObject({ id, price: id })).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      payment_behavior: z
        .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
        .optional(),
      /** An empty one removes it. */
      cancel_at: z.union([wholeNumber, z.literal('')]).optional(),
      cancel_at_period_end: flag.optional(),
      metadata: metadata.optional(),
    })
    .refine(
      (change) => change.cancel_at === undefined || change.cancel_at_period_end === undefined,
      'one sign of a cancellation',
    ),
  'POST subscription_schedules/:id/release': none,
  'DELETE subscriptions/:id': z.strictObject({ invoice_now: flag.optional(), prorate: flag.optional() }),
  'GET invoices': z.strictObject({
    customer: id,
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    ...page,
  }),
  'POST invoices': z.strictObject({
    customer: id,
    currency: z.string().length(3).optional(),
    auto_advance: flag.optional(),
    collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
    default_payment_method: id.optional(),
    pending_invoice_items_behavior: z.enum(['exclude', 'include']).optional(),
    metadata: metadata.optional(),
  }),
  'GET invoiceitems': z.strictObject({
    customer: id,
    created: z.strictObject({ gte: wholeNumber }).optional(),
    ...page,
  }),
  'POST invoiceitems': z.strictObject({
    customer: id,
    invoice: id.optional(),
    amount: z.string().regex(/^-?\d{1,12}$/, 'whole cents only'),
    currency: z.string().length(3),
    description: text.optional(),
    discountable: flag.optional(),
    period: z
      .strictObject({ start: wholeNumber, end: wholeNumber })
      .refine(({ start, end }) => Number(end) >= Number(start), 'ends after it starts')
      .optional(),
    metadata: metadata.optional(),
  }),
  'GET disputes/:id': z.strictObject({ expand: list(z.literal('charge')).optional() }),
};

/** @returns what Stripe would refuse about the parameters; null when it would accept them, or has no such request */
export function faultOfStripeRequest(request: string, fields: Readonly<Record<string, unknown>>): string | null {
  const parsed = PARAMETERS[request]?.safeParse(fields);
  return parsed?.error ? z.prettifyError(parsed.error) : null;
}

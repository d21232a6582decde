// Overage that the meter no longer takes, on an invoice of its own; and what invoices a customer still has to pay.
import Stripe from 'stripe';
import type { FinalOverage, InvoicedOverage } from '../../ports/payments.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { SERVICE_TAG } from './stripe-catalogue.js';
import { ask, askUnlessMissing, reading } from './stripe-client.js';
import { INVOICE, INVOICE_ITEM, INVOICES, SUBSCRIPTION } from './stripe-responses.js';
import { toUnix } from './stripe-subscription.js';

/** Metadata of an item: the ledger entry that it charges. */
const ENTRY = 'ledger_entry';
/** Metadata of an invoice: the subscription whose last overage it collects. */
const ENDED_SUBSCRIPTION = 'ended_subscription';

/** An item may be older than the call's bill by the difference of two clocks. */
const CLOCKS_APART_MS = 3_600_000;

/**
 * Stripe forgets idempotency keys after a day and repeats a failure for them, so the item is looked for first, and the keys
 * change every hour. The caller sends the overage of one customer one at a time.
 */
export async function invoiceOverage(stripe: Stripe, overage: FinalOverage): Promise<string> {
  const { identifier, customerId, subscriptionId, hundredths, amountCents, from, to } = overage;
  const existing = await findItem(stripe, overage);
  if (existing !== null) return existing;
  const hour = Math.floor(Date.now() / 3_600_000);
  const invoice = await openDraft(stripe, overage, `final-invoice:${identifier}:${hour}`);
  const item = await ask(
    () =>
      stripe.invoiceItems.create(
        {
          customer: customerId,
          invoice,
          amount: amountCents,
          currency: 'usd',
          description: `${(hundredths / 100).toFixed(2)} minutes of overage of subscription ${subscriptionId}`,
          discountable: false,
          period: { start: Math.min(toUnix(from), toUnix(to)), end: toUnix(to) },
          metadata: { ...SERVICE_TAG, [ENTRY]: identifier },
        },
        { idempotencyKey: `final-item:${identifier}:${invoice}:${hour}` },
      ),
    INVOICE_ITEM,
  );
  return item.id;
}

export async function invoicedOverage(stripe: Stripe, customer: string, since: Date): Promise<InvoicedOverage[]> {
  return reading(async () => {
    const found: InvoicedOverage[] = [];
    for await (const item of itemsSince(stripe, customer, since)) {
      const { metadata, amount } = INVOICE_ITEM.parse(item);
      const identifier = metadata?.[ENTRY];
      if (identifier !== undefined) found.push({ identifier, amountCents: amount });
    }
    return found;
  });
}

/** Whether Stripe has yet to collect an invoice of the customer. */
export async function hasUnpaidInvoice(stripe: Stripe, customer: string): Promise<boolean> {
  for (const status of ['draft', 'open'] as const) {
    const found = await askUnlessMissing(() => stripe.invoices.list({ customer, status, limit: 1 }), INVOICES);
    if (found !== null && found.data.length > 0) return true;
  }
  return false;
}

async function findItem(stripe: Stripe, { customerId, identifier, to }: FinalOverage): Promise<string | null> {
  return reading(async () => {
    for await (const item of itemsSince(stripe, customerId, to)) {
      const { id, metadata } = INVOICE_ITEM.parse(item);
      if (metadata?.[ENTRY] === identifier) return id;
    }
    return null;
  });
}

function itemsSince(stripe: Stripe, customer: string, since: Date) {
  const created = { gte: toUnix(new Date(since.getTime() - CLOCKS_APART_MS)) };
  return stripe.invoiceItems.list({ customer, created, limit: 100 });
}

/**
 * The draft for the overage of an ended subscription. Stripe closes and collects it an hour after it was made, so the calls
 * that complete meanwhile share it.
 */
async function openDraft(stripe: Stripe, overage: FinalOverage, idempotencyKey: string): Promise<string> {
  const { customerId: customer, subscriptionId } = overage;
  const drafts = await ask(() => stripe.invoices.list({ customer, status: 'draft', limit: 100 }), INVOICES);
  const draft = drafts.data.find(({ metadata }) => metadata?.[ENDED_SUBSCRIPTION] === subscriptionId);
  if (draft) return draft.id;
  const card = await paymentMethodOf(stripe, subscriptionId);
  const params = {
    customer,
    currency: 'usd',
    auto_advance: true,
    collection_method: 'charge_automatically',
    pending_invoice_items_behavior: 'exclude',
    metadata: { ...SERVICE_TAG, [ENDED_SUBSCRIPTION]: subscriptionId },
  } as const satisfies Stripe.InvoiceCreateParams;
  const create = async (options: Stripe.InvoiceCreateParams, key: string) =>
    (await ask(() => stripe.invoices.create(options, { idempotencyKey: key }), INVOICE)).id;
  if (card === null) return create(params, idempotencyKey);
  return create({ ...params, default_payment_method: card }, idempotencyKey).catch((error: ProviderError) => {
    // The customer has removed the card. Stripe then asks the customer to pay.
    if (isAboutCard(error.cause)) return create(params, `${idempotencyKey}:without-card`);
    throw error;
  });
}

/** A checkout leaves the card with its subscription, where an invoice of the customer would not find it. */
async function paymentMethodOf(stripe: Stripe, subscriptionId: string): Promise<string | null> {
  const found = await askUnlessMissing(() => stripe.subscriptions.retrieve(subscriptionId), SUBSCRIPTION);
  const method = found?.default_payment_method ?? null;
  return method === null || typeof method === 'string' ? method : method.id;
}

function isAboutCard(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'default_payment_method';
}

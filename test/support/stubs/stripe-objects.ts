// Stripe's objects in memory, and what its API does with them. It refuses what Stripe refuses, and computes no money.
import type { IncomingHttpHeaders } from 'node:http';
import { faultOfStripeRequest } from './stripe-contract.js';
import { type Fields, isFields, valuesOf } from './stripe-form.js';

export interface StripeRequest {
  readonly method: string;
  /** Without the version prefix, e.g. `/customers`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Form fields of a POST, otherwise the query's; nested as their brackets say. */
  readonly fields: Fields;
}

export interface MeterEvent {
  readonly identifier: string;
  readonly customer: string;
  readonly value: number;
  readonly timestamp: number;
}

/** An answer that is an error. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

type Route = (request: { readonly kind: string; readonly id: string | undefined; readonly fields: Fields }) => Fields;

export class StripeObjects {
  /** When true, later upgrades wait for a payment. */
  declinesPayments = false;
  /** Unix seconds of Stripe's clock; null for the real time. */
  now: (() => number) | null = null;
  private readonly store = new Map<string, Map<string, Fields>>();
  private readonly events: MeterEvent[] = [];
  private counter = 0;

  /** @param webhookSecret given with every new webhook endpoint */
  constructor(private readonly webhookSecret: string) {}

  get meterEvents(): readonly MeterEvent[] {
    return this.events;
  }

  objects(kind: string): Fields[] {
    return [...this.kindOf(kind).values()];
  }

  put(kind: string, object: Fields): Fields {
    this.kindOf(kind).set(String(object.id), object);
    return object;
  }

  /** Pays an open checkout. @returns the subscription */
  pay(checkoutUrl: string): Fields {
    const session = this.objects('checkout/sessions').find(({ url }) => url === checkoutUrl);
    if (session?.status !== 'open') throw new Error('There is no such open checkout');
    Object.assign(session, { status: 'complete' });
    const prices = valuesOf(session.line_items).flatMap((line) =>
      isFields(line) ? [this.get('prices', line.price)] : [],
    );
    const data = isFields(session.subscription_data) ? session.subscription_data : {};
    const start = this.unixNow();
    return this.put('subscriptions', {
      id: this.newId('sub'),
      object: 'subscription',
      customer: session.customer,
      status: 'active',
      start_date: start,
      billing_cycle_anchor: start,
      cancel_at: null,
      cancel_at_period_end: false,
      pause_collection: null,
      pending_update: null,
      schedule: null,
      metadata: data.metadata ?? {},
      items: {
        object: 'list',
        has_more: false,
        data: prices.map((price) => ({
          id: this.newId('si'),
          object: 'subscription_item',
          price,
          current_period_start: start,
          current_period_end: addMonths(start, 1),
        })),
      },
    });
  }

  /**
   * Lets a month pass: everything that the subscription dates by month moves a month back. A subscription that is to be
   * cancelled at the period's end ends.
   */
  turn(subscriptionId: string): void {
    const subscription = this.get('subscriptions', subscriptionId);
    subscription.start_date = addMonths(Number(subscription.start_date), -1);
    subscription.billing_cycle_anchor = addMonths(Number(subscription.billing_cycle_anchor), -1);
    const metadata = isFields(subscription.metadata) ? subscription.metadata : {};
    if (metadata.next_plan_from) metadata.next_plan_from = String(addMonths(Number(metadata.next_plan_from), -1));
    // The items' current period stays as it is: a month later, it is the period that runs now.
    if (typeof subscription.cancel_at === 'number') subscription.cancel_at = addMonths(subscription.cancel_at, -1);
    const isOver = typeof subscription.cancel_at === 'number' && subscription.cancel_at <= this.unixNow();
    if (subscription.cancel_at_period_end === true || isOver)
      Object.assign(subscription, { status: 'canceled', ended_at: this.unixNow() });
  }

  /** Does what the request asks. @throws {@link Refusal} */
  answer({ method, path, fields }: StripeRequest): Fields {
    const parts = path.slice(1).split('/');
    const kind = parts.splice(0, /^\/(billing|billing_portal|checkout)\//.test(path) ? 2 : 1).join('/');
    const [id, action] = parts;
    const route = `${method} ${kind}${id === undefined ? '' : '/:id'}${action === undefined ? '' : `/${action}`}`;
    const fault = faultOfStripeRequest(route, fields);
    if (fault !== null) throw new Refusal(400, fault, 'parameter_invalid');
    const answer = this.routes[route];
    if (!answer) throw new Refusal(404, `Unrecognized request URL (${method}: ${path})`);
    return answer({ kind, id, fields });
  }

  private readonly getObject: Route = ({ kind, id }) => this.get(kind, id);
  private readonly listObjects: Route = ({ kind, fields }) => {
    if (fields.customer !== undefined && !this.kindOf('customers').has(String(fields.customer)))
      throw new Refusal(400, `No such customer: '${String(fields.customer)}'`, 'resource_missing');
    return page(this.objects(kind).filter(isListed(kind, fields)), fields);
  };
  private readonly updateObject: Route = ({ kind, id, fields }) =>
    Object.assign(
      this.get(kind, id),
      fields,
      listed(fields),
      'active' in fields && { active: fields.active === 'true' },
    );

  private readonly routes: Readonly<Record<string, Route>> = {
    'POST customers': ({ kind, fields }) =>
      this.put(kind, { id: this.newId('cus'), object: 'customer', livemode: false, ...fields }),
    'GET customers/:id': ({ kind, id }) => {
      const customer = this.get(kind, id);
      return customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer;
    },
    'POST customers/:id': this.updateObject,
    'DELETE customers/:id': ({ kind, id }) => this.deleteCustomer(this.alive(kind, id)),
    'POST products': ({ kind, fields }) => this.put(kind, { object: 'product', active: true, ...fields }),
    'GET products/:id': this.getObject,
    'POST products/:id': this.updateObject,
    'POST prices': ({ fields }) => this.createPrice(fields),
    'GET prices': this.listObjects,
    'POST billing/meters': ({ kind, fields }) =>
      this.put(kind, { id: this.newId('mtr'), object: 'billing.meter', status: 'active', ...fields }),
    'GET billing/meters': this.listObjects,
    'GET billing/meters/:id/event_summaries': ({ fields }) => this.summaries(fields),
    'POST billing/meter_events': ({ fields }) => this.meterEvent(fields),
    'POST billing_portal/configurations': ({ kind, fields }) =>
      this.put(kind, { id: this.newId('bpc'), object: 'billing_portal.configuration', active: true, ...fields }),
    'GET billing_portal/configurations': this.listObjects,
    'POST billing_portal/sessions': ({ fields: { customer } }) => {
      this.alive('customers', customer);
      const url = `https://portal.stub/${String(customer)}`;
      return { id: this.newId('bps'), object: 'billing_portal.session', url };
    },
    'POST webhook_endpoints': ({ kind, fields }) => {
      const endpoint = { id: this.newId('we'), object: 'webhook_endpoint', status: 'enabled' };
      return this.put(kind, { ...endpoint, ...fields, ...listed(fields), secret: this.webhookSecret });
    },
    'GET webhook_endpoints': this.listObjects,
    'POST webhook_endpoints/:id': this.updateObject,
    'POST checkout/sessions': ({ fields }) => this.createCheckout(fields),
    'GET checkout/sessions': this.listObjects,
    'POST checkout/sessions/:id/expire': ({ kind, id }) => this.expireCheckout(this.get(kind, id)),
    'GET subscriptions': this.listObjects,
    'GET subscriptions/:id': this.getObject,
    'POST subscriptions/:id': ({ kind, id, fields }) => this.updateSubscription(this.get(kind, id), fields),
    'DELETE subscriptions/:id': ({ kind, id }) => this.cancelSubscription(this.get(kind, id)),
    'POST subscription_schedules/:id/release': ({ kind, id }) => this.releaseSchedule(this.get(kind, id)),
    'GET disputes/:id': ({ kind, id, fields }) => {
      const dispute = this.get(kind, id);
      const { charge } = dispute;
      const isShort = isFields(charge) && !valuesOf(fields.expand).includes('charge');
      return isShort ? { ...dispute, charge: charge.id } : dispute;
    },
    'GET invoices': this.listObjects,
    'POST invoices': ({ kind, fields }) => {
      this.alive('customers', fields.customer);
      return this.put(kind, { id: this.newId('in'), object: 'invoice', status: 'draft', ...fields });
    },
    'GET invoiceitems': this.listObjects,
    'POST invoiceitems': ({ kind, fields }) => this.addItem(kind, fields),
  };

  private addItem(kind: string, fields: Fields): Fields {
    this.alive('customers', fields.customer);
    if (fields.invoice !== undefined) {
      const invoice = this.get('invoices', fields.invoice);
      if (invoice.customer !== fields.customer) throw new Refusal(400, 'The invoice is of another customer');
      if (invoice.status !== 'draft') throw new Refusal(400, 'The invoice is no longer editable');
    }
    return this.put(kind, { ...fields, id: this.newId('ii'), object: 'invoiceitem', amount: Number(fields.amount) });
  }

  private deleteCustomer(customer: Fields): Fields {
    for (const one of this.objects('subscriptions'))
      if (one.customer === customer.id && one.status !== 'canceled') this.cancelSubscription(one);
    for (const name of Object.keys(customer)) if (name !== 'id' && name !== 'object') delete customer[name];
    return Object.assign(customer, { deleted: true });
  }

  private createPrice({ transfer_lookup_key, ...fields }: Fields): Fields {
    const holder = this.objects('prices').find(({ lookup_key }) => lookup_key === fields.lookup_key);
    if (holder && transfer_lookup_key !== 'true') throw new Refusal(400, 'A price already uses this lookup key');
    if (holder) holder.lookup_key = null;
    const amount = fields.unit_amount_decimal ?? fields.unit_amount;
    return this.put('prices', {
      object: 'price',
      active: true,
      ...fields,
      id: this.newId('price'),
      unit_amount: fields.unit_amount === undefined ? null : Number(fields.unit_amount),
      unit_amount_decimal: String(amount),
    });
  }

  private createCheckout(fields: Fields): Fields {
    this.alive('customers', fields.customer);
    for (const line of valuesOf(fields.line_items)) if (isFields(line)) this.get('prices', line.price);
    const id = this.newId('cs');
    return this.put('checkout/sessions', {
      ...fields,
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stub/${id}`,
      expires_at: this.unixNow() + 86_400,
    });
  }

  private expireCheckout(session: Fields): Fields {
    if (session.status !== 'open')
      throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired');
    return Object.assign(session, { status: 'expired', url: null });
  }

  private cancelSubscription(subscription: Fields): Fields {
    if (subscription.status === 'canceled') throw new Refusal(404, 'No such subscription', 'resource_missing');
    return Object.assign(subscription, { status: 'canceled', ended_at: this.unixNow() });
  }

  /** The subscription goes on without its schedule, and without the end that the schedule set. */
  private releaseSchedule(schedule: Fields): Fields {
    for (const one of this.objects('subscriptions'))
      if (one.schedule === schedule.id) Object.assign(one, { schedule: null, cancel_at: null });
    return Object.assign(schedule, { status: 'released' });
  }

  private updateSubscription(subscription: Fields, fields: Fields): Fields {
    const given = valuesOf(fields.items).filter(isFields);
    const waits = fields.payment_behavior === 'pending_if_incomplete';
    const changesEnd = 'cancel_at_period_end' in fields || 'cancel_at' in fields;
    if (subscription.status === 'canceled')
      throw new Refusal(400, 'A canceled subscription can only update its cancellation_details and metadata.');
    if (waits && ('metadata' in fields || changesEnd)) {
      throw new Refusal(400, 'Not together with payment_behavior=pending_if_incomplete');
    }
    if (changesEnd && subscription.schedule)
      throw new Refusal(400, 'The subscription is managed by a schedule: its end cannot be updated directly');
    const swapped = given.map((change) => {
      const item = itemsOf(subscription).find(({ id }) => id === change.id);
      if (!item) throw new Refusal(400, 'No such subscription item');
      return { item, price: this.get('prices', change.price) };
    });
    if (waits && this.declinesPayments) {
      subscription.pending_update = { subscription_items: swapped.map(({ item, price }) => ({ ...item, price })) };
      return subscription;
    }
    for (const { item, price } of swapped) item.price = price;
    if (fields.cancel_at_period_end !== undefined)
      subscription.cancel_at_period_end = fields.cancel_at_period_end === 'true';
    if (fields.cancel_at_period_end === 'true') subscription.cancel_at = itemsOf(subscription)[0]?.current_period_end;
    if (fields.cancel_at !== undefined)
      subscription.cancel_at = fields.cancel_at === '' ? null : Number(fields.cancel_at);
    if (isFields(fields.metadata)) {
      const before = isFields(subscription.metadata) ? subscription.metadata : {};
      subscription.metadata = Object.fromEntries(
        Object.entries({ ...before, ...fields.metadata }).filter(([, value]) => value !== ''),
      );
    }
    return subscription;
  }

  private meterEvent(fields: Fields): Fields {
    const payload = isFields(fields.payload) ? fields.payload : {};
    const [identifier, value, timestamp] = [String(fields.identifier), String(payload.value), Number(fields.timestamp)];
    if (timestamp < this.unixNow() - 35 * 86_400 || timestamp > this.unixNow() + 300)
      throw new Refusal(400, 'The timestamp is out of range');
    if (this.events.some((event) => event.identifier === identifier))
      throw new Refusal(400, `An event already exists with identifier ${identifier}.`);
    this.events.push({ identifier, customer: String(payload.stripe_customer_id), value: Number(value), timestamp });
    return { object: 'billing.meter_event', livemode: false, created: this.unixNow(), ...fields };
  }

  private summaries({ customer, start_time, end_time }: Fields): Fields {
    const [from, to] = [Number(start_time), Number(end_time)];
    if (from % 60 !== 0 || to % 60 !== 0) throw new Refusal(400, 'Times must be aligned with minutes');
    const value = this.events
      .filter((event) => event.customer === customer && event.timestamp >= from && event.timestamp < to)
      .reduce((sum, event) => sum + event.value, 0);
    return list([{ id: this.newId('mtrusg'), object: 'billing.meter_event_summary', aggregated_value: value }]);
  }

  protected unixNow(): number {
    return this.now?.() ?? Math.floor(Date.now() / 1000);
  }

  protected newId(prefix: string): string {
    this.counter += 1;
    return `${prefix}_stub${this.counter}`;
  }

  private kindOf(kind: string): Map<string, Fields> {
    const found = this.store.get(kind) ?? new Map<string, Fields>();
    this.store.set(kind, found);
    return found;
  }

  private alive(kind: string, id: unknown): Fields {
    const found = this.get(kind, id);
    if (found.deleted) throw new Refusal(404, `No such ${kind}: '${String(id)}'`, 'resource_missing');
    return found;
  }

  private get(kind: string, id: unknown): Fields {
    const found = this.kindOf(kind).get(String(id));
    if (!found) throw new Refusal(404, `No such ${kind}: '${String(id)}'`, 'resource_missing');
    return found;
  }
}

function itemsOf(subscription: Fields): Fields[] {
  return isFields(subscription.items) ? valuesOf(subscription.items.data).filter(isFields) : [];
}

/** Without a status, Stripe lists every subscription that is not cancelled, and everything else whatever its status. */
function isListed(kind: string, { customer, status, active, lookup_keys }: Fields): (one: Fields) => boolean {
  const shows = (given: unknown) => {
    if (status === undefined) return kind !== 'subscriptions' || given !== 'canceled';
    return status === 'all' || status === given;
  };
  return (one) =>
    (customer === undefined || one.customer === customer) &&
    (active === undefined || String(one.active ?? true) === active) &&
    (lookup_keys === undefined || valuesOf(lookup_keys).includes(one.lookup_key)) &&
    shows(one.status);
}

/** A page of a list, the newest first. */
function page(oldestFirst: readonly Fields[], { limit = '10', starting_after }: Fields): Fields {
  const all = oldestFirst.toReversed();
  const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
  const data = all.slice(from, from + Number(limit));
  return { ...list(data), has_more: from + data.length < all.length };
}

function list(data: Fields[]): Fields {
  return { object: 'list', has_more: false, url: '/v1', data };
}

/** The events of a webhook endpoint as the list that Stripe shows. */
function listed({ enabled_events }: Fields): Fields {
  return enabled_events === undefined ? {} : { enabled_events: valuesOf(enabled_events) };
}

/** Unix seconds some calendar months later, clamped to the month's end. */
function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}

// A server that speaks Stripe's protocol at the socket: keeps customers, subscriptions and meter events, every request on
// record, faults on demand. It refuses what Stripe would refuse, and computes no money.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { faultOfStripeRequest } from './stripe-contract.js';

type Fields = Record<string, unknown>;

export interface StripeRequest {
  readonly method: string;
  /** Without the version prefix, e.g. `/customers`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Form fields, nested as their brackets say; the query's where it is no POST. */
  readonly fields: Fields;
}

/** `down`: the connection ends before anything is done. `lost`: it ends after the work, before the answer. */
export type StripeFault = 'down' | 'lost' | { readonly status: number };

export interface StripeStub {
  readonly url: string;
  readonly requests: StripeRequest[];
  /** Asked for every request; what it returns is played. */
  fault: ((request: StripeRequest) => StripeFault | null) | null;
  /** Asked for every request; its answer waits for the promise. */
  hold: ((request: StripeRequest) => Promise<void> | null) | null;
  /** Further upgrades wait for a payment. */
  declinesPayments: boolean;
  /** Unix seconds of the stub's clock, where it is not the real one. */
  now: (() => number) | null;
  readonly meterEvents: readonly { identifier: string; customer: string; value: number; timestamp: number }[];
  objects(kind: string): Fields[];
  put(kind: string, object: Fields): Fields;
  /** Pays an open checkout. @returns the subscription */
  pay(checkoutUrl: string): Fields;
  /** Lets a month pass for a subscription: its period began a month earlier and has ended now, as has a cancelled one. */
  turn(subscriptionId: string): void;
  /** A signed event about an object. */
  event(type: string, object: Fields, options?: EventOptions): SignedEvent;
  close(): Promise<void>;
}

export interface EventOptions {
  readonly id?: string;
  readonly livemode?: boolean;
  readonly secret?: string;
  /** Unix seconds of the signature. */
  readonly signedAt?: number;
}

export interface SignedEvent {
  readonly payload: string;
  readonly signature: string;
}

export const STUB_WEBHOOK_SECRET = 'whsec_of_the_stub';
const API_VERSION = '2026-10-28.endive';

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

export async function startStripeStub(): Promise<StripeStub> {
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  const store = new Map<string, Map<string, Fields>>();
  const replies = new Map<string, { asked: string; status: number; answer: string }>();
  const meterEvents: { identifier: string; customer: string; value: number; timestamp: number }[] = [];
  let counter = 0;

  const stub: StripeStub = {
    url: '',
    requests: [],
    fault: null,
    hold: null,
    declinesPayments: false,
    now: null,
    meterEvents,
    objects: (kind) => [...kindOf(kind).values()],
    put: (kind, object) => {
      kindOf(kind).set(String(object.id), object);
      return object;
    },
    pay,
    turn,
    event,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  const now = () => stub.now?.() ?? Math.floor(Date.now() / 1000);
  const newId = (prefix: string) => {
    counter += 1;
    return `${prefix}_stub${counter}`;
  };

  function kindOf(kind: string): Map<string, Fields> {
    const found = store.get(kind) ?? new Map<string, Fields>();
    store.set(kind, found);
    return found;
  }

  function get(kind: string, id: unknown): Fields {
    const found = kindOf(kind).get(String(id));
    if (!found) throw new Refusal(404, `No such ${kind}: '${String(id)}'`, 'resource_missing');
    return found;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://stub');
    const seen: StripeRequest = {
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/v1/, ''),
      headers: request.headers,
      fields: nested(new URLSearchParams(request.method === 'POST' ? text : url.search)),
    };
    stub.requests.push(seen);
    await stub.hold?.(seen);
    const fault = stub.fault?.(seen) ?? null;
    if (fault === 'down') return void request.socket.destroy();
    if (fault !== null && fault !== 'lost')
      return send(response, fault.status, refusal('Something is wrong on the stub’s end'));
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' && seen.method === 'POST' ? replies.get(key) : undefined;
    const asked = `${seen.path} ${text}`;
    if (known && known.asked !== asked) {
      return send(response, 400, refusal('Keys for idempotent requests can only be used with the same parameters'));
    }
    const { status, answer } = known ?? answerTo(seen);
    if (typeof key === 'string' && seen.method === 'POST') replies.set(key, { asked, status, answer });
    if (fault === 'lost') return void request.socket.destroy();
    send(response, status, answer);
  }

  function answerTo(request: StripeRequest): { status: number; answer: string } {
    try {
      if (!/^Bearer sk_(test|live)_/.test(request.headers.authorization ?? '')) throw new Refusal(401, 'No API key');
      if (request.headers['stripe-version'] !== API_VERSION) throw new Refusal(400, 'Another API version was expected');
      return { status: 200, answer: JSON.stringify(route(request)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, answer: refusal(error.message, error.code) };
    }
  }

  function route({ method, path, fields }: StripeRequest): Fields {
    const parts = path.slice(1).split('/');
    const kind = parts.splice(0, /^\/(billing|billing_portal|checkout)\//.test(path) ? 2 : 1).join('/');
    const [id, action] = parts;
    const verb = `${method} ${kind}${id === undefined ? '' : '/:id'}${action === undefined ? '' : `/${action}`}`;
    const fault = faultOfStripeRequest(verb, fields);
    if (fault !== null) throw new Refusal(400, fault, 'parameter_invalid');
    switch (verb) {
      case 'POST customers':
        return stub.put(kind, { id: newId('cus'), object: 'customer', livemode: false, ...fields });
      case 'GET customers/:id': {
        const customer = get(kind, id);
        return customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer;
      }
      case 'POST products':
        return stub.put(kind, { object: 'product', active: true, ...fields });
      case 'GET products/:id':
      case 'GET subscriptions/:id':
      case 'GET disputes/:id':
        return get(kind, id);
      case 'POST products/:id':
      case 'POST webhook_endpoints/:id':
        return Object.assign(
          get(kind, id),
          fields,
          listed(fields),
          'active' in fields && { active: fields.active === 'true' },
        );
      case 'POST prices':
        return createPrice(fields);
      case 'GET prices':
        return list(stub.objects(kind).filter((price) => valuesOf(fields.lookup_keys).includes(price.lookup_key)));
      case 'POST billing/meters':
        return stub.put(kind, { id: newId('mtr'), object: 'billing.meter', status: 'active', ...fields });
      case 'GET billing/meters':
      case 'GET billing_portal/configurations':
      case 'GET webhook_endpoints':
        return list(stub.objects(kind));
      case 'GET billing/meters/:id/event_summaries':
        return summaries(fields);
      case 'POST billing/meter_events':
        return meterEvent(fields);
      case 'POST billing_portal/configurations':
        return stub.put(kind, { id: newId('bpc'), object: 'billing_portal.configuration', active: true, ...fields });
      case 'POST billing_portal/sessions':
        get('customers', fields.customer);
        return {
          id: newId('bps'),
          object: 'billing_portal.session',
          url: `https://portal.stub/${String(fields.customer)}`,
        };
      case 'POST webhook_endpoints':
        return stub.put(kind, {
          id: newId('we'),
          object: 'webhook_endpoint',
          status: 'enabled',
          ...fields,
          ...listed(fields),
          secret: STUB_WEBHOOK_SECRET,
        });
      case 'POST checkout/sessions':
        return createCheckout(fields);
      case 'GET checkout/sessions':
        return list(
          stub
            .objects(kind)
            .filter(({ customer, status }) => customer === fields.customer && status === (fields.status ?? status)),
        );
      case 'POST checkout/sessions/:id/expire': {
        const session = get(kind, id);
        if (session.status !== 'open')
          throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired');
        return Object.assign(session, { status: 'expired', url: null });
      }
      case 'GET subscriptions':
        return list(
          stub
            .objects(kind)
            .filter(({ customer }) => customer === fields.customer)
            .reverse(),
        );
      case 'POST subscriptions/:id':
        return updateSubscription(get(kind, id), fields);
      case 'DELETE subscriptions/:id': {
        const subscription = get(kind, id);
        if (subscription.status === 'canceled') throw new Refusal(404, 'No such subscription', 'resource_missing');
        return Object.assign(subscription, { status: 'canceled', ended_at: now() });
      }
      default:
        throw new Refusal(404, `Unrecognized request URL (${method}: ${path})`);
    }
  }

  function createPrice({ transfer_lookup_key, ...fields }: Fields): Fields {
    const holder = stub.objects('prices').find(({ lookup_key }) => lookup_key === fields.lookup_key);
    if (holder && transfer_lookup_key !== 'true') throw new Refusal(400, 'A price already uses this lookup key');
    if (holder) holder.lookup_key = null;
    const amount = fields.unit_amount_decimal ?? fields.unit_amount;
    return stub.put('prices', {
      object: 'price',
      active: true,
      ...fields,
      id: newId('price'),
      unit_amount: fields.unit_amount === undefined ? null : Number(fields.unit_amount),
      unit_amount_decimal: String(amount),
    });
  }

  function createCheckout(fields: Fields): Fields {
    get('customers', fields.customer);
    for (const line of valuesOf(fields.line_items)) if (isFields(line)) get('prices', line.price);
    const id = newId('cs');
    return stub.put('checkout/sessions', {
      ...fields,
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stub/${id}`,
      expires_at: now() + 86_400,
    });
  }

  function pay(checkoutUrl: string): Fields {
    const session = stub.objects('checkout/sessions').find(({ url }) => url === checkoutUrl);
    if (session?.status !== 'open') throw new Error('There is no such open checkout');
    Object.assign(session, { status: 'complete' });
    const prices = valuesOf(session.line_items).flatMap((line) => (isFields(line) ? [get('prices', line.price)] : []));
    const data = isFields(session.subscription_data) ? session.subscription_data : {};
    const start = now();
    return stub.put('subscriptions', {
      id: newId('sub'),
      object: 'subscription',
      customer: session.customer,
      status: 'active',
      billing_cycle_anchor: start,
      cancel_at_period_end: false,
      pending_update: null,
      metadata: data.metadata ?? {},
      items: {
        object: 'list',
        has_more: false,
        data: prices.map((price) => ({
          id: newId('si'),
          object: 'subscription_item',
          price,
          current_period_start: start,
          current_period_end: addMonths(start, 1),
        })),
      },
    });
  }

  function itemsOf(subscription: Fields): Fields[] {
    return isFields(subscription.items) ? valuesOf(subscription.items.data).filter(isFields) : [];
  }

  function turn(subscriptionId: string): void {
    const subscription = get('subscriptions', subscriptionId);
    subscription.billing_cycle_anchor = addMonths(Number(subscription.billing_cycle_anchor), -1);
    const metadata = isFields(subscription.metadata) ? subscription.metadata : {};
    if (metadata.next_plan_from) metadata.next_plan_from = String(addMonths(Number(metadata.next_plan_from), -1));
    // What began a month later is, with everything a month earlier, the period that is running now.
    if (subscription.cancel_at_period_end === true)
      Object.assign(subscription, { status: 'canceled', ended_at: now() });
  }

  function updateSubscription(subscription: Fields, fields: Fields): Fields {
    const given = valuesOf(fields.items).filter(isFields);
    const waits = fields.payment_behavior === 'pending_if_incomplete';
    if (waits && ('metadata' in fields || 'cancel_at_period_end' in fields)) {
      throw new Refusal(400, 'Not together with payment_behavior=pending_if_incomplete');
    }
    const swapped = given.map((change) => {
      const item = itemsOf(subscription).find(({ id }) => id === change.id);
      if (!item) throw new Refusal(400, 'No such subscription item');
      return { item, price: get('prices', change.price) };
    });
    if (waits && stub.declinesPayments) {
      subscription.pending_update = { subscription_items: swapped.map(({ item, price }) => ({ ...item, price })) };
      return subscription;
    }
    for (const { item, price } of swapped) item.price = price;
    if (fields.cancel_at_period_end !== undefined)
      subscription.cancel_at_period_end = fields.cancel_at_period_end === 'true';
    if (isFields(fields.metadata)) {
      const before = isFields(subscription.metadata) ? subscription.metadata : {};
      subscription.metadata = Object.fromEntries(
        Object.entries({ ...before, ...fields.metadata }).filter(([, value]) => value !== ''),
      );
    }
    return subscription;
  }

  function meterEvent(fields: Fields): Fields {
    const payload = isFields(fields.payload) ? fields.payload : {};
    const [identifier, value, timestamp] = [String(fields.identifier), String(payload.value), Number(fields.timestamp)];
    if (timestamp < now() - 35 * 86_400 || timestamp > now() + 300)
      throw new Refusal(400, 'The timestamp is out of range');
    if (meterEvents.some((event) => event.identifier === identifier))
      throw new Refusal(400, `An event already exists with identifier ${identifier}.`);
    meterEvents.push({ identifier, customer: String(payload.stripe_customer_id), value: Number(value), timestamp });
    return { object: 'billing.meter_event', livemode: false, created: now(), ...fields };
  }

  function summaries({ customer, start_time, end_time }: Fields): Fields {
    const [from, to] = [Number(start_time), Number(end_time)];
    if (from % 60 !== 0 || to % 60 !== 0) throw new Refusal(400, 'Times must be aligned with minutes');
    const value = meterEvents
      .filter((event) => event.customer === customer && event.timestamp >= from && event.timestamp < to)
      .reduce((sum, event) => sum + event.value, 0);
    return list([{ id: newId('mtrusg'), object: 'billing.meter_event_summary', aggregated_value: value }]);
  }

  function event(type: string, object: Fields, options: EventOptions = {}): SignedEvent {
    const payload = JSON.stringify({
      id: options.id ?? newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: now(),
      livemode: options.livemode ?? false,
      type,
      data: { object },
    });
    const signature = new Stripe('sk_test_stub').webhooks.generateTestHeaderString({
      payload,
      secret: options.secret ?? STUB_WEBHOOK_SECRET,
      timestamp: options.signedAt ?? Math.floor(Date.now() / 1000),
    });
    return { payload, signature };
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(stub, { url: `http://127.0.0.1:${port}` });
}

/** The four prices, the meter and the products that the set-up makes. */
export function stockStripe(stub: StripeStub): void {
  for (const [plan, month, overage] of [
    ['starter', 4900, '0.05'],
    ['growth', 19_900, '0.04'],
  ] as const) {
    const product = `call_analysis_${plan}`;
    stub.put('products', { id: product, object: 'product' });
    const base = { object: 'price', active: true, product, currency: 'usd' };
    stub.put('prices', {
      ...base,
      id: `price_${plan}`,
      lookup_key: `${product}_monthly`,
      unit_amount: month,
      recurring: { interval: 'month', usage_type: 'licensed' },
    });
    stub.put('prices', {
      ...base,
      id: `price_${plan}_overage`,
      lookup_key: `${product}_overage`,
      unit_amount_decimal: overage,
      recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_1' },
    });
  }
  stub.put('billing/meters', {
    id: 'mtr_1',
    object: 'billing.meter',
    status: 'active',
    event_name: 'call_analysis_overage',
  });
}

function list(data: Fields[]): Fields {
  return { object: 'list', has_more: false, url: '/v1', data };
}

function refusal(message: string, code?: string): string {
  return JSON.stringify({ error: { type: 'invalid_request_error', message, ...(code && { code }) } });
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_stub',
    'stripe-should-retry': 'false',
  });
  response.end(body);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, also where it came as `name[0]`, `name[1]`. */
function valuesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isFields(value) ? Object.values(value) : [];
}

/** The events of a webhook endpoint as the list that Stripe shows. */
function listed({ enabled_events }: Fields): Fields {
  return enabled_events === undefined ? {} : { enabled_events: valuesOf(enabled_events) };
}

/** `a[b][0]=c` becomes `{a: {b: {0: 'c'}}}`. */
function nested(pairs: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of pairs) {
    const way = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = way.pop() ?? name;
    let at = root;
    for (const part of way) {
      const next = at[part];
      const inner = isFields(next) ? next : {};
      at[part] = inner;
      at = inner;
    }
    // `expand[]=x&expand[]=y`: no index was given.
    at[name.endsWith('[]') ? `${last}:${Object.keys(at).length}` : last] = value;
  }
  return root;
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

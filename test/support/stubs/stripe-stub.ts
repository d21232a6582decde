// A server that speaks Stripe's protocol: it keeps objects, records every request, and fails on demand.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type Fields, nestedFields } from './stripe-form.js';
import { Refusal, StripeObjects, type StripeRequest } from './stripe-objects.js';

/** `down`: the connection ends before the request has an effect. `lost`: it ends after the effect, before the answer. */
export type StripeFault = 'down' | 'lost' | FailedRequest | SpoiltAnswer;

export interface FailedRequest {
  readonly status: number;
  /** The parameter that the provider refuses. */
  readonly param?: string;
}

/** The request has its effect, and its answer arrives with status 200 as another text. */
export interface SpoiltAnswer {
  spoil(answer: string): string;
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

interface Answer {
  readonly status: number;
  readonly body: string;
}

export const STUB_WEBHOOK_SECRET = 'whsec_of_the_stub';
const API_VERSION = '2026-10-28.endive';

export class StripeStub extends StripeObjects {
  readonly requests: StripeRequest[] = [];
  /** Called for every request; the fault that it returns happens. */
  fault: ((request: StripeRequest) => StripeFault | null) | null = null;
  /** Called for every request; the answer waits for the promise that it returns. */
  hold: ((request: StripeRequest) => Promise<void> | null) | null = null;
  private readonly answersByKey = new Map<string, Answer & { readonly parameters: string }>();

  constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    super(STUB_WEBHOOK_SECRET);
    server.on('request', (request, response) => void this.handle(request, response));
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.server.closeAllConnections();
      this.server.close(() => done());
    });
  }

  /** As Stripe does after a day. */
  forgetIdempotencyKeys(): void {
    this.answersByKey.clear();
  }

  /** A signed event about an object. */
  event(type: string, object: Fields, options: EventOptions = {}): SignedEvent {
    const payload = JSON.stringify({
      id: options.id ?? this.newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.unixNow(),
      livemode: options.livemode ?? false,
      type,
      data: { object },
    });
    return { payload, signature: this.sign(payload, options) };
  }

  /** The signature header of a body. */
  sign(payload: string, { secret, signedAt }: EventOptions = {}): string {
    return new Stripe('sk_test_stub').webhooks.generateTestHeaderString({
      payload,
      secret: secret ?? STUB_WEBHOOK_SECRET,
      timestamp: signedAt ?? Math.floor(Date.now() / 1000),
    });
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://stub');
    const seen: StripeRequest = {
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/v1/, ''),
      headers: request.headers,
      fields: nestedFields(new URLSearchParams(request.method === 'POST' ? text : url.search)),
    };
    this.requests.push(seen);
    await this.hold?.(seen);
    const fault = this.fault?.(seen) ?? null;
    if (fault === 'down') return void request.socket.destroy();
    if (fault !== null && typeof fault === 'object' && 'status' in fault)
      return send(response, fault.status, refusal('Something is wrong on the stub’s end', undefined, fault.param));
    const key = seen.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : '';
    const parameters = `${seen.path} ${text}`;
    const earlier = this.answersByKey.get(key);
    if (earlier && earlier.parameters !== parameters) {
      return send(response, 400, refusal('Keys for idempotent requests can only be used with the same parameters'));
    }
    const { status, body } = earlier ?? this.answerTo(seen);
    if (key !== '') this.answersByKey.set(key, { parameters, status, body });
    if (fault === 'lost') return void request.socket.destroy();
    const spoils = fault !== null && typeof fault === 'object' && status === 200;
    send(response, status, spoils ? fault.spoil(body) : body);
  }

  private answerTo(request: StripeRequest): Answer {
    try {
      if (!/^Bearer sk_(test|live)_/.test(request.headers.authorization ?? '')) throw new Refusal(401, 'No API key');
      if (request.headers['stripe-version'] !== API_VERSION) throw new Refusal(400, 'Another API version was expected');
      return { status: 200, body: JSON.stringify(this.answer(request)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: refusal(error.message, error.code) };
    }
  }
}

export async function startStripeStub(): Promise<StripeStub> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return new StripeStub(server, `http://127.0.0.1:${port}`);
}

/** Puts there what the set-up creates: the four prices, the meter and the products. */
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

function refusal(message: string, code?: string, param?: string): string {
  return JSON.stringify({ error: { type: 'invalid_request_error', message, code, param } });
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_stub',
    'stripe-should-retry': 'false',
  });
  response.end(body);
}

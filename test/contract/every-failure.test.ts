// Every route of the OpenAPI document in a failing environment: the rate limit is used up, a server is down, or the first request
// with an Idempotency-Key still runs.
import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import {
  type Account,
  openPool,
  startTestService,
  type TestService,
  uploadOf,
} from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { contractFetch, document, type Route } from '../support/clients/responses.js';
import { isWithoutBody, takesBytes, tusHeaders } from '../support/clients/tus-requests.js';
import { startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.js';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub, stockStripe } from '../support/stubs/stripe-stub.js';

let proxy: TcpProxy;
let database: FreshDatabase;
let db: pg.Pool;
let stripe: StripeStub;
let service: TestService;
let account: Account;
let refreshToken: string;
let recordingLink: string;
let reportLink: string;
let exportLink: string;

beforeAll(async () => {
  database = await freshDatabase();
  const proxied = new URL(database.url);
  proxy = await startTcpProxy(Number(proxied.port));
  proxied.port = String(proxy.port);
  db = openPool(database.url);
  stripe = await startStripeStub();
  stockStripe(stripe);
  service = await startTestService({
    PROCESS: 'api',
    ...database.settings,
    DATABASE_URL: proxied.href,
    STRIPE_SECRET_KEY: 'sk_test_stub',
    STRIPE_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  });
  account = await service.openAccount();
  const { email, password } = account;
  ({ refresh_token: refreshToken } = await checkedPaths(service.baseUrl).post('/auth/login', {
    body: { email, password },
  }));
  const body = uploadOf(recordedCall());
  const api = checkedPaths(service.baseUrl, account.liveKey);
  const { id, audio } = await api.post('/analysis', { body });
  recordingLink = String(audio.url);
  await db.query("UPDATE analysis SET status = 'completed', settled_at = now() WHERE id = $1", [id]);
  reportLink = (await api.post('/analysis/{id}/report-link', { path: { id } })).url;
  const { id: exportId } = await api.post('/exports', { body: { of: 'analyses', format: 'csv' } });
  await db.query(
    `UPDATE export SET status = 'completed', settled_at = now(), storage_key = 'exports/' || id, expires_at = now() + interval '1 day'
     WHERE id = $1`,
    [exportId],
  );
  exportLink = String((await api.get('/exports/{id}', { path: { id: exportId } })).url);
});
afterAll(async () => {
  await service?.stop();
  await proxy?.close();
  await db?.end();
  await stripe?.close();
  await database?.drop();
});

const named = (route: Route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const;
const every = (wanted: (route: Route) => boolean) => document.operations.filter(wanted).map(named);
const has = (status: string) => (route: Route) => status in route.operation.responses;
/** Those of uploads have a 409 of their own. */
const takesIdempotencyKey = (route: Route) => route.method === 'post' && has('409')(route);
const isRecording = ({ operation }: Route) => operation.operationId === 'openRecordingLink';
const isReportLink = ({ operation }: Route) => operation.operationId === 'openReportLink';
const isExportLink = ({ operation }: Route) => operation.operationId === 'openExportLink';
const isPaymentEvent = ({ operation }: Route) => operation.operationId === 'receivePaymentEvent';

/** A body with which a route that needs no credentials passes validation. */
function bodyOf({ operation }: Route): object {
  const { email, password } = account;
  switch (operation.operationId) {
    case 'registerAccount':
      return { email: `${randomUUID()}@example.com`, password };
    case 'verifyEmail':
      return { token: 'unknown' };
    case 'refreshToken':
      return { refresh_token: refreshToken };
    case 'openReviewSession':
      return { token: 'unknown' };
    case 'confirmPasswordReset':
      return { token: 'unknown', new_password: password };
    case 'createToken':
      return { grant_type: 'password', username: email, password };
    default:
      return { email, password };
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const bodyTypeOf = ({ operation }: Route) =>
  operation.requestBody?.content[FORM_TYPE] ? FORM_TYPE : 'application/json';

/** The body in the form that the route takes. */
const encoded = (route: Route, body: object) =>
  bodyTypeOf(route) === FORM_TYPE ? new URLSearchParams(Object.entries(body)).toString() : JSON.stringify(body);

/** With ids of nothing. The number of a revision is the one parameter that is no id. */
const addressOf = ({ path }: Route) => path.replace('{revision}', '1').replace(/\{\w+\}/g, () => randomUUID());

/** A function that sends a valid request to the route. A second call repeats the same request. */
function requestOf(route: Route): () => Promise<Response> {
  if (isRecording(route)) return () => contractFetch(recordingLink);
  if (isReportLink(route)) return () => contractFetch(reportLink);
  if (isExportLink(route)) return () => contractFetch(exportLink);
  const method = route.method.toUpperCase();
  const url = `${service.baseUrl}${addressOf(route)}`;
  if (isPaymentEvent(route)) {
    const { payload, signature } = stripe.event('customer.updated', { object: 'customer', id: 'cus_1' });
    return () => contractFetch(url, { method, headers: { 'stripe-signature': signature }, body: payload });
  }
  const headers = {
    ...(route.operation.security?.length && { authorization: `Bearer ${account.accessToken}` }),
    ...(method !== 'GET' && !takesBytes(route) && { 'content-type': bodyTypeOf(route) }),
    ...tusHeaders(route),
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
  };
  const body = method === 'GET' || takesBytes(route) ? null : encoded(route, bodyOf(route));
  return () => contractFetch(url, { method, headers, body });
}

describe('nothing being wrong', () => {
  it('the payment provider takes an order, tells of it, and opens its portal', async () => {
    const api = checkedPaths(service.baseUrl, account.accessToken);
    const { checkout_url } = await api.post('/billing/subscription', { body: { plan: 'starter' } });
    const { payload, signature } = stripe.event('customer.subscription.created', stripe.pay(String(checkout_url)));
    const received = await contractFetch(`${service.baseUrl}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    });
    await expect(received).toAnswer(200, { received: true });
    const portal = await api.get('/billing/customer-portal');
    expect(portal).toEqual({ object: 'customer_portal', url: expect.stringMatching(/^https:\/\/portal\.stub\/cus_/) });
  });
});

describe('a fault of our own', () => {
  beforeAll(async () => {
    await db.query('ALTER SCHEMA public RENAME TO elsewhere; CREATE SCHEMA public');
    const objects = join(service.dataDir, 'objects');
    await rename(objects, `${objects}-elsewhere`);
    await writeFile(objects, 'no folder');
  });
  afterAll(() => db.query('DROP SCHEMA public; ALTER SCHEMA elsewhere RENAME TO public'));

  it.each(every(has('500')))('%s: 500 that tells nothing of the inside', async (_, route) => {
    const response = await requestOf(route)();
    if (isWithoutBody(route)) await expect(response).toAnswer(500);
    else await expect(response).toAnswer(500, { detail: 'An unexpected error occurred' });
  });
});

describe('the database being away', () => {
  beforeAll(() => proxy.refuse());
  afterAll(() => proxy.serve());

  it.each(every((route) => has('503')(route) && !isRecording(route)))(
    '%s: 503 that says when to come again',
    async (_, route) => {
      const response = await requestOf(route)();
      await expect(response).toAnswer(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

const MIB = 1_048_576;

describe('a body that is too large', () => {
  const takesBody = (route: Route) =>
    route.operation.requestBody !== undefined && has('400')(route) && !takesBytes(route);
  it.each(every(takesBody))('%s: 400', async (_, route) => {
    const response = await contractFetch(`${service.baseUrl}${addressOf(route)}`, {
      method: route.method.toUpperCase(),
      headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': bodyTypeOf(route) },
      body: encoded(route, { padding: 'x'.repeat(route.path === '/batches' ? 4 * MIB : MIB) }),
    });
    await expect(response).toAnswer(400, { detail: 'Request body is too large' });
  });
});

describe('a rate limit that is used up', () => {
  /** A minute, of any route: an upload sends many parts. */
  const MAX_BUDGET = 60;
  let limited: TestService;
  let liveKey: string;
  beforeAll(async () => {
    limited = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: '5', RATE_LIMIT_SUBMISSION: '5' });
    ({ liveKey } = await limited.openAccount());
  });
  afterAll(() => limited?.stop());

  it.each(every(has('429')))('%s: 429 that says when to come again', async (_, route) => {
    // A new minute may begin during the loop; then it uses up a second budget.
    let response: Response;
    let sent = 0;
    do {
      response = await contractFetch(`${limited.baseUrl}${addressOf(route)}`, {
        method: route.method.toUpperCase(),
        headers: { ...tusHeaders(route), ...(route.operation.security?.length && { 'x-api-key': liveKey }) },
      });
      sent += 1;
    } while (response.status !== 429 && sent <= 2 * MAX_BUDGET);
    await expect(response).toAnswer(429);
    const wait = response.headers.get('retry-after');
    if (!isWithoutBody(route))
      expect(await response.json()).toEqual({ detail: `Rate limit exceeded. Try again in ${wait} seconds.` });
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});

describe('an Idempotency-Key whose answer is gone', () => {
  // From its first request on, as if what it answered with had been deleted at once.
  beforeAll(() =>
    db.query(`
      CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.status := 200;
        NEW.body := '';
        NEW.forgotten := true;
        NEW.fingerprint := coalesce(NEW.fingerprint, '');
        RETURN NEW;
      END $$;
      CREATE TRIGGER forget BEFORE INSERT ON idempotency_key FOR EACH ROW EXECUTE FUNCTION forget()`),
  );
  afterAll(() => db.query('DROP FUNCTION forget CASCADE'));

  it.each(every(takesIdempotencyKey))('%s: 404, and nothing is done', async (_, route) => {
    const send = requestOf(route);
    await send();
    await expect(await send()).toAnswer(404, {
      detail:
        'The first request with this Idempotency-Key was carried out. What it answered with was deleted or is no longer kept.',
    });
  });
});

describe('an Idempotency-Key whose first request is still running', () => {
  const answers = new Map<Route, Response>();
  beforeAll(async () => {
    // The trigger keeps every first request running, as if another process renewed its lease again and again.
    await db.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN RETURN NULL; END IF;
        NEW.lease_until := now() + interval '1 hour';
        RETURN NEW;
      END $$;
      CREATE TRIGGER hold BEFORE INSERT OR UPDATE OR DELETE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION hold()`);
    // Each request waits half a minute, so all of them wait at the same time, by a clock that runs ten times as fast.
    const [startMs, now] = [Date.now(), Date.now];
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => startMs + 10 * (now() - startMs));
    await Promise.all(
      document.operations.filter(takesIdempotencyKey).map(async (route) => {
        const send = requestOf(route);
        await send();
        answers.set(route, await send());
      }),
    );
    clock.mockRestore();
  });

  it.each(every(takesIdempotencyKey))('%s: 409 after a wait', async (_, route) => {
    const response = answers.get(route);
    await expect(response).toAnswer(409, {
      detail: 'The first request with this Idempotency-Key is still running. Try again in a few seconds.',
    });
  });
});

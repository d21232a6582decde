// The process is killed around its answer to each POST that makes something. The retry repeats no effect. [smoke]
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { batchPosts } from '../support/clients/batch-posts.js';
import { exportPosts } from '../support/clients/export-posts.js';
import { memberPosts } from '../support/clients/member-posts.js';
import type { PostScenario } from '../support/clients/post-scenario.js';
import { redactionPosts } from '../support/clients/redaction-posts.js';
import { reviewPosts } from '../support/clients/review-posts.js';
import { apiSettings, scorecardPosts } from '../support/clients/scorecard-posts.js';
import { sourcePosts } from '../support/clients/source-posts.js';
import { webhookPosts } from '../support/clients/webhook-posts.js';
import { type Cut, startCuttingProxy } from '../support/processes/cutting-proxy.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub, stockStripe } from '../support/stubs/stripe-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

describe('a POST with an Idempotency-Key, whose process is killed around its answer', () => {
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let steady: ServiceProcess;
  let db: ReturnType<typeof openPool>;
  let stripe: StripeStub;
  let receiver: WebhookReceiver;
  let baseUrl: string;

  beforeAll(async () => {
    stripe = await startStripeStub();
    stockStripe(stripe);
    receiver = await startWebhookReceiver();
    environment = await serviceEnvironment({
      ...(await apiSettings()),
      STRIPE_SECRET_KEY: 'sk_test_stub',
      STRIPE_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.url,
    });
    db = openPool(environment.databaseUrl);
    steady = await startServiceProcess(environment.env);
    baseUrl = `${environment.rootUrl}/api/v1`;
  });
  afterAll(async () => {
    await steady?.kill();
    await db?.end();
    await environment?.dispose();
    await receiver?.close();
    await stripe?.close();
  });

  const postJson = async (url: string, body: object, credential?: string): Promise<Record<string, unknown>> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(credential && { authorization: `Bearer ${credential}` }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    await expect(response).toAnswer(201);
    return JSON.parse(text);
  };
  const open = () => openAccount(baseUrl, environment.dataDir);
  const number = async (statement: string, parameters: unknown[] = []) =>
    Number((await db.query<{ n: string }>(`SELECT (${statement}) AS n`, parameters)).rows[0]?.n);
  const accountIdOf = async (email: string) =>
    String((await db.query('SELECT id FROM account WHERE email = $1', [email])).rows[0].id);
  /** Stores a token as if its mail had been sent. */
  const storeMailedToken = async (accountId: string, kind: string, email: string) => {
    const token = randomUUID();
    await db.query(
      `INSERT INTO account_token (id, account_id, kind, token_hash, email, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
      [randomUUID(), accountId, kind, createHash('sha256').update(token).digest(), email],
    );
    return token;
  };
  const subscriber = async () => {
    const account = await open();
    const order = () =>
      fetch(`${baseUrl}/billing/subscription`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' },
        body: '{"plan":"starter"}',
      });
    const { checkout_url } = JSON.parse(await (await order()).text());
    const { id } = stripe.pay(checkout_url);
    // The next request finds the payment.
    await expect(await order()).toAnswer(400);
    return { account, subscriptionId: String(id) };
  };
  const callOf = async (liveKey: string, events: string[]) => {
    const body = {
      audio_url: 'http://127.0.0.1:8080/a.wav',
      agent_id: 'a',
      contact_id: 'c',
      webhook_url: receiver.url,
      webhook_events: events,
    };
    return String((await postJson(`${baseUrl}/analysis`, body, liveKey)).id);
  };

  const accountScenarios = async (tag: string): Promise<PostScenario[]> => {
    const unverified = { email: `${tag}@unverified.example`, password: 'correct horse battery' };
    await postJson(`${baseUrl}/auth/register`, unverified);
    const unverifiedId = await accountIdOf(unverified.email);
    const resetting = await open();
    const resettingId = await accountIdOf(resetting.email);
    const { accessToken } = await open();
    return [
      {
        route: '/auth/register',
        path: '/auth/register',
        body: { email: `${tag}@new.example`, password: 'correct horse battery' },
        status: 201,
        countEffects: () => number('SELECT count(*) FROM account WHERE email = $1', [`${tag}@new.example`]),
      },
      {
        route: '/auth/verify-email',
        path: '/auth/verify-email',
        body: { token: await storeMailedToken(unverifiedId, 'verify_email', unverified.email) },
        status: 200,
        countEffects: () =>
          number('SELECT count(*) FROM account WHERE id = $1 AND email_verified_at IS NOT NULL', [unverifiedId]),
      },
      {
        route: '/auth/password-reset/confirm',
        path: '/auth/password-reset/confirm',
        body: {
          token: await storeMailedToken(resettingId, 'reset_password', resetting.email),
          new_password: 'another good password',
        },
        status: 200,
        countEffects: () => number('SELECT token_epoch FROM account WHERE id = $1', [resettingId]),
      },
      {
        route: '/api-keys',
        path: '/api-keys',
        body: { name: tag },
        credential: accessToken,
        status: 201,
        countEffects: () => number('SELECT count(*) FROM api_key WHERE name = $1', [tag]),
      },
    ];
  };
  const webhookScenarios = async (tag: string) => {
    const { accessToken, email, liveKey } = await open();
    return webhookPosts(db, baseUrl, receiver, { accountId: await accountIdOf(email), accessToken, liveKey }, tag);
  };
  const analysisScenarios = async (tag: string): Promise<PostScenario[]> => {
    const { liveKey } = await open();
    const failed = async () => {
      const id = await callOf(liveKey, ['analysis.failed']);
      await db.query(
        "UPDATE analysis SET status = 'failed', settled_at = now(), error_message = 'x', storage_key = 'recordings/' || id WHERE id = $1",
        [id],
      );
      await db.query('DELETE FROM minutes_reservation WHERE analysis_id = $1', [id]);
      return id;
    };
    const failedCall = await failed();
    const startedAgain = await failed();
    const sentCall = await failed();
    const deliveryId = randomUUID();
    await db.query(
      `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status, attempt_count)
       SELECT $1, account_id, id, gen_random_uuid()::text, 'analysis.failed', $3, true, 'failed', 9 FROM analysis WHERE id = $2`,
      [deliveryId, sentCall, receiver.url],
    );
    return [
      {
        route: '/analysis',
        path: '/analysis',
        body: { audio_url: 'http://127.0.0.1:8080/a.wav', agent_id: tag, contact_id: 'c' },
        credential: liveKey,
        status: 201,
        countEffects: () => number('SELECT count(*) FROM analysis WHERE agent_id = $1', [tag]),
      },
      {
        route: '/analysis/from-url',
        path: '/analysis/from-url',
        body: { audio_url: 'http://127.0.0.1:8080/a.wav', agent_id: `${tag}-by-url`, contact_id: 'c' },
        credential: liveKey,
        status: 201,
        countEffects: () => number('SELECT count(*) FROM analysis WHERE agent_id = $1', [`${tag}-by-url`]),
      },
      {
        route: '/analysis/{id}/webhook',
        path: `/analysis/${failedCall}/webhook`,
        body: { webhook_url: receiver.url },
        credential: liveKey,
        status: 200,
        countEffects: () => number('SELECT count(*) FROM webhook_delivery WHERE analysis_id = $1', [failedCall]),
      },
      {
        route: '/analysis/{id}/retry',
        path: `/analysis/${startedAgain}/retry`,
        body: null,
        credential: liveKey,
        status: 200,
        // Each start moves the fence on.
        countEffects: () => number('SELECT fence FROM analysis WHERE id = $1', [startedAgain]),
      },
      {
        route: '/analysis/{id}/deliveries/{delivery_id}/redeliver',
        path: `/analysis/${sentCall}/deliveries/${deliveryId}/redeliver`,
        body: null,
        credential: liveKey,
        status: 200,
        countEffects: () =>
          number("SELECT count(*) FROM webhook_delivery WHERE id = $1 AND status = 'pending'", [deliveryId]),
      },
    ];
  };
  const linkScenario = async (): Promise<PostScenario> => {
    const { liveKey } = await open();
    const id = await callOf(liveKey, ['analysis.failed']);
    return {
      route: '/analysis/{id}/review-links',
      path: `/analysis/${id}/review-links`,
      body: { reviewer_id: 'mara', may: ['read'] },
      credential: liveKey,
      status: 201,
      countEffects: () => number('SELECT count(*) FROM review_link WHERE analysis_id = $1', [id]),
    };
  };
  const billingScenarios = async (): Promise<PostScenario[]> => {
    const ordering = await open();
    const orderingId = await accountIdOf(ordering.email);
    const upgrading = await subscriber();
    const leaving = await subscriber();
    const isCancelled = () =>
      stripe.requests.some(
        ({ method, path }) => method === 'DELETE' && path === `/subscriptions/${leaving.subscriptionId}`,
      );
    return [
      {
        route: '/billing/subscription',
        path: '/billing/subscription',
        body: { plan: 'growth' },
        credential: ordering.accessToken,
        status: 201,
        countEffects: async () =>
          stripe.objects('checkout/sessions').filter((session) => session.client_reference_id === orderingId).length,
      },
      {
        route: '/billing/subscription/update',
        path: '/billing/subscription/update',
        body: { plan: 'growth' },
        credential: upgrading.account.accessToken,
        status: 200,
        countEffects: () =>
          number("SELECT count(*) FROM subscription WHERE provider_subscription_id = $1 AND plan = 'growth'", [
            upgrading.subscriptionId,
          ]),
      },
      {
        route: '/billing/subscription/cancel',
        path: '/billing/subscription/cancel',
        body: { at_period_end: false },
        credential: leaving.account.accessToken,
        status: 200,
        // Stripe may get the request twice: cancelling a cancelled subscription changes nothing.
        countEffects: async () => (isCancelled() ? 1 : 0),
      },
    ];
  };
  const openOwner = async () => {
    const { email, accessToken: credential } = await open();
    return { accountId: await accountIdOf(email), credential };
  };
  const scenarios = async (): Promise<PostScenario[]> => {
    const tag = randomUUID();
    return [
      ...(await accountScenarios(tag)),
      ...(await webhookScenarios(tag)),
      ...(await analysisScenarios(tag)),
      await linkScenario(),
      ...(await billingScenarios()),
      ...(await scorecardPosts(db, openOwner, tag)),
      ...(await memberPosts(db, openOwner)),
      ...(await reviewPosts(db, openOwner)),
      ...(await redactionPosts(db, openOwner)),
      ...(await exportPosts(db, openOwner)),
      ...(await batchPosts(db, openOwner)),
      ...(await sourcePosts(db, baseUrl, openOwner)),
    ];
  };
  const send = (url: string, key: string, { path, body, headers, credential }: PostScenario) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'idempotency-key': key,
        ...headers,
        ...(credential && { authorization: `Bearer ${credential}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
  /** A process on a loaded machine answers 503, and has done nothing, where a connection to Postgres takes it over 5 s. */
  const sendUntilServed = async (url: string, key: string, scenario: PostScenario) => {
    for (;;) {
      const answer = await send(url, key, scenario);
      const text = await answer.text();
      if (answer.status !== 503) return { status: answer.status, text };
    }
  };
  /** They store their answer after the transaction of the effect: the client may get it although it was not stored. */
  const STORED_AFTERWARDS: ReadonlySet<string> = new Set([
    '/webhooks/test',
    '/webhooks/endpoints/{id}/test',
    '/analysis',
    '/analysis/from-url',
    '/analysis/{id}/webhook',
    '/analysis/{id}/retry',
    '/analysis/{id}/redact',
    '/uploads',
  ]);

  /** A test of a webhook whose answer was sent and not stored is sent again under the same id, signed again at its own time. */
  const lasting = (text: string) => {
    const { object, id } = JSON.parse(text === '' ? '{}' : text);
    return object === 'webhook_test' ? id : text;
  };

  it.each<[Cut]>([['before'], ['after']])('%s its answer is stored', async (cut) => {
    const wanted = (await scenarios()).map((scenario) => ({ scenario, key: randomUUID() }));
    const proxy = await startCuttingProxy(environment.databaseUrl, cut);
    const port = String(await freePort());
    const doomed = await startServiceProcess({
      ...environment.env,
      PORT: port,
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '56',
    });
    const first = new Map<string, { status: number; text: string }>();
    for (const { scenario, key } of wanted)
      void sendUntilServed(`http://127.0.0.1:${port}/api/v1`, key, scenario)
        .then((answer) => first.set(scenario.route, answer))
        .catch(() => undefined);
    await until(async () => proxy.held() + first.size >= wanted.length, `${wanted.length} requests at the cut`);
    await doomed.kill();
    proxy.close();
    const tooEarly = [...first].filter(([route]) => !STORED_AFTERWARDS.has(route));
    expect(tooEarly, 'answers that were sent before they were stored').toEqual([]);
    // Postgres rolls the killed process's transactions back. Then its claims on idempotency keys expire.
    await until(
      async () =>
        (await number(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'",
        )) === 0,
      'the end of open transactions',
    );
    await db.query("UPDATE idempotency_key SET lease_until = '-infinity' WHERE status IS NULL");

    for (const { scenario, key } of wanted) {
      const retry = await send(baseUrl, key, scenario);
      const text = await retry.text();
      await expect(retry, scenario.route).toAnswer(scenario.status);
      if (cut === 'after' && !STORED_AFTERWARDS.has(scenario.route))
        expect(retry.headers.get('idempotent-replayed'), scenario.route).toBe('true');
      const answered = first.get(scenario.route);
      if (answered) expect(lasting(text), `the first answer to ${scenario.route}, again`).toBe(lasting(answered.text));
      const again = await send(baseUrl, key, scenario);
      await expect(again, scenario.route).toAnswer(retry.status);
      expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toEqual('true');
      expect(await again.text()).toBe(text);
      expect([scenario.route, await scenario.countEffects()]).toEqual([scenario.route, 1]);
    }
  });

  it('is documented for every POST of the API', async () => {
    const document: { paths: Record<string, object> } = JSON.parse(await readFile('openapi.json', 'utf8'));
    const posts = Object.entries(document.paths).flatMap(([path, operations]) => ('post' in operations ? [path] : []));
    const page = await readFile('docs/idempotency.md', 'utf8');
    const documented = [...page.matchAll(/^\| `POST ([^`]+)`/gm)].map(([, path]) => path);
    expect(documented.toSorted()).toEqual(posts.toSorted());
    const killed = (await scenarios()).map(({ route }) => route);
    const makesNothing = posts.filter((path) => !killed.includes(path));
    expect(makesNothing.toSorted()).toEqual([
      '/analysis/{id}/report-link',
      '/auth/login',
      '/auth/logout',
      '/auth/oidc/backchannel-logout',
      '/auth/password-reset',
      '/auth/refresh',
      '/auth/token',
      '/auth/verify-email/resend',
      '/intake/twilio/{source_id}',
      // A repetition is refused: the caller is no owner any more.
      '/members/{id}/transfer',
      '/review/session',
      '/scorecards/{id}/revisions/{revision}/check',
      '/scorecards/{id}/revisions/{revision}/try',
      '/settings/sso/domains/{domain}/verify',
      '/settings/sso/test',
      '/sources/test',
      '/sources/{id}/test',
      '/webhooks/stripe',
    ]);
  });
});

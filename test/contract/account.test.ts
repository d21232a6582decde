// What the specification says about tokens, keys, billing and rate limits, tried over HTTP; each answer is checked
// against the OpenAPI document too.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, mailedToken, startTestService, type TestService } from '../support/apps/running-service.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';
import { inOneWindow } from '../support/processes/one-window.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

let receiver: WebhookReceiver;
let service: TestService;
let account: Account;
let ask: Ask;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

describe('tokens', () => {
  it('a log-in gives a token pair: bearer, 1800 seconds, and seven days to refresh [resources 28, endpoints 4, authentication 7 8, limits 9]', async () => {
    const { email, password } = account;
    const answer = await ask('/auth/login', { json: { email, password }, credential: null });
    await expect(answer).toAnswer(200, {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 1800,
    });
    const lifetime = (token: string) => {
      const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      return exp - iat;
    };
    expect([lifetime(answer.body.access_token), lifetime(answer.body.refresh_token)]).toEqual([1800, 7 * 24 * 3600]);
  });

  it('a log-in by form answers as documented', async () => {
    const grant = async (username: string, password: string) => {
      const body = new URLSearchParams({ grant_type: 'password', username, password });
      const response = await contractFetch(`${service.baseUrl}/auth/token`, { method: 'POST', body });
      return answerTo('POST /auth/token', { status: response.status, body: JSON.parse(await response.text()) });
    };
    const early = { email: 'early@example.com', password: 'long enough' };
    await ask('/auth/register', { json: early, credential: null });
    const answer = await grant(account.email, account.password);
    await expect(answer).toAnswer(200, expect.objectContaining({ token_type: 'bearer' }));
    await expect(await ask('/users/me', { credential: answer.body.access_token })).toAnswer(200);
    await expect(await grant(account.email, 'a guess')).toAnswer(401);
    await expect(await grant(early.email, early.password)).toAnswer(403);
  });

  it('a refresh token gives a new access token that works [endpoints 5, authentication 9 10]', async () => {
    const { email, password } = account;
    const pair = (await ask('/auth/login', { json: { email, password }, credential: null })).body;
    const { body } = await ask('/auth/refresh', { json: { refresh_token: pair.refresh_token }, credential: null });
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 1800 });
    await expect(await ask('/users/me', { credential: body.access_token })).toAnswer(200);
    // Tokens issued before stay valid until they expire.
    for (const earlier of [account.accessToken, pair.access_token])
      await expect(await ask('/users/me', { credential: earlier })).toAnswer(200);
  });

  it('a password that was forgotten is reset with the token of the mail [endpoints 30]', async () => {
    const { email, accessToken } = await service.openAccount();
    await ask('/auth/password-reset', { json: { email }, credential: null });
    const token = await mailedToken(service.dataDir, 'reset-password', email);
    const json = { token, new_password: 'another long password' };
    await expect(await ask('/auth/password-reset/confirm', { json, credential: null })).toAnswer(200);
    const login = { email, password: json.new_password };
    await expect(await ask('/auth/login', { json: login, credential: null })).toAnswer(200);
    await expect(await ask('/users/me', { credential: accessToken })).toAnswer(401);
  });

  it('every auth route answers as documented [errors 2]', async () => {
    const json = { email: 'nobody@example.com' };
    const answers = [
      await ask('/auth/register', { json: { email: 'new@example.com', password: 'long enough' }, credential: null }),
      await ask('/auth/register', { json: { email: 'new@example.com', password: 'long enough' }, credential: null }),
      await ask('/auth/login', { json: { email: 'new@example.com', password: 'long enough' }, credential: null }),
      await ask('/auth/login', { json: { ...json, password: 'x' }, credential: null }),
      await ask('/auth/verify-email', { json: { token: 'x' }, credential: null }),
      await ask('/auth/verify-email/resend', { json, credential: null }),
      await ask('/auth/refresh', { json: { refresh_token: 'x' }, credential: null }),
      await ask('/auth/logout', { json: { refresh_token: 'x' }, credential: null }),
      await ask('/auth/password-reset', { json, credential: null }),
      await ask('/auth/password-reset/confirm', {
        json: { token: 'x', new_password: 'long enough' },
        credential: null,
      }),
      await ask('/auth/register', { json: {}, credential: null }),
    ];
    await expect(answers).toAnswerEach([201, 400, 403, 401, 400, 200, 401, 204, 200, 400, 422]);
  });
});

describe('API keys', () => {
  it('are shown in full once, with their prefix, and both headers take them [resources 29, endpoints 9 10, authentication 2 4 5]', async () => {
    for (const [mode, prefix] of [
      ['live', 'sk_live_'],
      ['test', 'sk_test_'],
    ] as const) {
      const answer = await ask('/api-keys/', { json: { name: 'Key', mode } });
      await expect(answer).toAnswer(201);
      const { body } = answer;
      expect(body.key.slice(0, prefix.length)).toBe(prefix);
      expect(body.key.slice(0, body.key_prefix.length)).toBe(body.key_prefix);
      expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const { items } = (await ask('/api-keys/')).body;
      expect(items.find(({ id }: { id: string }) => id === body.id)).not.toHaveProperty('key');
      const ways: Record<string, string>[] = [{ authorization: `Bearer ${body.key}` }, { 'x-api-key': body.key }];
      for (const headers of ways)
        await expect(await contractFetch(`${service.baseUrl}/analysis/`, { headers })).toAnswer(200);
      expect((await ask(`/api-keys/${body.id}`, { method: 'DELETE' })).body).toMatchObject({ deleted: true });
      await expect(await ask('/analysis/', { credential: body.key })).toAnswer(401);
      await expect(await ask(`/api-keys/${body.id}`, { method: 'DELETE' })).toAnswer(404);
    }
  });

  it('do not expire, however old they are [authentication 3]', async () => {
    const { body } = await ask('/api-keys', { json: { name: 'Old' } });
    await service.db.query("UPDATE api_key SET created_at = now() - interval '10 years' WHERE id = $1", [body.id]);
    await expect(await ask('/analysis', { credential: body.key })).toAnswer(200);
    const { rows } = await service.db.query(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'api_key' AND column_name LIKE '%expire%'",
    );
    expect(rows).toEqual([]);
  });
});

describe('the rest of the account', () => {
  it('every route that is known by its purpose alone answers as documented [endpoints 31 32 34-36, errors 1]', async () => {
    const answers = [
      await ask('/users/me'),
      await ask('/users/me', { method: 'PUT', json: { phone_number: '+4930901820', metadata: { team: 'a', n: 1 } } }),
      await ask('/api-keys/'),
      await ask('/billing/subscription'),
      await ask('/billing/subscription/update', { json: { plan: 'growth' } }),
      await ask('/billing/subscription/cancel', { method: 'POST' }),
      await ask('/billing/subscription', { json: { plan: 'starter', overage_limit_minutes: 10 } }),
      await ask('/billing/subscription', { json: { plan: 'starter' } }),
      await ask('/billing/subscription/update', { json: { plan: 'growth' } }),
      await ask('/billing/subscription/cancel', { json: { at_period_end: false } }),
      await ask('/billing/usage'),
      await ask('/billing/history'),
      await ask('/billing/history?view=records'),
      await ask('/billing/customer-portal'),
      await ask('/webhooks/secret'),
      await ask('/webhooks/secret/rotate', { method: 'POST' }),
      await ask('/webhooks/test', { json: { webhook_url: receiver.url } }),
      await ask('/webhooks/test', { json: { webhook_url: receiver.url, analysis_id: randomUUID() } }),
    ];
    await expect(answers).toAnswerEach([
      200, 200, 200, 200, 400, 400, 201, 400, 200, 200, 200, 200, 200, 404, 200, 200, 200, 404,
    ]);
    expect(answers[1]?.body.metadata).toEqual({ team: 'a', n: 1 });
  });

  it('sells three plans: 100, 1000 and 5000 minutes for 0, 49 and 199 dollars [limits 14]', async () => {
    const plan = async (path: string, json?: object) => {
      const { body } = await ask(path, json ? { json } : {});
      return [body.plan, body.included_minutes, body.price_cents, body.currency];
    };
    expect(await plan('/billing/subscription')).toEqual(['free', 100, 0, 'usd']);
    expect(await plan('/billing/subscription', { plan: 'starter' })).toEqual(['starter', 1000, 4900, 'usd']);
    expect(await plan('/billing/subscription/update', { plan: 'growth' })).toEqual(['growth', 5000, 19900, 'usd']);
  });
});

describe('the limits as they are without settings', () => {
  it('100 requests a minute for the account, 20 of them submissions, with Unix time of the reset [endpoints 16, limits 1 3 11 12]', async () => {
    const limited = await startTestService({
      PROCESS: 'api',
      RATE_LIMIT_DEFAULT: '',
      RATE_LIMIT_SUBMISSION: '',
      RATE_LIMIT_AUTH: '',
    });
    try {
      const { liveKey } = await limited.openAccount();
      const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
      const read = () => contractFetch(`${limited.baseUrl}/analysis/`, { headers });
      const submit = () => contractFetch(`${limited.baseUrl}/analysis/`, { method: 'POST', headers, body: '{}' });
      const useUp = async () => {
        const first = await read();
        const submitted: Response[] = [];
        for (let count = 0; count < 21; count++) submitted.push(await submit());
        const refused = await submit();
        let reads = 0;
        while ((await read()).status === 200) reads += 1;
        return { first, submitted, refused, reads };
      };
      const counted = { redisUrl: limited.env.REDIS_URL ?? '', rootUrls: [limited.rootUrl] };
      const { first, submitted, refused, reads } = await inOneWindow(counted, useUp);
      expect(first.headers.get('x-ratelimit-limit')).toBe('100');
      expect(Math.abs(Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000)).toBeLessThan(600);
      await expect(submitted).toAnswerEach([...Array(20).fill(422), 429]);
      expect(refused.headers.get('x-ratelimit-limit')).toBe('20');
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(await refused.json()).toEqual({
        detail: `Rate limit exceeded. Try again in ${refused.headers.get('retry-after')} seconds.`,
      });
      // Of the hundred, the first read was one, and the submissions, refused or not, were 22.
      expect(reads, 'reads after those').toBe(77);
    } finally {
      await limited.stop();
    }
  });
});

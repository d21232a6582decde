// Sends every kind of secret through the whole service, with failures on the way, and then searches for it in logs, Redis, tables
// and answers.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedToken, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { answerTo } from '../support/matchers/answers.js';
import { everythingIn, everythingOf } from '../support/matchers/everything-kept.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const PASSWORD = 'canary-password-4711';
const NEW_PASSWORD = 'canary-new-password-4712';
const WRONG_PASSWORD = 'canary-guess-4713';
const EMAIL = 'canary@example.com';
const SPOKEN = 'canaryspokenword';
const FETCHED_SIGNATURE = 'canary-fetch-signature';
const FILE_NAME = 'canary-file-name';
const PROVIDER_WORDS = 'canary-provider-words';
const PROVIDER_KEY = 'sk-canary-provider-key';
const JWT_SECRET = 'canary-jwt-secret-of-more-than-32-bytes';
const IDEMPOTENCY_KEY = 'canary-idempotency-key';
const RECEIVER_WORDS = 'a reply that must not be shown';
const WRONG_KEY = `sk_live_${'Canary'.repeat(8)}x`;

describe('fault 83: secrets in every input', () => {
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let recordings: Server;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let db: ReturnType<typeof openPool>;
  let redis: Redis;
  let running: ServiceProcess;
  /** What the analyst answers, until the last: first trouble that is waited for, then a refusal. */
  let refusals: number[] = [];

  beforeAll(async () => {
    provider = await startScriptedProvider({
      transcribe: () => ({ body: { text: `Hello ${SPOKEN}, this call is recorded.`, languages: [{ code: 'en' }] } }),
      // The provider's answer about a transcript may repeat the transcript.
      chat: () => {
        const status = refusals.length > 1 ? refusals.shift() : refusals[0];
        return status === undefined
          ? undefined
          : { status, body: { error: { message: `${PROVIDER_WORDS}: ${SPOKEN}` } } };
      },
    });
    receiver = await startWebhookReceiver();
    receiver.behave(answering(500), answering(200));
    recordings = createServer((_, response) => response.end(recordedCall()));
    await new Promise<void>((resolve) => recordings.listen(0, '127.0.0.1', resolve));
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      OPENAI_API_KEY: PROVIDER_KEY,
      JWT_SECRET,
      LOG_LEVEL: 'trace',
      PROVIDER_ATTEMPTS: '1',
    });
    db = openPool(environment.databaseUrl);
    redis = new Redis(environment.env.REDIS_URL ?? '');
    running = await startServiceProcess(environment.env);
  });
  afterAll(async () => {
    await running?.kill();
    redis?.disconnect();
    await db?.end();
    await receiver?.close();
    await new Promise((done) => recordings.close(done));
    await provider?.close();
    await environment?.dispose();
  });

  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: object | FormData) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${environment.rootUrl}/api/v1${path}`, {
      method,
      headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return answerTo(`${method} ${path}`, { status: response.status, text, body: JSON.parse(text) });
  }

  it('are in no line of the log, no key of the queue, no column, and no failure told to a client [fault 53, fault 83]', async () => {
    const told: string[] = [];
    const refused = async (status: number, ...request: Parameters<typeof ask>) => {
      const answer = await ask(...request);
      await expect(answer, request[1]).toAnswer(status);
      told.push(answer.text);
    };
    const credentials = { email: EMAIL, password: PASSWORD };
    await expect(await ask('POST', '/auth/register', {}, credentials)).toAnswer(201);
    const verifyToken = await mailedToken(environment.dataDir, 'verify-email', EMAIL);
    await expect(await ask('POST', '/auth/verify-email', {}, { token: verifyToken })).toAnswer(200);
    await refused(401, 'POST', '/auth/login', {}, { email: EMAIL, password: WRONG_PASSWORD });
    await refused(422, 'POST', '/auth/register', {}, { email: 'no address', password: PASSWORD, token: verifyToken });
    await ask('POST', '/auth/password-reset', {}, { email: EMAIL });
    const resetToken = await mailedToken(environment.dataDir, 'reset-password', EMAIL);
    await ask('POST', '/auth/password-reset/confirm', {}, { token: resetToken, new_password: NEW_PASSWORD });
    const { body: tokens } = await ask('POST', '/auth/login', {}, { email: EMAIL, password: NEW_PASSWORD });
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    await refused(401, 'GET', `/users/me?token=${tokens.access_token}`, {
      authorization: `Bearer ${tokens.refresh_token}`,
    });
    await refused(401, 'GET', '/users/me', { 'x-api-key': WRONG_KEY });
    await refused(403, 'PUT', '/users/me', bearer, { current_password: WRONG_PASSWORD, password: PASSWORD });
    const kept = { 'idempotency-key': IDEMPOTENCY_KEY };
    const { body: made } = await ask('POST', '/api-keys', { ...bearer, ...kept }, { name: 'Canary' });
    const key = { 'x-api-key': made.key };
    const { body: signing } = await ask('GET', '/webhooks/secret', bearer);
    const { body: rotated } = await ask('POST', '/webhooks/secret/rotate', bearer);

    const form = () => {
      const upload = new FormData();
      for (const [name, value] of Object.entries({ agent_id: 'a', contact_id: 'c', webhook_url: receiver.url }))
        upload.set(name, value);
      upload.set('audio_file', new Blob([new Uint8Array(recordedCall())]), `${FILE_NAME}.wav`);
      return upload;
    };
    const finished = (id: string) =>
      until(async () => {
        const { body } = await ask('GET', `/analysis/${id}`, key);
        return body.status !== 'processing' && body;
      }, 'the call');
    const { body: uploaded } = await ask('POST', '/analysis', { ...key, ...kept }, form());
    const completed = await finished(uploaded.id);
    expect(completed).toBeInStatus('completed');
    expect(completed.transcript.text).toEqual(expect.stringContaining(SPOKEN));
    const linkSignature = new URL(completed.audio.url).search;
    await (await fetch(completed.audio.url)).body?.cancel();
    await (await fetch(completed.audio.url.replace(/.$/, 'x'))).body?.cancel();
    const { port } = recordings.address() as AddressInfo;
    const audioUrl = `http://127.0.0.1:${port}/call.wav?signature=${FETCHED_SIGNATURE}`;
    const { body: named } = await ask('POST', '/analysis', key, {
      audio_url: audioUrl,
      agent_id: 'a',
      contact_id: 'c',
    });
    expect(await finished(named.id)).toBeInStatus('completed');
    const linkPath = `/analysis/${uploaded.id}/review-links`;
    const reviewer = { reviewer_id: 'mara', may: ['read'] };
    const { body: link } = await ask('POST', linkPath, { ...key, ...kept }, reviewer);
    const linkToken = new URL(link.url).hash.replace('#review=', '');
    const { body: session } = await ask('POST', '/review/session', {}, { token: linkToken });
    const bySession = { authorization: `Bearer ${session.access_token}` };
    await expect(await ask('GET', `/analysis/${uploaded.id}`, bySession)).toAnswer(200);
    await refused(403, 'GET', '/users/me', bySession);
    await refused(422, 'POST', '/review/session', {}, { token: [linkToken] });
    refusals = [500, 400];
    const { body: doomed } = await ask('POST', '/analysis', key, form());
    const failed = await finished(doomed.id);
    expect(failed).toBeInStatus('failed');
    told.push(JSON.stringify(failed.metadata.error_message));
    await until(async () => receiver.received.length > 1, 'the notification to be sent again');

    // A missing table makes requests fail with an internal error.
    for (const table of ['account', 'api_key', 'analysis']) {
      await db.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
      await refused(500, 'GET', '/analysis', key);
      if (table === 'account') {
        await refused(500, 'POST', '/auth/login', {}, { email: EMAIL, password: NEW_PASSWORD });
        await refused(
          400,
          'POST',
          '/auth/password-reset/confirm',
          {},
          { token: resetToken, new_password: NEW_PASSWORD },
        );
      }
      await db.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }

    const secrets: Record<string, string> = {
      PASSWORD,
      NEW_PASSWORD,
      WRONG_PASSWORD,
      FILE_NAME,
      PROVIDER_WORDS,
      PROVIDER_KEY,
      JWT_SECRET,
      IDEMPOTENCY_KEY,
      RECEIVER_WORDS,
      WRONG_KEY,
      FETCHED_SIGNATURE,
      verifyToken,
      resetToken,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      apiKey: made.key,
      signingSecret: signing.secret,
      newSigningSecret: rotated.secret,
      linkToken,
      linkAccessToken: session.access_token,
    };
    const found = (text: string, more: Record<string, string> = {}) =>
      Object.entries({ ...secrets, ...more })
        .filter(([, secret]) => secret !== '' && text.includes(secret))
        .map(([name]) => name);

    const log = running.output();
    expect(log).toContain('"route":"/api/v1/analysis/:id"');
    const byLink = `"principal_kind":"link","principal_id":"${link.id}"`;
    const logged = log.split('\n').filter((line) => line.includes(byLink));
    for (const route of ['review/session', 'analysis/:id', 'users/me'])
      expect(logged.join('\n'), 'the lines of who has the link').toContain(`"route":"/api/v1/${route}"`);
    // Without a mail server the service logs the link of a mail for its operator. Those lines may hold tokens.
    const lines = log.split('\n').filter((line) => !line.startsWith('Mail to '));
    expect(found(lines.join('\n'), { SPOKEN, linkSignature, EMAIL })).toEqual([]);
    expect(found(told.join('\n'), { SPOKEN })).toEqual([]);
    expect(told.join('\n')).not.toMatch(/ at .*\.(ts|js):\d|relation|postgres|127\.0\.0\.1:\d/i);
    // Windows of rate limits end after a minute: only what the test itself has put there is there in any case.
    await redis.set('known', 'a text that must be found');
    const inRedis = await everythingIn(redis);
    expect(inRedis).toContain('a text that must be found');
    expect(found(inRedis, { SPOKEN, linkSignature, EMAIL })).toEqual([]);
    const inTables = await everythingOf(db);
    // The transcript and the address must be stored. Finding them shows that this search works.
    expect(inTables).toContain(SPOKEN);
    expect(inTables).toContain(EMAIL);
    expect(found(inTables, { linkSignature })).toEqual([]);
  });
});

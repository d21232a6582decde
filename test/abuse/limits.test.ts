// Rate limits over several processes, keys and addresses, and with wrong clocks.
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  openAccount,
  openPool,
  serviceEnvironment,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { answerTo } from '../support/matchers/answers.js';
import { expectInvariants } from '../support/matchers/invariants.js';
import { freePort } from '../support/processes/free-port.js';
import { inOneWindow } from '../support/processes/one-window.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

interface LimitAnswer {
  readonly status: number;
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly retryAfter: number | null;
  readonly detail: unknown;
}

async function answerOf(response: IncomingMessage): Promise<LimitAnswer> {
  const text = (await response.toArray()).join('');
  const number = (name: string) => Number(response.headers[name] ?? Number.NaN);
  return {
    status: response.statusCode ?? 0,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: response.headers['retry-after'] === undefined ? null : number('retry-after'),
    detail: JSON.parse(text).detail,
  };
}

/** Sends one request over a connection that the agent keeps open. */
function ask(agent: Agent, url: string, key: string, body?: string): Promise<LimitAnswer> {
  return new Promise((done, failed) => {
    const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const sent = send(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      answerOf(response).then(done, failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

describe('two API processes and two workers, one API ten minutes ahead, one worker ten minutes behind', () => {
  const SHIFT_MS = 600_000;
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let account: Account;
  let db: ReturnType<typeof openPool>;
  let roots: [string, string];
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    provider = await startScriptedProvider();
    receiver = await startWebhookReceiver();
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      RATE_LIMIT_DEFAULT: '100',
      RATE_LIMIT_SUBMISSION: '20',
      // Longer than a busy machine keeps a worker from its heartbeat: a worker that loses its lease asks the provider again. Far
      // shorter than the clocks are apart: where one of these clocks ended a lease, the calls would be worked on twice.
      WORKER_LEASE_SECONDS: '120',
      WORKER_SWEEP_SECONDS: '1',
    });
    const { env, rootUrl } = environment;
    const port = String(await freePort());
    const shifted = (shiftMs: number) => ({
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/support/processes/clock-shift.mjs'))}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    });
    roots = [rootUrl, `http://127.0.0.1:${port}`];
    db = openPool(env.DATABASE_URL ?? '');
    // The first process migrates the schema; then the others start together.
    processes.push(await startServiceProcess({ ...env, PROCESS: 'api' }));
    processes.push(
      ...(await Promise.all([
        startServiceProcess({ ...env, ...shifted(SHIFT_MS), PROCESS: 'api', PORT: port }),
        startServiceProcess({ ...env, ...shifted(-SHIFT_MS), PROCESS: 'worker', PORT: String(await freePort()) }),
        startServiceProcess({ ...env, PROCESS: 'worker', PORT: String(await freePort()) }),
      ])),
    );
    account = await openAccount(`${roots[0]}/api/v1`, environment.dataDir);
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    await receiver?.close();
    await provider?.close();
    await db?.end();
    await environment?.dispose();
  });

  /** By an account of its own, because the other tests need requests too. */
  async function burst(path: string, body?: string): Promise<LimitAnswer[]> {
    const { liveKey } = await openAccount(`${roots[0]}/api/v1`, environment.dataDir);
    const limited = { redisUrl: environment.env.REDIS_URL ?? '', rootUrls: roots };
    return inOneWindow(limited, () => sendThousand(path, liveKey, body));
  }

  async function sendThousand(path: string, key: string, body?: string): Promise<LimitAnswer[]> {
    const agents = roots.flatMap((root) =>
      Array.from({ length: 4 }, () => ({ root, agent: new Agent({ keepAlive: true, maxSockets: 1 }) })),
    );
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => {
        const { root, agent } = agents[index % agents.length] ?? { root: roots[0], agent: new Agent() };
        return ask(agent, `${root}/api/v1${path}`, key, body);
      }),
    );
    for (const { agent } of agents) agent.destroy();
    return answers;
  }

  async function expectWindow(answers: readonly LimitAnswer[], limit: number): Promise<void> {
    await expect(answers).toAnswerInAnyOrder([...Array(limit).fill(200), ...Array(1_000 - limit).fill(429)]);
    const refused = answers.filter(({ status }) => status === 429);
    const now = Date.now() / 1000;
    for (const { reset, limit: shownLimit, remaining, retryAfter, detail } of refused) {
      expect([shownLimit, remaining]).toEqual([limit, 0]);
      // The reset is a Unix time by the clock of Redis, not by that of the process.
      expect(Math.abs(reset - now)).toBeLessThan(70);
      expect(detail).toBe(`Rate limit exceeded. Try again in ${retryAfter} seconds.`);
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
    }
    // Both processes count in the same window.
    expect(
      Math.max(...answers.map(({ reset }) => reset)) - Math.min(...answers.map(({ reset }) => reset)),
    ).toBeLessThan(2);
  }

  it('of 1,000 requests from 8 connections exactly 100 pass [fault 44, fault 46]', async () => {
    await expectWindow(await burst('/users/me'), 100);
  });

  it('of 1,000 submissions exactly 20 pass [fault 44]', async () => {
    const answers = await burst('/analysis', '{}');
    await expect(answers).toAnswerInAnyOrder([...Array(20).fill(422), ...Array(980).fill(429)]);
    for (const { status, limit, remaining, reset, retryAfter } of answers) {
      expect([20, 100]).toContain(limit);
      expect(remaining).toBeGreaterThanOrEqual(0);
      expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(70);
      expect(retryAfter !== null, `an answer ${status} says when to come again`).toBe(status === 429);
    }
  });

  it('tokens, mailed links and keys of one process hold at the other [fault 46]', async () => {
    const credentials = { email: 'skewed@example.com', password: 'correct horse battery' };
    const json = async (root: string, path: string, body: object, token?: string) => {
      const response = await fetch(`${root}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      return answerTo(`POST ${path}`, { status: response.status, body: JSON.parse(await response.text()) });
    };
    const [right, wrong] = roots;
    const opened = await openAccount(`${wrong}/api/v1`, environment.dataDir, credentials.email);
    for (const [made, used] of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      const { body: tokens } = await json(made, '/auth/login', credentials);
      const me = await fetch(`${used}/api/v1/users/me`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      await expect(me).toAnswer(200);
      const refreshed = await json(used, '/auth/refresh', { refresh_token: tokens.refresh_token });
      await expect(refreshed).toAnswer(200);
      const { iat } = JSON.parse(Buffer.from(tokens.access_token.split('.')[1], 'base64url').toString());
      // The token shows whether the clock of the process that issued it is wrong.
      expect(Math.abs(iat - Date.now() / 1000) > SHIFT_MS / 2000).toBe(made === wrong);
    }
    for (const root of roots)
      await expect(await fetch(`${root}/api/v1/users/me`, { headers: { 'x-api-key': opened.liveKey } })).toAnswer(200);
  });

  it('calls are worked on once, at once, and their times make sense [fault 46]', async () => {
    const ids: string[] = [];
    for (const root of roots) {
      const form = uploadOf(recordedCall(), { webhook_url: receiver.url });
      const response = await fetch(`${root}/api/v1/analysis`, {
        method: 'POST',
        headers: { 'x-api-key': account.liveKey },
        body: form,
      });
      await expect(response).toAnswer(201);
      ids.push(JSON.parse(await response.text()).id);
    }
    for (const id of ids) {
      const done = await until(async () => {
        const response = await fetch(`${roots[0]}/api/v1/analysis/${id}`, {
          headers: { 'x-api-key': account.liveKey },
        });
        const seen = JSON.parse(await response.text());
        return seen.status === 'processing' || response.status !== 200 ? null : seen;
      }, `analysis ${id}`);
      expect(done).toBeInStatus('completed');
      expect(done.metadata.processing_time_ms).toBeGreaterThanOrEqual(0);
      expect(done.metadata.processing_time_ms).toBeLessThan(SHIFT_MS / 2);
      expect(Math.abs(done.created * 1000 - Date.now())).toBeLessThan(SHIFT_MS / 2);
      expect(Math.abs(Date.parse(done.metadata.completed_at) - Date.now())).toBeLessThan(SHIFT_MS / 2);
    }
    await expectInvariants({ db, dataDir: environment.dataDir, receiver });
    const asked = provider.requests.filter(({ path }) => path === '/audio/transcriptions').length;
    // Six turns in each of two calls: no worker took a call that another worker held.
    expect(asked, 'requests for six turns of two calls').toBe(12);
  });
});

interface SeenAnswer {
  readonly status: number;
  readonly text: string;
}

async function seen(request: string, answering: Promise<Response>): Promise<SeenAnswer> {
  const answer = await answering;
  return answerTo(request, { status: answer.status, text: await answer.text() });
}

const limited = ({ env, rootUrl }: TestService) => ({ redisUrl: env.REDIS_URL ?? '', rootUrls: [rootUrl] });

describe('fault 45: who pays for a request', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ PROCESS: 'api', RATE_LIMIT_DEFAULT: '12', RATE_LIMIT_AUTH: '1000' });
  });
  afterAll(() => service?.stop());

  /** Of so many requests, one after the other. */
  const answersOf = async (requests: number, headersOf: (count: number) => Record<string, string>) => {
    const answers: SeenAnswer[] = [];
    for (let count = 0; count < requests; count += 1)
      answers.push(await seen('GET /users/me', fetch(`${service.baseUrl}/users/me`, { headers: headersOf(count) })));
    return answers;
  };

  it('an account, whatever number of keys and addresses it comes with [fault 45]', async () => {
    const owner = await service.openAccount();
    const key = async (name: string) => {
      const response = await fetch(`${service.baseUrl}/api-keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      });
      return JSON.parse(await response.text()).key;
    };
    const keys: string[] = [owner.liveKey, await key('b'), await key('c'), await key('d')];
    const answers = await inOneWindow(limited(service), () =>
      answersOf(16, (count) => ({
        'x-api-key': keys[count % keys.length] ?? '',
        'x-forwarded-for': `203.0.113.${count}`,
      })),
    );
    await expect(answers).toAnswerEach([...Array(12).fill(200), ...Array(4).fill(429)]);
  });

  it('and a forged client address changes nothing for requests without an account [fault 45]', async () => {
    const answers = await inOneWindow(limited(service), () =>
      answersOf(14, (count) => ({
        'x-forwarded-for': `198.51.100.${count}`,
        forwarded: `for=198.51.100.${count}`,
      })),
    );
    await expect(answers).toAnswerEach([...Array(12).fill(401), 429, 429]);
  });
});

describe('fault 45: a flood of log-ins', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ PROCESS: 'api', RATE_LIMIT_AUTH: '10', TRUST_PROXY: 'loopback' });
  });
  afterAll(() => service?.stop());

  it('ends at ten a minute at one address, and at a hundred for one account; the owner’s tokens and keys go on [fault 45]', async () => {
    const victim = await service.openAccount();
    const logIn = (email: string, address: string) =>
      seen(
        `POST /auth/login of ${email} at ${address}`,
        fetch(`${service.baseUrl}/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ email, password: 'a guess' }),
        }),
      );
    const { spread, flood } = await inOneWindow(limited(service), async () => {
      const came = { spread: [] as SeenAnswer[], flood: [] as SeenAnswer[] };
      for (let host = 1; host <= 105; host += 1) came.spread.push(await logIn(victim.email, `203.0.113.${host}`));
      for (let guess = 1; guess <= 15; guess += 1)
        came.flood.push(await logIn(`guess-${guess}@example.com`, '198.51.100.7'));
      return came;
    });
    await expect(spread).toAnswerEach([...Array(100).fill(401), ...Array(5).fill(429)]);
    await expect(flood).toAnswerEach([...Array(10).fill(401), ...Array(5).fill(429)]);
    const credentials: Record<string, string>[] = [
      { 'x-api-key': victim.liveKey },
      { authorization: `Bearer ${victim.accessToken}` },
    ];
    for (const headers of credentials)
      await expect(await fetch(`${service.baseUrl}/users/me`, { headers })).toAnswer(200);
    // Failed log-ins leave no trace in the account: only the rate-limit window counts them.
    const { rows } = await service.db.query('SELECT * FROM account WHERE email = $1', [victim.email]);
    expect(Object.keys(rows[0]).join()).not.toMatch(/lock|fail/);
  });
});

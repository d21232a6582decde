import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freshRedis, patientRedis } from '../../../support/apps/backing.js';
import {
  type ConfigChange,
  type PlatformApp,
  postJson,
  rawExchange,
  startPlatformApp,
} from '../../../support/apps/platform-app.js';
import { freePort } from '../../../support/processes/free-port.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(redis: string, change: ConfigChange): Promise<PlatformApp> {
  const service = await startPlatformApp(redis, change);
  open.push(() => service.close());
  return service;
}

const budgets = (change: Partial<Record<'default' | 'submission' | 'auth', number>>): ConfigChange => ({
  rateLimits: { default: 0, submission: 0, auth: 0, authAccount: 0, ...change },
});

const limits = ({ headers }: Response) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});

const asAccount = (name: string) => ({ headers: { authorization: `Bearer account-${name}` } });

const submit = (url: string, account: string) =>
  postJson(`${url}/api/v1/things/submit`, {}, { authorization: `Bearer account-${account}` });

const statuses = (responses: readonly Response[]) => ({
  passed: responses.filter(({ status }) => status < 400).length,
  refused: responses.filter(({ status }) => status === 429).length,
});

describe('rate limits', () => {
  it('let exactly the limit pass, over two processes and many connections [limits 1, fault 44]', async () => {
    const redis = await patientRedis();
    const one = await start(redis, budgets({ default: 40, submission: 10 }));
    const two = await start(redis, budgets({ default: 40, submission: 10 }));
    const many = Array.from({ length: 30 }, (_, index) => submit((index % 2 ? one : two).url, 'a'));
    expect(statuses(await Promise.all(many))).toEqual({ passed: 10, refused: 20 });
    // The submissions, refused ones too, count in the default budget.
    const others = Array.from({ length: 30 }, (_, index) =>
      fetch(`${(index % 2 ? one : two).url}/api/v1/things/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`, {
        method: 'PUT',
        ...asAccount('a'),
      }),
    );
    expect(statuses(await Promise.all(others))).toEqual({ passed: 10, refused: 20 });
    await expect(await submit(one.url, 'b')).toAnswer(201);
  });

  it('answer 429 with the sentence, Retry-After and all three headers [errors 8]', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 1 }));
    const before = Math.floor(Date.now() / 1000);
    await fetch(`${url}/api/v1/things`);
    const response = await fetch(`${url}/api/v1/things`);
    await expect(response).toAnswer(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await response.json()).toEqual({ detail: `Rate limit exceeded. Try again in ${seconds} seconds.` });
    const { limit, remaining, reset } = limits(response);
    expect([limit, remaining]).toEqual([1, 0]);
    expect(reset).toBeGreaterThanOrEqual(before);
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 61);
  });

  it('count every request of the interface and set their headers, whatever its status [limits 2 10]', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 100 }));
    const api = `${url}/api/v1`;
    const answers = [
      await fetch(`${api}/things`),
      await fetch(`${api}/things/`),
      await fetch(`${api}/nowhere`),
      await fetch(`${api}/things`, { method: 'PATCH' }),
      await postJson(`${api}/things/submit`, {}),
      await postJson(`${api}/things`, '{'),
      await postJson(`${api}/things`, {}, { 'content-type': 'text/plain' }),
      await fetch(`${api}/things/boom`),
      await fetch(`${api}/things/away`),
      await fetch(`${api}/things?limit=0`),
      await fetch(`${api}/things/%FF`),
    ];
    await expect(answers).toAnswerEach([200, 200, 404, 405, 401, 422, 422, 500, 503, 422, 400]);
    expect(answers.map((answer) => limits(answer).remaining)).toEqual(answers.map((_, index) => 99 - index));
    for (const path of ['/health/live', '/metrics', '/openapi.json', '/nowhere'])
      expect(
        (await fetch(`${url}${path}`)).headers.has('x-ratelimit-limit'),
        `${path} has the header x-ratelimit-limit`,
      ).toBe(false);
  });

  it('count a request in every spelling of its address', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 100 }));
    const remaining = async (target: string) => {
      const answer = await rawExchange(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      return [answer.slice(9, 12), /x-ratelimit-remaining: (\d+)/i.exec(answer)?.[1]];
    };
    expect(await remaining('/API/v1/Things')).toEqual(['200', '99']);
    expect(await remaining('http://x/api/v1/things?limit=1')).toEqual(['200', '98']);
    expect(await remaining('http://x/API/V1/nowhere')).toEqual(['404', '97']);
  });

  it('refuse guessed credentials once the address has used up its budget', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 3 }));
    const answers = await Promise.all(Array.from({ length: 9 }, () => postJson(`${url}/api/v1/things/submit`, {})));
    await expect(answers).toAnswerInAnyOrder([...Array(3).fill(401), ...Array(6).fill(429)]);
    // An account's own budget is untouched.
    await expect(await submit(url, 'a')).toAnswer(201);
  });

  it('charge a refused request of a known caller to its account', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 5 }));
    const narrow = { authorization: 'Bearer account-a narrow' };
    const refused = await postJson(`${url}/api/v1/things/submit`, {}, narrow);
    await expect(refused).toAnswer(403);
    expect(limits(refused).remaining, 'requests left to the account after one was refused').toEqual(4);
    expect(limits(await submit(url, 'a')).remaining, 'requests left to the account after the next').toBe(3);
    expect(limits(await fetch(`${url}/api/v1/things`)).remaining, 'requests left to a caller without an account').toBe(
      4,
    );
  });

  it('describe the budget with the fewest requests left', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 10, submission: 5 }));
    expect(limits(await submit(url, 'a'))).toMatchObject({ limit: 5, remaining: 4 });
    for (let count = 0; count < 7; count++) await fetch(`${url}/api/v1/things/x`, { method: 'PUT', ...asAccount('a') });
    expect(limits(await submit(url, 'a'))).toMatchObject({ limit: 10, remaining: 1 });
  });

  it('limit log-ins for one e-mail from all addresses, and from one address for all e-mails', async () => {
    const { url } = await start(await patientRedis(), { ...budgets({ auth: 3 }), http: { trustProxy: 'loopback' } });
    const logIn = (email: string, address: string) =>
      postJson(`${url}/api/v1/things/login`, { email }, { 'x-forwarded-for': address });
    const spread = [];
    for (let host = 1; host <= 5; host++)
      spread.push(await logIn(host % 2 ? 'A@x.com ' : 'a@X.com', `203.0.113.${host}`));
    expect(statuses(spread)).toEqual({ passed: 3, refused: 2 });
    const flood = [];
    for (let count = 0; count < 5; count++) flood.push(await logIn(`user${count}@x.com`, '198.51.100.7'));
    expect(statuses(flood)).toEqual({ passed: 3, refused: 2 });
    await expect(await logIn('other@x.com', '198.51.100.8')).toAnswer(200);
  });

  it('count one IPv6 network as one client', async () => {
    const { url } = await start(await patientRedis(), { ...budgets({ default: 2 }), http: { trustProxy: 'loopback' } });
    const from = (address: string) => fetch(`${url}/api/v1/things`, { headers: { 'x-forwarded-for': address } });
    const answers = [await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3')];
    await expect(answers).toAnswerEach([200, 200, 429]);
    await expect(await from('2001:db8:0:1::1')).toAnswer(200);
  });

  it('ignore a forwarded address that no trusted proxy sent [fault 45]', async () => {
    const { url } = await start(await patientRedis(), budgets({ default: 1 }));
    const from = (address: string) => fetch(`${url}/api/v1/things`, { headers: { 'x-forwarded-for': address } });
    await expect(await from('203.0.113.1')).toAnswer(200);
    await expect(await from('203.0.113.2')).toAnswer(429);
  });

  it('are off at 0, without headers, and do not apply to exempt routes', async () => {
    const off = await start(await patientRedis(), budgets({}));
    expect(
      (await fetch(`${off.url}/api/v1/things`)).headers.has('x-ratelimit-limit'),
      'the answer has the header x-ratelimit-limit',
    ).toBe(false);
    const on = await start(await patientRedis(), budgets({ default: 1 }));
    for (let count = 0; count < 3; count++) {
      const response = await postJson(`${on.url}/api/v1/things/event`, 'raw', { 'content-type': 'text/plain' });
      await expect(response).toAnswer(200);
      expect(response.headers.has('x-ratelimit-limit'), 'the header x-ratelimit-limit').toEqual(false);
    }
  });

  it('end their window after a minute on the clock of Redis', async () => {
    const redis = await patientRedis();
    const { url } = await start(redis, budgets({ default: 1 }));
    await fetch(`${url}/api/v1/things`);
    await expect(await fetch(`${url}/api/v1/things`)).toAnswer(429);
    const { Redis } = await import('ioredis');
    const client = new Redis(redis);
    const keys = await client.keys('rate:*');
    expect(keys, 'windows of one caller').toHaveLength(1);
    const left = await client.pttl(keys[0] ?? '');
    expect(left).toBeGreaterThan(30_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await client.del(keys[0] ?? '');
    client.disconnect();
    await expect(await fetch(`${url}/api/v1/things`)).toAnswer(200);
  });

  it('count in memory while Redis is unavailable, and in Redis again afterwards [fault 19]', async () => {
    const gate = await startGate(new URL(await freshRedis()));
    const { url, log } = await start(gate.url, budgets({ default: 3 }));
    expect(limits(await fetch(`${url}/api/v1/things`)).remaining, 'requests left while Redis is there').toBe(2);
    await gate.shut();
    const away = [];
    for (let count = 0; count < 5; count++) away.push(await fetch(`${url}/api/v1/things`));
    expect(statuses(away)).toEqual({ passed: 3, refused: 2 });
    expect(away.map((response) => limits(response).limit)).toEqual([3, 3, 3, 3, 3]);
    expect(
      log.filter((line) => line.includes('each process counts rate limits on its own')),
      'lines that tell of the outage',
    ).toHaveLength(1);
    await gate.open();
    // The count from before the outage is still there.
    await expect
      .poll(
        async () =>
          limits(await fetch(`${url}/api/v1/things/0b5e`, { method: 'PUT', ...asAccount(`${Date.now()}`) }))
            .remaining >= 0 && log.some((line) => line.includes('Redis is available again')),
        { interval: 100 },
      )
      .toBe(true);
  });
});

/** A TCP proxy in front of Redis that can be shut. */
async function startGate(target: URL): Promise<{ url: string; shut(): Promise<void>; open(): Promise<void> }> {
  const sockets = new Set<import('node:net').Socket>();
  const make = () =>
    createServer((inside) => {
      const outside = connect(Number(target.port), target.hostname);
      for (const socket of [inside, outside]) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      }
      inside.pipe(outside).pipe(inside);
    });
  let server: Server = make();
  // The gate opens again on the same port, which no other program may take meanwhile.
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const shut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  open.push(async () => {
    if (server.listening) await shut();
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    shut,
    open: async () => {
      server = make();
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

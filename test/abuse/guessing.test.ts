// An attacker who guesses must not learn which accounts exist, and must not slow the service down.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Piscina } from 'piscina';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Account,
  mailedToken,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { answerTo } from '../support/matchers/answers.js';
import { holdWrites } from '../support/processes/hold-writes.js';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => service?.stop());

async function post(path: string, body: object, credential?: string) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(credential && { authorization: `Bearer ${credential}` }) },
    body: JSON.stringify(body),
  });
  const headers = [...response.headers.keys()].sort().join();
  const text = await response.text();
  return answerTo(`POST ${path}`, { status: response.status, headers, text, body: JSON.parse(text) });
}

describe('fault 79: whether an address has an account', () => {
  it('is not revealed by a log-in: the same answer, and a hash of the same cost for an unknown address [fault 79]', async () => {
    const toThread = vi.spyOn(Piscina.prototype, 'run');
    const known = await post('/auth/login', { email: account.email, password: 'a guess' });
    const unknown = await post('/auth/login', { email: `${randomUUID()}@example.com`, password: 'a guess' });
    await expect(known).toAnswer(401);
    expect(unknown).toEqual(known);
    expect(toThread.mock.calls.map(([, options]) => options?.name)).toEqual(['verifyPassword', 'verifyPassword']);
    const hashes = toThread.mock.calls.map(([guess]) => String(guess.passwordHash));
    const [ofKnown, ofUnknown] = hashes.map((hash) => hash.split('$'));
    // The same algorithm, version and cost; then salt and hash of the same lengths.
    expect(ofUnknown?.slice(0, 4)).toEqual(ofKnown?.slice(0, 4));
    expect(ofUnknown?.map(({ length }) => length)).toEqual(ofKnown?.map(({ length }) => length));
    expect(ofUnknown).not.toEqual(ofKnown);
  });

  it.each(['/auth/password-reset', '/auth/verify-email/resend'])(
    'is not revealed by %s: the same answer, given before any work is done [fault 79]',
    async (path) => {
      const unverified = `${randomUUID()}@example.com`;
      await post('/auth/register', { email: unverified, password: 'correct horse battery' });
      const held = await holdWrites(service.db, 'account_token');
      try {
        // The token cannot be inserted now. The answer does not wait for it.
        const known = await post(path, { email: unverified });
        const unknown = await post(path, { email: `${randomUUID()}@example.com` });
        await expect(known).toAnswer(200);
        expect(unknown).toEqual(known);
        await held.reached();
      } finally {
        await held.release();
      }
    },
  );

  // Times are only comparable on an otherwise idle machine.
  if (process.env.KILLS)
    it.each<[string, (email: string) => object]>([
      ['/auth/login', (email) => ({ email, password: 'a guess' })],
      ['/auth/password-reset', (email) => ({ email })],
      ['/auth/verify-email/resend', (email) => ({ email })],
    ])(
      'is not revealed by the time that %s takes, 200 times each [fault 79]',
      async (path, bodyFor) => {
        const unverified = `${randomUUID()}@example.com`;
        await post('/auth/register', { email: unverified, password: 'correct horse battery' });
        const known = path === '/auth/verify-email/resend' ? unverified : account.email;
        const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
        for (let round = 0; round < 200; round += 1) {
          // The order alternates: work that the first request leaves behind slows the second.
          for (const who of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
            const email = who === 'known' ? known : `${randomUUID()}@example.com`;
            const startedAt = performance.now();
            await post(path, bodyFor(email));
            times[who].push(performance.now() - startedAt);
          }
        }
        const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? Number.NaN;
        const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
        expect(Math.abs(ofKnown - ofUnknown)).toBeLessThan(Math.max(5, 0.3 * ofUnknown));
      },
      120_000,
    );

  it('nor is a token, by the answers to wrong ones [fault 79]', async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/auth/register', { email, password: 'correct horse battery' });
    const token = await mailedToken(service.dataDir, 'verify-email', email);
    await expect(await post('/auth/verify-email', { token })).toAnswer(200);
    const used = await post('/auth/verify-email', { token });
    const invented = await post('/auth/verify-email', { token: `${token.slice(0, -2)}xx` });
    await expect(used).toAnswer(400);
    expect(invented).toEqual(used);
    const confirm = (text: string) =>
      post('/auth/password-reset/confirm', { token: text, new_password: 'another good password' });
    const crossed = await confirm(token);
    await expect(crossed).toAnswer(400);
    expect(await confirm('nonsense')).toEqual(crossed);
    const { rows } = await service.db.query('SELECT * FROM account_token');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('fault 80: an address that is not verified', () => {
  it('opens nothing: no log-in, hence no key and no submission [fault 80]', async () => {
    const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    await post('/auth/register', credentials);
    const answer = await post('/auth/login', credentials);
    await expect(answer).toAnswer(403, { detail: 'Email address is not verified' });
  });

  it('is proved once, by many at once [fault 80]', async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/auth/register', { email, password: 'correct horse battery' });
    const token = await mailedToken(service.dataDir, 'verify-email', email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/auth/verify-email', { token })));
    await expect(answers).toAnswerInAnyOrder([200, ...Array(9).fill(400)]);
  });
});

/** Keeps the thread of the passwords busy until `letGo` is called. */
async function holdPasswords() {
  const toThread = vi.spyOn(Piscina.prototype, 'run');
  await post('/auth/login', { email: account.email, password: 'a guess' });
  const [pool] = toThread.mock.contexts;
  if (!(pool instanceof Piscina)) throw new Error('No thread has checked the password');
  const flag = new Int32Array(new SharedArrayBuffer(4));
  void pool.run(flag, {
    filename: resolve(import.meta.dirname, '../support/processes/hold-thread.mjs'),
    name: 'default',
  });
  const letGo = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  return { pool, letGo };
}

describe('fault 81: a flood of log-ins', () => {
  it('waits for one thread; past 32 that wait it is turned away at once, and everything else goes on [fault 81]', async () => {
    const ended: number[] = [];
    const guess = async (email: string) => {
      const { status } = await post('/auth/login', { email, password: 'a guess' });
      ended.push(status);
    };
    const { pool, letGo } = await holdPasswords();
    const flood = Array.from({ length: 64 }, (_, n) => guess(`guess-${n}@example.com`));
    await until(async () => pool.queueSize + ended.length === 64, 'all to wait or be turned away');
    const reads = await fetch(`${service.baseUrl}/users/me`, { headers: { 'x-api-key': account.liveKey } });
    await expect(reads).toAnswer(200);
    expect(ended, 'log-ins that were answered while 32 waited').toEqual(Array(32).fill(429));
    letGo();
    await Promise.all(flood);
    expect(ended.slice(32), 'log-ins that waited').toEqual(Array(32).fill(401));
  });
});

// What can be learnt, or worn down, by somebody who guesses.
import { randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdWrites } from '../support/hold-writes.js';
import { type Account, mailedToken, startTestService, type TestService, until } from '../support/running-service.js';

vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
});
beforeEach(() => {
  vi.mocked(verify).mockClear();
});
afterAll(() => service?.stop());

async function post(path: string, body: object, credential?: string) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(credential && { authorization: `Bearer ${credential}` }) },
    body: JSON.stringify(body),
  });
  const headers = [...response.headers.keys()].sort().join();
  return { status: response.status, headers, text: await response.text() };
}

describe('fault 79: whether an address has an account', () => {
  it('is not told by a log-in: same answer, and a hash of the same cost is checked for nobody', async () => {
    const known = await post('/auth/login', { email: account.email, password: 'a guess' });
    const unknown = await post('/auth/login', { email: `${randomUUID()}@example.com`, password: 'a guess' });
    expect(known.status).toBe(401);
    expect(unknown).toEqual(known);
    const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
    expect(hashes).toHaveLength(2);
    const [ofKnown, ofNobody] = hashes.map((hash) => hash.split('$'));
    // Algorithm, version and cost; then salt and hash, of the same length.
    expect(ofNobody?.slice(0, 4)).toEqual(ofKnown?.slice(0, 4));
    expect(ofNobody?.map(({ length }) => length)).toEqual(ofKnown?.map(({ length }) => length));
    expect(ofNobody).not.toEqual(ofKnown);
  });

  it.each(['/auth/password-reset', '/auth/verify-email/resend'])(
    'is not told by %s: same answer, given before anything is done about it',
    async (path) => {
      const unverified = `${randomUUID()}@example.com`;
      await post('/auth/register', { email: unverified, password: 'correct horse battery' });
      const held = await holdWrites(service.db, 'account_token');
      try {
        // A new link cannot be written now; the answer does not wait for it.
        const known = await post(path, { email: unverified });
        const unknown = await post(path, { email: `${randomUUID()}@example.com` });
        expect(known.status).toBe(200);
        expect(unknown).toEqual(known);
        await held.reached();
      } finally {
        await held.release();
      }
    },
  );

  // Time tells on a machine of its own only.
  if (process.env.KILLS)
    it.each<[string, (email: string) => object]>([
      ['/auth/login', (email) => ({ email, password: 'a guess' })],
      ['/auth/password-reset', (email) => ({ email })],
      ['/auth/verify-email/resend', (email) => ({ email })],
    ])(
      'is not told by the time that %s takes, 200 times each',
      async (path, bodyFor) => {
        const unverified = `${randomUUID()}@example.com`;
        await post('/auth/register', { email: unverified, password: 'correct horse battery' });
        const known = path === '/auth/verify-email/resend' ? unverified : account.email;
        const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
        for (let round = 0; round < 200; round += 1) {
          // Each is asked first as often as the other: what the one leaves to be done afterwards is the other's burden.
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

  it('or a token, is not told by what a wrong one is answered', async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/auth/register', { email, password: 'correct horse battery' });
    const token = await mailedToken(service.dataDir, 'verify-email', email);
    expect((await post('/auth/verify-email', { token })).status).toBe(200);
    const used = await post('/auth/verify-email', { token });
    const invented = await post('/auth/verify-email', { token: `${token.slice(0, -2)}xx` });
    expect(used.status).toBe(400);
    expect(invented).toEqual(used);
    const confirm = (text: string) =>
      post('/auth/password-reset/confirm', { token: text, new_password: 'another good password' });
    const crossed = await confirm(token);
    expect([crossed.status, await confirm('nonsense')]).toEqual([400, crossed]);
    const { rows } = await service.db.query('SELECT * FROM account_token');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('fault 80: an address that nobody has proved', () => {
  it('opens nothing: no log-in, hence no key and no submission', async () => {
    const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    await post('/auth/register', credentials);
    const { status, text } = await post('/auth/login', credentials);
    expect([status, JSON.parse(text)]).toEqual([403, { detail: 'Email address is not verified' }]);
  });

  it('is proved once, by many at once', async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/auth/register', { email, password: 'correct horse battery' });
    const token = await mailedToken(service.dataDir, 'verify-email', email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/auth/verify-email', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });
});

describe('fault 81: a flood of log-ins', () => {
  it('is hashed one at a time; past 32 that wait it is turned away at once, and everything else goes on', async () => {
    let hashing = 0;
    let most = 0;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    vi.mocked(verify).mockImplementation(async () => {
      most = Math.max(most, ++hashing);
      await opened;
      hashing -= 1;
      return false;
    });
    const answers: number[] = [];
    const flood = Array.from({ length: 64 }, async (_, guess) => {
      const { status } = await post('/auth/login', { email: `guess-${guess}@example.com`, password: 'a guess' });
      answers.push(status);
    });
    // Thirty-one are told to come again while not one hash is done.
    await until(async () => answers.length >= 31, 'those who are turned away');
    expect(new Set(answers)).toEqual(new Set([429]));
    const reads = await fetch(`${service.baseUrl}/users/me`, { headers: { 'x-api-key': account.liveKey } });
    expect(reads.status).toBe(200);
    expect(most).toBe(1);
    open();
    await Promise.all(flood);
    expect(answers.filter((status) => status === 429)).toHaveLength(31);
    expect(answers.filter((status) => status === 401)).toHaveLength(33);
    expect(most).toBe(1);
  });
});

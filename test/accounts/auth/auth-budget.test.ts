import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start(undefined, { RATE_LIMIT_AUTH: '7', TRUST_PROXY: 'loopback' });
});
afterAll(async () => {
  await app.stop();
});

let lastAddress = 0;
const freshAddress = () => `198.51.100.${++lastAddress}`;

const post = (path: string, body: unknown, address: string) =>
  app.send('POST', path, { body, headers: { 'X-Forwarded-For': address } });

const grantOf = (username: string) => new URLSearchParams({ grant_type: 'password', username, password: 'a guess' });

const email = () => `${Math.random()}@example.com`;

describe('the budget of the auth routes', () => {
  it('is one for all of them and each client address', async () => {
    const address = freshAddress();
    const calls: [string, () => unknown][] = [
      ['/auth/register', () => ({ email: 'nobody', password: 'x' })],
      ['/auth/verify-email', () => ({ token: 'unknown' })],
      ['/auth/verify-email/resend', () => ({ email: email() })],
      ['/auth/login', () => ({ email: email(), password: PASSWORD })],
      ['/auth/token', () => grantOf(email())],
      ['/auth/password-reset', () => ({ email: email() })],
      ['/auth/password-reset/confirm', () => ({ token: 'unknown', new_password: PASSWORD })],
    ];
    for (const [path, body] of calls) await expect(await post(path, body(), address), path).not.toAnswer(429);
    for (const [path, body] of calls) {
      const refused = await post(path, body(), address);
      await expect(refused).toAnswer(429);
      expect(refused.body.detail).toMatch(/^Rate limit exceeded\. Try again in \d+ seconds\.$/);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expect(await post('/auth/refresh', { refresh_token: 'nonsense' }, address)).toAnswer(401);
  });

  it('is one for each account too, from wherever it is tried [fault 45]', async () => {
    const attempt = () => post('/auth/login', { email: ' Target@Example.com', password: 'a guess' }, freshAddress());
    const answers: Answer[] = [];
    for (let count = 0; count < 71; count += 1) answers.push(await attempt());
    await expect(answers).toAnswerEach([...Array(70).fill(401), 429]);
    await expect(await post('/auth/login', { email: email(), password: 'a guess' }, freshAddress())).toAnswer(401);
  });

  it('is the same for both ways to log in, whatever else the form holds [settled 32]', async () => {
    for (let count = 0; count < 70; count += 1) {
      const guess = grantOf('Shared@example.com');
      guess.set('email', email());
      await expect(await post('/auth/token', guess, freshAddress())).toAnswer(401);
    }
    await expect(await post('/auth/token', grantOf('shared@example.com'), freshAddress())).toAnswer(429);
    const logIn = { email: 'shared@example.com', password: 'a guess' };
    await expect(await post('/auth/login', logIn, freshAddress())).toAnswer(429);
  });
});

describe('an owner', () => {
  const opened = async () => {
    const email = `owner-${++lastAddress}@example.com`;
    await post('/auth/register', { email, password: PASSWORD }, freshAddress());
    await post('/auth/verify-email', { token: await app.mailedToken(email) }, freshAddress());
    return email;
  };
  const flood = async (times: number, request: () => Promise<Answer>) => {
    for (let count = 0; count < times; count += 1) await request();
  };

  it.each([
    ['one IPv4 address', () => '203.0.113.77'],
    ['one IPv6 network of 2^64 addresses', () => `2001:db8:0:77:${(++lastAddress).toString(16)}::1`],
  ])('is not locked out by wrong log-ins from %s, however many [fault 45]', async (_, addressOf) => {
    const email = await opened();
    const guesses: Answer[] = [];
    for (let count = 0; count < 90; count += 1)
      guesses.push(await post('/auth/login', { email, password: 'a guess' }, addressOf()));
    await expect(guesses).toAnswerEach([...Array(7).fill(401), ...Array(83).fill(429)]);
    const answer = await post('/auth/login', { email, password: PASSWORD }, freshAddress());
    await expect(answer).toAnswer(200);
    expect(answer.headers.get('x-ratelimit-limit'), 'the budget nearest to its end').toBe('7');
  });

  it('logs in while strangers ask for mails to the account, and finds a link that works [fault 45]', async () => {
    const email = await opened();
    await flood(40, () => post('/auth/password-reset', { email }, freshAddress()));
    await expect(await post('/auth/password-reset', { email }, freshAddress())).toAnswer(429);
    await expect(await post('/auth/login', { email, password: PASSWORD }, freshAddress())).toAnswer(200);
    const reset = { token: await app.mailedToken(email), new_password: 'another good password' };
    await expect(await post('/auth/password-reset/confirm', reset, freshAddress())).toAnswer(200);
  });

  it('asks for a mail while strangers guess at the password', async () => {
    const email = await opened();
    await flood(75, () => post('/auth/login', { email, password: 'a guess' }, freshAddress()));
    await expect(await post('/auth/password-reset', { email }, freshAddress())).toAnswer(200);
  });
});

describe('changes of the account', () => {
  let accounts = 0;
  /** Opened from an address of its own each, so that no budget of a test is touched. */
  const open = async () => {
    const email = `holder-${++accounts}@example.com`;
    await post('/auth/register', { email, password: PASSWORD }, freshAddress());
    await post('/auth/verify-email', { token: await app.mailedToken(email) }, freshAddress());
    const { body } = await post('/auth/login', { email, password: PASSWORD }, freshAddress());
    return { email, token: body.access_token };
  };
  type Holder = Awaited<ReturnType<typeof open>>;
  const change = (method: 'PUT' | 'DELETE', { token }: Holder, body: unknown, address = freshAddress()) =>
    app.send(method, '/users/me', { token, body, headers: { 'X-Forwarded-For': address } });
  const expectRefused = async (answer: Answer, limit = '7') => {
    const { headers } = answer;
    const seconds = headers.get('retry-after');
    await expect(answer).toAnswer(429, { detail: `Rate limit exceeded. Try again in ${seconds} seconds.` });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([limit, '0']);
  };

  it.each([
    ['PUT', { current_password: 'a guess', password: 'another password' }],
    ['DELETE', { current_password: 'a guess' }],
  ] as const)(
    '%s: guesses at the current password count to the account, from wherever they come [fault 45]',
    async (method, guess) => {
      const holder = await open();
      for (let count = 0; count < 70; count++) await expect(await change(method, holder, guess)).toAnswer(403);
      await expectRefused(await change(method, holder, guess), '70');
      await expectRefused(await change(method, holder, { ...guess, current_password: PASSWORD }), '70');
      await expect(await change(method, await open(), guess)).toAnswer(403);
    },
  );

  it('count to the client address, with every log-in from there', async () => {
    const address = freshAddress();
    const holders = [await open(), await open()];
    for (let count = 0; count < 6; count++) {
      const answer = await change(
        'PUT',
        holders[count % 2] ?? (await open()),
        { current_password: 'x', email: email() },
        address,
      );
      await expect(answer).toAnswer(403);
    }
    await expect(await post('/auth/login', { email: email(), password: 'a guess' }, address)).toAnswer(401);
    await expectRefused(await change('PUT', await open(), { current_password: PASSWORD, email: email() }, address));
  });

  it('send one mailbox no more mails than the budget has, however many accounts name it [fault 45]', async () => {
    const stranger = 'Stranger@example.com';
    const holders = [await open(), await open(), await open(), await open()];
    const answers: Answer[] = [];
    for (const holder of [...holders, ...holders, ...holders])
      answers.push(await change('PUT', holder, { current_password: PASSWORD, email: stranger }));
    await expect(answers).toAnswerEach([200, 200, 200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    expect(await app.links(stranger), 'mails to one mailbox').toHaveLength(7);
    await expect(await post('/auth/verify-email/resend', { email: stranger.toLowerCase() }, freshAddress())).toAnswer(
      429,
    );
  });

  it('send strangers no more mails than the budget of the account has [fault 45]', async () => {
    const holder = await open();
    const strangers = Array.from({ length: 20 }, email);
    const answers = await Promise.all(
      strangers.map((stranger) => change('PUT', holder, { current_password: PASSWORD, email: stranger })),
    );
    await expect(answers).toAnswerInAnyOrder([...Array(7).fill(200), ...Array(13).fill(429)]);
    const mailed = await Promise.all(strangers.map((stranger) => app.links(stranger)));
    expect(mailed.flat(), 'mails to strangers').toHaveLength(7);
  });

  it('that name neither a password nor an address are not limited so', async () => {
    const [holder, address] = [await open(), freshAddress()];
    for (let count = 0; count < 12; count++)
      await expect(await change('PUT', holder, { phone_number: '+4930901820' }, address)).toAnswer(200);
  });
});

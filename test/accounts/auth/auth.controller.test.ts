import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
beforeEach(() => app.forgetAll());
afterAll(async () => {
  await app.stop();
});

const INVALID = { detail: 'Invalid authentication credentials' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('POST /auth/register', () => {
  it('creates an unverified account on the free plan and mails a link [resources 30]', async () => {
    const answer = await app.send('POST', '/auth/register', {
      body: { email: '  Ada@Example.com ', password: PASSWORD, phone_number: '+4930901820', unknown: 1 },
    });
    await expect(answer).toAnswer(201, {
      id: expect.stringMatching(UUID),
      object: 'user',
      created: expect.any(Number),
      email: 'Ada@Example.com',
      email_verified: false,
      pending_email: null,
      has_password: true,
      phone_number: '+4930901820',
      output_language: null,
      agent_channel: null,
      livemode: true,
      metadata: {},
      member: {
        id: expect.any(String),
        role: 'owner',
        name: null,
        agent_id: null,
        teams: [],
        recordings_original: true,
      },
      account: { id: expect.any(String), email: 'Ada@Example.com' },
    });
    expect(Math.abs(answer.body.created - Date.now() / 1000)).toBeLessThan(60);
    const [link] = await app.links('Ada@Example.com');
    expect(link?.href).toMatch(/^https:\/\/calls\.example\/verify-email\?token=[\w-]{43}$/);
    const plans = await app.database.query('SELECT plan, status FROM subscription WHERE account_id = $1', [
      answer.body.id,
    ]);
    expect(plans).toEqual([{ plan: 'free', status: 'active' }]);
  });

  it('stores neither the password nor the mailed token in the clear', async () => {
    await app.register('hashed@example.com');
    const token = await app.mailedToken('hashed@example.com');
    const [account] = await app.database.query("SELECT * FROM account WHERE email = 'hashed@example.com'");
    expect(account.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [row] = await app.database.query('SELECT * FROM account_token WHERE account_id = $1', [account.id]);
    expect(token, 'characters of the mailed token').toHaveLength(43);
    expect(row.token_hash, 'bytes of the stored hash').toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it.each(['taken@example.com', 'TAKEN@Example.COM', ' taken@example.com ', 'ｔaken@example.com'])(
    'takes %j for the same address',
    async (email) => {
      await app.register('taken@example.com');
      const answer = await app.register(email);
      await expect(answer).toAnswer(400, { detail: 'An account with this email already exists' });
    },
  );

  it('keeps addresses with a plus sign apart and takes other scripts [fault 80]', async () => {
    await expect(await app.register('plus@example.com')).toAnswer(201);
    await expect(await app.register('plus+one@example.com')).toAnswer(201);
    await expect(await app.register('Jörg@bücher.example')).toAnswer(201);
  });

  it('lets one of many simultaneous registrations of an address win [fault 80]', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.register('race@example.com')));
    await expect(answers).toAnswerInAnyOrder([201, 400, 400, 400, 400, 400, 400, 400]);
    const rows = await app.database.query("SELECT 1 FROM account WHERE email_folded = 'race@example.com'");
    expect(rows, 'accounts with the contested address').toHaveLength(1);
  });

  it('names every failing field at once and repeats no password', async () => {
    const answer = await app.send('POST', '/auth/register', {
      body: { email: 'nobody', password: 'pw-of-7', phone_number: '0301234' },
    });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc])).toEqual([
      ['value_error', ['body', 'email']],
      ['string_too_short', ['body', 'password']],
      ['string_pattern_mismatch', ['body', 'phone_number']],
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('pw-of-7');
  });

  it('reports missing fields [resources 30, endpoints 2]', async () => {
    const answer = await app.send('POST', '/auth/register', { body: {} });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toEqual([
      { type: 'missing', loc: ['body', 'email'], msg: 'Field required' },
      { type: 'missing', loc: ['body', 'password'], msg: 'Field required' },
    ]);
  });

  it.each([
    ['seven characters', 'p@sswor', 'string_too_short'],
    ['129 characters', 'x'.repeat(129), 'string_too_long'],
    ['the address itself', 'Equal@Example.com', 'value_error'],
  ])('refuses a password of %s', async (_, password, type) => {
    const answer = await app.register('equal@example.com', password);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toEqual([{ type, loc: ['body', 'password'], msg: expect.any(String) }]);
  });

  it('counts characters, not UTF-16 units', async () => {
    await expect(await app.register('points@example.com', '🔑'.repeat(128))).toAnswer(201);
    await expect(await app.register('points2@example.com', '🔑'.repeat(7))).toAnswer(422);
  });
});

describe('POST /auth/verify-email', () => {
  const invalid = { detail: 'Verification token is invalid or has expired' };
  const verify = (token: string, headers = {}) => app.send('POST', '/auth/verify-email', { body: { token }, headers });

  it('verifies once, also when asked twice at the same time [endpoints 3]', async () => {
    await app.register('verify@example.com');
    const token = await app.mailedToken('verify@example.com');
    const answers = await Promise.all([verify(token), verify(token)]);
    const [good, bad] = answers.sort((a, b) => a.status - b.status);
    await expect(good).toAnswer(200);
    expect(good?.body).toMatchObject({ object: 'user', email: 'verify@example.com', email_verified: true });
    await expect(bad).toAnswer(400);
    expect(bad?.body).toEqual(invalid);
    expect((await verify(token)).body).toEqual(invalid);
  });

  it('refuses an unknown, an expired and a reset token alike', async () => {
    const { body } = await app.register('expired@example.com');
    const token = await app.mailedToken('expired@example.com');
    await app.database.query(
      "UPDATE account_token SET expires_at = now() - interval '1 second' WHERE account_id = $1",
      [body.id],
    );
    await app.send('POST', '/auth/password-reset', { body: { email: 'expired@example.com' } });
    const reset = await app.mailedToken('expired@example.com');
    expect(reset).not.toBe(token);
    for (const each of [token, reset, 'A'.repeat(43)]) {
      const answer = await verify(each);
      await expect(answer).toAnswer(400, invalid);
    }
    const user = await app.send('POST', '/auth/login', { body: { email: 'expired@example.com', password: PASSWORD } });
    await expect(user).toAnswer(403);
  });

  it('gives a link 24 hours, and a reset link one [fault 79]', async () => {
    const { body } = await app.register('hours@example.com');
    await app.send('POST', '/auth/password-reset', { body: { email: 'hours@example.com' } });
    await app.links('hours@example.com');
    const rows = await app.database.query(
      'SELECT kind, extract(epoch FROM expires_at - created_at)::int AS seconds FROM account_token WHERE account_id = $1 ORDER BY kind DESC',
      [body.id],
    );
    expect(rows).toEqual([
      { kind: 'verify_email', seconds: 86_400 },
      { kind: 'reset_password', seconds: 3_600 },
    ]);
  });

  it('refuses an unknown token under an Idempotency-Key as without one', async () => {
    await expect(await verify('A'.repeat(43), { 'Idempotency-Key': randomUUID() })).toAnswer(400, invalid);
  });

  it('puts a new address in force, and ends the reset links in the old mailbox', async () => {
    const { access, email } = await app.account('old@example.com');
    const change = { email: 'New@example.com', current_password: PASSWORD };
    await expect(await app.send('PUT', '/users/me', { token: access, body: change })).toAnswer(200);
    await app.send('POST', '/auth/password-reset', { body: { email } });
    const reset = { token: await app.mailedToken(email), new_password: 'of the old mailbox' };
    const verified = await verify(await app.mailedToken(change.email));
    await expect(verified).toAnswer(200, expect.objectContaining({ email: change.email, pending_email: null }));
    await expect(await app.send('POST', '/auth/password-reset/confirm', { body: reset })).toAnswer(400);
    expect((await app.logIn('new@example.com')).access, 'the token of a log-in').toEqual(expect.any(String));
  });

  it('uses no link up whose answer cannot be kept for a repetition', async () => {
    await app.register('kept@example.com');
    const token = await app.mailedToken('kept@example.com');
    const again = { 'Idempotency-Key': randomUUID() };
    await app.database.query('ALTER TABLE idempotency_key ADD CONSTRAINT no_answer CHECK (status IS NULL) NOT VALID');
    try {
      await expect(await verify(token, again)).toAnswer(500);
    } finally {
      await app.database.query('ALTER TABLE idempotency_key DROP CONSTRAINT no_answer');
    }
    await expect(await verify(token, again)).toAnswer(200);
  });

  it('is not used up by opening the link', async () => {
    await app.register('scanned@example.com');
    const [link] = await app.links('scanned@example.com');
    const page = await app.send('GET', `:/verify-email${link?.search}`);
    await expect(page).toAnswer(200);
    await expect(await verify(link?.searchParams.get('token') ?? '')).toAnswer(200);
  });
});

describe('POST /auth/verify-email/resend', () => {
  const resend = (email: string) => app.send('POST', '/auth/verify-email/resend', { body: { email } });

  it('sends a new link, which ends the older one', async () => {
    await app.register('again@example.com');
    const first = await app.mailedToken('again@example.com');
    await expect(await resend('AGAIN@example.com')).toAnswer(200);
    const second = await app.mailedToken('again@example.com');
    expect(second).not.toBe(first);
    await expect(await app.send('POST', '/auth/verify-email', { body: { token: first } })).toAnswer(400);
    await expect(await app.send('POST', '/auth/verify-email', { body: { token: second } })).toAnswer(200);
  });

  it('leaves one good link after many simultaneous requests', async () => {
    const { body } = await app.register('many@example.com');
    await Promise.all(Array.from({ length: 6 }, () => resend('many@example.com')));
    expect(await app.links('many@example.com'), 'mails: of the registration, and of each request').toHaveLength(7);
    const rows = await app.database.query('SELECT 1 FROM account_token WHERE account_id = $1', [body.id]);
    expect(rows, 'links that still work').toHaveLength(1);
  });

  it('answers alike for an unverified, a verified and an unknown address, and writes to the first alone', async () => {
    await app.register('unverified@example.com');
    await app.account('verified@example.com');
    const before = (await app.links('verified@example.com')).length;
    using logged = vi.spyOn(Logger.prototype, 'error');
    const answers = [
      await resend('unverified@example.com'),
      await resend('verified@example.com'),
      await resend('unknown@example.com'),
    ];
    expect(
      [...new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))],
      'different answers',
    ).toHaveLength(1);
    await expect(answers[0]).toAnswer(200);
    expect(answers[0]?.body).toEqual({ message: expect.any(String) });
    expect(await app.links('unverified@example.com'), 'mails to the unverified address').toHaveLength(2);
    expect(await app.links('verified@example.com'), 'A verified address gets another mail').toHaveLength(before);
    expect(await app.links('unknown@example.com'), 'A mail went to an unknown address').toHaveLength(0);
    expect(logged, 'errors that the operator reads').not.toHaveBeenCalled();
  });

  it('needs an address', async () => {
    await expect(await app.send('POST', '/auth/verify-email/resend', { body: { email: 'no address' } })).toAnswer(422);
  });
});

describe('password reset', () => {
  const ask = (email: string) => app.send('POST', '/auth/password-reset', { body: { email } });
  const confirm = (token: string, new_password: string) =>
    app.send('POST', '/auth/password-reset/confirm', { body: { token, new_password } });
  const invalid = { detail: 'Password reset token is invalid or has expired' };

  it('answers alike whatever the address [fault 79]', async () => {
    await app.account('reset-known@example.com');
    using logged = vi.spyOn(Logger.prototype, 'error');
    const answers = [await ask('reset-known@example.com'), await ask('reset-unknown@example.com')];
    expect(
      [...new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))],
      'different answers',
    ).toHaveLength(1);
    await expect(answers[0]).toAnswer(200);
    expect(answers[0]?.body).toEqual({ message: expect.any(String) });
    expect(await app.links('reset-unknown@example.com'), 'A mail went to an unknown address').toHaveLength(0);
    expect(logged, 'errors that the operator reads').not.toHaveBeenCalled();
  });

  it('writes to the address on record, not to a look-alike of it', async () => {
    await app.account('victim@example.com');
    await expect(await ask('ｖictim@example.com')).toAnswer(200);
    expect((await app.links('victim@example.com')).at(-1)?.pathname).toBe('/reset-password');
    expect(await app.links('ｖictim@example.com'), 'The look-alike of an address gets the link').toHaveLength(0);
  });

  it('sets the password once and ends every token issued before [endpoints 30]', async () => {
    const { access: oldest, email } = await app.account('reset@example.com');
    const change = { password: 'a second password', current_password: PASSWORD };
    await expect(await app.send('PUT', '/users/me', { token: oldest, body: change })).toAnswer(200);
    const { access, refresh } = await app.logIn(email, change.password);
    await ask(email);
    const token = await app.mailedToken(email);
    const answer = await confirm(token, 'a better password');
    await expect(answer).toAnswer(200, { message: expect.any(String) });
    for (const ended of [oldest, access])
      await expect(await app.send('GET', '/users/me', { token: ended })).toAnswer(401, INVALID);
    expect((await app.send('POST', '/auth/refresh', { body: { refresh_token: refresh } })).body).toEqual(INVALID);
    expect((await confirm(token, 'yet another password')).body).toEqual(invalid);
    expect((await app.logIn(email, change.password)).access).toBeUndefined();
    const fresh = await app.logIn(email, 'a better password');
    await expect(await app.send('GET', '/users/me', { token: fresh.access })).toAnswer(200);
  });

  it('ends an older link with a newer one', async () => {
    const { email } = await app.account('reset-twice@example.com');
    await ask(email);
    const older = await app.mailedToken(email);
    await ask(email);
    const newer = await app.mailedToken(email);
    expect((await confirm(older, 'a better password')).body).toEqual(invalid);
    await expect(await confirm(newer, 'a better password')).toAnswer(200);
  });

  it('refuses unknown and expired links and those of the other kind', async () => {
    const { body } = await app.register('reset-kind@example.com');
    const verification = await app.mailedToken('reset-kind@example.com');
    await ask('reset-kind@example.com');
    const token = await app.mailedToken('reset-kind@example.com');
    await app.database.query(
      "UPDATE account_token SET expires_at = now() - interval '1 second' WHERE account_id = $1 AND kind = 'reset_password'",
      [body.id],
    );
    for (const each of [verification, token, 'B'.repeat(43)]) {
      const answer = await confirm(each, 'a better password');
      await expect(answer).toAnswer(400, invalid);
    }
    await expect(await app.send('POST', '/auth/verify-email', { body: { token: verification } })).toAnswer(200);
  });

  it('keeps the link good when the new password is refused', async () => {
    const { email } = await app.account('reset-equal@example.com');
    await ask(email);
    const token = await app.mailedToken(email);
    const short = await confirm(token, 'short');
    expect(short.body.detail).toEqual([
      { type: 'string_too_short', loc: ['body', 'new_password'], msg: 'String should have at least 8 characters' },
    ]);
    const equal = await confirm(token, 'Reset-Equal@example.com');
    await expect(equal).toAnswer(422);
    expect(equal.body.detail).toEqual([
      { type: 'value_error', loc: ['body', 'new_password'], msg: expect.stringContaining('email') },
    ]);
    await expect(await confirm(token, 'a better password')).toAnswer(200);
  });

  it('undoes a change of address that somebody else may have begun', async () => {
    const { access, email } = await app.account('hijacked@example.com');
    await app.send('PUT', '/users/me', {
      token: access,
      body: { email: 'thief@example.com', current_password: PASSWORD },
    });
    const stolen = await app.mailedToken('thief@example.com');
    await ask(email);
    await expect(await confirm(await app.mailedToken(email), 'a better password')).toAnswer(200);
    await expect(await app.send('POST', '/auth/verify-email', { body: { token: stolen } })).toAnswer(400);
    const fresh = await app.logIn(email, 'a better password');
    expect((await app.send('GET', '/users/me', { token: fresh.access })).body.pending_email).toBeNull();
  });
});

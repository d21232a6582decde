import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStore } from '../../../src/ports/object-store.js';
import { type Answer, IdentityApp, PASSWORD } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(async () => {
  await app.stop();
});

const read = (token: string) => app.send('GET', '/users/me', { token });
const change = (token: string, body: unknown) => app.send('PUT', '/users/me', { token, body });
const erase = (token: string, body: unknown) => app.send('DELETE', '/users/me', { token, body });
const verify = (token: string) => app.send('POST', '/auth/verify-email', { body: { token } });
const items = ({ body }: Answer) => body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc]);
const missingCurrent = [{ type: 'missing', loc: ['body', 'current_password'], msg: 'Field required' }];

describe('GET /users/me', () => {
  it('shows the account to a token and to any key [endpoints 31]', async () => {
    const { id, access } = await app.account('me@example.com');
    const { key } = await app.apiKey(access, { scopes: ['billing:read'], mode: 'test' });
    const expected = {
      id,
      object: 'user',
      created: expect.any(Number),
      email: 'me@example.com',
      email_verified: true,
      pending_email: null,
      has_password: true,
      phone_number: null,
      output_language: null,
      agent_channel: null,
      livemode: true,
      metadata: {},
      member: { id, role: 'owner', name: null, agent_id: null, teams: [], recordings_original: true },
      account: { id, email: 'me@example.com' },
    };
    for (const credential of [access, key]) {
      const answer = await read(credential);
      await expect(answer).toAnswer(200, expected);
    }
  });
});

describe('PUT /users/me', () => {
  it('changes what is given, keeps what is missing, and takes the number away with null [endpoints 32]', async () => {
    const { access } = await app.account('change@example.com');
    const metadata = { team: 'support', size: 1.5, on: true, off: null, 'a b': 'ü' };
    const first = await change(access, { phone_number: '+14155550100', metadata, unknown: 1 });
    await expect(first).toAnswer(200);
    expect(first.body).toMatchObject({ phone_number: '+14155550100', metadata });
    expect((await change(access, { metadata: { other: 1 } })).body).toMatchObject({
      phone_number: '+14155550100',
      metadata: { other: 1 },
    });
    expect((await change(access, {})).body).toMatchObject({ phone_number: '+14155550100', metadata: { other: 1 } });
    expect((await change(access, { phone_number: null })).body.phone_number).toBeNull();
    expect((await read(access)).body).toMatchObject({ phone_number: null, metadata: { other: 1 } });
  });

  it("keeps the defaults of the account's calls until they are changed or taken away", async () => {
    const { access } = await app.account('defaults@example.com');
    const shown = async () => {
      const { output_language, agent_channel } = (await read(access)).body;
      return [output_language, agent_channel];
    };
    expect((await change(access, { output_language: 'de', agent_channel: 1 })).body).toMatchObject({
      output_language: 'de',
      agent_channel: 1,
    });
    await change(access, { phone_number: null });
    expect(await shown()).toEqual(['de', 1]);
    await change(access, { agent_channel: 0 });
    expect(await shown()).toEqual(['de', 0]);
    await change(access, { output_language: null, agent_channel: null });
    expect(await shown()).toEqual([null, null]);
    const refused = await change(access, { output_language: 'deu', agent_channel: 2 });
    await expect(refused).toAnswer(422);
    expect(items(refused)).toEqual([
      ['string_pattern_mismatch', ['body', 'output_language']],
      ['less_than_equal', ['body', 'agent_channel']],
    ]);
  });

  it('reports every failing field', async () => {
    const { access } = await app.account('faults@example.com');
    const answer = await change(access, { phone_number: 'call me', metadata: 7, email: '@', password: 'short' });
    await expect(answer).toAnswer(422);
    expect(items(answer)).toEqual([
      ['string_pattern_mismatch', ['body', 'phone_number']],
      ['dict_type', ['body', 'metadata']],
      ['value_error', ['body', 'email']],
      ['string_too_short', ['body', 'password']],
      ['missing', ['body', 'current_password']],
    ]);
  });

  it('is closed to keys', async () => {
    const { access } = await app.account('nokeys@example.com');
    const { key } = await app.apiKey(access);
    for (const answer of [await change(key, {}), await erase(key, { current_password: PASSWORD })])
      await expect(answer).toAnswer(403, { detail: 'This action requires a user access token' });
    await expect(await read(access)).toAnswer(200);
  });

  it.each([{ email: 'new@example.org' }, { password: 'another password' }])(
    'asks for the current password with %j',
    async (request) => {
      const { access } = await app.account(`${randomUUID()}@example.com`);
      const missing = await change(access, request);
      await expect(missing).toAnswer(422, { detail: missingCurrent });
      const wrong = await change(access, { ...request, current_password: 'not the password' });
      await expect(wrong).toAnswer(403, { detail: 'Current password is incorrect' });
      expect((await read(access)).body.pending_email).toBeNull();
    },
  );

  it('puts a new address in force once it is verified', async () => {
    const { access, email } = await app.account('old@example.com');
    const asked = await change(access, { email: ' New@example.com ', current_password: PASSWORD });
    await expect(asked).toAnswer(200);
    expect(asked.body).toMatchObject({ email, email_verified: true, pending_email: 'New@example.com' });
    expect((await app.logIn('new@example.com')).access).toBeUndefined();
    const verified = await verify(await app.mailedToken('New@example.com'));
    expect(verified.body).toMatchObject({ email: 'New@example.com', email_verified: true, pending_email: null });
    expect((await read(access)).body.email).toBe('New@example.com');
    expect((await app.logIn('new@example.com')).access).toEqual(expect.any(String));
    expect((await app.logIn(email)).access).toBeUndefined();
    await expect(await app.register(email)).toAnswer(201);
  });

  it('ends the link of an older change, and a change taken back', async () => {
    const { access, email } = await app.account('undecided@example.com');
    await change(access, { email: 'first@example.org', current_password: PASSWORD });
    const first = await app.mailedToken('first@example.org');
    await change(access, { email: 'second@example.org', current_password: PASSWORD });
    const second = await app.mailedToken('second@example.org');
    await expect(await verify(first)).toAnswer(400);
    const back = await change(access, { email, current_password: PASSWORD });
    expect(back.body.pending_email).toBeNull();
    await expect(await verify(second)).toAnswer(400);
    expect((await read(access)).body.email).toBe(email);
  });

  it('sends the link of a waiting address again', async () => {
    const { access, email } = await app.account('waiting@example.com');
    await change(access, { email: 'waiting@example.org', current_password: PASSWORD });
    // Mails leave after the answer: the second one, with the token that counts, could be written before the first.
    expect(await app.links('waiting@example.org'), 'mails to the waiting address').toHaveLength(1);
    await app.send('POST', '/auth/verify-email/resend', { body: { email } });
    expect(await app.links('waiting@example.org'), 'mails to the waiting address').toHaveLength(2);
    expect((await verify(await app.mailedToken('waiting@example.org'))).body.email).toBe('waiting@example.org');
  });

  it('takes no address of another account, also one that registers while the link is on its way', async () => {
    const { access } = await app.account('wants@example.com');
    await app.register('has@example.com');
    const taken = await change(access, { email: 'HAS@example.com', current_password: PASSWORD });
    const sentence = { detail: 'An account with this email already exists' };
    await expect(taken).toAnswer(400, sentence);
    await change(access, { email: 'soon@example.com', current_password: PASSWORD });
    const token = await app.mailedToken('soon@example.com');
    await app.register('soon@example.com');
    const late = await verify(token);
    await expect(late).toAnswer(400, sentence);
    expect((await read(access)).body.email).toBe('wants@example.com');
  });

  it('ends every token with a new password, and reset links with it', async () => {
    const { access, refresh, email } = await app.account('newpass@example.com');
    const { key } = await app.apiKey(access);
    await app.send('POST', '/auth/password-reset', { body: { email } });
    const reset = await app.mailedToken(email);
    const changed = await change(access, { password: 'another password', current_password: PASSWORD });
    await expect(changed).toAnswer(200);
    await expect(await read(access)).toAnswer(401);
    await expect(await app.send('POST', '/auth/refresh', { body: { refresh_token: refresh } })).toAnswer(401);
    await expect(await read(key)).toAnswer(200);
    const body = { token: reset, new_password: 'a third password' };
    await expect(await app.send('POST', '/auth/password-reset/confirm', { body })).toAnswer(400);
    expect((await app.logIn(email, PASSWORD)).access).toBeUndefined();
    await expect(await read((await app.logIn(email, 'another password')).access)).toAnswer(200);
  });

  it('lets one of two changes of the password at the same time win', async () => {
    const { access, email } = await app.account('contested@example.com');
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(
      passwords.map((password) => change(access, { password, current_password: PASSWORD })),
    );
    const winners = passwords.filter((_, index) => answers[index]?.status === 200);
    expect(winners, 'passwords that won').toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 403]).toContain(status);
    expect((await app.logIn(email, winners[0])).access).toEqual(expect.any(String));
  });

  it('takes neither the address nor the address to be as a password', async () => {
    const { access, email } = await app.account('same@example.com');
    for (const request of [
      { password: email.toUpperCase() },
      { password: 'next@example.com', email: 'next@example.com' },
    ]) {
      const answer = await change(access, { ...request, current_password: PASSWORD });
      expect(items(answer)).toEqual([['value_error', ['body', 'password']]]);
    }
    expect((await read(access)).body.pending_email).toBeNull();
  });
});

describe('DELETE /users/me', () => {
  /** Inserts a completed, billed call with a recording and a delivery, and a call that a worker holds. */
  async function history(accountId: string): Promise<{ analysisId: string; periodId: string; storageKey: string }> {
    const { database } = app;
    const [analysisId, runningId, periodId, deliveryId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const storageKey = `recordings/${randomUUID()}`;
    await app.nest.get(ObjectStore).put(storageKey, Readable.from(['audio']));
    await database.query(
      `INSERT INTO analysis (id, account_id, status, livemode, agent_id, contact_id, request_id, storage_key, settled_at)
       VALUES ($1, $3, 'completed', true, 'a', 'c', 'r', $4, now()), ($2, $3, 'processing', true, 'a', 'c', 'r', $4, NULL)`,
      [analysisId, runningId, accountId, storageKey],
    );
    await database.query(
      `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
       VALUES ($1, '{}', '[]', '{}', '{}', '{}')`,
      [analysisId],
    );
    await database.query(
      `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
         overage_limit_hundredths, overage_cents_per_minute)
       VALUES ($1, $2, true, 'free', now(), now() + interval '1 month', 0, 10000, 0, 0)`,
      [periodId, accountId],
    );
    await database.query('INSERT INTO minutes_reservation (analysis_id, period_id, hundredths) VALUES ($1, $2, 100)', [
      runningId,
      periodId,
    ]);
    await database.query(
      `INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths,
         overage_hundredths, amount_cents, provider_subscription_id)
       VALUES ($1, $2, $3, $4, true, 60000, 100, 0, 0, 'sub_1')`,
      [randomUUID(), analysisId, accountId, periodId],
    );
    await database.query(
      `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode)
       VALUES ($1, $2, $3, $4, 'analysis.completed', 'https://example.com', true)`,
      [deliveryId, accountId, analysisId, `evt_${deliveryId}`],
    );
    return { analysisId, periodId, storageKey };
  }

  it('erases everything but the minutes, which lose their name [endpoints 33, fault 77]', async () => {
    const { id, access, refresh, email } = await app.account('leaving@example.com');
    const { key } = await app.apiKey(access);
    const { analysisId, periodId, storageKey } = await history(id);
    const bystander = await app.account('staying@example.com');
    const kept = await history(bystander.id);

    const erased = await erase(access, { current_password: PASSWORD });
    await expect(erased).toAnswer(200, { id, object: 'user', deleted: true });

    for (const credential of [access, key]) {
      const answer = await read(credential);
      await expect(answer).toAnswer(401, { detail: 'Invalid authentication credentials' });
    }
    await expect(await app.send('POST', '/auth/refresh', { body: { refresh_token: refresh } })).toAnswer(401);
    const tables: { table_name: string }[] = await app.database.query(
      "SELECT table_name FROM information_schema.columns WHERE column_name = 'account_id' AND table_schema = 'public'",
    );
    expect(tables.length).toBeGreaterThan(7);
    for (const { table_name } of tables)
      expect([
        table_name,
        await app.database.query(`SELECT account_id FROM ${table_name} WHERE account_id = $1`, [id]),
      ]).toEqual([table_name, []]);
    const payloads = await app.database.query('SELECT analysis_id FROM analysis_payload');
    expect(payloads).toEqual([{ analysis_id: kept.analysisId }]);
    expect(await app.nest.get(ObjectStore).find(storageKey)).toBeNull();

    const [entry] = await app.database.query('SELECT * FROM ledger_entry WHERE analysis_id = $1', [analysisId]);
    const [period] = await app.database.query('SELECT * FROM usage_period WHERE id = $1', [periodId]);
    expect(entry).toMatchObject({ hundredths: '100', period_id: periodId, provider_subscription_id: null });
    expect(entry.account_id).toBe(period.account_id);
    expect(entry.account_id).not.toBe(id);

    await expect(await read(bystander.access)).toAnswer(200);
    expect(await app.nest.get(ObjectStore).find(kept.storageKey)).toMatchObject({ sizeBytes: 5 });
    const [other] = await app.database.query('SELECT account_id FROM ledger_entry WHERE analysis_id = $1', [
      kept.analysisId,
    ]);
    expect(other.account_id).toBe(bystander.id);

    const again = await app.account(email);
    expect(again.id).not.toBe(id);
    expect((await app.send('GET', '/api-keys/', { token: again.access })).body).toMatchObject({ total: 0, items: [] });
  });

  it('may take longer than the statement time-out of other requests', async () => {
    const url = new URL(app.config.database.url ?? '');
    url.searchParams.set('statement_timeout', '3000');
    url.searchParams.set('lock_timeout', '0');
    const impatient = await IdentityApp.start(app, { DATABASE_URL: url.href });
    const { id, access } = await app.account('full@example.com');
    const { analysisId } = await history(id);
    const holder = app.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM analysis WHERE id = $1 FOR UPDATE', [analysisId]);
    const erased = impatient.send('DELETE', '/users/me', { token: access, body: { current_password: PASSWORD } });
    // The pool closes a silent connection three seconds after the statement time-out.
    expect(await Promise.race([erased, wait(7_500, 'at work')])).toBe('at work');
    await holder.rollbackTransaction();
    await holder.release();
    await expect(await erased).toAnswer(200);
    await impatient.stop();
  });

  it('leaves word that a paid subscription is to be ended', async () => {
    const { id, access } = await app.account('paying@example.com');
    await app.database.query(
      `UPDATE subscription SET plan = 'growth', provider_customer_id = 'cus_1', provider_subscription_id = 'sub_1'
        WHERE account_id = $1`,
      [id],
    );
    await erase(access, { current_password: PASSWORD });
    expect(await app.database.query('SELECT provider_subscription_id, customer_id FROM subscription_closure')).toEqual([
      { provider_subscription_id: 'sub_1', customer_id: 'cus_1' },
    ]);
  });

  it('needs the current password', async () => {
    const { access } = await app.account('careful@example.com');
    const missing = await erase(access, {});
    await expect(missing).toAnswer(422, { detail: missingCurrent });
    const wrong = await erase(access, { current_password: 'not the password' });
    await expect(wrong).toAnswer(403, { detail: 'Current password is incorrect' });
    await expect(await read(access)).toAnswer(200);
  });

  it('leaves no key behind that was asked for at the same time', async () => {
    const { id, access } = await app.account('racing@example.com');
    const answers = await Promise.all([
      erase(access, { current_password: PASSWORD }),
      ...Array.from({ length: 6 }, () => app.send('POST', '/api-keys/', { token: access, body: { name: 'late' } })),
    ]);
    await expect(answers[0]).toAnswer(200);
    for (const answer of answers.slice(1)) await expect(answer).toAnswer([201, 401]);
    expect(await app.database.query('SELECT id FROM api_key WHERE account_id = $1', [id])).toEqual([]);
  });

  it('happens once, asked for twice at the same time', async () => {
    const { access } = await app.account('double@example.com');
    const answers = await Promise.all([
      erase(access, { current_password: PASSWORD }),
      erase(access, { current_password: PASSWORD }),
    ]);
    for (const answer of answers) await expect(answer).toAnswer([200, 401]);
    expect(
      answers.map(({ status }) => status),
      'the answers to both',
    ).toContain(200);
    await expect(await read(access)).toAnswer(401);
  });
});

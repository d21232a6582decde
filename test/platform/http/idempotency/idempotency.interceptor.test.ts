// One Idempotency-Key has one effect, whatever the number of requests and processes.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/platform/config/config.js';
import { KeySecrets } from '../../../../src/platform/http/idempotency/key-secrets.js';
import { type Service, startService } from '../../../../src/program/service.js';
import { type Account, startTestService, type TestService } from '../../../support/apps/running-service.js';
import { silence, wav } from '../../../support/audio/audio-fixtures.js';
import { freePort } from '../../../support/processes/free-port.js';

const RECORDING = wav([silence(1_000)]);
const BY_URL = { audio_url: 'http://127.0.0.1:8080/a.wav', agent_id: 'a', contact_id: 'c' };

interface Answer {
  readonly status: number;
  readonly replayed: string | null;
  readonly type: string | null;
  readonly text: string;
}

describe('Idempotency-Key', () => {
  let service: TestService;
  let second: Service;
  let secondUrl: string;
  let account: Account;
  let other: Account;
  let testKey: string;

  beforeAll(async () => {
    // Without a worker, an accepted call keeps its first state.
    service = await startTestService({ PROCESS: 'api' });
    const port = await freePort();
    second = await startService({
      announce: () => undefined,
      config: loadConfig({ ...service.env, PORT: String(port) }),
      logger: pino({ level: 'silent' }),
    });
    secondUrl = `http://127.0.0.1:${port}/api/v1`;
    account = await service.openAccount();
    other = await service.openAccount();
    const made = await post('/api-keys', { name: 'Trial', mode: 'test' }, null, { credential: account.accessToken });
    testKey = JSON.parse(made.text).key;
  });
  afterAll(async () => {
    await second?.stop();
    await service?.stop();
  });

  const post = async (
    path: string,
    body: object | FormData | string | null,
    key: string | null,
    { credential = account.liveKey, baseUrl = service.baseUrl }: { credential?: string; baseUrl?: string } = {},
  ): Promise<Answer> => {
    const json = typeof body === 'string' || (body !== null && !(body instanceof FormData));
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        ...(credential && { authorization: `Bearer ${credential}` }),
        ...(key !== null && { 'idempotency-key': key }),
        ...(json && { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData || typeof body === 'string' || body === null ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  const upload = (fields: Record<string, string> = {}, recording: Uint8Array = RECORDING) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ agent_id: 'a', contact_id: 'c', ...fields })) form.set(name, value);
    form.set('audio_file', new Blob([new Uint8Array(recording)]), `${randomUUID()}.wav`);
    return form;
  };
  const count = async (table: string, where = 'true') =>
    Number((await service.db.query(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)).rows[0].n);
  const storedObjects = async () =>
    (await readdir(join(service.dataDir), { recursive: true })).filter((path) =>
      /recordings\/[0-9a-f-]{36}$/.test(path),
    ).length;
  const itemsOf = ({ text }: Answer): { type: string; loc: string[] }[] => JSON.parse(text).detail;
  const expectReuse = async (answer: Answer) => {
    await expect(answer).toAnswer(422);
    expect(itemsOf(answer)).toMatchObject([
      { type: 'idempotency_key_reuse', loc: ['header', 'idempotency-key'], msg: expect.stringMatching(/./) },
    ]);
  };

  it('replays an upload byte for byte, with either spelling of the path, and stores nothing again [limits 8]', async () => {
    const key = randomUUID();
    const first = await post('/analysis/', upload(), key);
    await expect(first).toAnswer(201);
    expect(first.replayed, 'the header idempotent-replayed').toEqual(null);
    const before = [await count('analysis'), await count('minutes_reservation'), await storedObjects()];
    const again = await post('/analysis', upload(), key);
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(
      [await count('analysis'), await count('minutes_reservation'), await storedObjects()],
      'analyses, reservations and recordings',
    ).toEqual(before);
  });

  it('replays from another process', async () => {
    const key = randomUUID();
    const first = await post('/analysis', upload(), key);
    expect(await post('/analysis', upload(), key, { baseUrl: secondUrl })).toEqual({ ...first, replayed: 'true' });
  });

  it('refuses the key for another recording, another field and another form of request [fault 39]', async () => {
    const key = randomUUID();
    const first = await post('/analysis', upload(), key);
    await expect(first).toAnswer(201);
    const before = [await count('analysis'), await storedObjects()];
    await expectReuse(await post('/analysis', upload({}, wav([silence(1_100)])), key));
    await expectReuse(await post('/analysis', upload({ agent_id: 'b' }), key));
    await expectReuse(await post('/analysis', BY_URL, key));
    expect([await count('analysis'), await storedObjects()], 'analyses and recordings').toEqual(before);
    expect(await post('/analysis', upload(), key)).toEqual({ ...first, replayed: 'true' });
  });

  it('keeps the keys of accounts and of paths apart [fault 39]', async () => {
    const key = randomUUID();
    const mine = await post('/analysis', upload(), key);
    const theirs = await post('/analysis', upload({ agent_id: 'z' }), key, { credential: other.liveKey });
    await expect(mine).toAnswer(201);
    await expect(theirs).toAnswer(201);
    expect(theirs.replayed, 'the header idempotent-replayed').toEqual(null);
    const named = await post('/api-keys', { name: 'Same key' }, key, { credential: account.accessToken });
    await expect(named).toAnswer(201);
    expect(named.replayed, 'the header idempotent-replayed').toEqual(null);
  });

  it('keeps the keys of live and test mode apart [settled 9]', async () => {
    for (const submission of [upload, () => BY_URL]) {
      const key = randomUUID();
      const inTest = await post('/analysis', submission(), key, { credential: testKey });
      const live = await post('/analysis', submission(), key);
      expect([inTest, live]).toMatchObject([
        { status: 201, replayed: null },
        { status: 201, replayed: null },
      ]);
      expect([inTest, live].map(({ text }) => JSON.parse(text).livemode)).toEqual([false, true]);
      expect(await post('/analysis', submission(), key, { credential: testKey })).toEqual({
        ...inTest,
        replayed: 'true',
      });
      for (const credential of [account.liveKey, account.accessToken])
        expect(await post('/analysis', submission(), key, { credential })).toEqual({ ...live, replayed: 'true' });
    }
  });

  it('replays what an earlier release kept for both modes together, but no answer of one mode in the other [settled 9]', async () => {
    /** Keeps an answer as the earlier release did: one scope for both modes. */
    const keep = async (key: string, livemode: boolean) => {
      const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
      const secrets = new KeySecrets(key, JSON.stringify([`account:${rows[0].id}`, 'POST', '/api/v1/analysis']));
      const text = JSON.stringify({ id: randomUUID(), livemode });
      await service.db.query(
        `INSERT INTO idempotency_key (id, account_id, resource_id, fingerprint, lease_until, made_at, status, content_type,
           body, expires_at)
         VALUES ($1, $2, $3, $4, now(), now(), 201, 'application/json; charset=utf-8', $5, now() + interval '1 hour')`,
        [
          secrets.id,
          rows[0].id,
          randomUUID(),
          secrets.fingerprint('bytes', JSON.stringify(BY_URL)),
          secrets.seal(text),
        ],
      );
      return text;
    };
    const before = await count('analysis');
    const [liveKept, testKept] = [randomUUID(), randomUUID()];
    const [liveText, testText] = [await keep(liveKept, true), await keep(testKept, false)];
    expect(await post('/analysis', BY_URL, liveKept)).toMatchObject({ status: 201, replayed: 'true', text: liveText });
    expect(await post('/analysis', BY_URL, testKept, { credential: testKey })).toMatchObject({
      status: 201,
      replayed: 'true',
      text: testText,
    });
    expect(await count('analysis'), 'analyses that are stored').toBe(before);
    await expectReuse(await post('/analysis', BY_URL, testKept));
    expect(await post('/analysis', BY_URL, liveKept, { credential: testKey })).toMatchObject({
      status: 201,
      replayed: null,
    });
    expect(await count('analysis'), 'analyses that are stored').toBe(before + 1);
  });

  it('creates one analysis, one object and one reservation for 50 concurrent uploads to two processes [fault 38]', async () => {
    const key = randomUUID();
    const before = [await count('analysis'), await count('minutes_reservation'), await storedObjects()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post('/analysis', upload(), key, { baseUrl: index % 2 ? secondUrl : service.baseUrl }),
      ),
    );
    await expect(answers).toAnswerEach(201);
    expect([...new Set(answers.map(({ text }) => text))], 'different answers').toHaveLength(1);
    expect(
      answers.filter(({ replayed }) => replayed === null),
      'answers that were not replayed',
    ).toHaveLength(1);
    expect([await count('analysis'), await count('minutes_reservation'), await storedObjects()]).toEqual(
      before.map((number) => number + 1),
    );
  });

  it('creates one analysis for 200 concurrent requests by URL [fault 38]', async () => {
    const key = randomUUID();
    const before = await count('analysis');
    const answers = await Promise.all(Array.from({ length: 200 }, () => post('/analysis', BY_URL, key)));
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))], 'different answers').toHaveLength(1);
    expect(await count('analysis'), 'analyses that are stored').toBe(before + 1);
  });

  it('replays errors of the body itself, whether it was read to its end or not [fault 40]', async () => {
    const key = randomUUID();
    const noFields = new FormData();
    noFields.set('agent_id', 'a');
    const missing = await post('/analysis', noFields, key);
    await expect(missing).toAnswer(422);
    const again = new FormData();
    again.set('agent_id', 'a');
    expect(await post('/analysis', again, key)).toEqual({ ...missing, replayed: 'true' });
    await expectReuse(await post('/analysis', upload(), key));

    const noise = new Uint8Array(300_000).fill(7);
    const unfit = randomUUID();
    const refused = await post('/analysis', upload({}, noise), unfit);
    await expect(refused).toAnswer(400, expect.stringContaining('Unsupported audio format'));
    expect(await post('/analysis', upload({}, noise), unfit)).toEqual({ ...refused, replayed: 'true' });
    await expectReuse(await post('/analysis', upload(), unfit));
    const webhook = randomUUID();
    const wrong = await post('/billing/subscription', { plan: 'gold' }, webhook, { credential: account.accessToken });
    await expect(wrong).toAnswer(422);
    const repeated = await post('/billing/subscription', { plan: 'gold' }, webhook, {
      credential: account.accessToken,
    });
    expect(repeated).toEqual({ ...wrong, replayed: 'true' });
  });

  it('stores no error that may be gone at the next attempt [fault 40]', async () => {
    const key = randomUUID();
    const rows = await count('idempotency_key');
    await expect(await post('/analysis', upload(), key, { credential: 'sk_live_wrong' })).toAnswer(401);
    await service.db.query(
      'UPDATE usage_period SET included_hundredths = 0 WHERE account_id IN (SELECT account_id FROM analysis LIMIT 1)',
    );
    const path = `/analysis/${randomUUID()}/webhook`;
    // A form is refused before it is read, JSON after it was read.
    const urlKey = randomUUID();
    for (let time = 0; time < 2; time++) {
      const unpaid = await post('/analysis', upload(), key);
      await expect(unpaid).toAnswer(402);
      expect(unpaid.replayed, 'the header idempotent-replayed').toEqual(null);
      const unpaidUrl = await post('/analysis', BY_URL, urlKey);
      await expect(unpaidUrl).toAnswer(402);
      expect(unpaidUrl.replayed, 'the header idempotent-replayed').toEqual(null);
      const unknown = await post(path, { webhook_url: 'http://127.0.0.1:8080/' }, key);
      await expect(unknown).toAnswer(404);
      expect(unknown.replayed, 'the header idempotent-replayed').toEqual(null);
    }
    expect(await count('idempotency_key'), 'keys that are stored').toBe(rows);
    await service.db.query('UPDATE usage_period SET included_hundredths = 10000');
    await expect(await post('/analysis', upload(), key)).toAnswer(201);
    await expect(await post('/analysis', BY_URL, urlKey)).toAnswer(201);
  });

  it('stores an API key so that only the Idempotency-Key can decrypt it', async () => {
    const key = `a-key-of-mine-${randomUUID()}`;
    const made = await post('/api-keys', { name: 'Once' }, key, { credential: account.accessToken });
    const secret: string = JSON.parse(made.text).key;
    expect(secret).toMatch(/^sk_/);
    const again = await post('/api-keys', { name: 'Once' }, key, { credential: account.accessToken });
    expect(again).toEqual({ ...made, replayed: 'true' });
    expect(await count('api_key', "name = 'Once'"), 'API keys that were made').toBe(1);
    const { rows } = await service.db.query('SELECT row_to_json(k)::text AS all FROM idempotency_key k');
    const everything = rows.map(
      ({ all }) => all + Buffer.from(all.replace(/[^0-9a-f]/g, ''), 'hex').toString('latin1'),
    );
    for (const hidden of [secret, key])
      for (const form of [hidden, Buffer.from(hidden).toString('hex'), Buffer.from(hidden).toString('base64')])
        expect(everything.filter((text) => text.includes(form))).toEqual([]);
  });

  it('makes no API key whose secret cannot be kept for a repetition', async () => {
    const key = randomUUID();
    const make = () => post('/api-keys', { name: 'Kept' }, key, { credential: account.accessToken });
    await service.db.query('ALTER TABLE idempotency_key ADD CONSTRAINT no_answer CHECK (status IS NULL) NOT VALID');
    try {
      await expect(await make()).toAnswer(500);
    } finally {
      await service.db.query('ALTER TABLE idempotency_key DROP CONSTRAINT no_answer');
    }
    await expect(await make()).toAnswer(201);
    expect(await count('api_key', "name = 'Kept'"), 'API keys that were made').toBe(1);
  });

  it('stores no answer with tokens', async () => {
    const rows = await count('idempotency_key');
    const credentials = { email: account.email, password: account.password };
    const key = randomUUID();
    for (let time = 0; time < 2; time++) {
      const answer = await post('/auth/login', credentials, key, { credential: '' });
      await expect(answer).toAnswer(200);
      expect(answer.replayed, 'the header idempotent-replayed').toEqual(null);
      const { refresh_token } = JSON.parse(answer.text);
      const refreshed = await post('/auth/refresh', { refresh_token }, key, { credential: '' });
      await expect(refreshed).toAnswer(200);
      expect(refreshed.replayed, 'the header idempotent-replayed').toEqual(null);
    }
    expect(await count('idempotency_key'), 'keys that are stored').toBe(rows);
  });

  it('is scoped by client address without an account', async () => {
    const key = randomUUID();
    const body = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    const first = await post('/auth/register', body, key, { credential: '' });
    await expect(first).toAnswer(201);
    expect(await post('/auth/register', body, key, { credential: '' })).toEqual({ ...first, replayed: 'true' });
    await expectReuse(
      await post('/auth/register', { ...body, email: `${randomUUID()}@example.com` }, key, { credential: '' }),
    );
  });

  it('accepts keys of 1 to 255 characters [fault 41]', async () => {
    const name = `Lengths ${randomUUID()}`;
    const body = { name };
    const { accessToken: credential } = await service.openAccount();
    const empty = await post('/api-keys', body, '', { credential });
    await expect(empty).toAnswer(422);
    expect(itemsOf(empty)).toMatchObject([{ type: 'string_too_short', loc: ['header', 'idempotency-key'] }]);
    const long = await post('/api-keys', body, 'k'.repeat(256), { credential });
    await expect(long).toAnswer(422);
    expect(itemsOf(long)).toMatchObject([{ type: 'string_too_long', loc: ['header', 'idempotency-key'] }]);
    expect(await count('api_key', `name = '${name}'`), 'API keys that were made').toBe(0);
    await expect(await post('/api-keys', body, 'k'.repeat(255), { credential })).toAnswer(201);
    await expect(await post('/api-keys', body, 'k', { credential })).toAnswer(201);
  });

  it('forgets a key after 24 hours, and lets a request take over from a dead process [limits 8, fault 40]', async () => {
    const key = randomUUID();
    const first = await post('/api-keys', { name: 'Day' }, key, { credential: account.accessToken });
    await expect(first).toAnswer(201);
    const { rows } = await service.db.query(
      'SELECT extract(epoch FROM max(expires_at) - now()) / 3600 AS hours FROM idempotency_key',
    );
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1);
    await service.db.query("UPDATE idempotency_key SET expires_at = now() - interval '1 second'");
    const next = await post('/api-keys', { name: 'Other' }, key, { credential: account.accessToken });
    await expect(next).toAnswer(201);
    expect(next.replayed, 'the header idempotent-replayed').toEqual(null);
    // The state that a process leaves when it is killed before it has done anything.
    await service.db.query(
      `UPDATE idempotency_key SET status = NULL, body = NULL, lease_until = now() - interval '1 second'
       WHERE expires_at > now()`,
    );
    const takenOver = await post('/api-keys', { name: 'Other' }, key, { credential: account.accessToken });
    await expect(takenOver).toAnswer(201);
    expect(takenOver.replayed, 'the header idempotent-replayed').toEqual(null);
    expect(JSON.parse(takenOver.text).id).not.toBe(JSON.parse(next.text).id);
  });
});

// `external_id`: an account has one call of a name in each mode, however often and by whatever form it is submitted.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { beginUpload } from '../support/clients/half-upload.js';
import { contractFetch } from '../support/clients/responses.js';

let service: TestService;
let account: Account;
let testKey: string;
beforeAll(async () => {
  // No worker: the calls stay as they were accepted.
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_SUBMISSION: '1000', ACCOUNT_UPLOADS: '50' });
  account = await service.openAccount();
  testKey = await makeTestKey(account);
});
afterAll(() => service?.stop());

async function makeTestKey({ accessToken }: Account): Promise<string> {
  const response = await contractFetch(`${service.baseUrl}/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Test mode', mode: 'test' }),
  });
  return ((await response.json()) as { key: string }).key;
}

const PARTIES = { agent_id: 'agent-7', contact_id: 'cust-42' };
const byUrl = (name: string, more: object = {}) =>
  JSON.stringify({ ...PARTIES, audio_url: 'https://example.com/call.wav', external_id: name, ...more });
const form = (name: string, more: Record<string, string> = {}) =>
  uploadOf(recordedCall(), { ...PARTIES, external_id: name, ...more });

async function submit(
  body: string | FormData,
  headers: Record<string, string> = {},
  key = account.liveKey,
  path = '/analysis',
) {
  const json: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await contractFetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...json, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

async function list(query: string, key = account.liveKey): Promise<{ total: number; data: { id: string }[] }> {
  const response = await contractFetch(`${service.baseUrl}/analysis?${query}`, { headers: { 'x-api-key': key } });
  return (await response.json()) as { total: number; data: { id: string }[] };
}

async function remove(id: string) {
  const response = await contractFetch(`${service.baseUrl}/analysis/${id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': account.liveKey },
  });
  await expect(response).toAnswer(200);
}

describe('the same name again', () => {
  it('is answered with the call there is, by either form', async () => {
    const name = randomUUID();
    const first = await submit(byUrl(name));
    expect(first).toMatchObject({ status: 201, body: { call: { external_id: name } } });
    for (const body of [byUrl(` ${name} `), form(name), byUrl(name, { agent_id: 'another' })]) {
      const again = await submit(body);
      await expect(again).toAnswer(200, first.body);
    }
    expect(await submit(byUrl(name), {}, account.liveKey, '/analysis/from-url')).toEqual({
      status: 200,
      headers: expect.anything(),
      body: first.body,
    });
    expect((await list(`external_id=${name}`)).data.map(({ id }) => id)).toEqual([first.body.id]);
  });

  it('of a form whose name stands behind the recording leaves no recording behind', async () => {
    const name = randomUUID();
    const first = await submit(form(name));
    await expect(first).toAnswer(201);
    const late = new FormData();
    late.set('audio_file', new Blob([new Uint8Array(recordedCall())]), 'call.wav');
    for (const [field, value] of Object.entries({ ...PARTIES, external_id: name })) late.set(field, value);
    expect(await submit(late)).toMatchObject({ status: 200, body: { id: first.body.id } });
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM analysis WHERE external_id = $1', [name]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('of a form is told that there is no such call, where it is deleted while the recording arrives', async () => {
    const name = randomUUID();
    const first = await submit(byUrl(name));
    const gate = await service.db.connect();
    await gate.query('BEGIN');
    await gate.query('LOCK TABLE analysis IN ACCESS EXCLUSIVE MODE');
    const upload = await beginUpload(service.rootUrl, account.liveKey, { external_id: name });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%external_id = $2%'
                       AND datname = current_database()`;
    // The look-up of the name stands before the deletion in the queue of the lock.
    await until(async () => (await service.db.query(waiting)).rows.length > 0, 'the look-up of the name');
    await gate.query('COMMIT');
    gate.release();
    await remove(first.body.id);
    expect(await upload.finish()).toMatchObject({ status: 404, body: { detail: 'Analysis not found' } });
    await expect(await submit(form(name))).toAnswer(201);
  });

  it('is one call, where ten arrive at the same moment', async () => {
    const name = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => submit(n % 2 === 0 ? byUrl(name) : form(name))),
    );
    await expect(answers).toAnswerInAnyOrder([201, ...Array<number>(9).fill(200)]);
    expect([...new Set(answers.map(({ body }) => body.id))], 'calls that were named').toHaveLength(1);
  });

  it('takes no minutes, also where none are left', async () => {
    const poor = await service.openAccount();
    const name = randomUUID();
    const first = await submit(byUrl(name), {}, poor.liveKey);
    await expect(first).toAnswer(201);
    const held = `SELECT count(*)::int AS n FROM minutes_reservation r JOIN analysis c ON c.id = r.analysis_id
                  WHERE c.account_id = (SELECT id FROM account WHERE email = $1)`;
    const { rows: before } = await service.db.query(held, [poor.email]);
    await service.db.query(
      `UPDATE usage_period SET used_hundredths = 1000000 WHERE livemode
         AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [poor.email],
    );
    await expect(await submit(byUrl(randomUUID()), {}, poor.liveKey)).toAnswer(402);
    for (const body of [byUrl(name), form(name)])
      expect(await submit(body, {}, poor.liveKey)).toMatchObject({ status: 200, body: { id: first.body.id } });
    const { rows: after } = await service.db.query(held, [poor.email]);
    expect(after).toEqual(before);
  });

  it('is another call in the other mode and in another account', async () => {
    const name = randomUUID();
    const other = await service.openAccount();
    const answers = [
      await submit(byUrl(name)),
      await submit(byUrl(name), {}, testKey),
      await submit(byUrl(name), {}, other.liveKey),
    ];
    await expect(answers).toAnswerEach(201);
    expect((await list(`external_id=${name}`)).total).toBe(2);
    expect((await list(`external_id=${name}&livemode=true`)).total).toBe(1);
    expect((await list(`external_id=${name}&agent_id=nobody`)).total).toBe(0);
  });

  it('is free again once the call is deleted', async () => {
    const name = randomUUID();
    const { body: first } = await submit(byUrl(name));
    await remove(first.id);
    const again = await submit(byUrl(name));
    await expect(again).toAnswer(201);
    expect(again.body.id).not.toBe(first.id);
  });

  it('with an Idempotency-Key is kept, until the call is deleted', async () => {
    const name = randomUUID();
    const { body: first } = await submit(byUrl(name));
    const key = { 'idempotency-key': randomUUID() };
    const known = await submit(byUrl(name), key);
    expect(known).toMatchObject({ status: 200, body: { id: first.id } });
    const replayed = await submit(byUrl(name), key);
    expect(replayed).toMatchObject({ status: 200, body: { id: first.id } });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    await remove(first.id);
    await expect(await submit(byUrl(name), key)).toAnswer(404);
  });
});

describe('a name', () => {
  it('has 1 to 255 characters', async () => {
    for (const name of ['', 'x'.repeat(256)]) {
      const answer = await submit(byUrl(name));
      await expect(answer).toAnswer(422);
      expect(answer.body.detail[0].loc).toEqual(['body', 'external_id']);
    }
    await expect(await submit(byUrl('x'.repeat(255)))).toAnswer(201);
  });

  it('that cannot be stored is refused, by either form', async () => {
    for (const body of [byUrl('a\0b'), byUrl('a\ud800b'), form('a\0b')]) {
      const answer = await submit(body);
      await expect(answer).toAnswer(422);
      expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'external_id'] })]);
    }
  });

  it('is null where none was given', async () => {
    const { body } = await submit(JSON.stringify({ ...PARTIES, audio_url: 'https://example.com/call.wav' }));
    expect(body.call.external_id).toBeNull();
  });
});

// Holds: what they keep from being deleted, for whom, and until when.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { checkReceived } from '../support/clients/documented-events.js';
import { type Ask, type AskOptions, askAs } from '../support/clients/interface-client.js';
import { startWebhookReceiver } from '../support/stubs/webhook-receiver.js';

const DAY_MS = 86_400_000;

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let testKey: string;
let governing: string;

beforeAll(async () => {
  service = await startTestService({ ANALYSIS_RETENTION_DAYS: '90', TEST_RETENTION_DAYS: '30' });
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
  testKey = await keyWith(['analysis:read', 'analysis:write', 'data:govern'], 'test');
  governing = await keyWith(['data:govern'], 'live');
});
afterAll(() => service?.stop());

const keyWith = async (scopes: string[], mode: 'live' | 'test'): Promise<string> =>
  (await ask('/api-keys', { json: { name: 'Key', mode, scopes } })).body.key;

/** Calls that have ended, as far back as is wanted. */
async function storeCalls(
  count: number,
  { contact = 'cust-1', days = 0, livemode = true, of = accountId, status = 'failed' } = {},
): Promise<string[]> {
  const { rows } = await service.db.query<{ id: string }>(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, status, settled_at, processing_time_ms,
       created_at, error_code, error_message, source_url)
     SELECT gen_random_uuid(), $1, $2, 'agent-7', $3, 'r', $6, CASE WHEN $6 <> 'processing' THEN now() - $4::int * interval '1 day' END, 1,
       now() - $4::int * interval '1 day' - i * interval '1 second', 'not_audio', 'No audio', 'https://example.com/a.wav'
     FROM generate_series(1, $5::int) AS i RETURNING id`,
    [of, livemode, contact, days, count, status],
  );
  return rows.map(({ id }) => id);
}

const isStored = async (id: string) =>
  (await service.db.query('SELECT FROM analysis WHERE id = $1', [id])).rows.length > 0;
const beginRetention = () => service.db.query("UPDATE round_lease SET due_at = now() WHERE name = 'retention'");
const roundHasEnded = async () =>
  (
    await service.db.query(
      "SELECT FROM round_lease WHERE name = 'retention' AND due_at > now() + interval '1 minute' AND leased_until = '-infinity'",
    )
  ).rows.length > 0;

async function retain(): Promise<void> {
  await beginRetention();
  await until(roundHasEnded, 'a round of retention', 30_000);
}

async function hold(json: object, options: AskOptions = {}) {
  const answer = await ask('/holds', { json: { name: 'litigation', reason: 'A claim', ...json }, ...options });
  await expect(answer).toAnswer(201);
  return answer.body;
}
const release = (id: string, options: AskOptions = {}) =>
  ask(`/holds/${id}/release`, { json: { reason: 'Settled' }, ...options });
const remove = (id: string, credential = account.liveKey) => ask(`/analysis/${id}`, { method: 'DELETE', credential });
const HELD = (name: string) => ({ detail: `The analysis is held: ${name}` });

describe('a hold', () => {
  it('of named calls keeps them from deletion, redaction and retention, until it is released', async () => {
    const [held = '', other = ''] = await storeCalls(2, { days: 100 });
    const placed = await hold({ name: 'claim 4711', analysis_ids: [held] });
    expect(placed).toEqual({
      id: placed.id,
      object: 'hold',
      created: placed.created,
      livemode: true,
      name: 'claim 4711',
      reason: 'A claim',
      status: 'active',
      held: 1,
      until: null,
      released_at: null,
      release_reason: null,
    });
    await expect(await remove(held)).toAnswer(400, HELD('claim 4711'));
    const redact = { json: { preset: 'pci' }, credential: account.liveKey };
    await expect(await ask(`/analysis/${held}/redact`, redact)).toAnswer(400, HELD('claim 4711'));
    await retain();
    expect([await isStored(held), await isStored(other)]).toEqual([true, false]);
    await expect(service.db.query('DELETE FROM analysis WHERE id = $1', [held])).rejects.toThrow('is held');

    const page = await ask(`/holds/${placed.id}/analyses`);
    expect(page.body).toMatchObject({ total: 1, skip: 0, limit: 20, items: [{ id: held, object: 'analysis' }] });
    const released = await release(placed.id, { credential: governing });
    await expect(released).toAnswer(200);
    expect(released.body).toMatchObject({
      ...{ ...placed, status: 'released', held: 1, release_reason: 'Settled' },
      released_at: expect.any(Number),
      carried_out: { erasures: 0, analyses: 1 },
    });
    await until(async () => !(await isStored(held)), 'what the hold has put off', 30_000);
    const again = await ask(`/holds/${placed.id}/release`, { json: { reason: 'Another reason' } });
    expect(again.body).toEqual(released.body);
    expect((await ask(`/holds/${placed.id}`)).body).toMatchObject({ status: 'released', held: 1 });
  });

  it('by a filter holds what it finds and what ends while it is active', async () => {
    const contact = `cust-${randomUUID()}`;
    const found = await storeCalls(3, { contact });
    const [processing = ''] = await storeCalls(1, { contact, status: 'processing' });
    const { id, held } = await hold({ name: 'by filter', filter: { contact_id: contact } });
    expect(held).toBe(3);
    await expect(await remove(found[0] ?? '')).toAnswer(400, HELD('by filter'));
    await expect(await remove(processing)).toAnswer(200);
    const json = { agent_id: 'agent-7', contact_id: contact, scenario: 'good_call' };
    const ended = (await ask('/analysis', { json, credential: testKey })).body.id;
    await until(async () => (await ask(`/analysis/${ended}`)).body.status === 'completed', 'the analysis');
    expect((await ask(`/holds/${id}`)).body.held).toBe(4);
    await expect(await remove(ended, testKey)).toAnswer(400, HELD('by filter'));
    const later = await storeCalls(1, { contact });
    await expect(await remove(later[0] ?? '')).toAnswer(200);
    await release(id);
    await expect(await remove(ended, testKey)).toAnswer(200);
  });

  it('over more calls than are added at once keeps all of them from the answer on', async () => {
    const contact = `cust-${randomUUID()}`;
    const calls = await storeCalls(12_000, { contact });
    // Not before they are held: the round that an earlier release began may still be going on.
    const becomeOverdue = (ids: readonly string[]) =>
      service.db.query("UPDATE analysis SET settled_at = now() - interval '100 days' WHERE id = ANY($1)", [ids]);
    const blocker = await service.db.connect();
    // The worker cannot add the first part before this call is free.
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM analysis WHERE id = $1 FOR UPDATE', [calls[0]]);
    const { id, held } = await hold({ name: 'large', filter: { contact_id: contact } });
    expect(held).toBe(12_000);
    await becomeOverdue(calls.slice(1));
    await expect(await remove(calls[11_999] ?? '')).toAnswer(400, HELD('large'));
    await retain();
    await blocker.query('COMMIT');
    blocker.release();
    await becomeOverdue(calls.slice(0, 1));
    const isSearched = async () =>
      (await service.db.query('SELECT searched FROM hold WHERE id = $1', [id])).rows[0].searched;
    await until(isSearched, 'the end of the search', 60_000);
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM held_call WHERE hold_id = $1', [id]);
    expect([rows[0].n, (await ask(`/holds/${id}`)).body.held]).toEqual([12_000, 12_000]);
    await retain();
    const stored = 'SELECT count(*)::int AS n FROM analysis WHERE id = ANY($1)';
    expect((await service.db.query(stored, [calls])).rows[0].n).toBe(12_000);
    expect((await release(id)).body.carried_out).toEqual({ erasures: 0, analyses: 12_000 });
    await until(async () => (await service.db.query(stored, [calls])).rows[0].n === 0, 'what it has put off', 120_000);
  });

  it('is not alone: the older is named, and each of them keeps the call', async () => {
    const [id = ''] = await storeCalls(1);
    const older = await hold({ name: 'older', analysis_ids: [id] });
    const newer = await hold({ name: 'newer', analysis_ids: [id] });
    await expect(await remove(id)).toAnswer(400, HELD('older'));
    await release(older.id);
    await expect(await remove(id)).toAnswer(400, HELD('newer'));
    await release(newer.id);
    await expect(await remove(id)).toAnswer(200);
  });

  it('with a time is released by itself, at most a minute late', async () => {
    const [id = ''] = await storeCalls(1);
    const placed = await hold({ name: 'short', analysis_ids: [id], until: Math.floor(Date.now() / 1000) + 2 });
    await expect(await remove(id)).toAnswer(400, HELD('short'));
    const isReleased = async () => (await ask(`/holds/${placed.id}`)).body.status === 'released';
    await until(isReleased, 'the end of the hold', 60_000);
    expect((await ask(`/holds/${placed.id}`)).body).toMatchObject({ release_reason: null });
    await expect(await remove(id)).toAnswer(200);
  });

  it('keeps the account', async () => {
    const owner = await service.openAccount();
    const asOwner = askAs(service, owner);
    const of = await accountIdOf(service.db, owner.email);
    const [id = ''] = await storeCalls(1, { of });
    const placed = await asOwner('/holds', { json: { name: 'mine', reason: 'A claim', analysis_ids: [id] } });
    const erase = { method: 'DELETE', json: { current_password: owner.password } };
    const refused = { detail: 'The account has active holds: mine' };
    await expect(await asOwner('/users/me', erase)).toAnswer(400, refused);
    await expect(await asOwner(`/holds/${placed.body.id}/release`, { json: { reason: 'Settled' } })).toAnswer(200);
    await expect(await asOwner('/users/me', erase)).toAnswer(200);
    expect(await isStored(id), 'the call is stored').toBe(false);
  });

  it('tells the endpoints that ask for it of its release', async () => {
    const receiver = await startWebhookReceiver();
    const endpoint = { url: receiver.url, events: ['hold.released'] };
    await expect(await ask('/webhooks/endpoints', { json: endpoint })).toAnswer(201);
    const [id = ''] = await storeCalls(1);
    const placed = await hold({ analysis_ids: [id] });
    await release(placed.id);
    expect(await checkReceived(receiver, 1)).toEqual(['hold.released']);
    await receiver.close();
    const { rows } = await service.db.query('SELECT event FROM webhook_delivery WHERE hold_id = $1', [placed.id]);
    expect(rows).toEqual([{ event: 'hold.released' }]);
  });
});

describe('a request for a hold', () => {
  const base = { name: 'x', reason: 'y' };

  it('names calls or a filter, and a time to come', async () => {
    const [id = ''] = await storeCalls(1);
    const unknown = randomUUID();
    const faults: [object, string[], string][] = [
      [{ ...base }, ['body', 'analysis_ids'], 'value_error'],
      [{ ...base, analysis_ids: [id, unknown] }, ['body', 'analysis_ids', '1'], 'enum'],
      [{ ...base, filter: { contact: 'x' } }, ['body', 'filter', 'contact'], 'extra_forbidden'],
      [{ ...base, analysis_ids: [id], until: '2020-01-01T00:00:00Z' }, ['body', 'until'], 'value_error'],
      [{ ...base, analysis_ids: [id], until: 1_500_000_000 }, ['body', 'until'], 'value_error'],
      [{ reason: 'y', analysis_ids: [id] }, ['body', 'name'], 'missing'],
    ];
    for (const [json, loc, type] of faults) {
      const answer = await ask('/holds', { json });
      await expect(answer).toAnswer(422);
      expect(answer.body.detail).toMatchObject([{ loc, type }]);
    }
  });

  it('takes a token or a key with the scope, which no key has unasked', async () => {
    const [id = ''] = await storeCalls(1);
    const json = { ...base, analysis_ids: [id] };
    await expect(await ask('/holds', { json, credential: account.liveKey })).toAnswer(403);
    await expect(await ask('/holds', { credential: account.liveKey })).toAnswer(403);
    const placed = await ask('/holds', { json, credential: governing });
    await expect(placed).toAnswer(201);
    await expect(await release(placed.body.id, { credential: testKey })).toAnswer(403);
    await expect(await release(placed.body.id)).toAnswer(200);
  });

  it('by a test key holds test calls alone', async () => {
    const contact = `cust-${randomUUID()}`;
    const [live = ''] = await storeCalls(1, { contact });
    const [test = ''] = await storeCalls(1, { contact, livemode: false });
    const asTest = (more: object) => ask('/holds', { json: { ...base, ...more }, credential: testKey });
    await expect(await asTest({ analysis_ids: [live] })).toAnswer(403);
    await expect(await asTest({ filter: { livemode: true } })).toAnswer(403);
    const { body } = await asTest({ filter: { contact_id: contact } });
    expect(body).toMatchObject({ held: 1, livemode: false });
    await expect(await remove(live)).toAnswer(200);
    await expect(await remove(test, testKey)).toAnswer(400);
    await expect(await release(body.id, { credential: testKey })).toAnswer(200);
  });

  it('is refused for the calls and holds of another account', async () => {
    const other = await service.openAccount();
    const asOther = askAs(service, other);
    const [id = ''] = await storeCalls(1);
    await expect(await asOther('/holds', { json: { ...base, analysis_ids: [id] } })).toAnswer(422);
    const all = await asOther('/holds', { json: { ...base, filter: {} } });
    expect(all.body.held).toBe(0);
    await expect(await remove(id)).toAnswer(200);
    const mine = await hold({ analysis_ids: await storeCalls(1) });
    for (const path of [`/holds/${mine.id}`, `/holds/${mine.id}/analyses`])
      await expect(await asOther(path)).toAnswer(404);
    const answer = await asOther(`/holds/${mine.id}/release`, { json: { reason: 'x' } });
    await expect(answer).toAnswer(404);
    expect((await asOther('/holds')).body.items.map((one: { id: string }) => one.id)).toEqual([all.body.id]);
    await release(mine.id);
  });

  it('is refused for the 101st active hold', async () => {
    const owner = await service.openAccount();
    const asOwner = askAs(service, owner);
    const of = await accountIdOf(service.db, owner.email);
    await service.db.query(
      `INSERT INTO hold (id, account_id, livemode, name, reason)
       SELECT gen_random_uuid(), $1, true, 'hold ' || i, 'r' FROM generate_series(1, 99) AS i`,
      [of],
    );
    const json = { ...base, filter: {} };
    const last = await asOwner('/holds', { json });
    await expect(last).toAnswer(201);
    await expect(await asOwner('/holds', { json })).toAnswer(400, { detail: 'At most 100 holds can be active' });
    await asOwner(`/holds/${last.body.id}/release`, { json: { reason: 'Room' } });
    await expect(await asOwner('/holds', { json })).toAnswer(201);
    const { total, items } = (await asOwner('/holds?limit=2&skip=1')).body;
    expect([total, items.length, items[0].id]).toEqual([101, 2, last.body.id]);
  });

  it('reads a day that is yet to come as the account writes it', async () => {
    const [id = ''] = await storeCalls(1);
    const until = new Date(Date.now() + DAY_MS);
    const placed = await hold({ analysis_ids: [id], until: until.toISOString() });
    expect(placed.until).toBe(Math.floor(until.getTime() / 1000));
    await release(placed.id);
  });
});

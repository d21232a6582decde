// Erasures of a contact, of calls and of an agent: what is answered, what is left, what waits for a hold, and the receipt.
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSignedBy, type PublicJwk } from '../../src/platform/audit/signatures.js';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { endOfExport, startExport } from '../support/builders/exported-calls.js';
import { filesOf, tablesOf } from '../support/builders/left-words.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { checkReceived } from '../support/clients/documented-events.js';
import { type Ask, type AskOptions, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';
import { startWebhookReceiver } from '../support/stubs/webhook-receiver.js';

const NONE = {
  analyses: 0,
  recordings: 0,
  evaluations: 0,
  reviews: 0,
  deliveries: 0,
  exports: 0,
  idempotent_answers: 0,
};
const PATIENCE_MS = 30_000;

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let testKey: string;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1' });
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
  testKey = await keyWith(['analysis:read', 'analysis:write', 'data:govern'], 'test');
});
afterAll(() => service?.stop());

const keyWith = async (scopes: string[], mode: 'live' | 'test'): Promise<string> =>
  (await ask('/api-keys', { json: { name: 'Key', mode, scopes } })).body.key;

async function send(path: string, json: object, options: AskOptions = {}) {
  const answer = await ask(path, { json, ...options });
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

const erase = (json: object, options: AskOptions = {}) => send('/erasures', { reason: 'A request', ...json }, options);
const get = async (id: string) => (await ask(`/erasures/${id}`)).body;
async function ended(id: string) {
  await until(async () => (await get(id)).status !== 'processing', `the erasure ${id}`, PATIENCE_MS);
  return get(id);
}

/** A call with two recordings, an evaluation, a review and a notification that was taken. */
async function storeWhole(contact: string, { agent = 'agent-7', livemode = true } = {}): Promise<string> {
  const { callId } = await storeReviewableCall(service.db, accountId, { livemode });
  const keys = [`recordings/${randomUUID()}`, `recordings/${randomUUID()}`];
  await mkdir(join(service.dataDir, 'objects', 'recordings'), { recursive: true });
  for (const key of keys) await writeFile(join(service.dataDir, 'objects', key), 'a recording');
  await service.db.query(
    'UPDATE analysis SET contact_id = $2, agent_id = $3, storage_key = $4, playback_key = $5 WHERE id = $1',
    [callId, contact, agent, ...keys],
  );
  await service.db.query('UPDATE evaluation SET contact_id = $2, agent_id = $3 WHERE analysis_id = $1', [
    callId,
    contact,
    agent,
  ]);
  const delivery = randomUUID();
  await service.db.query(
    `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status, attempt_count)
     VALUES ($1, $2, $3, 'evt', 'analysis.completed', 'https://example.com/hooks?token=secret', $4, 'delivered', 1)`,
    [delivery, accountId, callId, livemode],
  );
  await service.db.query(
    'INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms) VALUES ($1, 1, now(), 200, 1)',
    [delivery],
  );
  await send(`/analysis/${callId}/reviews`, { reviewer_id: 'mara' });
  return callId;
}

const isStored = async (id: string) =>
  (await service.db.query('SELECT FROM analysis WHERE id = $1', [id])).rows.length > 0;
async function keySet(): Promise<PublicJwk[]> {
  const answer = await fetch(`${service.rootUrl}/.well-known/call-analysis/keys.json`);
  const { keys } = (await answer.json()) as { keys: PublicJwk[] };
  return keys;
}

describe('the erasure of a contact', () => {
  it('answers at once, deletes all of it, and ends with a signed receipt', async () => {
    const [call, other] = [await storeWhole('contact-one'), await storeWhole('contact-other')];
    const preview = await ask('/erasures', { json: { contact_id: 'contact-one', reason: 'A request', dry_run: true } });
    await expect(preview).toAnswer(200);
    const counts = { ...NONE, analyses: 1, recordings: 2, evaluations: 1, reviews: 1, deliveries: 1 };
    expect(preview.body).toMatchObject({ status: 'dry_run', counts, deferred: [], receipt: null });
    expect(await isStored(call), 'after the dry run').toBe(true);
    expect((await ask('/erasures')).body.total, 'erasures after the dry run').toBe(0);

    const asked = await erase({ contact_id: 'contact-one', reason: 'Mr contact-one asked', reference: 'contact-one' });
    expect(asked).toEqual({
      id: asked.id,
      object: 'erasure',
      created: expect.any(Number),
      livemode: true,
      subject: 'contact',
      subject_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope: 'calls',
      reason: 'Mr [erased] asked',
      reference: 'erased',
      status: 'processing',
      counts: NONE,
      deferred: [],
      delivered_before: [],
      error_message: null,
      completed_at: null,
      receipt: null,
    });
    const { receipt, ...erased } = await ended(asked.id);
    expect(erased).toMatchObject({ status: 'completed', counts, delivered_before: ['https://example.com/hooks'] });
    expect(receipt).toEqual({
      erasure_id: asked.id,
      subject_hash: asked.subject_hash,
      counts,
      deferred: [],
      completed_at: erased.completed_at,
      audit_head: { sequence: expect.any(Number), hash: expect.any(String) },
      key_id: expect.any(String),
      signature: expect.any(String),
    });
    const keys = await keySet();
    expect(isSignedBy(receipt, keys), 'the receipt as it is').toBe(true);
    expect(isSignedBy({ ...receipt, subject_hash: `${receipt.subject_hash.slice(0, -1)}z` }, keys), 'changed').toBe(
      false,
    );
    expect([await isStored(call), await isStored(other)]).toEqual([false, true]);
    expect(await tablesOf(service.db, 'contact-one')).toEqual([]);
    expect((await ask('/erasures')).body).toMatchObject({ total: 1, skip: 0, limit: 20, items: [{ id: asked.id }] });
    const { body } = await ask(`/audit?subject=${asked.id}`);
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'erasure.completed',
      'erasure.requested',
    ]);
  });

  it('leaves no canary in any table, object, file of an export or kept answer, and passes live calls by for a test key', async () => {
    const mark = 'canary-erased';
    const live = await storeWhole(mark);
    const key = randomUUID();
    const repeat = () =>
      contractFetch(`${service.baseUrl}/analysis`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({
          agent_id: 'agent-7',
          contact_id: mark,
          scenario: 'good_call',
          metadata: { order: mark },
        }),
      });
    const { id } = (await (await repeat()).json()) as { id: string };
    await until(async () => (await ask(`/analysis/${id}`)).body.status === 'completed', 'the analysis');
    const asked = { of: 'segments', format: 'jsonl', filter: { livemode: false, contact_id: mark } };
    expect((await endOfExport(ask, await startExport(ask, asked))).rows).toBeGreaterThan(0);
    const { id: erasure } = await erase({ contact_id: mark }, { credential: testKey });
    expect(await ended(erasure)).toMatchObject({
      status: 'completed',
      livemode: false,
      counts: { analyses: 1, exports: 1, idempotent_answers: 1 },
    });
    expect(await isStored(live), 'the live call').toBe(true);
    const { id: whole } = await erase({ contact_id: mark });
    expect(await ended(whole)).toMatchObject({ status: 'completed', counts: { analyses: 1 } });
    expect(await tablesOf(service.db, mark)).toEqual([]);
    expect(await tablesOf(service.db, id), 'tables that name the call').toEqual([]);
    await until(async () => (await filesOf(service.dataDir, mark)).length === 0, 'the end of the files', PATIENCE_MS);
    const again = await repeat();
    expect(again.status, 'a repeated request').not.toBe(202);
    expect(await again.text()).not.toContain(id);
  });

  it('is refused for named live calls and a test key, for unknown calls, and without one subject', async () => {
    const call = await storeWhole('contact-refused');
    const json = { analysis_ids: [call], reason: 'A request' };
    await expect(await ask('/erasures', { json, credential: testKey })).toAnswer(403);
    const unknown = { analysis_ids: [call, randomUUID()], reason: 'A request' };
    await expect(await ask('/erasures', { json: unknown })).toAnswer(404, { detail: 'Analysis not found' });
    await expect(await ask('/erasures', { json: { reason: 'A request' } })).toAnswer(422);
    await expect(await ask('/erasures', { json: { ...json, agent_id: 'a' } })).toAnswer(422);
    await expect(await ask('/erasures', { json: { ...json, scope: 'traces' } })).toAnswer(422);
    const reading = await keyWith(['analysis:read'], 'live');
    const stranger = await service.openAccount();
    const { id } = await erase({ contact_id: 'no one' });
    for (const path of ['/erasures', `/erasures/${id}`])
      await expect(await ask(path, { credential: reading })).toAnswer(403);
    await expect(await ask('/erasures', { json, credential: reading })).toAnswer(403);
    await expect(await ask(`/erasures/${id}`, { credential: stranger.accessToken })).toAnswer(404);
    await expect(await ask('/erasures', { json, credential: stranger.accessToken })).toAnswer(404);
    expect((await ask('/erasures', { credential: stranger.accessToken })).body.total).toBe(0);
  });
});

describe('a hold', () => {
  it('defers its calls, and its release carries the erasure out', async () => {
    const contact = 'contact-held';
    const [held, free] = [await storeWhole(contact), await storeWhole(contact)];
    const hold = await send('/holds', { name: `claim of ${contact}`, reason: 'A claim', analysis_ids: [held] });
    const second = await send('/holds', { name: 'audit', reason: 'An audit', filter: { contact_id: contact } });
    const { id } = await erase({ contact_id: contact });
    await until(async () => (await get(id)).status === 'deferred', 'the deferral', PATIENCE_MS);
    const deferred = await get(id);
    expect(deferred).toMatchObject({ counts: { analyses: 0 }, receipt: null });
    expect(deferred.deferred, 'deferred calls').toHaveLength(2);
    expect(deferred.deferred).toContainEqual({
      analysis_id: held,
      held_by: { id: hold.id, name: `claim of ${contact}` },
    });
    expect(deferred.deferred).toContainEqual({ analysis_id: free, held_by: { id: second.id, name: 'audit' } });
    const { rows } = await service.db.query('SELECT contact_id FROM analysis WHERE id = ANY($1)', [[held, free]]);
    expect(rows).toEqual([{ contact_id: contact }, { contact_id: contact }]);
    expect((await service.db.query('SELECT name FROM erasure WHERE id = $1', [id])).rows).toEqual([{ name: null }]);

    const settled = { json: { reason: 'Settled' } };
    const released = await ask(`/holds/${second.id}/release`, settled);
    expect(released.body.carried_out).toEqual({ erasures: 1, analyses: 0 });
    await until(async () => !(await isStored(free)), 'the free call', PATIENCE_MS);
    await until(async () => (await get(id)).status === 'deferred', 'the second deferral', PATIENCE_MS);
    expect(await isStored(held), 'the held call').toBe(true);
    expect((await get(id)).deferred).toEqual([
      { analysis_id: held, held_by: { id: hold.id, name: `claim of ${contact}` } },
    ]);
    const last = await ask(`/holds/${hold.id}/release`, settled);
    expect(last.body.carried_out.erasures).toBe(1);
    await until(async () => (await get(id)).status === 'completed', 'the erasure', PATIENCE_MS);
    const { receipt } = await get(id);
    expect(receipt).toMatchObject({ counts: { analyses: 2, recordings: 4 }, deferred: [] });
    expect(isSignedBy(receipt, await keySet()), 'the receipt').toBe(true);
    expect(await tablesOf(service.db, contact)).toEqual([]);
  });
});

describe('other scopes', () => {
  it('`recordings` deletes recordings alone', async () => {
    const call = await storeWhole('contact-sound');
    const { id } = await erase({ analysis_ids: [call], scope: 'recordings' });
    expect(await ended(id)).toMatchObject({ status: 'completed', counts: { ...NONE, analyses: 1, recordings: 2 } });
    const { rows } = await service.db.query(
      'SELECT storage_key, playback_key, contact_id FROM analysis WHERE id = $1',
      [call],
    );
    expect(rows).toEqual([{ storage_key: null, playback_key: null, contact_id: 'contact-sound' }]);
  });

  it('`calls` of an agent deletes the own calls, and takes the name out of those of others', async () => {
    const agent = 'agent-deleted';
    const [own, others] = [await storeWhole('cust-a', { agent }), await storeWhole('cust-b')];
    await send(`/analysis/${others}/reviews`, { reviewer_id: agent });
    const { id } = await erase({ agent_id: agent, scope: 'calls' });
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      counts: { analyses: 2, recordings: 2, deliveries: 1 },
    });
    expect([await isStored(own), await isStored(others)]).toEqual([false, true]);
    expect(await tablesOf(service.db, agent)).toEqual([]);
  });

  it('`traces` of an agent leaves the calls and no name, wherever it can stand', async () => {
    const agent = 'agent-traced';
    const [own, others] = [await storeWhole('cust-a', { agent }), await storeWhole('cust-b')];
    await send(`/analysis/${others}/reviews`, { reviewer_id: agent });
    const { rows } = await service.db.query('SELECT id FROM evaluation WHERE analysis_id = $1', [own]);
    const evaluation = rows[0].id;
    await send(`/evaluations/${evaluation}/acknowledge`, { agent_id: agent });
    await send('/samples', { count: 1, filter: { agent_id: agent } });
    await send('/webhooks/endpoints', { url: 'https://example.com/agent', events: ['*'], filter: { agent_id: agent } });
    await send('/invitations', { email: 'agent@example.com', role: 'agent', agent_id: agent });
    await send('/holds', { name: agent, reason: `Of ${agent}`, filter: { agent_id: 'agent-unknown' } });
    expect(await tablesOf(service.db, agent)).toEqual(
      expect.arrayContaining([
        'analysis',
        'analysis_party',
        'evaluation',
        'hold',
        'invitation',
        'review',
        'sample',
        'webhook_endpoint',
      ]),
    );
    const { id } = await erase({ agent_id: agent });
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      scope: 'traces',
      counts: { analyses: 2, reviews: 3 },
    });
    expect(await tablesOf(service.db, agent)).toEqual([]);
    const calls = await service.db.query('SELECT agent_id, contact_id FROM analysis WHERE id = $1', [own]);
    expect(calls.rows).toEqual([{ agent_id: 'erased', contact_id: 'cust-a' }]);
    const { body } = await ask(`/analysis/${others}/reviews`);
    expect(body.items.map(({ reviewer_id }: { reviewer_id: string }) => reviewer_id).sort()).toEqual([
      'erased',
      'mara',
    ]);
  });
});

it('tells endpoints that ask for it', async () => {
  const receiver = await startWebhookReceiver();
  const endpoint = await send('/webhooks/endpoints', { url: receiver.url, events: ['erasure.completed'] });
  const { id } = await erase({ contact_id: 'no one at all' });
  await ended(id);
  const { rows } = await service.db.query('SELECT event, erasure_id FROM webhook_delivery WHERE endpoint_id = $1', [
    endpoint.id,
  ]);
  expect(rows).toEqual([{ event: 'erasure.completed', erasure_id: id }]);
  expect(await checkReceived(receiver, 1)).toEqual(['erasure.completed']);
  await receiver.close();
});

it('something that is found afterwards fails the erasure, until it is gone', async () => {
  await storeWhole('contact-left');
  await service.db.query(`
    CREATE FUNCTION bring_back() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO sample (id, account_id, created_at, livemode, seed, filter, wanted, population)
        VALUES (OLD.id, OLD.account_id, '2020-01-01', true, '', '{"contact_id":"contact-left"}', '{}', 0); RETURN NULL; END $$;
    CREATE TRIGGER bring_back AFTER UPDATE OF names_erased ON erasure FOR EACH ROW WHEN (NEW.names_erased) EXECUTE FUNCTION bring_back();`);
  const { id: named } = await erase({ contact_id: 'contact-left' });
  await until(async () => (await get(named)).status === 'failed', 'the failure', PATIENCE_MS);
  expect(await get(named)).toMatchObject({ error_message: 'Something is left in sample', receipt: null });
  await service.db.query('DROP TRIGGER bring_back ON erasure');
  await service.db.query('UPDATE erasure SET run_after = now() WHERE id = $1', [named]);
  await service.db.query("UPDATE round_lease SET due_at = now() WHERE name = 'call-erasures'");
  await until(async () => (await get(named)).status === 'completed', 'the erasure', PATIENCE_MS);
});

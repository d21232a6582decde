// Jobs that mask stored calls. No worker runs, so that jobs stay as they were asked for.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { copyCall } from '../support/builders/stored-calls.js';
import { makeTestKey } from '../support/clients/checked-paths.js';
import { contractFetch } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id: string;
    readonly status: string;
    readonly types: readonly string[];
    readonly livemode: boolean;
    readonly counts: { total: number; completed: number; failed: number; skipped: number };
    readonly completed_at: number | null;
    readonly detail: unknown;
    readonly items: readonly { id: string }[];
    readonly total: number;
  };
  readonly replayed: boolean;
}

interface Asking {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

const PCI = ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'];

let service: TestService;
let owner: Account;
let accountId: string;
let testKey: string;
/** A completed call, of which the others are copies. */
let stored: string;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  owner = await service.openAccount();
  accountId = await accountIdOf(service.db, owner.email);
  testKey = await makeTestKey(service.baseUrl, owner.accessToken);
  stored = await storeCall(service.db, accountId);
});
afterAll(() => service?.stop());

async function ask(
  method: string,
  path: string,
  { body, headers = {}, key = owner.liveKey }: Asking = {},
): Promise<Answer> {
  const response = await contractFetch(`${service.baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return answerTo(`${method} ${path}`, { status: response.status, body: JSON.parse(await response.text()), replayed });
}

const start = (body: object, asking: Omit<Asking, 'body'> = {}) => ask('POST', '/redactions', { body, ...asking });
/** Frees the place of the job among those in progress. */
const cancel = (id: string, asking: Asking = {}) => ask('POST', `/redactions/${id}/cancel`, asking);

async function count(table: string): Promise<number> {
  const { rows } = await service.db.query(`SELECT count(*)::int AS n FROM ${table} WHERE account_id = $1`, [accountId]);
  return rows[0].n;
}

describe('a job that masks stored calls', () => {
  it('tells in a dry run how many calls it would go through, and stores nothing', async () => {
    await copyCall(service.db, stored, 3, { agentId: 'dry' });
    const before = await count('redaction');
    const answer = await start({ preset: 'pci', dry_run: true, filter: { agent_id: 'dry' } });
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({
      object: 'redaction',
      status: 'dry_run',
      livemode: true,
      preset: 'pci',
      types: PCI,
      counts: { total: 3, completed: 0, failed: 0, skipped: 0 },
      completed_at: null,
    });
    await expect(await ask('GET', `/redactions/${answer.body.id}`)).toAnswer(404, { detail: 'Redaction not found' });
    expect(await count('redaction')).toBe(before);
  });

  it('masks what was asked for and what the account masks, in the order of the types', async () => {
    await expect(await start({})).toAnswer(400, { detail: 'Nothing is to be masked: name a preset or types' });
    const asked = await start({ types: ['email', 'card_number', 'email'], dry_run: true });
    expect(asked.body).toMatchObject({ preset: null, types: ['card_number', 'email'] });
    const settings = {
      mode: 'text',
      types: ['health_id'],
      countries: ['GB'],
      custom: [{ key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] }],
      replacement: 'label',
      audio: 'tone',
      original_recording: 'keep',
    };
    const other = await service.openAccount();
    await service.db.query('INSERT INTO redaction_settings (account_id, settings) VALUES ($1, $2)', [
      await accountIdOf(service.db, other.email),
      JSON.stringify(settings),
    ]);
    const own = await start({ dry_run: true }, { key: other.liveKey });
    expect(own.body.types).toEqual(['health_id', 'policy_number']);
    const both = await start({ types: ['card_number'], dry_run: true }, { key: other.liveKey });
    expect(both.body.types).toEqual(['card_number', 'health_id', 'policy_number']);
  });

  it('finds the calls that a rescore would find', async () => {
    const noon = new Date('2026-10-20T12:00:00.400Z');
    await copyCall(service.db, stored, 1, { agentId: 'f-Anna', contactId: 'x', createdAt: noon });
    await copyCall(service.db, stored, 1, { agentId: 'f-ben', contactId: 'y', createdAt: noon, livemode: false });
    const running = await copyCall(service.db, stored, 1, { agentId: 'f-ben', contactId: 'y', createdAt: noon });
    await service.db.query("UPDATE analysis SET status = 'failed', error_message = 'No' WHERE id = ANY($1)", [running]);
    const noonSeconds = Math.floor(noon.getTime() / 1000);
    const cases: [object, number][] = [
      [{ search: 'F-' }, 2],
      [{ agent_id: 'f-ben' }, 1],
      [{ search: 'f-', livemode: false }, 1],
      [{ search: 'f-', created_after: noonSeconds }, 0],
      [{ search: 'f-', created_before: noonSeconds }, 2],
      [{ search: 'f-', status_filter: 'failed' }, 0],
    ];
    for (const [filter, expected] of cases) {
      const { body } = await start({ preset: 'pii', filter, dry_run: true });
      expect([filter, body.counts?.total]).toEqual([filter, expected]);
    }
  });

  it.each([
    [{ preset: 'hipaa' }, ['body', 'preset'], 'enum'],
    [{ types: ['card'] }, ['body', 'types', '0'], 'enum'],
    [{ types: [] }, ['body', 'types'], 'value_error'],
    [{ preset: 'pci', types: ['email'] }, ['body', 'types'], 'value_error'],
    [{ preset: 'pci', filter: { agent: 'a' } }, ['body', 'filter', 'agent'], 'extra_forbidden'],
    [{ preset: 'pci', webhook_events: ['rescore.completed'] }, ['body', 'webhook_events', '0'], 'enum'],
    [{ preset: 'pci', webhook_url: 'https://example.com:22/' }, ['body', 'webhook_url'], 'value_error'],
  ])('is refused with the place of the fault: %j', async (body, loc, type) => {
    await expect(await start(body)).toAnswer(422, { detail: [expect.objectContaining({ loc, type })] });
  });

  it('is started once for one Idempotency-Key, and canceled once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const request = { types: ['card_number'], webhook_url: 'https://example.com/hook' };
    const first = await start(request, { headers });
    await expect(first).toAnswer(201);
    expect(first.body).toMatchObject({ status: 'processing', webhook_events: ['redaction.completed'] });
    const second = await start(request, { headers });
    await expect(second).toAnswer(201, first.body);
    expect(second.replayed, 'the second answer is the first one again').toBe(true);
    expect((await ask('GET', `/redactions/${first.body.id}`)).body).toEqual(first.body);

    const again = { headers: { 'idempotency-key': randomUUID() } };
    const canceled = await cancel(first.body.id, again);
    await expect(canceled).toAnswer(200);
    expect(canceled.body).toMatchObject({ status: 'canceled', completed_at: expect.any(Number) });
    expect((await cancel(first.body.id, again)).body).toEqual(canceled.body);
    await expect(await cancel(first.body.id)).toAnswer(400, { detail: 'Only a redaction in progress can be canceled' });
    const { rows } = await service.db.query('SELECT filter FROM redaction WHERE id = $1', [first.body.id]);
    expect(rows[0].filter, 'the filter, which may name a person').toBe('{}');
  });

  it('is not there for another account, nor are its calls', async () => {
    const { body: own } = await start({ preset: 'pci' });
    const { liveKey: key } = await service.openAccount();
    const gone = { detail: 'Redaction not found' };
    await expect(await ask('GET', `/redactions/${own.id}`, { key })).toAnswer(404, gone);
    await expect(await cancel(own.id, { key })).toAnswer(404, gone);
    expect((await ask('GET', '/redactions', { key })).body).toMatchObject({ items: [], total: 0, skip: 0, limit: 20 });
    expect((await start({ preset: 'pci', dry_run: true }, { key })).body.counts.total).toBe(0);
    await cancel(own.id);
  });

  it('of a test key goes through test calls alone', async () => {
    await copyCall(service.db, stored, 2, { agentId: 'modes' });
    await copyCall(service.db, stored, 1, { agentId: 'modes', livemode: false });
    const filter = { agent_id: 'modes' };
    expect((await start({ preset: 'pci', dry_run: true, filter })).body.counts.total).toBe(3);
    const ofTest = await start({ preset: 'pci', filter }, { key: testKey });
    expect([ofTest.body.livemode, ofTest.body.counts.total]).toEqual([false, 1]);
    const live = { preset: 'pci', filter: { livemode: true } };
    await expect(await start(live, { key: testKey })).toAnswer(403, {
      detail: 'A test key cannot change live objects',
    });
    await cancel(ofTest.body.id, { key: testKey });
  });

  it('needs analysis:write to be started and canceled, and analysis:read to be read', async () => {
    const keyWith = async (scope: string): Promise<string> => {
      const response = await contractFetch(`${service.baseUrl}/api-keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: scope, scopes: [scope] }),
      });
      const { key }: { key: string } = JSON.parse(await response.text());
      return key;
    };
    const [reader, writer] = [await keyWith('analysis:read'), await keyWith('analysis:write')];
    const lacks = (scope: string) => ({ detail: `API key lacks the scope ${scope}` });
    await expect(await start({ preset: 'pci' }, { key: reader })).toAnswer(403, lacks('analysis:write'));
    const { body } = await start({ preset: 'pci' }, { key: writer });
    await expect(await cancel(body.id, { key: reader })).toAnswer(403, lacks('analysis:write'));
    await expect(await ask('GET', `/redactions/${body.id}`, { key: writer })).toAnswer(403, lacks('analysis:read'));
    await expect(await ask('GET', '/redactions', { key: reader })).toAnswer(200);
    await expect(await cancel(body.id, { key: writer })).toAnswer(200);
  });

  it('is listed newest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { body } = await start({ preset: 'pci' });
      await cancel(body.id);
      made.unshift(body.id);
    }
    const { body } = await ask('GET', '/redactions?limit=2');
    const next = await ask('GET', '/redactions?limit=1&skip=2');
    expect([...body.items, ...next.body.items].map(({ id }) => id)).toEqual(made);
    expect(body.total).toBe(await count('redaction'));
  });
});

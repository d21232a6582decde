// The audit log: what is entered, by whom, for whom to read, and that neither an effect nor its entry is ever alone.
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { storeModeObjects } from '../support/builders/mode-objects.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

interface Entry {
  readonly id: string;
  readonly sequence: number | null;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly request_id: string | null;
  readonly client_address: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly hash: string | null;
}

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let testKey: string;

beforeAll(async () => {
  service = await startTestService();
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
  const scopes = ['analysis:read', 'analysis:write', 'data:govern'];
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test', scopes } })).body.key;
});
afterAll(() => service?.stop());

async function entries(query = '', asOne = ask): Promise<Entry[]> {
  const answer = await asOne(`/audit?limit=100${query}`);
  await expect(answer).toAnswer(200);
  return answer.body.items;
}

const isChained = () =>
  until(async () => (await entries()).every(({ hash }) => hash !== null), 'the end of chaining', 10_000);
const holdOf = async (credential = account.accessToken): Promise<string> => {
  const json = { name: 'claim', reason: 'A claim of Ms Canary', filter: { contact_id: 'contact-canary' } };
  return (await ask('/holds', { json, credential })).body.id;
};

describe('an entry', () => {
  it('says who did what to which object, by which request, and nothing of its words', async () => {
    const id = await holdOf();
    const [entry] = await entries(`&subject=${id}`);
    expect(entry).toEqual({
      id: expect.any(String),
      object: 'audit_entry',
      sequence: entry?.sequence,
      at: expect.any(Number),
      livemode: true,
      actor: { kind: 'token', id: accountId },
      action: 'hold.placed',
      subject: { type: 'hold', id },
      request_id: expect.any(String),
      client_address: expect.stringMatching(/^[0-9a-f]{64}$/),
      details: { held: 0, filtered: true },
      hash: entry?.hash,
    });
    expect(JSON.stringify(await entries())).not.toMatch(/canary|127\.0\.0\.1/i);
  });

  it('has the request of its cause, and the key that made it', async () => {
    const { body } = await ask('/api-keys', { json: { name: 'Governing', scopes: ['data:govern'] } });
    const response = await fetch(`${service.baseUrl}/holds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.key}`, 'content-type': 'application/json', 'x-request-id': 'r-4711' },
      body: JSON.stringify({ name: 'claim', reason: 'A claim', filter: {} }),
    });
    const { id } = (await response.json()) as { id: string };
    const [entry] = await entries(`&subject=${id}`);
    expect(entry).toMatchObject({ request_id: 'r-4711', actor: { kind: 'api_key', id: body.id } });
    expect(await entries(`&actor=${body.id}`), 'entries of the key').toHaveLength(1);
    const [made] = await entries(`&subject=${body.id}`);
    expect(made).toMatchObject({ action: 'api_key.created', details: { mode: 'live', scopes: ['data:govern'] } });
  });

  it('is made of log-ins and of refused ones, alike for every reader of the answer', async () => {
    const logIn = (password: string) =>
      ask('/auth/login', { json: { email: account.email, password }, credential: null });
    const before = (await entries('&action=auth.login_failed')).length;
    await logIn('wrong');
    const failed = await until(async () => {
      const found = await entries('&action=auth.login_failed');
      return found.length > before && found[0];
    }, 'the entry');
    expect(failed).toMatchObject({
      subject: { type: 'member', id: accountId },
      details: { by: 'password', reason: 'password' },
    });
    expect((await entries('&action=auth.login'))[0]).toMatchObject({ details: { by: 'password' } });
  });

  it('is made of reads of transcripts, searches and exports, and of deletions', async () => {
    const { callId } = await storeModeObjects(service.db, accountId, true);
    await ask(`/analysis/${callId}/transcript?format=srt`);
    await ask('/search?q=refund&agent_id=agent-canary');
    const { body } = await ask('/exports', { json: { of: 'analyses', format: 'csv' } });
    await expect(await ask(`/analysis/${callId}`, { method: 'DELETE' })).toAnswer(200);
    const ofCall = (await entries(`&subject=${callId}`)).map(({ action }) => action);
    expect(ofCall[0]).toBe('analysis.deleted');
    expect((await entries(`&subject=${body.id}`))[0]).toMatchObject({ action: 'export.created' });
    const [search] = await entries('&action=search');
    expect(search?.details).toEqual({
      found: 0,
      skip: 0,
      words: expect.stringMatching(/^[0-9a-f]{64}$/),
      agent_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      contact_id: null,
    });
  });
});

describe('neither is there alone:', () => {
  /** Has Postgres refuse rows of a table, in the transaction that writes them. */
  async function whileRefused<Result>(table: string, when: string, work: () => Promise<Result>): Promise<Result> {
    await service.db.query(`
      CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER refuse_row BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse_row()`);
    try {
      return await work();
    } finally {
      await service.db.query(`DROP TRIGGER refuse_row ON ${table}`);
    }
  }
  const counted = async (statement: string, values: readonly unknown[] = [accountId]) =>
    (await service.db.query(statement, [...values])).rows.length;
  const failing = async (path: string, method: string, json?: object) =>
    (
      await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' },
        ...(json && { body: JSON.stringify(json) }),
      })
    ).status;

  const HOLDS = 'SELECT FROM hold WHERE account_id = $1';
  const KEYS = 'SELECT FROM api_key WHERE account_id = $1 AND revoked_at IS NULL';
  const hold = { name: 'claim', reason: 'A claim', filter: { contact_id: 'no one' } };

  it.each([
    ['a hold', 'hold.placed', HOLDS, () => failing('/holds', 'POST', hold)],
    ['a key', 'api_key.created', KEYS, () => failing('/api-keys', 'POST', { name: 'Key' })],
  ])('%s without its entry', async (_, action, statement, work) => {
    const before = await counted(statement);
    await service.db.query(`
      CREATE OR REPLACE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.action = '${action}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
    try {
      expect(await work()).toBe(500);
    } finally {
      await service.db.query('DROP TRIGGER refuse_entry ON audit_entry');
    }
    expect(await counted(statement)).toBe(before);
  });

  it('an entry without its hold, or without the end of its key', async () => {
    const [placed, revoked] = [await entries('&action=hold.placed'), await entries('&action=api_key.revoked')];
    expect(await whileRefused('hold', 'true', () => failing('/holds', 'POST', hold))).toBe(500);
    const { body } = await ask('/api-keys', { json: { name: 'Key' } });
    const revoke = () => failing(`/api-keys/${body.id}`, 'DELETE');
    expect(await whileRefused('api_key', 'true', revoke)).toBe(500);
    expect(await failing(`/api-keys/${randomUUID()}`, 'DELETE'), 'a key that is not there').toBe(404);
    expect(await entries('&action=hold.placed')).toEqual(placed);
    expect(await entries('&action=api_key.revoked')).toEqual(revoked);
    expect(await revoke()).toBe(200);
    expect(await entries('&action=api_key.revoked'), 'entries of revoked keys').toHaveLength(revoked.length + 1);
  });
});

describe('the log', () => {
  it('is the own one: another account finds nothing of it', async () => {
    const other = await service.openAccount();
    const asOther = askAs(service, other);
    const id = await holdOf();
    expect(await entries(`&subject=${id}`, asOther)).toEqual([]);
    expect(await entries(`&actor=${accountId}`, asOther)).toEqual([]);
    const text = (await asOther('/audit/export?format=jsonl')).text;
    expect(text).not.toContain(accountId);
    expect((await asOther('/audit/head')).body.sequence).toBeLessThan((await ask('/audit/head')).body.sequence);
  });

  it('is closed to keys without the scope, and shows a test key what was done in test mode', async () => {
    for (const path of ['/audit', '/audit/head', '/audit/export?format=jsonl'])
      await expect(await ask(path, { credential: account.liveKey })).toAnswer(403);
    const json = { name: 'test', reason: 'A claim', filter: { livemode: false } };
    const { body } = await ask('/holds', { json, credential: testKey });
    const { items } = (await ask('/audit?limit=100', { credential: testKey })).body;
    expect(items).toContainEqual(expect.objectContaining({ subject: { type: 'hold', id: body.id }, livemode: false }));
    expect(items.filter(({ livemode }: { livemode: boolean }) => livemode)).toEqual([]);
  });

  it('is filtered by time, and paged newest first', async () => {
    const all = await entries();
    const [first] = (await ask('/audit?limit=1&skip=1')).body.items;
    expect(first.id).toBe(all[1]?.id);
    expect(await entries('&created_after=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await entries('&created_before=2001-01-01T00:00:00Z')).toEqual([]);
    await expect(await ask('/audit?action=no.action')).toAnswer(422);
  });

  it('is chained within two seconds, and streams in an order that verifies up to the signed head', async () => {
    await holdOf();
    await isChained();
    const answer = await ask('/audit/export?format=jsonl');
    expect(answer.headers.get('content-type')).toBe('application/jsonl');
    const lines: Entry[] = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    let before = '';
    for (const [at, { hash, ...rest }] of lines.entries()) {
      expect(rest.sequence).toBe(at + 1);
      expect(hash).toBe(
        createHash('sha256')
          .update(`${before}${canonical(rest)}`)
          .digest('hex'),
      );
      before = hash ?? '';
    }
    expect(lines.at(-1)).toMatchObject({ action: 'export.read', subject: { type: 'audit', id: accountId } });
    const { signature, ...named } = (await ask('/audit/head')).body;
    expect(named).toMatchObject({ object: 'audit_head', sequence: lines.length, hash: before });
    const { keys } = (await (await fetch(`${service.rootUrl}/.well-known/call-analysis/keys.json`)).json()) as {
      keys: { kid: string; kty: string; crv: string; x: string }[];
    };
    const { kid = '', ...jwk } = keys.find((key) => key.kid === named.key_id) ?? {};
    expect(kid).toBe(named.key_id);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isSigned = verify(null, Buffer.from(canonical(named)), key, Buffer.from(signature, 'base64url'));
    expect(isSigned, 'the head is signed').toBe(true);
  });
});

/** RFC 8785, by hand. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`)}}`;
}

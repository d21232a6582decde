// The list of what calls and accounts leave has every table, and nothing that it lists is left after a deletion.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORED_OBJECTS, TRACES, type Trace } from '../../src/masking/traces.js';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { endOfExport, startExport } from '../support/builders/exported-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1' });
});
afterAll(() => service?.stop());

const traces: readonly (readonly [string, Trace])[] = Object.values(TRACES).flatMap((tables) => Object.entries(tables));
const names = async (sql: string): Promise<string[]> =>
  (await service.db.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();

/** @returns tables with rows that lead to it, without those that say why rows remain */
async function tablesLeadingTo(of: 'call' | 'account', id: string): Promise<string[]> {
  const found: string[] = [];
  for (const [table, trace] of traces) {
    if (trace[of] === undefined || trace.stays !== undefined) continue;
    // The placeholder is a uuid wherever a condition compares it.
    const condition = trace[of].replaceAll('$1', '$1::uuid');
    if ((await service.db.query(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, [id])).rows.length > 0)
      found.push(table);
  }
  return found;
}

const objects = async (prefix: string) => readdir(join(service.dataDir, 'objects', prefix)).catch(() => []);

/** Columns by whose names a new one that can hold a person's name is found. */
const PERSONAL =
  '^(agent|contact|reviewer|expert|resolver|caller)_id$|_by$|^reviewer_ids$|filter|defaults|applies_to|submission|^body$|reason$|reference|object_key';
const NAMES_NO_PERSON: Readonly<Record<string, string>> = {
  'api_key.last_used_by': 'The name of a program.',
  'engine_pause.reason': 'A word of the service.',
  'engine_trial_item.skipped_reason': 'A word of the service.',
  'scorecard_revision.forced_by': 'The id of a key or a member.',
};
const namesIn = (of: (trace: Trace) => string | undefined) =>
  traces.flatMap(([table, trace]) =>
    (of(trace)?.split(' ') ?? []).filter(Boolean).map((column) => `${table}.${column}`),
  );

describe('the list', () => {
  it('has each table once', async () => {
    const tables = await names(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
    );
    expect(traces.map(([table]) => table).sort()).toEqual(tables);
    expect(traces.filter(([, { call, account, goesWith, stays }]) => !(call || account || goesWith || stays))).toEqual(
      [],
    );
  });

  it.each([
    ['call', 'analysis_id'],
    ['account', 'account_id'],
  ] as const)('finds the %s in each table that has a column %s', async (of, column) => {
    const tables = await names(
      `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attname = '${column}' AND c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    const listed = traces.filter(([, trace]) => trace[of]?.includes(`${column} = $1`)).map(([table]) => table);
    expect(listed.sort()).toEqual(tables);
    await tablesLeadingTo(of, randomUUID());
  });

  it('has each column with the name of an agent or a contact', async () => {
    const columns = await names(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attname IN ('agent_id', 'contact_id') AND c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    const listed = namesIn(({ names: of }) => of);
    expect(listed.filter((column) => /\.(agent|contact)_id$/.test(column)).sort()).toEqual(columns);
  });

  it('has each column in which a person, a filter or a typed text can stand', async () => {
    const columns = await names(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name ~ '${PERSONAL}' AND data_type IN ('text', 'jsonb', 'ARRAY')
         AND table_name IN (${traces.map(([table]) => `'${table}'`).join(', ')})`,
    );
    const listed = namesIn(({ names: of, mentions }) => `${of ?? ''} ${mentions ?? ''}`);
    expect(columns.filter((column) => !listed.includes(column))).toEqual(Object.keys(NAMES_NO_PERSON).sort());
  });

  it('names as the table that takes rows along one that a foreign key with a cascade leads to', async () => {
    const keys = await names(
      "SELECT conrelid::regclass || ' ' || confrelid::regclass AS name FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'",
    );
    const listed = traces.flatMap(([table, { goesWith }]) => (goesWith ? [`${table} ${goesWith}`] : []));
    expect(listed.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('has each kind of object', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const prefixes = sources.flatMap((path) =>
      [...readFileSync(`src/${path}`, 'utf8').matchAll(/`(\w+\/)\$\{(?:randomUUID\(\)|analysisId)\}`/g)].map(
        ([, prefix]) => prefix,
      ),
    );
    expect([...new Set(prefixes)].sort()).toEqual(Object.keys(STORED_OBJECTS).sort());
  });

  it('is kept by one statement that deletes calls', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.startsWith('platform/database/migrations/'),
    );
    const deleting = sources.filter((path) => /DELETE\s+FROM\s+analysis\b/.test(readFileSync(`src/${path}`, 'utf8')));
    expect(deleting).toEqual(['calls/retention/delete-calls.ts']);
  });
});

describe('after a deletion', () => {
  let account: Account;
  let accountId: string;
  let ask: Ask;
  let testKey: string;

  beforeAll(async () => {
    account = await service.openAccount('traces@example.com');
    accountId = await accountIdOf(service.db, account.email);
    ask = askAs(service, account);
    testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
  });

  /** A call of a request that can be repeated, and a file that holds it. */
  async function planted(): Promise<{ readonly id: string; readonly repeat: () => Promise<Response> }> {
    const key = randomUUID();
    const repeat = () =>
      contractFetch(`${service.baseUrl}/analysis`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' }),
      });
    const { id } = (await (await repeat()).json()) as { id: string };
    await finalAnalysis(checkedClient(service.baseUrl).withApiKey(testKey), id);
    const asked = { of: 'segments', format: 'jsonl', filter: { livemode: false } };
    expect((await endOfExport(ask, await startExport(ask, asked))).rows).toBeGreaterThan(0);
    return { id, repeat };
  }

  it('of a call nothing leads to it, and the file of an export with it is gone', async () => {
    const { id, repeat } = await planted();
    expect(await tablesLeadingTo('call', id), 'before').toEqual(
      expect.arrayContaining(['analysis', 'analysis_payload', 'call_words', 'idempotency_key']),
    );
    expect(await objects('exports'), 'stored files').toHaveLength(1);
    await expect(await ask(`/analysis/${id}`, { method: 'DELETE', credential: testKey })).toAnswer(200);
    await until(async () => (await objects('exports')).length === 0, 'the end of the file', 5_000);
    await until(async () => (await tablesLeadingTo('call', id)).length === 0, 'the end of the rows', 10_000);
    await expect(await repeat()).toAnswer(404);
    expect(await tablesLeadingTo('call', id), 'after a repeated request').toEqual([]);
  });

  it('of an account nothing leads to it, and no answer that was kept without credentials', async () => {
    await planted();
    const credentials = { email: 'registered@example.com', password: 'correct horse battery' };
    const register = () =>
      contractFetch(`${service.baseUrl}/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'register-traces' },
        body: JSON.stringify(credentials),
      });
    await register();
    const registeredId = await accountIdOf(service.db, credentials.email);
    expect(await tablesLeadingTo('account', registeredId)).toContain('idempotency_key');
    await service.db.query('UPDATE account SET email_verified_at = now() WHERE id = $1', [registeredId]);
    const { body } = await ask('/auth/login', { json: credentials, credential: null });
    const json = { current_password: credentials.password };
    await ask('/users/me', { method: 'DELETE', json, credential: body.access_token });
    expect(await tablesLeadingTo('account', registeredId)).toEqual([]);
    await expect(await register()).toAnswer(404);

    await ask('/users/me', { method: 'DELETE', json: { current_password: account.password } });
    await until(async () => (await tablesLeadingTo('account', accountId)).length === 0, 'the end of the rows', 10_000);
    expect(await objects('exports')).toEqual([]);
  });
});

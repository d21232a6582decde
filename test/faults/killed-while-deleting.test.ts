// The process is killed at each step of a deletion: before its commit nothing of the call is missing, and after it the rest ends
// by itself, without a repeated request.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { endOfExport, startExport } from '../support/builders/exported-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const PATIENCE_MS = 60_000;

let service: TestService;
let api: ServiceProcess | undefined;
beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1' });
  // Statements wait at a gate, which a test holds by an advisory lock of its own.
  await service.db.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(hashtextextended(TG_ARGV[0], 7)); RETURN coalesce(NEW, OLD); END $$;
    CREATE TRIGGER gate_before BEFORE DELETE ON analysis FOR EACH ROW EXECUTE FUNCTION wait_at_gate('the row is deleted');
    CREATE TRIGGER gate_note BEFORE INSERT ON recording_deletion FOR EACH ROW EXECUTE FUNCTION wait_at_gate('a recording is noted');
    CREATE CONSTRAINT TRIGGER gate_commit AFTER INSERT ON recording_deletion DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_at_gate('the commit');
    CREATE TRIGGER gate_after BEFORE DELETE ON recording_deletion FOR EACH ROW EXECUTE FUNCTION wait_at_gate('the note is forgotten');
    CREATE TRIGGER gate_account BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION wait_at_gate('the account is deleted');`);
});
afterAll(async () => {
  await api?.kill();
  await service?.stop();
});

/** @returns a function that opens the gate */
async function close(gate: string): Promise<() => Promise<void>> {
  const client: pg.PoolClient = await service.db.connect();
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 7))', [gate]);
  return async () => {
    await client.query('SELECT pg_advisory_unlock_all()');
    client.release();
  };
}

const isAtGate = async () =>
  (await service.db.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rows.length > 0;

/** Of the folder where recordings and files of exports stand, while the service writes others. */
const PREFIXES = ['recordings', 'exports'];
const folderOf = (prefix: string) => join(service.dataDir, 'objects', prefix);
const objects = async () =>
  (await Promise.all(PREFIXES.map((prefix) => readdir(folderOf(prefix)).catch(() => [])))).flat();
const count = async (sql: string, id: string) => (await service.db.query(`SELECT FROM ${sql}`, [id])).rows.length;

afterEach(() => Promise.all(PREFIXES.map((prefix) => rm(folderOf(prefix), { recursive: true, force: true }))));

/** An account with one completed call that has a recording, in the file of an export; and an API process that alone serves it. */
async function planted() {
  const owner: Account = await service.openAccount();
  const ask = askAs(service, owner);
  const { key: testKey } = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body;
  const json = { agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' };
  const { id } = (await ask('/analysis', { json, credential: testKey })).body;
  await until(async () => (await ask(`/analysis/${id}`)).body.status === 'completed', 'the analysis');
  const recording = `recordings/${randomUUID()}`;
  await mkdir(join(service.dataDir, 'objects', 'recordings'), { recursive: true });
  await writeFile(join(service.dataDir, 'objects', recording), 'a recording');
  await service.db.query("UPDATE analysis SET storage_key = $2, audio_format = 'wav' WHERE id = $1", [id, recording]);
  const asked = { of: 'segments', format: 'jsonl', filter: { livemode: false } };
  expect((await endOfExport(ask, await startExport(ask, asked))).rows).toBeGreaterThan(0);
  expect(await objects(), 'stored objects').toHaveLength(2);
  return { owner, id, accountId: await accountIdOf(service.db, owner.email), ask, testKey };
}

/** Sends a request to a process of its own, which is killed once a statement of it waits at the gate. */
async function killAt(gate: string, send: (baseUrl: string) => Promise<unknown>): Promise<void> {
  const port = String(await freePort());
  const restart = await service.takeDown();
  api = await startServiceProcess({ ...service.env, PROCESS: 'api', PORT: port });
  const open = await close(gate);
  const sent = send(`http://127.0.0.1:${port}/api/v1`).catch(() => 'cut off');
  await until(isAtGate, `a statement at the gate: ${gate}`, PATIENCE_MS);
  await api.kill();
  expect(await sent, 'the answer').toBe('cut off');
  await open();
  // The rounds that go on with it take place each minute, and each hour.
  await service.db.query("UPDATE round_lease SET due_at = now(), leased_until = '-infinity'");
  await restart();
}

const deleting = (id: string, credential: string) => async (baseUrl: string) =>
  fetch(`${baseUrl}/analysis/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${credential}` } });

it.each(['the row is deleted', 'a recording is noted'])(
  'killed before %s, all of the call is still there',
  async (gate) => {
    const { id, ask, testKey } = await planted();
    await killAt(gate, deleting(id, testKey));
    await until(async () => !(await isAtGate()), 'the end of the statement');
    await expect(await ask(`/analysis/${id}`)).toAnswer(200);
    expect(await objects(), 'stored objects').toHaveLength(2);
    await expect(await ask(`/analysis/${id}`, { method: 'DELETE', credential: testKey })).toAnswer(200);
    await until(async () => (await objects()).length === 0, 'the end of the objects', PATIENCE_MS);
  },
);

it.each(['the commit', 'the note is forgotten'])('killed at %s, the deletion ends by itself', async (gate) => {
  const { id, ask, testKey } = await planted();
  await killAt(gate, deleting(id, testKey));
  await until(async () => (await objects()).length === 0, 'the end of the objects', PATIENCE_MS);
  await until(
    async () => (await count('recording_deletion WHERE $1::text IS NOT NULL', id)) === 0,
    'the end of the notes',
    PATIENCE_MS,
  );
  await expect(await ask(`/analysis/${id}`)).toAnswer(404);
});

it.each(['the row is deleted', 'the account is deleted'])(
  'killed in the erasure of an account before %s, it ends by itself',
  async (gate) => {
    const { owner, accountId } = await planted();
    await killAt(gate, async (baseUrl) =>
      fetch(`${baseUrl}/users/me`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ current_password: owner.password }),
      }),
    );
    // The sweep leaves a closed account to its process for a minute.
    await service.db.query("UPDATE account SET closed_at = now() - interval '1 hour' WHERE id = $1", [accountId]);
    await until(
      async () => (await count('account WHERE id = $1', accountId)) === 0,
      'the end of the account',
      PATIENCE_MS,
    );
    expect(await count('analysis WHERE account_id = $1', accountId)).toBe(0);
    await until(async () => (await objects()).length === 0, 'the end of the objects', PATIENCE_MS);
  },
);

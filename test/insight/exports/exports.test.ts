// The life of an export: what it refuses, its link, its notification, and how it ends when a call of it is deleted or redacted.
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openObjectStore } from '../../../src/adapters/storage/open-object-store.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { ExportClaims } from '../../../src/insight/exports/export-claims.js';
import { ExportSweep } from '../../../src/insight/exports/export-sweep.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { LOCK_ACCOUNT } from '../../../src/platform/database/account-lock.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';
import { type Account, startTestService, type TestService, until } from '../../support/apps/running-service.js';
import { storeCall } from '../../support/builders/evaluated-calls.js';
import { endOfExport, exportFile, readCsv, startExport } from '../../support/builders/exported-calls.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { copyCall } from '../../support/builders/stored-calls.js';
import { makeTestKey } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { checkEvent, contractFetch } from '../../support/clients/responses.js';
import { startWebhookReceiver } from '../../support/stubs/webhook-receiver.js';

const GONE = { detail: 'The export holds calls that were deleted or redacted; make it again' };
const ALL = { of: 'analyses', format: 'csv', columns: ['id'] } as const;

let service: TestService;
let owner: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules' });
});
beforeEach(async () => {
  owner = await service.openAccount();
  ask = askAs(service, owner);
  accountId = await accountIdOf(service.db, owner.email);
});
afterAll(() => service?.stop());

const storeCalls = async (n: number) => copyCall(service.db, await storeCall(service.db, accountId), n);
const make = async (json: object = ALL) => endOfExport(ask, await startExport(ask, json));
const folder = () => join(service.dataDir, 'objects', 'exports');
const files = () => readdir(folder());
const isStored = async (key: string | null) => key !== null && (await files()).some((name) => key.endsWith(name));
const keyOf = async (id: string): Promise<string | null> =>
  (await service.db.query('SELECT storage_key FROM export WHERE id = $1', [id])).rows[0].storage_key;

/** Runs the statements of a transaction that is open until the function that this gives is called. */
async function inTransaction(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const client: pg.PoolClient = await service.db.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

describe('an export', () => {
  it('is refused with a column that its rows lack, with columns of jsonl, and with an unknown filter', async () => {
    const refusals = [
      [{ ...ALL, columns: ['id', 'score'] }, ['body', 'columns', '1'], 'Value error, analyses have no column score'],
      [{ ...ALL, columns: ['nothing'] }, ['body', 'columns', '0'], expect.stringContaining("Input should be 'id'")],
      [{ ...ALL, format: 'jsonl' }, ['body', 'columns'], 'Value error, the lines of jsonl are whole objects'],
      [{ ...ALL, filter: { agent: 'x' } }, ['body', 'filter', 'agent'], 'Extra inputs are not permitted'],
    ] as const;
    for (const [json, loc, msg] of refusals) {
      const answer = await ask('/exports', { json });
      await expect(answer).toAnswer(422);
      expect(answer.body.detail).toEqual([expect.objectContaining({ loc, msg })]);
    }
  });

  it('gives a link that downloads, in part too, and is refused once it is altered', async () => {
    await storeCalls(2);
    const { id, url } = await make();
    const file = await contractFetch(url ?? '');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="analyses-\d{8}-\d{6}Z\.csv"/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const text = await file.text();
    const part = await contractFetch(url ?? '', { headers: { range: 'bytes=4-39' } });
    await expect(part).toAnswer(206);
    expect(await part.text()).toBe(text.slice(4, 40));
    const behind = await contractFetch(url ?? '', { headers: { range: 'bytes=9999-' } });
    await expect(behind).toAnswer(416);
    const other = await contractFetch((url ?? '').replace(id, randomUUID()));
    await expect(other).toAnswer(403);
    const listed = (await ask('/exports')).body;
    expect(listed).toMatchObject({ total: 1, items: [{ id, status: 'completed', rows: 3 }] });
  });

  it('is of its account alone, and a test key cancels none of live mode', async () => {
    const id = await startExport(ask, ALL);
    const stranger = askAs(service, await service.openAccount());
    for (const path of [`/exports/${id}`, `/exports/${id}/cancel`]) {
      const answer = await stranger(path, { method: path.endsWith('cancel') ? 'POST' : 'GET' });
      await expect(answer).toAnswer(404, { detail: 'Export not found' });
    }
    await endOfExport(ask, id);
    const credential = await makeTestKey(service.baseUrl, owner.accessToken);
    const refused = await ask(`/exports/${id}/cancel`, { method: 'POST', credential });
    await expect(refused).toAnswer(403, { detail: 'A test key cannot change live objects' });
    const ended = await ask(`/exports/${id}/cancel`, { method: 'POST' });
    await expect(ended).toAnswer(400, { detail: 'Only an export in progress can be canceled' });
  });

  it('tells its own address of its end once, without a link, and sends nothing in test mode', async () => {
    const receiver = await startWebhookReceiver();
    const { id } = await make({ ...ALL, webhook_url: receiver.url });
    const [told] = await receiver.requests(1);
    const notification = JSON.parse(told?.body ?? 'null');
    checkEvent('export.completed', notification);
    expect(notification.data).toMatchObject({ id, object: 'export', status: 'completed', url: null });
    const testKey = await makeTestKey(service.baseUrl, owner.accessToken);
    const quiet = await startExport(ask, { ...ALL, webhook_url: receiver.url }, testKey);
    await endOfExport(ask, quiet);
    const { rows } = await service.db.query('SELECT status FROM webhook_delivery WHERE export_id = $1', [quiet]);
    expect(rows).toEqual([{ status: 'suppressed' }]);
    expect(receiver.received, 'notifications').toHaveLength(1);
    await receiver.close();
  });
});

describe('a file', () => {
  it('ends when a call that it holds is deleted, and no other file does', async () => {
    const calls = await storeCalls(4);
    await service.db.query("UPDATE analysis SET agent_id = 'other' WHERE id = $1", [calls[0]]);
    const whole = await make();
    const ofOthers = await make({ ...ALL, filter: { agent_id: 'agent-7' } });
    const ofNone = await make({ of: 'evaluations', format: 'csv' });
    const wholeKey = await keyOf(whole.id);
    await expect(await ask(`/analysis/${calls[0]}`, { method: 'DELETE' })).toAnswer(200);
    await expect(await ask(`/exports/${whole.id}`)).toAnswer(404, GONE);
    const file = await contractFetch(whole.url ?? '');
    await expect(file).toAnswer(404, GONE);
    for (const { id } of [ofOthers, ofNone]) expect((await ask(`/exports/${id}`)).body.url).toEqual(expect.any(String));
    const items: { id: string; url: string | null }[] = (await ask('/exports')).body.items;
    expect(items.find(({ id }) => id === whole.id)).toMatchObject({ status: 'completed', url: null });
    const { rows } = await service.db.query('SELECT FROM recording_deletion WHERE storage_key = $1', [wholeKey]);
    expect(rows.length === 1 || !(await isStored(wholeKey)), 'the file is noted for deletion, or deleted since').toBe(
      true,
    );
  });

  it('ends when a call that it holds is redacted', async () => {
    const [call] = await storeCalls(1);
    const made = await make({ of: 'segments', format: 'jsonl' });
    await service.db.query('UPDATE analysis_payload SET maskings = maskings + 1 WHERE analysis_id = $1', [call]);
    await expect(await ask(`/exports/${made.id}`)).toAnswer(404, GONE);
  });

  it('goes with its account', async () => {
    await storeCalls(1);
    const { id } = await make();
    const key = await keyOf(id);
    expect(await isStored(key), 'before').toBe(true);
    await ask('/users/me', { method: 'DELETE', json: { current_password: owner.password } });
    await until(async () => !(await isStored(key)), 'the file to be deleted');
  });

  it('is deleted after seven days', async () => {
    const { id, url } = await make();
    await service.db.query("UPDATE export SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await ask(`/exports/${id}`)).body).toMatchObject({ status: 'completed', url: null });
    const key = await keyOf(id);
    expect(await isStored(key), 'before').toBe(true);
    const dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
    const config = loadConfig(service.env);
    const deletions = new RecordingDeletions(dataSource, await openObjectStore(config, new SignedLinks(config)));
    await new ExportSweep(dataSource, new ExportClaims(dataSource, config), deletions).sweep();
    await dataSource.destroy();
    expect(await isStored(key), 'the file is stored').toBe(false);
    const answer = await contractFetch(url ?? '');
    await expect(answer).toAnswer(404, {
      detail: 'The export has no file: it is in progress, has failed, or is older than 7 days',
    });
  });
});

describe('a call that is deleted while its export is in progress', () => {
  it('is waited for where its deletion has begun, and is not in the file', async () => {
    const calls = await storeCalls(3);
    const commit = await inTransaction('DELETE FROM analysis WHERE id = $1', [calls[0]]);
    const id = await startExport(ask, ALL);
    await until(async () => (await keyOrWaiting(id)).waits, 'the export to wait for the deletion');
    await commit();
    const { url } = await endOfExport(ask, id);
    const rows = readCsv(Buffer.from(await (await fetch(url ?? '')).arrayBuffer()));
    expect(rows.map((one) => one.id)).not.toContain(calls[0]);
    expect(rows, 'calls in the file').toHaveLength(3);
  });

  it('has its file started over', async () => {
    const calls = await storeCalls(3);
    const id = randomUUID();
    await service.db.query(
      `INSERT INTO export (id, account_id, livemode, request_id, rows_of, format, column_names, filter, webhook_url, run_after)
       VALUES ($1, $2, true, 'r', 'analyses', 'csv', '{id}', '{"livemode":true}', 'http://127.0.0.1:65000/hook', 'infinity')`,
      [id, accountId],
    );
    // The end of a run waits for the account; its snapshot does not.
    const release = await inTransaction('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]);
    await service.db.query('UPDATE export SET run_after = now() WHERE id = $1', [id]);
    await until(() => isAtItsEnd(), 'the run to wait for its end');
    await service.db.query('DELETE FROM analysis WHERE id = $1', [calls[1]]);
    await release();
    const { url } = await endOfExport(ask, id);
    const rows = readCsv(Buffer.from(await (await fetch(url ?? '')).arrayBuffer()));
    expect(rows.map((one) => one.id)).not.toContain(calls[1]);
    expect(rows, 'calls in the file').toHaveLength(3);
    const { rows: state } = await service.db.query(
      `SELECT begun_anew, (SELECT count(*)::int FROM export_gone_call) AS gone,
         (SELECT count(*)::int FROM webhook_delivery WHERE export_id = $1) AS told,
         (SELECT count(*)::int FROM export_calls WHERE export_id = $1) AS parts FROM export WHERE id = $1`,
      [id],
    );
    expect(state).toEqual([{ begun_anew: 1, gone: 0, told: 1, parts: 1 }]);
  });
});

const isAtItsEnd = async () => {
  const { rows } = await service.db.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query = $1",
    [LOCK_ACCOUNT.text],
  );
  return rows.length > 0;
};

const keyOrWaiting = async (id: string) => {
  const { rows } = await service.db.query(
    `SELECT (SELECT fence FROM export WHERE id = $1) > 0 AND EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND NOT granted) AS waits`,
    [id],
  );
  return rows[0] as { waits: boolean };
};

it('goes on once the store is back, and leaves nothing of what failed', async () => {
  await storeCalls(2);
  const before = await files();
  await rename(folder(), `${folder()}-away`);
  await writeFile(folder(), 'no folder');
  const id = await startExport(ask, ALL);
  await until(async () => {
    const { rows } = await service.db.query('SELECT provider_failures AS n FROM export WHERE id = $1', [id]);
    return rows[0].n > 0;
  }, 'a failure');
  await rm(folder());
  await rename(`${folder()}-away`, folder());
  expect(await endOfExport(ask, id)).toMatchObject({ status: 'completed', rows: 3 });
  expect(await files(), 'stored files').toHaveLength(before.length + 1);
});

it('refuses the sixth export in progress', async () => {
  await service.db.query(
    `INSERT INTO export (id, account_id, livemode, request_id, rows_of, format, filter, run_after)
     SELECT gen_random_uuid(), $1, true, 'r', 'analyses', 'jsonl', '{}', 'infinity' FROM generate_series(1, 5)`,
    [accountId],
  );
  const sentence = { detail: 'An account can have 5 exports in progress: wait for one or cancel it' };
  await expect(await ask('/exports', { json: ALL })).toAnswer(400, sentence);
  const [{ id }] = (await ask('/exports')).body.items;
  await expect(await ask(`/exports/${id}/cancel`, { method: 'POST' })).toAnswer(200);
  await service.db.query(
    "UPDATE export SET status = 'canceled', settled_at = now() WHERE account_id = $1 AND status = 'processing'",
    [accountId],
  );
  await service.db.query(
    `INSERT INTO export (id, account_id, livemode, request_id, rows_of, format, filter, status, settled_at)
     SELECT gen_random_uuid(), $1, true, 'r', 'analyses', 'jsonl', '{}', 'completed', now() FROM generate_series(1, 94)`,
    [accountId],
  );
  expect(await exportFile(ask, ALL)).toEqual(Buffer.from('id\r\n'));
  await expect(await ask('/exports', { json: ALL })).toAnswer(400, {
    detail: 'An account can start 100 exports in 24 hours',
  });
});

// Kills two workers with SIGKILL while one writes an export: there is one file, with each call once, and nothing else is left
// in the store.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCK_ACCOUNT } from '../../src/platform/database/account-lock.js';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { readJsonl, startExport } from '../support/builders/exported-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const CALLS = Number(process.env.EXPORTED_CALLS ?? 20_000);
const KILLS = Number(process.env.EXPORT_KILLS ?? 2);
const TIMEOUT_MS = 120_000 + 20_000 * KILLS + 2 * CALLS;

let service: TestService;
const workers: ServiceProcess[] = [];
let workerEnv: Record<string, string>;
let owner: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    ANALYSIS_ENGINE: 'rules',
    PROCESS: 'api',
  });
  workerEnv = { ...service.env, PROCESS: 'worker' };
  owner = await service.openAccount();
  ask = askAs(service, owner);
  accountId = await accountIdOf(service.db, owner.email);
  const client = await service.db.connect();
  // Without the triggers that count calls.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, status, settled_at, processing_time_ms, created_at,
       error_code, error_message)
     SELECT gen_random_uuid(), $1, true, 'agent-7', 'cust-42', 'r', 'failed', now(), 1, now() - i * interval '1 second',
       'not_audio', 'No audio' FROM generate_series(1, $2::int) AS i`,
    [accountId, CALLS],
  );
  await client.query('SET session_replication_role = DEFAULT');
  client.release();
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await service?.stop();
});

const startWorker = async () => startServiceProcess({ ...workerEnv, PORT: String(await freePort()) });
const files = () => readdir(join(service.dataDir, 'objects', 'exports')).catch(() => []);
const rowOf = async (id: string): Promise<{ status: string; key: string | null; told: number; parts: number }> => {
  const { rows } = await service.db.query(
    `SELECT status, storage_key AS key, (SELECT count(*)::int FROM webhook_delivery WHERE export_id = $1) AS told,
       (SELECT count(DISTINCT fence)::int FROM export_calls WHERE export_id = $1) AS parts FROM export WHERE id = $1`,
    [id],
  );
  return rows[0];
};

const startWorkers = async () => workers.push(...(await Promise.all([startWorker(), startWorker()])));
const killWorkers = async () => {
  for (const worker of workers.splice(0)) await worker.kill();
};

/** No run ends until the function that this gives is called, since each end takes the account first. */
async function holdEnds(): Promise<(statement?: string, values?: unknown[]) => Promise<void>> {
  const client = await service.db.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]);
  return async (statement = 'SELECT 1', values = []) => {
    await client.query(statement, values);
    await client.query('COMMIT');
    client.release();
  };
}

const isAtItsEnd = async () => {
  const { rows } = await service.db.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query = $1",
    [LOCK_ACCOUNT.text],
  );
  return rows.length > 0;
};

it(
  `workers killed ${KILLS} times leave one file, with each of ${CALLS} calls once`,
  async () => {
    const id = await startExport(ask, { of: 'analyses', format: 'jsonl', webhook_url: 'http://127.0.0.1:65000/hook' });
    const release = await holdEnds();
    let written: string | null = null;
    for (let kill = 0; kill < KILLS; kill++) {
      await startWorkers();
      const before: string | null = written;
      const another = async (): Promise<string | false | null> => {
        const { key } = await rowOf(id);
        return key !== before && key;
      };
      written = await until(another, 'a file that is written', TIMEOUT_MS);
      // Every second time the file is stored, and its run is about to say so.
      if (kill % 2 === 1) await until(isAtItsEnd, 'the end of the run', TIMEOUT_MS);
      await killWorkers();
      expect((await rowOf(id)).status, 'at the kill').toBe('processing');
      await endLeases(service.db);
    }
    await release();
    await startWorkers();
    const made = await until(
      async () => {
        const { body } = await ask(`/exports/${id}`);
        return body.status !== 'processing' && body;
      },
      'the export',
      TIMEOUT_MS,
    );
    expect(made).toMatchObject({ status: 'completed', rows: CALLS });
    const lines = readJsonl(Buffer.from(await (await fetch(made.url)).arrayBuffer()));
    expect([lines.length, new Set(lines.map((line) => line.id)).size]).toEqual([CALLS, CALLS]);
    const { key, told, parts } = await rowOf(id);
    expect({ told, parts }).toEqual({ told: 1, parts: 1 });
    await until(async () => (await files()).length === 1, 'the files of the killed runs to be deleted', TIMEOUT_MS);
    expect(await files()).toEqual([key?.slice('exports/'.length)]);
  },
  2 * TIMEOUT_MS,
);

it('an export that is canceled while it is written leaves nothing', async () => {
  const before = await files();
  const id = randomUUID();
  await service.db.query(
    `INSERT INTO export (id, account_id, livemode, request_id, rows_of, format, filter, run_after)
     VALUES ($1, $2, true, 'r', 'analyses', 'jsonl', '{}', 'infinity')`,
    [id, accountId],
  );
  const release = await holdEnds();
  await service.db.query('UPDATE export SET run_after = now() WHERE id = $1', [id]);
  await until(isAtItsEnd, 'the end of the run', TIMEOUT_MS);
  // As the route does it, which waits for the account too.
  await release(
    `UPDATE export SET status = 'canceled', settled_at = now(), fence = fence + 1, lease_until = NULL, storage_key = NULL WHERE id = $1`,
    [id],
  );
  await until(async () => (await files()).length === before.length, 'the canceled file to be deleted', TIMEOUT_MS);
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', key: null, told: 0 });
});

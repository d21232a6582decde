// Kills one of two workers with SIGKILL while it writes an export: there is one file, with each call once, and nothing else is left in
// the store.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { endOfExport, readJsonl, startExport } from '../support/builders/exported-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const CALLS = Number(process.env.EXPORTED_CALLS ?? 40_000);
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
  workers.push(...(await Promise.all([startWorker(), startWorker()])));
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

it(
  `workers killed ${KILLS} times leave one file, with each of ${CALLS} calls once`,
  async () => {
    const id = await startExport(ask, { of: 'analyses', format: 'jsonl', webhook_url: 'http://127.0.0.1:65000/hook' });
    let written: string | null = null;
    for (let kill = 0; kill < KILLS; kill++) {
      const before = written;
      written = await until(
        async () => {
          const { key } = await rowOf(id);
          return key !== before && key;
        },
        'a file that is written',
        TIMEOUT_MS,
      );
      // Which of the two writes it is not known: what the other does goes on elsewhere.
      for (const worker of workers.splice(0)) await worker.kill();
      expect((await rowOf(id)).status, 'at the kill').toBe('processing');
      await endLeases(service.db);
      workers.push(...(await Promise.all([startWorker(), startWorker()])));
    }
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
    expect(await rowOf(id)).toMatchObject({ told: 1, parts: 1 });
    const { key } = await rowOf(id);
    expect(await files()).toEqual([key?.slice('exports/'.length)]);
  },
  2 * TIMEOUT_MS,
);

it('an export that is canceled while it is written leaves nothing', async () => {
  const before = await files();
  const id = await startExport(ask, { of: 'analyses', format: 'jsonl' });
  await until(async () => (await rowOf(id)).key !== null, 'a file that is written');
  await expect(await ask(`/exports/${id}/cancel`, { method: 'POST' })).toAnswer(200);
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', key: null, told: 0 });
  // The worker learns it within a second or two, and takes the next export then.
  const next = await startExport(ask, { of: 'reviews', format: 'csv' });
  await endOfExport(ask, next);
  const { key } = await rowOf(next);
  await until(async () => (await files()).length === before.length + 1, 'the canceled file to be deleted');
  expect(await files()).toContain(key?.slice('exports/'.length));
});

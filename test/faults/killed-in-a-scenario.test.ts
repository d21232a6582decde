// Kills a worker with SIGKILL in the middle of a scenario. The next worker goes on where the first one was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckedPaths, checkedPaths } from '../support/checked-paths.js';
import { freePort } from '../support/free-port.js';
import { expectInvariants } from '../support/invariants.js';
import { finalAnalysis, openAccount, openPool, serviceEnvironment, until } from '../support/running-service.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

describe('a worker killed in the middle of a scenario', () => {
  let receiver: WebhookReceiver;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let db: ReturnType<typeof openPool>;
  let workerEnv: Record<string, string>;
  let client: CheckedPaths;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    environment = await serviceEnvironment({ WORKER_LEASE_SECONDS: '2', WORKER_SWEEP_SECONDS: '1', PROCESS: 'api' });
    db = openPool(environment.databaseUrl);
    workerEnv = { ...environment.env, PROCESS: 'worker', PORT: String(await freePort()) };
    api = await startServiceProcess(environment.env);
    worker = await startServiceProcess(workerEnv);
    const baseUrl = `${environment.rootUrl}/api/v1`;
    const { accessToken } = await openAccount(baseUrl, environment.dataDir);
    const owner = checkedPaths(baseUrl, accessToken);
    const { key } = await owner.post('/api-keys', { body: { name: 'Sandbox', mode: 'test' } });
    client = checkedPaths(baseUrl, key);
  });
  afterAll(async () => {
    await worker?.kill();
    await api?.kill();
    await receiver?.close();
    await db?.end();
    await environment?.dispose();
  });

  /** What is heard so far: each stretch, and the transaction that wrote it last. */
  const stretches = async (id: string) => {
    const sql = `SELECT piece, xmin::text AS written_by FROM analysis_checkpoint
      WHERE analysis_id = $1 AND step = 'piece' ORDER BY piece`;
    return (await db.query<{ piece: number; written_by: string }>(sql, [id])).rows;
  };

  it('the next one hears the rest, and nothing twice', async () => {
    const body = { agent_id: 'a', contact_id: 'c', scenario: 'slow' } as const;
    const { id } = await client.post('/analysis', { body });
    await until(async () => (await stretches(id)).length >= 3, 'three stretches');
    await worker.kill();
    const before = await stretches(id);
    worker = await startServiceProcess(workerEnv);
    const after = await until(async () => {
      const heard = await stretches(id);
      return heard.length > before.length && heard;
    }, 'another stretch');
    expect(after.slice(0, before.length)).toEqual(before);
    const done = await finalAnalysis(client, id);
    expect(done).toMatchObject({
      status: 'completed',
      results: { compliance: { score: 100 } },
      metadata: { engine: { transcription: 'scenario:slow' } },
    });
    const { rows } = await db.query('SELECT fence FROM analysis WHERE id = $1', [id]);
    expect(rows).toEqual([{ fence: 2 }]);
    const { rows: entries } = await db.query('SELECT id FROM ledger_entry');
    expect(entries).toEqual([]);
    await expectInvariants({ db, dataDir: environment.dataDir, receiver });
  });
});

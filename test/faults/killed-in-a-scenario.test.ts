// Kills a worker with SIGKILL in the middle of a scenario. The next worker goes on where the first one was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finalAnalysis, openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { expectInvariants } from '../support/matchers/invariants.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

/** Of the scenario `slow`. */
const STRETCHES = 8;

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
    environment = await serviceEnvironment({ ...LONG_LEASE, WORKER_SWEEP_SECONDS: '1', PROCESS: 'api' });
    db = openPool(environment.databaseUrl);
    // The service deletes its checkpoints when the call is completed.
    await db.query(`
      CREATE TABLE heard (piece integer);
      CREATE FUNCTION keep_heard() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO heard (piece) VALUES (NEW.piece); RETURN NULL; END $$;
      CREATE TRIGGER keep_heard AFTER INSERT OR UPDATE ON analysis_checkpoint
        FOR EACH ROW WHEN (NEW.step = 'piece') EXECUTE FUNCTION keep_heard()`);
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

  /** Every stretch that a worker has heard so far, as often as one has heard it. */
  const stretches = async () => {
    const { rows } = await db.query<{ piece: number }>('SELECT piece FROM heard ORDER BY piece');
    return rows.map(({ piece }) => piece);
  };

  it('the next one hears the rest, and nothing twice [fault 6]', async () => {
    const body = { agent_id: 'a', contact_id: 'c', scenario: 'slow' } as const;
    const { id } = await client.post('/analysis', { body });
    await until(async () => (await stretches()).length >= 3, 'three stretches');
    await worker.kill();
    await endLeases(db);
    const before = await stretches();
    expect(before.length, 'stretches that were heard before the kill').toBeLessThan(STRETCHES);
    worker = await startServiceProcess(workerEnv);
    const done = await finalAnalysis(client, id);
    expect(done).toMatchObject({
      status: 'completed',
      results: { compliance: { score: 100 } },
      metadata: { engine: { transcription: 'scenario:slow' } },
    });
    expect(await stretches(), 'stretches that were heard').toEqual(Array.from({ length: STRETCHES }, (_, n) => n));
    const { rows } = await db.query('SELECT fence FROM analysis WHERE id = $1', [id]);
    expect(rows).toEqual([{ fence: 2 }]);
    const { rows: entries } = await db.query('SELECT id FROM ledger_entry');
    expect(entries).toEqual([]);
    await expectInvariants({ db, dataDir: environment.dataDir, receiver });
  });
});

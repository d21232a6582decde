// Kills a worker with SIGKILL at random moments while a job masks stored calls: no call is left out, none is taken twice, and the
// job counts each once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { randomFrom } from '../support/audio/audio-fixtures.js';
import { countPlanted, maskTexts, storePlanted } from '../support/builders/planted-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const CALLS = Number(process.env.REDACTED_CALLS ?? 80);
const KILLS = Number(process.env.REDACTION_KILLS ?? 3);
const SEED = Number(process.env.SEED ?? 1);
const JOB_TIMEOUT_MS = 300_000 + 500 * CALLS + 10_000 * KILLS;

let service: TestService;
let worker: ServiceProcess;
let workerEnv: Record<string, string>;
let owner: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  const settings = { ...LONG_LEASE, WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules', PROCESS: 'api' };
  service = await startTestService(settings);
  workerEnv = { ...service.env, PROCESS: 'worker', PORT: String(await freePort()) };
  owner = await service.openAccount();
  ask = askAs(service, owner);
  accountId = await accountIdOf(service.db, owner.email);
  await maskTexts(service.db, accountId);
  await storePlanted(service.db, accountId, CALLS);
  worker = await startServiceProcess(workerEnv);
});
afterAll(async () => {
  await worker?.kill();
  await service?.stop();
});

async function numberOf(sql: string): Promise<number> {
  const { rows } = await service.db.query<{ n: number }>(`SELECT (${sql})::int AS n`);
  return rows[0]?.n ?? Number.NaN;
}
const taken = () => numberOf('SELECT count(*) FROM call_redaction');

it(
  `a worker killed ${KILLS} times leaves none of ${CALLS} calls out and takes none twice (SEED=${SEED})`,
  async () => {
    const random = randomFrom(SEED);
    const json = { webhook_url: 'http://127.0.0.1:65000/hook' };
    const started = await ask('/redactions', { json, credential: owner.liveKey });
    await expect(started).toAnswer(201);
    const path = `/redactions/${started.body.id}`;
    for (let kill = 0; kill < KILLS; kill++) {
      const moment = Math.floor(((kill + random()) * CALLS) / (KILLS + 1));
      await until(async () => (await taken()) >= moment, `${moment} calls that are taken`, JOB_TIMEOUT_MS);
      await worker.kill();
      await endLeases(service.db);
      expect((await ask(path)).body, 'the job at the kill').toBeInStatus('processing');
      worker = await startServiceProcess(workerEnv);
    }
    const job = await until(
      async () => {
        const { body } = await ask(path);
        return body.status !== 'processing' && body;
      },
      'the job',
      JOB_TIMEOUT_MS,
    );
    expect(job).toBeInStatus('completed');
    expect(job.counts).toEqual({ total: CALLS, completed: CALLS, failed: 0, skipped: 0 });
    expect(await countPlanted(service.db, accountId), 'calls that hold the number').toBe(0);
    expect(await taken(), 'calls taken').toBe(CALLS);
    expect(await numberOf('SELECT count(DISTINCT analysis_id) FROM call_redaction WHERE counted')).toBe(CALLS);
    const notices = "SELECT count(*) FROM webhook_delivery WHERE event = 'redaction.completed'";
    expect(await numberOf(notices), 'notifications of the end').toBe(1);
  },
  2 * JOB_TIMEOUT_MS,
);

// Kills a worker with SIGKILL at random moments while a job judges stored calls again: no call is lost, none is judged twice,
// nothing is billed. `npm run bench -- --only rescore` does the same with 10,000 calls and 20 kills, and tells the rate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { randomFrom } from '../support/audio/audio-fixtures.js';
import { answerYes, asked, storeCall, storeCard } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { providerSettings } from '../support/builders/scripted-call.js';
import { copyCall } from '../support/builders/stored-calls.js';
import { freePort } from '../support/processes/free-port.js';
import { Gate } from '../support/processes/gate.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { type OpenAiStub, startOpenAiStub } from '../support/stubs/openai-stub.js';

const CALLS = Number(process.env.RESCORED_CALLS ?? 100);
const KILLS = Number(process.env.RESCORE_KILLS ?? 2);
const SEED = Number(process.env.SEED ?? 1);
/** Evaluations that a worker has at work. A killed one may have been answered without having stored it: it is asked again. */
const SLOTS = 4;
/** How far the model may get beyond the moment of a kill, so that the kill meets work in progress however late it comes. */
const AHEAD = Math.max(3 * SLOTS, Math.floor(CALLS / (KILLS + 1) / 4));
const JOB_TIMEOUT_MS = 300_000 + 200 * CALLS + 10_000 * KILLS;

describe(`a worker killed ${KILLS} times while it judges ${CALLS} calls again (SEED=${SEED})`, () => {
  const model = new Gate();
  let answered = 0;
  /** The model answers no further request after so many. */
  let closeAfter = Number.POSITIVE_INFINITY;
  let provider: OpenAiStub;
  let service: TestService;
  let worker: ServiceProcess;
  let workerEnv: Record<string, string>;
  let owner: Account;
  let accountId: string;

  beforeAll(async () => {
    provider = await startOpenAiStub({
      chat: async (request) => {
        await model.pass();
        answered += 1;
        if (answered === closeAfter) model.close();
        return answerYes(request);
      },
    });
    service = await startTestService({
      ...providerSettings(provider),
      PROVIDER_CONCURRENCY: String(SLOTS),
      EVALUATION_CONCURRENCY: String(SLOTS),
      ...LONG_LEASE,
      WORKER_SWEEP_SECONDS: '1',
      PROCESS: 'api',
    });
    workerEnv = { ...service.env, PROCESS: 'worker', PORT: String(await freePort()) };
    owner = await service.openAccount();
    accountId = await accountIdOf(service.db, owner.email);
    await copyCall(service.db, await storeCall(service.db, accountId), CALLS - 1);
    worker = await startServiceProcess(workerEnv);
  });
  afterAll(async () => {
    model.open();
    await worker?.kill();
    await service?.stop();
    await provider?.close();
  });

  async function numberOf(sql: string): Promise<number> {
    const { rows } = await service.db.query<{ n: number }>(`SELECT (${sql})::int AS n`);
    return rows[0]?.n ?? Number.NaN;
  }
  async function start(body: object): Promise<string> {
    return (await post('/rescores', body, 201)).id;
  }
  async function post(path: string, body: object, expected: number): Promise<{ id: string; status: string }> {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': owner.liveKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    await expect(response).toAnswer(expected);
    return JSON.parse(text);
  }
  const read = async (id: string) => {
    const { rows } = await service.db.query(
      'SELECT status, total, completed, failed, skipped FROM rescore WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const settled = () => numberOf("SELECT count(*) FROM evaluation WHERE status <> 'processing'");

  it(
    'loses none and doubles none [scorecards 25]',
    async () => {
      const random = randomFrom(SEED);
      const scorecard_id = await storeCard(service.db, accountId, [asked('q0'), asked('q1')]);
      const job = await start({ scorecard_id, webhook_url: 'http://127.0.0.1:65000/hook' });
      let workedMs = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        // Anywhere in the next share of the calls, so that every kill meets work in progress.
        const moment = Math.floor(((kill + random()) * CALLS) / (KILLS + 1));
        const startedAt = performance.now();
        closeAfter = answered + Math.max(0, moment - (await settled())) + AHEAD;
        model.open();
        await until(async () => (await settled()) >= moment, `${moment} evaluations`, JOB_TIMEOUT_MS);
        await worker.kill();
        await endLeases(service.db);
        workedMs += performance.now() - startedAt;
        expect(await settled(), 'evaluations that had ended at the kill').toBeLessThan(CALLS);
        worker = await startServiceProcess(workerEnv);
      }
      const startedAt = performance.now();
      closeAfter = Number.POSITIVE_INFINITY;
      model.open();
      await until(async () => (await read(job))?.status !== 'processing', 'the job', JOB_TIMEOUT_MS);
      workedMs += performance.now() - startedAt;

      const end = await read(job);
      expect(end).toBeInStatus('completed');
      expect(end, 'the counts of the job').toMatchObject({ total: CALLS, completed: CALLS, failed: 0, skipped: 0 });
      const judged = "SELECT count(DISTINCT analysis_id) FROM evaluation WHERE status = 'completed' AND score = 100";
      expect(await numberOf(judged), 'calls that were judged').toBe(CALLS);
      expect(await numberOf('SELECT count(*) FROM evaluation'), 'evaluations').toBe(CALLS);
      expect(await numberOf('SELECT count(*) FROM evaluation_payload'), 'payloads of evaluations').toBe(CALLS);
      expect(await numberOf('SELECT count(*) FROM evaluation_checkpoint'), 'checkpoints that are left').toBe(0);
      expect(await numberOf('SELECT sum(evaluations) FROM evaluation_count'), 'evaluations that count').toBe(CALLS);
      const notices = "SELECT count(*) FROM webhook_delivery WHERE event = 'rescore.completed'";
      expect(await numberOf(notices), 'notifications of the end').toBe(1);
      expect(await numberOf('SELECT count(*) FROM ledger_entry'), 'entries in the ledger').toBe(0);
      // A worker that looks after its engines asks for the list of models besides.
      const requests = provider.requests.filter(({ path }) => path === '/chat/completions').length;
      expect(requests, 'questions to the model').toBeGreaterThanOrEqual(CALLS);
      expect(requests, 'questions to the model').toBeLessThanOrEqual(CALLS + KILLS * SLOTS);
      const rate = (CALLS / workedMs) * 1000;
      console.log(
        `${CALLS} calls judged in ${(workedMs / 1000).toFixed(1)} s beside ${KILLS} kills, ${rate.toFixed(0)} a second; ${requests - CALLS} requests twice`,
      );
    },
    2 * JOB_TIMEOUT_MS,
  );

  it(
    'judges nothing more of a job that is canceled, and what is at work is written nowhere [scorecards 27]',
    async () => {
      const filter = { search: 'gent', created_before: Math.floor(Date.now() / 1000) };
      const cards = [0, 1].map(() => storeCard(service.db, accountId, [asked('q0')]));
      const [first, second] = await Promise.all(cards);
      const before = await numberOf('SELECT sum(evaluations) FROM evaluation_count');
      model.close();
      const job = await start({ scorecard_id: first, filter });
      await until(async () => model.waiting > 1, 'requests at work');
      expect(await post(`/rescores/${job}/cancel`, {}, 200)).toBeInStatus('canceled');
      model.open();
      expect(await numberOf('SELECT sum(evaluations) FROM evaluation_count'), 'evaluations that are counted').toBe(
        before,
      );
      // The worker's slots are free again.
      const next = await start({ scorecard_id: second, filter });
      await until(async () => (await read(next))?.status === 'completed', 'the next job', JOB_TIMEOUT_MS);
      expect(await read(job)).toMatchObject({ status: 'canceled', total: CALLS, completed: 0, failed: 0 });
      // Those that were being claimed at that moment are deleted later.
      const left = () => numberOf(`SELECT count(*) FROM evaluation WHERE rescore_id = '${job}'`);
      await until(async () => (await left()) === 0, 'the evaluations of the canceled job to be deleted');
    },
    2 * JOB_TIMEOUT_MS,
  );

  it(
    'reaches its end when a call is deleted while its evaluation waits',
    async () => {
      const filter = { created_before: Math.floor(Date.now() / 1000) };
      const scorecard_id = await storeCard(service.db, accountId, [asked('q0')]);
      const before = await numberOf('SELECT sum(evaluations) FROM evaluation_count');
      model.close();
      const job = await start({ scorecard_id, filter });
      await until(async () => model.waiting > 0, 'requests at work');
      const { rows } = await service.db.query<{ analysis_id: string }>(
        "SELECT analysis_id FROM evaluation WHERE rescore_id = $1 AND status = 'processing' AND lease_until IS NULL LIMIT 1",
        [job],
      );
      const deleted = await fetch(`${service.baseUrl}/analysis/${rows[0]?.analysis_id}`, {
        method: 'DELETE',
        headers: { 'x-api-key': owner.liveKey },
      });
      await expect(deleted).toAnswer(200);
      model.open();
      await until(async () => (await read(job))?.status === 'completed', 'the job', JOB_TIMEOUT_MS);
      expect(await read(job)).toEqual({
        status: 'completed',
        total: CALLS,
        completed: CALLS - 1,
        failed: 0,
        skipped: 1,
      });
      expect(await numberOf('SELECT sum(evaluations) FROM evaluation_count'), 'evaluations that are counted').toBe(
        before + CALLS - 1,
      );
    },
    2 * JOB_TIMEOUT_MS,
  );
});

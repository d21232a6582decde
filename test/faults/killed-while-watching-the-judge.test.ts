// Kills a worker with SIGKILL while it judges the calls that a scorecard watches. The next one goes on: no judging is missing,
// and none is counted or paid twice.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { answerYes, asked, storeCall, storeCard } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { providerSettings } from '../support/builders/scripted-call.js';
import { copyCall } from '../support/builders/stored-calls.js';
import { askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { Gate } from '../support/processes/gate.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { type OpenAiStub, startOpenAiStub } from '../support/stubs/openai-stub.js';

const CALLS = 20;
/** Each call is judged three times at first. */
const JUDGINGS = 3 * CALLS;
/** Requests that a worker has open: they are sent again by the next one. */
const OPEN = 4;

const model = new Gate();
let answered = 0;
let closeAfter = Number.POSITIVE_INFINITY;
let provider: OpenAiStub;
let service: TestService;
let worker: ServiceProcess;
let owner: Account;

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
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    PROCESS: 'api',
  });
  owner = await service.openAccount();
});
afterAll(async () => {
  model.open();
  await worker?.kill();
  await service?.stop();
  await provider?.close();
});

it('judges each call three times, however often its worker is killed', async () => {
  const accountId = await accountIdOf(service.db, owner.email);
  await copyCall(service.db, await storeCall(service.db, accountId), CALLS - 1);
  const cardId = await storeCard(service.db, accountId, [asked('q0')]);
  const ask = askAs(service, owner);
  const { rows: calls } = await service.db.query('SELECT id FROM analysis WHERE account_id = $1', [accountId]);
  const startWorker = async () =>
    startServiceProcess({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()) });
  const kept = async () => {
    const { rows } = await service.db.query('SELECT count(answers)::int AS n FROM watch_answer WHERE account_id = $1', [
      accountId,
    ]);
    return rows[0].n;
  };
  model.open();
  const before = answered;
  closeAfter = before + 10;
  worker = await startWorker();
  const set = await ask(`/scorecards/${cardId}`, {
    method: 'PUT',
    json: { name: 'Card', watch: { analysis_ids: calls.map(({ id }) => id) } },
  });
  await expect(set).toAnswer(200);
  for (const moment of [10, 30]) {
    await until(async () => model.waiting > 0, `requests that are open after ${moment} answers`, 60_000);
    await worker.kill();
    expect(await kept(), 'judgings at the kill').toBeLessThan(JUDGINGS);
    await endLeases(service.db);
    closeAfter = moment === 10 ? answered + model.waiting + 20 : Number.POSITIVE_INFINITY;
    model.open();
    worker = await startWorker();
  }
  const drift = await until(
    async () => (await ask(`/scorecards/${cardId}/agreement`)).body.drift,
    'a check that has ended',
    120_000,
  );
  expect(drift).toMatchObject({ same: 1, verdict: 'steady' });
  expect(await kept()).toBe(JUDGINGS);
  const { rows } = await service.db.query(
    'SELECT sum(evaluations)::int AS n FROM evaluation_count WHERE account_id = $1',
    [accountId],
  );
  expect(rows[0].n, 'evaluations that were counted').toBe(JUDGINGS);
  expect(answered - before, 'requests that were answered').toBeLessThanOrEqual(JUDGINGS + 2 * OPEN);
}, 300_000);

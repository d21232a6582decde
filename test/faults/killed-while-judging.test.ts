// Kills a worker with SIGKILL while it judges a stored call by a scorecard. The next one goes on after the last batch of questions
// that was answered, asks none of them twice, and settles the evaluation once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import {
  answerYes,
  asked,
  questionsIn,
  readEvaluation,
  storeAccount,
  storeCall,
  storeCard,
  storeOrder,
  storeRescoreOfOne,
} from '../support/builders/evaluated-calls.js';
import { providerSettings } from '../support/builders/scripted-call.js';
import { freePort } from '../support/processes/free-port.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { type OpenAiStub, startOpenAiStub } from '../support/stubs/openai-stub.js';

/** Three batches. */
const QUESTIONS = Array.from({ length: 60 }, (_, index) => asked(`q${index}`));

describe('a worker killed while it judges a call', () => {
  const model = new Gate();
  let heldFrom = Number.POSITIVE_INFINITY;
  let answered = 0;
  let provider: OpenAiStub;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let worker: ServiceProcess;
  let workerEnv: Record<string, string>;
  let db: ReturnType<typeof openPool>;
  let account: string;
  let card: string;

  beforeAll(async () => {
    provider = await startOpenAiStub({
      chat: async (request) => {
        if (answered >= heldFrom) await model.pass();
        answered += 1;
        return answerYes(request);
      },
    });
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      ...LONG_LEASE,
      WORKER_SWEEP_SECONDS: '1',
      PROCESS: 'worker',
    });
    db = openPool(environment.databaseUrl);
    workerEnv = { ...environment.env, PORT: String(await freePort()) };
    worker = await startServiceProcess(workerEnv);
    account = await storeAccount(db);
    card = await storeCard(db, account, QUESTIONS);
  });
  afterAll(async () => {
    model.open();
    await worker?.kill();
    await provider?.close();
    await db?.end();
    await environment?.dispose();
  });

  const settled = (id: string) =>
    until(async () => {
      const found = await readEvaluation(db, id);
      return found?.status !== 'processing' && found;
    }, `evaluation ${id}`);
  /** A worker that looks after its engines asks for the list of models besides. */
  const asks = () => provider.requests.filter(({ path }) => path === '/chat/completions');
  /** The first question of each request since `from`. */
  const batchesAsked = (from: number) =>
    asks()
      .slice(from)
      .map((request) => questionsIn(request)[0]);
  const expectWhole = async (id: string) => {
    const { status, outcome, score, answers, batches_left } = await settled(id);
    expect({ status, outcome, score, batches_left }).toEqual({
      status: 'completed',
      outcome: 'passed',
      score: 100,
      batches_left: 0,
    });
    expect(JSON.parse(answers ?? '[]'), 'answers of the evaluation').toHaveLength(QUESTIONS.length);
  };

  it('between two batches: the next worker asks the rest alone [fault 91]', async () => {
    const from = asks().length;
    [answered, heldFrom] = [0, 1];
    model.close();
    const id = await storeOrder(db, account, await storeCall(db, account), card);
    await until(async () => model.waiting > 0, 'the second batch');
    await worker.kill();
    await endLeases(db);
    heldFrom = Number.POSITIVE_INFINITY;
    model.open();
    worker = await startServiceProcess(workerEnv);
    await expectWhole(id);
    // The batch that was on its way is asked again; the one before it is not.
    expect(batchesAsked(from)).toEqual(['q0', 'q25', 'q25', 'q50']);
  });

  it('while it settles: the next worker settles it once, counts it once, and asks nothing again [fault 91]', async () => {
    const from = asks().length;
    const held = await holdWrites(db, 'evaluation_payload');
    const { rescore, evaluation: id } = await storeRescoreOfOne(db, account, await storeCall(db, account), card);
    await held.reached();
    await worker.kill();
    await held.releaseAndDropWaiters();
    await endLeases(db);
    worker = await startServiceProcess(workerEnv);
    await expectWhole(id);
    expect(batchesAsked(from)).toEqual(['q0', 'q25', 'q50']);
    const { rows } = await db.query('SELECT status, completed, failed, skipped FROM rescore WHERE id = $1', [rescore]);
    expect(rows).toEqual([{ status: 'completed', completed: 1, failed: 0, skipped: 0 }]);
  });

  it('and stopped with SIGTERM: it hands the evaluation back at once, and no crash is counted [fault 91]', async () => {
    [answered, heldFrom] = [0, 1];
    model.close();
    const id = await storeOrder(db, account, await storeCall(db, account), card);
    await until(async () => model.waiting > 0, 'the second batch');
    await worker.terminate();
    const { rows } = await db.query('SELECT lease_until, crashes, provider_failures FROM evaluation WHERE id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ lease_until: null, crashes: 0, provider_failures: 0 }]);
    heldFrom = Number.POSITIVE_INFINITY;
    model.open();
    worker = await startServiceProcess(workerEnv);
    await expectWhole(id);
  });
});

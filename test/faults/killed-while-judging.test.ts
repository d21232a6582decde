// Kills a worker with SIGKILL while it judges a stored call by a scorecard. The next one goes on after the last batch of
// questions that was answered, asks none of them twice, and settles the evaluation once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
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
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';

/** Three batches. */
const QUESTIONS = Array.from({ length: 60 }, (_, index) => asked(`q${index}`));

describe('a worker killed while it judges a call', () => {
  const model = new Gate();
  let heldFrom = Number.POSITIVE_INFINITY;
  let answered = 0;
  let fleet: Fleet;
  let worker: FleetProcess;
  let account: string;
  let card: string;

  beforeAll(async () => {
    fleet = await startFleet(
      {},
      {
        chat: async (request) => {
          if (answered >= heldFrom) await model.pass();
          answered += 1;
          return answerYes(request);
        },
      },
    );
    worker = await fleet.start('worker');
    account = await storeAccount(fleet.db);
    card = await storeCard(fleet.db, account, QUESTIONS);
  });
  afterAll(async () => {
    model.open();
    await fleet?.close();
  });

  const settled = (id: string) =>
    until(async () => {
      const found = await readEvaluation(fleet.db, id);
      return found?.status !== 'processing' && found;
    }, `evaluation ${id}`);
  /** A worker that looks after its engines asks for the list of models besides. */
  const asks = () => fleet.provider.requests.filter(({ path }) => path === '/chat/completions');
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
    const id = await storeOrder(fleet.db, account, await storeCall(fleet.db, account), card);
    await until(async () => model.waiting > 0, 'the second batch');
    await worker.kill();
    await endLeases(fleet.db);
    heldFrom = Number.POSITIVE_INFINITY;
    model.open();
    worker = await fleet.start('worker');
    await expectWhole(id);
    // The batch that was on its way is asked again; the one before it is not.
    expect(batchesAsked(from)).toEqual(['q0', 'q25', 'q25', 'q50']);
  });

  it('while it settles: the next worker settles it once, counts it once, and asks nothing again [fault 91]', async () => {
    const from = asks().length;
    const held = await holdWrites(fleet.db, 'evaluation_payload');
    const { rescore, evaluation: id } = await storeRescoreOfOne(
      fleet.db,
      account,
      await storeCall(fleet.db, account),
      card,
    );
    await held.reached();
    await worker.kill();
    await held.releaseAndDropWaiters();
    await endLeases(fleet.db);
    worker = await fleet.start('worker');
    await expectWhole(id);
    expect(batchesAsked(from)).toEqual(['q0', 'q25', 'q50']);
    const { rows } = await fleet.db.query('SELECT status, completed, failed, skipped FROM rescore WHERE id = $1', [
      rescore,
    ]);
    expect(rows).toEqual([{ status: 'completed', completed: 1, failed: 0, skipped: 0 }]);
  });

  it('and stopped with SIGTERM: it hands the evaluation back at once, and no crash is counted [fault 91]', async () => {
    [answered, heldFrom] = [0, 1];
    model.close();
    const id = await storeOrder(fleet.db, account, await storeCall(fleet.db, account), card);
    await until(async () => model.waiting > 0, 'the second batch');
    await worker.terminate();
    const { rows } = await fleet.db.query(
      'SELECT lease_until, crashes, provider_failures FROM evaluation WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ lease_until: null, crashes: 0, provider_failures: 0 }]);
    heldFrom = Number.POSITIVE_INFINITY;
    model.open();
    worker = await fleet.start('worker');
    await expectWhole(id);
  });
});

// One account's calls hold every slot of the workers, and their provider is slow. Another account's work begins after the next
// piece, whatever kind of work it is; what gave way loses its turn and nothing else.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, openAccount, until, uploadOf } from '../support/apps/running-service.js';
import { answerYes, asked, heard, storeCall, storeCard, storeOrder } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { recordedCall, TURNS } from '../support/builders/scripted-call.js';
import { makeTestKey } from '../support/clients/checked-paths.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { endLeases } from '../support/processes/leases.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { StepGate } from '../support/processes/step-gate.js';

const SLOTS = 4;
const TRANSCRIPTIONS = '/audio/transcriptions';
/** Questions of which a form asks the model in three batches. */
const QUESTIONS = 60;
const SCENARIO_SLOTS = 16;

interface CallRow {
  readonly account_id: string;
  readonly status: string;
  readonly fence: number;
  readonly crashes: number;
  readonly provider_failures: number;
  readonly run_after: Date;
  readonly settled_at: Date;
  readonly lease_until: Date | null;
}

describe('giving way', () => {
  const transcription = new StepGate();
  const model = new StepGate();
  let fleet: Fleet;
  let workers: ServiceProcess[] = [];
  let busy: Account;
  let other: Account;
  let busyId: string;
  let otherId: string;

  const startWorker = async (env: Readonly<Record<string, string>> = {}) => {
    const worker = await fleet.start('worker', {
      WORKER_CONCURRENCY: String(SLOTS),
      // One piece at a time, so that a test knows whose it is.
      PROVIDER_CONCURRENCY: '1',
      EVALUATION_CONCURRENCY: '4',
      ...env,
    });
    workers.push(worker);
    return worker;
  };
  const submit = async ({ liveKey }: Account, count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const body = uploadOf(recordedCall());
      const answer = await fleet.ask('/analysis', { method: 'POST', body, headers: { 'x-api-key': liveKey } });
      await expect(answer).toAnswer(201);
      ids.push(answer.body.id);
    }
    return ids;
  };
  const rows = async (ids: readonly string[]) =>
    (await fleet.db.query<CallRow>('SELECT * FROM analysis WHERE id = ANY($1) ORDER BY array_position($1, id)', [ids]))
      .rows;
  const rowOf = async (id: string) => {
    const [row] = await rows([id]);
    if (!row) throw new Error(`There is no analysis ${id}`);
    return row;
  };
  const atWork = async (ids: readonly string[]) => (await rows(ids)).filter((row) => row.lease_until !== null).length;
  const allSettled = (ids: readonly string[]) =>
    until(async () => {
      const found = await rows(ids);
      return found.every(({ status }) => status !== 'processing') && found;
    }, 'the end of all calls');
  const pieceWaits = (count: number) =>
    until(async () => transcription.waiting >= count, `${count} pieces at the provider`);
  /** How often the calls were claimed beyond once each: each time one gave way. */
  const changes = (found: readonly CallRow[]) => found.reduce((sum, { fence }) => sum + fence - 1, 0);
  const notCompleted = (found: readonly CallRow[]) => found.filter(({ status }) => status !== 'completed');
  const heardPieces = () => fleet.providerRequests(TRANSCRIPTIONS);

  beforeAll(async () => {
    fleet = await startFleet(
      {},
      {
        transcribe: () => transcription.pass(),
        chat: async (request) => {
          const shape = JSON.stringify(request.json?.response_format ?? {});
          if (['call_resolution', 'agent_segments', 'speakers'].some((name) => shape.includes(name))) return undefined;
          await model.pass();
          return answerYes(request);
        },
      },
    );
    await fleet.start('api');
    await fleet.open();
    busy = fleet.account;
    other = await openAccount(`${fleet.rootUrl}/api/v1`, fleet.dataDir);
    busyId = await accountIdOf(fleet.db, busy.email);
    otherId = await accountIdOf(fleet.db, other.email);
  });
  beforeEach(() => {
    transcription.close();
    model.close();
    workers = [];
  });
  afterEach(async () => {
    transcription.open();
    model.open();
    await Promise.all(workers.map((worker) => worker.kill()));
    await endLeases(fleet.db);
  });
  afterAll(async () => {
    await fleet?.close();
  });

  it('four slow calls of one account: the other’s call begins after one piece, and what gave way loses nothing [fault 99]', async () => {
    await startWorker();
    const slow = await submit(busy, SLOTS);
    await until(async () => (await atWork(slow)) === SLOTS, 'every slot to be taken');
    await pieceWaits(1);
    const before = await rows(slow);
    const sent = heardPieces();
    const [single = ''] = await submit(other, 1);
    transcription.let(1);
    await until(async () => (await rowOf(single)).fence === 1, 'the other account’s call to begin', 60_000);
    await until(async () => (await atWork(slow)) === SLOTS - 1, 'one call to be handed back', 60_000);
    const found = await rows(slow);
    const given = found.find(({ lease_until }) => lease_until === null);
    expect(given, 'the call that gave way').toMatchObject({ status: 'processing', crashes: 0, provider_failures: 0 });
    expect(
      found.map(({ run_after }) => run_after),
      'the places of the calls in their queue',
    ).toEqual(before.map(({ run_after }) => run_after));
    transcription.open();
    const ended = await allSettled([...slow, single]);
    expect(notCompleted(ended), 'calls that were not completed').toEqual([]);
    expect(changes(ended), 'times that a call gave way').toBe(1);
    expect(heardPieces() - sent, 'pieces that were paid for').toBe((SLOTS + 1) * TURNS.length - 1);
    await fleet.expectInvariants();
  });

  it('a worker killed while a call gives way: the next one completes both, and asks for no piece that was heard [fault 100]', async () => {
    const worker = await startWorker();
    const slow = await submit(busy, SLOTS);
    await until(async () => (await atWork(slow)) === SLOTS, 'every slot to be taken');
    await pieceWaits(1);
    const [single = ''] = await submit(other, 1);
    const sent = heardPieces() - 1;
    const holder = await fleet.db.connect();
    await fleet.db.query(`
      CREATE OR REPLACE FUNCTION hold_hand_back() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(43); RETURN NEW; END $$;
      CREATE TRIGGER hold_hand_back BEFORE UPDATE ON analysis FOR EACH ROW
        WHEN (OLD.lease_until IS NOT NULL AND NEW.lease_until IS NULL AND NEW.status = 'processing')
        EXECUTE FUNCTION hold_hand_back()`);
    await holder.query('SELECT pg_advisory_lock(43)');
    transcription.let(1);
    const waiting = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 43 AND NOT granted";
    await until(async () => (await fleet.db.query(waiting)).rows.length > 0, 'the call to be handed back', 60_000);
    expect(await rowOf(single), 'the call that took the slot').toMatchObject({ fence: 1 });
    await worker.kill();
    await fleet.db.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS held`);
    await holder.query('SELECT pg_advisory_unlock(43)');
    holder.release();
    await fleet.db.query('DROP TRIGGER hold_hand_back ON analysis');
    await endLeases(fleet.db);
    transcription.open();
    await startWorker();
    const ended = await allSettled([...slow, single]);
    expect(notCompleted(ended), 'calls that were not completed').toEqual([]);
    // The one that the killed worker may have had on its way is asked for again.
    expect(heardPieces() - sent, 'pieces that were asked for').toBeLessThanOrEqual((SLOTS + 1) * TURNS.length + 1);
    await fleet.expectInvariants();
  });

  it('two workers at once: one call gives way to one call, in one of them [fault 99]', async () => {
    await Promise.all([startWorker({ WORKER_CONCURRENCY: '2' }), startWorker({ WORKER_CONCURRENCY: '2' })]);
    const slow = await submit(busy, SLOTS);
    await until(async () => (await atWork(slow)) === SLOTS, 'every slot to be taken');
    await pieceWaits(2);
    const [single = ''] = await submit(other, 1);
    transcription.let(2);
    await until(async () => (await rowOf(single)).fence === 1, 'the other account’s call to begin', 60_000);
    transcription.open();
    const ended = await allSettled([...slow, single]);
    expect(changes(ended), 'times that a call gave way').toBe(1);
    await fleet.expectInvariants();
  });

  it('many calls of both accounts: each has half of the slots, and none is handed back and forth [fault 99]', async () => {
    await startWorker();
    const first = await submit(busy, 8);
    await until(async () => (await atWork(first)) === SLOTS, 'every slot to be taken');
    const second = await submit(other, 8);
    transcription.open();
    const ended = await allSettled([...first, ...second]);
    expect(notCompleted(ended), 'calls that were not completed').toEqual([]);
    // Two give way to the other account's first two. Later changes would be between accounts with as many slots.
    expect(changes(ended), 'times that a call gave way').toBeLessThanOrEqual(SLOTS / 2);
    await fleet.expectInvariants();
  });

  it('one slot, and one call that holds it: the other’s fresh call begins after one piece, and the first one goes on after it [fault 99]', async () => {
    await startWorker({ WORKER_CONCURRENCY: '1' });
    const [slow = ''] = await submit(busy, 1);
    await pieceWaits(1);
    const [single = ''] = await submit(other, 1);
    transcription.let(1);
    await until(async () => (await rowOf(single)).fence === 1, 'the other account’s call to begin', 60_000);
    transcription.open();
    const [slowRow, singleRow] = await allSettled([slow, single]);
    expect(slowRow, 'the call that gave way').toMatchObject({ status: 'completed', fence: 2 });
    expect(singleRow, 'the other account’s call').toMatchObject({ status: 'completed', fence: 1 });
    await fleet.expectInvariants();
  });

  it('evaluations of one account: the other’s is asked after one batch of questions, and no batch twice [fault 99]', async () => {
    await startWorker({ PROVIDER_CONCURRENCY: '4' });
    const questions = Array.from({ length: QUESTIONS }, (_, n) => asked(`q${n}`));
    const orderOf = async (accountId: string) => {
      const [call, card] = [await storeCall(fleet.db, accountId), await storeCard(fleet.db, accountId, questions)];
      return storeOrder(fleet.db, accountId, call, card);
    };
    const asks = () => fleet.providerRequests('/chat/completions');
    const before = asks();
    const slow: string[] = [];
    for (let n = 0; n < SLOTS; n++) slow.push(await orderOf(busyId));
    await until(async () => model.waiting === SLOTS - 1, 'all slots but one to be taken');
    const single = await orderOf(otherId);
    const evaluation = async (id: string) =>
      (await fleet.db.query('SELECT * FROM evaluation WHERE id = $1', [id])).rows[0];
    model.let(1);
    await until(async () => (await evaluation(single)).fence === 1, 'the other account’s evaluation to begin', 60_000);
    model.open();
    for (const id of [...slow, single])
      await until(async () => (await evaluation(id)).status === 'completed', `evaluation ${id}`);
    expect(asks() - before, 'batches that were paid for').toBe((SLOTS + 1) * 3);
  });

  it('eighteen waiting calls of one account: they stop its own job that judges again, and not the other’s [fault 96]', async () => {
    await startWorker();
    const slow = await submit(busy, 18);
    await until(async () => (await atWork(slow)) === SLOTS, 'every slot to be taken');
    const jobOf = async (account: Account, accountId: string) => {
      for (let n = 0; n < 3; n++) await storeCall(fleet.db, accountId);
      const scorecard_id = await storeCard(fleet.db, accountId, [heard('recorded')]);
      const answer = await fleet.ask('/rescores', {
        method: 'POST',
        headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
        body: JSON.stringify({ scorecard_id }),
      });
      await expect(answer).toAnswer(201);
      return answer.body.id;
    };
    const job = async (id: string) => (await fleet.db.query('SELECT * FROM rescore WHERE id = $1', [id])).rows[0];
    const own = await jobOf(busy, busyId);
    const others = await jobOf(other, otherId);
    await until(async () => (await job(others)).status === 'completed', 'the other account’s job');
    expect(await job(own), 'the job of the account whose calls wait').toMatchObject({
      status: 'processing',
      completed: 0,
    });
    transcription.open();
    await allSettled(slow);
    await until(async () => (await job(own)).status === 'completed', 'the job of the busy account');
  });

  it('slow scenarios of one account: the other’s scenario is done before any of them [fault 99]', async () => {
    await startWorker();
    const play = async (account: Account, scenario: string) => {
      const key = await makeTestKey(`${fleet.rootUrl}/api/v1`, account.accessToken);
      const answer = await fleet.ask('/analysis', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ agent_id: 'a', contact_id: 'c', scenario }),
      });
      await expect(answer).toAnswer(201);
      return answer.body.id;
    };
    const slow: string[] = [];
    for (let n = 0; n < SCENARIO_SLOTS; n++) slow.push(await play(busy, 'slow'));
    await until(async () => (await atWork(slow)) === SCENARIO_SLOTS, 'every slot to be taken');
    const single = await play(other, 'good_call');
    const [{ settled_at: settledAt } = await rowOf(single)] = await allSettled([single]);
    const ended = await allSettled(slow);
    const earlier = ended.filter((row) => row.settled_at < settledAt);
    expect(earlier, 'slow scenarios that ended before the other account’s').toHaveLength(0);
    expect(changes(ended), 'times that a scenario gave way').toBe(1);
  });
});

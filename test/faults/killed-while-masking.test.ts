// Kills workers with SIGKILL while they mask calls whose original is to be deleted: before checkpoints, between the deletion
// of the original and the end of the call, and at random. No original can be read once its call is completed, nothing is lost,
// and nothing is heard or billed twice. `KILLS=200` kills so many times at random.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { finalAnalysis, until, uploadOf } from '../support/apps/running-service.js';
import { randomFrom } from '../support/audio/audio-fixtures.js';
import { CALL_MS, recordedCall, TURNS, turnOf } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { namesIn } from '../support/matchers/invariants.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';

const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.SEED ?? 1);
const CARD_TURN = 3;
const SAID = 'It is 4111 1111 1111 1111.';
const HELD = 4_711;

/** Makes the statement wait that writes a checkpoint of the step. */
async function holdStep(db: pg.Pool, step: string) {
  const holder = await db.connect();
  await holder.query(`CREATE OR REPLACE FUNCTION hold_step() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${HELD}); RETURN NEW; END'`);
  await holder.query(`CREATE OR REPLACE TRIGGER hold_step BEFORE INSERT ON analysis_checkpoint
    FOR EACH ROW WHEN (NEW.step = '${step}') EXECUTE FUNCTION hold_step()`);
  await holder.query('SELECT pg_advisory_lock($1)', [HELD]);
  const waiting = async () =>
    (
      await db.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [HELD],
      )
    ).rows.map(({ pid }) => pid);
  return {
    reached: () => until(async () => (await waiting()).length > 0, `the checkpoint of ${step}`),
    // Postgres would finish the statement of a client that has exited.
    releaseAndDropWaiters: async () => {
      await db.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await waiting()]);
      await until(async () => (await waiting()).length === 0, 'the statements of the killed worker to end');
      await holder.query('DROP TRIGGER hold_step ON analysis_checkpoint');
      await holder.query('SELECT pg_advisory_unlock($1)', [HELD]);
      holder.release();
    },
  };
}

describe('a worker killed while it masks', () => {
  let fleet: Fleet;
  let worker: FleetProcess;
  let client: CheckedPaths;

  beforeAll(async () => {
    const heard = { body: { text: SAID, languages: [{ code: 'en' }] } };
    fleet = await startFleet(
      { WORKER_LEASE_SECONDS: '10' },
      { transcribe: (request) => (TURNS.indexOf(turnOf(request)) === CARD_TURN ? heard : undefined) },
    );
    [, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
    client = checkedPaths(`${fleet.rootUrl}/api/v1`, fleet.account.liveKey);
    const set = await fetch(`${fleet.rootUrl}/api/v1/settings/redaction`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${fleet.account.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ preset: 'pci' }),
    });
    await expect(set).toAnswer(200);
  });
  afterEach(() => fleet.expectInvariants());
  afterAll(() => fleet?.close());

  const submit = async (): Promise<string> =>
    (await client.post('/analysis', { body: uploadOf(recordedCall(), { webhook_url: fleet.receiver.url }) })).id;
  const replaceWorker = async () => {
    await endLeases(fleet.db);
    worker = await fleet.start('worker');
  };
  const speech = () => fleet.providerRequests('/audio/transcriptions');
  const stored = () => namesIn(fleet.dataDir, 'objects', 'recordings');

  async function expectMasked(id: string): Promise<void> {
    const call = await finalAnalysis(client, id);
    expect(call.metadata.error_message).toBeNull();
    expect(call).toBeInStatus('completed');
    expect(call.transcript?.segments.map(({ text }) => text)).toEqual(
      TURNS.map(({ text }, at) => (at === CARD_TURN ? 'It is [CARD_NUMBER_1].' : text)),
    );
    expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted', original: 'deleted' });
    expect(await stored(), 'the original is stored').not.toContain(id);
    const { rows } = await fleet.db.query('SELECT duration_ms FROM ledger_entry WHERE analysis_id = $1', [id]);
    expect(rows, 'ledger entries').toEqual([{ duration_ms: String(CALL_MS) }]);
    const prompts = fleet.provider.requests.filter(({ path }) => path === '/chat/completions');
    expect(prompts.filter(({ json }) => JSON.stringify(json).includes('4111'))).toEqual([]);
  }

  it.each([
    ['transcript', TURNS.length],
    ['rendition', TURNS.length],
    ['analyse', TURNS.length],
  ])('before the checkpoint of the step %s: nothing is heard twice', async (step, requests) => {
    const before = speech();
    const hold = await holdStep(fleet.db, step);
    const id = await submit();
    await hold.reached();
    await worker.kill();
    await hold.releaseAndDropWaiters();
    const atWork = await client.get('/analysis/{id}', { path: { id } });
    expect(atWork.audio.url, 'a link to a recording that is not masked').toBeNull();
    await replaceWorker();
    await expectMasked(id);
    expect(speech() - before, 'requests for speech').toBe(requests);
  });

  it('between the deletion of the original and the end of the call: the call ends without the original', async () => {
    const before = speech();
    const hold = await holdWrites(fleet.db, 'ledger_entry');
    const id = await submit();
    await hold.reached();
    await worker.kill();
    await hold.releaseAndDropWaiters();
    const atWork = await client.get('/analysis/{id}', { path: { id } });
    expect(atWork).toBeInStatus('processing');
    expect(await stored(), 'the original is stored while the call is being completed').not.toContain(id);
    await replaceWorker();
    await expectMasked(id);
    expect(speech() - before, 'requests for speech').toBe(TURNS.length);
  });

  it(
    `at random, ${KILLS} times (SEED=${SEED}): no original of a completed call can be read at any moment`,
    async () => {
      const random = randomFrom(SEED);
      const readable = new Set<string>();
      let isOver = false;
      const watch = async () => {
        const seen = new Set<string>();
        while (!isOver) {
          const { rows } = await fleet.db.query<{ id: string }>("SELECT id FROM analysis WHERE status = 'completed'");
          const there = new Set(await stored());
          for (const { id } of rows) if (!seen.has(id) && there.has(id)) readable.add(id);
          for (const { id } of rows) seen.add(id);
        }
      };
      const watching = watch();
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          const id = await submit();
          // A random moment for the kill. The test waits for no state here on purpose.
          await pause(random() * 4_000);
          await worker.kill();
          await replaceWorker();
          await expectMasked(id);
        }
      } finally {
        isOver = true;
        await watching;
      }
      expect([...readable], 'completed calls whose original could be read').toEqual([]);
    },
    (KILLS * 60 + 300) * 1_000,
  );
});

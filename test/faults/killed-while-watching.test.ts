// Workers are killed with SIGKILL while they list, copy and tag the objects of a source: each object becomes one call, with one
// reservation of minutes, and is tagged with it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService, until } from '../support/apps/running-service.js';
import { toWav } from '../support/audio/wav.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { BUCKET_KEYS, BucketStub } from '../support/stubs/bucket-stub.js';

const OBJECTS = 60;
const KILLS = Number(process.env.WATCH_KILLS ?? 4);
const RECORDING = toWav(new Int16Array(800), 8_000);

let service: TestService;
let stub: BucketStub;
let ask: Ask;
let accountId: string;
let worker: ServiceProcess | null = null;

beforeAll(async () => {
  service = await startTestService({
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    ANALYSIS_ENGINE: 'rules',
    PROCESS: 'api',
  });
  stub = new BucketStub('acme-recordings');
  await stub.listen();
  const owner = await service.openAccount();
  ask = askAs(service, owner);
  accountId = await accountIdOf(service.db, owner.email);
});
afterAll(async () => {
  await worker?.kill();
  await stub?.close();
  await service?.stop();
});

const startWorker = async () => {
  worker = await startServiceProcess({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()) });
};
const one = async (statement: string, values: unknown[]) => (await service.db.query(statement, values)).rows[0];

it('kills workers at any moment, and makes one call of each object', async () => {
  for (let n = 0; n < OBJECTS; n++) stub.put(`agent_${n}.wav`, RECORDING);
  const made = await ask('/sources', {
    json: {
      name: 'Killed',
      kind: 's3',
      bucket: stub.bucket,
      endpoint: stub.endpoint,
      credentials: BUCKET_KEYS,
      naming: { pattern: '{agent_id}_{contact_id}.wav' },
      start: 'all',
      after: 'tag',
      every_seconds: 15,
    },
  });
  await expect(made).toAnswer(201);
  const id: string = made.body.id;
  const hurry = async () => {
    await endLeases(service.db);
    await service.db.query("UPDATE source_item SET run_after = now() WHERE source_id = $1 AND status = 'waiting'", [
      id,
    ]);
    await service.db.query('UPDATE source SET run_after = now() WHERE id = $1', [id]);
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const at = stub.counts.get + 3 + ((kill * 7) % 11);
    await startWorker();
    // In the middle of an object that is sent, with three more beside it.
    const reached = new Promise<void>((done) => {
      stub.beforeGet = () => {
        if (stub.counts.get >= at) done();
      };
    });
    await until(async () => {
      const { waiting } = await one(
        "SELECT count(*)::int AS waiting FROM source_item WHERE source_id = $1 AND status = 'waiting'",
        [id],
      );
      return waiting > 0;
    }, 'the objects to be found');
    await hurry();
    await reached;
    await worker?.kill();
    worker = null;
    await hurry();
  }
  stub.beforeGet = null;
  await startWorker();
  await until(async () => {
    await service.db.query('UPDATE source SET run_after = now() WHERE id = $1 AND lease_until IS NULL', [id]);
    return (
      stub.tags.size === OBJECTS &&
      (await one('SELECT taken FROM source WHERE id = $1', [id])).taken === String(OBJECTS)
    );
  }, 'each object to be taken and tagged');
  const { rows: calls } = await service.db.query('SELECT id, external_id FROM analysis WHERE account_id = $1', [
    accountId,
  ]);
  expect(calls.length, 'calls of the source').toBe(OBJECTS);
  expect(new Set(calls.map(({ external_id }) => external_id)).size, 'objects with a call').toBe(OBJECTS);
  for (const { id: callId, external_id } of calls) {
    const key = external_id.slice(stub.bucket.length + 1);
    expect(stub.tags.get(key)?.get('call-analysis'), `the tag of ${key}`).toBe(callId);
  }
  const { n } = await one(
    `SELECT count(*)::int AS n FROM (
       SELECT analysis_id FROM minutes_reservation UNION ALL SELECT analysis_id FROM ledger_entry) AS m
     WHERE analysis_id = ANY($1)`,
    [calls.map(({ id: callId }) => callId)],
  );
  expect(n, 'reservations and bills').toBeLessThanOrEqual(OBJECTS);
  expect(await one('SELECT seen, taken, existing, refused FROM source WHERE id = $1', [id])).toEqual({
    seen: String(OBJECTS),
    taken: String(OBJECTS),
    existing: '0',
    refused: '0',
  });
}, 300_000);

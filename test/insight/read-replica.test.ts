// Readings on a real streaming replica: which go to it, what they tell, and what becomes of them while it lags or is away.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { StatisticsQuery } from '../../src/insight/statistics/reading/statistics.requests.js';
import { StatisticsReader } from '../../src/insight/statistics/reading/statistics-reader.js';
import { NO_REPLICA, type ReplicaLimits, StreamingReplica } from '../../src/platform/database/streaming-replica.js';
import { readInput } from '../../src/platform/http/validation/read-input.js';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/apps/replicated-postgres.js';
import { openPool, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { endOfExport, exportFile, readCsv, startExport } from '../support/builders/exported-calls.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { addSaidCall, copySaidCall, makeSearchable, transcriptOf } from '../support/builders/said-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

/** A file records its calls in parts of 4,096; further pages are read after the first part. */
const CALLS = 5_200;
const COUNTED = 'agent-counted';
const CREATED = new Date(Date.now() - 60_000);

let servers: ReplicatedPostgres;
let primary: DataSource;
let db: pg.Pool;
let service: TestService;
let ask: Ask;
let token: string;
let accountId: string;
let callId: string;
const log: string[] = [];

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  primary = await openDataSource(servers.primaryUrl);
  db = openPool(servers.primaryUrl);
  const urls = { DATABASE_URL: servers.primaryUrl, DATABASE_READ_URL: servers.replicaUrl };
  const settings = { ...urls, WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules' };
  service = await startTestService(settings, (line) => log.push(line));
  const owner = await service.openAccount();
  token = owner.accessToken;
  ask = askAs(service, owner);
  accountId = await accountIdOf(db, owner.email);
  callId = await addSaidCall(primary, accountId, {
    createdAt: CREATED,
    segments: [{ speaker: 'customer', text: 'kestrel one' }],
  });
  await addSaidCall(primary, accountId, {
    agentId: COUNTED,
    createdAt: new Date(CREATED.getTime() - 3_600_000),
    segments: [{ speaker: 'agent', text: 'hobby' }],
  });
  // What is copied is counted later by a sweep.
  await copySaidCall(primary, callId, CALLS - 1, 1);
});
afterEach(() => servers.resume());
afterAll(async () => {
  await service?.stop();
  await db?.end();
  await primary?.destroy();
  await servers?.close();
});

/** Readings that the service has counted, as `replica fit`, `primary behind` and the like. */
async function readings(kind: string): Promise<number> {
  const [answeredBy, reason] = kind.split(' ');
  const text = await (await fetch(`${service.rootUrl}/metrics`)).text();
  const line = new RegExp(`readings_total\\{answered_by="${answeredBy}",reason="${reason}"\\} (\\d+)`).exec(text);
  return Number(line?.[1] ?? 0);
}

/**
 * Repeats a reading until it was answered by what is wanted: beside the sweep that counts the calls, the replica may be behind.
 *
 * @returns that answer
 */
function readBy<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const answered = until(async () => {
    const before = await readings(kind);
    const answer = await work();
    return (await readings(kind)) === before + 1 && { answer };
  }, `a reading by ${kind}`);
  return answered.then(({ answer }) => answer);
}

const untilOnReplica = () =>
  until(async () => {
    const before = await readings('replica fit');
    await ask('/search?q=kestrel&limit=1');
    if ((await readings('replica fit')) > before) return true;
    // Each round costs CPU time, and a replica that was away is tried every five seconds.
    await wait(200);
    return false;
  }, 'the replica');

/** Statistics of the calls that are counted at once. */
const figuresOf = async () => (await ask(`/statistics?of=calls&agent_id=${COUNTED}`)).body;
/** Past the checks of the contract: the calls have words, and no results. */
async function totalOf(path: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { total } = Object(await response.json());
  return total;
}

function replicaWith(limits: Partial<ReplicaLimits>) {
  const replica = new StreamingReplica(primary, servers.replicaUrl, 2, { lookMs: 0, pauseMs: 0, ...limits });
  const answers: string[] = [];
  replica.listen((answer) => answers.push(answer));
  return { replica, answers };
}

it('answers statistics, searches, exports and deep lists, and the first pages of lists from the primary', async () => {
  await untilOnReplica();
  expect((await readBy('replica fit', figuresOf)).totals.calls).toBe(1);
  expect(await readBy('replica fit', () => totalOf('/search?q=kestrel&limit=1'))).toBe(CALLS);
  expect(await readBy('replica fit', () => totalOf('/analysis?offset=5000&limit=1'))).toBe(CALLS + 1);
  const before = await readings('replica fit');
  expect(await totalOf('/analysis?limit=1')).toBe(CALLS + 1);
  expect(await readings('replica fit')).toBe(before);
  const filter = { created_after: CREATED.toISOString() };
  const rows = readCsv(
    await readBy('replica fit', () => exportFile(ask, { of: 'analyses', format: 'csv', columns: ['id'], filter })),
  );
  expect(rows).toEqual([{ id: callId }]);
});

it('tells as of when statistics are, and leaves them to the primary when it lags too far', async () => {
  await servers.pause();
  const [{ now }] = await primary.query('SELECT extract(epoch FROM clock_timestamp())::float8 AS now');
  await addSaidCall(primary, accountId, { agentId: COUNTED, segments: [{ speaker: 'agent', text: 'osprey' }] });
  const late = await readBy('replica fit', figuresOf);
  expect(late.totals.calls).toBe(1);
  expect(late.as_of).toBeLessThanOrEqual(now);

  const { replica, answers } = replicaWith({ maxLagMs: 100 });
  await replica.onModuleInit();
  await until(async () => (await replica.read(async () => true)) === null, 'the lag');
  const reader = new StatisticsReader(primary, replica);
  const query = readInput(StatisticsQuery, { agent_id: COUNTED }, 'query');
  const figures = JSON.parse(
    Buffer.from(await reader.read({ accountId, sight: null, livemode: true }, query)).toString(),
  );
  expect(figures.totals.calls).toBe(2);
  expect(answers.at(-1)).toBe('behind');
  expect(await replica.lagSeconds()).toBeGreaterThan(0.1);

  await servers.resume();
  await until(async () => (await replica.read(async () => true)) === true, 'its return');
  await reader.onApplicationShutdown();
  await replica.onApplicationShutdown();
  await until(async () => (await figuresOf()).totals.calls === 2, 'the new call');
});

it('shows nothing that was deleted or masked before, while it does not replay', async () => {
  const gone = await addSaidCall(primary, accountId, {
    createdAt: CREATED,
    segments: [{ speaker: 'agent', text: 'merlin' }],
  });
  await untilOnReplica();
  expect(await totalOf('/search?q=kestrel+one&limit=1')).toBe(CALLS);
  await servers.pause();
  await primary.query('DELETE FROM analysis WHERE id = $1', [gone]);
  const masked = transcriptOf([{ speaker: 'customer', text: '[card_1] one' }]);
  await primary.query(
    'UPDATE analysis_payload SET transcript = $2, words = $2, maskings = maskings + 1 WHERE analysis_id = $1',
    [callId, masked],
  );
  await primary.query('DELETE FROM call_words WHERE analysis_id = $1', [callId]);
  await makeSearchable(primary, callId, CREATED);

  expect(await readBy('primary behind', () => totalOf('/search?q=merlin'))).toBe(0);
  expect(await readBy('primary behind', () => totalOf('/search?q=kestrel&limit=1'))).toBe(CALLS - 1);
  expect(await readBy('primary behind', () => totalOf('/analysis?offset=5000&limit=1'))).toBe(CALLS + 2);
  const filter = {
    created_after: CREATED.toISOString(),
    created_before: new Date(CREATED.getTime() + 1).toISOString(),
  };
  const wanted = { of: 'segments', format: 'csv', columns: ['analysis_id', 'text'], filter };
  const rows = readCsv(await readBy('primary behind', () => exportFile(ask, wanted)));
  expect(rows).toEqual([{ analysis_id: callId, text: '[card_1] one' }]);
});

it('may be lost in the middle of an export, which the primary writes then, and comes back', async () => {
  await untilOnReplica();
  const gate = await db.connect();
  await gate.query(`
    SELECT pg_advisory_lock(77);
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(77); RETURN NEW; END';
    CREATE TRIGGER wait_for_test BEFORE INSERT ON export_calls FOR EACH ROW EXECUTE FUNCTION wait_for_test()`);
  const id = await startExport(ask, { of: 'analyses', format: 'csv', columns: ['id'] });
  const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted`;
  await until(async () => (await primary.query(waits)).length > 0, 'the first part of the file');
  const away = await readings('primary away');
  const logged = log.length;
  await servers.crash();
  await gate.query('SELECT pg_advisory_unlock(77)');
  gate.release();
  const made = await endOfExport(ask, id);
  expect(made).toMatchObject({ status: 'completed', rows: CALLS + 2 });
  expect((await figuresOf()).totals.calls).toBe(2);
  expect(await readings('primary away')).toBeGreaterThanOrEqual(away + 2);
  const ready = await fetch(`${service.rootUrl}/health/ready`);
  expect(await ready.json()).toMatchObject({ status: 'ok' });

  await servers.start();
  await untilOnReplica();
  const told = log.slice(logged).map((line) => JSON.parse(line));
  const ofReplica = told.filter(({ context }) => context === 'StreamingReplica');
  expect(ofReplica.map(({ reason }) => reason)).toEqual(['it cannot be reached', undefined]);
});

it('is refused where it is another server, and not used where it is the primary itself', async () => {
  const other = new StreamingReplica(primary, inject('postgresUrl'), 2);
  await expect(other.onModuleInit()).rejects.toThrow(NO_REPLICA);
  await other.onApplicationShutdown();
  const itself = new StreamingReplica(primary, servers.primaryUrl, 2);
  await itself.onModuleInit();
  expect(await itself.read(async () => true)).toBeNull();
  expect(await itself.readPresent(0, async () => true)).toBeNull();
  await itself.onApplicationShutdown();
});

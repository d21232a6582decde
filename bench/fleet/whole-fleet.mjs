// What does a whole fleet do, and what is left when each of its parts is killed once? API processes, workers, PgBouncer,
// Postgres, Redis and object storage, each on a machine of its own. First calls as fast as they are worked on, then calls beside
// the kills, with readings all the time. At the end each call must be there once, billed once and told of.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { cpuOfTrees } from '../measure/cpu-of-trees.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount } from '../measure/stores.mjs';
import { printTable, reportProgress } from '../measure/table.mjs';
import { inProgress, Load, Readings, startReceiver } from './load.mjs';
import { openMachines } from './machines.mjs';
import { objectStorage, pgBouncer, postgres, redis } from './parts.mjs';

const SESSIONS = 20;
const SLOTS_OF_WORKER = 4;
const STARTED_TOGETHER = 4;
const SAMPLE_MS = 250;
/** Time for which a killed part is away. */
const AWAY_MS = 3_000;
/** Calls in progress while parts are killed: as many more as the machine works on would only wait. */
const WAITING = 16;
/** A call is the next to be completed within this time, or the run fails. */
const MAX_STILL_MS = 180_000;

/** @param audio of 30 s @param given numbers of processes and of calls */
export async function runWholeFleet(audio, { apis, workers, calls, transcriptionMs }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-whole-fleet-'));
  await chmod(dataDir, 0o755);
  const machines = openMachines();
  const undo = [() => rm(dataDir, { recursive: true, force: true }), () => machines.close()];
  try {
    const provider = await startReference(join(import.meta.dirname, '../pipeline/provider.mjs'), [], {
      TRANSCRIPTION_MS: transcriptionMs,
      PROVIDER_HOST: machines.host,
    });
    undo.push(() => provider.stop());
    const fleet = await startParts(machines, dataDir, undo, new URL(provider.base).port);
    await startServices(fleet, machines, 'api', apis, undo);
    await startServices(fleet, machines, 'worker', workers, undo);
    const place = machines.areApart ? 'in network namespaces' : 'on ports of one address';
    const load = new Load(fleet, audio);
    const readings = new Readings(fleet, load);
    const flat = await measure(fleet, load, readings, calls);
    printTable(`${apis} API processes and ${workers} workers ${place}, ${availableParallelism()} cores`, [
      flat.figures,
    ]);
    printTable('CPU time, and what is used of each limit', flat.parts);
    const kills = await killEach(fleet, load, readings);
    printTable(`Each part killed, and back after ${AWAY_MS / 1000} s`, kills);
    await readings.stop();
    printTable('Afterwards', [await count(fleet, load)]);
  } finally {
    for (const one of undo.reverse()) await one();
  }
}

async function startParts(machines, dataDir, undo, providerPort) {
  const folder = async (name) => {
    await mkdir(join(dataDir, name));
    return join(dataDir, name);
  };
  const database = await postgres(machines.add(), dataDir);
  const pooler = await pgBouncer(machines.add(), dataDir, database.url, SESSIONS);
  const queue = await redis(machines.add(), await folder('redis'), resolve('.data/cache'));
  const storage = await objectStorage(machines.add(), dataDir);
  for (const one of [database, pooler, queue, storage]) {
    await one.start();
    undo.push(() => one.kill());
  }
  await migrate(database.url);
  const pool = new pg.Pool({ connectionString: database.url, max: 3 }).on('error', () => undefined);
  undo.push(() => pool.end());
  const query = async (text, values) => (await pool.query(text, values)).rows;
  await query('CREATE EXTENSION pg_stat_statements');
  const { accountId, key } = await addAccount({ query });
  const receiver = await startReceiver(machines.host);
  undo.push(() => receiver.close());
  const env = {
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    ...storage.settings,
    JWT_SECRET: randomUUID() + randomUUID(),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OPENAI_BASE_URL: `http://${machines.host}:${providerPort}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
    WORKER_CONCURRENCY: String(SLOTS_OF_WORKER),
    WORKER_LEASE_SECONDS: '10',
    LOG_LEVEL: 'fatal',
  };
  const stores = { databaseUrl: pooler.url, redisUrl: queue.url, dataDir };
  const servers = [pooler, database, queue, storage];
  return { stores, env, query, accountId, key, receiver, servers, apis: [], workers: [], database };
}

async function startServices(fleet, machines, role, count, undo) {
  const all = role === 'api' ? fleet.apis : fleet.workers;
  const add = async () => {
    const machine = machines.add();
    const start = () => startService(fleet.stores, { ...fleet.env, PROCESS: role }, '.', machine);
    let running = await start();
    const one = {
      name: role === 'api' ? 'an API process' : 'a worker',
      get base() {
        return running.base;
      },
      get pids() {
        return [running.pid];
      },
      kill: async () => {
        // The process leads a group: the tools that it started go with it.
        process.kill(-running.pid, 'SIGKILL');
        await running.stop();
      },
      start: async () => {
        running = await start();
      },
    };
    undo.push(() => running.stop());
    all.push(one);
  };
  while (all.length < count) {
    await Promise.all(Array.from({ length: Math.min(STARTED_TOGETHER, count - all.length) }, add));
    reportProgress(`${all.length} of ${count} ${role} processes`);
  }
}

async function measure(fleet, load, readings, calls) {
  const parts = [...fleet.servers, group('API processes', fleet.apis), group('workers', fleet.workers)];
  await fleet.query('SELECT pg_stat_statements_reset()');
  readings.take();
  const before = await Promise.all(parts.map(({ pids }) => cpuOfTrees(pids)));
  const startedAt = performance.now();
  const sampled = { all: 0, active: 0, working: 0, n: 0 };
  const sample = async () => {
    const [now] = await fleet.query(
      `SELECT count(*)::int AS all, (count(*) FILTER (WHERE state <> 'idle' AND pid <> pg_backend_pid()))::int AS active,
         (SELECT count(*)::int FROM analysis WHERE lease_until > now()) AS working
       FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    sampled.all = Math.max(sampled.all, now.all);
    sampled.active += now.active;
    sampled.working += now.working;
    sampled.n += 1;
  };
  const samples = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
  await load.submit(calls);
  while ((await inProgress(fleet)) > 0) await wait(SAMPLE_MS);
  clearInterval(samples);
  const seconds = (performance.now() - startedAt) / 1000;
  const [{ n: queries }] = await fleet.query(
    `SELECT coalesce(sum(calls), 0)::int AS n FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_activity%'`,
  );
  const after = await Promise.all(parts.map(({ pids }) => cpuOfTrees(pids)));
  const used = parts.map(({ name }, n) => ({ what: name, ms: after[n] - before[n] }));
  const total = used.reduce((sum, { ms }) => sum + ms, 0);
  const shares = [
    ['cores of this machine', total / 1000 / seconds / availableParallelism()],
    ['sessions of PgBouncer', sampled.active / sampled.n / SESSIONS],
    ['slots of the workers', sampled.working / sampled.n / (fleet.workers.length * SLOTS_OF_WORKER)],
  ];
  const [first] = shares.toSorted(([, a], [, b]) => b - a);
  return {
    figures: {
      calls,
      'calls/s': calls / seconds,
      'connections of Postgres': sampled.all,
      'statements a call': queries / calls,
      ...readings.take(),
      'saturates first': first[0],
    },
    parts: [
      ...used.map(({ what, ms }) => ({ what, 'CPU ms a call': ms / calls, 'share %': (100 * ms) / total })),
      ...shares.map(([what, share]) => ({ what, 'CPU ms a call': Number.NaN, 'share %': 100 * share })),
    ],
  };
}

const group = (name, members) => ({
  name,
  get pids() {
    return members.flatMap(({ pids }) => pids);
  },
});

async function killEach(fleet, load, readings) {
  let isOver = false;
  const submitting = load.submit(Number.POSITIVE_INFINITY, { waiting: WAITING, isOver: () => isOver });
  const rows = [];
  try {
    for (const part of [fleet.apis[0], fleet.workers[0], ...fleet.servers]) {
      reportProgress(`Killing ${part.name}`);
      readings.take();
      await part.kill();
      await wait(AWAY_MS);
      await part.start();
      const startedAt = performance.now();
      await untilOneMore(fleet);
      rows.push({
        killed: part.name,
        's until a call ends': (performance.now() - startedAt) / 1000,
        ...readings.take(),
      });
    }
  } finally {
    isOver = true;
    await submitting;
  }
  return rows;
}

/** Until a call is completed that was accepted from now on. */
async function untilOneMore({ query }) {
  const deadline = performance.now() + MAX_STILL_MS;
  const since = new Date();
  const done = `SELECT FROM analysis WHERE status = 'completed' AND created_at >= $1 LIMIT 1`;
  while ((await query(done, [since]).catch(() => [])).length === 0) {
    if (performance.now() > deadline) throw new Error('No call was completed any more');
    await wait(100);
  }
}

async function count({ query, accountId, receiver }, load) {
  const left = `SELECT (SELECT count(*) FROM analysis WHERE status = 'processing')
    + (SELECT count(*) FROM webhook_delivery WHERE status = 'pending') AS n`;
  while (Number((await query(left))[0].n) > 0) await wait(SAMPLE_MS);
  const [kept] = await query(
    `SELECT count(*)::int AS calls, (count(*) FILTER (WHERE status = 'completed'))::int AS completed,
       (SELECT count(*)::int FROM ledger_entry) AS billed, (SELECT sum(hundredths)::float8 / 100 FROM ledger_entry) AS minutes,
       (SELECT count(*)::int FROM minutes_reservation) AS reserved,
       (SELECT count(*)::int FROM webhook_delivery WHERE status = 'delivered') AS delivered
     FROM analysis WHERE account_id = $1`,
    [accountId],
  );
  const ids = new Set(load.accepted);
  const figures = {
    accepted: ids.size,
    ...kept,
    received: receiver.seen.size,
    'received again': [...receiver.seen.values()].reduce((sum, times) => sum + times - 1, 0),
    'sent again': load.retries,
  };
  const { calls, completed, billed, delivered, received } = figures;
  const wrong = [calls, completed, billed, delivered, received].filter((n) => n !== ids.size);
  if (wrong.length > 0 || load.accepted.length !== ids.size || kept.reserved > 0 || kept.minutes !== ids.size / 2) {
    printTable('Afterwards', [figures]);
    throw new Error('Something was lost, or is there twice');
  }
  return figures;
}

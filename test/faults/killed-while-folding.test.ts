// Kills workers with SIGKILL in the middle of the transaction that adds changes to the sums of the statistics, while two workers
// run and calls are completed and deleted: no call counts twice, and none is lost.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService, until } from '../support/apps/running-service.js';
import { storeAccount } from '../support/builders/evaluated-calls.js';
import { expectExactStatistics } from '../support/matchers/invariants.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const KILLS = Number(process.env.STATISTICS_KILLS ?? 2);
const CALLS = 2_500;

let service: TestService;
let workers: ServiceProcess[] = [];
let envs: Record<string, string>[];
beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', PROCESS: 'api' });
  envs = [await freePort(), await freePort()].map((port) => ({
    ...service.env,
    PROCESS: 'worker',
    PORT: String(port),
  }));
  workers = await Promise.all(envs.map((env) => startServiceProcess(env)));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service?.stop();
});

/** Completed calls of many agents and hours, with their facts. */
const complete = (db: pg.Pool, accountId: string) =>
  db.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at, created_at,
       call_started_at, duration_ms, compliance_score, quality_score, flagged, violations, not_assessable, overruled)
     SELECT gen_random_uuid(), $1, true, 'agent-' || i % 50, 'cust', 'r', 'recordings/' || $2 || i, 'completed', now(),
       now() - i * interval '1 minute', now() - i * interval '2 minutes', 1000 * i, i % 101, NULL, i % 7 = 0, '{pin_requested}', 1, false
     FROM generate_series(1, $3::int) AS i`,
    [accountId, randomUUID(), CALLS],
  );

it(`workers killed ${KILLS} times while they fold count nothing twice and lose nothing`, async () => {
  const { db } = service;
  const accountId = await storeAccount(db);
  const numberOf = async (sql: string) => (await db.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]?.n;
  const folding = async () => {
    const { rows } = await db.query(
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND state <> 'idle'
         AND pg_locks.objid::bigint = hashtextextended('statistics', 0) & 4294967295 AND query LIKE '%stat_delta%'`,
    );
    return rows.length > 0;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    await complete(db, accountId);
    await until(folding, 'a worker to add changes to the sums');
    // Both, since a lock does not tell which of them holds it.
    await Promise.all(workers.map((worker) => worker.kill()));
    await expectExactStatistics(db);
    workers = await Promise.all(envs.map((env) => startServiceProcess(env)));
    await db.query("DELETE FROM analysis WHERE account_id = $1 AND agent_id = 'agent-' || $2::int", [accountId, kill]);
  }
  await until(async () => (await numberOf('SELECT count(*) FROM stat_delta')) === 0, 'all changes to be added');
  await expectExactStatistics(db);
  const sums = 'SELECT sum(n) FROM stat_month WHERE NOT by_start';
  expect(await numberOf(sums)).toBe(await numberOf('SELECT count(*) FROM analysis'));
});

// A receiver is dead for days while many notifications wait for it. The service sends each one ten times with growing
// waits, then marks it as failed. Other receivers are not delayed.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_WAITS_MS } from '../../src/webhooks/delivery/retry-schedule.js';
import { type OwnRedis, startOwnRedis } from '../support/apps/backing.js';
import { until } from '../support/apps/running-service.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { freePort } from '../support/processes/free-port.js';
import type { ServiceProcess } from '../support/processes/service-process.js';

const LONG = process.env.KILLS !== undefined;
const DELIVERIES = LONG ? 10_000 : 200;
/** The ordinary run starts at the eighth attempt, to stay short. */
const FIRST_ATTEMPT = LONG ? 1 : 8;
const ATTEMPTS = STANDARD_WAITS_MS.length + 1;
const MEBIBYTE = 1_048_576;
/** One job for each delivery would need far more keys in Redis; one round of the sweep needs far fewer. */
const MAX_REDIS_KEYS = 4_000;
/**
 * SQL condition on `webhook_delivery`: waiting for its next attempt. A lease or a short postponement ends in less than a
 * minute, so a longer wait is the wait between two attempts.
 */
const WAITING = "status = 'pending' AND next_attempt_at > now() + interval '1 minute'";
/** The worker’s heap limit: a worker that kept every delivery in memory would run out of it and exit. */
const HEAP_MEBIBYTES = 256;
const MAX_MEMORY_GROWTH_BYTES = 400 * MEBIBYTE;

describe(`a receiver that is dead, with ${DELIVERIES} notifications for it`, () => {
  let redis: OwnRedis;
  let fleet: Fleet;
  let worker: ServiceProcess;

  beforeAll(async () => {
    redis = await startOwnRedis();
    fleet = await startFleet({ REDIS_URL: redis.url });
    const bounded = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}` };
    [, worker] = await Promise.all([fleet.start('api'), fleet.start('worker', bounded)]);
    await fleet.open();
  });
  afterAll(async () => {
    await fleet?.close();
    await redis?.close();
  });

  const one = async <Row>(sql: string, values: unknown[] = []) => {
    const { rows } = await fleet.db.query(sql, values);
    const [row]: Row[] = rows;
    if (!row) throw new Error('A row is expected');
    return row;
  };
  const memoryBytes = async () => {
    const status = await readFile(`/proc/${worker.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };

  /** Copies of one completed call without its recording, each with a notification that is due now. */
  const addDueNotifications = async (model: string, url: string) => {
    await fleet.finished(model);
    await fleet.db.query(
      `CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, ${DELIVERIES});
       INSERT INTO analysis SELECT (jsonb_populate_record(a, jsonb_build_object(
           'id', made.id, 'storage_key', NULL, 'webhook_url', '${url}'))).* FROM analysis a, made;
       INSERT INTO analysis_payload SELECT (jsonb_populate_record(p, jsonb_build_object('analysis_id', made.id))).*
         FROM analysis_payload p, made;
       INSERT INTO ledger_entry SELECT (jsonb_populate_record(l, jsonb_build_object(
           'id', gen_random_uuid(), 'analysis_id', made.id))).* FROM ledger_entry l, made;
       INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, attempt_count,
           next_attempt_at)
         SELECT gen_random_uuid(), a.account_id, a.id, 'evt_' || a.id, 'analysis.completed', '${url}', true,
           ${FIRST_ATTEMPT - 1}, now()
         FROM analysis a JOIN made USING (id)`,
    );
  };
  /** Calls `sample` again and again until every delivery has had so many attempts. */
  const untilAttempted = (url: string, attempt: number, sample: () => Promise<void>) =>
    until(
      async () => {
        await sample();
        const { left } = await one<{ left: number }>(
          'SELECT count(*)::int AS left FROM webhook_delivery WHERE url = $1 AND attempt_count < $2',
          [url, attempt],
        );
        return left === 0;
      },
      `attempt ${attempt} of every delivery`,
      300_000,
    );
  const expectJitteredWaits = async (url: string, attempt: number, waitMs: number) => {
    const waits = await one<{ min: number; max: number; n: number }>(
      `SELECT min(wait)::float8 AS min, max(wait)::float8 AS max, count(*)::int AS n FROM (
         SELECT extract(epoch FROM next_attempt_at - at) * 1000 AS wait
         FROM webhook_delivery d JOIN webhook_attempt t ON t.delivery_id = d.id
         WHERE d.url = $1 AND attempt_count = $2 AND ${WAITING} AND t.number = (SELECT max(number) FROM webhook_attempt WHERE delivery_id = d.id)) AS waits`,
      [url, attempt],
    );
    expect(waits.n).toBeGreaterThan(DELIVERIES / 20);
    expect(waits.min).toBeGreaterThan(waitMs * 0.89);
    // The jitter is a tenth in either direction.
    expect(waits.max - waits.min).toBeGreaterThan(waitMs * 0.1);
  };
  /** As if the wait until the next attempt had passed. */
  const endWaits = (attempt: number) =>
    fleet.db.query(`UPDATE webhook_delivery SET next_attempt_at = now() WHERE attempt_count <= $1 AND ${WAITING}`, [
      attempt,
    ]);
  const expectOtherReceiverNotified = async () => {
    const alive = await fleet.submit({ recording: 'silence' });
    await until(
      async () => fleet.receiver.received.some(({ body }) => JSON.parse(body).data.id === alive),
      'the notification of a receiver that works',
    );
  };
  const expectAllFailed = async (url: string) => {
    const end = await one<{ failed: number; attempts: number; events: number; maxAttempts: number }>(
      `SELECT count(*) FILTER (WHERE status = 'failed')::int AS failed, count(DISTINCT event_id)::int AS events,
         max(attempt_count)::int AS "maxAttempts",
         (SELECT count(*)::int FROM webhook_attempt t JOIN webhook_delivery d ON d.id = t.delivery_id
            WHERE d.url = $1) AS attempts
       FROM webhook_delivery WHERE url = $1`,
      [url],
    );
    expect(end).toEqual({
      failed: DELIVERIES,
      events: DELIVERIES,
      maxAttempts: ATTEMPTS,
      attempts: DELIVERIES * (ATTEMPTS - FIRST_ATTEMPT + 1),
    });
  };

  it('each is sent ten times over five days, then fails, and other receivers are notified meanwhile [fault 90]', async () => {
    const dead = `http://127.0.0.1:${await freePort()}/hook`;
    await addDueNotifications(await fleet.submit({ recording: 'silence', webhook: false }), dead);
    const memoryBefore = await memoryBytes();
    let maxKeys = 0;
    let maxMemory = memoryBefore;

    for (let attempt = FIRST_ATTEMPT; attempt <= ATTEMPTS; attempt++) {
      await untilAttempted(dead, attempt, async () => {
        maxKeys = Math.max(maxKeys, await redis.admin.dbsize());
        maxMemory = Math.max(maxMemory, await memoryBytes());
      });
      const waitMs = STANDARD_WAITS_MS[attempt - 1];
      if (waitMs === undefined) break;
      // The first wait is so short that it may already be over.
      if (attempt > 1) await expectJitteredWaits(dead, attempt, waitMs);
      await endWaits(attempt);
      if (attempt === FIRST_ATTEMPT) await expectOtherReceiverNotified();
    }

    await expectAllFailed(dead);
    expect(worker.child.exitCode, 'exit code of the worker, which must still run').toBeNull();
    expect(worker.child.signalCode, 'the signal that ended the worker').toBeNull();
    expect(maxKeys).toBeLessThan(MAX_REDIS_KEYS);
    expect(maxMemory - memoryBefore).toBeLessThan(MAX_MEMORY_GROWTH_BYTES);
    const { id } = await one<{ id: string }>('SELECT analysis_id AS id FROM webhook_delivery WHERE url = $1 LIMIT 1', [
      dead,
    ]);
    const shown = await fleet.ask(`/analysis/${id}/deliveries`);
    await expect(shown).toAnswer(200);
    expect(shown.body.total, 'deliveries in the log of a call whose receiver is dead').toEqual(1);
    await until(async () => (await redis.admin.dbsize()) < 50, 'the queue to be empty again');
    await fleet.expectInvariants();
  }, 1_800_000);
});

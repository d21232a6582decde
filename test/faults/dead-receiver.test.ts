// A receiver that is dead for days, with everything that it should have been told: tried to the end, spread out, given up
// where it can be seen, and in nobody's way.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_WAITS_MS } from '../../src/webhooks/retry-schedule.js';
import { type OwnRedis, startOwnRedis } from '../support/backing.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { freePort, until } from '../support/running-service.js';
import type { ServiceProcess } from '../support/service-process.js';

const LONG = process.env.KILLS !== undefined;
const DELIVERIES = LONG ? 10_000 : 200;
/** The ordinary run comes in for the last attempts. */
const FIRST_ATTEMPT = LONG ? 1 : 8;
const ATTEMPTS = STANDARD_WAITS_MS.length + 1;
const MEBIBYTE = 1_048_576;
/** Far under what a job for each would take with all its keys, and far above what a round of the sweep rings. */
const MOST_KEYS = 4_000;
/** For its next attempt, and neither being sent at this moment nor standing aside: both are for less than a minute. */
const WAITING = "status = 'pending' AND next_attempt_at > now() + interval '1 minute'";
/** What the worker may keep in mind: one that kept every delivery there would end. */
const HEAP_MEBIBYTES = 256;
const MOST_GROWTH_BYTES = 400 * MEBIBYTE;

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

  it('each is tried ten times over five days, then failed, and others are served meanwhile', async () => {
    const model = await fleet.submit({ recording: 'silence', webhook: false });
    await fleet.finished(model);
    const dead = `http://127.0.0.1:${await freePort()}/hook`;
    // Calls like the one that was made, without its recording, each with a notification that is due now.
    await fleet.db.query(
      `CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, ${DELIVERIES});
       INSERT INTO analysis SELECT (jsonb_populate_record(a, jsonb_build_object(
           'id', made.id, 'storage_key', NULL, 'webhook_url', '${dead}'))).* FROM analysis a, made;
       INSERT INTO analysis_payload SELECT (jsonb_populate_record(p, jsonb_build_object('analysis_id', made.id))).*
         FROM analysis_payload p, made;
       INSERT INTO ledger_entry SELECT (jsonb_populate_record(l, jsonb_build_object(
           'id', gen_random_uuid(), 'analysis_id', made.id))).* FROM ledger_entry l, made;
       INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, attempt_count,
           next_attempt_at)
         SELECT gen_random_uuid(), a.account_id, a.id, 'evt_' || a.id, 'analysis.completed', '${dead}', true,
           ${FIRST_ATTEMPT - 1}, now()
         FROM analysis a JOIN made USING (id)`,
    );
    let mostKeys = 0;
    const memoryBefore = await memoryBytes();
    let mostMemory = memoryBefore;

    for (let attempt = FIRST_ATTEMPT; attempt <= ATTEMPTS; attempt++) {
      await until(
        async () => {
          mostKeys = Math.max(mostKeys, await redis.admin.dbsize());
          mostMemory = Math.max(mostMemory, await memoryBytes());
          const { left } = await one<{ left: number }>(
            'SELECT count(*)::int AS left FROM webhook_delivery WHERE url = $1 AND attempt_count < $2',
            [dead, attempt],
          );
          return left === 0;
        },
        `attempt ${attempt} at all of them`,
        300_000,
      );
      const waitMs = STANDARD_WAITS_MS[attempt - 1];
      if (waitMs === undefined) break;
      const waits = await one<{ least: number; most: number; n: number }>(
        `SELECT min(wait)::float8 AS least, max(wait)::float8 AS most, count(*)::int AS n FROM (
           SELECT extract(epoch FROM next_attempt_at - at) * 1000 AS wait
           FROM webhook_delivery d JOIN webhook_attempt t ON t.delivery_id = d.id
           WHERE d.url = $1 AND attempt_count = $2 AND ${WAITING} AND t.number = (SELECT max(number) FROM webhook_attempt WHERE delivery_id = d.id)) AS waits`,
        [dead, attempt],
      );
      // The first wait is short enough to be over before this is asked.
      if (attempt > 1) {
        expect(waits.n).toBeGreaterThan(DELIVERIES / 20);
        expect(waits.least).toBeGreaterThan(waitMs * 0.89);
        // A tenth either way.
        expect(waits.most - waits.least).toBeGreaterThan(waitMs * 0.1);
      }
      // As if the wait were over.
      await fleet.db.query(
        `UPDATE webhook_delivery SET next_attempt_at = now() WHERE attempt_count <= $1 AND ${WAITING}`,
        [attempt],
      );
      // While the dead one has everything due, somebody else is told.
      if (attempt === FIRST_ATTEMPT) {
        const alive = await fleet.submit({ recording: 'silence' });
        await until(
          async () => fleet.receiver.received.some(({ body }) => JSON.parse(body).data.id === alive),
          'a receiver that is alive to be told',
        );
      }
    }

    const end = await one<{ failed: number; attempts: number; events: number; most: number }>(
      `SELECT count(*) FILTER (WHERE status = 'failed')::int AS failed, count(DISTINCT event_id)::int AS events,
         max(attempt_count)::int AS most,
         (SELECT count(*)::int FROM webhook_attempt t JOIN webhook_delivery d ON d.id = t.delivery_id
            WHERE d.url = $1) AS attempts
       FROM webhook_delivery WHERE url = $1`,
      [dead],
    );
    expect(end).toEqual({
      failed: DELIVERIES,
      events: DELIVERIES,
      most: ATTEMPTS,
      attempts: DELIVERIES * (ATTEMPTS - FIRST_ATTEMPT + 1),
    });
    expect([worker.child.exitCode, worker.child.signalCode]).toEqual([null, null]);
    expect(mostKeys).toBeLessThan(MOST_KEYS);
    expect(mostMemory - memoryBefore).toBeLessThan(MOST_GROWTH_BYTES);
    const { id } = await one<{ id: string }>('SELECT analysis_id AS id FROM webhook_delivery WHERE url = $1 LIMIT 1', [
      dead,
    ]);
    const shown = await fleet.ask(`/analysis/${id}/deliveries`);
    expect([shown.status, shown.body.total]).toEqual([200, 1]);
    await until(async () => (await redis.admin.dbsize()) < 50, 'the queue to be empty again');
    await fleet.expectInvariants();
  }, 1_800_000);
});

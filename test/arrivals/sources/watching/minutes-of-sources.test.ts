// The minutes of a plan end in the middle of what a source has found, and the next billing period begins: by the real ledger.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MinutesLedger } from '../../../../src/billing/usage/minutes-ledger.js';
import { WatchingApp } from '../../../support/apps/watching-app.js';
import { toWav } from '../../../support/audio/wav.js';
import { until } from '../../../support/processes/until.js';
import { BucketStub } from '../../../support/stubs/bucket-stub.js';

/** A tenth of a second: a hundredth of a minute. */
const RECORDING = toWav(new Int16Array(800), 8_000);
const OBJECTS = 14;
const ROOM = 5;
/** Objects that are copied beside each other: any of them may get the last minute. */
const AT_ONCE = 4;

let app: WatchingApp;
let stub: BucketStub;
let accountId: string;
beforeAll(async () => {
  app = await WatchingApp.start();
  stub = new BucketStub('acme-recordings');
  await stub.listen();
  accountId = await app.account();
  await app.module.get(MinutesLedger, { strict: false }).findRoom(accountId, true);
  await app.sql.query(
    `UPDATE usage_period SET included_hundredths = $2, overage_limit_hundredths = 0 WHERE livemode AND account_id = $1`,
    [accountId, ROOM],
  );
});
afterAll(async () => {
  await stub?.close();
  await app?.stop();
});

const keyAt = (n: number) => `agent_${String(n).padStart(2, '0')}.wav`;
const keys = Array.from({ length: OBJECTS }, (_, n) => keyAt(n));
/** Their keys, in the order in which they became calls. */
const taken = async (): Promise<string[]> => {
  const rows: { key: string }[] = await app.sql.query(
    `SELECT substr(external_id, length('acme-recordings/') + 1) AS key FROM analysis WHERE account_id = $1
     ORDER BY created_at, id`,
    [accountId],
  );
  return rows.map(({ key }) => key);
};

it('objects wait for the next period, and are taken by themselves then, in their order and once', async () => {
  for (const key of keys) stub.put(key, RECORDING);
  const id = await app.source(accountId, stub, { start: 'all', every_seconds: 1 });
  await app.sql.query('UPDATE source SET run_after = now() WHERE id = $1', [id]);
  await until(async () => (await taken()).length === ROOM, 'as many calls as the period has room for');
  const first = (await taken()).toSorted();
  expect(keys.indexOf(first.at(-1) ?? ''), 'the last that was taken').toBeLessThan(ROOM + AT_ONCE - 1);
  // Two more looks take and refuse nothing, and nothing of the bucket is read.
  const [{ fence }] = await until(async () => {
    const idle = await app.sql.query('SELECT fence FROM source WHERE id = $1 AND lease_until IS NULL', [id]);
    return idle.length === 1 && idle;
  }, 'the end of that look');
  const read = stub.counts.get;
  await until(
    async () =>
      (await app.sql.query('SELECT 1 FROM source WHERE id = $1 AND fence >= $2', [id, fence + 3])).length === 1,
    'two looks without minutes',
  );
  expect(stub.counts.get, 'objects read').toBe(read);
  expect(await app.row(id)).toMatchObject({ taken: ROOM, existing: 0, refused: 0, last_error: null });
  const waiting = (await app.items(id)).filter(({ status }) => status === 'waiting');
  expect(waiting, 'objects that wait').toHaveLength(OBJECTS - ROOM);
  // The period ends: its row is that of an earlier month now.
  await app.sql.query(
    `UPDATE usage_period SET starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'
     WHERE account_id = $1`,
    [accountId],
  );
  await until(async () => (await app.row(id)).taken === OBJECTS, 'the others, once the next period has begun');
  const order = await taken();
  expect(order.toSorted(), 'calls, each once').toEqual(keys);
  const rest = keys.filter((key) => !first.includes(key));
  for (const [place, key] of order.slice(ROOM).entries())
    expect(Math.abs(rest.indexOf(key) - place), `the place of ${key}`).toBeLessThan(AT_ONCE);
  const reserved = await app.sql.query(
    `SELECT p.ends_at > now() AS current, count(*)::int AS calls, sum(r.hundredths)::int AS hundredths
     FROM minutes_reservation r JOIN usage_period p ON p.id = r.period_id WHERE p.account_id = $1 GROUP BY 1 ORDER BY 1`,
    [accountId],
  );
  expect(reserved).toEqual([
    { current: false, calls: ROOM, hundredths: ROOM },
    { current: true, calls: OBJECTS - ROOM, hundredths: OBJECTS - ROOM },
  ]);
});

// What a source lists after nothing was listed for days, and when it lists nothing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WatchingApp } from '../support/apps/watching-app.js';
import { toWav } from '../support/audio/wav.js';
import { BucketStub } from '../support/stubs/bucket-stub.js';

/** A tenth of a second. */
const RECORDING = toWav(new Int16Array(800), 8_000);
const DAY_MS = 86_400_000;
const LONG_AGO = new Date('2024-01-01T00:00:00Z');

let app: WatchingApp;
let stub: BucketStub;
let accountId: string;

beforeAll(async () => {
  app = await WatchingApp.start();
});
beforeEach(async () => {
  stub = new BucketStub('acme-recordings');
  await stub.listen();
  accountId = await app.account();
});
afterEach(() => stub.close());
afterAll(() => app?.stop());

const put = (key: string) => stub.put(key, RECORDING);
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS);
const folderOf = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '/');

it('lists the days that went by while it was paused or failed, each once', async () => {
  stub.old = { count: 1, modifiedAt: LONG_AGO, keyAt: () => `calls/${folderOf(dayBefore(3))}/old.wav` };
  const id = await app.source(accountId, stub, { prefix: 'calls/' });
  await app.look(id);
  await app.look(id);
  await app.sql.query(
    "UPDATE source SET place = jsonb_set(place, '{caughtUpAt}', to_jsonb(now() - interval '9 days')) WHERE id = $1",
    [id],
  );
  for (const days of [12, 10, 6, 3, 1]) put(`calls/${folderOf(dayBefore(days))}/agent_${days}.wav`);
  const requests: number[] = [];
  for (let n = 0; n < 6; n++) {
    const before = stub.counts.list;
    await app.look(id);
    requests.push(stub.counts.list - before);
  }
  expect((await app.items(id)).map(({ object_key }) => object_key?.split('/').at(-1)).sort()).toEqual([
    'agent_1.wav',
    'agent_10.wav',
    'agent_3.wav',
    'agent_6.wav',
  ]);
  expect(Math.max(...requests), 'list requests of a look').toBeLessThanOrEqual(20);
  const [row] = await app.sql.query("SELECT place->'missed' AS missed FROM source WHERE id = $1", [id]);
  expect(row).toEqual({ missed: [] });
});

it('stops while as many wait as may, and goes on behind them', async () => {
  const room = app.noMinutes();
  stub.old = { count: 1, modifiedAt: LONG_AGO, keyAt: () => 'calls/20240101_x.wav' };
  const id = await app.source(accountId, stub, { prefix: 'calls/' });
  await app.look(id);
  await app.sql.query(
    `INSERT INTO source_item (source_id, account_id, identity, object_key, version, run_after)
     SELECT $1, $2, sha256(n::text::bytea), 'calls/other-' || n, 'v', now() + interval '1 day'
     FROM generate_series(1, 40000) AS n`,
    [id, accountId],
  );
  put(`calls/20991231_a_b.wav`);
  const before = stub.counts.list;
  expect(await app.look(id)).toMatchObject({ seen: 0, last_error: null });
  expect(stub.counts.list).toBe(before);
  await app.sql.query("DELETE FROM source_item WHERE source_id = $1 AND object_key = 'calls/other-1'", [id]);
  expect(await app.look(id)).toMatchObject({ seen: 1 });
  room.restore();
});

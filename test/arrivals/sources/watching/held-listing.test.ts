// What a source lists after nothing was listed for days, and when it lists nothing.
import { expect, it } from 'vitest';
import { dayBefore, folderOf, LONG_AGO, RECORDING, useWatching } from '../../../support/apps/watching-fixture.js';

const on = useWatching();

const put = (key: string) => on.stub.put(key, RECORDING);

it('lists the days that went by while it was paused or failed, each once', async () => {
  on.stub.old = { count: 1, modifiedAt: LONG_AGO, keyAt: () => `calls/${folderOf(dayBefore(3))}/old.wav` };
  const id = await on.app.source(on.accountId, on.stub, { prefix: 'calls/' });
  await on.app.look(id);
  await on.app.look(id);
  await on.app.sql.query(
    "UPDATE source SET place = jsonb_set(place, '{caughtUpAt}', to_jsonb(now() - interval '9 days')) WHERE id = $1",
    [id],
  );
  for (const days of [12, 10, 6, 3, 1]) put(`calls/${folderOf(dayBefore(days))}/agent_${days}.wav`);
  const requests: number[] = [];
  for (let n = 0; n < 6; n++) {
    const before = on.stub.counts.list;
    await on.app.look(id);
    requests.push(on.stub.counts.list - before);
  }
  expect((await on.app.items(id)).map(({ object_key }) => object_key?.split('/').at(-1)).sort()).toEqual([
    'agent_1.wav',
    'agent_10.wav',
    'agent_3.wav',
    'agent_6.wav',
  ]);
  expect(Math.max(...requests), 'list requests of a look').toBeLessThanOrEqual(20);
  const [row] = await on.app.sql.query("SELECT place->'missed' AS missed FROM source WHERE id = $1", [id]);
  expect(row).toEqual({ missed: [] });
});

it('stops while as many wait as may, and goes on behind them', async () => {
  const room = on.app.noMinutes();
  on.stub.old = { count: 1, modifiedAt: LONG_AGO, keyAt: () => 'calls/20240101_x.wav' };
  const id = await on.app.source(on.accountId, on.stub, { prefix: 'calls/' });
  await on.app.look(id);
  await on.app.sql.query(
    `INSERT INTO source_item (source_id, account_id, identity, object_key, version, run_after)
     SELECT $1, $2, sha256(n::text::bytea), 'calls/other-' || n, 'v', now() + interval '1 day'
     FROM generate_series(1, 40000) AS n`,
    [id, on.accountId],
  );
  put(`calls/20991231_a_b.wav`);
  const before = on.stub.counts.list;
  expect(await on.app.look(id)).toMatchObject({
    seen: 0,
    last_error: 'The bucket is not listed while 40000 recordings wait to be taken',
    failing_since: null,
  });
  expect(on.stub.counts.list).toBe(before);
  await on.app.sql.query("DELETE FROM source_item WHERE source_id = $1 AND object_key = 'calls/other-1'", [id]);
  expect(await on.app.look(id)).toMatchObject({ seen: 1, last_error: null });
  room.restore();
});

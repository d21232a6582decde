// What its client does to a source in the middle of a look: nothing is taken by what it was before.
import { describe, expect, it } from 'vitest';
import type { SourceFields } from '../../../../src/arrivals/sources/source.js';
import { Sources } from '../../../../src/arrivals/sources/sources.service.js';
import { SETTINGS } from '../../../support/apps/watching-app.js';
import { RECORDING, useWatching } from '../../../support/apps/watching-fixture.js';
import { until } from '../../../support/processes/until.js';
import { BUCKET_KEYS } from '../../../support/stubs/bucket-stub.js';

const on = useWatching();

const sources = () => on.app.module.get(Sources);
const caller = () => on.app.caller(on.accountId);
const nothing = async () => undefined;
const change = async (id: string, settings: object) => {
  const { bucket, endpoint } = on.stub;
  const fields: SourceFields = {
    name: 'Changed',
    kind: 's3',
    settings: { ...SETTINGS, bucket, endpoint, ...settings },
    defaults: {},
    credentials: BUCKET_KEYS,
  };
  await sources().update(caller(), id, fields);
  // The test says when it is due.
  await on.app.sql.query(
    "UPDATE source SET run_after = now() + interval '1 day' WHERE id = $1 AND lease_until IS NULL",
    [id],
  );
};

const endOfLook = () => until(async () => (await on.stub.connections()) === 0, 'the end of the look');

describe('a source that is changed', () => {
  it('takes nothing that waits beyond its new prefix, and what waits within it', async () => {
    const id = await on.app.source(on.accountId, on.stub, { prefix: 'calls/' });
    on.stub.put('calls/private/a_1.wav', RECORDING);
    on.stub.put('calls/sales/a_2.wav', RECORDING);
    expect(await on.app.look(id)).toMatchObject({ seen: 2 });
    await change(id, { prefix: 'calls/sales/' });
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 1 });
    expect(await on.app.names(on.accountId)).toEqual(['acme-recordings/calls/sales/a_2.wav']);
  });

  it('takes nothing by the fields before, where that happens while an object is copied', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_b.wav', RECORDING);
    await on.app.look(id);
    on.stub.beforeGet = async () => {
      on.stub.beforeGet = null;
      await change(id, { naming: { pattern: '{contact_id}_{agent_id}.wav' } });
    };
    await on.app.look(id);
    await endOfLook();
    await on.app.look(id);
    const calls = await on.app.sql.query('SELECT agent_id, contact_id FROM analysis WHERE account_id = $1', [
      on.accountId,
    ]);
    expect(calls).toEqual([{ agent_id: 'b', contact_id: 'a' }]);
  });
});

describe('a source that is paused', () => {
  it.each(['paused', 'deleted'] as const)('%s while an object is copied, takes it no more', async (how) => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_b.wav', RECORDING);
    await on.app.look(id);
    on.stub.beforeGet = async () => {
      if (how === 'paused') await sources().pause(caller(), id, nothing);
      else await sources().delete(caller(), id);
    };
    await on.app.look(id);
    await endOfLook();
    expect(await on.app.names(on.accountId)).toEqual([]);
    const waiting = { status: 'waiting', error: null };
    expect(await on.app.items(id)).toMatchObject(how === 'paused' ? [waiting] : []);
    if (how === 'deleted') return;
    on.stub.beforeGet = null;
    await sources().resume(caller(), id, nothing);
    expect(await on.app.look(id)).toMatchObject({ taken: 1 });
  });
});

describe('a rescan', () => {
  const backfillOf = async (id: string) =>
    (await on.app.sql.query("SELECT place->'backfill' AS backfill FROM source WHERE id = $1", [id]))[0].backfill;
  const early = new Date('2026-01-01T00:00:00Z');
  const late = new Date('2026-11-01T00:00:00Z');

  it('takes nothing away from a listing of everything that still goes on', async () => {
    const all = await on.app.source(on.accountId, on.stub, { start: 'all' });
    await sources().rescan(caller(), all, late, nothing);
    expect(await backfillOf(all)).toEqual({ after: '', since: null });
    const some = await on.app.source(on.accountId, on.stub);
    for (const [from, since] of [
      [late, late.toISOString()],
      [early, early.toISOString()],
      [late, early.toISOString()],
      [null, null],
      [late, null],
    ] as const) {
      await sources().rescan(caller(), some, from, nothing);
      expect(await backfillOf(some)).toEqual({ after: '', since });
    }
  });
});

describe('what was refused', () => {
  it('is taken by a rescan once the naming is mended, and not where its call was deleted', async () => {
    const id = await on.app.source(on.accountId, on.stub, { naming: { pattern: '{contact_id}_{*}.wav' } });
    for (const key of ['a_1.wav', 'b_2.wav']) on.stub.put(key, RECORDING);
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 0, refused: 2 });
    await on.app.sql.query(
      `UPDATE source SET settings = jsonb_set(settings, '{naming,pattern}', '"{agent_id}_{contact_id}.wav"') WHERE id = $1`,
      [id],
    );
    await on.app.look(id);
    expect(await on.app.row(id), 'without a rescan').toMatchObject({ taken: 0, refused: 2 });
    await sources().rescan(caller(), id, null, nothing);
    expect(await on.app.row(id)).toMatchObject({ seen: 2, refused: 0 });
    expect(await on.app.look(id)).toMatchObject({ seen: 2, taken: 2, refused: 0 });
    await on.app.sql.query("DELETE FROM analysis WHERE account_id = $1 AND contact_id = '1'", [on.accountId]);
    await sources().rescan(caller(), id, null, nothing);
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ seen: 2 });
    expect(await on.app.items(id)).toMatchObject([{ status: 'refused' }, { status: 'taken' }]);
  });
});

describe('an object that is larger than a recording may be', () => {
  it('is refused before its bytes are read', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_b.wav', RECORDING, { toldBytes: 524_288_001 });
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 0, refused: 1 });
    expect(await on.app.items(id)).toMatchObject([
      { status: 'refused', error: { loc: [], msg: 'Audio file exceeds the maximum size of 500 MB' } },
    ]);
  });
});

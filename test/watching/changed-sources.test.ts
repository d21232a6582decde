// What its client does to a source in the middle of a look: nothing is taken by what it was before.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SourceFields } from '../../src/sources/source.js';
import { Sources } from '../../src/sources/sources.service.js';
import { WatchingApp } from '../support/apps/watching-app.js';
import { toWav } from '../support/audio/wav.js';
import { until } from '../support/processes/until.js';
import { BUCKET_KEYS, BucketStub } from '../support/stubs/bucket-stub.js';

const RECORDING = toWav(new Int16Array(800), 8_000);
const SETTINGS = {
  prefix: '',
  region: 'us-east-1',
  naming: { pattern: '{agent_id}_{contact_id}.wav' },
  start: 'new',
  every_seconds: 3_600,
  after: 'leave',
};

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

const sources = () => app.module.get(Sources);
const caller = () => app.caller(accountId);
const nothing = async () => undefined;
const change = async (id: string, settings: object) => {
  const { bucket, endpoint } = stub;
  const fields: SourceFields = {
    name: 'Changed',
    kind: 's3',
    settings: { ...SETTINGS, bucket, endpoint, ...settings },
    defaults: {},
    credentials: BUCKET_KEYS,
  };
  await sources().update(caller(), id, fields);
  // The test says when it is due.
  await app.sql.query("UPDATE source SET run_after = now() + interval '1 day' WHERE id = $1 AND lease_until IS NULL", [
    id,
  ]);
};

const endOfLook = () => until(async () => (await stub.connections()) === 0, 'the end of the look');

describe('a source that is changed', () => {
  it('takes nothing that waits beyond its new prefix, and what waits within it', async () => {
    const id = await app.source(accountId, stub, { prefix: 'calls/' });
    stub.put('calls/private/a_1.wav', RECORDING);
    stub.put('calls/sales/a_2.wav', RECORDING);
    expect(await app.look(id)).toMatchObject({ seen: 2 });
    await change(id, { prefix: 'calls/sales/' });
    expect(await app.look(id)).toMatchObject({ seen: 1, taken: 1 });
    expect(await app.names(accountId)).toEqual(['acme-recordings/calls/sales/a_2.wav']);
  });

  it('takes nothing by the fields before, where that happens while an object is copied', async () => {
    const id = await app.source(accountId, stub);
    stub.put('a_b.wav', RECORDING);
    await app.look(id);
    stub.beforeGet = async () => {
      stub.beforeGet = null;
      await change(id, { naming: { pattern: '{contact_id}_{agent_id}.wav' } });
    };
    await app.look(id);
    await endOfLook();
    await app.look(id);
    const calls = await app.sql.query('SELECT agent_id, contact_id FROM analysis WHERE account_id = $1', [accountId]);
    expect(calls).toEqual([{ agent_id: 'b', contact_id: 'a' }]);
  });
});

describe('a source that is paused', () => {
  it.each(['paused', 'deleted'] as const)('%s while an object is copied, takes it no more', async (how) => {
    const id = await app.source(accountId, stub);
    stub.put('a_b.wav', RECORDING);
    await app.look(id);
    stub.beforeGet = async () => {
      if (how === 'paused') await sources().pause(caller(), id, nothing);
      else await sources().delete(caller(), id);
    };
    await app.look(id);
    await endOfLook();
    expect(await app.names(accountId)).toEqual([]);
    const waiting = { status: 'waiting', error: null };
    expect(await app.items(id)).toMatchObject(how === 'paused' ? [waiting] : []);
    if (how === 'deleted') return;
    stub.beforeGet = null;
    await sources().resume(caller(), id, nothing);
    expect(await app.look(id)).toMatchObject({ taken: 1 });
  });
});

describe('a rescan', () => {
  const backfillOf = async (id: string) =>
    (await app.sql.query("SELECT place->'backfill' AS backfill FROM source WHERE id = $1", [id]))[0].backfill;
  const early = new Date('2026-01-01T00:00:00Z');
  const late = new Date('2026-11-01T00:00:00Z');

  it('takes nothing away from a listing of everything that still goes on', async () => {
    const all = await app.source(accountId, stub, { start: 'all' });
    await sources().rescan(caller(), all, late, nothing);
    expect(await backfillOf(all)).toEqual({ after: '', since: null });
    const some = await app.source(accountId, stub);
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
    const id = await app.source(accountId, stub, { naming: { pattern: '{contact_id}_{*}.wav' } });
    for (const key of ['a_1.wav', 'b_2.wav']) stub.put(key, RECORDING);
    await app.look(id);
    expect(await app.look(id)).toMatchObject({ taken: 0, refused: 2 });
    await app.sql.query(
      `UPDATE source SET settings = jsonb_set(settings, '{naming,pattern}', '"{agent_id}_{contact_id}.wav"') WHERE id = $1`,
      [id],
    );
    await app.look(id);
    expect(await app.row(id), 'without a rescan').toMatchObject({ taken: 0, refused: 2 });
    await sources().rescan(caller(), id, null, nothing);
    expect(await app.row(id)).toMatchObject({ seen: 2, refused: 0 });
    expect(await app.look(id)).toMatchObject({ seen: 2, taken: 2, refused: 0 });
    await app.sql.query("DELETE FROM analysis WHERE account_id = $1 AND contact_id = '1'", [accountId]);
    await sources().rescan(caller(), id, null, nothing);
    await app.look(id);
    expect(await app.look(id)).toMatchObject({ seen: 2 });
    expect(await app.items(id)).toMatchObject([{ status: 'refused' }, { status: 'taken' }]);
  });
});

describe('an object that is larger than a recording may be', () => {
  it('is refused before its bytes are read', async () => {
    const id = await app.source(accountId, stub);
    stub.put('a_b.wav', RECORDING, { toldBytes: 524_288_001 });
    await app.look(id);
    expect(await app.look(id)).toMatchObject({ taken: 0, refused: 1 });
    expect(await app.items(id)).toMatchObject([
      { status: 'refused', error: { loc: [], msg: 'Audio file exceeds the maximum size of 500 MB' } },
    ]);
  });
});

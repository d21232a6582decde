// What a source finds in a bucket, and what becomes of it.
import { describe, expect, it } from 'vitest';
import { itInWhole } from '../../../gates/it-in-whole.js';
import { dayBefore, folderOf, LONG_AGO, RECORDING, useWatching } from '../../../support/apps/watching-fixture.js';
import { BucketStub, type OldKeys } from '../../../support/stubs/bucket-stub.js';

/** New keys of a bucket that holds a million old ones. */
const NEW = 1_000;

const on = useWatching();

const put = (key: string, more: object = {}) => on.stub.put(key, RECORDING, more);
const statuses = async (id: string) => (await on.app.items(id)).map(({ status }) => status);

describe('a recording', () => {
  it('is taken by the second look, once, with its name', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    put('agent-7_cust-42.wav');
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 0, cursor: 'agent-7_cust-42.wav' });
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 1, lag_seconds: 0, last_error: null });
    await on.app.look(id);
    expect(await on.app.names(on.accountId)).toEqual(['acme-recordings/agent-7_cust-42.wav']);
    const [item] = await on.app.items(id);
    const [call] = await on.app.sql.query('SELECT * FROM analysis WHERE id = $1', [item?.analysis_id]);
    expect(call).toMatchObject({ agent_id: 'agent-7', contact_id: 'cust-42', livemode: true, bulk: true });
  });

  it('that grows waits until two looks saw the same size', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_b.wav', RECORDING.subarray(0, 100));
    await on.app.look(id);
    on.stub.put('a_b.wav', RECORDING.subarray(0, 200));
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 0 });
    on.stub.put('a_b.wav', RECORDING);
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 0 });
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 1 });
  });

  it('that changes between the listing and the copy waits too', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_b.wav', RECORDING.subarray(0, 200));
    await on.app.look(id);
    on.stub.beforeGet = () => put('a_b.wav');
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 0 });
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 1 });
  });

  it('is refused with the field that nothing names', async () => {
    const id = await on.app.source(on.accountId, on.stub, { naming: { pattern: '{contact_id}.wav' } });
    put('cust-42.wav');
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 0, refused: 1 });
    expect(await on.app.items(id)).toMatchObject([
      { status: 'refused', error: { loc: ['agent_id'], msg: 'Field required' } },
    ]);
  });

  it('is refused where it is no recording, or is not there any more', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_1.wav', Buffer.from('no sound'.repeat(100)));
    put('a_2.wav');
    put('a_3.wav');
    await on.app.look(id);
    on.stub.remove('a_2.wav');
    expect(await on.app.look(id)).toMatchObject({ taken: 1, refused: 2 });
    expect((await on.app.items(id)).map(({ error }) => error?.msg)).toEqual([
      expect.stringContaining('format'),
      'The object is not there any more',
      undefined,
    ]);
  });

  it('is existing where a call has its name', async () => {
    const naming = { pattern: '{agent_id}_{contact_id}_{external_id}.wav' };
    const id = await on.app.source(on.accountId, on.stub, { naming });
    put('a_b_same.wav');
    put('c_d_same.wav');
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 1, existing: 1 });
    const [first, second] = await on.app.items(id);
    expect(await on.app.names(on.accountId)).toEqual(['same']);
    expect(first?.analysis_id).toBe(second?.analysis_id);
  });

  it('waits for the file beside it for an hour, then is refused', async () => {
    const naming = { sidecar: '.json', map: { agent_id: '$.userIds[0]', contact_id: '$.customer' } };
    const id = await on.app.source(on.accountId, on.stub, { naming });
    put('one.wav');
    put('two.wav');
    await on.app.look(id);
    on.stub.put('one.json', Buffer.from('{"userIds": ["agent-7"], "cust'));
    expect(await on.app.look(id), 'half a file').toMatchObject({ seen: 2, taken: 0, refused: 0 });
    on.stub.put('one.json', Buffer.from('{"userIds": ["agent-7"], "customer": "cust-42"}'));
    expect(await on.app.look(id)).toMatchObject({ taken: 1, refused: 0 });
    await on.app.sql.query("UPDATE source_item SET created_at = now() - interval '61 minutes' WHERE source_id = $1", [
      id,
    ]);
    expect(await on.app.look(id)).toMatchObject({ taken: 1, refused: 1 });
    expect((await on.app.items(id))[1]).toMatchObject({
      error: { msg: 'No file with its details came within an hour' },
    });
  });

  it('has its fields in its metadata, and the rest from the defaults', async () => {
    const naming = { object_metadata: { agent_id: 'x-agent' } };
    const id = await on.app.source(
      on.accountId,
      on.stub,
      { naming },
      { defaults: { contact_id: 'cust-1', agent_channel: 1 } },
    );
    put('any.wav', { metadata: { 'x-agent': 'agent-9' } });
    await on.app.look(id);
    await on.app.look(id);
    const [call] = await on.app.sql.query('SELECT * FROM analysis WHERE account_id = $1', [on.accountId]);
    expect(call).toMatchObject({ agent_id: 'agent-9', contact_id: 'cust-1', agent_channel: 1 });
  });

  it('makes a call of test mode where the source is of a test key', async () => {
    const id = await on.app.source(on.accountId, on.stub, {}, { livemode: false });
    put('a_b.wav');
    await on.app.look(id);
    await on.app.look(id);
    const [call] = await on.app.sql.query('SELECT livemode FROM analysis WHERE account_id = $1', [on.accountId]);
    expect(call).toEqual({ livemode: false });
  });

  it('is tagged with its call, beside the tags it has', async () => {
    const id = await on.app.source(on.accountId, on.stub, { after: 'tag' });
    put('a_b.wav');
    on.stub.tags.set('a_b.wav', new Map([['team', 'sales']]));
    await on.app.look(id);
    await on.app.look(id);
    const [item] = await on.app.items(id);
    expect(Object.fromEntries(on.stub.tags.get('a_b.wav') ?? [])).toEqual({
      team: 'sales',
      'call-analysis': item?.analysis_id,
    });
    await on.app.look(id);
    expect(on.stub.counts.tagged).toBe(1);
  });
});

describe('a call that was deleted', () => {
  it('is not taken again, by this source or another one, and its key is forgotten', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    put('agent-7_cust-42.wav');
    await on.app.look(id);
    await on.app.look(id);
    await on.app.sql.query('DELETE FROM analysis WHERE account_id = $1', [on.accountId]);
    const gone = { status: 'refused', object_key: null, external_id: null, analysis_id: null };
    expect(await on.app.items(id)).toMatchObject([{ ...gone, error: { msg: 'The call was deleted' } }]);
    await on.app.sql.query("UPDATE source SET place = '{}' WHERE id = $1", [id]);
    await on.app.look(id);
    await on.app.look(id);
    const other = await on.app.source(on.accountId, on.stub, { start: 'all' });
    await on.app.look(other);
    expect(await on.app.look(other)).toMatchObject({ seen: 1, taken: 0, refused: 1 });
    expect(await on.app.items(other)).toMatchObject([{ status: 'refused', error: { msg: 'The call was deleted' } }]);
    expect(await on.app.names(on.accountId)).toEqual([]);
  });

  it('goes with its account, and so do the items', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    put('a_b.wav');
    await on.app.look(id);
    await on.app.look(id);
    await on.app.sql.query('DELETE FROM analysis WHERE account_id = $1', [on.accountId]);
    await on.app.sql.query('DELETE FROM account WHERE id = $1', [on.accountId]);
    expect(await on.app.items(id)).toEqual([]);
  });
});

describe('listing', () => {
  /** A thousand a day for a thousand days, up to three days ago. */
  const datedKeys = (): OldKeys => {
    const newest = dayBefore(3).getTime();
    return {
      count: 1_000_000,
      modifiedAt: LONG_AGO,
      keyAt: (index) => {
        const at = new Date(newest - (999 - Math.floor(index / 1_000)) * 86_400_000);
        return `calls/${folderOf(at)}/old-${String(index % 1_000).padStart(4, '0')}_x.wav`;
      },
    };
  };
  const flatKeys: OldKeys = {
    count: 1_000_000,
    modifiedAt: LONG_AGO,
    keyAt: (index) => {
      const at = new Date(LONG_AGO.getTime() + index * 60_000).toISOString().replaceAll(/[-:]|\.000/g, '');
      return `calls/${at}_agent-${index % 50}_x.wav`;
    },
  };

  const layouts: readonly (readonly [string, () => OldKeys, (at: Date, n: number) => string, object])[] = [
    [
      'folders by date',
      datedKeys,
      (at, n) => `calls/${folderOf(at)}/${(n * 7919) % 10_007}_c${n}.wav`,
      { naming: { pattern: '{agent_id}_{contact_id}.wav' } },
    ],
    [
      'names that begin with the time',
      () => flatKeys,
      (at, n) => `calls/${at.toISOString().replaceAll(/[-:]|\..*Z/g, '')}Z_a${n}_c${n}.wav`,
      { naming: { pattern: '{*}_{agent_id}_{contact_id}.wav' } },
    ],
  ];

  itInWhole.each(layouts)(
    'finds the new among a million old, 10 written meanwhile and 5 late: %s',
    async (_, old, keyAt, settings) => {
      on.stub.old = old();
      const id = await on.app.source(on.accountId, on.stub, { prefix: 'calls/', ...settings }, { livemode: false });
      const requests = async () => {
        const before = on.stub.counts.list;
        await on.app.look(id);
        return on.stub.counts.list - before;
      };
      // From its making on, a source knows where the end is.
      const first = [await requests(), await requests()];
      expect((await on.app.row(id)).seen, 'old ones').toBe(0);
      await on.app.sql.query(
        `UPDATE source SET place = jsonb_set(place, '{trail,0,at}', to_jsonb((now() - interval '3 days')::text))
       WHERE id = $1 AND place ? 'trail'`,
        [id],
      );
      for (let n = 0; n < NEW; n++) put(keyAt(new Date(Date.now() - n), n));
      let written = 0;
      on.stub.beforeList = () => {
        for (let n = 0; n < 4 && written < 10; n++) put(keyAt(new Date(), 2_000 + written++));
      };
      for (let n = 0; n < 5; n++) put(keyAt(dayBefore(1), 3_000 + n));
      const looks = [await requests(), await requests()];
      expect((await on.app.row(id)).seen, 'found by two looks').toBe(NEW + 15);
      await on.app.look(id);
      const done = await on.app.row(id);
      expect(done).toMatchObject({ taken: NEW + 15, existing: 0, refused: 0 });
      const names = await on.app.names(on.accountId);
      expect(new Set(names).size, 'calls, each once').toBe(NEW + 15);
      expect(names, 'names of calls').toHaveLength(NEW + 15);
      for (const one of [...first, ...looks]) expect(one, 'list requests of a look').toBeLessThanOrEqual(20);
    },
  );

  it('takes what is there already with start: all, over many looks', async () => {
    for (let n = 0; n < 25; n++) put(`calls/agent_${n}.wav`, { modifiedAt: LONG_AGO });
    const only = await on.app.source(on.accountId, on.stub, { start: 'new' });
    await on.app.look(only);
    expect(await on.app.look(only)).toMatchObject({ seen: 0 });
    const all = await on.app.source(on.accountId, on.stub, { start: 'all' });
    await on.app.look(all);
    expect(await on.app.look(all)).toMatchObject({ seen: 25, taken: 25 });
  });

  itInWhole('goes through a whole bucket with a rescan, a bounded number of requests a look', async () => {
    const room = on.app.noMinutes();
    on.stub.old = { ...flatKeys, count: 30_000 };
    const id = await on.app.source(on.accountId, on.stub, { prefix: 'calls/' });
    await on.app.look(id);
    await on.app.sql.query('UPDATE source SET place = place || $2 WHERE id = $1', [
      id,
      JSON.stringify({ backfill: { after: '', since: null } }),
    ]);
    let looks = 0;
    for (let isDone = false; !isDone && looks < 10; looks++) {
      const before = on.stub.counts.list;
      await on.app.look(id);
      expect(on.stub.counts.list - before).toBeLessThanOrEqual(20);
      const [row] = await on.app.sql.query("SELECT place->'backfill' AS left FROM source WHERE id = $1", [id]);
      isDone = row.left === null;
    }
    room.restore();
    expect(looks).toBeGreaterThan(1);
    expect(await on.app.row(id)).toMatchObject({ seen: 30_000 });
  });
});

describe('a bucket in trouble', () => {
  const troubles = [
    ['refuses', 'The store refused access: the credentials may not do this'],
    ['fails', 'The store asks for fewer requests'],
    ['lists without end', 'The store lists the same keys again and again'],
    ['is elsewhere', 'The bucket is in eu-west-1'],
  ] as const;
  it.each(troubles)('that %s is told, tried later and later, and resumes by itself', async (trouble, sentence) => {
    const id = await on.app.source(on.accountId, on.stub, { every_seconds: 60 });
    put('a_b.wav');
    on.stub.trouble = trouble;
    const waits: number[] = [];
    for (let n = 0; n < 3; n++) {
      const row = await on.app.look(id);
      expect(row).toMatchObject({ last_error: sentence, failures: n + 1 });
      waits.push(Math.round((row.run_after.getTime() - Date.now()) / 1_000));
    }
    expect(waits.map((seconds) => Math.round(seconds / 60))).toEqual([2, 4, 8]);
    await on.app.sql.query('UPDATE source SET failures = 20 WHERE id = $1', [id]);
    const patient = await on.app.look(id);
    expect(Math.round((patient.run_after.getTime() - Date.now()) / 60_000)).toBe(60);
    expect(patient.notice_at).toBeNull();
    await on.app.sql.query("UPDATE source SET failing_since = now() - interval '25 hours' WHERE id = $1", [id]);
    expect((await on.app.look(id)).notice_at, 'its client is told after a day').not.toBeNull();
    on.stub.trouble = null;
    const again = await on.app.look(id);
    expect(again).toMatchObject({ last_error: null, failing_since: null, failures: 0, notice_at: null });
    // It looks for the end of the keys behind those that it was told of.
    if (trouble !== 'lists without end') expect(await on.app.look(id)).toMatchObject({ taken: 1 });
  });

  it('that answers nothing does not hold another account', async () => {
    const hanging = new BucketStub('other');
    await hanging.listen();
    hanging.trouble = 'hangs';
    const other = await on.app.account();
    const stuck = await Promise.all(Array.from({ length: 5 }, () => on.app.source(other, hanging)));
    await on.app.sql.query('UPDATE source SET run_after = now() WHERE id = ANY($1)', [stuck]);
    const id = await on.app.source(on.accountId, on.stub);
    put('a_b.wav');
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 1 });
    const rows = await on.app.sql.query('SELECT last_error FROM source WHERE id = ANY($1)', [stuck]);
    expect(rows, 'the five that still hang').toEqual(Array(5).fill({ last_error: null }));
    await on.app.sql.query('UPDATE source SET deleted_at = now(), fence = fence + 1 WHERE id = ANY($1)', [stuck]);
    await hanging.close();
  });

  it('is told of without its keys, hosts and secrets', async () => {
    const other = new BucketStub('acme-recordings', 'another secret');
    await other.listen();
    const id = await on.app.source(on.accountId, other);
    expect(await on.app.look(id)).toMatchObject({
      last_error: 'The store refused the signature: the secret access key is wrong',
    });
    await other.close();
    expect(await on.app.look(id)).toMatchObject({ last_error: 'The server refused the connection' });
  });

  it('whose objects cannot be read fails, and they wait', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    for (let n = 0; n < 10; n++) put(`a_${n}.wav`);
    await on.app.look(id);
    on.stub.trouble = 'reads nothing';
    const before = on.stub.counts.get;
    expect(await on.app.look(id)).toMatchObject({ last_error: 'No object of the bucket could be read', taken: 0 });
    expect(on.stub.counts.get - before, 'objects asked for').toBeLessThan(10);
    on.stub.trouble = null;
    expect(await on.app.look(id)).toMatchObject({ last_error: null, taken: 10 });
  });
});

describe('without minutes', () => {
  it('objects wait, are not read, and are taken in order once there are some', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    for (let n = 0; n < 6; n++) put(`a_${n}.wav`);
    await on.app.look(id);
    const room = on.app.noMinutes();
    const before = on.stub.counts.get;
    expect(await on.app.look(id)).toMatchObject({ taken: 0, refused: 0, last_error: null });
    expect(on.stub.counts.get - before, 'objects read').toBe(0);
    expect(await statuses(id)).toEqual(Array(6).fill('waiting'));
    room.restore();
    expect(await on.app.look(id)).toMatchObject({ taken: 6 });
  });
});

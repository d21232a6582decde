// Objects and listings that are spelled, dated and paged as stores do it that are not of AWS: each is taken, or has its reason.
import { describe, expect, it } from 'vitest';
import { dayBefore, LONG_AGO, RECORDING, useWatching } from '../../../support/apps/watching-fixture.js';

const on = useWatching();

const put = (key: string, more: object = {}) => on.stub.put(key, RECORDING, more);
const reasons = async (id: string) =>
  (await on.app.items(id)).map(({ object_key, status, error }) => [object_key, status, error?.msg ?? null]);

describe('a version', () => {
  const quoted = (tag: string) => `"${tag}"`;
  const bare = (tag: string) => tag;
  const weak = (tag: string) => `W/"${tag}"`;
  const none = () => null;
  it.each([
    ['bare in the listing', bare, quoted],
    ['bare with the object', quoted, bare],
    ['weak by a proxy', quoted, weak],
    ['weak in the listing', weak, bare],
    ['of the object alone', none, quoted],
    ['of the listing alone', quoted, none],
    ['nowhere', none, none],
    ['another one of a proxy', quoted, (tag: string) => `"${tag}-gzip"`],
  ])('that stands %s is that of the object', async (_, listed, sent) => {
    on.stub.spelling = { listed, sent };
    const id = await on.app.source(on.accountId, on.stub);
    put('a_b.wav');
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 1 });
    on.stub.spelling = { listed: sent, sent: listed };
    await on.app.look(id);
    expect(await on.app.names(on.accountId)).toEqual(['acme-recordings/a_b.wav']);
  });

  it('is remembered as earlier builds spelled it', async () => {
    on.stub.spelling = { listed: bare, sent: bare };
    const id = await on.app.source(on.accountId, on.stub);
    put('a_b.wav');
    await on.app.look(id);
    await on.app.look(id);
    const [{ version }] = await on.app.sql.query('SELECT version FROM source_item WHERE source_id = $1', [id]);
    await on.app.sql.query(
      `UPDATE source_item SET identity = sha256(convert_to('[true,"s3","acme-recordings","a_b.wav","' || $2::text || '"]', 'utf8'))
       WHERE source_id = $1`,
      [id, version],
    );
    await on.app.sql.query('DELETE FROM analysis WHERE account_id = $1', [on.accountId]);
    await on.app.look(id);
    await on.app.look(id);
    expect(await on.app.names(on.accountId), 'the deleted call').toEqual([]);
  });

  it('that changes between listing and copy is told of', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    on.stub.put('a_b.wav', RECORDING.subarray(0, 100));
    await on.app.look(id);
    on.stub.beforeGet = () => put('a_b.wav');
    await on.app.look(id);
    expect(await reasons(id)).toEqual([['a_b.wav', 'waiting', 'The object changed after it was listed']]);
  });
});

describe('an object that alone cannot be read', () => {
  const archived = { status: 403, code: 'InvalidObjectState' };
  const faults = [
    [archived, 'The object is archived and cannot be read'],
    [{ status: 403, code: 'AccessDenied' }, 'The store refused access: the credentials may not do this'],
    [
      { status: 403, code: 'AccessDenied', message: 'not authorized to perform: kms:Decrypt' },
      'The object is encrypted with a key that the credentials may not use',
    ],
    [
      { status: 400, code: 'KMS.DisabledException' },
      'The object is encrypted with a key that the credentials may not use',
    ],
  ] as const;

  it('has its reason at once, and the source goes on with the others', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    for (let n = 0; n < 8; n++) {
      put(`a_${n}.wav`);
      on.stub.faults.set(`a_${n}.wav`, faults[n % faults.length]?.[0] ?? archived);
    }
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 0, last_error: null, failing_since: null });
    put('z_good.wav');
    await on.app.look(id);
    const order: string[] = [];
    on.stub.beforeGet = (key) => void order.push(key);
    expect(await on.app.look(id)).toMatchObject({ taken: 1, last_error: null, failing_since: null });
    expect(order.slice(0, 4), 'the first four, which are asked for at once').toContain('z_good.wav');
    expect(await reasons(id)).toEqual([
      ...Array.from({ length: 8 }, (_, n) => [`a_${n}.wav`, 'waiting', faults[n % faults.length]?.[1]]),
      ['z_good.wav', 'taken', null],
    ]);
    await on.app.sql.query("UPDATE source_item SET failing_since = now() - interval '25 hours' WHERE source_id = $1", [
      id,
    ]);
    expect(await on.app.look(id), 'after a day').toMatchObject({ taken: 1, refused: 8, last_error: null });
  });

  it('by a fault of the store, closes the source for one poll alone', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    for (let n = 0; n < 4; n++) {
      put(`a_${n}.wav`);
      on.stub.faults.set(`a_${n}.wav`, { status: 500, code: 'InternalError' });
    }
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ last_error: 'No object of the bucket could be read' });
    expect(await on.app.look(id)).toMatchObject({ last_error: null });
  });

  it('that cannot be tagged says so, and the source goes on', async () => {
    const id = await on.app.source(on.accountId, on.stub, { after: 'tag' });
    put('a_b.wav');
    on.stub.tags.set('a_b.wav', new Map(Array.from({ length: 10 }, (_, n) => [`tag-${n}`, 'x'])));
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 1, last_error: null });
    expect(await reasons(id)).toEqual([
      ['a_b.wav', 'taken', 'The tag could not be written: the object has ten tags already'],
    ]);
    on.stub.tags.delete('a_b.wav');
    await on.app.sql.query('UPDATE source_item SET run_after = now() WHERE source_id = $1', [id]);
    await on.app.look(id);
    expect(await reasons(id)).toEqual([['a_b.wav', 'taken', null]]);
  });
});

describe('without minutes', () => {
  it('each object that waits says so', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    put('a_b.wav');
    await on.app.look(id);
    const room = on.app.noMinutes();
    await on.app.look(id);
    room.restore();
    expect(await reasons(id)).toEqual([['a_b.wav', 'waiting', 'No minutes are left']]);
  });
});

describe('start: new', () => {
  it('takes what appears afterwards, whatever its time, and nothing that was there', async () => {
    put('a_old.wav', { modifiedAt: LONG_AGO });
    const id = await on.app.source(on.accountId, on.stub);
    expect(await on.app.look(id)).toMatchObject({ seen: 0 });
    put('a_copied.wav', { modifiedAt: dayBefore(30) });
    on.stub.put('a_old.wav', RECORDING.subarray(0, 500), { modifiedAt: new Date() });
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ seen: 2 });
    expect(await on.app.names(on.accountId)).toEqual(['acme-recordings/a_copied.wav', 'acme-recordings/a_old.wav']);
  });

  it('of an empty bucket takes all that appears', async () => {
    const id = await on.app.source(on.accountId, on.stub);
    await on.app.look(id);
    put('2026/11/20/a_b.wav', { modifiedAt: LONG_AGO });
    put('a_c.wav', { modifiedAt: LONG_AGO });
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ taken: 2 });
  });

  it('knows the old ones of folders by date, also where an earlier build began', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (let n = 0; n < 5; n++) put(`${today}/a_${n}.wav`, { modifiedAt: LONG_AGO });
    on.stub.pageSize = 2;
    const id = await on.app.source(on.accountId, on.stub);
    await on.app.look(id);
    const place = {
      caughtUpAt: new Date().toISOString(),
      ranges: { [`${today}/`]: { front: `${today}/a_4.wav`, sweep: `${today}/a_1.wav` } },
    };
    await on.app.sql.query('UPDATE source SET place = $2, old_keys = NULL WHERE id = $1', [id, JSON.stringify(place)]);
    await on.app.look(id);
    put(`${today}/a_3b.wav`, { modifiedAt: LONG_AGO });
    await on.app.look(id);
    expect(await on.app.look(id)).toMatchObject({ seen: 1, taken: 1 });
  });
});

describe('a store that cannot begin behind a key', () => {
  it.each([
    ['flat', (n: number) => `${(n * 7919) % 1_009}_x.wav`],
    [
      'by date',
      (n: number) =>
        `${dayBefore(n % 2)
          .toISOString()
          .slice(0, 10)}/${n}_x.wav`,
    ],
  ])('is listed page by page, by its tokens: %s', async (_, keyAt) => {
    on.stub.ignoresStartAfter = true;
    on.stub.pageSize = 4;
    put(keyAt(0), { modifiedAt: LONG_AGO });
    const id = await on.app.source(on.accountId, on.stub);
    await on.app.look(id);
    for (let n = 1; n <= 30; n++) put(keyAt(n));
    await on.app.look(id);
    await on.app.look(id);
    put(keyAt(31));
    await on.app.look(id);
    const before = on.stub.counts.list;
    expect(await on.app.look(id)).toMatchObject({ seen: 31, taken: 31, last_error: null });
    expect(on.stub.counts.list - before, 'list requests of a look').toBeLessThanOrEqual(20);
  });

  it('and has more pages than a look, is listed to its end by many, and a rescan too', async () => {
    on.stub.ignoresStartAfter = true;
    on.stub.pageSize = 2;
    for (let n = 100; n < 160; n++) put(`${n}_x.wav`, { modifiedAt: LONG_AGO });
    const id = await on.app.source(on.accountId, on.stub);
    for (let n = 0; n < 3; n++) await on.app.look(id);
    put('120b_x.wav');
    put('999_x.wav');
    for (let n = 0; n < 5; n++) await on.app.look(id);
    expect(await on.app.row(id)).toMatchObject({ seen: 2, taken: 2, last_error: null });
    await on.app.sql.query(
      `UPDATE source SET place = place || '{"backfill": {"after": "", "since": null}}' WHERE id = $1`,
      [id],
    );
    for (let n = 0; n < 8; n++) await on.app.look(id);
    expect(await on.app.row(id)).toMatchObject({ seen: 62, taken: 62, last_error: null });
  });
});

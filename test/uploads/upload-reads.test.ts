// Twenty thousand uploads cost a statement about one of them as little as none: each finds its rows by an index.
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { ownedKeys } from '../../src/recordings/store-owner.js';
import { UploadRows } from '../../src/uploads/upload-rows.js';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';

const UPLOADS = 20_000;
const ACCOUNTS = 200;
const TABLES = ['upload', 'upload_remains'];

let database: FreshDatabase;
let dataSource: DataSource;
let rows: UploadRows;

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const UUID = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const owner = { accountId: uuid(7), livemode: true };

beforeAll(async () => {
  database = await freshDatabase();
  // One connection, so that it tells what all of these statements have read.
  dataSource = await new DataSource(dataSourceOptions(database.url, 1)).initialize();
  rows = new UploadRows(dataSource);
  await dataSource.query(
    `INSERT INTO account (id, email, email_folded, password_hash)
     SELECT ${UUID}, n || '@example.com', n || '@example.com', 'x' FROM generate_series(0, $1::int - 1) AS n`,
    [ACCOUNTS],
  );
  // Most were used.
  await dataSource.query(
    `INSERT INTO upload (id, account_id, livemode, length_bytes, offset_bytes, file_name, metadata, storage_key, growth, part_keys,
       analysis_id, expires_at)
     SELECT ${UUID}, ('00000000-0000-4000-8000-' || lpad((n % $2)::text, 12, '0'))::uuid, true, 100, 50, 'a.wav', '',
       'recordings/' || n, '{"keys":[],"stale":[]}', ARRAY['uploads/' || n], CASE WHEN n % 10 > 0 THEN ${UUID} END,
       now() + interval '1 hour' + n * interval '1 second'
     FROM generate_series(1, $1::int) AS n`,
    [UPLOADS, ACCOUNTS],
  );
  await dataSource.query(
    `INSERT INTO upload_remains (id, storage_key) SELECT ${UUID}, 'recordings/' || n FROM generate_series(1, $1::int) AS n`,
    [UPLOADS],
  );
  await dataSource.query('ANALYZE');
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

/** How often a table was read from its first row to its last. */
async function wholeReads(): Promise<number> {
  await dataSource.query('SELECT pg_stat_force_next_flush()');
  const [row] = await dataSource.query(
    'SELECT sum(seq_scan)::int AS n FROM pg_stat_user_tables WHERE relname = ANY($1)',
    [TABLES],
  );
  return row.n;
}

const statements: Readonly<Record<string, () => Promise<unknown>>> = {
  creation: () =>
    rows.create(
      { id: uuid(1_000_000), owner, lengthBytes: 1, fileName: 'a', metadata: '', recordCreated: async () => undefined },
      200,
    ),
  finding: () => rows.find(uuid(207), owner),
  'the end of those whose time is over': async () => {
    await dataSource.query("UPDATE upload SET expires_at = now() - interval '1 second' WHERE id = $1", [uuid(11)]);
    expect(await rows.expire()).toBe(1);
  },
  'what is left of those that ended': () => rows.remains(),
  'the end of what was left': () => rows.forgetRemains(uuid(20_000)),
  'the owner of parts': async () => {
    const keys = Array.from({ length: 1_000 }, (_, n) => `uploads/${n + 10_000}`);
    expect([...(await ownedKeys(dataSource, [...keys, 'uploads/none']))], 'keys that are owned').toHaveLength(1_000);
  },
  'the owner of recordings': () => ownedKeys(dataSource, [`recordings/${uuid(3)}`]),
  'the end of an account': async () => {
    await dataSource.query('DELETE FROM account WHERE id = $1', [uuid(9)]);
    const [left] = await dataSource.query('SELECT count(*)::int AS n FROM upload WHERE id = ANY($1)', [
      Array.from({ length: 100 }, (_, n) => uuid(ACCOUNTS * n + 9)),
    ]);
    expect(left.n).toBe(0);
  },
  'a request from its lock to its end': async () => {
    const locked = await rows.lock(uuid(10_010), { accountId: uuid(10), livemode: true });
    if (locked === null) throw new Error('No lock');
    await rows.want(locked.id);
    await rows.renew(locked);
    await rows.save(locked, locked.growing, locked);
    await dataSource.transaction((tx) => rows.use(tx, locked));
    await rows.unlock(locked);
  },
};

for (const [what, run] of Object.entries(statements))
  it(`${what} reads no whole table`, async () => {
    const before = await wholeReads();
    await run();
    expect(await wholeReads()).toBe(before);
  });

// The lines about erasures in the object store: what they hold, and how few objects they take.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journalErasure } from '../../../src/calls/retention/erasure-journal.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { readLines, unknownObjects } from '../../../src/masking/erasures/journal-objects.js';
import { JournalSweep } from '../../../src/masking/erasures/journal-sweep.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { type OpenStore, openDisk } from '../../support/builders/swept-store.js';
import { until } from '../../support/processes/until.js';

let database: FreshDatabase;
let dataSource: DataSource;
let disk: OpenStore;
let sweep: JournalSweep;
let account: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  disk = await openDisk();
  sweep = new JournalSweep(dataSource, disk.store, new RecordingDeletions(dataSource, disk.store));
  account = randomUUID();
  await dataSource.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'x')", [
    account,
    account,
  ]);
});
afterAll(async () => {
  await dataSource?.destroy();
  await disk?.close();
  await database?.drop();
});

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of disk.store.list('erasures/')) found.push(key);
  return found;
}

const append = (subject: string) =>
  dataSource.transaction((tx) =>
    journalErasure(tx, account, { kind: 'contact', subjects: [subject], scope: 'calls', erasureId: randomUUID() }),
  );

it('holds HMACs alone, puts finished days together, and a start finds what the database does not know', async () => {
  for (const subject of ['cust-one', 'cust-two', 'cust-three']) {
    await append(subject);
    await sweep.write();
  }
  const small = await keys();
  expect(small, 'objects').toHaveLength(3);
  const lines = (await Promise.all(small.map((key) => readLines(disk.store, key)))).flat();
  expect(lines.filter((line) => line.includes('cust-') || line.includes(account))).toEqual([]);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    account: expect.stringMatching(/^[0-9a-f]{64}$/),
    subject: expect.stringMatching(/^[0-9a-f]{64}$/),
    kind: 'contact',
    scope: 'calls',
    livemode: true,
    at: expect.any(String),
    erasure_id: expect.any(String),
  });

  await sweep.merge();
  expect((await keys()).sort(), 'objects of today').toEqual(small.sort());
  await dataSource.query("UPDATE erasure_object SET written_at = now() - interval '2 days'");
  await sweep.merge();
  await until(async () => (await keys()).length === 1, 'the end of the small objects');
  const [merged = ''] = await keys();
  expect((await readLines(disk.store, merged)).sort()).toEqual(lines.sort());
  expect(await unknownObjects(dataSource, disk.store)).toEqual([]);
  await dataSource.query('DELETE FROM erasure_object');
  expect(await unknownObjects(dataSource, disk.store)).toEqual([merged]);
});

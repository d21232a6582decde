import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../../src/platform/database/data-source.js';
import { IdempotencyKeys } from '../../../../src/platform/http/idempotency/idempotency-keys.js';
import { type FreshDatabase, freshDatabase } from '../../../support/backing.js';

let database: FreshDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('is free for the next request once it was released, also when a renewal of the lease comes behind the release', async () => {
  const keys = new IdempotencyKeys(dataSource);
  const [id, holder, fingerprint] = [randomBytes(32), { accountId: null, livemode: true }, randomBytes(32)];
  const first = await keys.claim(id, holder, fingerprint);
  if (!first) throw new Error('A new key could not be claimed');
  await dataSource.transaction((tx) => keys.recordCreated(tx, first, fingerprint));
  await keys.release(first);
  await keys.renew(first);
  expect(
    await keys.claim(id, holder, fingerprint),
    'The key of a request that has ended stays leased: the client that asks again waits',
  ).toMatchObject({ resourceId: first.resourceId, created: true });
});

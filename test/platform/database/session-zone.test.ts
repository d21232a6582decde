// A server of Postgres may stand in any zone. Months, days and hours of the service are those of UTC.

import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_FILTER } from '../../../src/calls/listing/analysis-filter.js';
import { findPage } from '../../../src/calls/listing/analysis-page.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, addAnalyses, openDataSource } from '../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  const first = await openDataSource(database.url);
  await first.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'Asia/Tokyo'`);
  await first.destroy();
  dataSource = await openDataSource(database.url);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

it('counts the calls of a month where the server stands in another zone', async () => {
  const accountId = await addAccount(dataSource);
  // Half an hour before and after the month ends in UTC.
  const times = ['2026-10-31T23:30:00Z', '2026-11-01T00:30:00Z'];
  await addAnalyses(
    dataSource,
    accountId,
    times.map((at) => ({ agentId: 'a', contactId: 'c', status: 'completed' as const, createdAt: new Date(at) })),
  );
  const range = { limit: 10, offset: 0 };
  for (const createdAfter of ['2026-11-01T00:00:00Z', '2026-10-31T23:00:00Z', '2026-11-01T00:15:00Z']) {
    const filter = { ...NO_FILTER, accountId, createdAfter: new Date(createdAfter) };
    const { ids, total } = await findPage(dataSource, filter, range);
    const wanted = times.filter((at) => at >= createdAfter).length;
    expect([ids.length, total], `calls since ${createdAfter}`).toEqual([wanted, wanted]);
  }
});

import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { Listing1790000003000 } from '../../../src/platform/database/migrations/1790000003000-listing.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, addAnalyses, monthsAndRecount } from '../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await freshDatabase({ migrated: false });
  dataSource = new DataSource({
    ...dataSourceOptions(database.url, 2),
    migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(Listing1790000003000)),
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the listing migration', () => {
  it('counts the analyses that exist, can be undone, and can be run again', async () => {
    const accountId = await addAccount(dataSource);
    const add = () =>
      addAnalyses(
        dataSource,
        accountId,
        Array.from({ length: 30 }, (_, i) => ({
          agentId: `Agent-${i % 4}`,
          contactId: `c-${i}`,
          status: i % 2 === 0 ? ('completed' as const) : ('failed' as const),
          createdAt: new Date(Date.UTC(2026, i % 5, 1)),
        })),
      );
    await add();
    const migration = new Listing1790000003000();
    const inTransaction = (way: 'up' | 'down') =>
      dataSource.transaction(async (tx) => {
        if (!tx.queryRunner) throw new Error('A transaction has a runner');
        await migration[way](tx.queryRunner);
      });

    await inTransaction('up');
    const first = await monthsAndRecount(dataSource);
    expect(first.counters).toEqual(first.recounted);

    await inTransaction('down');
    await add();
    await inTransaction('up');
    const second = await monthsAndRecount(dataSource);
    expect(second.counters).toEqual(second.recounted);
    expect(second.counters).not.toEqual(first.counters);
  });
});

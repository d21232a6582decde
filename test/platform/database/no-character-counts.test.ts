// The upgrade from 0.1.0 takes the counters of characters away, while processes of 0.1.0 accept calls and search.
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FIRST_RELEASE, migrateAs } from '../../../bench/measure/earlier-migrations.mjs';
import { migrate } from '../../../src/platform/database/migrate.js';
import { queryRows } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';
import { addAccount, addAnalyses, openDataSource } from '../../support/builders/listing-data.js';

/** Calls of an account that have a `g`, as 0.1.0 counts them. */
const COUNT_G = `SELECT sum(counts[${'g'.charCodeAt(0) - 31}])::int AS n FROM analysis_character_month WHERE account_id = $1`;

let database: FreshDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await freshDatabase({ migrated: false });
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('leaves 0.1.0 a view that counts', async () => {
  await migrateAs(database.directUrl, FIRST_RELEASE);
  dataSource = await openDataSource(database.directUrl);
  const accountId = await addAccount(dataSource);
  await addAnalyses(dataSource, accountId, [
    { agentId: 'AGENT-1', contactId: 'cé-1' },
    { agentId: 'Ben', contactId: 'cé-1' },
  ]);
  await migrate(database.directUrl);
  await addAnalyses(dataSource, accountId, [{ agentId: 'Ben', contactId: 'George' }]);
  expect(await queryRows(dataSource, COUNT_G, [accountId])).toEqual([{ n: 2 }]);
  const left = await queryRows(
    dataSource,
    `SELECT tgname AS name FROM pg_trigger WHERE tgname LIKE '%character%'
     UNION ALL SELECT proname FROM pg_proc WHERE proname LIKE 'analysis_character%'
     UNION ALL SELECT tablename FROM pg_tables WHERE tablename LIKE 'analysis_character%'`,
  );
  expect(left).toEqual([]);
});

it('makes no view in a new database', async () => {
  await migrate(database.directUrl);
  dataSource = await openDataSource(database.directUrl);
  expect(await queryRows(dataSource, "SELECT viewname FROM pg_views WHERE viewname LIKE 'analysis_%'")).toEqual([]);
});

it('waits for a search of 0.1.0 without keeping it from the analyses', async () => {
  await migrateAs(database.directUrl, FIRST_RELEASE);
  dataSource = await openDataSource(database.directUrl);
  const accountId = await addAccount(dataSource);
  const search = dataSource.createQueryRunner();
  await search.startTransaction('REPEATABLE READ');
  await search.query(COUNT_G, [accountId]);
  const migrating = migrate(database.directUrl);
  await until(async () => {
    const waiting = await queryRows(
      dataSource,
      "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'analysis_character_month'::regclass",
    );
    return waiting.length > 0;
  }, 'the upgrade to wait for the search');
  await search.query('SELECT count(*) FROM analysis');
  await search.commitTransaction();
  await search.release();
  await migrating;
});

// The migration that takes the counters of characters away, while processes of the earlier release accept calls and search.
import { DataSource } from 'typeorm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { NoCharacterCounts1790000047000 } from '../../../src/platform/database/migrations/1790000047000-no-character-counts.js';
import { queryRows } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { until } from '../../support/apps/running-service.js';
import { addAccount, addAnalyses } from '../../support/builders/listing-data.js';

/** What the earlier release made, as far as this migration takes it away. The counters are wrong. */
const EARLIER = `
  CREATE TABLE analysis_character_month (account_id uuid, livemode boolean, month date, counts int[]);
  CREATE VIEW analysis_character_count AS SELECT * FROM analysis_character_month;
  ${['insert', 'update', 'delete', 'truncate']
    .map((verb) => {
      const name = `analysis_character_month_${verb.replace(/e?$/, 'ed')}`;
      return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'counted'; END $$;
        CREATE TRIGGER analysis_count_${verb}_character_months AFTER ${verb} ON analysis EXECUTE FUNCTION ${name}();`;
    })
    .join('')}`;
/** How the earlier release counts the calls of an account that have a `g`. */
const COUNT_G = `SELECT sum(counts[${'g'.charCodeAt(0) - 31}])::int AS n FROM analysis_character_month WHERE account_id = $1`;

let database: FreshDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await freshDatabase({ migrated: false });
  const migrations = MIGRATIONS.slice(0, MIGRATIONS.indexOf(NoCharacterCounts1790000047000));
  dataSource = await new DataSource({ ...dataSourceOptions(database.url, 3), migrations }).initialize();
  await dataSource.runMigrations();
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function run(killedAfterStatements = Number.POSITIVE_INFINITY): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const query = runner.query.bind(runner);
  let statements = 0;
  vi.spyOn(runner, 'query').mockImplementation(async (statement: string) => {
    if (statements++ === killedAfterStatements) throw new Error('killed');
    return query(statement);
  });
  await new NoCharacterCounts1790000047000().up(runner).finally(() => runner.release());
}

it('leaves the earlier release a view that counts, whenever a run was killed', async () => {
  const accountId = await addAccount(dataSource);
  await dataSource.query(EARLIER);
  await expect(run(1)).rejects.toThrow('killed');

  await addAnalyses(dataSource, accountId, [
    { agentId: 'AGENT-1', contactId: 'cé-1' },
    { agentId: 'Ben', contactId: 'George' },
    { agentId: 'Ben', contactId: 'cé-1' },
  ]);
  await run();
  await run();
  expect(await queryRows(dataSource, COUNT_G, [accountId])).toEqual([{ n: 2 }]);
  const left = await queryRows(
    dataSource,
    `SELECT tgname AS name FROM pg_trigger WHERE tgname LIKE '%character%'
     UNION ALL SELECT proname FROM pg_proc WHERE proname LIKE 'analysis_character%'
     UNION ALL SELECT tablename FROM pg_tables WHERE tablename LIKE 'analysis_character%'`,
  );
  expect(left).toEqual([]);
});

it('makes no view where there were no counters', async () => {
  await run();
  expect(await queryRows(dataSource, "SELECT viewname FROM pg_views WHERE viewname LIKE 'analysis_%'")).toEqual([]);
});

it('waits for a search of the earlier release without keeping it from the analyses', async () => {
  const accountId = await addAccount(dataSource);
  await dataSource.query(EARLIER);
  const search = dataSource.createQueryRunner();
  await search.startTransaction('REPEATABLE READ');
  await search.query(COUNT_G, [accountId]);
  const migrating = run();
  await until(async () => {
    const waiting = await queryRows(
      dataSource,
      "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'analysis_character_month'::regclass",
    );
    return waiting.length > 0;
  }, 'the migration to wait for the search');
  await search.query('SELECT count(*) FROM analysis');
  await search.commitTransaction();
  await search.release();
  await migrating;
});

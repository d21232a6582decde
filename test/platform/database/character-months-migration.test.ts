// The migration that counts the characters of identifiers, while calls are written.
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { CharacterMonths1790000034200 } from '../../../src/platform/database/migrations/1790000034200-character-months.js';
import { queryRows } from '../../../src/platform/database/sql.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, addAnalyses, countersOfCharacters } from '../../support/builders/listing-data.js';

let database: FreshDatabase;
let dataSource: DataSource;

/** What an earlier migration left, as far as this one replaces it. */
const EARLIER = ['insert', 'update', 'delete', 'truncate']
  .map((verb) => {
    const name = `analysis_character_${verb.replace(/e?$/, 'ed')}`;
    return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER analysis_count_${verb}_characters AFTER ${verb} ON analysis EXECUTE FUNCTION ${name}();`;
  })
  .join('');

beforeAll(async () => {
  database = await freshDatabase({ migrated: false });
  dataSource = new DataSource({
    ...dataSourceOptions(database.url, 3),
    migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(CharacterMonths1790000034200)),
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Runs the migration. `meanwhile` comes when writers may go on, before the existing analyses are counted. */
async function migrateBeside(meanwhile: () => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const query = runner.query.bind(runner);
  vi.spyOn(runner, 'query').mockImplementation(async (statement: string) => {
    const answer: unknown = await query(statement);
    if (statement === 'COMMIT') await meanwhile();
    return answer;
  });
  await new CharacterMonths1790000034200().up(runner).finally(() => runner.release());
}

it('counts each analysis once, though calls are written beside it and an earlier run was killed', async () => {
  const accounts = [await addAccount(dataSource), await addAccount(dataSource)];
  const add = async () => {
    for (const accountId of accounts)
      await addAnalyses(
        dataSource,
        accountId,
        Array.from({ length: 12 }, (_, i) => ({
          agentId: `Agent ${i % 4}`,
          contactId: `cé-${i}`,
          status: i % 2 === 0 ? 'completed' : 'processing',
          livemode: i % 3 > 0,
        })),
      );
  };
  const write = async () => {
    await add();
    await dataSource.query(
      "UPDATE analysis SET status = 'failed', settled_at = now() WHERE contact_id IN ('cé-1', 'cé-7')",
    );
    await dataSource.query("DELETE FROM analysis WHERE contact_id IN ('cé-3', 'cé-8')");
  };
  await add();
  await dataSource.query(`CREATE TABLE analysis_character_count (account_id uuid); ${EARLIER}`);
  await expect(
    migrateBeside(async () => {
      await write();
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');

  await migrateBeside(write);
  const { counters, recounted } = await countersOfCharacters(dataSource);
  expect(counters).toEqual(recounted);

  const seen = await queryRows(
    dataSource,
    `SELECT sum(counts[ascii('g') - 31])::int AS n, (SELECT count(*)::int FROM analysis) AS all FROM analysis_character_count`,
  );
  expect(seen, 'what a process of the earlier release counts').toEqual([{ n: 60, all: 60 }]);
});

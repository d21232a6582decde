// Databases of the builds that this release takes: what they hold afterwards, also where a run of the upgrade was killed.
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_RELEASE, LAST_BUILD_OF_FIRST_RELEASE, migrateAs } from '../../../bench/measure/earlier-migrations.mjs';
import { dataSourceOptions, MIGRATIONS } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { Baseline1790000056000 } from '../../../src/platform/database/migrations/1790000056000-baseline.js';
import { schemaPage } from '../../docs/schema-page.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { countersAndRecount, openDataSource } from '../../support/builders/listing-data.js';

const ALL = MIGRATIONS.map(({ name }) => name);

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase({ migrated: false });
});
afterEach(() => database.drop());

async function schemaOf(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url });
  try {
    return await schemaPage(pool);
  } finally {
    await pool.end();
  }
}

async function schemaOfNew(): Promise<string> {
  const fresh = await freshDatabase();
  const schema = await schemaOf(fresh.directUrl);
  await fresh.drop();
  return schema;
}

/** Runs the upgrade as far as a process comes that is killed after so many statements. @returns false where it came to the end */
async function isKilledAfter(statements: number, dataSource: DataSource): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  let left = statements;
  const killable = (one: QueryRunner) => {
    const query = one.query.bind(one);
    vi.spyOn(one, 'query').mockImplementation(async (...given) => {
      if (left-- === 0) throw new Error('killed');
      return query(...given);
    });
    return one;
  };
  const opened = vi.spyOn(dataSource, 'createQueryRunner');
  opened.mockImplementation(() => killable(runner.manager.dataSource.driver.createQueryRunner('master')));
  try {
    await new Baseline1790000056000().up(killable(runner));
    return false;
  } catch (error) {
    if (!(error instanceof Error && error.message === 'killed')) throw error;
    return true;
  } finally {
    opened.mockRestore();
    left = Number.POSITIVE_INFINITY;
    await runner.release();
  }
}

const ACCOUNT = '00000000-0000-4000-8000-0000000000aa';
const SCORECARD = '00000000-0000-4000-8000-0000000000bb';
const CALLS = 2_500;
/** More than one batch of calls, of judged calls and of events. */
const ROWS = `
  INSERT INTO account (id, email, email_folded, password_hash) VALUES ('${ACCOUNT}', 'a@example.com', 'a@example.com', 'x');
  INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, created_at, settled_at,
      direction, duration_ms, call_started_at, custom_metadata)
    SELECT gen_random_uuid(), '${ACCOUNT}', n % 7 > 0, 'agent ' || n % 5, 'contact ' || n, 'r', 'recordings/x', 'completed', at, at,
      CASE n % 3 WHEN 0 THEN 'inbound' WHEN 1 THEN 'outbound' END, n * 1000, CASE WHEN n % 2 = 0 THEN at - interval '1 hour' END,
      json_build_object('team', 'team ' || n % 4, 'seat', n)::text
    FROM (SELECT n, '2026-11-01'::timestamptz + n * interval '1 minute' AS at FROM generate_series(1, ${CALLS}) AS n) AS made;
  INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, duration_ms)
    VALUES ('${ACCOUNT}', '${ACCOUNT}', true, 'agent', 'contact', 'r', 'recordings/y', 5000);
  INSERT INTO analysis_checkpoint (analysis_id, step, payload) VALUES ('${ACCOUNT}', 'transcribe', '{}');
  INSERT INTO scorecard (id, account_id, livemode, name) VALUES ('${SCORECARD}', '${ACCOUNT}', true, 'Form');
  INSERT INTO scorecard_revision (scorecard_id, number, form, content_hash) VALUES ('${SCORECARD}', 1, '{}', ''), ('${SCORECARD}', 2, '{}', '');
  INSERT INTO evaluation (id, account_id, analysis_id, created_at, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
      transcript_hash, status, outcome, score, settled_at)
    SELECT gen_random_uuid(), account_id, id, created_at + revision * interval '1 minute', livemode, 'r', agent_id, contact_id,
      '${SCORECARD}', revision, '', 'completed', 'passed', 10 * revision, now()
    FROM analysis, (VALUES (1), (2)) AS revisions (revision) WHERE status = 'completed';
  INSERT INTO rescore (id, account_id, livemode, scorecard_id, revision, filter, estimate, request_id, total, made, completed, expanded)
    VALUES ('${ACCOUNT}', '${ACCOUNT}', false, '${SCORECARD}', 1, '{"agent_id":"a"}', '{}', 'r', 9, 5, 3, true);
  INSERT INTO deleted_call (analysis_id, duration_ms, steps)
    VALUES (gen_random_uuid(), 1000, '{measure}'), (gen_random_uuid(), 2000, '{measure,transcribe}');
  INSERT INTO subscription (id, account_id, anchor_at, provider_customer_id) VALUES ('${ACCOUNT}', '${ACCOUNT}', now(), 'known');
  INSERT INTO payment_event (id, type, customer_id, dispute_id, next_attempt_at, processed_at)
    SELECT 'event ' || n, 't', CASE WHEN n % 2 = 0 THEN 'known' ELSE 'gone' END, CASE WHEN n % 3 > 0 THEN 'd' END, NULL, now()
    FROM generate_series(1, 6000) AS n;
  UPDATE engine_pause SET suspects = ARRAY[gen_random_uuid()], success_by = gen_random_uuid();`;

const FOUND = `SELECT
  (SELECT json_agg(sent_ms ORDER BY duration_ms) FROM deleted_call) AS sent,
  (SELECT json_agg(json_build_array(analysis_id, purpose, end_ms)) FROM sent_request) AS requests,
  (SELECT json_agg(DISTINCT customer_id) FROM payment_event) AS customers,
  (SELECT count(*)::int FROM payment_event WHERE customer_id IS NOT NULL) AS disputed,
  (SELECT json_agg(json_build_array(made_test, settled_test, filter)) FROM rescore) AS rescores,
  (SELECT json_agg(account_id) FROM search_backfill) AS searched,
  (SELECT count(*)::int FROM engine_pause WHERE suspects <> '{}' OR success_by IS NOT NULL) AS suspected,
  (SELECT json_agg(DISTINCT outcome || ' ' || score) FROM analysis_scorecard) AS judged,
  (SELECT count(*)::int FROM analysis_scorecard) AS "judgedCalls"`;

describe('a database of an earlier build', () => {
  it.each([FIRST_RELEASE, LAST_BUILD_OF_FIRST_RELEASE])('of commit %s gets the schema of a new one', async (commit) => {
    await migrateAs(database.directUrl, commit);
    expect(await migrate(database.directUrl)).toEqual(ALL);
    expect(await schemaOf(database.directUrl)).toBe(await schemaOfNew());
    expect(await migrate(database.directUrl), 'migrations of the next start').toEqual([]);
  });

  it('that this release does not take is left as it is, and the operator is told which build takes it', async () => {
    await migrateAs(database.directUrl, LAST_BUILD_OF_FIRST_RELEASE, 'Sources1790000055300');
    const before = await schemaOf(database.directUrl);
    await expect(migrate(database.directUrl)).rejects.toThrow(
      'last migrated by a build between 0.1.0 and 0.2.0, to Uploads1790000055200: start commit b89dfaf7',
    );
    expect(await schemaOf(database.directUrl)).toBe(before);
  });

  it('of 0.1.0 keeps its rows, counted again, whichever statement a run was killed at', async () => {
    await migrateAs(database.directUrl, FIRST_RELEASE);
    const dataSource = await openDataSource(database.directUrl);
    await dataSource.query(ROWS);
    let runs = 0;
    for (let after = 1; await isKilledAfter(after, dataSource); after += 7) runs++;
    expect(runs, 'runs that were killed').toBeGreaterThan(10);

    expect(await migrate(database.directUrl)).toEqual(ALL);
    const { counters, recounted } = await countersAndRecount(dataSource);
    expect(counters).toEqual(recounted);
    const [found] = await dataSource.query(FOUND);
    expect(found).toEqual({
      sent: [0, 2000],
      requests: [[ACCOUNT, 'transcription', 5000]],
      customers: ['known', null],
      disputed: 2_000,
      rescores: [[5, 3, '{}']],
      searched: [ACCOUNT],
      suspected: 0,
      judged: ['passed 20'],
      judgedCalls: CALLS,
    });
    await dataSource.destroy();
    expect(await schemaOf(database.directUrl)).toBe(await schemaOfNew());
  });
});

it('calls whose facts are known are counted by the upgrade as by the triggers', async () => {
  // As a run that was killed before its end was noted leaves the database.
  await migrateAs(database.directUrl, FIRST_RELEASE);
  await migrate(database.directUrl);
  const dataSource = await new DataSource(dataSourceOptions(database.directUrl, 2)).initialize();
  await dataSource.query(ROWS);
  await dataSource.query(`
    UPDATE analysis SET spoken_language = 'de', flagged = duration_ms % 2000 = 0, compliance_score = duration_ms / 1000 % 101,
      violations = CASE WHEN duration_ms % 5000 = 0 THEN '{rude,rude,pin_requested}'::text[] ELSE '{}' END WHERE status = 'completed'`);
  const before = await countersAndRecount(dataSource);
  expect(before.counters).toEqual(before.recounted);
  await dataSource.query(`
    DELETE FROM analysis_entry;
    UPDATE analysis_facet_count SET n = n + 1;
    DELETE FROM migration WHERE name IN ('${ALL.join("', '")}')`);
  await migrate(database.directUrl);
  expect(await countersAndRecount(dataSource)).toEqual(before);
  await dataSource.destroy();
});

// Fills the table of analyses as a service may have it after two years: one large account among two thousand, a few busy
// agents, many contacts.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { apiKeyPrefix, hashApiKeySecret, newApiKeySecret } from '../../dist/src/accounts/api-keys/api-key-secret.js';
import { summariseResults } from '../../dist/src/calls/results/summarise-results.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { makeSampleAnalysis } from '../../dist/src/webhooks/samples/sample-analysis.js';
import { transcript } from '../measure/transcript.mjs';

const OTHER_ACCOUNTS = 2_000;

/** Counts all rows at once, many times faster than the triggers count each. */
const COUNT = `
  INSERT INTO analysis_month_count (account_id, month, processing, completed, failed)
    SELECT account_id, analysis_month(created_at), count(*) FILTER (WHERE status = 'processing'),
      count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed') FROM analysis GROUP BY 1, 2;
  INSERT INTO analysis_party (account_id, kind, value, folded, n)
    SELECT account_id, kind, value, analysis_folded(value), count(*) FROM analysis
      CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value) GROUP BY 1, 2, 3`;

/**
 * Fills an empty database. The upgrade of the first release counts what lists are filtered by.
 * @param {(runner: object, accountId: string) => Promise<void>} [addFurther] writes more rows without triggers
 * @returns {Promise<{accountId: string, key: string, countingMs: number}>}
 */
export async function fill(url, rows, accountRows, log, addFurther) {
  await migrate(url);
  const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
  const runner = await patientRunner(dataSource);
  const accountId = randomUUID();
  const key = newApiKeySecret(true);
  await addAccounts(runner, accountId, key);
  await runner.query('SET session_replication_role = replica');
  const restore = await withoutIndexes(runner);
  await addAnalyses(runner, accountId, rows, accountRows);
  log('rows written');
  await restore();
  log('indexes and foreign keys back');
  await runner.query('VACUUM ANALYZE analysis');
  await addFurther?.(runner, accountId);
  const startedAt = Date.now();
  await runner.query(COUNT);
  await runner.query("UPDATE migration SET timestamp = 1790000034300, name = 'PartyBigrams1790000034300'");
  await migrate(url);
  const countingMs = Date.now() - startedAt;
  log('counted');
  await runner.query('VACUUM ANALYZE');
  await runner.query('RESET session_replication_role');
  await runner.release();
  await dataSource.destroy();
  return { accountId, key, countingMs };
}

/** A connection without time-outs, for statements that take minutes. */
async function patientRunner(dataSource) {
  const runner = dataSource.createQueryRunner();
  await runner.query(`SET statement_timeout = 0; SET lock_timeout = 0; SET synchronous_commit = off;
    SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'`);
  return runner;
}

/**
 * Drops keys and indexes of `analysis`: building an index once is many times cheaper than updating it for millions of rows.
 * @returns a function that creates them again, as the migrations did
 */
export async function withoutIndexes(runner) {
  // Foreign keys, those of other tables too, must be dropped before the primary key that they refer to, and created after it.
  const constraints = await runner.query(
    `SELECT conname AS name, conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE 'analysis'::regclass IN (conrelid, confrelid) AND contype IN ('f', 'p') ORDER BY contype`,
  );
  const indexes = await runner.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = 'analysis'::regclass AND NOT indisprimary`,
  );
  for (const { name, table } of constraints) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await runner.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of indexes) await runner.query(definition);
    for (const { name, table, definition } of constraints.reverse())
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

async function addAccounts(runner, accountId, key) {
  await runner.query(
    `INSERT INTO account (id, email, email_folded, password_hash, email_verified_at)
     SELECT id, id::text, id::text, '-', now()
     FROM (SELECT $1::uuid AS id UNION ALL SELECT gen_random_uuid() FROM generate_series(1, $2)) t`,
    [accountId, OTHER_ACCOUNTS],
  );
  await runner.query(
    `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, last_used_at)
     VALUES ($1, $2, 'bench', $3, $4, true, '{analysis:read}', now() + interval '1 day')`,
    [randomUUID(), accountId, apiKeyPrefix(key), hashApiKeySecret(key)],
  );
}

async function addAnalyses(runner, accountId, rows, accountRows) {
  await runner.query(
    `CREATE TEMP TABLE other AS SELECT id, row_number() OVER () - 1 AS n FROM account WHERE id <> '${accountId}'`,
  );
  await runner.query('CREATE UNIQUE INDEX ON other (n); ANALYZE other');
  await runner.query('SELECT setseed(0.5)');
  // One agent has an eighth of all calls, the others share the rest unevenly; each contact calls five times on average.
  const columns = `made.id, %ACCOUNT%, now() - interval '730 days' * (1 - made.i / ${rows}.0),
    CASE WHEN random() < 0.05 THEN 'failed' ELSE 'completed' END, random() >= 0.02,
    CASE WHEN random() < 0.125 THEN 'agent_0001' ELSE 'agent_' || lpad((2 + floor(power(random(), 2) * 1998))::text, 4, '0') END,
    'cust-' || substr(md5((floor(random() * %CONTACTS%))::text), 1, 12), 'bench', 'recordings/' || made.id, 'wav', 1478400, 2, 92340, now(), 8123`;
  const into = `INSERT INTO analysis (id, account_id, created_at, status, livemode, agent_id, contact_id, request_id,
    storage_key, audio_format, size_bytes, channels, duration_ms, settled_at, processing_time_ms)`;
  const select = (account, contacts) =>
    `SELECT ${columns.replace('%ACCOUNT%', account).replace('%CONTACTS%', String(contacts))}`;
  // Ordered by time with the accounts mixed, as a real service inserts them.
  await runner.query(
    `${into} ${select(
      `CASE WHEN i::bigint * ${accountRows} % ${rows} < ${accountRows} THEN '${accountId}'::uuid ELSE other.id END`,
      Math.max(10, Math.round(accountRows / 5)),
    )}
     FROM (SELECT i, gen_random_uuid() AS id FROM generate_series(1, ${rows}) AS i) AS made
       JOIN other ON other.n = floor(power(i % 1000 / 1000.0, 3) * ${OTHER_ACCOUNTS})
     ORDER BY i`,
  );
}

/** Adds a transcript, results and their summary, 18 kB in all, to those of these analyses that are completed. */
export async function addPayloads(dataSource, ids) {
  const sample = makeSampleAnalysis('https://hooks.example', new Date(0));
  // A real call has more sentences than the sample.
  const results = JSON.stringify({ ...JSON.parse(sample.results), summary: 'x'.repeat(2_000) });
  await dataSource.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine, results_summary)
     SELECT id, $2, '{}', $3, $4, $5, $6 FROM analysis WHERE id = ANY ($1) AND status = 'completed'
     ON CONFLICT DO NOTHING`,
    [ids, transcript(), results, sample.metrics, sample.engine, summariseResults(results)],
  );
}

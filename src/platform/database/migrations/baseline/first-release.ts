// Takes a database of release 0.1.0 to the baseline, while processes of 0.1.0 read and write it. Each step may run again.
import { domainToASCII } from 'node:url';
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../concurrent-index.js';
import { COUNTS, columnsOf, ENTRIES_OF, entriesOf, facetsOf, write } from './facets.js';

/** Columns are nullable or have constant defaults: no row is rewritten. */
const COLUMNS = `
  ALTER TABLE analysis
    ADD COLUMN IF NOT EXISTS audio_tracks integer,
    ADD COLUMN IF NOT EXISTS report_link_round integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS reviewed boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS redact text,
    ADD COLUMN IF NOT EXISTS original_key text,
    ADD COLUMN IF NOT EXISTS original_format text,
    ADD COLUMN IF NOT EXISTS redacted_key text,
    ADD COLUMN IF NOT EXISTS redacted_format text,
    ADD COLUMN IF NOT EXISTS spoken_language text,
    ADD COLUMN IF NOT EXISTS team text,
    ADD COLUMN IF NOT EXISTS compliance_score smallint,
    ADD COLUMN IF NOT EXISTS quality_score smallint,
    ADD COLUMN IF NOT EXISTS effort_score smallint,
    ADD COLUMN IF NOT EXISTS customer_sentiment text,
    ADD COLUMN IF NOT EXISTS flagged boolean,
    ADD COLUMN IF NOT EXISTS violations text[],
    ADD COLUMN IF NOT EXISTS not_assessable smallint,
    ADD COLUMN IF NOT EXISTS overruled boolean,
    ADD COLUMN IF NOT EXISTS external_id text,
    ADD COLUMN IF NOT EXISTS bulk boolean NOT NULL DEFAULT false;
  ALTER TABLE analysis_payload
    ADD COLUMN IF NOT EXISTS system_results text,
    ADD COLUMN IF NOT EXISTS verdicts text,
    ADD COLUMN IF NOT EXISTS transcript_version integer NOT NULL DEFAULT 1,
    ADD COLUMN IF NOT EXISTS redaction text,
    ADD COLUMN IF NOT EXISTS redactions text,
    ADD COLUMN IF NOT EXISTS maskings integer NOT NULL DEFAULT 0;
  ALTER TABLE deleted_call
    ADD COLUMN IF NOT EXISTS status text NOT NULL DEFAULT 'processing',
    ADD COLUMN IF NOT EXISTS sent_ms bigint;
  ALTER TABLE subscription ADD COLUMN IF NOT EXISTS collection_paused boolean NOT NULL DEFAULT false;
  ALTER TABLE idempotency_key
    ADD COLUMN IF NOT EXISTS subjects text[],
    ADD COLUMN IF NOT EXISTS forgotten boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS renders text,
    ADD COLUMN IF NOT EXISTS masked boolean NOT NULL DEFAULT false;
  ALTER TABLE rescore
    ADD COLUMN IF NOT EXISTS made_test integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS taken_test integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS settled_test integer NOT NULL DEFAULT 0;
  ALTER TABLE evaluation
    ADD COLUMN IF NOT EXISTS system_score smallint,
    ADD COLUMN IF NOT EXISTS system_outcome text,
    ADD COLUMN IF NOT EXISTS superseded boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS counted boolean NOT NULL DEFAULT true,
    ADD COLUMN IF NOT EXISTS reviewed boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS call_created_at timestamptz(3),
    ADD COLUMN IF NOT EXISTS call_started_at timestamptz(3),
    ADD COLUMN IF NOT EXISTS direction text,
    ADD COLUMN IF NOT EXISTS spoken_language text,
    ADD COLUMN IF NOT EXISTS team text,
    ADD COLUMN IF NOT EXISTS given_answers text[],
    ADD COLUMN IF NOT EXISTS overruled boolean;
  ALTER TABLE webhook_delivery
    ADD COLUMN IF NOT EXISTS detail text,
    ADD COLUMN IF NOT EXISTS redaction_id uuid,
    ADD COLUMN IF NOT EXISTS export_id uuid,
    ADD COLUMN IF NOT EXISTS endpoint_id uuid,
    ADD COLUMN IF NOT EXISTS failed_at timestamptz(3),
    ADD COLUMN IF NOT EXISTS batch_id uuid;`;

const ROWS = `
  -- Calls are told apart by fingerprints. What is forgotten is learnt anew with the next few requests.
  UPDATE engine_pause SET suspects = '{}', success_by = NULL;
  -- Keys that may do everything may review too. Narrowed keys gain nothing.
  UPDATE api_key SET scopes = scopes || '{reviews:write}'
    WHERE scopes @> '{analysis:read,analysis:write,billing:read,evaluations:write}' AND NOT scopes @> '{reviews:write}';
  -- Jobs in progress counted by the key that started them.
  UPDATE rescore SET made_test = made, taken_test = taken, settled_test = completed + failed
    WHERE status = 'processing' AND NOT livemode;
  -- Jobs that have found their calls, and closed accounts at the provider, kept what names people.
  UPDATE rescore SET filter = '{}', cursor_created_at = NULL, cursor_id = NULL
    WHERE (expanded OR status <> 'processing') AND (filter <> '{}' OR cursor_id IS NOT NULL);
  UPDATE overage_report SET subscription_id = NULL, invoice_item_id = CASE WHEN invoice_item_id IS NOT NULL THEN '' END
    WHERE customer_id = '' AND (subscription_id IS NOT NULL OR invoice_item_id <> '');`;

/** Counts that a killed run has begun. They are made anew with the triggers that keep them. */
const UNFINISHED_COUNTS = `
  DROP TRIGGER IF EXISTS account_facets_delete ON account;
  DROP TRIGGER IF EXISTS analysis_facets_insert ON analysis;
  DROP TRIGGER IF EXISTS analysis_facets_update ON analysis;
  DROP TRIGGER IF EXISTS analysis_facets_delete ON analysis;
  DROP TRIGGER IF EXISTS analysis_facets_truncate ON analysis;
  DROP TRIGGER IF EXISTS evaluation_judged_insert ON evaluation;
  DROP TRIGGER IF EXISTS evaluation_judged_update ON evaluation;
  DROP TRIGGER IF EXISTS evaluation_judged_delete ON evaluation;
  DROP TABLE IF EXISTS analysis_scorecard, analysis_facet_count, analysis_entry;`;

/** Rows that are written in the transaction that makes the tables. */
const FIRST_ROWS = `
  -- Calls that are worked on now, and that were paid for by 0.1.0: as a whole, as it billed them.
  INSERT INTO sent_request (analysis_id, purpose, channel, start_ms, end_ms)
    SELECT id, 'transcription', -1, 0, duration_ms FROM analysis a
    WHERE status = 'processing' AND duration_ms IS NOT NULL AND scenario IS NULL
      AND EXISTS (SELECT 1 FROM analysis_checkpoint
                   WHERE analysis_id = a.id AND step <> ALL (ARRAY['measure', 'plan', 'voices']))
    ON CONFLICT DO NOTHING;
  UPDATE deleted_call SET sent_ms = CASE WHEN steps <@ ARRAY['measure', 'plan', 'voices'] THEN 0 ELSE duration_ms END
    WHERE sent_ms IS NULL;
  -- Accounts whose calls get their words from a sweep.
  INSERT INTO search_backfill (account_id) SELECT DISTINCT account_id FROM analysis_month_count WHERE completed > 0
    ON CONFLICT DO NOTHING;`;

const INDEX = /CREATE (UNIQUE )?INDEX IF NOT EXISTS (\w+)\s+ON ((\w+) [^;]+);/g;
const REPLACED_INDEXES = ['evaluation_list_idx', 'evaluation_agent_idx', 'evaluation_contact_idx'];
const replaced = (index: string) => index.replace(/_idx$/, '_replaced_idx');
const DROPPED_INDEXES = [
  'analysis_account_idx',
  'analysis_work_turn_idx',
  'analysis_fetch_turn_idx',
  'analysis_sandbox_turn_idx',
];

const EVENTS_PER_STATEMENT = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Writes entries of a batch of calls. Each call is locked meanwhile, so that no entry outlives it. */
const ENTRIES = `
  WITH batch AS MATERIALIZED (
    SELECT id FROM analysis WHERE id > $1 ORDER BY id LIMIT 5000),
  held AS MATERIALIZED (
    SELECT a.account_id, a.created_at, a.id, ${columnsOf('a', ENTRIES_OF)} FROM analysis a JOIN batch USING (id)
    WHERE a.custom_metadata <> '{}' OR a.violations <> '{}' FOR SHARE OF a),
  written AS (
    INSERT INTO analysis_entry (account_id, entry, created_at, id)
    SELECT held.account_id, one.entry, held.created_at, held.id FROM held CROSS JOIN LATERAL ${entriesOf('held')}
    ON CONFLICT DO NOTHING)
  SELECT max(id::text) AS last FROM batch`;

/** Writes which scorecards judged a batch of calls. Evaluations are locked meanwhile, so that none is superseded. */
const JUDGED_CALLS = `
  WITH batch AS MATERIALIZED (
    SELECT max(analysis_id::text)::uuid AS last FROM (
      SELECT analysis_id FROM evaluation WHERE analysis_id > $1 ORDER BY analysis_id LIMIT 1000) AS next),
  held AS MATERIALIZED (
    SELECT e.* FROM evaluation e
    WHERE e.analysis_id > $1 AND e.analysis_id <= (SELECT last FROM batch) AND ${COUNTS} FOR SHARE),
  written AS (${write('held e JOIN analysis a ON a.id = e.analysis_id')})
  SELECT last FROM batch`;

const COUNTS_OF_CHARACTERS = Array.from(
  { length: 95 },
  (_, i) => `(count(*) FILTER (WHERE strpos(folded, chr(${i + 32})) > 0))::int`,
);
/** View for processes of 0.1.0, until they are replaced: it counts when they read it. OFFSET folds each identifier once. */
const CHARACTER_MONTHS = `
  CREATE VIEW analysis_character_month AS
    SELECT account_id, livemode, analysis_month(created_at) AS month, ARRAY[${COUNTS_OF_CHARACTERS.join()}] AS counts
    FROM analysis a CROSS JOIN LATERAL (
      SELECT analysis_folded(a.agent_id) || analysis_folded(a.contact_id) AS folded OFFSET 0) AS identifiers
    GROUP BY 1, 2, 3`;

/** @param schema SQL of the baseline */
export async function upgradeFirstRelease(runner: QueryRunner, schema: string): Promise<void> {
  await runner.query(COLUMNS);
  await runner.query(ROWS);
  await foldDomains(runner);
  await forgetCustomers(runner);
  await endCharacterCounts(runner);
  await runner.query(UNFINISHED_COUNTS);
  await makeIndexes(runner, schema);
  await makeSchema(runner, schema);
  await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
  await fill(runner, ENTRIES);
  await fill(runner, JUDGED_CALLS);
  for (const name of [...DROPPED_INDEXES, ...REPLACED_INDEXES.map(replaced)])
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query('ANALYZE analysis_facet_count, analysis_entry, analysis_scorecard');
  await runner.query('RESET statement_timeout; RESET lock_timeout');
}

/**
 * Accounts are compared by the ASCII form of their domain, so that a domain of other letters and its ASCII form are one. Of two
 * accounts that are thus one mailbox, the second keeps the form of its own spelling, by which it is still found.
 */
async function foldDomains(runner: QueryRunner): Promise<void> {
  const accounts: { id: string; folded: string }[] = await runner.query(
    `SELECT id, email_folded AS folded FROM account WHERE email ~ '[^\u0001-\u007f]' ORDER BY created_at, id`,
  );
  for (const { id, folded } of accounts) {
    const at = folded.lastIndexOf('@');
    const written = folded.slice(at + 1);
    // The URL parser would take a part of these for the domain.
    const domain = /[/\\?#%:]/.test(written) ? '' : domainToASCII(written);
    if (domain === '') continue;
    await runner.query(
      `UPDATE account SET email_folded = $2
        WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM account WHERE email_folded = $2)`,
      [id, `${folded.slice(0, at)}@${domain}`],
    );
  }
}

/** Processed events kept the provider's customers. Each batch is committed by itself, so that no event waits long. */
async function forgetCustomers(runner: QueryRunner): Promise<void> {
  let changed: unknown[];
  do {
    [changed] = await runner.query(
      `UPDATE payment_event SET customer_id = NULL, dispute_id = NULL
       WHERE id IN (
         SELECT e.id FROM payment_event e
         WHERE e.processed_at IS NOT NULL AND e.customer_id IS NOT NULL AND (e.dispute_id IS NULL OR NOT EXISTS (
           SELECT 1 FROM subscription s WHERE s.provider_customer_id = e.customer_id))
         LIMIT ${EVENTS_PER_STATEMENT})
       RETURNING id`,
    );
  } while (changed.length === EVENTS_PER_STATEMENT);
}

/** Takes one lock at a time: a writer locks the analyses and then the counters, a search of 0.1.0 the other way round. */
async function endCharacterCounts(runner: QueryRunner): Promise<void> {
  for (const event of ['insert', 'update', 'delete', 'truncate'])
    await runner.query(`DROP TRIGGER IF EXISTS analysis_count_${event}_character_months ON analysis`);
  await runner.query(`
    DROP FUNCTION IF EXISTS analysis_character_month_inserted, analysis_character_month_updated,
      analysis_character_month_deleted, analysis_character_month_truncated;
    DO $$ BEGIN
      -- A run that was killed may have left the view.
      IF EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema AND tablename = 'analysis_character_month') THEN
        DROP TABLE analysis_character_month;
        ${CHARACTER_MONTHS};
      END IF;
    END $$`);
}

/** Indexes on tables that have rows are made beside reads and writes, before the schema would make them. */
async function makeIndexes(runner: QueryRunner, schema: string): Promise<void> {
  // Lists are read from the earlier index until the new one is there.
  for (const name of REPLACED_INDEXES)
    await runner.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('${name}') AND attname = 'superseded') THEN
          ALTER INDEX IF EXISTS ${name} RENAME TO ${replaced(name)};
        END IF;
      END $$`);
  const found: { name: string }[] = await runner.query(`
    SELECT relname AS name FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND (relkind = 'r' OR indisvalid)`);
  const known = new Set(found.map(({ name }) => name));
  for (const [, unique, name = '', definition = '', table = ''] of schema.matchAll(INDEX))
    if (known.has(table) && !known.has(name))
      await createIndexConcurrently(runner, name, definition, unique ? 'unique' : 'plain');
}

/** Triggers count what is written after they are made. The snapshot holds what was there before. */
async function makeSchema(runner: QueryRunner, schema: string): Promise<void> {
  const counting = runner.manager.dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(schema);
    await runner.query(FIRST_ROWS);
    const [{ snapshot }] = await runner.query('SELECT pg_export_snapshot() AS snapshot');
    await counting.startTransaction('REPEATABLE READ');
    await counting.query(`SET TRANSACTION SNAPSHOT '${snapshot}'; SET LOCAL statement_timeout = 0`);
    await runner.commitTransaction();
    await counting.query(`
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n, folded)
      SELECT a.account_id, facet.kind, facet.value, facet.number, count(*), true FROM analysis a CROSS JOIN LATERAL ${facetsOf('a')}
      GROUP BY 1, 2, 3, 4`);
    await counting.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    if (counting.isTransactionActive) await counting.rollbackTransaction();
    await counting.release();
  }
}

/** @param next SQL that writes what belongs to the calls after `$1`, and selects the last of them, or null, as `last` */
async function fill(runner: QueryRunner, next: string): Promise<void> {
  let last: string | null = BEFORE_ALL;
  while (last !== null) {
    const [batch]: { last: string | null }[] = await runner.query(next, [last]);
    last = batch?.last ?? null;
  }
}

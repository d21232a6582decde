// Tables for the filters of call lists: the number of calls for each value, and the calls for each metadata key and each violated
// rule.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns that the filters read, in the order of the parameters of `analysis_facets`. */
const FACTS = [
  'direction',
  'spoken_language',
  'flagged',
  'compliance_score',
  'quality_score',
  'duration_ms',
  'call_started_at',
  'violations',
  'custom_metadata',
];
const ENTRIES_OF = ['violations', 'custom_metadata'];

const columnsOf = (row: string, columns: readonly string[]) => columns.map((column) => `${row}.${column}`).join(', ');
const facetsOf = (row: string) => `analysis_facets(${columnsOf(row, FACTS)}) AS facet`;
const entriesOf = (row: string) => `analysis_entries(${columnsOf(row, ENTRIES_OF)}) AS one`;

const BATCH = 5_000;

export class CallFacets1790000054300 implements MigrationInterface {
  readonly transaction = false as const;

  /** Starts over after a run that was killed: its counts are deleted first. */
  async up(runner: QueryRunner): Promise<void> {
    await this.down(runner);
    await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
    const counting = runner.manager.dataSource.createQueryRunner();
    try {
      // The triggers count rows written after their creation. The snapshot contains the rows written before.
      await runner.startTransaction();
      await createTables(runner);
      await createFunctions(runner);
      await createTriggers(runner);
      const [{ snapshot }] = await runner.query('SELECT pg_export_snapshot() AS snapshot');
      await counting.query('SET statement_timeout = 0');
      await counting.startTransaction('REPEATABLE READ');
      await counting.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
      await runner.commitTransaction();
      await counting.query(`
        INSERT INTO analysis_facet_count (account_id, kind, value, number, n, folded)
        SELECT a.account_id, facet.kind, facet.value, facet.number, count(*), true FROM analysis a CROSS JOIN LATERAL ${facetsOf('a')}
        GROUP BY 1, 2, 3, 4`);
      await counting.commitTransaction();
      await counting.query('RESET statement_timeout');
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      if (counting.isTransactionActive) await counting.rollbackTransaction();
      await counting.release();
    }
    await fillEntries(runner);
    await runner.query('ANALYZE analysis_facet_count, analysis_entry; RESET statement_timeout; RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER IF EXISTS account_facets_delete ON account;
      DROP TRIGGER IF EXISTS analysis_facets_insert ON analysis;
      DROP TRIGGER IF EXISTS analysis_facets_update ON analysis;
      DROP TRIGGER IF EXISTS analysis_facets_delete ON analysis;
      DROP TRIGGER IF EXISTS analysis_facets_truncate ON analysis;
      DROP FUNCTION IF EXISTS account_facets_deleted, analysis_facets_inserted, analysis_facets_updated, analysis_facets_deleted,
        analysis_facets_truncated, fold_analysis_facets, analysis_facets, analysis_entries, analysis_entry_of;
      DROP TABLE IF EXISTS analysis_facet_count, analysis_entry;
    `);
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- Only added to: several rows may have one key, and the count is the sum of their n. So no writer waits for another one, and
    -- no row is hot. \`fold_analysis_facets\` makes one row of them from time to time.
    CREATE TABLE analysis_facet_count (
      account_id uuid NOT NULL,
      kind text NOT NULL,
      value text NOT NULL,
      number integer NOT NULL,
      n bigint NOT NULL,
      folded boolean NOT NULL DEFAULT false
    );
    CREATE INDEX analysis_facet_count_idx ON analysis_facet_count (account_id, kind, value, number) INCLUDE (n);
    CREATE INDEX analysis_facet_count_new_idx ON analysis_facet_count (account_id) WHERE NOT folded;

    -- The calls of each key with its value, and of each broken rule, in the order of lists. Written by triggers, which also delete:
    -- a foreign key would need an index of its own.
    CREATE TABLE analysis_entry (
      account_id uuid NOT NULL,
      entry uuid NOT NULL,
      created_at timestamp(3) with time zone NOT NULL,
      id uuid NOT NULL,
      PRIMARY KEY (account_id, entry, created_at, id)
    );
  `);
}

async function createFunctions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- A hash, because keys and values may be long. Its first 128 bits.
    CREATE FUNCTION analysis_entry_of(kind text, key text, value text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT encode(substr(sha256(convert_to(concat_ws(' ', kind, length(key), key, value), 'UTF8')), 1, 16), 'hex')::uuid
    $$;

    CREATE FUNCTION analysis_entries(violations text[], metadata text) RETURNS TABLE (entry uuid)
    LANGUAGE sql IMMUTABLE ROWS 4 AS $$
      SELECT analysis_entry_of('violation', '', rule) FROM unnest(violations) AS rule
      UNION
      SELECT analysis_entry_of('metadata', key, value) FROM json_each_text(metadata::json) WHERE value IS NOT NULL
    $$;

    CREATE FUNCTION analysis_facets(direction text, language text, flagged boolean, compliance_score smallint,
      quality_score smallint, duration_ms bigint, started timestamptz, violations text[], metadata text)
    RETURNS TABLE (kind text, value text, number integer) LANGUAGE sql IMMUTABLE ROWS 8 AS $$
      SELECT kind, value, 0 FROM (VALUES ('direction', direction), ('language', language), ('flagged', flagged::text))
        AS named (kind, value) WHERE value IS NOT NULL
      UNION ALL
      SELECT kind, '', number FROM (VALUES ('compliance_score', compliance_score::integer), ('quality_score', quality_score::integer),
        -- Whole seconds, and whole hours of Unix time.
        ('duration', (CASE WHEN duration_ms < 2147483647000 THEN duration_ms / 1000 END)::integer), ('call', floor(extract(epoch FROM started) / 3600)::integer))
        AS figures (kind, number) WHERE number IS NOT NULL
      UNION ALL
      SELECT 'entry', entry::text, 0 FROM analysis_entries(violations, metadata)
    $$;

    -- Rows that another transaction folds are left to it. Where one snapshot holds for the whole transaction they would be an error.
    CREATE FUNCTION fold_analysis_facets(account uuid) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN RETURN; END IF;
      WITH fresh AS MATERIALIZED (
        SELECT DISTINCT kind, value, number FROM (
          SELECT kind, value, number FROM analysis_facet_count WHERE account_id = account AND NOT folded LIMIT 2000) AS latest),
      taken AS (
        DELETE FROM analysis_facet_count WHERE ctid = ANY (ARRAY(
          SELECT c.ctid FROM fresh JOIN analysis_facet_count c ON (c.kind, c.value, c.number) = (fresh.kind, fresh.value, fresh.number)
          WHERE c.account_id = account FOR UPDATE OF c SKIP LOCKED))
        RETURNING kind, value, number, n)
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n, folded)
      SELECT account, kind, value, number, sum(n), true FROM taken GROUP BY 2, 3, 4 HAVING sum(n) <> 0;
    END $$;
  `);
}

async function createTriggers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION analysis_facets_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT i.account_id, facet.kind, facet.value, facet.number, count(*) FROM inserted i CROSS JOIN LATERAL ${facetsOf('i')}
      GROUP BY 1, 2, 3, 4;
      INSERT INTO analysis_entry (account_id, entry, created_at, id)
      SELECT i.account_id, one.entry, i.created_at, i.id FROM inserted i CROSS JOIN LATERAL ${entriesOf('i')};
      -- Now and then: a fold costs some milliseconds.
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(account_id) FROM inserted LIMIT 1; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER analysis_facets_insert AFTER INSERT ON analysis
      REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_inserted();

    CREATE FUNCTION analysis_facets_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      -- Those of an account that is erased go with it.
      SELECT d.account_id, facet.kind, facet.value, facet.number, -count(*)
      FROM deleted d JOIN account ON account.id = d.account_id CROSS JOIN LATERAL ${facetsOf('d')}
      GROUP BY 1, 2, 3, 4;
      DELETE FROM analysis_entry e USING deleted d CROSS JOIN LATERAL ${entriesOf('d')}
      WHERE (e.account_id, e.entry, e.created_at, e.id) = (d.account_id, one.entry, d.created_at, d.id);
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(account_id) FROM deleted LIMIT 1; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER analysis_facets_delete AFTER DELETE ON analysis
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_deleted();

    CREATE FUNCTION analysis_facets_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT account_id, kind, value, number, sum(n) FROM (
        SELECT OLD.account_id, facet.*, -1 AS n FROM ${facetsOf('OLD')}
        UNION ALL
        SELECT NEW.account_id, facet.*, 1 FROM ${facetsOf('NEW')}) AS changed
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
      IF (${columnsOf('OLD', ['account_id', 'created_at', ...ENTRIES_OF])})
        IS DISTINCT FROM (${columnsOf('NEW', ['account_id', 'created_at', ...ENTRIES_OF])}) THEN
        DELETE FROM analysis_entry e USING ${entriesOf('OLD')}
        WHERE (e.account_id, e.entry, e.created_at, e.id) = (OLD.account_id, one.entry, OLD.created_at, OLD.id);
        INSERT INTO analysis_entry (account_id, entry, created_at, id)
        SELECT NEW.account_id, one.entry, NEW.created_at, NEW.id FROM ${entriesOf('NEW')};
      END IF;
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(NEW.account_id); END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER analysis_facets_update AFTER UPDATE OF account_id, created_at, ${FACTS.join(', ')} ON analysis FOR EACH ROW
      WHEN ((${columnsOf('OLD', ['account_id', 'created_at', ...FACTS])})
        IS DISTINCT FROM (${columnsOf('NEW', ['account_id', 'created_at', ...FACTS])}))
      EXECUTE FUNCTION analysis_facets_updated();

    CREATE FUNCTION analysis_facets_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      TRUNCATE analysis_facet_count, analysis_entry;
      RETURN NULL;
    END $$;
    CREATE TRIGGER analysis_facets_truncate AFTER TRUNCATE ON analysis
      FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_truncated();

    CREATE FUNCTION account_facets_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM analysis_facet_count WHERE account_id IN (SELECT id FROM deleted);
      RETURN NULL;
    END $$;
    CREATE TRIGGER account_facets_delete AFTER DELETE ON account
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION account_facets_deleted();
  `);
}

/**
 * Writes the entries of existing calls. Each call is locked while its entries are written, so that no entry outlives its call.
 */
async function fillEntries(runner: QueryRunner): Promise<void> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const [batch]: { last: string | null }[] = await runner.query(
      `WITH batch AS MATERIALIZED (
         SELECT id FROM analysis WHERE id > $1 ORDER BY id LIMIT ${BATCH}),
       held AS MATERIALIZED (
         SELECT a.account_id, a.created_at, a.id, ${columnsOf('a', ENTRIES_OF)} FROM analysis a JOIN batch USING (id)
         WHERE a.custom_metadata <> '{}' OR a.violations <> '{}' FOR SHARE OF a),
       written AS (
         INSERT INTO analysis_entry (account_id, entry, created_at, id)
         SELECT held.account_id, one.entry, held.created_at, held.id FROM held CROSS JOIN LATERAL ${entriesOf('held')}
         ON CONFLICT DO NOTHING)
       SELECT max(id::text) AS last FROM batch`,
      [last],
    );
    last = batch?.last ?? undefined;
  }
}

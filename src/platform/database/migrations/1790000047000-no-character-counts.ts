// Submitting a call no longer counts the characters of its identifiers. Searches for one character count their matches.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reverts `CharacterMonths1790000034200`, which was removed. Changes nothing in a database that has not run it. */
export class NoCharacterCounts1790000047000 implements MigrationInterface {
  /**
   * Runs without a transaction, to hold one lock at a time: a writer locks the analyses and then the counters, and a search of
   * the earlier release locks them in the opposite order.
   */
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER IF EXISTS analysis_count_insert_character_months ON analysis;
      DROP TRIGGER IF EXISTS analysis_count_update_character_months ON analysis;
      DROP TRIGGER IF EXISTS analysis_count_delete_character_months ON analysis;
      DROP TRIGGER IF EXISTS analysis_count_truncate_character_months ON analysis;
    `);
    await runner.query(`
      DROP FUNCTION IF EXISTS analysis_character_month_inserted, analysis_character_month_updated,
        analysis_character_month_deleted, analysis_character_month_truncated;
      DROP VIEW IF EXISTS analysis_character_count;
      DO $$ BEGIN
        -- A run that was killed may have left the view.
        IF EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema AND tablename = 'analysis_character_month') THEN
          DROP TABLE analysis_character_month;
          ${VIEW};
        END IF;
      END $$;
    `);
  }

  /** The earlier migration runs again when its release starts. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW IF EXISTS analysis_character_month;
      DELETE FROM migration WHERE name = 'CharacterMonths1790000034200';
    `);
  }
}

const COUNTS = Array.from(
  { length: 95 },
  (_, i) => `(count(*) FILTER (WHERE strpos(folded, chr(${i + 32})) > 0))::int`,
);

/**
 * View for processes of the earlier release until they are replaced. It counts at query time. OFFSET 0 makes Postgres fold each
 * identifier once.
 */
const VIEW = `
  CREATE VIEW analysis_character_month AS
    SELECT account_id, livemode, analysis_month(created_at) AS month, ARRAY[${COUNTS.join()}] AS counts
    FROM analysis a CROSS JOIN LATERAL (
      SELECT analysis_folded(a.agent_id) || analysis_folded(a.contact_id) AS folded OFFSET 0) AS identifiers
    GROUP BY 1, 2, 3`;

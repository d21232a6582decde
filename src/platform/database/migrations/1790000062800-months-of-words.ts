// Months of words are dropped whole, which takes as long for a million calls as for none.
import type { QueryRunner } from 'typeorm';

export class MonthsOfWords1790000062800 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A month is kept while one of its calls was settled since the given time of its mode, and while a transaction reads or
      -- writes words of any month: the lock of the table is waited for so briefly that no search is held up.
      CREATE OR REPLACE FUNCTION drop_call_words_partition(name text, live_since timestamptz, test_since timestamptz)
      RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
      DECLARE
        is_kept boolean;
      BEGIN
        EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', name);
        EXECUTE format('SELECT EXISTS (SELECT FROM %I AS w JOIN analysis a ON a.id = w.analysis_id
          WHERE a.settled_at >= CASE WHEN w.livemode THEN $1 ELSE $2 END)', name) INTO is_kept USING live_since, test_since;
        IF NOT is_kept THEN EXECUTE format('DROP TABLE %I', name); END IF;
        RETURN NOT is_kept;
      EXCEPTION WHEN lock_not_available OR undefined_table THEN
        RETURN false;
      END $$;

      -- The lock keeps the month from being dropped between the look and the deletion.
      CREATE OR REPLACE FUNCTION forget_call_words(call uuid, at timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM call_words_piece WHERE analysis_id = call;
        LOCK TABLE ONLY call_words IN ACCESS SHARE MODE;
        IF to_regclass(call_words_partition(at)) IS NULL THEN RETURN; END IF;
        EXECUTE format('DELETE FROM %I WHERE analysis_id = $1', call_words_partition(at)) USING call;
      END $$;`);
  }
}

// Holds: calls that are kept until each hold of them is released, and the notification of a release. A trigger refuses to
// delete a held call, whichever statement tries.
import type { QueryRunner } from 'typeorm';
import { type HeldTable, sumsOf, triggersOf } from './1790000060000-held-bytes.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS hold (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    livemode boolean NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    -- JSON text, with what its maker saw. Null: the hold is of named calls alone.
    filter text,
    until timestamptz(3),
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'released')),
    -- False while a worker still adds the calls that the filter found. Until then all calls of the account are kept.
    searched boolean NOT NULL DEFAULT true,
    -- The call that the search has come to.
    cursor_created_at timestamptz,
    cursor_id uuid,
    -- Number of calls: what the filter found, until all are added, and what was held, once it is released.
    held bigint,
    released_at timestamptz(3),
    release_reason text,
    -- Number of calls of which something was overdue when it was released.
    carried_out bigint,
    -- What the member who placed it saw.
    sight jsonb,
    CHECK ((status = 'released') = (released_at IS NOT NULL)));
  CREATE INDEX IF NOT EXISTS hold_list_idx ON hold (account_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS hold_active_idx ON hold (account_id, created_at, id) WHERE status = 'active';
  CREATE INDEX IF NOT EXISTS hold_searching_idx ON hold (account_id) WHERE status = 'active' AND NOT searched;
  CREATE INDEX IF NOT EXISTS hold_until_idx ON hold (until) WHERE status = 'active' AND until IS NOT NULL;
  CREATE TABLE IF NOT EXISTS held_call (
    hold_id uuid NOT NULL REFERENCES hold (id) ON DELETE CASCADE,
    analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (hold_id, analysis_id));
  CREATE INDEX IF NOT EXISTS held_call_analysis_idx ON held_call (analysis_id);
  CREATE INDEX IF NOT EXISTS held_call_list_idx ON held_call (hold_id, created_at DESC, analysis_id DESC);
  CREATE OR REPLACE FUNCTION refuse_held_call() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM held_call c JOIN hold h ON h.id = c.hold_id WHERE c.analysis_id = OLD.id AND h.status = 'active') THEN
        RAISE EXCEPTION 'The analysis % is held', OLD.id;
      END IF;
      RETURN OLD;
    END $$;
  CREATE OR REPLACE TRIGGER analysis_held BEFORE DELETE ON analysis FOR EACH ROW EXECUTE FUNCTION refuse_held_call();`;

/** A month of words stays while a call of it is held, or may be. */
const MONTHS = `
  CREATE OR REPLACE FUNCTION drop_call_words_partition(name text, live_since timestamptz, test_since timestamptz)
    RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
      DECLARE
        is_kept boolean;
      BEGIN
        EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', name);
        EXECUTE format('SELECT EXISTS (SELECT FROM %1$I AS w JOIN analysis a ON a.id = w.analysis_id
          WHERE a.settled_at >= CASE WHEN w.livemode THEN $1 ELSE $2 END)
          OR EXISTS (SELECT FROM %1$I AS w JOIN held_call c ON c.analysis_id = w.analysis_id JOIN hold h ON h.id = c.hold_id
          WHERE h.status = ''active'')
          OR EXISTS (SELECT FROM %1$I AS w JOIN hold h ON h.account_id = w.account_id WHERE h.status = ''active'' AND NOT h.searched)',
          name) INTO is_kept USING live_since, test_since;
        IF NOT is_kept THEN EXECUTE format('DROP TABLE %I', name); END IF;
        RETURN NOT is_kept;
      EXCEPTION WHEN lock_not_available OR undefined_table THEN
        RETURN false;
      END $$;`;

const HELD_HOLDS: readonly HeldTable[] = [
  { table: 'hold', kind: 'holds', texts: 'name reason filter release_reason' },
  { table: 'held_call', kind: 'holds', texts: '', inBulk: 'inserts and deletes' },
];

const NOTIFICATIONS = `
  ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS hold_id uuid;
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT IF EXISTS webhook_delivery_hold_fkey,
    ADD CONSTRAINT webhook_delivery_hold_fkey FOREIGN KEY (hold_id) REFERENCES hold ON DELETE CASCADE NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_owner_check,
    ADD CONSTRAINT webhook_delivery_owner_check
      CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id, calibration_id,
        judge_change_id, hold_id) = 1)
      NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_event_check,
    ADD CONSTRAINT webhook_delivery_event_check CHECK (
      CASE event
        WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
        WHEN 'evaluation.acknowledged' THEN evaluation_id IS NOT NULL
        WHEN 'dispute.opened' THEN analysis_id IS NOT NULL AND detail_id IS NOT NULL
        WHEN 'dispute.resolved' THEN analysis_id IS NOT NULL AND detail_id IS NOT NULL
        WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
        WHEN 'redaction.completed' THEN redaction_id IS NOT NULL
        WHEN 'export.completed' THEN export_id IS NOT NULL
        WHEN 'batch.completed' THEN batch_id IS NOT NULL
        WHEN 'batch.waiting' THEN batch_id IS NOT NULL
        WHEN 'calibration.closed' THEN calibration_id IS NOT NULL
        WHEN 'scorecard.drift' THEN judge_change_id IS NOT NULL
        WHEN 'hold.released' THEN hold_id IS NOT NULL
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
      END) NOT VALID;`;

export class Holds1790000068500 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(MONTHS);
    await runner.query(NOTIFICATIONS);
    for (const held of HELD_HOLDS) {
      const [made] = await runner.query('SELECT FROM pg_trigger WHERE tgname = $1', [`${held.table}_held_insert`]);
      if (made) continue;
      await runner.query(triggersOf(held));
      // Further tables may have been added to the sum since.
      const [{ definition }] = await runner.query(
        `SELECT pg_get_functiondef('held_bytes_recounted'::regproc) AS definition`,
      );
      await runner.query(String(definition).replace(/FROM \(/, () => `FROM (${sumsOf(held)}\n    UNION ALL`));
    }
  }
}

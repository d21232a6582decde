// The gate before a revision is published: its setting, who forced a revision through it, and the answers judged for it.
import type { QueryRunner } from 'typeorm';
import { type HeldTable, sumsOf, triggersOf } from './1790000060000-held-bytes.js';

const TABLES = `
  ALTER TABLE scorecard ADD COLUMN IF NOT EXISTS gate text NOT NULL DEFAULT 'off';
  ALTER TABLE scorecard DROP CONSTRAINT IF EXISTS scorecard_gate_check;
  ALTER TABLE scorecard ADD CONSTRAINT scorecard_gate_check CHECK (gate IN ('off', 'not_worse', 'trusted')) NOT VALID;
  ALTER TABLE scorecard_revision ADD COLUMN IF NOT EXISTS forced_at timestamptz(3);
  ALTER TABLE scorecard_revision ADD COLUMN IF NOT EXISTS forced_via text;
  ALTER TABLE scorecard_revision ADD COLUMN IF NOT EXISTS forced_by text;
  CREATE TABLE IF NOT EXISTS gate_answer (
    scorecard_id uuid NOT NULL,
    revision integer NOT NULL,
    analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    -- Form, engine and transcript that the answers are of: with others the call is judged again.
    judged_as bytea NOT NULL,
    -- A request judges the call until then. Null once it has.
    claimed_until timestamptz(3),
    -- JSON text: the answer to each question that has one.
    answers text,
    PRIMARY KEY (scorecard_id, revision, analysis_id),
    FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision (scorecard_id, number) ON DELETE CASCADE,
    CHECK ((claimed_until IS NULL) = (answers IS NOT NULL)));
  CREATE INDEX IF NOT EXISTS gate_answer_analysis_idx ON gate_answer (analysis_id);`;

const HELD: HeldTable = { table: 'gate_answer', kind: 'calibrations', texts: 'answers' };

export class Gates1790000068100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    const [made] = await runner.query('SELECT FROM pg_trigger WHERE tgname = $1', ['gate_answer_held_insert']);
    if (made) return;
    await runner.query(triggersOf(HELD));
    // Further tables may have been added to the sum since.
    const [{ definition }] = await runner.query(
      `SELECT pg_get_functiondef('held_bytes_recounted'::regproc) AS definition`,
    );
    await runner.query(String(definition).replace(/FROM \(/, () => `FROM (${sumsOf(HELD)}\n    UNION ALL`));
  }
}

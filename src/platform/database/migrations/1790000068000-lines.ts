// The agreement that an account wants of scorecards, the confidence of the answers that people rated, and the lines that follow.
import type { QueryRunner } from 'typeorm';
import { type HeldTable, sumsOf, triggersOf } from './1790000060000-held-bytes.js';
import { HELD_CALIBRATIONS } from './1790000066000-calibrations.js';

const COLUMNS = `
  ALTER TABLE scorecard ADD COLUMN IF NOT EXISTS target_agreement double precision;
  -- JSON text: the confidence of each answer in 'machine'. Null in sessions that were closed by an earlier release.
  ALTER TABLE calibration_call ADD COLUMN IF NOT EXISTS confidences text;
  -- Counted again when it is read: it has members that it did not have.
  UPDATE calibration SET agreement = NULL WHERE agreement IS NOT NULL;
  CREATE TABLE IF NOT EXISTS scorecard_line (
    scorecard_id uuid NOT NULL,
    revision integer NOT NULL,
    -- The line is of no use once the scorecard has another one.
    target double precision NOT NULL,
    -- JSON text: the line of each question that has one.
    lines text NOT NULL,
    PRIMARY KEY (scorecard_id, revision),
    FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision (scorecard_id, number) ON DELETE CASCADE);`;

const TABLE = 'calibration_call';

export class Lines1790000068000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    const before = HELD_CALIBRATIONS.find(({ table }) => table === TABLE);
    if (!before) throw new Error('Calls of sessions are counted');
    const held: HeldTable = { ...before, texts: `${before.texts} confidences` };
    for (const event of ['insert', 'delete', 'update'])
      await runner.query(`DROP TRIGGER IF EXISTS ${TABLE}_held_${event} ON ${TABLE}`);
    await runner.query(triggersOf(held));
    // Further tables may have been added to the sum since.
    const [{ definition }] = await runner.query(
      `SELECT pg_get_functiondef('held_bytes_recounted'::regproc) AS definition`,
    );
    await runner.query(String(definition).replace(sumsOf(before), () => sumsOf(held)));
  }
}

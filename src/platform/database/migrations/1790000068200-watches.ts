// Calls that a scorecard watches, what its judge answered about them, and the changes of the judge that were found by them.
import type { QueryRunner } from 'typeorm';
import { type HeldTable, sumsOf, triggersOf } from './1790000060000-held-bytes.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS scorecard_watch (
    id uuid PRIMARY KEY,
    scorecard_id uuid NOT NULL UNIQUE REFERENCES scorecard (id) ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    livemode boolean NOT NULL,
    sample_id uuid,
    -- Names the work in logs.
    request_id text NOT NULL DEFAULT gen_random_uuid()::text,
    -- 'processing': the calls are judged. 'waiting': until due_at, or until the judge or the published revision is another one.
    status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'waiting')),
    due_at timestamptz(3) NOT NULL DEFAULT now(),
    -- How often the calls are judged in the check at work: 'once', or 'again' where the first judging looks like a change.
    stage text CHECK (stage IN ('once', 'again')),
    revision integer,
    asks_model boolean NOT NULL DEFAULT true,
    -- JSON texts: the judge that the calls were judged by at first, the one of the last check, and what the check found.
    base text,
    judge text,
    drift text,
    run_after timestamptz(3) NOT NULL DEFAULT now(),
    lease_until timestamptz(3),
    fence bigint NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS scorecard_watch_turn_idx ON scorecard_watch (account_id, run_after) WHERE status = 'processing';
  CREATE TABLE IF NOT EXISTS watch_call (
    watch_id uuid NOT NULL REFERENCES scorecard_watch (id) ON DELETE CASCADE,
    analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    place integer NOT NULL,
    -- Nothing that was judged earlier is of this form and transcript.
    is_fresh boolean NOT NULL DEFAULT true,
    PRIMARY KEY (watch_id, analysis_id));
  CREATE INDEX IF NOT EXISTS watch_call_analysis_idx ON watch_call (analysis_id);
  CREATE TABLE IF NOT EXISTS watch_answer (
    watch_id uuid NOT NULL,
    analysis_id uuid NOT NULL,
    -- 1 to 3: the judge then. 4 to 6: the judge now.
    judging smallint NOT NULL CHECK (judging BETWEEN 1 AND 6),
    account_id uuid NOT NULL,
    -- Form and transcript that the answers are of.
    judged_as bytea NOT NULL,
    -- JSON text: the answer to each question that has one. Null from when the judging is counted until it has ended.
    answers text,
    PRIMARY KEY (watch_id, analysis_id, judging),
    FOREIGN KEY (watch_id, analysis_id) REFERENCES watch_call (watch_id, analysis_id) ON DELETE CASCADE);
  CREATE TABLE IF NOT EXISTS judge_change (
    id uuid PRIMARY KEY,
    scorecard_id uuid NOT NULL REFERENCES scorecard (id) ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    livemode boolean NOT NULL,
    revision integer NOT NULL,
    -- JSON text: both judges, and how far their answers are the same.
    compared text NOT NULL);
  CREATE INDEX IF NOT EXISTS judge_change_list_idx ON judge_change (account_id, created_at, id);
  CREATE INDEX IF NOT EXISTS judge_change_scorecard_idx ON judge_change (scorecard_id, created_at);`;

const KIND = 'calibrations';
const HELD: readonly HeldTable[] = [
  { table: 'scorecard_watch', kind: KIND, texts: 'base judge drift' },
  { table: 'watch_call', kind: KIND, texts: '', inBulk: 'always' },
  { table: 'watch_answer', kind: KIND, texts: 'judged_as answers', inBulk: 'always' },
  { table: 'judge_change', kind: KIND, texts: 'compared' },
];

export class Watches1790000068200 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    for (const held of HELD) {
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

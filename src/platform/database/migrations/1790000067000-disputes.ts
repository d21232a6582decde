// Disputes of evaluations and acknowledgements by agents; links and notifications of them, and of closed calibration sessions.
import type { QueryRunner } from 'typeorm';
import { HELD_TABLES, type HeldTable, recountOf, triggersOf } from './1790000060000-held-bytes.js';
import { HELD_TRIALS } from './1790000065000-engine-trials.js';
import { HELD_CALIBRATIONS } from './1790000066000-calibrations.js';

const TABLES = `
  ALTER TABLE scorecard ADD COLUMN IF NOT EXISTS dispute_window_days smallint NOT NULL DEFAULT 14;
  CREATE TABLE IF NOT EXISTS dispute (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
    -- No foreign key: the evaluation goes when its call is masked, and another one by the same revision takes its place.
    evaluation_id uuid NOT NULL,
    scorecard_id uuid NOT NULL,
    revision integer NOT NULL,
    agent_id text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    livemode boolean NOT NULL,
    raised_by text NOT NULL,
    via text NOT NULL CHECK (via IN ('api_key', 'token', 'review_link')),
    principal_id text NOT NULL,
    -- JSON text, as clients receive it.
    answers text NOT NULL,
    -- Share of the form at stake: the priority in the review queue.
    worth real NOT NULL,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'resolved')),
    decision text CHECK (decision IN ('upheld', 'overturned', 'partly')),
    reviewer_id text,
    resolver_id text,
    note text,
    review_id uuid,
    resolved_at timestamptz(3),
    CHECK ((status = 'resolved') = (decision IS NOT NULL AND resolved_at IS NOT NULL)),
    CHECK ((review_id IS NOT NULL) = (coalesce(decision, 'upheld') <> 'upheld')));
  CREATE UNIQUE INDEX IF NOT EXISTS dispute_open_idx ON dispute (evaluation_id) WHERE status = 'open';
  CREATE INDEX IF NOT EXISTS dispute_analysis_idx ON dispute (analysis_id);
  CREATE INDEX IF NOT EXISTS dispute_list_idx ON dispute (account_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS dispute_status_idx ON dispute (account_id, status, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS dispute_agent_idx ON dispute (account_id, agent_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS dispute_scorecard_idx ON dispute (account_id, scorecard_id, created_at DESC, id DESC);
  CREATE TABLE IF NOT EXISTS evaluation_acknowledgement (
    evaluation_id uuid PRIMARY KEY REFERENCES evaluation (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    acknowledged_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    note text,
    via text NOT NULL CHECK (via IN ('api_key', 'token', 'review_link')),
    principal_id text NOT NULL);`;

const HELD_DISPUTES: readonly HeldTable[] = [
  { table: 'dispute', kind: 'reviews', texts: 'agent_id raised_by principal_id answers reviewer_id resolver_id note' },
  { table: 'evaluation_acknowledgement', kind: 'reviews', texts: 'note principal_id' },
];

const LINKS = `
  ALTER TABLE review_link DROP CONSTRAINT IF EXISTS review_link_may_check;
  ALTER TABLE review_link ADD CONSTRAINT review_link_may_check CHECK (CASE WHEN calibration_id IS NULL
    THEN 'read' = ANY (may) AND may <@ '{read,review,correct,acknowledge,dispute}' ELSE may = '{calibrate}' END) NOT VALID;`;

/** The row of a notification of a dispute belongs to the analysis, and names the dispute. */
const NOTIFICATIONS = `
  ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS calibration_id uuid;
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT IF EXISTS webhook_delivery_calibration_fkey,
    ADD CONSTRAINT webhook_delivery_calibration_fkey FOREIGN KEY (calibration_id)
      REFERENCES calibration ON DELETE CASCADE NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_owner_check,
    ADD CONSTRAINT webhook_delivery_owner_check
      CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id, calibration_id) = 1)
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
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
      END) NOT VALID;`;

/** A dispute is as severe as a question that waits for a person. */
const SEVERITY = `
  CREATE OR REPLACE FUNCTION review_severity(doubts jsonb) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(min(CASE
      WHEN value->'reasons' ?| '{needs_review,violation}' OR value @> '{"items": [{"fails": true}]}' THEN 1
      WHEN value->'reasons' ?| '{awaiting_human,disputed}' THEN 2
      WHEN value->'reasons' ? 'flagged' THEN 3
      ELSE 4 END), 4)::smallint FROM jsonb_each(doubts)
  $$;`;

export class Disputes1790000067000 {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [TABLES, LINKS, NOTIFICATIONS, SEVERITY]) await runner.query(statements);
    for (const held of HELD_DISPUTES) {
      const [made] = await runner.query('SELECT FROM pg_trigger WHERE tgname = $1', [`${held.table}_held_insert`]);
      if (!made) await runner.query(triggersOf(held));
    }
    await runner.query(recountOf([...HELD_TABLES, ...HELD_TRIALS, ...HELD_CALIBRATIONS, ...HELD_DISPUTES]));
  }
}

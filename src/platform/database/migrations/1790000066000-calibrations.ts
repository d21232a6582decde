// Samples of calls, and sessions in which several people rate the same calls without seeing each other's ratings.
import type { QueryRunner } from 'typeorm';
import { HELD_TABLES, type HeldTable, recountOf, triggersOf } from './1790000060000-held-bytes.js';
import { HELD_TRIALS } from './1790000065000-engine-trials.js';

const SAMPLES = `
  CREATE TABLE IF NOT EXISTS sample (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL,
    livemode boolean NOT NULL,
    seed text NOT NULL,
    -- JSON texts, as the client sent them.
    filter text NOT NULL,
    wanted text NOT NULL,
    population bigint NOT NULL,
    -- What the member who drew it saw.
    sight jsonb);
  CREATE INDEX IF NOT EXISTS sample_list_idx ON sample (account_id, created_at DESC, id DESC);
  CREATE TABLE IF NOT EXISTS sample_call (
    sample_id uuid NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
    analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    -- Place in the order of the draw, from 1.
    place integer NOT NULL,
    PRIMARY KEY (sample_id, analysis_id));
  CREATE INDEX IF NOT EXISTS sample_call_analysis_idx ON sample_call (analysis_id);`;

const SESSIONS = `
  CREATE TABLE IF NOT EXISTS calibration (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    livemode boolean NOT NULL,
    name text,
    scorecard_id uuid NOT NULL,
    revision integer NOT NULL,
    sample_id uuid,
    reviewer_ids text[] NOT NULL,
    expert_id text,
    blind boolean NOT NULL,
    due_at timestamptz(3),
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed', 'canceled')),
    closed_at timestamptz(3),
    -- JSON text of the figures; null until they are counted, and again once a call of the session was deleted.
    agreement text,
    sight jsonb,
    FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision (scorecard_id, number) ON DELETE CASCADE,
    CHECK ((status = 'closed') = (closed_at IS NOT NULL)));
  CREATE INDEX IF NOT EXISTS calibration_list_idx ON calibration (account_id, created_at DESC, id DESC) INCLUDE (status, scorecard_id);
  CREATE INDEX IF NOT EXISTS calibration_open_idx ON calibration (account_id) WHERE status = 'open';
  CREATE INDEX IF NOT EXISTS calibration_due_idx ON calibration (due_at) WHERE status = 'open' AND due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS calibration_closed_idx ON calibration (scorecard_id, revision, closed_at) WHERE status = 'closed';
  CREATE TABLE IF NOT EXISTS calibration_call (
    calibration_id uuid NOT NULL REFERENCES calibration (id) ON DELETE CASCADE,
    analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    place integer NOT NULL,
    -- JSON text of the machine's answers when the session was closed; null where it had none.
    machine text,
    PRIMARY KEY (calibration_id, analysis_id));
  CREATE INDEX IF NOT EXISTS calibration_call_analysis_idx ON calibration_call (analysis_id);
  CREATE TABLE IF NOT EXISTS calibration_rating (
    calibration_id uuid NOT NULL,
    analysis_id uuid NOT NULL,
    reviewer_id text NOT NULL,
    account_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    -- JSON texts: the answers by question, without those that could not be assessed, and all that was given.
    answers text NOT NULL,
    given text NOT NULL,
    via text NOT NULL CHECK (via IN ('api_key', 'token', 'review_link')),
    principal_id text NOT NULL,
    PRIMARY KEY (calibration_id, analysis_id, reviewer_id),
    FOREIGN KEY (calibration_id, analysis_id) REFERENCES calibration_call (calibration_id, analysis_id) ON DELETE CASCADE);
  -- A call that is deleted leaves the figures of closed sessions too: they are counted again when they are next asked for.
  CREATE OR REPLACE FUNCTION calibration_forgets_figures() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE calibration SET agreement = NULL
    WHERE id IN (SELECT calibration_id FROM deleted) AND status = 'closed' AND agreement IS NOT NULL;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER calibration_call_deleted AFTER DELETE ON calibration_call REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION calibration_forgets_figures();`;

const KIND = 'calibrations';
export const HELD_CALIBRATIONS: readonly HeldTable[] = [
  { table: 'sample', kind: KIND, texts: 'seed filter wanted' },
  { table: 'sample_call', kind: KIND, texts: '', inBulk: 'inserts and deletes' },
  { table: 'calibration', kind: KIND, texts: 'name expert_id agreement', lists: 'reviewer_ids' },
  { table: 'calibration_call', kind: KIND, texts: 'machine', inBulk: 'always' },
  { table: 'calibration_rating', kind: KIND, texts: 'reviewer_id answers given principal_id' },
];

/** A link is of one call, or of one session. */
const LINKS = `
  ALTER TABLE review_link ALTER COLUMN analysis_id DROP NOT NULL;
  ALTER TABLE review_link ADD COLUMN IF NOT EXISTS calibration_id uuid REFERENCES calibration (id) ON DELETE CASCADE;
  ALTER TABLE review_link DROP CONSTRAINT IF EXISTS review_link_of_check;
  ALTER TABLE review_link ADD CONSTRAINT review_link_of_check CHECK ((analysis_id IS NULL) <> (calibration_id IS NULL)) NOT VALID;
  ALTER TABLE review_link DROP CONSTRAINT IF EXISTS review_link_may_check;
  ALTER TABLE review_link ADD CONSTRAINT review_link_may_check CHECK (CASE WHEN calibration_id IS NULL
    THEN 'read' = ANY (may) AND may <@ '{read,review,correct}' ELSE may = '{calibrate}' END) NOT VALID;
  CREATE INDEX IF NOT EXISTS review_link_of_calibration ON review_link (calibration_id, created_at, id) WHERE calibration_id IS NOT NULL;`;

export class Calibrations1790000066000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SAMPLES);
    await runner.query(SESSIONS);
    await runner.query(LINKS);
    for (const held of HELD_CALIBRATIONS) {
      const [made] = await runner.query('SELECT FROM pg_trigger WHERE tgname = $1', [`${held.table}_held_insert`]);
      if (!made) await runner.query(triggersOf(held));
    }
    await runner.query(recountOf([...HELD_TABLES, ...HELD_TRIALS, ...HELD_CALIBRATIONS]));
  }
}

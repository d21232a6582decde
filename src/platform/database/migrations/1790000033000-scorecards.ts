// Scorecards with their revisions, evaluations of calls by them, and jobs that judge stored calls again.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Scorecards1790000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scorecard (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        name text NOT NULL,
        description text,
        -- JSON texts, returned as they were given.
        applies_to text NOT NULL DEFAULT '{}',
        metadata text NOT NULL DEFAULT '{}',
        is_default boolean NOT NULL DEFAULT false,
        -- The highest number of its revisions, and the one that calls are judged by.
        last_revision integer NOT NULL DEFAULT 0,
        published_revision integer,
        archived_at timestamptz(3)
      );
      CREATE INDEX scorecard_account_idx ON scorecard (account_id, created_at DESC, id DESC) WHERE archived_at IS NULL;
      -- For the erasure of an account, which deletes archived ones too.
      CREATE INDEX scorecard_owner_idx ON scorecard (account_id);
      CREATE INDEX scorecard_default_idx ON scorecard (account_id) WHERE is_default AND archived_at IS NULL;

      CREATE TABLE scorecard_revision (
        scorecard_id uuid NOT NULL REFERENCES scorecard ON DELETE CASCADE,
        number integer NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
        -- The form as JSON with every default filled in, and the SHA-256 of this text.
        form text NOT NULL,
        content_hash bytea NOT NULL,
        PRIMARY KEY (scorecard_id, number)
      );

      CREATE TABLE rescore (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        scorecard_id uuid NOT NULL,
        revision integer NOT NULL,
        judge text NOT NULL DEFAULT '',
        -- The filter as JSON, and the analysis after which the next page of it begins.
        filter text NOT NULL,
        cursor_created_at timestamptz(3),
        cursor_id uuid,
        expanded boolean NOT NULL DEFAULT false,
        estimate text NOT NULL,
        webhook_url text,
        webhook_events text[] NOT NULL DEFAULT '{}',
        request_id text NOT NULL,
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'canceled', 'failed')),
        total integer NOT NULL,
        completed integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        skipped integer NOT NULL DEFAULT 0,
        settled_at timestamptz(3),
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision ON DELETE CASCADE,
        CONSTRAINT rescore_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      CREATE INDEX rescore_account_idx ON rescore (account_id, created_at DESC, id DESC);
      CREATE INDEX rescore_card_idx ON rescore (scorecard_id, revision);
      CREATE INDEX rescore_due_idx ON rescore (account_id, run_after) WHERE status = 'processing' AND NOT expanded;

      CREATE TABLE evaluation (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        -- Copies of the call's, so that a list can filter by them.
        agent_id text NOT NULL,
        contact_id text NOT NULL,
        scorecard_id uuid NOT NULL,
        revision integer NOT NULL,
        -- Engine and version of the prompt; empty where no language model is asked.
        judge text NOT NULL DEFAULT '',
        transcript_hash bytea NOT NULL,
        -- The job that asked for it. Null: a client, or the call itself when it completed.
        rescore_id uuid REFERENCES rescore ON DELETE SET NULL,
        -- A client has been given the id of an evaluation that a job asked for: it stays when the job is canceled.
        kept boolean NOT NULL DEFAULT false,

        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
        outcome text CHECK (outcome IN ('passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable')),
        score smallint CHECK (score BETWEEN 0 AND 100),
        coverage double precision,
        error_message text,
        error_code text,
        settled_at timestamptz(3),

        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        crashes smallint NOT NULL DEFAULT 0,
        provider_failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        last_failed_at timestamptz,
        trace_parent text,

        FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision ON DELETE CASCADE,
        CONSTRAINT evaluation_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      -- The same again is not judged again. A failed one may be tried anew. Also finds the evaluations of an analysis.
      CREATE UNIQUE INDEX evaluation_same_idx
        ON evaluation (analysis_id, scorecard_id, revision, judge, transcript_hash) WHERE status <> 'failed';
      CREATE INDEX evaluation_analysis_idx ON evaluation (analysis_id, created_at DESC, id DESC);
      CREATE INDEX evaluation_rescore_idx ON evaluation (rescore_id) WHERE rescore_id IS NOT NULL;
      CREATE INDEX evaluation_turn_idx ON evaluation (account_id, run_after)
        WHERE status = 'processing' AND (rescore_id IS NULL OR kept);
      CREATE INDEX evaluation_rescore_turn_idx ON evaluation (account_id, run_after)
        WHERE status = 'processing' AND rescore_id IS NOT NULL AND NOT kept;

      -- JSON texts as clients receive them, but for 'judged': the answers before conditions, from which a person's answer
      -- computes the figures anew. In a table of its own, because filters and counts do not read it.
      CREATE TABLE evaluation_payload (
        evaluation_id uuid PRIMARY KEY REFERENCES evaluation ON DELETE CASCADE,
        judged text NOT NULL,
        sections text NOT NULL,
        answers text NOT NULL,
        auto_fails text NOT NULL,
        provenance text NOT NULL
      );

      -- One row for each batch of questions that the judge has answered. Deleted when the evaluation is final.
      CREATE TABLE evaluation_checkpoint (
        evaluation_id uuid NOT NULL REFERENCES evaluation ON DELETE CASCADE,
        batch integer NOT NULL,
        payload text NOT NULL,
        PRIMARY KEY (evaluation_id, batch)
      );

      -- The cards chosen for a call; null: the default cards that fit it.
      ALTER TABLE analysis ADD COLUMN scorecards uuid[];
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis DROP COLUMN scorecards;
      DROP TABLE evaluation_checkpoint, evaluation_payload, evaluation, rescore, scorecard_revision, scorecard;
    `);
  }
}

// What persons decide about a call. A review is written once and never changed; what is in force stands beside the results.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Reviews1790000048000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE review (
        id uuid CONSTRAINT review_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT review_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
        analysis_id uuid NOT NULL CONSTRAINT review_analysis_id_fkey REFERENCES analysis (id) ON DELETE CASCADE,
        -- Written while the analysis is locked, so that the reviews of a call have one order everywhere.
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        seq bigint GENERATED ALWAYS AS IDENTITY,
        livemode boolean NOT NULL,
        transcript_version integer NOT NULL,
        agent_id text NOT NULL,
        reviewer_id text,
        via text NOT NULL CONSTRAINT review_via_check CHECK (via IN ('api_key', 'token', 'review_link')),
        -- The key, account or link that sent it.
        principal_id text NOT NULL,
        note text,
        -- JSON as clients receive it.
        findings text NOT NULL,
        violations text NOT NULL,
        answers text NOT NULL,
        scores text NOT NULL
      );
      CREATE INDEX review_analysis_idx ON review (analysis_id, created_at DESC, seq DESC);
      CREATE INDEX review_list_idx ON review (account_id, created_at DESC, seq DESC);
      CREATE INDEX review_reviewer_idx ON review (account_id, reviewer_id, created_at DESC, seq DESC);
      CREATE INDEX review_agent_idx ON review (account_id, agent_id, created_at DESC, seq DESC);
      -- By which scorecards the call had been evaluated: lists by one of them are read from an index.
      CREATE TABLE review_scorecard (
        review_id uuid NOT NULL CONSTRAINT review_scorecard_review_id_fkey REFERENCES review (id) ON DELETE CASCADE,
        scorecard_id uuid NOT NULL,
        account_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        seq bigint NOT NULL,
        CONSTRAINT review_scorecard_pkey PRIMARY KEY (review_id, scorecard_id)
      );
      CREATE INDEX review_scorecard_list_idx ON review_scorecard (account_id, scorecard_id, created_at DESC, seq DESC);
      ALTER TABLE analysis_payload
        -- As the service judged the call: kept from the first decision of a person on, when \`results\` became theirs.
        ADD COLUMN system_results text,
        -- The decisions of persons that are in force: src/calls/verdicts.ts.
        ADD COLUMN verdicts text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The release before knows no person's verdict.
      UPDATE analysis_payload SET results = system_results, results_summary = NULL WHERE system_results IS NOT NULL;
      ALTER TABLE analysis_payload DROP COLUMN verdicts, DROP COLUMN system_results;
      DROP TABLE review_scorecard, review;
    `);
  }
}

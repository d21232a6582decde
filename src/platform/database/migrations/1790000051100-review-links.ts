// Links that open one call to a reviewer without an account. Unlike links to a report they are stored: one ends without the
// others, and what its holder may write is read from the row at every request.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewLinks1790000051100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE review_link (
        id uuid PRIMARY KEY,
        -- Those of the analysis, and never changed, as there.
        account_id uuid NOT NULL,
        livemode boolean NOT NULL,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        -- Whom the link was made for, in the client's words.
        reviewer_id text NOT NULL,
        may text[] NOT NULL CHECK ('read' = ANY(may) AND may <@ '{read,review,correct}'),
        -- SHA-256. The token itself stands in the link alone.
        token_hash bytea NOT NULL CONSTRAINT review_link_token_hash_key UNIQUE,
        -- Who made it: a person, or a key, which the link outlives.
        made_by_kind text NOT NULL,
        made_by_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3)
      );
      CREATE INDEX review_link_of_analysis ON review_link (analysis_id, created_at, id);

      -- A kept answer holds the link.
      CREATE TRIGGER review_link_forget_answers AFTER UPDATE OF revoked_at ON review_link
        FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION revoked_key_forgets_answers();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE review_link');
  }
}

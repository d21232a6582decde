// What is sent to a provider that charges for it is a row before it is sent: by it a deletion bills, and operators see what was
// paid for calls that failed. One row a stretch of the recording and channel; the rows go when the call is completed and billed.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SentRequests1790000045000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sent_request (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('transcription', 'analysis')),
        -- -1: the recording as a whole, or one without channels.
        channel smallint NOT NULL,
        -- Of the recording. A request with the transcript is about all of it.
        start_ms integer NOT NULL,
        end_ms integer NOT NULL,
        -- How often it was sent. 0: every request was refused unread, or never went out.
        requests integer NOT NULL DEFAULT 1 CHECK (requests >= 0),
        sent_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (analysis_id, purpose, channel, start_ms, end_ms),
        CHECK (end_ms >= start_ms)
      );

      -- Milliseconds of the recording that were sent, each of a channel once however often it was sent; never more than it has.
      CREATE FUNCTION sent_ms(analysis_id uuid, duration_ms bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
        SELECT least(coalesce(sum(upper(stretch) - lower(stretch)), 0)::bigint, $2)
          FROM (SELECT unnest(range_agg(int8range(start_ms, end_ms))) AS stretch FROM sent_request s
                 WHERE s.analysis_id = $1 AND s.requests > 0 GROUP BY s.channel) AS stretches
      $$;

      -- Calls that are worked on now, and that were paid for by an earlier release: as a whole, as that release billed them.
      INSERT INTO sent_request (analysis_id, purpose, channel, start_ms, end_ms)
      SELECT id, 'transcription', -1, 0, duration_ms FROM analysis a
       WHERE status = 'processing' AND duration_ms IS NOT NULL AND scenario IS NULL
         AND EXISTS (SELECT 1 FROM analysis_checkpoint
                      WHERE analysis_id = a.id AND step <> ALL (ARRAY['measure', 'plan', 'voices']));

      -- What was sent for a call that was deleted, at work or after it failed. The latter is billed to no one.
      ALTER TABLE deleted_call ADD COLUMN status text NOT NULL DEFAULT 'processing', ADD COLUMN sent_ms bigint;
      UPDATE deleted_call
         SET sent_ms = CASE WHEN steps <@ ARRAY['measure', 'plan', 'voices'] THEN 0 ELSE duration_ms END;

      CREATE OR REPLACE FUNCTION analysis_deleted_at_work() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        sent bigint := sent_ms(OLD.id, OLD.duration_ms);
      BEGIN
        IF sent > 0 THEN
          INSERT INTO deleted_call (analysis_id, duration_ms, steps, status, sent_ms)
          VALUES (OLD.id, OLD.duration_ms,
                  ARRAY(SELECT DISTINCT step FROM analysis_checkpoint WHERE analysis_id = OLD.id), OLD.status, sent)
          ON CONFLICT DO NOTHING;
        END IF;
        RETURN OLD;
      END $$;
      DROP TRIGGER analysis_delete_at_work ON analysis;
      CREATE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status IN ('processing', 'failed') AND OLD.duration_ms IS NOT NULL AND OLD.scenario IS NULL)
        EXECUTE FUNCTION analysis_deleted_at_work();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER analysis_delete_at_work ON analysis;
      CREATE OR REPLACE FUNCTION analysis_deleted_at_work() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO deleted_call (analysis_id, duration_ms, steps)
        SELECT OLD.id, OLD.duration_ms, array_agg(DISTINCT step) FROM analysis_checkpoint
        WHERE analysis_id = OLD.id HAVING count(*) > 0
        ON CONFLICT DO NOTHING;
        RETURN OLD;
      END $$;
      CREATE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status = 'processing' AND OLD.duration_ms IS NOT NULL AND OLD.scenario IS NULL)
        EXECUTE FUNCTION analysis_deleted_at_work();
      DELETE FROM deleted_call WHERE status = 'failed';
      ALTER TABLE deleted_call DROP COLUMN status, DROP COLUMN sent_ms;
      DELETE FROM analysis_checkpoint c USING analysis a WHERE a.id = c.analysis_id AND a.status = 'failed';
      DROP FUNCTION sent_ms;
      DROP TABLE sent_request;
    `);
  }
}

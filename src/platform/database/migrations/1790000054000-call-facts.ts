// What filters and statistics read of a completed call, beside the call: results and transcript are texts, which no index reads.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CallFacts1790000054000 implements MigrationInterface {
  /** Calls that were completed before it get theirs from a sweep: `flagged` is null until then. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis
        -- As it was heard; the column \`language\` is what the request said.
        ADD COLUMN spoken_language text,
        -- The client's own key of that name.
        ADD COLUMN team text,
        ADD COLUMN compliance_score smallint,
        ADD COLUMN quality_score smallint,
        ADD COLUMN effort_score smallint,
        ADD COLUMN customer_sentiment text,
        -- Any finding or violation is.
        ADD COLUMN flagged boolean,
        -- The rule of each that no person has dismissed: as often as it was broken.
        ADD COLUMN violations text[],
        -- Findings without a verdict.
        ADD COLUMN not_assessable smallint,
        -- A person changed a verdict.
        ADD COLUMN overruled boolean;

      CREATE FUNCTION verdict_of(finding json) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT concat_ws('/', finding->>'assessable', coalesce(finding->>'performed', finding->>'present', finding->>'resolved'))
      $$;

      CREATE FUNCTION write_call_facts(id_of_call uuid, results json, transcript json) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        compliance json := results->'compliance';
        quality json := results->'quality';
        findings json[] := ARRAY(SELECT value FROM json_each(compliance)
                                 WHERE json_typeof(value) = 'object' AND value->'flagged' IS NOT NULL
                                 UNION ALL
                                 SELECT value FROM json_each(quality)
                                 WHERE json_typeof(value) = 'object' AND value->'flagged' IS NOT NULL);
        broken json[] := ARRAY(SELECT value FROM json_array_elements(compliance->'violations'));
      BEGIN
        UPDATE analysis SET
          spoken_language = transcript->>'language',
          team = custom_metadata::json->>'team',
          compliance_score = (compliance->>'score')::smallint,
          quality_score = (quality->>'overall_score')::smallint,
          effort_score = (results->'coaching'->>'customer_effort_score')::smallint,
          customer_sentiment = quality->'sentiment_analysis'->>'customer_sentiment',
          flagged = EXISTS (SELECT FROM unnest(findings || broken) AS one WHERE one->>'flagged' = 'true'),
          violations = ARRAY(SELECT one->>'rule' FROM unnest(broken) AS one
                             WHERE coalesce(one->>'upheld', 'true') = 'true' AND one->>'rule' IS NOT NULL ORDER BY 1),
          not_assessable = (SELECT count(*) FROM unnest(findings) AS one WHERE coalesce(one->>'assessable', 'true') = 'false'),
          overruled = EXISTS (SELECT FROM unnest(findings) AS one
                              WHERE json_typeof(one->'system') = 'object' AND verdict_of(one) <> verdict_of(one->'system'))
            OR EXISTS (SELECT FROM unnest(broken) AS one WHERE one->>'upheld' = 'false')
        WHERE id = id_of_call;
      END $$;
      CREATE FUNCTION note_call_facts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM write_call_facts(NEW.analysis_id, NEW.results::json, NEW.transcript::json);
        RETURN NULL;
      END $$;
      CREATE TRIGGER analysis_payload_facts AFTER INSERT ON analysis_payload
        FOR EACH ROW EXECUTE FUNCTION note_call_facts();
      CREATE TRIGGER analysis_payload_facts_change AFTER UPDATE OF results, transcript ON analysis_payload
        FOR EACH ROW WHEN (OLD.results IS DISTINCT FROM NEW.results OR OLD.transcript IS DISTINCT FROM NEW.transcript)
        EXECUTE FUNCTION note_call_facts();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER analysis_payload_facts_change ON analysis_payload;
      DROP TRIGGER analysis_payload_facts ON analysis_payload;
      DROP FUNCTION note_call_facts, write_call_facts, verdict_of;
      ALTER TABLE analysis
        DROP COLUMN spoken_language, DROP COLUMN team, DROP COLUMN compliance_score, DROP COLUMN quality_score,
        DROP COLUMN effort_score, DROP COLUMN customer_sentiment, DROP COLUMN flagged, DROP COLUMN violations,
        DROP COLUMN not_assessable, DROP COLUMN overruled;
    `);
  }
}

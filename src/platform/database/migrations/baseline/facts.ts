// Facts that filters and statistics read of a completed call and of its evaluations, beside the rows: results, transcript and
// answers are texts, which no index reads.

export const FACTS = `
      CREATE OR REPLACE FUNCTION verdict_of(finding json) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT concat_ws('/', finding->>'assessable', coalesce(finding->>'performed', finding->>'present', finding->>'resolved'))
      $$;

      CREATE OR REPLACE FUNCTION write_call_facts(id_of_call uuid, results json, transcript json) RETURNS void LANGUAGE plpgsql AS $$
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
      CREATE OR REPLACE FUNCTION note_call_facts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM write_call_facts(NEW.analysis_id, NEW.results::json, NEW.transcript::json);
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_payload_facts AFTER INSERT ON analysis_payload
        FOR EACH ROW EXECUTE FUNCTION note_call_facts();
      CREATE OR REPLACE TRIGGER analysis_payload_facts_change AFTER UPDATE OF results, transcript ON analysis_payload
        FOR EACH ROW WHEN (OLD.results IS DISTINCT FROM NEW.results OR OLD.transcript IS DISTINCT FROM NEW.transcript)
        EXECUTE FUNCTION note_call_facts();
  CREATE OR REPLACE FUNCTION write_evaluation_facts(id_of_evaluation uuid, answers json) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
      UPDATE evaluation e SET given_answers = facts.given, overruled = facts.overruled
      FROM (
        SELECT coalesce(array_agg(concat_ws(':', one.question, one.state, CASE WHEN one.state = 'answered' THEN one.answer END)), '{}') AS given,
          coalesce(bool_or(json_typeof(one.system) = 'object'
            AND (one.state, one.answer) IS DISTINCT FROM (one.system->>'state', one.system->>'answer')), false) AS answer_changed
        -- Reads each answer once; \`->>\` would read it again for each of its members.
        FROM json_to_recordset(answers) AS one (question text, state text, answer text, system json)) AS given
      CROSS JOIN LATERAL (
        SELECT given.given, given.answer_changed OR (s.system_outcome IS NOT NULL
          AND (s.score, s.outcome) IS DISTINCT FROM (s.system_score, s.system_outcome)) AS overruled
        FROM evaluation s WHERE s.id = id_of_evaluation) AS facts
      WHERE e.id = id_of_evaluation AND (e.given_answers, e.overruled) IS DISTINCT FROM (facts.given, facts.overruled);
  END $$;
  CREATE OR REPLACE FUNCTION note_evaluation_facts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM write_evaluation_facts(NEW.evaluation_id, NEW.answers::json);
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER evaluation_payload_facts AFTER INSERT ON evaluation_payload
    FOR EACH ROW EXECUTE FUNCTION note_evaluation_facts();
  CREATE OR REPLACE TRIGGER evaluation_payload_facts_change AFTER UPDATE OF answers ON evaluation_payload
    FOR EACH ROW WHEN (OLD.answers IS DISTINCT FROM NEW.answers) EXECUTE FUNCTION note_evaluation_facts();

  -- A call without facts is one that an earlier release completed: the sweep writes them, and then those of its evaluations.
  CREATE OR REPLACE FUNCTION evaluation_takes_call() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT a.created_at, a.call_started_at, a.direction, a.spoken_language, a.team
      INTO NEW.call_created_at, NEW.call_started_at, NEW.direction, NEW.spoken_language, NEW.team
      FROM analysis a WHERE a.id = NEW.analysis_id AND a.flagged IS NOT NULL;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER evaluation_of_call BEFORE INSERT ON evaluation FOR EACH ROW EXECUTE FUNCTION evaluation_takes_call();
`;

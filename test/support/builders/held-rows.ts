// Rows of every table that counts into what an account holds, with a text of any length.

export interface HeldRow {
  /** $1: id of the account; $2: the text. Writes nothing where the account has no row that the new one belongs to. */
  readonly insert: string;
  /** A column of type text; null where the rows of the table never change. */
  readonly text: string | null;
}

const CALL = '(SELECT id FROM analysis WHERE account_id = $1::uuid ORDER BY random() LIMIT 1)';
const ofCall = (table: string, columns: string, values: string, text: string): HeldRow => ({
  insert: `INSERT INTO ${table} (id, account_id, analysis_id, livemode, ${columns})
           SELECT gen_random_uuid(), $1::uuid, call.id, true, ${values} FROM ${CALL} AS call`,
  text,
});
const ofAccount = (table: string, columns: string, values: string, text: string): HeldRow => ({
  insert: `INSERT INTO ${table} (id, account_id, livemode, ${columns}) VALUES (gen_random_uuid(), $1::uuid, true, ${values})`,
  text,
});
const sum = (table: string): HeldRow => ({
  insert: `INSERT INTO ${table} (start, by_start, account_id, n, livemode, is_evaluation, agent_id, team, items)
           VALUES (now(), true, $1::uuid, 1, length($2::text) % 3 = 0, false, gen_random_uuid(), $2::text, jsonb_build_object('rude', 3))`,
  text: 'team',
});
/** A number that no other row has. */
const NUMBER = '(random() * 1e9)::int';

export const HELD_ROWS: Readonly<Record<string, HeldRow>> = {
  review: ofCall(
    'review',
    'transcript_version, agent_id, via, principal_id, note, findings, violations, answers, scores',
    "1, 'a', 'token', 'p', $2::text, '[]', '[]', '[]', '{}'",
    'findings',
  ),
  correction: ofCall(
    'correction',
    `request_id, is_scenario, base_version, version, changes, swap_roles, speakers, edited_segments, reviewer_id, via,
     principal_id`,
    "'r', false, 1, 2, $2::text, false, '{}', 0, 'mara', 'token', 'p'",
    'changes',
  ),
  transcript_version: {
    insert: `INSERT INTO transcript_version (analysis_id, version, transcript, words, results, metrics, engine)
             SELECT call.id, ${NUMBER}, $2::text, '', '', '', '' FROM ${CALL} AS call`,
    text: 'words',
  },
  batch: ofAccount(
    'batch',
    'request_id, defaults, on_quota, status, column_names',
    "'r', $2::text, 'wait', 'reading', ARRAY[$2::text, 'b']",
    'error_message',
  ),
  batch_line: {
    insert: `INSERT INTO batch_line (batch_id, line, body, external_id, status, analysis_id)
             SELECT batch.id, ${NUMBER}, $2::text, 'x', CASE WHEN call.id IS NULL THEN 'queued' ELSE 'processing' END, call.id
             FROM batch LEFT JOIN ${CALL} AS call ON length($2::text) % 2 = 0 WHERE account_id = $1::uuid LIMIT 3`,
    text: 'faults',
  },
  source_item: {
    insert: `INSERT INTO source_item (source_id, account_id, identity, object_key, submission, status, analysis_id)
             SELECT source.id, $1::uuid, uuid_send(gen_random_uuid()), gen_random_uuid(), jsonb_build_object('audio_url', $2::text),
               CASE WHEN call.id IS NULL THEN 'waiting' ELSE 'taken' END, call.id
             FROM source LEFT JOIN ${CALL} AS call ON length($2::text) % 2 = 0 WHERE account_id = $1::uuid LIMIT 2`,
    text: 'version',
  },
  idempotency_key: {
    insert: `INSERT INTO idempotency_key (id, account_id, resource_id, lease_until, expires_at, fingerprint, status, body, subjects)
             VALUES (uuid_send(gen_random_uuid()), $1::uuid, gen_random_uuid(), now(), now(), '', 200, $2::bytea, '{a,bc}')`,
    text: 'renders',
  },
  export: ofAccount(
    'export',
    'request_id, rows_of, format, filter, storage_key, size_bytes',
    "'r', 'analyses', 'csv', '{}', 'key', 1000 * length($2::text)",
    'storage_key',
  ),
  redaction: ofAccount('redaction', 'request_id, wanted, filter, total', "'r', '', $2::text, 1", 'filter'),
  call_redaction: ofCall(
    'call_redaction',
    'request_id, is_scenario, wanted, is_text_masked, delivered_before',
    "'r', false, $2::text, false, ''",
    'searched',
  ),
  rescore: {
    insert: `INSERT INTO rescore (id, account_id, livemode, scorecard_id, revision, filter, estimate, request_id, total)
             SELECT gen_random_uuid(), $1::uuid, true, s.id, r.number, $2::text, '', 'r', 1
             FROM scorecard_revision r JOIN scorecard s ON s.id = r.scorecard_id WHERE s.account_id = $1::uuid LIMIT 1`,
    text: 'estimate',
  },
  engine_trial: ofAccount(
    'engine_trial',
    'request_id, name, task, engines, calls, estimate, total, total_test',
    "'r', $2::text, 'analysis', ARRAY[$2::text, 'b'], 1, '{}', 1, 0",
    'figures',
  ),
  engine_trial_item: {
    insert: `INSERT INTO engine_trial_item (trial_id, account_id, analysis_id, engine, task, livemode, request_id, result)
             SELECT trial.id, $1::uuid, call.id, gen_random_uuid()::text, 'analysis', true, 'r', $2::text
             FROM engine_trial AS trial, ${CALL} AS call WHERE trial.account_id = $1::uuid LIMIT 2`,
    text: 'error_message',
  },
  sample: {
    insert: `INSERT INTO sample (id, account_id, created_at, livemode, seed, filter, wanted, population)
             VALUES (gen_random_uuid(), $1::uuid, now(), true, 's', $2::text, '{}', 1)`,
    text: null,
  },
  sample_call: {
    insert: `INSERT INTO sample_call (sample_id, analysis_id, account_id, place)
             SELECT sample.id, call.id, $1::uuid, length($2::text) FROM sample, ${CALL} AS call
             WHERE account_id = $1::uuid LIMIT 3 ON CONFLICT DO NOTHING`,
    text: null,
  },
  calibration: {
    insert: `INSERT INTO calibration (id, account_id, livemode, name, scorecard_id, revision, reviewer_ids, blind)
             SELECT gen_random_uuid(), $1::uuid, true, $2::text, s.id, r.number, '{mara,jonas}', true
             FROM scorecard_revision r JOIN scorecard s ON s.id = r.scorecard_id WHERE s.account_id = $1::uuid LIMIT 1`,
    text: 'agreement',
  },
  calibration_call: {
    insert: `INSERT INTO calibration_call (calibration_id, analysis_id, account_id, place, machine, confidences)
             SELECT calibration.id, call.id, $1::uuid, 1, $2::text, $2::text FROM calibration, ${CALL} AS call
             WHERE account_id = $1::uuid LIMIT 3 ON CONFLICT DO NOTHING`,
    text: 'machine',
  },
  hold: {
    insert: `INSERT INTO hold (id, account_id, livemode, name, reason)
             VALUES (gen_random_uuid(), $1::uuid, true, 'claim', $2::text)`,
    text: 'filter',
  },
  erasure: {
    insert: `INSERT INTO erasure (id, account_id, livemode, subject, subject_hash, scope, reason, counts, accepted_by)
             VALUES (gen_random_uuid(), $1::uuid, true, 'contact', '', 'calls', $2::text, '{}', now())`,
    text: 'reference',
  },
  held_call: {
    insert: `INSERT INTO held_call (hold_id, analysis_id, account_id, created_at)
             SELECT hold.id, call.id, $1::uuid, now() + length($2::text) * interval '1 second' FROM hold, ${CALL} AS call
             WHERE account_id = $1::uuid LIMIT 3 ON CONFLICT DO NOTHING`,
    text: null,
  },
  gate_answer: {
    insert: `INSERT INTO gate_answer (scorecard_id, revision, analysis_id, account_id, judged_as, answers)
             SELECT r.scorecard_id, r.number, call.id, $1::uuid, '\\x00', $2::text
             FROM scorecard_revision r JOIN scorecard s ON s.id = r.scorecard_id, ${CALL} AS call
             WHERE s.account_id = $1::uuid LIMIT 3 ON CONFLICT DO NOTHING`,
    text: 'answers',
  },
  scorecard_watch: {
    insert: `INSERT INTO scorecard_watch (id, scorecard_id, account_id, livemode, status, drift)
             SELECT gen_random_uuid(), id, $1::uuid, true, 'waiting', $2::text FROM scorecard WHERE account_id = $1::uuid
             LIMIT 1 ON CONFLICT DO NOTHING`,
    text: 'judge',
  },
  watch_call: {
    insert: `INSERT INTO watch_call (watch_id, analysis_id, account_id, place)
             SELECT w.id, call.id, $1::uuid, length($2::text) FROM scorecard_watch w, ${CALL} AS call
             WHERE w.account_id = $1::uuid LIMIT 3 ON CONFLICT DO NOTHING`,
    text: null,
  },
  watch_answer: {
    insert: `INSERT INTO watch_answer (watch_id, analysis_id, judging, account_id, judged_as, answers)
             SELECT watch_id, analysis_id, 1, $1::uuid, '\\x00', $2::text FROM watch_call
             WHERE account_id = $1::uuid LIMIT 3 ON CONFLICT DO NOTHING`,
    text: 'answers',
  },
  judge_change: {
    insert: `INSERT INTO judge_change (id, scorecard_id, account_id, livemode, revision, compared)
             SELECT gen_random_uuid(), id, $1::uuid, true, 1, $2::text FROM scorecard WHERE account_id = $1::uuid LIMIT 1`,
    text: 'compared',
  },
  calibration_rating: {
    insert: `INSERT INTO calibration_rating (calibration_id, analysis_id, reviewer_id, account_id, answers, given, via, principal_id)
             SELECT calibration_id, analysis_id, gen_random_uuid(), $1::uuid, '{}', $2::text, 'token', 'p'
             FROM calibration_call WHERE account_id = $1::uuid LIMIT 2`,
    text: null,
  },
  dispute: {
    insert: `INSERT INTO dispute (id, account_id, analysis_id, evaluation_id, scorecard_id, revision, agent_id, livemode, raised_by, via,
               principal_id, answers, worth, status, decision, resolved_at)
             SELECT gen_random_uuid(), $1::uuid, analysis_id, id, scorecard_id, revision, 'a', true, 'a', 'token', 'p', $2::text, 0, 'resolved',
               'upheld', now()
             FROM evaluation WHERE account_id = $1::uuid LIMIT 2`,
    text: 'note',
  },
  evaluation_acknowledgement: {
    insert: `INSERT INTO evaluation_acknowledgement (evaluation_id, account_id, note, via, principal_id)
             SELECT id, $1::uuid, $2::text, 'token', 'p' FROM evaluation WHERE account_id = $1::uuid LIMIT 2 ON CONFLICT DO NOTHING`,
    text: 'note',
  },
  webhook_delivery: ofCall(
    'webhook_delivery',
    'event_id, event, url, detail',
    "'e', CASE WHEN length($2::text) % 2 = 0 THEN 'analysis.reviewed' ELSE 'analysis.completed' END, 'https://a', $2::text",
    'detail',
  ),
  stat_hour: sum('stat_hour'),
  stat_day: sum('stat_day'),
  stat_month: sum('stat_month'),
};

/** What the rows above belong to, and is deleted with them. */
export const HOLDERS: Readonly<Record<string, string>> = {
  scorecard: `WITH card AS (
      INSERT INTO scorecard (id, account_id, livemode, name) VALUES (gen_random_uuid(), $1::uuid, true, $2::text) RETURNING id)
    INSERT INTO scorecard_revision (scorecard_id, number, form, content_hash) SELECT id, 1, '', '' FROM card`,
  analysis: `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
             VALUES (gen_random_uuid(), $1::uuid, true, 'a', 'c', 'r', $2::text)`,
  evaluation: `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
                 transcript_hash)
               SELECT gen_random_uuid(), $1::uuid, call.id, true, left($2::text, 1), 'a', 'c', r.scorecard_id, r.number, '\\x00'
               FROM ${CALL} AS call, scorecard_revision r JOIN scorecard s ON s.id = r.scorecard_id
               WHERE s.account_id = $1::uuid LIMIT 1 ON CONFLICT DO NOTHING`,
  source: `INSERT INTO source (id, account_id, livemode, kind, name, settings) VALUES (gen_random_uuid(), $1::uuid, true, 's3', $2::text, '{}')`,
};

export const INSERT_ACCOUNT = `
  INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1::uuid, $1::uuid::text, $1::uuid::text, 'x')`;

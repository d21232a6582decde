-- The schema after all migrations, to be read, not to be run. Written by `npm run schema`, compared by a test.
-- The migrations in src/platform/database/migrations are what makes it.

CREATE TABLE account (
  id uuid NOT NULL,
  email text NOT NULL,
  email_folded text NOT NULL,
  email_verified_at timestamp(3) with time zone,
  pending_email text,
  phone_number text,
  password_hash text NOT NULL,
  token_epoch integer NOT NULL DEFAULT 0,
  metadata text NOT NULL DEFAULT '{}'::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  output_language text,
  agent_channel smallint,
  closed_at timestamp(3) with time zone,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_email_folded_key EXCLUDE USING btree (email_folded WITH =)
);
CREATE INDEX account_closed_idx ON account USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE TRIGGER account_audit_key AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION account_gets_audit_key();
CREATE TRIGGER account_credentials_changed AFTER UPDATE OF email, email_folded, email_verified_at, pending_email, phone_number, password_hash, token_epoch ON account FOR EACH ROW WHEN ((((((((old.email IS DISTINCT FROM new.email) OR (old.email_folded IS DISTINCT FROM new.email_folded)) OR (old.email_verified_at IS DISTINCT FROM new.email_verified_at)) OR (old.pending_email IS DISTINCT FROM new.pending_email)) OR (old.phone_number IS DISTINCT FROM new.phone_number)) OR (old.password_hash IS DISTINCT FROM new.password_hash)) OR (old.token_epoch IS DISTINCT FROM new.token_epoch))) EXECUTE FUNCTION account_credentials_changed();
CREATE TRIGGER account_facets_delete AFTER DELETE ON account REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION account_facets_deleted();
CREATE TRIGGER account_first_member AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION account_first_member();
CREATE TRIGGER account_forget_answers AFTER DELETE ON account REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION account_forgets_answers();
CREATE TRIGGER account_held AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION account_holds_nothing();
CREATE TRIGGER account_stat_delete AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION account_stat_deleted();

CREATE TABLE account_token (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  member_id uuid,
  CONSTRAINT account_token_pkey PRIMARY KEY (id),
  CONSTRAINT account_token_hash_key UNIQUE (token_hash),
  CONSTRAINT account_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT account_token_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) ON DELETE CASCADE,
  CONSTRAINT account_token_kind_check CHECK ((kind = ANY (ARRAY['verify_email'::text, 'reset_password'::text])))
);
CREATE INDEX account_token_account_idx ON account_token USING btree (account_id, kind);
CREATE INDEX account_token_member_idx ON account_token USING btree (member_id);

CREATE TABLE analysis (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'processing'::text,
  livemode boolean NOT NULL,
  agent_id text NOT NULL,
  contact_id text NOT NULL,
  request_id text NOT NULL,
  source_url text,
  storage_key text,
  audio_format text,
  size_bytes bigint,
  sha256 bytea,
  channels smallint,
  duration_ms bigint,
  agent_channel smallint,
  language text,
  webhook_url text,
  webhook_events text[] NOT NULL DEFAULT '{analysis.completed}'::text[],
  custom_metadata text NOT NULL DEFAULT '{}'::text,
  stage text NOT NULL DEFAULT 'queued'::text,
  percent smallint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  settled_at timestamp(3) with time zone,
  processing_time_ms bigint,
  error_message text,
  trace_parent text,
  damaged boolean,
  call_started_at timestamp(3) with time zone,
  direction text,
  output_language text,
  error_code text,
  last_failed_at timestamp with time zone,
  restarted_at timestamp(3) with time zone,
  scenario text,
  scorecards uuid[],
  audio_tracks integer,
  report_link_round integer NOT NULL DEFAULT 0,
  reviewed boolean NOT NULL DEFAULT false,
  redact text,
  original_key text,
  original_format text,
  redacted_key text,
  redacted_format text,
  spoken_language text,
  team text,
  compliance_score smallint,
  quality_score smallint,
  effort_score smallint,
  customer_sentiment text,
  flagged boolean,
  violations text[],
  not_assessable smallint,
  overruled boolean,
  external_id text,
  bulk boolean NOT NULL DEFAULT false,
  playback text,
  playback_key text,
  transcription_engine text,
  analysis_engine text,
  retention_days integer,
  transcript_deleted_at timestamp(3) with time zone,
  CONSTRAINT analysis_pkey PRIMARY KEY (id),
  CONSTRAINT analysis_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT analysis_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT analysis_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  CONSTRAINT analysis_recording_check CHECK (((status <> 'processing'::text) OR (source_url IS NOT NULL) OR (storage_key IS NOT NULL) OR (scenario IS NOT NULL))) NOT VALID,
  CONSTRAINT analysis_stage_check CHECK ((stage = ANY (ARRAY['queued'::text, 'fetching'::text, 'measuring'::text, 'transcribing'::text, 'analysing'::text, 'settling'::text]))),
  CONSTRAINT analysis_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX analysis_account_failed_idx ON analysis USING btree (account_id, settled_at, id) WHERE ((settled_at IS NOT NULL) AND (retention_days IS NULL) AND (status = 'failed'::text));
CREATE INDEX analysis_account_original_idx ON analysis USING btree (account_id, settled_at, id) WHERE ((settled_at IS NOT NULL) AND (retention_days IS NULL) AND (original_key IS NOT NULL));
CREATE INDEX analysis_account_recording_idx ON analysis USING btree (account_id, settled_at, id) WHERE ((settled_at IS NOT NULL) AND (retention_days IS NULL) AND (storage_key IS NOT NULL));
CREATE INDEX analysis_account_retention_idx ON analysis USING btree (account_id, settled_at, id) WHERE ((settled_at IS NOT NULL) AND (retention_days IS NULL));
CREATE INDEX analysis_account_transcript_idx ON analysis USING btree (account_id, settled_at, id) WHERE ((settled_at IS NOT NULL) AND (retention_days IS NULL) AND (status = 'completed'::text) AND (transcript_deleted_at IS NULL));
CREATE INDEX analysis_agent_idx ON analysis USING btree (account_id, agent_id, created_at DESC, id DESC) INCLUDE (status, contact_id);
CREATE INDEX analysis_call_month_idx ON analysis USING btree (account_id, analysis_month(created_at), call_started_at) WHERE (call_started_at IS NOT NULL);
CREATE INDEX analysis_call_start_idx ON analysis USING btree (account_id, call_started_at) WHERE (call_started_at IS NOT NULL);
CREATE INDEX analysis_compliance_score_idx ON analysis USING btree (account_id, compliance_score) WHERE (compliance_score IS NOT NULL);
CREATE INDEX analysis_contact_idx ON analysis USING btree (account_id, contact_id, created_at DESC, id DESC) INCLUDE (status, agent_id);
CREATE INDEX analysis_direction_idx ON analysis USING btree (account_id, direction, created_at DESC, id DESC) WHERE (direction IS NOT NULL);
CREATE INDEX analysis_duration_idx ON analysis USING btree (account_id, duration_ms) WHERE (duration_ms IS NOT NULL);
CREATE UNIQUE INDEX analysis_external_id_idx ON analysis USING btree (account_id, external_id, livemode) WHERE (external_id IS NOT NULL);
CREATE INDEX analysis_fetch_order_idx ON analysis USING btree (account_id, bulk, run_after) WHERE ((status = 'processing'::text) AND (storage_key IS NULL));
CREATE INDEX analysis_flagged_idx ON analysis USING btree (account_id, created_at DESC, id DESC) WHERE flagged;
CREATE INDEX analysis_language_idx ON analysis USING btree (account_id, spoken_language, created_at DESC, id DESC) WHERE (spoken_language IS NOT NULL);
CREATE INDEX analysis_list_idx ON analysis USING btree (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id, livemode, reviewed, direction, spoken_language, flagged, compliance_score, quality_score, duration_ms, call_started_at);
CREATE INDEX analysis_masked_recording_idx ON analysis USING btree (storage_key) WHERE (storage_key <> ('recordings/'::text || (id)::text));
CREATE INDEX analysis_original_idx ON analysis USING btree (original_key) WHERE (original_key IS NOT NULL);
CREATE INDEX analysis_own_retention_idx ON analysis USING btree (own_retention_end(settled_at, retention_days), id) WHERE (retention_days IS NOT NULL);
CREATE INDEX analysis_playback_asked_idx ON analysis USING btree (account_id, id) WHERE (playback = 'asked'::text);
CREATE INDEX analysis_playback_idx ON analysis USING btree (playback_key) WHERE (playback_key IS NOT NULL);
CREATE INDEX analysis_quality_score_idx ON analysis USING btree (account_id, quality_score) WHERE (quality_score IS NOT NULL);
CREATE INDEX analysis_recording_retention_idx ON analysis USING btree (settled_at, id) WHERE ((storage_key IS NOT NULL) AND (settled_at IS NOT NULL));
CREATE INDEX analysis_rendition_idx ON analysis USING btree (redacted_key) WHERE (redacted_key IS NOT NULL);
CREATE INDEX analysis_retention_idx ON analysis USING btree (settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX analysis_reviewed_idx ON analysis USING btree (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id) WHERE reviewed;
CREATE INDEX analysis_sandbox_order_idx ON analysis USING btree (account_id, bulk, run_after) WHERE ((status = 'processing'::text) AND (scenario IS NOT NULL));
CREATE INDEX analysis_source_address_idx ON analysis USING btree (settled_at, id) WHERE ((source_url IS NOT NULL) AND (settled_at IS NOT NULL));
CREATE INDEX analysis_status_idx ON analysis USING btree (account_id, status, created_at DESC, id DESC) INCLUDE (agent_id, contact_id);
CREATE INDEX analysis_test_idx ON analysis USING btree (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id) WHERE (NOT livemode);
CREATE INDEX analysis_test_retention_idx ON analysis USING btree (settled_at, id) WHERE ((NOT livemode) AND (settled_at IS NOT NULL));
CREATE INDEX analysis_violations_idx ON analysis USING btree (account_id, created_at) WHERE (violations <> '{}'::text[]);
CREATE INDEX analysis_waiting_idx ON analysis USING btree (run_after) WHERE (status = 'processing'::text);
CREATE INDEX analysis_withheld_retention_idx ON analysis USING btree (settled_at, id) WHERE ((storage_key IS NULL) AND (original_key IS NOT NULL) AND (settled_at IS NOT NULL));
CREATE INDEX analysis_without_facts_idx ON analysis USING btree (id) WHERE ((status = 'completed'::text) AND (flagged IS NULL));
CREATE INDEX analysis_without_transcript_idx ON analysis USING btree (account_id, created_at DESC, id DESC) WHERE (transcript_deleted_at IS NOT NULL);
CREATE INDEX analysis_work_order_idx ON analysis USING btree (account_id, bulk, run_after) WHERE ((status = 'processing'::text) AND (storage_key IS NOT NULL));
CREATE TRIGGER analysis_count_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_deleted();
CREATE TRIGGER analysis_count_insert AFTER INSERT ON analysis REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_inserted();
CREATE TRIGGER analysis_count_truncate AFTER TRUNCATE ON analysis FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_truncated();
CREATE TRIGGER analysis_count_update AFTER UPDATE OF account_id, created_at, status, agent_id, contact_id ON analysis FOR EACH ROW WHEN ((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.status IS DISTINCT FROM new.status)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.contact_id IS DISTINCT FROM new.contact_id))) EXECUTE FUNCTION analysis_count_updated();
CREATE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis FOR EACH ROW WHEN (((old.status = ANY (ARRAY['processing'::text, 'failed'::text])) AND (old.duration_ms IS NOT NULL) AND (old.scenario IS NULL))) EXECUTE FUNCTION analysis_deleted_at_work();
CREATE TRIGGER analysis_end_batch_line AFTER UPDATE OF status ON analysis FOR EACH ROW WHEN ((new.bulk AND (old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['completed'::text, 'failed'::text])))) EXECUTE FUNCTION end_batch_line();
CREATE TRIGGER analysis_end_exports AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION end_exports_of_deleted();
CREATE TRIGGER analysis_engine_trial_masked AFTER UPDATE OF redact ON analysis FOR EACH ROW WHEN ((old.redact IS DISTINCT FROM new.redact)) EXECUTE FUNCTION engine_trial_item_masked();
CREATE TRIGGER analysis_evaluations_follow AFTER UPDATE OF created_at, call_started_at, direction, spoken_language, team ON analysis FOR EACH ROW WHEN (((old.flagged IS NOT NULL) AND (((((old.created_at IS DISTINCT FROM new.created_at) OR (old.call_started_at IS DISTINCT FROM new.call_started_at)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.spoken_language IS DISTINCT FROM new.spoken_language)) OR (old.team IS DISTINCT FROM new.team)))) EXECUTE FUNCTION evaluations_follow_call();
CREATE TRIGGER analysis_facets_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_deleted();
CREATE TRIGGER analysis_facets_insert AFTER INSERT ON analysis REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_inserted();
CREATE TRIGGER analysis_facets_truncate AFTER TRUNCATE ON analysis FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_truncated();
CREATE TRIGGER analysis_facets_update AFTER UPDATE OF account_id, created_at, direction, spoken_language, flagged, compliance_score, quality_score, duration_ms, call_started_at, violations, custom_metadata ON analysis FOR EACH ROW WHEN ((((((((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.spoken_language IS DISTINCT FROM new.spoken_language)) OR (old.flagged IS DISTINCT FROM new.flagged)) OR (old.compliance_score IS DISTINCT FROM new.compliance_score)) OR (old.quality_score IS DISTINCT FROM new.quality_score)) OR (old.duration_ms IS DISTINCT FROM new.duration_ms)) OR (old.call_started_at IS DISTINCT FROM new.call_started_at)) OR (old.violations IS DISTINCT FROM new.violations)) OR (old.custom_metadata IS DISTINCT FROM new.custom_metadata))) EXECUTE FUNCTION analysis_facets_updated();
CREATE TRIGGER analysis_forget_answers AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_forgets_answers();
CREATE TRIGGER analysis_held BEFORE DELETE ON analysis FOR EACH ROW EXECUTE FUNCTION refuse_held_call();
CREATE TRIGGER analysis_joint_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_joint_deleted();
CREATE TRIGGER analysis_joint_insert AFTER INSERT ON analysis REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_joint_inserted();
CREATE TRIGGER analysis_joint_update AFTER UPDATE OF account_id, created_at, status, livemode, reviewed, direction, flagged, spoken_language ON analysis FOR EACH ROW WHEN (((old.account_id IS DISTINCT FROM new.account_id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.status IS DISTINCT FROM new.status) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.reviewed IS DISTINCT FROM new.reviewed) OR (old.direction IS DISTINCT FROM new.direction) OR (old.flagged IS DISTINCT FROM new.flagged) OR (old.spoken_language IS DISTINCT FROM new.spoken_language))) EXECUTE FUNCTION analysis_joint_updated();
CREATE TRIGGER analysis_stat_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_stat_deleted();
CREATE TRIGGER analysis_stat_insert AFTER INSERT ON analysis FOR EACH ROW WHEN (((new.status = 'completed'::text) AND (new.flagged IS NOT NULL))) EXECUTE FUNCTION analysis_stat_inserted();
CREATE TRIGGER analysis_stat_truncate AFTER TRUNCATE ON analysis FOR EACH STATEMENT EXECUTE FUNCTION analysis_stat_truncated();
CREATE TRIGGER analysis_stat_update AFTER UPDATE OF account_id, livemode, created_at, call_started_at, agent_id, team, spoken_language, direction, status, duration_ms, compliance_score, quality_score, violations, not_assessable, flagged, reviewed, overruled ON analysis FOR EACH ROW WHEN (((((old.status = 'completed'::text) AND (old.flagged IS NOT NULL)) OR ((new.status = 'completed'::text) AND (new.flagged IS NOT NULL))) AND (((((((((((((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.livemode IS DISTINCT FROM new.livemode)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.call_started_at IS DISTINCT FROM new.call_started_at)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.team IS DISTINCT FROM new.team)) OR (old.spoken_language IS DISTINCT FROM new.spoken_language)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.status IS DISTINCT FROM new.status)) OR (old.duration_ms IS DISTINCT FROM new.duration_ms)) OR (old.compliance_score IS DISTINCT FROM new.compliance_score)) OR (old.quality_score IS DISTINCT FROM new.quality_score)) OR (old.violations IS DISTINCT FROM new.violations)) OR (old.not_assessable IS DISTINCT FROM new.not_assessable)) OR (old.flagged IS DISTINCT FROM new.flagged)) OR (old.reviewed IS DISTINCT FROM new.reviewed)) OR (old.overruled IS DISTINCT FROM new.overruled)))) EXECUTE FUNCTION analysis_stat_updated();
CREATE TRIGGER analysis_team_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_team_deleted();
CREATE TRIGGER analysis_team_insert AFTER INSERT ON analysis REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_team_inserted();
CREATE TRIGGER analysis_team_update AFTER UPDATE OF account_id, created_at, custom_metadata, status, livemode, reviewed, direction, flagged, spoken_language ON analysis FOR EACH ROW WHEN (((old.account_id IS DISTINCT FROM new.account_id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.custom_metadata IS DISTINCT FROM new.custom_metadata) OR (old.status IS DISTINCT FROM new.status) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.reviewed IS DISTINCT FROM new.reviewed) OR (old.direction IS DISTINCT FROM new.direction) OR (old.flagged IS DISTINCT FROM new.flagged) OR (old.spoken_language IS DISTINCT FROM new.spoken_language))) EXECUTE FUNCTION analysis_team_updated();
CREATE TRIGGER analysis_upload_forgets AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION upload_forgets_call();
CREATE TRIGGER analysis_words_change AFTER UPDATE OF account_id, livemode, created_at, agent_id, contact_id ON analysis FOR EACH ROW WHEN (((old.status = 'completed'::text) AND (((((old.account_id IS DISTINCT FROM new.account_id) OR (old.livemode IS DISTINCT FROM new.livemode)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.contact_id IS DISTINCT FROM new.contact_id)))) EXECUTE FUNCTION call_words_follow_call();
CREATE TRIGGER analysis_words_delete AFTER DELETE ON analysis FOR EACH ROW WHEN ((old.status = 'completed'::text)) EXECUTE FUNCTION call_words_go_with_call();
CREATE TRIGGER analysis_words_truncate AFTER TRUNCATE ON analysis FOR EACH STATEMENT EXECUTE FUNCTION call_words_go_with_calls();

CREATE TABLE analysis_checkpoint (
  analysis_id uuid NOT NULL,
  step text NOT NULL,
  piece integer NOT NULL DEFAULT 0,
  payload text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  fence integer,
  CONSTRAINT analysis_checkpoint_pkey PRIMARY KEY (analysis_id, step, piece),
  CONSTRAINT analysis_checkpoint_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE
);

CREATE TABLE analysis_entry (
  account_id uuid NOT NULL,
  entry uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  id uuid NOT NULL,
  CONSTRAINT analysis_entry_pkey PRIMARY KEY (account_id, entry, created_at, id)
);

CREATE TABLE analysis_facet_count (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  number integer NOT NULL,
  n bigint NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
CREATE INDEX analysis_facet_count_idx ON analysis_facet_count USING btree (account_id, kind, value, number) INCLUDE (n);
CREATE INDEX analysis_facet_count_new_idx ON analysis_facet_count USING btree (account_id) WHERE (NOT folded);

CREATE TABLE analysis_month_count (
  account_id uuid NOT NULL,
  month date NOT NULL,
  processing bigint NOT NULL,
  completed bigint NOT NULL,
  failed bigint NOT NULL,
  CONSTRAINT analysis_month_count_pkey PRIMARY KEY (account_id, month)
) WITH (fillfactor=70);

CREATE TABLE analysis_party (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  folded text NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT analysis_party_pkey PRIMARY KEY (account_id, kind, value),
  CONSTRAINT analysis_party_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'contact'::text])))
) WITH (fillfactor=80);
CREATE INDEX analysis_party_bigrams_idx ON analysis_party USING gin (account_id, analysis_bigrams(folded) COLLATE "C") WITH (fastupdate=off);
CREATE INDEX analysis_party_folded_idx ON analysis_party USING gin (account_id, folded gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE analysis_payload (
  analysis_id uuid NOT NULL,
  transcript text,
  words text,
  results text NOT NULL,
  metrics text NOT NULL,
  engine text NOT NULL,
  results_summary text,
  envelopes text,
  system_results text,
  verdicts text,
  transcript_version integer NOT NULL DEFAULT 1,
  redaction text,
  redactions text,
  maskings integer NOT NULL DEFAULT 0,
  stage_figures text,
  CONSTRAINT analysis_payload_pkey PRIMARY KEY (analysis_id),
  CONSTRAINT analysis_payload_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE
);
CREATE TRIGGER analysis_payload_end_exports AFTER UPDATE OF maskings ON analysis_payload FOR EACH ROW WHEN ((old.maskings IS DISTINCT FROM new.maskings)) EXECUTE FUNCTION end_exports_of_masked();
CREATE TRIGGER analysis_payload_facts AFTER INSERT ON analysis_payload FOR EACH ROW EXECUTE FUNCTION note_call_facts();
CREATE TRIGGER analysis_payload_facts_change AFTER UPDATE OF results, transcript ON analysis_payload FOR EACH ROW WHEN (((new.transcript IS NOT NULL) AND ((old.results IS DISTINCT FROM new.results) OR (old.transcript IS DISTINCT FROM new.transcript)))) EXECUTE FUNCTION note_call_facts();
CREATE TRIGGER analysis_payload_words AFTER INSERT ON analysis_payload FOR EACH ROW EXECUTE FUNCTION transcript_is_unsearchable();
CREATE TRIGGER analysis_payload_words_change AFTER UPDATE OF transcript ON analysis_payload FOR EACH ROW WHEN (((new.transcript IS NOT NULL) AND (old.transcript IS DISTINCT FROM new.transcript))) EXECUTE FUNCTION transcript_is_unsearchable();

CREATE TABLE analysis_scorecard (
  analysis_id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  evaluation_id uuid NOT NULL,
  evaluated_at timestamp(3) with time zone NOT NULL,
  outcome text,
  score smallint,
  CONSTRAINT analysis_scorecard_pkey PRIMARY KEY (analysis_id, scorecard_id),
  CONSTRAINT analysis_scorecard_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE
);
CREATE INDEX analysis_scorecard_kind_idx ON analysis_scorecard USING btree (account_id, scorecard_id, outcome, score);
CREATE INDEX analysis_scorecard_list_idx ON analysis_scorecard USING btree (account_id, scorecard_id, created_at DESC, analysis_id DESC) INCLUDE (outcome, score);
CREATE TRIGGER analysis_scorecard_count AFTER INSERT OR DELETE OR UPDATE OF outcome, score ON analysis_scorecard FOR EACH ROW EXECUTE FUNCTION count_judged_call();

CREATE TABLE api_key (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  key_prefix text NOT NULL,
  key_hash bytea NOT NULL,
  livemode boolean NOT NULL,
  scopes text[] NOT NULL,
  metadata text NOT NULL DEFAULT '{}'::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_by text,
  created_by uuid,
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX api_key_account_idx ON api_key USING btree (account_id, created_at DESC, id DESC) WHERE (revoked_at IS NULL);
CREATE INDEX api_key_maker_idx ON api_key USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE TRIGGER api_key_forget_answers AFTER UPDATE OF revoked_at ON api_key FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION revoked_key_forgets_answers();

CREATE TABLE audit_anchor (
  account_id uuid NOT NULL,
  sequence bigint NOT NULL,
  anchor jsonb NOT NULL,
  CONSTRAINT audit_anchor_pkey PRIMARY KEY (account_id),
  CONSTRAINT audit_anchor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE audit_chain (
  account_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash text NOT NULL,
  stored_sequence bigint NOT NULL DEFAULT 0,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (account_id),
  CONSTRAINT audit_chain_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE audit_entry (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  livemode boolean NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  request_id text,
  client_address text,
  details jsonb NOT NULL,
  sequence bigint,
  hash text,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT audit_entry_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['token'::text, 'api_key'::text, 'review_link'::text, 'member'::text, 'operator'::text, 'service'::text]))),
  CONSTRAINT audit_entry_check CHECK (((sequence IS NULL) = (hash IS NULL)))
);
CREATE INDEX audit_entry_action_idx ON audit_entry USING btree (account_id, action, at DESC, id DESC);
CREATE INDEX audit_entry_actor_idx ON audit_entry USING btree (account_id, actor_id, at DESC, id DESC);
CREATE INDEX audit_entry_list_idx ON audit_entry USING btree (account_id, at DESC, id DESC);
CREATE UNIQUE INDEX audit_entry_sequence_idx ON audit_entry USING btree (account_id, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX audit_entry_subject_idx ON audit_entry USING btree (account_id, subject_id, at DESC, id DESC);
CREATE INDEX audit_entry_unchained_idx ON audit_entry USING btree (account_id, at, id) WHERE (hash IS NULL);
CREATE TRIGGER audit_entry_kept BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_whole BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_truncation();

CREATE TABLE audit_key (
  account_id uuid NOT NULL,
  inner_pad bytea NOT NULL,
  outer_pad bytea NOT NULL,
  CONSTRAINT audit_key_pkey PRIMARY KEY (account_id),
  CONSTRAINT audit_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE batch (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  format text,
  defaults text NOT NULL,
  on_quota text NOT NULL,
  webhook_url text,
  column_names text[],
  ignored_columns text[] NOT NULL DEFAULT '{}'::text[],
  status text NOT NULL,
  total integer NOT NULL DEFAULT 0,
  queued integer NOT NULL DEFAULT 0,
  processing integer NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  existing integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  canceled integer NOT NULL DEFAULT 0,
  all_taken boolean NOT NULL DEFAULT false,
  next_line integer NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  told_waiting_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  error_message text,
  lines_deleted boolean NOT NULL DEFAULT false,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  sight jsonb,
  CONSTRAINT batch_pkey PRIMARY KEY (id),
  CONSTRAINT batch_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT batch_counts_check CHECK (((((((((queued + processing) + completed) + failed) + existing) + refused) + canceled) = total) AND (LEAST(queued, processing, completed, failed, existing, refused, canceled) >= 0))),
  CONSTRAINT batch_final_check CHECK (((status = ANY (ARRAY['reading'::text, 'processing'::text, 'waiting_for_quota'::text])) = (settled_at IS NULL))),
  CONSTRAINT batch_format_check CHECK ((format = ANY (ARRAY['jsonl'::text, 'csv'::text]))),
  CONSTRAINT batch_on_quota_check CHECK ((on_quota = ANY (ARRAY['wait'::text, 'fail'::text]))),
  CONSTRAINT batch_status_check CHECK ((status = ANY (ARRAY['reading'::text, 'processing'::text, 'waiting_for_quota'::text, 'completed'::text, 'canceled'::text, 'failed'::text])))
) WITH (fillfactor=50);
CREATE INDEX batch_account_idx ON batch USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX batch_due_idx ON batch USING btree (run_after, id) WHERE ((status = ANY (ARRAY['processing'::text, 'waiting_for_quota'::text])) AND (NOT all_taken));
CREATE INDEX batch_old_idx ON batch USING btree (settled_at) WHERE ((settled_at IS NOT NULL) AND (NOT lines_deleted));
CREATE INDEX batch_open_idx ON batch USING btree (account_id) WHERE (settled_at IS NULL);
CREATE INDEX batch_turn_idx ON batch USING btree (account_id, run_after) WHERE ((status = ANY (ARRAY['processing'::text, 'waiting_for_quota'::text])) AND (NOT all_taken));
CREATE TRIGGER batch_held_delete AFTER DELETE ON batch FOR EACH ROW EXECUTE FUNCTION batch_held();
CREATE TRIGGER batch_held_insert AFTER INSERT ON batch FOR EACH ROW EXECUTE FUNCTION batch_held();
CREATE TRIGGER batch_held_update AFTER UPDATE ON batch FOR EACH ROW WHEN ((((((((200)::bigint + COALESCE(octet_length(old.defaults), 0)) + COALESCE(octet_length(old.webhook_url), 0)) + COALESCE(octet_length(old.error_message), 0)) + COALESCE(octet_length(array_to_string(old.column_names, ','::text)), 0)) + COALESCE(octet_length(array_to_string(old.ignored_columns, ','::text)), 0)) <> ((((((200)::bigint + COALESCE(octet_length(new.defaults), 0)) + COALESCE(octet_length(new.webhook_url), 0)) + COALESCE(octet_length(new.error_message), 0)) + COALESCE(octet_length(array_to_string(new.column_names, ','::text)), 0)) + COALESCE(octet_length(array_to_string(new.ignored_columns, ','::text)), 0)))) EXECUTE FUNCTION batch_held();

CREATE TABLE batch_line (
  batch_id uuid NOT NULL,
  line integer NOT NULL,
  status text NOT NULL DEFAULT 'queued'::text,
  body text,
  external_id text,
  analysis_id uuid,
  faults text,
  ended text,
  account_id uuid,
  CONSTRAINT batch_line_pkey PRIMARY KEY (batch_id, line),
  CONSTRAINT batch_line_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE SET NULL,
  CONSTRAINT batch_line_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id) ON DELETE CASCADE,
  CONSTRAINT batch_line_ended_check CHECK ((ended = ANY (ARRAY['completed'::text, 'failed'::text]))),
  CONSTRAINT batch_line_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'existing'::text, 'refused'::text])))
);
CREATE INDEX batch_line_analysis_idx ON batch_line USING btree (analysis_id) WHERE (analysis_id IS NOT NULL);
CREATE INDEX batch_line_ended_idx ON batch_line USING btree (batch_id) WHERE (ended IS NOT NULL);
CREATE INDEX batch_line_status_idx ON batch_line USING btree (batch_id, status, line);
CREATE TRIGGER batch_line_account BEFORE INSERT ON batch_line FOR EACH ROW WHEN ((new.account_id IS NULL)) EXECUTE FUNCTION batch_line_takes_account();
CREATE TRIGGER batch_line_call_deleted BEFORE UPDATE OF analysis_id ON batch_line FOR EACH ROW WHEN (((old.analysis_id IS NOT NULL) AND (new.analysis_id IS NULL))) EXECUTE FUNCTION end_line_of_deleted();
CREATE TRIGGER batch_line_held_delete AFTER DELETE ON batch_line REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION batch_line_held();
CREATE TRIGGER batch_line_held_insert AFTER INSERT ON batch_line REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION batch_line_held();
CREATE TRIGGER batch_line_held_update AFTER UPDATE ON batch_line FOR EACH ROW WHEN ((((((200)::bigint + COALESCE(octet_length(old.body), 0)) + COALESCE(octet_length(old.external_id), 0)) + COALESCE(octet_length(old.faults), 0)) <> ((((200)::bigint + COALESCE(octet_length(new.body), 0)) + COALESCE(octet_length(new.external_id), 0)) + COALESCE(octet_length(new.faults), 0)))) EXECUTE FUNCTION batch_line_held();

CREATE TABLE batch_manifest (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  trace_parent text,
  url text NOT NULL,
  format text NOT NULL,
  status text NOT NULL DEFAULT 'processing'::text,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  CONSTRAINT batch_manifest_pkey PRIMARY KEY (id),
  CONSTRAINT batch_manifest_id_fkey FOREIGN KEY (id) REFERENCES batch(id) ON DELETE CASCADE,
  CONSTRAINT batch_manifest_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX batch_manifest_due_idx ON batch_manifest USING btree (account_id, run_after) WHERE (status = 'processing'::text);

CREATE TABLE calibration (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  name text,
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  sample_id uuid,
  reviewer_ids text[] NOT NULL,
  expert_id text,
  blind boolean NOT NULL,
  due_at timestamp(3) with time zone,
  status text NOT NULL DEFAULT 'open'::text,
  closed_at timestamp(3) with time zone,
  agreement text,
  sight jsonb,
  CONSTRAINT calibration_pkey PRIMARY KEY (id),
  CONSTRAINT calibration_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT calibration_scorecard_id_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE,
  CONSTRAINT calibration_check CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  CONSTRAINT calibration_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'canceled'::text])))
);
CREATE INDEX calibration_closed_idx ON calibration USING btree (scorecard_id, revision, closed_at) WHERE (status = 'closed'::text);
CREATE INDEX calibration_due_idx ON calibration USING btree (due_at) WHERE ((status = 'open'::text) AND (due_at IS NOT NULL));
CREATE INDEX calibration_list_idx ON calibration USING btree (account_id, created_at DESC, id DESC) INCLUDE (status, scorecard_id);
CREATE INDEX calibration_open_idx ON calibration USING btree (account_id) WHERE (status = 'open'::text);
CREATE TRIGGER calibration_held_delete AFTER DELETE ON calibration FOR EACH ROW EXECUTE FUNCTION calibration_held();
CREATE TRIGGER calibration_held_insert AFTER INSERT ON calibration FOR EACH ROW EXECUTE FUNCTION calibration_held();
CREATE TRIGGER calibration_held_update AFTER UPDATE ON calibration FOR EACH ROW WHEN (((((((200)::bigint + COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(old.expert_id), 0)) + COALESCE(octet_length(old.agreement), 0)) + COALESCE(octet_length(array_to_string(old.reviewer_ids, ','::text)), 0)) <> (((((200)::bigint + COALESCE(octet_length(new.name), 0)) + COALESCE(octet_length(new.expert_id), 0)) + COALESCE(octet_length(new.agreement), 0)) + COALESCE(octet_length(array_to_string(new.reviewer_ids, ','::text)), 0)))) EXECUTE FUNCTION calibration_held();

CREATE TABLE calibration_call (
  calibration_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  place integer NOT NULL,
  machine text,
  confidences text,
  CONSTRAINT calibration_call_pkey PRIMARY KEY (calibration_id, analysis_id),
  CONSTRAINT calibration_call_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT calibration_call_calibration_id_fkey FOREIGN KEY (calibration_id) REFERENCES calibration(id) ON DELETE CASCADE
);
CREATE INDEX calibration_call_analysis_idx ON calibration_call USING btree (analysis_id);
CREATE TRIGGER calibration_call_deleted AFTER DELETE ON calibration_call REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION calibration_forgets_figures();
CREATE TRIGGER calibration_call_held_delete AFTER DELETE ON calibration_call REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION calibration_call_held();
CREATE TRIGGER calibration_call_held_insert AFTER INSERT ON calibration_call REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION calibration_call_held();
CREATE TRIGGER calibration_call_held_update AFTER UPDATE ON calibration_call REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION calibration_call_held();

CREATE TABLE calibration_rating (
  calibration_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  reviewer_id text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  answers text NOT NULL,
  given text NOT NULL,
  via text NOT NULL,
  principal_id text NOT NULL,
  CONSTRAINT calibration_rating_pkey PRIMARY KEY (calibration_id, analysis_id, reviewer_id),
  CONSTRAINT calibration_rating_calibration_id_analysis_id_fkey FOREIGN KEY (calibration_id, analysis_id) REFERENCES calibration_call(calibration_id, analysis_id) ON DELETE CASCADE,
  CONSTRAINT calibration_rating_via_check CHECK ((via = ANY (ARRAY['api_key'::text, 'token'::text, 'review_link'::text])))
);
CREATE TRIGGER calibration_rating_held_delete AFTER DELETE ON calibration_rating FOR EACH ROW EXECUTE FUNCTION calibration_rating_held();
CREATE TRIGGER calibration_rating_held_insert AFTER INSERT ON calibration_rating FOR EACH ROW EXECUTE FUNCTION calibration_rating_held();
CREATE TRIGGER calibration_rating_held_update AFTER UPDATE ON calibration_rating FOR EACH ROW WHEN (((((((200)::bigint + COALESCE(octet_length(old.reviewer_id), 0)) + COALESCE(octet_length(old.answers), 0)) + COALESCE(octet_length(old.given), 0)) + COALESCE(octet_length(old.principal_id), 0)) <> (((((200)::bigint + COALESCE(octet_length(new.reviewer_id), 0)) + COALESCE(octet_length(new.answers), 0)) + COALESCE(octet_length(new.given), 0)) + COALESCE(octet_length(new.principal_id), 0)))) EXECUTE FUNCTION calibration_rating_held();

CREATE TABLE call_redaction (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  is_scenario boolean NOT NULL,
  redaction_id uuid,
  wanted text NOT NULL,
  is_text_masked boolean NOT NULL,
  delivered_before text NOT NULL,
  searched text,
  sound text,
  answer text,
  status text NOT NULL DEFAULT 'processing'::text,
  error_message text,
  error_code text,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  trace_parent text,
  counted boolean NOT NULL DEFAULT false,
  CONSTRAINT call_redaction_pkey PRIMARY KEY (id),
  CONSTRAINT call_redaction_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT call_redaction_redaction_id_fkey FOREIGN KEY (redaction_id) REFERENCES redaction(id) ON DELETE SET NULL NOT VALID,
  CONSTRAINT call_redaction_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT call_redaction_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX call_redaction_analysis_idx ON call_redaction USING btree (analysis_id, created_at DESC);
CREATE UNIQUE INDEX call_redaction_in_progress_idx ON call_redaction USING btree (analysis_id) WHERE (status = 'processing'::text);
CREATE INDEX call_redaction_of_job_idx ON call_redaction USING btree (redaction_id) WHERE (redaction_id IS NOT NULL);
CREATE INDEX call_redaction_turn_idx ON call_redaction USING btree (account_id, run_after) WHERE (status = 'processing'::text);
CREATE INDEX call_redaction_uncounted_idx ON call_redaction USING btree (redaction_id, status) WHERE ((redaction_id IS NOT NULL) AND (NOT counted));
CREATE TRIGGER call_redaction_held_delete AFTER DELETE ON call_redaction FOR EACH ROW EXECUTE FUNCTION call_redaction_held();
CREATE TRIGGER call_redaction_held_insert AFTER INSERT ON call_redaction FOR EACH ROW EXECUTE FUNCTION call_redaction_held();
CREATE TRIGGER call_redaction_held_update AFTER UPDATE ON call_redaction FOR EACH ROW WHEN (((((((((200)::bigint + COALESCE(octet_length(old.wanted), 0)) + COALESCE(octet_length(old.delivered_before), 0)) + COALESCE(octet_length(old.searched), 0)) + COALESCE(octet_length(old.sound), 0)) + COALESCE(octet_length(old.answer), 0)) + COALESCE(octet_length(old.error_message), 0)) <> (((((((200)::bigint + COALESCE(octet_length(new.wanted), 0)) + COALESCE(octet_length(new.delivered_before), 0)) + COALESCE(octet_length(new.searched), 0)) + COALESCE(octet_length(new.sound), 0)) + COALESCE(octet_length(new.answer), 0)) + COALESCE(octet_length(new.error_message), 0)))) EXECUTE FUNCTION call_redaction_held();

CREATE TABLE call_words (
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  agent_id text NOT NULL,
  contact_id text NOT NULL,
  in_pieces boolean NOT NULL,
  words tsvector NOT NULL,
  frequent_words smallint NOT NULL DEFAULT 0
) PARTITION BY RANGE (created_at);
CREATE INDEX call_words_idx ON ONLY call_words USING gin (search_tenant(account_id, livemode), search_shelf(account_id, livemode, created_at) COLLATE "C", agent_id, contact_id, words) WITH (fastupdate=off);
CREATE INDEX call_words_unpaired_idx ON ONLY call_words USING btree (account_id, livemode, created_at) WHERE (frequent_words <> 1);

CREATE TABLE call_words_piece (
  analysis_id uuid NOT NULL,
  piece integer NOT NULL,
  words tsvector NOT NULL,
  CONSTRAINT call_words_piece_pkey PRIMARY KEY (analysis_id, piece),
  CONSTRAINT call_words_piece_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE
);

CREATE TABLE carried_answers (
  analysis_id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  answers text NOT NULL,
  CONSTRAINT carried_answers_pkey PRIMARY KEY (analysis_id, scorecard_id, revision),
  CONSTRAINT carried_answers_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT carried_answers_scorecard_id_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE
);

CREATE TABLE correction (
  id uuid NOT NULL,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  is_scenario boolean NOT NULL,
  base_version integer NOT NULL,
  version integer NOT NULL,
  changes text NOT NULL,
  swap_roles boolean NOT NULL,
  speakers text NOT NULL,
  edited_segments integer NOT NULL,
  reviewer_id text NOT NULL,
  via text NOT NULL,
  principal_id text NOT NULL,
  note text,
  status text NOT NULL DEFAULT 'processing'::text,
  error_message text,
  error_code text,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  trace_parent text,
  judges_anew boolean NOT NULL DEFAULT false,
  CONSTRAINT correction_pkey PRIMARY KEY (id),
  CONSTRAINT correction_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT correction_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT correction_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT correction_version_check CHECK ((version = (base_version + 1))),
  CONSTRAINT correction_via_check CHECK ((via = ANY (ARRAY['api_key'::text, 'token'::text, 'review_link'::text])))
);
CREATE INDEX correction_analysis_idx ON correction USING btree (analysis_id, seq DESC);
CREATE UNIQUE INDEX correction_in_progress_idx ON correction USING btree (analysis_id) WHERE (status = 'processing'::text);
CREATE INDEX correction_turn_idx ON correction USING btree (account_id, run_after) WHERE (status = 'processing'::text);
CREATE TRIGGER correction_held_delete AFTER DELETE ON correction FOR EACH ROW EXECUTE FUNCTION correction_held();
CREATE TRIGGER correction_held_insert AFTER INSERT ON correction FOR EACH ROW EXECUTE FUNCTION correction_held();
CREATE TRIGGER correction_held_update AFTER UPDATE ON correction FOR EACH ROW WHEN ((((((((200)::bigint + COALESCE(octet_length(old.changes), 0)) + COALESCE(octet_length(old.speakers), 0)) + COALESCE(octet_length(old.reviewer_id), 0)) + COALESCE(octet_length(old.note), 0)) + COALESCE(octet_length(old.error_message), 0)) <> ((((((200)::bigint + COALESCE(octet_length(new.changes), 0)) + COALESCE(octet_length(new.speakers), 0)) + COALESCE(octet_length(new.reviewer_id), 0)) + COALESCE(octet_length(new.note), 0)) + COALESCE(octet_length(new.error_message), 0)))) EXECUTE FUNCTION correction_held();

CREATE TABLE correction_checkpoint (
  correction_id uuid NOT NULL,
  payload text NOT NULL,
  CONSTRAINT correction_checkpoint_pkey PRIMARY KEY (correction_id),
  CONSTRAINT correction_checkpoint_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES correction(id) ON DELETE CASCADE
);

CREATE TABLE deleted_call (
  analysis_id uuid NOT NULL,
  duration_ms bigint NOT NULL,
  steps text[] NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'processing'::text,
  sent_ms bigint,
  CONSTRAINT deleted_call_pkey PRIMARY KEY (analysis_id)
);

CREATE TABLE deployment (
  only_row boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deployment_pkey PRIMARY KEY (only_row),
  CONSTRAINT deployment_only_row_check CHECK (only_row)
);

CREATE TABLE dispute (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  agent_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  livemode boolean NOT NULL,
  raised_by text NOT NULL,
  via text NOT NULL,
  principal_id text NOT NULL,
  answers text NOT NULL,
  worth real NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  decision text,
  reviewer_id text,
  resolver_id text,
  note text,
  review_id uuid,
  resolved_at timestamp(3) with time zone,
  CONSTRAINT dispute_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT dispute_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT dispute_check CHECK (((status = 'resolved'::text) = ((decision IS NOT NULL) AND (resolved_at IS NOT NULL)))),
  CONSTRAINT dispute_check1 CHECK (((review_id IS NOT NULL) = (COALESCE(decision, 'upheld'::text) <> 'upheld'::text))),
  CONSTRAINT dispute_decision_check CHECK ((decision = ANY (ARRAY['upheld'::text, 'overturned'::text, 'partly'::text]))),
  CONSTRAINT dispute_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text]))),
  CONSTRAINT dispute_via_check CHECK ((via = ANY (ARRAY['api_key'::text, 'token'::text, 'review_link'::text])))
);
CREATE INDEX dispute_agent_idx ON dispute USING btree (account_id, agent_id, created_at DESC, id DESC);
CREATE INDEX dispute_analysis_idx ON dispute USING btree (analysis_id);
CREATE INDEX dispute_list_idx ON dispute USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX dispute_open_idx ON dispute USING btree (evaluation_id) WHERE (status = 'open'::text);
CREATE INDEX dispute_scorecard_idx ON dispute USING btree (account_id, scorecard_id, created_at DESC, id DESC);
CREATE INDEX dispute_status_idx ON dispute USING btree (account_id, status, created_at DESC, id DESC);
CREATE TRIGGER dispute_held_delete AFTER DELETE ON dispute FOR EACH ROW EXECUTE FUNCTION dispute_held();
CREATE TRIGGER dispute_held_insert AFTER INSERT ON dispute FOR EACH ROW EXECUTE FUNCTION dispute_held();
CREATE TRIGGER dispute_held_update AFTER UPDATE ON dispute FOR EACH ROW WHEN ((((((((((200)::bigint + COALESCE(octet_length(old.agent_id), 0)) + COALESCE(octet_length(old.raised_by), 0)) + COALESCE(octet_length(old.principal_id), 0)) + COALESCE(octet_length(old.answers), 0)) + COALESCE(octet_length(old.reviewer_id), 0)) + COALESCE(octet_length(old.resolver_id), 0)) + COALESCE(octet_length(old.note), 0)) <> ((((((((200)::bigint + COALESCE(octet_length(new.agent_id), 0)) + COALESCE(octet_length(new.raised_by), 0)) + COALESCE(octet_length(new.principal_id), 0)) + COALESCE(octet_length(new.answers), 0)) + COALESCE(octet_length(new.reviewer_id), 0)) + COALESCE(octet_length(new.resolver_id), 0)) + COALESCE(octet_length(new.note), 0)))) EXECUTE FUNCTION dispute_held();

CREATE TABLE ended_token (
  account_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT ended_token_pkey PRIMARY KEY (account_id, token_hash),
  CONSTRAINT ended_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE engine_learnt (
  engine text NOT NULL,
  server text NOT NULL,
  learnt jsonb NOT NULL,
  learnt_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT engine_learnt_pkey PRIMARY KEY (engine, server)
);

CREATE TABLE engine_pause (
  engine text NOT NULL,
  since timestamp with time zone,
  paused_until timestamp with time zone,
  reason text,
  failures integer NOT NULL DEFAULT 0,
  suspects uuid[] NOT NULL DEFAULT '{}'::uuid[],
  probe_by uuid,
  probe_until timestamp with time zone,
  success_at timestamp with time zone,
  success_by uuid,
  other_success_at timestamp with time zone,
  account_id uuid,
  notice_at timestamp(3) with time zone,
  CONSTRAINT engine_pause_pkey PRIMARY KEY (engine),
  CONSTRAINT engine_pause_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX engine_pause_account_idx ON engine_pause USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX engine_pause_notice_idx ON engine_pause USING btree (notice_at) WHERE (notice_at IS NOT NULL);

CREATE TABLE engine_settings (
  account_id uuid NOT NULL,
  transcription_engine text,
  transcription_key bytea,
  transcription_last4 text,
  analysis_engine text,
  analysis_key bytea,
  analysis_last4 text,
  changed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT engine_settings_pkey PRIMARY KEY (account_id),
  CONSTRAINT engine_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE engine_trial (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  sight jsonb,
  name text,
  task text NOT NULL,
  engines text[] NOT NULL,
  scorecard_id uuid,
  revision integer,
  calls integer NOT NULL,
  seed text,
  population integer,
  estimate text NOT NULL,
  status text NOT NULL DEFAULT 'processing'::text,
  figures text,
  total integer NOT NULL,
  total_test integer NOT NULL,
  completed integer NOT NULL DEFAULT 0,
  completed_test integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT engine_trial_pkey PRIMARY KEY (id),
  CONSTRAINT engine_trial_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT engine_trial_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE,
  CONSTRAINT engine_trial_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT engine_trial_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'canceled'::text, 'failed'::text]))),
  CONSTRAINT engine_trial_task_check CHECK ((task = ANY (ARRAY['transcription'::text, 'analysis'::text])))
);
CREATE INDEX engine_trial_account_idx ON engine_trial USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX engine_trial_card_idx ON engine_trial USING btree (scorecard_id, revision) WHERE (scorecard_id IS NOT NULL);
CREATE INDEX engine_trial_due_idx ON engine_trial USING btree (account_id, run_after) WHERE (status = 'processing'::text);
CREATE TRIGGER engine_trial_held_delete AFTER DELETE ON engine_trial FOR EACH ROW EXECUTE FUNCTION engine_trial_held();
CREATE TRIGGER engine_trial_held_insert AFTER INSERT ON engine_trial FOR EACH ROW EXECUTE FUNCTION engine_trial_held();
CREATE TRIGGER engine_trial_held_update AFTER UPDATE ON engine_trial FOR EACH ROW WHEN ((((((((200)::bigint + COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(old.seed), 0)) + COALESCE(octet_length(old.estimate), 0)) + COALESCE(octet_length(old.figures), 0)) + COALESCE(octet_length(array_to_string(old.engines, ','::text)), 0)) <> ((((((200)::bigint + COALESCE(octet_length(new.name), 0)) + COALESCE(octet_length(new.seed), 0)) + COALESCE(octet_length(new.estimate), 0)) + COALESCE(octet_length(new.figures), 0)) + COALESCE(octet_length(array_to_string(new.engines, ','::text)), 0)))) EXECUTE FUNCTION engine_trial_held();

CREATE TABLE engine_trial_checkpoint (
  item_id uuid NOT NULL,
  step text NOT NULL,
  piece integer NOT NULL,
  payload text NOT NULL,
  CONSTRAINT engine_trial_checkpoint_pkey PRIMARY KEY (item_id, step, piece),
  CONSTRAINT engine_trial_checkpoint_item_id_fkey FOREIGN KEY (item_id) REFERENCES engine_trial_item(id) ON DELETE CASCADE
);

CREATE TABLE engine_trial_item (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  trial_id uuid NOT NULL,
  account_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  engine text NOT NULL,
  task text NOT NULL,
  livemode boolean NOT NULL,
  is_scenario boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  request_id text NOT NULL,
  status text NOT NULL DEFAULT 'processing'::text,
  skipped_reason text,
  error_message text,
  error_code text,
  result text,
  audio_ms bigint NOT NULL DEFAULT 0,
  spent_ms bigint NOT NULL DEFAULT 0,
  clock_at timestamp with time zone,
  stage text NOT NULL DEFAULT 'queued'::text,
  percent smallint NOT NULL DEFAULT 0,
  cost_micros bigint,
  errors integer,
  words integer,
  roles_wrong boolean,
  language_wrong boolean,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  trace_parent text,
  CONSTRAINT engine_trial_item_pkey PRIMARY KEY (id),
  CONSTRAINT engine_trial_item_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT engine_trial_item_trial_id_fkey FOREIGN KEY (trial_id) REFERENCES engine_trial(id) ON DELETE CASCADE,
  CONSTRAINT engine_trial_item_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT engine_trial_item_skipped_check CHECK (((status = 'skipped'::text) = (skipped_reason IS NOT NULL))),
  CONSTRAINT engine_trial_item_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text, 'skipped'::text, 'canceled'::text])))
);
CREATE INDEX engine_trial_item_call_idx ON engine_trial_item USING btree (analysis_id);
CREATE UNIQUE INDEX engine_trial_item_key ON engine_trial_item USING btree (trial_id, analysis_id, engine);
CREATE INDEX engine_trial_item_open_idx ON engine_trial_item USING btree (trial_id) WHERE (status = 'processing'::text);
CREATE INDEX engine_trial_item_turn_idx ON engine_trial_item USING btree (account_id, run_after) WHERE (status = 'processing'::text);
CREATE TRIGGER engine_trial_item_held_delete AFTER DELETE ON engine_trial_item REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION engine_trial_item_held();
CREATE TRIGGER engine_trial_item_held_insert AFTER INSERT ON engine_trial_item REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION engine_trial_item_held();
CREATE TRIGGER engine_trial_item_held_update AFTER UPDATE ON engine_trial_item FOR EACH ROW WHEN (((((200)::bigint + COALESCE(octet_length(old.result), 0)) + COALESCE(octet_length(old.error_message), 0)) <> (((200)::bigint + COALESCE(octet_length(new.result), 0)) + COALESCE(octet_length(new.error_message), 0)))) EXECUTE FUNCTION engine_trial_item_held();

CREATE TABLE engine_trial_request (
  item_id uuid NOT NULL,
  purpose text NOT NULL,
  channel smallint NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  requests integer NOT NULL DEFAULT 1,
  sent_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT engine_trial_request_pkey PRIMARY KEY (item_id, purpose, channel, start_ms, end_ms),
  CONSTRAINT engine_trial_request_item_id_fkey FOREIGN KEY (item_id) REFERENCES engine_trial_item(id) ON DELETE CASCADE
);

CREATE TABLE engine_trial_start (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT engine_trial_start_pkey PRIMARY KEY (id),
  CONSTRAINT engine_trial_start_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX engine_trial_start_account_idx ON engine_trial_start USING btree (account_id, started_at);

CREATE TABLE erasure (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  livemode boolean NOT NULL,
  subject text NOT NULL,
  name text,
  subject_hash text NOT NULL,
  scope text NOT NULL,
  reason text NOT NULL,
  reference text,
  status text NOT NULL DEFAULT 'processing'::text,
  accepted_by timestamp(3) with time zone NOT NULL,
  sight jsonb,
  collected boolean NOT NULL DEFAULT false,
  names_erased boolean NOT NULL DEFAULT false,
  counts jsonb NOT NULL,
  delivered_before text[] NOT NULL DEFAULT '{}'::text[],
  found text,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  settled_at timestamp(3) with time zone,
  receipt jsonb,
  CONSTRAINT erasure_pkey PRIMARY KEY (id),
  CONSTRAINT erasure_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT erasure_scope_check CHECK ((scope = ANY (ARRAY['calls'::text, 'recordings'::text, 'traces'::text]))),
  CONSTRAINT erasure_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'deferred'::text, 'failed'::text, 'completed'::text]))),
  CONSTRAINT erasure_subject_check CHECK ((subject = ANY (ARRAY['contact'::text, 'agent'::text, 'analyses'::text])))
);
CREATE INDEX erasure_due_idx ON erasure USING btree (run_after) WHERE (status = ANY (ARRAY['processing'::text, 'failed'::text]));
CREATE INDEX erasure_list_idx ON erasure USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX erasure_open_idx ON erasure USING btree (account_id) WHERE (status = ANY (ARRAY['processing'::text, 'failed'::text]));
CREATE TRIGGER erasure_held_delete AFTER DELETE ON erasure FOR EACH ROW EXECUTE FUNCTION erasure_held();
CREATE TRIGGER erasure_held_insert AFTER INSERT ON erasure FOR EACH ROW EXECUTE FUNCTION erasure_held();
CREATE TRIGGER erasure_held_update AFTER UPDATE ON erasure FOR EACH ROW WHEN (((((((((200)::bigint + COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(old.reason), 0)) + COALESCE(octet_length(old.reference), 0)) + COALESCE(octet_length(old.found), 0)) + COALESCE(octet_length((old.receipt)::text), 0)) + COALESCE(octet_length(array_to_string(old.delivered_before, ','::text)), 0)) <> (((((((200)::bigint + COALESCE(octet_length(new.name), 0)) + COALESCE(octet_length(new.reason), 0)) + COALESCE(octet_length(new.reference), 0)) + COALESCE(octet_length(new.found), 0)) + COALESCE(octet_length((new.receipt)::text), 0)) + COALESCE(octet_length(array_to_string(new.delivered_before, ','::text)), 0)))) EXECUTE FUNCTION erasure_held();

CREATE TABLE erasure_call (
  erasure_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  CONSTRAINT erasure_call_pkey PRIMARY KEY (erasure_id, analysis_id),
  CONSTRAINT erasure_call_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES erasure(id) ON DELETE CASCADE,
  CONSTRAINT erasure_call_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'deferred'::text, 'erased'::text])))
);
CREATE INDEX erasure_call_deferred_idx ON erasure_call USING btree (analysis_id) WHERE (state = 'deferred'::text);
CREATE INDEX erasure_call_state_idx ON erasure_call USING btree (erasure_id, state, analysis_id);

CREATE TABLE erasure_journal (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  erasure_id uuid,
  line text NOT NULL,
  CONSTRAINT erasure_journal_pkey PRIMARY KEY (id)
);
CREATE INDEX erasure_journal_erasure_idx ON erasure_journal USING btree (erasure_id) WHERE (erasure_id IS NOT NULL);

CREATE TABLE erasure_key (
  erasure_id uuid NOT NULL,
  storage_key text NOT NULL,
  CONSTRAINT erasure_key_pkey PRIMARY KEY (erasure_id, storage_key),
  CONSTRAINT erasure_key_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES erasure(id) ON DELETE CASCADE
);

CREATE TABLE erasure_object (
  storage_key text NOT NULL,
  written_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  merged boolean NOT NULL DEFAULT false,
  CONSTRAINT erasure_object_pkey PRIMARY KEY (storage_key)
);

CREATE TABLE evaluation (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  agent_id text NOT NULL,
  contact_id text NOT NULL,
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  judge text NOT NULL DEFAULT ''::text,
  transcript_hash bytea NOT NULL,
  rescore_id uuid,
  kept boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'processing'::text,
  outcome text,
  score smallint,
  coverage double precision,
  error_message text,
  error_code text,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  trace_parent text,
  system_score smallint,
  system_outcome text,
  superseded boolean NOT NULL DEFAULT false,
  counted boolean NOT NULL DEFAULT true,
  reviewed boolean NOT NULL DEFAULT false,
  call_created_at timestamp(3) with time zone,
  call_started_at timestamp(3) with time zone,
  direction text,
  spoken_language text,
  team text,
  given_answers text[],
  overruled boolean,
  CONSTRAINT evaluation_pkey PRIMARY KEY (id),
  CONSTRAINT evaluation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT evaluation_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT evaluation_rescore_id_fkey FOREIGN KEY (rescore_id) REFERENCES rescore(id) ON DELETE SET NULL,
  CONSTRAINT evaluation_scorecard_id_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE,
  CONSTRAINT evaluation_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT evaluation_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'auto_failed'::text, 'needs_review'::text, 'not_assessable'::text]))),
  CONSTRAINT evaluation_score_check CHECK (((score >= 0) AND (score <= 100))),
  CONSTRAINT evaluation_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX evaluation_agent_idx ON evaluation USING btree (account_id, agent_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded);
CREATE INDEX evaluation_analysis_idx ON evaluation USING btree (analysis_id, created_at DESC, id DESC);
CREATE INDEX evaluation_contact_idx ON evaluation USING btree (account_id, contact_id, created_at DESC, id DESC) INCLUDE (agent_id, scorecard_id, revision, outcome, score, superseded);
CREATE INDEX evaluation_kind_idx ON evaluation USING btree (scorecard_id, revision, COALESCE(outcome, ''::text), COALESCE(score, (- (1)::smallint)), created_at DESC, id DESC);
CREATE INDEX evaluation_list_idx ON evaluation USING btree (account_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded);
CREATE INDEX evaluation_rescore_idx ON evaluation USING btree (rescore_id) WHERE (rescore_id IS NOT NULL);
CREATE INDEX evaluation_rescore_turn_idx ON evaluation USING btree (account_id, run_after) WHERE ((status = 'processing'::text) AND (rescore_id IS NOT NULL) AND (NOT kept));
CREATE INDEX evaluation_reviewed_idx ON evaluation USING btree (account_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded) WHERE reviewed;
CREATE UNIQUE INDEX evaluation_same_idx ON evaluation USING btree (analysis_id, scorecard_id, revision, judge, transcript_hash) WHERE (status <> 'failed'::text);
CREATE INDEX evaluation_test_idx ON evaluation USING btree (account_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded) WHERE (NOT livemode);
CREATE INDEX evaluation_turn_idx ON evaluation USING btree (account_id, run_after) WHERE ((status = 'processing'::text) AND ((rescore_id IS NULL) OR kept));
CREATE INDEX evaluation_unsettled_idx ON evaluation USING btree (rescore_id) WHERE ((status = 'processing'::text) AND (rescore_id IS NOT NULL));
CREATE INDEX evaluation_without_facts_idx ON evaluation USING btree (id) WHERE (call_created_at IS NULL);
CREATE TRIGGER evaluation_judged_delete AFTER DELETE ON evaluation FOR EACH ROW WHEN ((old.status = 'completed'::text)) EXECUTE FUNCTION note_judged_call();
CREATE TRIGGER evaluation_judged_insert AFTER INSERT ON evaluation FOR EACH ROW WHEN ((new.status = 'completed'::text)) EXECUTE FUNCTION note_judged_call();
CREATE TRIGGER evaluation_judged_update AFTER UPDATE OF status, superseded, outcome, score ON evaluation FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.superseded IS DISTINCT FROM new.superseded)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.score IS DISTINCT FROM new.score))) EXECUTE FUNCTION note_judged_call();
CREATE TRIGGER evaluation_kind_count_delete AFTER DELETE ON evaluation REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION evaluation_kind_count_deleted();
CREATE TRIGGER evaluation_kind_count_insert AFTER INSERT ON evaluation REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION evaluation_kind_count_inserted();
CREATE TRIGGER evaluation_kind_count_update AFTER UPDATE OF account_id, created_at, scorecard_id, revision, outcome, score, superseded ON evaluation FOR EACH ROW WHEN ((((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.scorecard_id IS DISTINCT FROM new.scorecard_id)) OR (old.revision IS DISTINCT FROM new.revision)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.score IS DISTINCT FROM new.score)) OR (old.superseded IS DISTINCT FROM new.superseded))) EXECUTE FUNCTION evaluation_kind_count_updated();
CREATE TRIGGER evaluation_of_call BEFORE INSERT ON evaluation FOR EACH ROW EXECUTE FUNCTION evaluation_takes_call();
CREATE TRIGGER evaluation_stat_delete AFTER DELETE ON evaluation FOR EACH ROW WHEN (((old.status = 'completed'::text) AND (NOT old.superseded) AND (old.given_answers IS NOT NULL) AND (old.call_created_at IS NOT NULL))) EXECUTE FUNCTION evaluation_stat_deleted();
CREATE TRIGGER evaluation_stat_insert AFTER INSERT ON evaluation FOR EACH ROW WHEN (((new.status = 'completed'::text) AND (NOT new.superseded) AND (new.given_answers IS NOT NULL) AND (new.call_created_at IS NOT NULL))) EXECUTE FUNCTION evaluation_stat_inserted();
CREATE TRIGGER evaluation_stat_update AFTER UPDATE OF account_id, livemode, call_created_at, call_started_at, agent_id, team, spoken_language, direction, scorecard_id, revision, status, superseded, outcome, score, coverage, reviewed, overruled, given_answers ON evaluation FOR EACH ROW WHEN (((((old.status = 'completed'::text) AND (NOT old.superseded) AND (old.given_answers IS NOT NULL) AND (old.call_created_at IS NOT NULL)) OR ((new.status = 'completed'::text) AND (NOT new.superseded) AND (new.given_answers IS NOT NULL) AND (new.call_created_at IS NOT NULL))) AND ((((((((((((((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.livemode IS DISTINCT FROM new.livemode)) OR (old.call_created_at IS DISTINCT FROM new.call_created_at)) OR (old.call_started_at IS DISTINCT FROM new.call_started_at)) OR (old.agent_id IS DISTINCT FROM new.agent_id)) OR (old.team IS DISTINCT FROM new.team)) OR (old.spoken_language IS DISTINCT FROM new.spoken_language)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.scorecard_id IS DISTINCT FROM new.scorecard_id)) OR (old.revision IS DISTINCT FROM new.revision)) OR (old.status IS DISTINCT FROM new.status)) OR (old.superseded IS DISTINCT FROM new.superseded)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.score IS DISTINCT FROM new.score)) OR (old.coverage IS DISTINCT FROM new.coverage)) OR (old.reviewed IS DISTINCT FROM new.reviewed)) OR (old.overruled IS DISTINCT FROM new.overruled)) OR (old.given_answers IS DISTINCT FROM new.given_answers)))) EXECUTE FUNCTION evaluation_stat_updated();

CREATE TABLE evaluation_acknowledgement (
  evaluation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  acknowledged_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  note text,
  via text NOT NULL,
  principal_id text NOT NULL,
  CONSTRAINT evaluation_acknowledgement_pkey PRIMARY KEY (evaluation_id),
  CONSTRAINT evaluation_acknowledgement_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES evaluation(id) ON DELETE CASCADE,
  CONSTRAINT evaluation_acknowledgement_via_check CHECK ((via = ANY (ARRAY['api_key'::text, 'token'::text, 'review_link'::text])))
);
CREATE TRIGGER evaluation_acknowledgement_held_delete AFTER DELETE ON evaluation_acknowledgement FOR EACH ROW EXECUTE FUNCTION evaluation_acknowledgement_held();
CREATE TRIGGER evaluation_acknowledgement_held_insert AFTER INSERT ON evaluation_acknowledgement FOR EACH ROW EXECUTE FUNCTION evaluation_acknowledgement_held();
CREATE TRIGGER evaluation_acknowledgement_held_update AFTER UPDATE ON evaluation_acknowledgement FOR EACH ROW WHEN (((((200)::bigint + COALESCE(octet_length(old.note), 0)) + COALESCE(octet_length(old.principal_id), 0)) <> (((200)::bigint + COALESCE(octet_length(new.note), 0)) + COALESCE(octet_length(new.principal_id), 0)))) EXECUTE FUNCTION evaluation_acknowledgement_held();

CREATE TABLE evaluation_checkpoint (
  evaluation_id uuid NOT NULL,
  batch integer NOT NULL,
  payload text NOT NULL,
  CONSTRAINT evaluation_checkpoint_pkey PRIMARY KEY (evaluation_id, batch),
  CONSTRAINT evaluation_checkpoint_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES evaluation(id) ON DELETE CASCADE
);

CREATE TABLE evaluation_count (
  period_id uuid NOT NULL,
  account_id uuid NOT NULL,
  evaluations integer NOT NULL,
  CONSTRAINT evaluation_count_pkey PRIMARY KEY (period_id),
  CONSTRAINT evaluation_count_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT evaluation_count_evaluations_check CHECK ((evaluations >= 0))
) WITH (fillfactor=70);
CREATE INDEX evaluation_count_account_idx ON evaluation_count USING btree (account_id);

CREATE TABLE evaluation_kind_count (
  account_id uuid NOT NULL,
  span text NOT NULL,
  start date NOT NULL,
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  outcome text NOT NULL,
  score smallint NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT evaluation_kind_count_pkey PRIMARY KEY (account_id, span, start, scorecard_id, revision, outcome, score),
  CONSTRAINT evaluation_kind_count_span_check CHECK ((span = ANY (ARRAY['month'::text, 'day'::text])))
) WITH (fillfactor=70);

CREATE TABLE evaluation_payload (
  evaluation_id uuid NOT NULL,
  judged text NOT NULL,
  sections text NOT NULL,
  answers text NOT NULL,
  auto_fails text NOT NULL,
  provenance text NOT NULL,
  CONSTRAINT evaluation_payload_pkey PRIMARY KEY (evaluation_id),
  CONSTRAINT evaluation_payload_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES evaluation(id) ON DELETE CASCADE
);
CREATE TRIGGER evaluation_payload_facts AFTER INSERT ON evaluation_payload FOR EACH ROW EXECUTE FUNCTION note_evaluation_facts();
CREATE TRIGGER evaluation_payload_facts_change AFTER UPDATE OF answers ON evaluation_payload FOR EACH ROW WHEN ((old.answers IS DISTINCT FROM new.answers)) EXECUTE FUNCTION note_evaluation_facts();

CREATE TABLE export (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  trace_parent text,
  rows_of text NOT NULL,
  format text NOT NULL,
  column_names text[],
  filter text NOT NULL,
  webhook_url text,
  status text NOT NULL DEFAULT 'processing'::text,
  row_count bigint NOT NULL DEFAULT 0,
  size_bytes bigint NOT NULL DEFAULT 0,
  as_of timestamp(3) with time zone,
  storage_key text,
  expires_at timestamp(3) with time zone,
  ended boolean NOT NULL DEFAULT false,
  begun_anew smallint NOT NULL DEFAULT 0,
  settled_at timestamp(3) with time zone,
  error_message text,
  error_code text,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  crashes smallint NOT NULL DEFAULT 0,
  provider_failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  bom boolean NOT NULL DEFAULT false,
  excel jsonb,
  sight jsonb,
  CONSTRAINT export_pkey PRIMARY KEY (id),
  CONSTRAINT export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT export_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT export_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'jsonl'::text, 'parquet'::text, 'zip'::text]))) NOT VALID,
  CONSTRAINT export_rows_of_check CHECK ((rows_of = ANY (ARRAY['analyses'::text, 'evaluations'::text, 'answers'::text, 'segments'::text, 'reviews'::text, 'evidence'::text]))) NOT VALID,
  CONSTRAINT export_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX export_account_idx ON export USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX export_due_idx ON export USING btree (account_id, run_after) WHERE (status = 'processing'::text);
CREATE INDEX export_expiry_idx ON export USING btree (expires_at) WHERE ((status = 'completed'::text) AND (storage_key IS NOT NULL));
CREATE INDEX export_file_idx ON export USING btree (account_id, id) WHERE ((status = 'processing'::text) OR (storage_key IS NOT NULL));
CREATE INDEX export_key_idx ON export USING btree (storage_key) WHERE (storage_key IS NOT NULL);
CREATE TRIGGER export_deleted AFTER DELETE ON export FOR EACH ROW WHEN ((old.storage_key IS NOT NULL)) EXECUTE FUNCTION export_file_gone();
CREATE TRIGGER export_file_replaced AFTER UPDATE OF storage_key ON export FOR EACH ROW WHEN (((old.storage_key IS NOT NULL) AND (old.storage_key IS DISTINCT FROM new.storage_key))) EXECUTE FUNCTION export_file_gone();
CREATE TRIGGER export_held_delete AFTER DELETE ON export FOR EACH ROW EXECUTE FUNCTION export_held();
CREATE TRIGGER export_held_insert AFTER INSERT ON export FOR EACH ROW EXECUTE FUNCTION export_held();
CREATE TRIGGER export_held_update AFTER UPDATE ON export FOR EACH ROW WHEN (((((((200)::bigint + COALESCE(octet_length(old.filter), 0)) + COALESCE(octet_length(old.webhook_url), 0)) + COALESCE(octet_length(array_to_string(old.column_names, ','::text)), 0)) + COALESCE(
        CASE
            WHEN (old.storage_key IS NULL) THEN (0)::bigint
            ELSE old.size_bytes
        END, (0)::bigint)) <> (((((200)::bigint + COALESCE(octet_length(new.filter), 0)) + COALESCE(octet_length(new.webhook_url), 0)) + COALESCE(octet_length(array_to_string(new.column_names, ','::text)), 0)) + COALESCE(
        CASE
            WHEN (new.storage_key IS NULL) THEN (0)::bigint
            ELSE new.size_bytes
        END, (0)::bigint)))) EXECUTE FUNCTION export_held();

CREATE TABLE export_calls (
  export_id uuid NOT NULL,
  fence integer NOT NULL,
  part integer NOT NULL,
  newest timestamp(3) with time zone NOT NULL,
  oldest timestamp(3) with time zone NOT NULL,
  ids bytea NOT NULL,
  CONSTRAINT export_calls_pkey PRIMARY KEY (export_id, fence, part),
  CONSTRAINT export_calls_export_id_fkey FOREIGN KEY (export_id) REFERENCES export(id) ON DELETE CASCADE
);

CREATE TABLE export_gone_call (
  export_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT export_gone_call_pkey PRIMARY KEY (export_id, analysis_id),
  CONSTRAINT export_gone_call_export_id_fkey FOREIGN KEY (export_id) REFERENCES export(id) ON DELETE CASCADE
);

CREATE TABLE gate_answer (
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  judged_as bytea NOT NULL,
  claimed_until timestamp(3) with time zone,
  answers text,
  CONSTRAINT gate_answer_pkey PRIMARY KEY (scorecard_id, revision, analysis_id),
  CONSTRAINT gate_answer_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT gate_answer_scorecard_id_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE,
  CONSTRAINT gate_answer_check CHECK (((claimed_until IS NULL) = (answers IS NOT NULL)))
);
CREATE INDEX gate_answer_analysis_idx ON gate_answer USING btree (analysis_id);
CREATE TRIGGER gate_answer_held_delete AFTER DELETE ON gate_answer FOR EACH ROW EXECUTE FUNCTION gate_answer_held();
CREATE TRIGGER gate_answer_held_insert AFTER INSERT ON gate_answer FOR EACH ROW EXECUTE FUNCTION gate_answer_held();
CREATE TRIGGER gate_answer_held_update AFTER UPDATE ON gate_answer FOR EACH ROW WHEN ((((200)::bigint + COALESCE(octet_length(old.answers), 0)) <> ((200)::bigint + COALESCE(octet_length(new.answers), 0)))) EXECUTE FUNCTION gate_answer_held();

CREATE TABLE held_bytes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT held_bytes_pkey PRIMARY KEY (id)
) WITH (fillfactor=50);
CREATE INDEX held_bytes_account_idx ON held_bytes USING btree (account_id, kind);

CREATE TABLE held_call (
  hold_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT held_call_pkey PRIMARY KEY (hold_id, analysis_id),
  CONSTRAINT held_call_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT held_call_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES hold(id) ON DELETE CASCADE
);
CREATE INDEX held_call_analysis_idx ON held_call USING btree (analysis_id);
CREATE INDEX held_call_list_idx ON held_call USING btree (hold_id, created_at DESC, analysis_id DESC);
CREATE TRIGGER held_call_held_delete AFTER DELETE ON held_call REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION held_call_held();
CREATE TRIGGER held_call_held_insert AFTER INSERT ON held_call REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION held_call_held();
CREATE TRIGGER held_call_held_update AFTER UPDATE ON held_call FOR EACH ROW WHEN (((200)::bigint <> (200)::bigint)) EXECUTE FUNCTION held_call_held();

CREATE TABLE hold (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  livemode boolean NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  filter text,
  until timestamp(3) with time zone,
  status text NOT NULL DEFAULT 'active'::text,
  searched boolean NOT NULL DEFAULT true,
  cursor_created_at timestamp with time zone,
  cursor_id uuid,
  held bigint,
  released_at timestamp(3) with time zone,
  release_reason text,
  carried_out bigint,
  sight jsonb,
  carried_erasures bigint,
  CONSTRAINT hold_pkey PRIMARY KEY (id),
  CONSTRAINT hold_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT hold_check CHECK (((status = 'released'::text) = (released_at IS NOT NULL))),
  CONSTRAINT hold_status_check CHECK ((status = ANY (ARRAY['active'::text, 'released'::text])))
);
CREATE INDEX hold_active_idx ON hold USING btree (account_id, created_at, id) WHERE (status = 'active'::text);
CREATE INDEX hold_list_idx ON hold USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX hold_searching_idx ON hold USING btree (account_id) WHERE ((status = 'active'::text) AND (NOT searched));
CREATE INDEX hold_until_idx ON hold USING btree (until) WHERE ((status = 'active'::text) AND (until IS NOT NULL));
CREATE TRIGGER hold_held_delete AFTER DELETE ON hold FOR EACH ROW EXECUTE FUNCTION hold_held();
CREATE TRIGGER hold_held_insert AFTER INSERT ON hold FOR EACH ROW EXECUTE FUNCTION hold_held();
CREATE TRIGGER hold_held_update AFTER UPDATE ON hold FOR EACH ROW WHEN (((((((200)::bigint + COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(old.reason), 0)) + COALESCE(octet_length(old.filter), 0)) + COALESCE(octet_length(old.release_reason), 0)) <> (((((200)::bigint + COALESCE(octet_length(new.name), 0)) + COALESCE(octet_length(new.reason), 0)) + COALESCE(octet_length(new.filter), 0)) + COALESCE(octet_length(new.release_reason), 0)))) EXECUTE FUNCTION hold_held();

CREATE TABLE idempotency_key (
  id bytea NOT NULL,
  account_id uuid,
  resource_id uuid NOT NULL,
  fingerprint bytea,
  fence integer NOT NULL DEFAULT 1,
  lease_until timestamp with time zone NOT NULL,
  made_at timestamp(3) with time zone,
  status smallint,
  content_type text,
  body bytea,
  expires_at timestamp with time zone NOT NULL,
  livemode boolean,
  subjects text[],
  forgotten boolean NOT NULL DEFAULT false,
  renders text,
  masked boolean NOT NULL DEFAULT false,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (id),
  CONSTRAINT idempotency_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_key_answer CHECK (((status IS NULL) = (body IS NULL))),
  CONSTRAINT idempotency_key_compared CHECK (((fingerprint IS NOT NULL) OR ((status IS NULL) AND (made_at IS NULL))))
);
CREATE INDEX idempotency_key_account_idx ON idempotency_key USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX idempotency_key_expiry_idx ON idempotency_key USING btree (expires_at);
CREATE INDEX idempotency_key_large_idx ON idempotency_key USING btree (account_id, expires_at) WHERE (octet_length(body) > 4096);
CREATE INDEX idempotency_key_subjects_idx ON idempotency_key USING gin (subjects) WITH (fastupdate=off);
CREATE TRIGGER idempotency_key_held_delete AFTER DELETE ON idempotency_key REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION idempotency_key_held();
CREATE TRIGGER idempotency_key_held_insert AFTER INSERT ON idempotency_key REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION idempotency_key_held();
CREATE TRIGGER idempotency_key_held_update AFTER UPDATE ON idempotency_key FOR EACH ROW WHEN ((
        CASE
            WHEN (old.body IS NOT NULL) THEN (((((200)::bigint + COALESCE(octet_length(old.body), 0)) + COALESCE(octet_length(old.content_type), 0)) + COALESCE(octet_length(old.renders), 0)) + COALESCE(octet_length(array_to_string(old.subjects, ','::text)), 0))
            ELSE (0)::bigint
        END <>
        CASE
            WHEN (new.body IS NOT NULL) THEN (((((200)::bigint + COALESCE(octet_length(new.body), 0)) + COALESCE(octet_length(new.content_type), 0)) + COALESCE(octet_length(new.renders), 0)) + COALESCE(octet_length(array_to_string(new.subjects, ','::text)), 0))
            ELSE (0)::bigint
        END)) EXECUTE FUNCTION idempotency_key_held();

CREATE TABLE invitation (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  invited_by uuid NOT NULL,
  email text NOT NULL,
  email_folded text NOT NULL,
  role text NOT NULL,
  teams text[] NOT NULL DEFAULT '{}'::text[],
  agent_id text,
  token_hash bytea NOT NULL,
  accepted_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT invitation_pkey PRIMARY KEY (id),
  CONSTRAINT invitation_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES member(id) ON DELETE CASCADE,
  CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'analyst'::text, 'reviewer'::text, 'agent'::text])))
);
CREATE INDEX invitation_inviter_idx ON invitation USING btree (invited_by);
CREATE INDEX invitation_newest_idx ON invitation USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_open_idx ON invitation USING btree (account_id, email_folded) WHERE (accepted_at IS NULL);

CREATE TABLE judge_change (
  id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  livemode boolean NOT NULL,
  revision integer NOT NULL,
  compared text NOT NULL,
  CONSTRAINT judge_change_pkey PRIMARY KEY (id),
  CONSTRAINT judge_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT judge_change_scorecard_id_fkey FOREIGN KEY (scorecard_id) REFERENCES scorecard(id) ON DELETE CASCADE
);
CREATE INDEX judge_change_list_idx ON judge_change USING btree (account_id, created_at, id);
CREATE INDEX judge_change_scorecard_idx ON judge_change USING btree (scorecard_id, created_at);
CREATE TRIGGER judge_change_held_delete AFTER DELETE ON judge_change FOR EACH ROW EXECUTE FUNCTION judge_change_held();
CREATE TRIGGER judge_change_held_insert AFTER INSERT ON judge_change FOR EACH ROW EXECUTE FUNCTION judge_change_held();
CREATE TRIGGER judge_change_held_update AFTER UPDATE ON judge_change FOR EACH ROW WHEN ((((200)::bigint + COALESCE(octet_length(old.compared), 0)) <> ((200)::bigint + COALESCE(octet_length(new.compared), 0)))) EXECUTE FUNCTION judge_change_held();

CREATE TABLE ledger_entry (
  id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  livemode boolean NOT NULL,
  duration_ms bigint NOT NULL,
  hundredths bigint NOT NULL,
  overage_hundredths bigint NOT NULL,
  amount_cents integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  included_hundredths bigint,
  overage_cents_per_minute numeric(12,4),
  provider_subscription_id text,
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entry_analysis_key UNIQUE (analysis_id),
  CONSTRAINT ledger_entry_period_id_fkey FOREIGN KEY (period_id) REFERENCES usage_period(id),
  CONSTRAINT ledger_entry_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT ledger_entry_check CHECK (((overage_hundredths >= 0) AND (overage_hundredths <= hundredths))),
  CONSTRAINT ledger_entry_duration_ms_check CHECK ((duration_ms > 0)),
  CONSTRAINT ledger_entry_unit CHECK ((hundredths = ((duration_ms + 599) / 600)))
);
CREATE INDEX ledger_entry_account_idx ON ledger_entry USING btree (account_id, livemode, created_at DESC, id DESC);
CREATE INDEX ledger_entry_period_idx ON ledger_entry USING btree (period_id) INCLUDE (hundredths, overage_hundredths, amount_cents);
CREATE TRIGGER ledger_entry_delete AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_deleted();
CREATE TRIGGER ledger_entry_insert AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_inserted();
CREATE TRIGGER ledger_entry_price BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN ((new.overage_cents_per_minute IS NULL)) EXECUTE FUNCTION ledger_entry_priced();
CREATE TRIGGER ledger_entry_truncate AFTER TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_truncated();
CREATE TRIGGER ledger_entry_update AFTER UPDATE OF period_id, hundredths, overage_hundredths, amount_cents, overage_cents_per_minute ON ledger_entry FOR EACH ROW WHEN ((((((old.period_id IS DISTINCT FROM new.period_id) OR (old.hundredths IS DISTINCT FROM new.hundredths)) OR (old.overage_hundredths IS DISTINCT FROM new.overage_hundredths)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.overage_cents_per_minute IS DISTINCT FROM new.overage_cents_per_minute))) EXECUTE FUNCTION ledger_entry_updated();

CREATE TABLE member (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  email text NOT NULL,
  email_folded text NOT NULL,
  email_verified_at timestamp(3) with time zone,
  pending_email text,
  phone_number text,
  password_hash text,
  token_epoch integer NOT NULL DEFAULT 0,
  name text,
  role text NOT NULL,
  teams text[] NOT NULL DEFAULT '{}'::text[],
  agent_id text,
  recordings_original boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active'::text,
  issuer text,
  subject text,
  last_login_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT member_pkey PRIMARY KEY (id),
  CONSTRAINT member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'analyst'::text, 'reviewer'::text, 'agent'::text]))),
  CONSTRAINT member_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  CONSTRAINT member_email_folded_key EXCLUDE USING btree (email_folded WITH =)
);
CREATE UNIQUE INDEX member_identity_idx ON member USING btree (account_id, issuer, subject) WHERE (subject IS NOT NULL);
CREATE INDEX member_newest_idx ON member USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX member_owner_idx ON member USING btree (account_id) WHERE (role = 'owner'::text);

CREATE TABLE migration (
  id integer NOT NULL DEFAULT nextval('migration_id_seq'::regclass),
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id)
);

CREATE TABLE minutes_reservation (
  analysis_id uuid NOT NULL,
  period_id uuid NOT NULL,
  hundredths bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  included_hundredths bigint,
  overage_limit_hundredths bigint,
  overage_cents_per_minute numeric(12,4),
  provider_customer_id text,
  provider_subscription_id text,
  CONSTRAINT minutes_reservation_pkey PRIMARY KEY (analysis_id),
  CONSTRAINT minutes_reservation_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT minutes_reservation_period_id_fkey FOREIGN KEY (period_id) REFERENCES usage_period(id),
  CONSTRAINT minutes_reservation_hundredths_check CHECK ((hundredths > 0))
);
CREATE INDEX minutes_reservation_period_idx ON minutes_reservation USING btree (period_id) INCLUDE (hundredths);
CREATE TRIGGER minutes_reservation_delete AFTER DELETE ON minutes_reservation REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION minutes_reservation_deleted();
CREATE TRIGGER minutes_reservation_insert AFTER INSERT ON minutes_reservation REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION minutes_reservation_inserted();
CREATE TRIGGER minutes_reservation_truncate AFTER TRUNCATE ON minutes_reservation FOR EACH STATEMENT EXECUTE FUNCTION minutes_reservation_truncated();
CREATE TRIGGER minutes_reservation_update AFTER UPDATE OF period_id, hundredths ON minutes_reservation FOR EACH ROW WHEN (((old.period_id IS DISTINCT FROM new.period_id) OR (old.hundredths IS DISTINCT FROM new.hundredths))) EXECUTE FUNCTION minutes_reservation_updated();

CREATE TABLE overage_report (
  entry_id uuid NOT NULL,
  customer_id text NOT NULL,
  hundredths bigint NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  period_ends_at timestamp(3) with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  first_attempt_at timestamp(3) with time zone,
  reported_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone DEFAULT now(),
  accepted_at timestamp(3) with time zone,
  subscription_id text,
  amount_cents bigint,
  period_starts_at timestamp(3) with time zone,
  invoice_item_id text,
  refusals integer NOT NULL DEFAULT 0,
  given_up_at timestamp(3) with time zone,
  CONSTRAINT overage_report_pkey PRIMARY KEY (entry_id),
  CONSTRAINT overage_report_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entry(id),
  CONSTRAINT overage_report_hundredths_check CHECK ((hundredths > 0)),
  CONSTRAINT overage_report_state CHECK (((accepted_at IS NULL) = (next_attempt_at IS NOT NULL)))
);
CREATE INDEX overage_report_customer_idx ON overage_report USING btree (customer_id, occurred_at, entry_id);
CREATE INDEX overage_report_due_idx ON overage_report USING btree (next_attempt_at) WHERE (accepted_at IS NULL);
CREATE INDEX overage_report_given_up_idx ON overage_report USING btree (given_up_at) WHERE (given_up_at IS NOT NULL);

CREATE TABLE payment_event (
  id text NOT NULL,
  type text NOT NULL,
  customer_id text,
  dispute_id text,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp(3) with time zone DEFAULT now(),
  processed_at timestamp(3) with time zone,
  CONSTRAINT payment_event_pkey PRIMARY KEY (id),
  CONSTRAINT payment_event_state CHECK (((processed_at IS NULL) = (next_attempt_at IS NOT NULL)))
);
CREATE INDEX payment_event_customer_idx ON payment_event USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX payment_event_due_idx ON payment_event USING btree (next_attempt_at) WHERE (processed_at IS NULL);

CREATE TABLE period_overage (
  period_id uuid NOT NULL,
  cents_per_minute numeric(12,4) NOT NULL,
  hundredths bigint NOT NULL,
  CONSTRAINT period_overage_pkey PRIMARY KEY (period_id, cents_per_minute),
  CONSTRAINT period_overage_period_id_fkey FOREIGN KEY (period_id) REFERENCES usage_period(id) ON DELETE CASCADE
) WITH (fillfactor=70);

CREATE TABLE recording_deletion (
  storage_key text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT recording_deletion_pkey PRIMARY KEY (storage_key)
);

CREATE TABLE redaction (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  request_id text NOT NULL,
  preset text,
  wanted text NOT NULL,
  filter text NOT NULL,
  cursor_created_at timestamp(3) with time zone,
  cursor_id uuid,
  expanded boolean NOT NULL DEFAULT false,
  webhook_url text,
  webhook_events text[] NOT NULL DEFAULT '{}'::text[],
  status text NOT NULL DEFAULT 'processing'::text,
  total integer NOT NULL,
  passed integer NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  sight jsonb,
  CONSTRAINT redaction_pkey PRIMARY KEY (id),
  CONSTRAINT redaction_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT redaction_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT redaction_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'canceled'::text, 'failed'::text])))
);
CREATE INDEX redaction_account_idx ON redaction USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX redaction_due_idx ON redaction USING btree (run_after, id) WHERE ((status = 'processing'::text) AND (NOT expanded));
CREATE INDEX redaction_expanded_idx ON redaction USING btree (id) WHERE ((status = 'processing'::text) AND expanded);
CREATE INDEX redaction_turn_idx ON redaction USING btree (account_id, run_after) WHERE ((status = 'processing'::text) AND (NOT expanded));
CREATE TRIGGER redaction_held_delete AFTER DELETE ON redaction FOR EACH ROW EXECUTE FUNCTION redaction_held();
CREATE TRIGGER redaction_held_insert AFTER INSERT ON redaction FOR EACH ROW EXECUTE FUNCTION redaction_held();
CREATE TRIGGER redaction_held_update AFTER UPDATE ON redaction FOR EACH ROW WHEN ((((((200)::bigint + COALESCE(octet_length(old.wanted), 0)) + COALESCE(octet_length(old.filter), 0)) + COALESCE(octet_length(old.webhook_url), 0)) <> ((((200)::bigint + COALESCE(octet_length(new.wanted), 0)) + COALESCE(octet_length(new.filter), 0)) + COALESCE(octet_length(new.webhook_url), 0)))) EXECUTE FUNCTION redaction_held();

CREATE TABLE redaction_settings (
  account_id uuid NOT NULL,
  settings text NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT redaction_settings_pkey PRIMARY KEY (account_id),
  CONSTRAINT redaction_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE rescore (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  judge text NOT NULL DEFAULT ''::text,
  filter text NOT NULL,
  cursor_created_at timestamp(3) with time zone,
  cursor_id uuid,
  expanded boolean NOT NULL DEFAULT false,
  estimate text NOT NULL,
  webhook_url text,
  webhook_events text[] NOT NULL DEFAULT '{}'::text[],
  request_id text NOT NULL,
  status text NOT NULL DEFAULT 'processing'::text,
  total integer NOT NULL,
  completed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  settled_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  made integer NOT NULL DEFAULT 0,
  taken integer NOT NULL DEFAULT 0,
  made_test integer NOT NULL DEFAULT 0,
  taken_test integer NOT NULL DEFAULT 0,
  settled_test integer NOT NULL DEFAULT 0,
  sight jsonb,
  CONSTRAINT rescore_pkey PRIMARY KEY (id),
  CONSTRAINT rescore_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT rescore_scorecard_id_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE,
  CONSTRAINT rescore_final_check CHECK (((status = 'processing'::text) = (settled_at IS NULL))),
  CONSTRAINT rescore_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'canceled'::text, 'failed'::text])))
);
CREATE INDEX rescore_account_idx ON rescore USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX rescore_card_idx ON rescore USING btree (scorecard_id, revision);
CREATE INDEX rescore_due_idx ON rescore USING btree (account_id, run_after) WHERE ((status = 'processing'::text) AND (NOT expanded));
CREATE INDEX rescore_expanded_idx ON rescore USING btree (id) WHERE ((status = 'processing'::text) AND expanded);
CREATE TRIGGER rescore_held_delete AFTER DELETE ON rescore FOR EACH ROW EXECUTE FUNCTION rescore_held();
CREATE TRIGGER rescore_held_insert AFTER INSERT ON rescore FOR EACH ROW EXECUTE FUNCTION rescore_held();
CREATE TRIGGER rescore_held_update AFTER UPDATE ON rescore FOR EACH ROW WHEN ((((((200)::bigint + COALESCE(octet_length(old.filter), 0)) + COALESCE(octet_length(old.estimate), 0)) + COALESCE(octet_length(old.webhook_url), 0)) <> ((((200)::bigint + COALESCE(octet_length(new.filter), 0)) + COALESCE(octet_length(new.estimate), 0)) + COALESCE(octet_length(new.webhook_url), 0)))) EXECUTE FUNCTION rescore_held();

CREATE TABLE retention_ceiling (
  only_row boolean NOT NULL DEFAULT true,
  audio_days integer,
  analysis_days integer,
  test_days integer,
  CONSTRAINT retention_ceiling_pkey PRIMARY KEY (only_row),
  CONSTRAINT retention_ceiling_only_row_check CHECK (only_row)
);

CREATE TABLE retention_ended (
  account_id uuid NOT NULL,
  recordings bigint NOT NULL DEFAULT 0,
  originals bigint NOT NULL DEFAULT 0,
  transcripts bigint NOT NULL DEFAULT 0,
  analyses bigint NOT NULL DEFAULT 0,
  CONSTRAINT retention_ended_pkey PRIMARY KEY (account_id),
  CONSTRAINT retention_ended_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE retention_settings (
  account_id uuid NOT NULL,
  recordings_days integer,
  originals_days integer,
  transcripts_days integer,
  analyses_days integer,
  audit_days integer NOT NULL DEFAULT 400,
  audit_reads boolean NOT NULL DEFAULT false,
  recordings_in_force integer,
  originals_in_force integer,
  transcripts_in_force integer,
  analyses_in_force integer,
  state text NOT NULL DEFAULT 'in_force'::text,
  waits_until timestamp(3) with time zone,
  would_delete text,
  notice_at timestamp with time zone,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT retention_settings_pkey PRIMARY KEY (account_id),
  CONSTRAINT retention_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT retention_settings_check CHECK (((state = 'waiting'::text) = (waits_until IS NOT NULL))),
  CONSTRAINT retention_settings_state_check CHECK ((state = ANY (ARRAY['changed'::text, 'waiting'::text, 'in_force'::text])))
);
CREATE INDEX retention_settings_notice_idx ON retention_settings USING btree (notice_at) WHERE (notice_at IS NOT NULL);
CREATE INDEX retention_settings_undecided_idx ON retention_settings USING btree (account_id) WHERE (state <> 'in_force'::text);

CREATE TABLE review (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  livemode boolean NOT NULL,
  transcript_version integer NOT NULL,
  agent_id text NOT NULL,
  reviewer_id text,
  via text NOT NULL,
  principal_id text NOT NULL,
  note text,
  findings text NOT NULL,
  violations text NOT NULL,
  answers text NOT NULL,
  scores text NOT NULL,
  CONSTRAINT review_pkey PRIMARY KEY (id),
  CONSTRAINT review_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT review_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT review_via_check CHECK ((via = ANY (ARRAY['api_key'::text, 'token'::text, 'review_link'::text])))
);
CREATE INDEX review_agent_idx ON review USING btree (account_id, agent_id, created_at DESC, seq DESC);
CREATE INDEX review_analysis_idx ON review USING btree (analysis_id, created_at DESC, seq DESC);
CREATE INDEX review_list_idx ON review USING btree (account_id, created_at DESC, seq DESC);
CREATE INDEX review_reviewer_idx ON review USING btree (account_id, reviewer_id, created_at DESC, seq DESC);
CREATE TRIGGER review_held_delete AFTER DELETE ON review FOR EACH ROW EXECUTE FUNCTION review_held();
CREATE TRIGGER review_held_insert AFTER INSERT ON review FOR EACH ROW EXECUTE FUNCTION review_held();
CREATE TRIGGER review_held_update AFTER UPDATE ON review FOR EACH ROW WHEN (((((((((((200)::bigint + COALESCE(octet_length(old.agent_id), 0)) + COALESCE(octet_length(old.reviewer_id), 0)) + COALESCE(octet_length(old.principal_id), 0)) + COALESCE(octet_length(old.note), 0)) + COALESCE(octet_length(old.findings), 0)) + COALESCE(octet_length(old.violations), 0)) + COALESCE(octet_length(old.answers), 0)) + COALESCE(octet_length(old.scores), 0)) <> (((((((((200)::bigint + COALESCE(octet_length(new.agent_id), 0)) + COALESCE(octet_length(new.reviewer_id), 0)) + COALESCE(octet_length(new.principal_id), 0)) + COALESCE(octet_length(new.note), 0)) + COALESCE(octet_length(new.findings), 0)) + COALESCE(octet_length(new.violations), 0)) + COALESCE(octet_length(new.answers), 0)) + COALESCE(octet_length(new.scores), 0)))) EXECUTE FUNCTION review_held();

CREATE TABLE review_link (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  analysis_id uuid,
  reviewer_id text NOT NULL,
  may text[] NOT NULL,
  token_hash bytea NOT NULL,
  made_by_kind text NOT NULL,
  made_by_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  calibration_id uuid,
  CONSTRAINT review_link_pkey PRIMARY KEY (id),
  CONSTRAINT review_link_token_hash_key UNIQUE (token_hash),
  CONSTRAINT review_link_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT review_link_calibration_id_fkey FOREIGN KEY (calibration_id) REFERENCES calibration(id) ON DELETE CASCADE,
  CONSTRAINT review_link_may_check CHECK (
CASE
    WHEN (calibration_id IS NULL) THEN (('read'::text = ANY (may)) AND (may <@ '{read,review,correct,acknowledge,dispute}'::text[]))
    ELSE (may = '{calibrate}'::text[])
END) NOT VALID,
  CONSTRAINT review_link_of_check CHECK (((analysis_id IS NULL) <> (calibration_id IS NULL))) NOT VALID
);
CREATE INDEX review_link_of_analysis ON review_link USING btree (analysis_id, created_at, id);
CREATE INDEX review_link_of_calibration ON review_link USING btree (calibration_id, created_at, id) WHERE (calibration_id IS NOT NULL);
CREATE TRIGGER review_link_forget_answers AFTER UPDATE OF revoked_at ON review_link FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION revoked_key_forgets_answers();

CREATE TABLE review_scorecard (
  review_id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT review_scorecard_pkey PRIMARY KEY (review_id, scorecard_id),
  CONSTRAINT review_scorecard_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id) ON DELETE CASCADE
);
CREATE INDEX review_scorecard_list_idx ON review_scorecard USING btree (account_id, scorecard_id, created_at DESC, seq DESC);

CREATE TABLE review_task (
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  agent_id text NOT NULL,
  scorecards uuid[] NOT NULL,
  doubts jsonb NOT NULL,
  reasons text[] NOT NULL GENERATED ALWAYS AS (review_reasons(doubts)) STORED,
  worth real NOT NULL GENERATED ALWAYS AS (review_worth(doubts)) STORED,
  state text NOT NULL DEFAULT 'open'::text,
  claimed_by text,
  claimed_until timestamp(3) with time zone,
  dismissed_by text,
  dismissed_at timestamp(3) with time zone,
  dismissed_note text,
  settled jsonb NOT NULL DEFAULT '{}'::jsonb,
  severity smallint NOT NULL DEFAULT 3,
  CONSTRAINT review_task_pkey PRIMARY KEY (analysis_id),
  CONSTRAINT review_task_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT review_task_state_check CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text, 'reviewed'::text, 'clear'::text])))
) WITH (fillfactor=85);
CREATE INDEX review_task_agent_idx ON review_task USING btree (account_id, agent_id, worth DESC, created_at, analysis_id) INCLUDE (reasons, scorecards) WHERE (state = 'open'::text);
CREATE INDEX review_task_awaiting_human_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{awaiting_human}'::text[]));
CREATE INDEX review_task_claimed_idx ON review_task USING btree (account_id, claimed_by) WHERE (claimed_by IS NOT NULL);
CREATE INDEX review_task_created_idx ON review_task USING btree (account_id, created_at) INCLUDE (reasons) WHERE (state = 'open'::text);
CREATE INDEX review_task_disputed_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{disputed}'::text[]));
CREATE INDEX review_task_flagged_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{flagged}'::text[]));
CREATE INDEX review_task_needs_review_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{needs_review}'::text[]));
CREATE INDEX review_task_open_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE (state = 'open'::text);
CREATE INDEX review_task_roles_unclear_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{roles_unclear}'::text[]));
CREATE INDEX review_task_sampled_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{sampled}'::text[]));
CREATE INDEX review_task_severe_agent_idx ON review_task USING btree (account_id, agent_id, severity, worth DESC, created_at, analysis_id) INCLUDE (reasons, scorecards, livemode) WHERE (state = 'open'::text);
CREATE INDEX review_task_severe_awaiting_human_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{awaiting_human}'::text[]));
CREATE INDEX review_task_severe_disputed_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{disputed}'::text[]));
CREATE INDEX review_task_severe_flagged_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{flagged}'::text[]));
CREATE INDEX review_task_severe_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) INCLUDE (livemode) WHERE (state = 'open'::text);
CREATE INDEX review_task_severe_roles_unclear_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{roles_unclear}'::text[]));
CREATE INDEX review_task_severe_sampled_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{sampled}'::text[]));
CREATE INDEX review_task_severe_test_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (NOT livemode));
CREATE INDEX review_task_severe_withheld_idx ON review_task USING btree (account_id, severity, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{withheld}'::text[]));
CREATE INDEX review_task_test_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (NOT livemode));
CREATE INDEX review_task_violation_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{violation}'::text[]));
CREATE INDEX review_task_withheld_idx ON review_task USING btree (account_id, worth DESC, created_at, analysis_id) WHERE ((state = 'open'::text) AND (reasons @> '{withheld}'::text[]));
CREATE TRIGGER review_task_listed AFTER INSERT OR UPDATE OF scorecards, doubts, state ON review_task FOR EACH ROW EXECUTE FUNCTION review_task_listed();
CREATE TRIGGER review_task_severity BEFORE INSERT OR UPDATE OF doubts ON review_task FOR EACH ROW EXECUTE FUNCTION review_task_severity();

CREATE TABLE review_task_scorecard (
  analysis_id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  account_id uuid NOT NULL,
  worth real NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  reasons text[] NOT NULL,
  severity smallint NOT NULL DEFAULT 3,
  livemode boolean NOT NULL DEFAULT true,
  CONSTRAINT review_task_scorecard_pkey PRIMARY KEY (analysis_id, scorecard_id),
  CONSTRAINT review_task_scorecard_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES review_task(analysis_id) ON DELETE CASCADE
);
CREATE INDEX review_task_scorecard_idx ON review_task_scorecard USING btree (account_id, scorecard_id, worth DESC, created_at, analysis_id) INCLUDE (reasons);
CREATE INDEX review_task_scorecard_severe_idx ON review_task_scorecard USING btree (account_id, scorecard_id, severity, worth DESC, created_at, analysis_id) INCLUDE (reasons, livemode);

CREATE TABLE round_lease (
  name text NOT NULL,
  holder uuid,
  leased_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  due_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  completed_from timestamp with time zone,
  CONSTRAINT round_lease_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE sample (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  livemode boolean NOT NULL,
  seed text NOT NULL,
  filter text NOT NULL,
  wanted text NOT NULL,
  population bigint NOT NULL,
  sight jsonb,
  CONSTRAINT sample_pkey PRIMARY KEY (id),
  CONSTRAINT sample_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX sample_list_idx ON sample USING btree (account_id, created_at DESC, id DESC);
CREATE TRIGGER sample_held_delete AFTER DELETE ON sample FOR EACH ROW EXECUTE FUNCTION sample_held();
CREATE TRIGGER sample_held_insert AFTER INSERT ON sample FOR EACH ROW EXECUTE FUNCTION sample_held();
CREATE TRIGGER sample_held_update AFTER UPDATE ON sample FOR EACH ROW WHEN ((((((200)::bigint + COALESCE(octet_length(old.seed), 0)) + COALESCE(octet_length(old.filter), 0)) + COALESCE(octet_length(old.wanted), 0)) <> ((((200)::bigint + COALESCE(octet_length(new.seed), 0)) + COALESCE(octet_length(new.filter), 0)) + COALESCE(octet_length(new.wanted), 0)))) EXECUTE FUNCTION sample_held();

CREATE TABLE sample_call (
  sample_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  place integer NOT NULL,
  CONSTRAINT sample_call_pkey PRIMARY KEY (sample_id, analysis_id),
  CONSTRAINT sample_call_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT sample_call_sample_id_fkey FOREIGN KEY (sample_id) REFERENCES sample(id) ON DELETE CASCADE
);
CREATE INDEX sample_call_analysis_idx ON sample_call USING btree (analysis_id);
CREATE TRIGGER sample_call_held_delete AFTER DELETE ON sample_call REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION sample_call_held();
CREATE TRIGGER sample_call_held_insert AFTER INSERT ON sample_call REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION sample_call_held();
CREATE TRIGGER sample_call_held_update AFTER UPDATE ON sample_call FOR EACH ROW WHEN (((200)::bigint <> (200)::bigint)) EXECUTE FUNCTION sample_call_held();

CREATE TABLE scenario_count (
  period_id uuid NOT NULL,
  account_id uuid NOT NULL,
  scenarios integer NOT NULL,
  CONSTRAINT scenario_count_pkey PRIMARY KEY (period_id),
  CONSTRAINT scenario_count_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT scenario_count_scenarios_check CHECK ((scenarios >= 0))
) WITH (fillfactor=70);
CREATE INDEX scenario_count_account_idx ON scenario_count USING btree (account_id);

CREATE TABLE scorecard (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  name text NOT NULL,
  description text,
  applies_to text NOT NULL DEFAULT '{}'::text,
  metadata text NOT NULL DEFAULT '{}'::text,
  is_default boolean NOT NULL DEFAULT false,
  last_revision integer NOT NULL DEFAULT 0,
  published_revision integer,
  archived_at timestamp(3) with time zone,
  dispute_window_days smallint NOT NULL DEFAULT 14,
  target_agreement double precision,
  gate text NOT NULL DEFAULT 'off'::text,
  CONSTRAINT scorecard_pkey PRIMARY KEY (id),
  CONSTRAINT scorecard_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT scorecard_gate_check CHECK ((gate = ANY (ARRAY['off'::text, 'not_worse'::text, 'trusted'::text]))) NOT VALID
);
CREATE INDEX scorecard_account_idx ON scorecard USING btree (account_id, created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX scorecard_default_idx ON scorecard USING btree (account_id) WHERE (is_default AND (archived_at IS NULL));
CREATE INDEX scorecard_owner_idx ON scorecard USING btree (account_id);

CREATE TABLE scorecard_line (
  scorecard_id uuid NOT NULL,
  revision integer NOT NULL,
  target double precision NOT NULL,
  lines text NOT NULL,
  CONSTRAINT scorecard_line_pkey PRIMARY KEY (scorecard_id, revision),
  CONSTRAINT scorecard_line_scorecard_id_revision_fkey FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision(scorecard_id, number) ON DELETE CASCADE
);

CREATE TABLE scorecard_revision (
  scorecard_id uuid NOT NULL,
  number integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'draft'::text,
  form text NOT NULL,
  content_hash bytea NOT NULL,
  forced_at timestamp(3) with time zone,
  forced_via text,
  forced_by text,
  CONSTRAINT scorecard_revision_pkey PRIMARY KEY (scorecard_id, number),
  CONSTRAINT scorecard_revision_scorecard_id_fkey FOREIGN KEY (scorecard_id) REFERENCES scorecard(id) ON DELETE CASCADE,
  CONSTRAINT scorecard_revision_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);
CREATE TRIGGER scorecard_revision_forget_answers AFTER DELETE ON scorecard_revision REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION scorecard_revision_forgets_answers();

CREATE TABLE scorecard_watch (
  id uuid NOT NULL,
  scorecard_id uuid NOT NULL,
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  sample_id uuid,
  request_id text NOT NULL DEFAULT (gen_random_uuid())::text,
  status text NOT NULL DEFAULT 'processing'::text,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  stage text,
  revision integer,
  asks_model boolean NOT NULL DEFAULT true,
  base text,
  judge text,
  drift text,
  run_after timestamp(3) with time zone NOT NULL DEFAULT now(),
  lease_until timestamp(3) with time zone,
  fence bigint NOT NULL DEFAULT 0,
  CONSTRAINT scorecard_watch_pkey PRIMARY KEY (id),
  CONSTRAINT scorecard_watch_scorecard_id_key UNIQUE (scorecard_id),
  CONSTRAINT scorecard_watch_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT scorecard_watch_scorecard_id_fkey FOREIGN KEY (scorecard_id) REFERENCES scorecard(id) ON DELETE CASCADE,
  CONSTRAINT scorecard_watch_stage_check CHECK ((stage = ANY (ARRAY['once'::text, 'again'::text]))),
  CONSTRAINT scorecard_watch_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'waiting'::text])))
);
CREATE INDEX scorecard_watch_turn_idx ON scorecard_watch USING btree (account_id, run_after) WHERE (status = 'processing'::text);
CREATE TRIGGER scorecard_watch_held_delete AFTER DELETE ON scorecard_watch FOR EACH ROW EXECUTE FUNCTION scorecard_watch_held();
CREATE TRIGGER scorecard_watch_held_insert AFTER INSERT ON scorecard_watch FOR EACH ROW EXECUTE FUNCTION scorecard_watch_held();
CREATE TRIGGER scorecard_watch_held_update AFTER UPDATE ON scorecard_watch FOR EACH ROW WHEN ((((((200)::bigint + COALESCE(octet_length(old.base), 0)) + COALESCE(octet_length(old.judge), 0)) + COALESCE(octet_length(old.drift), 0)) <> ((((200)::bigint + COALESCE(octet_length(new.base), 0)) + COALESCE(octet_length(new.judge), 0)) + COALESCE(octet_length(new.drift), 0)))) EXECUTE FUNCTION scorecard_watch_held();

CREATE TABLE search_backfill (
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone,
  id uuid NOT NULL DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
  CONSTRAINT search_backfill_pkey PRIMARY KEY (account_id),
  CONSTRAINT search_backfill_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX search_backfill_created_idx ON search_backfill USING btree (created_at);

CREATE TABLE sent_request (
  analysis_id uuid NOT NULL,
  purpose text NOT NULL,
  channel smallint NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  requests integer NOT NULL DEFAULT 1,
  sent_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sent_request_pkey PRIMARY KEY (analysis_id, purpose, channel, start_ms, end_ms),
  CONSTRAINT sent_request_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT sent_request_check CHECK ((end_ms >= start_ms)),
  CONSTRAINT sent_request_purpose_check CHECK ((purpose = ANY (ARRAY['transcription'::text, 'analysis'::text]))),
  CONSTRAINT sent_request_requests_check CHECK ((requests >= 0))
);

CREATE TABLE shared_reading (
  name text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  taken_at timestamp with time zone,
  figures text,
  CONSTRAINT shared_reading_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE sign_in (
  account_id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  secret_encrypted bytea NOT NULL,
  roles jsonb NOT NULL,
  teams_claim text,
  enforce boolean NOT NULL,
  assume_verified boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sign_in_pkey PRIMARY KEY (account_id),
  CONSTRAINT sign_in_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_issuer_idx ON sign_in USING btree (issuer);

CREATE TABLE sign_in_domain (
  account_id uuid NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  verified_at timestamp(3) with time zone,
  CONSTRAINT sign_in_domain_pkey PRIMARY KEY (account_id, domain),
  CONSTRAINT sign_in_domain_account_id_fkey FOREIGN KEY (account_id) REFERENCES sign_in(account_id) ON DELETE CASCADE
);
CREATE INDEX sign_in_domain_proved_idx ON sign_in_domain USING btree (domain, verified_at DESC) WHERE (verified_at IS NOT NULL);

CREATE TABLE sign_in_session (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  member_id uuid NOT NULL,
  issuer_session text,
  refresh_encrypted bytea,
  checked_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  asking_until timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_session_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_session_account_idx ON sign_in_session USING btree (account_id, issuer_session);
CREATE INDEX sign_in_session_member_idx ON sign_in_session USING btree (member_id);

CREATE TABLE sign_in_used (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_used_pkey PRIMARY KEY (account_id, hash),
  CONSTRAINT sign_in_used_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE source (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  livemode boolean NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  settings jsonb NOT NULL,
  defaults jsonb NOT NULL DEFAULT '{}'::jsonb,
  credentials_encrypted bytea,
  paused_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  since timestamp(3) with time zone,
  place jsonb NOT NULL DEFAULT '{}'::jsonb,
  cursor text,
  seen bigint NOT NULL DEFAULT 0,
  taken bigint NOT NULL DEFAULT 0,
  existing bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  lag_seconds integer,
  last_polled_at timestamp(3) with time zone,
  failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp(3) with time zone,
  last_error text,
  notice_at timestamp with time zone,
  told boolean NOT NULL DEFAULT false,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  old_keys bytea,
  CONSTRAINT source_pkey PRIMARY KEY (id),
  CONSTRAINT source_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT source_kind_check CHECK ((kind = ANY (ARRAY['s3'::text, 'twilio'::text])))
);
CREATE INDEX source_account_idx ON source USING btree (account_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX source_deleted_idx ON source USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX source_due_idx ON source USING btree (run_after) WHERE ((kind = 's3'::text) AND (paused_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX source_notice_idx ON source USING btree (notice_at) WHERE (notice_at IS NOT NULL);

CREATE TABLE source_item (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  source_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  identity bytea NOT NULL,
  object_key text,
  version text,
  size_bytes bigint,
  modified_at timestamp(3) with time zone,
  status text NOT NULL DEFAULT 'waiting'::text,
  external_id text,
  analysis_id uuid,
  error jsonb,
  settled_at timestamp(3) with time zone,
  failures smallint NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  run_after timestamp with time zone NOT NULL DEFAULT now(),
  tag_due boolean NOT NULL DEFAULT false,
  submission jsonb,
  CONSTRAINT source_item_pkey PRIMARY KEY (id),
  CONSTRAINT source_item_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT source_item_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE SET NULL,
  CONSTRAINT source_item_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE CASCADE,
  CONSTRAINT source_item_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'taken'::text, 'existing'::text, 'refused'::text])))
);
CREATE INDEX source_item_age_idx ON source_item USING btree (created_at);
CREATE INDEX source_item_analysis_idx ON source_item USING btree (analysis_id) WHERE (analysis_id IS NOT NULL);
CREATE INDEX source_item_callback_account_idx ON source_item USING btree (account_id) WHERE ((status = 'waiting'::text) AND (submission IS NOT NULL));
CREATE INDEX source_item_callback_idx ON source_item USING btree (run_after) WHERE ((status = 'waiting'::text) AND (submission IS NOT NULL));
CREATE UNIQUE INDEX source_item_identity_idx ON source_item USING btree (source_id, identity);
CREATE UNIQUE INDEX source_item_key_idx ON source_item USING btree (source_id, object_key) WHERE (status = 'waiting'::text);
CREATE INDEX source_item_known_idx ON source_item USING btree (account_id, identity);
CREATE INDEX source_item_list_idx ON source_item USING btree (source_id, status, id DESC);
CREATE INDEX source_item_newest_idx ON source_item USING btree (source_id, id DESC);
CREATE INDEX source_item_tag_idx ON source_item USING btree (source_id, id) WHERE tag_due;
CREATE INDEX source_item_waiting_idx ON source_item USING btree (source_id, id) WHERE (status = 'waiting'::text);
CREATE TRIGGER source_item_call_deleted BEFORE UPDATE OF analysis_id ON source_item FOR EACH ROW WHEN (((old.analysis_id IS NOT NULL) AND (new.analysis_id IS NULL))) EXECUTE FUNCTION source_item_call_deleted();
CREATE TRIGGER source_item_held_delete AFTER DELETE ON source_item REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION source_item_held();
CREATE TRIGGER source_item_held_insert AFTER INSERT ON source_item REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION source_item_held();
CREATE TRIGGER source_item_held_update AFTER UPDATE ON source_item REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION source_item_held();

CREATE TABLE stat_day (
  start timestamp with time zone NOT NULL,
  by_start boolean NOT NULL,
  account_id uuid NOT NULL,
  scorecard_id uuid,
  audio_ms bigint NOT NULL DEFAULT 0,
  coverage_percent bigint NOT NULL DEFAULT 0,
  revision integer,
  n integer NOT NULL,
  not_assessable integer NOT NULL DEFAULT 0,
  flagged integer NOT NULL DEFAULT 0,
  reviewed integer NOT NULL DEFAULT 0,
  overruled integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  auto_failed integer NOT NULL DEFAULT 0,
  needs_review integer NOT NULL DEFAULT 0,
  livemode boolean NOT NULL,
  is_evaluation boolean NOT NULL,
  agent_id text NOT NULL,
  team text,
  language text,
  direction text,
  compliance_scores numeric NOT NULL DEFAULT 0,
  quality_scores numeric NOT NULL DEFAULT 0,
  scores numeric NOT NULL DEFAULT 0,
  items jsonb
) WITH (fillfactor=70);
CREATE UNIQUE INDEX stat_day_key ON stat_day USING btree (account_id, livemode, is_evaluation, by_start, start, agent_id, team, language, direction, scorecard_id, revision) NULLS NOT DISTINCT;
CREATE TRIGGER stat_day_held_delete AFTER DELETE ON stat_day REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION stat_day_held();
CREATE TRIGGER stat_day_held_insert AFTER INSERT ON stat_day REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_day_held();
CREATE TRIGGER stat_day_held_update AFTER UPDATE ON stat_day REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_day_held();
CREATE TRIGGER stat_day_roll_up_delete AFTER DELETE ON stat_day REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('day');
CREATE TRIGGER stat_day_roll_up_insert AFTER INSERT ON stat_day REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('day');
CREATE TRIGGER stat_day_roll_up_update AFTER UPDATE ON stat_day REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('day');

CREATE TABLE stat_delta (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  appended_at timestamp with time zone NOT NULL DEFAULT now(),
  created_hour timestamp with time zone NOT NULL,
  call_hour timestamp with time zone,
  account_id uuid NOT NULL,
  scorecard_id uuid,
  audio_ms bigint NOT NULL DEFAULT 0,
  coverage_percent bigint NOT NULL DEFAULT 0,
  revision integer,
  n integer NOT NULL,
  not_assessable integer NOT NULL DEFAULT 0,
  flagged integer NOT NULL DEFAULT 0,
  reviewed integer NOT NULL DEFAULT 0,
  overruled integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  auto_failed integer NOT NULL DEFAULT 0,
  needs_review integer NOT NULL DEFAULT 0,
  livemode boolean NOT NULL,
  is_evaluation boolean NOT NULL,
  agent_id text NOT NULL,
  team text,
  language text,
  direction text,
  compliance_scores numeric NOT NULL DEFAULT 0,
  quality_scores numeric NOT NULL DEFAULT 0,
  scores numeric NOT NULL DEFAULT 0,
  items jsonb,
  CONSTRAINT stat_delta_pkey PRIMARY KEY (id)
);
CREATE INDEX stat_delta_account_idx ON stat_delta USING btree (account_id);

CREATE TABLE stat_hour (
  start timestamp with time zone NOT NULL,
  by_start boolean NOT NULL,
  account_id uuid NOT NULL,
  scorecard_id uuid,
  audio_ms bigint NOT NULL DEFAULT 0,
  coverage_percent bigint NOT NULL DEFAULT 0,
  revision integer,
  n integer NOT NULL,
  not_assessable integer NOT NULL DEFAULT 0,
  flagged integer NOT NULL DEFAULT 0,
  reviewed integer NOT NULL DEFAULT 0,
  overruled integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  auto_failed integer NOT NULL DEFAULT 0,
  needs_review integer NOT NULL DEFAULT 0,
  livemode boolean NOT NULL,
  is_evaluation boolean NOT NULL,
  agent_id text NOT NULL,
  team text,
  language text,
  direction text,
  compliance_scores numeric NOT NULL DEFAULT 0,
  quality_scores numeric NOT NULL DEFAULT 0,
  scores numeric NOT NULL DEFAULT 0,
  items jsonb
) WITH (fillfactor=70);
CREATE UNIQUE INDEX stat_hour_key ON stat_hour USING btree (account_id, livemode, is_evaluation, by_start, start, agent_id, team, language, direction, scorecard_id, revision) NULLS NOT DISTINCT;
CREATE TRIGGER stat_hour_held_delete AFTER DELETE ON stat_hour REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION stat_hour_held();
CREATE TRIGGER stat_hour_held_insert AFTER INSERT ON stat_hour REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_hour_held();
CREATE TRIGGER stat_hour_held_update AFTER UPDATE ON stat_hour REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_hour_held();
CREATE TRIGGER stat_hour_roll_up_delete AFTER DELETE ON stat_hour REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('hour');
CREATE TRIGGER stat_hour_roll_up_insert AFTER INSERT ON stat_hour REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('hour');
CREATE TRIGGER stat_hour_roll_up_update AFTER UPDATE ON stat_hour REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('hour');

CREATE TABLE stat_month (
  start timestamp with time zone NOT NULL,
  by_start boolean NOT NULL,
  account_id uuid NOT NULL,
  scorecard_id uuid,
  audio_ms bigint NOT NULL DEFAULT 0,
  coverage_percent bigint NOT NULL DEFAULT 0,
  revision integer,
  n integer NOT NULL,
  not_assessable integer NOT NULL DEFAULT 0,
  flagged integer NOT NULL DEFAULT 0,
  reviewed integer NOT NULL DEFAULT 0,
  overruled integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  auto_failed integer NOT NULL DEFAULT 0,
  needs_review integer NOT NULL DEFAULT 0,
  livemode boolean NOT NULL,
  is_evaluation boolean NOT NULL,
  agent_id text NOT NULL,
  team text,
  language text,
  direction text,
  compliance_scores numeric NOT NULL DEFAULT 0,
  quality_scores numeric NOT NULL DEFAULT 0,
  scores numeric NOT NULL DEFAULT 0,
  items jsonb
) WITH (fillfactor=70);
CREATE UNIQUE INDEX stat_month_key ON stat_month USING btree (account_id, livemode, is_evaluation, by_start, start, agent_id, team, language, direction, scorecard_id, revision) NULLS NOT DISTINCT;
CREATE TRIGGER stat_month_held_delete AFTER DELETE ON stat_month REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION stat_month_held();
CREATE TRIGGER stat_month_held_insert AFTER INSERT ON stat_month REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_month_held();
CREATE TRIGGER stat_month_held_update AFTER UPDATE ON stat_month REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_month_held();
CREATE TRIGGER stat_month_roll_up_delete AFTER DELETE ON stat_month REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('month');
CREATE TRIGGER stat_month_roll_up_insert AFTER INSERT ON stat_month REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('month');
CREATE TRIGGER stat_month_roll_up_update AFTER UPDATE ON stat_month REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('month');

CREATE TABLE stat_rollup (
  start timestamp with time zone NOT NULL,
  account_id uuid NOT NULL,
  scorecard_id uuid,
  audio_ms bigint NOT NULL DEFAULT 0,
  coverage_percent bigint NOT NULL DEFAULT 0,
  revision integer,
  n integer NOT NULL,
  not_assessable integer NOT NULL DEFAULT 0,
  flagged integer NOT NULL DEFAULT 0,
  reviewed integer NOT NULL DEFAULT 0,
  overruled integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  auto_failed integer NOT NULL DEFAULT 0,
  needs_review integer NOT NULL DEFAULT 0,
  livemode boolean NOT NULL,
  is_evaluation boolean NOT NULL,
  by_start boolean NOT NULL,
  by_agent boolean NOT NULL,
  span text NOT NULL,
  agent_id text,
  compliance_scores numeric NOT NULL DEFAULT 0,
  quality_scores numeric NOT NULL DEFAULT 0,
  scores numeric NOT NULL DEFAULT 0,
  items jsonb
) WITH (fillfactor=70);
CREATE UNIQUE INDEX stat_rollup_key ON stat_rollup USING btree (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision) NULLS NOT DISTINCT;

CREATE TABLE subscription (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  plan text NOT NULL DEFAULT 'free'::text,
  status text NOT NULL DEFAULT 'active'::text,
  overage_limit_hundredths bigint NOT NULL DEFAULT 0,
  pending_plan text,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  anchor_at timestamp(3) with time zone NOT NULL,
  metadata text NOT NULL DEFAULT '{}'::text,
  provider_customer_id text,
  provider_subscription_id text,
  checkout_url text,
  checkout_expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  pending_from timestamp(3) with time zone,
  past_due_since timestamp(3) with time zone,
  disputed_at timestamp(3) with time zone,
  refresh_due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  price_cents integer,
  overage_cents_per_minute numeric(12,4),
  collection_paused boolean NOT NULL DEFAULT false,
  CONSTRAINT subscription_pkey PRIMARY KEY (id),
  CONSTRAINT subscription_account_key UNIQUE (account_id),
  CONSTRAINT subscription_customer_key UNIQUE (provider_customer_id),
  CONSTRAINT subscription_provider_key UNIQUE (provider_subscription_id),
  CONSTRAINT subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT subscription_overage_limit_hundredths_check CHECK ((overage_limit_hundredths >= 0)),
  CONSTRAINT subscription_pending_check CHECK (((pending_from IS NULL) OR (pending_plan IS NOT NULL))),
  CONSTRAINT subscription_pending_plan_check CHECK ((pending_plan = ANY (ARRAY['free'::text, 'starter'::text, 'growth'::text]))),
  CONSTRAINT subscription_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'growth'::text]))),
  CONSTRAINT subscription_status_check CHECK ((status = ANY (ARRAY['active'::text, 'incomplete'::text, 'past_due'::text, 'canceled'::text])))
);
CREATE INDEX subscription_checkout_idx ON subscription USING btree (checkout_expires_at) WHERE (checkout_expires_at IS NOT NULL);
CREATE INDEX subscription_past_due_idx ON subscription USING btree (past_due_since) WHERE (past_due_since IS NOT NULL);
CREATE INDEX subscription_pending_idx ON subscription USING btree (pending_from) WHERE (pending_from IS NOT NULL);
CREATE INDEX subscription_refresh_idx ON subscription USING btree (refresh_due_at) WHERE (provider_customer_id IS NOT NULL);

CREATE TABLE subscription_closure (
  provider_subscription_id text,
  customer_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT subscription_closure_pkey PRIMARY KEY (customer_id)
);

CREATE TABLE transcript_version (
  analysis_id uuid NOT NULL,
  version integer NOT NULL,
  replaced_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  transcript text NOT NULL,
  words text NOT NULL,
  results text NOT NULL,
  metrics text NOT NULL,
  engine text NOT NULL,
  account_id uuid,
  CONSTRAINT transcript_version_pkey PRIMARY KEY (analysis_id, version),
  CONSTRAINT transcript_version_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE
);
CREATE TRIGGER transcript_version_account BEFORE INSERT ON transcript_version FOR EACH ROW WHEN ((new.account_id IS NULL)) EXECUTE FUNCTION transcript_version_takes_account();
CREATE TRIGGER transcript_version_held_delete AFTER DELETE ON transcript_version FOR EACH ROW EXECUTE FUNCTION transcript_version_held();
CREATE TRIGGER transcript_version_held_insert AFTER INSERT ON transcript_version FOR EACH ROW EXECUTE FUNCTION transcript_version_held();
CREATE TRIGGER transcript_version_held_update AFTER UPDATE ON transcript_version FOR EACH ROW WHEN ((((((((200)::bigint + COALESCE(octet_length(old.transcript), 0)) + COALESCE(octet_length(old.words), 0)) + COALESCE(octet_length(old.results), 0)) + COALESCE(octet_length(old.metrics), 0)) + COALESCE(octet_length(old.engine), 0)) <> ((((((200)::bigint + COALESCE(octet_length(new.transcript), 0)) + COALESCE(octet_length(new.words), 0)) + COALESCE(octet_length(new.results), 0)) + COALESCE(octet_length(new.metrics), 0)) + COALESCE(octet_length(new.engine), 0)))) EXECUTE FUNCTION transcript_version_held();

CREATE TABLE unsearchable_call (
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT unsearchable_call_pkey PRIMARY KEY (analysis_id),
  CONSTRAINT unsearchable_call_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE
);
CREATE INDEX unsearchable_call_account_idx ON unsearchable_call USING btree (account_id);

CREATE TABLE upload (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  livemode boolean NOT NULL,
  length_bytes bigint NOT NULL,
  offset_bytes bigint NOT NULL DEFAULT 0,
  file_name text NOT NULL,
  metadata text NOT NULL,
  format text,
  head bytea,
  storage_key text NOT NULL,
  growth text,
  part_keys text[] NOT NULL DEFAULT '{}'::text[],
  analysis_id uuid,
  lock_token uuid,
  locked_until timestamp with time zone,
  lock_wanted boolean NOT NULL DEFAULT false,
  CONSTRAINT upload_pkey PRIMARY KEY (id),
  CONSTRAINT upload_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT upload_check CHECK (((offset_bytes >= 0) AND (offset_bytes <= length_bytes))),
  CONSTRAINT upload_length_bytes_check CHECK ((length_bytes > 0))
);
CREATE INDEX upload_account_idx ON upload USING btree (account_id, analysis_id);
CREATE INDEX upload_expiry_idx ON upload USING btree (expires_at);
CREATE INDEX upload_part_keys_idx ON upload USING gin (part_keys) WITH (fastupdate=off);
CREATE TRIGGER upload_deleted AFTER DELETE ON upload FOR EACH ROW WHEN (((old.analysis_id IS NULL) AND (old.growth IS NOT NULL))) EXECUTE FUNCTION upload_ended();

CREATE TABLE upload_remains (
  id uuid NOT NULL,
  storage_key text NOT NULL,
  growth text,
  CONSTRAINT upload_remains_pkey PRIMARY KEY (id)
);

CREATE TABLE usage_period (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  plan text NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  price_cents integer NOT NULL,
  included_hundredths bigint NOT NULL,
  overage_limit_hundredths bigint NOT NULL,
  overage_cents_per_minute numeric(12,4) NOT NULL,
  used_hundredths bigint NOT NULL DEFAULT 0,
  reserved_hundredths bigint NOT NULL DEFAULT 0,
  overage_hundredths bigint NOT NULL DEFAULT 0,
  overage_cents bigint NOT NULL DEFAULT 0,
  analyses bigint NOT NULL DEFAULT 0,
  provider_starts_at timestamp(3) with time zone,
  CONSTRAINT usage_period_pkey PRIMARY KEY (id),
  CONSTRAINT usage_period_key UNIQUE (account_id, livemode, starts_at),
  CONSTRAINT usage_period_order CHECK ((starts_at < ends_at))
) WITH (fillfactor=50);

CREATE TABLE vendor_job (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  analysis_id uuid,
  engine text NOT NULL,
  fingerprint text NOT NULL,
  audio_url text NOT NULL,
  sends integer NOT NULL DEFAULT 0,
  sent_at timestamp(3) with time zone,
  vendor_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  tried_at timestamp(3) with time zone,
  CONSTRAINT vendor_job_pkey PRIMARY KEY (id),
  CONSTRAINT vendor_job_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX vendor_job_call_idx ON vendor_job USING btree (analysis_id, engine, fingerprint);

CREATE TABLE watch_answer (
  watch_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  judging smallint NOT NULL,
  account_id uuid NOT NULL,
  judged_as bytea NOT NULL,
  answers text,
  CONSTRAINT watch_answer_pkey PRIMARY KEY (watch_id, analysis_id, judging),
  CONSTRAINT watch_answer_watch_id_analysis_id_fkey FOREIGN KEY (watch_id, analysis_id) REFERENCES watch_call(watch_id, analysis_id) ON DELETE CASCADE,
  CONSTRAINT watch_answer_judging_check CHECK (((judging >= 1) AND (judging <= 6)))
);
CREATE TRIGGER watch_answer_held_delete AFTER DELETE ON watch_answer REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION watch_answer_held();
CREATE TRIGGER watch_answer_held_insert AFTER INSERT ON watch_answer REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION watch_answer_held();
CREATE TRIGGER watch_answer_held_update AFTER UPDATE ON watch_answer REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION watch_answer_held();

CREATE TABLE watch_call (
  watch_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  account_id uuid NOT NULL,
  place integer NOT NULL,
  is_fresh boolean NOT NULL DEFAULT true,
  CONSTRAINT watch_call_pkey PRIMARY KEY (watch_id, analysis_id),
  CONSTRAINT watch_call_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT watch_call_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES scorecard_watch(id) ON DELETE CASCADE
);
CREATE INDEX watch_call_analysis_idx ON watch_call USING btree (analysis_id);
CREATE TRIGGER watch_call_held_delete AFTER DELETE ON watch_call REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION watch_call_held();
CREATE TRIGGER watch_call_held_insert AFTER INSERT ON watch_call REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION watch_call_held();
CREATE TRIGGER watch_call_held_update AFTER UPDATE ON watch_call REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION watch_call_held();

CREATE TABLE webhook_attempt (
  delivery_id uuid NOT NULL,
  number smallint NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  status_code smallint,
  duration_ms integer NOT NULL,
  error text,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, number)
);

CREATE TABLE webhook_delivery (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  analysis_id uuid,
  event_id text NOT NULL,
  event text NOT NULL,
  url text NOT NULL,
  livemode boolean NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  attempt_count smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamp(3) with time zone,
  fence integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  trace_parent text,
  leased_until timestamp(3) with time zone,
  evaluation_id uuid,
  rescore_id uuid,
  detail text,
  redaction_id uuid,
  export_id uuid,
  endpoint_id uuid,
  failed_at timestamp(3) with time zone,
  batch_id uuid,
  detail_id uuid,
  calibration_id uuid,
  judge_change_id uuid,
  hold_id uuid,
  erasure_id uuid,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT webhook_delivery_analysis_id_fkey FOREIGN KEY (analysis_id) REFERENCES analysis(id) ON DELETE CASCADE,
  CONSTRAINT webhook_delivery_batch_fkey FOREIGN KEY (batch_id) REFERENCES batch(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_calibration_fkey FOREIGN KEY (calibration_id) REFERENCES calibration(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_erasure_fkey FOREIGN KEY (erasure_id) REFERENCES erasure(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_evaluation_fkey FOREIGN KEY (evaluation_id) REFERENCES evaluation(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_export_fkey FOREIGN KEY (export_id) REFERENCES export(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_hold_fkey FOREIGN KEY (hold_id) REFERENCES hold(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_judge_change_fkey FOREIGN KEY (judge_change_id) REFERENCES judge_change(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_redaction_fkey FOREIGN KEY (redaction_id) REFERENCES redaction(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_rescore_fkey FOREIGN KEY (rescore_id) REFERENCES rescore(id) ON DELETE CASCADE NOT VALID,
  CONSTRAINT webhook_delivery_event_check CHECK (
CASE event
    WHEN 'evaluation.completed'::text THEN (evaluation_id IS NOT NULL)
    WHEN 'evaluation.acknowledged'::text THEN (evaluation_id IS NOT NULL)
    WHEN 'dispute.opened'::text THEN ((analysis_id IS NOT NULL) AND (detail_id IS NOT NULL))
    WHEN 'dispute.resolved'::text THEN ((analysis_id IS NOT NULL) AND (detail_id IS NOT NULL))
    WHEN 'rescore.completed'::text THEN (rescore_id IS NOT NULL)
    WHEN 'redaction.completed'::text THEN (redaction_id IS NOT NULL)
    WHEN 'export.completed'::text THEN (export_id IS NOT NULL)
    WHEN 'batch.completed'::text THEN (batch_id IS NOT NULL)
    WHEN 'batch.waiting'::text THEN (batch_id IS NOT NULL)
    WHEN 'calibration.closed'::text THEN (calibration_id IS NOT NULL)
    WHEN 'scorecard.drift'::text THEN (judge_change_id IS NOT NULL)
    WHEN 'hold.released'::text THEN (hold_id IS NOT NULL)
    WHEN 'erasure.completed'::text THEN (erasure_id IS NOT NULL)
    WHEN 'analysis.reviewed'::text THEN ((analysis_id IS NOT NULL) AND (num_nonnulls(detail, detail_id) = 1))
    WHEN 'analysis.corrected'::text THEN ((analysis_id IS NOT NULL) AND (num_nonnulls(detail, detail_id) = 1))
    ELSE ((event = ANY (ARRAY['analysis.completed'::text, 'analysis.failed'::text, 'analysis.redacted'::text])) AND (analysis_id IS NOT NULL))
END) NOT VALID,
  CONSTRAINT webhook_delivery_owner_check CHECK ((num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id, calibration_id, judge_change_id, hold_id, erasure_id) = 1)) NOT VALID,
  CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'suppressed'::text])))
) WITH (fillfactor=50);
CREATE INDEX webhook_delivery_account_idx ON webhook_delivery USING btree (account_id);
CREATE INDEX webhook_delivery_analysis_idx ON webhook_delivery USING btree (analysis_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_batch_idx ON webhook_delivery USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX webhook_delivery_calibration_idx ON webhook_delivery USING btree (calibration_id) WHERE (calibration_id IS NOT NULL);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_delivery_endpoint_due_idx ON webhook_delivery USING btree (endpoint_id, next_attempt_at, created_at, id) WHERE ((status = 'pending'::text) AND (endpoint_id IS NOT NULL));
CREATE INDEX webhook_delivery_endpoint_failed_idx ON webhook_delivery USING btree (endpoint_id, failed_at, id) WHERE ((status = 'failed'::text) AND (failed_at IS NOT NULL) AND (endpoint_id IS NOT NULL));
CREATE INDEX webhook_delivery_endpoint_idx ON webhook_delivery USING btree (endpoint_id, created_at DESC, id DESC) WHERE (endpoint_id IS NOT NULL);
CREATE INDEX webhook_delivery_endpoint_status_idx ON webhook_delivery USING btree (endpoint_id, status, created_at DESC, id DESC) WHERE (endpoint_id IS NOT NULL);
CREATE INDEX webhook_delivery_erasure_idx ON webhook_delivery USING btree (erasure_id) WHERE (erasure_id IS NOT NULL);
CREATE INDEX webhook_delivery_evaluation_idx ON webhook_delivery USING btree (evaluation_id) WHERE (evaluation_id IS NOT NULL);
CREATE INDEX webhook_delivery_export_idx ON webhook_delivery USING btree (export_id) WHERE (export_id IS NOT NULL);
CREATE INDEX webhook_delivery_hold_idx ON webhook_delivery USING btree (hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX webhook_delivery_judge_change_idx ON webhook_delivery USING btree (judge_change_id) WHERE (judge_change_id IS NOT NULL);
CREATE INDEX webhook_delivery_redaction_idx ON webhook_delivery USING btree (redaction_id) WHERE (redaction_id IS NOT NULL);
CREATE INDEX webhook_delivery_rescore_idx ON webhook_delivery USING btree (rescore_id) WHERE (rescore_id IS NOT NULL);
CREATE TRIGGER webhook_delivery_attempts AFTER DELETE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION delete_webhook_attempts();
CREATE TRIGGER webhook_delivery_held_delete AFTER DELETE ON webhook_delivery FOR EACH ROW WHEN ((old.event <> ALL (ARRAY['analysis.completed'::text, 'analysis.failed'::text, 'evaluation.completed'::text]))) EXECUTE FUNCTION webhook_delivery_held();
CREATE TRIGGER webhook_delivery_held_insert AFTER INSERT ON webhook_delivery FOR EACH ROW WHEN ((new.event <> ALL (ARRAY['analysis.completed'::text, 'analysis.failed'::text, 'evaluation.completed'::text]))) EXECUTE FUNCTION webhook_delivery_held();
CREATE TRIGGER webhook_delivery_held_update AFTER UPDATE ON webhook_delivery FOR EACH ROW WHEN ((
        CASE
            WHEN (old.event <> ALL (ARRAY['analysis.completed'::text, 'analysis.failed'::text, 'evaluation.completed'::text])) THEN (((200)::bigint + COALESCE(octet_length(old.url), 0)) + COALESCE(octet_length(old.detail), 0))
            ELSE (0)::bigint
        END <>
        CASE
            WHEN (new.event <> ALL (ARRAY['analysis.completed'::text, 'analysis.failed'::text, 'evaluation.completed'::text])) THEN (((200)::bigint + COALESCE(octet_length(new.url), 0)) + COALESCE(octet_length(new.detail), 0))
            ELSE (0)::bigint
        END)) EXECUTE FUNCTION webhook_delivery_held();
CREATE TRIGGER webhook_delivery_leased BEFORE UPDATE OF fence ON webhook_delivery FOR EACH ROW WHEN (((old.leased_until > now()) AND (new.leased_until = old.leased_until))) EXECUTE FUNCTION leave_leased_delivery();

CREATE TABLE webhook_endpoint (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  payload text NOT NULL,
  agent_id text,
  scorecard_id uuid,
  metadata jsonb,
  secret_encrypted bytea NOT NULL,
  secret_created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  previous_encrypted bytea,
  previous_until timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  last_error text,
  failing_since timestamp(3) with time zone,
  paused_at timestamp(3) with time zone,
  probe_id uuid,
  next_probe_at timestamp(3) with time zone,
  notice_at timestamp(3) with time zone,
  recover_from timestamp(3) with time zone,
  recover_before timestamp(3) with time zone,
  release_until timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  needs_care boolean NOT NULL GENERATED ALWAYS AS (((failing_since IS NOT NULL) OR (paused_at IS NOT NULL) OR (notice_at IS NOT NULL) OR (recover_from IS NOT NULL) OR (release_until IS NOT NULL) OR (deleted_at IS NOT NULL))) STORED,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoint_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoint_events_check CHECK ((cardinality(events) > 0)),
  CONSTRAINT webhook_endpoint_payload_check CHECK ((payload = ANY (ARRAY['full'::text, 'thin'::text])))
) WITH (fillfactor=50);
CREATE INDEX webhook_endpoint_care_idx ON webhook_endpoint USING btree (id) WHERE needs_care;
CREATE INDEX webhook_endpoint_of_account ON webhook_endpoint USING btree (account_id, created_at, id);
CREATE TRIGGER webhook_endpoint_forget_answers AFTER UPDATE OF deleted_at ON webhook_endpoint FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION revoked_key_forgets_answers();

CREATE TABLE webhook_secret (
  account_id uuid NOT NULL,
  secret_encrypted bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  previous_encrypted bytea,
  previous_until timestamp(3) with time zone,
  CONSTRAINT webhook_secret_pkey PRIMARY KEY (account_id),
  CONSTRAINT webhook_secret_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION account_credentials_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE member SET (email, email_folded, email_verified_at, pending_email, phone_number, password_hash, token_epoch) = (SELECT NEW.email, NEW.email_folded, NEW.email_verified_at, NEW.pending_email, NEW.phone_number, NEW.password_hash, NEW.token_epoch) WHERE id = NEW.id;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION account_facets_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      DELETE FROM analysis_facet_count WHERE account_id IN (SELECT id FROM deleted);
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION account_first_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO member (id, account_id, email, email_folded, email_verified_at, pending_email, phone_number, password_hash, token_epoch, role, recordings_original, created_at)
      VALUES (NEW.id, NEW.id, NEW.email, NEW.email_folded, NEW.email_verified_at, NEW.pending_email, NEW.phone_number, NEW.password_hash, NEW.token_epoch, 'owner', true, NEW.created_at);
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION account_forgets_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM forget_answers((SELECT array_agg(id::text) FROM deleted), (SELECT array_agg(DISTINCT id) FROM deleted));
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION account_gets_audit_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM add_audit_key(NEW.id);
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION account_holds_nothing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    DELETE FROM held_bytes WHERE account_id = OLD.id;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION account_stat_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    DELETE FROM stat_delta WHERE account_id = OLD.id;
    DELETE FROM stat_hour WHERE account_id = OLD.id;
    DELETE FROM stat_day WHERE account_id = OLD.id;
    DELETE FROM stat_month WHERE account_id = OLD.id;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION add_audit_key(of_account uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    DECLARE
      key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    BEGIN
      INSERT INTO audit_key (account_id, inner_pad, outer_pad) VALUES (of_account, audit_pad(key, 54), audit_pad(key, 92))
      ON CONFLICT DO NOTHING;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_bigrams(value text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
      DECLARE
        bigrams text[];
      BEGIN
        FOR i IN 1 .. length(value) - 1 LOOP
          bigrams[i] := substr(value, i, 2);
        END LOOP;
        RETURN bigrams;
      END $function$;

CREATE OR REPLACE FUNCTION analysis_count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO analysis_month_count AS c (account_id, month, processing, completed, failed)
        SELECT account_id, analysis_month(created_at), sum(CASE WHEN status = 'processing' THEN delta ELSE 0 END), sum(CASE WHEN status = 'completed' THEN delta ELSE 0 END), sum(CASE WHEN status = 'failed' THEN delta ELSE 0 END)
        FROM (SELECT *, -1 AS delta FROM deleted) AS changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, month) DO UPDATE SET processing = c.processing + excluded.processing,
          completed = c.completed + excluded.completed, failed = c.failed + excluded.failed;
        DELETE FROM analysis_month_count c
        USING (SELECT DISTINCT account_id, analysis_month(created_at) AS month FROM deleted AS t) AS touched
        WHERE c.account_id = touched.account_id AND c.month = touched.month
          AND c.processing = 0 AND c.completed = 0 AND c.failed = 0;
        INSERT INTO analysis_party AS p (account_id, kind, value, folded, n)
        SELECT account_id, kind, value, analysis_folded(value), sum(delta)
        FROM (SELECT *, -1 AS delta FROM deleted) AS changed
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)
        GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, kind, value) DO UPDATE SET n = p.n + excluded.n;
        DELETE FROM analysis_party p
        USING (SELECT DISTINCT account_id, kind, value FROM deleted AS t
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)) AS touched
        WHERE p.account_id = touched.account_id AND p.kind = touched.kind AND p.value = touched.value AND p.n = 0;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION analysis_count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO analysis_month_count AS c (account_id, month, processing, completed, failed)
        SELECT account_id, analysis_month(created_at), sum(CASE WHEN status = 'processing' THEN delta ELSE 0 END), sum(CASE WHEN status = 'completed' THEN delta ELSE 0 END), sum(CASE WHEN status = 'failed' THEN delta ELSE 0 END)
        FROM (SELECT *, 1 AS delta FROM inserted) AS changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, month) DO UPDATE SET processing = c.processing + excluded.processing,
          completed = c.completed + excluded.completed, failed = c.failed + excluded.failed;
        INSERT INTO analysis_party AS p (account_id, kind, value, folded, n)
        SELECT account_id, kind, value, analysis_folded(value), sum(delta)
        FROM (SELECT *, 1 AS delta FROM inserted) AS changed
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)
        GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, kind, value) DO UPDATE SET n = p.n + excluded.n;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION analysis_count_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        TRUNCATE analysis_month_count, analysis_party;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION analysis_count_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO analysis_month_count AS c (account_id, month, processing, completed, failed)
        SELECT account_id, analysis_month(created_at), sum(CASE WHEN status = 'processing' THEN delta ELSE 0 END), sum(CASE WHEN status = 'completed' THEN delta ELSE 0 END), sum(CASE WHEN status = 'failed' THEN delta ELSE 0 END)
        FROM (SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1) AS changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, month) DO UPDATE SET processing = c.processing + excluded.processing,
          completed = c.completed + excluded.completed, failed = c.failed + excluded.failed;
        IF (OLD.account_id, OLD.created_at) IS DISTINCT FROM (NEW.account_id, NEW.created_at) THEN
        DELETE FROM analysis_month_count c
        USING (SELECT DISTINCT account_id, analysis_month(created_at) AS month FROM (SELECT OLD.*) AS t) AS touched
        WHERE c.account_id = touched.account_id AND c.month = touched.month
          AND c.processing = 0 AND c.completed = 0 AND c.failed = 0;
        END IF;
        IF (OLD.account_id, OLD.agent_id, OLD.contact_id) IS DISTINCT FROM (NEW.account_id, NEW.agent_id, NEW.contact_id) THEN
        INSERT INTO analysis_party AS p (account_id, kind, value, folded, n)
        SELECT account_id, kind, value, analysis_folded(value), sum(delta)
        FROM (SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1) AS changed
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)
        GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, kind, value) DO UPDATE SET n = p.n + excluded.n;
        DELETE FROM analysis_party p
        USING (SELECT DISTINCT account_id, kind, value FROM (SELECT OLD.*) AS t
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)) AS touched
        WHERE p.account_id = touched.account_id AND p.kind = touched.kind AND p.value = touched.value AND p.n = 0;
        END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION analysis_deleted_at_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      END $function$;

CREATE OR REPLACE FUNCTION analysis_entries(violations text[], metadata text)
 RETURNS TABLE(entry uuid)
 LANGUAGE sql
 IMMUTABLE ROWS 4
AS $function$
      SELECT analysis_entry_of('violation', '', rule) FROM unnest(violations) AS rule
      UNION
      SELECT analysis_entry_of('metadata', key, value) FROM json_each_text(metadata::json) WHERE value IS NOT NULL
    $function$;

CREATE OR REPLACE FUNCTION analysis_entry_of(kind text, key text, value text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      SELECT encode(substr(sha256(convert_to(concat_ws(' ', kind, length(key), key, value), 'UTF8')), 1, 16), 'hex')::uuid
    $function$;

CREATE OR REPLACE FUNCTION analysis_facets(direction text, language text, flagged boolean, compliance_score smallint, quality_score smallint, duration_ms bigint, started timestamp with time zone, violations text[], metadata text)
 RETURNS TABLE(kind text, value text, number integer)
 LANGUAGE sql
 IMMUTABLE ROWS 8
AS $function$
      SELECT kind, value, 0 FROM (VALUES ('direction', direction), ('language', language), ('flagged', flagged::text))
        AS named (kind, value) WHERE value IS NOT NULL
      UNION ALL
      SELECT kind, '', number FROM (VALUES ('compliance_score', compliance_score::integer), ('quality_score', quality_score::integer),
        -- Whole seconds, and whole hours of Unix time.
        ('duration', (CASE WHEN duration_ms < 2147483647000 THEN duration_ms / 1000 END)::integer), ('call', floor(extract(epoch FROM started) / 3600)::integer))
        AS figures (kind, number) WHERE number IS NOT NULL
      UNION ALL
      SELECT 'entry', entry::text, 0 FROM analysis_entries(violations, metadata)
    $function$;

CREATE OR REPLACE FUNCTION analysis_facets_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      -- Those of an account that is erased go with it.
      SELECT d.account_id, facet.kind, facet.value, facet.number, -count(*)
      FROM deleted d JOIN account ON account.id = d.account_id CROSS JOIN LATERAL analysis_facets(d.direction, d.spoken_language, d.flagged, d.compliance_score, d.quality_score, d.duration_ms, d.call_started_at, d.violations, d.custom_metadata) AS facet
      GROUP BY 1, 2, 3, 4;
      DELETE FROM analysis_entry e USING deleted d CROSS JOIN LATERAL analysis_entries(d.violations, d.custom_metadata) AS one
      WHERE (e.account_id, e.entry, e.created_at, e.id) = (d.account_id, one.entry, d.created_at, d.id);
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(account_id) FROM deleted LIMIT 1; END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_facets_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT i.account_id, facet.kind, facet.value, facet.number, count(*) FROM inserted i CROSS JOIN LATERAL analysis_facets(i.direction, i.spoken_language, i.flagged, i.compliance_score, i.quality_score, i.duration_ms, i.call_started_at, i.violations, i.custom_metadata) AS facet
      GROUP BY 1, 2, 3, 4;
      INSERT INTO analysis_entry (account_id, entry, created_at, id)
      SELECT i.account_id, one.entry, i.created_at, i.id FROM inserted i CROSS JOIN LATERAL analysis_entries(i.violations, i.custom_metadata) AS one;
      -- Now and then: a fold costs some milliseconds.
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(account_id) FROM inserted LIMIT 1; END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_facets_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      TRUNCATE analysis_facet_count, analysis_entry;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_facets_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT account_id, kind, value, number, sum(n) FROM (
        SELECT OLD.account_id, facet.*, -1 AS n FROM analysis_facets(OLD.direction, OLD.spoken_language, OLD.flagged, OLD.compliance_score, OLD.quality_score, OLD.duration_ms, OLD.call_started_at, OLD.violations, OLD.custom_metadata) AS facet
        UNION ALL
        SELECT NEW.account_id, facet.*, 1 FROM analysis_facets(NEW.direction, NEW.spoken_language, NEW.flagged, NEW.compliance_score, NEW.quality_score, NEW.duration_ms, NEW.call_started_at, NEW.violations, NEW.custom_metadata) AS facet) AS changed
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
      IF (OLD.account_id, OLD.created_at, OLD.violations, OLD.custom_metadata)
        IS DISTINCT FROM (NEW.account_id, NEW.created_at, NEW.violations, NEW.custom_metadata) THEN
        DELETE FROM analysis_entry e USING analysis_entries(OLD.violations, OLD.custom_metadata) AS one
        WHERE (e.account_id, e.entry, e.created_at, e.id) = (OLD.account_id, one.entry, OLD.created_at, OLD.id);
        INSERT INTO analysis_entry (account_id, entry, created_at, id)
        SELECT NEW.account_id, one.entry, NEW.created_at, NEW.id FROM analysis_entries(NEW.violations, NEW.custom_metadata) AS one;
      END IF;
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(NEW.account_id); END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_folded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = char_length(value)) THEN lower(upper(value)) ELSE replace(replace(replace(replace(translate(regexp_replace(lower(upper(NORMALIZE(value, NFKD))), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]'::text, ''::text, 'g'::text), 'øđðħłŧıŋĸς'::text, 'oddhltinkσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END;

CREATE OR REPLACE FUNCTION analysis_forgets_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM forget_answers((SELECT array_agg(id::text) FROM deleted), (SELECT array_agg(DISTINCT account_id) FROM deleted));
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION analysis_joint(status text, livemode boolean, reviewed boolean, direction text, flagged boolean, language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      SELECT concat_ws('|', status, livemode::text, reviewed::text, coalesce(direction, ''), coalesce(flagged::text, ''),
        coalesce(language, ''))
    $function$;

CREATE OR REPLACE FUNCTION analysis_joint_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      -- Those of an account that is erased go with it.
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'joint', analysis_joint(c.status, c.livemode, c.reviewed, c.direction, c.flagged, c.spoken_language),
        analysis_month_number(c.created_at), sum(sign)
      FROM (SELECT deleted.*, -1 AS sign FROM deleted JOIN account ON account.id = deleted.account_id) AS c GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_joint_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'joint', analysis_joint(c.status, c.livemode, c.reviewed, c.direction, c.flagged, c.spoken_language),
        analysis_month_number(c.created_at), sum(sign)
      FROM (SELECT *, 1 AS sign FROM inserted) AS c GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_joint_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'joint', analysis_joint(c.status, c.livemode, c.reviewed, c.direction, c.flagged, c.spoken_language),
        analysis_month_number(c.created_at), sum(sign)
      FROM (SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1) AS c GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_month(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (date_trunc('month'::text, (at AT TIME ZONE 'UTC'::text)))::date;

CREATE OR REPLACE FUNCTION analysis_month_number(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      SELECT (extract(year FROM at AT TIME ZONE 'UTC') * 12 + extract(month FROM at AT TIME ZONE 'UTC') - 1)::integer
    $function$;

CREATE OR REPLACE FUNCTION analysis_stat_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    n, audio_ms, compliance_scores, quality_scores, not_assessable, flagged, reviewed, overruled, items)
  SELECT account_id, livemode, false, date_trunc('hour', created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'), agent_id,
    team, spoken_language, direction, sum(sign), sum(sign * coalesce(duration_ms, 0)),
    coalesce(sum(sign * stat_slot(compliance_score)), 0), coalesce(sum(sign * stat_slot(quality_score)), 0),
    sum(sign * coalesce(not_assessable, 0)), sum(sign * flagged::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(violations, sign))
  FROM (SELECT *, -1 AS sign FROM deleted) AS changed
  WHERE status = 'completed' AND flagged IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION analysis_stat_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    n, audio_ms, compliance_scores, quality_scores, not_assessable, flagged, reviewed, overruled, items)
  SELECT account_id, livemode, false, date_trunc('hour', created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'), agent_id,
    team, spoken_language, direction, sum(sign), sum(sign * coalesce(duration_ms, 0)),
    coalesce(sum(sign * stat_slot(compliance_score)), 0), coalesce(sum(sign * stat_slot(quality_score)), 0),
    sum(sign * coalesce(not_assessable, 0)), sum(sign * flagged::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(violations, sign))
  FROM (SELECT NEW.*, 1 AS sign) AS changed
  WHERE status = 'completed' AND flagged IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION analysis_stat_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    TRUNCATE stat_delta, stat_hour, stat_day, stat_month, stat_rollup;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION analysis_stat_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    n, audio_ms, compliance_scores, quality_scores, not_assessable, flagged, reviewed, overruled, items)
  SELECT account_id, livemode, false, date_trunc('hour', created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'), agent_id,
    team, spoken_language, direction, sum(sign), sum(sign * coalesce(duration_ms, 0)),
    coalesce(sum(sign * stat_slot(compliance_score)), 0), coalesce(sum(sign * stat_slot(quality_score)), 0),
    sum(sign * coalesce(not_assessable, 0)), sum(sign * flagged::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(violations, sign))
  FROM (SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1) AS changed
  WHERE status = 'completed' AND flagged IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION analysis_team_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      -- Those of an account that is erased go with it.
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'team ' || analysis_entry_of('metadata', 'team', c.custom_metadata::json->>'team'),
        analysis_joint(c.status, c.livemode, c.reviewed, c.direction, c.flagged, c.spoken_language), analysis_month_number(c.created_at), sum(sign)
      FROM (SELECT deleted.*, -1 AS sign FROM deleted JOIN account ON account.id = deleted.account_id) AS c WHERE c.custom_metadata::json->>'team' IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_team_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'team ' || analysis_entry_of('metadata', 'team', c.custom_metadata::json->>'team'),
        analysis_joint(c.status, c.livemode, c.reviewed, c.direction, c.flagged, c.spoken_language), analysis_month_number(c.created_at), sum(sign)
      FROM (SELECT *, 1 AS sign FROM inserted) AS c WHERE c.custom_metadata::json->>'team' IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION analysis_team_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'team ' || analysis_entry_of('metadata', 'team', c.custom_metadata::json->>'team'),
        analysis_joint(c.status, c.livemode, c.reviewed, c.direction, c.flagged, c.spoken_language), analysis_month_number(c.created_at), sum(sign)
      FROM (SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1) AS c WHERE c.custom_metadata::json->>'team' IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION audit_name(of_account uuid, name text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
    SELECT encode(sha256(outer_pad || sha256(inner_pad || convert_to(name, 'UTF8'))), 'hex') FROM audit_key
    WHERE account_id = of_account AND name IS NOT NULL
  $function$;

CREATE OR REPLACE FUNCTION audit_names(of_account uuid, names jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
    SELECT coalesce(jsonb_object_agg(key, audit_name(of_account, value)), '{}') FROM jsonb_each_text(names)
  $function$;

CREATE OR REPLACE FUNCTION audit_pad(key bytea, pad integer)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
    SELECT decode(string_agg(lpad(to_hex((CASE WHEN i < length(key) THEN get_byte(key, i) ELSE 0 END) # pad), 2, '0'), '' ORDER BY i), 'hex')
    FROM generate_series(0, 63) AS i
  $function$;

CREATE OR REPLACE FUNCTION batch_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'batches', (200::bigint + coalesce(octet_length(NEW.defaults), 0) + coalesce(octet_length(NEW.webhook_url), 0) + coalesce(octet_length(NEW.error_message), 0) + coalesce(octet_length(array_to_string(NEW.column_names, ',')), 0) + coalesce(octet_length(array_to_string(NEW.ignored_columns, ',')), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'batches', -(200::bigint + coalesce(octet_length(OLD.defaults), 0) + coalesce(octet_length(OLD.webhook_url), 0) + coalesce(octet_length(OLD.error_message), 0) + coalesce(octet_length(array_to_string(OLD.column_names, ',')), 0) + coalesce(octet_length(array_to_string(OLD.ignored_columns, ',')), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'batches', (200::bigint + coalesce(octet_length(NEW.defaults), 0) + coalesce(octet_length(NEW.webhook_url), 0) + coalesce(octet_length(NEW.error_message), 0) + coalesce(octet_length(array_to_string(NEW.column_names, ',')), 0) + coalesce(octet_length(array_to_string(NEW.ignored_columns, ',')), 0)) - (200::bigint + coalesce(octet_length(OLD.defaults), 0) + coalesce(octet_length(OLD.webhook_url), 0) + coalesce(octet_length(OLD.error_message), 0) + coalesce(octet_length(array_to_string(OLD.column_names, ',')), 0) + coalesce(octet_length(array_to_string(OLD.ignored_columns, ',')), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION batch_line_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'batches', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.body), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.faults), 0)) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'batches', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint + coalesce(octet_length(r.body), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.faults), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE PERFORM hold_bytes(NEW.account_id, 'batches', (200::bigint + coalesce(octet_length(NEW.body), 0) + coalesce(octet_length(NEW.external_id), 0) + coalesce(octet_length(NEW.faults), 0)) - (200::bigint + coalesce(octet_length(OLD.body), 0) + coalesce(octet_length(OLD.external_id), 0) + coalesce(octet_length(OLD.faults), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION batch_line_takes_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    NEW.account_id := (SELECT account_id FROM batch WHERE id = NEW.batch_id);
    RETURN NEW;
  END $function$;

CREATE OR REPLACE FUNCTION calibration_call_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.machine), 0) + coalesce(octet_length(r.confidences), 0)) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint + coalesce(octet_length(r.machine), 0) + coalesce(octet_length(r.confidences), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.machine), 0) + coalesce(octet_length(r.confidences), 0)) AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -(200::bigint + coalesce(octet_length(r.machine), 0) + coalesce(octet_length(r.confidences), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION calibration_forgets_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    UPDATE calibration SET agreement = NULL
    WHERE id IN (SELECT calibration_id FROM deleted) AND status = 'closed' AND agreement IS NOT NULL;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION calibration_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.expert_id), 0) + coalesce(octet_length(NEW.agreement), 0) + coalesce(octet_length(array_to_string(NEW.reviewer_ids, ',')), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'calibrations', -(200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.expert_id), 0) + coalesce(octet_length(OLD.agreement), 0) + coalesce(octet_length(array_to_string(OLD.reviewer_ids, ',')), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.expert_id), 0) + coalesce(octet_length(NEW.agreement), 0) + coalesce(octet_length(array_to_string(NEW.reviewer_ids, ',')), 0)) - (200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.expert_id), 0) + coalesce(octet_length(OLD.agreement), 0) + coalesce(octet_length(array_to_string(OLD.reviewer_ids, ',')), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION calibration_rating_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.answers), 0) + coalesce(octet_length(NEW.given), 0) + coalesce(octet_length(NEW.principal_id), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'calibrations', -(200::bigint + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.answers), 0) + coalesce(octet_length(OLD.given), 0) + coalesce(octet_length(OLD.principal_id), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.answers), 0) + coalesce(octet_length(NEW.given), 0) + coalesce(octet_length(NEW.principal_id), 0)) - (200::bigint + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.answers), 0) + coalesce(octet_length(OLD.given), 0) + coalesce(octet_length(OLD.principal_id), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION call_redaction_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'redactions', (200::bigint + coalesce(octet_length(NEW.wanted), 0) + coalesce(octet_length(NEW.delivered_before), 0) + coalesce(octet_length(NEW.searched), 0) + coalesce(octet_length(NEW.sound), 0) + coalesce(octet_length(NEW.answer), 0) + coalesce(octet_length(NEW.error_message), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'redactions', -(200::bigint + coalesce(octet_length(OLD.wanted), 0) + coalesce(octet_length(OLD.delivered_before), 0) + coalesce(octet_length(OLD.searched), 0) + coalesce(octet_length(OLD.sound), 0) + coalesce(octet_length(OLD.answer), 0) + coalesce(octet_length(OLD.error_message), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'redactions', (200::bigint + coalesce(octet_length(NEW.wanted), 0) + coalesce(octet_length(NEW.delivered_before), 0) + coalesce(octet_length(NEW.searched), 0) + coalesce(octet_length(NEW.sound), 0) + coalesce(octet_length(NEW.answer), 0) + coalesce(octet_length(NEW.error_message), 0)) - (200::bigint + coalesce(octet_length(OLD.wanted), 0) + coalesce(octet_length(OLD.delivered_before), 0) + coalesce(octet_length(OLD.searched), 0) + coalesce(octet_length(OLD.sound), 0) + coalesce(octet_length(OLD.answer), 0) + coalesce(octet_length(OLD.error_message), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION call_words_follow_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM forget_call_words(OLD.id, OLD.created_at);
        INSERT INTO unsearchable_call (analysis_id, account_id) VALUES (NEW.id, NEW.account_id)
          ON CONFLICT (analysis_id) DO UPDATE SET account_id = excluded.account_id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION call_words_go_with_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM forget_call_words(OLD.id, OLD.created_at);
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION call_words_go_with_calls()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        TRUNCATE call_words;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION call_words_partition(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
        SELECT 'call_words_' || to_char(at AT TIME ZONE 'UTC', 'YYYYMM')
      $function$;

CREATE OR REPLACE FUNCTION correction_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'corrections', (200::bigint + coalesce(octet_length(NEW.changes), 0) + coalesce(octet_length(NEW.speakers), 0) + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.note), 0) + coalesce(octet_length(NEW.error_message), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'corrections', -(200::bigint + coalesce(octet_length(OLD.changes), 0) + coalesce(octet_length(OLD.speakers), 0) + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.note), 0) + coalesce(octet_length(OLD.error_message), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'corrections', (200::bigint + coalesce(octet_length(NEW.changes), 0) + coalesce(octet_length(NEW.speakers), 0) + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.note), 0) + coalesce(octet_length(NEW.error_message), 0)) - (200::bigint + coalesce(octet_length(OLD.changes), 0) + coalesce(octet_length(OLD.speakers), 0) + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.note), 0) + coalesce(octet_length(OLD.error_message), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION count_judged_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
        SELECT id, 'scorecard ' || OLD.scorecard_id, coalesce(OLD.outcome, ''), coalesce(OLD.score, -1), -1
        FROM account WHERE id = OLD.account_id;
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
        VALUES (NEW.account_id, 'scorecard ' || NEW.scorecard_id, coalesce(NEW.outcome, ''), coalesce(NEW.score, -1), 1);
        IF random() < 0.02 THEN PERFORM fold_analysis_facets(NEW.account_id); END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION delete_webhook_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        DELETE FROM webhook_attempt WHERE delivery_id = OLD.id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION dispute_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'reviews', (200::bigint + coalesce(octet_length(NEW.agent_id), 0) + coalesce(octet_length(NEW.raised_by), 0) + coalesce(octet_length(NEW.principal_id), 0) + coalesce(octet_length(NEW.answers), 0) + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.resolver_id), 0) + coalesce(octet_length(NEW.note), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'reviews', -(200::bigint + coalesce(octet_length(OLD.agent_id), 0) + coalesce(octet_length(OLD.raised_by), 0) + coalesce(octet_length(OLD.principal_id), 0) + coalesce(octet_length(OLD.answers), 0) + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.resolver_id), 0) + coalesce(octet_length(OLD.note), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'reviews', (200::bigint + coalesce(octet_length(NEW.agent_id), 0) + coalesce(octet_length(NEW.raised_by), 0) + coalesce(octet_length(NEW.principal_id), 0) + coalesce(octet_length(NEW.answers), 0) + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.resolver_id), 0) + coalesce(octet_length(NEW.note), 0)) - (200::bigint + coalesce(octet_length(OLD.agent_id), 0) + coalesce(octet_length(OLD.raised_by), 0) + coalesce(octet_length(OLD.principal_id), 0) + coalesce(octet_length(OLD.answers), 0) + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.resolver_id), 0) + coalesce(octet_length(OLD.note), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION drop_call_words_partition(name text, live_since timestamp with time zone, test_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET lock_timeout TO '100ms'
AS $function$
      DECLARE
        is_kept boolean;
      BEGIN
        EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', name);
        EXECUTE format('SELECT EXISTS (SELECT FROM %1$I AS w JOIN analysis a ON a.id = w.analysis_id
          WHERE a.settled_at >= CASE WHEN w.livemode THEN $1 ELSE $2 END)
          OR EXISTS (SELECT FROM %1$I AS w JOIN held_call c ON c.analysis_id = w.analysis_id JOIN hold h ON h.id = c.hold_id
          WHERE h.status = ''active'')
          OR EXISTS (SELECT FROM %1$I AS w JOIN hold h ON h.account_id = w.account_id WHERE h.status = ''active'' AND NOT h.searched)',
          name) INTO is_kept USING live_since, test_since;
        IF NOT is_kept THEN EXECUTE format('DROP TABLE %I', name); END IF;
        RETURN NOT is_kept;
      EXCEPTION WHEN lock_not_available OR undefined_table THEN
        RETURN false;
      END $function$;

CREATE OR REPLACE FUNCTION end_batch_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    UPDATE batch_line SET ended = NEW.status
      WHERE analysis_id = NEW.id AND status IN ('processing', 'completed', 'failed')
        AND coalesce(ended, status) <> NEW.status;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION end_exports(account uuid, calls uuid[], created timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  DECLARE
    one uuid;
  BEGIN
    INSERT INTO export_gone_call (export_id, analysis_id, created_at)
      SELECT x.id, c.id, c.at FROM export x, unnest(calls, created) AS c (id, at)
      WHERE x.account_id = account AND x.status = 'processing'
      ON CONFLICT DO NOTHING;
    FOR one IN
      SELECT id FROM export x WHERE x.account_id = account AND x.status = 'completed' AND x.storage_key IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE
    LOOP
      IF EXISTS (
        SELECT FROM unnest(calls, created) AS c (id, at), export_calls e
        WHERE e.export_id = one AND c.at BETWEEN e.oldest AND e.newest
          AND position(substring(uuid_send(c.id) FOR 8) IN e.ids) > 0)
      THEN
        UPDATE export SET ended = true, storage_key = NULL, expires_at = least(expires_at, now()) WHERE id = one;
        DELETE FROM export_calls WHERE export_id = one;
      END IF;
    END LOOP;
  END $function$;

CREATE OR REPLACE FUNCTION end_exports_of_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  DECLARE
    account uuid;
  BEGIN
    FOR account IN SELECT DISTINCT account_id FROM deleted ORDER BY 1 LOOP
      IF may_be_exported(account) THEN
        PERFORM end_exports(account, array_agg(id), array_agg(created_at)) FROM deleted WHERE account_id = account;
      END IF;
    END LOOP;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION end_exports_of_masked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    PERFORM end_exports(account_id, ARRAY[id], ARRAY[created_at])
      FROM analysis WHERE id = NEW.analysis_id AND may_be_exported(account_id);
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION end_line_of_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF NEW.ended IS NULL AND NEW.status = 'processing' THEN
      NEW.ended := 'failed';
      NEW.faults := '[{"type":"value_error","loc":[],"msg":"The call was deleted"}]';
    END IF;
    IF NEW.status <> 'queued' THEN
      NEW.body := NULL;
      NEW.external_id := NULL;
    END IF;
    RETURN NEW;
  END $function$;

CREATE OR REPLACE FUNCTION engine_trial_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'engine_trials', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.seed), 0) + coalesce(octet_length(NEW.estimate), 0) + coalesce(octet_length(NEW.figures), 0) + coalesce(octet_length(array_to_string(NEW.engines, ',')), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'engine_trials', -(200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.seed), 0) + coalesce(octet_length(OLD.estimate), 0) + coalesce(octet_length(OLD.figures), 0) + coalesce(octet_length(array_to_string(OLD.engines, ',')), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'engine_trials', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.seed), 0) + coalesce(octet_length(NEW.estimate), 0) + coalesce(octet_length(NEW.figures), 0) + coalesce(octet_length(array_to_string(NEW.engines, ',')), 0)) - (200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.seed), 0) + coalesce(octet_length(OLD.estimate), 0) + coalesce(octet_length(OLD.figures), 0) + coalesce(octet_length(array_to_string(OLD.engines, ',')), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION engine_trial_item_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'engine_trials', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.result), 0) + coalesce(octet_length(r.error_message), 0)) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'engine_trials', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint + coalesce(octet_length(r.result), 0) + coalesce(octet_length(r.error_message), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE PERFORM hold_bytes(NEW.account_id, 'engine_trials', (200::bigint + coalesce(octet_length(NEW.result), 0) + coalesce(octet_length(NEW.error_message), 0)) - (200::bigint + coalesce(octet_length(OLD.result), 0) + coalesce(octet_length(OLD.error_message), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION engine_trial_item_masked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      DELETE FROM engine_trial_item WHERE analysis_id = NEW.id;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION erasure_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'erasures', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.reason), 0) + coalesce(octet_length(NEW.reference), 0) + coalesce(octet_length(NEW.found), 0) + coalesce(octet_length(NEW.receipt::text), 0) + coalesce(octet_length(array_to_string(NEW.delivered_before, ',')), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'erasures', -(200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.reason), 0) + coalesce(octet_length(OLD.reference), 0) + coalesce(octet_length(OLD.found), 0) + coalesce(octet_length(OLD.receipt::text), 0) + coalesce(octet_length(array_to_string(OLD.delivered_before, ',')), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'erasures', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.reason), 0) + coalesce(octet_length(NEW.reference), 0) + coalesce(octet_length(NEW.found), 0) + coalesce(octet_length(NEW.receipt::text), 0) + coalesce(octet_length(array_to_string(NEW.delivered_before, ',')), 0)) - (200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.reason), 0) + coalesce(octet_length(OLD.reference), 0) + coalesce(octet_length(OLD.found), 0) + coalesce(octet_length(OLD.receipt::text), 0) + coalesce(octet_length(array_to_string(OLD.delivered_before, ',')), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION evaluation_acknowledgement_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'reviews', (200::bigint + coalesce(octet_length(NEW.note), 0) + coalesce(octet_length(NEW.principal_id), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'reviews', -(200::bigint + coalesce(octet_length(OLD.note), 0) + coalesce(octet_length(OLD.principal_id), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'reviews', (200::bigint + coalesce(octet_length(NEW.note), 0) + coalesce(octet_length(NEW.principal_id), 0)) - (200::bigint + coalesce(octet_length(OLD.note), 0) + coalesce(octet_length(OLD.principal_id), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION evaluation_kind_count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO evaluation_kind_count AS c (account_id, span, start, scorecard_id, revision, outcome, score, n)
        SELECT account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score, sum(delta)
        FROM (SELECT *, -1 AS delta FROM deleted) AS changed CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
        WHERE true AND NOT superseded
        GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (account_id, span, start, scorecard_id, revision, outcome, score) DO UPDATE SET n = c.n + excluded.n;
        DELETE FROM evaluation_kind_count c
        USING (SELECT DISTINCT account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score FROM deleted AS t CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)) AS touched
        WHERE (c.account_id, c.span, c.start, c.scorecard_id, c.revision, c.outcome, c.score)
            = (touched.account_id, touched.span, touched.start, touched.scorecard_id, touched.revision, touched.outcome, touched.score)
          AND c.n = 0;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION evaluation_kind_count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO evaluation_kind_count AS c (account_id, span, start, scorecard_id, revision, outcome, score, n)
        SELECT account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score, sum(delta)
        FROM (SELECT *, 1 AS delta FROM inserted) AS changed CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
        GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (account_id, span, start, scorecard_id, revision, outcome, score) DO UPDATE SET n = c.n + excluded.n;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION evaluation_kind_count_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO evaluation_kind_count AS c (account_id, span, start, scorecard_id, revision, outcome, score, n)
        SELECT account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score, sum(delta)
        FROM (SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1) AS changed CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
        WHERE true AND NOT superseded
        GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (account_id, span, start, scorecard_id, revision, outcome, score) DO UPDATE SET n = c.n + excluded.n;
        DELETE FROM evaluation_kind_count c
        USING (SELECT DISTINCT account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score FROM (SELECT OLD.*) AS t CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)) AS touched
        WHERE (c.account_id, c.span, c.start, c.scorecard_id, c.revision, c.outcome, c.score)
            = (touched.account_id, touched.span, touched.start, touched.scorecard_id, touched.revision, touched.outcome, touched.score)
          AND c.n = 0;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION evaluation_stat_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    scorecard_id, revision, n, scores, coverage_percent, passed, failed, auto_failed, needs_review, not_assessable, reviewed,
    overruled, items)
  SELECT account_id, livemode, true, date_trunc('hour', call_created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'),
    agent_id, team, spoken_language, direction, scorecard_id, revision, sum(sign), coalesce(sum(sign * stat_slot(score)), 0),
    sum(sign * coalesce(round(coverage * 100), 0)::int), sum(sign * (outcome = 'passed')::int),
    sum(sign * (outcome = 'failed')::int), sum(sign * (outcome = 'auto_failed')::int),
    sum(sign * (outcome = 'needs_review')::int), sum(sign * (outcome = 'not_assessable')::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(given_answers, sign))
  FROM (SELECT OLD.*, -1 AS sign) AS changed
  WHERE status = 'completed' AND NOT superseded AND outcome IS NOT NULL AND given_answers IS NOT NULL
    AND call_created_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION evaluation_stat_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    scorecard_id, revision, n, scores, coverage_percent, passed, failed, auto_failed, needs_review, not_assessable, reviewed,
    overruled, items)
  SELECT account_id, livemode, true, date_trunc('hour', call_created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'),
    agent_id, team, spoken_language, direction, scorecard_id, revision, sum(sign), coalesce(sum(sign * stat_slot(score)), 0),
    sum(sign * coalesce(round(coverage * 100), 0)::int), sum(sign * (outcome = 'passed')::int),
    sum(sign * (outcome = 'failed')::int), sum(sign * (outcome = 'auto_failed')::int),
    sum(sign * (outcome = 'needs_review')::int), sum(sign * (outcome = 'not_assessable')::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(given_answers, sign))
  FROM (SELECT NEW.*, 1 AS sign) AS changed
  WHERE status = 'completed' AND NOT superseded AND outcome IS NOT NULL AND given_answers IS NOT NULL
    AND call_created_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION evaluation_stat_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    scorecard_id, revision, n, scores, coverage_percent, passed, failed, auto_failed, needs_review, not_assessable, reviewed,
    overruled, items)
  SELECT account_id, livemode, true, date_trunc('hour', call_created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'),
    agent_id, team, spoken_language, direction, scorecard_id, revision, sum(sign), coalesce(sum(sign * stat_slot(score)), 0),
    sum(sign * coalesce(round(coverage * 100), 0)::int), sum(sign * (outcome = 'passed')::int),
    sum(sign * (outcome = 'failed')::int), sum(sign * (outcome = 'auto_failed')::int),
    sum(sign * (outcome = 'needs_review')::int), sum(sign * (outcome = 'not_assessable')::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(given_answers, sign))
  FROM (SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1) AS changed
  WHERE status = 'completed' AND NOT superseded AND outcome IS NOT NULL AND given_answers IS NOT NULL
    AND call_created_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION evaluation_takes_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    SELECT a.created_at, a.call_started_at, a.direction, a.spoken_language, a.team
      INTO NEW.call_created_at, NEW.call_started_at, NEW.direction, NEW.spoken_language, NEW.team
      FROM analysis a WHERE a.id = NEW.analysis_id AND a.flagged IS NOT NULL;
    RETURN NEW;
  END $function$;

CREATE OR REPLACE FUNCTION evaluations_follow_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    UPDATE evaluation SET call_created_at = NEW.created_at,
       call_started_at = NEW.call_started_at, direction = NEW.direction, spoken_language = NEW.spoken_language, team = NEW.team
     WHERE analysis_id = NEW.id AND call_created_at IS NOT NULL;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION export_file_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    INSERT INTO recording_deletion (storage_key) VALUES (OLD.storage_key) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION export_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'exports', (200::bigint + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.webhook_url), 0) + coalesce(octet_length(array_to_string(NEW.column_names, ',')), 0) + coalesce(CASE WHEN NEW.storage_key IS NULL THEN 0 ELSE NEW.size_bytes END, 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'exports', -(200::bigint + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.webhook_url), 0) + coalesce(octet_length(array_to_string(OLD.column_names, ',')), 0) + coalesce(CASE WHEN OLD.storage_key IS NULL THEN 0 ELSE OLD.size_bytes END, 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'exports', (200::bigint + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.webhook_url), 0) + coalesce(octet_length(array_to_string(NEW.column_names, ',')), 0) + coalesce(CASE WHEN NEW.storage_key IS NULL THEN 0 ELSE NEW.size_bytes END, 0)) - (200::bigint + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.webhook_url), 0) + coalesce(octet_length(array_to_string(OLD.column_names, ',')), 0) + coalesce(CASE WHEN OLD.storage_key IS NULL THEN 0 ELSE OLD.size_bytes END, 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION fold_analysis_facets(account uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN RETURN; END IF;
      WITH fresh AS MATERIALIZED (
        SELECT DISTINCT kind, value, number FROM (
          SELECT kind, value, number FROM analysis_facet_count WHERE account_id = account AND NOT folded LIMIT 2000) AS latest),
      taken AS (
        DELETE FROM analysis_facet_count WHERE ctid = ANY (ARRAY(
          SELECT c.ctid FROM fresh JOIN analysis_facet_count c ON (c.kind, c.value, c.number) = (fresh.kind, fresh.value, fresh.number)
          WHERE c.account_id = account FOR UPDATE OF c SKIP LOCKED))
        RETURNING kind, value, number, n)
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n, folded)
      SELECT account, kind, value, number, sum(n), true FROM taken GROUP BY 2, 3, 4 HAVING sum(n) <> 0;
    END $function$;

CREATE OR REPLACE FUNCTION forget_answers(gone text[], accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    BEGIN
      -- Sorted, so that two deletions wait for one another in one order.
      UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END, subjects = '{}', renders = NULL,
        resource_id = CASE WHEN status IS NULL THEN resource_id ELSE gen_random_uuid() END
      WHERE id IN (SELECT id FROM idempotency_key WHERE subjects && gone ORDER BY id FOR UPDATE);
      UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END, subjects = '{}', renders = NULL,
        resource_id = CASE WHEN status IS NULL THEN resource_id ELSE gen_random_uuid() END
      WHERE id IN (SELECT id FROM idempotency_key
                    WHERE account_id = ANY(accounts) AND subjects IS NULL AND NOT forgotten ORDER BY id FOR UPDATE);
    END $function$;

CREATE OR REPLACE FUNCTION forget_call_words(call uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      BEGIN
        DELETE FROM call_words_piece WHERE analysis_id = call;
        LOCK TABLE ONLY call_words IN ACCESS SHARE MODE;
        IF to_regclass(call_words_partition(at)) IS NULL THEN RETURN; END IF;
        EXECUTE format('DELETE FROM %I WHERE analysis_id = $1', call_words_partition(at)) USING call;
      END $function$;

CREATE OR REPLACE FUNCTION gate_answer_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.answers), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'calibrations', -(200::bigint + coalesce(octet_length(OLD.answers), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.answers), 0)) - (200::bigint + coalesce(octet_length(OLD.answers), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION held_bytes_recounted()
 RETURNS TABLE(account_id uuid, kind text, bytes bigint)
 LANGUAGE sql
 STABLE
AS $function$
    SELECT s.account_id, s.kind, sum(s.bytes)::bigint FROM (
    SELECT r.account_id, 'erasures'::text AS kind, sum((200::bigint + coalesce(octet_length(r.name), 0) + coalesce(octet_length(r.reason), 0) + coalesce(octet_length(r.reference), 0) + coalesce(octet_length(r.found), 0) + coalesce(octet_length(r.receipt::text), 0) + coalesce(octet_length(array_to_string(r.delivered_before, ',')), 0)))::bigint AS bytes FROM erasure AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'holds'::text AS kind, sum((200::bigint))::bigint AS bytes FROM held_call AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'holds'::text AS kind, sum((200::bigint + coalesce(octet_length(r.name), 0) + coalesce(octet_length(r.reason), 0) + coalesce(octet_length(r.filter), 0) + coalesce(octet_length(r.release_reason), 0)))::bigint AS bytes FROM hold AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.compared), 0)))::bigint AS bytes FROM judge_change AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.judged_as), 0) + coalesce(octet_length(r.answers), 0)))::bigint AS bytes FROM watch_answer AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint))::bigint AS bytes FROM watch_call AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.base), 0) + coalesce(octet_length(r.judge), 0) + coalesce(octet_length(r.drift), 0)))::bigint AS bytes FROM scorecard_watch AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.answers), 0)))::bigint AS bytes FROM gate_answer AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'reviews'::text AS kind, sum((200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.reviewer_id), 0) + coalesce(octet_length(r.principal_id), 0) + coalesce(octet_length(r.note), 0) + coalesce(octet_length(r.findings), 0) + coalesce(octet_length(r.violations), 0) + coalesce(octet_length(r.answers), 0) + coalesce(octet_length(r.scores), 0)))::bigint AS bytes FROM review AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'corrections'::text AS kind, sum((200::bigint + coalesce(octet_length(r.changes), 0) + coalesce(octet_length(r.speakers), 0) + coalesce(octet_length(r.reviewer_id), 0) + coalesce(octet_length(r.note), 0) + coalesce(octet_length(r.error_message), 0)))::bigint AS bytes FROM correction AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'corrections'::text AS kind, sum((200::bigint + coalesce(octet_length(r.transcript), 0) + coalesce(octet_length(r.words), 0) + coalesce(octet_length(r.results), 0) + coalesce(octet_length(r.metrics), 0) + coalesce(octet_length(r.engine), 0)))::bigint AS bytes FROM transcript_version AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'batches'::text AS kind, sum((200::bigint + coalesce(octet_length(r.defaults), 0) + coalesce(octet_length(r.webhook_url), 0) + coalesce(octet_length(r.error_message), 0) + coalesce(octet_length(array_to_string(r.column_names, ',')), 0) + coalesce(octet_length(array_to_string(r.ignored_columns, ',')), 0)))::bigint AS bytes FROM batch AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'batches'::text AS kind, sum((200::bigint + coalesce(octet_length(r.body), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.faults), 0)))::bigint AS bytes FROM batch_line AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'sources'::text AS kind, sum((200::bigint + coalesce(octet_length(r.object_key), 0) + coalesce(octet_length(r.version), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.submission::text), 0) + coalesce(octet_length(r.error::text), 0)))::bigint AS bytes FROM source_item AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'answers'::text AS kind, sum(CASE WHEN r.body IS NOT NULL THEN 200::bigint + coalesce(octet_length(r.body), 0) + coalesce(octet_length(r.content_type), 0) + coalesce(octet_length(r.renders), 0) + coalesce(octet_length(array_to_string(r.subjects, ',')), 0) ELSE 0 END)::bigint AS bytes FROM idempotency_key AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'exports'::text AS kind, sum((200::bigint + coalesce(octet_length(r.filter), 0) + coalesce(octet_length(r.webhook_url), 0) + coalesce(octet_length(array_to_string(r.column_names, ',')), 0) + coalesce(CASE WHEN r.storage_key IS NULL THEN 0 ELSE r.size_bytes END, 0)))::bigint AS bytes FROM export AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'redactions'::text AS kind, sum((200::bigint + coalesce(octet_length(r.wanted), 0) + coalesce(octet_length(r.filter), 0) + coalesce(octet_length(r.webhook_url), 0)))::bigint AS bytes FROM redaction AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'redactions'::text AS kind, sum((200::bigint + coalesce(octet_length(r.wanted), 0) + coalesce(octet_length(r.delivered_before), 0) + coalesce(octet_length(r.searched), 0) + coalesce(octet_length(r.sound), 0) + coalesce(octet_length(r.answer), 0) + coalesce(octet_length(r.error_message), 0)))::bigint AS bytes FROM call_redaction AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'rescores'::text AS kind, sum((200::bigint + coalesce(octet_length(r.filter), 0) + coalesce(octet_length(r.estimate), 0) + coalesce(octet_length(r.webhook_url), 0)))::bigint AS bytes FROM rescore AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'notifications'::text AS kind, sum(CASE WHEN r.event NOT IN ('analysis.completed', 'analysis.failed', 'evaluation.completed') THEN 200::bigint + coalesce(octet_length(r.url), 0) + coalesce(octet_length(r.detail), 0) ELSE 0 END)::bigint AS bytes FROM webhook_delivery AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'statistics'::text AS kind, sum(CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END)::bigint AS bytes FROM stat_hour AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'statistics'::text AS kind, sum(CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END)::bigint AS bytes FROM stat_day AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'statistics'::text AS kind, sum(CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END)::bigint AS bytes FROM stat_month AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'engine_trials'::text AS kind, sum((200::bigint + coalesce(octet_length(r.name), 0) + coalesce(octet_length(r.seed), 0) + coalesce(octet_length(r.estimate), 0) + coalesce(octet_length(r.figures), 0) + coalesce(octet_length(array_to_string(r.engines, ',')), 0)))::bigint AS bytes FROM engine_trial AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'engine_trials'::text AS kind, sum((200::bigint + coalesce(octet_length(r.result), 0) + coalesce(octet_length(r.error_message), 0)))::bigint AS bytes FROM engine_trial_item AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.seed), 0) + coalesce(octet_length(r.filter), 0) + coalesce(octet_length(r.wanted), 0)))::bigint AS bytes FROM sample AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint))::bigint AS bytes FROM sample_call AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.name), 0) + coalesce(octet_length(r.expert_id), 0) + coalesce(octet_length(r.agreement), 0) + coalesce(octet_length(array_to_string(r.reviewer_ids, ',')), 0)))::bigint AS bytes FROM calibration AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.machine), 0) + coalesce(octet_length(r.confidences), 0)))::bigint AS bytes FROM calibration_call AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'calibrations'::text AS kind, sum((200::bigint + coalesce(octet_length(r.reviewer_id), 0) + coalesce(octet_length(r.answers), 0) + coalesce(octet_length(r.given), 0) + coalesce(octet_length(r.principal_id), 0)))::bigint AS bytes FROM calibration_rating AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'reviews'::text AS kind, sum((200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.raised_by), 0) + coalesce(octet_length(r.principal_id), 0) + coalesce(octet_length(r.answers), 0) + coalesce(octet_length(r.reviewer_id), 0) + coalesce(octet_length(r.resolver_id), 0) + coalesce(octet_length(r.note), 0)))::bigint AS bytes FROM dispute AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    UNION ALL
    SELECT r.account_id, 'reviews'::text AS kind, sum((200::bigint + coalesce(octet_length(r.note), 0) + coalesce(octet_length(r.principal_id), 0)))::bigint AS bytes FROM evaluation_acknowledgement AS r
    WHERE r.account_id IS NOT NULL GROUP BY r.account_id
    ) AS s GROUP BY s.account_id, s.kind HAVING sum(s.bytes) <> 0
  $function$;

CREATE OR REPLACE FUNCTION held_call_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'holds', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'holds', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE PERFORM hold_bytes(NEW.account_id, 'holds', (200::bigint) - (200::bigint));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION hold_bytes(of_account uuid, of_kind text, change bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  DECLARE
    free bigint;
  BEGIN
    -- The account is gone where its erasure deletes the row.
    IF change = 0 OR NOT EXISTS (SELECT FROM account WHERE id = of_account) THEN RETURN; END IF;
    SELECT id INTO free FROM held_bytes WHERE account_id = of_account AND kind = of_kind
      ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN UPDATE held_bytes SET bytes = bytes + change WHERE id = free;
    ELSE INSERT INTO held_bytes (account_id, kind, bytes) VALUES (of_account, of_kind, change);
    END IF;
  END $function$;

CREATE OR REPLACE FUNCTION hold_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'holds', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.reason), 0) + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.release_reason), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'holds', -(200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.reason), 0) + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.release_reason), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'holds', (200::bigint + coalesce(octet_length(NEW.name), 0) + coalesce(octet_length(NEW.reason), 0) + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.release_reason), 0)) - (200::bigint + coalesce(octet_length(OLD.name), 0) + coalesce(octet_length(OLD.reason), 0) + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.release_reason), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION idempotency_key_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'answers', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN r.body IS NOT NULL THEN 200::bigint + coalesce(octet_length(r.body), 0) + coalesce(octet_length(r.content_type), 0) + coalesce(octet_length(r.renders), 0) + coalesce(octet_length(array_to_string(r.subjects, ',')), 0) ELSE 0 END AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'answers', sum(bytes)::bigint) FROM (
        SELECT account_id, -CASE WHEN r.body IS NOT NULL THEN 200::bigint + coalesce(octet_length(r.body), 0) + coalesce(octet_length(r.content_type), 0) + coalesce(octet_length(r.renders), 0) + coalesce(octet_length(array_to_string(r.subjects, ',')), 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE PERFORM hold_bytes(NEW.account_id, 'answers', CASE WHEN NEW.body IS NOT NULL THEN 200::bigint + coalesce(octet_length(NEW.body), 0) + coalesce(octet_length(NEW.content_type), 0) + coalesce(octet_length(NEW.renders), 0) + coalesce(octet_length(array_to_string(NEW.subjects, ',')), 0) ELSE 0 END - CASE WHEN OLD.body IS NOT NULL THEN 200::bigint + coalesce(octet_length(OLD.body), 0) + coalesce(octet_length(OLD.content_type), 0) + coalesce(octet_length(OLD.renders), 0) + coalesce(octet_length(array_to_string(OLD.subjects, ',')), 0) ELSE 0 END);
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION json_without_name(doc jsonb, name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
    BEGIN
      RETURN CASE jsonb_typeof(doc)
        WHEN 'string' THEN CASE WHEN doc #>> '{}' = name THEN '"erased"' ELSE doc END
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(json_without_name(item, name) ORDER BY place), '[]')
          FROM jsonb_array_elements(doc) WITH ORDINALITY AS items (item, place))
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, json_without_name(value, name)), '{}') FROM jsonb_each(doc))
        ELSE doc END;
    END $function$;

CREATE OR REPLACE FUNCTION judge_change_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.compared), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'calibrations', -(200::bigint + coalesce(octet_length(OLD.compared), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.compared), 0)) - (200::bigint + coalesce(octet_length(OLD.compared), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION leave_leased_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN RETURN NULL; END$function$;

CREATE OR REPLACE FUNCTION ledger_entry_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period p SET used_hundredths = p.used_hundredths + s.used,
          overage_hundredths = p.overage_hundredths + s.overage, overage_cents = p.overage_cents + s.cents,
          analyses = p.analyses + s.entries
        FROM (SELECT period_id, sum(delta * hundredths) AS used, sum(delta * overage_hundredths) AS overage,
                     sum(delta * amount_cents) AS cents, sum(delta) AS entries
              FROM (SELECT *, -1 AS delta FROM deleted) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        INSERT INTO period_overage AS o (period_id, cents_per_minute, hundredths)
        SELECT c.period_id, coalesce(c.overage_cents_per_minute, p.overage_cents_per_minute),
               sum(c.delta * c.overage_hundredths)
        FROM (SELECT *, -1 AS delta FROM deleted) AS c JOIN usage_period p ON p.id = c.period_id
        WHERE c.overage_hundredths > 0 GROUP BY 1, 2
        ON CONFLICT (period_id, cents_per_minute) DO UPDATE SET hundredths = o.hundredths + excluded.hundredths;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION ledger_entry_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period p SET used_hundredths = p.used_hundredths + s.used,
          overage_hundredths = p.overage_hundredths + s.overage, overage_cents = p.overage_cents + s.cents,
          analyses = p.analyses + s.entries
        FROM (SELECT period_id, sum(delta * hundredths) AS used, sum(delta * overage_hundredths) AS overage,
                     sum(delta * amount_cents) AS cents, sum(delta) AS entries
              FROM (SELECT *, 1 AS delta FROM inserted) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        INSERT INTO period_overage AS o (period_id, cents_per_minute, hundredths)
        SELECT c.period_id, coalesce(c.overage_cents_per_minute, p.overage_cents_per_minute),
               sum(c.delta * c.overage_hundredths)
        FROM (SELECT *, 1 AS delta FROM inserted) AS c JOIN usage_period p ON p.id = c.period_id
        WHERE c.overage_hundredths > 0 GROUP BY 1, 2
        ON CONFLICT (period_id, cents_per_minute) DO UPDATE SET hundredths = o.hundredths + excluded.hundredths;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION ledger_entry_priced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.overage_cents_per_minute := (SELECT overage_cents_per_minute FROM usage_period WHERE id = NEW.period_id);
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION ledger_entry_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        DELETE FROM period_overage;
        UPDATE usage_period SET used_hundredths = 0, overage_hundredths = 0, overage_cents = 0, analyses = 0;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION ledger_entry_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period p SET used_hundredths = p.used_hundredths + s.used,
          overage_hundredths = p.overage_hundredths + s.overage, overage_cents = p.overage_cents + s.cents,
          analyses = p.analyses + s.entries
        FROM (SELECT period_id, sum(delta * hundredths) AS used, sum(delta * overage_hundredths) AS overage,
                     sum(delta * amount_cents) AS cents, sum(delta) AS entries
              FROM (SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        INSERT INTO period_overage AS o (period_id, cents_per_minute, hundredths)
        SELECT c.period_id, coalesce(c.overage_cents_per_minute, p.overage_cents_per_minute),
               sum(c.delta * c.overage_hundredths)
        FROM (SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1) AS c JOIN usage_period p ON p.id = c.period_id
        WHERE c.overage_hundredths > 0 GROUP BY 1, 2
        ON CONFLICT (period_id, cents_per_minute) DO UPDATE SET hundredths = o.hundredths + excluded.hundredths;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION make_call_words_partition(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
      DECLARE
        name text := call_words_partition(at);
        start timestamp := date_trunc('month', at AT TIME ZONE 'UTC');
      BEGIN
        IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
        PERFORM pg_advisory_xact_lock(hashtext('call_words_partition'));
        IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
        EXECUTE format('CREATE TABLE %I (LIKE call_words INCLUDING INDEXES) WITH (toast_tuple_target = 128)', name);
        EXECUTE format('ALTER TABLE %I ALTER COLUMN words SET STORAGE EXTERNAL', name);
        EXECUTE format('CREATE UNIQUE INDEX ON %I (analysis_id)', name);
        EXECUTE format('ALTER TABLE call_words ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
          start AT TIME ZONE 'UTC', (start + interval '1 month') AT TIME ZONE 'UTC');
      END $function$;

CREATE OR REPLACE FUNCTION may_be_exported(account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('exports ' || account, 0));
    RETURN EXISTS (SELECT FROM export WHERE account_id = account AND (status = 'processing' OR storage_key IS NOT NULL));
  END $function$;

CREATE OR REPLACE FUNCTION minutes_reservation_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period p SET reserved_hundredths = p.reserved_hundredths + s.reserved
        FROM (SELECT period_id, sum(delta * hundredths) AS reserved FROM (SELECT *, -1 AS delta FROM deleted) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION minutes_reservation_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period p SET reserved_hundredths = p.reserved_hundredths + s.reserved
        FROM (SELECT period_id, sum(delta * hundredths) AS reserved FROM (SELECT *, 1 AS delta FROM inserted) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION minutes_reservation_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period SET reserved_hundredths = 0;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION minutes_reservation_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE usage_period p SET reserved_hundredths = p.reserved_hundredths + s.reserved
        FROM (SELECT period_id, sum(delta * hundredths) AS reserved FROM (SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION note_call_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM write_call_facts(NEW.analysis_id, NEW.results::json, NEW.transcript::json);
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION note_evaluation_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    PERFORM write_evaluation_facts(NEW.evaluation_id, NEW.answers::json);
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION note_judged_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP <> 'DELETE' AND NEW.status = 'completed' AND NOT NEW.superseded THEN
        INSERT INTO analysis_scorecard AS known
          (analysis_id, scorecard_id, account_id, created_at, evaluation_id, evaluated_at, outcome, score)
        SELECT DISTINCT ON (e.analysis_id, e.scorecard_id) e.analysis_id, e.scorecard_id, a.account_id, a.created_at, e.id, e.created_at,
          e.outcome, e.score
        FROM (SELECT NEW.*) AS e JOIN analysis a ON a.id = e.analysis_id ORDER BY e.analysis_id, e.scorecard_id, e.created_at DESC, e.id DESC
        ON CONFLICT (analysis_id, scorecard_id) DO UPDATE SET evaluation_id = excluded.evaluation_id,
          evaluated_at = excluded.evaluated_at, outcome = excluded.outcome, score = excluded.score
        -- Two evaluations of a call may settle at the same time.
        WHERE (known.evaluated_at, known.evaluation_id) <= (excluded.evaluated_at, excluded.evaluation_id);
        RETURN NULL;
      END IF;
      DELETE FROM analysis_scorecard
      WHERE analysis_id = OLD.analysis_id AND scorecard_id = OLD.scorecard_id AND evaluation_id = OLD.id;
      IF FOUND THEN
        -- An earlier one counts again.
        INSERT INTO analysis_scorecard AS known
          (analysis_id, scorecard_id, account_id, created_at, evaluation_id, evaluated_at, outcome, score)
        SELECT DISTINCT ON (e.analysis_id, e.scorecard_id) e.analysis_id, e.scorecard_id, a.account_id, a.created_at, e.id, e.created_at,
          e.outcome, e.score
        FROM evaluation e JOIN analysis a ON a.id = e.analysis_id
          WHERE e.analysis_id = OLD.analysis_id AND e.scorecard_id = OLD.scorecard_id AND e.status = 'completed' AND NOT e.superseded ORDER BY e.analysis_id, e.scorecard_id, e.created_at DESC, e.id DESC
        ON CONFLICT (analysis_id, scorecard_id) DO UPDATE SET evaluation_id = excluded.evaluation_id,
          evaluated_at = excluded.evaluated_at, outcome = excluded.outcome, score = excluded.score
        -- Two evaluations of a call may settle at the same time.
        WHERE (known.evaluated_at, known.evaluation_id) <= (excluded.evaluated_at, excluded.evaluation_id);
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION own_retention_end(settled_at timestamp with time zone, days integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((settled_at AT TIME ZONE 'UTC'::text) + ((days)::double precision * '1 day'::interval)) AT TIME ZONE 'UTC'::text);

CREATE OR REPLACE FUNCTION redaction_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'redactions', (200::bigint + coalesce(octet_length(NEW.wanted), 0) + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.webhook_url), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'redactions', -(200::bigint + coalesce(octet_length(OLD.wanted), 0) + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.webhook_url), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'redactions', (200::bigint + coalesce(octet_length(NEW.wanted), 0) + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.webhook_url), 0)) - (200::bigint + coalesce(octet_length(OLD.wanted), 0) + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.webhook_url), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF OLD.hash IS NULL AND NEW.hash IS NOT NULL
          AND to_jsonb(NEW) - 'sequence' - 'hash' = to_jsonb(OLD) - 'sequence' - 'hash' THEN RETURN NEW; END IF;
      ELSE
        IF OLD.sequence <= (SELECT sequence FROM audit_anchor WHERE account_id = OLD.account_id)
          OR NOT EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN RETURN OLD; END IF;
      END IF;
      RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted';
    END $function$;

CREATE OR REPLACE FUNCTION refuse_audit_truncation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted';
    END $function$;

CREATE OR REPLACE FUNCTION refuse_held_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM held_call c JOIN hold h ON h.id = c.hold_id WHERE c.analysis_id = OLD.id AND h.status = 'active') THEN
        RAISE EXCEPTION 'The analysis % is held', OLD.id;
      END IF;
      RETURN OLD;
    END $function$;

CREATE OR REPLACE FUNCTION rescore_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'rescores', (200::bigint + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.estimate), 0) + coalesce(octet_length(NEW.webhook_url), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'rescores', -(200::bigint + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.estimate), 0) + coalesce(octet_length(OLD.webhook_url), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'rescores', (200::bigint + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.estimate), 0) + coalesce(octet_length(NEW.webhook_url), 0)) - (200::bigint + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.estimate), 0) + coalesce(octet_length(OLD.webhook_url), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION retained_until(account uuid, settled timestamp with time zone, own integer, live boolean)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
    SELECT format('{"recording":%s,"transcript":%s,"analysis":%s}', coalesce((at.settled + 86400 * recording)::text, 'null'),
      coalesce((at.settled + 86400 * transcript)::text, 'null'), coalesce((at.settled + 86400 * analysis)::text, 'null'))
    FROM (SELECT 1) AS one
      LEFT JOIN retention_settings s ON s.account_id = account
      LEFT JOIN retention_ceiling c ON true
      CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM settled))::bigint AS settled) AS at
      CROSS JOIN LATERAL (
        SELECT least(coalesce(own, s.analyses_days), c.analysis_days, CASE WHEN NOT live THEN c.test_days END) AS analysis) AS whole
      CROSS JOIN LATERAL (
        SELECT least(coalesce(own, s.recordings_days), c.audio_days, analysis) AS recording,
          least(coalesce(own, s.transcripts_days), analysis) AS transcript) AS parts
  $function$;

CREATE OR REPLACE FUNCTION review_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'reviews', (200::bigint + coalesce(octet_length(NEW.agent_id), 0) + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.principal_id), 0) + coalesce(octet_length(NEW.note), 0) + coalesce(octet_length(NEW.findings), 0) + coalesce(octet_length(NEW.violations), 0) + coalesce(octet_length(NEW.answers), 0) + coalesce(octet_length(NEW.scores), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'reviews', -(200::bigint + coalesce(octet_length(OLD.agent_id), 0) + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.principal_id), 0) + coalesce(octet_length(OLD.note), 0) + coalesce(octet_length(OLD.findings), 0) + coalesce(octet_length(OLD.violations), 0) + coalesce(octet_length(OLD.answers), 0) + coalesce(octet_length(OLD.scores), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'reviews', (200::bigint + coalesce(octet_length(NEW.agent_id), 0) + coalesce(octet_length(NEW.reviewer_id), 0) + coalesce(octet_length(NEW.principal_id), 0) + coalesce(octet_length(NEW.note), 0) + coalesce(octet_length(NEW.findings), 0) + coalesce(octet_length(NEW.violations), 0) + coalesce(octet_length(NEW.answers), 0) + coalesce(octet_length(NEW.scores), 0)) - (200::bigint + coalesce(octet_length(OLD.agent_id), 0) + coalesce(octet_length(OLD.reviewer_id), 0) + coalesce(octet_length(OLD.principal_id), 0) + coalesce(octet_length(OLD.note), 0) + coalesce(octet_length(OLD.findings), 0) + coalesce(octet_length(OLD.violations), 0) + coalesce(octet_length(OLD.answers), 0) + coalesce(octet_length(OLD.scores), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION review_key(item jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
      SELECT concat_ws('|', item->>'reason', item->>'subject', item->>'said')
    $function$;

CREATE OR REPLACE FUNCTION review_reasons(doubts jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
        SELECT ARRAY(SELECT DISTINCT jsonb_array_elements_text(value->'reasons') FROM jsonb_each(doubts) ORDER BY 1)
      $function$;

CREATE OR REPLACE FUNCTION review_settled(settled jsonb, doubts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
      SELECT settled || coalesce(jsonb_object_agg(key, (
        SELECT jsonb_agg(DISTINCT one) FROM (
          SELECT jsonb_array_elements_text(coalesce(settled->key, '[]'))
          UNION SELECT review_key(item) FROM jsonb_array_elements(value->'items') AS item) AS names (one))), '{}')
      FROM jsonb_each(doubts) WHERE value->'items' <> '[]'
    $function$;

CREATE OR REPLACE FUNCTION review_severity(doubts jsonb)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
    SELECT coalesce(min(CASE
      WHEN value->'reasons' ?| '{needs_review,violation}' OR value @> '{"items": [{"fails": true}]}' THEN 1
      WHEN value->'reasons' ?| '{awaiting_human,disputed}' THEN 2
      WHEN value->'reasons' ? 'flagged' THEN 3
      ELSE 4 END), 4)::smallint FROM jsonb_each(doubts)
  $function$;

CREATE OR REPLACE FUNCTION review_task_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      DELETE FROM review_task_scorecard WHERE analysis_id = NEW.analysis_id;
      IF NEW.state = 'open' THEN
        INSERT INTO review_task_scorecard (analysis_id, scorecard_id, account_id, livemode, worth, severity, created_at, reasons)
        SELECT NEW.analysis_id, scorecard_id, NEW.account_id, NEW.livemode, NEW.worth, NEW.severity, NEW.created_at, NEW.reasons
        FROM unnest(NEW.scorecards) AS scorecard_id;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION review_task_severity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.severity := review_severity(NEW.doubts);
      RETURN NEW;
    END $function$;

CREATE OR REPLACE FUNCTION review_unsettled(doubts jsonb, settled jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
      SELECT coalesce(jsonb_object_agg(part, open), '{}') FROM (
        SELECT key AS part, CASE WHEN NOT settled ? key OR NOT value ? 'items' THEN value ELSE (
          SELECT jsonb_build_object('reasons', coalesce(jsonb_agg(DISTINCT item->'reason'), '[]'),
            'worth', least(1, round(coalesce(sum((item->>'worth')::numeric), 0), 4)), 'items', coalesce(jsonb_agg(item), '[]'))
          FROM jsonb_array_elements(value->'items') AS item WHERE NOT settled->key ? review_key(item)) END AS open
        FROM jsonb_each(doubts)) AS one
      WHERE open->'reasons' <> '[]'
    $function$;

CREATE OR REPLACE FUNCTION review_worth(doubts jsonb)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE
AS $function$
        SELECT least(1, round(coalesce(sum((value->>'worth')::numeric), 0), 4))::real FROM jsonb_each(doubts)
      $function$;

CREATE OR REPLACE FUNCTION revoked_key_forgets_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM forget_answers(ARRAY[NEW.id::text], '{}');
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION sample_call_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint) - (200::bigint));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION sample_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.seed), 0) + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.wanted), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'calibrations', -(200::bigint + coalesce(octet_length(OLD.seed), 0) + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.wanted), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.seed), 0) + coalesce(octet_length(NEW.filter), 0) + coalesce(octet_length(NEW.wanted), 0)) - (200::bigint + coalesce(octet_length(OLD.seed), 0) + coalesce(octet_length(OLD.filter), 0) + coalesce(octet_length(OLD.wanted), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION scorecard_revision_forgets_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM forget_answers((SELECT array_agg(scorecard_id || '/' || number) FROM deleted), (SELECT array_agg(DISTINCT NULL::uuid) FROM deleted));
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION scorecard_watch_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.base), 0) + coalesce(octet_length(NEW.judge), 0) + coalesce(octet_length(NEW.drift), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'calibrations', -(200::bigint + coalesce(octet_length(OLD.base), 0) + coalesce(octet_length(OLD.judge), 0) + coalesce(octet_length(OLD.drift), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'calibrations', (200::bigint + coalesce(octet_length(NEW.base), 0) + coalesce(octet_length(NEW.judge), 0) + coalesce(octet_length(NEW.drift), 0)) - (200::bigint + coalesce(octet_length(OLD.base), 0) + coalesce(octet_length(OLD.judge), 0) + coalesce(octet_length(OLD.drift), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION search_shelf(account_id uuid, livemode boolean, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
        SELECT account_id::text || CASE WHEN livemode THEN 'l' ELSE 't' END
          || (1000000 + floor(extract(epoch FROM at) / 86400))::int::text
      $function$;

CREATE OR REPLACE FUNCTION search_tenant(account_id uuid, livemode boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
        SELECT account_id::text || CASE WHEN livemode THEN 'l' ELSE 't' END
      $function$;

CREATE OR REPLACE FUNCTION sent_ms(analysis_id uuid, duration_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
        SELECT least(coalesce(sum(upper(stretch) - lower(stretch)), 0)::bigint, $2)
          FROM (SELECT unnest(range_agg(int8range(start_ms, end_ms))) AS stretch FROM sent_request s
                 WHERE s.analysis_id = $1 AND s.requests > 0 GROUP BY s.channel) AS stretches
      $function$;

CREATE OR REPLACE FUNCTION source_item_call_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    NEW.status := 'refused';
    NEW.error := '{"loc": [], "msg": "The call was deleted"}';
    NEW.object_key := NULL;
    NEW.external_id := NULL;
    NEW.submission := NULL;
    NEW.tag_due := false;
    RETURN NEW;
  END $function$;

CREATE OR REPLACE FUNCTION source_item_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'sources', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.object_key), 0) + coalesce(octet_length(r.version), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.submission::text), 0) + coalesce(octet_length(r.error::text), 0)) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'sources', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint + coalesce(octet_length(r.object_key), 0) + coalesce(octet_length(r.version), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.submission::text), 0) + coalesce(octet_length(r.error::text), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'sources', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.object_key), 0) + coalesce(octet_length(r.version), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.submission::text), 0) + coalesce(octet_length(r.error::text), 0)) AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -(200::bigint + coalesce(octet_length(r.object_key), 0) + coalesce(octet_length(r.version), 0) + coalesce(octet_length(r.external_id), 0) + coalesce(octet_length(r.submission::text), 0) + coalesce(octet_length(r.error::text), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION stat_add(a jsonb, b jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
  BEGIN
    IF a IS NULL THEN RETURN b; END IF;
    IF b IS NULL THEN RETURN a; END IF;
    RETURN (SELECT jsonb_object_agg(key, n) FROM (
      SELECT key, sum(value::bigint) AS n FROM (SELECT * FROM jsonb_each(a) UNION ALL SELECT * FROM jsonb_each(b)) AS both_maps
      GROUP BY key HAVING sum(value::bigint) <> 0) AS added);
  END $function$;

CREATE OR REPLACE FUNCTION stat_counts(names text[], sign integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  BEGIN
    IF cardinality(names) = 0 THEN RETURN NULL; END IF;
    RETURN (SELECT jsonb_object_agg(name, n) FROM (
      SELECT name, sign * count(*) AS n FROM unnest(names) AS name GROUP BY name) AS counted);
  END $function$;

CREATE OR REPLACE FUNCTION stat_day_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, -CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION stat_hour_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, -CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION stat_month_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, -CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'statistics', sum(bytes)::bigint) FROM (
        SELECT account_id, +CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -CASE WHEN NOT r.livemode THEN 200::bigint + coalesce(octet_length(r.agent_id), 0) + coalesce(octet_length(r.team), 0) + coalesce(octet_length(r.language), 0) + coalesce(octet_length(r.direction), 0) + coalesce(octet_length(r.items::text), 0) + coalesce(120, 0) ELSE 0 END AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION stat_negated(items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  BEGIN
    RETURN (SELECT jsonb_object_agg(key, -value::bigint) FROM jsonb_each(items));
  END $function$;

CREATE OR REPLACE FUNCTION stat_roll_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  DECLARE
    emptied tid[];
  BEGIN
    IF TG_OP = 'INSERT' THEN
      WITH rolled AS (
  INSERT INTO stat_rollup AS s (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision, n, audio_ms, coverage_percent, not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review, compliance_scores, quality_scores, scores, items)
  SELECT account_id, livemode, is_evaluation, by_start, TG_ARGV[0], grouping(agent_id) = 0, start, agent_id, scorecard_id, revision,
    sum(n), sum(audio_ms), sum(coverage_percent), sum(not_assessable), sum(flagged), sum(reviewed), sum(overruled), sum(passed), sum(failed), sum(auto_failed), sum(needs_review), sum(compliance_scores), sum(quality_scores), sum(scores), stat_sum(items)
  FROM (SELECT account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id, n, audio_ms, coverage_percent, not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review, compliance_scores, quality_scores, scores, items FROM inserted) AS changed
  GROUP BY GROUPING SETS ((account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id), (account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision)) HAVING grouping(agent_id) = 1 OR TG_ARGV[0] <> 'hour'
  ON CONFLICT (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision) DO UPDATE SET
    n = s.n + excluded.n, audio_ms = s.audio_ms + excluded.audio_ms, coverage_percent = s.coverage_percent + excluded.coverage_percent, not_assessable = s.not_assessable + excluded.not_assessable, flagged = s.flagged + excluded.flagged, reviewed = s.reviewed + excluded.reviewed, overruled = s.overruled + excluded.overruled, passed = s.passed + excluded.passed, failed = s.failed + excluded.failed, auto_failed = s.auto_failed + excluded.auto_failed, needs_review = s.needs_review + excluded.needs_review, compliance_scores = s.compliance_scores + excluded.compliance_scores, quality_scores = s.quality_scores + excluded.quality_scores, scores = s.scores + excluded.scores, items = stat_add(s.items, excluded.items) RETURNING s.n, s.ctid)
      SELECT array_agg(ctid) INTO emptied FROM rolled WHERE n = 0;
    END IF;
    IF TG_OP = 'UPDATE' THEN
      WITH rolled AS (
  INSERT INTO stat_rollup AS s (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision, n, audio_ms, coverage_percent, not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review, compliance_scores, quality_scores, scores, items)
  SELECT account_id, livemode, is_evaluation, by_start, TG_ARGV[0], grouping(agent_id) = 0, start, agent_id, scorecard_id, revision,
    sum(n), sum(audio_ms), sum(coverage_percent), sum(not_assessable), sum(flagged), sum(reviewed), sum(overruled), sum(passed), sum(failed), sum(auto_failed), sum(needs_review), sum(compliance_scores), sum(quality_scores), sum(scores), stat_sum(items)
  FROM (SELECT account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id, n, audio_ms, coverage_percent, not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review, compliance_scores, quality_scores, scores, items FROM inserted UNION ALL SELECT account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id, -n AS n, -audio_ms AS audio_ms, -coverage_percent AS coverage_percent, -not_assessable AS not_assessable, -flagged AS flagged, -reviewed AS reviewed, -overruled AS overruled, -passed AS passed, -failed AS failed, -auto_failed AS auto_failed, -needs_review AS needs_review, -compliance_scores AS compliance_scores, -quality_scores AS quality_scores, -scores AS scores, stat_negated(items) AS items FROM deleted) AS changed
  GROUP BY GROUPING SETS ((account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id), (account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision)) HAVING grouping(agent_id) = 1 OR TG_ARGV[0] <> 'hour'
  ON CONFLICT (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision) DO UPDATE SET
    n = s.n + excluded.n, audio_ms = s.audio_ms + excluded.audio_ms, coverage_percent = s.coverage_percent + excluded.coverage_percent, not_assessable = s.not_assessable + excluded.not_assessable, flagged = s.flagged + excluded.flagged, reviewed = s.reviewed + excluded.reviewed, overruled = s.overruled + excluded.overruled, passed = s.passed + excluded.passed, failed = s.failed + excluded.failed, auto_failed = s.auto_failed + excluded.auto_failed, needs_review = s.needs_review + excluded.needs_review, compliance_scores = s.compliance_scores + excluded.compliance_scores, quality_scores = s.quality_scores + excluded.quality_scores, scores = s.scores + excluded.scores, items = stat_add(s.items, excluded.items) RETURNING s.n, s.ctid)
      SELECT array_agg(ctid) INTO emptied FROM rolled WHERE n = 0;
    END IF;
    IF TG_OP = 'DELETE' THEN
      WITH rolled AS (
  INSERT INTO stat_rollup AS s (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision, n, audio_ms, coverage_percent, not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review, compliance_scores, quality_scores, scores, items)
  SELECT account_id, livemode, is_evaluation, by_start, TG_ARGV[0], grouping(agent_id) = 0, start, agent_id, scorecard_id, revision,
    sum(n), sum(audio_ms), sum(coverage_percent), sum(not_assessable), sum(flagged), sum(reviewed), sum(overruled), sum(passed), sum(failed), sum(auto_failed), sum(needs_review), sum(compliance_scores), sum(quality_scores), sum(scores), stat_sum(items)
  FROM (SELECT account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id, -n AS n, -audio_ms AS audio_ms, -coverage_percent AS coverage_percent, -not_assessable AS not_assessable, -flagged AS flagged, -reviewed AS reviewed, -overruled AS overruled, -passed AS passed, -failed AS failed, -auto_failed AS auto_failed, -needs_review AS needs_review, -compliance_scores AS compliance_scores, -quality_scores AS quality_scores, -scores AS scores, stat_negated(items) AS items FROM deleted) AS changed
  GROUP BY GROUPING SETS ((account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id), (account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision)) HAVING grouping(agent_id) = 1 OR TG_ARGV[0] <> 'hour'
  ON CONFLICT (account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision) DO UPDATE SET
    n = s.n + excluded.n, audio_ms = s.audio_ms + excluded.audio_ms, coverage_percent = s.coverage_percent + excluded.coverage_percent, not_assessable = s.not_assessable + excluded.not_assessable, flagged = s.flagged + excluded.flagged, reviewed = s.reviewed + excluded.reviewed, overruled = s.overruled + excluded.overruled, passed = s.passed + excluded.passed, failed = s.failed + excluded.failed, auto_failed = s.auto_failed + excluded.auto_failed, needs_review = s.needs_review + excluded.needs_review, compliance_scores = s.compliance_scores + excluded.compliance_scores, quality_scores = s.quality_scores + excluded.quality_scores, scores = s.scores + excluded.scores, items = stat_add(s.items, excluded.items) RETURNING s.n, s.ctid)
      SELECT array_agg(ctid) INTO emptied FROM rolled WHERE n = 0;
    END IF;
    IF emptied IS NOT NULL THEN DELETE FROM stat_rollup WHERE ctid = ANY (emptied) AND n = 0; END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION stat_slot(score smallint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    SELECT ('1e' || 8 * (100 - score))::numeric
  $function$;

CREATE OR REPLACE FUNCTION texts_within(value text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
    BEGIN
      IF value ~ '^\s*[{\[]' THEN
        RETURN ARRAY(SELECT leaf #>> '{}' FROM jsonb_path_query(value::jsonb, '$.** ? (@.type() == "string")') AS leaf);
      END IF;
      RETURN ARRAY[value];
    EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
      RETURN ARRAY[value];
    END $function$;

CREATE OR REPLACE FUNCTION transcript_is_unsearchable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      DECLARE
        call record;
      BEGIN
        SELECT id, account_id, created_at INTO call FROM analysis WHERE id = NEW.analysis_id;
        IF TG_OP = 'UPDATE' THEN PERFORM forget_call_words(call.id, call.created_at); END IF;
        INSERT INTO unsearchable_call (analysis_id, account_id) VALUES (call.id, call.account_id) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION transcript_version_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'corrections', (200::bigint + coalesce(octet_length(NEW.transcript), 0) + coalesce(octet_length(NEW.words), 0) + coalesce(octet_length(NEW.results), 0) + coalesce(octet_length(NEW.metrics), 0) + coalesce(octet_length(NEW.engine), 0)));
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'corrections', -(200::bigint + coalesce(octet_length(OLD.transcript), 0) + coalesce(octet_length(OLD.words), 0) + coalesce(octet_length(OLD.results), 0) + coalesce(octet_length(OLD.metrics), 0) + coalesce(octet_length(OLD.engine), 0)));
    ELSE PERFORM hold_bytes(NEW.account_id, 'corrections', (200::bigint + coalesce(octet_length(NEW.transcript), 0) + coalesce(octet_length(NEW.words), 0) + coalesce(octet_length(NEW.results), 0) + coalesce(octet_length(NEW.metrics), 0) + coalesce(octet_length(NEW.engine), 0)) - (200::bigint + coalesce(octet_length(OLD.transcript), 0) + coalesce(octet_length(OLD.words), 0) + coalesce(octet_length(OLD.results), 0) + coalesce(octet_length(OLD.metrics), 0) + coalesce(octet_length(OLD.engine), 0)));
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION transcript_version_takes_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    NEW.account_id := (SELECT account_id FROM analysis WHERE id = NEW.analysis_id);
    RETURN NEW;
  END $function$;

CREATE OR REPLACE FUNCTION upload_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO upload_remains (id, storage_key, growth) VALUES (OLD.id, OLD.storage_key, OLD.growth)
          ON CONFLICT DO NOTHING;
        INSERT INTO recording_deletion (storage_key) VALUES (OLD.storage_key) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION upload_forgets_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    UPDATE upload SET file_name = '', metadata = '' WHERE id IN (SELECT id FROM deleted) AND analysis_id IS NOT NULL;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION verdict_of(finding json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
        SELECT concat_ws('/', finding->>'assessable', coalesce(finding->>'performed', finding->>'present', finding->>'resolved'))
      $function$;

CREATE OR REPLACE FUNCTION watch_answer_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.judged_as), 0) + coalesce(octet_length(r.answers), 0)) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint + coalesce(octet_length(r.judged_as), 0) + coalesce(octet_length(r.answers), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint + coalesce(octet_length(r.judged_as), 0) + coalesce(octet_length(r.answers), 0)) AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -(200::bigint + coalesce(octet_length(r.judged_as), 0) + coalesce(octet_length(r.answers), 0)) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION watch_call_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint) AS bytes FROM inserted AS r
      ) AS changed GROUP BY account_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, -(200::bigint) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    ELSE
      PERFORM hold_bytes(account_id, 'calibrations', sum(bytes)::bigint) FROM (
        SELECT account_id, +(200::bigint) AS bytes FROM inserted AS r
        UNION ALL SELECT account_id, -(200::bigint) AS bytes FROM deleted AS r
      ) AS changed GROUP BY account_id;
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION webhook_delivery_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM hold_bytes(NEW.account_id, 'notifications', CASE WHEN NEW.event NOT IN ('analysis.completed', 'analysis.failed', 'evaluation.completed') THEN 200::bigint + coalesce(octet_length(NEW.url), 0) + coalesce(octet_length(NEW.detail), 0) ELSE 0 END);
    ELSIF TG_OP = 'DELETE' THEN PERFORM hold_bytes(OLD.account_id, 'notifications', -CASE WHEN OLD.event NOT IN ('analysis.completed', 'analysis.failed', 'evaluation.completed') THEN 200::bigint + coalesce(octet_length(OLD.url), 0) + coalesce(octet_length(OLD.detail), 0) ELSE 0 END);
    ELSE PERFORM hold_bytes(NEW.account_id, 'notifications', CASE WHEN NEW.event NOT IN ('analysis.completed', 'analysis.failed', 'evaluation.completed') THEN 200::bigint + coalesce(octet_length(NEW.url), 0) + coalesce(octet_length(NEW.detail), 0) ELSE 0 END - CASE WHEN OLD.event NOT IN ('analysis.completed', 'analysis.failed', 'evaluation.completed') THEN 200::bigint + coalesce(octet_length(OLD.url), 0) + coalesce(octet_length(OLD.detail), 0) ELSE 0 END);
    END IF;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION without_name(value text, name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
    DECLARE
      doc jsonb;
      quoted text := regexp_replace(name, '([^[:alnum:][:space:]])', '\\\1', 'g');
    BEGIN
      IF value = name THEN RETURN 'erased'; END IF;
      IF value ~ '^\s*[{\[]' THEN
        BEGIN
          doc := value::jsonb;
          RETURN CASE WHEN json_without_name(doc, name) = doc THEN value ELSE json_without_name(doc, name)::text END;
        EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
          NULL;
        END;
      END IF;
      RETURN regexp_replace(value, '(?<![[:alnum:]])' || quoted || '(?![[:alnum:]])', '[erased]', 'g');
    END $function$;

CREATE OR REPLACE FUNCTION write_call_facts(id_of_call uuid, results json, transcript json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
      END $function$;

CREATE OR REPLACE FUNCTION write_evaluation_facts(id_of_evaluation uuid, answers json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  BEGIN
      UPDATE evaluation e SET given_answers = facts.given, overruled = facts.overruled
      FROM (
        SELECT coalesce(array_agg(concat_ws(':', one.question, one.state, CASE WHEN one.state = 'answered' THEN one.answer END)), '{}') AS given,
          coalesce(bool_or(json_typeof(one.system) = 'object'
            AND (one.state, one.answer) IS DISTINCT FROM (one.system->>'state', one.system->>'answer')), false) AS answer_changed
        -- Reads each answer once; `->>` would read it again for each of its members.
        FROM json_to_recordset(answers) AS one (question text, state text, answer text, system json)) AS given
      CROSS JOIN LATERAL (
        SELECT given.given, given.answer_changed OR (s.system_outcome IS NOT NULL
          AND (s.score, s.outcome) IS DISTINCT FROM (s.system_score, s.system_outcome)) AS overruled
        FROM evaluation s WHERE s.id = id_of_evaluation) AS facts
      WHERE e.id = id_of_evaluation AND (e.given_answers, e.overruled) IS DISTINCT FROM (facts.given, facts.overruled);
  END $function$;

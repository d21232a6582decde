// Lists every place that contains words of a call. Masking and deletion follow this list; a test checks the columns of all tables
// against it.
import { ANALYSIS_WORDS } from '../calls/redaction/analysis-words.js';
import type { HolderOfWords } from '../calls/redaction/holder-of-words.js';
import { CALIBRATION_WORDS } from '../judging/calibration/words-of-ratings.js';
import { DISPUTE_WORDS } from '../judging/disputes/words-of-disputes.js';
import { REVIEW_WORDS } from '../judging/reviews/words-of-reviews.js';
import { EVALUATION_WORDS } from '../scorecards/words-of-evaluations.js';
import { DELIVERY_WORDS } from '../webhooks/delivery-words.js';

/** Texts that are masked in the transaction that accepts the masking, and deleted with the call. */
export const HOLDERS_OF_WORDS: readonly HolderOfWords[] = [
  ...ANALYSIS_WORDS,
  ...EVALUATION_WORDS,
  ...REVIEW_WORDS,
  ...CALIBRATION_WORDS,
  ...DISPUTE_WORDS,
  ...DELIVERY_WORDS,
];

/** Columns with words of a call that are not masked as text, by `table.column`, with what happens to them instead. */
export const WORDS_ELSEWHERE: Readonly<Record<string, string>> = {
  'call_redaction.answer': 'forgotten with each masking, and once the call is masked',
  'engine_trial_checkpoint.payload': 'as engine_trial_item.result; gone once the item has ended',
  'engine_trial_item.result': 'a trigger deletes the item in the transaction that says what is masked',
  'call_words.words':
    'rewritten in the transaction that masks the transcript; a trigger deletes it where a writer does not',
  'call_words_piece.words': 'as call_words.words',
  'idempotency_key.body': 'emptied in the transaction that masks the call; a replay writes it again',
  'upload.head':
    'the first bytes of a recording, until its format is known; gone with the upload, before its call is masked',
};

/** Text columns without words of a call, by reason. */
export const WITHOUT_WORDS: Readonly<Record<string, string>> = {
  'the account, its keys and its money': `
    account.email account.email_folded account.pending_email account.phone_number account.password_hash account.metadata
    member.email member.email_folded member.pending_email member.phone_number member.password_hash member.name member.role
    member.status member.issuer member.subject invitation.email invitation.email_folded invitation.role invitation.token_hash
    account.output_language account_token.kind account_token.token_hash account_token.email ended_token.token_hash sign_in.issuer sign_in.client_id
    engine_settings.transcription_key engine_settings.transcription_last4 engine_settings.analysis_key
    engine_settings.analysis_last4 engine_settings.transcription_engine engine_settings.analysis_engine sign_in.secret_encrypted sign_in.roles sign_in.teams_claim sign_in_domain.domain sign_in_domain.token
    sign_in_session.issuer_session sign_in_session.refresh_encrypted sign_in_used.hash api_key.name api_key.key_prefix
    api_key.last_used_by api_key.key_hash api_key.scopes api_key.metadata ledger_entry.provider_subscription_id
    minutes_reservation.provider_customer_id minutes_reservation.provider_subscription_id overage_report.customer_id
    overage_report.subscription_id overage_report.invoice_item_id payment_event.id payment_event.type
    payment_event.customer_id payment_event.dispute_id subscription.plan subscription.status subscription.pending_plan
    subscription.metadata subscription.provider_customer_id subscription.provider_subscription_id subscription.checkout_url
    subscription_closure.provider_subscription_id subscription_closure.customer_id usage_period.plan
    webhook_endpoint.secret_encrypted webhook_endpoint.previous_encrypted webhook_secret.secret_encrypted
    webhook_secret.previous_encrypted audit_key.inner_pad audit_key.outer_pad redaction_settings.settings source.credentials_encrypted`,
  "the client's own names of parties and reviewers, and its own metadata and addresses": `
    analysis.agent_id analysis.contact_id analysis.external_id analysis.source_url analysis.webhook_url analysis.webhook_events
    member.teams member.agent_id invitation.teams invitation.agent_id batch.sight export.sight
    redaction.sight hold.sight hold.name hold.reason hold.release_reason hold.filter
    erasure.name erasure.reason erasure.reference erasure.sight erasure.delivered_before rescore.sight engine_trial.name engine_trial.seed engine_trial.sight
    sample.sight sample.seed sample.filter calibration.sight calibration.name
    calibration.reviewer_ids calibration.expert_id calibration_rating.reviewer_id
    dispute.agent_id dispute.raised_by dispute.reviewer_id
    analysis.custom_metadata analysis.team analysis_party.kind analysis_party.value analysis_party.folded
    call_words.agent_id call_words.contact_id correction.reviewer_id evaluation.agent_id evaluation.contact_id
    evaluation.team stat_day.agent_id stat_day.team stat_delta.agent_id stat_delta.team stat_hour.agent_id stat_hour.team
    stat_month.agent_id stat_month.team stat_rollup.agent_id redaction.filter redaction.webhook_url redaction.webhook_events
    rescore.filter
    rescore.webhook_url rescore.webhook_events review.agent_id analysis_facet_count.kind analysis_facet_count.value
    export.filter export.webhook_url review.reviewer_id review_link.reviewer_id review_task.agent_id review_task.claimed_by
    review_task.dismissed_by webhook_delivery.url webhook_endpoint.url webhook_endpoint.description webhook_endpoint.events
    webhook_endpoint.agent_id webhook_endpoint.metadata source.name source.settings source.defaults source.cursor source.place
    source_item.object_key source_item.external_id source_item.submission batch.column_names batch.defaults
    batch.ignored_columns batch.webhook_url batch_line.body batch_line.external_id batch_manifest.url upload.file_name
    upload.metadata`,
  'forms of scorecards, which are written before a call': `
    scorecard.name scorecard.description scorecard.applies_to scorecard.metadata scorecard_revision.status
    scorecard_revision.form scorecard_revision.content_hash`,
  'ids, hashes, states, names of engines, and sentences of the service': `
    analysis.status analysis.request_id analysis.storage_key analysis.audio_format analysis.sha256 analysis.language
    analysis.transcription_engine analysis.analysis_engine analysis.stage analysis.error_message analysis.trace_parent analysis.direction analysis.output_language
    analysis.error_code analysis.scenario analysis.original_key analysis.original_format analysis.redacted_key
    analysis.redacted_format analysis.playback analysis.playback_key analysis.spoken_language analysis.violations analysis_checkpoint.step analysis_payload.engine
    transcript_version.engine call_redaction.request_id call_redaction.status call_redaction.error_message
    call_redaction.error_code call_redaction.trace_parent correction.request_id correction.speakers correction.via
    correction.principal_id correction.status correction.error_message correction.error_code correction.trace_parent
    audit_anchor.anchor audit_chain.hash audit_entry.action audit_entry.actor_id audit_entry.actor_kind audit_entry.client_address
    audit_entry.details audit_entry.hash audit_entry.request_id audit_entry.subject_id audit_entry.subject_type
    deleted_call.steps deleted_call.status engine_trial.engines engine_trial.request_id engine_trial.status engine_trial.task
    engine_trial_checkpoint.step engine_trial_item.engine engine_trial_item.error_code engine_trial_item.error_message
    engine_trial_item.request_id engine_trial_item.skipped_reason engine_trial_item.stage engine_trial_item.status
    engine_trial_item.task engine_trial_item.trace_parent engine_trial_request.purpose engine_learnt.engine engine_learnt.server engine_learnt.learnt engine_pause.engine engine_pause.reason export_calls.ids export.column_names
    export.error_code export.error_message export.excel export.format export.request_id export.rows_of export.status export.storage_key
    export.trace_parent evaluation.request_id evaluation.judge evaluation.transcript_hash evaluation.status
    evaluation.outcome evaluation.error_message evaluation.error_code evaluation.direction evaluation.spoken_language
    stat_day.direction stat_day.language stat_delta.direction stat_delta.language stat_hour.direction stat_hour.language
    stat_month.direction stat_month.language evaluation.trace_parent evaluation.system_outcome evaluation_payload.provenance
    evaluation_payload.auto_fails held_bytes.kind idempotency_key.id idempotency_key.fingerprint idempotency_key.content_type
    idempotency_key.subjects idempotency_key.renders migration.name recording_deletion.storage_key redaction.request_id
    scorecard.gate scorecard_watch.request_id scorecard_watch.status scorecard_watch.stage watch_answer.judged_as
    scorecard_revision.forced_by scorecard_revision.forced_via gate_answer.judged_as
    calibration.status calibration_rating.principal_id calibration_rating.via sample.wanted
    dispute.decision dispute.principal_id dispute.resolver_id dispute.status dispute.via
    evaluation_acknowledgement.principal_id evaluation_acknowledgement.via
    erasure.found erasure.receipt erasure.scope erasure.status erasure.subject erasure.subject_hash erasure_call.state
    erasure_journal.line erasure_key.storage_key erasure_object.storage_key
    redaction.status hold.status retention_settings.state rescore.judge rescore.estimate rescore.request_id rescore.status review.via review.principal_id
    review_link.may review_link.token_hash review_link.made_by_kind review_task.state round_lease.name sent_request.purpose
    shared_reading.name webhook_attempt.error webhook_endpoint.payload webhook_endpoint.last_error webhook_delivery.event_id
    webhook_delivery.event webhook_delivery.status webhook_delivery.trace_parent source.kind source.last_error source.old_keys
    source_item.error source_item.identity source_item.status source_item.version batch.error_message batch.format
    batch.on_quota batch.request_id batch.status batch_line.ended batch_line.faults batch_line.status batch_manifest.format
    batch_manifest.request_id batch_manifest.status batch_manifest.trace_parent upload.format upload.growth
    upload.part_keys upload.storage_key upload_remains.growth upload_remains.storage_key
    vendor_job.engine vendor_job.fingerprint vendor_job.audio_url vendor_job.vendor_id`,
  'figures and counts': `
    calibration.agreement calibration_call.machine calibration_call.confidences calibration_rating.answers gate_answer.answers
    retention_settings.would_delete erasure.counts scorecard_line.lines scorecard_watch.base scorecard_watch.judge scorecard_watch.drift watch_answer.answers judge_change.compared
    analysis_scorecard.outcome evaluation.given_answers stat_day.items stat_delta.items stat_hour.items stat_month.items
    stat_rollup.items stat_rollup.span
    analysis.customer_sentiment analysis_payload.metrics analysis_payload.envelopes analysis_payload.stage_figures transcript_version.metrics
    engine_trial.estimate engine_trial.figures evaluation_kind_count.span evaluation_kind_count.outcome evaluation_payload.sections review.scores review_task.doubts
    review_task.settled review_task.reasons review_task_scorecard.reasons shared_reading.figures`,
  'what is to be masked, and where and when something was': `
    analysis.redact analysis_payload.redaction analysis_payload.redactions call_redaction.wanted call_redaction.sound
    call_redaction.searched call_redaction.delivered_before redaction.preset redaction.wanted`,
};

// Generated from openapi.json by `npm run clients:generate`: change it there.
import type {
  AgreementBasis,
  AgreementSide,
  AnalysisInclude,
  AnalysisStatus,
  ApiKeyMode,
  AppliesToRequest,
  AudioRendition,
  AudioVariant,
  AuditAction,
  BatchItemStatus,
  BatchOnQuota,
  CalibrationStatus,
  CallDirection,
  CallLinkAct,
  ChosenEngineRequest,
  CorrectedSegmentRequest,
  CustomRedactionTypeRequest,
  DeliveryStatus,
  DisputeDecision,
  DisputeStatus,
  DisputedAnswerRequest,
  DrawPer,
  EngineTask,
  EngineTrialFilter,
  ErasureScope,
  EvaluationOutcome,
  ExcelRequest,
  ExportColumn,
  ExportFileFormat,
  ExportFilter,
  ExportFormat,
  ExportedRows,
  FateOfKeys,
  FormSectionRequest,
  GivenRole,
  HoldFilter,
  ManifestFormat,
  MemberRole,
  MetadataNamingRequest,
  OriginalHandling,
  PaidPlan,
  PatternNamingRequest,
  PresetNamingRequest,
  ProvenanceFormat,
  RatingAnswerRequest,
  Redact,
  RedactionCountry,
  RedactionFilter,
  RedactionMode,
  RedactionPreset,
  RedactionReplacement,
  RedactionSound,
  RedactionType,
  ReportAudio,
  RescoreFilter,
  ResolvedAnswerRequest,
  ReviewAnswerRequest,
  ReviewFindingRequest,
  ReviewQueueOrder,
  ReviewQuoteRequest,
  ReviewReason,
  ReviewViolationRequest,
  RoleRulesRequest,
  SampleFilter,
  Scenario,
  Scope,
  ScorecardGate,
  SidecarNamingRequest,
  SourceAfter,
  SourceCredentialsRequest,
  SourceItemStatus,
  SourceKind,
  SourceStart,
  StatisticsTime,
  SubmitUrlRequest,
  TalkingParty,
  TeamRulesRequest,
  TwilioLeg,
  WantedMemberStatus,
  WatchRequest,
  WebhookEndpointEvent,
  WebhookEndpointFilterRequest,
  WebhookEvent,
  WebhookPayload,
} from './models.generated.js';

/** A call to analyse. */
export interface CreateAnalysisParams {
  /** Your identifier of the agent. */
  readonly agent_id: string;
  /** Your identifier of the customer. */
  readonly contact_id: string;
  /**
   * Your identifier of the recording, such as the id from your telephone system. It is unique within an account and
   * mode: submitting it again returns 200 with the existing analysis, and uses no minutes. Deleting the call frees
   * it.
   */
  readonly external_id?: string | null | undefined;
  /** URL that receives the notification when the analysis completes. */
  readonly webhook_url?: string | null | undefined;
  /**
   * Events to be notified of; in a form separated by commas, or as a repeated field. All except `analysis.completed`
   * must be requested.
   */
  readonly webhook_events?: readonly WebhookEvent[] | undefined;
  /**
   * Channel of the agent in a stereo recording. If omitted, the account's `agent_channel`; without one, the channel
   * is detected automatically; if that fails, channel 1 is assumed with a role confidence of 0.5.
   */
  readonly agent_channel?: number | null | undefined;
  /** Language of the call, ISO 639-1; detected if omitted. */
  readonly language?: string | null | undefined;
  /**
   * Language of summaries and suggestions by a language model, ISO 639-1. If omitted: the account's
   * `output_language`, else the language of the call.
   */
  readonly output_language?: string | null | undefined;
  /**
   * Engine that transcribes the call, one of `offered` in `GET /settings/engines`. If omitted: the account's, else
   * the service's.
   */
  readonly transcription_engine?: string | null | undefined;
  /**
   * Engine that judges the call, one of `offered` in `GET /settings/engines`. If omitted: the account's, else the
   * service's.
   */
  readonly analysis_engine?: string | null | undefined;
  /**
   * Days from its end after which the call is deleted, in place of the retention settings of the account: fewer, or
   * more up to the ceilings of the operator, which `metadata.retained_until` shows.
   */
  readonly retention_days?: number | null | undefined;
  /** When the call began, RFC 3339 or ISO 8601 with an offset or `Z`; at most a day ahead of now. */
  readonly call_started_at?: string | null | undefined;
  /** Who called: `inbound` for the customer, `outbound` for the agent. */
  readonly direction?: CallDirection | null | undefined;
  /**
   * Scorecards that score the call when it completes, each with its published revision; in a form separated by
   * commas, or as a repeated field. If omitted, the `default` scorecards of the same mode whose `applies_to` matches
   * the call; an empty list uses none.
   */
  readonly scorecards?: readonly string[] | null | undefined;
  /**
   * Additional masking for this call: `off`, `pci`, `pii`, or types; in a form separated by commas, or as a repeated
   * field. A single value needs no list. It can only add to the account’s settings. If these are `off`, text and
   * audio are masked, and `pci` and `pii` also delete the original recording. `agent_id`, `contact_id` and `metadata`
   * are never masked.
   */
  readonly redact?: readonly Redact[] | null | undefined;
  /**
   * With a test key only: a simulated call instead of a recording. No provider is called and no test minutes are
   * used; otherwise the real pipeline runs. A recording in the same request is ignored.
   */
  readonly scenario?: Scenario | null | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `auth.register`. */
export interface AuthRegisterParams {
  /** A verification mail is sent to it. Compared ignoring case, domains in ASCII form: one account per mailbox. */
  readonly email: string;
  /** 8 to 128 characters, not the email address. */
  readonly password: string;
  /** Phone number in E.164 form, or null. */
  readonly phone_number?: string | null | undefined;
}

/** Of `auth.verifyEmail`. */
export interface AuthVerifyEmailParams {
  /** The token out of the link in the mail. */
  readonly token: string;
}

/** Of `auth.resendVerification`. */
export interface AuthResendVerificationParams {
  /** Address of the account. */
  readonly email: string;
}

/** Of `auth.logIn`. */
export interface AuthLogInParams {
  /** Address of the account. */
  readonly email: string;
  /** Its password. */
  readonly password: string;
}

/** Of `auth.refresh`. */
export interface AuthRefreshParams {
  /** The refresh token of a log-in. */
  readonly refresh_token: string;
}

/** Of `auth.logOut`. */
export interface AuthLogOutParams {
  /** The refresh token to end. */
  readonly refresh_token: string;
}

/** Of `auth.requestPasswordReset`. */
export interface AuthRequestPasswordResetParams {
  /** Address of the account. */
  readonly email: string;
}

/** Of `auth.confirmPasswordReset`. */
export interface AuthConfirmPasswordResetParams {
  /** The token out of the link in the mail. */
  readonly token: string;
  /** 8 to 128 characters, not the email address. */
  readonly new_password: string;
}

/** Of `auth.openReviewSession`. */
export interface AuthOpenReviewSessionParams {
  /** The token after `#review=` in the link. */
  readonly token: string;
}

/** Of `members.list`. */
export interface MembersListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `members.update`. */
export interface MembersUpdateParams {
  /** Role of the member. The role of the owner is only given by a transfer. */
  readonly role?: MemberRole | null | undefined;
  /** The name that others see. */
  readonly name?: string | null | undefined;
  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  readonly teams?: readonly string[] | null | undefined;
  /** The `agent_id` of the member's own calls. */
  readonly agent_id?: string | null | undefined;
  /** Whether the member may play original recordings that were replaced by masked ones. */
  readonly recordings_original?: boolean | null | undefined;
  /** A disabled member is refused immediately, and so are the member’s API keys. */
  readonly status?: WantedMemberStatus | null | undefined;
  /** With `status` `disabled`: what happens to the member’s API keys. If omitted: `revoke`. */
  readonly keys?: FateOfKeys | null | undefined;
}

/** Of `members.delete`. */
export interface MembersDeleteParams {
  /** Whether the member's API keys are revoked or kept; kept keys then belong to the account. */
  readonly keys?: FateOfKeys | undefined;
}

/** Of `members.transferAccount`. */
export interface MembersTransferAccountParams {
  /** Your current password. */
  readonly current_password: string;
}

/** Of `invitations.accept`. */
export interface InvitationsAcceptParams {
  /** The token out of the link in the mail. */
  readonly token: string;
  /** Password of the new member. */
  readonly password: string;
  /** The name that others see. */
  readonly name?: string | null | undefined;
}

/** Of `invitations.list`. */
export interface InvitationsListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `invitations.create`. */
export interface InvitationsCreateParams {
  /** Email address that receives the invitation. */
  readonly email: string;
  /** Role of the new member; at most your own. */
  readonly role: GivenRole;
  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  readonly teams?: readonly string[] | null | undefined;
  /** The `agent_id` of the member's own calls. */
  readonly agent_id?: string | null | undefined;
}

/** Of `sso.update`. */
export interface SsoUpdateParams {
  /** The `issuer` of the provider’s discovery document. It must belong to a single tenant. */
  readonly issuer: string;
  /** Id of the service at the provider. */
  readonly client_id: string;
  /** Never returned. Can be omitted if `issuer` and `client_id` stay the same. */
  readonly client_secret?: string | null | undefined;
  /** Email domains whose people may sign in, each once a DNS record has verified it. */
  readonly domains: readonly string[];
  /** Mapping from groups to roles. */
  readonly roles: RoleRulesRequest;
  /** How teams are read; if omitted, admins set them here. */
  readonly teams?: TeamRulesRequest | null | undefined;
  /** Refuses passwords of people of these domains. The owner’s password always works; a mail tells the owner of it. */
  readonly enforce?: boolean | undefined;
  /** Accepts addresses that the provider marks `email_verified: false`, as Authentik does for all. */
  readonly assume_verified?: boolean | undefined;
}

/** Of `users.update`. */
export interface UsersUpdateParams {
  /** Phone number in E.164 form, or null. */
  readonly phone_number?: string | null | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
  /** New address; takes effect once verified. */
  readonly email?: string | null | undefined;
  /**
   * Language of texts by a language model, for calls submitted from now on without `output_language`, ISO 639-1.
   * Null: the language of the call.
   */
  readonly output_language?: string | null | undefined;
  /**
   * Channel of the agent in stereo recordings, for calls submitted from now on without `agent_channel`. Null:
   * detected from what is said.
   */
  readonly agent_channel?: number | null | undefined;
  /** New password; ends every token issued before. */
  readonly password?: string | null | undefined;
  /** Current password; required with `email` and `password`. */
  readonly current_password?: string | null | undefined;
}

/** Of `users.delete`. */
export interface UsersDeleteParams {
  /** Current password. */
  readonly current_password: string;
}

/** Of `apiKeys.list`. */
export interface ApiKeysListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `apiKeys.create`. */
export interface ApiKeysCreateParams {
  /** Name. */
  readonly name: string;
  /** A test key runs everything, but charges nothing and sends nothing. */
  readonly mode?: ApiKeyMode | undefined;
  /** Permissions of the key. `settings:write`, `recordings:original` and `data:govern` must be requested by name. */
  readonly scopes?: readonly Scope[] | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `billing.createSubscription`. */
export interface BillingCreateSubscriptionParams {
  /** The plan to take. */
  readonly plan: PaidPlan;
  /** Additional minutes allowed per month, at the price of the plan. */
  readonly overage_limit_minutes?: number | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `billing.updateSubscription`. */
export interface BillingUpdateSubscriptionParams {
  /**
   * A higher plan takes effect immediately, a lower one at the end of the period. The current plan withdraws a
   * scheduled change.
   */
  readonly plan?: PaidPlan | null | undefined;
  /** Additional minutes allowed per month. Takes effect immediately. */
  readonly overage_limit_minutes?: number | null | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `billing.cancelSubscription`. */
export interface BillingCancelSubscriptionParams {
  /** True: the plan stays until the end of the period. False: the free plan follows at once. */
  readonly at_period_end?: boolean | undefined;
}

/** Of `billing.history`. */
export interface BillingHistoryParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `billing.records`. */
export interface BillingRecordsParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `analyses.list`. */
export interface AnalysesListParams {
  /** Another name of `status_filter`. If both are given, they must be equal. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning. For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Only analyses created at this time or later: RFC 3339 or ISO 8601, with an offset or `Z`. In a query `+` means a
   * space: write an offset as `%2B01:00`, or use `Z`. A whole number is Unix seconds: only analyses whose `created`
   * is greater. For instance `2026-11-01T00:00:00Z`.
   */
  readonly created_after?: string | undefined;
  /**
   * Only analyses created before this time, so that the lists of two months share none. A whole number is Unix
   * seconds: only analyses whose `created` is not greater. For instance `2026-12-01T00:00:00Z`.
   */
  readonly created_before?: string | undefined;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. Calls without a
   * known start are not listed, also with `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** Only calls with a violation of this rule that was not dismissed. For instance `card_security_code_requested`. */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls of this duration, in seconds, or a longer one. */
  readonly duration_min?: number | undefined;
  /** Only calls of this duration, in seconds, or a shorter one. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** Only calls with this outcome; requires `scorecard_id`. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  readonly score_min?: number | undefined;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  readonly score_max?: number | undefined;
  /** Only the call with exactly this identifier, in each mode. For instance `pbx-1732012345.67`. */
  readonly external_id?: string | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly offset?: number | undefined;
}

/** Of `analyses.listSummaries`. */
export interface AnalysesListSummariesParams {
  /** Another name of `status_filter`. If both are given, they must be equal. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning. For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Only analyses created at this time or later: RFC 3339 or ISO 8601, with an offset or `Z`. In a query `+` means a
   * space: write an offset as `%2B01:00`, or use `Z`. A whole number is Unix seconds: only analyses whose `created`
   * is greater. For instance `2026-11-01T00:00:00Z`.
   */
  readonly created_after?: string | undefined;
  /**
   * Only analyses created before this time, so that the lists of two months share none. A whole number is Unix
   * seconds: only analyses whose `created` is not greater. For instance `2026-12-01T00:00:00Z`.
   */
  readonly created_before?: string | undefined;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. Calls without a
   * known start are not listed, also with `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** Only calls with a violation of this rule that was not dismissed. For instance `card_security_code_requested`. */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls of this duration, in seconds, or a longer one. */
  readonly duration_min?: number | undefined;
  /** Only calls of this duration, in seconds, or a shorter one. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** Only calls with this outcome; requires `scorecard_id`. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  readonly score_min?: number | undefined;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  readonly score_max?: number | undefined;
  /** Only the call with exactly this identifier, in each mode. For instance `pbx-1732012345.67`. */
  readonly external_id?: string | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly offset?: number | undefined;
}

/** Of `analyses.get`. */
export interface AnalysesGetParams {
  /**
   * `words` adds the words of each segment; a summary has no segments. `redactions` adds where something is masked.
   * `words,redactions` adds both.
   */
  readonly include?: AnalysisInclude | undefined;
  /**
   * A version of the transcript, with its findings, scores and metrics: 1 is the original transcript. If omitted: the
   * current version.
   */
  readonly transcript_version?: number | undefined;
}

/** Of `analyses.transcript`. */
export interface AnalysesTranscriptParams {
  /** Plain text or subtitles. */
  readonly format?: ExportFormat | undefined;
  /**
   * A version of the transcript, with its findings, scores and metrics: 1 is the original transcript. If omitted: the
   * current version.
   */
  readonly transcript_version?: number | undefined;
}

/** Of `analyses.registerWebhook`. */
export interface AnalysesRegisterWebhookParams {
  /** URL that receives the notification. */
  readonly webhook_url: string;
  /** Events to be notified of; if omitted, unchanged. */
  readonly webhook_events?: readonly WebhookEvent[] | null | undefined;
}

/** Of `analyses.audioLink`. */
export interface AnalysesAudioLinkParams {
  /** `current`: the recording of `audio.url`. `original`: the original recording. */
  readonly variant?: AudioVariant | undefined;
  /**
   * `play`: a version that Chromium, Firefox and Safari play in step with the times of the transcript. It is the
   * recording itself, or an MP3 where they do not play that exactly (ADPCM, GSM, VBR without an index). It has at
   * most two channels at 16 kHz. With `variant=original` it is the recording as it was sent.
   */
  readonly rendition?: AudioRendition | undefined;
}

/** Of `analyses.provenance`. */
export interface AnalysesProvenanceParams {
  /** `signed` adds `key_id` and `signature`, which anyone can check without the service. */
  readonly format?: ProvenanceFormat | undefined;
}

/** Of `analyses.search`. */
export interface AnalysesSearchParams {
  /**
   * Search terms: words, all of which must occur; `"a phrase"` by one speaker; `-excluded` for a word or phrase;
   * `refund*` for words with this beginning. Case and accents are ignored; there is no stemming. A word with
   * punctuation, such as `e-mail`, is a phrase. Chinese, Japanese, Thai, Lao, Khmer and Burmese are searched by
   * character. At least one term must not be excluded.
   */
  readonly q: string;
  /** Only what this party said. If omitted: both parties. Applies to excluded words too. */
  readonly speaker?: TalkingParty | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. Use `searched_back_to` of a
   * response to continue from there.
   */
  readonly created_before?: number | undefined;
  /** `true`: calls of live mode. `false`: those of test mode. If omitted: those of the mode of the credential. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `analyses.report`. */
export interface AnalysesReportParams {
  /**
   * `embedded` includes the recording, of at most 32 MB, in the page, so that it plays offline. Otherwise the page
   * plays it from a link that works for an hour.
   */
  readonly audio?: ReportAudio | undefined;
}

/** Of `analyses.createReportLink`. */
export interface AnalysesCreateReportLinkParams {
  /** Validity of the link in seconds. */
  readonly expires_in?: number | undefined;
}

/** Of `analyses.reviewLinks`. */
export interface AnalysesReviewLinksParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `analyses.createReviewLink`. */
export interface AnalysesCreateReviewLinkParams {
  /** Your identifier of the reviewer who gets the link. Reviews and corrections made with the link carry this name. */
  readonly reviewer_id: string;
  /** Permissions of the link. `read` is always included. */
  readonly may: readonly CallLinkAct[];
  /** Validity of the link in seconds. */
  readonly expires_in?: number | undefined;
}

/** Of `analyses.corrections`. */
export interface AnalysesCorrectionsParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `analyses.createCorrection`. */
export interface AnalysesCreateCorrectionParams {
  /** The `version` of the transcript that you corrected. If it has a newer version by now, nothing is changed. */
  readonly base_version: number;
  /** Agent and customer change places, in the whole call. */
  readonly swap_roles?: boolean | null | undefined;
  /**
   * Roles of the speakers, by the labels of the current transcript. Applied before `swap_roles`. Repeating a label’s
   * current role confirms it.
   */
  readonly speakers?: Readonly<Record<string, TalkingParty>> | null | undefined;
  /** Single segments, each at most once. Applied before `speakers` and `swap_roles`. */
  readonly segments?: readonly CorrectedSegmentRequest[] | null | undefined;
  /** Your identifier of the reviewer. */
  readonly reviewer_id: string;
  /** Why. */
  readonly note?: string | null | undefined;
}

/** Of `analyses.redact`. */
export interface AnalysesRedactParams {
  /**
   * Additional masking: `pci` for the three card types and `password_or_pin`, `pii` for all types. Either `preset` or
   * `types`; with neither, the account’s settings, or `pci` if nothing is masked there.
   */
  readonly preset?: RedactionPreset | null | undefined;
  /** Additional masking. */
  readonly types?: readonly RedactionType[] | null | undefined;
}

/** Of `analyses.deliveries`. */
export interface AnalysesDeliveriesParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `batches.list`. */
export interface BatchesListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `batches.create`. */
export interface BatchesCreateParams {
  /**
   * Up to 1,000 bodies of `POST /analysis/from-url`. An invalid one is refused; the others continue. Either this or
   * `manifest_url`.
   */
  readonly items?: readonly SubmitUrlRequest[] | null | undefined;
  /**
   * URL of the manifest, downloaded in the background like `audio_url`: at most 100,000 lines and 104,857,600 bytes,
   * UTF-8.
   */
  readonly manifest_url?: string | null | undefined;
  /**
   * Format of the manifest. `jsonl`: each line is a body of `POST /analysis/from-url`. `csv`: the first line names
   * the fields; `metadata.team` is the key `team` of `metadata`. Required with `manifest_url`.
   */
  readonly format?: ManifestFormat | null | undefined;
  /**
   * Defaults for fields that a line omits: the fields of `POST /analysis/from-url` except `audio_url` and
   * `external_id`. `metadata` is merged key by key.
   */
  readonly defaults?: Readonly<Record<string, unknown>> | null | undefined;
  /** When no minutes are left: `wait` for the next period or plan, or `fail`, which refuses the remaining lines. */
  readonly on_quota?: BatchOnQuota | undefined;
  /** URL that receives `batch.completed` and `batch.waiting`. */
  readonly webhook_url?: string | null | undefined;
}

/** Of `batches.items`. */
export interface BatchesItemsParams {
  /** Only lines with this status. */
  readonly status?: BatchItemStatus | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `settings.updateRedaction`. */
export interface SettingsUpdateRedactionParams {
  /**
   * Instead of all other members. `pci`: the three card types and `password_or_pin`, in text and audio; the original
   * recording is deleted. `pii`: the same for all types.
   */
  readonly preset?: RedactionPreset | null | undefined;
  /** Whether only the transcript is masked, or the recording too. */
  readonly mode?: RedactionMode | undefined;
  /** Types of data that are masked. */
  readonly types?: readonly RedactionType[] | undefined;
  /** Countries whose numbers, dates and addresses are detected, in addition to international ones. */
  readonly countries?: readonly RedactionCountry[] | undefined;
  /** What is masked beside the types; at most 50 patterns in all. */
  readonly custom?: readonly CustomRedactionTypeRequest[] | undefined;
  /**
   * Replacement for masked words. `label`: `[CARD_NUMBER_1]`; the same content has the same number within a call.
   * `mask`: `####`, always four.
   */
  readonly replacement?: RedactionReplacement | undefined;
  /** Replacement sound for masked words. */
  readonly audio?: RedactionSound | undefined;
  /**
   * Whether the original recording is kept. `delete` needs the mode `text_and_audio`. Reading a kept original needs
   * the scope `recordings:original`.
   */
  readonly original_recording?: OriginalHandling | undefined;
}

/** Of `settings.updateEngines`. */
export interface SettingsUpdateEnginesParams {
  /** What transcribes your calls. Null takes the engine of the service; if omitted, nothing changes. */
  readonly transcription?: ChosenEngineRequest | null | undefined;
  /**
   * What judges your calls and answers the questions of scorecards. Null takes the engine of the service; if omitted,
   * nothing changes.
   */
  readonly analysis?: ChosenEngineRequest | null | undefined;
}

/** Of `settings.updateRetention`. */
export interface SettingsUpdateRetentionParams {
  /** Days from the end of a call after which its recording is deleted; null or omitted: kept. */
  readonly recordings_days?: number | null | undefined;
  /** Days from the end of a call after which the original of its masked recording is deleted; null or omitted: kept. */
  readonly originals_days?: number | null | undefined;
  /**
   * Days from the end of a call after which its transcript is deleted, with quotations, sentences and notes; null or
   * omitted: kept.
   */
  readonly transcripts_days?: number | null | undefined;
  /** Days from the end of a call after which all of it is deleted; null or omitted: kept. */
  readonly analyses_days?: number | null | undefined;
  /** Days for which entries of the audit log are kept. Default: 400. */
  readonly audit_days?: number | null | undefined;
  /** Whether reads of single calls are entered in the audit log. Default: false. */
  readonly audit_reads?: boolean | null | undefined;
  /** Changes nothing, and answers what the settings would delete now. */
  readonly dry_run?: boolean | null | undefined;
  /** Lets the first round delete at once, also where it would wait. Without a setting beside it, changes nothing else. */
  readonly confirm?: boolean | null | undefined;
}

/** Of `scorecards.list`. */
export interface ScorecardsListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `scorecards.create`. */
export interface ScorecardsCreateParams {
  /** Name. */
  readonly name: string;
  /** Description. */
  readonly description?: string | null | undefined;
  /** Calls that a default scorecard scores: those that match every given member. If omitted: all. */
  readonly applies_to?: AppliesToRequest | null | undefined;
  /**
   * Score every call that matches `applies_to` and names no scorecards itself, in the mode in which the scorecard was
   * created.
   */
  readonly default?: boolean | undefined;
  /**
   * Days after its completion in which an evaluation can be disputed. 0: without end. If omitted: as it is, 14 at
   * first.
   */
  readonly dispute_window_days?: number | null | undefined;
  /**
   * How often people must agree with the AI: 0.6 to 0.95. Answers below the confidence that [reaches
   * it](/docs/calibration) wait for a reviewer, and so do all answers to a question for which none is found. Null:
   * every answer counts. If omitted: as it is.
   */
  readonly target_agreement?: number | null | undefined;
  /**
   * What [holds a new revision back](/docs/calibration): `not_worse` refuses one that agrees less with your reviewers
   * than the published one, `trusted` also one with an untrusted question. Default: `off`. If omitted: as it is.
   */
  readonly gate?: ScorecardGate | null | undefined;
  /**
   * Calls that are scored again whenever the AI changes, and once a week, to [tell whether it answers
   * otherwise](/docs/calibration); each time counts as an evaluation. Null: none. If omitted: as it is.
   */
  readonly watch?: WatchRequest | null | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `scorecards.update`. */
export interface ScorecardsUpdateParams {
  /** Name. */
  readonly name: string;
  /** Description. */
  readonly description?: string | null | undefined;
  /** Calls that a default scorecard scores: those that match every given member. If omitted: all. */
  readonly applies_to?: AppliesToRequest | null | undefined;
  /**
   * Score every call that matches `applies_to` and names no scorecards itself, in the mode in which the scorecard was
   * created.
   */
  readonly default?: boolean | undefined;
  /**
   * Days after its completion in which an evaluation can be disputed. 0: without end. If omitted: as it is, 14 at
   * first.
   */
  readonly dispute_window_days?: number | null | undefined;
  /**
   * How often people must agree with the AI: 0.6 to 0.95. Answers below the confidence that [reaches
   * it](/docs/calibration) wait for a reviewer, and so do all answers to a question for which none is found. Null:
   * every answer counts. If omitted: as it is.
   */
  readonly target_agreement?: number | null | undefined;
  /**
   * What [holds a new revision back](/docs/calibration): `not_worse` refuses one that agrees less with your reviewers
   * than the published one, `trusted` also one with an untrusted question. Default: `off`. If omitted: as it is.
   */
  readonly gate?: ScorecardGate | null | undefined;
  /**
   * Calls that are scored again whenever the AI changes, and once a week, to [tell whether it answers
   * otherwise](/docs/calibration); each time counts as an evaluation. Null: none. If omitted: as it is.
   */
  readonly watch?: WatchRequest | null | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `scorecards.listRevisions`. */
export interface ScorecardsListRevisionsParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `scorecards.createRevision`. */
export interface ScorecardsCreateRevisionParams {
  /** The form. */
  readonly sections: readonly FormSectionRequest[];
  /**
   * ISO 639-1: the language of the phrases. In a call that is not known to be in it, a phrase that was not found is
   * `not_assessable`. Null: phrases count in every call.
   */
  readonly language?: string | null | undefined;
  /** Minimum rounded score for the outcome `passed`. Null: every score passes. */
  readonly pass_mark?: number | null | undefined;
  /** Below this coverage there is no score, and the outcome is `not_assessable`. */
  readonly min_coverage?: number | undefined;
}

/** Of `scorecards.updateRevision`. */
export interface ScorecardsUpdateRevisionParams {
  /** The form. */
  readonly sections: readonly FormSectionRequest[];
  /**
   * ISO 639-1: the language of the phrases. In a call that is not known to be in it, a phrase that was not found is
   * `not_assessable`. Null: phrases count in every call.
   */
  readonly language?: string | null | undefined;
  /** Minimum rounded score for the outcome `passed`. Null: every score passes. */
  readonly pass_mark?: number | null | undefined;
  /** Below this coverage there is no score, and the outcome is `not_assessable`. */
  readonly min_coverage?: number | undefined;
}

/** Of `scorecards.tryRevision`. */
export interface ScorecardsTryRevisionParams {
  /** Completed analyses to score. */
  readonly analysis_ids: readonly string[];
}

/** Of `scorecards.checkRevision`. */
export interface ScorecardsCheckRevisionParams {
  /** Completed analyses that a language model scores several times, to tell how stable its answers are. */
  readonly analysis_ids?: readonly string[] | null | undefined;
  /** How often the model is asked again about each of these calls. */
  readonly repeats?: number | undefined;
}

/** Of `scorecards.publishRevision`. */
export interface ScorecardsPublishRevisionParams {
  /** Publishes it regardless of the scorecard’s gate, without scoring any call. The revision records this. */
  readonly force?: boolean | undefined;
}

/** Of `scorecards.agreement`. */
export interface ScorecardsAgreementParams {
  /** A revision; if omitted, the one published last. */
  readonly revision?: number | undefined;
  /** Only sessions closed at this time or later. For instance `2026-11-01T00:00:00Z`. */
  readonly created_after?: string | undefined;
  /** Only sessions closed before this time. For instance `2026-12-01T00:00:00Z`. */
  readonly created_before?: string | undefined;
  /** Who is compared. */
  readonly between?: AgreementSide | undefined;
  /**
   * `reviews`, with `between=machine`: counts of what people decided in reviews. They saw the AI’s answer and chose
   * the calls, so no coefficient is computed.
   */
  readonly basis?: AgreementBasis | undefined;
}

/** Of `evaluations.listOfAnalysis`. */
export interface EvaluationsListOfAnalysisParams {
  /** `form` adds to each evaluation the form that it was judged by. A page then holds 10 at most. */
  readonly include?: 'form' | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `evaluations.create`. */
export interface EvaluationsCreateParams {
  /** Scorecard to score the call with. */
  readonly scorecard_id: string;
  /** One of its published revisions; if omitted, the one published last. */
  readonly revision?: number | null | undefined;
}

/** Of `evaluations.list`. */
export interface EvaluationsListParams {
  /** Only evaluations by this scorecard. For instance `6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10`. */
  readonly scorecard_id?: string | undefined;
  /** Only evaluations by a revision of this number. */
  readonly revision?: number | undefined;
  /** Only evaluations of calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only evaluations of calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /** Only evaluations with this outcome. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** Only evaluations with this score or a higher one. */
  readonly score_min?: number | undefined;
  /** Only evaluations with this score or a lower one. */
  readonly score_max?: number | undefined;
  /** Only evaluations whose `created` is after this; Unix seconds. */
  readonly created_after?: number | undefined;
  /** Only evaluations whose `created` is this or before it; Unix seconds. */
  readonly created_before?: number | undefined;
  /**
   * `true`: only evaluations with a reviewer’s answer. `false`: only the others. If omitted: both. An answered
   * evaluation stays so, even if the answer was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** `true`: only evaluations of live mode. `false`: only those of test mode. If omitted: both. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `evaluations.answer`. */
export interface EvaluationsAnswerParams {
  /** Key of an answer to the question; `na` if the question allows it; `withdraw` restores the original answer. */
  readonly answer: string;
  /** Why, in a sentence or two. */
  readonly rationale?: string | null | undefined;
  /** Your identifier of the reviewer. */
  readonly reviewer_id?: string | null | undefined;
  /** Quotes as evidence. Optional. */
  readonly quotes?: readonly ReviewQuoteRequest[] | undefined;
}

/** Of `evaluations.acknowledge`. */
export interface EvaluationsAcknowledgeParams {
  /** Agent who acknowledges: that of the call. A member and a link may leave it out. */
  readonly agent_id: string;
  /** A note of the agent. */
  readonly note?: string | null | undefined;
}

/** Of `evaluations.dispute`. */
export interface EvaluationsDisputeParams {
  /** Your identifier of the person who disputes. A member and a link may leave it out. */
  readonly raised_by: string;
  /** The disputed answers, each question once. */
  readonly answers: readonly DisputedAnswerRequest[];
}

/** Of `rescores.list`. */
export interface RescoresListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `rescores.create`. */
export interface RescoresCreateParams {
  /** Scorecard to score with. */
  readonly scorecard_id: string;
  /** A published revision of it; if omitted, the one published last. */
  readonly revision?: number | null | undefined;
  /**
   * Which calls: the filters of `GET /analysis`, all of which must match. If omitted: all calls. Only calls that are
   * completed when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen
   * the job.
   */
  readonly filter?: RescoreFilter | null | undefined;
  /** `true` only estimates calls, tokens and cost of the job: nothing is stored. */
  readonly dry_run?: boolean | undefined;
  /** URL that receives the notification when the job completes. */
  readonly webhook_url?: string | null | undefined;
  /** Events to be notified of. The evaluations of a job send none of their own. */
  readonly webhook_events?: readonly 'rescore.completed'[] | undefined;
}

/** Of `engineTrials.list`. */
export interface EngineTrialsListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `engineTrials.create`. */
export interface EngineTrialsCreateParams {
  /** What the engines do again for each call. */
  readonly task: EngineTask;
  /** Names of the engines: those that `GET /settings/engines` offers for the task, and the one of the service. */
  readonly engines: readonly string[];
  /** The calls. All of them must be completed. */
  readonly analysis_ids?: readonly string[] | null | undefined;
  /**
   * Which calls: the filters of `GET /analysis`, all of which must match. If omitted: all calls. Only calls that are
   * completed when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen
   * the job.
   */
  readonly filter?: EngineTrialFilter | null | undefined;
  /** Number of calls to draw from those of the filter, instead of `analysis_ids`. */
  readonly count?: number | null | undefined;
  /** Decides which calls are drawn: the first `count` by SHA-256 of `seed:id`. Generated and returned if omitted. */
  readonly seed?: string | null | undefined;
  /** Scorecard whose questions are answered, by its published revision. If omitted, `analysis` judges the findings. */
  readonly scorecard_id?: string | null | undefined;
  /** Your own name for the trial. */
  readonly name?: string | null | undefined;
  /** `true` only estimates the cost by engine: nothing is stored. */
  readonly dry_run?: boolean | undefined;
}

/** Of `engineTrials.items`. */
export interface EngineTrialsItemsParams {
  /** Only items of this engine. For instance `centre`. */
  readonly engine?: string | undefined;
  /**
   * Only items of this call, with what came back and the words or questions that differ. For instance
   * `3f9c2b1e-7a54-4a8e-9d3b-5c1f0e2d4a6b`.
   */
  readonly analysis_id?: string | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `reviewQueue.list`. */
export interface ReviewQueueListParams {
  /** Only calls that need review for this reason. */
  readonly reason?: ReviewReason | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls scored with this scorecard. For instance `6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10`. */
  readonly scorecard_id?: string | undefined;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  readonly created_after?: number | undefined;
  /** Only this call, if it is in the queue. For instance `0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`. */
  readonly analysis_id?: string | undefined;
  /** `true`: only calls of live mode. `false`: only those of test mode. If omitted: both. */
  readonly livemode?: boolean | undefined;
  /** Only calls reserved by this reviewer. For instance `mara`. */
  readonly claimed_by?: string | undefined;
  /** `worth`: highest priority first. `severity`: most severe first, then highest priority. */
  readonly order?: ReviewQueueOrder | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `reviewQueue.claim`. */
export interface ReviewQueueClaimParams {
  /** Your identifier of the reviewer. */
  readonly reviewer_id: string;
  /** Only calls that need review for this reason. */
  readonly reason?: ReviewReason | null | undefined;
  /** Only a call of exactly this agent. */
  readonly agent_id?: string | null | undefined;
  /** `true`: only a call of live mode. `false`: only one of test mode. If omitted: either. */
  readonly livemode?: boolean | null | undefined;
  /** `worth`: highest priority first. `severity`: most severe first, then highest priority. */
  readonly order?: ReviewQueueOrder | null | undefined;
}

/** Of `reviewQueue.release`. */
export interface ReviewQueueReleaseParams {
  /** Your identifier of the reviewer. */
  readonly reviewer_id: string;
}

/** Of `reviewQueue.dismiss`. */
export interface ReviewQueueDismissParams {
  /** Your identifier of the reviewer. */
  readonly reviewer_id: string;
  /** Reason for dismissing the call. */
  readonly note?: string | null | undefined;
}

/** Of `samples.list`. */
export interface SamplesListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `samples.create`. */
export interface SamplesCreateParams {
  /** Which calls: the filters of `GET /analysis`, all of which must match. If omitted: all calls. */
  readonly filter?: SampleFilter | null | undefined;
  /** Calls to draw; with `per`, of each agent or contact. */
  readonly count: number;
  /** Draw `count` calls of each agent or contact. */
  readonly per?: DrawPer | null | undefined;
  /**
   * Spread the sample as evenly as the calls allow over the outcomes of `filter.scorecard_id`, or over the answers to
   * one question of a scorecard. Without it a rare answer is rare in the sample too.
   */
  readonly stratify_by?: 'outcome' | { readonly scorecard_id: string; readonly question: string } | null | undefined;
  /** Decides which calls are drawn. If omitted, one is generated and returned. */
  readonly seed?: string | null | undefined;
  /** `true` puts the calls into the review queue, with the reason `sampled`. */
  readonly queue?: boolean | undefined;
}

/** Of `calibrations.list`. */
export interface CalibrationsListParams {
  /** Only sessions of this scorecard. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`. */
  readonly scorecard_id?: string | undefined;
  /** Only sessions in this state. */
  readonly status?: CalibrationStatus | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `calibrations.create`. */
export interface CalibrationsCreateParams {
  /** Your name for the session. */
  readonly name?: string | null | undefined;
  /** Scorecard to rate by. */
  readonly scorecard_id: string;
  /** A published revision of it; if omitted, the one published last. */
  readonly revision?: number | null | undefined;
  /** Completed calls to rate. Either these or `sample_id`. */
  readonly analysis_ids?: readonly string[] | null | undefined;
  /** A sample of at most 200 calls to rate. */
  readonly sample_id?: string | null | undefined;
  /** Your identifiers of the reviewers who rate; members have their own id. */
  readonly reviewer_ids: readonly string[];
  /** The person whose ratings are the reference. */
  readonly expert_id?: string | null | undefined;
  /** `false` shows the progress of all reviewers by each link. */
  readonly blind?: boolean | undefined;
  /** When the session closes by itself. */
  readonly due_at?: string | null | undefined;
}

/** Of `calibrations.item`. */
export interface CalibrationsItemParams {
  /**
   * Whose rating to show. A link shows its own, and so does a member until the session is closed. For instance
   * `mara`.
   */
  readonly reviewer_id?: string | undefined;
}

/** Of `calibrations.rate`. */
export interface CalibrationsRateParams {
  /** An answer to every question that applies. Answers to others are left out. */
  readonly answers: readonly RatingAnswerRequest[];
}

/** Of `calibrations.links`. */
export interface CalibrationsLinksParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `calibrations.createLink`. */
export interface CalibrationsCreateLinkParams {
  /** The reviewer of the session who gets the link. */
  readonly reviewer_id: string;
  /** Validity of the link in seconds. */
  readonly expires_in?: number | undefined;
}

/** Of `reviews.listOfAnalysis`. */
export interface ReviewsListOfAnalysisParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `reviews.create`. */
export interface ReviewsCreateParams {
  /** Your identifier of the reviewer. */
  readonly reviewer_id: string;
  /** Each finding once. */
  readonly findings?: readonly ReviewFindingRequest[] | undefined;
  /** Each rule and segment once. */
  readonly violations?: readonly ReviewViolationRequest[] | undefined;
  /** Each question of an evaluation once. */
  readonly answers?: readonly ReviewAnswerRequest[] | undefined;
  /** About the call as a whole. */
  readonly note?: string | null | undefined;
  /** `true` validates the review and returns the resulting scores, without saving it: the response is 200. */
  readonly dry_run?: boolean | undefined;
}

/** Of `reviews.list`. */
export interface ReviewsListParams {
  /** Only reviews by exactly this reviewer. For instance `mara`. */
  readonly reviewer_id?: string | undefined;
  /** Only reviews of calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /**
   * Only reviews of calls that had been evaluated by this scorecard. For instance
   * `6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10`.
   */
  readonly scorecard_id?: string | undefined;
  /** Unix seconds: only reviews whose `created` is greater. ISO 8601 is accepted too. */
  readonly created_after?: number | undefined;
  /** Unix seconds: only reviews whose `created` is not greater. ISO 8601 is accepted too. */
  readonly created_before?: number | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `disputes.list`. */
export interface DisputesListParams {
  /** Only disputes of this call. For instance `0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`. */
  readonly analysis_id?: string | undefined;
  /** Only disputes with this status. */
  readonly status?: DisputeStatus | undefined;
  /** Only disputes of calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only disputes of evaluations by this scorecard. For instance `c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36`. */
  readonly scorecard_id?: string | undefined;
  /** `true`: only disputes of live mode. `false`: only those of test mode. If omitted: both. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `disputes.resolve`. */
export interface DisputesResolveParams {
  /** Your identifier of the reviewer. */
  readonly reviewer_id: string;
  /**
   * `upheld`: the disputed answers stand. `overturned`: they do not; `answers` has each of them. `partly`: `answers`
   * has some of them.
   */
  readonly decision: DisputeDecision;
  /** The answers that are right, each question once; also to other questions of the evaluation. None with `upheld`. */
  readonly answers?: readonly ResolvedAnswerRequest[] | undefined;
  /** Why. */
  readonly note: string;
}

/** Of `redactions.list`. */
export interface RedactionsListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `redactions.create`. */
export interface RedactionsCreateParams {
  /**
   * Additional masking: `pci` for the three card types and `password_or_pin`, `pii` for all types. Either `preset` or
   * `types`; with neither, the account’s settings.
   */
  readonly preset?: RedactionPreset | null | undefined;
  /** Additional masking. */
  readonly types?: readonly RedactionType[] | null | undefined;
  /**
   * Which calls: the filters of `GET /analysis`, all of which must match. If omitted: all calls. Only calls that are
   * completed when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen
   * the job.
   */
  readonly filter?: RedactionFilter | null | undefined;
  /** `true` only counts the calls that the job would process: nothing is masked or stored. */
  readonly dry_run?: boolean | undefined;
  /** URL that receives the notification when the job completes. */
  readonly webhook_url?: string | null | undefined;
  /** Events to be notified of. Calls that request `analysis.redacted` are notified in addition. */
  readonly webhook_events?: readonly 'redaction.completed'[] | undefined;
}

/** Of `holds.list`. */
export interface HoldsListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `holds.create`. */
export interface HoldsCreateParams {
  /** Your name for the hold, which refused deletions tell. */
  readonly name: string;
  /** Why the calls are held. */
  readonly reason: string;
  /** Calls to hold, in any state. These, a `filter`, or both. */
  readonly analysis_ids?: readonly string[] | null | undefined;
  /**
   * Which calls: the filters of `GET /analysis`, all of which must hold. An empty object: every call. Holds the calls
   * that it finds now and that have ended, and those that end while the hold is active and match then. An unknown
   * filter is refused.
   */
  readonly filter?: HoldFilter | null | undefined;
  /** When the hold is released by itself; Unix seconds are taken too. At most a minute late. */
  readonly until?: string | null | undefined;
}

/** Of `holds.analyses`. */
export interface HoldsAnalysesParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `holds.release`. */
export interface HoldsReleaseParams {
  /** Why the calls are held no longer. */
  readonly reason: string;
}

/** Of `erasures.list`. */
export interface ErasuresListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `erasures.create`. */
export interface ErasuresCreateParams {
  /** Erases what belongs to this contact. Give one of `contact_id`, `agent_id` and `analysis_ids`. */
  readonly contact_id?: string | null | undefined;
  /** Erases what belongs to this agent. */
  readonly agent_id?: string | null | undefined;
  /** Erases these calls, in any state. */
  readonly analysis_ids?: readonly string[] | null | undefined;
  /**
   * `calls`: the calls with all that belongs to them; the default, but for an agent. `recordings`: their recordings
   * alone. `traces`: the name becomes `erased` everywhere, and calls stay; the default for an agent.
   */
  readonly scope?: ErasureScope | null | undefined;
  /** Why. The erased name in it is replaced. */
  readonly reason: string;
  /** Your reference, treated likewise. */
  readonly reference?: string | null | undefined;
  /** Counts alone; nothing is erased. */
  readonly dry_run?: boolean | undefined;
}

/** Of `audit.list`. */
export interface AuditListParams {
  /** Entries of this action. */
  readonly action?: AuditAction | undefined;
  /**
   * Entries of the actor with this id: a member, an API key, a review link. For instance
   * `0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`.
   */
  readonly actor?: string | undefined;
  /** Entries about the object with this id, such as an analysis. For instance `6a1f0c9e-4d27-4b83-9e15-2c7d8f3b5a60`. */
  readonly subject?: string | undefined;
  /** Entries from this time on; Unix seconds: after that second. For instance `2026-11-01T00:00:00Z`. */
  readonly created_after?: string | undefined;
  /** Entries before this time; Unix seconds: up to that second. For instance `2026-12-01T00:00:00Z`. */
  readonly created_before?: string | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `audit.export`. */
export interface AuditExportParams {
  /** JSON Lines: an object a line. */
  readonly format?: 'jsonl' | undefined;
}

/** Of `exports.list`. */
export interface ExportsListParams {
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `exports.create`. */
export interface ExportsCreateParams {
  /** Type of the rows. */
  readonly of: ExportedRows;
  /** `csv` (RFC 4180, UTF-8) and `parquet` have columns; each line of `jsonl` is an object as returned by the API. */
  readonly format: ExportFileFormat;
  /**
   * Of which calls: the filters of `GET /analysis`, all of which must match. If omitted: of all calls. If `livemode`
   * is omitted, it is the mode of the credential. An unknown filter is refused, because a misspelled one would widen
   * the export.
   */
  readonly filter?: ExportFilter | null | undefined;
  /**
   * Columns of the file, in this order; all if omitted. Each must be a column of the type in `of`: analyses have
   * `id`, `created`, `livemode`, `status`, `agent_id`, `contact_id`, `started_at`, `direction`, `duration_seconds`,
   * `language`, `compliance_score`, `quality_score`, `customer_effort_score`, `customer_sentiment`, `flagged`,
   * `violations`, `reviewed`, `summary`, `metadata`, `external_id`; evaluations have `id`, `created`, `analysis_id`,
   * `agent_id`, `contact_id`, `scorecard_id`, `scorecard`, `revision`, `status`, `outcome`, `score`, `coverage`,
   * `reviewed`; answers have `id`, `created`, `analysis_id`, `agent_id`, `contact_id`, `scorecard_id`, `scorecard`,
   * `revision`, `status`, `outcome`, `score`, `coverage`, `reviewed`, `section`, `question`, `state`, `answer`,
   * `points`, `confidence`, `source`, `quote`; segments have `analysis_id`, `created`, `agent_id`, `segment_id`,
   * `speaker`, `start`, `end`, `text`; reviews have `id`, `created`, `analysis_id`, `reviewer_id`, `via`,
   * `finding_or_question`, `answer`, `system_answer`, `note`. Not with `jsonl`.
   */
  readonly columns?: readonly ExportColumn[] | null | undefined;
  /** Starts a `csv` with a byte order mark, so that Excel reads it as UTF-8. Other formats have none. */
  readonly bom?: boolean | undefined;
  /**
   * Writes a `csv` for Excel in this language: with a byte order mark, names instead of keys for columns, sections,
   * questions and answers, local times, and each key of `metadata` as a column (up to 200; others are omitted).
   */
  readonly excel?: ExcelRequest | null | undefined;
  /** URL that receives `export.completed` when the export is completed or has failed. */
  readonly webhook_url?: string | null | undefined;
}

/** Of `evidence.create`. */
export interface EvidenceCreateParams {
  /** Beginning of the period; Unix seconds: after that second. */
  readonly from: string;
  /** End of the period, which does not belong to it; Unix seconds: up to that second. */
  readonly to: string;
}

/** Of `webhooks.test`. */
export interface WebhooksTestParams {
  /** URL that receives the test event. */
  readonly webhook_url: string;
  /** The event of the sample. */
  readonly event?: WebhookEvent | undefined;
  /**
   * The analysis to send; its status must match the event. For `evaluation.completed` its newest completed
   * evaluation; not for `rescore.completed`, `redaction.completed`, `export.completed` and batch events. If omitted,
   * a sample analysis.
   */
  readonly analysis_id?: string | null | undefined;
}

/** Of `webhookEndpoints.list`. */
export interface WebhookEndpointsListParams {
  /** `true`: those of live mode. `false`: those of test mode. If omitted: those of the mode of the credential. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `webhookEndpoints.create`. */
export interface WebhookEndpointsCreateParams {
  /** URL that receives notifications. */
  readonly url: string;
  /** `*` is every event, also those that later releases add. */
  readonly events: readonly WebhookEndpointEvent[];
  /**
   * Which events are sent: those that match every given member. If omitted: all. An event about no call, such as
   * `redaction.completed`, matches neither `agent_id` nor `metadata`.
   */
  readonly filter?: WebhookEndpointFilterRequest | null | undefined;
  /** `full`: `data` is the whole object, as the API returns it. `thin`: only its `id` and `object`. */
  readonly payload?: WebhookPayload | undefined;
  /** Name. */
  readonly description?: string | null | undefined;
}

/** Of `webhookEndpoints.update`. */
export interface WebhookEndpointsUpdateParams {
  /** URL that receives notifications. */
  readonly url: string;
  /** `*` is every event, also those that later releases add. */
  readonly events: readonly WebhookEndpointEvent[];
  /**
   * Which events are sent: those that match every given member. If omitted: all. An event about no call, such as
   * `redaction.completed`, matches neither `agent_id` nor `metadata`.
   */
  readonly filter?: WebhookEndpointFilterRequest | null | undefined;
  /** `full`: `data` is the whole object, as the API returns it. `thin`: only its `id` and `object`. */
  readonly payload?: WebhookPayload | undefined;
  /** Name. */
  readonly description?: string | null | undefined;
}

/** Of `webhookEndpoints.test`. */
export interface WebhookEndpointsTestParams {
  /** The event of the sample. */
  readonly event?: WebhookEvent | undefined;
}

/** Of `webhookEndpoints.deliveries`. */
export interface WebhookEndpointsDeliveriesParams {
  /** Only deliveries in this state. */
  readonly status?: DeliveryStatus | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `webhookEndpoints.recover`. */
export interface WebhookEndpointsRecoverParams {
  /** Deliveries that have failed since then are sent again: at most 30 days ago. Unix seconds are accepted too. */
  readonly since: string;
}

/** Of `sources.list`. */
export interface SourcesListParams {
  /** `true`: those of live mode. `false`: those of test mode. If omitted: those of the mode of the credential. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `sources.create`. */
export interface SourcesCreateParams {
  /** Name. */
  readonly name: string;
  /**
   * `s3`: a bucket of S3 or of an S3-compatible store. `twilio`: recording callbacks of Twilio or of a compatible
   * provider.
   */
  readonly kind: SourceKind;
  /** Kind `twilio`: SID of the recording account. */
  readonly account_sid?: string | null | undefined;
  /**
   * Kind `twilio`: auth token of the account. It verifies callbacks and downloads recordings. Never shown again. In
   * `PUT` it may be omitted if `account_sid` and `api_base` stay the same.
   */
  readonly auth_token?: string | null | undefined;
  /**
   * Kind `twilio`: the agent’s leg. `child`: the customer called. `parent`: the agent called. The parent leg is the
   * first channel.
   */
  readonly agent?: TwilioLeg | null | undefined;
  /** Kind `twilio`: URL of the provider’s API. The token is sent only there. If omitted: `https://api.twilio.com`. */
  readonly api_base?: string | null | undefined;
  /** Name of the bucket. */
  readonly bucket?: string | null | undefined;
  /** Key prefix. If omitted: the whole bucket. */
  readonly prefix?: string | null | undefined;
  /** Region of the bucket. */
  readonly region?: string | null | undefined;
  /** URL of a store other than AWS. Like `audio_url`, it must be public. */
  readonly endpoint?: string | null | undefined;
  /**
   * Access keys, or an AWS role. Never shown again. In `PUT` they may be omitted if bucket and endpoint stay the
   * same: the stored ones are kept.
   */
  readonly credentials?: SourceCredentialsRequest | null | undefined;
  /** Where agent, contact and time of a call are read from: the key, a metadata file, or object metadata. */
  readonly naming?: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null | undefined;
  /** Defaults for fields that the naming does not provide. `metadata` is merged key by key. */
  readonly defaults?: { readonly agent_id?: string | undefined; readonly contact_id?: string | undefined; readonly external_id?: string | null | undefined; readonly webhook_url?: string | null | undefined; readonly webhook_events?: readonly WebhookEvent[] | undefined; readonly agent_channel?: number | null | undefined; readonly language?: string | null | undefined; readonly output_language?: string | null | undefined; readonly transcription_engine?: string | null | undefined; readonly analysis_engine?: string | null | undefined; readonly retention_days?: number | null | undefined; readonly call_started_at?: string | null | undefined; readonly direction?: CallDirection | null | undefined; readonly scorecards?: readonly string[] | null | undefined; readonly redact?: readonly Redact[] | null | undefined; readonly scenario?: Scenario | null | undefined; readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined } | null | undefined;
  /** `new`: new recordings only. `all`: also existing recordings. */
  readonly start?: SourceStart | undefined;
  /** Interval between polls. */
  readonly every_seconds?: number | undefined;
  /**
   * `tag`: adds the tag `call-analysis` with the id of the analysis to the object. `leave`: leaves the object
   * unchanged.
   */
  readonly after?: SourceAfter | undefined;
}

/** Of `sources.update`. */
export interface SourcesUpdateParams {
  /** Name. */
  readonly name: string;
  /**
   * `s3`: a bucket of S3 or of an S3-compatible store. `twilio`: recording callbacks of Twilio or of a compatible
   * provider.
   */
  readonly kind: SourceKind;
  /** Kind `twilio`: SID of the recording account. */
  readonly account_sid?: string | null | undefined;
  /**
   * Kind `twilio`: auth token of the account. It verifies callbacks and downloads recordings. Never shown again. In
   * `PUT` it may be omitted if `account_sid` and `api_base` stay the same.
   */
  readonly auth_token?: string | null | undefined;
  /**
   * Kind `twilio`: the agent’s leg. `child`: the customer called. `parent`: the agent called. The parent leg is the
   * first channel.
   */
  readonly agent?: TwilioLeg | null | undefined;
  /** Kind `twilio`: URL of the provider’s API. The token is sent only there. If omitted: `https://api.twilio.com`. */
  readonly api_base?: string | null | undefined;
  /** Name of the bucket. */
  readonly bucket?: string | null | undefined;
  /** Key prefix. If omitted: the whole bucket. */
  readonly prefix?: string | null | undefined;
  /** Region of the bucket. */
  readonly region?: string | null | undefined;
  /** URL of a store other than AWS. Like `audio_url`, it must be public. */
  readonly endpoint?: string | null | undefined;
  /**
   * Access keys, or an AWS role. Never shown again. In `PUT` they may be omitted if bucket and endpoint stay the
   * same: the stored ones are kept.
   */
  readonly credentials?: SourceCredentialsRequest | null | undefined;
  /** Where agent, contact and time of a call are read from: the key, a metadata file, or object metadata. */
  readonly naming?: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null | undefined;
  /** Defaults for fields that the naming does not provide. `metadata` is merged key by key. */
  readonly defaults?: { readonly agent_id?: string | undefined; readonly contact_id?: string | undefined; readonly external_id?: string | null | undefined; readonly webhook_url?: string | null | undefined; readonly webhook_events?: readonly WebhookEvent[] | undefined; readonly agent_channel?: number | null | undefined; readonly language?: string | null | undefined; readonly output_language?: string | null | undefined; readonly transcription_engine?: string | null | undefined; readonly analysis_engine?: string | null | undefined; readonly retention_days?: number | null | undefined; readonly call_started_at?: string | null | undefined; readonly direction?: CallDirection | null | undefined; readonly scorecards?: readonly string[] | null | undefined; readonly redact?: readonly Redact[] | null | undefined; readonly scenario?: Scenario | null | undefined; readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined } | null | undefined;
  /** `new`: new recordings only. `all`: also existing recordings. */
  readonly start?: SourceStart | undefined;
  /** Interval between polls. */
  readonly every_seconds?: number | undefined;
  /**
   * `tag`: adds the tag `call-analysis` with the id of the analysis to the object. `leave`: leaves the object
   * unchanged.
   */
  readonly after?: SourceAfter | undefined;
}

/** Of `sources.rescan`. */
export interface SourcesRescanParams {
  /** Only objects last written since then. A date means midnight UTC. If omitted: all. */
  readonly from?: string | null | undefined;
}

/** Of `sources.items`. */
export interface SourcesItemsParams {
  /** Only items in this state. */
  readonly status?: SourceItemStatus | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `sources.testNew`. */
export interface SourcesTestNewParams {
  /** Name. */
  readonly name: string;
  /**
   * `s3`: a bucket of S3 or of an S3-compatible store. `twilio`: recording callbacks of Twilio or of a compatible
   * provider.
   */
  readonly kind: SourceKind;
  /** Kind `twilio`: SID of the recording account. */
  readonly account_sid?: string | null | undefined;
  /**
   * Kind `twilio`: auth token of the account. It verifies callbacks and downloads recordings. Never shown again. In
   * `PUT` it may be omitted if `account_sid` and `api_base` stay the same.
   */
  readonly auth_token?: string | null | undefined;
  /**
   * Kind `twilio`: the agent’s leg. `child`: the customer called. `parent`: the agent called. The parent leg is the
   * first channel.
   */
  readonly agent?: TwilioLeg | null | undefined;
  /** Kind `twilio`: URL of the provider’s API. The token is sent only there. If omitted: `https://api.twilio.com`. */
  readonly api_base?: string | null | undefined;
  /** Name of the bucket. */
  readonly bucket?: string | null | undefined;
  /** Key prefix. If omitted: the whole bucket. */
  readonly prefix?: string | null | undefined;
  /** Region of the bucket. */
  readonly region?: string | null | undefined;
  /** URL of a store other than AWS. Like `audio_url`, it must be public. */
  readonly endpoint?: string | null | undefined;
  /**
   * Access keys, or an AWS role. Never shown again. In `PUT` they may be omitted if bucket and endpoint stay the
   * same: the stored ones are kept.
   */
  readonly credentials?: SourceCredentialsRequest | null | undefined;
  /** Where agent, contact and time of a call are read from: the key, a metadata file, or object metadata. */
  readonly naming?: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null | undefined;
  /** Defaults for fields that the naming does not provide. `metadata` is merged key by key. */
  readonly defaults?: { readonly agent_id?: string | undefined; readonly contact_id?: string | undefined; readonly external_id?: string | null | undefined; readonly webhook_url?: string | null | undefined; readonly webhook_events?: readonly WebhookEvent[] | undefined; readonly agent_channel?: number | null | undefined; readonly language?: string | null | undefined; readonly output_language?: string | null | undefined; readonly transcription_engine?: string | null | undefined; readonly analysis_engine?: string | null | undefined; readonly retention_days?: number | null | undefined; readonly call_started_at?: string | null | undefined; readonly direction?: CallDirection | null | undefined; readonly scorecards?: readonly string[] | null | undefined; readonly redact?: readonly Redact[] | null | undefined; readonly scenario?: Scenario | null | undefined; readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined } | null | undefined;
  /** `new`: new recordings only. `all`: also existing recordings. */
  readonly start?: SourceStart | undefined;
  /** Interval between polls. */
  readonly every_seconds?: number | undefined;
  /**
   * `tag`: adds the tag `call-analysis` with the id of the analysis to the object. `leave`: leaves the object
   * unchanged.
   */
  readonly after?: SourceAfter | undefined;
}

/** Of `statistics.calls`. */
export interface StatisticsCallsParams {
  /** Only analyses in this state. */
  readonly status_filter?: AnalysisStatus | undefined;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning. For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. Without a start, the figures cover
   * 30 days of the time zone.
   */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. Without an end, the figures
   * end now.
   */
  readonly created_before?: number | undefined;
  /** `true`: of live mode. `false`: of test mode. If omitted: the mode of the API key; with an access token, live. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. Calls without a
   * known start are not listed, also with `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** Only calls with a violation of this rule that was not dismissed. For instance `card_security_code_requested`. */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls of this duration, in seconds, or a longer one. */
  readonly duration_min?: number | undefined;
  /** Only calls of this duration, in seconds, or a shorter one. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** Only calls with this outcome; requires `scorecard_id`. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  readonly score_min?: number | undefined;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  readonly score_max?: number | undefined;
  /**
   * For a member with the role `agent`, who sees figures of the own calls: `true` returns those of all calls of the
   * member’s teams, or of the account. They have no names, take no groupings and no filters other than times, and are
   * empty if fewer than three agents have calls. For other callers it has no effect.
   */
  readonly of_team?: boolean | undefined;
  /**
   * One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`,
   * `month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call is counted in the row of each
   * violated rule). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which the key of
   * each row always contains. For instance `agent,week`.
   */
  readonly group_by?: string | undefined;
  /**
   * Time by which calls are counted: `created` (submission of the call), or `call` (start of the call, as submitted;
   * calls without one are not counted).
   */
  readonly time?: StatisticsTime | undefined;
  /**
   * Name of a time zone of the IANA database: where the days, weeks and months begin. If omitted: `UTC`. For instance
   * `Europe/Berlin`.
   */
  readonly timezone?: string | undefined;
  /**
   * `previous` adds to each row its `change` against the previous period: the same number of days, or whole months if
   * the requested period is whole months. Days, weeks and months are compared by position.
   */
  readonly compare?: 'previous' | undefined;
  /** Only evaluations by a revision of this number; only calls that have one. */
  readonly revision?: number | undefined;
}

/** Of `statistics.evaluations`. */
export interface StatisticsEvaluationsParams {
  /** Only analyses in this state. */
  readonly status_filter?: AnalysisStatus | undefined;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning. For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. Without a start, the figures cover
   * 30 days of the time zone.
   */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. Without an end, the figures
   * end now.
   */
  readonly created_before?: number | undefined;
  /** `true`: of live mode. `false`: of test mode. If omitted: the mode of the API key; with an access token, live. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. Calls without a
   * known start are not listed, also with `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** Only calls with a violation of this rule that was not dismissed. For instance `card_security_code_requested`. */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls of this duration, in seconds, or a longer one. */
  readonly duration_min?: number | undefined;
  /** Only calls of this duration, in seconds, or a shorter one. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** Only calls with this outcome; requires `scorecard_id`. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  readonly score_min?: number | undefined;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  readonly score_max?: number | undefined;
  /**
   * For a member with the role `agent`, who sees figures of the own calls: `true` returns those of all calls of the
   * member’s teams, or of the account. They have no names, take no groupings and no filters other than times, and are
   * empty if fewer than three agents have calls. For other callers it has no effect.
   */
  readonly of_team?: boolean | undefined;
  /**
   * One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`,
   * `month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call is counted in the row of each
   * violated rule). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which the key of
   * each row always contains. For instance `agent,week`.
   */
  readonly group_by?: string | undefined;
  /**
   * Time by which calls are counted: `created` (submission of the call), or `call` (start of the call, as submitted;
   * calls without one are not counted).
   */
  readonly time?: StatisticsTime | undefined;
  /**
   * Name of a time zone of the IANA database: where the days, weeks and months begin. If omitted: `UTC`. For instance
   * `Europe/Berlin`.
   */
  readonly timezone?: string | undefined;
  /**
   * `previous` adds to each row its `change` against the previous period: the same number of days, or whole months if
   * the requested period is whole months. Days, weeks and months are compared by position.
   */
  readonly compare?: 'previous' | undefined;
  /** Only evaluations by a revision of this number; only calls that have one. */
  readonly revision?: number | undefined;
}

/** Of `statistics.answers`. */
export interface StatisticsAnswersParams {
  /** Only analyses in this state. */
  readonly status_filter?: AnalysisStatus | undefined;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning. For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. Without a start, the figures cover
   * 30 days of the time zone.
   */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. Without an end, the figures
   * end now.
   */
  readonly created_before?: number | undefined;
  /** `true`: of live mode. `false`: of test mode. If omitted: the mode of the API key; with an access token, live. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. Calls without a
   * known start are not listed, also with `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** Only calls with a violation of this rule that was not dismissed. For instance `card_security_code_requested`. */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls of this duration, in seconds, or a longer one. */
  readonly duration_min?: number | undefined;
  /** Only calls of this duration, in seconds, or a shorter one. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** Only calls with this outcome; requires `scorecard_id`. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  readonly score_min?: number | undefined;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  readonly score_max?: number | undefined;
  /**
   * For a member with the role `agent`, who sees figures of the own calls: `true` returns those of all calls of the
   * member’s teams, or of the account. They have no names, take no groupings and no filters other than times, and are
   * empty if fewer than three agents have calls. For other callers it has no effect.
   */
  readonly of_team?: boolean | undefined;
  /**
   * One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`,
   * `month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call is counted in the row of each
   * violated rule). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which the key of
   * each row always contains. For instance `agent,week`.
   */
  readonly group_by?: string | undefined;
  /**
   * Time by which calls are counted: `created` (submission of the call), or `call` (start of the call, as submitted;
   * calls without one are not counted).
   */
  readonly time?: StatisticsTime | undefined;
  /**
   * Name of a time zone of the IANA database: where the days, weeks and months begin. If omitted: `UTC`. For instance
   * `Europe/Berlin`.
   */
  readonly timezone?: string | undefined;
  /**
   * `previous` adds to each row its `change` against the previous period: the same number of days, or whole months if
   * the requested period is whole months. Days, weeks and months are compared by position.
   */
  readonly compare?: 'previous' | undefined;
  /** Only evaluations by a revision of this number; only calls that have one. */
  readonly revision?: number | undefined;
}

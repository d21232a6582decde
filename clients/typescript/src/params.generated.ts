// Generated from openapi.json by `npm run clients:generate`: change it there.
import type {
  AnalysisInclude,
  AnalysisStatus,
  ApiKeyMode,
  AppliesToRequest,
  AudioRendition,
  AudioVariant,
  BatchItemStatus,
  BatchOnQuota,
  CallDirection,
  CorrectedSegmentRequest,
  CustomRedactionTypeRequest,
  DeliveryStatus,
  EvaluationOutcome,
  ExcelRequest,
  ExportColumn,
  ExportFileFormat,
  ExportFilter,
  ExportFormat,
  ExportedRows,
  FormSectionRequest,
  ManifestFormat,
  MetadataNamingRequest,
  OriginalHandling,
  PaidPlan,
  PatternNamingRequest,
  PresetNamingRequest,
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
  ReviewAnswerRequest,
  ReviewFindingRequest,
  ReviewLinkAct,
  ReviewQueueOrder,
  ReviewQuoteRequest,
  ReviewReason,
  ReviewViolationRequest,
  Scenario,
  Scope,
  SidecarNamingRequest,
  SourceAfter,
  SourceCredentialsRequest,
  SourceItemStatus,
  SourceKind,
  SourceStart,
  StatisticsTime,
  SubmitUrlRequest,
  TalkingParty,
  TwilioLeg,
  WebhookEndpointEvent,
  WebhookEndpointFilterRequest,
  WebhookEvent,
  WebhookPayload,
} from './models.generated.js';

/** A call to analyse. */
export interface CreateAnalysisParams {
  /** Your own identifier of the agent. */
  readonly agent_id: string;
  /** Your own identifier of the customer. */
  readonly contact_id: string;
  /**
   * Your own name of the recording, such as the id that your telephone system gave it. An account has one call of a
   * name in each mode: the same again is answered with 200 and the analysis that is there, and takes no minutes.
   * Deleting the call frees its name.
   */
  readonly external_id?: string | null | undefined;
  /** Where the notification goes when the analysis completes. */
  readonly webhook_url?: string | null | undefined;
  /**
   * Events to be notified of; in a form with commas, or the field repeated. All but `analysis.completed` are told
   * only when asked for.
   */
  readonly webhook_events?: readonly WebhookEvent[] | undefined;
  /**
   * Which channel of a stereo recording is the agent. Left out, the account's `agent_channel` holds; without one,
   * what is said decides; where that does not, channel 1 is taken for the agent with a role confidence of 0.5.
   */
  readonly agent_channel?: number | null | undefined;
  /** Language of the call, ISO 639-1; detected when left out. */
  readonly language?: string | null | undefined;
  /**
   * Language in which a language model writes its sentences about the call, ISO 639-1. When left out: the account's
   * `output_language`, else the language of the call.
   */
  readonly output_language?: string | null | undefined;
  /** When the call began, RFC 3339 or ISO 8601 with an offset or `Z`; at most a day ahead of now. */
  readonly call_started_at?: string | null | undefined;
  /** Who called: `inbound` for the customer, `outbound` for the agent. */
  readonly direction?: CallDirection | null | undefined;
  /**
   * Scorecards that the call is judged by when it completes, each by its published revision; in a form with commas,
   * or the field repeated. Left out, the `default` scorecards of the same mode are used whose `applies_to` fits the
   * call; an empty list takes none.
   */
  readonly scorecards?: readonly string[] | null | undefined;
  /**
   * What is masked in this call beside what the settings of the account have masked: `off`, `pci`, `pii`, or types;
   * in a form with commas, or the field repeated. One alone may be given without a list. It may only add to the
   * settings. Where they are `off`, text and audio are masked, and `pci` and `pii` have the original recording
   * deleted. `agent_id`, `contact_id` and `metadata` are never masked.
   */
  readonly redact?: readonly Redact[] | null | undefined;
  /**
   * With a test key only: what the service pretends to hear, in place of a recording. No provider is asked and no
   * test minutes are taken; all else is the real pipeline. A recording that is sent along is ignored.
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
  /**
   * A verification mail goes here. Compared without regard to case, and domains in their ASCII form: one mailbox is
   * one account.
   */
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
  /** The refresh token to be ended. */
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
  /** What stands after `#review=` in the link. */
  readonly token: string;
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
   * Language in which a language model writes its sentences about calls that name no `output_language`, ISO 639-1.
   * Null: in the language of the call. Holds for calls that are submitted from now on.
   */
  readonly output_language?: string | null | undefined;
  /**
   * Which channel of a stereo recording is the agent, for calls that name no `agent_channel`. Null: told by what is
   * said. Holds for calls that are submitted from now on.
   */
  readonly agent_channel?: number | null | undefined;
  /** New password; ends every token issued before. */
  readonly password?: string | null | undefined;
  /** The password as it is now; required with `email` and `password`. */
  readonly current_password?: string | null | undefined;
}

/** Of `users.delete`. */
export interface UsersDeleteParams {
  /** The password as it is now. */
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
  /** What you call it. */
  readonly name: string;
  /** A test key runs everything, but charges nothing and sends nothing. */
  readonly mode?: ApiKeyMode | undefined;
  /** What the key may do. `settings:write` and `recordings:original` must be asked for by name. */
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
  /** Minutes beyond the included ones that may be used in a month, at the price of the plan. */
  readonly overage_limit_minutes?: number | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `billing.updateSubscription`. */
export interface BillingUpdateSubscriptionParams {
  /** Higher: at once. Lower: from the end of the period. The present one: withdraws what was to come. */
  readonly plan?: PaidPlan | null | undefined;
  /** Minutes beyond the included ones that may be used in a month. Holds at once. */
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
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves.
   * For instance `cust`.
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
  /** `true`: only analyses of live mode. `false`: only those of test mode. Not given: both. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. A call whose start
   * is not known is left out, also by `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /**
   * Only calls with a violation of this rule that no person has dismissed. For instance
   * `card_security_code_requested`.
   */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls that last so many seconds or more. */
  readonly duration_min?: number | undefined;
  /** Only calls that last so many seconds or less. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** With `scorecard_id`: only calls with this outcome. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** With `scorecard_id`: only calls with this score or more. */
  readonly score_min?: number | undefined;
  /** With `scorecard_id`: only calls with this score or less. */
  readonly score_max?: number | undefined;
  /** Only the call of exactly this name, in each mode. For instance `pbx-1732012345.67`. */
  readonly external_id?: string | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly offset?: number | undefined;
}

/** Of `analyses.listSummaries`. */
export interface AnalysesListSummariesParams {
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves.
   * For instance `cust`.
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
  /** `true`: only analyses of live mode. `false`: only those of test mode. Not given: both. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. A call whose start
   * is not known is left out, also by `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /**
   * Only calls with a violation of this rule that no person has dismissed. For instance
   * `card_security_code_requested`.
   */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls that last so many seconds or more. */
  readonly duration_min?: number | undefined;
  /** Only calls that last so many seconds or less. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** With `scorecard_id`: only calls with this outcome. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** With `scorecard_id`: only calls with this score or more. */
  readonly score_min?: number | undefined;
  /** With `scorecard_id`: only calls with this score or less. */
  readonly score_max?: number | undefined;
  /** Only the call of exactly this name, in each mode. For instance `pbx-1732012345.67`. */
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
   * A version of the transcript, with the findings, scores and metrics that it gave: 1 is what the machine heard. Not
   * given: the present one.
   */
  readonly transcript_version?: number | undefined;
}

/** Of `analyses.transcript`. */
export interface AnalysesTranscriptParams {
  /** Plain text or subtitles. */
  readonly format?: ExportFormat | undefined;
  /**
   * A version of the transcript, with the findings, scores and metrics that it gave: 1 is what the machine heard. Not
   * given: the present one.
   */
  readonly transcript_version?: number | undefined;
}

/** Of `analyses.registerWebhook`. */
export interface AnalysesRegisterWebhookParams {
  /** Where the notification goes. */
  readonly webhook_url: string;
  /** Events to be notified of; those asked for before where it is left out. */
  readonly webhook_events?: readonly WebhookEvent[] | null | undefined;
}

/** Of `analyses.audioLink`. */
export interface AnalysesAudioLinkParams {
  /** `current`: what `audio.url` leads to. `original`: the recording as it was sent. */
  readonly variant?: AudioVariant | undefined;
  /**
   * `play`: what Chromium, Firefox and Safari play, each second where `start` of a turn says: an MP3 beside the
   * recording where they do not play that exactly, such as ADPCM, GSM or VBR without an index, else the recording
   * itself. It has at most two channels of 16 kHz. Of an `original` it is the recording as it was sent.
   */
  readonly rendition?: AudioRendition | undefined;
}

/** Of `analyses.search`. */
export interface AnalysesSearchParams {
  /**
   * What was said: words, all of which must occur; `"a phrase"`, said by one speaker; `-without` a word or a phrase;
   * `refund*` for words that begin so. Case and accents do not matter, and words are not reduced to their stems. A
   * word with marks in it, such as `e-mail`, is a phrase. Chinese, Japanese, Thai, Lao, Khmer and Burmese, which are
   * written without spaces, are found by their characters. At least one word must be wanted.
   */
  readonly q: string;
  /** Only what this party said. Not given: anyone. With `-without` too, only this party is meant. */
  readonly speaker?: TalkingParty | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /** Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too.
   * `searched_back_to` of a response goes on from where that one ended.
   */
  readonly created_before?: number | undefined;
  /** `true`: calls of live mode. `false`: those of test mode. Not given: those of the mode of the credential. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `analyses.report`. */
export interface AnalysesReportParams {
  /**
   * `embedded` puts the recording, of at most 32 MB, into the page: one file that plays without a network. Otherwise
   * the page plays it from a link that works for an hour.
   */
  readonly audio?: ReportAudio | undefined;
}

/** Of `analyses.createReportLink`. */
export interface AnalysesCreateReportLinkParams {
  /** For how many seconds the link works. */
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
  /** Your own name of the person who gets the link. What is written with it stands under this name. */
  readonly reviewer_id: string;
  /** What the link allows. `read` is always part of it. */
  readonly may: readonly ReviewLinkAct[];
  /** For how many seconds the link works. */
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
  /** The `version` of the transcript that you have seen. Where it has another one by now, nothing is changed. */
  readonly base_version: number;
  /** Agent and customer change places, in the whole call. */
  readonly swap_roles?: boolean | null | undefined;
  /**
   * Who the speakers are, by the labels of the transcript as it is. Goes before `swap_roles`. A label with the role
   * that it has is confirmed.
   */
  readonly speakers?: Readonly<Record<string, TalkingParty>> | null | undefined;
  /** Single segments, each once. They go before `speakers` and `swap_roles`. */
  readonly segments?: readonly CorrectedSegmentRequest[] | null | undefined;
  /** Your own identifier of the person. */
  readonly reviewer_id: string;
  /** Why. */
  readonly note?: string | null | undefined;
}

/** Of `analyses.redact`. */
export interface AnalysesRedactParams {
  /**
   * What is masked, beside what the account masks: `pci` the three types of cards and `password_or_pin`, `pii` all
   * types. One of `preset` and `types`; neither: what the account masks, or `pci` where it masks nothing.
   */
  readonly preset?: RedactionPreset | null | undefined;
  /** What is masked, beside what the account masks. */
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
   * Up to 1,000 bodies of `POST /analysis/from-url`. One that is wrong is refused by itself; the others go on. This,
   * or `manifest_url`.
   */
  readonly items?: readonly SubmitUrlRequest[] | null | undefined;
  /**
   * Where to fetch the lines from, in the background and as `audio_url` is fetched: at most 100,000 lines and
   * 104,857,600 bytes, UTF-8.
   */
  readonly manifest_url?: string | null | undefined;
  /**
   * Of the manifest. `jsonl`: each line is a body of `POST /analysis/from-url`. `csv`: the first line names the
   * fields; `metadata.team` is the key `team` of `metadata`. Required with `manifest_url`.
   */
  readonly format?: ManifestFormat | null | undefined;
  /**
   * What a line leaves out is taken from here: the fields of `POST /analysis/from-url` but `audio_url` and
   * `external_id`. The keys of `metadata` are filled in one by one.
   */
  readonly defaults?: Readonly<Record<string, unknown>> | null | undefined;
  /** Once no minutes are left: `wait` for the next period or plan, or `fail`, which refuses the lines that are left. */
  readonly on_quota?: BatchOnQuota | undefined;
  /** Where `batch.completed` and `batch.waiting` go. */
  readonly webhook_url?: string | null | undefined;
}

/** Of `batches.items`. */
export interface BatchesItemsParams {
  /** Lines of this status alone. */
  readonly status?: BatchItemStatus | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `settings.updateRedaction`. */
export interface SettingsUpdateRedactionParams {
  /**
   * In place of all other members. `pci`: the three types of cards and `password_or_pin`, in text and audio, the
   * original recording deleted. `pii`: the same with all types.
   */
  readonly preset?: RedactionPreset | null | undefined;
  /** Where it is masked. */
  readonly mode?: RedactionMode | undefined;
  /** What is masked. */
  readonly types?: readonly RedactionType[] | undefined;
  /** Whose numbers, dates and addresses are looked for, beside those that are the same everywhere. */
  readonly countries?: readonly RedactionCountry[] | undefined;
  /** What is masked beside the types; at most 50 patterns in all. */
  readonly custom?: readonly CustomRedactionTypeRequest[] | undefined;
  /**
   * What stands in place of the words. `label`: `[CARD_NUMBER_1]`, where the same content has the same number within
   * a call. `mask`: `####`, always four.
   */
  readonly replacement?: RedactionReplacement | undefined;
  /** What is heard in place of the words. */
  readonly audio?: RedactionSound | undefined;
  /**
   * What becomes of the recording as it was sent. `delete` needs the mode `text_and_audio`. Who may hear a kept one
   * has the scope `recordings:original`.
   */
  readonly original_recording?: OriginalHandling | undefined;
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
  /** What you call it. */
  readonly name: string;
  /** What it is for. */
  readonly description?: string | null | undefined;
  /** Which calls a default scorecard is used for: those that fit every member given. Left out: all. */
  readonly applies_to?: AppliesToRequest | null | undefined;
  /** Use it for every call that fits `applies_to` and names no scorecards itself, of the mode it was made in. */
  readonly default?: boolean | undefined;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined;
}

/** Of `scorecards.update`. */
export interface ScorecardsUpdateParams {
  /** What you call it. */
  readonly name: string;
  /** What it is for. */
  readonly description?: string | null | undefined;
  /** Which calls a default scorecard is used for: those that fit every member given. Left out: all. */
  readonly applies_to?: AppliesToRequest | null | undefined;
  /** Use it for every call that fits `applies_to` and names no scorecards itself, of the mode it was made in. */
  readonly default?: boolean | undefined;
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
  /** The rounded score from which on the outcome is `passed`. Null: every score passes. */
  readonly pass_mark?: number | null | undefined;
  /** Under this coverage there is no score, and the outcome is `not_assessable`. */
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
  /** The rounded score from which on the outcome is `passed`. Null: every score passes. */
  readonly pass_mark?: number | null | undefined;
  /** Under this coverage there is no score, and the outcome is `not_assessable`. */
  readonly min_coverage?: number | undefined;
}

/** Of `scorecards.tryRevision`. */
export interface ScorecardsTryRevisionParams {
  /** Completed analyses to judge. */
  readonly analysis_ids: readonly string[];
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
  /** The scorecard to judge the call by. */
  readonly scorecard_id: string;
  /** One of its published revisions; left out, the one that was published last. */
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
   * `true`: only evaluations of which a person has answered a question. `false`: only the others. Not given: both.
   * What was once answered stays so, also where the answer was withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `evaluations.answer`. */
export interface EvaluationsAnswerParams {
  /** Key of an answer of the question; `na` where the question takes it; `withdraw` puts the judge’s own answer back. */
  readonly answer: string;
  /** Why, in a sentence or two. */
  readonly rationale?: string | null | undefined;
  /** Your own name of the person who answers. */
  readonly reviewer_id?: string | null | undefined;
  /** What shows it. None is needed. */
  readonly quotes?: readonly ReviewQuoteRequest[] | undefined;
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
  /** The scorecard to judge by. */
  readonly scorecard_id: string;
  /** A published revision of it; the one published last where it is left out. */
  readonly revision?: number | null | undefined;
  /**
   * Which calls: the filters of `GET /analysis`, all of which must hold. Left out: every call. Only calls that are
   * completed when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen
   * the job.
   */
  readonly filter?: RescoreFilter | null | undefined;
  /** `true` only tells how many calls, tokens and what cost the job would take: nothing is stored. */
  readonly dry_run?: boolean | undefined;
  /** Where the notification goes when the job completes. */
  readonly webhook_url?: string | null | undefined;
  /** Events to be notified of. The evaluations of a job send none of their own. */
  readonly webhook_events?: readonly 'rescore.completed'[] | undefined;
}

/** Of `reviewQueue.list`. */
export interface ReviewQueueListParams {
  /** Only calls that deserve a look for this reason. */
  readonly reason?: ReviewReason | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls that have been judged by this scorecard. For instance `6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10`. */
  readonly scorecard_id?: string | undefined;
  /** Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. */
  readonly created_after?: number | undefined;
  /**
   * Only this call, while it is in the queue: who looks at it, and why it deserves a look. For instance
   * `0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10`.
   */
  readonly analysis_id?: string | undefined;
  /** `true`: only calls of live mode. `false`: only those of test mode. Not given: both. */
  readonly livemode?: boolean | undefined;
  /** Only calls that this reviewer has claimed. For instance `mara`. */
  readonly claimed_by?: string | undefined;
  /**
   * `worth`: the highest `worth` first. `severity`: the lowest `severity` first, and of equal ones the highest
   * `worth`.
   */
  readonly order?: ReviewQueueOrder | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `reviewQueue.claim`. */
export interface ReviewQueueClaimParams {
  /** Your own name of the person who looks at the call. */
  readonly reviewer_id: string;
  /** Only calls that deserve a look for this reason. */
  readonly reason?: ReviewReason | null | undefined;
  /** Only a call of exactly this agent. */
  readonly agent_id?: string | null | undefined;
  /** `true`: only a call of live mode. `false`: only one of test mode. Not given: either. */
  readonly livemode?: boolean | null | undefined;
  /**
   * `worth`: the highest `worth` first. `severity`: the lowest `severity` first, and of equal ones the highest
   * `worth`.
   */
  readonly order?: ReviewQueueOrder | null | undefined;
}

/** Of `reviewQueue.release`. */
export interface ReviewQueueReleaseParams {
  /** Your own name of the person who looks at the call. */
  readonly reviewer_id: string;
}

/** Of `reviewQueue.dismiss`. */
export interface ReviewQueueDismissParams {
  /** Your own name of the person who looks at the call. */
  readonly reviewer_id: string;
  /** Why the call needs no review. */
  readonly note?: string | null | undefined;
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
  /** Your own name of the person who reviews. */
  readonly reviewer_id: string;
  /** Each finding once. */
  readonly findings?: readonly ReviewFindingRequest[] | undefined;
  /** Each rule and segment once. */
  readonly violations?: readonly ReviewViolationRequest[] | undefined;
  /** Each question of an evaluation once. */
  readonly answers?: readonly ReviewAnswerRequest[] | undefined;
  /** About the call as a whole. */
  readonly note?: string | null | undefined;
  /** True checks the review and tells what it would do to the scores, and does nothing: the answer is 200. */
  readonly dry_run?: boolean | undefined;
}

/** Of `reviews.list`. */
export interface ReviewsListParams {
  /** Only reviews by exactly this person. For instance `mara`. */
  readonly reviewer_id?: string | undefined;
  /** Only reviews of calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /**
   * Only reviews of calls that had been evaluated by this scorecard. For instance
   * `6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10`.
   */
  readonly scorecard_id?: string | undefined;
  /** Unix seconds: only reviews whose `created` is greater. A date and a time of day is taken too. */
  readonly created_after?: number | undefined;
  /** Unix seconds: only reviews whose `created` is not greater. A date and a time of day is taken too. */
  readonly created_before?: number | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
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
   * What is masked, beside what the account masks: `pci` the three types of cards and `password_or_pin`, `pii` all
   * types. One of `preset` and `types`; neither: what the account masks.
   */
  readonly preset?: RedactionPreset | null | undefined;
  /** What is masked, beside what the account masks. */
  readonly types?: readonly RedactionType[] | null | undefined;
  /**
   * Which calls: the filters of `GET /analysis`, all of which must hold. Left out: every call. Only calls that are
   * completed when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen
   * the job.
   */
  readonly filter?: RedactionFilter | null | undefined;
  /** `true` only tells how many calls the job would go through: nothing is masked or stored. */
  readonly dry_run?: boolean | undefined;
  /** Where the notification goes when the job completes. */
  readonly webhook_url?: string | null | undefined;
  /** Events to be notified of. Calls that ask for `analysis.redacted` are told of besides. */
  readonly webhook_events?: readonly 'redaction.completed'[] | undefined;
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
  /** What the rows are. */
  readonly of: ExportedRows;
  /** `csv` (RFC 4180, UTF-8) and `parquet` have columns; each line of `jsonl` is an object as the API gives it. */
  readonly format: ExportFileFormat;
  /**
   * Of which calls: the filters of `GET /analysis`, all of which must hold. Left out: of every call. `livemode` is
   * the mode of the credential where it is left out. An unknown filter is refused, because a misspelled one would
   * widen the export.
   */
  readonly filter?: ExportFilter | null | undefined;
  /**
   * Columns of the file, in this order; all where left out. Each must be one that `of` has: analyses have `id`,
   * `created`, `livemode`, `status`, `agent_id`, `contact_id`, `started_at`, `direction`, `duration_seconds`,
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
  /** Begins a `csv` with a byte order mark, by which Excel reads it as UTF-8. Other formats have none. */
  readonly bom?: boolean | undefined;
  /**
   * Writes a `csv` that Excel of this language opens by a double click: with a byte order mark, names of columns,
   * sections, questions and answers in words, local times, and each key of `metadata` as a column (up to 200; the
   * others are left out).
   */
  readonly excel?: ExcelRequest | null | undefined;
  /** Where `export.completed` goes when the export is completed or has failed. */
  readonly webhook_url?: string | null | undefined;
}

/** Of `webhooks.test`. */
export interface WebhooksTestParams {
  /** Where the sample goes. */
  readonly webhook_url: string;
  /** The event of the sample. */
  readonly event?: WebhookEvent | undefined;
  /**
   * The analysis that the sample carries; it must be in the state that the event tells of. For `evaluation.completed`
   * the newest completed evaluation of it; `rescore.completed`, `redaction.completed`, `export.completed` and those
   * of batches take none. Left out, a made-up one.
   */
  readonly analysis_id?: string | null | undefined;
}

/** Of `webhookEndpoints.list`. */
export interface WebhookEndpointsListParams {
  /** `true`: those of live mode. `false`: those of test mode. Not given: those of the mode of the credential. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `webhookEndpoints.create`. */
export interface WebhookEndpointsCreateParams {
  /** Where notifications go. */
  readonly url: string;
  /** `*` is every event, also those that later releases add. */
  readonly events: readonly WebhookEndpointEvent[];
  /**
   * Which events are sent: those that fit every member given. Left out: all. An event about no call, such as
   * `redaction.completed`, fits neither `agent_id` nor `metadata`.
   */
  readonly filter?: WebhookEndpointFilterRequest | null | undefined;
  /** `full`: `data` is the whole object, as the API returns it. `thin`: only its `id` and `object`. */
  readonly payload?: WebhookPayload | undefined;
  /** Your own words for it. */
  readonly description?: string | null | undefined;
}

/** Of `webhookEndpoints.update`. */
export interface WebhookEndpointsUpdateParams {
  /** Where notifications go. */
  readonly url: string;
  /** `*` is every event, also those that later releases add. */
  readonly events: readonly WebhookEndpointEvent[];
  /**
   * Which events are sent: those that fit every member given. Left out: all. An event about no call, such as
   * `redaction.completed`, fits neither `agent_id` nor `metadata`.
   */
  readonly filter?: WebhookEndpointFilterRequest | null | undefined;
  /** `full`: `data` is the whole object, as the API returns it. `thin`: only its `id` and `object`. */
  readonly payload?: WebhookPayload | undefined;
  /** Your own words for it. */
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
  /** Deliveries that have failed since then are sent again: at most 30 days ago. Unix seconds are taken too. */
  readonly since: string;
}

/** Of `sources.list`. */
export interface SourcesListParams {
  /** `true`: those of live mode. `false`: those of test mode. Not given: those of the mode of the credential. */
  readonly livemode?: boolean | undefined;
  /** How many items a page holds; 1 to 100. */
  readonly limit?: number | undefined;
  /** How many items to leave out before the first one. */
  readonly skip?: number | undefined;
}

/** Of `sources.create`. */
export interface SourcesCreateParams {
  /** Your own words for it. */
  readonly name: string;
  /**
   * `s3`: a bucket of S3, or of a store that speaks its protocol. `twilio`: the recording callbacks of Twilio, or of
   * who speaks its interface.
   */
  readonly kind: SourceKind;
  /** Kind `twilio`: the account that records. */
  readonly account_sid?: string | null | undefined;
  /**
   * Kind `twilio`: the token of that account. It signs the callbacks, and fetches the recordings. Never shown again.
   * In `PUT` it may be left out where `account_sid` and `api_base` stay.
   */
  readonly auth_token?: string | null | undefined;
  /**
   * Kind `twilio`: the leg that the agent is on. `child`: the customer called. `parent`: the agent called. The parent
   * leg is the first channel.
   */
  readonly agent?: TwilioLeg | null | undefined;
  /**
   * Kind `twilio`: where the recordings of the account lie. The token goes there alone. Left out:
   * `https://api.twilio.com`.
   */
  readonly api_base?: string | null | undefined;
  /** Name of the bucket. */
  readonly bucket?: string | null | undefined;
  /** Only keys that begin with it. Left out: the whole bucket. */
  readonly prefix?: string | null | undefined;
  /** Region of the bucket. */
  readonly region?: string | null | undefined;
  /** Address of a store that is not of AWS. It must be public, as `audio_url` must. */
  readonly endpoint?: string | null | undefined;
  /**
   * Keys, or a role of AWS. Never shown again. In `PUT` they may be left out where bucket and endpoint stay: those
   * before hold.
   */
  readonly credentials?: SourceCredentialsRequest | null | undefined;
  /** Where agent, contact and time of a call stand: in its key, in a file beside it, or in its metadata. */
  readonly naming?: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null | undefined;
  /** Members of a submission for what the naming does not give. `metadata` is filled in key by key. */
  readonly defaults?: { readonly agent_id?: string | undefined; readonly contact_id?: string | undefined; readonly external_id?: string | null | undefined; readonly webhook_url?: string | null | undefined; readonly webhook_events?: readonly WebhookEvent[] | undefined; readonly agent_channel?: number | null | undefined; readonly language?: string | null | undefined; readonly output_language?: string | null | undefined; readonly call_started_at?: string | null | undefined; readonly direction?: CallDirection | null | undefined; readonly scorecards?: readonly string[] | null | undefined; readonly redact?: readonly Redact[] | null | undefined; readonly scenario?: Scenario | null | undefined; readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined } | null | undefined;
  /** `new`: what is not there yet. `all`: also what is there already. */
  readonly start?: SourceStart | undefined;
  /** How often the bucket is looked at. */
  readonly every_seconds?: number | undefined;
  /** `tag`: writes the tag `call-analysis` with the id of the analysis to the object. `leave`: writes nothing. */
  readonly after?: SourceAfter | undefined;
}

/** Of `sources.update`. */
export interface SourcesUpdateParams {
  /** Your own words for it. */
  readonly name: string;
  /**
   * `s3`: a bucket of S3, or of a store that speaks its protocol. `twilio`: the recording callbacks of Twilio, or of
   * who speaks its interface.
   */
  readonly kind: SourceKind;
  /** Kind `twilio`: the account that records. */
  readonly account_sid?: string | null | undefined;
  /**
   * Kind `twilio`: the token of that account. It signs the callbacks, and fetches the recordings. Never shown again.
   * In `PUT` it may be left out where `account_sid` and `api_base` stay.
   */
  readonly auth_token?: string | null | undefined;
  /**
   * Kind `twilio`: the leg that the agent is on. `child`: the customer called. `parent`: the agent called. The parent
   * leg is the first channel.
   */
  readonly agent?: TwilioLeg | null | undefined;
  /**
   * Kind `twilio`: where the recordings of the account lie. The token goes there alone. Left out:
   * `https://api.twilio.com`.
   */
  readonly api_base?: string | null | undefined;
  /** Name of the bucket. */
  readonly bucket?: string | null | undefined;
  /** Only keys that begin with it. Left out: the whole bucket. */
  readonly prefix?: string | null | undefined;
  /** Region of the bucket. */
  readonly region?: string | null | undefined;
  /** Address of a store that is not of AWS. It must be public, as `audio_url` must. */
  readonly endpoint?: string | null | undefined;
  /**
   * Keys, or a role of AWS. Never shown again. In `PUT` they may be left out where bucket and endpoint stay: those
   * before hold.
   */
  readonly credentials?: SourceCredentialsRequest | null | undefined;
  /** Where agent, contact and time of a call stand: in its key, in a file beside it, or in its metadata. */
  readonly naming?: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null | undefined;
  /** Members of a submission for what the naming does not give. `metadata` is filled in key by key. */
  readonly defaults?: { readonly agent_id?: string | undefined; readonly contact_id?: string | undefined; readonly external_id?: string | null | undefined; readonly webhook_url?: string | null | undefined; readonly webhook_events?: readonly WebhookEvent[] | undefined; readonly agent_channel?: number | null | undefined; readonly language?: string | null | undefined; readonly output_language?: string | null | undefined; readonly call_started_at?: string | null | undefined; readonly direction?: CallDirection | null | undefined; readonly scorecards?: readonly string[] | null | undefined; readonly redact?: readonly Redact[] | null | undefined; readonly scenario?: Scenario | null | undefined; readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined } | null | undefined;
  /** `new`: what is not there yet. `all`: also what is there already. */
  readonly start?: SourceStart | undefined;
  /** How often the bucket is looked at. */
  readonly every_seconds?: number | undefined;
  /** `tag`: writes the tag `call-analysis` with the id of the analysis to the object. `leave`: writes nothing. */
  readonly after?: SourceAfter | undefined;
}

/** Of `sources.rescan`. */
export interface SourcesRescanParams {
  /** Objects that were last written since then. A date is its midnight in UTC. Left out: all. */
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
  /** Your own words for it. */
  readonly name: string;
  /**
   * `s3`: a bucket of S3, or of a store that speaks its protocol. `twilio`: the recording callbacks of Twilio, or of
   * who speaks its interface.
   */
  readonly kind: SourceKind;
  /** Kind `twilio`: the account that records. */
  readonly account_sid?: string | null | undefined;
  /**
   * Kind `twilio`: the token of that account. It signs the callbacks, and fetches the recordings. Never shown again.
   * In `PUT` it may be left out where `account_sid` and `api_base` stay.
   */
  readonly auth_token?: string | null | undefined;
  /**
   * Kind `twilio`: the leg that the agent is on. `child`: the customer called. `parent`: the agent called. The parent
   * leg is the first channel.
   */
  readonly agent?: TwilioLeg | null | undefined;
  /**
   * Kind `twilio`: where the recordings of the account lie. The token goes there alone. Left out:
   * `https://api.twilio.com`.
   */
  readonly api_base?: string | null | undefined;
  /** Name of the bucket. */
  readonly bucket?: string | null | undefined;
  /** Only keys that begin with it. Left out: the whole bucket. */
  readonly prefix?: string | null | undefined;
  /** Region of the bucket. */
  readonly region?: string | null | undefined;
  /** Address of a store that is not of AWS. It must be public, as `audio_url` must. */
  readonly endpoint?: string | null | undefined;
  /**
   * Keys, or a role of AWS. Never shown again. In `PUT` they may be left out where bucket and endpoint stay: those
   * before hold.
   */
  readonly credentials?: SourceCredentialsRequest | null | undefined;
  /** Where agent, contact and time of a call stand: in its key, in a file beside it, or in its metadata. */
  readonly naming?: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null | undefined;
  /** Members of a submission for what the naming does not give. `metadata` is filled in key by key. */
  readonly defaults?: { readonly agent_id?: string | undefined; readonly contact_id?: string | undefined; readonly external_id?: string | null | undefined; readonly webhook_url?: string | null | undefined; readonly webhook_events?: readonly WebhookEvent[] | undefined; readonly agent_channel?: number | null | undefined; readonly language?: string | null | undefined; readonly output_language?: string | null | undefined; readonly call_started_at?: string | null | undefined; readonly direction?: CallDirection | null | undefined; readonly scorecards?: readonly string[] | null | undefined; readonly redact?: readonly Redact[] | null | undefined; readonly scenario?: Scenario | null | undefined; readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | null | undefined } | null | undefined;
  /** `new`: what is not there yet. `all`: also what is there already. */
  readonly start?: SourceStart | undefined;
  /** How often the bucket is looked at. */
  readonly every_seconds?: number | undefined;
  /** `tag`: writes the tag `call-analysis` with the id of the analysis to the object. `leave`: writes nothing. */
  readonly after?: SourceAfter | undefined;
}

/** Of `statistics.calls`. */
export interface StatisticsCallsParams {
  /** Only analyses in this state. */
  readonly status_filter?: AnalysisStatus | undefined;
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves.
   * For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. Where no time is
   * given that figures begin with, they are of 30 days of the time zone.
   */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. Where no time is
   * given that figures end with, they end now.
   */
  readonly created_before?: number | undefined;
  /** `true`: of live mode. `false`: of test mode. Not given: the mode of the API key; with an access token, live. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. A call whose start
   * is not known is left out, also by `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /**
   * Only calls with a violation of this rule that no person has dismissed. For instance
   * `card_security_code_requested`.
   */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls that last so many seconds or more. */
  readonly duration_min?: number | undefined;
  /** Only calls that last so many seconds or less. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** With `scorecard_id`: only calls with this outcome. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** With `scorecard_id`: only calls with this score or more. */
  readonly score_min?: number | undefined;
  /** With `scorecard_id`: only calls with this score or less. */
  readonly score_max?: number | undefined;
  /**
   * One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`,
   * `month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call stands in the row of each
   * rule that was broken). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which the key
   * of each row holds anyway. For instance `agent,week`.
   */
  readonly group_by?: string | undefined;
  /**
   * Which time the days, weeks and months are of: `created` (of the call, when it was submitted), or `call` (its
   * start, as the submission said; calls without one are left out).
   */
  readonly time?: StatisticsTime | undefined;
  /**
   * Name of a time zone of the IANA database: where the days, weeks and months begin. Not given: `UTC`. For instance
   * `Europe/Berlin`.
   */
  readonly timezone?: string | undefined;
  /**
   * `previous` adds to each row its `change` against the time just before: as many days, or whole months where the
   * time asked for is of whole months. Days, weeks and months are compared by their places.
   */
  readonly compare?: 'previous' | undefined;
  /** Only evaluations by a revision of this number; only calls that have one. */
  readonly revision?: number | undefined;
}

/** Of `statistics.evaluations`. */
export interface StatisticsEvaluationsParams {
  /** Only analyses in this state. */
  readonly status_filter?: AnalysisStatus | undefined;
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves.
   * For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. Where no time is
   * given that figures begin with, they are of 30 days of the time zone.
   */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. Where no time is
   * given that figures end with, they end now.
   */
  readonly created_before?: number | undefined;
  /** `true`: of live mode. `false`: of test mode. Not given: the mode of the API key; with an access token, live. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. A call whose start
   * is not known is left out, also by `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /**
   * Only calls with a violation of this rule that no person has dismissed. For instance
   * `card_security_code_requested`.
   */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls that last so many seconds or more. */
  readonly duration_min?: number | undefined;
  /** Only calls that last so many seconds or less. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** With `scorecard_id`: only calls with this outcome. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** With `scorecard_id`: only calls with this score or more. */
  readonly score_min?: number | undefined;
  /** With `scorecard_id`: only calls with this score or less. */
  readonly score_max?: number | undefined;
  /**
   * One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`,
   * `month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call stands in the row of each
   * rule that was broken). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which the key
   * of each row holds anyway. For instance `agent,week`.
   */
  readonly group_by?: string | undefined;
  /**
   * Which time the days, weeks and months are of: `created` (of the call, when it was submitted), or `call` (its
   * start, as the submission said; calls without one are left out).
   */
  readonly time?: StatisticsTime | undefined;
  /**
   * Name of a time zone of the IANA database: where the days, weeks and months begin. Not given: `UTC`. For instance
   * `Europe/Berlin`.
   */
  readonly timezone?: string | undefined;
  /**
   * `previous` adds to each row its `change` against the time just before: as many days, or whole months where the
   * time asked for is of whole months. Days, weeks and months are compared by their places.
   */
  readonly compare?: 'previous' | undefined;
  /** Only evaluations by a revision of this number; only calls that have one. */
  readonly revision?: number | undefined;
}

/** Of `statistics.answers`. */
export interface StatisticsAnswersParams {
  /** Only analyses in this state. */
  readonly status_filter?: AnalysisStatus | undefined;
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  readonly status?: AnalysisStatus | undefined;
  /** Only calls of exactly this agent. For instance `agent-7`. */
  readonly agent_id?: string | undefined;
  /** Only calls with exactly this contact. For instance `cust-42`. */
  readonly contact_id?: string | undefined;
  /**
   * Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves.
   * For instance `cust`.
   */
  readonly search?: string | undefined;
  /**
   * Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. Where no time is
   * given that figures begin with, they are of 30 days of the time zone.
   */
  readonly created_after?: number | undefined;
  /**
   * Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. Where no time is
   * given that figures end with, they end now.
   */
  readonly created_before?: number | undefined;
  /** `true`: of live mode. `false`: of test mode. Not given: the mode of the API key; with an access token, live. */
  readonly livemode?: boolean | undefined;
  /**
   * Only calls that began at this time or later, by `call.started_at`, written as `created_after`. A call whose start
   * is not known is left out, also by `call_before`. For instance `2026-11-01T00:00:00Z`.
   */
  readonly call_after?: string | undefined;
  /** Only calls that began before this time, written as `created_before`. For instance `2026-12-01T00:00:00Z`. */
  readonly call_before?: string | undefined;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  readonly direction?: CallDirection | undefined;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. For instance `de`. */
  readonly language?: string | undefined;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  readonly flagged?: boolean | undefined;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  readonly reviewed?: boolean | undefined;
  /**
   * Only calls with a violation of this rule that no person has dismissed. For instance
   * `card_security_code_requested`.
   */
  readonly violation?: string | undefined;
  /** Only calls whose compliance score is this or more. */
  readonly compliance_score_min?: number | undefined;
  /** Only calls whose compliance score is this or less. */
  readonly compliance_score_max?: number | undefined;
  /** Only calls whose quality score is this or more. */
  readonly quality_score_min?: number | undefined;
  /** Only calls whose quality score is this or less. */
  readonly quality_score_max?: number | undefined;
  /** Only calls that last so many seconds or more. */
  readonly duration_min?: number | undefined;
  /** Only calls that last so many seconds or less. */
  readonly duration_max?: number | undefined;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not. For instance `7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11`.
   */
  readonly scorecard_id?: string | undefined;
  /** With `scorecard_id`: only calls with this outcome. */
  readonly outcome?: EvaluationOutcome | undefined;
  /** With `scorecard_id`: only calls with this score or more. */
  readonly score_min?: number | undefined;
  /** With `scorecard_id`: only calls with this score or less. */
  readonly score_max?: number | undefined;
  /**
   * One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`,
   * `month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call stands in the row of each
   * rule that was broken). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which the key
   * of each row holds anyway. For instance `agent,week`.
   */
  readonly group_by?: string | undefined;
  /**
   * Which time the days, weeks and months are of: `created` (of the call, when it was submitted), or `call` (its
   * start, as the submission said; calls without one are left out).
   */
  readonly time?: StatisticsTime | undefined;
  /**
   * Name of a time zone of the IANA database: where the days, weeks and months begin. Not given: `UTC`. For instance
   * `Europe/Berlin`.
   */
  readonly timezone?: string | undefined;
  /**
   * `previous` adds to each row its `change` against the time just before: as many days, or whole months where the
   * time asked for is of whole months. Days, weeks and months are compared by their places.
   */
  readonly compare?: 'previous' | undefined;
  /** Only evaluations by a revision of this number; only calls that have one. */
  readonly revision?: number | undefined;
}

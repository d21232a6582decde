// Generated from openapi.json by `npm run clients:generate`: change it there.

export type User = {
  /** Identifier of the account. */
  id: string;
  /** Always `user`. */
  object: 'user';
  /** When the account was registered, Unix seconds. */
  created: number;
  /** The address that signs in and receives mail. */
  email: string;
  /** True once the link in the verification mail was used. */
  email_verified: boolean;
  /** A new address that waits to be verified; null when there is none. */
  pending_email: string | null;
  /** E.164, or null. */
  phone_number: string | null;
  /** ISO 639-1: the `output_language` of calls that name none; null for the language of each call. */
  output_language: string | null;
  /** The `agent_channel` of calls that name none; null where what is said decides. */
  agent_channel: number | null;
  /** Always true: an account belongs to both modes. */
  livemode: boolean;
  /** The client's own data, returned unchanged. */
  metadata: { [name: string]: unknown };
};

export type Message = {
  /** What happens next. */
  message: string;
};

export type TokenPair = {
  /** Goes into `Authorization: Bearer …`. */
  access_token: string;
  /** Always `bearer`. */
  token_type: 'bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
  /** Good for seven days, for POST /auth/refresh only. POST /auth/logout ends it. */
  refresh_token: string;
};

export type AccessToken = {
  /** Goes into `Authorization: Bearer …`. */
  access_token: string;
  /** Always `bearer`. */
  token_type: 'bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
};

export type DeletedUser = {
  /** Identifier the account had. */
  id: string;
  /** Always `user`. */
  object: 'user';
  /** Always true. */
  deleted: true;
};

export type CreatedApiKey = {
  /** Identifier of the key. */
  id: string;
  /** Always `api_key`. */
  object: 'api_key';
  /** What the client called it. */
  name: string;
  /** The first characters of the key, to tell keys apart. */
  key_prefix: string;
  /** False for a test key. */
  livemode: boolean;
  /** What the key may do. */
  scopes: Scope[];
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to the minute; null before the first use. */
  last_used_at: string | null;
  /**
   * The program of that use, as it names itself: the first product of its `User-Agent`. Null where it names none, and
   * before the first use. No address is kept.
   */
  last_used_by: string | null;
  /** The client's own data, returned unchanged. */
  metadata: { [name: string]: unknown };
  /** The secret. It is shown here and never again. */
  key: string;
};

export type ApiKey = {
  /** Identifier of the key. */
  id: string;
  /** Always `api_key`. */
  object: 'api_key';
  /** What the client called it. */
  name: string;
  /** The first characters of the key, to tell keys apart. */
  key_prefix: string;
  /** False for a test key. */
  livemode: boolean;
  /** What the key may do. */
  scopes: Scope[];
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to the minute; null before the first use. */
  last_used_at: string | null;
  /**
   * The program of that use, as it names itself: the first product of its `User-Agent`. Null where it names none, and
   * before the first use. No address is kept.
   */
  last_used_by: string | null;
  /** The client's own data, returned unchanged. */
  metadata: { [name: string]: unknown };
};

export type DeletedApiKey = {
  /** Identifier of the key. */
  id: string;
  /** Always `api_key`. */
  object: 'api_key';
  /** Always true. */
  deleted: true;
};

export type PlanOffer = {
  /** Always `plan`. */
  object: 'plan';
  /** The plan, as `POST /billing/subscription` takes it. */
  plan: Plan;
  /** Price of the plan for a month, in cents. */
  price_cents: number;
  /** Always `usd`. */
  currency: 'usd';
  /** Minutes that the plan includes each month. */
  included_minutes: number;
  /** Whether minutes beyond those may be bought. */
  overage_available: boolean;
  /** Price of a minute beyond the included ones, in cents; null where none may be bought. */
  overage_price_cents_per_minute: number | null;
};

export type PlanList = {
  /** Cheapest first. */
  items: PlanOffer[];
  /** How many plans there are. */
  total: number;
};

export type Subscription = {
  /** Identifier of the subscription. */
  id: string;
  /** Always `subscription`. */
  object: 'subscription';
  /** The plan in force. */
  plan: Plan;
  /**
   * `incomplete`: a checkout is open and the plan in force is still the free one. `past_due`: the last payment is
   * missing; there is no overage until it is made.
   */
  status: SubscriptionStatus;
  /** Price of the plan for a month, in cents. */
  price_cents: number;
  /** Always `usd`. */
  currency: 'usd';
  /** Minutes that the plan includes each month. */
  included_minutes: number;
  /** Minutes beyond those that may be used, at a price each. */
  overage_limit_minutes: number;
  /** Price of a minute beyond the included ones, in cents. */
  overage_price_cents_per_minute: number;
  /** Unix seconds. */
  current_period_start: number;
  /** Unix seconds; the first moment after the period. */
  current_period_end: number;
  /** True when the subscription is cancelled, here or at the payment provider: the free plan follows. */
  cancel_at_period_end: boolean;
  /**
   * Unix seconds: when the free plan follows a cancellation. The end of the period, unless another day was set at the
   * payment provider; null without a cancellation.
   */
  cancel_at: number | null;
  /**
   * True while the payment provider collects nothing for the subscription: the minutes of the plan stay, and there is
   * no overage.
   */
  collection_paused: boolean;
  /** The plan that follows: at the end of the period, or once a checkout or a payment is through. */
  pending_plan: Plan | null;
  /** Who collects the money. `none`: no payment provider is configured and nothing is charged. */
  collection: Collection;
  /** Where to pay while the status is `incomplete`; null otherwise. */
  checkout_url: string | null;
  /** Unix seconds. */
  created: number;
  /** The client's own data, returned unchanged. */
  metadata: { [name: string]: unknown };
};

export type UsageStorage = {
  /** The sum of `by`. */
  held_bytes: number;
  /** At this sum, requests that would store more are refused with 400; calls never are. */
  limit_bytes: number;
  /**
   * What is held. `corrections`: with the earlier versions of transcripts. `batches`: their lines until they are
   * deleted. `sources`: objects found and callbacks. `answers`: those kept for an Idempotency-Key. `exports`: their
   * files. `notifications`: those of reviews, corrections and jobs. `statistics`: sums of test calls.
   */
  by?: { reviews: number; corrections: number; batches: number; sources: number; answers: number; exports: number; redactions: number; rescores: number; notifications: number; statistics: number };
};

export type UsageSummary = {
  /** Always `usage_summary`. */
  object: 'usage_summary';
  /** The plan in force. */
  plan: Plan;
  /** False for a test key: then all of this is about the test allowance. */
  livemode: boolean;
  /** Unix seconds. */
  period_start: number;
  /** Unix seconds; the first moment after the period. */
  period_end: number;
  /** Minutes of completed analyses that were accepted in this period. */
  minutes_used: number;
  /** Minutes set aside for analyses that are being worked on. */
  minutes_reserved: number;
  /** Minutes that the plan includes. */
  minutes_included: number;
  /** Included minutes that are neither used nor reserved. */
  minutes_remaining: number;
  /** Minutes used beyond the included ones. */
  overage_minutes: number;
  /** Minutes beyond the included ones that may be used now. */
  overage_limit_minutes: number;
  /** Price of the overage so far, in cents. */
  overage_cost_cents: number;
  /** Always `usd`. */
  currency: 'usd';
  /** Analyses billed in this period. */
  analyses_count: number;
  /** Evaluations by scorecards that were made in this period. They use no minutes; those that failed do not count. */
  evaluations_count: number;
  /** Minutes of the test allowance that are used in its running month. */
  test_minutes_used: number;
  /** Minutes of the test allowance in a month. */
  test_minutes_included: number;
  /** What the account holds without paying minutes for it, in both modes. */
  storage: UsageStorage;
  /** Who collects the money. `none`: nothing is charged. */
  collection: Collection;
};

export type UsagePeriod = {
  /** Always `usage_period`. */
  object: 'usage_period';
  /** The plan of the period. */
  plan: Plan;
  /** Unix seconds. */
  period_start: number;
  /** Unix seconds; the first moment after the period. */
  period_end: number;
  /** Minutes of completed analyses that were accepted in it. */
  minutes_used: number;
  /** Minutes beyond the included ones. */
  overage_minutes: number;
  /** Price of the overage, in cents. */
  overage_cost_cents: number;
  /** Price of the plan for a month, in cents. */
  price_cents: number;
  /** Always `usd`. */
  currency: 'usd';
  /** Analyses billed in it. */
  analyses_count: number;
};

export type UsageRecord = {
  /** Always `usage_record`. */
  object: 'usage_record';
  /** Identifier of the ledger entry. */
  id: string;
  /** Unix seconds: when it was billed. */
  created: number;
  /** The analysis, also where it has been deleted since. */
  analysis_id: string;
  /** Decoded duration in milliseconds. */
  duration_ms: number;
  /** Billed minutes: a begun hundredth counts. */
  minutes: number;
  /** `overage` when any of the minutes went beyond the included ones. */
  kind: UsageKind;
  /** Those of the minutes that went beyond the included ones. */
  overage_minutes: number;
  /** Price of the overage in cents; 0 for included minutes. */
  amount_cents: number;
  /** Always `usd`. */
  currency: 'usd';
  /** False for minutes of the test allowance. */
  livemode: boolean;
};

export type CustomerPortal = {
  /** Always `customer_portal`. */
  object: 'customer_portal';
  /** The payment provider's page for invoices and means of payment. Valid for a short while; keep it secret. */
  url: string;
};

export type SubmitUrlRequest = {
  /** Your own identifier of the agent. */
  agent_id: string;
  /** Your own identifier of the customer. */
  contact_id: string;
  /**
   * Your own name of the recording, such as the id that your telephone system gave it. An account has one call of a
   * name in each mode: the same again is answered with 200 and the analysis that is there, and takes no minutes.
   * Deleting the call frees its name.
   */
  external_id?: string | null;
  /** Where the notification goes when the analysis completes. */
  webhook_url?: string | null;
  /**
   * Events to be notified of; in a form with commas, or the field repeated. All but `analysis.completed` are told
   * only when asked for.
   */
  webhook_events?: ('analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed')[];
  /**
   * Which channel of a stereo recording is the agent. Left out, the account's `agent_channel` holds; without one,
   * what is said decides; where that does not, channel 1 is taken for the agent with a role confidence of 0.5.
   */
  agent_channel?: number | null;
  /** Language of the call, ISO 639-1; detected when left out. */
  language?: string | null;
  /**
   * Language in which a language model writes its sentences about the call, ISO 639-1. When left out: the account's
   * `output_language`, else the language of the call.
   */
  output_language?: string | null;
  /** When the call began, RFC 3339 or ISO 8601 with an offset or `Z`; at most a day ahead of now. */
  call_started_at?: string | null;
  /** Who called: `inbound` for the customer, `outbound` for the agent. */
  direction?: CallDirection | null;
  /**
   * Scorecards that the call is judged by when it completes, each by its published revision; in a form with commas,
   * or the field repeated. Left out, the `default` scorecards of the same mode are used whose `applies_to` fits the
   * call; an empty list takes none.
   */
  scorecards?: string[] | null;
  /**
   * What is masked in this call beside what the settings of the account have masked: `off`, `pci`, `pii`, or types;
   * in a form with commas, or the field repeated. One alone may be given without a list. It may only add to the
   * settings. Where they are `off`, text and audio are masked, and `pci` and `pii` have the original recording
   * deleted. `agent_id`, `contact_id` and `metadata` are never masked.
   */
  redact?: Redact[] | null;
  /**
   * With a test key only: what the service pretends to hear, in place of a recording. No provider is asked and no
   * test minutes are taken; all else is the real pipeline. A recording that is sent along is ignored.
   */
  scenario?: Scenario | null;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  metadata?: { [name: string]: string | number | boolean | null } | null;
  /**
   * Where to fetch the recording from, in the background; blanks in it are encoded, up to ten redirects followed.
   * What is not there yet (status 403, 404, 409, 425, 429) is asked for again for ten minutes. Required without
   * `scenario`.
   */
  audio_url?: string | null;
};

export type BatchCounts = {
  /** Lines; while a manifest is read, those read so far. */
  total: number;
  /** Lines whose turn is still to come. */
  queued: number;
  /** Lines whose call was accepted and is in progress. */
  processing: number;
  /** Lines whose call is completed. */
  completed: number;
  /** Lines whose call has failed, or was deleted in progress. */
  failed: number;
  /** Lines whose `external_id` had a call already: nothing was accepted, and no minutes were taken. */
  existing: number;
  /** Lines that were not accepted, each with its reason. */
  refused: number;
  /** Lines that the batch had not taken when it was canceled. */
  canceled: number;
};

export type Batch = {
  /** Identifier of the batch. */
  id: string;
  /** Always `batch`. */
  object: 'batch';
  /** When it was created, in Unix seconds. */
  created: number;
  /** False where it was created with a test key: its calls are test calls. */
  livemode: boolean;
  /**
   * `reading`: the manifest is fetched. `processing`: its lines are accepted, or their calls are in progress.
   * `waiting_for_quota`: the minutes of the plan are used up; it goes on by itself with the next period or plan.
   * `completed`: every line has its end. `canceled`: its queued lines were dropped. `failed`: the manifest could not
   * be fetched or read; nothing was accepted.
   */
  status: BatchStatus;
  /** How far it is. All others add up to `total`, at any time. */
  counts: BatchCounts;
  /** Format of the manifest; null where the request held the items. */
  format: ManifestFormat | null;
  /** Columns of the manifest, or members of the lines, that are no fields of a call: the first 100. They are ignored. */
  ignored_columns: string[];
  /** What happens once no minutes are left. */
  on_quota: BatchOnQuota;
  /** Where the notifications about the batch go. */
  webhook_url: string | null;
  /** When it was completed, failed or was canceled, in Unix seconds; null until then. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
};

export type BatchLineError = {
  /** The way to the field, as in a 422 but without `body`; empty where it is about the line as a whole. */
  loc: string[];
  /** What is wrong, in one sentence. */
  msg: string;
};

export type BatchItem = {
  /** Number of the line, from 1: in a manifest the line of the file that it begins on, among `items` its place. */
  line: number;
  /** As the line names it. Null once its call is deleted. */
  external_id: string | null;
  /** The call: a new one, or with `existing` the earlier one. Null before it is accepted, and once it is deleted. */
  analysis_id: string | null;
  /** How far the line is. */
  status: BatchItemStatus;
  /** Why it was refused or has failed: the first of `errors`. Null for the others. */
  error: BatchLineError | null;
  /** All that is wrong with it. */
  errors: BatchLineError[];
};

export type DeletedAnalysis = {
  /** Its id. */
  id: string;
  /** What it was. */
  object: 'analysis';
  /** Always true. */
  deleted: true;
};

export type Waveform = {
  /** Version of the format. */
  version: 2;
  /** Channels of the recording, in their order. */
  channels: number;
  /** Samples of a channel a second. */
  sample_rate: number;
  /** Samples of a channel that one pair of `data` stands for; the last pair may stand for fewer. */
  samples_per_pixel: number;
  /** Bits of a number in `data`. */
  bits: 8;
  /** Pairs of each channel, at most 1,200. */
  length: number;
  /** Smallest and greatest sample, for each channel in turn, pixel by pixel. */
  data: number[];
};

export type AudioLink = {
  /** What it is. */
  object: 'audio_link';
  /** Needs no credentials, and takes Range requests. */
  url: string;
  /** When the link ends. */
  expires_at: string;
  /**
   * With `rendition=play`: true while a worker makes what browsers play, of a call that is new, was just masked, or
   * is of an earlier release. Until then the link leads to the recording itself. Ask again in two seconds.
   */
  preparing: boolean;
};

export type SearchHit = {
  /** The segment of the present transcript in which the match begins. */
  segment_id: number;
  /** `agent`, `customer`, or `speaker_N` where a role could not be told. */
  speaker: string;
  /** Start of the segment, in seconds from the start of the call. */
  start: number;
  /** End of the segment; where a phrase runs into a later segment of the speaker, the end of that one. */
  end: number;
  /** The match with the words around it, as they stand in the transcript. `…` where words are left out. */
  snippet: string;
};

export type FoundCall = {
  /** Id of the analysis. */
  analysis_id: string;
  /** `created` of the analysis, in Unix seconds. */
  created: number;
  /** The agent; null where none was named. */
  agent_id: string | null;
  /** At most three places, by their time in the call. */
  hits: SearchHit[];
};

export type CustomRedactionType = {
  /** Stands where the name of a type stands. */
  key: string;
  /** As a person reads it. */
  label: string;
  /** In the pattern language of scorecards. */
  patterns: string[];
};

export type RedactionSettings = {
  /** Type of the object. */
  object: 'redaction_settings';
  /** Where it is masked. */
  mode: RedactionMode;
  /** What is masked. */
  types: RedactionType[];
  /** Whose numbers, dates and addresses are looked for. */
  countries: RedactionCountry[];
  /** What is masked beside the types. */
  custom: CustomRedactionType[];
  /** What stands in place of the words. */
  replacement: RedactionReplacement;
  /** What is heard in place of the words. */
  audio: RedactionSound;
  /** What becomes of the recording as it was sent. */
  original_recording: OriginalHandling;
};

export type CustomRedactionTypeRequest = {
  /** Stands where the name of a type stands, as in `[POLICY_NUMBER_1]`. No name of a type, and each once. */
  key: string;
  /** As a person reads it. */
  label: string;
  /** In the pattern language of scorecards: what a match of one of them covers is masked. */
  patterns: string[];
};

export type AppliesToRequest = {
  /** Languages of the call, ISO 639-1. */
  language?: string[] | null;
  /** Your identifiers of agents. */
  agent_id?: string[] | null;
  /** By key of the call's custom metadata, the values that fit; a number or a boolean of the call is compared as text. */
  metadata?: { [name: string]: string[] } | null;
  /**
   * How many of a hundred calls. Drawn from the id of the analysis alone, so that equal percentages take the same
   * calls.
   */
  sample_percent?: number | null;
};

export type AppliesTo = {
  /** Languages of the call, ISO 639-1. Left out: every one. */
  language?: string[];
  /** Your identifiers of agents. Left out: every one. */
  agent_id?: string[];
  /** By key of the call's custom metadata, the values that fit. Left out: every one. */
  metadata?: { [name: string]: string[] };
  /** How many of a hundred calls. Left out: all. */
  sample_percent?: number;
};

export type Scorecard = {
  /** Identifier of the scorecard. */
  id: string;
  /** Always `scorecard`. */
  object: 'scorecard';
  /** When it was made, Unix seconds. */
  created: number;
  /** False for one that a test key made. */
  livemode: boolean;
  /** What you call it. */
  name: string;
  /** What it is for; null when you gave none. */
  description: string | null;
  /** Which calls a default scorecard is used for: those that fit every member. Empty: all. */
  applies_to: AppliesTo;
  /** Whether it is used for every call that fits `applies_to` and names no scorecards itself. */
  default: boolean;
  /** The revision that calls are judged by: the one published last. Null before the first. */
  revision: number | null;
  /** An archived scorecard makes no new evaluations and cannot be changed. */
  archived: boolean;
  /** Your own data, returned unchanged. */
  metadata: { [name: string]: unknown };
};

export type ArchivedScorecard = {
  /** Identifier of the scorecard. */
  id: string;
  /** Always `scorecard`. */
  object: 'scorecard';
  /** Always true. */
  archived: true;
};

export type ModelJudgeRequest = {
  /** A language model answers. */
  kind: 'model';
};

export type PhrasesJudgeRequest = {
  /** Patterns are sought in what `speaker` says. */
  kind: 'phrases';
  /** Patterns: a match of one of them gives `answer`. */
  any: string[];
  /** Patterns: a match in the same sentence undoes a match of `any`. */
  none?: string[];
  /** The answer where a pattern matches. */
  answer: string;
  /** The answer where none does; `na` where the question takes it. */
  otherwise: string;
};

export type MetricBandRequest = {
  /** Values below this one, and not below the band before. Only the last band may leave it out. */
  below?: number | null;
  /** The answer for these values. */
  answer: string;
};

export type MetricJudgeRequest = {
  /** A talk metric of the call answers. */
  kind: 'metric';
  /** A member of `call.metrics`. */
  metric: CallMetric;
  /** In ascending order of `below`. A value that no band holds cannot be assessed. */
  bands: MetricBandRequest[];
};

export type FindingJudgeRequest = {
  /** A built-in finding of the analysis answers. */
  kind: 'finding';
  /** A finding, or the rule of a violation or an observation. */
  finding: string;
  /** The answer where the finding is true, or the rule was observed. */
  answer: string;
  /** The answer where it is not; `na` where the question takes it. */
  otherwise: string;
};

export type HumanJudgeRequest = {
  /** The question awaits a person. */
  kind: 'human';
};

export type QuoteWindowRequest = {
  /** Which end of the call the seconds count from. */
  from: WindowEdge;
  /** The quoted words must begin within so many seconds of it. */
  seconds: number;
};

export type FormAnswerRequest = {
  /** Unique within the question. `na` is reserved. */
  key: string;
  /** As a person reads it. */
  label: string;
  /** What the answer is worth; the best answer of the question stands for the whole weight. */
  points: number;
  /** The answer stands only with a quotation of `speaker` inside `within` that was found in the transcript. */
  needs_quote?: boolean;
  /** The answer ends the evaluation as `auto_failed`, if it is proved. */
  auto_fail?: boolean;
};

export type QuestionConditionRequest = {
  /** Key of a question that stands earlier. */
  question: string;
  /** The answers of it with which this question applies. */
  in: string[];
};

export type FormQuestionRequest = {
  /** Unique within the form. */
  key: string;
  /** The question. */
  text: string;
  /** What each answer means, for a language model and for people. */
  guidance?: string | null;
  /** Who must have said what proves an answer. Null: either party. */
  speaker?: TalkingParty | null;
  /** The share in the section. With 0 the question is a tag, and counts in no score. */
  weight: number;
  /** Where the quotation must begin. Null: anywhere in the call. */
  within?: QuoteWindowRequest | null;
  /** The answers to choose from. */
  answers: FormAnswerRequest[];
  /** Whether `na`, not applicable, is an answer too. */
  na?: boolean;
  /** The question applies only with these answers to an earlier one; else it is `skipped`. Null: always. */
  applies_if?: QuestionConditionRequest | null;
  /** What answers the question. */
  judge: QuestionJudgeRequest;
  /** `suggest`: the answer is shown and does not count until a person confirms it. */
  automation?: AnswerAutomation;
};

export type FormSectionRequest = {
  /** Unique among the sections. */
  key: string;
  /** As a person reads it. */
  title: string;
  /** The share in the score. */
  weight: number;
  /** At most 100 in the whole form. */
  questions: FormQuestionRequest[];
};

export type ScorecardRevision = {
  /** Always `scorecard_revision`. */
  object: 'scorecard_revision';
  /** The scorecard that it belongs to. */
  scorecard_id: string;
  /** Its number: 1 for the first. */
  revision: number;
  /** A draft can be changed and tried; a published revision can be evaluated by and is never changed. */
  status: RevisionStatus;
  /** When it was made, Unix seconds. */
  created: number;
  /** As its scorecard: false for one of test mode. */
  livemode: boolean;
  /** SHA-256 of the form with every default filled in: equal forms have equal hashes. */
  content_hash: string;
  /** ISO 639-1: the language of the phrases. Null: phrases count in calls of every language. */
  language: string | null;
  /** The rounded score from which on the outcome is `passed`. Null: every score passes. */
  pass_mark: number | null;
  /** Under this coverage there is no score, and the outcome is `not_assessable`. */
  min_coverage: number;
  /** The form, with every default filled in. */
  sections: FormSection[];
};

export type DeletedRevision = {
  /** Always `scorecard_revision`. */
  object: 'scorecard_revision';
  /** Its number, which is not given again. */
  revision: number;
  /** Always true. */
  deleted: true;
};

export type ReportLink = {
  /** Opens the report without credentials until it expires. */
  url: string;
  /** As its analysis: false for one of test mode. */
  livemode: boolean;
  /** ISO 8601. */
  expires_at: string;
};

export type DeletedReportLinks = {
  /** Always `report_link`. */
  object: 'report_link';
  /** Identifier of the analysis. */
  analysis_id: string;
  /** Always true. */
  deleted: true;
};

export type EvaluatedScorecard = {
  /** Id of the scorecard. */
  id: string;
  /** Its name as it is now. */
  name: string;
  /** The revision that the call was judged by. */
  revision: number;
};

export type SectionScore = {
  /** Key of the section. */
  key: string;
  /** 0 to 100, over the questions that counted; null where none did. */
  score: number | null;
  /** 0 to 1: weight of the questions that counted by the weight of those that apply. 0 where none applies. */
  coverage: number;
};

export type Citation = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /** `agent`, `customer`, or `speaker_N` where a role could not be told. */
  speaker: string;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** Verbatim part of the segment. */
  quote: string;
  /** Equal but for white space, or equal but for case and punctuation. */
  verification: CitationVerification;
  /** True where a correction has since changed what a person quoted. Left out otherwise. */
  stale?: boolean;
};

export type SystemAnswer = {
  /** Key of the question. */
  question: string;
  /**
   * `answered` alone counts. `awaiting_human`: the question is for a person, or the answer is a suggestion that no
   * person has confirmed. `skipped`: the condition of the question is not met.
   */
  state: AnswerState;
  /** Key of the answer; of a suggestion also `na`. Null where there is none. */
  answer: string | null;
  /** 0 to 1; null where there is no answer. */
  confidence: number | null;
  /** Points of the answer, as the form gives them; null where there is no answer. */
  points: number | null;
  /** True when a person should look: proof was missing, or the confidence is under 0.6. */
  flagged: boolean;
  /** One or two sentences for a person; empty where the answer needs none. */
  rationale: string;
  /** What proves the answer; each is checked against the transcript. */
  citations: Citation[];
  /** Who or what answered. */
  source: JudgeKind;
  /**
   * Why the question could not be assessed; null unless `not_assessable`. `no_language_model`: none is configured.
   * `scenario`: the call is of the sandbox, for which no model is asked. `model_declined`: the model declined to
   * judge the call. `too_long_for_model`: the call, or the answer about it, does not fit into the model.
   * `unusable_answer`: the model gave no usable answer about the call. `no_answer`: the model gave no usable answer.
   * `no_quotation`: the answer needs a quotation, and none could be checked. `other_language`: no phrase was found,
   * and the call is not known to be in the language of the form. `no_conversation`: the parties do not talk with each
   * other on this call. `not_heard`: the speaker was not heard well enough. `roles_unknown`: it is not known who the
   * agent is. `finding_not_assessable`: the built-in finding is not. `leakage`: one party may be heard in the other’s
   * channel too, so that the talk metrics are not known. `no_band`: the call has no such metric, or no band fits it.
   * `too_costly`: looking for the phrases of the form in this call takes more work than one form may take.
   */
  reason: NotAssessableReason | null;
  /** Your own name of the person who answered; null where none was given. */
  reviewer_id: string | null;
};

export type EvaluationAnswer = {
  /** Key of the question. */
  question: string;
  /**
   * `answered` alone counts. `awaiting_human`: the question is for a person, or the answer is a suggestion that no
   * person has confirmed. `skipped`: the condition of the question is not met.
   */
  state: AnswerState;
  /** Key of the answer; of a suggestion also `na`. Null where there is none. */
  answer: string | null;
  /** 0 to 1; null where there is no answer. */
  confidence: number | null;
  /** Points of the answer, as the form gives them; null where there is no answer. */
  points: number | null;
  /** True when a person should look: proof was missing, or the confidence is under 0.6. */
  flagged: boolean;
  /** One or two sentences for a person; empty where the answer needs none. */
  rationale: string;
  /** What proves the answer; each is checked against the transcript. */
  citations: Citation[];
  /** Who or what answered. */
  source: JudgeKind;
  /**
   * Why the question could not be assessed; null unless `not_assessable`. `no_language_model`: none is configured.
   * `scenario`: the call is of the sandbox, for which no model is asked. `model_declined`: the model declined to
   * judge the call. `too_long_for_model`: the call, or the answer about it, does not fit into the model.
   * `unusable_answer`: the model gave no usable answer about the call. `no_answer`: the model gave no usable answer.
   * `no_quotation`: the answer needs a quotation, and none could be checked. `other_language`: no phrase was found,
   * and the call is not known to be in the language of the form. `no_conversation`: the parties do not talk with each
   * other on this call. `not_heard`: the speaker was not heard well enough. `roles_unknown`: it is not known who the
   * agent is. `finding_not_assessable`: the built-in finding is not. `leakage`: one party may be heard in the other’s
   * channel too, so that the talk metrics are not known. `no_band`: the call has no such metric, or no band fits it.
   * `too_costly`: looking for the phrases of the form in this call takes more work than one form may take.
   */
  reason: NotAssessableReason | null;
  /** Your own name of the person who answered; null where none was given. */
  reviewer_id: string | null;
  /**
   * What the judges alone answered, where a person decided: in an answer, or in the finding that the question
   * follows. Null otherwise, and for a question that is for a person. Left out of evaluations that an earlier release
   * judged and that no person has reviewed since.
   */
  system?: SystemAnswer | null;
};

export type EvaluationCost = {
  /** Millionths of the currency’s unit. */
  amount_micros: number;
  /** ISO 4217, in lower case. */
  currency: 'usd';
};

export type EvaluationProvenance = {
  /** The language model that was asked; null where none was. */
  judge: string | null;
  /** Version of the instructions to the model; null where none was asked. */
  prompt_version: string | null;
  /** The `content_hash` of the revision. */
  revision_hash: string;
  /** Hash of the transcript that was judged. */
  transcript_hash: string;
  /** Null where no model was asked, or its provider does not tell. */
  input_tokens: number | null;
  /** Null where no model was asked, or its provider does not tell. */
  output_tokens: number | null;
  /** What the model took, by the configured prices; null where no model was asked or its price is not known. */
  cost: EvaluationCost | null;
};

export type EvaluatedForm = {
  /** ISO 639-1: the language of the phrases. */
  language: string | null;
  /** The rounded score from which on the outcome is `passed`. Null: every score passes. */
  pass_mark: number | null;
  /** Under this coverage there is no score. */
  min_coverage: number;
  /** With the texts of the questions and of their answers. */
  sections: FormSection[];
};

export type Evaluation = {
  /** Id of the evaluation. */
  id: string;
  /** What this is. */
  object: 'evaluation';
  /** When it was asked for; Unix seconds. */
  created: number;
  /** Until it is `completed` there are no figures and no answers. A `failed` one may be asked for again. */
  status: AnalysisStatus;
  /** The mode of the key that asked for it, or of the call that made it itself. */
  livemode: boolean;
  /** The call that is judged. */
  analysis_id: string;
  /** Agent of the call. */
  agent_id: string;
  /** Contact of the call. */
  contact_id: string;
  /** What the call is judged by. */
  scorecard: EvaluatedScorecard;
  /** The job that asked for it; null where a client or the call itself did. */
  rescore_id: string | null;
  /** When it was completed or failed; Unix seconds. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /**
   * Why it failed, as a word to branch on; null otherwise. A code keeps its meaning; more may come, so treat one that
   * you do not know as `not_processable`.
   */
  error_code: EvaluationErrorCode | null;
  /**
   * 0 to 100, rounded once, halves up. Null until completed, and where too little of the form was judged (`coverage`
   * under `min_coverage`).
   */
  score: number | null;
  /** 0 to 1: how much of the applicable form was judged, by weight; two decimals. Null until completed. */
  coverage: number | null;
  /**
   * The first that holds: `auto_failed` (an answer ended the call as failed, with proof), `needs_review` (such an
   * answer without its proof), `not_assessable` (no score), `passed` or `failed` (the score by the `pass_mark`). Null
   * until completed.
   */
  outcome: EvaluationOutcome | null;
  /** The score of the judges alone: it differs from `score` only where a person decided. Null as `score` is. */
  system_score: number | null;
  /** The outcome of the judges alone. Null until completed. */
  system_outcome: EvaluationOutcome | null;
  /**
   * The transcript was corrected since: the evaluation is in no list but that of its analysis, and its scorecard has
   * judged the call anew.
   */
  superseded: boolean;
  /** In the order of the form; empty until completed. */
  sections: SectionScore[];
  /** Keys of the questions whose answers ended the call as failed. */
  auto_fails: string[];
  /** In the order of the form; empty until completed. */
  answers: EvaluationAnswer[];
  /** By what it was judged; null until completed. */
  provenance: EvaluationProvenance | null;
  /** In lists with `include=form` only: what was asked, and the answers that each question takes. */
  form?: EvaluatedForm;
};

export type TriedEvaluations = {
  /** One for each call, in the order of the ids. They are stored nowhere: their `id` leads to nothing. */
  items: Evaluation[];
};

export type RescoreFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /** Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves. */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. Not given: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. A date and a time of day is taken too. A call whose start is not
   * known is left out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. A date and a time of day is taken too. */
  call_before?: number | null;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that no person has dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls that last so many seconds or more. */
  duration_min?: number | null;
  /** Only calls that last so many seconds or less. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not.
   */
  scorecard_id?: string | null;
  /** With `scorecard_id`: only calls with this outcome. */
  outcome?: EvaluationOutcome | null;
  /** With `scorecard_id`: only calls with this score or more. */
  score_min?: number | null;
  /** With `scorecard_id`: only calls with this score or less. */
  score_max?: number | null;
};

export type RescoreCounts = {
  /** Completed calls that the filter found at the start. */
  total: number;
  /** Calls that were judged. */
  completed: number;
  /** Calls whose evaluation failed. */
  failed: number;
  /**
   * Calls that needed no evaluation: the same judge had judged the same transcript by the same revision, or the call
   * was deleted meanwhile.
   */
  skipped: number;
};

export type RescoreEstimate = {
  /** Calls to be judged: all that were found, less those that need no evaluation. */
  calls: number;
  /**
   * Estimated from the length of the transcripts of the newest 1,000 calls found. Null where no language model is
   * asked.
   */
  input_tokens: number | null;
  /** As `input_tokens`. */
  output_tokens: number | null;
  /** Of these tokens. Null where no language model is asked or its price is not known; never 0 for that. */
  cost: EvaluationCost | null;
};

export type Rescore = {
  /** Identifier of the job. That of a dry run is stored nowhere. */
  id: string;
  /** Always `rescore`. */
  object: 'rescore';
  /** When it was started, in Unix seconds. */
  created: number;
  /**
   * `completed`: every call is counted. `canceled`: what was judged until then stays. `failed`: the job could not go
   * on. `dry_run`: the answer to a dry run; there is no job.
   */
  status: RescoreStatus;
  /** False where it was started with a test key. */
  livemode: boolean;
  /** What the calls are judged by. */
  scorecard: EvaluatedScorecard;
  /** How far it is. */
  counts: RescoreCounts;
  /** What it was to take, as told before its start. */
  estimate: RescoreEstimate;
  /** Where the notification goes. */
  webhook_url: string | null;
  /** Events to be notified of. */
  webhook_events: 'rescore.completed'[];
  /** When it was completed or canceled, in Unix seconds; null until then. */
  completed_at: number | null;
};

export type CreatedReviewLink = {
  /** Identifier of the link. It opens nothing. */
  id: string;
  /** Always `review_link`. */
  object: 'review_link';
  /** Unix time in seconds. */
  created: number;
  /** As its analysis: false for one of test mode. */
  livemode: boolean;
  /** The one analysis that it opens. */
  analysis_id: string;
  /** Whom it was made for. */
  reviewer_id: string;
  /** What it allows. */
  may: ReviewLinkAct[];
  /** ISO 8601. */
  expires_at: string;
  /** The link. It is shown here and never again: who has it opens the call. */
  url: string;
};

export type ReviewLink = {
  /** Identifier of the link. It opens nothing. */
  id: string;
  /** Always `review_link`. */
  object: 'review_link';
  /** Unix time in seconds. */
  created: number;
  /** As its analysis: false for one of test mode. */
  livemode: boolean;
  /** The one analysis that it opens. */
  analysis_id: string;
  /** Whom it was made for. */
  reviewer_id: string;
  /** What it allows. */
  may: ReviewLinkAct[];
  /** ISO 8601. */
  expires_at: string;
};

export type DeletedReviewLink = {
  /** Identifier of the link. */
  id: string;
  /** Always `review_link`. */
  object: 'review_link';
  /** Always true. */
  deleted: true;
};

export type ReviewSession = {
  /** Goes into `Authorization: Bearer …`. It opens the one analysis and nothing else. */
  access_token: string;
  /** Always `bearer`. */
  token_type: 'bearer';
  /** Seconds until the access token expires: 1800, or fewer where the link ends before. */
  expires_in: number;
  /** The analysis that the link opens. */
  analysis_id: string;
  /** Whom the link was made for. */
  reviewer_id: string;
  /** What the link allows. */
  may: ReviewLinkAct[];
};

export type ReviewDoubt = {
  /** As in `reasons` of the call. */
  reason: ReviewReason;
  /**
   * The finding as reviews name it, the rule of a violation, the question of a scorecard, or the score that is
   * missing (`compliance`, `quality`); `redaction` where it is not sure that all was masked. Null: the call or the
   * evaluation as a whole.
   */
  subject: string | null;
  /** Scorecard of the question; null for the results of the call. */
  scorecard_id: string | null;
};

export type ReviewQueueItem = {
  /** The call. */
  analysis_id: string;
  /** When the call was submitted; Unix seconds. */
  created: number;
  /** Agent of the call. */
  agent_id: string;
  /** Customer of the call. */
  contact_id: string;
  /** How long the call is. */
  duration_seconds: number;
  /**
   * Why it deserves a look; what a person has decided is no reason any more. `needs_review`: an answer would end the
   * call as failed and lacks its proof. `awaiting_human`: a question waits for a person. `violation`: the agent is
   * held to have violated a rule. `flagged`: a finding or an answer is not sure, or is held against the agent.
   * `roles_unclear`: it is not known who the agent is (`role_confidence` under 0.6), so that nothing was judged.
   * `withheld`: a score is null, because too little could be assessed.
   */
  reasons: ReviewReason[];
  /**
   * Each doubt behind `reasons`. Of a call that a person has reviewed or dismissed before, those that are new since:
   * a doubt is new where the machine says of its subject what it did not say then. Empty for doubts that a release
   * before this member wrote.
   */
  doubts: ReviewDoubt[];
  /**
   * Whether the call is back: a person has reviewed or dismissed it, and a correction, a masking or an evaluation has
   * put something new in doubt.
   */
  returned: boolean;
  /**
   * The most severe of its doubts. 1: a violation, or an answer that fails the call automatically. 2: a question that
   * waits for a person. 3: something that is not sure. 4: too little could be assessed.
   */
  severity: number;
  /**
   * What a look is worth: of all that is in doubt, its weight in its score × (1 − confidence), added up. 0 where it
   * changes no score.
   */
  worth: number;
  /** Who looks at it now; null where no one does. */
  claimed_by: string | null;
  /** When the claim ends by itself: 30 minutes after it was made; ISO 8601. Null where no one has claimed it. */
  claimed_until: string | null;
};

export type CorrectedSegmentRequest = {
  /** Its `id` in the transcript. */
  id: number;
  /** Who speaks: `agent`, `customer`, or another label of the transcript. */
  speaker?: string | null;
  /** What was said, on one line: line breaks become spaces. Empty where nothing was. The segment keeps its times. */
  text?: string | null;
};

export type Correction = {
  /** Id of the correction. */
  id: string;
  /** What this is. */
  object: 'correction';
  /** When it was asked for; Unix seconds. */
  created: number;
  /** The mode of the analysis. */
  livemode: boolean;
  /** The call whose transcript is corrected. */
  analysis_id: string;
  /** Until it is `completed` the version before stands; where it `failed`, it goes on standing. */
  status: AnalysisStatus;
  /** The version that was corrected. */
  base_version: number;
  /** The version that it makes. */
  transcript_version: number;
  /** Agent and customer change places. */
  swap_roles: boolean;
  /** Who the speakers are, by the labels of the version that was corrected. */
  speakers: { [name: string]: TalkingParty };
  /** How many segments it names. Compare the two versions of the transcript to see what changed. */
  edited_segments: number;
  /** Your own identifier of the person. */
  reviewer_id: string;
  /** With what the person was let in. */
  via: ReviewVia;
  /** Why, as the person says. */
  note: string | null;
  /** When it was completed or failed; Unix seconds. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /**
   * Why it failed, as a word to branch on; null otherwise. A code keeps its meaning; more may come, so treat one that
   * you do not know as `not_processable`.
   */
  error_code: ErrorCode | null;
};

export type ReviewQuoteRequest = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /**
   * What was said there, by any speaker, word by word; case and punctuation may differ. It may run on into the next
   * segments of the same speaker.
   */
  quote: string;
};

export type ReviewFindingRequest = {
  /** The finding, by its place in `results`. */
  finding: FindingPath;
  /** What the person decides. `withdraw` puts the service’s own verdict back. */
  answer: FindingAnswer;
  /** Why. */
  note?: string | null;
  /** What shows it. None is needed. */
  quotes?: ReviewQuoteRequest[];
};

export type ReviewViolationRequest = {
  /** Stable name of the rule, as the violation has it. */
  rule: string;
  /** A segment that the violation cites. */
  segment_id: number;
  /**
   * True upholds the violation; false dismisses it: it stays, and takes nothing off. Null puts the service’s own
   * verdict back.
   */
  upheld: boolean | null;
  /** Why. */
  note?: string | null;
};

export type ReviewAnswerRequest = {
  /** An evaluation of the call. */
  evaluation_id: string;
  /** Key of the question. */
  question: string;
  /** Key of an answer of the question; `na` where the question takes it; `withdraw` puts the judge’s own answer back. */
  answer: string;
  /** Why, in a sentence or two. */
  rationale?: string | null;
  /** What shows it. None is needed. */
  quotes?: ReviewQuoteRequest[];
};

export type ReviewQuote = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /** As the person gave it. The citation in the results has the words as the transcript writes them. */
  quote: string;
  /** True where a correction has since changed what was quoted. Left out otherwise. */
  stale?: boolean;
};

export type ReviewedFinding = {
  /** The finding, by its place in `results`. */
  finding: FindingPath;
  /** What the person decided. `withdraw` put the service’s own verdict back. */
  answer: FindingAnswer;
  /** Why, as the person says. */
  note: string | null;
  /** What the person quoted. */
  quotes: ReviewQuote[];
};

export type ReviewedViolation = {
  /** Stable name of the rule. */
  rule: string;
  /** A segment that the violation cites. */
  segment_id: number;
  /** Whether the person upheld the violation or dismissed it. Null put the service’s own verdict back. */
  upheld: boolean | null;
  /** Why, as the person says. */
  note: string | null;
};

export type ReviewedQuestion = {
  /** An evaluation of the call. */
  evaluation_id: string;
  /** Key of the question. */
  question: string;
  /** Key of the answer, or `na`. `withdraw` put the judge’s own answer back. */
  answer: string;
  /** Why; empty where the person gave no reason. */
  rationale: string;
  /** What the person quoted. */
  quotes: ReviewQuote[];
};

export type ReviewScores = {
  /** As `results.compliance.score`. */
  compliance: number | null;
  /** As `results.quality.overall_score`. */
  quality: number | null;
};

export type ReviewScoreChange = {
  /** Until the review. */
  before: ReviewScores;
  /** By the review. */
  after: ReviewScores;
};

export type ReviewedEvaluationFigures = {
  /** As `score` of the evaluation. */
  score: number | null;
  /** As `outcome` of the evaluation. */
  outcome: string | null;
};

export type ReviewedEvaluation = {
  /** An evaluation of the call. */
  evaluation_id: string;
  /** As it stands. */
  before: ReviewedEvaluationFigures;
  /** As the review would make it. */
  after: ReviewedEvaluationFigures;
};

export type Review = {
  /** Its id. That of a dry run names nothing. */
  id: string;
  /** What it is. */
  object: 'review';
  /** Unix seconds. */
  created: number;
  /** The mode of the analysis. */
  livemode: boolean;
  /** The call. */
  analysis_id: string;
  /** Version of the transcript that the person saw. */
  transcript_version: number;
  /** Your own identifier of the person. Null only where `PUT /evaluations/{id}/answers/{question}` named none. */
  reviewer_id: string | null;
  /** With what the person was let in. */
  via: ReviewVia;
  /** About the call, as the person says. */
  note: string | null;
  /** In the order of the request. */
  findings: ReviewedFinding[];
  /** In the order of the request. */
  violations: ReviewedViolation[];
  /** In the order of the request. */
  answers: ReviewedQuestion[];
  /** The scores of the call itself. */
  scores: ReviewScoreChange;
  /** True in the answer to a dry run, which has done nothing. Left out otherwise. */
  dry_run?: boolean;
  /** Of a dry run alone: the evaluations of the call whose score or outcome the review would change. */
  evaluations?: ReviewedEvaluation[];
};

export type Audio = {
  /** Link to the recording that works for an hour and takes Range requests; null until it is stored. */
  url: string | null;
  /** Size of the file. */
  size_bytes: number | null;
  /** The same number under its other name. */
  file_size: number | null;
  /** What the bytes are, whatever the file was called. */
  format: AudioFormat | null;
  /** Decoded duration; null until it is known. */
  duration_seconds: number | null;
  /** Channels of the recording. */
  channels: number | null;
  /**
   * True when sound that the file promises is missing or could not be decoded: what could be decoded was used, and
   * only that is billed. Null until it is known.
   */
  damaged: boolean | null;
  /**
   * Audio tracks of the recording. Two of one channel each are heard as channels 0 and 1; of any others only the
   * default track, else the first, is heard. Null until it is known.
   */
  tracks: number | null;
};

export type Pause = {
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
};

export type Redaction = {
  /**
   * `none`: nothing was to be masked. `processing`: a worker masks the call. `applied`: what was found is masked.
   * `withheld`: something could not be masked exactly, so that whole segments are masked, and a recording that was to
   * be masked is withheld; so it is while a call has failed.
   */
  status: RedactionStatus;
  /** Of the rules that found it. */
  version: string;
  /** How many stretches are masked, by type or by the key of a custom type. */
  types: { [name: string]: number };
  /** What `audio.url` leads to: the recording as it was sent, a masked one, or nothing. */
  audio: RedactedAudio;
  /** The recording as it was sent. */
  original: OriginalRecording;
  /**
   * `names_by_cues`: no language model looked for names and addresses, so that only those after words such as "my
   * name is" are masked. `unknown_language`: spoken numbers are known in English and German.
   */
  limits: RedactionLimit[];
  /** Pauses of the recording: silence or one steady tone on all channels for three seconds or more. */
  pauses: Pause[];
};

export type RedactedSpan = {
  /** The segment it stands in; null for pressed keys. */
  segment_id: number | null;
  /** Channel it was heard on; null for mono. */
  channel: number | null;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** A type of the settings, or the key of a custom one. */
  type: string;
  /** How sure that it is one. */
  confidence: number;
  /**
   * `pattern`: what it looks like. `asked_for`: what was asked before it. `model`: a language model. `keys`: keys
   * that were pressed. `custom`: a pattern of the account.
   */
  basis: RedactionBasis;
};

export type CallMetrics = {
  /** Seconds in which the agent talks. */
  agent_talk_seconds: number;
  /** Seconds in which the customer talks. */
  customer_talk_seconds: number;
  /** Seconds in which neither party talks. */
  silence_seconds: number;
  /** Seconds in which both talk at once. */
  overtalk_seconds: number;
  /** Times that one broke in on the other. */
  interruptions: number;
  /** Words per minute of the agent's talk. */
  agent_words_per_minute: number;
  /** Words per minute of the customer's talk. */
  customer_words_per_minute: number;
  /** The agent's share of the talking, 0 to 1. */
  talk_ratio: number;
  /**
   * Seconds of silence in which the recording was paused: digital silence or one steady tone on all channels for
   * three seconds or more. Part of `silence_seconds`. Left out where it was not measured.
   */
  paused_seconds?: number;
  /**
   * True when the voice of one party may still be in the other’s channel, so that the figures may count it twice.
   * Left out otherwise.
   */
  leakage_suspected?: boolean;
};

export type CompletedCall = {
  /** Your own identifier of the agent. */
  agent_id: string;
  /** Your own identifier of the customer. */
  contact_id: string;
  /** Your own name of the recording, as you gave it. An account has one call of a name in each mode. */
  external_id: string | null;
  /** Your `call_started_at` in UTC; null when you gave none. */
  started_at: string | null;
  /** Who called, as you gave it: the customer (`inbound`) or the agent (`outbound`). */
  direction: CallDirection | null;
  /** Decoded duration. */
  duration_ms: number;
  /** The same in seconds. */
  duration_seconds: number;
  /** How the talk went. */
  metrics: CallMetrics;
};

export type Engine = {
  /**
   * What transcribed. Where workers with different engines took turns, all that heard a part, the largest share
   * first, joined by ` + `.
   */
  transcription: string;
  /** What judged. */
  analysis: string;
  /** How far the result may be trusted: as far as the weakest of these engines. */
  grade: EngineGrade;
  /** Mean word confidence, 0 to 1; null where the engine gives none. */
  mean_confidence: number | null;
  /** Version of the yardstick. */
  rules_version: string;
};

export type CompletedMetadata = {
  /** Where the notification goes: as you gave it, characters beyond ASCII in punycode and percent-encoded. */
  webhook_url: string | null;
  /** Events that are notified. */
  webhook_events: string[];
  /**
   * True when the analysis failed and its recording is still stored, can be fetched from its URL, or is of the
   * sandbox: `POST /analysis/{id}/retry` starts it again. True too when it is completed, and its `not_judged_reason`
   * is `too_long_for_model` or `unusable_answer`: the same judges it again.
   */
  retryable: boolean;
  /** Version of this object. */
  version: string;
  /** When it was completed. */
  completed_at: string;
  /** From acceptance to the final state. */
  processing_time_ms: number;
  /** It has not failed. */
  error_message: null;
  /** It has not failed. */
  error_code: null;
  /** What produced the result. */
  engine: Engine;
} & { [name: string]: unknown };

export type Word = {
  /** The word. */
  word: string;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** 0 to 1; null where the engine gives none. */
  confidence: number | null;
};

export type TranscriptSegment = {
  /** Position in the transcript, from 0. */
  id: number;
  /** `agent`, `customer`, or `speaker_N` where a role could not be told. */
  speaker: string;
  /** Channel it was heard on; null for mono. */
  channel: number | null;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** What was said. */
  text: string;
  /** 0 to 1; null where the engine gives none, and where a person has edited the text. */
  confidence: number | null;
  /**
   * A person has put its words or its speaker right by itself; a new name for all turns of a speaker is no edit of
   * each. Left out in analyses made before transcripts could be corrected.
   */
  edited?: boolean;
  /** With `include=words` only; null where the engine gives none, and where a person has edited the text. */
  words?: Word[] | null;
};

export type Diarization = {
  /** How speakers were distinguished: by channel, by their voices, by what was said, or not at all. */
  method: DiarizationMethod;
  /**
   * 0 to 1: how sure it is that `agent` is the agent. Below 0.6 nothing is judged; 0.5 on stereo means that nothing
   * decided it, and channel 1 is taken for the agent; 1 where a person has said who is who.
   */
  role_confidence: number;
  /**
   * True with `model` where two voices were distinguished by the recording's own statistics, not by a trained model;
   * left out otherwise.
   */
  heuristic?: boolean;
};

export type PartyHearing = {
  /**
   * How well the party was heard, 0 to 1: the engine's mean word probability, else an estimate from the
   * signal-to-noise ratio. Null where it is not known, which never means heard well.
   */
  score: number | null;
  /**
   * What `score` and `assessable` rest on: the speech engine's own probabilities, the sound of the recording, or
   * both.
   */
  basis: HearingBasis[];
  /**
   * True where the party was heard well enough to conclude what the party did not say. Otherwise nothing is held
   * against the party for not having been heard.
   */
  assessable: boolean;
  /**
   * Why the party is not assessable; empty otherwise. `no_speech`: the party said nothing. `role_unknown`: who the
   * party is could not be told. `not_known`: neither the engine nor the recording tells how well the party was heard.
   * `low_confidence`: the probabilities of the words are too low for this engine. `noisy`: too little louder than the
   * background. `narrow_band`: telephone sound, and the engine needs more. `clipped`: recorded so loud that the sound
   * is distorted. `words_missing`: far fewer words than were spoken, or more than anyone can say.
   */
  reasons: HearingReason[];
};

export type Hearing = {
  /** How well the agent was heard. */
  agent: PartyHearing;
  /** How well the customer was heard. */
  customer: PartyHearing;
};

export type Transcript = {
  /**
   * 1 as the engine heard it; each correction by a person is one more. Left out in analyses made before transcripts
   * could be corrected, which are at version 1.
   */
  version?: number;
  /** One line per segment, with speaker labels. */
  text: string;
  /**
   * ISO 639-1: as the engine heard it, else as the request names it, else by the words. Null when nothing was said,
   * and where the words are few, in several languages, or in one that is easily taken for another.
   */
  language: string | null;
  /** Ascending by start. */
  segments: TranscriptSegment[];
  /** How the speakers were distinguished. */
  diarization: Diarization;
  /** How well each party was heard. Left out in analyses made before this was measured. */
  hearing?: Hearing;
};

export type SystemPerformedFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the agent did it. False is a reproach only with `assessable: true`. */
  performed: boolean;
};

export type PerformedFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the agent did it. False is a reproach only with `assessable: true`. */
  performed: boolean;
  /**
   * What the service says, where a person decided; null where the verdict is the service’s own. Left out of analyses
   * that an earlier release completed and that no person has reviewed.
   */
  system?: SystemPerformedFinding | null;
};

export type SystemDisclosuresFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the agent did it. False is a reproach only with `assessable: true`. */
  performed: boolean;
  /** Required disclosures that are proved not to have been made. */
  missing: string[];
};

export type DisclosuresFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the agent did it. False is a reproach only with `assessable: true`. */
  performed: boolean;
  /** Required disclosures that are proved not to have been made. */
  missing: string[];
  /**
   * What the service says, where a person decided; null where the verdict is the service’s own. Left out of analyses
   * that an earlier release completed and that no person has reviewed.
   */
  system?: SystemDisclosuresFinding | null;
};

export type SystemViolation = {
  /** Stable name of the rule. */
  rule: string;
  /**
   * One sentence for a person: that of the rule, or the service’s own with the words that prove it. No prose of a
   * model.
   */
  description: string;
  /** 0 to 1; 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript. */
  evidence: string;
  /** True until a person has upheld or dismissed it. */
  flagged: boolean;
  /** Where it was said. */
  citations: Citation[];
  /**
   * False where a person dismissed it: it then takes nothing off the score. Left out, as `source` is, where it could
   * only be true.
   */
  upheld?: boolean;
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
};

export type Violation = {
  /** Stable name of the rule. */
  rule: string;
  /**
   * One sentence for a person: that of the rule, or the service’s own with the words that prove it. No prose of a
   * model.
   */
  description: string;
  /** 0 to 1; 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript. */
  evidence: string;
  /** True until a person has upheld or dismissed it. */
  flagged: boolean;
  /** Where it was said. */
  citations: Citation[];
  /**
   * False where a person dismissed it: it then takes nothing off the score. Left out, as `source` is, where it could
   * only be true.
   */
  upheld?: boolean;
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /**
   * What the service says, where a person decided; null where the verdict is the service’s own. Left out of analyses
   * that an earlier release completed and that no person has reviewed.
   */
  system?: SystemViolation | null;
};

export type Compliance = {
  /**
   * The agent checked who was calling. True: two kinds of identifier were checked; a name or a PIN alone, or an order
   * number with a postcode, is no check. False: the agent dealt with the account and no trace of a check was heard.
   * Else not assessable.
   */
  identity_verification: PerformedFinding;
  /**
   * The agent protected the customer’s data. True: care was heard. False: the agent asked for a card number, PIN,
   * password or security code. Else not assessable.
   */
  privacy_protection: PerformedFinding;
  /**
   * The agent made the required disclosures. True: they were heard. False: they were not, the agent’s opening is
   * cited, and the agent is known to have been heard well. Else not assessable.
   */
  mandatory_disclosures: DisclosuresFinding;
  /**
   * The agent said what the call is for. True: it was said, asked or confirmed. False: the agent was heard refusing
   * to say it, which is rare. Else not assessable.
   */
  purpose_declaration: PerformedFinding;
  /** What the agent was heard doing and must not do. */
  violations: Violation[];
  /** 0 to 100; null with a `coverage` under 0.4. */
  score: number | null;
  /**
   * How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses
   * that an earlier release completed.
   */
  coverage?: number;
};

export type SentimentAnalysis = {
  /** Of the whole call. */
  overall_sentiment: Sentiment;
  /** Of the customer; `neutral` where the customer said nothing or was heard badly, or the roles are not known. */
  customer_sentiment: Sentiment;
  /** Of the agent; `neutral` where the agent said nothing or was heard badly, or the roles are not known. */
  agent_sentiment: Sentiment;
};

export type SystemResolvedFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the customer's matter was settled. False means failure only with `assessable: true`. */
  resolved: boolean;
};

export type ResolvedFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the customer's matter was settled. False means failure only with `assessable: true`. */
  resolved: boolean;
  /**
   * What the service says, where a person decided; null where the verdict is the service’s own. Left out of analyses
   * that an earlier release completed and that no person has reviewed.
   */
  system?: SystemResolvedFinding | null;
};

export type SystemPresentFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether it was there. False is a reproach only with `assessable: true`. */
  present: boolean;
};

export type PresentFinding = {
  /** 0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided. */
  confidence: number;
  /** Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard. */
  evidence: string;
  /**
   * True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a
   * person has decided.
   */
  flagged: boolean;
  /**
   * Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known
   * (`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a
   * reproach, and the finding is in no score.
   */
  assessable: boolean;
  /** Where the deed, or its opposite, was said; each is checked against the transcript. */
  citations: Citation[];
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether it was there. False is a reproach only with `assessable: true`. */
  present: boolean;
  /**
   * What the service says, where a person decided; null where the verdict is the service’s own. Left out of analyses
   * that an earlier release completed and that no person has reviewed.
   */
  system?: SystemPresentFinding | null;
};

export type Quality = {
  /** How the parties felt. */
  sentiment_analysis: SentimentAnalysis;
  /** The outcome. True: success or a definite next step was heard. False: failure was heard. Else not assessable. */
  call_resolution: ResolvedFinding;
  /**
   * The agent greeted the customer. True: the greeting was heard. False: the agent’s opening is cited, it has no
   * greeting, and the agent is known to have been heard well. Else not assessable.
   */
  greeting: PresentFinding;
  /**
   * The agent showed understanding. True: it was heard. False: the customer told of trouble and the agent was heard
   * dismissing it; both are cited. Else not assessable.
   */
  empathetic_language: PresentFinding;
  /**
   * The agent stayed courteous and to the point. True: it was heard. False: rudeness, mockery or carelessness was
   * heard. Else not assessable. In no score. Left out of analyses that an earlier release completed.
   */
  professionalism?: PresentFinding;
  /** 0 to 100; null with a `coverage` under 0.5, or where `call_resolution` is not assessable. */
  overall_score: number | null;
  /**
   * How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses
   * that an earlier release completed.
   */
  coverage?: number;
};

export type Coaching = {
  /** 1 (easy) to 5 (hard); null when it cannot be told. */
  customer_effort_score: number | null;
  /** What went well. */
  strengths: string[];
  /** What to do better. */
  recommendations: string[];
};

export type Observation = {
  /** Stable name of the rule. */
  rule: string;
  /** What kind of fact it is. */
  category: ObservationCategory;
  /** One sentence for a person. */
  description: string;
  /** `agent`, `customer`, or `speaker_N` where a role could not be told. */
  speaker: string;
  /** False for an expected practice that was left out by an agent who is known to have been heard well. */
  observed: boolean;
  /** 0 to 1. */
  confidence: number;
  /** Verbatim from the transcript. */
  evidence: string;
  /** Where it was said. */
  citations: Citation[];
};

export type Results = {
  /**
   * Only a conversation is judged. Of a voicemail, and of a wrong number, an announcement or a call in which one
   * party never answers (`no_conversation`), no finding is assessable, and the summary says why. Left out of analyses
   * that an earlier release completed.
   */
  call_kind?: CallKind;
  /**
   * Why the language model did not judge the call: it declined to (`model_declined`), the transcript or the answer
   * does not fit into it (`too_long_for_model`), or no answer was of the shape that was asked for
   * (`unusable_answer`). The call is completed and billed, with its transcript and metrics; no finding is assessable,
   * the scores are null, and the summary says why. Null otherwise. Left out of analyses that an earlier release
   * completed.
   */
  not_judged_reason?: NotJudgedReason | null;
  /** Regulatory adherence. */
  compliance: Compliance;
  /** Professionalism and outcome. */
  quality: Quality;
  /** What the agent can learn from the call. */
  coaching: Coaching;
  /** Further facts of the call. */
  observations: Observation[];
  /** Somebody on the call spoke to the analyst; it moved no score. */
  manipulation_suspected: boolean;
  /** The call in a few sentences. */
  summary: string;
};

export type DeliveredBefore = {
  /** What it told of. */
  event: WebhookEvent;
  /** Where it went. */
  url: string;
  /** When it was taken; Unix seconds. */
  delivered_at: number;
};

export type RedactedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is final. */
  status: 'completed';
  /** It is at its end. */
  progress: null;
  /** The call. */
  call: CompletedCall;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: CompletedMetadata;
  /** Who said what. */
  transcript: Transcript;
  /** What was found. */
  results: Results;
  /**
   * The notifications of the call and of its evaluations that had been delivered before it was masked, the latest
   * first, up to a hundred: what they hold cannot be called back.
   */
  delivered_before: DeliveredBefore[];
};

export type RedactionFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /** Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves. */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. Not given: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. A date and a time of day is taken too. A call whose start is not
   * known is left out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. A date and a time of day is taken too. */
  call_before?: number | null;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that no person has dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls that last so many seconds or more. */
  duration_min?: number | null;
  /** Only calls that last so many seconds or less. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not.
   */
  scorecard_id?: string | null;
  /** With `scorecard_id`: only calls with this outcome. */
  outcome?: EvaluationOutcome | null;
  /** With `scorecard_id`: only calls with this score or more. */
  score_min?: number | null;
  /** With `scorecard_id`: only calls with this score or less. */
  score_max?: number | null;
};

export type RedactionCounts = {
  /** Completed calls that the filter found at the start. */
  total: number;
  /** Calls that were masked. */
  completed: number;
  /** Calls that could not be masked to the end. What was masked of them stays so, their recording withheld. */
  failed: number;
  /** Calls that needed no masking: nothing new was to be masked in them, or they were deleted meanwhile. */
  skipped: number;
};

export type RedactionJob = {
  /** Identifier of the job. That of a dry run is stored nowhere. */
  id: string;
  /** Always `redaction`. */
  object: 'redaction';
  /** When it was started, in Unix seconds. */
  created: number;
  /**
   * `completed`: every call is counted. `canceled`: no further call is taken. `failed`: the job could not go on.
   * `dry_run`: the answer to a dry run; there is no job.
   */
  status: RescoreStatus;
  /** False where it was started with a test key. */
  livemode: boolean;
  /** The preset that was asked for; null where none was. */
  preset: string | null;
  /** What is masked: what was asked for and what the account masks together, with the keys of its custom types. */
  types: string[];
  /** How far it is. */
  counts: RedactionCounts;
  /** Where the notification goes. */
  webhook_url: string | null;
  /** Events to be notified of. */
  webhook_events: 'redaction.completed'[];
  /** When it was completed or canceled, in Unix seconds; null until then. */
  completed_at: number | null;
};

export type ExportFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. Where both are given, they must not differ. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /** Search in `agent_id` and `contact_id`, whatever the case and the accents; ß is ss. `%` and `_` mean themselves. */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. Not given: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. A date and a time of day is taken too. A call whose start is not
   * known is left out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. A date and a time of day is taken too. */
  call_before?: number | null;
  /** Only calls of this direction. A call whose direction is not known is in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. Not given:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only analyses about which a person has decided something, or that a person has signed off by a review.
   * `false`: only the others. Not given: both. What was once reviewed stays so, also where every decision was
   * withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that no person has dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls that last so many seconds or more. */
  duration_min?: number | null;
  /** Only calls that last so many seconds or less. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each stands apart, as
   * `metadata[team]=sales`. Numbers and booleans are compared as they are written: `2` and `"2"` are one.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls that were judged by this scorecard. Of several evaluations the newest counts, once it is completed;
   * those that are superseded do not.
   */
  scorecard_id?: string | null;
  /** With `scorecard_id`: only calls with this outcome. */
  outcome?: EvaluationOutcome | null;
  /** With `scorecard_id`: only calls with this score or more. */
  score_min?: number | null;
  /** With `scorecard_id`: only calls with this score or less. */
  score_max?: number | null;
  /** Only these calls. An id that is no call of the account and of the mode adds no row. */
  ids?: string[] | null;
};

export type ExcelRequest = {
  /** `de`: semicolons, decimal commas, `25.11.2026 09:30:00`. `en`: commas, points, `2026-11-25 09:30:00`. */
  locale: ExcelLocale;
  /** Time zone of the times, by its name in the IANA database. */
  timezone: string;
};

export type ExportForExcel = {
  /** Language of the columns, numbers and times. */
  locale: ExcelLocale;
  /** Time zone of the times, by its name in the IANA database. */
  timezone: string;
};

export type Export = {
  /** Identifier of the export. */
  id: string;
  /** Always `export`. */
  object: 'export';
  /** When it was started, in Unix seconds. */
  created: number;
  /** False where it was started with a test key. */
  livemode: boolean;
  /** `completed`: the file can be fetched. `failed`: `error_message` says why. `canceled`: there is no file. */
  status: ExportStatus;
  /** What the rows are. */
  of: ExportedRows;
  /** Format of the file. */
  format: ExportFileFormat;
  /** The columns of the file in order; null for `jsonl`, whose lines are whole objects. */
  columns: ExportColumn[] | null;
  /** How a `csv` is written for Excel; null for any other file. */
  excel: ExportForExcel | null;
  /** Rows in the file; in an export in progress, those written so far. */
  rows: number;
  /** Size of the file; in an export in progress, of what is written so far. */
  bytes: number;
  /**
   * Link to the file that works for 24 hours without credentials and takes Range requests; each reading of the export
   * gives a new one. Null until it is completed, once the file is deleted, and in notifications.
   */
  url: string | null;
  /** The moment whose state the rows show, in Unix seconds; null until they are read. */
  as_of: number | null;
  /**
   * When the file is deleted, in Unix seconds: seven days after it was made, or when one of its calls was deleted or
   * redacted. Null where there is no file.
   */
  expires_at: number | null;
  /** When it was completed, failed or was canceled, in Unix seconds; null until then. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /** Where the notification goes. */
  webhook_url: string | null;
};

export type WebhookSecret = {
  /** Always `webhook_secret`. */
  object: 'webhook_secret';
  /** Verifies the signature of every notification of this account, by Standard Webhooks. */
  secret: string;
  /** When it was made. */
  created_at: string;
  /** After a rotation: until when notifications also carry a signature by the secret before. Otherwise null. */
  previous_expires_at: string | null;
};

export type SignedRequest = {
  /** Always `POST`. */
  method: 'POST';
  /** Where it would go. */
  url: string;
  /**
   * By lower-case name: `content-type`, `user-agent`, `webhook-id`, `webhook-timestamp` and `webhook-signature`. The
   * signature is made when it is read, so that its time is within the tolerance of receivers.
   */
  headers: { [name: string]: string };
  /** The exact text that is signed. */
  body: string;
};

export type TestWebhook = {
  /** Its `webhook-id`. */
  id: string;
  /** Always `webhook_test`. */
  object: 'webhook_test';
  /** Where it went, or would have gone. */
  url: string;
  /** True when the receiver answered with a status from 200 to 299. False with a test key: nothing is sent. */
  delivered: boolean;
  /** The status that came back; null when no answer came. */
  status_code: number | null;
  /** Milliseconds until the answer, or until it was given up. */
  duration_ms: number;
  /** Null when it was taken or not sent, otherwise one of the words of a delivery attempt. */
  error: string | null;
  /** The signed request: as it was sent, or with a test key as it would be. */
  request: SignedRequest | null;
};

export type WebhookAttempt = {
  /** When it was sent. */
  at: string;
  /** The status that came back; null when no answer came. */
  status_code: number | null;
  /** Milliseconds until the answer, or until it was given up. */
  duration_ms: number;
  /**
   * Null when it was taken. Otherwise one word: `unsuccessful_status`, `gone`, `redirect_not_followed`, `timeout`,
   * `connection`, `dns`, `tls`, `bad_response`, `bad_url` or `refused_address`.
   */
  error: string | null;
};

export type WebhookDelivery = {
  /** Its id. */
  id: string;
  /** Always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** What is told. */
  event: 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed';
  /** Where it goes. */
  url: string;
  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  endpoint_id: string | null;
  /** `suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410. */
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /** When it is due to be sent; past while it is being sent, and null once it is over or while its endpoint is paused. */
  next_attempt_at: string | null;
  /** Unix time in seconds. */
  created: number;
};

export type WebhookDeliveryWithRequest = {
  /** Its id. */
  id: string;
  /** Always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** What is told. */
  event: 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed';
  /** Where it goes. */
  url: string;
  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  endpoint_id: string | null;
  /** `suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410. */
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /** When it is due to be sent; past while it is being sent, and null once it is over or while its endpoint is paused. */
  next_attempt_at: string | null;
  /** Unix time in seconds. */
  created: number;
  /**
   * Of a `suppressed` delivery: the request that would be sent now. Null for all others, and once the analysis was
   * started again.
   */
  request: SignedRequest | null;
};

export type WebhookEndpointFilterRequest = {
  /** Your identifier of the agent: events of calls of this agent alone. */
  agent_id?: string | null;
  /** Events that tell of this scorecard alone: `evaluation.completed` and `rescore.completed`. */
  scorecard_id?: string | null;
  /**
   * Events of calls whose custom metadata has each of these values; a number or a boolean of the call is compared as
   * text. At most 10 keys.
   */
  metadata?: { [name: string]: string } | null;
};

export type WebhookEndpointFilter = {
  /** Of calls of this agent alone. */
  agent_id: string | null;
  /** Of this scorecard alone. */
  scorecard_id: string | null;
  /** Of calls whose custom metadata has each of these values. */
  metadata: { [name: string]: string } | null;
};

export type CreatedWebhookEndpoint = {
  /** Its id. */
  id: string;
  /** Always `webhook_endpoint`. */
  object: 'webhook_endpoint';
  /** Unix time in seconds. */
  created: number;
  /** It hears of events of this mode alone. False: deliveries are recorded as `suppressed` and never sent. */
  livemode: boolean;
  /** Where notifications go. */
  url: string;
  /** Your own words for it. */
  description: string | null;
  /** `*` is every event, also those that later releases add. */
  events: WebhookEndpointEvent[];
  /** Which events are sent: those that fit each member that is not null. */
  filter: WebhookEndpointFilter;
  /** `full`: `data` is the whole object. `thin`: only its `id` and `object`. */
  payload: WebhookPayload;
  /**
   * `active`: the last attempt that was noted succeeded, or none was made. `failing`: none has succeeded since
   * `failing_since`. `paused`: five days without one success; an attempt an hour tries it, and the first success
   * resumes.
   */
  health: WebhookEndpointHealth;
  /** When it last took a notification, to about a minute; null where it never has. */
  last_success_at: string | null;
  /** The word of the last failed attempt since then, as in a delivery; null where there was none. */
  last_error: string | null;
  /** The first failed attempt after the last success; null where there was none. */
  failing_since: string | null;
  /** Since when nothing but the hourly attempt is sent; null while it is not paused. */
  paused_at: string | null;
  /** While it is paused: when it is tried again. Otherwise null. */
  next_probe_at: string | null;
  /**
   * Verifies the signature of every notification to this endpoint, by Standard Webhooks. An access token can read it
   * again at `/secret`.
   */
  secret: string;
};

export type WebhookEndpoint = {
  /** Its id. */
  id: string;
  /** Always `webhook_endpoint`. */
  object: 'webhook_endpoint';
  /** Unix time in seconds. */
  created: number;
  /** It hears of events of this mode alone. False: deliveries are recorded as `suppressed` and never sent. */
  livemode: boolean;
  /** Where notifications go. */
  url: string;
  /** Your own words for it. */
  description: string | null;
  /** `*` is every event, also those that later releases add. */
  events: WebhookEndpointEvent[];
  /** Which events are sent: those that fit each member that is not null. */
  filter: WebhookEndpointFilter;
  /** `full`: `data` is the whole object. `thin`: only its `id` and `object`. */
  payload: WebhookPayload;
  /**
   * `active`: the last attempt that was noted succeeded, or none was made. `failing`: none has succeeded since
   * `failing_since`. `paused`: five days without one success; an attempt an hour tries it, and the first success
   * resumes.
   */
  health: WebhookEndpointHealth;
  /** When it last took a notification, to about a minute; null where it never has. */
  last_success_at: string | null;
  /** The word of the last failed attempt since then, as in a delivery; null where there was none. */
  last_error: string | null;
  /** The first failed attempt after the last success; null where there was none. */
  failing_since: string | null;
  /** Since when nothing but the hourly attempt is sent; null while it is not paused. */
  paused_at: string | null;
  /** While it is paused: when it is tried again. Otherwise null. */
  next_probe_at: string | null;
};

export type DeletedWebhookEndpoint = {
  /** Its id. */
  id: string;
  /** Always `webhook_endpoint`. */
  object: 'webhook_endpoint';
  /** Always true. */
  deleted: true;
};

export type WebhookEndpointDelivery = {
  /** Its id. */
  id: string;
  /** Always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Where it goes. */
  url: string;
  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  endpoint_id: string | null;
  /** `suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410. */
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /** When it is due to be sent; past while it is being sent, and null once it is over or while its endpoint is paused. */
  next_attempt_at: string | null;
  /** Unix time in seconds. */
  created: number;
  /** What is told. */
  event: WebhookEvent;
  /** The `webhook-id`: the same for every receiver of the event, and on every attempt. */
  event_id: string;
  /** The analysis that it tells of, itself or by an evaluation; null for a job over stored calls. */
  analysis_id: string | null;
};

export type WebhookRecovery = {
  /** Id of the endpoint. */
  id: string;
  /** Always `webhook_recovery`. */
  object: 'webhook_recovery';
  /** Deliveries that have failed since then are sent again. */
  since: string;
  /** How many these are. */
  deliveries: number;
};

export type SourceCredentialsRequest = {
  /** Of a user who may list and read the bucket; with `after: "tag"` also read and write tags. */
  access_key_id?: string | null;
  /** Its secret. */
  secret_access_key?: string | null;
  /**
   * A role of AWS in place of keys. The service assumes it with the `external_id` that it tells with the source, and
   * with the id of your account as session name. It must ask for the external id. Not with `endpoint`.
   */
  role_arn?: string | null;
  /**
   * Made by the service: `ca-` and the id of your account. Only in `PUT`, where the source has one that was chosen
   * before, that one may be sent again.
   */
  external_id?: string | null;
};

export type PatternNamingRequest = {
  /**
   * Held against the file's name, or, where it holds a `/`, against the key behind the prefix. `{field}` takes the
   * shortest text up to what follows it, `{*}` drops it. Fields: `agent_id`, `contact_id`, `external_id`,
   * `direction`, `language`, `output_language`, `agent_channel`, `metadata.KEY`, and `started_at` with its form in
   * date letters of Unicode (`yyyy`, `yy`, `MM`, `dd`, `HH`, `hh`, `a`, `mm`, `ss`, `SSS`, `X`, `XX`, `XXX`); other
   * letters of the form stand in quotes.
   */
  pattern: string;
  /** IANA time zone of times without an offset. Left out: UTC. */
  time_zone?: string | null;
};

export type SidecarNamingRequest = {
  /**
   * The end of the name of a JSON file beside the recording: for `.json`, `call.json` or `call.wav.json` beside
   * `call.wav`. It may come after the recording, within an hour.
   */
  sidecar: string;
  /**
   * Where each field stands in that file: a path of names and indexes, such as `$.userIds[0]`. The fields are those
   * of `pattern`; times are ISO 8601, or seconds or milliseconds since 1970.
   */
  map: { [name: string]: string };
  /** IANA time zone of times without an offset. Left out: UTC. */
  time_zone?: string | null;
};

export type MetadataNamingRequest = {
  /** The name of the metadata of the stored object, by field; without `x-amz-meta-`, in any case. */
  object_metadata: { [name: string]: string };
  /** IANA time zone of times without an offset. Left out: UTC. */
  time_zone?: string | null;
};

export type PresetNamingRequest = {
  /** The names that a contact centre gives. */
  preset: NamingPreset;
};

export type SourceCounts = {
  /** Recordings that were found. */
  seen: number;
  /** Those that became a call. */
  taken: number;
  /** Those whose `external_id` a call had already. */
  existing: number;
  /** Those that cannot become a call. */
  refused: number;
};

export type Source = {
  /** Its id. */
  id: string;
  /** Always `source`. */
  object: 'source';
  /** Unix time in seconds. */
  created: number;
  /** Its calls are of this mode. */
  livemode: boolean;
  /** Your own words for it. */
  name: string;
  /** What it is. */
  kind: SourceKind;
  /** Name of the bucket. Like all that is of a bucket, null for the kind `twilio`. */
  bucket: string | null;
  /** What each key begins with; empty for the whole bucket. */
  prefix: string | null;
  /** Region of the bucket. */
  region: string | null;
  /** Address of the store; null for AWS. */
  endpoint: string | null;
  /** What the trust policy of the role must ask for as `sts:ExternalId`; null without a role. */
  external_id: string | null;
  /** Where agent, contact and time of a call stand. */
  naming: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null;
  /** The account that records. Like the two that follow, null for the kind `s3`. */
  account_sid: string | null;
  /** The leg that the agent is on. */
  agent: TwilioLeg | null;
  /** Where the recordings of the account lie. */
  api_base: string | null;
  /** Members of a submission for what the naming does not give. */
  defaults: { [name: string]: unknown };
  /** `new`: what was not there when the source was made. `all`: everything. */
  start: SourceStart | null;
  /** How often the bucket is looked at. */
  every_seconds: number | null;
  /** `tag`: an object that was taken gets the tag `call-analysis`. */
  after: SourceAfter | null;
  /**
   * `failing`: the last look failed, and it is tried again after longer and longer, at most an hour. `paused`: by
   * you.
   */
  status: SourceStatus;
  /** The last key that was listed; null before the first. */
  cursor: string | null;
  /**
   * How long ago the oldest recording was written that waits to be taken; 0 where none does. Null before the first
   * look.
   */
  lag_seconds: number | null;
  /** What became of the recordings, as they were met. */
  counts: SourceCounts;
  /** Why the last look failed, or listed nothing; null where it did not. */
  last_error: string | null;
  /** When the bucket was last looked at; null before the first time. */
  last_polled_at: string | null;
};

export type DeletedSource = {
  /** Its id. */
  id: string;
  /** Always `source`. */
  object: 'source';
  /** Always `true`. */
  deleted: boolean;
};

export type SourceItemError = {
  /** The way to the field that is wrong; empty where none is. */
  loc: string[];
  /** What is wrong. */
  msg: string;
};

export type SourceItem = {
  /** Key of the object. Null once its call is deleted. */
  key: string | null;
  /** Of the call; null before it is known. */
  external_id: string | null;
  /** The call that it became, or that had its `external_id` before. */
  analysis_id: string | null;
  /**
   * `waiting`: for a second look of the same size, for the file beside it, for minutes, or for another try. `taken`:
   * it is a call. `existing`: a call had its `external_id`. `refused`: `error` says why.
   */
  status: SourceItemStatus;
  /** Why it is refused, waits, or has no tag. */
  error: SourceItemError | null;
  /** Size of the object. */
  size_bytes: number | null;
  /** When it was found. */
  found_at: string;
};

export type TriedRecording = {
  /** Key of the object. */
  key: string;
  /** Its size. */
  size_bytes: number;
  /** When it was last written. */
  modified_at: string;
  /** The submission that it would become; null where `error` says why not. */
  submission: { [name: string]: unknown } | null;
  /** Why it would not become a call. */
  error: SourceItemError | null;
};

export type SourceTest = {
  /** Always `source_test`. */
  object: 'source_test';
  /** The last 20 keys, the last one first. */
  items: TriedRecording[];
  /** Why the bucket could not be read to the end; null where it could. */
  error: string | null;
};

export type TimeSpan = {
  /** Unix seconds: what is later than this. */
  from: number;
  /** Unix seconds: what is not later than this. */
  to: number;
};

export type Mean = {
  /** Null where there is none to take it of. */
  mean: number | null;
  /** The 95 % confidence interval of the mean, by Student’s t. It is not cut at 0 and 100. Null where `n` is under 2. */
  ci: number[] | null;
  /** Exact: the one in the middle, or the mean of the two in the middle. */
  median: number | null;
  /** How many have a score. */
  n: number;
};

export type Rate = {
  /** 0 to 1; null where `n` is 0. */
  value: number | null;
  /** The 95 % confidence interval of the rate, by Wilson. Null where `n` is under 2. */
  ci: number[] | null;
  /** Of how many. */
  n: number;
};

export type Change = {
  /** Now less before; null where either time has no value. */
  value: number | null;
  /**
   * The 95 % confidence interval of the difference, by Welch: where 0 lies within, chance may be all there is to it.
   * Null where either `n` is under 2, and of sums, which have none.
   */
  ci: number[] | null;
};

export type CallChanges = {
  /** Of `calls`. */
  calls: Change;
  /** Of `audio_minutes`. */
  audio_minutes: Change;
  /** Of the mean. */
  compliance_score: Change;
  /** Of the mean. */
  quality_score: Change;
  /** Of the rate. */
  pass_rate: Change;
};

export type CallRow = {
  /** Completed calls. */
  calls: number;
  /** How long they lasted together. */
  audio_minutes: number;
  /** Of the calls that have one. */
  compliance_score: Mean;
  /** Of the calls that have one. */
  quality_score: Mean;
  /** Of the evaluations of these calls: `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** How often each rule was broken; without those that a person dismissed, and without rules that were not broken. */
  violations: { [name: string]: number };
  /** Findings without a verdict. */
  not_assessable: number;
  /** Calls with a flagged finding or violation. */
  flagged: number;
  /** Calls that a person has reviewed. */
  reviewed: number;
  /** Calls in which a person changed a verdict. */
  overruled: number;
  /**
   * A mean or a rate of the row rests on fewer than 10: too few to rank by. Rows are therefore in the order of their
   * keys.
   */
  low_n: boolean;
  /** With `compare=previous` alone. */
  change?: CallChanges;
  /**
   * What the row is of, by the name of the grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`.
   * Null: of calls that have none.
   */
  key: { [name: string]: string | null };
};

export type CallFigures = {
  /** Completed calls. */
  calls: number;
  /** How long they lasted together. */
  audio_minutes: number;
  /** Of the calls that have one. */
  compliance_score: Mean;
  /** Of the calls that have one. */
  quality_score: Mean;
  /** Of the evaluations of these calls: `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** How often each rule was broken; without those that a person dismissed, and without rules that were not broken. */
  violations: { [name: string]: number };
  /** Findings without a verdict. */
  not_assessable: number;
  /** Calls with a flagged finding or violation. */
  flagged: number;
  /** Calls that a person has reviewed. */
  reviewed: number;
  /** Calls in which a person changed a verdict. */
  overruled: number;
  /**
   * A mean or a rate of the row rests on fewer than 10: too few to rank by. Rows are therefore in the order of their
   * keys.
   */
  low_n: boolean;
  /** With `compare=previous` alone. */
  change?: CallChanges;
};

export type CallStatistics = {
  /** What this is. */
  object: 'statistics';
  /** As it was asked for; empty for one row. */
  group_by: string[];
  /** Where days, weeks and months begin. */
  timezone: string;
  /** Unix seconds: the calls are later than this, as with `created_after`. */
  from: number;
  /** Unix seconds: the calls are not later than this, as with `created_before`. */
  to: number;
  /** What `change` compares with; with `compare=previous` alone. */
  previous?: TimeSpan;
  /** Unix seconds: everything that was stored by then is counted. At most 30 seconds ago. */
  as_of: number;
  /** What the figures are of. */
  of: 'calls';
  /**
   * In the order of their keys, null last. Days, weeks and months in which nothing was are rows too: all of the time
   * asked for, and all of each agent, say, who is in any.
   */
  rows: CallRow[];
  /** Of everything that was asked for, each once. */
  totals: CallFigures;
};

export type EvaluationChanges = {
  /** Of `evaluations`. */
  evaluations: Change;
  /** Of the mean. */
  score: Change;
  /** Of the rate. */
  pass_rate: Change;
};

export type EvaluationRow = {
  /** Completed evaluations. */
  evaluations: number;
  /** Of the evaluations that have one. */
  score: Mean;
  /** `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** Mean, 0 to 1: how much of the applicable form was judged. Null where there is no evaluation. */
  coverage: number | null;
  /** How many have each outcome. */
  outcomes?: { passed: number; failed: number; auto_failed: number; needs_review: number; not_assessable: number };
  /** Evaluations of which a person has answered a question. */
  reviewed: number;
  /** Evaluations whose score or outcome a person has changed. */
  overruled: number;
  /**
   * A mean or a rate of the row rests on fewer than 10: too few to rank by. Rows are therefore in the order of their
   * keys.
   */
  low_n: boolean;
  /** With `compare=previous` alone. */
  change?: EvaluationChanges;
  /**
   * What the row is of, by the name of the grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`.
   * Null: of calls that have none. Scorecards by their ids.
   */
  key: { [name: string]: string | null };
};

export type EvaluationFigures = {
  /** Completed evaluations. */
  evaluations: number;
  /** Of the evaluations that have one. */
  score: Mean;
  /** `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** Mean, 0 to 1: how much of the applicable form was judged. Null where there is no evaluation. */
  coverage: number | null;
  /** How many have each outcome. */
  outcomes?: { passed: number; failed: number; auto_failed: number; needs_review: number; not_assessable: number };
  /** Evaluations of which a person has answered a question. */
  reviewed: number;
  /** Evaluations whose score or outcome a person has changed. */
  overruled: number;
  /**
   * A mean or a rate of the row rests on fewer than 10: too few to rank by. Rows are therefore in the order of their
   * keys.
   */
  low_n: boolean;
  /** With `compare=previous` alone. */
  change?: EvaluationChanges;
};

export type EvaluationStatistics = {
  /** What this is. */
  object: 'statistics';
  /** As it was asked for; empty for one row. */
  group_by: string[];
  /** Where days, weeks and months begin. */
  timezone: string;
  /** Unix seconds: the calls are later than this, as with `created_after`. */
  from: number;
  /** Unix seconds: the calls are not later than this, as with `created_before`. */
  to: number;
  /** What `change` compares with; with `compare=previous` alone. */
  previous?: TimeSpan;
  /** Unix seconds: everything that was stored by then is counted. At most 30 seconds ago. */
  as_of: number;
  /** What the figures are of. */
  of: 'evaluations';
  /**
   * In the order of their keys, null last. Days, weeks and months in which nothing was are rows too: all of the time
   * asked for, and all of each agent, say, who is in any.
   */
  rows: EvaluationRow[];
  /** Of everything that was asked for, each once. */
  totals: EvaluationFigures;
};

export type AnswerCount = {
  /** Key of the answer. */
  answer: string;
  /** How often it was given. */
  count: number;
  /** Of the evaluations in which the question was answered. */
  share: Rate;
  /** Of the share; with `compare=previous` alone. */
  change?: Change;
};

export type AnswerRow = {
  /** Questions with an answer that counts. */
  answered: number;
  /** Questions that did not apply. */
  na: number;
  /** Questions that could not be assessed. */
  not_assessable: number;
  /** Questions that wait for a person. */
  awaiting_human: number;
  /** Questions whose condition was not met. */
  skipped: number;
  /** Each answer that was given, by its key. */
  answers: AnswerCount[];
  /**
   * A mean or a rate of the row rests on fewer than 10: too few to rank by. Rows are therefore in the order of their
   * keys.
   */
  low_n: boolean;
  /**
   * What the row is of, by the name of the grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`.
   * Null: of calls that have none. Each row is of one question: `scorecard` (its id) and `question` are always there.
   */
  key: { [name: string]: string | null };
};

export type AnswerTotals = {
  /** Questions with an answer that counts. */
  answered: number;
  /** Questions that did not apply. */
  na: number;
  /** Questions that could not be assessed. */
  not_assessable: number;
  /** Questions that wait for a person. */
  awaiting_human: number;
  /** Questions whose condition was not met. */
  skipped: number;
};

export type AnswerStatistics = {
  /** What this is. */
  object: 'statistics';
  /** As it was asked for; empty for one row. */
  group_by: string[];
  /** Where days, weeks and months begin. */
  timezone: string;
  /** Unix seconds: the calls are later than this, as with `created_after`. */
  from: number;
  /** Unix seconds: the calls are not later than this, as with `created_before`. */
  to: number;
  /** What `change` compares with; with `compare=previous` alone. */
  previous?: TimeSpan;
  /** Unix seconds: everything that was stored by then is counted. At most 30 seconds ago. */
  as_of: number;
  /** What the figures are of. */
  of: 'answers';
  /**
   * One for each question that was asked. In the order of their keys, null last. Days, weeks and months in which
   * nothing was are rows too: all of the time asked for, and all of each agent, say, who is in any.
   */
  rows: AnswerRow[];
  /** Of everything that was asked for, each once. */
  totals: AnswerTotals;
};

export type CallsStatus = {
  /** Calls that a worker works on. */
  in_progress: number;
  /** Accepted calls that no worker works on. With those in progress, 10,000 are counted at most. */
  waiting: number;
  /** When the call that waits longest was accepted, Unix seconds; null while none waits. */
  waiting_since: number | null;
  /**
   * Why that call waits. `engine_paused`: `engines` says which. `retry`: its last run failed, and it is tried again.
   * `busy`: workers work on other calls. `no_worker`: it has been due for more than a minute, and no worker works on
   * any call. `queued`: it has just come. Null while none waits.
   */
  reason: CallWaitReason | null;
};

export type EngineStatus = {
  /** What it does. */
  engine: EngineTask;
  /** Why nothing is sent to it; null while it works. */
  reason: EngineTrouble | null;
  /** Since when, Unix seconds; null while it works. */
  paused_since: number | null;
};

export type Retention = {
  /** Days after the end of the processing after which recordings are deleted; null: they are kept. */
  recordings_days: number | null;
  /** The same of calls with all that belongs to them. */
  analyses_days: number | null;
  /** The same of calls of test mode. */
  test_days: number | null;
};

export type AccountStatus = {
  /** Always `account_status`. */
  object: 'account_status';
  /** Calls of the account. */
  calls: CallsStatus;
  /** Batches that wait for the next period or another plan, because the minutes are used up. */
  batches_waiting_for_quota: number;
  /** The engines, which serve all accounts. */
  engines: EngineStatus[];
  /** How long the service keeps data. The operator sets it. */
  retention: Retention;
};

export type ValidationItem = {
  /** What kind of fault, for a program. */
  type: string;
  /** Where: `body`, `query`, `path` or `header`, then the way to the field. */
  loc: string[];
  /** What is wrong, for a person. */
  msg: string;
  /** What was given, of any type; left out where it could repeat a secret. */
  input?: string | number | boolean | null;
};

export type NotifiedAudio = {
  /** Size of the file. */
  size_bytes: number | null;
  /** The same number under its other name. */
  file_size: number | null;
  /** What the bytes are, whatever the file was called. */
  format: AudioFormat | null;
  /** Decoded duration; null until it is known. */
  duration_seconds: number | null;
  /** Channels of the recording. */
  channels: number | null;
  /**
   * True when sound that the file promises is missing or could not be decoded: what could be decoded was used, and
   * only that is billed. Null until it is known.
   */
  damaged: boolean | null;
  /**
   * Audio tracks of the recording. Two of one channel each are heard as channels 0 and 1; of any others only the
   * default track, else the first, is heard. Null until it is known.
   */
  tracks: number | null;
};

export type NotifiedCompletedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** What is masked in it. */
  redaction: Redaction;
  /** How it ended. */
  status: 'completed';
  /** The call. */
  call: CompletedCall;
  /** Who said what. */
  transcript: Transcript;
  /** What was found. */
  results: Results;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: CompletedMetadata;
};

export type AnalysisCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'analysis.completed';
  /** The analysis. */
  data: NotifiedCompletedAnalysis;
};

export type Call = {
  /** Your own identifier of the agent. */
  agent_id: string;
  /** Your own identifier of the customer. */
  contact_id: string;
  /** Your own name of the recording, as you gave it. An account has one call of a name in each mode. */
  external_id: string | null;
  /** Your `call_started_at` in UTC; null when you gave none. */
  started_at: string | null;
  /** Who called, as you gave it: the customer (`inbound`) or the agent (`outbound`). */
  direction: CallDirection | null;
  /** Decoded duration; null until it is known. */
  duration_ms: number | null;
  /** The same in seconds. */
  duration_seconds: number | null;
  /** Null until completed. */
  metrics: CallMetrics | null;
};

export type FailedMetadata = {
  /** Where the notification goes: as you gave it, characters beyond ASCII in punycode and percent-encoded. */
  webhook_url: string | null;
  /** Events that are notified. */
  webhook_events: string[];
  /** From acceptance to the final state. */
  processing_time_ms: number | null;
  /**
   * True when the analysis failed and its recording is still stored, can be fetched from its URL, or is of the
   * sandbox: `POST /analysis/{id}/retry` starts it again. True too when it is completed, and its `not_judged_reason`
   * is `too_long_for_model` or `unusable_answer`: the same judges it again.
   */
  retryable: boolean;
  /** Version of this object. */
  version: string;
  /** Null until completed. */
  completed_at: null;
  /** Why it failed, for a person. */
  error_message: string;
  /**
   * Why it failed, as a word to branch on. A code keeps its meaning; more may come, so treat one that you do not know
   * as `not_processable`.
   */
  error_code: ErrorCode;
  /** Null until completed. */
  engine: null;
} & { [name: string]: unknown };

export type NotifiedFailedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** What is masked in it. */
  redaction: Redaction;
  /** How it ended; `metadata.error_message` says why, and `metadata.error_code` in a word. */
  status: 'failed';
  /** The call. */
  call: Call;
  /** A failed analysis has none. */
  transcript: null;
  /** A failed analysis has none. */
  results: null;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: FailedMetadata;
};

export type AnalysisFailedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'analysis.failed';
  /** The analysis. */
  data: NotifiedFailedAnalysis;
};

export type NotifiedReviewedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** What is masked in it. */
  redaction: Redaction;
  /** How it ended. */
  status: 'completed';
  /** The call. */
  call: CompletedCall;
  /** Who said what. */
  transcript: Transcript;
  /** What was found. */
  results: Results;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: CompletedMetadata;
  /** The review, as it was written. */
  review: Review;
};

export type AnalysisReviewedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'analysis.reviewed';
  /** The analysis as it is now, and the review. */
  data: NotifiedReviewedAnalysis;
};

export type NotifiedCorrectedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** What is masked in it. */
  redaction: Redaction;
  /** How it ended. */
  status: 'completed';
  /** The call. */
  call: CompletedCall;
  /** Who said what. */
  transcript: Transcript;
  /** What was found. */
  results: Results;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: CompletedMetadata;
  /** The correction, completed. */
  correction: Correction;
};

export type AnalysisCorrectedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'analysis.corrected';
  /** The analysis as it is now, and the correction. */
  data: NotifiedCorrectedAnalysis;
};

export type AnalysisRedactedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'analysis.redacted';
  /** The analysis as it is now. */
  data: NotifiedCompletedAnalysis;
};

export type EvaluationCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'evaluation.completed';
  /** The evaluation. */
  data: Evaluation;
};

export type RescoreCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'rescore.completed';
  /** The job. */
  data: Rescore;
};

export type RedactionCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'redaction.completed';
  /** The job. */
  data: RedactionJob;
};

export type ExportCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'export.completed';
  /** The export, completed or failed, without a link to the file. */
  data: Export;
};

export type BatchCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'batch.completed';
  /** The batch, completed or failed. */
  data: Batch;
};

export type BatchWaitingEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** What happened. */
  event: 'batch.waiting';
  /** The batch, which waits. */
  data: Batch;
};

export type Progress = {
  /** The step it is at. */
  stage: AnalysisStage;
  /** Of the whole way. */
  percent: number;
};

export type AnalysisMetadata = {
  /** Where the notification goes: as you gave it, characters beyond ASCII in punycode and percent-encoded. */
  webhook_url: string | null;
  /** Events that are notified. */
  webhook_events: string[];
  /** Null until completed. */
  completed_at: string | null;
  /** From acceptance to the final state. */
  processing_time_ms: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /**
   * Why it failed, as a word to branch on; null otherwise. A code keeps its meaning; more may come, so treat one that
   * you do not know as `not_processable`.
   */
  error_code: ErrorCode | null;
  /**
   * True when the analysis failed and its recording is still stored, can be fetched from its URL, or is of the
   * sandbox: `POST /analysis/{id}/retry` starts it again. True too when it is completed, and its `not_judged_reason`
   * is `too_long_for_model` or `unusable_answer`: the same judges it again.
   */
  retryable: boolean;
  /** Version of this object. */
  version: string;
  /** What produced the result; null until completed. */
  engine: Engine | null;
} & { [name: string]: unknown };

export type ProcessingAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is not final. */
  status: 'processing';
  /** How far it is. */
  progress: Progress;
  /** The call. */
  call: Call;
  /** Null until completed. */
  results: null;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: AnalysisMetadata;
  /** Only a completed analysis has one. */
  transcript: null;
};

export type CompletedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is final. */
  status: 'completed';
  /** It is at its end. */
  progress: null;
  /** The call. */
  call: CompletedCall;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: CompletedMetadata;
  /** Who said what. */
  transcript: Transcript;
  /** What was found. */
  results: Results;
};

export type FailedAnalysis = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is final, unless you start it again. `metadata.error_message` says why, `metadata.error_code` in a word. */
  status: 'failed';
  /** It is at its end. */
  progress: null;
  /** The call. */
  call: Call;
  /** A failed analysis has none. */
  results: null;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: FailedMetadata;
  /** Only a completed analysis has one. */
  transcript: null;
};

export type ProcessingAnalysisSummary = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Tells it from a whole analysis. */
  view: 'summary';
  /** A summary has none. */
  transcript: null;
  /** It is not final. */
  status: 'processing';
  /** How far it is. */
  progress: Progress;
  /** The call. */
  call: Call;
  /** Null until completed. */
  results: null;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: AnalysisMetadata;
};

export type PerformedSummary = {
  /** True when a person should look. */
  flagged: boolean;
  /** False when the call does not allow a judgement. */
  assessable: boolean;
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the agent did it. */
  performed: boolean;
};

export type ComplianceSummary = {
  /** The agent checked who was calling. */
  identity_verification: PerformedSummary;
  /** The agent protected the customer’s data. */
  privacy_protection: PerformedSummary;
  /** The agent made the required disclosures. */
  mandatory_disclosures: PerformedSummary;
  /** The agent said what the call is for. */
  purpose_declaration: PerformedSummary;
  /** How many violations were found, without those that a person dismissed. */
  violations_count: number;
  /** 0 to 100; null with a `coverage` under 0.4. */
  score: number | null;
  /**
   * How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses
   * that an earlier release completed.
   */
  coverage?: number;
};

export type ResolvedSummary = {
  /** True when a person should look. */
  flagged: boolean;
  /** False when the call does not allow a judgement. */
  assessable: boolean;
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether the customer's matter was settled. */
  resolved: boolean;
};

export type PresentSummary = {
  /** True when a person should look. */
  flagged: boolean;
  /** False when the call does not allow a judgement. */
  assessable: boolean;
  /**
   * Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier
   * release completed and that no person has reviewed.
   */
  source?: VerdictSource;
  /** Whether it was there. */
  present: boolean;
};

export type QualitySummary = {
  /** How the parties felt. */
  sentiment_analysis: SentimentAnalysis;
  /** Whether the customer's matter was settled. */
  call_resolution: ResolvedSummary;
  /** The agent greeted the customer. */
  greeting: PresentSummary;
  /** The agent showed understanding. */
  empathetic_language: PresentSummary;
  /** The agent stayed courteous and to the point. Not assessable in an analysis from before this was judged. */
  professionalism: PresentSummary;
  /** 0 to 100; null with a `coverage` under 0.5, or where `call_resolution` is not assessable. */
  overall_score: number | null;
  /**
   * How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses
   * that an earlier release completed.
   */
  coverage?: number;
};

export type CoachingSummary = {
  /** 1 (easy) to 5 (hard); null when it cannot be told. */
  customer_effort_score: number | null;
};

export type ResultsSummary = {
  /**
   * Only a conversation is judged. Of a voicemail, and of a wrong number, an announcement or a call in which one
   * party never answers (`no_conversation`), no finding is assessable, and the summary says why. Left out of analyses
   * that an earlier release completed.
   */
  call_kind?: CallKind;
  /**
   * Why the language model did not judge the call: it declined to (`model_declined`), the transcript or the answer
   * does not fit into it (`too_long_for_model`), or no answer was of the shape that was asked for
   * (`unusable_answer`). The call is completed and billed, with its transcript and metrics; no finding is assessable,
   * the scores are null, and the summary says why. Null otherwise. Left out of analyses that an earlier release
   * completed.
   */
  not_judged_reason?: NotJudgedReason | null;
  /** Regulatory adherence. */
  compliance: ComplianceSummary;
  /** Professionalism and outcome. */
  quality: QualitySummary;
  /** How hard the call was for the customer. */
  coaching: CoachingSummary;
  /** Somebody on the call spoke to the analyst; it moved no score. */
  manipulation_suspected: boolean;
};

export type CompletedAnalysisSummary = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Tells it from a whole analysis. */
  view: 'summary';
  /** A summary has none. */
  transcript: null;
  /** It is final. */
  status: 'completed';
  /** It is at its end. */
  progress: null;
  /** The call. */
  call: CompletedCall;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: CompletedMetadata;
  /** What was found, as scores and flags. */
  results: ResultsSummary;
};

export type FailedAnalysisSummary = {
  /** Its id. */
  id: string;
  /** What it is. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** What is masked in it. */
  redaction: Redaction;
  /** Where something is masked, never what. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Tells it from a whole analysis. */
  view: 'summary';
  /** A summary has none. */
  transcript: null;
  /** It is final, unless you start it again. `metadata.error_message` says why, `metadata.error_code` in a word. */
  status: 'failed';
  /** It is at its end. */
  progress: null;
  /** The call. */
  call: Call;
  /** A failed analysis has none. */
  results: null;
  /**
   * The service's own members, and beside them your custom keys as you gave them: no custom key has the name of one
   * of these.
   */
  metadata: FailedMetadata;
};

export type ProgressStreamEvent = {
  /** Grows from event to event; a client that reconnects sends the last one. */
  id: string;
  /** What happened. */
  event: 'progress';
  data: Progress;
};

export type CompletedStreamEvent = {
  /** Grows from event to event; a client that reconnects sends the last one. */
  id: string;
  /** What happened. */
  event: 'completed';
  data: CompletedAnalysis;
};

export type FailedStreamEvent = {
  /** Grows from event to event; a client that reconnects sends the last one. */
  id: string;
  /** What happened. */
  event: 'failed';
  data: FailedAnalysis;
};

export type FormSection = {
  /** Unique among the sections. */
  key: string;
  /** As a person reads it. */
  title: string;
  /** The share in the score. */
  weight: number;
  /** At most 100 in the whole form. */
  questions: FormQuestion[];
};

export type FormQuestion = {
  /** Unique within the form. */
  key: string;
  /** The question. */
  text: string;
  /** What each answer means, for a language model and for people. */
  guidance: string | null;
  /** Who must have said what proves an answer. Null: either party. */
  speaker: TalkingParty | null;
  /** The share in the section. With 0 the question is a tag, and counts in no score. */
  weight: number;
  /** Where the quotation must begin. Null: anywhere in the call. */
  within: QuoteWindow | null;
  /** The answers to choose from. */
  answers: FormAnswer[];
  /** Whether `na`, not applicable, is an answer too. */
  na: boolean;
  /** The question applies only with these answers to an earlier one; else it is `skipped`. Null: always. */
  applies_if: QuestionCondition | null;
  /** What answers the question. */
  judge: QuestionJudge;
  /** `suggest`: the answer is shown and does not count until a person confirms it. */
  automation: AnswerAutomation;
};

export type FormAnswer = {
  /** Unique within the question. `na` is reserved. */
  key: string;
  /** As a person reads it. */
  label: string;
  /** What the answer is worth; the best answer of the question stands for the whole weight. */
  points: number;
  /** The answer stands only with a quotation of `speaker` inside `within` that was found in the transcript. */
  needs_quote: boolean;
  /** The answer ends the evaluation as `auto_failed`, if it is proved. */
  auto_fail: boolean;
};

export type QuoteWindow = {
  /** Which end of the call the seconds count from. */
  from: WindowEdge;
  /** The quoted words must begin within so many seconds of it. */
  seconds: number;
};

export type QuestionCondition = {
  /** Key of a question that stands earlier. */
  question: string;
  /** The answers of it with which this question applies. */
  in: string[];
};

export type MetricBand = {
  /** Values below this one, and not below the band before. Only the last band may leave it out. */
  below: number | null;
  /** The answer for these values. */
  answer: string;
};

export type ModelJudge = {
  /** A language model answers. */
  kind: 'model';
};

export type PhrasesJudge = {
  /** Patterns are sought in what `speaker` says. */
  kind: 'phrases';
  /** Patterns: a match of one of them gives `answer`. */
  any: string[];
  /** Patterns: a match in the same sentence undoes a match of `any`. */
  none: string[];
  /** The answer where a pattern matches. */
  answer: string;
  /** The answer where none does; `na` where the question takes it. */
  otherwise: string;
};

export type MetricJudge = {
  /** A talk metric of the call answers. */
  kind: 'metric';
  /** A member of `call.metrics`. */
  metric: CallMetric;
  /** In ascending order of `below`. A value that no band holds cannot be assessed. */
  bands: MetricBand[];
};

export type FindingJudge = {
  /** A built-in finding of the analysis answers. */
  kind: 'finding';
  /** A finding, or the rule of a violation or an observation. */
  finding: string;
  /** The answer where the finding is true, or the rule was observed. */
  answer: string;
  /** The answer where it is not; `na` where the question takes it. */
  otherwise: string;
};

export type HumanJudge = {
  /** The question awaits a person. */
  kind: 'human';
};

export type AnalysisInclude = 'words' | 'redactions' | 'words,redactions';

export type AnalysisStage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

export type AnalysisStatus = 'processing' | 'completed' | 'failed';

export type AnalysisView = 'full' | 'summary';

export type AnswerAutomation = 'score' | 'suggest';

export type AnswerState = 'answered' | 'na' | 'not_assessable' | 'awaiting_human' | 'skipped';

export type ApiKeyMode = 'live' | 'test';

export type AudioFormat = 'flac' | 'mp3' | 'mp4' | 'm4a' | 'ogg' | 'wav' | 'webm';

export type AudioRendition = 'as_stored' | 'play';

export type AudioVariant = 'current' | 'original';

export type BatchItemStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'existing' | 'refused' | 'canceled';

export type BatchOnQuota = 'wait' | 'fail';

export type BatchStatus = 'reading' | 'processing' | 'waiting_for_quota' | 'completed' | 'canceled' | 'failed';

export type CallDirection = 'inbound' | 'outbound';

export type CallKind = 'conversation' | 'voicemail' | 'no_conversation';

export type CallMetric = 'agent_talk_seconds' | 'customer_talk_seconds' | 'silence_seconds' | 'overtalk_seconds' |
  'interruptions' | 'agent_words_per_minute' | 'customer_words_per_minute' | 'talk_ratio' | 'paused_seconds';

export type CallWaitReason = 'engine_paused' | 'retry' | 'busy' | 'no_worker' | 'queued';

export type CitationVerification = 'verified' | 'repaired';

export type Collection = 'none' | 'stripe';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'suppressed';

export type DiarizationMethod = 'channel' | 'model' | 'content' | 'none';

export type EngineGrade = 'production' | 'local' | 'demo';

export type EngineTask = 'transcription' | 'analysis';

export type EngineTrouble = 'away' | 'busy' | 'failing' | 'slow' | 'quota' | 'credentials' | 'model';

export type ErrorCode = 'not_audio' | 'too_long' | 'too_large' | 'url_unreachable' | 'url_refused' | 'quota_exceeded'
  | 'provider_refused' | 'provider_failed' | 'language_unsupported' | 'not_processable';

export type EvaluationErrorCode = 'not_audio' | 'too_long' | 'too_large' | 'url_unreachable' | 'url_refused' |
  'quota_exceeded' | 'provider_refused' | 'provider_failed' | 'language_unsupported' | 'not_processable' |
  'evaluation_limit';

export type EvaluationOutcome = 'passed' | 'failed' | 'auto_failed' | 'needs_review' | 'not_assessable';

export type ExcelLocale = 'en' | 'de';

export type ExportColumn = 'id' | 'created' | 'livemode' | 'status' | 'agent_id' | 'contact_id' | 'started_at' |
  'direction' | 'duration_seconds' | 'language' | 'compliance_score' | 'quality_score' | 'customer_effort_score' |
  'customer_sentiment' | 'flagged' | 'violations' | 'reviewed' | 'summary' | 'metadata' | 'external_id' | 'analysis_id'
  | 'scorecard_id' | 'scorecard' | 'revision' | 'outcome' | 'score' | 'coverage' | 'section' | 'question' | 'state' |
  'answer' | 'points' | 'confidence' | 'source' | 'quote' | 'segment_id' | 'speaker' | 'start' | 'end' | 'text' |
  'reviewer_id' | 'via' | 'finding_or_question' | 'system_answer' | 'note';

export type ExportFileFormat = 'csv' | 'jsonl' | 'parquet';

export type ExportFormat = 'txt' | 'srt' | 'vtt';

export type ExportStatus = 'processing' | 'completed' | 'failed' | 'canceled';

export type ExportedRows = 'analyses' | 'evaluations' | 'answers' | 'segments' | 'reviews';

export type FindingAnswer = 'yes' | 'no' | 'not_assessable' | 'withdraw';

export type FindingPath = 'compliance.identity_verification' | 'compliance.privacy_protection' |
  'compliance.mandatory_disclosures' | 'compliance.purpose_declaration' | 'quality.call_resolution' | 'quality.greeting'
  | 'quality.empathetic_language' | 'quality.professionalism';

export type HearingBasis = 'engine' | 'signal';

export type HearingReason = 'no_speech' | 'role_unknown' | 'not_known' | 'low_confidence' | 'noisy' | 'narrow_band' |
  'clipped' | 'words_missing';

export type JudgeKind = 'model' | 'phrases' | 'metric' | 'finding' | 'human';

export type ManifestFormat = 'jsonl' | 'csv';

export type NamingPreset = 'amazon_connect' | 'genesys';

export type NotAssessableReason = 'no_language_model' | 'scenario' | 'model_declined' | 'too_long_for_model' |
  'unusable_answer' | 'no_answer' | 'no_quotation' | 'other_language' | 'no_conversation' | 'not_heard' |
  'roles_unknown' | 'finding_not_assessable' | 'leakage' | 'no_band' | 'too_costly';

export type NotJudgedReason = 'model_declined' | 'too_long_for_model' | 'unusable_answer';

export type ObservationCategory = 'customer_signal' | 'agent_practice' | 'agent_conduct';

export type OriginalHandling = 'delete' | 'keep';

export type OriginalRecording = 'kept' | 'deleted';

export type PaidPlan = 'starter' | 'growth';

export type Plan = 'free' | 'starter' | 'growth';

export type Redact = 'off' | 'pci' | 'pii' | 'card_number' | 'card_security_code' | 'card_expiry' | 'bank_account' |
  'national_id' | 'health_id' | 'date_of_birth' | 'phone_number' | 'email' | 'password_or_pin' | 'person_name' |
  'postal_address';

export type RedactedAudio = 'original' | 'redacted' | 'withheld';

export type RedactionCountry = 'US' | 'GB' | 'DE';

export type RescoreStatus = 'processing' | 'completed' | 'canceled' | 'failed' | 'dry_run';

export type RedactionBasis = 'pattern' | 'asked_for' | 'model' | 'keys' | 'custom';

export type RedactionLimit = 'names_by_cues' | 'unknown_language';

export type RedactionMode = 'off' | 'text' | 'text_and_audio';

export type RedactionPreset = 'pci' | 'pii';

export type RedactionReplacement = 'label' | 'mask';

export type RedactionSound = 'tone' | 'silence';

export type RedactionStatus = 'none' | 'processing' | 'applied' | 'withheld';

export type RedactionType = 'card_number' | 'card_security_code' | 'card_expiry' | 'bank_account' | 'national_id' |
  'health_id' | 'date_of_birth' | 'phone_number' | 'email' | 'password_or_pin' | 'person_name' | 'postal_address';

export type ReportAudio = 'link' | 'embedded';

export type ReviewLinkAct = 'read' | 'review' | 'correct';

export type ReviewQueueOrder = 'worth' | 'severity';

export type ReviewReason = 'needs_review' | 'awaiting_human' | 'violation' | 'flagged' | 'roles_unclear' | 'withheld';

export type ReviewVia = 'api_key' | 'token' | 'review_link';

export type RevisionStatus = 'draft' | 'published';

export type Scenario = 'good_call' | 'bad_call' | 'mono_unclear_roles' | 'no_speech' | 'not_assessable' | 'long_call'
  | 'card_read_out' | 'keys_pressed' | 'slow' | 'fails_unreadable' | 'fails_provider' | 'quota_exceeded' |
  'overage_exceeded' | 'storage_failed' | 'rate_limited';

export type Scope = 'analysis:read' | 'analysis:write' | 'billing:read' | 'evaluations:write' | 'reviews:write' |
  'settings:write' | 'recordings:original';

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed';

export type SourceAfter = 'leave' | 'tag';

export type SourceItemStatus = 'waiting' | 'taken' | 'existing' | 'refused';

export type SourceKind = 's3' | 'twilio';

export type SourceStart = 'new' | 'all';

export type SourceStatus = 'active' | 'paused' | 'failing';

export type StatisticsSubject = 'calls' | 'evaluations' | 'answers';

export type StatisticsTime = 'created' | 'call';

export type SubscriptionStatus = 'active' | 'incomplete' | 'past_due' | 'canceled';

export type TalkingParty = 'agent' | 'customer';

export type TwilioLeg = 'child' | 'parent';

export type UsageKind = 'included' | 'overage';

export type UsageView = 'periods' | 'records';

export type VerdictSource = 'system' | 'human';

export type WebhookEndpointEvent = '*' | 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' |
  'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed' | 'rescore.completed' | 'redaction.completed' |
  'export.completed' | 'batch.completed' | 'batch.waiting';

export type WebhookEndpointHealth = 'active' | 'failing' | 'paused';

export type WebhookEvent = 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' |
  'analysis.redacted' | 'evaluation.completed' | 'rescore.completed' | 'redaction.completed' | 'export.completed' |
  'batch.completed' | 'batch.waiting';

export type WebhookPayload = 'full' | 'thin';

export type WindowEdge = 'start' | 'end';

/** An analysis; `status` tells its states apart. */
export type Analysis = ProcessingAnalysis | CompletedAnalysis | FailedAnalysis;

/** An analysis as `view=summary` gives it; `status` tells its states apart. */
export type AnalysisSummary = ProcessingAnalysisSummary | CompletedAnalysisSummary | FailedAnalysisSummary;

/** One event of the stream; `event` tells what its data is. */
export type AnalysisStreamEvent = ProgressStreamEvent | CompletedStreamEvent | FailedStreamEvent;

/** What answers a question; `kind` tells them apart. */
export type QuestionJudgeRequest = ModelJudgeRequest | PhrasesJudgeRequest | MetricJudgeRequest | FindingJudgeRequest
  | HumanJudgeRequest;

/** What answers a question; `kind` tells them apart. */
export type QuestionJudge = ModelJudge | PhrasesJudge | MetricJudge | FindingJudge | HumanJudge;

/** What a webhook carries. */
export type WebhookNotification = AnalysisCompletedEvent | AnalysisFailedEvent | AnalysisReviewedEvent |
  AnalysisCorrectedEvent | AnalysisRedactedEvent | EvaluationCompletedEvent | RescoreCompletedEvent |
  RedactionCompletedEvent | ExportCompletedEvent | BatchCompletedEvent | BatchWaitingEvent;

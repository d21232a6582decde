// Generated from openapi.json by `npm run clients:generate`: change it there.

export type OwnMember = {
  /** Identifier of the member. */
  id: string;
  /** Role of the member. */
  role: MemberRole;
  /** The name that others see; null where none is given. */
  name: string | null;
  /** The `agent_id` of the member's own calls, or null. */
  agent_id: string | null;
  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  teams: string[];
  /** Whether the member may play original recordings that were replaced by masked ones. Never true for an agent. */
  recordings_original: boolean;
};

export type OwnAccount = {
  /** Identifier of the account. */
  id: string;
  /** Email address of the account’s owner. */
  email: string;
};

export type User = {
  /** Identifier of the account. */
  id: string;
  /** Always `user`. */
  object: 'user';
  /** When the account was registered, Unix seconds. */
  created: number;
  /** Email address with which the caller logs in. */
  email: string;
  /** True once the link in the verification mail was used. */
  email_verified: boolean;
  /** A new address that waits to be verified; null when there is none. */
  pending_email: string | null;
  /**
   * Whether this person has a password. False for one who only signs in through the company’s identity provider:
   * email and password cannot be changed here then.
   */
  has_password: boolean;
  /** E.164, or null. */
  phone_number: string | null;
  /** ISO 639-1: the `output_language` of calls that name none; null for the language of each call. */
  output_language: string | null;
  /** The `agent_channel` of calls that name none; null: detected from what is said. */
  agent_channel: number | null;
  /** Always true: an account belongs to both modes. */
  livemode: boolean;
  /** The client's own data, returned unchanged. */
  metadata: { [name: string]: unknown };
  /** The caller; for an API key the member who made it, null for a key of the account itself. */
  member: OwnMember | null;
  /** The account. */
  account: OwnAccount;
};

export type Message = {
  /** Next step. */
  message: string;
};

export type TokenPair = {
  /** Goes into `Authorization: Bearer …`. */
  access_token: string;
  /** Always `bearer`. */
  token_type: 'bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
  /** Valid for seven days, for POST /auth/refresh only. POST /auth/logout ends it. */
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

export type Member = {
  /** Identifier of the member. */
  id: string;
  /** Always `member`. */
  object: 'member';
  /** Since when, Unix seconds. */
  created: number;
  /** Email address with which the member logs in. */
  email: string;
  /** The name that others see, or null. */
  name: string | null;
  /** Role of the member. */
  role: MemberRole;
  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  teams: string[];
  /** The `agent_id` of the member's own calls, or null. */
  agent_id: string | null;
  /** `invited`: has not accepted yet; the id stays the same. `disabled`: every request is refused. */
  status: MemberStatus;
  /** Last log-in, Unix seconds; null before the first. */
  last_login_at: number | null;
  /** How the member signs in: with a password, or through the company's identity provider. */
  identity: MemberIdentity;
  /** Whether the member may play original recordings that were replaced by masked ones. */
  recordings_original: boolean;
};

export type DeletedMember = {
  /** Identifier of the deleted member. */
  id: string;
  /** Always `member`. */
  object: 'member';
  /** Always true. */
  deleted: true;
};

export type MemberName = {
  /** Identifier of the member, and `reviewer_id` of the member’s reviews. */
  id: string;
  /** Name of the member, or the email address if there is none. */
  name: string;
};

export type MemberNames = {
  /** Sorted by name. */
  items: MemberName[];
};

export type Invitation = {
  /** Identifier of the invitation. */
  id: string;
  /** Always `invitation`. */
  object: 'invitation';
  /** When it was made, Unix seconds. */
  created: number;
  /** Email address it was sent to. */
  email: string;
  /** Role of the new member. */
  role: GivenRole;
  /** Values of `metadata.team` of the calls that the member sees; empty: all calls. */
  teams: string[];
  /** The `agent_id` of the person's own calls, or null. */
  agent_id: string | null;
  /** When its link expires, Unix seconds. */
  expires_at: number;
  /** Status of the invitation. */
  status: InvitationStatus;
};

export type DeletedInvitation = {
  /** Identifier of the deleted invitation. */
  id: string;
  /** Always `invitation`. */
  object: 'invitation';
  /** Always true. */
  deleted: true;
};

export type SignInDomain = {
  /** In ASCII. */
  domain: string;
  /** Complete TXT record that the domain itself must have. Empty if the operator has verified the domain. */
  record: string;
  /** Whether the record was found. */
  verified: boolean;
};

export type RoleRules = {
  /** Claim with the groups of a person. */
  claim: string;
  /** Role by group. */
  map: { [name: string]: GivenRole };
  /** Role of a person in none of the groups; null: such a person is refused. */
  default: GivenRole | null;
};

export type TeamRules = {
  /** Claim with the teams of a person. */
  claim: string;
};

export type SignIn = {
  /** Always `sign_in`. */
  object: 'sign_in';
  /** The identity provider. */
  issuer: string;
  /** Id of the service at the provider. */
  client_id: string;
  /** Domains whose people may sign in, once verified. */
  domains: SignInDomain[];
  /** Mapping from groups to roles. */
  roles: RoleRules;
  /** How teams are read; null: admins set them. */
  teams: TeamRules | null;
  /** Whether people of these domains cannot log in with a password. */
  enforce: boolean;
  /** Whether addresses that the provider has not verified are accepted. */
  assume_verified: boolean;
  /** Set this at the provider as the redirect URI. */
  redirect_uri: string;
  /** Set this at the provider as the back-channel logout URI. */
  backchannel_logout_uri: string;
};

export type RoleRulesRequest = {
  /**
   * Claim with a person’s groups: a list, a string separated by commas, or an object whose keys are the groups. Dots
   * lead into objects, as in `realm_access.roles`. A leading `/` of a group is ignored.
   */
  claim: string;
  /** Role by group; of several groups the highest counts. Empty: members keep the role that they have here. */
  map: { [name: string]: GivenRole };
  /** Role of a person in none of these groups. Null or left out: such a person is refused. */
  default?: GivenRole | null;
};

export type TeamRulesRequest = {
  /** Claim with a person’s teams, in the same formats as groups. Everyone except admins must have one. */
  claim: string;
};

export type DeletedSignIn = {
  /** Always `sign_in`. */
  object: 'sign_in';
  /** Always true. */
  deleted: true;
};

export type SignInTest = {
  /**
   * Open it in a browser: it logs in at the provider, shows the claims with the role and teams that follow, and
   * changes nothing.
   */
  url: string;
  /** Seconds until the URL expires. */
  expires_in: number;
};

export type DeletedUser = {
  /** Identifier of the deleted account. */
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
  /** Name given by the client. */
  name: string;
  /** The first characters of the key, to tell keys apart. */
  key_prefix: string;
  /** False for a test key. */
  livemode: boolean;
  /** Scopes of the key. */
  scopes: Scope[];
  /** The member who made it; null for a key of the account itself. */
  created_by: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to the minute; null before the first use. */
  last_used_at: string | null;
  /**
   * Program that used it last: the first product of its `User-Agent`. Null if it names none, and before the first
   * use. No address is stored.
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
  /** Name given by the client. */
  name: string;
  /** The first characters of the key, to tell keys apart. */
  key_prefix: string;
  /** False for a test key. */
  livemode: boolean;
  /** Scopes of the key. */
  scopes: Scope[];
  /** The member who made it; null for a key of the account itself. */
  created_by: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to the minute; null before the first use. */
  last_used_at: string | null;
  /**
   * Program that used it last: the first product of its `User-Agent`. Null if it names none, and before the first
   * use. No address is stored.
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
  /** Whether additional minutes can be bought. */
  overage_available: boolean;
  /** Price of an additional minute, in cents; null if none can be bought. */
  overage_price_cents_per_minute: number | null;
};

export type PlanList = {
  /** Cheapest first. */
  items: PlanOffer[];
  /** Number of plans. */
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
  /** Additional minutes that may be used, at a price each. */
  overage_limit_minutes: number;
  /** Price of an additional minute, in cents. */
  overage_price_cents_per_minute: number;
  /** Unix seconds. */
  current_period_start: number;
  /** Unix seconds; the first moment after the period. */
  current_period_end: number;
  /** True when the subscription is cancelled, here or at the payment provider: the free plan follows. */
  cancel_at_period_end: boolean;
  /**
   * When the free plan starts after a cancellation, in Unix seconds: the end of the period, unless another day was
   * set at the payment provider. Null without a cancellation.
   */
  cancel_at: number | null;
  /**
   * True while the payment provider collects nothing for the subscription: the minutes of the plan stay, and there is
   * no overage.
   */
  collection_paused: boolean;
  /** The next plan: from the end of the period, or once a checkout or payment is completed. */
  pending_plan: Plan | null;
  /** Who collects payments. `none`: no payment provider is configured and nothing is charged. */
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
   * Type of data. `corrections`: including earlier versions of transcripts. `batches`: their lines until they are
   * deleted. `sources`: objects found and callbacks. `answers`: responses stored for an Idempotency-Key. `exports`:
   * their files. `notifications`: those of reviews, corrections and jobs. `statistics`: sums of test calls.
   */
  by?: { reviews: number; corrections: number; batches: number; sources: number; answers: number; exports: number; redactions: number; rescores: number; engine_trials: number; notifications: number; statistics: number; calibrations: number; holds: number; erasures: number };
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
  /** Minutes reserved for calls in progress. */
  minutes_reserved: number;
  /** Minutes that the plan includes. */
  minutes_included: number;
  /** Included minutes that are neither used nor reserved. */
  minutes_remaining: number;
  /** Additional minutes used. */
  overage_minutes: number;
  /** Additional minutes that may still be used. */
  overage_limit_minutes: number;
  /** Price of the overage so far, in cents. */
  overage_cost_cents: number;
  /** Always `usd`. */
  currency: 'usd';
  /** Analyses billed in this period. */
  analyses_count: number;
  /** Scorecard evaluations in this period. They use no minutes; failed ones do not count. */
  evaluations_count: number;
  /** Minutes of the test allowance used in its current month. */
  test_minutes_used: number;
  /** Minutes of the test allowance in a month. */
  test_minutes_included: number;
  /** Storage used by the account beyond its recordings, in both modes. */
  storage: UsageStorage;
  /** Who collects payments. `none`: nothing is charged. */
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
  /** Additional minutes. */
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
  /** Identifier of the analysis, even if it has been deleted since. */
  analysis_id: string;
  /** Decoded duration in milliseconds. */
  duration_ms: number;
  /** Billed minutes, rounded up to the next hundredth. */
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
  /** Your identifier of the agent. */
  agent_id: string;
  /** Your identifier of the customer. */
  contact_id: string;
  /**
   * Your identifier of the recording, such as the id from your telephone system. It is unique within an account and
   * mode: submitting it again returns 200 with the existing analysis, and uses no minutes. Deleting the call frees
   * it.
   */
  external_id?: string | null;
  /** URL that receives the notification when the analysis completes. */
  webhook_url?: string | null;
  /**
   * Events to be notified of; in a form separated by commas, or as a repeated field. All except `analysis.completed`
   * must be requested.
   */
  webhook_events?: ('analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed' | 'evaluation.acknowledged' | 'dispute.opened' | 'dispute.resolved')[];
  /**
   * Channel of the agent in a stereo recording. If omitted, the account's `agent_channel`; without one, the channel
   * is detected automatically; if that fails, channel 1 is assumed with a role confidence of 0.5.
   */
  agent_channel?: number | null;
  /** Language of the call, ISO 639-1; detected if omitted. */
  language?: string | null;
  /**
   * Language of summaries and suggestions by a language model, ISO 639-1. If omitted: the account's
   * `output_language`, else the language of the call.
   */
  output_language?: string | null;
  /**
   * Engine that transcribes the call, one of `offered` in `GET /settings/engines`. If omitted: the account's, else
   * the service's.
   */
  transcription_engine?: string | null;
  /**
   * Engine that judges the call, one of `offered` in `GET /settings/engines`. If omitted: the account's, else the
   * service's.
   */
  analysis_engine?: string | null;
  /**
   * Days from its end after which the call is deleted, in place of the retention settings of the account: fewer, or
   * more up to the ceilings of the operator, which `metadata.retained_until` shows.
   */
  retention_days?: number | null;
  /** When the call began, RFC 3339 or ISO 8601 with an offset or `Z`; at most a day ahead of now. */
  call_started_at?: string | null;
  /** Who called: `inbound` for the customer, `outbound` for the agent. */
  direction?: CallDirection | null;
  /**
   * Scorecards that score the call when it completes, each with its published revision; in a form separated by
   * commas, or as a repeated field. If omitted, the `default` scorecards of the same mode whose `applies_to` matches
   * the call; an empty list uses none.
   */
  scorecards?: string[] | null;
  /**
   * Additional masking for this call: `off`, `pci`, `pii`, or types; in a form separated by commas, or as a repeated
   * field. A single value needs no list. It can only add to the account’s settings. If these are `off`, text and
   * audio are masked, and `pci` and `pii` also delete the original recording. `agent_id`, `contact_id` and `metadata`
   * are never masked.
   */
  redact?: Redact[] | null;
  /**
   * With a test key only: a simulated call instead of a recording. No provider is called and no test minutes are
   * used; otherwise the real pipeline runs. A recording in the same request is ignored.
   */
  scenario?: Scenario | null;
  /**
   * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
   * most 500 characters, numbers, booleans or null.
   */
  metadata?: { [name: string]: string | number | boolean | null } | null;
  /**
   * URL of the recording, downloaded in the background; spaces are encoded, up to ten redirects are followed. Status
   * 403, 404, 409, 425 and 429 are retried for ten minutes. Required without `scenario`.
   */
  audio_url?: string | null;
};

export type BatchCounts = {
  /** Lines; while a manifest is read, those read so far. */
  total: number;
  /** Lines that are not processed yet. */
  queued: number;
  /** Lines whose call was accepted and is in progress. */
  processing: number;
  /** Lines whose call is completed. */
  completed: number;
  /** Lines whose call has failed, or was deleted in progress. */
  failed: number;
  /** Lines whose `external_id` already had a call: nothing was accepted, and no minutes were used. */
  existing: number;
  /** Lines that were refused, each with its reason. */
  refused: number;
  /** Lines that were dropped when the batch was canceled. */
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
   * `reading`: the manifest is being downloaded. `processing`: lines are being accepted, or their calls are in
   * progress. `waiting_for_quota`: the minutes of the plan are used up; the batch continues automatically with the
   * next period or plan. `completed`: all lines are done. `canceled`: queued lines were dropped. `failed`: the
   * manifest could not be downloaded or read; nothing was accepted.
   */
  status: BatchStatus;
  /** Progress. The other counts always add up to `total`. */
  counts: BatchCounts;
  /** Format of the manifest; null where the request held the items. */
  format: ManifestFormat | null;
  /** Columns of the manifest, or members of the lines, that are no fields of a call: the first 100. They are ignored. */
  ignored_columns: string[];
  /** Behaviour when no minutes are left. */
  on_quota: BatchOnQuota;
  /** URL that receives the notifications of the batch. */
  webhook_url: string | null;
  /** When it was completed, failed or was canceled, in Unix seconds; null until then. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
};

export type BatchLineError = {
  /** Path of the field, as in a 422 but without `body`; empty if the error is about the whole line. */
  loc: string[];
  /** Error, in one sentence. */
  msg: string;
};

export type BatchItem = {
  /** Number of the line, from 1: in a manifest the line of the file, in `items` the position. */
  line: number;
  /** As given in the line. Null after its call is deleted. */
  external_id: string | null;
  /** The call: a new one, or with `existing` the earlier one. Null before it is accepted, and once it is deleted. */
  analysis_id: string | null;
  /** Status of the line. */
  status: BatchItemStatus;
  /** Why it was refused or has failed: the first of `errors`. Null for the others. */
  error: BatchLineError | null;
  /** All errors of the line. */
  errors: BatchLineError[];
};

export type DeletedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the deleted object. */
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
  /** Samples of a channel per pair of `data`; the last pair may have fewer. */
  samples_per_pixel: number;
  /** Bits of a number in `data`. */
  bits: 8;
  /** Pairs of each channel, at most 1,200. */
  length: number;
  /** Smallest and greatest sample, for each channel in turn, pixel by pixel. */
  data: number[];
};

export type AudioLink = {
  /** Type of the object. */
  object: 'audio_link';
  /** Needs no credentials, and supports Range requests. */
  url: string;
  /** When the link ends. */
  expires_at: string;
  /**
   * With `rendition=play`: true while the playable version is being created, for a call that is new, was just masked,
   * or is of an earlier release. Until then the link gives the recording itself. Try again in two seconds.
   */
  preparing: boolean;
};

export type NamedEngine = {
  /** Name of the engine in this installation. */
  name: string;
  /** Provider that the engine asks. */
  provider: string;
  /** Model of the provider; null where it has no choice of models. */
  model: string | null;
};

export type ProvenanceTokens = {
  /** Tokens sent to the model. */
  input: number | null;
  /** Tokens of its answers. */
  output: number | null;
};

export type EvaluationCost = {
  /** Millionths of the currency’s unit. */
  amount_micros: number;
  /** ISO 4217, in lower case. */
  currency: 'usd';
};

export type ProvenanceEvaluation = {
  /** Id of the evaluation. */
  id: string;
  /** The scorecard. */
  scorecard_id: string;
  /** Its revision. */
  revision: number;
  /** Hash of the form that was asked. */
  revision_hash: string | null;
  /** Hash of the transcript that was judged. */
  transcript_hash: string | null;
  /** When it was completed, in Unix seconds. */
  completed_at: number | null;
  /** True where the transcript was corrected since. */
  superseded: boolean;
};

export type ProvenanceStage = {
  /** What was done. */
  stage: ProvenanceStageKind;
  /**
   * What did it, as in `metadata.engine` and in the provenance of evaluations: the engine whose result was used. Null
   * without a language model.
   */
  engine: string | null;
  /**
   * The engine as the installation names it. Null for evaluations, and for calls of the sandbox or an earlier
   * release.
   */
  named_engine: NamedEngine | null;
  /** Version of the rules (`analysis`), or of the prompt (`evaluation`). Engines for `transcription` tell none. */
  version: string | null;
  /** How often a worker took the stage up, also to continue it. */
  attempts: number | null;
  /**
   * Time of the stage, waiting included: `transcription` from the measured recording to the transcript, `analysis`
   * from there to the judgement, `evaluation` and an analysis of a corrected call or one that is judged again from
   * the request.
   */
  seconds: number | null;
  /**
   * Of all requests for the result, repairs included, and of attempts that failed as far as they are known. Requests
   * that find roles, or names to mask, are not counted. Null unless the provider tells them of each request.
   */
  tokens: ProvenanceTokens | null;
  /**
   * By the configured prices of the engines: by the minute of audio sent (`transcription`), or by tokens. Null
   * without them.
   */
  cost: EvaluationCost | null;
  /** Of `evaluation` alone. */
  evaluation: ProvenanceEvaluation | null;
};

export type ProvenanceVersion = {
  /** Number of the version, from 1. */
  version: number;
  /** What made it. */
  origin: TranscriptOrigin;
  /** Since when it is there, in Unix seconds. */
  created: number | null;
  /** The correction. Null for version 1. */
  correction_id: string | null;
  /** Who corrected it. */
  reviewer_id: string | null;
};

export type ProvenanceRedaction = {
  /** As `redaction.status` of the analysis. */
  status: string;
  /** Version of the rules by which it is masked. */
  version: string;
  /** How often it was masked after it was completed. */
  later_maskings: number;
};

export type ProvenanceReview = {
  /** Id of the review. */
  id: string;
  /** When, in Unix seconds. */
  created: number;
  /** Who reviewed it, as the review says. */
  reviewer_id: string | null;
  /** By which kind of credential. */
  via: ReviewVia;
  /** The version of the transcript that was reviewed. */
  transcript_version: number;
};

export type ProvenanceRead = {
  /** Id of the entry in the audit log. */
  id: string;
  /** When, in Unix seconds. */
  at: number;
  /** Who got a link to the original, as in the audit log. */
  actor_kind: AuditActorKind;
  /** Id of the member, the API key or the link. */
  actor_id: string;
};

export type ProvenanceReads = {
  /** Time of the oldest entry in the audit log: earlier reads are not known. */
  since: number | null;
  /** Number of reads since then. */
  total: number;
  /** Newest first, at most 1,000. */
  items: ProvenanceRead[];
};

export type Provenance = {
  /** Always `provenance`. */
  object: 'provenance';
  /** The account. */
  account_id: string;
  /** The analysis. */
  analysis_id: string;
  /** False for a call of test mode. */
  livemode: boolean;
  /** State of the analysis. */
  status: string;
  /** When it was accepted, in Unix seconds. */
  created: number;
  /** When it was completed or failed, in Unix seconds; null until then. */
  ended_at: number | null;
  /** From acceptance to that end. */
  seconds: number | null;
  /** When this was answered, in Unix seconds. */
  as_of: number;
  /**
   * In their order, evaluations oldest first, at most 1,000. Empty until completed. Null: not known, as for calls of
   * earlier releases, or not asked, as the analysis of a call without a conversation.
   */
  stages: ProvenanceStage[];
  /** Oldest first. Empty until completed. */
  transcript_versions: ProvenanceVersion[];
  /** Null until completed, and where nothing was to be masked. */
  redaction: ProvenanceRedaction | null;
  /** Oldest first, at most 1,000. */
  reviews: ProvenanceReview[];
  /** Who read the original recording. */
  original_reads: ProvenanceReads;
  /** With `format=signed`: `kid` of the key in `/.well-known/call-analysis/keys.json`. */
  key_id?: string;
  /** With `format=signed`: Ed25519 in base64url, over all other members in the form of RFC 8785. */
  signature?: string;
};

export type SearchHit = {
  /** The segment of the present transcript in which the match begins. */
  segment_id: number;
  /** `agent`, `customer`, or `speaker_N` if the role is unknown. */
  speaker: string;
  /** Start of the segment, in seconds from the start of the call. */
  start: number;
  /** End of the segment; if a phrase continues in a later segment of the speaker, the end of that one. */
  end: number;
  /** The match with the words around it. `…` marks omitted words. */
  snippet: string;
};

export type FoundCall = {
  /** Id of the analysis. */
  analysis_id: string;
  /** `created` of the analysis, in Unix seconds. */
  created: number;
  /** The agent; null where none was named. */
  agent_id: string | null;
  /** At most three matches, in the order of the call. */
  hits: SearchHit[];
};

export type CustomRedactionType = {
  /** Used as the name of the type. */
  key: string;
  /** Displayed text. */
  label: string;
  /** In the pattern language of scorecards. */
  patterns: string[];
};

export type RedactionSettings = {
  /** Type of the object. */
  object: 'redaction_settings';
  /** Whether only the transcript is masked, or the recording too. */
  mode: RedactionMode;
  /** Types of data that are masked. */
  types: RedactionType[];
  /** Countries whose numbers, dates and addresses are detected. */
  countries: RedactionCountry[];
  /** Custom types. */
  custom: CustomRedactionType[];
  /** Replacement for masked words. */
  replacement: RedactionReplacement;
  /** Replacement sound for masked words. */
  audio: RedactionSound;
  /** Whether the original recording is kept. */
  original_recording: OriginalHandling;
};

export type CustomRedactionTypeRequest = {
  /** Used as the name of the type, as in `[POLICY_NUMBER_1]`. Not a built-in type; each key once. */
  key: string;
  /** Displayed text. */
  label: string;
  /** In the pattern language of scorecards: the words of each match are masked. */
  patterns: string[];
};

export type EngineChoice = {
  /** Name of the engine. */
  engine: string;
  /** Whether your own key is used. */
  own_key: boolean;
  /** The end of your own key. */
  last4: string | null;
  /** True where the service no longer offers the engine: your calls use the service’s own engine. */
  missing: boolean;
};

export type DefaultEngines = {
  /** What transcribes. */
  transcription: string;
  /** What judges. */
  analysis: string;
};

export type EnginePrice = {
  /** Dollars for a minute of audio. */
  per_minute: number | null;
  /** Dollars for a million input tokens. */
  input: number | null;
  /** Dollars for a million output tokens. */
  output: number | null;
  /** Dollars for a million input tokens that the provider had cached. */
  cached: number | null;
};

export type OfferedEngine = {
  /** Name of the engine. */
  name: string;
  /** Task of the engine. */
  task: EngineTask;
  /** Provider that it asks. */
  provider: EngineProvider;
  /** Model of the provider; null where it has no choice of models. */
  model: string | null;
  /** Price of the provider as configured by the operator; null if not configured. */
  price: EnginePrice | null;
};

export type EngineSettings = {
  /** Always `engine_settings`. */
  object: 'engine_settings';
  /** Engine that transcribes your calls; null for the default engine. */
  transcription: EngineChoice | null;
  /** Engine that evaluates your calls; null for the default engine. */
  analysis: EngineChoice | null;
  /** Whether you may give keys of your own. */
  own_keys: boolean;
  /** Names of the engines of the service. A trial may compare them with those that are offered. */
  defaults: DefaultEngines;
  /** Engines that you may choose. */
  offered: OfferedEngine[];
};

export type ChosenEngineRequest = {
  /** An engine of `offered`. */
  engine: string;
  /**
   * Your own key at the provider of the engine, which then bills you. It is never returned. If omitted, the key of
   * the service is used, and a key that you gave before is forgotten.
   */
  api_key?: string | null;
};

export type AppliesToRequest = {
  /** Languages of the call, ISO 639-1. */
  language?: string[] | null;
  /** Your identifiers of agents. */
  agent_id?: string[] | null;
  /**
   * Accepted values for each key of the call's custom metadata; numbers and booleans of the call are compared as
   * text.
   */
  metadata?: { [name: string]: string[] } | null;
  /** Percentage of calls. Selected by the id of the analysis, so that equal percentages select the same calls. */
  sample_percent?: number | null;
};

export type WatchRequest = {
  /** Completed calls of the mode of the scorecard. Either these or `sample_id`. */
  analysis_ids?: string[] | null;
  /** A sample of 20 to 100 calls. Its calls are taken as they are now. */
  sample_id?: string | null;
};

export type AppliesTo = {
  /** Languages of the call, ISO 639-1. If omitted: every one. */
  language?: string[];
  /** Your identifiers of agents. If omitted: every one. */
  agent_id?: string[];
  /** Accepted values for each metadata key of the call. If omitted: all. */
  metadata?: { [name: string]: string[] };
  /** Percentage of calls. If omitted: all. */
  sample_percent?: number;
};

export type Watch = {
  /** The calls. Deleted ones leave the set; fewer than 20 are not compared. */
  analysis_ids: string[];
  /** The sample that they were taken from. */
  sample_id: string | null;
};

export type Scorecard = {
  /** Identifier of the scorecard. */
  id: string;
  /** Always `scorecard`. */
  object: 'scorecard';
  /** When it was created; Unix seconds. */
  created: number;
  /** False for one that a test key made. */
  livemode: boolean;
  /** Name. */
  name: string;
  /** Description; null if you gave none. */
  description: string | null;
  /** Calls that a default scorecard scores: those that match every member. Empty: all. */
  applies_to: AppliesTo;
  /** Whether it scores every call that matches `applies_to` and names no scorecards itself. */
  default: boolean;
  /** The revision that scores new calls: the one published last. Null before the first. */
  revision: number | null;
  /** Days after its completion in which an evaluation can be disputed. 0: without end. */
  dispute_window_days: number;
  /** An archived scorecard makes no new evaluations and cannot be changed. */
  archived: boolean;
  /** Your own data, returned unchanged. */
  metadata: { [name: string]: unknown };
  /** How often people must agree with the AI: less certain answers wait for a reviewer. Null: every answer counts. */
  target_agreement: number | null;
  /**
   * What holds a new revision back: `not_worse`, that it agrees less with your reviewers than the published one;
   * `trusted`, also an untrusted question.
   */
  gate: ScorecardGate;
  /** Calls that are scored again to tell whether the AI has changed: see `drift` of the agreement. Null: none. */
  watch: Watch | null;
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
  /** Patterns are searched for in what `speaker` says. */
  kind: 'phrases';
  /** Patterns: a match of one of them gives `answer`. */
  any: string[];
  /** Patterns: a match in the same sentence cancels a match of `any`. */
  none?: string[];
  /** Answer if a pattern matches. */
  answer: string;
  /** Answer if none matches; `na` if the question allows it. */
  otherwise: string;
};

export type MetricBandRequest = {
  /** Upper bound: the band holds values below it that are in no earlier band. Only the last band may omit it. */
  below?: number | null;
  /** Answer for these values. */
  answer: string;
};

export type MetricJudgeRequest = {
  /** A talk metric of the call answers. */
  kind: 'metric';
  /** A member of `call.metrics`. */
  metric: CallMetric;
  /** In ascending order of `below`. A value outside all bands is not assessable. */
  bands: MetricBandRequest[];
};

export type FindingJudgeRequest = {
  /** A built-in finding of the analysis answers. */
  kind: 'finding';
  /** A finding, or the rule of a violation or an observation. */
  finding: string;
  /** Answer if the finding is true, or the rule was observed. */
  answer: string;
  /** Answer if it is not; `na` if the question allows it. */
  otherwise: string;
};

export type HumanJudgeRequest = {
  /** A reviewer answers the question. */
  kind: 'human';
};

export type QuoteWindowRequest = {
  /** End of the call from which the seconds are counted. */
  from: WindowEdge;
  /** Seconds from there within which the quoted words must begin. */
  seconds: number;
};

export type FormAnswerRequest = {
  /** Unique within the question. `na` is reserved. */
  key: string;
  /** Displayed text. */
  label: string;
  /** Points of the answer; the best answer of the question gets the full weight. */
  points: number;
  /** The answer needs a quote of `speaker` inside `within` that is found in the transcript. */
  needs_quote?: boolean;
  /** The answer makes the outcome `auto_failed`, if it has verified evidence. */
  auto_fail?: boolean;
};

export type QuestionConditionRequest = {
  /** Key of an earlier question. */
  question: string;
  /** Answers to it for which this question applies. */
  in: string[];
};

export type FormQuestionRequest = {
  /** Unique within the form. */
  key: string;
  /** The question. */
  text: string;
  /** Meaning of each answer, for the language model and for reviewers. */
  guidance?: string | null;
  /** Speaker of the evidence. Null: either party. */
  speaker?: TalkingParty | null;
  /** Weight in the section. With 0 the question is a tag, and counts in no score. */
  weight: number;
  /** Where the quote must begin. Null: anywhere in the call. */
  within?: QuoteWindowRequest | null;
  /** The answers to choose from. */
  answers: FormAnswerRequest[];
  /** Whether `na`, not applicable, is allowed as an answer. */
  na?: boolean;
  /** The question applies only with these answers to an earlier one; else it is `skipped`. Null: always. */
  applies_if?: QuestionConditionRequest | null;
  /** Method that answers the question. */
  judge: QuestionJudgeRequest;
  /** `suggest`: the answer is a suggestion and does not count until a reviewer confirms it. */
  automation?: AnswerAutomation;
};

export type FormSectionRequest = {
  /** Unique among the sections. */
  key: string;
  /** Displayed text. */
  title: string;
  /** Weight in the score. */
  weight: number;
  /** At most 100 in the whole form. */
  questions: FormQuestionRequest[];
};

export type ForcedPublication = {
  /** When; Unix seconds. */
  at: number;
  /** By which kind of credential. */
  via: ReviewVia;
  /** By whom: id of the member, or of the API key. */
  by: string;
};

export type Gate = {
  /**
   * `passed`: people agree with it as before. `too_few`: too few rated calls to tell (50, and 10 of the rarest
   * answer). `forced`: nothing was compared.
   */
  status: GateStatus;
};

export type ScorecardRevision = {
  /** Always `scorecard_revision`. */
  object: 'scorecard_revision';
  /** The scorecard that it belongs to. */
  scorecard_id: string;
  /** Number of the revision, from 1. */
  revision: number;
  /** A draft can be changed and tested; a published revision scores calls and never changes. */
  status: RevisionStatus;
  /** When it was created; Unix seconds. */
  created: number;
  /** Mode of the scorecard: false for test mode. */
  livemode: boolean;
  /** SHA-256 of the form with every default filled in: equal forms have equal hashes. */
  content_hash: string;
  /** ISO 639-1: the language of the phrases. Null: phrases count in calls of every language. */
  language: string | null;
  /** Minimum rounded score for the outcome `passed`. Null: every score passes. */
  pass_mark: number | null;
  /** Below this coverage there is no score, and the outcome is `not_assessable`. */
  min_coverage: number;
  /** The form, with every default filled in. */
  sections: FormSection[];
  /** Set if it was published in spite of the gate of its scorecard. */
  forced?: ForcedPublication | null;
  /** Only in the response of a publication, if the scorecard has a gate and the revision was not published before. */
  gate?: Gate;
};

export type DeletedRevision = {
  /** Always `scorecard_revision`. */
  object: 'scorecard_revision';
  /** Number of the deleted revision. It is not used again. */
  revision: number;
  /** Always true. */
  deleted: true;
};

export type ReportLink = {
  /** Link that opens the report without credentials until it expires. */
  url: string;
  /** Mode of the analysis: false for test mode. */
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
  /** Revision that scored the call. */
  revision: number;
};

export type Acknowledgement = {
  /** When, in Unix seconds. */
  at: number;
  /** The agent’s note. */
  note: string | null;
};

export type OpenDispute = {
  /** Id of the dispute. */
  id: string;
  /** When it was opened, in Unix seconds. */
  created: number;
  /** Who raised it. */
  raised_by: string;
  /** Keys of the disputed questions. */
  questions: string[];
};

export type SectionScore = {
  /** Key of the section. */
  key: string;
  /** 0 to 100, from the questions that counted; null if none did. */
  score: number | null;
  /** Weight of the questions that counted divided by the weight of those that apply, 0 to 1. 0 if none applies. */
  coverage: number;
};

export type Citation = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /** `agent`, `customer`, or `speaker_N` if the role is unknown. */
  speaker: string;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** Verbatim part of the segment. */
  quote: string;
  /** Equal but for white space, or equal but for case and punctuation. */
  verification: CitationVerification;
  /** True if a correction has since changed what the reviewer quoted. Omitted otherwise. */
  stale?: boolean;
};

export type SystemAnswer = {
  /** Key of the question. */
  question: string;
  /**
   * Only `answered` counts. `awaiting_human`: the question is for reviewers, or the answer is a suggestion that is
   * not confirmed yet. `skipped`: the condition of the question is not met.
   */
  state: AnswerState;
  /** Key of the answer; of a suggestion also `na`. Null where there is none. */
  answer: string | null;
  /** 0 to 1; null where there is no answer. */
  confidence: number | null;
  /** Points of the answer, as the form gives them; null where there is no answer. */
  points: number | null;
  /** True if the answer needs review: evidence was missing, or the confidence is under 0.6. */
  flagged: boolean;
  /** One or two sentences of explanation; empty if the answer needs none. */
  rationale: string;
  /** Quotes as evidence; each is verified against the transcript. */
  citations: Citation[];
  /** Source of the answer. */
  source: JudgeKind;
  /**
   * Why the question could not be assessed, or why its answer waits for a reviewer; null otherwise.
   * `no_language_model`: none is configured. `scenario`: the call is of the sandbox, for which no model is asked.
   * `model_declined`: the model declined to judge the call. `too_long_for_model`: the call, or the answer about it,
   * does not fit into the model. `unusable_answer`: the model gave no usable answer about the call. `no_answer`: the
   * model gave no usable answer. `no_quotation`: the answer needs a quotation, and none could be checked.
   * `other_language`: no phrase was found, and the call is not known to be in the language of the form.
   * `no_conversation`: the parties do not talk with each other on this call. `not_heard`: the speaker was not heard
   * well enough. `roles_unknown`: it is not known who the agent is. `finding_not_assessable`: the built-in finding is
   * not. `leakage`: one party may be heard in the other’s channel too, so that the talk metrics are not known.
   * `no_band`: the call has no such metric, or no band fits it. `too_costly`: looking for the phrases of the form in
   * this call takes more work than one form may take. `below_target`: the confidence is below the line that
   * `target_agreement` of the scorecard asks for, or the question has none.
   */
  reason: NotAssessableReason | null;
  /** Your identifier of the reviewer who answered; null if none was given. */
  reviewer_id: string | null;
};

export type EvaluationAnswer = {
  /** Key of the question. */
  question: string;
  /**
   * Only `answered` counts. `awaiting_human`: the question is for reviewers, or the answer is a suggestion that is
   * not confirmed yet. `skipped`: the condition of the question is not met.
   */
  state: AnswerState;
  /** Key of the answer; of a suggestion also `na`. Null where there is none. */
  answer: string | null;
  /** 0 to 1; null where there is no answer. */
  confidence: number | null;
  /** Points of the answer, as the form gives them; null where there is no answer. */
  points: number | null;
  /** True if the answer needs review: evidence was missing, or the confidence is under 0.6. */
  flagged: boolean;
  /** One or two sentences of explanation; empty if the answer needs none. */
  rationale: string;
  /** Quotes as evidence; each is verified against the transcript. */
  citations: Citation[];
  /** Source of the answer. */
  source: JudgeKind;
  /**
   * Why the question could not be assessed, or why its answer waits for a reviewer; null otherwise.
   * `no_language_model`: none is configured. `scenario`: the call is of the sandbox, for which no model is asked.
   * `model_declined`: the model declined to judge the call. `too_long_for_model`: the call, or the answer about it,
   * does not fit into the model. `unusable_answer`: the model gave no usable answer about the call. `no_answer`: the
   * model gave no usable answer. `no_quotation`: the answer needs a quotation, and none could be checked.
   * `other_language`: no phrase was found, and the call is not known to be in the language of the form.
   * `no_conversation`: the parties do not talk with each other on this call. `not_heard`: the speaker was not heard
   * well enough. `roles_unknown`: it is not known who the agent is. `finding_not_assessable`: the built-in finding is
   * not. `leakage`: one party may be heard in the other’s channel too, so that the talk metrics are not known.
   * `no_band`: the call has no such metric, or no band fits it. `too_costly`: looking for the phrases of the form in
   * this call takes more work than one form may take. `below_target`: the confidence is below the line that
   * `target_agreement` of the scorecard asks for, or the question has none.
   */
  reason: NotAssessableReason | null;
  /** Your identifier of the reviewer who answered; null if none was given. */
  reviewer_id: string | null;
  /**
   * The original answer, if a reviewer decided: on this question, or on the finding that it uses. Null otherwise, and
   * for questions that only reviewers answer. Omitted in evaluations by an earlier release that were not reviewed
   * since.
   */
  system?: SystemAnswer | null;
};

export type EvaluationProvenance = {
  /** Language model that was used; null if none. */
  judge: string | null;
  /** Version of the model’s instructions; null if no model was used. */
  prompt_version: string | null;
  /** The `content_hash` of the revision. */
  revision_hash: string;
  /** Hash of the transcript that was scored. */
  transcript_hash: string;
  /** Null if no model was used, or its provider does not report it. */
  input_tokens: number | null;
  /** Null if no model was used, or its provider does not report it. */
  output_tokens: number | null;
  /** Cost of the model at the configured prices; null if no model was used or its price is unknown. */
  cost: EvaluationCost | null;
};

export type EvaluatedForm = {
  /** ISO 639-1: the language of the phrases. */
  language: string | null;
  /** Minimum rounded score for the outcome `passed`. Null: every score passes. */
  pass_mark: number | null;
  /** Below this coverage there is no score. */
  min_coverage: number;
  /** Includes the texts of questions and answers. */
  sections: FormSection[];
};

export type Evaluation = {
  /** Id of the evaluation. */
  id: string;
  /** Type of the object. */
  object: 'evaluation';
  /** When it was requested; Unix seconds. */
  created: number;
  /** Until it is `completed` there are no scores and no answers. A `failed` evaluation can be requested again. */
  status: AnalysisStatus;
  /** The mode of the key that asked for it, or of the call that made it itself. */
  livemode: boolean;
  /** The call that is scored. */
  analysis_id: string;
  /** Agent of the call. */
  agent_id: string;
  /** Contact of the call. */
  contact_id: string;
  /** Revision that scores the call. */
  scorecard: EvaluatedScorecard;
  /** The job that asked for it; null where a client or the call itself did. */
  rescore_id: string | null;
  /** When it was completed or failed; Unix seconds. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /**
   * Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as
   * `not_processable`.
   */
  error_code: EvaluationErrorCode | null;
  /**
   * 0 to 100, rounded half up. Null until completed, and if too little of the form was scored (`coverage` under
   * `min_coverage`).
   */
  score: number | null;
  /** Share of the applicable form that was scored, 0 to 1, by weight; two decimals. Null until completed. */
  coverage: number | null;
  /**
   * The first that applies: `auto_failed` (an answer failed the call, with evidence), `needs_review` (such an answer
   * without evidence), `not_assessable` (no score), `passed` or `failed` (score and `pass_mark`). Null until
   * completed.
   */
  outcome: EvaluationOutcome | null;
  /** The score without reviewers’ answers; it differs from `score` only if a reviewer decided. Null as `score` is. */
  system_score: number | null;
  /** The outcome without reviewers’ answers. Null until completed. */
  system_outcome: EvaluationOutcome | null;
  /**
   * The transcript was corrected since: the evaluation is listed only with its analysis, and the scorecard has scored
   * the call again.
   */
  superseded: boolean;
  /** Acknowledgement by the agent, the last one; null before the first. */
  acknowledged: Acknowledgement | null;
  /** The open dispute; null if there is none. Resolved ones: `GET /disputes`. */
  open_dispute: OpenDispute | null;
  /**
   * End of the time in which it can be disputed, in Unix seconds: `dispute_window_days` of its scorecard after its
   * completion. Null: without end, or not completed.
   */
  disputable_until: number | null;
  /** In the order of the form; empty until completed. */
  sections: SectionScore[];
  /** Keys of the questions whose answers failed the call automatically. */
  auto_fails: string[];
  /** In the order of the form; empty until completed. */
  answers: EvaluationAnswer[];
  /** Version of the rules or model that scored it; null until completed. */
  provenance: EvaluationProvenance | null;
  /** In lists with `include=form` only: what was asked, and the answers that each question takes. */
  form?: EvaluatedForm;
};

export type TriedEvaluations = {
  /** One for each call, in the order of the ids. They are stored nowhere: their `id` leads to nothing. */
  items: Evaluation[];
};

export type RevisionFault = {
  /** Path of the member in the revision. */
  loc: string[];
  /**
   * `double_question`: two questions in one. `no_guidance`: nothing says what counts. `no_na`: it has a condition,
   * and no N/A. `absence_auto_fail`: an automatic fail because something was not heard. `phrase_never`,
   * `phrase_always`: a phrase of none or all of the last 200 calls. `never_varies`: an answer that is always the
   * same. The last three from 20 calls on.
   */
  code: RevisionFaultCode;
  /** What is wrong, and what to do. */
  message: string;
};

export type AnswerStability = {
  /** Key of a question for a language model. */
  question: string;
  /** How often the model said the same again. */
  same: number;
  /** How often it was asked again. */
  of: number;
};

export type RevisionCheck = {
  /** Always `revision_check`. */
  object: 'revision_check';
  /** In the order of the form. */
  faults: RevisionFault[];
  /** Empty without `analysis_ids`, and for a form that asks no language model. */
  stability: AnswerStability[];
};

export type RescoreFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning.
   */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left
   * out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too. */
  call_before?: number | null;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that was not dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls of this duration, in seconds, or a longer one. */
  duration_min?: number | null;
  /** Only calls of this duration, in seconds, or a shorter one. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not.
   */
  scorecard_id?: string | null;
  /** Only calls with this outcome; requires `scorecard_id`. */
  outcome?: EvaluationOutcome | null;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  score_min?: number | null;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  score_max?: number | null;
};

export type RescoreCounts = {
  /** Completed calls that the filter found at the start. */
  total: number;
  /** Calls that were scored. */
  completed: number;
  /** Calls whose evaluation failed. */
  failed: number;
  /**
   * Calls that needed no evaluation: the same transcript was already scored with the same revision and model, or the
   * call was deleted meanwhile.
   */
  skipped: number;
};

export type RescoreEstimate = {
  /** Calls to score: all that match, less those that need no evaluation. */
  calls: number;
  /**
   * Estimated from the length of the transcripts of the newest 1,000 calls found. Null where no language model is
   * asked.
   */
  input_tokens: number | null;
  /** Estimated like `input_tokens`. */
  output_tokens: number | null;
  /** Cost of these tokens. Null, never 0, if no language model is used or its price is unknown. */
  cost: EvaluationCost | null;
  /**
   * Cost of these tokens if the provider answers all of them in its cheaper tier (`flex`), which the job asks for
   * first. Null if the engine has no such tier or its price is unknown.
   */
  background_cost: EvaluationCost | null;
};

export type Rescore = {
  /** Identifier of the job. For a dry run it refers to nothing. */
  id: string;
  /** Always `rescore`. */
  object: 'rescore';
  /** When it was started, in Unix seconds. */
  created: number;
  /**
   * `completed`: all calls are counted. `canceled`: calls scored until then keep their evaluations. `failed`: the job
   * could not continue. `dry_run`: the response to a dry run; there is no job.
   */
  status: RescoreStatus;
  /** False where it was started with a test key. */
  livemode: boolean;
  /** Revision that scores the calls. */
  scorecard: EvaluatedScorecard;
  /** Progress. */
  counts: RescoreCounts;
  /** Estimate before the start of the job. */
  estimate: RescoreEstimate;
  /** URL that receives the notification. */
  webhook_url: string | null;
  /** Events to be notified of. */
  webhook_events: 'rescore.completed'[];
  /** When it was completed or canceled, in Unix seconds; null until then. */
  completed_at: number | null;
};

export type EngineTrialFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning.
   */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left
   * out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too. */
  call_before?: number | null;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that was not dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls of this duration, in seconds, or a longer one. */
  duration_min?: number | null;
  /** Only calls of this duration, in seconds, or a shorter one. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not.
   */
  scorecard_id?: string | null;
  /** Only calls with this outcome; requires `scorecard_id`. */
  outcome?: EvaluationOutcome | null;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  score_min?: number | null;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  score_max?: number | null;
};

export type EngineTrialCounts = {
  /** Calls times engines. Each counts as an evaluation. */
  total: number;
  /** Those that are done. */
  completed: number;
  /** Those that failed. */
  failed: number;
  /** Those that were not tried. */
  skipped: number;
};

export type TrialMean = {
  /** Mean over all minutes of the calls. */
  mean: number | null;
  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  ci: number[] | null;
};

export type WordErrorRate = {
  /** The value; null where it cannot be computed. */
  value: number | null;
  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  ci: number[] | null;
  /** Words that people corrected. */
  words: number;
  /** Calls with such words. */
  calls: number;
};

export type TrialEstimate = {
  /** The value; null where it cannot be computed. */
  value: number | null;
  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  ci: number[] | null;
};

export type TrialAgreement = {
  /** Path of a finding, such as `quality.call_resolution`, or key of a question. */
  question: string;
  /** Calls that the engine and people have answered. */
  n: number;
  /** Share of equal answers. */
  agreement: number | null;
  /** Cohen's kappa. */
  kappa: TrialEstimate;
  /** Gwet's AC1. */
  ac1: TrialEstimate;
};

export type TriedEngine = {
  /** Name of the engine. */
  name: string;
  /** Calls that it has done. */
  calls: number;
  /** Calls at which it failed. */
  failed: number;
  /** Calls that were not tried; their items say why. */
  skipped: number;
  /** Estimated before the start. Null, never 0, if its price is unknown. */
  estimated_cost: EvaluationCost | null;
  /** Seconds that it takes for a minute of a call. Null until the trial is completed. */
  seconds_per_minute: TrialMean | null;
  /** Dollars for a minute of a call. Null where the price is unknown, and until the trial is completed. */
  cost_per_minute: number | null;
  /** Errors of all calls over their words. Null for `analysis`, and where no person has corrected a transcript. */
  word_error_rate: WordErrorRate | null;
  /** Corrected calls in which agent and customer are swapped. Null as `word_error_rate`. */
  roles_wrong: number | null;
  /** Corrected calls for which it detected another language. Null as `word_error_rate`. */
  languages_wrong: number | null;
  /** With the answers of reviews, by question. Null for `transcription`. */
  agreement: TrialAgreement[] | null;
};

export type EngineDifference = {
  /** The value; null where it cannot be computed. */
  value: number | null;
  /** The interval of 95 %, by bootstrap over calls; null where there are too few. */
  ci: number[] | null;
  /** The two engines. The value is the first minus the second. */
  between: string[];
  /**
   * `word_error_rate`, `agreement` (AC1): compared with people. `disagreement`: no one has corrected or answered
   * anything, and the two are compared with each other.
   */
  measure: EngineTrialMeasure;
  /** Question, for `agreement`. */
  question: string | null;
  /**
   * Of the first: `better` has fewer errors, or agrees more. It asks for 99 %, and `ci` is 95 %: a trial compares
   * several pairs. `too_few`: under 30 calls, or under 2,000 corrected words.
   */
  verdict: EngineTrialVerdict;
};

export type EngineTrial = {
  /** Identifier of the trial. For a dry run it refers to nothing. */
  id: string;
  /** Always `engine_trial`. */
  object: 'engine_trial';
  /** When it was started, in Unix seconds. */
  created: number;
  /**
   * `completed`: the figures are there. `canceled`: what was done until then stays. `failed`: the figures could not
   * be computed. `dry_run`: the answer to a dry run; there is no trial.
   */
  status: RescoreStatus;
  /** False where it was started with a test key. */
  livemode: boolean;
  /** Your own name for it. */
  name: string | null;
  /** What the engines do. */
  task: EngineTask;
  /** Revision whose questions are answered; null for findings, and for `transcription`. */
  scorecard: EvaluatedScorecard | null;
  /** Calls of the trial. */
  calls: number;
  /** Seed of the draw; null for named calls. */
  seed: string | null;
  /** Calls from which they were drawn; null for named calls. */
  population: number | null;
  /** Progress. */
  counts: EngineTrialCounts;
  /** In the order of the request. */
  engines: TriedEngine[];
  /** Each pair; empty until the trial is completed. */
  differences: EngineDifference[];
  /** When the figures were computed, in Unix seconds: later corrections and reviews do not change them. */
  as_of: number | null;
  /** When it was completed or canceled, in Unix seconds; null until then. */
  completed_at: number | null;
};

export type TriedTurn = {
  /** Position in the hearing, from 0. */
  id: number;
  /** `agent`, `customer`, or `speaker_N` if the role is unknown. */
  speaker: string;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** What was heard. */
  text: string;
};

export type HearingOfCall = {
  /** ISO 639-1; null if it is not known. */
  language: string | null;
  /** Ascending by start. */
  segments: TriedTurn[];
};

export type TriedAnswer = {
  /** Path of a finding, or key of a question. */
  question: string;
  /** Null: not assessable. */
  answer: string | null;
};

export type ComparedSpan = {
  /** Index of the segment. */
  segment: number;
  /** Its first character that differs. */
  from: number;
  /** The character after the last one that differs. */
  to: number;
};

export type DifferingWords = {
  /** In `reference`; empty: words were added. */
  said: ComparedSpan[];
  /** In `transcript`; empty: words are missing. */
  heard: ComparedSpan[];
};

export type TrialReference = {
  /** Null: people corrected the transcript, or answered the questions. Else the engine that stands in for them. */
  engine: string | null;
  /** For `transcription` only. */
  transcript: HearingOfCall | null;
  /** For `analysis` only. */
  answers: TriedAnswer[] | null;
};

export type EngineTrialItem = {
  /** Always `engine_trial_item`. */
  object: 'engine_trial_item';
  /** The call. */
  analysis_id: string;
  /** The engine. */
  engine: string;
  /** State of this call by this engine. */
  status: EngineTrialItemStatus;
  /**
   * Why it was not tried. `scenario`: a call of the sandbox, about which no engine is asked. `recording_gone`: the
   * recording is deleted or withheld. `recording_masked`: parts of it are masked. `engine_gone`: the service no
   * longer has the engine. `no_conversation`: there is nothing to judge. `account_full`: the account holds as much as
   * it may.
   */
  skipped_reason: EngineTrialSkippedReason | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /** Seconds that the engine took. */
  seconds: number | null;
  /** Null, never 0, if its price is unknown. */
  cost: EvaluationCost | null;
  /** Wrong words, by a corrected transcript, once the figures are computed. */
  errors: number | null;
  /** Words of the corrected transcript. */
  words: number | null;
  /** Whether agent and customer are swapped. Null as `errors`. */
  roles_wrong: boolean | null;
  /** Whether it detected another language. Null as `errors`. */
  language_wrong: boolean | null;
  /** What the engine heard. With `analysis_id`, and for `transcription`, only. */
  transcript: HearingOfCall | null;
  /** What the engine answered. With `analysis_id`, and for `analysis`, only. */
  answers: TriedAnswer[] | null;
  /** Where `transcript` differs from that of `reference`. Null as `transcript`, and without a reference. */
  differing_words: DifferingWords[] | null;
  /** Questions whose answer differs from that of `reference`. Null as `answers`, and without a reference. */
  differing_questions: string[] | null;
  /**
   * What it is compared with. Null without `analysis_id`, and where neither people nor the first engine have anything
   * about the call.
   */
  reference: TrialReference | null;
};

export type DeletedEngineTrial = {
  /** Id of the trial. */
  id: string;
  /** Always `engine_trial`. */
  object: 'engine_trial';
  /** Always true. */
  deleted: true;
};

export type CreatedReviewLink = {
  /** Identifier of the link. It opens nothing. */
  id: string;
  /** Always `review_link`. */
  object: 'review_link';
  /** Unix time in seconds. */
  created: number;
  /** Mode of the analysis or the session: false for test mode. */
  livemode: boolean;
  /** The analysis that the link opens; null for a link to a calibration session. */
  analysis_id: string | null;
  /** The calibration session that the link opens; null for a link to a call. */
  calibration_id: string | null;
  /** Reviewer for whom it was created. */
  reviewer_id: string;
  /** Permissions of the link. */
  may: ReviewLinkAct[];
  /** ISO 8601. */
  expires_at: string;
  /** The link, shown only once. Anyone with it can open the call. */
  url: string;
};

export type ReviewLink = {
  /** Identifier of the link. It opens nothing. */
  id: string;
  /** Always `review_link`. */
  object: 'review_link';
  /** Unix time in seconds. */
  created: number;
  /** Mode of the analysis or the session: false for test mode. */
  livemode: boolean;
  /** The analysis that the link opens; null for a link to a calibration session. */
  analysis_id: string | null;
  /** The calibration session that the link opens; null for a link to a call. */
  calibration_id: string | null;
  /** Reviewer for whom it was created. */
  reviewer_id: string;
  /** Permissions of the link. */
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
  /** Goes into `Authorization: Bearer …`. It opens the one analysis or session and nothing else. */
  access_token: string;
  /** Always `bearer`. */
  token_type: 'bearer';
  /** Seconds until the access token expires: 1800, or fewer where the link ends before. */
  expires_in: number;
  /** The analysis that the link opens; null for a link to a calibration session. */
  analysis_id: string | null;
  /** The calibration session that the link opens; null for a link to a call. */
  calibration_id: string | null;
  /** Reviewer for whom the link was created. */
  reviewer_id: string;
  /** Permissions of the link. */
  may: ReviewLinkAct[];
};

export type ReviewDoubt = {
  /** Same values as `reasons` of the call. */
  reason: ReviewReason;
  /**
   * The finding as named in reviews, the rule of a violation, the question of a scorecard, or the missing score
   * (`compliance`, `quality`); `redaction` if it is uncertain that everything was masked; the id of a sample or of a
   * dispute. Null: the call or the evaluation as a whole.
   */
  subject: string | null;
  /** Scorecard of the question; null for an item of the call’s own results. */
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
  /** Duration of the call. */
  duration_seconds: number;
  /**
   * Why the call needs review; items that a reviewer has decided are not listed. `needs_review`: an answer would fail
   * the scorecard but has no verified evidence. `awaiting_human`: a scorecard question needs a reviewer’s answer.
   * `violation`: a violation was found. `flagged`: a finding or an answer has low confidence, or counts against the
   * agent. `roles_unclear`: it is unclear who the agent is (`role_confidence` under 0.6), so the call was not
   * evaluated. `withheld`: a score is null, because too little could be evaluated. `sampled`: a sample was drawn with
   * `queue`. `disputed`: a dispute is open; only resolving it takes the call out of the queue.
   */
  reasons: ReviewReason[];
  /**
   * The open items behind `reasons`. If the call was reviewed or dismissed before, only the items that are new since
   * then: those for which the AI now says something else. Empty for items recorded by a release without this member.
   */
  doubts: ReviewDoubt[];
  /**
   * Whether the call returned to the queue: it was reviewed or dismissed, and a correction, a masking or an
   * evaluation added a new open item.
   */
  returned: boolean;
  /**
   * Severity of the most severe open item. 1: a violation, or an answer that fails the call automatically. 2: a
   * question that needs a reviewer’s answer, or a dispute. 3: low confidence. 4: too little could be evaluated.
   */
  severity: number;
  /**
   * Priority of the review: for each open item, its weight in the score × (1 − confidence), added up. 0 if the items
   * affect no score.
   */
  worth: number;
  /** The reviewer who reserved the call; null if it is not reserved. */
  claimed_by: string | null;
  /** When the reservation expires, 30 minutes after it was made; ISO 8601. Null if the call is not reserved. */
  claimed_until: string | null;
};

export type SampleFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning.
   */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left
   * out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too. */
  call_before?: number | null;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that was not dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls of this duration, in seconds, or a longer one. */
  duration_min?: number | null;
  /** Only calls of this duration, in seconds, or a shorter one. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not.
   */
  scorecard_id?: string | null;
  /** Only calls with this outcome; requires `scorecard_id`. */
  outcome?: EvaluationOutcome | null;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  score_min?: number | null;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  score_max?: number | null;
};

export type Sample = {
  /** Identifier of the sample. */
  id: string;
  /** Always `sample`. */
  object: 'sample';
  /** When it was drawn, in Unix seconds. */
  created: number;
  /** Mode of its calls: that of the credential. */
  livemode: boolean;
  /** Draws the same calls again. */
  seed: string;
  /** Completed calls that fitted the filter. */
  population: number;
  /** Calls in the sample. Deleted calls leave it. */
  drawn: number;
  /** The filter, as it was given; times in ISO 8601. */
  filter: { [name: string]: unknown };
  /** As requested. */
  count: number;
  /** As requested. */
  per: DrawPer | null;
  /** As requested. */
  stratify_by: 'outcome' | { scorecard_id: string; question: string } | null;
  /** As requested. */
  queue: boolean;
  /** The calls, in the order of SHA-256 of the seed, a colon and the id. */
  analysis_ids: string[];
  /** How calls are ordered. */
  algorithm: 'sha256-v1';
};

export type CalibrationProgress = {
  /** Your identifier of the reviewer. */
  reviewer_id: string;
  /** Calls that the reviewer has rated. */
  done: number;
  /** Calls of the session. */
  of: number;
};

export type RarestAnswer = {
  /** Key of the answer. */
  answer: string;
  /** How often people gave it. */
  n: number;
};

export type Coefficient = {
  /** Null where it is not defined. */
  value: number | null;
  /** 95 % interval: lower and upper bound. Null where there is no value. */
  ci: number[] | null;
};

export type ConfidenceLine = {
  /** Answers with this confidence or more count. */
  confidence: number;
  /** Share of the rated answers that have it. */
  share_above: number;
};

export type QuestionAgreement = {
  /** Key of the question. */
  question: string;
  /** Calls with two answers or more. */
  n: number;
  /** Raters, the machine included. */
  raters: number | null;
  /** The answer of the form that people gave least. */
  rarest: RarestAnswer | null;
  /** Share of pairs of answers that are equal. */
  agreement: number | null;
  /** Cohen’s kappa, over pairs of answers. */
  kappa: Coefficient | null;
  /** Krippendorff’s alpha; ordinal where the points of three answers or more differ. */
  alpha: Coefficient | null;
  /** Gwet’s AC1, which holds where nearly all answers are the same. */
  ac1: Coefficient | null;
  /** Pairs of answers: rows are those of the first rater (the machine), columns those of the other. */
  matrix: { [name: string]: { [name: string]: number } };
  /** Pairs in which one answer alone is `na`. */
  na_mismatch: number;
  /**
   * `too_few`: under 50 calls, or 10 of the rarest answer. `trusted`: AC1 is 0.6 or more with 95 % certainty, and
   * kappa 0.4 or more. `untrusted`: AC1 is under 0.6 with that certainty. `watch`: neither.
   */
  verdict: AgreementVerdict | null;
  /**
   * The lowest confidence from which on people agree as often as `target_agreement` asks for, with 95 % certainty.
   * Null without a target, and where no such line is found: the question then suggests only. Only with
   * `between=machine`, over all sessions.
   */
  line?: ConfidenceLine | null;
};

export type JudgeVersion = {
  /** Name of the engine in this installation. Null where no language model is asked. */
  engine: string | null;
  /** The language model, as `judge` in the provenance of evaluations. Null where none is asked. */
  model: string | null;
  /** Version of the prompt, as in the provenance of evaluations. Null where no language model is asked. */
  prompt_version: string | null;
  /** Version of the rules by which answers are checked, and questions without a language model are answered. */
  rules_version: string;
};

export type Drift = {
  /** The judge that the present one is compared with: the one at first, or after the last change. */
  was: JudgeVersion | null;
  /** The judge at the last check. Equal to `was` where a provider has changed a model without a word. */
  is: JudgeVersion | null;
  /**
   * Share of equal answers, over all pairs of a judging then and one now. At first, and after a change of the form,
   * that of the same judge asked several times: its own noise. Null with `too_few`.
   */
  same: number | null;
  /** 95 % interval of `same`, by 2,000 resamples of the calls, seeded from their ids as those of agreement are. */
  ci: number[] | null;
  /** Keys of the questions that differ beyond chance. May be empty where all questions differ a little. */
  changed: string[];
  /** End of the last check, in Unix seconds. Null before the first. */
  checked_at: number | null;
  /**
   * `judge_changed`: answers differ beyond the own noise of the judge. `steady`: they do not. `too_few`: fewer than
   * 20 calls are left in the set.
   */
  verdict: DriftVerdict;
};

export type Agreement = {
  /** Always `agreement`. */
  object: 'agreement';
  /** The scorecard. */
  scorecard_id: string;
  /** Its revision. */
  revision: number;
  /**
   * `machine`: the AI and people, or the expert alone where a session has one. `people`: people among each other.
   * `expert`: people and the expert.
   */
  between: AgreementSide;
  /** `reviews`: what people decided in reviews, which is no random sample: counts alone. */
  basis: AgreementBasis;
  /**
   * Seed of the resamples in hexadecimal, from the ids of the calls. A question that was not rated on all of them has
   * the seed of its own calls.
   */
  seed: string | null;
  /** Resamples of each interval. */
  resamples: number;
  /** In the order of the form. */
  questions: QuestionAgreement[];
  /**
   * Whether the judge has changed, by the calls that the scorecard watches. Null without `watch`, until its calls are
   * judged for the first time, and for a live scorecard and a test key. Only here, not in sessions.
   */
  drift?: Drift | null;
};

export type DifferingCall = {
  /** The call. */
  analysis_id: string;
  /** Keys of the questions that people answered differently, in the order of the form. */
  questions: string[];
};

export type CalibrationAgreement = {
  /** The AI and people; the expert alone where there is one. */
  machine: Agreement;
  /** People among each other. Null with fewer than two besides the expert. */
  people: Agreement | null;
  /** People and the expert. Null without one. */
  expert: Agreement | null;
  /** Calls that people rated differently, the expert included; those with the most such questions first. */
  differing: DifferingCall[];
};

export type Calibration = {
  /** Identifier of the session. */
  id: string;
  /** Always `calibration`. */
  object: 'calibration';
  /** When it was made, in Unix seconds. */
  created: number;
  /** Mode of its calls. */
  livemode: boolean;
  /** Your name for it. */
  name: string | null;
  /** `open`: reviewers rate. `closed`: the figures are final. `canceled`: there will be none. */
  status: CalibrationStatus;
  /** The scorecard. */
  scorecard_id: string;
  /** Its revision. */
  revision: number;
  /** The sample that its calls are of. */
  sample_id: string | null;
  /** Calls to rate. Deleted ones leave the session, also once it is closed. */
  analysis_ids: string[];
  /** Who rates. */
  reviewer_ids: string[];
  /** Reviewer whose ratings are the reference. */
  expert_id: string | null;
  /** Whether a link shows the progress of its own reviewer alone. */
  blind: boolean;
  /** When it closes by itself; ISO 8601. */
  due_at: string | null;
  /** When it was closed, in Unix seconds. */
  closed_at: number | null;
  /** Calls that each reviewer has rated. */
  progress: CalibrationProgress[];
  /** How far they agree. Null until the session is closed. */
  agreement: CalibrationAgreement | null;
};

export type ItemAudio = {
  /** Link to the recording, for an hour. */
  url: string | null;
};

export type RatingQuote = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /** As the reviewer gave it. */
  quote: string;
};

export type RatingAnswer = {
  /** Key of the question. */
  question: string;
  /** Key of the answer, `na` or `not_assessable`. */
  answer: string;
  /** The reviewer’s note. */
  note: string | null;
  /** The reviewer’s quotes. */
  quotes: RatingQuote[];
};

export type Rating = {
  /** Always `rating`. */
  object: 'rating';
  /** The session. */
  calibration_id: string;
  /** The call. */
  analysis_id: string;
  /** Who rated. */
  reviewer_id: string;
  /** When it was first given, in Unix seconds. */
  created: number;
  /** When it was last changed, in Unix seconds. */
  updated: number;
  /** The credential that wrote it. */
  via: ReviewVia;
  /** In the order of the form. */
  answers: RatingAnswer[];
};

export type CalibrationItem = {
  /** Always `calibration_item`. */
  object: 'calibration_item';
  /** The session. */
  calibration_id: string;
  /** The call. */
  analysis_id: string;
  /** The form, as `GET /scorecards/{id}/revisions` has it. */
  form: { [name: string]: unknown };
  /** The transcript, as `GET /analysis/{id}` has it. */
  transcript: { [name: string]: unknown } | null;
  /** The recording. */
  audio: ItemAudio;
  /** The rating of this reviewer; null before. */
  rating: Rating | null;
};

export type ReviewQuoteRequest = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /**
   * The words said there, by any speaker, verbatim; case and punctuation may differ. It may continue in the next
   * segments of the same speaker.
   */
  quote: string;
};

export type RatingAnswerRequest = {
  /** Key of the question. */
  question: string;
  /** Key of an answer to the question; `na` if the question allows it; `not_assessable` if it cannot be told. */
  answer: string;
  /** Why. */
  note?: string | null;
  /** Quotes as evidence. Optional. */
  quotes?: ReviewQuoteRequest[];
};

export type CorrectedSegmentRequest = {
  /** Its `id` in the transcript. */
  id: number;
  /** Who speaks: `agent`, `customer`, or another label of the transcript. */
  speaker?: string | null;
  /**
   * The corrected text, on one line: line breaks become spaces. Empty if nothing was said. The segment keeps its
   * times.
   */
  text?: string | null;
};

export type Correction = {
  /** Id of the correction. */
  id: string;
  /** Type of the object. */
  object: 'correction';
  /** When it was requested; Unix seconds. */
  created: number;
  /** The mode of the analysis. */
  livemode: boolean;
  /** The call whose transcript is corrected. */
  analysis_id: string;
  /** Until it is `completed`, or if it `failed`, the previous version stays in effect. */
  status: AnalysisStatus;
  /** The version that was corrected. */
  base_version: number;
  /** The version that it makes. */
  transcript_version: number;
  /** Agent and customer change places. */
  swap_roles: boolean;
  /** Who the speakers are, by the labels of the version that was corrected. */
  speakers: { [name: string]: TalkingParty };
  /**
   * Number of segments that were corrected individually. Compare the two versions of the transcript to see the
   * changes.
   */
  edited_segments: number;
  /** Your identifier of the reviewer. */
  reviewer_id: string;
  /** Credential of the reviewer. */
  via: ReviewVia;
  /** The reviewer’s note. */
  note: string | null;
  /** When it was completed or failed; Unix seconds. */
  completed_at: number | null;
  /** Why it failed; null otherwise. */
  error_message: string | null;
  /**
   * Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as
   * `not_processable`.
   */
  error_code: ErrorCode | null;
};

export type ReviewFindingRequest = {
  /** The finding, by its place in `results`. */
  finding: FindingPath;
  /** The reviewer’s decision. `withdraw` restores the AI’s decision. */
  answer: FindingAnswer;
  /** Why. */
  note?: string | null;
  /** Quotes as evidence. Optional. */
  quotes?: ReviewQuoteRequest[];
};

export type ReviewViolationRequest = {
  /** Stable name of the rule, as the violation has it. */
  rule: string;
  /** A segment that the violation cites. */
  segment_id: number;
  /**
   * `true` confirms the violation; `false` dismisses it: it stays listed, but no longer lowers the score. Null
   * restores the AI’s decision.
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
  /** Key of an answer to the question; `na` if the question allows it; `withdraw` restores the original answer. */
  answer: string;
  /** Why, in a sentence or two. */
  rationale?: string | null;
  /** Quotes as evidence. Optional. */
  quotes?: ReviewQuoteRequest[];
};

export type ReviewQuote = {
  /** Segment that holds the quotation. */
  segment_id: number;
  /** As the reviewer gave it. The citation in the results has the words of the transcript. */
  quote: string;
  /** True if a correction has since changed the quoted words. Omitted otherwise. */
  stale?: boolean;
};

export type ReviewedFinding = {
  /** The finding, by its place in `results`. */
  finding: FindingPath;
  /** The reviewer’s decision. `withdraw` restored the AI’s decision. */
  answer: FindingAnswer;
  /** The reviewer’s note. */
  note: string | null;
  /** The reviewer’s quotes. */
  quotes: ReviewQuote[];
};

export type ReviewedViolation = {
  /** Stable name of the rule. */
  rule: string;
  /** A segment that the violation cites. */
  segment_id: number;
  /** Whether the reviewer confirmed the violation or dismissed it. Null restored the AI’s decision. */
  upheld: boolean | null;
  /** The reviewer’s note. */
  note: string | null;
};

export type ReviewedQuestion = {
  /** An evaluation of the call. */
  evaluation_id: string;
  /** Key of the question. */
  question: string;
  /** Key of the answer, or `na`. `withdraw` restored the original answer. */
  answer: string;
  /** Reason for the dismissal; empty if none was given. */
  rationale: string;
  /** The reviewer’s quotes. */
  quotes: ReviewQuote[];
};

export type ReviewScores = {
  /** Same as `results.compliance.score`. */
  compliance: number | null;
  /** Same as `results.quality.overall_score`. */
  quality: number | null;
};

export type ReviewScoreChange = {
  /** Until the review. */
  before: ReviewScores;
  /** After the review. */
  after: ReviewScores;
};

export type ReviewedEvaluationFigures = {
  /** Same as `score` of the evaluation. */
  score: number | null;
  /** Same as `outcome` of the evaluation. */
  outcome: string | null;
};

export type ReviewedEvaluation = {
  /** An evaluation of the call. */
  evaluation_id: string;
  /** Before the review. */
  before: ReviewedEvaluationFigures;
  /** The score after the review. */
  after: ReviewedEvaluationFigures;
};

export type Review = {
  /** Id of the review. In a dry run it refers to nothing. */
  id: string;
  /** Type of the object. */
  object: 'review';
  /** Unix seconds. */
  created: number;
  /** The mode of the analysis. */
  livemode: boolean;
  /** The call. */
  analysis_id: string;
  /** Version of the transcript that was reviewed. */
  transcript_version: number;
  /** Your identifier of the reviewer. Null only if `PUT /evaluations/{id}/answers/{question}` named none. */
  reviewer_id: string | null;
  /** Credential of the reviewer. */
  via: ReviewVia;
  /** The reviewer’s note on the call. */
  note: string | null;
  /** In the order of the request. */
  findings: ReviewedFinding[];
  /** In the order of the request. */
  violations: ReviewedViolation[];
  /** In the order of the request. */
  answers: ReviewedQuestion[];
  /** The scores of the call itself. */
  scores: ReviewScoreChange;
  /** True in the answer to a dry run, which has done nothing. Omitted otherwise. */
  dry_run?: boolean;
  /** Dry run only: the evaluations of the call whose score or outcome the review would change. */
  evaluations?: ReviewedEvaluation[];
};

export type DisputedAnswerRequest = {
  /** Key of the question. */
  question: string;
  /** The answer that would be right: a key of the question’s answers, or `na` if the question allows it. */
  claim: string;
  /** Why. */
  note: string;
};

export type DisputedAnswer = {
  /** Key of the question. */
  question: string;
  /** The disputed answer, as it was when the dispute was opened; null if there was none. */
  answer: string | null;
  /** Reviewer who gave the disputed answer and may not resolve the dispute; null for an answer of the AI. */
  answered_by: string | null;
  /** The answer that would be right. */
  claim: string;
  /** Why. */
  note: string;
};

export type Dispute = {
  /** Identifier of the dispute. */
  id: string;
  /** Always `dispute`. */
  object: 'dispute';
  /** When it was opened, in Unix seconds. */
  created: number;
  /** Mode of the evaluation. */
  livemode: boolean;
  /** The call. */
  analysis_id: string;
  /**
   * The disputed evaluation. If the call was corrected or masked since, another one by the same revision took its
   * place.
   */
  evaluation_id: string;
  /** Scorecard of the evaluation. */
  scorecard_id: string;
  /** Agent of the call. */
  agent_id: string;
  /** Who raised it. */
  raised_by: string;
  /** Credential with which it was opened. */
  via: ReviewVia;
  /** The disputed answers. */
  answers: DisputedAnswer[];
  /** `open`: its call is in the review queue, with the reason `disputed`. */
  status: DisputeStatus;
  /** About the disputed answers: `upheld` if they stand, `overturned`, or `partly`. Null until resolved. */
  decision: DisputeDecision | null;
  /** Who resolved it; null until then. */
  reviewer_id: string | null;
  /** Why it was decided so; null until then. */
  note: string | null;
  /** Review that changed the answers; null until resolved, and if they were upheld. */
  review_id: string | null;
  /** When it was resolved, in Unix seconds. */
  resolved_at: number | null;
};

export type ResolvedAnswerRequest = {
  /** Key of the question. */
  question: string;
  /** Key of an answer to the question, or `na` if the question allows it. */
  answer: string;
  /** Why, in a sentence or two. */
  rationale?: string | null;
  /** Quotes as evidence. Optional. */
  quotes?: ReviewQuoteRequest[];
};

export type Audio = {
  /** Link to the recording, valid for an hour; Range requests are supported. Null until it is stored. */
  url: string | null;
  /** Size of the file. */
  size_bytes: number | null;
  /** The same number under its other name. */
  file_size: number | null;
  /** Content type of the bytes, independent of the file name. */
  format: AudioFormat | null;
  /** Decoded duration; null until it is known. */
  duration_seconds: number | null;
  /** Channels of the recording. */
  channels: number | null;
  /**
   * True if part of the recording is missing or could not be decoded: the rest was used, and only that is billed.
   * Null until known.
   */
  damaged: boolean | null;
  /**
   * Audio tracks of the recording. Two mono tracks are used as channels 0 and 1; otherwise only the default track,
   * else the first, is used. Null until known.
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
   * `none`: nothing to mask. `processing`: the call is being masked. `applied`: everything found is masked.
   * `withheld`: something could not be masked exactly, so whole segments are masked and the recording is withheld;
   * also while a call has failed.
   */
  status: RedactionStatus;
  /** Version of the detection rules. */
  version: string;
  /** Number of masked parts by type, or by the key of a custom pattern. */
  types: { [name: string]: number };
  /** The recording of `audio.url`: the original, a masked one, or none. */
  audio: RedactedAudio;
  /** The original recording. */
  original: OriginalRecording;
  /**
   * `names_by_cues`: no language model detected names and addresses, so only those after words such as "my name is"
   * are masked. `unknown_language`: spoken numbers are detected only in English and German.
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
  /** Confidence of the detection. */
  confidence: number;
  /**
   * How it was detected. `pattern`: by its format. `asked_for`: by the question before it. `model`: by a language
   * model. `keys`: pressed keys. `custom`: a pattern of the account.
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
  /** Seconds of overtalk. */
  overtalk_seconds: number;
  /** Number of interruptions. */
  interruptions: number;
  /** Words per minute of the agent's talk. */
  agent_words_per_minute: number;
  /** Words per minute of the customer's talk. */
  customer_words_per_minute: number;
  /** The agent's share of the talking, 0 to 1. */
  talk_ratio: number;
  /**
   * Seconds of silence in which the recording was paused: digital silence or one steady tone on all channels for
   * three seconds or more. Part of `silence_seconds`. Omitted if it was not measured.
   */
  paused_seconds?: number;
  /**
   * True if one party may be audible in the other’s channel, so that talk time may be counted twice. Omitted
   * otherwise.
   */
  leakage_suspected?: boolean;
};

export type CompletedCall = {
  /** Your identifier of the agent. */
  agent_id: string;
  /** Your identifier of the customer. */
  contact_id: string;
  /** Your identifier of the recording, unique within an account and mode. */
  external_id: string | null;
  /** Your `call_started_at` in UTC; null when you gave none. */
  started_at: string | null;
  /** Who called, as you gave it: the customer (`inbound`) or the agent (`outbound`). */
  direction: CallDirection | null;
  /** Decoded duration. */
  duration_ms: number;
  /** The same in seconds. */
  duration_seconds: number;
  /** Talk metrics. */
  metrics: CallMetrics;
};

export type RetainedUntil = {
  /** The recording. Unix seconds; null: no limit. */
  recording: number | null;
  /** The transcript. Unix seconds; null: no limit. */
  transcript: number | null;
  /** All of it. Unix seconds; null: no limit. */
  analysis: number | null;
};

export type Engine = {
  /**
   * Engine that transcribed the call. If workers with different engines took part, all of them, largest share first,
   * joined by ` + `.
   */
  transcription: string;
  /** Engine that evaluated the call. */
  analysis: string;
  /** Grade of the result: that of the weakest engine. */
  grade: EngineGrade;
  /** Mean word confidence, 0 to 1; null where the engine gives none. */
  mean_confidence: number | null;
  /** Version of the yardstick. */
  rules_version: string;
  /**
   * Engine that transcribed the largest share, as the installation names it. Null for a sample call; left out for a
   * call of an earlier release.
   */
  transcription_engine?: NamedEngine | null;
  /** Engine that evaluated the call, as the installation names it. Null and left out as above. */
  analysis_engine?: NamedEngine | null;
};

export type CompletedMetadata = {
  /** URL that receives the notification, as you gave it; characters beyond ASCII in punycode and percent-encoded. */
  webhook_url: string | null;
  /** Events that are notified. */
  webhook_events: string[];
  /**
   * True if the analysis failed and its recording is still stored, can be downloaded from its URL, or is of the
   * sandbox: `POST /analysis/{id}/retry` starts it again. Also true if it is completed, and its `not_judged_reason`
   * is `too_long_for_model` or `unusable_answer`: a retry evaluates it again.
   */
  retryable: boolean;
  /** Version of this object. */
  version: string;
  /** Times at which its parts are deleted, unless a hold keeps them. All null until it is final. */
  retained_until: RetainedUntil;
  /** When the transcript was deleted by its retention; null otherwise. */
  transcript_deleted_at: string | null;
  /** When it was completed. */
  completed_at: string;
  /** From acceptance to the final state. */
  processing_time_ms: number;
  /** It has not failed. */
  error_message: null;
  /** It has not failed. */
  error_code: null;
  /** Engines that produced the result. */
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
  /** `agent`, `customer`, or `speaker_N` if the role is unknown. */
  speaker: string;
  /** Channel it was heard on; null for mono. */
  channel: number | null;
  /** Seconds from the start. */
  start: number;
  /** Seconds from the start. */
  end: number;
  /** Text. */
  text: string;
  /** 0 to 1; null if the engine gives none, or the text was corrected. */
  confidence: number | null;
  /**
   * Whether its words or its speaker were corrected individually; renaming a speaker does not edit each of its
   * segments. Omitted in analyses made before transcripts could be corrected.
   */
  edited?: boolean;
  /** With `include=words` only; null if the engine gives none, or the text was corrected. */
  words?: Word[] | null;
};

export type Diarization = {
  /** How speakers were distinguished: by channel, by their voices, by what was said, or not at all. */
  method: DiarizationMethod;
  /**
   * Confidence that `agent` is the agent, 0 to 1. Below 0.6 the call is not evaluated; 0.5 on stereo means that
   * nothing identified the agent, and channel 1 is assumed; 1 if a reviewer assigned the speakers.
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
   * Audio quality of the party for transcription, 0 to 1: the engine's mean word probability, else an estimate from
   * the signal-to-noise ratio. Null if unknown, which never means good.
   */
  score: number | null;
  /** Basis of `score` and `assessable`: the speech engine's own probabilities, the sound of the recording, or both. */
  basis: HearingBasis[];
  /**
   * True if the audio is good enough to conclude that the party did not say something. Otherwise nothing missing
   * counts against the party.
   */
  assessable: boolean;
  /**
   * Why the party is not assessable; empty otherwise. `no_speech`: no speech. `role_unknown`: role unknown.
   * `not_known`: audio quality unknown. `low_confidence`: low transcription confidence. `noisy`: background noise.
   * `narrow_band`: telephone quality, and the engine needs more. `clipped`: recording level too high.
   * `words_missing`: far fewer words than were spoken, or more than a person can say.
   */
  reasons: HearingReason[];
};

export type Hearing = {
  /** Audio quality of the agent. */
  agent: PartyHearing;
  /** Audio quality of the customer. */
  customer: PartyHearing;
};

export type Transcript = {
  /**
   * 1 for the original transcript; each correction adds one. Omitted in analyses made before transcripts could be
   * corrected, which are at version 1.
   */
  version?: number;
  /** One line per segment, with speaker labels. */
  text: string;
  /**
   * ISO 639-1: as detected by the engine, else as given in the request, else as detected from the words. Null if
   * nothing was said, or the words are too few, in several languages, or ambiguous.
   */
  language: string | null;
  /** Ascending by start. */
  segments: TranscriptSegment[];
  /** How the speakers were distinguished. */
  diarization: Diarization;
  /** Audio quality of each party. Omitted in analyses made before this was measured. */
  hearing?: Hearing;
};

export type SystemPerformedFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the agent did it. `false` counts against the agent only with `assessable: true`. */
  performed: boolean;
};

export type PerformedFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the agent did it. `false` counts against the agent only with `assessable: true`. */
  performed: boolean;
  /**
   * The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  system?: SystemPerformedFinding | null;
};

export type SystemDisclosuresFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the agent did it. `false` counts against the agent only with `assessable: true`. */
  performed: boolean;
  /** Required disclosures that are proved not to have been made. */
  missing: string[];
};

export type DisclosuresFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the agent did it. `false` counts against the agent only with `assessable: true`. */
  performed: boolean;
  /** Required disclosures that are proved not to have been made. */
  missing: string[];
  /**
   * The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  system?: SystemDisclosuresFinding | null;
};

export type SystemViolation = {
  /** Stable name of the rule. */
  rule: string;
  /** One sentence: that of the rule, or the service’s own with the quoted words. Never text of a model. */
  description: string;
  /** 0 to 1; 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript. */
  evidence: string;
  /** True until a reviewer confirms or dismisses it. */
  flagged: boolean;
  /** Quotes from the transcript. */
  citations: Citation[];
  /**
   * False if a reviewer dismissed it: it then no longer lowers the score. Omitted, as `source` is, where it could
   * only be true.
   */
  upheld?: boolean;
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
};

export type Violation = {
  /** Stable name of the rule. */
  rule: string;
  /** One sentence: that of the rule, or the service’s own with the quoted words. Never text of a model. */
  description: string;
  /** 0 to 1; 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript. */
  evidence: string;
  /** True until a reviewer confirms or dismisses it. */
  flagged: boolean;
  /** Quotes from the transcript. */
  citations: Citation[];
  /**
   * False if a reviewer dismissed it: it then no longer lowers the score. Omitted, as `source` is, where it could
   * only be true.
   */
  upheld?: boolean;
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /**
   * The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  system?: SystemViolation | null;
};

export type Compliance = {
  /**
   * The agent verified the caller. True: two kinds of identifier were checked; a name or a PIN alone, or an order
   * number with a postcode, is not enough. False: the agent dealt with the account without any check. Otherwise not
   * assessable.
   */
  identity_verification: PerformedFinding;
  /**
   * The agent protected the customer’s data. True: the agent took care of it. False: the agent asked for a card
   * number, PIN, password or security code. Otherwise not assessable.
   */
  privacy_protection: PerformedFinding;
  /**
   * The agent made the required disclosures. True: they were found. False: they were not, the agent’s opening is
   * cited, and the agent’s audio is good enough to tell. Otherwise not assessable.
   */
  mandatory_disclosures: DisclosuresFinding;
  /**
   * The agent stated the purpose of the call. True: it was said, asked or confirmed. False: the agent refused to say
   * it, which is rare. Otherwise not assessable.
   */
  purpose_declaration: PerformedFinding;
  /** Violations: what the agent must not do. */
  violations: Violation[];
  /** 0 to 100; null with a `coverage` under 0.4. */
  score: number | null;
  /**
   * Share of the score that could be assessed: the weight of the assessable findings divided by the weight of all.
   * Omitted in analyses completed by an earlier release.
   */
  coverage?: number;
};

export type SentimentAnalysis = {
  /** Sentiment of the whole call. */
  overall_sentiment: Sentiment;
  /** Sentiment of the customer; `neutral` if the customer said nothing, the audio is poor, or the roles are unclear. */
  customer_sentiment: Sentiment;
  /** Sentiment of the agent; `neutral` if the agent said nothing, the audio is poor, or the roles are unclear. */
  agent_sentiment: Sentiment;
};

export type SystemResolvedFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the customer's matter was settled. False means failure only with `assessable: true`. */
  resolved: boolean;
};

export type ResolvedFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the customer's matter was settled. False means failure only with `assessable: true`. */
  resolved: boolean;
  /**
   * The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  system?: SystemResolvedFinding | null;
};

export type SystemPresentFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether it was found. `false` counts against the agent only with `assessable: true`. */
  present: boolean;
};

export type PresentFinding = {
  /** Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer decided. */
  confidence: number;
  /** Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was found. */
  evidence: string;
  /**
   * True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. False once
   * a reviewer has decided.
   */
  flagged: boolean;
  /**
   * Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the agent is
   * (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: the answer then
   * does not count against the agent, and the finding is in no score.
   */
  assessable: boolean;
  /** Quotes that show the behaviour, or its opposite; each is verified against the transcript. */
  citations: Citation[];
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether it was found. `false` counts against the agent only with `assessable: true`. */
  present: boolean;
  /**
   * The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier release and
   * not reviewed since.
   */
  system?: SystemPresentFinding | null;
};

export type Quality = {
  /** Sentiment of the parties. */
  sentiment_analysis: SentimentAnalysis;
  /** The outcome. True: success or a definite next step was found. False: failure was found. Otherwise not assessable. */
  call_resolution: ResolvedFinding;
  /**
   * The agent greeted the customer. True: a greeting was found. False: the agent’s opening is cited, it has no
   * greeting, and the agent’s audio is good enough to tell. Otherwise not assessable.
   */
  greeting: PresentFinding;
  /**
   * The agent showed understanding. True: it was found. False: the customer described a problem and the agent
   * dismissed it; both are cited. Otherwise not assessable.
   */
  empathetic_language: PresentFinding;
  /**
   * The agent stayed courteous and to the point. True: this was found. False: rudeness, mockery or carelessness was
   * found. Otherwise not assessable. In no score. Omitted in analyses completed by an earlier release.
   */
  professionalism?: PresentFinding;
  /** 0 to 100; null with a `coverage` under 0.5, or where `call_resolution` is not assessable. */
  overall_score: number | null;
  /**
   * Share of the score that could be assessed: the weight of the assessable findings divided by the weight of all.
   * Omitted in analyses completed by an earlier release.
   */
  coverage?: number;
};

export type Coaching = {
  /** 1 (easy) to 5 (hard); null if it cannot be determined. */
  customer_effort_score: number | null;
  /** Strengths. */
  strengths: string[];
  /** Suggestions. */
  recommendations: string[];
};

export type Observation = {
  /** Stable name of the rule. */
  rule: string;
  /** Category of the observation. */
  category: ObservationCategory;
  /** One sentence. */
  description: string;
  /** `agent`, `customer`, or `speaker_N` if the role is unknown. */
  speaker: string;
  /** False for an expected practice that was missing, if the agent’s audio was good enough to tell. */
  observed: boolean;
  /** 0 to 1. */
  confidence: number;
  /** Verbatim from the transcript. */
  evidence: string;
  /** Quotes from the transcript. */
  citations: Citation[];
};

export type Results = {
  /**
   * Only conversations are evaluated. For a voicemail, and for a wrong number, an announcement or a call that one
   * party never answers (`no_conversation`), no finding is assessable, and the summary gives the reason. Omitted in
   * analyses completed by an earlier release.
   */
  call_kind?: CallKind;
  /**
   * Why the language model did not evaluate the call: it declined (`model_declined`), the transcript or the answer is
   * too long for it (`too_long_for_model`), or its answer could not be used (`unusable_answer`). The call is
   * completed and billed, with its transcript and metrics; no finding is assessable, the scores are null, and the
   * summary gives the reason. Null otherwise. Omitted in analyses completed by an earlier release.
   */
  not_judged_reason?: NotJudgedReason | null;
  /** Regulatory adherence. */
  compliance: Compliance;
  /** Quality of the agent’s conduct, and the outcome. */
  quality: Quality;
  /** Coaching for the agent. */
  coaching: Coaching;
  /** Further facts of the call. */
  observations: Observation[];
  /** Someone on the call tried to influence the AI; it changed no score. */
  manipulation_suspected: boolean;
  /** The call in a few sentences. */
  summary: string;
};

export type DeliveredBefore = {
  /** Type of the event. */
  event: WebhookEvent;
  /** URL of the receiver. */
  url: string;
  /** When it was delivered; Unix seconds. */
  delivered_at: number;
};

export type RedactedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is final. */
  status: 'completed';
  /** The upload is complete. */
  progress: null;
  /** The call. */
  call: CompletedCall;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: CompletedMetadata;
  /** Transcript with speakers; null once its retention has ended it: see `metadata.transcript_deleted_at`. */
  transcript: Transcript | null;
  /** Results of the call. */
  results: Results;
  /**
   * Notifications of the call and its evaluations that were delivered before it was masked, latest first, up to 100:
   * their content cannot be recalled.
   */
  delivered_before: DeliveredBefore[];
};

export type RedactionFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning.
   */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left
   * out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too. */
  call_before?: number | null;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that was not dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls of this duration, in seconds, or a longer one. */
  duration_min?: number | null;
  /** Only calls of this duration, in seconds, or a shorter one. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not.
   */
  scorecard_id?: string | null;
  /** Only calls with this outcome; requires `scorecard_id`. */
  outcome?: EvaluationOutcome | null;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  score_min?: number | null;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  score_max?: number | null;
};

export type RedactionCounts = {
  /** Completed calls that the filter found at the start. */
  total: number;
  /** Calls that were masked. */
  completed: number;
  /** Calls that could not be masked completely. What is masked stays masked, and the recording is withheld. */
  failed: number;
  /** Calls that needed no masking: nothing new to mask, or deleted meanwhile. */
  skipped: number;
};

export type RedactionJob = {
  /** Identifier of the job. For a dry run it refers to nothing. */
  id: string;
  /** Always `redaction`. */
  object: 'redaction';
  /** When it was started, in Unix seconds. */
  created: number;
  /**
   * `completed`: all calls are counted. `canceled`: no further calls are masked. `failed`: the job could not
   * continue. `dry_run`: the response to a dry run; there is no job.
   */
  status: RescoreStatus;
  /** False where it was started with a test key. */
  livemode: boolean;
  /** The preset that was asked for; null where none was. */
  preset: string | null;
  /** What is masked: the requested types and the account’s settings together, with the keys of custom types. */
  types: string[];
  /** Progress. */
  counts: RedactionCounts;
  /** URL that receives the notification. */
  webhook_url: string | null;
  /** Events to be notified of. */
  webhook_events: 'redaction.completed'[];
  /** When it was completed or canceled, in Unix seconds; null until then. */
  completed_at: number | null;
};

export type HoldFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning.
   */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left
   * out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too. */
  call_before?: number | null;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that was not dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls of this duration, in seconds, or a longer one. */
  duration_min?: number | null;
  /** Only calls of this duration, in seconds, or a shorter one. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not.
   */
  scorecard_id?: string | null;
  /** Only calls with this outcome; requires `scorecard_id`. */
  outcome?: EvaluationOutcome | null;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  score_min?: number | null;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  score_max?: number | null;
};

export type Hold = {
  /** Identifier of the hold. */
  id: string;
  /** Always `hold`. */
  object: 'hold';
  /** When it was placed, in Unix seconds. */
  created: number;
  /** False: placed by a test key, on test calls. */
  livemode: boolean;
  /** Your name for it, which refused deletions tell. */
  name: string;
  /** Why it was placed. */
  reason: string;
  /** `active`: its calls are kept. `released`: it keeps nothing any more. */
  status: HoldStatus;
  /** Calls that it holds, or held when it was released. */
  held: number;
  /** When it is released by itself, in Unix seconds. */
  until: number | null;
  /** When it was released, in Unix seconds. */
  released_at: number | null;
  /** Why it was released; null also where `until` released it. */
  release_reason: string | null;
};

export type HeldAnalysis = {
  /** The call. */
  id: string;
  /** Always `analysis`. */
  object: 'analysis';
  /** When it was accepted, in Unix seconds. */
  created: number;
  /** As `GET /analysis/{id}` has it. */
  status: AnalysisStatus;
  /** Mode of the call. */
  livemode: boolean;
  /** Your identifier of the agent. */
  agent_id: string;
  /** Your identifier of the contact. */
  contact_id: string;
};

export type CarriedOut = {
  /** Deferred erasures that go on now. */
  erasures: number;
  /** Calls that no other hold holds and of which something is past its retention: it is deleted now. */
  analyses: number;
};

export type ReleasedHold = {
  /** Identifier of the hold. */
  id: string;
  /** Always `hold`. */
  object: 'hold';
  /** When it was placed, in Unix seconds. */
  created: number;
  /** False: placed by a test key, on test calls. */
  livemode: boolean;
  /** Your name for it, which refused deletions tell. */
  name: string;
  /** Why it was placed. */
  reason: string;
  /** `active`: its calls are kept. `released`: it keeps nothing any more. */
  status: HoldStatus;
  /** Calls that it holds, or held when it was released. */
  held: number;
  /** When it is released by itself, in Unix seconds. */
  until: number | null;
  /** When it was released, in Unix seconds. */
  released_at: number | null;
  /** Why it was released; null also where `until` released it. */
  release_reason: string | null;
  /** What the hold has put off. */
  carried_out: CarriedOut;
};

export type ErasureCounts = {
  /** Calls: deleted, or changed where `scope` keeps them. */
  analyses: number;
  /** Recordings of them, in every rendition. */
  recordings: number;
  /** Evaluations. */
  evaluations: number;
  /** Reviews. */
  reviews: number;
  /** Notifications, sent and pending. */
  deliveries: number;
  /** Files of exports that held one of the calls. */
  exports: number;
  /** Answers that were kept for repeated requests. */
  idempotent_answers: number;
};

export type HoldOfCall = {
  /** The oldest hold of the call. */
  id: string;
  /** Its name. */
  name: string;
};

export type DeferredCall = {
  /** The call. */
  analysis_id: string;
  /** What keeps it. */
  held_by: HoldOfCall;
};

export type ReceiptHead = {
  /** Number of the last chained entry; 0 before the first. */
  sequence: number;
  /** Its hash. */
  hash: string;
};

export type Receipt = {
  /** The erasure. */
  erasure_id: string;
  /** `subject_hash` of the erasure. */
  subject_hash: string;
  /** What was erased, by all rounds together. */
  counts: ErasureCounts;
  /** Empty: nothing is left. */
  deferred: DeferredCall[];
  /** When it was completed, in Unix seconds. */
  completed_at: number;
  /** Head of the audit log at that time. */
  audit_head: ReceiptHead;
  /** `kid` of the key in `/.well-known/call-analysis/keys.json`. */
  key_id: string;
  /** Ed25519 over all other members in the form of RFC 8785, base64url. */
  signature: string;
};

export type Erasure = {
  /** Identifier of the erasure. For a dry run it refers to nothing. */
  id: string;
  /** Always `erasure`. */
  object: 'erasure';
  /** When it was asked for, in Unix seconds. */
  created: number;
  /** False: asked for with a test key; test calls alone. */
  livemode: boolean;
  /** What the request named. */
  subject: ErasedSubject;
  /**
   * HMAC-SHA256 of the name, or of the ids in ascending order with commas between them, under a key of the account
   * that no one is shown. The same name has the same hash, also in the audit log.
   */
  subject_hash: string;
  /**
   * `calls`: calls with all that belongs to them. `recordings`: recordings alone. `traces`: the name becomes
   * `erased`, and calls stay.
   */
  scope: ErasureScope;
  /** Why. The erased name in it is replaced by `[erased]`. */
  reason: string;
  /** Your reference, treated likewise. */
  reference: string | null;
  /**
   * `processing`: at work. `deferred`: what holds do not keep is erased, and the rest follows at their release.
   * `failed`: something was found afterwards, see `error_message`; it is tried again each minute. `completed`:
   * nothing is left. `dry_run`: the answer to a dry run; nothing is erased.
   */
  status: ErasureStatus;
  /** What is erased by now. */
  counts: ErasureCounts;
  /** Calls that holds keep, up to 1,000 of them. */
  deferred: DeferredCall[];
  /** Addresses, without their query, that were notified of the calls before, up to 100. Nothing calls that back. */
  delivered_before: string[];
  /** Names of the places in which something was found afterwards. */
  error_message: string | null;
  /** When it was completed. */
  completed_at: number | null;
  /** What `call-analysis receipt:verify` checks; null until it is completed. */
  receipt: Receipt | null;
};

export type RetentionCeilings = {
  /** Days for which recordings may be kept; null: no limit. */
  recordings_days: number | null;
  /** Days for which originals may be kept; null: no limit. */
  originals_days: number | null;
  /** Days for which transcripts may be kept; null: no limit. */
  transcripts_days: number | null;
  /** Days for which analyses may be kept; null: no limit. */
  analyses_days: number | null;
  /** Days for which entries of the audit log may be kept; null: no limit. */
  audit_days: number | null;
};

export type RetentionSettings = {
  /** Type of the object. */
  object: 'retention_settings';
  /** Days for which recordings are kept; null: no limit. */
  recordings_days: number | null;
  /** Days for which originals of masked recordings are kept; null: no limit. */
  originals_days: number | null;
  /** Days for which transcripts are kept; null: no limit. */
  transcripts_days: number | null;
  /** Days for which analyses are kept; null: no limit. */
  analyses_days: number | null;
  /** Days for which entries of the audit log are kept. */
  audit_days: number;
  /** Whether reads of single calls are entered in the audit log. */
  audit_reads: boolean;
  /** When the first round of changed settings deletes, in Unix seconds; null where none waits. */
  waits_until: number | null;
  /** Most days that the operator allows. */
  ceilings: RetentionCeilings;
};

export type WouldDelete = {
  /** Calls that would lose a recording, and stay. */
  recordings: number;
  /** Calls that would lose their transcript, and stay. */
  transcripts: number;
  /** Calls that would be deleted. */
  analyses: number;
};

export type UpdatedRetention = {
  /** Type of the object. */
  object?: 'retention_settings';
  /** Days for which recordings are kept; null: no limit. */
  recordings_days?: number | null;
  /** Days for which originals of masked recordings are kept; null: no limit. */
  originals_days?: number | null;
  /** Days for which transcripts are kept; null: no limit. */
  transcripts_days?: number | null;
  /** Days for which analyses are kept; null: no limit. */
  analyses_days?: number | null;
  /** Days for which entries of the audit log are kept. */
  audit_days?: number;
  /** Whether reads of single calls are entered in the audit log. */
  audit_reads?: boolean;
  /** When the first round of changed settings deletes, in Unix seconds; null where none waits. */
  waits_until?: number | null;
  /** Most days that the operator allows. */
  ceilings?: RetentionCeilings;
  /** With `dry_run` alone: calls that the settings would delete now. Held calls are not counted. */
  would_delete?: WouldDelete;
};

export type AuditActor = {
  /** `token`: the account’s first member. `service`: the service by itself. `operator`: a command. */
  kind: AuditActorKind;
  /** Id of the member, the API key or the link. */
  id: string;
};

export type AuditSubject = {
  /** Kind of the object. */
  type: AuditSubjectType;
  /** Its id, or the name of the settings. */
  id: string;
};

export type AuditEntry = {
  /** Id of the entry. */
  id: string;
  /** Always `audit_entry`. */
  object: 'audit_entry';
  /** Place in the chain of the account, from 1; null for some two seconds. */
  sequence: number | null;
  /** When it happened, in Unix seconds. */
  at: number;
  /** False: a test key acted. */
  livemode: boolean;
  /** Who acted. */
  actor: AuditActor;
  /** What was done. */
  action: AuditAction;
  /** To what. */
  subject: AuditSubject;
  /** `X-Request-Id` of the request that did it. */
  request_id: string | null;
  /** HMAC of the client’s address, under a key of the account that no one is shown. */
  client_address: string | null;
  /** Ids, counts and choices. Names of people and words of a search are HMACs, as `client_address` is. */
  details: { [name: string]: unknown };
  /**
   * SHA-256, in hexadecimal digits, over the hash of the entry before (nothing for the first) and this object without
   * `hash` in the form of RFC 8785; null until the entry has its `sequence`.
   */
  hash: string | null;
};

export type AuditHead = {
  /** Always `audit_head`. */
  object: 'audit_head';
  /** The account. */
  account_id: string;
  /** The last entry of the chain; 0 before the first. */
  sequence: number;
  /** Its hash; empty before the first. */
  hash: string;
  /** When it was signed, in Unix seconds. */
  signed_at: number;
  /** `kid` of the key in `/.well-known/call-analysis/keys.json`. */
  key_id: string;
  /** Ed25519 in base64url, over all other members in the form of RFC 8785. */
  signature: string;
};

export type ExportFilter = {
  /** Only analyses in this state. */
  status_filter?: AnalysisStatus | null;
  /** Another name of `status_filter`. If both are given, they must be equal. */
  status?: AnalysisStatus | null;
  /** Only calls of exactly this agent. */
  agent_id?: string | null;
  /** Only calls with exactly this contact. */
  contact_id?: string | null;
  /**
   * Searches `agent_id` and `contact_id`, ignoring case and accents; ß equals ss. `%` and `_` have no special
   * meaning.
   */
  search?: string | null;
  /** Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. */
  created_after?: number | null;
  /** Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. */
  created_before?: number | null;
  /** `true`: only analyses of live mode. `false`: only those of test mode. If omitted: both. */
  livemode?: boolean | null;
  /**
   * Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left
   * out, also by `call_before`.
   */
  call_after?: number | null;
  /** Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too. */
  call_before?: number | null;
  /** Only calls in this direction. Calls without a known direction are in neither. */
  direction?: CallDirection | null;
  /** Only calls in this language, ISO 639-1, as `transcript.language` has it. */
  language?: string | null;
  /**
   * `true`: only calls with a flagged finding or violation. `false`: only completed calls without one. If omitted:
   * both.
   */
  flagged?: boolean | null;
  /**
   * `true`: only reviewed analyses. `false`: only the others. If omitted: both. A reviewed analysis stays reviewed,
   * even if every decision was withdrawn.
   */
  reviewed?: boolean | null;
  /** Only calls with a violation of this rule that was not dismissed. */
  violation?: string | null;
  /** Only calls whose compliance score is this or more. */
  compliance_score_min?: number | null;
  /** Only calls whose compliance score is this or less. */
  compliance_score_max?: number | null;
  /** Only calls whose quality score is this or more. */
  quality_score_min?: number | null;
  /** Only calls whose quality score is this or less. */
  quality_score_max?: number | null;
  /** Only calls of this duration, in seconds, or a longer one. */
  duration_min?: number | null;
  /** Only calls of this duration, in seconds, or a shorter one. */
  duration_max?: number | null;
  /**
   * Only calls whose `metadata` has these values: at most two keys. In a query each is a parameter of its own, such
   * as `metadata[team]=sales`. Numbers and booleans are compared as text: `2` and `"2"` are equal.
   */
  metadata?: { [name: string]: string | number | boolean } | null;
  /**
   * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is completed;
   * superseded ones do not.
   */
  scorecard_id?: string | null;
  /** Only calls with this outcome; requires `scorecard_id`. */
  outcome?: EvaluationOutcome | null;
  /** Minimum score, inclusive; requires `scorecard_id`. */
  score_min?: number | null;
  /** Maximum score, inclusive; requires `scorecard_id`. */
  score_max?: number | null;
  /** Only these calls. Ids of other accounts or modes add no row. */
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
  /** `completed`: the file can be downloaded. `failed`: see `error_message`. `canceled`: there is no file. */
  status: ExportStatus;
  /** Type of the rows; `evidence`: an archive of `POST /evidence`. */
  of: ExportKind;
  /** Format of the file; `zip` for evidence. */
  format: StoredExportFormat;
  /** The columns of the file in order; null for `jsonl`, whose lines are whole objects, and for `zip`. */
  columns: ExportColumn[] | null;
  /** Excel settings of a `csv`; null for other files. */
  excel: ExportForExcel | null;
  /** Rows in the file, or written so far. */
  rows: number;
  /** Size of the file, or of the part written so far. */
  bytes: number;
  /**
   * Link to the file, valid for 24 hours without credentials; Range requests are supported. Each request for the
   * export returns a new link. Null until completed, after the file is deleted, and in notifications.
   */
  url: string | null;
  /** Time of the exported data, in Unix seconds; null until it is read. */
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
  /** URL that receives the notification. */
  webhook_url: string | null;
};

export type WebhookSecret = {
  /** Always `webhook_secret`. */
  object: 'webhook_secret';
  /** Verifies the signature of every notification of this account, by Standard Webhooks. */
  secret: string;
  /** When it was created. */
  created_at: string;
  /** After a rotation: when notifications stop carrying a second signature, by the previous secret. Otherwise null. */
  previous_expires_at: string | null;
};

export type SignedRequest = {
  /** Always `POST`. */
  method: 'POST';
  /** URL of the receiver. */
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
  /** URL that received the request, or would have. */
  url: string;
  /** True if the receiver responded with a status from 200 to 299. False with a test key: nothing is sent. */
  delivered: boolean;
  /** Status of the response; null if there was none. */
  status_code: number | null;
  /** Milliseconds until the response or the timeout. */
  duration_ms: number;
  /** Null if it was accepted or not sent, otherwise an error code as in a delivery attempt. */
  error: string | null;
  /** The signed request, as sent or, with a test key, as it would be sent. */
  request: SignedRequest | null;
};

export type WebhookAttempt = {
  /** When it was sent. */
  at: string;
  /** Status of the response; null if there was none. */
  status_code: number | null;
  /** Milliseconds until the response or the timeout. */
  duration_ms: number;
  /**
   * Null if it was accepted. Otherwise an error code: `unsuccessful_status`, `gone`, `redirect_not_followed`,
   * `timeout`, `connection`, `dns`, `tls`, `bad_response`, `bad_url` or `refused_address`.
   */
  error: string | null;
};

export type WebhookDelivery = {
  /** Id of the object. */
  id: string;
  /** Always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Type of the event. */
  event: 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed' | 'evaluation.acknowledged' | 'dispute.opened' | 'dispute.resolved';
  /** URL of the receiver. */
  url: string;
  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  endpoint_id: string | null;
  /** `suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410. */
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /**
   * When the next attempt is due; in the past while it is being sent, null when no attempt follows or its endpoint is
   * paused.
   */
  next_attempt_at: string | null;
  /** Unix time in seconds. */
  created: number;
};

export type WebhookDeliveryWithRequest = {
  /** Id of the object. */
  id: string;
  /** Always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Type of the event. */
  event: 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed' | 'evaluation.acknowledged' | 'dispute.opened' | 'dispute.resolved';
  /** URL of the receiver. */
  url: string;
  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  endpoint_id: string | null;
  /** `suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410. */
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /**
   * When the next attempt is due; in the past while it is being sent, null when no attempt follows or its endpoint is
   * paused.
   */
  next_attempt_at: string | null;
  /** Unix time in seconds. */
  created: number;
  /**
   * For a `suppressed` delivery: the request that would be sent now. Null for all others, and after the analysis was
   * retried.
   */
  request: SignedRequest | null;
};

export type WebhookEndpointFilterRequest = {
  /** Your identifier of the agent: only events of calls of this agent. */
  agent_id?: string | null;
  /** Only events of this scorecard: `evaluation.completed` and `rescore.completed`. */
  scorecard_id?: string | null;
  /**
   * Events of calls whose custom metadata has each of these values; a number or a boolean of the call is compared as
   * text. At most 10 keys.
   */
  metadata?: { [name: string]: string } | null;
};

export type WebhookEndpointFilter = {
  /** Only of calls of this agent. */
  agent_id: string | null;
  /** Only of this scorecard. */
  scorecard_id: string | null;
  /** Only calls whose custom metadata has all of these values. */
  metadata: { [name: string]: string } | null;
};

export type CreatedWebhookEndpoint = {
  /** Id of the object. */
  id: string;
  /** Always `webhook_endpoint`. */
  object: 'webhook_endpoint';
  /** Unix time in seconds. */
  created: number;
  /** Mode of the events. False: deliveries are recorded as `suppressed` and never sent. */
  livemode: boolean;
  /** URL that receives notifications. */
  url: string;
  /** Name. */
  description: string | null;
  /** `*` is every event, also those that later releases add. */
  events: WebhookEndpointEvent[];
  /** Which events are sent: those that match every member that is not null. */
  filter: WebhookEndpointFilter;
  /** `full`: `data` is the whole object. `thin`: only its `id` and `object`. */
  payload: WebhookPayload;
  /**
   * `active`: the last attempt succeeded, or none was made. `failing`: no attempt has succeeded since
   * `failing_since`. `paused`: five days without success; it is tried once an hour, and resumes with the first
   * success.
   */
  health: WebhookEndpointHealth;
  /** When it last accepted a notification, to about a minute; null if it never has. */
  last_success_at: string | null;
  /** Error code of the last failed attempt since then, as in a delivery; null if there was none. */
  last_error: string | null;
  /** The first failed attempt after the last success; null where there was none. */
  failing_since: string | null;
  /** When it was paused; null if it is not. */
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
  /** Id of the object. */
  id: string;
  /** Always `webhook_endpoint`. */
  object: 'webhook_endpoint';
  /** Unix time in seconds. */
  created: number;
  /** Mode of the events. False: deliveries are recorded as `suppressed` and never sent. */
  livemode: boolean;
  /** URL that receives notifications. */
  url: string;
  /** Name. */
  description: string | null;
  /** `*` is every event, also those that later releases add. */
  events: WebhookEndpointEvent[];
  /** Which events are sent: those that match every member that is not null. */
  filter: WebhookEndpointFilter;
  /** `full`: `data` is the whole object. `thin`: only its `id` and `object`. */
  payload: WebhookPayload;
  /**
   * `active`: the last attempt succeeded, or none was made. `failing`: no attempt has succeeded since
   * `failing_since`. `paused`: five days without success; it is tried once an hour, and resumes with the first
   * success.
   */
  health: WebhookEndpointHealth;
  /** When it last accepted a notification, to about a minute; null if it never has. */
  last_success_at: string | null;
  /** Error code of the last failed attempt since then, as in a delivery; null if there was none. */
  last_error: string | null;
  /** The first failed attempt after the last success; null where there was none. */
  failing_since: string | null;
  /** When it was paused; null if it is not. */
  paused_at: string | null;
  /** While it is paused: when it is tried again. Otherwise null. */
  next_probe_at: string | null;
};

export type DeletedWebhookEndpoint = {
  /** Id of the object. */
  id: string;
  /** Always `webhook_endpoint`. */
  object: 'webhook_endpoint';
  /** Always true. */
  deleted: true;
};

export type WebhookEndpointDelivery = {
  /** Id of the object. */
  id: string;
  /** Always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** URL of the receiver. */
  url: string;
  /** The endpoint of the account that it goes to; null for the address that the call or the job names itself. */
  endpoint_id: string | null;
  /** `suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410. */
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /**
   * When the next attempt is due; in the past while it is being sent, null when no attempt follows or its endpoint is
   * paused.
   */
  next_attempt_at: string | null;
  /** Unix time in seconds. */
  created: number;
  /** Type of the event. */
  event: WebhookEvent;
  /** The `webhook-id`: the same for every receiver of the event, and on every attempt. */
  event_id: string;
  /** The analysis of the event, or of its evaluation; null for a job over past calls. */
  analysis_id: string | null;
};

export type WebhookRecovery = {
  /** Id of the endpoint. */
  id: string;
  /** Always `webhook_recovery`. */
  object: 'webhook_recovery';
  /** Deliveries that have failed since then are sent again. */
  since: string;
  /** Number of deliveries. */
  deliveries: number;
};

export type SourceCredentialsRequest = {
  /** Access key of a user who may list and read the bucket; with `after: "tag"` also read and write tags. */
  access_key_id?: string | null;
  /** Secret access key. */
  secret_access_key?: string | null;
  /**
   * An AWS role instead of access keys. The service assumes it with the source’s `external_id`, and with the id of
   * your account as session name. Its trust policy must require the external id. Not with `endpoint`.
   */
  role_arn?: string | null;
  /**
   * Set by the service: `ca-` and the id of your account. Only in `PUT` of a source with an earlier chosen one may
   * that one be sent again.
   */
  external_id?: string | null;
};

export type PatternNamingRequest = {
  /**
   * Matched against the file name, or, if the pattern contains a `/`, against the key after the prefix. `{field}`
   * matches the shortest text up to what follows it, `{*}` skips text. Fields: `agent_id`, `contact_id`,
   * `external_id`, `direction`, `language`, `output_language`, `agent_channel`, `transcription_engine`,
   * `analysis_engine`, `retention_days`, `metadata.KEY`, and `started_at` or `call_started_at` with a Unicode date
   * format (`yyyy`, `yy`, `MM`, `dd`, `HH`, `hh`, `a`, `mm`, `ss`, `SSS`, `X`, `XX`, `XXX`); put other letters of the
   * format in quotes.
   */
  pattern: string;
  /** IANA time zone of times without an offset. If omitted: UTC. */
  time_zone?: string | null;
};

export type SidecarNamingRequest = {
  /**
   * Suffix of the metadata file: for `.json`, `call.json` or `call.wav.json` next to `call.wav`. The file may arrive
   * up to an hour after the recording.
   */
  sidecar: string;
  /**
   * Path of each field in that file, such as `$.userIds[0]`. The fields are those of `pattern`; times are ISO 8601,
   * or seconds or milliseconds since 1970.
   */
  map: { [name: string]: string };
  /** IANA time zone of times without an offset. If omitted: UTC. */
  time_zone?: string | null;
};

export type MetadataNamingRequest = {
  /** The name of the metadata of the stored object, by field; without `x-amz-meta-`, in any case. */
  object_metadata: { [name: string]: string };
  /** IANA time zone of times without an offset. If omitted: UTC. */
  time_zone?: string | null;
};

export type PresetNamingRequest = {
  /** File names and metadata of a contact centre platform. */
  preset: NamingPreset;
};

export type SourceCounts = {
  /** Recordings found. */
  seen: number;
  /** Recordings imported as calls. */
  taken: number;
  /** Recordings whose `external_id` already had a call. */
  existing: number;
  /** Recordings that cannot be imported. */
  refused: number;
};

export type Source = {
  /** Id of the object. */
  id: string;
  /** Always `source`. */
  object: 'source';
  /** Unix time in seconds. */
  created: number;
  /** Mode of its calls. */
  livemode: boolean;
  /** Name. */
  name: string;
  /** Type of the source. */
  kind: SourceKind;
  /** Name of the bucket. Like all members of a bucket, null for the kind `twilio`. */
  bucket: string | null;
  /** Key prefix; empty for the whole bucket. */
  prefix: string | null;
  /** Region of the bucket. */
  region: string | null;
  /** URL of the store; null for AWS. */
  endpoint: string | null;
  /** Value that the role’s trust policy must require as `sts:ExternalId`; null without a role. */
  external_id: string | null;
  /** Where agent, contact and time of a call are read from. */
  naming: PatternNamingRequest | SidecarNamingRequest | MetadataNamingRequest | PresetNamingRequest | null;
  /** SID of the recording account. Like the next two members, null for the kind `s3`. */
  account_sid: string | null;
  /** The leg that the agent is on. */
  agent: TwilioLeg | null;
  /** URL of the provider’s API. */
  api_base: string | null;
  /** Defaults for fields that the naming does not provide. */
  defaults: { [name: string]: unknown };
  /** `new`: recordings written after the source was created. `all`: all recordings. */
  start: SourceStart | null;
  /** Interval between polls. */
  every_seconds: number | null;
  /** `tag`: imported objects get the tag `call-analysis`. */
  after: SourceAfter | null;
  /** `failing`: the last poll failed; it is retried with growing delays, at most an hour. `paused`: paused by you. */
  status: SourceStatus;
  /** The last listed key; null before the first poll. */
  cursor: string | null;
  /** Age of the oldest recording that waits to be imported; 0 if none waits. Null before the first poll. */
  lag_seconds: number | null;
  /** Number of recordings by result. */
  counts: SourceCounts;
  /** Why the last poll failed or listed nothing; null otherwise. */
  last_error: string | null;
  /** When the bucket was last polled; null before the first poll. */
  last_polled_at: string | null;
};

export type DeletedSource = {
  /** Id of the object. */
  id: string;
  /** Always `source`. */
  object: 'source';
  /** Always `true`. */
  deleted: boolean;
};

export type SourceItemError = {
  /** Path of the field that is wrong; empty if none is. */
  loc: string[];
  /** Error. */
  msg: string;
};

export type SourceItem = {
  /** Key of the object. Null once its call is deleted. */
  key: string | null;
  /** Identifier of the call; null until known. */
  external_id: string | null;
  /** The call that it became, or that had its `external_id` before. */
  analysis_id: string | null;
  /**
   * `waiting`: for a stable size, its metadata file, minutes, or a retry. `taken`: imported as a call. `existing`: a
   * call with its `external_id` already exists. `refused`: see `error`.
   */
  status: SourceItemStatus;
  /** Why it is refused, waits, or could not be tagged. */
  error: SourceItemError | null;
  /** Size of the object. */
  size_bytes: number | null;
  /** When it was found. */
  found_at: string;
};

export type TriedRecording = {
  /** Key of the object. */
  key: string;
  /** Size of the object. */
  size_bytes: number;
  /** When it was last written. */
  modified_at: string;
  /** The submission that the object would become; null if there is an `error`. */
  submission: { [name: string]: unknown } | null;
  /** Why the object would not become a call. */
  error: SourceItemError | null;
};

export type SourceTest = {
  /** Always `source_test`. */
  object: 'source_test';
  /** The last 20 keys, last first. */
  items: TriedRecording[];
  /** Why the bucket could not be read completely; null otherwise. */
  error: string | null;
};

export type TimeSpan = {
  /** Unix seconds: what is later than this. */
  from: number;
  /** Unix seconds: what is not later than this. */
  to: number;
};

export type Mean = {
  /** Null if there are no values. */
  mean: number | null;
  /** The 95 % confidence interval of the mean, by Student’s t. It is not cut at 0 and 100. Null where `n` is under 2. */
  ci: number[] | null;
  /** Exact: the one in the middle, or the mean of the two in the middle. */
  median: number | null;
  /** Number with a score. */
  n: number;
};

export type Rate = {
  /** 0 to 1; null where `n` is 0. */
  value: number | null;
  /** The 95 % confidence interval of the rate, by Wilson. Null where `n` is under 2. */
  ci: number[] | null;
  /** Number of values. */
  n: number;
};

export type Change = {
  /** Current minus previous value; null if either period has no value. */
  value: number | null;
  /**
   * 95 % confidence interval of the difference (Welch). If it contains 0, the change is not significant. Null if
   * either `n` is under 2, and for sums.
   */
  ci: number[] | null;
};

export type CallChanges = {
  /** Change of `calls`. */
  calls: Change;
  /** Change of `audio_minutes`. */
  audio_minutes: Change;
  /** Change of the mean. */
  compliance_score: Change;
  /** Change of the mean. */
  quality_score: Change;
  /** Change of the rate. */
  pass_rate: Change;
};

export type CallRow = {
  /** Completed calls. */
  calls: number;
  /** Total duration. */
  audio_minutes: number;
  /** Score of the calls that have one. */
  compliance_score: Mean;
  /** Score of the calls that have one. */
  quality_score: Mean;
  /** Of the evaluations of these calls: `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** Number of violations by rule, without dismissed ones and without rules that were not violated. */
  violations: { [name: string]: number };
  /** Findings without a verdict. */
  not_assessable: number;
  /** Calls with a flagged finding or violation. */
  flagged: number;
  /** Reviewed calls. */
  reviewed: number;
  /** Calls in which a reviewer changed a finding or violation. */
  overruled: number;
  /** A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key. */
  low_n: boolean;
  /** Only with `compare=previous`. */
  change?: CallChanges;
  /**
   * Key of the row, by grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`. Null: calls that
   * have none.
   */
  key: { [name: string]: string | null };
};

export type CallFigures = {
  /** Completed calls. */
  calls: number;
  /** Total duration. */
  audio_minutes: number;
  /** Score of the calls that have one. */
  compliance_score: Mean;
  /** Score of the calls that have one. */
  quality_score: Mean;
  /** Of the evaluations of these calls: `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** Number of violations by rule, without dismissed ones and without rules that were not violated. */
  violations: { [name: string]: number };
  /** Findings without a verdict. */
  not_assessable: number;
  /** Calls with a flagged finding or violation. */
  flagged: number;
  /** Reviewed calls. */
  reviewed: number;
  /** Calls in which a reviewer changed a finding or violation. */
  overruled: number;
  /** A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key. */
  low_n: boolean;
  /** Only with `compare=previous`. */
  change?: CallChanges;
};

export type CallStatistics = {
  /** Type of the object. */
  object: 'statistics';
  /** Requested grouping; empty for a single row. */
  group_by: string[];
  /** Time zone in which days, weeks and months begin. */
  timezone: string;
  /** Unix seconds: the calls are later than this, as with `created_after`. */
  from: number;
  /** Unix seconds: the calls are not later than this, as with `created_before`. */
  to: number;
  /** The period that `change` compares with; only with `compare=previous`. */
  previous?: TimeSpan;
  /** Unix seconds: everything stored until then is counted. At most 30 seconds ago. */
  as_of: number;
  /** Type of the figures. */
  of: 'calls';
  /**
   * Sorted by key, null last. Days, weeks and months without calls are included, for the whole period and for each
   * group that occurs in it.
   */
  rows: CallRow[];
  /** Of everything that was asked for, each once. */
  totals: CallFigures;
};

export type EvaluationChanges = {
  /** Change of `evaluations`. */
  evaluations: Change;
  /** Change of the mean. */
  score: Change;
  /** Change of the rate. */
  pass_rate: Change;
};

export type EvaluationRow = {
  /** Completed evaluations. */
  evaluations: number;
  /** Score of the evaluations that have one. */
  score: Mean;
  /** `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** Mean share of the applicable form that was scored, 0 to 1. Null if there is no evaluation. */
  coverage: number | null;
  /** Number of evaluations by outcome. */
  outcomes?: { passed: number; failed: number; auto_failed: number; needs_review: number; not_assessable: number };
  /** Evaluations with a reviewer’s answer. */
  reviewed: number;
  /** Evaluations whose score or outcome a reviewer changed. */
  overruled: number;
  /** A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key. */
  low_n: boolean;
  /** Only with `compare=previous`. */
  change?: EvaluationChanges;
  /**
   * Key of the row, by grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`. Null: calls that
   * have none. Scorecards by their ids.
   */
  key: { [name: string]: string | null };
};

export type EvaluationFigures = {
  /** Completed evaluations. */
  evaluations: number;
  /** Score of the evaluations that have one. */
  score: Mean;
  /** `passed` of `passed`, `failed` and `auto_failed`. */
  pass_rate: Rate;
  /** Mean share of the applicable form that was scored, 0 to 1. Null if there is no evaluation. */
  coverage: number | null;
  /** Number of evaluations by outcome. */
  outcomes?: { passed: number; failed: number; auto_failed: number; needs_review: number; not_assessable: number };
  /** Evaluations with a reviewer’s answer. */
  reviewed: number;
  /** Evaluations whose score or outcome a reviewer changed. */
  overruled: number;
  /** A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key. */
  low_n: boolean;
  /** Only with `compare=previous`. */
  change?: EvaluationChanges;
};

export type MarkedJudgeChange = {
  /** The scorecard. */
  scorecard_id: string;
  /** Unix seconds: when the change was found. */
  at: number;
  /** The judge before. */
  was: JudgeVersion | null;
  /** The judge after it. */
  is: JudgeVersion | null;
};

export type EvaluationStatistics = {
  /** Type of the object. */
  object: 'statistics';
  /** Requested grouping; empty for a single row. */
  group_by: string[];
  /** Time zone in which days, weeks and months begin. */
  timezone: string;
  /** Unix seconds: the calls are later than this, as with `created_after`. */
  from: number;
  /** Unix seconds: the calls are not later than this, as with `created_before`. */
  to: number;
  /** The period that `change` compares with; only with `compare=previous`. */
  previous?: TimeSpan;
  /** Unix seconds: everything stored until then is counted. At most 30 seconds ago. */
  as_of: number;
  /** Type of the figures. */
  of: 'evaluations';
  /**
   * Sorted by key, null last. Days, weeks and months without calls are included, for the whole period and for each
   * group that occurs in it.
   */
  rows: EvaluationRow[];
  /** Of everything that was asked for, each once. */
  totals: EvaluationFigures;
  /**
   * Moments of the period in which the judge of a scorecard was found [changed](/docs/calibration), the oldest first:
   * what scores do there may not be the agents’ doing. Of the scorecard that is asked for, or of all.
   */
  judge_changes: MarkedJudgeChange[];
};

export type AnswerCount = {
  /** Key of the answer. */
  answer: string;
  /** Number of times that the answer was given. */
  count: number;
  /** Among evaluations in which the question was answered. */
  share: Rate;
  /** Change of the share; only with `compare=previous`. */
  change?: Change;
};

export type AnswerRow = {
  /** Questions with an answer that counts. */
  answered: number;
  /** Questions that did not apply. */
  na: number;
  /** Questions that could not be assessed. */
  not_assessable: number;
  /** Questions that need a reviewer’s answer. */
  awaiting_human: number;
  /** Questions whose condition was not met. */
  skipped: number;
  /** Each answer that was given, by its key. */
  answers: AnswerCount[];
  /** A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key. */
  low_n: boolean;
  /**
   * Key of the row, by grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`. Null: calls that
   * have none. Each row is of one question: `scorecard` (its id) and `question` are always there.
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
  /** Questions that need a reviewer’s answer. */
  awaiting_human: number;
  /** Questions whose condition was not met. */
  skipped: number;
};

export type AnswerStatistics = {
  /** Type of the object. */
  object: 'statistics';
  /** Requested grouping; empty for a single row. */
  group_by: string[];
  /** Time zone in which days, weeks and months begin. */
  timezone: string;
  /** Unix seconds: the calls are later than this, as with `created_after`. */
  from: number;
  /** Unix seconds: the calls are not later than this, as with `created_before`. */
  to: number;
  /** The period that `change` compares with; only with `compare=previous`. */
  previous?: TimeSpan;
  /** Unix seconds: everything stored until then is counted. At most 30 seconds ago. */
  as_of: number;
  /** Type of the figures. */
  of: 'answers';
  /**
   * One for each question that was asked. Sorted by key, null last. Days, weeks and months without calls are
   * included, for the whole period and for each group that occurs in it.
   */
  rows: AnswerRow[];
  /** Of everything that was asked for, each once. */
  totals: AnswerTotals;
  /**
   * Moments of the period in which the judge of a scorecard was found [changed](/docs/calibration), the oldest first:
   * what scores do there may not be the agents’ doing. Of the scorecard that is asked for, or of all.
   */
  judge_changes: MarkedJudgeChange[];
};

export type CallsStatus = {
  /** Calls that a worker is processing. */
  in_progress: number;
  /** Accepted calls that wait for a worker. Together with those in progress, at most 10,000 are counted. */
  waiting: number;
  /** When the call that waits longest was accepted, Unix seconds; null while none waits. */
  waiting_since: number | null;
  /**
   * Why that call waits. `engine_paused`: `engines` says which. `retry`: its last run failed, and it is tried again.
   * `busy`: workers are processing other calls. `no_worker`: it has been due for more than a minute, and no worker is
   * processing any call. `queued`: it has just arrived. Null while none waits.
   */
  reason: CallWaitReason | null;
};

export type EngineStatus = {
  /** Task of the engine. */
  engine: EngineTask;
  /** Why it is paused; null if it is not. */
  reason: EngineTrouble | null;
  /** When it was paused, Unix seconds; null if it is not. */
  paused_since: number | null;
};

export type Retention = {
  /** Days after completion until recordings are deleted; null: they are kept. */
  recordings_days: number | null;
  /** The same for calls with everything that belongs to them. */
  analyses_days: number | null;
  /** The same for test calls. */
  test_days: number | null;
};

export type AccountStatus = {
  /** Always `account_status`. */
  object: 'account_status';
  /** Calls of the account. */
  calls: CallsStatus;
  /** Batches that wait for the next period or another plan, because the minutes are used up. */
  batches_waiting_for_quota: number;
  /** Engines that process new calls of the account. */
  engines: EngineStatus[];
  /** How long the service keeps data. The operator sets it. */
  retention: Retention;
};

export type ValidationItem = {
  /** Type of the error, for programs. */
  type: string;
  /** Where: `body`, `query`, `path` or `header`, then the path of the field. */
  loc: string[];
  /** Error, in one sentence. */
  msg: string;
  /** Rejected value, of any type; omitted if it could contain a secret. */
  input?: string | number | boolean | null;
};

export type NotifiedAudio = {
  /** Size of the file. */
  size_bytes: number | null;
  /** The same number under its other name. */
  file_size: number | null;
  /** Content type of the bytes, independent of the file name. */
  format: AudioFormat | null;
  /** Decoded duration; null until it is known. */
  duration_seconds: number | null;
  /** Channels of the recording. */
  channels: number | null;
  /**
   * True if part of the recording is missing or could not be decoded: the rest was used, and only that is billed.
   * Null until known.
   */
  damaged: boolean | null;
  /**
   * Audio tracks of the recording. Two mono tracks are used as channels 0 and 1; otherwise only the default track,
   * else the first, is used. Null until known.
   */
  tracks: number | null;
};

export type NotifiedCompletedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Final status. */
  status: 'completed';
  /** The call. */
  call: CompletedCall;
  /** Transcript with speakers; null once its retention has ended it. */
  transcript: Transcript | null;
  /** Results of the call. */
  results: Results;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
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
  /** Type of the event. */
  event: 'analysis.completed';
  /** The analysis. */
  data: NotifiedCompletedAnalysis;
};

export type Call = {
  /** Your identifier of the agent. */
  agent_id: string;
  /** Your identifier of the customer. */
  contact_id: string;
  /** Your identifier of the recording, unique within an account and mode. */
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
  /** URL that receives the notification, as you gave it; characters beyond ASCII in punycode and percent-encoded. */
  webhook_url: string | null;
  /** Events that are notified. */
  webhook_events: string[];
  /** From acceptance to the final state. */
  processing_time_ms: number | null;
  /**
   * True if the analysis failed and its recording is still stored, can be downloaded from its URL, or is of the
   * sandbox: `POST /analysis/{id}/retry` starts it again. Also true if it is completed, and its `not_judged_reason`
   * is `too_long_for_model` or `unusable_answer`: a retry evaluates it again.
   */
  retryable: boolean;
  /** Version of this object. */
  version: string;
  /** Times at which its parts are deleted, unless a hold keeps them. All null until it is final. */
  retained_until: RetainedUntil;
  /** When the transcript was deleted by its retention; null otherwise. */
  transcript_deleted_at: string | null;
  /** Null until completed. */
  completed_at: null;
  /** Reason for the failure, as a sentence. */
  error_message: string;
  /** Error code. Codes keep their meaning; new ones may be added, so treat an unknown code as `not_processable`. */
  error_code: ErrorCode;
  /** Null until completed. */
  engine: null;
} & { [name: string]: unknown };

export type NotifiedFailedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Status; for a failure see `metadata.error_message` and `metadata.error_code`. */
  status: 'failed';
  /** The call. */
  call: Call;
  /** A failed analysis has none. */
  transcript: null;
  /** A failed analysis has none. */
  results: null;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
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
  /** Type of the event. */
  event: 'analysis.failed';
  /** The analysis. */
  data: NotifiedFailedAnalysis;
};

export type NotifiedReviewedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Final status. */
  status: 'completed';
  /** The call. */
  call: CompletedCall;
  /** Transcript with speakers; null once its retention has ended it. */
  transcript: Transcript | null;
  /** Results of the call. */
  results: Results;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
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
  /** Type of the event. */
  event: 'analysis.reviewed';
  /** The analysis as it is now, and the review. */
  data: NotifiedReviewedAnalysis;
};

export type NotifiedCorrectedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** The recording, without a link to it. */
  audio: NotifiedAudio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Final status. */
  status: 'completed';
  /** The call. */
  call: CompletedCall;
  /** Transcript with speakers; null once its retention has ended it. */
  transcript: Transcript | null;
  /** Results of the call. */
  results: Results;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
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
  /** Type of the event. */
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
  /** Type of the event. */
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
  /** Type of the event. */
  event: 'evaluation.completed';
  /** The evaluation. */
  data: Evaluation;
};

export type EvaluationAcknowledgedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'evaluation.acknowledged';
  /** The evaluation, with `acknowledged`. */
  data: Evaluation;
};

export type DisputeOpenedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'dispute.opened';
  /** The dispute as it is now. */
  data: Dispute;
};

export type DisputeResolvedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'dispute.resolved';
  /** The dispute, with `decision`. */
  data: Dispute;
};

export type RescoreCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
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
  /** Type of the event. */
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
  /** Type of the event. */
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
  /** Type of the event. */
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
  /** Type of the event. */
  event: 'batch.waiting';
  /** A batch that waits for minutes. */
  data: Batch;
};

export type CalibrationClosedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'calibration.closed';
  /** The session, with its figures. */
  data: Calibration;
};

export type JudgeChange = {
  /** The judge that the present one is compared with: the one at first, or after the last change. */
  was: JudgeVersion | null;
  /** The judge at the last check. Equal to `was` where a provider has changed a model without a word. */
  is: JudgeVersion | null;
  /**
   * Share of equal answers, over all pairs of a judging then and one now. At first, and after a change of the form,
   * that of the same judge asked several times: its own noise. Null with `too_few`.
   */
  same: number | null;
  /** 95 % interval of `same`, by 2,000 resamples of the calls, seeded from their ids as those of agreement are. */
  ci: number[] | null;
  /** Keys of the questions that differ beyond chance. May be empty where all questions differ a little. */
  changed: string[];
  /** Identifier of the change. */
  id: string;
  /** Always `judge_change`. */
  object: 'judge_change';
  /** When it was found, in Unix seconds. */
  created: number;
  /** Mode of the calls that are watched. */
  livemode: boolean;
  /** The scorecard. */
  scorecard_id: string;
  /** Its revision. */
  revision: number;
};

export type ScorecardDriftEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'scorecard.drift';
  /** The change of the judge, by the calls that are watched. */
  data: JudgeChange;
};

export type HoldReleasedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'hold.released';
  /** The released hold. */
  data: Hold;
};

export type ErasureCompletedEvent = {
  /** Equal to the `webhook-id` header; the same in every attempt. */
  id: string;
  /** When it happened, Unix seconds. */
  created: number;
  /** False in a sample. */
  livemode: boolean;
  /** Type of the event. */
  event: 'erasure.completed';
  /** The erasure, with its receipt. */
  data: Erasure;
};

export type Progress = {
  /** Current step. */
  stage: AnalysisStage;
  /** Progress in percent. */
  percent: number;
};

export type AnalysisMetadata = {
  /** URL that receives the notification, as you gave it; characters beyond ASCII in punycode and percent-encoded. */
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
   * Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as
   * `not_processable`.
   */
  error_code: ErrorCode | null;
  /**
   * True if the analysis failed and its recording is still stored, can be downloaded from its URL, or is of the
   * sandbox: `POST /analysis/{id}/retry` starts it again. Also true if it is completed, and its `not_judged_reason`
   * is `too_long_for_model` or `unusable_answer`: a retry evaluates it again.
   */
  retryable: boolean;
  /** Version of this object. */
  version: string;
  /** Times at which its parts are deleted, unless a hold keeps them. All null until it is final. */
  retained_until: RetainedUntil;
  /** When the transcript was deleted by its retention; null otherwise. */
  transcript_deleted_at: string | null;
  /** Engines that produced the result; null until completed. */
  engine: Engine | null;
} & { [name: string]: unknown };

export type ProcessingAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is not final. */
  status: 'processing';
  /** Progress. */
  progress: Progress;
  /** The call. */
  call: Call;
  /** Null until completed. */
  results: null;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: AnalysisMetadata;
  /** Only a completed analysis has one. */
  transcript: null;
};

export type CompletedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** It is final. */
  status: 'completed';
  /** The upload is complete. */
  progress: null;
  /** The call. */
  call: CompletedCall;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: CompletedMetadata;
  /** Transcript with speakers; null once its retention has ended it: see `metadata.transcript_deleted_at`. */
  transcript: Transcript | null;
  /** Results of the call. */
  results: Results;
};

export type FailedAnalysis = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Final, unless you retry it. See `metadata.error_message` and `metadata.error_code`. */
  status: 'failed';
  /** The upload is complete. */
  progress: null;
  /** The call. */
  call: Call;
  /** A failed analysis has none. */
  results: null;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: FailedMetadata;
  /** Only a completed analysis has one. */
  transcript: null;
};

export type ProcessingAnalysisSummary = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Type of the object. */
  view: 'summary';
  /** A summary has none. */
  transcript: null;
  /** It is not final. */
  status: 'processing';
  /** Progress. */
  progress: Progress;
  /** The call. */
  call: Call;
  /** Null until completed. */
  results: null;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: AnalysisMetadata;
};

export type PerformedSummary = {
  /** True if it needs review. */
  flagged: boolean;
  /** False if the call does not allow an assessment. */
  assessable: boolean;
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
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
  /** Number of violations, without dismissed ones. */
  violations_count: number;
  /** 0 to 100; null with a `coverage` under 0.4. */
  score: number | null;
  /**
   * Share of the score that could be assessed: the weight of the assessable findings divided by the weight of all.
   * Omitted in analyses completed by an earlier release.
   */
  coverage?: number;
};

export type ResolvedSummary = {
  /** True if it needs review. */
  flagged: boolean;
  /** False if the call does not allow an assessment. */
  assessable: boolean;
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether the customer's matter was settled. */
  resolved: boolean;
};

export type PresentSummary = {
  /** True if it needs review. */
  flagged: boolean;
  /** False if the call does not allow an assessment. */
  assessable: boolean;
  /**
   * Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not
   * reviewed since.
   */
  source?: VerdictSource;
  /** Whether it was there. */
  present: boolean;
};

export type QualitySummary = {
  /** Sentiment of the parties. */
  sentiment_analysis: SentimentAnalysis;
  /** Whether the customer's matter was settled. */
  call_resolution: ResolvedSummary;
  /** The agent greeted the customer. */
  greeting: PresentSummary;
  /** The agent showed understanding. */
  empathetic_language: PresentSummary;
  /** The agent stayed courteous and to the point. Not assessable in analyses made before this was evaluated. */
  professionalism: PresentSummary;
  /** 0 to 100; null with a `coverage` under 0.5, or where `call_resolution` is not assessable. */
  overall_score: number | null;
  /**
   * Share of the score that could be assessed: the weight of the assessable findings divided by the weight of all.
   * Omitted in analyses completed by an earlier release.
   */
  coverage?: number;
};

export type CoachingSummary = {
  /** 1 (easy) to 5 (hard); null if it cannot be determined. */
  customer_effort_score: number | null;
};

export type ResultsSummary = {
  /**
   * Only conversations are evaluated. For a voicemail, and for a wrong number, an announcement or a call that one
   * party never answers (`no_conversation`), no finding is assessable, and the summary gives the reason. Omitted in
   * analyses completed by an earlier release.
   */
  call_kind?: CallKind;
  /**
   * Why the language model did not evaluate the call: it declined (`model_declined`), the transcript or the answer is
   * too long for it (`too_long_for_model`), or its answer could not be used (`unusable_answer`). The call is
   * completed and billed, with its transcript and metrics; no finding is assessable, the scores are null, and the
   * summary gives the reason. Null otherwise. Omitted in analyses completed by an earlier release.
   */
  not_judged_reason?: NotJudgedReason | null;
  /** Regulatory adherence. */
  compliance: ComplianceSummary;
  /** Quality of the agent’s conduct, and the outcome. */
  quality: QualitySummary;
  /** Effort of the customer. */
  coaching: CoachingSummary;
  /** Someone on the call tried to influence the AI; it changed no score. */
  manipulation_suspected: boolean;
};

export type CompletedAnalysisSummary = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Type of the object. */
  view: 'summary';
  /** A summary has none. */
  transcript: null;
  /** It is final. */
  status: 'completed';
  /** The upload is complete. */
  progress: null;
  /** The call. */
  call: CompletedCall;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: CompletedMetadata;
  /** Scores and flags. */
  results: ResultsSummary;
};

export type FailedAnalysisSummary = {
  /** Id of the object. */
  id: string;
  /** Type of the object. */
  object: 'analysis';
  /** Unix seconds. */
  created: number;
  /** False when it was created with a test key. */
  livemode: boolean;
  /** The recording. */
  audio: Audio;
  /** Masking of the call. */
  redaction: Redaction;
  /** Positions of masked words, without their content. With `include=redactions` only. */
  redactions?: RedactedSpan[];
  /** Type of the object. */
  view: 'summary';
  /** A summary has none. */
  transcript: null;
  /** Final, unless you retry it. See `metadata.error_message` and `metadata.error_code`. */
  status: 'failed';
  /** The upload is complete. */
  progress: null;
  /** The call. */
  call: Call;
  /** A failed analysis has none. */
  results: null;
  /**
   * The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of
   * these.
   */
  metadata: FailedMetadata;
};

export type ProgressStreamEvent = {
  /** Increases from event to event; a client that reconnects sends the last one. */
  id: string;
  /** Type of the event. */
  event: 'progress';
  data: Progress;
};

export type CompletedStreamEvent = {
  /** Increases from event to event; a client that reconnects sends the last one. */
  id: string;
  /** Type of the event. */
  event: 'completed';
  data: CompletedAnalysis;
};

export type FailedStreamEvent = {
  /** Increases from event to event; a client that reconnects sends the last one. */
  id: string;
  /** Type of the event. */
  event: 'failed';
  data: FailedAnalysis;
};

export type FormSection = {
  /** Unique among the sections. */
  key: string;
  /** Displayed text. */
  title: string;
  /** Weight in the score. */
  weight: number;
  /** At most 100 in the whole form. */
  questions: FormQuestion[];
};

export type FormQuestion = {
  /** Unique within the form. */
  key: string;
  /** The question. */
  text: string;
  /** Meaning of each answer, for the language model and for reviewers. */
  guidance: string | null;
  /** Speaker of the evidence. Null: either party. */
  speaker: TalkingParty | null;
  /** Weight in the section. With 0 the question is a tag, and counts in no score. */
  weight: number;
  /** Where the quote must begin. Null: anywhere in the call. */
  within: QuoteWindow | null;
  /** The answers to choose from. */
  answers: FormAnswer[];
  /** Whether `na`, not applicable, is allowed as an answer. */
  na: boolean;
  /** The question applies only with these answers to an earlier one; else it is `skipped`. Null: always. */
  applies_if: QuestionCondition | null;
  /** Method that answers the question. */
  judge: QuestionJudge;
  /** `suggest`: the answer is a suggestion and does not count until a reviewer confirms it. */
  automation: AnswerAutomation;
};

export type FormAnswer = {
  /** Unique within the question. `na` is reserved. */
  key: string;
  /** Displayed text. */
  label: string;
  /** Points of the answer; the best answer of the question gets the full weight. */
  points: number;
  /** The answer needs a quote of `speaker` inside `within` that is found in the transcript. */
  needs_quote: boolean;
  /** The answer makes the outcome `auto_failed`, if it has verified evidence. */
  auto_fail: boolean;
};

export type QuoteWindow = {
  /** End of the call from which the seconds are counted. */
  from: WindowEdge;
  /** Seconds from there within which the quoted words must begin. */
  seconds: number;
};

export type QuestionCondition = {
  /** Key of an earlier question. */
  question: string;
  /** Answers to it for which this question applies. */
  in: string[];
};

export type MetricBand = {
  /** Upper bound: the band holds values below it that are in no earlier band. Only the last band may omit it. */
  below: number | null;
  /** Answer for these values. */
  answer: string;
};

export type ModelJudge = {
  /** A language model answers. */
  kind: 'model';
};

export type PhrasesJudge = {
  /** Patterns are searched for in what `speaker` says. */
  kind: 'phrases';
  /** Patterns: a match of one of them gives `answer`. */
  any: string[];
  /** Patterns: a match in the same sentence cancels a match of `any`. */
  none: string[];
  /** Answer if a pattern matches. */
  answer: string;
  /** Answer if none matches; `na` if the question allows it. */
  otherwise: string;
};

export type MetricJudge = {
  /** A talk metric of the call answers. */
  kind: 'metric';
  /** A member of `call.metrics`. */
  metric: CallMetric;
  /** In ascending order of `below`. A value outside all bands is not assessable. */
  bands: MetricBand[];
};

export type FindingJudge = {
  /** A built-in finding of the analysis answers. */
  kind: 'finding';
  /** A finding, or the rule of a violation or an observation. */
  finding: string;
  /** Answer if the finding is true, or the rule was observed. */
  answer: string;
  /** Answer if it is not; `na` if the question allows it. */
  otherwise: string;
};

export type HumanJudge = {
  /** A reviewer answers the question. */
  kind: 'human';
};

export type AgreementBasis = 'calibrations' | 'reviews';

export type AgreementSide = 'machine' | 'people' | 'expert';

export type AgreementVerdict = 'trusted' | 'watch' | 'untrusted' | 'too_few';

export type AnalysisInclude = 'words' | 'redactions' | 'words,redactions';

export type AnalysisStage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

export type AnalysisStatus = 'processing' | 'completed' | 'failed';

export type AnalysisView = 'full' | 'summary';

export type AnswerAutomation = 'score' | 'suggest';

export type AnswerState = 'answered' | 'na' | 'not_assessable' | 'awaiting_human' | 'skipped';

export type ApiKeyMode = 'live' | 'test';

export type AuditAction = 'auth.login' | 'auth.login_failed' | 'api_key.created' | 'api_key.revoked' |
  'member.invited' | 'member.invitation_ended' | 'member.joined' | 'member.changed' | 'member.deleted' |
  'member.made_owner' | 'settings.changed' | 'endpoint.created' | 'endpoint.changed' | 'endpoint.secret_rotated' |
  'endpoint.deleted' | 'source.created' | 'source.changed' | 'source.paused' | 'source.resumed' | 'source.rescanned' |
  'source.deleted' | 'scorecard.published' | 'recording.original_read' | 'transcript.exported' | 'export.created' |
  'export.read' | 'search' | 'review_link.created' | 'review_link.revoked' | 'review.created' | 'correction.created' |
  'rating.created' | 'dispute.opened' | 'dispute.resolved' | 'redaction.started' | 'redaction.canceled' |
  'analysis.read' | 'analysis.deleted' | 'hold.placed' | 'hold.released' | 'retention.round' | 'erasure.requested' |
  'erasure.deferred' | 'erasure.failed' | 'erasure.completed' | 'erasure.replayed';

export type AuditActorKind = 'token' | 'api_key' | 'review_link' | 'member' | 'operator' | 'service';

export type AuditSubjectType = 'account' | 'analysis' | 'api_key' | 'audit' | 'calibration' | 'dispute' | 'erasure' |
  'export' | 'hold' | 'member' | 'redaction' | 'review_link' | 'scorecard' | 'settings' | 'source' | 'webhook_endpoint';

export type AudioFormat = 'flac' | 'mp3' | 'mp4' | 'm4a' | 'ogg' | 'wav' | 'webm';

export type AudioRendition = 'as_stored' | 'play';

export type AudioVariant = 'current' | 'original';

export type BatchItemStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'existing' | 'refused' | 'canceled';

export type BatchOnQuota = 'wait' | 'fail';

export type BatchStatus = 'reading' | 'processing' | 'waiting_for_quota' | 'completed' | 'canceled' | 'failed';

export type CalibrationStatus = 'open' | 'closed' | 'canceled';

export type CallDirection = 'inbound' | 'outbound';

export type CallKind = 'conversation' | 'voicemail' | 'no_conversation';

export type CallLinkAct = 'read' | 'review' | 'correct' | 'acknowledge' | 'dispute';

export type CallMetric = 'agent_talk_seconds' | 'customer_talk_seconds' | 'silence_seconds' | 'overtalk_seconds' |
  'interruptions' | 'agent_words_per_minute' | 'customer_words_per_minute' | 'talk_ratio' | 'paused_seconds';

export type CallWaitReason = 'engine_paused' | 'retry' | 'busy' | 'no_worker' | 'queued';

export type CitationVerification = 'verified' | 'repaired';

export type Collection = 'none' | 'stripe';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'suppressed';

export type DiarizationMethod = 'channel' | 'model' | 'content' | 'none';

export type DisputeDecision = 'upheld' | 'overturned' | 'partly';

export type DisputeStatus = 'open' | 'resolved';

export type DriftVerdict = 'steady' | 'judge_changed' | 'too_few';

export type DrawPer = 'agent_id' | 'contact_id';

export type EngineGrade = 'production' | 'local' | 'demo';

export type EngineTrialItemStatus = 'processing' | 'completed' | 'failed' | 'skipped' | 'canceled';

export type EngineTrialMeasure = 'word_error_rate' | 'agreement' | 'disagreement';

export type EngineTrialSkippedReason = 'scenario' | 'recording_gone' | 'recording_masked' | 'engine_gone' |
  'no_conversation' | 'account_full';

export type RescoreStatus = 'processing' | 'completed' | 'canceled' | 'failed' | 'dry_run';

export type EngineTrialVerdict = 'better' | 'worse' | 'same' | 'too_few';

export type EngineProvider = 'openai' | 'anthropic' | 'deepgram' | 'assemblyai' | 'local' | 'pocketsphinx' | 'rules';

export type EngineTask = 'transcription' | 'analysis';

export type EngineTrouble = 'away' | 'busy' | 'failing' | 'slow' | 'quota' | 'credentials' | 'model';

export type ErasedSubject = 'contact' | 'agent' | 'analyses';

export type ErasureScope = 'calls' | 'recordings' | 'traces';

export type ErasureStatus = 'processing' | 'deferred' | 'failed' | 'completed' | 'dry_run';

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

export type ExportKind = 'analyses' | 'evaluations' | 'answers' | 'segments' | 'reviews' | 'evidence';

export type ExportStatus = 'processing' | 'completed' | 'failed' | 'canceled';

export type ExportedRows = 'analyses' | 'evaluations' | 'answers' | 'segments' | 'reviews';

export type FindingAnswer = 'yes' | 'no' | 'not_assessable' | 'withdraw';

export type FindingPath = 'compliance.identity_verification' | 'compliance.privacy_protection' |
  'compliance.mandatory_disclosures' | 'compliance.purpose_declaration' | 'quality.call_resolution' | 'quality.greeting'
  | 'quality.empathetic_language' | 'quality.professionalism';

export type FateOfKeys = 'revoke' | 'keep';

export type GateStatus = 'passed' | 'too_few' | 'forced';

export type GivenRole = 'admin' | 'analyst' | 'reviewer' | 'agent';

export type HearingBasis = 'engine' | 'signal';

export type HearingReason = 'no_speech' | 'role_unknown' | 'not_known' | 'low_confidence' | 'noisy' | 'narrow_band' |
  'clipped' | 'words_missing';

export type HoldStatus = 'active' | 'released';

export type InvitationStatus = 'open' | 'accepted' | 'expired';

export type JudgeKind = 'model' | 'phrases' | 'metric' | 'finding' | 'human';

export type ManifestFormat = 'jsonl' | 'csv';

export type MemberIdentity = 'password' | 'oidc';

export type MemberRole = 'agent' | 'reviewer' | 'analyst' | 'admin' | 'owner';

export type MemberStatus = 'active' | 'invited' | 'disabled';

export type NamingPreset = 'amazon_connect' | 'genesys';

export type NotAssessableReason = 'no_language_model' | 'scenario' | 'model_declined' | 'too_long_for_model' |
  'unusable_answer' | 'no_answer' | 'no_quotation' | 'other_language' | 'no_conversation' | 'not_heard' |
  'roles_unknown' | 'finding_not_assessable' | 'leakage' | 'no_band' | 'too_costly' | 'below_target';

export type NotJudgedReason = 'model_declined' | 'too_long_for_model' | 'unusable_answer';

export type ObservationCategory = 'customer_signal' | 'agent_practice' | 'agent_conduct';

export type OriginalHandling = 'delete' | 'keep';

export type OriginalRecording = 'kept' | 'deleted';

export type PaidPlan = 'starter' | 'growth';

export type Plan = 'free' | 'starter' | 'growth';

export type ProvenanceFormat = 'json' | 'signed';

export type ProvenanceStageKind = 'transcription' | 'analysis' | 'evaluation';

export type Redact = 'off' | 'pci' | 'pii' | 'card_number' | 'card_security_code' | 'card_expiry' | 'bank_account' |
  'national_id' | 'health_id' | 'date_of_birth' | 'phone_number' | 'email' | 'password_or_pin' | 'person_name' |
  'postal_address';

export type RedactedAudio = 'original' | 'redacted' | 'withheld';

export type RedactionCountry = 'US' | 'GB' | 'DE';

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

export type ReviewLinkAct = 'read' | 'review' | 'correct' | 'acknowledge' | 'dispute' | 'calibrate';

export type ReviewQueueOrder = 'worth' | 'severity';

export type ReviewReason = 'needs_review' | 'awaiting_human' | 'violation' | 'flagged' | 'roles_unclear' | 'withheld'
  | 'sampled' | 'disputed';

export type ReviewVia = 'api_key' | 'token' | 'review_link';

export type RevisionStatus = 'draft' | 'published';

export type Scenario = 'good_call' | 'bad_call' | 'cold_apology' | 'mono_unclear_roles' | 'no_speech' |
  'not_assessable' | 'long_call' | 'card_read_out' | 'keys_pressed' | 'slow' | 'fails_unreadable' | 'fails_provider' |
  'quota_exceeded' | 'overage_exceeded' | 'storage_failed' | 'rate_limited';

export type Scope = 'analysis:read' | 'analysis:write' | 'billing:read' | 'evaluations:write' | 'reviews:write' |
  'settings:write' | 'recordings:original' | 'data:govern';

export type RevisionFaultCode = 'double_question' | 'no_guidance' | 'no_na' | 'absence_auto_fail' | 'phrase_never' |
  'phrase_always' | 'never_varies';

export type ScorecardGate = 'off' | 'not_worse' | 'trusted';

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed';

export type SourceAfter = 'leave' | 'tag';

export type SourceItemStatus = 'waiting' | 'taken' | 'existing' | 'refused';

export type SourceKind = 's3' | 'twilio';

export type SourceStart = 'new' | 'all';

export type SourceStatus = 'active' | 'paused' | 'failing';

export type StoredExportFormat = 'csv' | 'jsonl' | 'parquet' | 'zip';

export type StatisticsSubject = 'calls' | 'evaluations' | 'answers';

export type StatisticsTime = 'created' | 'call';

export type SubscriptionStatus = 'active' | 'incomplete' | 'past_due' | 'canceled';

export type TalkingParty = 'agent' | 'customer';

export type TranscriptOrigin = 'service' | 'correction';

export type TwilioLeg = 'child' | 'parent';

export type UsageKind = 'included' | 'overage';

export type UsageView = 'periods' | 'records';

export type VerdictSource = 'system' | 'human';

export type WantedMemberStatus = 'active' | 'disabled';

export type WebhookEndpointEvent = '*' | 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' |
  'analysis.corrected' | 'analysis.redacted' | 'evaluation.completed' | 'evaluation.acknowledged' | 'dispute.opened' |
  'dispute.resolved' | 'rescore.completed' | 'redaction.completed' | 'export.completed' | 'batch.completed' |
  'batch.waiting' | 'calibration.closed' | 'scorecard.drift' | 'hold.released' | 'erasure.completed';

export type WebhookEndpointHealth = 'active' | 'failing' | 'paused';

export type WebhookEvent = 'analysis.completed' | 'analysis.failed' | 'analysis.reviewed' | 'analysis.corrected' |
  'analysis.redacted' | 'evaluation.completed' | 'evaluation.acknowledged' | 'dispute.opened' | 'dispute.resolved' |
  'rescore.completed' | 'redaction.completed' | 'export.completed' | 'batch.completed' | 'batch.waiting' |
  'calibration.closed' | 'scorecard.drift' | 'hold.released' | 'erasure.completed';

export type WebhookPayload = 'full' | 'thin';

export type WindowEdge = 'start' | 'end';

/** An analysis; `status` distinguishes its states. */
export type Analysis = ProcessingAnalysis | CompletedAnalysis | FailedAnalysis;

/** An analysis as `view=summary` gives it; `status` distinguishes its states. */
export type AnalysisSummary = ProcessingAnalysisSummary | CompletedAnalysisSummary | FailedAnalysisSummary;

/** One event of the stream; `event` is the type of its data. */
export type AnalysisStreamEvent = ProgressStreamEvent | CompletedStreamEvent | FailedStreamEvent;

/** How a question is answered; see `kind`. */
export type QuestionJudgeRequest = ModelJudgeRequest | PhrasesJudgeRequest | MetricJudgeRequest | FindingJudgeRequest
  | HumanJudgeRequest;

/** How a question is answered; see `kind`. */
export type QuestionJudge = ModelJudge | PhrasesJudge | MetricJudge | FindingJudge | HumanJudge;

/** What a webhook carries. */
export type WebhookNotification = AnalysisCompletedEvent | AnalysisFailedEvent | AnalysisReviewedEvent |
  AnalysisCorrectedEvent | AnalysisRedactedEvent | EvaluationCompletedEvent | EvaluationAcknowledgedEvent |
  DisputeOpenedEvent | DisputeResolvedEvent | RescoreCompletedEvent | RedactionCompletedEvent | ExportCompletedEvent |
  BatchCompletedEvent | BatchWaitingEvent | CalibrationClosedEvent | ScorecardDriftEvent | HoldReleasedEvent |
  ErasureCompletedEvent;

// Generated from openapi.json by `npm run clients:generate`: change it there.
import { at } from './http/path.js';
import type { Sender } from './http/sender.js';
import { type DataPage, type ItemsPage, Listing } from './listing.js';
import type {
  AccessToken,
  AccountStatus,
  Agreement,
  Analysis,
  AnalysisSummary,
  AnswerStatistics,
  ApiKey,
  ArchivedScorecard,
  AudioLink,
  AuditEntry,
  AuditHead,
  Batch,
  BatchItem,
  Calibration,
  CalibrationItem,
  CallStatistics,
  Correction,
  CreatedApiKey,
  CreatedReviewLink,
  CreatedWebhookEndpoint,
  CustomerPortal,
  DeletedAnalysis,
  DeletedApiKey,
  DeletedEngineTrial,
  DeletedInvitation,
  DeletedMember,
  DeletedReportLinks,
  DeletedReviewLink,
  DeletedRevision,
  DeletedSignIn,
  DeletedSource,
  DeletedUser,
  DeletedWebhookEndpoint,
  Dispute,
  EngineSettings,
  EngineTrial,
  EngineTrialItem,
  Erasure,
  Evaluation,
  EvaluationStatistics,
  Export,
  FoundCall,
  HeldAnalysis,
  Hold,
  Invitation,
  Member,
  MemberNames,
  Message,
  PlanList,
  Provenance,
  Rating,
  RedactedAnalysis,
  RedactionJob,
  RedactionSettings,
  ReleasedHold,
  ReportLink,
  Rescore,
  RetentionSettings,
  Review,
  ReviewLink,
  ReviewQueueItem,
  ReviewSession,
  RevisionCheck,
  Sample,
  Scorecard,
  ScorecardRevision,
  SignIn,
  SignInTest,
  Source,
  SourceItem,
  SourceTest,
  Subscription,
  TestWebhook,
  TokenPair,
  TriedEvaluations,
  UpdatedRetention,
  UsagePeriod,
  UsageRecord,
  UsageSummary,
  User,
  Waveform,
  WebhookDelivery,
  WebhookDeliveryWithRequest,
  WebhookEndpoint,
  WebhookEndpointDelivery,
  WebhookRecovery,
  WebhookSecret,
} from './models.generated.js';
import type {
  AnalysesAudioLinkParams,
  AnalysesCorrectionsParams,
  AnalysesCreateCorrectionParams,
  AnalysesCreateReportLinkParams,
  AnalysesCreateReviewLinkParams,
  AnalysesDeliveriesParams,
  AnalysesGetParams,
  AnalysesListParams,
  AnalysesListSummariesParams,
  AnalysesProvenanceParams,
  AnalysesRedactParams,
  AnalysesRegisterWebhookParams,
  AnalysesReportParams,
  AnalysesReviewLinksParams,
  AnalysesSearchParams,
  AnalysesTranscriptParams,
  ApiKeysCreateParams,
  ApiKeysListParams,
  AuditExportParams,
  AuditListParams,
  AuthConfirmPasswordResetParams,
  AuthLogInParams,
  AuthLogOutParams,
  AuthOpenReviewSessionParams,
  AuthRefreshParams,
  AuthRegisterParams,
  AuthRequestPasswordResetParams,
  AuthResendVerificationParams,
  AuthVerifyEmailParams,
  BatchesCreateParams,
  BatchesItemsParams,
  BatchesListParams,
  BillingCancelSubscriptionParams,
  BillingCreateSubscriptionParams,
  BillingHistoryParams,
  BillingRecordsParams,
  BillingUpdateSubscriptionParams,
  CalibrationsCreateLinkParams,
  CalibrationsCreateParams,
  CalibrationsItemParams,
  CalibrationsLinksParams,
  CalibrationsListParams,
  CalibrationsRateParams,
  DisputesListParams,
  DisputesResolveParams,
  EngineTrialsCreateParams,
  EngineTrialsItemsParams,
  EngineTrialsListParams,
  ErasuresCreateParams,
  ErasuresListParams,
  EvaluationsAcknowledgeParams,
  EvaluationsAnswerParams,
  EvaluationsCreateParams,
  EvaluationsDisputeParams,
  EvaluationsListOfAnalysisParams,
  EvaluationsListParams,
  EvidenceCreateParams,
  ExportsCreateParams,
  ExportsListParams,
  HoldsAnalysesParams,
  HoldsCreateParams,
  HoldsListParams,
  HoldsReleaseParams,
  InvitationsAcceptParams,
  InvitationsCreateParams,
  InvitationsListParams,
  MembersDeleteParams,
  MembersListParams,
  MembersTransferAccountParams,
  MembersUpdateParams,
  RedactionsCreateParams,
  RedactionsListParams,
  RescoresCreateParams,
  RescoresListParams,
  ReviewQueueClaimParams,
  ReviewQueueDismissParams,
  ReviewQueueListParams,
  ReviewQueueReleaseParams,
  ReviewsCreateParams,
  ReviewsListOfAnalysisParams,
  ReviewsListParams,
  SamplesCreateParams,
  SamplesListParams,
  ScorecardsAgreementParams,
  ScorecardsCheckRevisionParams,
  ScorecardsCreateParams,
  ScorecardsCreateRevisionParams,
  ScorecardsListParams,
  ScorecardsListRevisionsParams,
  ScorecardsPublishRevisionParams,
  ScorecardsTryRevisionParams,
  ScorecardsUpdateParams,
  ScorecardsUpdateRevisionParams,
  SettingsUpdateEnginesParams,
  SettingsUpdateRedactionParams,
  SettingsUpdateRetentionParams,
  SourcesCreateParams,
  SourcesItemsParams,
  SourcesListParams,
  SourcesRescanParams,
  SourcesTestNewParams,
  SourcesUpdateParams,
  SsoUpdateParams,
  StatisticsAnswersParams,
  StatisticsCallsParams,
  StatisticsEvaluationsParams,
  UsersDeleteParams,
  UsersUpdateParams,
  WebhookEndpointsCreateParams,
  WebhookEndpointsDeliveriesParams,
  WebhookEndpointsListParams,
  WebhookEndpointsRecoverParams,
  WebhookEndpointsTestParams,
  WebhookEndpointsUpdateParams,
  WebhooksTestParams,
} from './params.generated.js';
import type { RequestOptions } from './settings.js';
import { type PollOptions, waitUntilLeft } from './wait.js';

export class Auth {
  constructor(protected readonly sender: Sender) {}

  /**
   * Register an account.
   *
   * Sends a verification mail. The account starts on the free plan and can be used once the address is verified. The
   * operator may have closed registration, or limited it to some email domains.
   */
  async register(params: AuthRegisterParams, options?: RequestOptions): Promise<User> {
    return this.sender.json('POST', '/auth/register', { body: params }, options);
  }

  /**
   * Verify an email address.
   *
   * Takes the token from the link in the mail, which works once, within 24 hours, and until a newer mail is sent.
   */
  async verifyEmail(params: AuthVerifyEmailParams, options?: RequestOptions): Promise<User> {
    return this.sender.json('POST', '/auth/verify-email', { body: params }, options);
  }

  /**
   * Send the verification mail again.
   *
   * The response is the same for every address. The link of an earlier mail stops working.
   */
  async resendVerification(params: AuthResendVerificationParams, options?: RequestOptions): Promise<Message> {
    return this.sender.json('POST', '/auth/verify-email/resend', { body: params }, options);
  }

  /**
   * Log in.
   *
   * Returns an access token, valid for 30 minutes, and a refresh token, valid for seven days. 403 is returned only if
   * the password is right.
   */
  async logIn(params: AuthLogInParams, options?: RequestOptions): Promise<TokenPair> {
    return this.sender.json('POST', '/auth/login', { body: params }, options);
  }

  /**
   * Get a new access token.
   *
   * The refresh token stays valid until it expires, is ended with `POST /auth/logout`, or the password changes; no
   * new one is issued. 401 if it is unknown, has expired or was ended, or is older than the password.
   */
  async refresh(params: AuthRefreshParams, options?: RequestOptions): Promise<AccessToken> {
    return this.sender.json('POST', '/auth/refresh', { body: params }, options);
  }

  /**
   * Log out.
   *
   * Ends a refresh token, so that it issues no more access tokens. Access tokens that it issued stay valid until they
   * expire, half an hour at most. The response is the same for a token that has already ended, or is not one.
   */
  async logOut(params: AuthLogOutParams, options?: RequestOptions): Promise<void> {
    await this.sender.text('POST', '/auth/logout', { body: params }, options);
  }

  /**
   * Ask for a new password.
   *
   * Sends a mail with a link that works once, within one hour. The response is the same for every address.
   */
  async requestPasswordReset(params: AuthRequestPasswordResetParams, options?: RequestOptions): Promise<Message> {
    return this.sender.json('POST', '/auth/password-reset', { body: params }, options);
  }

  /**
   * Set the new password.
   *
   * Takes the token from the link in the mail. All earlier tokens stop working.
   */
  async confirmPasswordReset(params: AuthConfirmPasswordResetParams, options?: RequestOptions): Promise<Message> {
    return this.sender.json('POST', '/auth/password-reset/confirm', { body: params }, options);
  }

  /**
   * Open a review link.
   *
   * Returns an access token for the call of the link, valid for 30 minutes; request another one when it expires.
   * Needs no credentials. The rate limits of the client address apply, also to requests with the token.
   */
  async openReviewSession(params: AuthOpenReviewSessionParams, options?: RequestOptions): Promise<ReviewSession> {
    return this.sender.json('POST', '/review/session', { body: params }, options);
  }
}

export class Members {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the members.
   *
   * People who can log in to the account, and invited ones, newest first. For admins and the owner.
   *
   * Needs a user access token; API keys get 403.
   */
  list(params: MembersListParams = {}, options?: RequestOptions): Listing<ItemsPage<Member>, Member> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/members', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Read a member.
   *
   * Members of other accounts are not found.
   *
   * Needs a user access token; API keys get 403.
   */
  async get(id: string, options?: RequestOptions): Promise<Member> {
    return this.sender.json('GET', at`/members/${id}`, {}, options);
  }

  /**
   * Change a member.
   *
   * Omitted fields stay as they are. A new role, new teams and `disabled` apply from the next request on. You cannot
   * raise your own role, or give a role above it. A person who has not yet accepted the invitation cannot be changed:
   * delete the invitation and invite again.
   *
   * Needs a user access token; API keys get 403.
   */
  async update(id: string, params: MembersUpdateParams = {}, options?: RequestOptions): Promise<Member> {
    return this.sender.json('PUT', at`/members/${id}`, { body: params }, options);
  }

  /**
   * Delete a member.
   *
   * The member’s tokens end immediately; `keys` decides about the API keys. What the member wrote stays, under the
   * id; name and address are deleted. For an invited person, the invitation ends.
   *
   * Needs a user access token; API keys get 403.
   */
  async delete(id: string, params: MembersDeleteParams = {}, options?: RequestOptions): Promise<DeletedMember> {
    return this.sender.json('DELETE', at`/members/${id}`, { query: params }, options);
  }

  /**
   * Make a member the owner.
   *
   * The caller becomes an admin. Counts as a log-in for the rate limit.
   *
   * Needs a user access token; API keys get 403.
   */
  async transferAccount(id: string, params: MembersTransferAccountParams, options?: RequestOptions): Promise<Member> {
    return this.sender.json('POST', at`/members/${id}/transfer`, { body: params }, options);
  }

  /**
   * List the names of the members.
   *
   * Reviews name their author by the id of the member. Returns all members at once, including disabled ones.
   *
   * Needs a user access token; API keys get 403.
   */
  async names(options?: RequestOptions): Promise<MemberNames> {
    return this.sender.json('GET', '/member-names', {}, options);
  }
}

export class Invitations {
  constructor(protected readonly sender: Sender) {}

  /**
   * Accept an invitation.
   *
   * Takes the token from the link in the mail, creates the member and logs in.
   */
  async accept(params: InvitationsAcceptParams, options?: RequestOptions): Promise<TokenPair> {
    return this.sender.json('POST', '/invitations/accept', { body: params }, options);
  }

  /**
   * List the invitations.
   *
   * Newest first.
   *
   * Needs a user access token; API keys get 403.
   */
  list(params: InvitationsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Invitation>, Invitation> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/invitations', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Invite a person.
   *
   * Sends a mail with a link that works once, within seven days. An open invitation to the same address is replaced,
   * and its link stops working. So do the links of an admin who is disabled or may no longer invite.
   *
   * Needs a user access token; API keys get 403.
   */
  async create(params: InvitationsCreateParams, options?: RequestOptions): Promise<Invitation> {
    return this.sender.json('POST', '/invitations', { body: params }, options);
  }

  /**
   * Revoke an invitation.
   *
   * Its link stops working. An accepted invitation is not found: delete the member.
   *
   * Needs a user access token; API keys get 403.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedInvitation> {
    return this.sender.json('DELETE', at`/invitations/${id}`, {}, options);
  }

  /**
   * Send an invitation again.
   *
   * Sends a new link, valid for seven days; the earlier one stops working.
   *
   * Needs a user access token; API keys get 403.
   */
  async resend(id: string, options?: RequestOptions): Promise<Invitation> {
    return this.sender.json('POST', at`/invitations/${id}/resend`, {}, options);
  }
}

export class Sso {
  constructor(protected readonly sender: Sender) {}

  /**
   * Read the sign-in by the company's identity provider.
   *
   * For the owner. The client secret is not returned. 404 if sign-in is not set up.
   *
   * Needs a user access token; API keys get 403.
   */
  async get(options?: RequestOptions): Promise<SignIn> {
    return this.sender.json('GET', '/settings/sso', {}, options);
  }

  /**
   * Set the sign-in by the company's identity provider.
   *
   * OpenID Connect. Replaces all settings: an omitted field gets its default, except `client_secret`. A domain that
   * stays remains verified. A new `issuer` or `client_id` ends all sessions of the provider, and members are matched
   * again by email.
   *
   * Needs a user access token; API keys get 403.
   */
  async update(params: SsoUpdateParams, options?: RequestOptions): Promise<SignIn> {
    return this.sender.json('PUT', '/settings/sso', { body: params }, options);
  }

  /**
   * Delete the sign-in by the identity provider.
   *
   * Members stay and can set a password by mail. Sessions of the provider end within half an hour.
   *
   * Needs a user access token; API keys get 403.
   */
  async delete(options?: RequestOptions): Promise<DeletedSignIn> {
    return this.sender.json('DELETE', '/settings/sso', {}, options);
  }

  /**
   * Test the sign-in.
   *
   * Returns a URL that works for ten minutes. It changes nothing, and shows the claims of the person who opens it.
   *
   * Needs a user access token; API keys get 403.
   */
  async test(options?: RequestOptions): Promise<SignInTest> {
    return this.sender.json('POST', '/settings/sso/test', {}, options);
  }

  /**
   * Verify a domain.
   *
   * Checks the TXT record of the domain. Once verified, a domain stays verified as long as the settings contain it.
   *
   * Needs a user access token; API keys get 403.
   */
  async verifyDomain(domain: string, options?: RequestOptions): Promise<SignIn> {
    return this.sender.json('POST', at`/settings/sso/domains/${domain}/verify`, {}, options);
  }
}

export class Users {
  constructor(protected readonly sender: Sender) {}

  /**
   * Read the account.
   *
   * `id` is the account; `member` is the caller, and what that person may do. An API key needs no scope.
   */
  async me(options?: RequestOptions): Promise<User> {
    return this.sender.json('GET', '/users/me', {}, options);
  }

  /**
   * Change the account.
   *
   * Omitted fields stay as they are. A new email takes effect once verified and is shown as `pending_email` until
   * then. A new password ends all earlier tokens. Both need `current_password`, and count as a log-in for the rate
   * limit. `metadata`, `output_language` and `agent_channel` belong to the account: only an admin can change them. If
   * registration is closed or limited to some domains, so is the change to another domain.
   *
   * Needs a user access token; API keys get 403.
   */
  async update(params: UsersUpdateParams = {}, options?: RequestOptions): Promise<User> {
    return this.sender.json('PUT', '/users/me', { body: params }, options);
  }

  /**
   * Delete the account.
   *
   * Erases analyses, recordings, API keys and deliveries, and cancels a paid subscription. Tokens and keys stop
   * working at once. This cannot be undone. Refused while a hold is active. Counts as a log-in for the rate limit.
   *
   * Needs a user access token; API keys get 403.
   */
  async delete(params: UsersDeleteParams, options?: RequestOptions): Promise<DeletedUser> {
    return this.sender.json('DELETE', '/users/me', { body: params }, options);
  }

  /**
   * Get the status of the system.
   *
   * Calls and batches of the account, in both modes; engines and retention of the whole service. The state of each
   * source is in `GET /sources`.
   *
   * An API key needs the scope `analysis:read`.
   */
  async status(options?: RequestOptions): Promise<AccountStatus> {
    return this.sender.json('GET', '/status', {}, options);
  }
}

export class ApiKeys {
  constructor(protected readonly sender: Sender) {}

  /**
   * List API keys.
   *
   * Newest first: your own keys or, for an admin, all keys of the account. Revoked keys are not listed.
   *
   * Needs a user access token; API keys get 403.
   */
  list(params: ApiKeysListParams = {}, options?: RequestOptions): Listing<ItemsPage<ApiKey>, ApiKey> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/api-keys', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create an API key.
   *
   * The secret is only in this response: store it where only your program can read it. An account can have 100 active
   * keys. A key can never do more than the member who created it, sees the same calls, and ends with that member.
   *
   * Needs a user access token; API keys get 403.
   */
  async create(params: ApiKeysCreateParams, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.sender.json('POST', '/api-keys', { body: params }, options);
  }

  /**
   * Revoke an API key.
   *
   * Takes effect immediately. Work accepted earlier continues.
   *
   * Needs a user access token; API keys get 403.
   */
  async revoke(key_id: string, options?: RequestOptions): Promise<DeletedApiKey> {
    return this.sender.json('DELETE', at`/api-keys/${key_id}`, {}, options);
  }
}

export class Billing {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the plans.
   *
   * Plans and prices. Needs no credentials; may be cached for five minutes.
   */
  async plans(options?: RequestOptions): Promise<PlanList> {
    return this.sender.json('GET', '/billing/plans', {}, options);
  }

  /**
   * Get the subscription.
   *
   * Every account has one, initially free. Without a payment provider `collection` is `none`.
   *
   * An API key needs the scope `billing:read`.
   */
  async subscription(options?: RequestOptions): Promise<Subscription> {
    return this.sender.json('GET', '/billing/subscription', {}, options);
  }

  /**
   * Subscribe to a paid plan.
   *
   * The status is `incomplete` until the payment provider confirms the payment made at `checkout_url`; repeating the
   * request returns the same open checkout. Without a payment provider the plan starts immediately and nothing is
   * charged. Minutes already used in this period still count. 400 if a paid plan is active.
   *
   * Needs a user access token; API keys get 403.
   */
  async createSubscription(params: BillingCreateSubscriptionParams, options?: RequestOptions): Promise<Subscription> {
    return this.sender.json('POST', '/billing/subscription', { body: params }, options);
  }

  /**
   * Change the plan or the overage limit.
   *
   * An upgrade takes effect immediately and the difference is charged; a downgrade is shown as `pending_plan` and
   * takes effect at the end of the period. Omitted members do not change. 400 on the free plan.
   *
   * Needs a user access token; API keys get 403.
   */
  async updateSubscription(params: BillingUpdateSubscriptionParams = {}, options?: RequestOptions): Promise<Subscription> {
    return this.sender.json('POST', '/billing/subscription/update', { body: params }, options);
  }

  /**
   * Cancel the paid plan.
   *
   * Needs no body. The free plan follows: at the end of the period, or at once. 400 on the free plan.
   *
   * Needs a user access token; API keys get 403.
   */
  async cancelSubscription(params: BillingCancelSubscriptionParams = {}, options?: RequestOptions): Promise<Subscription> {
    return this.sender.json('POST', '/billing/subscription/cancel', { body: params }, options);
  }

  /**
   * Get the usage of the current period.
   *
   * A test key reads the test allowance.
   *
   * An API key needs the scope `billing:read`.
   */
  async usage(options?: RequestOptions): Promise<UsageSummary> {
    return this.sender.json('GET', '/billing/usage', {}, options);
  }

  /**
   * Get the usage history.
   *
   * Newest first: one item for each period, or one for each billed analysis. A test key reads the test allowance.
   *
   * An API key needs the scope `billing:read`.
   */
  history(params: BillingHistoryParams = {}, options?: RequestOptions): Listing<ItemsPage<UsagePeriod>, UsagePeriod> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/billing/history', { query: { ...params, view: 'periods', skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Get the usage history.
   *
   * Newest first: one item for each period, or one for each billed analysis. A test key reads the test allowance.
   *
   * An API key needs the scope `billing:read`.
   */
  records(params: BillingRecordsParams = {}, options?: RequestOptions): Listing<ItemsPage<UsageRecord>, UsageRecord> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/billing/history', { query: { ...params, view: 'records', skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Get the payment provider's customer portal.
   *
   * Invoices and means of payment. 404 without a payment provider, and before the first checkout.
   *
   * Needs a user access token; API keys get 403.
   */
  async customerPortal(options?: RequestOptions): Promise<CustomerPortal> {
    return this.sender.json('GET', '/billing/customer-portal', {}, options);
  }
}

export class AnalysesOperations {
  constructor(protected readonly sender: Sender) {}

  /**
   * List analyses.
   *
   * Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage limits.
   * Where scores and flags are enough, ask for `view=summary`.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: AnalysesListParams = {}, options?: RequestOptions): Listing<DataPage<Analysis>, Analysis> {
    return new Listing(
      (offset, limit) =>
        this.sender.json('GET', '/analysis', { query: { ...params, view: 'full', offset, limit } }, options),
      params.offset,
      params.limit,
    );
  }

  /**
   * List analyses.
   *
   * Newest first, of both modes. Filters can be combined. Free of charge: it does not count against usage limits.
   * Where scores and flags are enough, ask for `view=summary`.
   *
   * An API key needs the scope `analysis:read`.
   */
  listSummaries(params: AnalysesListSummariesParams = {}, options?: RequestOptions): Listing<DataPage<AnalysisSummary>, AnalysisSummary> {
    return new Listing(
      (offset, limit) =>
        this.sender.json('GET', '/analysis', { query: { ...params, view: 'summary', offset, limit } }, options),
      params.offset,
      params.limit,
    );
  }

  /**
   * Retry a failed analysis.
   *
   * Possible if `metadata.retryable` is true: its recording is stored, or was never stored and can be downloaded
   * again. Minutes are reserved again under the current plan, and the analysis is `processing` again; its new result
   * is notified like the first. What was transcribed before the failure is not transcribed again, unless the speech
   * engine was changed since. A completed analysis whose `not_judged_reason` is `too_long_for_model` or
   * `unusable_answer` is evaluated again from its transcript: it stays `completed`, uses no minutes, is not
   * `retryable` meanwhile, and `analysis.completed` is sent again at the end. Counts as a submission in the rate
   * limit.
   *
   * An API key needs the scope `analysis:write`.
   */
  async retry(id: string, options?: RequestOptions): Promise<Analysis> {
    return this.sender.json('POST', at`/analysis/${id}/retry`, {}, options);
  }

  /**
   * Get one analysis.
   *
   * For polling. `progress` is its progress; if it `failed`, see `metadata.error_message` and `error_code`.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async get(id: string, params: AnalysesGetParams = {}, options?: RequestOptions): Promise<Analysis> {
    return this.sender.json('GET', at`/analysis/${id}`, { query: { ...params, view: 'full' } }, options);
  }

  /**
   * Get one analysis.
   *
   * For polling. `progress` is its progress; if it `failed`, see `metadata.error_message` and `error_code`.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async getSummary(id: string, options?: RequestOptions): Promise<AnalysisSummary> {
    return this.sender.json('GET', at`/analysis/${id}`, { query: { view: 'summary' } }, options);
  }

  /**
   * Delete an analysis.
   *
   * Deletes the record, the transcript and the audio. Billed minutes stay billed. An analysis in progress is billed
   * for the minutes already sent to a provider; if nothing was sent, its minutes are released. One that is held is
   * not deleted.
   *
   * An API key needs the scope `analysis:write`.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedAnalysis> {
    return this.sender.json('DELETE', at`/analysis/${id}`, {}, options);
  }

  /**
   * Get the transcript as text or subtitles.
   *
   * With speaker labels; SubRip and WebVTT also with times. 404 until the analysis is completed.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async transcript(id: string, params: AnalysesTranscriptParams = {}, options?: RequestOptions): Promise<string> {
    return this.sender.text('GET', at`/analysis/${id}/transcript`, { query: params }, options);
  }

  /**
   * Register a webhook for an analysis.
   *
   * Replaces the URL. If the analysis is already completed, the notification is sent immediately; in test mode it is
   * recorded but never sent. A test key cannot register one for a live analysis.
   *
   * An API key needs the scope `analysis:write`.
   */
  async registerWebhook(id: string, params: AnalysesRegisterWebhookParams, options?: RequestOptions): Promise<Analysis> {
    return this.sender.json('POST', at`/analysis/${id}/webhook`, { body: params }, options);
  }

  /**
   * Get the waveform of a call.
   *
   * Data for drawing the waveform, in the JSON format of audiowaveform, which peaks.js and wavesurfer.js read. The
   * number of pixels does not grow with the length of the call. 404 until the analysis is completed, and if there is
   * no waveform: for scenarios and for recordings from an early release.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async waveform(id: string, options?: RequestOptions): Promise<Waveform> {
    return this.sender.json('GET', at`/analysis/${id}/waveform`, {}, options);
  }

  /**
   * Get the recording of a call.
   *
   * Redirects to a link that needs no credentials and expires. `variant=original` gives the original recording, for
   * five minutes: an API key then needs the scope `recordings:original` instead of `analysis:read`, which a key has
   * only if it was requested by name, and a member needs `recordings_original`; review links cannot open it; and
   * every access is logged. A deleted original, or one that is still to be masked, is 404. `rendition=play` gives a
   * version that all browsers play, for a masked call made from the masked recording.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async audioLink(id: string, params: AnalysesAudioLinkParams = {}, options?: RequestOptions): Promise<AudioLink> {
    return this.sender.json('GET', at`/analysis/${id}/audio`, { query: { ...params, redirect: 'false' } }, options);
  }

  /**
   * Get the provenance of an analysis.
   *
   * Which engines, versions and people made the result, and who read the original recording. Without words of the
   * call. `format=signed` is a certificate: it can be checked offline, with the public keys alone.
   *
   * An API key needs the scope `analysis:read`.
   */
  async provenance(id: string, params: AnalysesProvenanceParams = {}, options?: RequestOptions): Promise<Provenance> {
    return this.sender.json('GET', at`/analysis/${id}/provenance`, { query: params }, options);
  }

  /**
   * Search transcripts.
   *
   * Completed calls in which the words were said, newest first, each with up to three matches. The current transcript
   * is searched, with corrections and without masked words. A phrase search takes 600 ms at most and reports how far
   * back it went.
   *
   * An API key needs the scope `analysis:read`.
   */
  search(params: AnalysesSearchParams, options?: RequestOptions): Listing<ItemsPage<FoundCall>, FoundCall> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/search', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
      50,
    );
  }

  /**
   * Get the report of a call as a page.
   *
   * An HTML page with waveform, transcript, findings with quotes as evidence, scores and billed minutes. Click a
   * quote to play it. 404 until the analysis is completed.
   *
   * An API key needs the scope `analysis:read`.
   */
  async report(id: string, params: AnalysesReportParams = {}, options?: RequestOptions): Promise<string> {
    return this.sender.text('GET', at`/analysis/${id}/report`, { query: params }, options);
  }

  /**
   * Create a report link.
   *
   * Anyone with the link can view the report and play the recording, without credentials, until it expires or the
   * analysis is deleted. Revoking the key that created it does not revoke the link; `DELETE
   * /analysis/{id}/report-link` does. A test key creates links to test analyses only.
   *
   * An API key needs the scope `analysis:read`.
   */
  async createReportLink(id: string, params: AnalysesCreateReportLinkParams = {}, options?: RequestOptions): Promise<ReportLink> {
    return this.sender.json('POST', at`/analysis/${id}/report-link`, { body: params }, options);
  }

  /**
   * Revoke all report links.
   *
   * Revokes all report links of this analysis, whichever key created them; new ones can be created. A page that is
   * already open stays open, and can play the recording for an hour at most.
   *
   * An API key needs the scope `analysis:write`.
   */
  async deleteReportLinks(id: string, options?: RequestOptions): Promise<DeletedReportLinks> {
    return this.sender.json('DELETE', at`/analysis/${id}/report-link`, {}, options);
  }

  /**
   * List the review links of an analysis.
   *
   * Newest first, including expired ones, without revoked ones.
   *
   * An API key needs the scope `analysis:read`.
   */
  reviewLinks(id: string, params: AnalysesReviewLinksParams = {}, options?: RequestOptions): Listing<ItemsPage<ReviewLink>, ReviewLink> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/analysis/${id}/review-links`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create a review link.
   *
   * Anyone with the link can view and play this one call, and review or correct it if the link allows it, until it
   * expires or is revoked. Revoking the key that created it does not revoke the link; disabling or deleting the
   * member does. A key also needs the scope `analysis:read`, because the link can read. A call can have 100 active
   * links. A test key creates links to test analyses only.
   *
   * An API key needs the scope `reviews:write`.
   */
  async createReviewLink(id: string, params: AnalysesCreateReviewLinkParams, options?: RequestOptions): Promise<CreatedReviewLink> {
    return this.sender.json('POST', at`/analysis/${id}/review-links`, { body: params }, options);
  }

  /**
   * Get one review link.
   *
   * Without its address. 404 for one that was deleted.
   *
   * An API key needs the scope `analysis:read`.
   */
  async reviewLink(id: string, link_id: string, options?: RequestOptions): Promise<ReviewLink> {
    return this.sender.json('GET', at`/analysis/${id}/review-links/${link_id}`, {}, options);
  }

  /**
   * Revoke a review link.
   *
   * Takes effect immediately, for the link and all its access tokens. Reviews and corrections made with it stay. The
   * recording on an open page can be played for an hour at most.
   *
   * An API key needs the scope `reviews:write`.
   */
  async deleteReviewLink(id: string, link_id: string, options?: RequestOptions): Promise<DeletedReviewLink> {
    return this.sender.json('DELETE', at`/analysis/${id}/review-links/${link_id}`, {}, options);
  }

  /**
   * List the corrections of an analysis.
   *
   * Newest first, failed ones among them.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  corrections(id: string, params: AnalysesCorrectionsParams = {}, options?: RequestOptions): Listing<ItemsPage<Correction>, Correction> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/analysis/${id}/corrections`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Correct a transcript.
   *
   * Corrects speakers and words. The correction creates the next version of the transcript: findings, scores and
   * metrics are evaluated again from it, without the recording, and change together with it; until then the previous
   * version stays in effect. Evaluations are superseded and repeated with the same revisions. Uses no audio minutes.
   * Segments keep their ids and times; none are added or removed.
   *
   * An API key needs the scope `reviews:write`.
   *
   * A review link opens it where it may `correct`.
   */
  async createCorrection(id: string, params: AnalysesCreateCorrectionParams, options?: RequestOptions): Promise<Correction> {
    return this.sender.json('POST', at`/analysis/${id}/corrections`, { body: params }, options);
  }

  /**
   * Get one correction.
   *
   * For polling. Once it is `completed`, the analysis has the new version; if it `failed`, the reason is given.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async correction(id: string, correction_id: string, options?: RequestOptions): Promise<Correction> {
    return this.sender.json('GET', at`/analysis/${id}/corrections/${correction_id}`, {}, options);
  }

  /**
   * Mask a completed analysis.
   *
   * For calls completed before masking was set up. When the response is sent, words and quotes are masked, all
   * sentences about the call (summary, strengths, recommendations, descriptions, rationales) are empty, and the
   * recording is withheld; `redaction.status` is `processing`. A worker then masks the recording, evaluates the call
   * again, and repeats its evaluations with the same revisions and reviewers’ answers; the old ones are deleted. All
   * versions of the transcript keep their numbers and are masked. If there is nothing new to mask, nothing changes.
   * Uses no audio minutes.
   *
   * An API key needs the scope `analysis:write`.
   */
  async redact(id: string, params: AnalysesRedactParams = {}, options?: RequestOptions): Promise<RedactedAnalysis> {
    return this.sender.json('POST', at`/analysis/${id}/redact`, { body: params }, options);
  }

  /**
   * List the deliveries of an analysis.
   *
   * Deliveries of the analysis and its evaluations: newest first, each with all attempts.
   *
   * An API key needs the scope `analysis:read`.
   */
  deliveries(id: string, params: AnalysesDeliveriesParams = {}, options?: RequestOptions): Listing<ItemsPage<WebhookDelivery>, WebhookDelivery> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/analysis/${id}/deliveries`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Get one delivery.
   *
   * Includes all attempts. For a test mode delivery, which is never sent, `request` is the signed request that would
   * be sent now: use it to test your receiver. Null for live deliveries.
   *
   * An API key needs the scope `analysis:read`.
   */
  async delivery(id: string, delivery_id: string, options?: RequestOptions): Promise<WebhookDeliveryWithRequest> {
    return this.sender.json('GET', at`/analysis/${id}/deliveries/${delivery_id}`, {}, options);
  }

  /**
   * Resend a delivery.
   *
   * Sent immediately with the same `webhook-id` and a new retry schedule.
   *
   * An API key needs the scope `analysis:write`.
   */
  async redeliver(id: string, delivery_id: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.sender.json('POST', at`/analysis/${id}/deliveries/${delivery_id}/redeliver`, {}, options);
  }
}

export class Batches {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the batches.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: BatchesListParams = {}, options?: RequestOptions): Listing<ItemsPage<Batch>, Batch> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/batches', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Submit a batch of calls.
   *
   * Submits the calls of `items`, or of the lines of a manifest, in order. Each line is validated like a request: an
   * invalid one is refused with its reason, the others continue. A line whose `external_id` already has a call is
   * `existing`. Single submissions take precedence over batches. The rate limit of submissions counts a batch as one
   * request.
   *
   * An API key needs the scope `analysis:write`.
   */
  async create(params: BatchesCreateParams = {}, options?: RequestOptions): Promise<Batch> {
    return this.sender.json('POST', '/batches', { body: params }, options);
  }

  /**
   * Get one batch.
   *
   * For polling. `counts` is its progress.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Batch> {
    return this.sender.json('GET', at`/batches/${id}`, {}, options);
  }

  /**
   * Waits until the batch is no longer reading, processing or waiting_for_quota, and returns it. How it ended is no
   * error.
   */
  async waitForCompletion(id: string, options: PollOptions = {}): Promise<Batch> {
    return waitUntilLeft(this.sender, at`/batches/${id}`, 'The batch', ['reading', 'processing', 'waiting_for_quota'], options);
  }

  /**
   * List the lines of a batch.
   *
   * In order. `completed` and `failed` follow the calls within a second. Lines are kept for 90 days after the end of
   * the batch.
   *
   * An API key needs the scope `analysis:read`.
   */
  items(id: string, params: BatchesItemsParams = {}, options?: RequestOptions): Listing<ItemsPage<BatchItem>, BatchItem> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/batches/${id}/items`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Download the refused lines of a batch.
   *
   * The lines as sent, with an additional first column `reason`: correct them and submit the file as a new manifest.
   * Cells that a spreadsheet would read as a formula start with an apostrophe, which is ignored in a manifest with
   * the column `reason`.
   *
   * An API key needs the scope `analysis:read`.
   */
  async refused(id: string, options?: RequestOptions): Promise<string> {
    return this.sender.text('GET', at`/batches/${id}/refused`, { query: { format: 'csv' } }, options);
  }

  /**
   * Cancel a batch.
   *
   * Takes effect immediately: queued lines are dropped, including accepted calls that no worker has started. Other
   * calls continue and are counted.
   *
   * An API key needs the scope `analysis:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Batch> {
    return this.sender.json('POST', at`/batches/${id}/cancel`, {}, options);
  }

  /**
   * Resume a canceled batch.
   *
   * Resumes the lines that were dropped. A manifest that was not read completely is read again.
   *
   * An API key needs the scope `analysis:write`.
   */
  async resume(id: string, options?: RequestOptions): Promise<Batch> {
    return this.sender.json('POST', at`/batches/${id}/resume`, {}, options);
  }
}

export class Settings {
  constructor(protected readonly sender: Sender) {}

  /**
   * Get the masking settings.
   *
   * Settings of the account, for both modes. Without settings, `mode` is `off`.
   *
   * An API key needs the scope `analysis:read`.
   */
  async redaction(options?: RequestOptions): Promise<RedactionSettings> {
    return this.sender.json('GET', '/settings/redaction', {}, options);
  }

  /**
   * Update the masking settings.
   *
   * Replaces all settings: an omitted member gets its default, and an unknown one is refused. Applies to calls
   * accepted from now on, in both modes; a call keeps the settings under which it was accepted. A key needs the scope
   * explicitly, and a test key may not change the settings. `agent_id`, `contact_id` and `metadata` are your own and
   * are never masked.
   *
   * An API key needs the scope `settings:write`.
   */
  async updateRedaction(params: SettingsUpdateRedactionParams = {}, options?: RequestOptions): Promise<RedactionSettings> {
    return this.sender.json('PUT', '/settings/redaction', { body: params }, options);
  }

  /**
   * Get the engines.
   *
   * What transcribes and judges the calls of the account, and what may be chosen. Without a choice, and where nothing
   * is offered, the service decides.
   *
   * An API key needs the scope `settings:write`.
   */
  async engines(options?: RequestOptions): Promise<EngineSettings> {
    return this.sender.json('GET', '/settings/engines', {}, options);
  }

  /**
   * Choose the engines.
   *
   * Applies to calls accepted from now on, in both modes; a call keeps the engines under which it was accepted. Where
   * the service allows it, you may give your own key at the provider. If the provider refuses it, only your calls
   * wait, and the owner gets a mail. A test key may not change the settings.
   *
   * An API key needs the scope `settings:write`.
   */
  async updateEngines(params: SettingsUpdateEnginesParams = {}, options?: RequestOptions): Promise<EngineSettings> {
    return this.sender.json('PUT', '/settings/engines', { body: params }, options);
  }

  /**
   * Get the retention settings.
   *
   * How long each part of the calls is kept, in both modes, and the most that the operator allows.
   *
   * An API key needs the scope `data:govern`.
   */
  async retention(options?: RequestOptions): Promise<RetentionSettings> {
    return this.sender.json('GET', '/settings/retention', {}, options);
  }

  /**
   * Update the retention settings.
   *
   * Replaces all settings: an omitted member gets its default. They also apply to calls that are stored, except for
   * calls with `retention_days` of their own. A first round that would delete more than 100 calls, or parts of them,
   * and more than 1 % of all waits for 24 hours, and the owner gets a mail; `confirm` lets it go at once. With
   * `dry_run` nothing changes, and the answer is what the settings would delete now. A test key may not change the
   * settings.
   *
   * An API key needs the scope `data:govern`.
   */
  async updateRetention(params: SettingsUpdateRetentionParams = {}, options?: RequestOptions): Promise<UpdatedRetention> {
    return this.sender.json('PUT', '/settings/retention', { body: params }, options);
  }
}

export class Scorecards {
  constructor(protected readonly sender: Sender) {}

  /**
   * List scorecards.
   *
   * Newest first, of both modes, without archived ones.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: ScorecardsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Scorecard>, Scorecard> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/scorecards', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create a scorecard.
   *
   * Created without a revision: create and publish one before calls can be scored. An account can have 50 scorecards
   * that are not archived, and 200 including archived ones; together they may hold 64 MiB. A scorecard created with a
   * test key belongs to test mode: it scores test calls only.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async create(params: ScorecardsCreateParams, options?: RequestOptions): Promise<Scorecard> {
    return this.sender.json('POST', '/scorecards', { body: params }, options);
  }

  /**
   * Get one scorecard.
   *
   * Also an archived one.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Scorecard> {
    return this.sender.json('GET', at`/scorecards/${id}`, {}, options);
  }

  /**
   * Replace the fields of a scorecard.
   *
   * Replaces all fields: an omitted member gets its default, except `dispute_window_days`, `target_agreement`, `gate`
   * and `watch`, which stay as they are. Revisions and evaluations do not change.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async update(id: string, params: ScorecardsUpdateParams, options?: RequestOptions): Promise<Scorecard> {
    return this.sender.json('PUT', at`/scorecards/${id}`, { body: params }, options);
  }

  /**
   * Archive a scorecard.
   *
   * It makes no new evaluations and no longer counts towards the 50. Its revisions and evaluations can still be read;
   * its drafts can be deleted.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async archive(id: string, options?: RequestOptions): Promise<ArchivedScorecard> {
    return this.sender.json('DELETE', at`/scorecards/${id}`, {}, options);
  }

  /**
   * List the revisions of a scorecard.
   *
   * Newest first, drafts and published ones, each with its whole form.
   *
   * An API key needs the scope `analysis:read`.
   */
  listRevisions(id: string, params: ScorecardsListRevisionsParams = {}, options?: RequestOptions): Listing<ItemsPage<ScorecardRevision>, ScorecardRevision> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/scorecards/${id}/revisions`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create a revision.
   *
   * Creates a draft with the next number. The whole form is validated, and all errors are returned together. A
   * scorecard can have 200 revisions, 20 of them drafts.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async createRevision(id: string, params: ScorecardsCreateRevisionParams, options?: RequestOptions): Promise<ScorecardRevision> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions`, { body: params }, options);
  }

  /**
   * Get one revision.
   *
   * Includes the whole form.
   *
   * An API key needs the scope `analysis:read`.
   */
  async getRevision(id: string, revision: number, options?: RequestOptions): Promise<ScorecardRevision> {
    return this.sender.json('GET', at`/scorecards/${id}/revisions/${revision}`, {}, options);
  }

  /**
   * Replace the form of a draft.
   *
   * A published revision is never changed: create another one.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async updateRevision(id: string, revision: number, params: ScorecardsUpdateRevisionParams, options?: RequestOptions): Promise<ScorecardRevision> {
    return this.sender.json('PUT', at`/scorecards/${id}/revisions/${revision}`, { body: params }, options);
  }

  /**
   * Delete a draft.
   *
   * Makes room for another draft. Its number is not used again. Published revisions cannot be deleted, because
   * evaluations refer to them.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async deleteRevision(id: string, revision: number, options?: RequestOptions): Promise<DeletedRevision> {
    return this.sender.json('DELETE', at`/scorecards/${id}/revisions/${revision}`, {}, options);
  }

  /**
   * Test a revision on past calls.
   *
   * Scores up to 20 completed calls at once, also with a draft. Nothing is stored and no event is sent. Each call
   * counts as an evaluation of its mode towards the limit; if the limit would be exceeded, all calls are refused. The
   * response takes as long as the model: seconds for one call, up to 50 for many, then 503. An account may have two
   * tests running; another one is refused with 429.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async tryRevision(id: string, revision: number, params: ScorecardsTryRevisionParams, options?: RequestOptions): Promise<TriedEvaluations> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions/${revision}/try`, { body: params }, options);
  }

  /**
   * Check a revision.
   *
   * Finds what makes a form, also a draft, worse than it could be: from its words, and from the last 200 calls and
   * answers. With `analysis_ids` a language model scores each call `repeats` times more than once, and each time
   * counts as an evaluation. Nothing is stored. It takes as long as a test of a revision, and counts as one of the
   * two that may run.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async checkRevision(id: string, revision: number, params: ScorecardsCheckRevisionParams = {}, options?: RequestOptions): Promise<RevisionCheck> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions/${revision}/check`, { body: params }, options);
  }

  /**
   * Publish a revision.
   *
   * From now on calls are scored with it, unless a request names another one. An earlier published revision can be
   * published again to return to it. Existing evaluations do not change. With a `gate` of the scorecard the calls
   * that people rated under the published revision are scored first, and each counts as an evaluation. That may take
   * more than one request: after 503, publish again to go on; no call is scored twice.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async publishRevision(id: string, revision: number, params: ScorecardsPublishRevisionParams = {}, options?: RequestOptions): Promise<ScorecardRevision> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions/${revision}/publish`, { body: params }, options);
  }

  /**
   * Get the agreement on a scorecard.
   *
   * Over all closed calibration sessions of a revision, for each question. Where a person rated a call in two
   * sessions, the later one counts. Intervals are by bootstrap over calls, seeded from their ids: anyone gets the
   * same.
   *
   * An API key needs the scope `analysis:read`.
   */
  async agreement(id: string, params: ScorecardsAgreementParams = {}, options?: RequestOptions): Promise<Agreement> {
    return this.sender.json('GET', at`/scorecards/${id}/agreement`, { query: params }, options);
  }
}

export class Evaluations {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the evaluations of an analysis.
   *
   * Newest first, of all scorecards and revisions.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  listOfAnalysis(id: string, params: EvaluationsListOfAnalysisParams = {}, options?: RequestOptions): Listing<ItemsPage<Evaluation>, Evaluation> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/analysis/${id}/evaluations`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Score a call with a scorecard.
   *
   * Uses no audio minutes: the stored transcript is scored. Repeating the same call, revision and language model
   * returns 200 with the existing evaluation, which counts once. A failed evaluation is repeated.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async create(id: string, params: EvaluationsCreateParams, options?: RequestOptions): Promise<Evaluation> {
    return this.sender.json('POST', at`/analysis/${id}/evaluations`, { body: params }, options);
  }

  /**
   * List evaluations.
   *
   * Newest first, of both modes unless `livemode` names one. Filters can be combined.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: EvaluationsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Evaluation>, Evaluation> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/evaluations', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Get one evaluation.
   *
   * For polling, or the id from a notification `evaluation.completed`.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Evaluation> {
    return this.sender.json('GET', at`/evaluations/${id}`, {}, options);
  }

  /**
   * Answer a scorecard question.
   *
   * Answers any question that applies: one for reviewers, a suggestion, or one that was answered automatically.
   * `source` becomes `human`, the original answer stays in `system`, and score, coverage and outcome are
   * recalculated. A reviewer’s answer needs no quote, and can fail the call. May be repeated: the last answer counts;
   * `withdraw` restores the original answer. Creates a review with this one answer.
   *
   * An API key needs the scope `evaluations:write`.
   *
   * A review link opens it where it may `review`.
   */
  async answer(id: string, question: string, params: EvaluationsAnswerParams, options?: RequestOptions): Promise<Evaluation> {
    return this.sender.json('PUT', at`/evaluations/${id}/answers/${question}`, { body: params }, options);
  }

  /**
   * Acknowledge an evaluation.
   *
   * The agent of the call has taken note of the evaluation. May be repeated: the last acknowledgement counts. An
   * acknowledged evaluation can still be disputed.
   *
   * An API key needs the scope `reviews:write`.
   *
   * A review link opens it where it may `acknowledge`.
   */
  async acknowledge(id: string, params: EvaluationsAcknowledgeParams, options?: RequestOptions): Promise<Evaluation> {
    return this.sender.json('POST', at`/evaluations/${id}/acknowledge`, { body: params }, options);
  }

  /**
   * Dispute answers of an evaluation.
   *
   * Says for each disputed answer which one would be right, and why. The call enters the review queue, with the
   * reason `disputed`; the score does not change until the dispute is resolved. An evaluation has one open dispute at
   * a time, within `dispute_window_days` of its scorecard.
   *
   * An API key needs the scope `reviews:write`.
   *
   * A review link opens it where it may `dispute`.
   */
  async dispute(id: string, params: EvaluationsDisputeParams, options?: RequestOptions): Promise<Dispute> {
    return this.sender.json('POST', at`/evaluations/${id}/disputes`, { body: params }, options);
  }
}

export class Rescores {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the re-scoring jobs.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: RescoresListParams = {}, options?: RequestOptions): Listing<ItemsPage<Rescore>, Rescore> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/rescores', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Re-score past calls.
   *
   * Scores all completed calls that match the filter with a published revision, from their stored transcripts: no
   * audio minutes are used. New calls take precedence over the job. With `dry_run` the response is 200 and the same
   * object with the status `dry_run`: its `estimate` is the cost of the job; nothing is stored under its id. The
   * evaluations are counted at the start; those that are skipped, fail or are canceled are given back. A test key or
   * a test scorecard scores test calls only.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async create(params: RescoresCreateParams, options?: RequestOptions): Promise<Rescore> {
    return this.sender.json('POST', '/rescores', { body: params }, options);
  }

  /**
   * Get one re-scoring job.
   *
   * For polling. `counts` is its progress; `GET /evaluations` lists its evaluations.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Rescore> {
    return this.sender.json('GET', at`/rescores/${id}`, {}, options);
  }

  /**
   * Cancel a re-scoring job.
   *
   * Takes effect immediately. Calls scored until then keep their evaluations; the others are not scored and are given
   * back to the evaluations of the month.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Rescore> {
    return this.sender.json('POST', at`/rescores/${id}/cancel`, {}, options);
  }
}

export class EngineTrials {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the engine trials.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: EngineTrialsListParams = {}, options?: RequestOptions): Listing<ItemsPage<EngineTrial>, EngineTrial> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/engine-trials', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Compare engines on your own calls.
   *
   * Has two to four engines transcribe stored recordings again, or judge stored transcripts again, and compares them
   * with what people corrected and answered. Nothing changes about the calls. What is masked in a call is masked in
   * its trial. Each call by each engine counts as an evaluation at the start; what is skipped, fails or is canceled
   * is given back. New calls take precedence. With `dry_run` the response is 200 and the same object with the status
   * `dry_run`: `estimated_cost` is the cost by engine. An account can have one trial in progress and start five in 24
   * hours. A test key tries test calls only.
   *
   * An API key needs the scope `analysis:write`.
   */
  async create(params: EngineTrialsCreateParams, options?: RequestOptions): Promise<EngineTrial> {
    return this.sender.json('POST', '/engine-trials', { body: params }, options);
  }

  /**
   * Get one engine trial.
   *
   * For polling. `counts` is its progress; the figures are there once it is completed.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<EngineTrial> {
    return this.sender.json('GET', at`/engine-trials/${id}`, {}, options);
  }

  /**
   * Delete an engine trial.
   *
   * With all that the engines gave. One in progress is canceled first. It still counts into those of the day.
   *
   * An API key needs the scope `analysis:write`.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedEngineTrial> {
    return this.sender.json('DELETE', at`/engine-trials/${id}`, {}, options);
  }

  /**
   * Compare what the engines gave.
   *
   * One item for each call and engine. With `analysis_id` the items of that call carry what came back, and what
   * differs from what people corrected or answered, else from the first engine. Items of a call that is deleted, or
   * masked after the start, are deleted.
   *
   * An API key needs the scope `analysis:read`.
   */
  items(id: string, params: EngineTrialsItemsParams = {}, options?: RequestOptions): Listing<ItemsPage<EngineTrialItem>, EngineTrialItem> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/engine-trials/${id}/items`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Cancel an engine trial.
   *
   * Takes effect immediately. What is done stays, without figures; the rest is given back.
   *
   * An API key needs the scope `analysis:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<EngineTrial> {
    return this.sender.json('POST', at`/engine-trials/${id}/cancel`, {}, options);
  }
}

export class ReviewQueue {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the review queue.
   *
   * Calls that need review, including reserved ones. A call enters the queue when it or one of its evaluations
   * completes with an open item, and leaves it with a review or a dismissal. After a correction or masking it returns
   * only for new items, which `doubts` lists. Filters can be combined.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: ReviewQueueListParams = {}, options?: RequestOptions): Listing<ItemsPage<ReviewQueueItem>, ReviewQueueItem> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/review-queue', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Reserve the next call to review.
   *
   * Reserves the first call in the requested order that is not reserved, for 30 minutes; two reviewers never get the
   * same call. Each request reserves one more call; earlier reservations stay until they expire or are released. A
   * test key gets test calls only.
   *
   * An API key needs the scope `reviews:write`.
   */
  async claim(params: ReviewQueueClaimParams, options?: RequestOptions): Promise<ReviewQueueItem | null> {
    return this.sender.jsonOrNone('POST', '/review-queue/claim', { body: params }, options);
  }

  /**
   * Release a reserved call.
   *
   * Ends your reservation immediately. A call that is not reserved stays unchanged.
   *
   * An API key needs the scope `reviews:write`.
   */
  async release(analysis_id: string, params: ReviewQueueReleaseParams, options?: RequestOptions): Promise<ReviewQueueItem> {
    return this.sender.json('POST', at`/review-queue/${analysis_id}/release`, { body: params }, options);
  }

  /**
   * Dismiss a call without a review.
   *
   * The call does not have to be reserved. It returns to the queue when an evaluation or a correction adds a new open
   * item.
   *
   * An API key needs the scope `reviews:write`.
   */
  async dismiss(analysis_id: string, params: ReviewQueueDismissParams, options?: RequestOptions): Promise<ReviewQueueItem> {
    return this.sender.json('POST', at`/review-queue/${analysis_id}/dismiss`, { body: params }, options);
  }
}

export class Samples {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the samples.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: SamplesListParams = {}, options?: RequestOptions): Listing<ItemsPage<Sample>, Sample> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/samples', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Draw a sample of calls.
   *
   * Draws completed calls at random so that anyone can draw them again: calls stand in the order of SHA-256 of the
   * seed, a colon and their id, and the first `count` are taken. Calls created later change nothing. The sample holds
   * calls of the mode of the credential, at most 10,000.
   *
   * An API key needs the scope `reviews:write`.
   */
  async create(params: SamplesCreateParams, options?: RequestOptions): Promise<Sample> {
    return this.sender.json('POST', '/samples', { body: params }, options);
  }

  /**
   * Get one sample.
   *
   * With its calls, less those that were deleted since.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Sample> {
    return this.sender.json('GET', at`/samples/${id}`, {}, options);
  }
}

export class Calibrations {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the calibration sessions.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: CalibrationsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Calibration>, Calibration> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/calibrations', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Start a calibration session.
   *
   * Reviewers rate the same calls by a published revision of a scorecard, blind: until the session is closed, a link
   * shows no other reviewer’s answers and none of the AI. Ratings are no reviews: they change no score. Starting a
   * session judges nothing. A key with `analysis:read` sees all there is.
   *
   * An API key needs the scope `reviews:write`.
   */
  async create(params: CalibrationsCreateParams, options?: RequestOptions): Promise<Calibration> {
    return this.sender.json('POST', '/calibrations', { body: params }, options);
  }

  /**
   * Get one calibration session.
   *
   * With the progress of each reviewer and, once it is closed, the figures. A link reads the progress of its own
   * reviewer and the ids of the calls, and nothing after the session is closed.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `calibrate`.
   */
  async get(id: string, options?: RequestOptions): Promise<Calibration> {
    return this.sender.json('GET', at`/calibrations/${id}`, {}, options);
  }

  /**
   * Get a call to rate.
   *
   * The form, the transcript, a link to the recording and this reviewer’s own rating: neither the answers of the AI
   * nor those of others.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `calibrate`.
   */
  async item(id: string, analysis_id: string, params: CalibrationsItemParams = {}, options?: RequestOptions): Promise<CalibrationItem> {
    return this.sender.json('GET', at`/calibrations/${id}/items/${analysis_id}`, { query: params }, options);
  }

  /**
   * Rate a call.
   *
   * Every question that applies needs an answer; a question whose condition is not met by these answers does not
   * apply. The rating can be changed until the session is closed. A quotation must be in its segment.
   *
   * An API key needs the scope `reviews:write`.
   *
   * A review link opens it where it may `calibrate`.
   */
  async rate(id: string, analysis_id: string, reviewer_id: string, params: CalibrationsRateParams, options?: RequestOptions): Promise<Rating> {
    return this.sender.json('PUT', at`/calibrations/${id}/items/${analysis_id}/ratings/${reviewer_id}`, { body: params }, options);
  }

  /**
   * Close a calibration session.
   *
   * Counts how far the reviewers and the AI agree; the figures are final. The AI’s answer is its own, of the newest
   * evaluation by this revision at that moment; a call without one counts among people alone. Links open nothing from
   * then on. A session closes by itself at `due_at`.
   *
   * An API key needs the scope `reviews:write`.
   */
  async close(id: string, options?: RequestOptions): Promise<Calibration> {
    return this.sender.json('POST', at`/calibrations/${id}/close`, {}, options);
  }

  /**
   * Cancel a calibration session.
   *
   * Its ratings do not count.
   *
   * An API key needs the scope `reviews:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Calibration> {
    return this.sender.json('POST', at`/calibrations/${id}/cancel`, {}, options);
  }

  /**
   * List the links to a calibration session.
   *
   * Newest first, including expired ones, without revoked ones.
   *
   * An API key needs the scope `analysis:read`.
   */
  links(id: string, params: CalibrationsLinksParams = {}, options?: RequestOptions): Listing<ItemsPage<ReviewLink>, ReviewLink> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/calibrations/${id}/links`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create a link to a calibration session.
   *
   * Opens the calls of this session to one of its reviewers, who needs no account, and nothing else, until it
   * expires, is revoked, or the session is closed. The token is exchanged at `POST /review/session`.
   *
   * An API key needs the scope `reviews:write`.
   */
  async createLink(id: string, params: CalibrationsCreateLinkParams, options?: RequestOptions): Promise<CreatedReviewLink> {
    return this.sender.json('POST', at`/calibrations/${id}/links`, { body: params }, options);
  }

  /**
   * Get one link to a calibration session.
   *
   * Without its address. 404 for one that was deleted.
   *
   * An API key needs the scope `analysis:read`.
   */
  async link(id: string, link_id: string, options?: RequestOptions): Promise<ReviewLink> {
    return this.sender.json('GET', at`/calibrations/${id}/links/${link_id}`, {}, options);
  }

  /**
   * Revoke a link to a calibration session.
   *
   * Takes effect immediately, for the link and all its access tokens. Ratings given with it stay.
   *
   * An API key needs the scope `reviews:write`.
   */
  async deleteLink(id: string, link_id: string, options?: RequestOptions): Promise<DeletedReviewLink> {
    return this.sender.json('DELETE', at`/calibrations/${id}/links/${link_id}`, {}, options);
  }
}

export class Reviews {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the reviews of an analysis.
   *
   * Newest first; for each entry the newest review decides.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  listOfAnalysis(id: string, params: ReviewsListOfAnalysisParams = {}, options?: RequestOptions): Listing<ItemsPage<Review>, Review> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/analysis/${id}/reviews`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Review a call.
   *
   * A reviewer’s decision overrides the AI’s, which stays in `system`. All entries take effect together or not at
   * all; scores, coverage and outcomes are updated immediately. Reviews are append-only: for each entry the latest
   * review decides, and `withdraw` restores the AI’s decision. A review without entries confirms the call as it is,
   * and also takes it out of the queue. Uses no minutes. With `dry_run` the review is validated, the response
   * contains the resulting scores, and nothing is saved.
   *
   * An API key needs the scope `reviews:write`.
   *
   * A review link opens it where it may `review`.
   */
  async create(id: string, params: ReviewsCreateParams, options?: RequestOptions): Promise<Review> {
    return this.sender.json('POST', at`/analysis/${id}/reviews`, { body: params }, options);
  }

  /**
   * List reviews.
   *
   * Newest first, of both modes. Filters can be combined.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: ReviewsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Review>, Review> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/reviews', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }
}

export class Disputes {
  constructor(protected readonly sender: Sender) {}

  /**
   * List disputes.
   *
   * Newest first, of both modes unless `livemode` names one. Filters can be combined. A review link that allows
   * disputes lists those of its call, with `analysis_id`.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `dispute`.
   */
  list(params: DisputesListParams = {}, options?: RequestOptions): Listing<ItemsPage<Dispute>, Dispute> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/disputes', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Get one dispute.
   *
   * With its decision, once it is resolved.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.sender.json('GET', at`/disputes/${id}`, {}, options);
  }

  /**
   * Resolve a dispute.
   *
   * With `overturned` and `partly` the answers become a review, and score, coverage and outcome change immediately.
   * If the call was corrected or masked since, they go to the evaluation in the place of the disputed one. With
   * `upheld` nothing changes. A reviewer who gave a disputed answer cannot resolve the dispute.
   *
   * An API key needs the scope `reviews:write`.
   */
  async resolve(id: string, params: DisputesResolveParams, options?: RequestOptions): Promise<Dispute> {
    return this.sender.json('POST', at`/disputes/${id}/resolve`, { body: params }, options);
  }
}

export class Redactions {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the masking jobs.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: RedactionsListParams = {}, options?: RequestOptions): Listing<ItemsPage<RedactionJob>, RedactionJob> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/redactions', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Mask past calls.
   *
   * Masks all completed calls that match the filter, as `POST /analysis/{id}/redact` masks one: the texts first; the
   * recording is withheld until the masked one is ready. Uses no minutes. New calls take precedence over the job.
   * With `dry_run` the response is 200 and the same object with the status `dry_run`: its `counts.total` is the
   * number of calls that the job would process; nothing is masked, and nothing is stored under its id. A test key
   * masks test calls only.
   *
   * An API key needs the scope `analysis:write`.
   */
  async create(params: RedactionsCreateParams = {}, options?: RequestOptions): Promise<RedactionJob> {
    return this.sender.json('POST', '/redactions', { body: params }, options);
  }

  /**
   * Get one masking job.
   *
   * For polling. `counts` is its progress; `redaction` of an analysis shows what is masked in it.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<RedactionJob> {
    return this.sender.json('GET', at`/redactions/${id}`, {}, options);
  }

  /**
   * Cancel a masking job.
   *
   * Takes effect immediately: no further calls are started. Calls already started are finished and counted. Masked
   * calls stay masked.
   *
   * An API key needs the scope `analysis:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<RedactionJob> {
    return this.sender.json('POST', at`/redactions/${id}/cancel`, {}, options);
  }
}

export class Holds {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the holds.
   *
   * Newest first, of both modes, active and released.
   *
   * An API key needs the scope `data:govern`.
   */
  list(params: HoldsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Hold>, Hold> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/holds', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Hold calls.
   *
   * Keeps calls until the hold is released: the end of a retention passes them by, and deletions and redactions of
   * them are refused for everyone. A call may be held by several holds; the oldest is named. The account cannot be
   * deleted while a hold is active. A test key holds test calls only.
   *
   * An API key needs the scope `data:govern`.
   */
  async create(params: HoldsCreateParams, options?: RequestOptions): Promise<Hold> {
    return this.sender.json('POST', '/holds', { body: params }, options);
  }

  /**
   * Get one hold.
   *
   * With the number of calls it holds.
   *
   * An API key needs the scope `data:govern`.
   */
  async get(id: string, options?: RequestOptions): Promise<Hold> {
    return this.sender.json('GET', at`/holds/${id}`, {}, options);
  }

  /**
   * List the calls of a hold.
   *
   * Newest first. A released hold lists those of its calls that are still stored.
   *
   * An API key needs the scope `data:govern`.
   */
  analyses(id: string, params: HoldsAnalysesParams = {}, options?: RequestOptions): Listing<ItemsPage<HeldAnalysis>, HeldAnalysis> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/holds/${id}/analyses`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Release a hold.
   *
   * Ends the hold. What it has put off is carried out at once, as far as no other hold stands against it;
   * `carried_out` says how much that is. A hold that is released already is answered as it is. Sends `hold.released`.
   *
   * An API key needs the scope `data:govern`.
   */
  async release(id: string, params: HoldsReleaseParams, options?: RequestOptions): Promise<ReleasedHold> {
    return this.sender.json('POST', at`/holds/${id}/release`, { body: params }, options);
  }
}

export class Erasures {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the erasures.
   *
   * Newest first, of both modes.
   *
   * An API key needs the scope `data:govern`.
   */
  list(params: ErasuresListParams = {}, options?: RequestOptions): Listing<ItemsPage<Erasure>, Erasure> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/erasures', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Erase calls, a contact or an agent.
   *
   * Deletes what belongs to a contact, to an agent or to the named calls, and afterwards looks for it again
   * everywhere. Calls that are held are erased when their last hold is released. At the end there is a signed
   * receipt, and `erasure.completed` is sent. With `dry_run` the response is 200 and the same object with the status
   * `dry_run`: its `counts` are what would be erased now. Calls that come later are not affected. A test key erases
   * test calls only.
   *
   * An API key needs the scope `data:govern`.
   */
  async create(params: ErasuresCreateParams, options?: RequestOptions): Promise<Erasure> {
    return this.sender.json('POST', '/erasures', { body: params }, options);
  }

  /**
   * Get one erasure.
   *
   * With its receipt, once it is completed.
   *
   * An API key needs the scope `data:govern`.
   */
  async get(id: string, options?: RequestOptions): Promise<Erasure> {
    return this.sender.json('GET', at`/erasures/${id}`, {}, options);
  }
}

export class Audit {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the audit log.
   *
   * Who did what to which object, newest first. Entries are there with what they tell, and get their place in the
   * chain within two seconds. A test key sees what was done in test mode.
   *
   * An API key needs the scope `data:govern`.
   */
  list(params: AuditListParams = {}, options?: RequestOptions): Listing<ItemsPage<AuditEntry>, AuditEntry> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/audit', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Get the head of the audit log.
   *
   * The last entry of the chain, signed. Who keeps it can show later that no entry up to it was changed or removed.
   *
   * An API key needs the scope `data:govern`.
   */
  async head(options?: RequestOptions): Promise<AuditHead> {
    return this.sender.json('GET', '/audit/head', {}, options);
  }

  /**
   * Export the audit log.
   *
   * All entries in the order of the chain, oldest first, an object a line. Where entries were pruned, the first line
   * is their signed `audit_anchor`: the hash that the next entry goes on from.
   *
   * An API key needs the scope `data:govern`.
   */
  async export(params: AuditExportParams = {}, options?: RequestOptions): Promise<string> {
    return this.sender.text('GET', '/audit/export', { query: params }, options);
  }
}

export class Exports {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the exports.
   *
   * Newest first, of both modes. An export with deleted or redacted calls has a null `url`.
   *
   * An API key needs the scope `analysis:read`.
   */
  list(params: ExportsListParams = {}, options?: RequestOptions): Listing<ItemsPage<Export>, Export> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/exports', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Export calls as a file.
   *
   * Writes the calls that match the filter into one file, newest first, as of one moment (`as_of`). The file is
   * created in the background; poll `GET /exports/{id}` or use the notification. Uses no minutes. The file is deleted
   * when one of its calls is deleted or redacted. `evaluations` and `answers` do not include superseded evaluations.
   *
   * An API key needs the scope `analysis:read`.
   */
  async create(params: ExportsCreateParams, options?: RequestOptions): Promise<Export> {
    return this.sender.json('POST', '/exports', { body: params }, options);
  }

  /**
   * Get one export.
   *
   * For polling. Once it is completed, `url` is a new link to the file, which works for 24 hours.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Export> {
    return this.sender.json('GET', at`/exports/${id}`, {}, options);
  }

  /**
   * Delete the file of an export.
   *
   * Takes effect immediately: links to the file stop working, and its size no longer counts towards `storage` of `GET
   * /billing/usage`. The export stays in the list, with a null `url`. An export in progress is canceled. May be
   * repeated.
   *
   * An API key needs the scope `analysis:read`.
   */
  async delete(id: string, options?: RequestOptions): Promise<Export> {
    return this.sender.json('DELETE', at`/exports/${id}`, {}, options);
  }

  /**
   * Cancel an export.
   *
   * Takes effect immediately: no file is created.
   *
   * An API key needs the scope `analysis:read`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Export> {
    return this.sender.json('POST', at`/exports/${id}/cancel`, {}, options);
  }
}

export class Evidence {
  constructor(protected readonly sender: Sender) {}

  /**
   * Export evidence for an auditor.
   *
   * Starts an export (`GET /exports/{id}`) of one zip: scorecards, engines, agreement, reviews, disputes, settings,
   * holds, the audit log and the published counts of the period, as JSON Lines, with hashes that are signed. It holds
   * no words of calls, and names as HMACs alone. Calls belong to the period in which they were submitted. A test key
   * exports what was done in test mode. A key needs `analysis:read` too, to read the export.
   *
   * An API key needs the scope `data:govern`.
   */
  async create(params: EvidenceCreateParams, options?: RequestOptions): Promise<Export> {
    return this.sender.json('POST', '/evidence', { body: params }, options);
  }
}

export class Webhooks {
  constructor(protected readonly sender: Sender) {}

  /**
   * Get the signing secret.
   *
   * The one secret that signs every notification of this account.
   *
   * Needs a user access token; API keys get 403.
   */
  async secret(options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('GET', '/webhooks/secret', {}, options);
  }

  /**
   * Rotate the signing secret.
   *
   * For 24 hours notifications carry two signatures, with the new and the previous secret, so that receivers can
   * switch without losing any. Another rotation within that time ends the older secret immediately.
   *
   * Needs a user access token; API keys get 403.
   */
  async rotateSecret(options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('POST', '/webhooks/secret/rotate', {}, options);
  }

  /**
   * Send a test event.
   *
   * Sends one signed event to the URL and returns the response: with a sample analysis, or with the one in
   * `analysis_id`. Its `livemode` is false. It is not stored and not retried. `request` is what was sent. With a test
   * key nothing is sent: `request` is what would have been sent, `delivered` is false and `status_code` null.
   *
   * An API key needs the scope `analysis:write`.
   */
  async test(params: WebhooksTestParams, options?: RequestOptions): Promise<TestWebhook> {
    return this.sender.json('POST', '/webhooks/test', { body: params }, options);
  }
}

export class WebhookEndpoints {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the endpoints of the account.
   *
   * Newest first, with their health.
   *
   * An API key needs the scope `settings:write`.
   */
  list(params: WebhookEndpointsListParams = {}, options?: RequestOptions): Listing<ItemsPage<WebhookEndpoint>, WebhookEndpoint> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/webhooks/endpoints', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create an endpoint for the whole account.
   *
   * From now on the endpoint receives every event of the account that matches `events` and `filter`, in the mode of
   * the credential, in addition to the `webhook_url` of a single call. Each endpoint has its own secret. An account
   * can have 20 endpoints. With `payload` `full`, a key also needs the scope `analysis:read`.
   *
   * An API key needs the scope `settings:write`.
   */
  async create(params: WebhookEndpointsCreateParams, options?: RequestOptions): Promise<CreatedWebhookEndpoint> {
    return this.sender.json('POST', '/webhooks/endpoints', { body: params }, options);
  }

  /**
   * Get one endpoint.
   *
   * Includes its health, but not its secret.
   *
   * An API key needs the scope `settings:write`.
   */
  async get(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.sender.json('GET', at`/webhooks/endpoints/${id}`, {}, options);
  }

  /**
   * Replace the fields of an endpoint.
   *
   * Replaces all fields: an omitted member gets its default. Pending deliveries go to the new URL; `events` and
   * `filter` apply to new events. A paused endpoint is tried immediately. With `payload` `full`, a key also needs the
   * scope `analysis:read`.
   *
   * An API key needs the scope `settings:write`.
   */
  async update(id: string, params: WebhookEndpointsUpdateParams, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.sender.json('PUT', at`/webhooks/endpoints/${id}`, { body: params }, options);
  }

  /**
   * Delete an endpoint.
   *
   * Pending deliveries are not sent, and its log is deleted.
   *
   * An API key needs the scope `settings:write`.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    return this.sender.json('DELETE', at`/webhooks/endpoints/${id}`, {}, options);
  }

  /**
   * Get the signing secret of an endpoint.
   *
   * It signs every notification to this endpoint, and no other.
   *
   * Needs a user access token; API keys get 403.
   */
  async secret(id: string, options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('GET', at`/webhooks/endpoints/${id}/secret`, {}, options);
  }

  /**
   * Rotate the signing secret of an endpoint.
   *
   * For 24 hours notifications carry two signatures, with the new and the previous secret. Another rotation within
   * that time ends the older secret immediately.
   *
   * An API key needs the scope `settings:write`.
   */
  async rotateSecret(id: string, options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('POST', at`/webhooks/endpoints/${id}/rotate`, {}, options);
  }

  /**
   * Send a test event to an endpoint.
   *
   * Sends a sample object in the endpoint’s payload format, signed with its secret; its `livemode` is false. It is
   * not stored and not retried, and `filter` is ignored. To a test mode endpoint nothing is sent: `request` is what
   * would have been sent.
   *
   * An API key needs the scope `settings:write`.
   */
  async test(id: string, params: WebhookEndpointsTestParams = {}, options?: RequestOptions): Promise<TestWebhook> {
    return this.sender.json('POST', at`/webhooks/endpoints/${id}/test`, { body: params }, options);
  }

  /**
   * List the deliveries of an endpoint.
   *
   * Newest first, each with all attempts. Deliveries are kept as long as their object and the endpoint. While the
   * endpoint is paused, waiting deliveries are `pending` with `next_attempt_at` null.
   *
   * An API key needs the scope `settings:write`.
   */
  deliveries(id: string, params: WebhookEndpointsDeliveriesParams = {}, options?: RequestOptions): Listing<ItemsPage<WebhookEndpointDelivery>, WebhookEndpointDelivery> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/webhooks/endpoints/${id}/deliveries`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Resend failed deliveries.
   *
   * Resends every delivery to the endpoint that became `failed` since then, at most 30 days ago: oldest first, in
   * batches, with the same `webhook-id` and a new retry schedule. A paused endpoint is tried immediately, and gets
   * them once it responds.
   *
   * An API key needs the scope `settings:write`.
   */
  async recover(id: string, params: WebhookEndpointsRecoverParams, options?: RequestOptions): Promise<WebhookRecovery> {
    return this.sender.json('POST', at`/webhooks/endpoints/${id}/recover`, { body: params }, options);
  }
}

export class Sources {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the sources of the account.
   *
   * Newest first.
   *
   * An API key needs the scope `settings:write`.
   */
  list(params: SourcesListParams = {}, options?: RequestOptions): Listing<ItemsPage<Source>, Source> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', '/sources', { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Create a source.
   *
   * The bucket is polled every `every_seconds`. Each recording is imported once, in the mode of the credential, or
   * listed among the items with the reason. Its bytes are copied. An account can have 20 sources.
   *
   * An API key needs the scope `settings:write`.
   */
  async create(params: SourcesCreateParams, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', '/sources', { body: params }, options);
  }

  /**
   * Get one source.
   *
   * Includes its progress, but not its credentials.
   *
   * An API key needs the scope `settings:write`.
   */
  async get(id: string, options?: RequestOptions): Promise<Source> {
    return this.sender.json('GET', at`/sources/${id}`, {}, options);
  }

  /**
   * Replace the fields of a source.
   *
   * Replaces all fields: an omitted member gets its default; `credentials` may be omitted if `bucket` and `endpoint`
   * stay the same. Another bucket, prefix or `start` starts over. The source is polled immediately.
   *
   * An API key needs the scope `settings:write`.
   */
  async update(id: string, params: SourcesUpdateParams, options?: RequestOptions): Promise<Source> {
    return this.sender.json('PUT', at`/sources/${id}`, { body: params }, options);
  }

  /**
   * Delete a source.
   *
   * Its credentials and waiting recordings are deleted immediately. Its calls stay.
   *
   * An API key needs the scope `settings:write`.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedSource> {
    return this.sender.json('DELETE', at`/sources/${id}`, {}, options);
  }

  /**
   * Pause a source.
   *
   * The source is not polled until it is resumed. Recordings written meanwhile are imported then.
   *
   * An API key needs the scope `settings:write`.
   */
  async pause(id: string, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', at`/sources/${id}/pause`, {}, options);
  }

  /**
   * Resume a source.
   *
   * The source is polled immediately, also if it is failing.
   *
   * An API key needs the scope `settings:write`.
   */
  async resume(id: string, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', at`/sources/${id}/resume`, {}, options);
  }

  /**
   * Rescan the whole bucket.
   *
   * Lists every key of the prefix, over as many polls as needed, and imports recordings that are new or were refused.
   * No recording is imported twice.
   *
   * An API key needs the scope `settings:write`.
   */
  async rescan(id: string, params: SourcesRescanParams = {}, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', at`/sources/${id}/rescan`, { body: params }, options);
  }

  /**
   * List the objects of a source.
   *
   * Newest first. They are kept for 400 days.
   *
   * An API key needs the scope `settings:write`.
   */
  items(id: string, params: SourcesItemsParams = {}, options?: RequestOptions): Listing<ItemsPage<SourceItem>, SourceItem> {
    return new Listing(
      (skip, limit) =>
        this.sender.json('GET', at`/sources/${id}/items`, { query: { ...params, skip, limit } }, options),
      params.skip,
      params.limit,
    );
  }

  /**
   * Test a new source.
   *
   * Tests the body of a new source, as `POST /sources/{id}/test` tests a stored one. Nothing is created or imported.
   *
   * An API key needs the scope `settings:write`.
   */
  async testNew(params: SourcesTestNewParams, options?: RequestOptions): Promise<SourceTest> {
    return this.sender.json('POST', '/sources/test', { body: params }, options);
  }

  /**
   * Test a source.
   *
   * Reads the last 20 keys of the bucket and returns the submission that each would become. Nothing is imported. The
   * test ends after 20 seconds; `error` then says that the store did not answer in time.
   *
   * An API key needs the scope `settings:write`.
   */
  async test(id: string, options?: RequestOptions): Promise<SourceTest> {
    return this.sender.json('POST', at`/sources/${id}/test`, {}, options);
  }
}

export class Statistics {
  constructor(protected readonly sender: Sender) {}

  /**
   * Count and compare calls, evaluations or answers.
   *
   * Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews and
   * corrections up to `as_of` are included. Groupings by `contact` and `metadata:KEY` (other than `metadata:team`),
   * and filters such as scores, read each call, 2,000,000 calls at most.
   *
   * An API key needs the scope `analysis:read`.
   */
  async calls(params: StatisticsCallsParams = {}, options?: RequestOptions): Promise<CallStatistics> {
    return this.sender.json('GET', '/statistics', { query: { ...params, of: 'calls' } }, options);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews and
   * corrections up to `as_of` are included. Groupings by `contact` and `metadata:KEY` (other than `metadata:team`),
   * and filters such as scores, read each call, 2,000,000 calls at most.
   *
   * An API key needs the scope `analysis:read`.
   */
  async evaluations(params: StatisticsEvaluationsParams = {}, options?: RequestOptions): Promise<EvaluationStatistics> {
    return this.sender.json('GET', '/statistics', { query: { ...params, of: 'evaluations' } }, options);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews and
   * corrections up to `as_of` are included. Groupings by `contact` and `metadata:KEY` (other than `metadata:team`),
   * and filters such as scores, read each call, 2,000,000 calls at most.
   *
   * An API key needs the scope `analysis:read`.
   */
  async answers(params: StatisticsAnswersParams = {}, options?: RequestOptions): Promise<AnswerStatistics> {
    return this.sender.json('GET', '/statistics', { query: { ...params, of: 'answers' } }, options);
  }
}

/** The operations of the service, by their resources. */
export abstract class Resources {
  readonly auth: Auth;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly sso: Sso;
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly billing: Billing;
  readonly batches: Batches;
  readonly settings: Settings;
  readonly scorecards: Scorecards;
  readonly evaluations: Evaluations;
  readonly rescores: Rescores;
  readonly engineTrials: EngineTrials;
  readonly reviewQueue: ReviewQueue;
  readonly samples: Samples;
  readonly calibrations: Calibrations;
  readonly reviews: Reviews;
  readonly disputes: Disputes;
  readonly redactions: Redactions;
  readonly holds: Holds;
  readonly erasures: Erasures;
  readonly audit: Audit;
  readonly exports: Exports;
  readonly evidence: Evidence;
  readonly webhooks: Webhooks;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly sources: Sources;
  readonly statistics: Statistics;

  constructor(sender: Sender) {
    this.auth = new Auth(sender);
    this.members = new Members(sender);
    this.invitations = new Invitations(sender);
    this.sso = new Sso(sender);
    this.users = new Users(sender);
    this.apiKeys = new ApiKeys(sender);
    this.billing = new Billing(sender);
    this.batches = new Batches(sender);
    this.settings = new Settings(sender);
    this.scorecards = new Scorecards(sender);
    this.evaluations = new Evaluations(sender);
    this.rescores = new Rescores(sender);
    this.engineTrials = new EngineTrials(sender);
    this.reviewQueue = new ReviewQueue(sender);
    this.samples = new Samples(sender);
    this.calibrations = new Calibrations(sender);
    this.reviews = new Reviews(sender);
    this.disputes = new Disputes(sender);
    this.redactions = new Redactions(sender);
    this.holds = new Holds(sender);
    this.erasures = new Erasures(sender);
    this.audit = new Audit(sender);
    this.exports = new Exports(sender);
    this.evidence = new Evidence(sender);
    this.webhooks = new Webhooks(sender);
    this.webhookEndpoints = new WebhookEndpoints(sender);
    this.sources = new Sources(sender);
    this.statistics = new Statistics(sender);
  }
}

// Generated from openapi.json by `npm run clients:generate`: change it there.
import { at } from './http/path.js';
import type { Sender } from './http/sender.js';
import { type DataPage, type ItemsPage, Listing } from './listing.js';
import type {
  AccessToken,
  AccountStatus,
  Analysis,
  AnalysisSummary,
  AnswerStatistics,
  ApiKey,
  ArchivedScorecard,
  AudioLink,
  Batch,
  BatchItem,
  CallStatistics,
  Correction,
  CreatedApiKey,
  CreatedReviewLink,
  CreatedWebhookEndpoint,
  CustomerPortal,
  DeletedAnalysis,
  DeletedApiKey,
  DeletedReportLinks,
  DeletedReviewLink,
  DeletedRevision,
  DeletedSource,
  DeletedUser,
  DeletedWebhookEndpoint,
  Evaluation,
  EvaluationStatistics,
  Export,
  FoundCall,
  Message,
  PlanList,
  RedactedAnalysis,
  RedactionJob,
  RedactionSettings,
  ReportLink,
  Rescore,
  Review,
  ReviewLink,
  ReviewQueueItem,
  ReviewSession,
  Scorecard,
  ScorecardRevision,
  Source,
  SourceItem,
  SourceTest,
  Subscription,
  TestWebhook,
  TokenPair,
  TriedEvaluations,
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
  AnalysesRedactParams,
  AnalysesRegisterWebhookParams,
  AnalysesReportParams,
  AnalysesReviewLinksParams,
  AnalysesSearchParams,
  AnalysesTranscriptParams,
  ApiKeysCreateParams,
  ApiKeysListParams,
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
  EvaluationsAnswerParams,
  EvaluationsCreateParams,
  EvaluationsListOfAnalysisParams,
  EvaluationsListParams,
  ExportsCreateParams,
  ExportsListParams,
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
  ScorecardsCreateParams,
  ScorecardsCreateRevisionParams,
  ScorecardsListParams,
  ScorecardsListRevisionsParams,
  ScorecardsTryRevisionParams,
  ScorecardsUpdateParams,
  ScorecardsUpdateRevisionParams,
  SettingsUpdateRedactionParams,
  SourcesCreateParams,
  SourcesItemsParams,
  SourcesListParams,
  SourcesRescanParams,
  SourcesTestNewParams,
  SourcesUpdateParams,
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
   * Sends a verification mail. The account starts on the free plan and can be used once the address is verified. An
   * operator may have closed registration, or open it to some e-mail domains alone.
   */
  async register(params: AuthRegisterParams, options?: RequestOptions): Promise<User> {
    return this.sender.json('POST', '/auth/register', { body: params }, options);
  }

  /**
   * Verify an email address.
   *
   * Takes the token out of the link in the mail. It works once, within 24 hours, until a newer mail is sent.
   */
  async verifyEmail(params: AuthVerifyEmailParams, options?: RequestOptions): Promise<User> {
    return this.sender.json('POST', '/auth/verify-email', { body: params }, options);
  }

  /**
   * Send the verification mail again.
   *
   * The answer is the same whatever the address. A new mail ends the link of the one before.
   */
  async resendVerification(params: AuthResendVerificationParams, options?: RequestOptions): Promise<Message> {
    return this.sender.json('POST', '/auth/verify-email/resend', { body: params }, options);
  }

  /**
   * Log in.
   *
   * Gives an access token for 30 minutes and a refresh token for seven days. 403 comes only after the right password.
   */
  async logIn(params: AuthLogInParams, options?: RequestOptions): Promise<TokenPair> {
    return this.sender.json('POST', '/auth/login', { body: params }, options);
  }

  /**
   * Get a new access token.
   *
   * The refresh token stays good until it expires, `POST /auth/logout` ends it, or the password changes; no new one
   * is given. 401 for one that is not ours, has expired or ended, or is older than the password.
   */
  async refresh(params: AuthRefreshParams, options?: RequestOptions): Promise<AccessToken> {
    return this.sender.json('POST', '/auth/refresh', { body: params }, options);
  }

  /**
   * Log out.
   *
   * Ends a refresh token: it gives no more access tokens. Those that it gave stay good until they expire, half an
   * hour at most. The answer is the same for a token that has ended already, or is none.
   */
  async logOut(params: AuthLogOutParams, options?: RequestOptions): Promise<void> {
    await this.sender.text('POST', '/auth/logout', { body: params }, options);
  }

  /**
   * Ask for a new password.
   *
   * Mails a link that works once, within one hour. The answer is the same whatever the address.
   */
  async requestPasswordReset(params: AuthRequestPasswordResetParams, options?: RequestOptions): Promise<Message> {
    return this.sender.json('POST', '/auth/password-reset', { body: params }, options);
  }

  /**
   * Set the new password.
   *
   * Takes the token out of the link in the mail. Ends every token issued before.
   */
  async confirmPasswordReset(params: AuthConfirmPasswordResetParams, options?: RequestOptions): Promise<Message> {
    return this.sender.json('POST', '/auth/password-reset/confirm', { body: params }, options);
  }

  /**
   * Open a review link.
   *
   * Gives an access token for 30 minutes that opens the one call of the link; ask again for another one. Needs no
   * credentials. The rate limits are those of the client address, here and for what the token opens.
   */
  async openReviewSession(params: AuthOpenReviewSessionParams, options?: RequestOptions): Promise<ReviewSession> {
    return this.sender.json('POST', '/review/session', { body: params }, options);
  }
}

export class Users {
  constructor(protected readonly sender: Sender) {}

  /**
   * Read the account.
   *
   * With an access token or an API key of any scope.
   */
  async me(options?: RequestOptions): Promise<User> {
    return this.sender.json('GET', '/users/me', {}, options);
  }

  /**
   * Change the account.
   *
   * What is left out stays. A new email takes effect once verified and is shown as `pending_email` until then. A new
   * password ends every token issued before it. Both need `current_password`, and count as a log-in for the rate
   * limit. Where registration is closed, or open to some domains alone, so is a change to another domain.
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
   * working at once. This cannot be undone. Counts as a log-in for the rate limit.
   *
   * Needs a user access token; API keys get 403.
   */
  async delete(params: UsersDeleteParams, options?: RequestOptions): Promise<DeletedUser> {
    return this.sender.json('DELETE', '/users/me', { body: params }, options);
  }

  /**
   * Read why calls wait, and how long data is kept.
   *
   * Calls and batches of the account, in both modes; engines and retention of the whole service. What `GET /sources`
   * says of each source is not repeated here.
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
   * Newest first. Revoked keys are left out.
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
   * The secret is in this answer and never again: store it where only your program reads it. An account can have 100
   * keys that are not revoked.
   *
   * Needs a user access token; API keys get 403.
   */
  async create(params: ApiKeysCreateParams, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.sender.json('POST', '/api-keys', { body: params }, options);
  }

  /**
   * Revoke an API key.
   *
   * Holds at once. Work that was accepted before goes on.
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
   * What anyone may subscribe to, and at what price. Needs no credentials; may be cached for five minutes.
   */
  async plans(options?: RequestOptions): Promise<PlanList> {
    return this.sender.json('GET', '/billing/plans', {}, options);
  }

  /**
   * Get the subscription.
   *
   * Everyone has one: free from registration on. Without a payment provider `collection` is `none`.
   *
   * An API key needs the scope `billing:read`.
   */
  async subscription(options?: RequestOptions): Promise<Subscription> {
    return this.sender.json('GET', '/billing/subscription', {}, options);
  }

  /**
   * Take a paid plan.
   *
   * The status is `incomplete` until the payment provider confirms the payment made at `checkout_url`; asking again
   * gives the same open checkout. Without a payment provider the plan holds at once and nothing is charged. Minutes
   * used in the running period stay used. 400 if a paid plan is active.
   *
   * Needs a user access token; API keys get 403.
   */
  async createSubscription(params: BillingCreateSubscriptionParams, options?: RequestOptions): Promise<Subscription> {
    return this.sender.json('POST', '/billing/subscription', { body: params }, options);
  }

  /**
   * Change the plan or the overage limit.
   *
   * An upgrade holds at once and its difference is charged; a downgrade is shown as `pending_plan` and holds from the
   * end of the period. What is left out stays. 400 on the free plan.
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
   * Get the usage of the running period.
   *
   * With a test key: of the test allowance.
   *
   * An API key needs the scope `billing:read`.
   */
  async usage(options?: RequestOptions): Promise<UsageSummary> {
    return this.sender.json('GET', '/billing/usage', {}, options);
  }

  /**
   * Get the usage history.
   *
   * Newest first: one item a period, or one a billed analysis. With a test key: of the test allowance.
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
   * Newest first: one item a period, or one a billed analysis. With a test key: of the test allowance.
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
   * Start a failed analysis again.
   *
   * While its recording is stored, or was never stored and can be fetched from its URL again, which
   * `metadata.retryable` says. Minutes are reserved anew under the present plan, and the analysis is `processing`
   * again; its second end is notified as the first was. What was heard before the failure is not heard again, unless
   * the speech engine has been changed since. A completed analysis whose `not_judged_reason` is `too_long_for_model`
   * or `unusable_answer` is judged again from its transcript: it stays `completed`, costs no minutes, is not
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
   * For polling. `progress` tells how far it is; a `failed` one says why in `metadata.error_message`, and in a word
   * in `error_code`.
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
   * For polling. `progress` tells how far it is; a `failed` one says why in `metadata.error_message`, and in a word
   * in `error_code`.
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
   * The record, the transcript and the audio are gone. Minutes that were billed stay billed. An analysis in progress
   * is billed for the minutes that were sent to a provider by then; before anything was sent its minutes are
   * released.
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
   * Replaces the URL. If the analysis is already completed the notification goes out at once; in test mode it is
   * recorded and never sent. A test key registers none for an analysis of live mode.
   *
   * An API key needs the scope `analysis:write`.
   */
  async registerWebhook(id: string, params: AnalysesRegisterWebhookParams, options?: RequestOptions): Promise<Analysis> {
    return this.sender.json('POST', at`/analysis/${id}/webhook`, { body: params }, options);
  }

  /**
   * Get the waveform of a call.
   *
   * For drawing the sound, in the JSON of audiowaveform, which peaks.js and wavesurfer.js read. A longer call has
   * longer pixels, not more of them. 404 until the analysis is completed, and where the sound is not known: of a
   * scenario, or of a recording that an early release measured.
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
   * Redirects to a link that needs no credentials and expires. With `variant=original` it leads to the recording as
   * it was sent, for five minutes: an API key then needs the scope `recordings:original` in place of `analysis:read`,
   * which no key has unless it was asked for by name; no review link opens it; and every read is logged with who it
   * was. An original that is deleted, or that is still to be masked, is 404. With `rendition=play` it leads to what
   * every browser plays: of a masked call, that is made of the masked sound.
   *
   * An API key needs the scope `analysis:read`.
   *
   * A review link opens it where it may `read`.
   */
  async audioLink(id: string, params: AnalysesAudioLinkParams = {}, options?: RequestOptions): Promise<AudioLink> {
    return this.sender.json('GET', at`/analysis/${id}/audio`, { query: { ...params, redirect: 'false' } }, options);
  }

  /**
   * Search what was said.
   *
   * Completed calls in which the words were said, newest first, each with up to three places. The present transcript
   * is searched: with corrections, and without what is masked. A search for a phrase takes 600 ms at most, and says
   * where it stopped.
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
   * For people: waveform, transcript, findings with the quotations that prove them, scores and bill. A click on a
   * quotation plays it. 404 until the analysis is completed.
   *
   * An API key needs the scope `analysis:read`.
   */
  async report(id: string, params: AnalysesReportParams = {}, options?: RequestOptions): Promise<string> {
    return this.sender.text('GET', at`/analysis/${id}/report`, { query: params }, options);
  }

  /**
   * Make a link to the report.
   *
   * Who has the link reads the report and hears the recording, without credentials, until it expires or the analysis
   * is deleted. It outlives the key that made it: revoking the key does not end it, `DELETE
   * /analysis/{id}/report-link` does. A test key makes links to test analyses alone.
   *
   * An API key needs the scope `analysis:read`.
   */
  async createReportLink(id: string, params: AnalysesCreateReportLinkParams = {}, options?: RequestOptions): Promise<ReportLink> {
    return this.sender.json('POST', at`/analysis/${id}/report-link`, { body: params }, options);
  }

  /**
   * End all links to the report.
   *
   * Of this analysis, whichever key made them; new ones can be made. A page that is open stays open, and goes on
   * playing the recording for an hour at most.
   *
   * An API key needs the scope `analysis:write`.
   */
  async deleteReportLinks(id: string, options?: RequestOptions): Promise<DeletedReportLinks> {
    return this.sender.json('DELETE', at`/analysis/${id}/report-link`, {}, options);
  }

  /**
   * List the review links of an analysis.
   *
   * Newest first, those that have expired too. Deleted ones are left out.
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
   * Make a link for a reviewer without an account.
   *
   * Who has the link reads this one call, hears it, and reviews or corrects it where the link allows it, until it
   * expires or is deleted. It outlives the key that made it. A key needs `analysis:read` too, since the link reads. A
   * call can have 100 links that work. A test key makes links to test analyses alone.
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
   * End a review link.
   *
   * Holds at once, for the link and for every access token that came of it. What was written with it stays. The
   * recording of a page that is open can be played for an hour at most.
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
   * Puts speakers and words right. The transcript becomes the next version: findings, scores and metrics are judged
   * anew from it, without the recording, and change together with it; until then the version before stands. Its
   * evaluations are superseded and made anew by their revisions. Takes no audio minutes. A segment keeps its id and
   * its times, and none comes or goes.
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
   * For polling. Once it is `completed`, the analysis has the new version; a `failed` one says why.
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
   * For calls that were completed before they were to be masked. With the answer, the words and all quotations are
   * masked, all sentences about the call (summary, strengths, recommendations, descriptions, rationales) are empty,
   * and its recording is withheld; `redaction.status` is `processing`. A worker then masks the recording, judges the
   * call anew, and has its evaluations made anew by their own revisions, with the answers of persons; the old ones
   * are deleted. The versions of its transcript keep their numbers, and each is masked. Where nothing new is to be
   * masked, nothing is changed. Takes no audio minutes.
   *
   * An API key needs the scope `analysis:write`.
   */
  async redact(id: string, params: AnalysesRedactParams = {}, options?: RequestOptions): Promise<RedactedAnalysis> {
    return this.sender.json('POST', at`/analysis/${id}/redact`, { body: params }, options);
  }

  /**
   * List the deliveries of an analysis.
   *
   * Of the analysis itself and of its evaluations: newest first, each with all of its attempts.
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
   * Read a delivery.
   *
   * With all of its attempts. For a delivery of test mode, which is never sent, `request` is the request that would
   * be sent now, signed like every notification: feed it to your own receiver. For a live delivery it is null.
   *
   * An API key needs the scope `analysis:read`.
   */
  async delivery(id: string, delivery_id: string, options?: RequestOptions): Promise<WebhookDeliveryWithRequest> {
    return this.sender.json('GET', at`/analysis/${id}/deliveries/${delivery_id}`, {}, options);
  }

  /**
   * Send a delivery again.
   *
   * At once and with the same `webhook-id`; the retry schedule starts anew.
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
   * Submit many calls.
   *
   * Submits the calls of `items`, or of the lines of a manifest, in their order. Each line is checked as a request
   * is: a bad one is refused with its reason, the others go on. A line whose `external_id` has a call already is
   * `existing`. Single submissions come before the calls of batches. The rate limit of submissions counts a batch as
   * one request.
   *
   * An API key needs the scope `analysis:write`.
   */
  async create(params: BatchesCreateParams = {}, options?: RequestOptions): Promise<Batch> {
    return this.sender.json('POST', '/batches', { body: params }, options);
  }

  /**
   * Get one batch.
   *
   * For polling. `counts` tells how far it is.
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
   * In their order. `completed` and `failed` follow the calls within a second. Lines are kept for 90 days after the
   * end of the batch.
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
   * As they were, with a column `reason` in front: mend them, and send the file again as a manifest. A cell that a
   * spreadsheet would take for a formula has an apostrophe in front, which a manifest with the column `reason` is
   * read without.
   *
   * An API key needs the scope `analysis:read`.
   */
  async refused(id: string, options?: RequestOptions): Promise<string> {
    return this.sender.text('GET', at`/batches/${id}/refused`, { query: { format: 'csv' } }, options);
  }

  /**
   * Cancel a batch.
   *
   * Holds at once: its queued lines are dropped, also those whose calls no worker has begun. Other calls go on, and
   * are counted.
   *
   * An API key needs the scope `analysis:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Batch> {
    return this.sender.json('POST', at`/batches/${id}/cancel`, {}, options);
  }

  /**
   * Resume a canceled batch.
   *
   * Takes its dropped lines up again. A manifest that was not read to its end is read anew.
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
   * Read what is masked in calls.
   *
   * Of the account, in both modes. An account that has set nothing has `mode` `off`.
   *
   * An API key needs the scope `analysis:read`.
   */
  async redaction(options?: RequestOptions): Promise<RedactionSettings> {
    return this.sender.json('GET', '/settings/redaction', {}, options);
  }

  /**
   * Set what is masked in calls.
   *
   * All of it: a member that is left out gets its default, and one that the service does not know is refused. It
   * holds for calls that are accepted from now on, in both modes; a call keeps what held when it was accepted. No key
   * has the scope unless it was asked for by name, and a test key may not change it. `agent_id`, `contact_id` and
   * `metadata` are your own and are never masked.
   *
   * An API key needs the scope `settings:write`.
   */
  async updateRedaction(params: SettingsUpdateRedactionParams = {}, options?: RequestOptions): Promise<RedactionSettings> {
    return this.sender.json('PUT', '/settings/redaction', { body: params }, options);
  }
}

export class Scorecards {
  constructor(protected readonly sender: Sender) {}

  /**
   * List scorecards.
   *
   * Newest first, of both modes. Archived ones are left out.
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
   * Without a revision: create one and publish it before calls can be judged. An account can have 50 scorecards that
   * are not archived, and 200 with those; they and their forms may hold 64 MiB. One that a test key makes is of test
   * mode: it judges test calls alone.
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
   * All of them: a member that is left out gets its default. Revisions and evaluations stay as they are.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async update(id: string, params: ScorecardsUpdateParams, options?: RequestOptions): Promise<Scorecard> {
    return this.sender.json('PUT', at`/scorecards/${id}`, { body: params }, options);
  }

  /**
   * Archive a scorecard.
   *
   * It makes no new evaluations, and does not count to the 50 any more. Its revisions and evaluations stay and can be
   * read; its drafts can be deleted.
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
   * A draft with the next number. The form is checked whole, and every fault is named at once. A scorecard can have
   * 200 revisions, 20 of them drafts.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async createRevision(id: string, params: ScorecardsCreateRevisionParams, options?: RequestOptions): Promise<ScorecardRevision> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions`, { body: params }, options);
  }

  /**
   * Get one revision.
   *
   * With its whole form.
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
   * Makes room for another one. Its number is not given again. A published revision stays, since evaluations name it.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async deleteRevision(id: string, revision: number, options?: RequestOptions): Promise<DeletedRevision> {
    return this.sender.json('DELETE', at`/scorecards/${id}/revisions/${revision}`, {}, options);
  }

  /**
   * Publish a revision.
   *
   * From now on calls are judged by it, unless a request names another one. A revision that was published before can
   * be published again, to return to it. Evaluations that are there stay as they are.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async publishRevision(id: string, revision: number, options?: RequestOptions): Promise<ScorecardRevision> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions/${revision}/publish`, {}, options);
  }

  /**
   * Try a revision on stored calls.
   *
   * Judges up to 20 completed calls at once, also by a draft. Nothing is stored and no event is sent. Each call
   * counts as an evaluation, in its mode, to the limit of evaluations, and all calls are refused where they would go
   * beyond it. The answer takes as long as the model: seconds for one call, up to 50 for many, after which it is 503.
   * An account may have two tries running; the next one is 429.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async tryRevision(id: string, revision: number, params: ScorecardsTryRevisionParams, options?: RequestOptions): Promise<TriedEvaluations> {
    return this.sender.json('POST', at`/scorecards/${id}/revisions/${revision}/try`, { body: params }, options);
  }
}

export class Evaluations {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the evaluations of an analysis.
   *
   * Newest first, by all scorecards and revisions.
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
   * Judge a stored call by a scorecard.
   *
   * Takes no audio minutes: the stored transcript is judged. The same call, revision and language model again: 200
   * with the evaluation there is, which counts once. A failed one is made anew.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async create(id: string, params: EvaluationsCreateParams, options?: RequestOptions): Promise<Evaluation> {
    return this.sender.json('POST', at`/analysis/${id}/evaluations`, { body: params }, options);
  }

  /**
   * List evaluations.
   *
   * Newest first, of both modes. Filters can be combined.
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
   * Answer a question in person.
   *
   * Answers any question that applies, whatever its judge says: one for a person, a suggestion, or one that is
   * judged. `source` becomes `human`, what the judge said stands in `system`, and score, coverage and outcome are
   * computed anew. A person’s answer counts as it is: it needs no quotation, and ends the call as failed where the
   * answer does. May be repeated: the last answer counts; `withdraw` takes it back. Writes a review of this one
   * answer.
   *
   * An API key needs the scope `evaluations:write`.
   *
   * A review link opens it where it may `review`.
   */
  async answer(id: string, question: string, params: EvaluationsAnswerParams, options?: RequestOptions): Promise<Evaluation> {
    return this.sender.json('PUT', at`/evaluations/${id}/answers/${question}`, { body: params }, options);
  }
}

export class Rescores {
  constructor(protected readonly sender: Sender) {}

  /**
   * List rescoring jobs.
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
   * Judge stored calls again.
   *
   * Judges every completed call that the filter finds by a published revision, from the stored transcripts: no audio
   * minutes are taken. A job yields to fresh calls. With `dry_run` the answer is 200 and the same object with the
   * status `dry_run`: its `estimate` tells what the job would take; nothing is stored under its id. The evaluations
   * to be made are counted at the start; those that are skipped, fail or are canceled are given back. A test key and
   * a test scorecard judge test calls alone.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async create(params: RescoresCreateParams, options?: RequestOptions): Promise<Rescore> {
    return this.sender.json('POST', '/rescores', { body: params }, options);
  }

  /**
   * Get one rescoring job.
   *
   * For polling. `counts` tells how far it is; `GET /evaluations` lists what it has judged.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<Rescore> {
    return this.sender.json('GET', at`/rescores/${id}`, {}, options);
  }

  /**
   * Cancel a rescoring job.
   *
   * Holds at once. What was judged until then stays, the rest is not judged and is given back to the evaluations of
   * the month.
   *
   * An API key needs the scope `evaluations:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Rescore> {
    return this.sender.json('POST', at`/rescores/${id}/cancel`, {}, options);
  }
}

export class ReviewQueue {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the calls that deserve a look.
   *
   * What a person could put right. Calls that someone has claimed are listed too. A call enters when it or an
   * evaluation of it completes with something in doubt, and leaves by a review or a dismissal. After a correction or
   * a masking it comes back only with what is new in doubt, which `doubts` names. Filters can be combined.
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
   * Take the next call to look at.
   *
   * The first one in the wanted order of those that no one has claimed. It is claimed for 30 minutes: two reviewers
   * never get the same. Each further request gives a further call; earlier claims stay until they end, or are
   * released. A test key gets test calls alone.
   *
   * An API key needs the scope `reviews:write`.
   */
  async claim(params: ReviewQueueClaimParams, options?: RequestOptions): Promise<ReviewQueueItem | null> {
    return this.sender.jsonOrNone('POST', '/review-queue/claim', { body: params }, options);
  }

  /**
   * Give a call back to the queue.
   *
   * Ends your claim at once. A call that no one has claimed stays as it is.
   *
   * An API key needs the scope `reviews:write`.
   */
  async release(analysis_id: string, params: ReviewQueueReleaseParams, options?: RequestOptions): Promise<ReviewQueueItem> {
    return this.sender.json('POST', at`/review-queue/${analysis_id}/release`, { body: params }, options);
  }

  /**
   * Take a call out of the queue without a review.
   *
   * Also one that no one has claimed. It comes back when an evaluation or a correction puts something new in doubt.
   *
   * An API key needs the scope `reviews:write`.
   */
  async dismiss(analysis_id: string, params: ReviewQueueDismissParams, options?: RequestOptions): Promise<ReviewQueueItem> {
    return this.sender.json('POST', at`/review-queue/${analysis_id}/dismiss`, { body: params }, options);
  }
}

export class Reviews {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the reviews of an analysis.
   *
   * Newest first, which is also the order in which they decide.
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
   * Decide in person about a call.
   *
   * What a person decides stands before what the service says, which stays beside it in `system`. All entries take
   * effect together, or none; scores, coverage and outcomes follow at once. Append-only: of several reviews the
   * latest decides, entry by entry, and `withdraw` puts the service’s own verdict back. A review without entries says
   * that nothing is to change: it too takes the call out of the queue. Takes no minutes. With `dry_run` the review is
   * checked, the answer tells the scores that it would give, and nothing is done or kept.
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

export class Redactions {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the jobs that mask stored calls.
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
   * Mask stored calls.
   *
   * Masks every completed call that the filter finds, as `POST /analysis/{id}/redact` masks one: the texts of a call
   * first, and its recording is withheld until the masked one is made. No minutes are taken. A job yields to fresh
   * calls. With `dry_run` the answer is 200 and the same object with the status `dry_run`: its `counts.total` tells
   * how many calls the job would go through; nothing is masked, and nothing is stored under its id. A test key masks
   * test calls alone.
   *
   * An API key needs the scope `analysis:write`.
   */
  async create(params: RedactionsCreateParams = {}, options?: RequestOptions): Promise<RedactionJob> {
    return this.sender.json('POST', '/redactions', { body: params }, options);
  }

  /**
   * Get one job that masks stored calls.
   *
   * For polling. `counts` tells how far it is; `redaction` of an analysis what is masked in it.
   *
   * An API key needs the scope `analysis:read`.
   */
  async get(id: string, options?: RequestOptions): Promise<RedactionJob> {
    return this.sender.json('GET', at`/redactions/${id}`, {}, options);
  }

  /**
   * Cancel a job that masks stored calls.
   *
   * Holds at once: no further call is taken. Those that are taken are masked to their end, and counted. What is
   * masked stays so.
   *
   * An API key needs the scope `analysis:write`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<RedactionJob> {
    return this.sender.json('POST', at`/redactions/${id}/cancel`, {}, options);
  }
}

export class Exports {
  constructor(protected readonly sender: Sender) {}

  /**
   * List the exports.
   *
   * Newest first, of both modes. One whose calls were deleted or redacted stands there with a null `url`.
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
   * Writes what the API shows of the calls that the filter finds into one file, newest first: the state of one
   * moment, `as_of`. A worker writes it; poll `GET /exports/{id}` or take the notification. No minutes are taken.
   * Where a call of the file is deleted or redacted, the file ends. `evaluations` and `answers` leave out superseded
   * evaluations.
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
   * Holds at once: links to the file work no more, and its bytes no longer count into `storage` of `GET
   * /billing/usage`. The export stays in the list, with a null `url`. One in progress is canceled. May be repeated.
   *
   * An API key needs the scope `analysis:read`.
   */
  async delete(id: string, options?: RequestOptions): Promise<Export> {
    return this.sender.json('DELETE', at`/exports/${id}`, {}, options);
  }

  /**
   * Cancel an export.
   *
   * Holds at once: there will be no file.
   *
   * An API key needs the scope `analysis:read`.
   */
  async cancel(id: string, options?: RequestOptions): Promise<Export> {
    return this.sender.json('POST', at`/exports/${id}/cancel`, {}, options);
  }
}

export class Webhooks {
  constructor(protected readonly sender: Sender) {}

  /**
   * Read the signing secret.
   *
   * The one secret that signs every notification of this account.
   *
   * Needs a user access token; API keys get 403.
   */
  async secret(options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('GET', '/webhooks/secret', {}, options);
  }

  /**
   * Replace the signing secret.
   *
   * For 24 hours notifications carry two signatures, by the new secret and by the one before, so that receivers can
   * change over without losing any. A further rotation within that time ends the older secret at once.
   *
   * Needs a user access token; API keys get 403.
   */
  async rotateSecret(options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('POST', '/webhooks/secret/rotate', {}, options);
  }

  /**
   * Send a signed sample.
   *
   * Sends one event to the URL, signed like every notification, and tells what came back: of a made-up analysis, or
   * of the one that `analysis_id` names. Its `livemode` is false. It is not recorded and not repeated. `request` of
   * the answer is what was sent. With a test key nothing is sent: `request` is what would have been sent, `delivered`
   * is false and `status_code` null.
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
   * Newest first, each with its health.
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
   * From now on it is notified of every event of the account that fits `events` and `filter`, in the mode of the
   * credential, beside the `webhook_url` of a single call. Each endpoint has a secret of its own. An account can have
   * 20. A key needs the scope `analysis:read` too where `payload` is `full`: such an endpoint receives what the scope
   * reads.
   *
   * An API key needs the scope `settings:write`.
   */
  async create(params: WebhookEndpointsCreateParams, options?: RequestOptions): Promise<CreatedWebhookEndpoint> {
    return this.sender.json('POST', '/webhooks/endpoints', { body: params }, options);
  }

  /**
   * Get one endpoint.
   *
   * With its health, and without its secret.
   *
   * An API key needs the scope `settings:write`.
   */
  async get(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.sender.json('GET', at`/webhooks/endpoints/${id}`, {}, options);
  }

  /**
   * Replace the fields of an endpoint.
   *
   * All of them: a member that is left out gets its default. What waits to be sent goes to the new URL; `events` and
   * `filter` hold for what happens from now on. A paused endpoint is tried at once. A key needs the scope
   * `analysis:read` too where `payload` is `full`.
   *
   * An API key needs the scope `settings:write`.
   */
  async update(id: string, params: WebhookEndpointsUpdateParams, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.sender.json('PUT', at`/webhooks/endpoints/${id}`, { body: params }, options);
  }

  /**
   * Delete an endpoint.
   *
   * What waits for it is not sent any more, and its log goes with it.
   *
   * An API key needs the scope `settings:write`.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    return this.sender.json('DELETE', at`/webhooks/endpoints/${id}`, {}, options);
  }

  /**
   * Read the signing secret of an endpoint.
   *
   * It signs every notification to this endpoint, and no other.
   *
   * Needs a user access token; API keys get 403.
   */
  async secret(id: string, options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('GET', at`/webhooks/endpoints/${id}/secret`, {}, options);
  }

  /**
   * Replace the signing secret of an endpoint.
   *
   * For 24 hours notifications carry two signatures, by the new secret and by the one before. A further rotation
   * within that time ends the older secret at once.
   *
   * An API key needs the scope `settings:write`.
   */
  async rotateSecret(id: string, options?: RequestOptions): Promise<WebhookSecret> {
    return this.sender.json('POST', at`/webhooks/endpoints/${id}/rotate`, {}, options);
  }

  /**
   * Send a signed sample to an endpoint.
   *
   * Of a made-up object, in the payload of the endpoint and signed by its secret; its `livemode` is false. It is not
   * recorded and not repeated, and `filter` plays no part. To an endpoint of test mode nothing is sent: `request` is
   * what would have been sent.
   *
   * An API key needs the scope `settings:write`.
   */
  async test(id: string, params: WebhookEndpointsTestParams = {}, options?: RequestOptions): Promise<TestWebhook> {
    return this.sender.json('POST', at`/webhooks/endpoints/${id}/test`, { body: params }, options);
  }

  /**
   * List the deliveries of an endpoint.
   *
   * Newest first, each with all of its attempts. They are kept as long as what they tell of, and the endpoint. While
   * the endpoint is paused, what waits for it is `pending` with `next_attempt_at` null.
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
   * Send again what failed.
   *
   * Every delivery to the endpoint that became `failed` since then, at most 30 days ago: oldest first, in batches,
   * each with its `webhook-id` and a retry schedule that starts anew. A paused endpoint is tried at once, and gets
   * them once it answers.
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
   * Watch a bucket for recordings.
   *
   * The bucket is looked at every `every_seconds`. Each recording becomes a call once, in the mode of the credential,
   * or stands among the items with the reason. Its bytes are copied. An account can have 20 sources.
   *
   * An API key needs the scope `settings:write`.
   */
  async create(params: SourcesCreateParams, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', '/sources', { body: params }, options);
  }

  /**
   * Get one source.
   *
   * With how far it is, and without its credentials.
   *
   * An API key needs the scope `settings:write`.
   */
  async get(id: string, options?: RequestOptions): Promise<Source> {
    return this.sender.json('GET', at`/sources/${id}`, {}, options);
  }

  /**
   * Replace the fields of a source.
   *
   * All of them: a member that is left out gets its default; only `credentials` may be left out where `bucket` and
   * `endpoint` stay. Another bucket, prefix or `start` begins anew. It is looked at at once.
   *
   * An API key needs the scope `settings:write`.
   */
  async update(id: string, params: SourcesUpdateParams, options?: RequestOptions): Promise<Source> {
    return this.sender.json('PUT', at`/sources/${id}`, { body: params }, options);
  }

  /**
   * Delete a source.
   *
   * Its credentials and what waits are forgotten at once. Its calls stay.
   *
   * An API key needs the scope `settings:write`.
   */
  async delete(id: string, options?: RequestOptions): Promise<DeletedSource> {
    return this.sender.json('DELETE', at`/sources/${id}`, {}, options);
  }

  /**
   * Pause a source.
   *
   * Nothing is looked at or taken until it is resumed. What is written meanwhile is taken then.
   *
   * An API key needs the scope `settings:write`.
   */
  async pause(id: string, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', at`/sources/${id}/pause`, {}, options);
  }

  /**
   * Resume a source.
   *
   * It is looked at at once, also where it is failing.
   *
   * An API key needs the scope `settings:write`.
   */
  async resume(id: string, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', at`/sources/${id}/resume`, {}, options);
  }

  /**
   * Look at the whole bucket once.
   *
   * Lists every key of the prefix, over as many looks as that takes, and takes what was not met before or was
   * refused. Nothing is taken twice.
   *
   * An API key needs the scope `settings:write`.
   */
  async rescan(id: string, params: SourcesRescanParams = {}, options?: RequestOptions): Promise<Source> {
    return this.sender.json('POST', at`/sources/${id}/rescan`, { body: params }, options);
  }

  /**
   * List what became of the objects of a source.
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
   * See what a source would take before it is made.
   *
   * With the body of a new source. Makes and takes nothing; else as the test of a source.
   *
   * An API key needs the scope `settings:write`.
   */
  async testNew(params: SourcesTestNewParams, options?: RequestOptions): Promise<SourceTest> {
    return this.sender.json('POST', '/sources/test', { body: params }, options);
  }

  /**
   * See what a source would take.
   *
   * Reads the last 20 keys of the bucket and says what each would become. Takes nothing. It ends after 20 seconds;
   * `error` then says that the store did not answer in time.
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
   * Means with their 95 % intervals, exact medians, rates and counts, by one or two groupings. What is deleted,
   * reviewed or corrected by `as_of` is so in the figures. Groupings by `contact` and `metadata:KEY` (other than
   * `metadata:team`), and filters by scores and the like, are read call by call, 2,000,000 calls at most.
   *
   * An API key needs the scope `analysis:read`.
   */
  async calls(params: StatisticsCallsParams = {}, options?: RequestOptions): Promise<CallStatistics> {
    return this.sender.json('GET', '/statistics', { query: { ...params, of: 'calls' } }, options);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * Means with their 95 % intervals, exact medians, rates and counts, by one or two groupings. What is deleted,
   * reviewed or corrected by `as_of` is so in the figures. Groupings by `contact` and `metadata:KEY` (other than
   * `metadata:team`), and filters by scores and the like, are read call by call, 2,000,000 calls at most.
   *
   * An API key needs the scope `analysis:read`.
   */
  async evaluations(params: StatisticsEvaluationsParams = {}, options?: RequestOptions): Promise<EvaluationStatistics> {
    return this.sender.json('GET', '/statistics', { query: { ...params, of: 'evaluations' } }, options);
  }

  /**
   * Count and compare calls, evaluations or answers.
   *
   * Means with their 95 % intervals, exact medians, rates and counts, by one or two groupings. What is deleted,
   * reviewed or corrected by `as_of` is so in the figures. Groupings by `contact` and `metadata:KEY` (other than
   * `metadata:team`), and filters by scores and the like, are read call by call, 2,000,000 calls at most.
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
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly billing: Billing;
  readonly batches: Batches;
  readonly settings: Settings;
  readonly scorecards: Scorecards;
  readonly evaluations: Evaluations;
  readonly rescores: Rescores;
  readonly reviewQueue: ReviewQueue;
  readonly reviews: Reviews;
  readonly redactions: Redactions;
  readonly exports: Exports;
  readonly webhooks: Webhooks;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly sources: Sources;
  readonly statistics: Statistics;

  constructor(sender: Sender) {
    this.auth = new Auth(sender);
    this.users = new Users(sender);
    this.apiKeys = new ApiKeys(sender);
    this.billing = new Billing(sender);
    this.batches = new Batches(sender);
    this.settings = new Settings(sender);
    this.scorecards = new Scorecards(sender);
    this.evaluations = new Evaluations(sender);
    this.rescores = new Rescores(sender);
    this.reviewQueue = new ReviewQueue(sender);
    this.reviews = new Reviews(sender);
    this.redactions = new Redactions(sender);
    this.exports = new Exports(sender);
    this.webhooks = new Webhooks(sender);
    this.webhookEndpoints = new WebhookEndpoints(sender);
    this.sources = new Sources(sender);
    this.statistics = new Statistics(sender);
  }
}

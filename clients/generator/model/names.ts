// How the libraries call the operations, and how each language spells a name.

/** One method of the libraries. */
export interface Naming {
  /** `resource.method`, in camel case. */
  readonly as: string;
  /** Sent with every call, and no argument of the method. */
  readonly fixedQuery?: Readonly<Record<string, string>>;
  /** Parameters that mean nothing in this form. */
  readonly leaveOut?: readonly string[];
  /** The schema that the answer has then, or that the items of the list have. */
  readonly answers?: string;
  readonly byHand?: boolean;
  /** Makes a second method that asks again and again until the status is another one. */
  readonly waits?: Waiting;
}

export interface Waiting {
  /** In camel case: `waitForCompletion`. */
  readonly as: string;
  /** What is waited for, as a sentence begins: `The batch`. */
  readonly what: string;
  /** The statuses that it goes on from by itself. */
  readonly during: readonly string[];
}

/** What the second method says of itself, in every language. */
export const waitingText = ({ what, during }: Waiting): string =>
  `Waits until ${what.toLowerCase()} is no longer ${during.join(', ').replace(/, ([^,]*)$/, ' or $1')}, and returns it. ` +
  'How it ended is no error.';

/** By `operationId`. An operation that answers in two forms is two methods; an empty list leaves an operation out. */
export const METHODS: Readonly<Record<string, readonly Naming[]>> = {
  registerAccount: [{ as: 'auth.register' }],
  verifyEmail: [{ as: 'auth.verifyEmail' }],
  resendVerification: [{ as: 'auth.resendVerification' }],
  logIn: [{ as: 'auth.logIn' }],
  // The same as logIn, in the form that OAuth tools send.
  createToken: [],
  refreshAccessToken: [{ as: 'auth.refresh' }],
  logOut: [{ as: 'auth.logOut' }],
  requestPasswordReset: [{ as: 'auth.requestPasswordReset' }],
  confirmPasswordReset: [{ as: 'auth.confirmPasswordReset' }],
  getCurrentUser: [{ as: 'users.me' }],
  getStatus: [{ as: 'users.status' }],
  updateCurrentUser: [{ as: 'users.update' }],
  deleteCurrentUser: [{ as: 'users.delete' }],
  listMembers: [{ as: 'members.list' }],
  listMemberNames: [{ as: 'members.names' }],
  getMember: [{ as: 'members.get' }],
  updateMember: [{ as: 'members.update' }],
  deleteMember: [{ as: 'members.delete' }],
  transferAccount: [{ as: 'members.transferAccount' }],
  createInvitation: [{ as: 'invitations.create' }],
  listInvitations: [{ as: 'invitations.list' }],
  deleteInvitation: [{ as: 'invitations.delete' }],
  resendInvitation: [{ as: 'invitations.resend' }],
  acceptInvitation: [{ as: 'invitations.accept' }],
  createApiKey: [{ as: 'apiKeys.create' }],
  listApiKeys: [{ as: 'apiKeys.list' }],
  revokeApiKey: [{ as: 'apiKeys.revoke' }],
  listPlans: [{ as: 'billing.plans' }],
  getSubscription: [{ as: 'billing.subscription' }],
  createSubscription: [{ as: 'billing.createSubscription' }],
  updateSubscription: [{ as: 'billing.updateSubscription' }],
  cancelSubscription: [{ as: 'billing.cancelSubscription' }],
  getUsage: [{ as: 'billing.usage' }],
  getUsageHistory: [
    { as: 'billing.history', fixedQuery: { view: 'periods' }, answers: 'UsagePeriod' },
    { as: 'billing.records', fixedQuery: { view: 'records' }, answers: 'UsageRecord' },
  ],
  getCustomerPortal: [{ as: 'billing.customerPortal' }],
  // The payment provider calls it.
  receivePaymentEvent: [],
  receiveTwilioCallback: [],
  createAnalysis: [{ as: 'analyses.create', byHand: true }],
  // `analyses.create` sends it where the recording is a link.
  createAnalysisFromUrl: [],
  listAnalyses: [
    { as: 'analyses.list', fixedQuery: { view: 'full' }, answers: 'Analysis' },
    { as: 'analyses.listSummaries', fixedQuery: { view: 'summary' }, answers: 'AnalysisSummary' },
  ],
  retryAnalysis: [{ as: 'analyses.retry' }],
  getAnalysis: [
    { as: 'analyses.get', fixedQuery: { view: 'full' }, answers: 'Analysis' },
    {
      as: 'analyses.getSummary',
      fixedQuery: { view: 'summary' },
      leaveOut: ['include', 'transcript_version'],
      answers: 'AnalysisSummary',
    },
  ],
  deleteAnalysis: [{ as: 'analyses.delete' }],
  exportTranscript: [{ as: 'analyses.transcript' }],
  registerWebhook: [{ as: 'analyses.registerWebhook' }],
  streamAnalysisEvents: [{ as: 'analyses.events', byHand: true }],
  // Links are opened as they are, by a browser or a player.
  openRecordingLink: [],
  openReportLink: [],
  openExportLink: [],
  getReport: [{ as: 'analyses.report' }],
  getWaveform: [{ as: 'analyses.waveform' }],
  getProvenance: [{ as: 'analyses.provenance' }],
  createReportLink: [{ as: 'analyses.createReportLink' }],
  deleteReportLinks: [{ as: 'analyses.deleteReportLinks' }],
  getAnalysisAudio: [{ as: 'analyses.audioLink', fixedQuery: { redirect: 'false' }, answers: 'AudioLink' }],
  getRedactionSettings: [{ as: 'settings.redaction' }],
  updateRedactionSettings: [{ as: 'settings.updateRedaction' }],
  getRetentionSettings: [{ as: 'settings.retention' }],
  updateRetentionSettings: [{ as: 'settings.updateRetention' }],
  getEngineSettings: [{ as: 'settings.engines' }],
  updateEngineSettings: [{ as: 'settings.updateEngines' }],
  createScorecard: [{ as: 'scorecards.create' }],
  listScorecards: [{ as: 'scorecards.list' }],
  getScorecard: [{ as: 'scorecards.get' }],
  updateScorecard: [{ as: 'scorecards.update' }],
  archiveScorecard: [{ as: 'scorecards.archive' }],
  createScorecardRevision: [{ as: 'scorecards.createRevision' }],
  listScorecardRevisions: [{ as: 'scorecards.listRevisions' }],
  getScorecardRevision: [{ as: 'scorecards.getRevision' }],
  updateScorecardRevision: [{ as: 'scorecards.updateRevision' }],
  deleteScorecardRevision: [{ as: 'scorecards.deleteRevision' }],
  tryScorecardRevision: [{ as: 'scorecards.tryRevision' }],
  checkScorecardRevision: [{ as: 'scorecards.checkRevision' }],
  publishScorecardRevision: [{ as: 'scorecards.publishRevision' }],
  createEvaluation: [{ as: 'evaluations.create' }],
  listAnalysisEvaluations: [{ as: 'evaluations.listOfAnalysis' }],
  getEvaluation: [{ as: 'evaluations.get' }],
  listEvaluations: [{ as: 'evaluations.list' }],
  answerEvaluationQuestion: [{ as: 'evaluations.answer' }],
  createReview: [{ as: 'reviews.create' }],
  listAnalysisReviews: [{ as: 'reviews.listOfAnalysis' }],
  listReviews: [{ as: 'reviews.list' }],
  createCorrection: [{ as: 'analyses.createCorrection' }],
  listCorrections: [{ as: 'analyses.corrections' }],
  getCorrection: [{ as: 'analyses.correction' }],
  getStatistics: [
    { as: 'statistics.calls', fixedQuery: { of: 'calls' }, answers: 'CallStatistics' },
    { as: 'statistics.evaluations', fixedQuery: { of: 'evaluations' }, answers: 'EvaluationStatistics' },
    { as: 'statistics.answers', fixedQuery: { of: 'answers' }, answers: 'AnswerStatistics' },
  ],
  listReviewQueue: [{ as: 'reviewQueue.list' }],
  claimReview: [{ as: 'reviewQueue.claim' }],
  releaseReview: [{ as: 'reviewQueue.release' }],
  dismissReview: [{ as: 'reviewQueue.dismiss' }],
  createReviewLink: [{ as: 'analyses.createReviewLink' }],
  listReviewLinks: [{ as: 'analyses.reviewLinks' }],
  getReviewLink: [{ as: 'analyses.reviewLink' }],
  deleteReviewLink: [{ as: 'analyses.deleteReviewLink' }],
  acknowledgeEvaluation: [{ as: 'evaluations.acknowledge' }],
  createDispute: [{ as: 'evaluations.dispute' }],
  listDisputes: [{ as: 'disputes.list' }],
  getDispute: [{ as: 'disputes.get' }],
  resolveDispute: [{ as: 'disputes.resolve' }],
  createSample: [{ as: 'samples.create' }],
  listSamples: [{ as: 'samples.list' }],
  getSample: [{ as: 'samples.get' }],
  createHold: [{ as: 'holds.create' }],
  listHolds: [{ as: 'holds.list' }],
  getHold: [{ as: 'holds.get' }],
  listHeldAnalyses: [{ as: 'holds.analyses' }],
  releaseHold: [{ as: 'holds.release' }],
  createErasure: [{ as: 'erasures.create' }],
  listErasures: [{ as: 'erasures.list' }],
  getErasure: [{ as: 'erasures.get' }],
  listAuditEntries: [{ as: 'audit.list' }],
  getAuditHead: [{ as: 'audit.head' }],
  exportAuditLog: [{ as: 'audit.export' }],
  createEvidence: [{ as: 'evidence.create' }],
  createCalibration: [{ as: 'calibrations.create' }],
  listCalibrations: [{ as: 'calibrations.list' }],
  getCalibration: [{ as: 'calibrations.get' }],
  getCalibrationItem: [{ as: 'calibrations.item' }],
  rateCall: [{ as: 'calibrations.rate' }],
  closeCalibration: [{ as: 'calibrations.close' }],
  cancelCalibration: [{ as: 'calibrations.cancel' }],
  createCalibrationLink: [{ as: 'calibrations.createLink' }],
  listCalibrationLinks: [{ as: 'calibrations.links' }],
  getCalibrationLink: [{ as: 'calibrations.link' }],
  deleteCalibrationLink: [{ as: 'calibrations.deleteLink' }],
  getAgreement: [{ as: 'scorecards.agreement' }],
  openReviewSession: [{ as: 'auth.openReviewSession' }],
  getWebhookSecret: [{ as: 'webhooks.secret' }],
  rotateWebhookSecret: [{ as: 'webhooks.rotateSecret' }],
  testWebhook: [{ as: 'webhooks.test' }],
  createWebhookEndpoint: [{ as: 'webhookEndpoints.create' }],
  listWebhookEndpoints: [{ as: 'webhookEndpoints.list' }],
  getWebhookEndpoint: [{ as: 'webhookEndpoints.get' }],
  updateWebhookEndpoint: [{ as: 'webhookEndpoints.update' }],
  deleteWebhookEndpoint: [{ as: 'webhookEndpoints.delete' }],
  getWebhookEndpointSecret: [{ as: 'webhookEndpoints.secret' }],
  rotateWebhookEndpointSecret: [{ as: 'webhookEndpoints.rotateSecret' }],
  testWebhookEndpoint: [{ as: 'webhookEndpoints.test' }],
  listWebhookEndpointDeliveries: [{ as: 'webhookEndpoints.deliveries' }],
  recoverWebhookEndpoint: [{ as: 'webhookEndpoints.recover' }],
  searchCalls: [{ as: 'analyses.search' }],
  listWebhookDeliveries: [{ as: 'analyses.deliveries' }],
  getWebhookDelivery: [{ as: 'analyses.delivery' }],
  redeliverWebhook: [{ as: 'analyses.redeliver' }],
  createRescore: [{ as: 'rescores.create' }],
  listRescores: [{ as: 'rescores.list' }],
  getRescore: [{ as: 'rescores.get' }],
  cancelRescore: [{ as: 'rescores.cancel' }],
  createEngineTrial: [{ as: 'engineTrials.create' }],
  listEngineTrials: [{ as: 'engineTrials.list' }],
  getEngineTrial: [{ as: 'engineTrials.get' }],
  listEngineTrialItems: [{ as: 'engineTrials.items' }],
  cancelEngineTrial: [{ as: 'engineTrials.cancel' }],
  deleteEngineTrial: [{ as: 'engineTrials.delete' }],
  redactAnalysis: [{ as: 'analyses.redact' }],
  createRedaction: [{ as: 'redactions.create' }],
  listRedactions: [{ as: 'redactions.list' }],
  getRedaction: [{ as: 'redactions.get' }],
  cancelRedaction: [{ as: 'redactions.cancel' }],
  createExport: [{ as: 'exports.create' }],
  listExports: [{ as: 'exports.list' }],
  getExport: [{ as: 'exports.get' }],
  cancelExport: [{ as: 'exports.cancel' }],
  deleteExport: [{ as: 'exports.delete' }],
  createBatch: [{ as: 'batches.create' }],
  listBatches: [{ as: 'batches.list' }],
  getBatch: [
    {
      as: 'batches.get',
      waits: {
        as: 'waitForCompletion',
        what: 'The batch',
        during: ['reading', 'processing', 'waiting_for_quota'],
      },
    },
  ],
  listBatchItems: [{ as: 'batches.items' }],
  downloadRefusedLines: [{ as: 'batches.refused', fixedQuery: { format: 'csv' } }],
  cancelBatch: [{ as: 'batches.cancel' }],
  resumeBatch: [{ as: 'batches.resume' }],
  createSource: [{ as: 'sources.create' }],
  listSources: [{ as: 'sources.list' }],
  getSource: [{ as: 'sources.get' }],
  updateSource: [{ as: 'sources.update' }],
  deleteSource: [{ as: 'sources.delete' }],
  testSource: [{ as: 'sources.test' }],
  testNewSource: [{ as: 'sources.testNew' }],
  pauseSource: [{ as: 'sources.pause' }],
  resumeSource: [{ as: 'sources.resume' }],
  rescanSource: [{ as: 'sources.rescan' }],
  listSourceItems: [{ as: 'sources.items' }],
  getSignIn: [{ as: 'sso.get' }],
  updateSignIn: [{ as: 'sso.update' }],
  deleteSignIn: [{ as: 'sso.delete' }],
  testSignIn: [{ as: 'sso.test' }],
  verifySignInDomain: [{ as: 'sso.verifyDomain' }],
  // The identity provider calls it.
  receiveLogOut: [],
  // Every library has `uploads` by hand: tus tells all in headers.
  createUpload: [],
  findUpload: [],
  appendToUpload: [],
  endUpload: [],
};

/** Second names of parameters that the document keeps for older clients. */
export const SECOND_NAMES: Readonly<Record<string, readonly string[]>> = {
  listAnalyses: ['status_filter'],
  testWebhook: ['url'],
};

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `createReportLink` is `create_report_link`. */
export const snakeCase = (name: string): string => wordsOf(name).join('_');

/** `audio_url` is `AudioUrl`. @param asWritten words with a spelling of their own: `url` as `URL` */
export const pascalCase = (name: string, asWritten: Readonly<Record<string, string>> = {}): string =>
  wordsOf(name)
    .map((word) => asWritten[word] ?? capital(word))
    .join('');

/** `audio_url` is `audioUrl`. */
export const camelCase = (name: string): string =>
  wordsOf(name)
    .map((word, at) => (at === 0 ? word : capital(word)))
    .join('');

/** What a constant is called after: `*`, which stands for every value, has no letters. */
export const namedValue = (value: string): string => (value === '*' ? 'all' : value);

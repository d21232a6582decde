// What each role may do, by the operation of the API document. Every check that refuses a member for its role reads it, and
// docs/members.md is generated from it. The service does not start with an operation that has no row here.
import type { Role } from './roles.js';

/** Kinds of objects of calls that a path can name: one call, an evaluation of one, or a job, sample or session of many. */
export type NamedObject =
  | 'call'
  | 'evaluation'
  | 'dispute'
  | 'batch'
  | 'rescore'
  | 'redaction'
  | 'export'
  | 'engine_trial'
  | 'sample'
  | 'calibration';

/**
 * Whose objects an operation touches: those of the member itself, of the account, one that the path names, or calls that a
 * condition chooses.
 */
export type Whose = 'self' | 'account' | 'calls' | NamedObject;

export interface RouteRight {
  /** The role that may do least and may do this. */
  readonly least: Exclude<Role, 'agent'>;
  readonly whose: Whose;
  /** True where an agent may do this with the own calls, or with the own person. */
  readonly agent: boolean;
}

const row =
  (least: RouteRight['least'], whose: Whose, agent = false) =>
  (operations: string): [string, RouteRight][] =>
    operations.split(' ').map((operation) => [operation, { least, whose, agent }]);

const ROWS: ReadonlyMap<string, RouteRight> = new Map([
  ...row('reviewer', 'self', true)('getCurrentUser updateCurrentUser'),
  ...row(
    'owner',
    'account',
  )(
    'deleteCurrentUser createSubscription updateSubscription cancelSubscription getCustomerPortal transferAccount ' +
      'getSignIn updateSignIn deleteSignIn testSignIn verifySignInDomain',
  ),
  ...row(
    'admin',
    'account',
  )(
    'listMembers getMember updateMember deleteMember createInvitation listInvitations deleteInvitation resendInvitation',
  ),
  ...row(
    'admin',
    'account',
  )(
    'updateRedactionSettings getEngineSettings updateEngineSettings createSource listSources getSource updateSource ' +
      'deleteSource pauseSource resumeSource ' +
      'rescanSource listSourceItems testSource testNewSource getWebhookSecret rotateWebhookSecret createWebhookEndpoint ' +
      'listWebhookEndpoints getWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint getWebhookEndpointSecret ' +
      'rotateWebhookEndpointSecret testWebhookEndpoint listWebhookEndpointDeliveries recoverWebhookEndpoint',
  ),
  ...row(
    'admin',
    'account',
  )(
    'createHold listHolds getHold listHeldAnalyses releaseHold createErasure listErasures getErasure ' +
      'getRetentionSettings updateRetentionSettings listAuditEntries getAuditHead exportAuditLog createEvidence',
  ),
  // Of the own keys; an admin of all.
  ...row('analyst', 'self')('createApiKey listApiKeys revokeApiKey'),
  ...row('analyst', 'account')('getStatus getSubscription getUsage getUsageHistory testWebhook getRedactionSettings'),
  ...row(
    'analyst',
    'account',
  )(
    'createScorecard updateScorecard archiveScorecard createScorecardRevision updateScorecardRevision ' +
      'deleteScorecardRevision publishScorecardRevision tryScorecardRevision checkScorecardRevision',
  ),
  ...row(
    'analyst',
    'calls',
  )(
    'createAnalysis createAnalysisFromUrl createUpload findUpload appendToUpload endUpload createBatch listBatches ' +
      'createRescore listRescores createEngineTrial listEngineTrials createRedaction listRedactions createExport listExports',
  ),
  ...row('analyst', 'batch')('getBatch listBatchItems downloadRefusedLines cancelBatch resumeBatch'),
  ...row('analyst', 'rescore')('getRescore cancelRescore'),
  ...row('analyst', 'engine_trial')('getEngineTrial listEngineTrialItems cancelEngineTrial deleteEngineTrial'),
  ...row('analyst', 'redaction')('getRedaction cancelRedaction'),
  ...row('analyst', 'export')('getExport deleteExport cancelExport'),
  ...row('analyst', 'calls')('createSample listSamples'),
  ...row('analyst', 'sample')('getSample'),
  ...row('analyst', 'calls')('createCalibration getAgreement'),
  ...row(
    'analyst',
    'calibration',
  )(
    'closeCalibration cancelCalibration createCalibrationLink listCalibrationLinks getCalibrationLink deleteCalibrationLink',
  ),
  ...row(
    'analyst',
    'call',
  )(
    'retryAnalysis deleteAnalysis registerWebhook redactAnalysis createEvaluation createReportLink deleteReportLinks ' +
      'listWebhookDeliveries getWebhookDelivery redeliverWebhook',
  ),
  ...row(
    'reviewer',
    'account',
  )('listMemberNames listScorecards getScorecard listScorecardRevisions getScorecardRevision'),
  ...row('reviewer', 'calls')('listReviews listReviewQueue claimReview listCalibrations'),
  ...row('reviewer', 'calibration')('getCalibration getCalibrationItem rateCall'),
  ...row(
    'reviewer',
    'call',
  )(
    'createReview createCorrection createReviewLink listReviewLinks getReviewLink deleteReviewLink releaseReview ' +
      'dismissReview',
  ),
  ...row('reviewer', 'evaluation')('answerEvaluationQuestion'),
  ...row('reviewer', 'dispute')('resolveDispute'),
  ...row('reviewer', 'calls', true)('listAnalyses searchCalls getStatistics listEvaluations listDisputes'),
  ...row(
    'reviewer',
    'call',
    true,
  )(
    'getAnalysis getProvenance exportTranscript streamAnalysisEvents getWaveform getAnalysisAudio ' +
      'getReport listAnalysisEvaluations ' +
      'listCorrections getCorrection listAnalysisReviews',
  ),
  ...row('reviewer', 'evaluation', true)('getEvaluation'),
  ...row('reviewer', 'dispute', true)('getDispute'),
  // Of own calls. Analysts too, since the keys that they make act for agents.
  ...row('analyst', 'evaluation', true)('acknowledgeEvaluation createDispute'),
]);

/** @returns undefined for an operation without a row: it is closed to members, and the service does not start with it */
export const rightOfRoute = (operation: string): RouteRight | undefined => ROWS.get(operation);

const NOT_NAMED: ReadonlySet<Whose> = new Set(['self', 'account', 'calls']);

/** The kind of object that the path of an operation names; null for one whose path names nothing of a call. */
export const namedObject = ({ whose }: RouteRight): NamedObject | null => (isNamed(whose) ? whose : null);

const isNamed = (whose: Whose): whose is NamedObject => !NOT_NAMED.has(whose);

/** All rows, in the order in which the documentation shows them. */
export const routeRights = (): readonly (readonly [operation: string, right: RouteRight])[] => [...ROWS];

// What each role may do in the console, by the operation of the API. A copy of the service's table, held equal to it by a test:
// the service decides, and the console shows no more than what it would allow.

/** From the one that may do least. An agent sees the own calls alone. */
export const ROLES = ['agent', 'reviewer', 'analyst', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a member can be given: an account has one owner. */
export const GIVEN_ROLES = ['reviewer', 'analyst', 'admin', 'agent'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Rights that are no operation of their own: parts of PUT /users/me. */
export const PARTS = { changeAccount: 'admin' } as const;

const LEAST = {
  ...PARTS,
  updateSignIn: 'owner',
  updateSubscription: 'owner',
  deleteCurrentUser: 'owner',
  transferAccount: 'owner',
  listMembers: 'admin',
  updateRedactionSettings: 'admin',
  updateEngineSettings: 'admin',
  updateRetentionSettings: 'admin',
  createHold: 'admin',
  createErasure: 'admin',
  listAuditEntries: 'admin',
  listSources: 'admin',
  listWebhookEndpoints: 'admin',
  getWebhookSecret: 'admin',
  getStatus: 'analyst',
  getSubscription: 'analyst',
  getUsage: 'analyst',
  getUsageHistory: 'analyst',
  getRedactionSettings: 'analyst',
  listApiKeys: 'analyst',
  testWebhook: 'analyst',
  listBatches: 'analyst',
  createAnalysis: 'analyst',
  retryAnalysis: 'analyst',
  deleteAnalysis: 'analyst',
  redactAnalysis: 'analyst',
  updateScorecard: 'analyst',
  publishScorecardRevision: 'analyst',
  createRescore: 'analyst',
  createEngineTrial: 'analyst',
  deleteEngineTrial: 'analyst',
  listEngineTrials: 'analyst',
  createCalibration: 'analyst',
  closeCalibration: 'analyst',
  createExport: 'analyst',
  createReportLink: 'analyst',
  listWebhookDeliveries: 'analyst',
  acknowledgeEvaluation: 'analyst',
  createDispute: 'analyst',
  listMemberNames: 'reviewer',
  listCalibrations: 'reviewer',
  rateCall: 'reviewer',
  listScorecards: 'reviewer',
  listReviewQueue: 'reviewer',
  claimReview: 'reviewer',
  createReview: 'reviewer',
  resolveDispute: 'reviewer',
  listDisputes: 'reviewer',
  createCorrection: 'reviewer',
  createReviewLink: 'reviewer',
  listAnalyses: 'reviewer',
  searchCalls: 'reviewer',
  getStatistics: 'reviewer',
  getAnalysis: 'reviewer',
  getReport: 'reviewer',
  updateCurrentUser: 'reviewer',
} as const satisfies Readonly<Record<string, Exclude<Role, 'agent'>>>;

export type Operation = keyof typeof LEAST;

export const OPERATIONS = Object.keys(LEAST) as readonly Operation[];

/** Operations that agents may use too, with the own calls or for themselves. */
const OF_AGENTS: readonly Operation[] = [
  'listAnalyses',
  'searchCalls',
  'getStatistics',
  'getAnalysis',
  'getReport',
  'acknowledgeEvaluation',
  'createDispute',
  'listDisputes',
  'updateCurrentUser',
];

/** The role that may do least and may do this. */
export const leastOf = (operation: Operation): Exclude<Role, 'agent'> => LEAST[operation];

/** A role that this page does not know, since the service is newer, may do least. */
export const roleIn = (text: string): Role => ROLES.find((role) => role === text) ?? 'agent';

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** `own`: with the own calls alone. */
export function rightOf(role: Role, operation: Operation): 'yes' | 'own' | 'no' {
  if (isAtLeast(role, LEAST[operation])) return 'yes';
  return role === 'agent' && OF_AGENTS.includes(operation) ? 'own' : 'no';
}

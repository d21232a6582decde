// Title and tags of the OpenAPI document. Its introduction is in src/pages/site.

export const TITLE = 'Call Analysis';

/** Tags in the order in which a newcomer needs them. */
export const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Authentication', 'Register, log in, set a new password.'],
  ['API keys', 'Credentials for programs.'],
  ['Analyses', 'Submit recordings and read their analyses.'],
  ['Uploads', 'Recordings uploaded in parts, resumed after an interruption.'],
  ['Batches', 'Many calls in one request.'],
  ['Scorecards', "Your team's scorecards, in revisions."],
  ['Evaluations', 'Calls scored with a scorecard, and jobs that re-score past calls.'],
  ['Reviews', 'Reviews of calls, which override the AI’s decisions.'],
  ['Disputes', 'Evaluations that agents acknowledge and dispute, and how reviewers decide.'],
  ['Calibration', 'Samples, sessions in which reviewers rate the same calls, and how far they agree.'],
  ['Redaction', 'Masking of card numbers and other sensitive data.'],
  [
    'Data',
    'How long calls and their parts are kept, holds, which keep them from being deleted, erasures, the audit log, and evidence ' +
      'for auditors.',
  ],
  ['Engines', 'What transcribes and judges the calls.'],
  ['Statistics', 'Figures of all calls, each with its number and interval.'],
  ['Exports', 'Files of calls, for spreadsheets and data tools.'],
  ['Sources', 'Buckets and telephony providers from which recordings are imported automatically.'],
  ['Webhooks', 'Signing secrets, endpoints and deliveries.'],
  ['Billing', 'Plan, minutes and invoices.'],
  ['Users', 'The account itself.'],
  ['Members', 'People of an account, their roles, and invitations.'],
  ['Sign-in', "Log-in by the company's identity provider."],
];

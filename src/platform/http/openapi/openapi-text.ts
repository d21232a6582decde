// Title and tags of the OpenAPI document. Its introduction is in src/pages/site.

export const TITLE = 'Call Analysis';

/** Tags in the order in which a newcomer needs them. */
export const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Authentication', 'Register, log in, set a new password.'],
  ['API keys', 'Credentials for programs.'],
  ['Analyses', 'Submit recordings, follow and read their analyses.'],
  ['Uploads', 'Recordings in parts, which go on where they broke off.'],
  ['Batches', 'Many calls at once, line by line.'],
  ['Scorecards', "Your team's own forms, in revisions."],
  ['Evaluations', 'Calls judged by a scorecard, and jobs that judge stored calls again.'],
  ['Reviews', "A person's last word on a call."],
  ['Redaction', 'What is masked in calls.'],
  ['Statistics', 'Figures of all calls, each with its number and interval.'],
  ['Exports', 'Calls as files.'],
  ['Sources', 'Buckets that calls come from by themselves.'],
  ['Webhooks', 'Signing secrets, endpoints and deliveries.'],
  ['Billing', 'Plan, minutes and invoices.'],
  ['Users', 'The account itself.'],
];

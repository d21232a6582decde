// Scorecards, evaluations and rescoring jobs shown as examples in the API document. `npm run openapi` makes them from a run.
import { examplesFrom } from '../../platform/http/openapi/stored-examples.js';

const SHORTENED = 'A sample call judged by a part of a sample form; further quotations of an answer are left out.';

const SUMMARIES = {
  scorecard: 'New, without a form',
  scorecardInForce: 'With a published form',
  scorecardList: 'One scorecard',
  draft: 'A draft',
  published: 'Published',
  revisionList: 'One revision',
  tried: 'A call scored with a draft',
  accepted: 'Accepted and queued',
  evaluation: 'Completed: one answer fails the call, and one question needs a reviewer’s answer',
  evaluationList: 'One evaluation',
  reviewed:
    'Acknowledged and reviewed: a reviewer corrected one answer, with the AI’s own in `system`, and gave another',
  estimate: 'The answer to a dry run',
  rescoreAccepted: 'Begun',
  rescore: 'Completed',
  rescoreList: 'One job',
  evaluationNotification: 'Completed',
  rescoreNotification: 'Completed',
};

export type RunExampleName = keyof typeof SUMMARIES;

/** Makes the `examples` of a media type. */
export const runExamplesOf = examplesFrom('scorecards', SUMMARIES, SHORTENED);

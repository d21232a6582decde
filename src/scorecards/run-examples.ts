// The examples of the API document that show scorecards, evaluations and rescoring jobs. `npm run openapi` makes them from a run.
import { EXAMPLES } from './run-examples.generated.js';

export type RunExampleName = keyof typeof EXAMPLES;

const SHORTENED = 'A sample call judged by a part of a sample form; further quotations of an answer are left out.';

const SUMMARIES: Readonly<Record<RunExampleName, string>> = {
  scorecard: 'New, without a form',
  scorecardInForce: 'With a published form',
  scorecardList: 'One scorecard',
  draft: 'A draft',
  published: 'Published',
  revisionList: 'One revision',
  tried: 'A call judged by a draft',
  accepted: 'Taken, and waiting for its turn',
  evaluation: 'Completed: one answer fails the call, and one question waits for a person',
  evaluationList: 'One evaluation',
  reviewed: 'Once a person has answered',
  estimate: 'The answer to a dry run',
  rescoreAccepted: 'Begun',
  rescore: 'Completed',
  rescoreList: 'One job',
  evaluationNotification: 'Completed',
  rescoreNotification: 'Completed',
};

/** For the `examples` of a media type. */
export function runExamplesOf(...names: readonly RunExampleName[]) {
  return Object.fromEntries(names.map((name) => [name, exampleOf(name)]));
}

function exampleOf(name: RunExampleName) {
  const value: unknown = EXAMPLES[name];
  const isShortened = JSON.stringify(value).includes('segment_id');
  return { summary: SUMMARIES[name], ...(isShortened && { description: SHORTENED }), value };
}

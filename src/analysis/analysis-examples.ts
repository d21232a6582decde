// The examples of the API document that show analyses. `npm run openapi` makes them from a run of a sample call.
import { EXAMPLES } from './analysis-examples.generated.js';

export type ExampleName = keyof typeof EXAMPLES;

const SHORTENED =
  'A sample call, shortened: left out are segments that nothing shown here cites, further quotations, observations and sentences of coaching.';

const SUMMARIES: Readonly<Record<ExampleName, string>> = {
  accepted: 'Taken, and waiting for its turn',
  processing: 'Being transcribed',
  completed: 'Completed',
  failed: 'Failed',
  list: 'Two analyses',
  completedSummary: 'Completed, as `view=summary` gives it',
  summaryList: 'Two analyses, as `view=summary` gives them',
  events: 'From half of the transcription to the end',
  completedNotification: 'Completed',
  failedNotification: 'Failed',
};

/** For the `examples` of a media type. */
export function examplesOf(...names: readonly ExampleName[]) {
  return Object.fromEntries(names.map((name) => [name, exampleOf(name)]));
}

function exampleOf(name: ExampleName) {
  const value: unknown = EXAMPLES[name];
  const isShortened = JSON.stringify(value).includes('segment_id');
  return { summary: SUMMARIES[name], ...(isShortened && { description: SHORTENED }), value };
}

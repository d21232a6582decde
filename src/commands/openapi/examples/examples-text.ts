// The files that hold the examples of the API document.
import type { Config } from '../../../platform/config/config.js';
import { makeExamples } from './make-examples.js';
import { runSampleCall } from './run-sample-call.js';

const textOf = (examples: object) => `${JSON.stringify(examples, null, 2)}\n`;

/**
 * @param config of a service that has nothing in it yet
 * @returns the texts of the files, by their paths
 */
export async function examplesTexts(config: Config): Promise<ReadonlyMap<string, string>> {
  const { analyses, scorecards, reviews } = makeExamples(await runSampleCall(config));
  return new Map([
    ['src/pages/site/examples/analyses.json', textOf(analyses)],
    ['src/pages/site/examples/scorecards.json', textOf(scorecards)],
    ['src/pages/site/examples/reviews.json', textOf(reviews)],
  ]);
}

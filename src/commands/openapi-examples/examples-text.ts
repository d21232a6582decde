// The files that hold the examples of the API document.
import type { Config } from '../../platform/config/config.js';
import { makeExamples } from './make-examples.js';
import { runSampleCall } from './run-sample-call.js';

const textOf = (of: string, examples: object) =>
  `// The examples of the API document: ${of}. Made by \`npm run openapi\`.
export const EXAMPLES = ${JSON.stringify(examples, null, 2)};
`;

/**
 * @param config of a service that has nothing in it yet
 * @returns the texts of the files, by their paths
 */
export async function examplesTexts(config: Config): Promise<ReadonlyMap<string, string>> {
  const { analyses, scorecards } = makeExamples(await runSampleCall(config));
  return new Map([
    [
      'src/analysis/analysis-examples.generated.ts',
      textOf('a sample call as it went through the service, shortened', analyses),
    ],
    [
      'src/scorecards/run-examples.generated.ts',
      textOf('the sample call as it was judged by a sample form, shortened', scorecards),
    ],
  ]);
}

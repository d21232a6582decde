// The file that holds the examples of the API document.
import type { Config } from '../../platform/config/config.js';
import { makeExamples } from './make-examples.js';
import { runSampleCall } from './run-sample-call.js';

const HEAD = `// The examples of the API document: a sample call as it went through the service, shortened. Made by \`npm run openapi\`.
`;

/** @param config of a service that has nothing in it yet */
export async function examplesText(config: Config): Promise<string> {
  const examples = makeExamples(await runSampleCall(config));
  return `${HEAD}export const EXAMPLES = ${JSON.stringify(examples, null, 2)};\n`;
}

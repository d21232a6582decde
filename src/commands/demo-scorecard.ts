// The form by which the demo judges its call: a sample that needs no language model.
import { readFileSync } from 'node:fs';

const SERVICE_LINE = new URL('../../../samples/scorecards/service-line.json', import.meta.url);

/** Bodies of the requests that make a scorecard and its revision. */
export interface SampleScorecard {
  readonly scorecard: { readonly name: string };
  readonly revision: {
    readonly sections: readonly { readonly questions: readonly { readonly key: string }[] }[];
  };
}

/** Null where the service was installed without the samples. */
export function sampleScorecard(file = SERVICE_LINE): SampleScorecard | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

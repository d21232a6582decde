// The form by which the demo judges its call: a sample that needs no language model.
import { readFileSync } from 'node:fs';
import type { ScorecardsCreateParams, ScorecardsCreateRevisionParams } from '../../../clients/typescript/src/index.js';

const SERVICE_LINE = new URL('../../../../samples/scorecards/service-line.json', import.meta.url);

/** Bodies of the requests that make a scorecard and its revision. */
export interface SampleScorecard {
  readonly scorecard: ScorecardsCreateParams;
  readonly revision: ScorecardsCreateRevisionParams;
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

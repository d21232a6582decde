// What the gate before a publication says, which the service tells in sentences alone. Without the browser.
import { CallAnalysisError } from '../../../../../clients/typescript/src/browser.js';

export const GATES = ['off', 'not_worse', 'trusted'] as const;

export interface Judged {
  readonly n: number;
  readonly of: number;
}

const UNFINISHED = /^(\d+) of (\d+) rated calls are judged/;
const REFUSED = /publish with force/i;

/** Progress of the scoring, where the service asks to publish again to go on; null for every other error. */
export function judgedSoFar(error: unknown): Judged | null {
  const [, n, of] = (error instanceof CallAnalysisError && error.status === 503 && UNFINISHED.exec(error.detail)) || [];
  return n === undefined || of === undefined ? null : { n: Number(n), of: Number(of) };
}

export const isRefusedByGate = (error: unknown): boolean =>
  error instanceof CallAnalysisError && error.status === 400 && REFUSED.test(error.detail);

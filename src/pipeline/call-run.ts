// What every step of one run on one call has at hand.
import type { ClaimedCall } from '../analysis/analysis-claims.js';
import type { CallWorkspace } from './call-workspace.js';

export interface CallRun {
  readonly call: ClaimedCall;
  readonly workspace: CallWorkspace;
  /** Aborted when the claim is lost or the process is to stop. */
  readonly signal: AbortSignal;
}

/** The recording itself (or its owner's plan) rules out a result: final, and the sentence is for the client. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

// One run on one call: what each step receives.
import type { ClaimedCall } from '../../calls/claims/analysis-claims.js';
import type { SteppedCall } from '../../calls/claims/step-records.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { Run } from '../../work/kind-of-work.js';
import type { CallWorkspace } from './call-workspace.js';

/** A run of steps that may also work on other rows than those of calls. */
export interface StepRun extends Run {
  readonly call: SteppedCall;
  readonly workspace: CallWorkspace;
}

export interface CallRun extends StepRun {
  readonly call: ClaimedCall;
}

/**
 * What was to be sent never went out, or came back without being read: the engine is paused, no connection was made, or the
 * server turns every request away (429, 503, refused credentials). No one charges for it.
 */
export function wasUnread(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.trouble === null || error.isAfterAnswer) return false;
  return !error.trouble.sent || error.trouble.certain;
}

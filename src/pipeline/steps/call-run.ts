// One run on one call: what each step receives.
import type { ClaimedCall } from '../../calls/claims/analysis-claims.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { Run } from '../../work/kind-of-work.js';
import type { CallWorkspace } from './call-workspace.js';

export interface CallRun extends Run {
  readonly call: ClaimedCall;
  readonly workspace: CallWorkspace;
}

/**
 * What was to be sent never went out, or came back without being read: the engine is paused, no connection was made, or the
 * server turns every request away (429, 503, refused credentials). No one charges for it.
 */
export function wasUnread(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.trouble === null || error.isAfterAnswer) return false;
  return !error.trouble.sent || error.trouble.certain;
}

// One run on one call: what each step receives, and the errors, other than a provider's, that end the run early.
import type { ClaimedCall } from '../analysis/claims/analysis-claims.js';
import type { FailureCode } from '../ports/failure-code.js';
import { ProviderError } from '../ports/provider-error.js';
import type { CallWorkspace } from './call-workspace.js';
import type { GivesWay } from './gives-way.js';

export interface CallRun {
  readonly call: ClaimedCall;
  readonly workspace: CallWorkspace;
  /** Aborted when the claim is or may be lost, and when the process shuts down. */
  readonly signal: AbortSignal;
  /** Called between two pieces of work. Does nothing before the run has got further. @throws GaveWay where the call must be handed back */
  readonly giveWay: () => Promise<void>;
  /** For work that is long and has no pieces. */
  readonly givesWay: GivesWay;
}

/** The recording or the account's plan rules out a result. The call fails; the message is one sentence for the client. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  constructor(
    readonly code: FailureCode,
    sentence: string,
  ) {
    super(sentence);
  }
}

/**
 * The address does not lead to the recording yet. It is fetched again for some minutes, and refused then.
 * The message is one sentence for the client.
 */
export class RecordingAwaited extends Error {
  override readonly name = 'RecordingAwaited';
  constructor(
    sentence: string,
    /** The wait that the server asked for; null when it did not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(sentence);
  }
}

/** Another account's call has the slot. The call is handed back, and goes on from its last checkpoint in its turn. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

/**
 * What was to be sent never went out, or came back without being read: the engine is paused, no connection was made, or the server
 * turns every request away (429, 503, refused credentials). No one charges for it.
 */
export function wasUnread(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.trouble === null || error.isAfterAnswer) return false;
  return !error.trouble.sent || error.trouble.certain;
}

/** The process shuts down. The call is handed back, and another worker continues it. */
export class WorkerStopping extends Error {
  override readonly name = 'WorkerStopping';
}

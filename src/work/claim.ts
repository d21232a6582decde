// Claim: a worker's hold on a row of work, such as a call or an evaluation. Members that every claim has, and errors that end a
// run early.
import type { FailureCode } from '../ports/failure-code.js';

export interface ProviderFailures {
  /** Failed requests to providers for this work since its last checkpoint. */
  readonly providerFailures: number;
  /** Time since the first of these failures, by Postgres's clock. Null when there were none. */
  readonly failingForMs: number | null;
}

/** The row at the moment of the claim. Each kind of work adds its own columns. */
export interface Claimed extends ProviderFailures {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  /** Each claim raises it, and every write names it. */
  readonly fence: number;
  /** Number of leases that expired since the last checkpoint: each counts as a crash of its worker. */
  readonly crashes: number;
  /** W3C traceparent of the span that accepted the work. Null when the request was not traced. */
  readonly traceParent: string | null;
}

/**
 * `provider-failed` counts one failure of this work. `engine-paused` counts none, because the provider fails for all calls, but
 * it starts the time of `failingForMs`. The others do neither. `gave-way`: another account's work has the slot; the row keeps its
 * place among those of its account. `recording-awaited`: only for calls. `yielding`: only for evaluations.
 */
export type HandBackReason =
  | 'stopping'
  | 'worker-fault'
  | 'recording-awaited'
  | 'provider-failed'
  | 'engine-paused'
  | 'gave-way'
  | 'yielding';

/** Reason why work failed, for its client. */
export interface WorkFailure {
  readonly code: FailureCode;
  readonly sentence: string;
}

/** Another worker has claimed the row, or it is final or deleted. The worker must stop and write nothing more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
  constructor() {
    super('The claim was lost');
  }
}

/** No result is possible. The work fails; the message is one sentence for the client. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused';
  constructor(
    readonly code: FailureCode,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The run ends before its work is done. The row is due again after the wait, and goes on from its last checkpoint. */
export class HandBack extends Error {
  override readonly name: string = 'HandBack';
  constructor(
    readonly reason: HandBackReason,
    readonly waitMs = 0,
  ) {
    super(`Handed back: ${reason}`);
  }
}

/** Another account's work has the slot. */
export class GaveWay extends HandBack {
  override readonly name = 'GaveWay';
  constructor() {
    super('gave-way');
  }
}

/** The process is shutting down. */
export class WorkerStopping extends HandBack {
  override readonly name = 'WorkerStopping';
  constructor() {
    super('stopping');
  }
}

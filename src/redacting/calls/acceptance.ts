// What is asked of one stored call, and what becomes of the request. `StartCallRedaction` accepts it.
import type { WantedRedaction } from '../../ports/redaction.js';

export interface AskedCallRedaction {
  readonly analysisId: string;
  /** What was masked before stays masked, and stays wanted. */
  readonly wanted: WantedRedaction;
  readonly requestId: string;
  /** The job that asks; null for a client. */
  readonly redactionId: string | null;
}

/** A notification that has reached its receiver, and cannot be called back. */
export interface DeliveredBefore {
  readonly event: string;
  readonly url: string;
  readonly deliveredAt: Date;
}

/**
 * - `accepted`: the texts are masked, the recording is withheld, and a worker does the rest.
 * - `nothing_new`: it is masked already, or there is nothing to be masked. Nothing was changed.
 * - `in_progress`: another one is; `covers` says whether it masks all that is asked for.
 * - `not_completed`, `gone`: nothing was changed.
 */
export type Acceptance =
  | { readonly kind: 'accepted'; readonly id: string; readonly deliveredBefore: readonly DeliveredBefore[] }
  | { readonly kind: 'nothing_new' }
  | { readonly kind: 'in_progress'; readonly covers: boolean }
  | { readonly kind: 'not_completed' }
  | { readonly kind: 'gone' };

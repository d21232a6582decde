// Request to mask one stored call, and its outcome. `StartCallRedaction` accepts it.
import type { EntityManager } from 'typeorm';
import type { Changer } from '../../platform/database/lock-for-change.js';
import { badRequest } from '../../platform/errors/api-error.js';
import type { WantedRedaction } from '../../ports/redaction.js';

export interface AskedCallRedaction {
  readonly analysisId: string;
  /** Redaction of the call: what was masked before stays masked, and stays wanted. */
  readonly wanted: WantedRedaction;
  readonly requestId: string;
  /** Job that requests the masking; null for a client. */
  readonly redactionId: string | null;
}

/** Requester. A client's credential is confirmed in the transaction. */
export type Asker = Changer & { readonly confirm?: (tx: EntityManager) => Promise<void> };

/**
 * - `accepted`: the texts are masked, the recording is withheld, and a worker does the rest.
 * - `nothing_new`: the call is masked already, or there is nothing to mask. Nothing was changed.
 * - `in_progress`: another masking is in progress; `covers` says whether it masks everything that is requested.
 * - `held`: the hold of this name keeps the call as it is. Nothing was changed.
 * - `not_completed`, `no_transcript`, `gone`: nothing was changed.
 */
export type Acceptance =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'nothing_new' }
  | { readonly kind: 'in_progress'; readonly covers: boolean }
  | { readonly kind: 'held'; readonly name: string }
  | { readonly kind: 'not_completed' }
  | { readonly kind: 'no_transcript' }
  | { readonly kind: 'gone' };

/** Work in the transaction that accepts the masking, once the call is locked. */
export type WithinAcceptance = (tx: EntityManager, acceptance: Acceptance) => Promise<void>;

export const notCompleted = () => badRequest('Only a completed analysis can be redacted');
export const redactionInProgress = () => badRequest('Another redaction of this analysis is in progress');

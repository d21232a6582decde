import type { PlanRoom } from '../../billing/usage/minutes-ledger.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { storageFault } from '../../platform/http/validation/storable-text.js';
import { MAX_NAME_CHARACTERS } from './submit-call.request.js';

/** One request to submit a call. */
export interface SubmissionAttempt {
  /** The id that the analysis gets. */
  readonly id: string;
  readonly caller: Caller;
  readonly request: ServiceRequest;
  /** Null without an Idempotency-Key. */
  readonly idempotent: IdempotentRequest | null;
  /** Of the account's plan. A live credential has passed it for the shortest recording. */
  readonly room: PlanRoom;
}

/** @throws ApiError 402 */
export function refuseWithout(room: PlanRoom, atLeastMs: number | null): void {
  const refusal = room.refusalOf(atLeastMs);
  if (refusal !== null) throw refusal;
}

/** Faults of the field are told with those of the others. */
export function nameIn(body: unknown): string | null {
  const given = isRecord(body) ? body.external_id : null;
  const name = typeof given === 'string' && given.length <= 2 * MAX_NAME_CHARACTERS ? given.trim() : '';
  return name !== '' && storageFault(name) === null ? name : null;
}

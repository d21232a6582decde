import type { PlanRoom } from '../../billing/usage/minutes-ledger.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { storageFault } from '../../platform/http/validation/storable-text.js';
import { MAX_NAME_CHARACTERS } from './submit-call.request.js';

/** One request to submit a call. */
export interface SubmissionAttempt {
  /** Id for the new analysis. */
  readonly id: string;
  readonly caller: Caller;
  readonly request: ServiceRequest;
  /** Null without an Idempotency-Key. */
  readonly idempotent: IdempotentRequest | null;
  /** Minutes left in the account's plan. A live credential has passed the check for the shortest recording. */
  readonly room: PlanRoom;
}

/** @throws ApiError 402 */
export function refuseWithout(room: PlanRoom, atLeastMs: number | null): void {
  const refusal = room.refusalOf(atLeastMs);
  if (refusal !== null) throw refusal;
}

/** Ignores faults of the field, which are reported together with those of other fields. */
export function nameIn(body: unknown): string | null {
  const given = isRecord(body) ? body.external_id : null;
  const name = typeof given === 'string' && given.length <= 2 * MAX_NAME_CHARACTERS ? given.trim() : '';
  return name !== '' && storageFault(name) === null ? name : null;
}

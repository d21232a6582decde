// Retries of overage reports that the payment provider does not accept.
import { ProviderError } from '../../ports/provider-error.js';

/** About three hours of retries. Then a report is given up: it must not block later ones, or the closure of an account. */
export const MAX_REFUSALS = 10;
const RETRY_WAITS_MS = [5_000, 30_000, 120_000, 600_000];
const MAX_RETRY_WAIT_MS = 1_800_000;

export interface FailedReport {
  /** Refusals of this report, without failures of the provider as a whole. */
  readonly refusals: number;
  readonly isGivenUp: boolean;
  readonly waitMs: number;
  /** The provider is down: reports of other customers would fail too. */
  readonly isAway: boolean;
}

/** Whether the provider refuses this request, rather than failing as a whole. */
export const isRefusal = (error: unknown) => error instanceof ProviderError && !error.retryable && !error.pausesEngine;

/** @param before the attempts and refusals before this one */
export function afterFailure(
  error: unknown,
  before: { readonly attempts: number; readonly refusals: number },
): FailedReport {
  const failure = error instanceof ProviderError ? error : null;
  const isAway = failure?.retryable ?? false;
  const refusals = before.refusals + (isRefusal(error) ? 1 : 0);
  const waitMs = Math.max(failure?.retryAfterMs ?? 0, RETRY_WAITS_MS[before.attempts] ?? MAX_RETRY_WAIT_MS);
  return { refusals, isGivenUp: refusals >= MAX_REFUSALS, waitMs, isAway };
}

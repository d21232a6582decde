// How long a failing provider is given, and how long to wait in between.
import { Injectable } from '@nestjs/common';
import type { ProviderFailures } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { ProviderError } from '../ports/provider-error.js';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Refused credentials or an exhausted quota: tried again every minute until patience ends. */
export const PAUSE_MS = 60_000;

@Injectable()
export class RetryPolicy {
  constructor(private readonly config: Config) {}

  /** True when the failure that just happened was the last one the call is given. */
  isExhausted(before: ProviderFailures, error: unknown): boolean {
    const counts = !(error instanceof ProviderError && error.pausesEngine);
    return (
      (counts && before.providerFailures + 1 >= this.config.worker.providerAttempts) || this.isPatienceOver(before)
    );
  }

  /** Milliseconds until the next try. Whatever a provider asks for, the last one is made when patience ends. */
  wait({ providerFailures, failingForMs }: ProviderFailures, error: unknown): number {
    const leftMs = this.config.worker.providerPatienceMs - (failingForMs ?? 0);
    return Math.min(providerWait(providerFailures, error), Math.max(0, leftMs));
  }

  isPatienceOver({ failingForMs }: ProviderFailures): boolean {
    return failingForMs !== null && failingForMs >= this.config.worker.providerPatienceMs;
  }
}

/**
 * Milliseconds until the next try: what the provider asked for, else doubling from 2 s to 5 min; up to a quarter more
 * at random, so that calls that failed together do not return together.
 */
export function providerWait(failures: number, error: unknown, random = Math.random()): number {
  const asked = error instanceof ProviderError ? (error.retryAfterMs ?? (error.pausesEngine ? PAUSE_MS : null)) : null;
  const wait = asked ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  return Math.round(wait * (1 + random / 4));
}

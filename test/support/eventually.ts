import { vi } from 'vitest';

/**
 * Five minutes are no limit of the service: they are what a busy machine may take. A mutant (test/mutation) that stops what is waited
 * for would end its process after eight seconds.
 */
export const MAX_WAIT_MS = process.env.MUTATION_JOURNAL ? 4_000 : 300_000;

/** Repeats the expectations until they hold. */
export function eventually<Value>(expectations: () => Value | Promise<Value>, intervalMs = 20): Promise<Value> {
  return vi.waitFor(expectations, { timeout: MAX_WAIT_MS, interval: intervalMs });
}

import { vi } from 'vitest';

/** Five minutes are no limit of the service: they are what a busy machine may take. With a mutant, test/mutation sets its own. */
export const maxWaitMs = () => Number(process.env.TEST_MAX_WAIT_MS ?? 300_000);

/** Repeats the expectations until they hold. */
export function eventually<Value>(expectations: () => Value | Promise<Value>, intervalMs = 20): Promise<Value> {
  return vi.waitFor(expectations, { timeout: maxWaitMs(), interval: intervalMs });
}

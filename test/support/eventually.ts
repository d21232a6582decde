import { vi } from 'vitest';

/** Repeats the expectations until they hold. A minute is no limit of the service: it is what a busy machine may take. */
export function eventually<Value>(expectations: () => Value | Promise<Value>, intervalMs = 20): Promise<Value> {
  return vi.waitFor(expectations, { timeout: 60_000, interval: intervalMs });
}

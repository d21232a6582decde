import { vi } from 'vitest';

/** Repeats the expectations until they hold. Five minutes are no limit of the service: they are what a busy machine may take. */
export function eventually<Value>(expectations: () => Value | Promise<Value>, intervalMs = 20): Promise<Value> {
  return vi.waitFor(expectations, { timeout: 300_000, interval: intervalMs });
}

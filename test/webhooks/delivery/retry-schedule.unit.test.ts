import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RetrySchedule, STANDARD_WAITS_MS } from '../../../src/webhooks/delivery/retry-schedule.js';

describe('the retry schedule', () => {
  it('has ten attempts: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h [fault 90]', () => {
    const schedule = new RetrySchedule(STANDARD_WAITS_MS, () => 0.5);
    const waits = Array.from({ length: 10 }, (_, n) => schedule.waitMs(n + 1, null));
    const hours = [2, 5, 10, 14, 20, 24].map((h) => h * 3_600_000);
    expect(waits, 'ms before each attempt').toEqual([5_000, 300_000, 1_800_000, ...hours, null]);
  });

  it('spreads each wait by at most a tenth [fault 90]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const wait = new RetrySchedule(STANDARD_WAITS_MS, () => random).waitMs(attempts, null) ?? Number.NaN;
        const wanted = STANDARD_WAITS_MS[attempts - 1] ?? Number.NaN;
        expect(wait, `ms before attempt ${attempts + 1}, of ${wanted}`).toBeGreaterThanOrEqual(
          Math.floor(wanted * 0.9),
        );
        expect(wait, `ms before attempt ${attempts + 1}, of ${wanted}`).toBeLessThanOrEqual(Math.ceil(wanted * 1.1));
      }),
    );
  });

  it('uses the whole of that tenth, so that deliveries that failed together come back apart', () => {
    const wait = (random: number) => new RetrySchedule([1_000], () => random).waitMs(1, null);
    expect([wait(0), wait(0.5), wait(1)], 'the shortest, the middle and the longest wait').toEqual([900, 1_000, 1_100]);
    const standard = new RetrySchedule();
    const waits = Array.from({ length: 50 }, () => standard.waitMs(9, null));
    expect(new Set(waits).size, 'fifty deliveries wait equally long').toBeGreaterThan(1);
  });

  it('is prolonged by Retry-After, never shortened, and at most to a day', () => {
    const schedule = new RetrySchedule(STANDARD_WAITS_MS, () => 0.5);
    expect(schedule.waitMs(1, 60_000), 'ms for a Retry-After that is longer').toBe(60_000);
    expect(schedule.waitMs(2, 60_000), 'ms for a Retry-After that is shorter').toBe(300_000);
    expect(schedule.waitMs(1, 10 ** 12), 'ms for a Retry-After of years').toBe(24 * 3_600_000);
    expect(schedule.waitMs(10, 60_000), 'the wait after the last attempt').toBeNull();
  });
});

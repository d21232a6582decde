import { describe, expect, it } from 'vitest';
import type { ProviderFailures } from '../../src/analysis/analysis-claims.js';
import { providerWait, RetryPolicy } from '../../src/pipeline/failure-policy.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { ProviderError } from '../../src/ports/provider-error.js';

const MINUTE = 60_000;
const policy = new RetryPolicy(loadConfig({ JWT_SECRET: 'x'.repeat(32) }));
const failing = (providerFailures: number, sinceMinutes: number): ProviderFailures => ({
  providerFailures,
  failingForMs: sinceMinutes * MINUTE,
});
const passing = new ProviderError('Busy', { retryable: true });
const refused = new ProviderError('Refused', { retryable: true, pausesEngine: true });

describe('a failing provider', () => {
  it('is given six attempts', () => {
    expect(policy.isExhausted(failing(4, 1), passing)).toBe(false);
    expect(policy.isExhausted(failing(5, 1), passing)).toBe(true);
  });

  it('is given thirty minutes, whichever is first', () => {
    expect(policy.isExhausted(failing(1, 29), passing)).toBe(false);
    expect(policy.isExhausted(failing(1, 30), passing)).toBe(true);
  });

  it('that refuses our credentials is given the time, whatever the attempts', () => {
    expect(policy.isExhausted(failing(5, 10), refused)).toBe(false);
    expect(policy.isExhausted(failing(5, 30), refused)).toBe(true);
  });

  it('is asked once more when the thirty minutes end, however long it asked to be left alone', () => {
    const away = new ProviderError('Busy', { retryable: true, retryAfterMs: 60 * MINUTE });
    expect(policy.wait({ providerFailures: 0, failingForMs: null }, away)).toBe(30 * MINUTE);
    expect(policy.wait(failing(1, 20), away)).toBe(10 * MINUTE);
    expect(policy.wait(failing(1, 1), passing)).toBeLessThanOrEqual(5_000);
  });

  it('is waited for as it asks, else longer each time, never all calls at once', () => {
    const asking = new ProviderError('Busy', { retryable: true, retryAfterMs: 7_000 });
    expect(providerWait(3, asking, 0)).toBe(7_000);
    expect([0, 1, 2, 3].map((failures) => providerWait(failures, passing, 0))).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(providerWait(30, passing, 0)).toBe(5 * MINUTE);
    expect(providerWait(0, refused, 0)).toBe(MINUTE);
    expect(providerWait(0, passing, 1)).toBe(2_500);
  });
});

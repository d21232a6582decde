import { describe, expect, it } from 'vitest';
import { backOff, isRetryableStatus, waitBeforeRetry } from '../../../clients/typescript/src/http/retry.js';

const NOW = Date.UTC(2026, 10, 22, 17, 0, 0);

describe('the wait before a repetition', () => {
  it('is what the service asks for, up to a minute', () => {
    expect(waitBeforeRetry('0', 0, NOW), 'ms for Retry-After: 0').toBe(0);
    expect(waitBeforeRetry(' 60 ', 2, NOW), 'ms for Retry-After: 60').toBe(60_000);
    expect(waitBeforeRetry('Sun, 22 Nov 2026 17:00:05 GMT', 0, NOW), 'ms until the date of Retry-After').toBe(5_000);
    expect(waitBeforeRetry('61', 0, NOW)).toBeNull();
    expect(waitBeforeRetry('99999999999999999999', 0, NOW)).toBeNull();
    expect(waitBeforeRetry('Sun, 22 Nov 2026 17:02:00 GMT', 0, NOW)).toBeNull();
  });

  it('grows from half a second to eight where the service asks for nothing that can be done', () => {
    const hostile = [null, '', '-1', '1.5', 'soon', '0x10', 'Sun, 22 Nov 2026 16:59:59 GMT', '2026-11-22T18:00:00Z'];
    for (const retryAfter of hostile)
      for (const [retries, whole] of [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].entries()) {
        const ms = waitBeforeRetry(retryAfter, retries, NOW);
        expect(ms).toBeGreaterThanOrEqual(whole / 2);
        expect(ms).toBeLessThanOrEqual(whole);
      }
  });

  it('differs from client to client', () => {
    expect(new Set(Array.from({ length: 20 }, () => backOff(3))).size).toBeGreaterThan(1);
  });

  it('comes after 408, 429 and 5xx alone', () => {
    const retried = [200, 302, 400, 401, 402, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504].filter(
      isRetryableStatus,
    );
    expect(retried).toEqual([408, 429, 500, 502, 503, 504]);
  });
});

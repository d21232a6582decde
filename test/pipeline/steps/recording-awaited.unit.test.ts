import { describe, expect, it } from 'vitest';
import { endOfAwaited, RecordingAwaited } from '../../../src/pipeline/steps/recording-awaited.js';
import { HandBack, WorkRefused } from '../../../src/work/claim.js';

const NO_JITTER = 0;

describe('a recording that is not there yet', () => {
  const AWAITED = new RecordingAwaited('It is not there', null);
  const waits = (error: RecordingAwaited, waitedMs: number) => endOfAwaited(error, waitedMs, NO_JITTER);

  it('is fetched again at 5, 20, 65, 185, 485 and 600 seconds, and refused then', () => {
    const tries: number[] = [];
    let at = 0;
    let end = waits(AWAITED, at);
    for (; end instanceof HandBack; end = waits(AWAITED, at)) {
      expect(end.reason).toBe('recording-awaited');
      at += end.waitMs;
      tries.push(at / 1_000);
    }
    expect(tries, 'seconds from acceptance').toEqual([5, 20, 65, 185, 485, 600]);
    expect(end).toEqual(new WorkRefused('url_refused', 'It is not there'));
  });

  it.each([
    [7_000, 0, 7_000],
    // At least five seconds, and never beyond the ten minutes.
    [0, 0, 5_000],
    [3_600_000, 0, 600_000],
    [60_000, 590_000, 10_000],
  ])('with a Retry-After of %i ms after %i ms is fetched again after %i ms', (retryAfterMs, waitedMs, waitMs) => {
    expect(waits(new RecordingAwaited('It is not there', retryAfterMs), waitedMs)).toMatchObject({ waitMs });
  });

  it('does not come back with all others at once', () => {
    expect(endOfAwaited(AWAITED, 0, 1)).toMatchObject({ waitMs: 6_250 });
  });
});

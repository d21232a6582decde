import { describe, expect, it } from 'vitest';
import { LeastPace, MIN_BYTES_PER_WINDOW } from '../../../src/platform/concurrency/least-pace.js';

describe('the least pace', () => {
  it('is missed by a byte every five seconds, after half a minute', () => {
    const pace = new LeastPace();
    expect(Array.from({ length: 6 }, () => pace.isTooSlow(5_000, 1))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('is kept by a line of 9 kbit/s for as long as it takes', () => {
    const pace = new LeastPace();
    const perSecond = Math.ceil(MIN_BYTES_PER_WINDOW / 30);
    for (let second = 0; second < 1_000; second++)
      expect(pace.isTooSlow(1_000, perSecond), `second ${second} is too slow`).toBe(false);
  });

  it('is kept by exactly the bytes that a window needs, and missed by one byte less', () => {
    expect(new LeastPace().isTooSlow(30_000, MIN_BYTES_PER_WINDOW), 'the exact number of bytes is too slow').toBe(
      false,
    );
    expect(new LeastPace().isTooSlow(30_000, MIN_BYTES_PER_WINDOW - 1), 'one byte less is too slow').toBe(true);
  });

  it('is asked of each window again: what came before does not help', () => {
    const pace = new LeastPace();
    expect(pace.isTooSlow(30_000, 10_000_000), 'the first window is too slow').toBe(false);
    expect(pace.isTooSlow(30_000, 100), 'the second window is too slow').toBe(true);
  });

  it('does not count the time in which the reader was busy', () => {
    const pace = new LeastPace();
    for (let piece = 0; piece < 100; piece++) expect(pace.isTooSlow(0, 1), `piece ${piece} is too slow`).toBe(false);
  });
});

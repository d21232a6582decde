import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryWindows } from '../../../../src/platform/http/rate-limit/memory-windows.js';

const MINUTE = 60_000;
const MOST = 50_000;

describe('windows in memory', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date('2026-11-01T10:00:00Z'));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('count the requests of each key until their window ends, and say how long that takes', () => {
    const windows = new MemoryWindows();
    const began = Date.now();
    expect(windows.count('a', MINUTE)).toEqual({ hits: 1, leftMs: MINUTE, nowMs: began });
    vi.advanceTimersByTime(MINUTE - 1);
    expect(windows.count('a', MINUTE)).toEqual({ hits: 2, leftMs: 1, nowMs: began + MINUTE - 1 });
    expect(windows.count('b', MINUTE).hits, 'One client pays for another').toBe(1);
    vi.advanceTimersByTime(1);
    expect(windows.count('a', MINUTE), 'The window does not end').toMatchObject({ hits: 1, leftMs: MINUTE });
  });

  it('drop those that have ended where there are too many, and keep the others', () => {
    const windows = new MemoryWindows();
    for (let n = 1; n < MOST; n++) windows.count(`short-${n}`, 1_000);
    windows.count('long', MINUTE);
    vi.advanceTimersByTime(1_000);
    windows.count('one more', MINUTE);
    expect(windows.count('long', MINUTE).hits, 'A client has its whole budget again').toBe(2);
  });

  it('drop all where too many are open: the memory of the process is bounded', () => {
    const windows = new MemoryWindows();
    for (let n = 1; n <= MOST; n++) windows.count(`open-${n}`, MINUTE);
    expect(windows.count('open-1', MINUTE).hits, 'Windows were dropped before there were too many').toBe(2);
    windows.count('one more', MINUTE);
    expect(windows.count('open-1', MINUTE).hits, 'The number of windows has no bound').toBe(1);
  });
});

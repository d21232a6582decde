import { getEventListeners, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeLimit } from '../../../src/platform/concurrency/time-limit.js';
import { collectGarbage } from '../../support/processes/collect-garbage.js';

describe('a time limit', () => {
  afterEach(() => vi.useRealTimers());

  it('aborts when its time is over, not a millisecond earlier', () => {
    vi.useFakeTimers();
    const { signal, isOver } = timeLimit(30_000);
    vi.advanceTimersByTime(29_999);
    expect([signal.aborted, isOver()], 'a millisecond before its end').toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect([signal.aborted, isOver()], 'at its end').toEqual([true, true]);
    expect(signal.reason, 'its reason, as that of AbortSignal.timeout').toMatchObject({
      name: 'TimeoutError',
      message: 'The operation was aborted due to timeout',
    });
  });

  it('aborts with the reason it was given', () => {
    vi.useFakeTimers();
    const reason = new Error('The work took too long');
    const { signal } = timeLimit(1_000, { reason });
    vi.advanceTimersByTime(1_000);
    expect(signal.reason).toBe(reason);
  });

  it('aborts with the other signal, and its time is then not over', () => {
    vi.useFakeTimers();
    const other = new AbortController();
    const { signal, isOver } = timeLimit(1_000, { signal: other.signal });
    other.abort('the call is gone');
    expect(signal.reason).toBe('the call is gone');
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
    expect(isOver(), 'whether its time was over').toBe(false);
  });

  it('is aborted from the start where the other signal is', () => {
    vi.useFakeTimers();
    expect(timeLimit(1_000, { signal: AbortSignal.abort('before') }).signal.reason).toBe('before');
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  });

  it.each(['after it was cleared', 'after its time was over'])('leaves no timer and no listener %s', (when) => {
    vi.useFakeTimers();
    const other = new AbortController();
    const { signal, isOver, clear } = timeLimit(1_000, { signal: other.signal });
    if (when === 'after it was cleared') clear();
    else vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
    expect(getEventListeners(other.signal, 'abort'), 'listeners that are left').toEqual([]);
    vi.advanceTimersByTime(1_000);
    other.abort();
    expect([signal.aborted, isOver()], 'aborted and over').toEqual(
      when === 'after it was cleared' ? [false, false] : [true, true],
    );
  });

  // AbortSignal.any([AbortSignal.timeout(500), other]) fails this with Node 20.
  it('still aborts where only a listener follows it and garbage was collected', async () => {
    const other = new AbortController();
    const follow = () => once(timeLimit(500, { signal: other.signal }).signal, 'abort').then(() => 'aborted');
    const followed = follow();
    await collectGarbage();
    expect(await Promise.race([followed, delay(10_000, 'not aborted within 10 s')])).toBe('aborted');
  });
});

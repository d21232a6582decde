import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RetryTimers } from '../../../src/webhooks/delivery/retry-timers.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('retry timers', () => {
  it('report a delivery after its wait, never before', () => {
    const onDue = vi.fn();
    new RetryTimers(onDue).add('a', 5_000);
    vi.advanceTimersByTime(5_000);
    expect(onDue).not.toHaveBeenCalled();
    vi.advanceTimersByTime(75);
    expect(onDue.mock.calls).toEqual([[['a']]]);
  });

  it('report none early, wherever in its time slot the wait ends', () => {
    const onDue = vi.fn();
    new RetryTimers(onDue).add('a', 5_049);
    vi.advanceTimersByTime(5_049);
    expect(onDue, 'looked up before it is due: the next sweep would have to find it').not.toHaveBeenCalled();
    vi.advanceTimersByTime(75);
    expect(onDue, 'a delivery that is due was not reported').toHaveBeenCalledTimes(1);
  });

  it('report a delivery whose time slot was over before the clock was set back', () => {
    const onDue = vi.fn();
    const timers = new RetryTimers(onDue);
    timers.add('a', 5_000);
    vi.advanceTimersByTime(5_075);
    vi.setSystemTime(1_000_000);
    timers.add('b', 5_000);
    vi.advanceTimersByTime(5_075);
    expect(onDue.mock.calls, 'deliveries that were reported').toEqual([[['a']], [['b']]]);
  });

  it('report deliveries of the same time slot together', () => {
    const onDue = vi.fn();
    const timers = new RetryTimers(onDue);
    timers.add('a', 5_000);
    timers.add('b', 5_049);
    timers.add('c', 5_050);
    expect(vi.getTimerCount(), 'timers that run').toBe(2);
    vi.advanceTimersByTime(10_000);
    expect(onDue.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  });

  it('report nothing once they are cleared', () => {
    const onDue = vi.fn();
    const timers = new RetryTimers(onDue);
    timers.add('a', 5_000);
    timers.clear();
    expect(vi.getTimerCount(), 'timers that keep a stopping process alive').toBe(0);
    timers.add('b', 5_000);
    vi.advanceTimersByTime(5_075);
    expect(onDue.mock.calls, 'what is reported after the timers were cleared').toEqual([[['b']]]);
  });
});

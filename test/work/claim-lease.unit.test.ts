import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClaimLost } from '../../src/work/claim.js';
import { ClaimLease } from '../../src/work/claim-lease.js';

const LEASE_MS = 30_000;
describe('the lease on a call', () => {
  const renew = vi.fn<() => Promise<void>>();
  let abort: AbortController;
  let lease: ClaimLease;

  beforeEach(() => {
    vi.useFakeTimers();
    renew.mockReset().mockResolvedValue();
    abort = new AbortController();
    lease = new ClaimLease(renew, LEASE_MS, abort);
  });
  afterEach(() => {
    lease.stop();
    vi.useRealTimers();
  });

  it('is renewed three times within its length until it is stopped', async () => {
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(renew).toHaveBeenCalledTimes(3);
    lease.stop();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(renew).toHaveBeenCalledTimes(3);
  });

  it('aborts the run as soon as Postgres says that the claim is lost', async () => {
    renew.mockRejectedValue(new ClaimLost());
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    expect(abort.signal.reason).toBeInstanceOf(ClaimLost);
  });

  it('outlives a short absence of Postgres, and aborts the run once it may have expired', async () => {
    renew.mockRejectedValue(new Error('connect ECONNREFUSED'));
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(abort.signal.aborted, 'the run is aborted when its lease is just over').toBe(false);
    renew.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    renew.mockRejectedValue(new Error('connect ECONNREFUSED'));
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(abort.signal.aborted, 'the run is aborted although its lease was renewed').toBe(false);
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    expect(abort.signal.reason).toBeInstanceOf(ClaimLost);
  });

  it('counts from the moment a renewal was asked for, not from its late answer', async () => {
    renew.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, LEASE_MS / 2)));
    renew.mockRejectedValue(new Error('connect ECONNREFUSED'));
    await vi.advanceTimersByTimeAsync((4 / 3) * LEASE_MS);
    expect(abort.signal.aborted, 'the run is aborted before its lease is over').toBe(false);
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    expect(abort.signal.reason).toBeInstanceOf(ClaimLost);
  });
});

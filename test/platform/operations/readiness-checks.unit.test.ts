import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HealthController } from '../../../src/platform/http/health.controller.js';
import { ReadinessChecks } from '../../../src/platform/operations/readiness-checks.js';

let runs: number;
/** What the check waits for. */
let postgres: Promise<void>;
let ask: () => Promise<number>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  runs = 0;
  postgres = Promise.resolve();
  const readiness = new ReadinessChecks();
  readiness.add('postgres', () => {
    runs += 1;
    return postgres;
  });
  const controller = new HealthController({} as never, readiness, {} as never);
  ask = async () => {
    let status = 0;
    const response = { status: (code: number) => (status = code) };
    await controller.ready(response as never);
    return status;
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('questions about readiness', () => {
  it('that come while the checks run get their result', async () => {
    let finish = () => {};
    postgres = new Promise((resolve) => {
      finish = resolve;
    });
    const answers = Promise.all(Array.from({ length: 100 }, ask));
    finish();
    expect(await answers).toEqual(Array.from({ length: 100 }, () => 200));
    expect(runs, 'Anyone can make the service work on Postgres as often as they like').toBe(1);
  });

  it('get a result that is a second old at most', async () => {
    await ask();
    vi.advanceTimersByTime(999);
    await ask();
    expect(runs, 'Each question makes the service work on Postgres').toBe(1);
    vi.advanceTimersByTime(1);
    await ask();
    expect(runs, 'The service answers for good as it did once').toBe(2);
  });

  it('get a failure for a second, too', async () => {
    vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    postgres = Promise.reject(new Error('connect ECONNREFUSED'));
    expect([await ask(), await ask()]).toEqual([503, 503]);
    expect(runs, 'A service in trouble is asked for more').toBe(1);
    postgres = Promise.resolve();
    vi.advanceTimersByTime(1_000);
    expect(await ask(), 'The service does not come back').toBe(200);
  });
});

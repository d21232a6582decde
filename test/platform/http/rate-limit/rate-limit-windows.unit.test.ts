// What happens to the counts while Redis fails. What the script counts is in rate-limit-windows.test.ts.
import { EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimitWindows } from '../../../../src/platform/http/rate-limit/rate-limit-windows.js';
import { Metrics } from '../../../../src/platform/operations/metrics/metrics.js';

const MINUTE = 60_000;
const NOW = new Date('2026-11-01T10:00:00Z').getTime();

/** A connection to Redis that answers as the test says. */
class Connection extends EventEmitter {
  status = 'ready';
  answer: (keys: number) => Promise<unknown> = async (keys) => [
    NOW,
    ...Array.from({ length: keys }, () => [41, 1_000]).flat(),
  ];
  readonly asked: (string | number)[][] = [];
  defineCommand(): void {}
  countInWindows(keys: number, ...values: (string | number)[]): Promise<unknown> {
    this.asked.push(values);
    return this.answer(keys);
  }
}

let connection: Connection;
let metrics: Metrics;
let windows: RateLimitWindows;
let told: unknown[];
beforeEach(() => {
  told = [];
  for (const level of ['log', 'warn'] as const)
    vi.spyOn(Logger.prototype, level).mockImplementation((message: unknown) => void told.push(message));
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOW);
  connection = new Connection();
  metrics = new Metrics();
  windows = new RateLimitWindows({ client: connection } as never, metrics);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const unavailable = (reason: string) => `Redis is unavailable (${reason}); each process counts rate limits on its own`;
const increment = (key = 'a') => windows.increment(key, MINUTE, 40);
const fallbacks = async () => /^rate_limit_fallbacks_total (\d+)$/m.exec(await metrics.registry.metrics())?.[1];

describe('the counts of requests', () => {
  it('are those of Redis, by its clock, and none is counted in memory', async () => {
    expect(await increment()).toEqual({
      totalHits: 41,
      timeToExpire: 1,
      isBlocked: true,
      timeToBlockExpire: 1,
      resetsAtSeconds: NOW / 1000 + 1,
    });
    expect(connection.asked).toEqual([['rate:a', MINUTE]]);
    expect(await fallbacks()).toBe('0');
    expect(told, 'what operators read while all is well').toEqual([]);
  });

  it('never tell a client to come back at once', async () => {
    connection.answer = async () => [NOW, 41, 0];
    expect(await increment(), 'A refused client comes back in a loop').toMatchObject({
      timeToExpire: 1,
      timeToBlockExpire: 1,
    });
  });

  it('go on in memory while Redis is not connected, which operators can see', async () => {
    connection.status = 'reconnecting';
    expect(await increment()).toMatchObject({ totalHits: 1, timeToExpire: 60, isBlocked: false });
    expect(await increment()).toMatchObject({ totalHits: 2 });
    expect([connection.asked, await fallbacks()], 'A request waits for a Redis that is away').toEqual([[], '2']);
    connection.status = 'ready';
    expect(await increment(), 'Redis is not asked again').toMatchObject({ totalHits: 41 });
    await increment();
    expect(told, 'what operators read').toEqual([
      unavailable('not connected'),
      'Redis is available again; all processes share the rate limits again',
    ]);
  });

  it('ask a Redis that failed again after a second, and not before', async () => {
    const answer = connection.answer;
    connection.answer = () => Promise.reject(new Error('Command timed out'));
    expect(await increment()).toMatchObject({ totalHits: 1 });
    connection.answer = answer;
    vi.advanceTimersByTime(999);
    expect(await increment(), 'Every request waits for the time-out').toMatchObject({ totalHits: 2 });
    expect(connection.asked, 'requests to the Redis that failed a moment ago').toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await increment(), 'Each process counts on its own for good').toMatchObject({ totalHits: 41 });
  });

  it.each([
    ['no list', 'OK', 'The counting script gave no list'],
    ['a list that is too short', [NOW, 1], 'The list is too short'],
    ['an empty list', [], 'The list is too short'],
  ])('do not trust %s', async (_, answer, reason) => {
    connection.answer = async () => answer;
    expect(await increment(), 'A request passes uncounted').toMatchObject({ totalHits: 1, timeToExpire: 60 });
    expect(told, 'what operators read').toEqual([unavailable(reason)]);
  });

  it('send what arrives together in one call', async () => {
    await Promise.all([increment('a'), increment('b')]);
    expect(connection.asked).toEqual([['rate:a', 'rate:b', MINUTE, MINUTE]]);
  });
});

describe('the start of the service', () => {
  it('waits for the first connection to Redis', async () => {
    connection.status = 'connecting';
    let isStarted = false;
    const starting = windows.onApplicationBootstrap().then(() => {
      isStarted = true;
    });
    await Promise.resolve();
    expect(isStarted, 'The first requests are counted in memory').toBe(false);
    connection.emit('ready');
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStarted, 'The start goes on waiting').toBe(true);
    await starting;
  });

  it('does not wait where Redis is connected', async () => {
    const starting = windows.onApplicationBootstrap();
    expect(connection.listenerCount('ready'), 'The start waits for a connection that is there').toBe(0);
    await starting;
  });

  it.each([
    ['cannot be reached', () => connection.emit('error', new Error('connect ECONNREFUSED'))],
    ['does not answer for two seconds', (late: AbortController) => late.abort()],
  ])('does not fail where Redis %s', async (_, happens) => {
    const late = new AbortController();
    const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    connection.status = 'connecting';
    const starting = windows.onApplicationBootstrap();
    happens(late);
    expect(clock).toHaveBeenCalledWith(2_000);
    await expect(starting, 'The service does not start without Redis').resolves.toBeUndefined();
  });
});

// Counts requests in fixed windows, in Redis and on the clock of Redis, so that all processes share the limits. While Redis is
// unavailable, each process counts in its own memory.
import { once } from 'node:events';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Result } from 'ioredis';
import { Batcher } from '../../concurrency/batcher.js';
import { Metrics } from '../../operations/metrics/metrics.js';
import { RequestRedis } from '../../queue/redis.js';
import { MemoryWindows, type WindowCount } from './memory-windows.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** {@link COUNT}. ioredis sends the hash of the script, and the text only when Redis does not know the hash. */
    countInWindows(numberOfKeys: number, ...keysAndWindowsMs: (string | number)[]): Result<unknown, Context>;
  }
}

/** Result of counting one request, in the format of @nestjs/throttler. */
export interface CountedRequest {
  readonly totalHits: number;
  /** Seconds until the window ends, rounded up. */
  readonly timeToExpire: number;
  readonly isBlocked: boolean;
  readonly timeToBlockExpire: number;
  /** End of the window, in Unix seconds. */
  readonly resetsAtSeconds: number;
}

/**
 * Counts one request for each key; a key may occur twice. A window begins with its first request. A counter without an expiry,
 * as a restored backup can contain, gets a new one. Returns the time of Redis in milliseconds, followed by the hits and the
 * milliseconds left for each key.
 */
const COUNT = `
local now = redis.call('TIME')
local counts = { now[1] * 1000 + math.floor(now[2] / 1000) }
for i, key in ipairs(KEYS) do
  local hits = redis.call('INCR', key)
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ARGV[i])
    left = tonumber(ARGV[i])
  end
  counts[2 * i] = hits
  counts[2 * i + 1] = left
end
return counts
`;

/** After a failure, requests are counted in memory for this long, so that not every request waits for the time-out. */
const REDIS_PAUSE_MS = 1_000;
/** Timeout for the first connection at start. Requests before it would be counted in memory. */
const FIRST_CONNECTION_TIMEOUT_MS = 2_000;

@Injectable()
export class RateLimitWindows implements ThrottlerStorage, OnApplicationBootstrap {
  private readonly logger = new Logger(RateLimitWindows.name);
  /** One call of the script counts all requests that arrive together. */
  private readonly batcher = new Batcher((windows: readonly Window[]) => this.countAll(windows));
  private readonly inMemory = new MemoryWindows();
  private redisPausedUntilMs = 0;
  private redisUnavailable = false;

  private readonly fallbacks;

  constructor(
    @Inject(RequestRedis) private readonly redis: RequestRedis,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.fallbacks = metrics.counter(
      'rate_limit_fallbacks_total',
      'Requests counted in this process alone because Redis did not answer.',
    );
    redis.client.defineCommand('countInWindows', { lua: COUNT });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { client } = this.redis;
    if (client.status !== 'ready')
      await once(client, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECTION_TIMEOUT_MS) }).catch(() => undefined);
  }

  /**
   * Counts one request.
   * @param windowMs length of the window
   * @param limit number of requests that pass in one window
   */
  async increment(key: string, windowMs: number, limit: number): Promise<CountedRequest> {
    const { hits, leftMs, nowMs } = (await this.countInRedis(key, windowMs)) ?? this.countInMemory(key, windowMs);
    const secondsLeft = Math.max(1, Math.ceil(leftMs / 1000));
    const isBlocked = hits > limit;
    return {
      totalHits: hits,
      timeToExpire: secondsLeft,
      isBlocked,
      timeToBlockExpire: isBlocked ? secondsLeft : 0,
      resetsAtSeconds: Math.ceil((nowMs + leftMs) / 1000),
    };
  }

  private async countInRedis(key: string, windowMs: number): Promise<WindowCount | null> {
    if (this.redisPaused()) return null;
    if (this.redis.client.status !== 'ready') return this.redisFailed('not connected');
    try {
      const count = await this.batcher.call({ key: `rate:${key}`, windowMs });
      if (this.redisUnavailable) this.logger.log('Redis is available again; all processes share the rate limits again');
      this.redisUnavailable = false;
      return count;
    } catch (error) {
      return this.redisFailed(error instanceof Error ? error.message : 'unknown');
    }
  }

  private async countAll(windows: readonly Window[]): Promise<WindowCount[]> {
    // Requests that were waiting while the last call timed out must not wait for another time-out.
    if (this.redisPaused()) throw new Error('it failed a moment ago');
    const keys = windows.map(({ key }) => key);
    const windowsMs = windows.map(({ windowMs }) => windowMs);
    const reply: unknown = await this.redis.client
      .countInWindows(keys.length, ...keys, ...windowsMs)
      .catch((error: unknown) => {
        this.redisPausedUntilMs = Date.now() + REDIS_PAUSE_MS;
        throw error;
      });
    if (!Array.isArray(reply)) throw new Error('The counting script gave no list');
    const [nowMs, ...counts] = reply.map(Number);
    return windows.map((_, index) => {
      const [hits, leftMs] = counts.slice(2 * index);
      if (nowMs === undefined || hits === undefined || leftMs === undefined) throw new Error('The list is too short');
      return { hits, leftMs, nowMs };
    });
  }

  private redisPaused(): boolean {
    return Date.now() < this.redisPausedUntilMs;
  }

  private redisFailed(reason: string): null {
    if (!this.redisUnavailable)
      this.logger.warn(`Redis is unavailable (${reason}); each process counts rate limits on its own`);
    this.redisUnavailable = true;
    return null;
  }

  private countInMemory(key: string, windowMs: number): WindowCount {
    this.fallbacks.inc();
    return this.inMemory.count(key, windowMs);
  }
}

interface Window {
  readonly key: string;
  readonly windowMs: number;
}

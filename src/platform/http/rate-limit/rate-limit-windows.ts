// Counts requests in fixed windows on Redis's own clock, for all processes together; while Redis is away, per process in memory.
import { once } from 'node:events';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Result } from 'ioredis';
import { Batcher } from '../../concurrency/batcher.js';
import { Metrics } from '../../operations/metrics.js';
import { RequestRedis } from '../../queue/redis.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** {@link COUNT}, by its hash: the text goes to Redis only when Redis does not know it. */
    countInWindows(numberOfKeys: number, ...keysAndWindowsMs: (string | number)[]): Result<unknown, Context>;
  }
}

export interface WindowCount {
  readonly totalHits: number;
  /** Seconds until the window ends, rounded up. */
  readonly timeToExpire: number;
  readonly isBlocked: boolean;
  readonly timeToBlockExpire: number;
  /** When the window ends, as a Unix time in seconds. */
  readonly resetsAtSeconds: number;
}

/**
 * Counts one request in each window; a key may come twice. A window begins with its first request. A counter that lost
 * its expiry (it cannot, but a restored backup can) gets a new one. Returns Redis's time in milliseconds, and then for
 * each key its hits and the milliseconds left.
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

/** How long Redis is left alone after a failure, so that not every request waits for its time-out. */
const REDIS_PAUSE_MS = 1_000;
/** How long a start waits for the first connection, so that no request is counted apart without need. */
const FIRST_CONNECTION_MS = 2_000;
/** Past this many counters the ended windows are dropped; past it still, all of them. */
const MOST_COUNTERS_IN_MEMORY = 50_000;

@Injectable()
export class RateLimitWindows implements ThrottlerStorage, OnApplicationBootstrap {
  private readonly logger = new Logger(RateLimitWindows.name);
  /** Requests that come together are counted by one call of the script. */
  private readonly counting = new Batcher((windows: readonly Window[]) => this.countAll(windows));
  private readonly inMemory = new Map<string, { hits: number; endsAtMs: number }>();
  private redisPausedUntilMs = 0;
  private redisAway = false;

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
      await once(client, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECTION_MS) }).catch(() => undefined);
  }

  /**
   * Counts one request.
   * @param windowMs length of the window in milliseconds
   * @param limit requests that pass in one window
   */
  async increment(key: string, windowMs: number, limit: number): Promise<WindowCount> {
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

  private async countInRedis(key: string, windowMs: number): Promise<Count | null> {
    if (this.redisPaused()) return null;
    if (this.redis.client.status !== 'ready') return this.redisFailed('not connected');
    try {
      const count = await this.counting.call({ key: `rate:${key}`, windowMs });
      if (this.redisAway) this.logger.log('Redis is back; rate limits are counted for all processes together again');
      this.redisAway = false;
      return count;
    } catch (error) {
      return this.redisFailed(error instanceof Error ? error.message : 'unknown');
    }
  }

  private async countAll(windows: readonly Window[]): Promise<Count[]> {
    // Those who came while the call before went unanswered need not wait for another time-out.
    if (this.redisPaused()) throw new Error('not asked again so soon');
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
    if (!this.redisAway)
      this.logger.warn(`Redis does not answer (${reason}); rate limits are counted in this process alone`);
    this.redisAway = true;
    return null;
  }

  private countInMemory(key: string, windowMs: number): Count {
    this.fallbacks.inc();
    const nowMs = Date.now();
    let window = this.inMemory.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      if (this.inMemory.size >= MOST_COUNTERS_IN_MEMORY) this.makeRoom(nowMs);
      window = { hits: 0, endsAtMs: nowMs + windowMs };
      this.inMemory.set(key, window);
    }
    window.hits++;
    return { hits: window.hits, leftMs: window.endsAtMs - nowMs, nowMs };
  }

  private makeRoom(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.inMemory) if (endsAtMs <= nowMs) this.inMemory.delete(key);
    if (this.inMemory.size >= MOST_COUNTERS_IN_MEMORY) this.inMemory.clear();
  }
}

interface Window {
  readonly key: string;
  readonly windowMs: number;
}

interface Count {
  readonly hits: number;
  readonly leftMs: number;
  readonly nowMs: number;
}

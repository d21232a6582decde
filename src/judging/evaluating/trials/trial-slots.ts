// At most two tries of an account run at once, in all processes together. Redis counts them, so that a process that dies frees
// its own after a while; without Redis, each process counts by itself.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Result } from 'ioredis';
import { RequestRedis } from '../../../platform/queue/redis.js';
import { tooManyTries } from './trial-errors.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeTrialSlot(key: string, id: string, max: number, heldMs: number): Result<number, Context>;
  }
}

const MAX_TRIES = 2;

/** Holds a slot on the clock of Redis. Returns 0 where none is free. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`;

@Injectable()
export class TrialSlots {
  /** Of this process, by account. */
  private readonly running = new Map<string, number>();

  constructor(private readonly redis: RequestRedis) {
    redis.client.defineCommand('takeTrialSlot', { lua: TAKE, numberOfKeys: 1 });
  }

  /**
   * @param maxMs the try takes no longer
   * @throws ApiError 429 when the account has two tries running; what the try throws
   */
  async hold<T>(accountId: string, maxMs: number, run: () => Promise<T>): Promise<T> {
    const running = this.running.get(accountId) ?? 0;
    if (running >= MAX_TRIES) throw tooManyTries();
    this.running.set(accountId, running + 1);
    const [key, id] = [`trials:${accountId}`, randomUUID()];
    try {
      if (!(await this.take(key, id, maxMs))) throw tooManyTries();
      return await run();
    } finally {
      const left = (this.running.get(accountId) ?? 1) - 1;
      if (left > 0) this.running.set(accountId, left);
      else this.running.delete(accountId);
      // Where Redis is away, the slot expires by itself.
      await this.redis.client.zrem(key, id).catch(() => undefined);
    }
  }

  private async take(key: string, id: string, heldMs: number): Promise<boolean> {
    try {
      return (await this.redis.client.takeTrialSlot(key, id, MAX_TRIES, heldMs)) === 1;
    } catch {
      return true;
    }
  }
}

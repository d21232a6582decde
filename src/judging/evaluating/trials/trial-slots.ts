// Limits the running tests of scorecards to two per account, in all processes together. Redis counts them, so that the slots of a
// process that dies are freed after a while; without Redis, each process counts its own.
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

/** Takes a slot, timed by the clock of Redis. Returns 0 where none is free. */
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
  /** Tests running in this process, by account. */
  private readonly running = new Map<string, number>();

  constructor(private readonly redis: RequestRedis) {
    redis.client.defineCommand('takeTrialSlot', { lua: TAKE, numberOfKeys: 1 });
  }

  /**
   * @param maxMs maximum duration of the test
   * @throws ApiError 429 when the account has two tests running; errors of the test
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
      // If Redis is down, the slot expires by itself.
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

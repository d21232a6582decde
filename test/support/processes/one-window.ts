// Rate limits count in windows of a minute. A test that expects an exact count sends its requests through `inOneWindow`.
import { Redis } from 'ioredis';
import { WINDOW_MS } from '../../../src/platform/http/rate-limit/rate-limits.js';

const MAX_ROUNDS = 5;

interface Limited {
  readonly redisUrl: string;
  /** Of each process that counts in that Redis, without `/api/v1`. */
  readonly rootUrls: readonly string[];
}

/**
 * Sends the requests with new windows. Sends them again where a window may have ended meanwhile, and where Redis answered so late
 * that a process counted by itself.
 * @param requests must only collect what came: a check inside would see the rounds that do not count too
 */
export async function inOneWindow<Result>(limited: Limited, requests: () => Promise<Result>): Promise<Result> {
  const redis = new Redis(limited.redisUrl);
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const windows = await redis.keys('rate:*');
      if (windows.length > 0) await redis.del(windows);
      const before = await countedAlone(limited.rootUrls);
      const beganAt = performance.now();
      const result = await requests();
      if (performance.now() - beganAt < WINDOW_MS && (await countedAlone(limited.rootUrls)) === before) return result;
    }
    throw new Error(`In ${MAX_ROUNDS} rounds the requests never fell into one window of a minute`);
  } finally {
    redis.disconnect();
  }
}

/** Requests that the processes have counted without Redis so far. */
async function countedAlone(rootUrls: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    rootUrls.map(async (rootUrl) => {
      const metrics = await (await fetch(`${rootUrl}/metrics`)).text();
      return Number(/^rate_limit_fallbacks_total (\d+)$/m.exec(metrics)?.[1]);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

// Connections to Redis. A request never waits for a Redis that is away: its client fails at once.
import { Redis, type RedisOptions } from 'ioredis';
import { Config } from '../config/config.js';
import { pollInsteadOfBlocking } from './poll-instead-of-blocking.js';

/** Fails fast: no queue of commands while disconnected, 1 s for each. Injected by this token. */
export abstract class RequestRedis {
  abstract readonly client: Redis;
}

export function redisUrl(config: Config): string {
  if (config.redis.url === null) throw new Error('The embedded queue server must be started before the modules');
  return config.redis.url;
}

export function connectForRequests(url: string): Redis {
  return quiet(
    new Redis(url, {
      ...reconnecting,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 1_000,
      connectTimeout: 5_000,
    }),
  );
}

/**
 * The connections Bull asks for. Subscriber and blocking ones wait for Redis to return; the one that adds jobs fails
 * fast in an API process, where a request stands behind it.
 */
export function connectForBull(url: string, type: 'client' | 'subscriber' | 'bclient', inProcess: boolean): Redis {
  const client = quiet(
    new Redis(url, {
      ...reconnecting,
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      // The client tells its name and version first, and without the check above takes the end of that, a time-out too,
      // for being connected: behind a proxy that takes connections for a server that is away, it then stood as ready on a
      // connection that was gone, and never made another.
      disableClientInfo: true,
      // A silent server does not end a connection on its side: this one is then cut.
      disconnectTimeout: 500,
      ...(type === 'client' ? { commandTimeout: 5_000 } : {}),
    }),
  );
  if (type === 'bclient' && inProcess) pollInsteadOfBlocking(client);
  return client;
}

const reconnecting: RedisOptions = { retryStrategy: (times) => Math.min(times * 200, 2_000) };

/** An unheard error event would end the process; readiness tells of a Redis that is away. */
function quiet(client: Redis): Redis {
  return client.on('error', () => undefined);
}

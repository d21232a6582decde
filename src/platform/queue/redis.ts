// Makes the connections to Redis. The client for requests fails at once when Redis is away, so that no request waits for it.
import { Redis, type RedisOptions } from 'ioredis';
import { Config } from '../config/config.js';
import { pollInsteadOfBlocking } from './poll-instead-of-blocking.js';

/** Injection token of the client for requests. It queues no commands while it is disconnected; a command times out after 1 s. */
export abstract class RequestRedis {
  abstract readonly client: Redis;
}

export function redisUrl(config: Config): string {
  if (config.redis.url === null) throw new Error('The embedded queue server must be started before the modules');
  return config.redis.url;
}

export function connectForRequests(url: string): Redis {
  return ignoreErrors(
    new Redis(url, {
      ...RECONNECT,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 1_000,
      connectTimeout: 5_000,
    }),
  );
}

/**
 * Makes a connection for Bull. Subscriber and blocking connections wait for Redis to return. The commands of the connection
 * that adds jobs (`client`) time out, because a request may wait for them.
 */
export function connectForBull(url: string, type: 'client' | 'subscriber' | 'bclient', inProcess: boolean): Redis {
  const client = ignoreErrors(
    new Redis(url, {
      ...RECONNECT,
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      // On connecting, ioredis sends its name and version. Without the ready check it regards the connection as ready when
      // that command ends, even by a time-out. Behind a proxy that accepts connections while Redis is away, the client then
      // kept a dead connection as ready and never made another.
      disableClientInfo: true,
      // A silent server does not close the connection on its side, so the client destroys the socket after this time.
      disconnectTimeout: 500,
      ...(type === 'client' ? { commandTimeout: 5_000 } : {}),
    }),
  );
  if (type === 'bclient') {
    if (inProcess) pollInsteadOfBlocking(client);
    disconnectInsteadOfQuitting(client);
  }
  return client;
}

const RECONNECT: RedisOptions = { retryStrategy: (times) => Math.min(times * 200, 2_000) };

/** A QUIT would wait behind the pop that blocks this connection. Bull waits for it for 500 ms, and disconnects then. */
function disconnectInsteadOfQuitting(client: Redis): void {
  client.quit = async () => {
    client.disconnect();
    return 'OK';
  };
}

/** An 'error' event without a listener would end the process. The readiness check reports a Redis that is away. */
function ignoreErrors(client: Redis): Redis {
  return client.on('error', () => undefined);
}

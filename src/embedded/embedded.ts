// Starts the servers that the configuration does not name: a private PostgreSQL and a private Redis. Production sets
// DATABASE_URL and REDIS_URL and never loads this file, so import it dynamically.
import { type EmbeddedPostgres, startPostgres } from './postgres.js';
import { type EmbeddedRedis, type RedisKind, type RedisLeg, startRedis } from './redis.js';

export interface EmbeddedOptions {
  dataDir: string;
  cacheDir: string;
  needPostgres: boolean;
  needRedis: boolean;
  production: boolean;
  /** Forces one kind of Redis. */
  redisLeg?: RedisLeg;
  /** false: faster, but a crash of the machine can damage the data; for tests. Default true. */
  durable?: boolean;
  log: (message: string) => void;
}

export interface Embedded {
  databaseUrl?: string;
  redisUrl?: string;
  redisKind?: RedisKind;
  /** One line for the start-up summary about each server that was started or attached to. */
  description: EmbeddedDescription;
  /** Stops the servers that this process started: Redis first, then PostgreSQL. Can be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedDescription {
  database?: string;
  queue?: string;
}

/** Starts the needed servers side by side. When one fails, this stops the other and throws the error. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const [postgres, redis] = await Promise.allSettled([
    options.needPostgres ? startPostgres(options) : undefined,
    options.needRedis ? startRedis({ ...options, ...(options.redisLeg ? { leg: options.redisLeg } : {}) }) : undefined,
  ]);
  const database = postgres.status === 'fulfilled' ? postgres.value : undefined;
  const queue = redis.status === 'fulfilled' ? redis.value : undefined;
  const stop = async (): Promise<void> => {
    try {
      await queue?.stop();
    } finally {
      await database?.stop();
    }
  };
  const failure = [postgres, redis].find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  return {
    ...(database ? { databaseUrl: database.url } : {}),
    ...(queue ? { redisUrl: queue.url, redisKind: queue.kind } : {}),
    description: {
      ...(database ? { database: describeDatabase(database) } : {}),
      ...(queue ? { queue: describeQueue(queue) } : {}),
    },
    stop,
  };
}

function describeDatabase({ version, home, url, owned }: EmbeddedPostgres): string {
  return `embedded PostgreSQL ${version}, port ${new URL(url).port}, data in ${home}${sharedSuffix(owned)}`;
}

function describeQueue({ kind, version, url, owned }: EmbeddedRedis): string {
  const what = {
    'redis-server': `embedded Redis ${version} (redis-server of this machine)`,
    'valkey-server': `embedded Valkey ${version} (valkey-server of this machine)`,
    debian: `embedded Redis ${version} (Debian's program, unpacked)`,
    js: 'JavaScript Redis in process, nothing kept over a restart',
  }[kind];
  return `${what}, port ${new URL(url).port}${sharedSuffix(owned)}`;
}

function sharedSuffix(owned: boolean): string {
  return owned ? '' : ', shared with another process';
}

// Starts what the configuration leaves to the service itself: a private database and a private queue server.
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
  /** false: faster and not safe against a crash of the machine, for tests. Default true. */
  durable?: boolean;
  log: (message: string) => void;
}

export interface Embedded {
  databaseUrl?: string;
  redisUrl?: string;
  redisKind?: RedisKind;
  /** For the start-up summary. */
  summary: { name: string; detail: string }[];
  /** Stops what this process started: the queue first, then the database. Can be called more than once. */
  stop(): Promise<void>;
}

/** Starts the needed servers side by side. When one fails, the other is stopped again and the error is thrown. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const [postgres, redis] = await Promise.allSettled([
    options.needPostgres ? startPostgres(options) : undefined,
    options.needRedis ? startRedis({ ...options, ...(options.redisLeg ? { leg: options.redisLeg } : {}) }) : undefined,
  ]);
  const database = postgres.status === 'fulfilled' ? postgres.value : undefined;
  const queue = redis.status === 'fulfilled' ? redis.value : undefined;
  const stop = async (): Promise<void> => {
    await queue?.stop();
    await database?.stop();
  };
  const failure = [postgres, redis].find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  return {
    ...(database ? { databaseUrl: database.url } : {}),
    ...(queue ? { redisUrl: queue.url, redisKind: queue.kind } : {}),
    summary: [
      ...(database ? [{ name: 'Database', detail: describeDatabase(database) }] : []),
      ...(queue ? [{ name: 'Queue', detail: describeQueue(queue) }] : []),
    ],
    stop,
  };
}

function describeDatabase({ version, home, url, owned }: EmbeddedPostgres): string {
  return `embedded PostgreSQL ${version}, port ${new URL(url).port}, data in ${home}${shared(owned)}`;
}

function describeQueue({ kind, version, url, owned }: EmbeddedRedis): string {
  const what = {
    'redis-server': `embedded Redis ${version} (redis-server of this machine)`,
    'valkey-server': `embedded Valkey ${version} (valkey-server of this machine)`,
    debian: `embedded Redis ${version} (Debian's program, unpacked)`,
    js: 'JavaScript Redis in process, nothing kept over a restart',
  }[kind];
  return `${what}, port ${new URL(url).port}${shared(owned)}`;
}

function shared(owned: boolean): string {
  return owned ? '' : ', shared with another process';
}

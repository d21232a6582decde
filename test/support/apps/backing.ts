// The stores of a test: a new database and Redis key space in the servers of the whole run, or servers of its own that the test
// may stop and kill.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { inject } from 'vitest';
import { startPostgres } from '../../../src/embedded/postgres.js';
import { findRedisProgram } from '../../../src/embedded/redis.js';
import { type SupervisedProcess, startSupervised } from '../../../src/embedded/supervised-process.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { keepForRole } from '../../../src/platform/database/session-options.js';
import { freePort } from '../processes/free-port.js';
import { NEEDS_REDIS, REDIS_DATABASES, TEMPLATE } from './global-setup.js';

export interface FreshDatabase {
  /** In a run with TEST_POOLER, it goes through PgBouncer. */
  readonly url: string;
  readonly directUrl: string;
  /** Settings of a service on this database. */
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** A new, migrated, empty database. The caller drops it. */
export async function freshDatabase(options: { migrated?: boolean } = {}): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.migrated === false ? 'template0' : TEMPLATE;
  // The default strategy logs each page of the template, which takes three times as long.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const direct = new URL(inject('postgresUrl'));
  direct.pathname = `/${name}`;
  return {
    ...(await throughPooler(direct.href)),
    directUrl: direct.href,
    drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function throughPooler(directUrl: string): Promise<Pick<FreshDatabase, 'url' | 'settings'>> {
  const pooler = inject('poolerUrl');
  if (pooler === null) return { url: directUrl, settings: { DATABASE_URL: directUrl } };
  const pooled = new URL(pooler);
  pooled.pathname = new URL(directUrl).pathname;
  // As the service's migrations leave it.
  const dataSource = await new DataSource(dataSourceOptions(directUrl, 1)).initialize();
  await keepForRole(dataSource).finally(() => dataSource.destroy());
  return { url: pooled.href, settings: { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: directUrl } };
}

/** The URL of the same database without the pooler, for what tests ask past the service. */
export function pastPooler(url: string): string {
  const given = new URL(url);
  if (given.searchParams.get('pgbouncer') !== 'true') return url;
  const direct = new URL(inject('postgresUrl'));
  direct.pathname = given.pathname;
  return direct.href;
}

/** The next Redis database, empty. There are enough for a whole run. */
export async function freshRedis(): Promise<string> {
  const counter = new Redis(inject('redisUrl'));
  const number = ((await counter.incr('test:database')) % (REDIS_DATABASES - 1)) + 1;
  await counter.select(number);
  await counter.flushdb();
  counter.disconnect();
  return `${inject('redisUrl').replace(/\/\d*$/, '')}/${number}`;
}

/** As `freshRedis`; a command that a slow machine delays does not time out, so that no request is counted in memory. */
export async function patientRedis(): Promise<string> {
  return `${await freshRedis()}?commandTimeout=none`;
}

/** Resolves when the connection is there. The service waits for it for two seconds, and then counts in memory. */
export async function untilConnected(client: Redis): Promise<void> {
  if (client.status !== 'ready') await once(client, 'ready');
}

/** A Redis server of the test's own, which keeps its address over restarts. */
export interface OwnRedis {
  readonly url: string;
  readonly port: number;
  /** Rejects commands at once while the server is down. */
  readonly admin: Redis;
  start(): Promise<void>;
  /** Sends SIGTERM: the server writes its files first. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Deletes the files of the server, which must be stopped. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export async function startOwnRedis(): Promise<OwnRedis> {
  const program = await findRedisProgram({ cacheDir: resolve('.data/cache'), log: () => undefined });
  if (!program) throw new Error(NEEDS_REDIS);
  const home = await mkdtemp(join(tmpdir(), 'call-analysis-redis-'));
  const port = await freePort();
  const config = join(home, 'redis.conf');
  const data = join(home, 'data');
  let server: SupervisedProcess | undefined;
  const admin = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 50,
  }).on('error', () => undefined);
  const own: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    admin,
    async start() {
      await mkdir(data, { recursive: true });
      const settings = ['bind 127.0.0.1', `port ${port}`, `dir ${data}`, 'appendonly yes', 'appendfsync everysec'];
      await writeFile(config, `${settings.join('\n')}\nsave ""\n`);
      const logFile = join(home, 'server.log');
      const env = program.env ? { env: program.env } : {};
      server = await startSupervised({ command: program.command, args: [config], stopSignal: 'TERM', logFile, ...env });
      if (admin.status === 'wait') await admin.connect().catch(() => undefined);
      await eventually(() => admin.ping(), `Redis on ${port}`);
    },
    async stop() {
      await server?.stop();
    },
    async kill() {
      const pid = /process_id:(\d+)/.exec(await admin.info('server'))?.[1];
      process.kill(Number(pid), 'SIGKILL');
      await server?.exited;
    },
    async forget() {
      await rm(data, { recursive: true, force: true });
    },
    async close() {
      admin.disconnect();
      await server?.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
  await own.start();
  return own;
}

/** A PostgreSQL server of the test's own, empty and durable. Its port changes with every start: put a proxy in front. */
export interface OwnPostgres {
  /** The port of the running server. */
  readonly port: number;
  /** The URL of the server with another port, such as that of a proxy. */
  urlBy(port: number): string;
  start(): Promise<void>;
  /** Stops as an administrator would: ends the connections and writes the files. */
  stop(): Promise<void>;
  /** Stops as in a power cut: writes nothing, so that the next start recovers from the write-ahead log. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'call-analysis-postgres-'));
  // The server runs as another user than root, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const start = () => startPostgres({ dataDir, cacheDir: resolve('.data/cache'), log: () => undefined });
  let server = await start();
  const portOf = () => Number(new URL(server.url).port);
  return {
    get port() {
      return portOf();
    },
    urlBy(port) {
      const url = new URL(server.url);
      url.port = String(port);
      return url.href;
    },
    async start() {
      server = await start();
    },
    stop: () => server.stop(),
    async crash() {
      const pidFile = await readFile(join(server.home, 'cluster', 'postmaster.pid'), 'utf8');
      process.kill(Number(pidFile.split('\n')[0]), 'SIGQUIT');
      // The supervisor exits with its server, so this only waits.
      await server.stop();
    },
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function eventually(attempt: () => Promise<unknown>, what: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`, { cause: error });
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

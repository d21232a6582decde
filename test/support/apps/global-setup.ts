// Starts one real Postgres and one real Redis for the whole run, whatever projects it has. Each test file takes a database of its
// own in them.
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../src/embedded/postgres.js';
import { startRedis } from '../../../src/embedded/redis.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { expectAllSeen } from '../clients/expect-all-seen.js';
import { NEEDS_PGBOUNCER, PGBOUNCER, startPooler } from './pooler.js';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** The same server through a pooler, in a run with TEST_POOLER. */
    poolerUrl: string | null;
    redisUrl: string;
    /** The folder in which each test process records the documented answers that it has seen. */
    seenResponsesDir: string;
  }
}

/** A migrated database that test databases are copied from. */
export const TEMPLATE = 'call_analysis_template';

/** Sessions of Postgres for each database, where `TEST_POOLER` puts PgBouncer between the tests and Postgres. */
const POOLER_SESSIONS = Number(process.env.TEST_POOLER ?? 0);

/** More than the databases that a whole run takes. */
export const REDIS_DATABASES = 4_096;

/** The JavaScript server of the demo has too few databases, and cannot be killed apart from its process. */
export const NEEDS_REDIS =
  "These tests need a Redis server, and Debian's package could not be fetched: install redis-server";

interface Servers {
  readonly postgresUrl: string;
  readonly poolerUrl: string | null;
  readonly redisUrl: string;
  stop(): Promise<void>;
}

/** Each project loads this file for itself; the servers are shared by way of the process. */
const SHARED = Symbol.for('call-analysis.test-servers');
const holder = globalThis as { [SHARED]?: { readonly servers: Promise<Servers>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The service runs from its source here, but its threads start from compiled files.
  if (!existsSync('dist/.built')) throw new Error('These tests need the compiled service: run npm run build first');
  holder[SHARED] ??= { servers: startServers(), users: 0 };
  const shared = holder[SHARED];
  shared.users++;
  const servers = await shared.servers;
  project.provide('postgresUrl', servers.postgresUrl);
  project.provide('poolerUrl', servers.poolerUrl);
  project.provide('redisUrl', servers.redisUrl);
  const seenResponsesDir = await mkdtemp(join(tmpdir(), 'call-analysis-seen-'));
  project.provide('seenResponsesDir', seenResponsesDir);
  return async () => {
    shared.users--;
    if (shared.users === 0) await servers.stop();
    // A skipped test is easily overlooked.
    if (project.name === 'servers' && PGBOUNCER === null) process.stderr.write(`\n${NEEDS_PGBOUNCER}\n`);
    try {
      if (project.name === 'servers') await expectAllSeen(project, seenResponsesDir);
    } finally {
      await rm(seenResponsesDir, { recursive: true });
    }
  };
}

async function startServers(): Promise<Servers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'call-analysis-test-'));
  // PostgreSQL runs as a user of its own. If that user cannot enter the folder, the embedded server puts its data elsewhere,
  // where this set-up would not delete it.
  await chmod(dataDir, 0o755);
  const log = () => undefined;
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, log, durable: false }),
    startRedis({ dataDir, cacheDir: resolve('.data/cache'), log, production: false, databases: REDIS_DATABASES }),
  ]);
  const stop = async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  if (redis.kind === 'js') {
    await stop();
    throw new Error(NEEDS_REDIS);
  }
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(postgres.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  // Time-outs that a test puts into the URL of its database count without a pooler only.
  const pooling = {
    sessions: POOLER_SESSIONS,
    settings: ['ignore_startup_parameters = statement_timeout,lock_timeout'],
  };
  const pooler = POOLER_SESSIONS > 0 ? await startPooler(postgres.url, pooling) : null;
  return {
    postgresUrl: postgres.url,
    poolerUrl: pooler?.urlOf(postgres.url) ?? null,
    redisUrl: redis.url,
    stop: async () => {
      await pooler?.close();
      await stop();
    },
  };
}

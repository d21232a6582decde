// Starts one real Postgres and one real Redis for the whole run. Each test file takes a database of its own in them.
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

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    redisUrl: string;
    /** The folder in which each test process records the documented answers that it has seen. */
    seenResponsesDir: string;
  }
}

/** A migrated database that test databases are copied from. */
export const TEMPLATE = 'call_analysis_template';

/** More than the databases that a whole run takes. */
export const REDIS_DATABASES = 4_096;

/** The JavaScript server of the demo has too few databases, and cannot be killed apart from its process. */
export const NEEDS_REDIS =
  "These tests need a Redis server, and Debian's package could not be fetched: install redis-server";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The service runs from its source here, but its threads start from compiled files.
  if (!existsSync('dist/.built')) throw new Error('These tests need the compiled service: run npm run build first');
  const dataDir = await mkdtemp(join(tmpdir(), 'call-analysis-test-'));
  // PostgreSQL runs as a user of its own. If that user cannot enter the folder, the embedded server puts its data elsewhere,
  // where this set-up would not delete it.
  await chmod(dataDir, 0o755);
  const log = () => undefined;
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, log, durable: false }),
    startRedis({ dataDir, cacheDir: resolve('.data/cache'), log, production: false, databases: REDIS_DATABASES }),
  ]);
  if (redis.kind === 'js') {
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(NEEDS_REDIS);
  }
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(postgres.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  project.provide('postgresUrl', postgres.url);
  project.provide('redisUrl', redis.url);
  const seenResponsesDir = await mkdtemp(join(tmpdir(), 'call-analysis-seen-'));
  project.provide('seenResponsesDir', seenResponsesDir);
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(dataDir, { recursive: true, force: true });
    try {
      if (project.name === 'servers') await expectAllSeen(project, seenResponsesDir);
    } finally {
      await rm(seenResponsesDir, { recursive: true });
    }
  };
}

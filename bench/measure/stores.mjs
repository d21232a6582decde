// The stores of a benchmark: a new, migrated database on the Postgres of DATABASE_URL or an embedded one, and a Redis.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { apiKeyPrefix, hashApiKeySecret, newApiKeySecret } from '../../dist/src/accounts/api-keys/api-key-secret.js';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { endWithNpm } from './bound-process.mjs';

/**
 * @param {string} title part of the database's name
 * @returns {Promise<{databaseUrl: string, redisUrl: string, dataDir: string, query: Function, close: () => Promise<void>}>}
 */
export async function openStores(title) {
  endWithNpm();
  const dataDir = await mkdtemp(join(tmpdir(), `bench-${title}-`));
  // PostgreSQL runs as a user of its own. If that user cannot enter the folder, the embedded server puts its data elsewhere,
  // where `close` would not delete it.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({
    dataDir,
    cacheDir: resolve('.data/cache'),
    needPostgres: process.env.DATABASE_URL === undefined,
    needRedis: process.env.REDIS_URL === undefined,
    production: false,
    durable: false,
    log: () => undefined,
  });
  const serverUrl = process.env.DATABASE_URL ?? embedded.databaseUrl;
  const name = `bench_${title}_${process.pid}`;
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const asAdmin = async (statement) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await asAdmin(`CREATE DATABASE ${name}`);
  await migrate(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  return {
    databaseUrl,
    redisUrl: process.env.REDIS_URL ?? embedded.redisUrl,
    /** Which embedded Redis runs; null for the server of REDIS_URL. */
    redisKind: embedded.redisKind ?? null,
    dataDir,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async close() {
      await pool.end();
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A verified account with a live key. `last_used_at` lies in the future, so that the service does not update it during reads. */
export async function addAccount({ query }) {
  const accountId = randomUUID();
  const key = newApiKeySecret(true);
  await query(
    `INSERT INTO account (id, email, email_folded, password_hash, email_verified_at) VALUES ($1, $2, $2, '-', now())`,
    [accountId, `${accountId}@bench.example`],
  );
  await query('INSERT INTO subscription (id, account_id, anchor_at) VALUES ($1, $2, now())', [randomUUID(), accountId]);
  await query(
    `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, last_used_at)
     VALUES ($1, $2, 'bench', $3, $4, true, '{analysis:read,analysis:write}', now() + interval '1 day')`,
    [randomUUID(), accountId, apiKeyPrefix(key), hashApiKeySecret(key)],
  );
  return { accountId, key };
}

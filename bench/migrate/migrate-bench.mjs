// How long do writes wait while a release migrates a large database? And what does a batch of the retention cost on it?
//   npm run bench -- --only migrate -- [--rows 5000000] [--from 235dc6db] [--blocking]
// Fills the schema of the commit `--from`, then migrates beside writers. `--blocking` makes the indexes of the retention without
// CONCURRENTLY first, to compare. Uses the Postgres of DATABASE_URL, or an embedded one.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { FIRST_RELEASE, migrateAs } from '../measure/earlier-migrations.mjs';
import { quantile } from '../measure/load.mjs';
import { reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    from: { type: 'string', default: FIRST_RELEASE },
    blocking: { type: 'boolean', default: false },
  },
});
const rows = Number(given.rows);
const ACCOUNT = randomUUID();
const WRITERS = 4;
const PAUSE_MS = 5;
const BASELINE_MS = 10_000;
const FILL_BATCH = 250_000;
/** Of a hundred rows, as many are past their retention and have lost their recording. */
const ENDED_OF_HUNDRED = 30;

const dataDir = await mkdtemp(join(tmpdir(), 'bench-migrate-'));
// PostgreSQL runs as a user of its own, who must be able to enter the folder.
await chmod(dataDir, 0o755);
const embedded = await startEmbedded({
  dataDir,
  cacheDir: resolve('.data/cache'),
  needPostgres: process.env.DATABASE_URL === undefined,
  needRedis: false,
  production: false,
  durable: false,
  log: () => undefined,
});
const serverUrl = process.env.DATABASE_URL ?? embedded.databaseUrl;
const name = `bench_migrate_${process.pid}`;
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

async function connect(to = url) {
  const client = new pg.Client({ connectionString: to });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function fill() {
  await migrateAs(url, given.from);
  const client = await connect();
  await client.query(
    `INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'bench@example.com', 'bench@example.com', '-')`,
    [ACCOUNT],
  );
  // Ids in order keep the filling fast, and triggers would count each row.
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
  for (let from = 0; from < rows; from += FILL_BATCH) {
    await client.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at, created_at)
       SELECT id, $1, true, 'agent ' || n % 50, 'contact ' || n % 1000, 'r',
              CASE WHEN n % 100 >= $4 THEN 'recordings/' || id END, 'completed', at, at
         FROM (SELECT n, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id,
                      now() - CASE WHEN n % 100 < $4 THEN interval '100 days' ELSE interval '10 days' END
                        + n * interval '1 ms' AS at
                 FROM generate_series($2::bigint, $3::bigint) AS n) AS made`,
      [ACCOUNT, from + 1, Math.min(from + FILL_BATCH, rows), ENDED_OF_HUNDRED],
    );
    await client.query(
      `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status)
       SELECT id, $1, id, 'e' || n, 'analysis.completed', 'https://example.com/', true, 'delivered'
         FROM (SELECT n, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id
                 FROM generate_series($2::bigint, $3::bigint) AS n) AS made`,
      [ACCOUNT, from + 1, Math.min(from + FILL_BATCH, rows)],
    );
    reportProgress(`${Math.min(from + FILL_BATCH, rows)} rows`);
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** Writes as submissions, workers and senders do, until the returned function is called: milliseconds of each write. */
async function startWriters() {
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => connect()));
  const times = [];
  let writing = true;
  const timed = async (client, text, parameters) => {
    const startedAt = performance.now();
    await client.query(text, parameters);
    times.push(performance.now() - startedAt);
  };
  const write = async (client, writer) => {
    while (writing) {
      const id = randomUUID();
      await timed(
        client,
        `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
         VALUES ($1, $2, true, $3, $3, 'r', 'recordings/x')`,
        [id, ACCOUNT, `writer ${writer}`],
      );
      await timed(client, 'UPDATE analysis SET percent = 50 WHERE id = $1', [id]);
      await timed(
        client,
        `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode)
         VALUES ($1, $2, $1, $3, 'analysis.completed', 'https://example.com/', true)`,
        [id, ACCOUNT, id],
      );
      await wait(PAUSE_MS);
    }
  };
  const running = clients.map((client, writer) => write(client, writer));
  return async () => {
    writing = false;
    await Promise.all(running);
    await Promise.all(clients.map((client) => client.end()));
    return times;
  };
}

async function beside(title, work) {
  const stop = await startWriters();
  const startedAt = performance.now();
  let times;
  let seconds;
  try {
    await work();
    seconds = (performance.now() - startedAt) / 1000;
  } finally {
    times = (await stop()).sort((a, b) => a - b);
  }
  const shown = [quantile(times, 0.5), quantile(times, 0.99), times.at(-1)].map((ms) => `${ms.toFixed(1)} ms`);
  process.stdout.write(
    `${title}: ${seconds.toFixed(1)} s; ${times.length} writes, p50 / p99 / longest ${shown.join(' / ')}\n`,
  );
}

async function blockingIndexes() {
  const client = await connect();
  await client.query('CREATE INDEX blocking_a ON analysis (settled_at, id) WHERE storage_key IS NOT NULL');
  await client.query('CREATE INDEX blocking_b ON webhook_delivery (account_id)');
  await client.query('DROP INDEX blocking_a, blocking_b');
  await client.end();
}

/** Finds a batch of recordings, 30 of 100 rows being past their retention already: as before the index, and with it. */
async function retention() {
  const client = await connect();
  const timeOf = async (text) => {
    const startedAt = performance.now();
    const { rowCount } = await client.query(text);
    return `${(performance.now() - startedAt).toFixed(1)} ms (${rowCount} rows)`;
  };
  await client.query(
    `UPDATE analysis SET settled_at = now() - interval '50 days' WHERE id IN (
       SELECT id FROM analysis WHERE storage_key IS NOT NULL AND status = 'completed' LIMIT 2000)`,
  );
  await client.query('VACUUM ANALYZE analysis');
  const find = `SELECT id FROM analysis WHERE settled_at < now() - interval '30 days' AND storage_key IS NOT NULL`;
  const withIndex = await timeOf(`${find} ORDER BY settled_at, id LIMIT 1000`);
  await client.query('BEGIN; DROP INDEX analysis_recording_retention_idx');
  const without = await timeOf(`${find} ORDER BY settled_at LIMIT 500`);
  await client.query('ROLLBACK');
  await client.end();
  process.stdout.write(`A batch of the retention: without its index ${without}, with it ${withIndex}\n`);
}

const admin = await connect(serverUrl);
try {
  await admin.query(`CREATE DATABASE ${name}`);
  await fill();
  await beside('Nothing else', () => wait(BASELINE_MS));
  if (given.blocking) await beside('Indexes that block', blockingIndexes);
  let ran;
  await beside('The migrations', async () => {
    ran = await migrate(url);
  });
  process.stdout.write(`Ran ${ran.join(', ')}\n`);
  await retention();
} finally {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

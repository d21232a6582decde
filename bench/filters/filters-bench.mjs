// What does each filter of the list of calls cost, at a million calls of one account? Each over HTTP beside the list without a
// filter, in the same run.
//   npm run bench -- --only filters -- [--rows 1250000] [--account-rows 1000000] [--rounds 3] [--seconds 1] [--json]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { request } from 'undici';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { addPayloads, fill, withoutIndexes } from '../list/fill.mjs';
import { medians, runLoad } from '../measure/load.mjs';
import { startService } from '../measure/server-process.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '1250000' },
    'account-rows': { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'boolean' },
  },
});
const rounds = Number(given.rounds);
const seconds = Number(given.seconds);
const CONNECTIONS = 4;
const LIMIT = 20;
const BAR = 5;
const SCORECARD = randomUUID();
const NOW = Date.now();
const daysAgo = (days) => new Date(NOW - days * 86_400_000).toISOString();

const dataDir = await mkdtemp(join(tmpdir(), 'bench-filters-'));
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
const name = `bench_filters_${process.pid}`;
const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
let service;
try {
  await asAdmin(`CREATE DATABASE ${name}`);
  const startedAt = performance.now();
  const log = (step) => reportProgress(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${step}`);
  const { key } = await fill(databaseUrl, Number(given.rows), Number(given['account-rows']), log, addFacts);
  const stores = { databaseUrl, redisUrl: process.env.REDIS_URL ?? embedded.redisUrl, dataDir };
  service = await startService(stores, { PROCESS: 'api' });
  const headers = { 'x-api-key': key };
  const totals = await writePages(headers);
  await measure(totals, headers);
} finally {
  await service?.stop();
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** Wide and narrow values of each filter, then some of them together, which the bar does not speak of. */
function cases() {
  return {
    alone: [
      'direction=inbound',
      'direction=outbound',
      'language=de',
      'language=en',
      'language=fr',
      'flagged=true',
      'flagged=false',
      'reviewed=true',
      'reviewed=false',
      'violation=pin_requested',
      'violation=rude',
      'compliance_score_min=50',
      'compliance_score_max=20',
      'compliance_score_min=100',
      'quality_score_min=30&quality_score_max=90',
      'quality_score_max=1',
      'duration_min=60',
      'duration_min=300.5&duration_max=600',
      'duration_min=3590',
      `call_after=${daysAgo(400)}`,
      `call_after=${daysAgo(10)}`,
      `call_after=${daysAgo(500)}&call_before=${daysAgo(499)}`,
      `call_before=${daysAgo(700)}`,
      `call_before=${daysAgo(365)}`,
      `call_after=${daysAgo(600)}&call_before=${daysAgo(500)}`,
      'metadata[team]=team-1',
      'metadata[team]=team-7',
      'metadata[order]=500000',
      'metadata[order]=none',
      `scorecard_id=${SCORECARD}`,
      `scorecard_id=${SCORECARD}&outcome=passed`,
      `scorecard_id=${SCORECARD}&outcome=auto_failed`,
      `scorecard_id=${SCORECARD}&score_min=50`,
      `scorecard_id=${SCORECARD}&outcome=failed&score_max=1`,
    ],
    together: [
      'livemode=true&direction=inbound',
      'direction=inbound&language=de',
      'flagged=true&compliance_score_max=40',
      'status=completed&direction=inbound',
      'agent_id=agent_0001&flagged=true',
      'metadata[team]=team-1&direction=inbound',
      `scorecard_id=${SCORECARD}&outcome=passed&flagged=true`,
    ],
  };
}

/** Facts of every call, and an evaluation of every second completed one, which are counted later, faster than by triggers. */
async function addFacts(runner, accountId) {
  const restore = await withoutIndexes(runner);
  await runner.query('SELECT setseed(0.25)');
  await runner.query(`
    UPDATE analysis SET
      direction = CASE WHEN random() < 0.6 THEN 'inbound' WHEN random() < 0.9 THEN 'outbound' END,
      duration_ms = (exp(random() * 8.2) * 1000)::bigint,
      call_started_at = CASE WHEN random() < 0.9 THEN created_at - random() * interval '2 days' END,
      reviewed = random() < 0.1,
      custom_metadata = json_build_object('team', 'team-' || (1 + floor(power(random(), 2) * 9)), 'order', right(id::text, 8))::text,
      spoken_language = CASE WHEN status <> 'completed' THEN NULL WHEN random() < 0.8 THEN 'de' WHEN random() < 0.99 THEN 'en' ELSE 'fr' END,
      flagged = CASE WHEN status = 'completed' THEN random() < 0.3 END,
      violations = CASE WHEN status <> 'completed' THEN NULL WHEN random() < 0.1 THEN '{pin_requested}'::text[]
        WHEN random() < 0.002 THEN '{rude}' ELSE '{}' END,
      compliance_score = CASE WHEN status = 'completed' THEN floor(100 * sqrt(random())) END,
      quality_score = CASE WHEN status = 'completed' THEN floor(101 * random()) END`);
  await runner.query(
    `UPDATE analysis SET custom_metadata = '{"order":500000}'
     WHERE id = (SELECT id FROM analysis WHERE account_id = $1 ORDER BY created_at OFFSET 1000 LIMIT 1)`,
    [accountId],
  );
  await runner.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ('${SCORECARD}', '${accountId}', true, 'Form', 1, 1)`,
  );
  await runner.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ('${SCORECARD}', 1, 'published', '{}', '\\x00')`,
  );
  await runner.query(`
    INSERT INTO evaluation (id, account_id, analysis_id, created_at, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
      transcript_hash, status, outcome, score, coverage, settled_at)
    SELECT gen_random_uuid(), account_id, id, created_at, livemode, 'r', agent_id, contact_id, '${SCORECARD}', 1, '\\x00', 'completed',
      CASE WHEN random() < 0.8 THEN 'passed' WHEN random() < 0.99 THEN 'failed' ELSE 'auto_failed' END, floor(101 * random()), 1, created_at
    FROM analysis WHERE account_id = '${accountId}' AND status = 'completed' AND random() < 0.6`);
  await runner.query('VACUUM FULL analysis');
  await restore();
}

/** Adds payloads to the calls of each page. @returns the total of each list */
async function writePages(headers) {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, 1)).initialize();
  const totals = new Map();
  for (const query of ['', ...cases().alone, ...cases().together]) {
    const answer = await request(`${service.base}/api/v1/analysis?limit=${LIMIT}&view=summary&${query}`, { headers });
    const { data, total } = await answer.body.json();
    totals.set(query, total);
    await addPayloads(
      dataSource,
      data.map(({ id }) => id),
    );
  }
  await dataSource.query('VACUUM ANALYZE analysis_payload');
  await dataSource.query('VACUUM analysis');
  await dataSource.destroy();
  return totals;
}

async function measure(totals, headers) {
  const load = (query, time = seconds) =>
    runLoad(service, {
      path: () => `/api/v1/analysis?limit=${LIMIT}&${query}`,
      headers,
      connections: CONNECTIONS,
      seconds: time,
    });
  const { alone, together } = cases();
  const all = ['', ...alone, ...together];
  await load('', 3);
  const measured = new Map(all.map((query) => [query, []]));
  for (let round = 0; round < rounds; round++) {
    reportProgress(`round ${round + 1} of ${rounds}`);
    for (const query of all) measured.get(query).push(await load(query));
  }
  const base = medians(measured.get(''));
  const lines = all.map((query) => {
    const { perSecond, p50, p95 } = medians(measured.get(query));
    return {
      filter: query || 'none',
      total: totals.get(query),
      'req/s': perSecond,
      'p50 ms': p50,
      'p95 ms': p95,
      'p95 to none': p95 / base.p95,
    };
  });
  printTable(
    `Pages of ${LIMIT}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s; bar ${BAR} × for one filter`,
    lines,
  );
  printFigures({ 'filters.one.p95': Math.max(...lines.slice(1, 1 + alone.length).map((line) => line['p95 to none'])) });
}

async function asAdmin(statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

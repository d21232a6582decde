// What does the queue of calls that deserve a look cost, when a million calls are in it? Each filter over HTTP beside
// GET /analysis of the same page size in the same run, and many reviewers who claim at once.
//   npm run bench -- --only review-queue -- [--rows 1050000] [--account-rows 1000000] [--rounds 3] [--seconds 1] [--json]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Pool } from 'undici';
import { NO_FILTER } from '../../dist/src/calls/listing/analysis-filter.js';
import { findPage } from '../../dist/src/calls/listing/analysis-page.js';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { addPayloads, fill } from '../list/fill.mjs';
import { medians, quantile, runLoad } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startService } from '../measure/server-process.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { fillQueue } from './fill.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '1050000' },
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
const REVIEWERS = 50;
const CLAIMS = 500;
const BAR = 2;
const DAY_SECONDS = 86_400;
const daysAgo = (days) => Math.floor(Date.now() / 1000 - days * DAY_SECONDS);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-review-queue-'));
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
const name = `bench_review_queue_${process.pid}`;
const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
let service;
try {
  await asAdmin(`CREATE DATABASE ${name}`);
  const startedAt = performance.now();
  const log = (step) => reportProgress(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${step}`);
  const { accountId, key } = await fill(databaseUrl, Number(given.rows), Number(given['account-rows']), log);
  const { tasks, cards } = await fillQueue(databaseUrl, accountId, log);
  await prepare(accountId);
  const stores = { databaseUrl, redisUrl: process.env.REDIS_URL ?? embedded.redisUrl, dataDir };
  service = await startService(stores, { PROCESS: 'api' });
  const headers = { 'x-api-key': key };
  await measureLists(tasks, cases(cards), headers);
  await measureClaims(headers);
} finally {
  await service?.stop();
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** @returns {[string, string][]} */
function cases([usual, second, rare]) {
  return [
    ['no filter', ''],
    ['no filter, the last page that is listed', `skip=${10_000 - LIMIT}`],
    ...['flagged', 'withheld', 'awaiting_human', 'violation', 'needs_review', 'roles_unclear'].map((reason) => [
      reason,
      `reason=${reason}`,
    ]),
    ['agent with an eighth of all calls', 'agent_id=agent_0001'],
    ['agent', 'agent_id=agent_1500'],
    ['scorecard of two thirds', `scorecard_id=${usual}`],
    ['rare scorecard', `scorecard_id=${rare}`],
    ['created_after a day', `created_after=${daysAgo(1)}`],
    ['created_after a month', `created_after=${daysAgo(30)}`],
    ['created_after a year', `created_after=${daysAgo(365)}`],
    ['violation and a month', `reason=violation&created_after=${daysAgo(30)}`],
    ['roles_unclear and a month', `reason=roles_unclear&created_after=${daysAgo(30)}`],
    ['scorecard and a month', `scorecard_id=${second}&created_after=${daysAgo(30)}`],
    ['scorecard and violation', `scorecard_id=${second}&reason=violation`],
    ['agent with an eighth, and violation', 'agent_id=agent_0001&reason=violation'],
    ['live calls by severity', 'order=severity&livemode=true'],
    ['flagged live calls by severity', 'order=severity&livemode=true&reason=flagged'],
    ['agent with an eighth, by severity', 'order=severity&livemode=true&agent_id=agent_0001'],
    ['scorecard of two thirds, live calls by severity', `order=severity&livemode=true&scorecard_id=${usual}`],
    ['live calls of a month by severity', `order=severity&livemode=true&created_after=${daysAgo(30)}`],
    ['calls that a reviewer holds', 'order=severity&claimed_by=reviewer-0'],
    ['agent with an eighth, scorecard and violation', `agent_id=agent_0001&scorecard_id=${second}&reason=violation`],
  ];
}

/** The payloads of the list that is compared, and the scope that a claim needs. */
async function prepare(accountId) {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, 1)).initialize();
  const page = await findPage(dataSource, { ...NO_FILTER, accountId }, { limit: LIMIT, offset: 0 });
  await addPayloads(dataSource, page.ids);
  await dataSource.query("UPDATE api_key SET scopes = scopes || '{reviews:write}'");
  await dataSource.destroy();
}

async function measureLists(tasks, lists, headers) {
  const load = (path, time = seconds) =>
    runLoad(service, { path: () => `/api/v1${path}`, headers, connections: CONNECTIONS, seconds: time });
  const reference = `/analysis/?limit=${LIMIT}`;
  for (const path of [reference, '/review-queue']) await load(path, 3);
  const all = [
    ['GET /analysis', reference],
    ...lists.map(([title, query]) => [title, `/review-queue?limit=${LIMIT}&${query}`]),
  ];
  const measured = new Map(all.map(([title]) => [title, []]));
  for (const round of roundsOf(rounds)) {
    reportProgress(`round ${round + 1} of ${rounds}`);
    for (const [title, path] of all) measured.get(title).push(await load(path));
  }
  const base = medians(measured.get('GET /analysis'));
  const lines = all.map(([title]) => {
    const { perSecond, p50, p95, cpuUs } = medians(measured.get(title));
    return {
      list: title,
      'req/s': perSecond,
      'p50 ms': p50,
      'p95 ms': p95,
      'CPU µs/req': cpuUs,
      'p95 to GET /analysis': p95 / base.p95,
    };
  });
  printTable(
    `A queue of ${tasks} calls, pages of ${LIMIT}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s; bar ${BAR} ×`,
    lines,
  );
  const ratios = lines.slice(1).map((line) => line['p95 to GET /analysis']);
  printFigures({ 'review-queue.plain.p95': ratios[0], 'review-queue.list.p95': Math.max(...ratios) });
}

async function measureClaims(headers) {
  const pool = new Pool(service.base, { connections: REVIEWERS, pipelining: 1 });
  const times = [];
  const given = new Set();
  const from = performance.now();
  const reviewer = async (_, number) => {
    for (let claim = 0; claim < CLAIMS / REVIEWERS; claim++) {
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({
        path: '/api/v1/review-queue/claim',
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ reviewer_id: `reviewer-${number}` }),
      });
      if (statusCode !== 200) throw new Error(`A claim was answered ${statusCode}`);
      given.add((await body.json()).analysis_id);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: REVIEWERS }, reviewer));
  const elapsedMs = performance.now() - from;
  await pool.close();
  const figures = { 'calls given out': given.size, 'claims/s': (1000 * CLAIMS) / elapsedMs };
  const latencies = { 'p50 ms': quantile(times, 0.5), 'p95 ms': quantile(times, 0.95) };
  printTable(`${REVIEWERS} reviewers claim ${CLAIMS} calls at once`, [{ '': 'claims', ...figures, ...latencies }]);
  printFigures({ 'review-queue.claimed-twice': CLAIMS - given.size });
}

async function asAdmin(statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

// How fast is the list of analyses? Fills a database, prints times and plans, and the ratio to a bare node:http server.
//   npm run bench -- --only list -- [--rows 5000000] [--account-rows 1000000] [--rounds 20] [--seconds 4] [--plans]
//     [--json] [--keep DIR] [--only sql|http]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one. With --keep
// the embedded one stays in DIR, 6 GB at full size, and a later run with the same sizes measures without filling.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AnalysisReader } from '../../dist/src/calls/analysis-reader.js';
import { NO_FILTER } from '../../dist/src/calls/listing/analysis-filter.js';
import { findPage } from '../../dist/src/calls/listing/analysis-page.js';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { medians, quantile, runLoad } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { addPayloads, fill } from './fill.mjs';
import { DEEP_LISTS, listCases } from './list-cases.mjs';
import { planOf } from './plans.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    'account-rows': { type: 'string' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
    plans: { type: 'boolean', default: false },
    json: { type: 'boolean' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});
const rows = Number(given.rows);
const accountRows = Number(given['account-rows'] ?? rows / 5);
const rounds = Number(given.rounds);
const seconds = Number(given.seconds);
const deepOffset = Math.floor(accountRows * 0.9);
const HTTP_ROUNDS = 3;
const CONNECTIONS = 4;
const SUMMARIES = ['limit=1000&offset=0&view=summary', 'limit=100&offset=0&view=summary'];

const dataDir = given.keep ? resolve(given.keep) : await mkdtemp(join(tmpdir(), 'bench-list-'));
await mkdir(dataDir, { recursive: true });
// PostgreSQL runs as a user of its own. If that user cannot enter the folder, the embedded server puts its data elsewhere,
// where this script would not delete it.
if (!given.keep) await chmod(dataDir, 0o755);
const embedded = await startEmbedded({
  dataDir,
  cacheDir: resolve('.data/cache'),
  needPostgres: given.keep !== undefined || process.env.DATABASE_URL === undefined,
  needRedis: process.env.REDIS_URL === undefined,
  production: false,
  durable: false,
  log: () => undefined,
});
const serverUrl = embedded.databaseUrl ?? process.env.DATABASE_URL;
const name = given.keep ? 'bench_list' : `bench_list_${process.pid}`;
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
try {
  const { accountId, key } = await openFilledDatabase();
  const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
  const bars = [
    ...(given.only === 'http' ? [] : await measureSql(dataSource, accountId)),
    ...(given.only === 'sql' ? [] : await measureHttp(dataSource, accountId, key)),
  ];
  await dataSource.destroy();
  printTable('Against the bars', bars);
} finally {
  if (!given.keep) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
  await embedded.stop();
  if (!given.keep) await rm(dataDir, { recursive: true, force: true });
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

async function openFilledDatabase() {
  const note = join(dataDir, `filled-${rows}-${accountRows}.json`);
  const kept = given.keep ? await readFile(note, 'utf8').then(JSON.parse, () => null) : null;
  if (kept) {
    await migrate(url);
    return kept;
  }
  if (given.keep) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${name}`);
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  const made = await fill(url, rows, accountRows, (step) =>
    reportProgress(`${elapsedSeconds().toFixed(0)} s: ${step}`),
  );
  printTable('The table', [
    {
      analyses: rows,
      'of the large account': accountRows,
      'filled in s': elapsedSeconds(),
      'of which counting, s': made.countingMs / 1000,
    },
  ]);
  await writeFile(note, JSON.stringify(made));
  return made;
}

async function measureSql(dataSource, accountId) {
  const reader = new AnalysisReader(dataSource, { link: async ({ key }) => `https://recordings.example/${key}` });
  const cases = await listCases(dataSource, accountId, { accountRows, deepOffset });
  reportProgress(`Adding payloads for the pages of ${cases.length} lists`);
  for (const { ask } of cases) await addPayloads(dataSource, (await ask(dataSource)).ids);
  await dataSource.query('VACUUM ANALYZE analysis_payload');
  const results = [];
  for (const list of cases) {
    reportProgress(list.title);
    const page = await timesOf(() => list.ask(dataSource));
    const whole = await timesOf(async () => {
      for await (const _ of await reader.list(accountId, list.query));
    });
    const { total } = await list.ask(dataSource);
    results.push({ list, total, page, whole });
  }
  printTable(
    `SQL on one warm connection, ms, ${rounds} rounds: ids of the page and total; then the whole list as JSON text, with payload`,
    results.map(({ list, total, page, whole }) => ({
      list: list.title,
      total,
      min: quantile(page, 0),
      p50: quantile(page, 0.5),
      p95: quantile(page, 0.95),
      'with payload, p50': quantile(whole, 0.5),
      'with payload, p95': quantile(whole, 0.95),
    })),
  );
  if (given.plans) {
    const plans = [];
    for (const list of cases) plans.push({ list: list.title, plan: await planOf(dataSource, list) });
    printTable('Plans', plans);
  }
  return sqlBars(results);
}

function sqlBars(results) {
  const slowest = (bar, limitMs, belongs) => {
    const p95 = (result) => quantile(result.page, 0.95);
    const [worst] = results.filter(({ list }) => belongs(list)).sort((a, b) => p95(b) - p95(a));
    return maxBar(bar, limitMs, p95(worst), worst.list.title);
  };
  // Compared by the whole list, as it is sent: finding a deep page costs a few milliseconds, a small part of sending it.
  const median = (title) => quantile(results.find(({ list }) => list.title === title).whole, 0.5);
  const deepRatios = DEEP_LISTS.map(([label]) => [label, median(`${label}, offset ${deepOffset}`) / median(label)]);
  const [deepest, ratio] = deepRatios.sort((a, b) => b[1] - a[1])[0];
  const isLong = ({ search }) => search !== null && search.length > 2;
  const filteredSearch = slowest(
    'search of three characters or more with a filter, p95 ms',
    100,
    (list) => isLong(list) && list.filtered,
  );
  const shortSearch = slowest(
    'search of one or two characters, p95 ms',
    1_000,
    (list) => list.search !== null && !isLong(list),
  );
  printFigures({
    'list.search-with-filter.p95': filteredSearch.measured,
    'list.short-search.p95': shortSearch.measured,
  });
  return [
    slowest('filters, p95 ms', 50, ({ search }) => search === null),
    slowest('search alone, three characters or more, p95 ms', 50, (list) => isLong(list) && !list.filtered),
    filteredSearch,
    shortSearch,
    maxBar(`offset ${deepOffset} to offset 0, with payload, p50`, 2, ratio, deepest),
  ];
}

function maxBar(bar, limit, measured, at) {
  return { bar, limit, measured, met: measured <= limit ? 'yes' : 'NO', at };
}

async function timesOf(work) {
  await work();
  const times = [];
  for (const _round of roundsOf(rounds)) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}

async function measureHttp(dataSource, accountId, key) {
  const all = { ...NO_FILTER, accountId };
  for (const range of [
    { limit: 1000, offset: 0 },
    { limit: 100, offset: deepOffset },
  ])
    await addPayloads(dataSource, (await findPage(dataSource, all, range)).ids);
  const servers = [];
  try {
    const bare = await startReference(join(import.meta.dirname, 'bare-server.mjs'), [url]);
    servers.push({ title: 'node:http', path: '/', ...bare });
    const stores = { databaseUrl: url, redisUrl: process.env.REDIS_URL ?? embedded.redisUrl, dataDir };
    servers.push({
      title: 'the service',
      path: '/api/v1/analysis/',
      ...(await startService(stores, { PROCESS: 'api' })),
    });
    return await compareServers(servers, { 'x-api-key': key });
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function compareServers(servers, headers) {
  const load = (server, query, time) =>
    runLoad(server, { path: () => `${server.path}?${query}`, headers, connections: CONNECTIONS, seconds: time });
  // The resident memory of a process is steady once its code is compiled and its connections are open.
  for (const server of servers) await load(server, 'limit=1&offset=0', 2);
  const idleMb = await Promise.all(servers.map((server) => server.rssMb()));

  const lines = [];
  // The longest list first: it sets the peak of the memory, whatever follows.
  for (const query of [
    'limit=1000&offset=0',
    'limit=100&offset=0',
    'limit=10&offset=0',
    `limit=100&offset=${deepOffset}`,
    // The bare server knows no summaries: these lines compare them with its whole lists.
    ...SUMMARIES,
  ]) {
    const results = servers.map(() => []);
    for (const server of servers) await load(server, query, 1);
    for (const round of roundsOf(HTTP_ROUNDS)) {
      reportProgress(`${query}: round ${round + 1} of ${HTTP_ROUNDS}`);
      for (const [i, server] of servers.entries()) results[i].push(await load(server, query, seconds));
    }
    const figures = results.map(medians);
    for (const [i, figure] of figures.entries()) {
      lines.push(httpLine(query, servers[i], figure, figures[0], (await servers[i].rssMb('VmHWM')) - idleMb[i]));
    }
  }
  printTable(
    `HTTP, ${CONNECTIONS} connections, with payload, medians of ${HTTP_ROUNDS} rounds of ${seconds} s; idle ${idleMb.map(Math.round).join(' and ')} MB`,
    lines,
  );
  const ofWholeLists = ({ server, list }) => server === servers.at(-1).title && !SUMMARIES.includes(list);
  const whole = lines.filter(ofWholeLists);
  printFigures({
    'list.limit-100.cpu': whole.find(({ list }) => list === 'limit=100&offset=0')['CPU to node:http'],
    'list.limit-1000.memory': whole[0]['RSS grown to its peak, MB'],
  });
  return httpBars(whole);
}

function httpLine(query, { title }, figure, base, grownMb) {
  return {
    list: query,
    server: title,
    'req/s': figure.perSecond,
    'to node:http': figure.perSecond / base.perSecond,
    'p50 ms': figure.p50,
    'p99 ms': figure.p99,
    'CPU µs/req': figure.cpuUs,
    'CPU to node:http': figure.cpuUs / base.cpuUs,
    'RSS grown to its peak, MB': grownMb,
  };
}

/** @param lines those of the service. The last one is the deep page, whose bar is measured in SQL. */
function httpBars(lines) {
  const rates = lines.slice(0, -1).map((line) => {
    const ratio = line['to node:http'];
    return {
      bar: 'req/s to node:http, at least',
      limit: 0.5,
      measured: ratio,
      met: ratio >= 0.5 ? 'yes' : 'NO',
      at: line.list,
    };
  });
  return [...rates, maxBar('RSS growth, MB', 120, lines[0]['RSS grown to its peak, MB'], lines[0].list)];
}

async function asAdmin(statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

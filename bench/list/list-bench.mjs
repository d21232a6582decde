// How fast is the list? Fills a database of its own, prints times and plans, and the ratio to a bare node:http server.
//   npm run bench:list -- [--rows 5000000] [--account-rows 1000000] [--rounds 20] [--seconds 4] [--plans] [--json] [--keep DIR]
//     [--only sql|http]
// Uses the Postgres of DATABASE_URL (a new database is made there and dropped again), else an embedded one. With --keep the
// embedded one stays in DIR, and a later run with the same sizes measures without filling: 6 GB at full size.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { findPage } from '../../dist/src/analysis/analysis-page.js';
import { AnalysisReader } from '../../dist/src/analysis/analysis-reader.js';
import { searchPage } from '../../dist/src/analysis/analysis-search.js';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { medians, quantile, runLoad } from '../measure/load.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { printTable, tell } from '../measure/table.mjs';
import { addPayloads, fill } from './fill.mjs';

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
const deep = Math.floor(accountRows * 0.9);
/** Lists that are also asked for far behind their start. */
const DEEP = [
  ['no filter', {}],
  ['completed', { status: 'completed' }],
];
const HTTP_ROUNDS = 3;
const CONNECTIONS = 4;

const dataDir = given.keep ? resolve(given.keep) : await mkdtemp(join(tmpdir(), 'bench-list-'));
await mkdir(dataDir, { recursive: true });
// Below a folder that PostgreSQL's own user cannot enter it would put its data elsewhere, and there it would stay.
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
  const { accountId, key } = await filled();
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
// The embedded stores leave timers behind that would keep the process.
process.exit();

async function filled() {
  const note = join(dataDir, `filled-${rows}-${accountRows}.json`);
  const kept = given.keep ? await readFile(note, 'utf8').then(JSON.parse, () => null) : null;
  if (kept) {
    await migrate(url);
    return kept;
  }
  if (given.keep) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${name}`);
  const startedAt = performance.now();
  const passed = () => (performance.now() - startedAt) / 1000;
  const made = await fill(url, rows, accountRows, (step) => tell(`${passed().toFixed(0)} s: ${step}`));
  printTable('The table', [
    {
      analyses: rows,
      'of the account': accountRows,
      'filled in s': passed(),
      'of it the counting migrations, s': made.migrationMs / 1000,
    },
  ]);
  await writeFile(note, JSON.stringify(made));
  return made;
}

async function measureSql(dataSource, accountId) {
  const reader = new AnalysisReader(dataSource, { link: async ({ key }) => `https://recordings.example/${key}` });
  const cases = await casesOf(dataSource, accountId);
  tell(`Payloads for the pages of ${cases.length} lists`);
  for (const one of cases) await addPayloads(dataSource, (await one.ask(dataSource)).ids);
  await dataSource.query('VACUUM ANALYZE analysis_payload');
  const results = [];
  for (const one of cases) {
    tell(one.title);
    const page = await timesOf(() => one.ask(dataSource));
    const whole = await timesOf(async () => {
      for await (const _ of await reader.list(accountId, one.query));
    });
    const { total } = await one.ask(dataSource);
    results.push({ one, total, page, whole });
  }
  printTable(
    `SQL on one warm connection, ms, ${rounds} rounds: ids of the page and total; then the whole list as JSON text, with payload`,
    results.map(({ one, total, page, whole }) => ({
      list: one.title,
      total,
      least: quantile(page, 0),
      p50: quantile(page, 0.5),
      p95: quantile(page, 0.95),
      'with payload, p50': quantile(whole, 0.5),
      'with payload, p95': quantile(whole, 0.95),
    })),
  );
  if (given.plans) {
    const plans = [];
    for (const one of cases) plans.push({ list: one.title, plan: await planOf(dataSource, one) });
    printTable('Plans', plans);
  }

  const worst = (bar, barMs, belongs) => {
    const p95 = (result) => quantile(result.page, 0.95);
    const slowest = results.filter(({ one }) => belongs(one)).sort((a, b) => p95(b) - p95(a))[0];
    return {
      bar,
      most: barMs,
      measured: p95(slowest),
      ok: p95(slowest) <= barMs ? 'yes' : 'NO',
      by: slowest.one.title,
    };
  };
  // Of the whole list, as it is sent: finding a deep page costs milliseconds more, a small part of sending it.
  const median = (title) => quantile(results.find(({ one }) => one.title === title).whole, 0.5);
  const deepRatios = DEEP.map(([label]) => [label, median(`${label}, offset ${deep}`) / median(label)]);
  const [deepest, ratio] = deepRatios.sort((a, b) => b[1] - a[1])[0];
  const alone = ({ filtered, search }) => search !== null && !filtered;
  return [
    worst('filters, p95 ms', 50, ({ search }) => search === null),
    worst('search alone, three characters or more, p95 ms', 50, (one) => alone(one) && one.search.length > 2),
    worst('search alone, one or two characters, p95 ms', 700, (one) => alone(one) && one.search.length <= 2),
    worst('search with a filter, p95 ms', 250, ({ filtered, search }) => search !== null && filtered),
    {
      bar: `offset ${deep} to offset 0, with payload, p50`,
      most: 2,
      measured: ratio,
      ok: ratio <= 2 ? 'yes' : 'NO',
      by: deepest,
    },
  ];
}

async function casesOf(dataSource, accountId) {
  const one = async (statement) => Object.values((await dataSource.query(statement, [accountId]))[0] ?? {})[0];
  const party = (kind, order) =>
    one(`SELECT value FROM analysis_party WHERE account_id = $1 AND kind = '${kind}' ORDER BY ${order} LIMIT 1`);
  const busy = await party('agent', 'n DESC');
  const quiet = await party('agent', 'n');
  const contactId = await party('contact', 'n DESC');
  const agentId = (
    await dataSource.query('SELECT agent_id FROM analysis WHERE account_id = $1 AND contact_id = $2 LIMIT 1', [
      accountId,
      contactId,
    ])
  )[0].agent_id;
  const filters = [
    ['no filter', {}],
    ['completed', { status: 'completed' }],
    ['failed', { status: 'failed' }],
    ['processing', { status: 'processing' }],
    ['busy agent', { agentId: busy }],
    ['quiet agent', { agentId: quiet }],
    ['contact', { contactId }],
    ['busy agent + completed', { agentId: busy, status: 'completed' }],
    ['contact + completed', { contactId, status: 'completed' }],
    ['agent + contact', { agentId, contactId }],
    ['agent + contact + completed', { agentId, contactId, status: 'completed' }],
  ];
  const searches = [null, contactId, 'agent_0001', 'AGENT_00', 'agent', '001', '-0', 'ab', '1', '2', 'b', 'nobody'];
  const made = [];
  const add = (title, filter, search, range) => {
    const whole = { accountId, status: null, agentId: null, contactId: null, ...filter };
    const find = (sql) => (search === null ? findPage(sql, whole, range) : searchPage(sql, whole, search, range));
    made.push({
      title,
      search,
      filtered: Object.keys(filter).length > 0,
      query: { ...range, search, status_filter: whole.status, agent_id: whole.agentId, contact_id: whole.contactId },
      ask: (sql) => (search === null || sql !== dataSource ? find(sql) : sql.transaction('REPEATABLE READ', find)),
    });
  };
  for (const search of searches) {
    for (const [label, filter] of filters) {
      add(search === null ? label : `search ${search}, ${label}`, filter, search, { limit: 100, offset: 0 });
    }
  }
  for (const [label, filter] of DEEP) add(`${label}, offset ${deep}`, filter, null, { limit: 100, offset: deep });
  const half = Math.floor(accountRows / 16);
  add(`busy agent, offset ${half}`, { agentId: busy }, null, { limit: 100, offset: half });
  add('no filter, limit 1000', {}, null, { limit: 1000, offset: 0 });
  return made;
}

async function timesOf(work) {
  await work();
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}

/** What reads tables in each statement, outermost first. */
async function planOf(dataSource, one) {
  const plans = [];
  await dataSource.transaction('REPEATABLE READ', (tx) =>
    one.ask({
      query: async (statement, parameters) => {
        if (parameters) plans.push(summaryOf(await tx.query(`EXPLAIN (FORMAT JSON) ${statement}`, parameters)));
        return tx.query(statement, parameters);
      },
    }),
  );
  return plans.join(' | ');
}

function summaryOf(explained) {
  const names = [];
  const visit = (node) => {
    const kind = node['Node Type'];
    const target = node['Index Name'] ?? node['Relation Name'];
    if (target || /Join|Loop/.test(kind)) names.push(target ? `${short(kind)}(${target})` : short(kind));
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(explained[0]['QUERY PLAN'][0].Plan);
  return names.join(' ');
}

function short(kind) {
  return kind.replace('Index Only Scan', 'only').replace('Index Scan', 'index').replace(' Scan', '').toLowerCase();
}

async function measureHttp(dataSource, accountId, key) {
  const all = { accountId, status: null, agentId: null, contactId: null };
  for (const range of [
    { limit: 1000, offset: 0 },
    { limit: 100, offset: deep },
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
    const headers = { 'x-api-key': key };
    const load = (server, query, time) =>
      runLoad(server, { path: () => `${server.path}?${query}`, headers, connections: CONNECTIONS, seconds: time });
    // A process has its working size once its code is compiled and its connections stand.
    for (const server of servers) await load(server, 'limit=1&offset=0', 2);
    const idleMb = await Promise.all(servers.map((server) => server.rssMb()));

    const lines = [];
    const ratios = [];
    // The longest first: the peak is theirs whatever follows.
    for (const query of [
      'limit=1000&offset=0',
      'limit=100&offset=0',
      'limit=10&offset=0',
      `limit=100&offset=${deep}`,
    ]) {
      const results = servers.map(() => []);
      for (const server of servers) await load(server, query, 1);
      for (let round = 0; round < HTTP_ROUNDS; round++) {
        tell(`${query}: round ${round + 1} of ${HTTP_ROUNDS}`);
        for (const [i, server] of servers.entries()) results[i].push(await load(server, query, seconds));
      }
      const [base, ...rest] = results.map(medians);
      for (const [i, one] of [base, ...rest].entries()) {
        lines.push({
          list: query,
          server: servers[i].title,
          'req/s': one.perSecond,
          'to node:http': one.perSecond / base.perSecond,
          'p50 ms': one.p50,
          'p99 ms': one.p99,
          'CPU µs/req': one.cpuUs,
          'CPU to node:http': one.cpuUs / base.cpuUs,
          'RSS grown to its peak, MB': (await servers[i].rssMb('VmHWM')) - idleMb[i],
        });
      }
      ratios.push([query, lines.at(-1)]);
    }
    printTable(
      `HTTP, ${CONNECTIONS} connections, with payload, medians of ${HTTP_ROUNDS} rounds of ${seconds} s; idle ${idleMb.map(Math.round).join(' and ')} MB`,
      lines,
    );
    const grown = ratios[0][1]['RSS grown to its peak, MB'];
    return [
      ...ratios.slice(0, 3).map(([query, line]) => {
        const ratio = line['to node:http'];
        return {
          bar: 'req/s to node:http, at least',
          most: 0.5,
          measured: ratio,
          ok: ratio >= 0.5 ? 'yes' : 'NO',
          by: query,
        };
      }),
      { bar: 'RSS growth, MB', most: 250, measured: grown, ok: grown <= 250 ? 'yes' : 'NO', by: ratios[0][0] },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function asAdmin(statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

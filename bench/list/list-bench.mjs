// How fast is the list? Fills a database of its own and prints times, plans, and the ratio to a bare node:http server.
//   npm run bench:list -- [--rows 5000000] [--account-rows 1000000] [--rounds 20] [--seconds 4]
// Uses the Postgres of DATABASE_URL (a new database is made there and dropped again), else an embedded one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { findPage } from '../../dist/src/analysis/analysis-page.js';
import { searchPage } from '../../dist/src/analysis/analysis-search.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { startEmbedded } from '../../dist/src/platform/embedded/embedded.js';
import { fill } from './fill.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    'account-rows': { type: 'string' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
  },
});
const rows = Number(given.rows);
const accountRows = Number(given['account-rows'] ?? rows / 5);
const rounds = Number(given.rounds);
const seconds = Number(given.seconds);

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

const dataDir = await mkdtemp(join(tmpdir(), 'bench-list-'));
const embedded = await startEmbedded({
  dataDir,
  cacheDir: resolve('.data/cache'),
  needPostgres: process.env.DATABASE_URL === undefined,
  needRedis: true,
  production: false,
  durable: false,
  log: () => undefined,
});
const serverUrl = process.env.DATABASE_URL ?? embedded.databaseUrl;
const name = `bench_list_${process.pid}`;
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
try {
  await asAdmin(`CREATE DATABASE ${name}`);
  const startedAt = Date.now();
  const { accountId, key, migrationMs } = await fill(url, rows, accountRows);
  console.log(
    `${rows} analyses, ${accountRows} of the account: filled in ${since(startedAt)} s, of it ${migrationMs} ms in the migration`,
  );
  await measureSql(accountId);
  await measureHttp(key);
} finally {
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measureSql(accountId) {
  const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
  const one = async (statement) => Object.values((await dataSource.query(statement, [accountId]))[0] ?? {})[0];
  const party = (kind, order) =>
    one(`SELECT value FROM analysis_party WHERE account_id = $1 AND kind = '${kind}' ORDER BY ${order} LIMIT 1`);
  const busy = await party('agent', 'n DESC');
  const quiet = await party('agent', 'n');
  const contact = await party('contact', 'n DESC');
  const agentOfContact = await dataSource
    .query('SELECT agent_id FROM analysis WHERE account_id = $1 AND contact_id = $2 LIMIT 1', [accountId, contact])
    .then((found) => found[0].agent_id);
  const deep = Math.floor(accountRows * 0.9);
  const cases = [
    ['no filter', {}, {}],
    ['no filter, limit 1000', {}, { limit: 1000 }],
    [`no filter, offset ${deep}`, {}, { offset: deep }],
    ['status completed', { status: 'completed' }, {}],
    ['status failed', { status: 'failed' }, {}],
    ['status processing (none)', { status: 'processing' }, {}],
    [`status completed, offset ${deep}`, { status: 'completed' }, { offset: deep }],
    ['agent, busiest', { agentId: busy }, {}],
    ['agent, quietest', { agentId: quiet }, {}],
    ['agent, busiest, offset half', { agentId: busy }, { offset: Math.floor(accountRows / 16) }],
    ['agent + status', { agentId: busy, status: 'completed' }, {}],
    ['contact', { contactId: contact }, {}],
    ['contact + status', { contactId: contact, status: 'completed' }, {}],
    ['agent + contact', { agentId: agentOfContact, contactId: contact }, {}],
    ['agent + contact + status', { agentId: agentOfContact, contactId: contact, status: 'completed' }, {}],
    ['search, one contact', {}, {}, contact],
    ['search agent_0001', {}, {}, 'agent_0001'],
    ['search agent_00', {}, {}, 'AGENT_00'],
    ['search agent (all)', {}, {}, 'agent'],
    ['search agent (all), offset', {}, { offset: deep }, 'agent'],
    ['search -0 (contacts)', {}, {}, '-0'],
    ['search 001', {}, {}, '001'],
    ['search ab', {}, {}, 'ab'],
    ['search 1', {}, {}, '1'],
    ['search e (all)', {}, {}, 'e'],
    ['search, no match', {}, {}, 'nobody'],
    ['search agent_00 + status', { status: 'failed' }, {}, 'agent_00'],
    ['search 001 + status', { status: 'completed' }, {}, '001'],
    ['search -0 + status', { status: 'completed' }, {}, '-0'],
    ['search -0 + agent', { agentId: busy }, {}, '-0'],
    ['search 1 + status', { status: 'completed' }, {}, '1'],
    ['search agent_0 + contact', { contactId: contact }, {}, 'agent_0'],
  ];
  console.log(`\nSQL: page and total over one warm connection, ${rounds} rounds, ms`);
  console.log(`${'filter'.padEnd(34)}${'total'.padStart(9)}${'p50'.padStart(9)}${'p95'.padStart(9)}  plan`);
  for (const [title, filter, range, text] of cases) {
    const whole = { accountId, status: null, agentId: null, contactId: null, ...filter };
    const pageRange = { limit: 100, offset: 0, ...range };
    const ask = (sql) =>
      text === undefined ? findPage(sql, whole, pageRange) : searchPage(sql, whole, text, pageRange);
    const run = () => (text === undefined ? ask(dataSource) : dataSource.transaction('REPEATABLE READ', ask));
    const { total } = await run();
    const times = [];
    for (let i = 0; i < rounds; i++) {
      const from = performance.now();
      await run();
      times.push(performance.now() - from);
    }
    const plan = await dataSource.transaction('REPEATABLE READ', async (tx) => {
      const plans = [];
      await ask({
        query: async (statement, parameters) => {
          if (parameters) plans.push(summaryOf(await tx.query(`EXPLAIN (FORMAT JSON) ${statement}`, parameters)));
          return tx.query(statement, parameters);
        },
      });
      return plans.join(' | ');
    });
    console.log(`${title.padEnd(34)}${String(total).padStart(9)}${ms(times, 0.5)}${ms(times, 0.95)}  ${plan}`);
  }
  await dataSource.destroy();
}

/** What reads tables, outermost first. */
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

async function measureHttp(key) {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.mjs'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const barePort = Number(String((await once(bare.stdout, 'data'))[0]));
  const port = barePort + 1;
  const service = spawn(process.execPath, [resolve('dist/src/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      REDIS_URL: embedded.redisUrl,
      PROCESS: 'api',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(dataDir, 'service'),
      RATE_LIMIT_DEFAULT: '0',
      LOG_LEVEL: 'silent',
    },
  });
  try {
    const targets = [
      { title: 'bare', pid: bare.pid, base: `http://127.0.0.1:${barePort}/` },
      { title: 'service', pid: service.pid, base: `http://127.0.0.1:${port}/api/v1/analysis/` },
    ];
    await untilAnswered(`${targets[1].base}?limit=1`, key);
    const idle = await Promise.all(targets.map(async ({ title, pid }) => `${title} ${await rssMb(pid, 'VmRSS')} MB`));
    console.log(`\nResident before the load: ${idle.join(', ')}`);
    console.log(`HTTP: 4 connections, with payload, ${seconds} s a round, rounds interleaved`);
    for (const query of ['limit=100&offset=0', 'limit=10&offset=0', 'limit=1000&offset=0']) {
      const results = { bare: [], service: [] };
      for (let round = 0; round < 3; round++) {
        for (const { title, pid, base } of targets) results[title].push(await load(`${base}?${query}`, key, pid));
      }
      const median = (title, field) => results[title].map((one) => one[field]).sort((a, b) => a - b)[1];
      for (const { title, pid } of targets) {
        console.log(
          `${query.padEnd(22)}${title.padEnd(9)}${median(title, 'perSecond').toFixed(1).padStart(8)} req/s  ` +
            `p50 ${median(title, 'p50').toFixed(1)} ms  p99 ${median(title, 'p99').toFixed(1)} ms  ` +
            `CPU ${median(title, 'cpuMs').toFixed(2)} ms/req  ${(median(title, 'bytes') / 1e6).toFixed(2)} MB  ` +
            `RSS peak so far ${await rssMb(pid, 'VmHWM')} MB`,
        );
      }
      const ratio = (field) => (median('service', field) / median('bare', field)).toFixed(2);
      console.log(`${query.padEnd(22)}ratio    ${ratio('perSecond').padStart(8)} req/s  CPU ${ratio('cpuMs')}`);
    }
  } finally {
    for (const child of [bare, service]) {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
  }
}

async function untilAnswered(address, key) {
  let last = '';
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    last = await get(address, key).then(
      ({ status }) => String(status),
      (error) => error.message,
    );
    if (last === '200') return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The service did not start: ${last}`);
}

function get(address, key) {
  return new Promise((done, failed) => {
    request(address, { agent, headers: { 'x-api-key': key } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => done({ status: response.statusCode, bytes }));
      response.on('error', failed);
    })
      .on('error', failed)
      .end();
  });
}

async function load(address, key, pid) {
  await get(address, key);
  const times = [];
  let bytes = 0;
  const cpuBefore = await cpuMs(pid);
  const from = performance.now();
  const lane = async () => {
    while (performance.now() - from < seconds * 1000) {
      const sentAt = performance.now();
      const answer = await get(address, key);
      if (answer.status !== 200) throw new Error(`Answered ${answer.status}`);
      bytes = answer.bytes;
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  const elapsed = (performance.now() - from) / 1000;
  return {
    perSecond: times.length / elapsed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuMs: ((await cpuMs(pid)) - cpuBefore) / times.length,
    bytes,
  };
}

/** User and system time so far; Linux counts it in hundredths of a second. NaN elsewhere. */
async function cpuMs(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** @param field `VmRSS`, or `VmHWM` for the peak; NaN where there is no /proc */
async function rssMb(pid, field) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

async function asAdmin(statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function quantile(times, at) {
  return [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * at))];
}

function ms(times, at) {
  return quantile(times, at).toFixed(1).padStart(9);
}

function since(at) {
  return ((Date.now() - at) / 1000).toFixed(1);
}

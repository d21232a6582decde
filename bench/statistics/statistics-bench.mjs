// How fast are statistics beside a list? Fills an account with calls, their evaluations and the sums of both, and asks the
// service's readers in turns: figures by several groupings, and the first page of the list.
//   npm run bench -- --only statistics -- [--calls 1000000] [--agents 200] [--rounds 40]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AnalysisReader } from '../../dist/src/calls/analysis-reader.js';
import { startEmbedded } from '../../dist/src/embedded/embedded.js';
import { StatisticsQuery } from '../../dist/src/insight/statistics/reading/statistics.requests.js';
import { StatisticsReader } from '../../dist/src/insight/statistics/reading/statistics-reader.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { readInput } from '../../dist/src/platform/http/validation/read-input.js';
import { quantile } from '../measure/load.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { fillStatistics } from './fill-statistics.mjs';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    agents: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '40' },
  },
});
const [calls, agents, rounds] = [given.calls, given.agents, given.rounds].map(Number);

const YEAR = 'created_after=2025-01-01T00:00:00Z&created_before=2026-01-01T00:00:00Z';
const BERLIN = 'created_after=2024-12-31T23:00:00Z&created_before=2025-12-31T23:00:00Z&timezone=Europe/Berlin';
/** Half an hour beside UTC: pieces of hours are read call by call. */
const KOLKATA = 'created_after=2024-12-31T18:30:00Z&created_before=2025-12-31T18:30:00Z&timezone=Asia/Kolkata';
const QUESTIONS = [
  [
    'one month, by agent',
    `created_after=2025-06-01T00:00:00Z&created_before=2025-07-01T00:00:00Z&group_by=month,agent`,
  ],
  ['month by agent', `${YEAR}&group_by=month,agent`],
  ['month by agent, in Berlin', `${BERLIN}&group_by=month,agent`],
  ['month by agent, compared', `${YEAR}&group_by=month,agent&compare=previous`],
  ['evaluations, month by agent', `of=evaluations&${YEAR}&group_by=month,agent`],
  ['day, of one agent, in Berlin', `${BERLIN}&group_by=day&agent_id=agent-7`],
  ['day', `${YEAR}&group_by=day`],
  ['day, in Kolkata', `${KOLKATA}&group_by=day`],
  ['answers by question', `of=answers&${YEAR}&group_by=question`],
  [
    'contact, of one day, call by call',
    'created_after=2025-06-02T00:00:00Z&created_before=2025-06-03T00:00:00Z&group_by=contact',
  ],
];
/** Reads every call one by one; where that takes over 20 s, the service refuses it. */
const LONGEST = ['violation, call by call', `${YEAR}&group_by=violation`];

const dataDir = await mkdtemp(join(tmpdir(), 'bench-statistics-'));
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
const serverUrl = embedded.databaseUrl ?? process.env.DATABASE_URL;
const name = `bench_statistics_${process.pid}`;
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
try {
  await asAdmin(`CREATE DATABASE ${name}`);
  await migrate(url);
  const dataSource = await new DataSource(dataSourceOptions(url, 2)).initialize();
  const accountId = await fillStatistics(dataSource, { calls, agents }, reportProgress);
  await measure(dataSource, accountId);
  await dataSource.destroy();
} finally {
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

async function measure(dataSource, accountId) {
  const list = new AnalysisReader(dataSource, { link: async ({ key }) => `https://recordings.example/${key}` });
  const statistics = new StatisticsReader(dataSource);
  const askList = () => list.list(accountId, { view: 'full', limit: 20, offset: 0 });
  const ask = (query) => {
    const fields = Object.fromEntries(new URLSearchParams(query));
    return statistics.read({ accountId, livemode: true }, readInput(StatisticsQuery, fields, 'query'));
  };
  const rowsOf = (json) => JSON.parse(Buffer.from(json).toString()).rows.length;
  const base = [];
  const times = QUESTIONS.map(() => []);
  const rows = [];
  for (let round = -2; round < rounds; round++) {
    const isMeasured = round >= 0;
    const listed = await timeOf(askList);
    if (isMeasured) base.push(listed.ms);
    for (const [place, [, query]] of QUESTIONS.entries()) {
      const asked = await timeOf(() => ask(query));
      rows[place] ??= rowsOf(asked.result);
      if (isMeasured) times[place].push(asked.ms);
    }
  }
  const longest = await timeOf(() => ask(LONGEST[1]).catch(() => '{"rows":[]}'));
  const line = (title, count, those) => ({
    question: title,
    rows: count,
    'p50 ms': quantile(those, 0.5),
    'p95 ms': quantile(those, 0.95),
    'p95 to the list': quantile(those, 0.95) / quantile(base, 0.95),
  });
  const lines = QUESTIONS.map(([title], place) => line(title, rows[place], times[place]));
  printTable(`Of ${calls} calls of ${agents} agents in a year, on one warm connection`, [
    line('GET /analysis?limit=20', 20, base),
    ...lines,
    line(LONGEST[0], rowsOf(longest.result), [longest.ms]),
  ]);
  const byTitle = (title) => lines.find(({ question }) => question === title)['p95 to the list'];
  printFigures({
    'statistics.one-month-by-agent.p95': byTitle('one month, by agent'),
    'statistics.month-by-agent.p95': byTitle('month by agent'),
  });
}

async function timeOf(work) {
  const from = performance.now();
  const result = await work();
  return { ms: performance.now() - from, result };
}

async function asAdmin(statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

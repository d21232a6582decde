// What does it cost a member to see two teams of twelve? Lists, statistics and searches of the member beside the owner's.
//   npm run bench -- --only sight -- [--calls 200000] [--rounds 5] [--seconds 1] [--json] [--plans]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { apiKeyPrefix, hashApiKeySecret, newApiKeySecret } from '../../dist/src/accounts/api-keys/api-key-secret.js';
import { wordsOfCall } from '../../dist/src/calls/words/call-words.js';
import { LISTS } from '../../dist/src/calls/words/frequent-words.js';
import { repairSums } from '../../dist/src/insight/statistics/sums/reconcile.js';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';
import { medians, runLoad } from '../measure/load.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { wordOf } from '../search/fill.mjs';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'boolean' },
  },
});
const [calls, rounds, seconds] = [given.calls, given.rounds, given.seconds].map(Number);
const TEAMS = ['team-3', 'team-7'];
const CONNECTIONS = 4;
const BATCH = 20_000;
const WORDS = 60;
const DIFFERENT_CALLS = 400;

const daysAgo = (days) => new Date(Math.floor(Date.now() / 1000) * 1000 - days * 86_400_000).toISOString();
const LIST = '/api/v1/analysis?view=summary&limit=20';
const CASES = {
  'first page': LIST,
  'page at offset 1,000': `${LIST}&offset=1000`,
  completed: `${LIST}&status_filter=completed`,
  live: `${LIST}&livemode=true`,
  'of 30 days': `${LIST}&created_after=${daysAgo(30)}`,
  inbound: `${LIST}&direction=inbound`,
  'flagged, German': `${LIST}&flagged=true&language=de`,
  'a violation': `${LIST}&violation=pin_requested`,
  'a low score': `${LIST}&compliance_score_max=20`,
  'one agent': `${LIST}&agent_id=agent-3`,
  'search for an agent': `${LIST}&search=agent-1`,
  statistics: `/api/v1/statistics?group_by=agent&created_after=${daysAgo(360)}&created_before=${daysAgo(1)}`,
  'statistics by violation': `/api/v1/statistics?group_by=violation&created_after=${daysAgo(30)}&created_before=${daysAgo(1)}`,
  'a common word': `/api/v1/search?q=${wordOf(20)}`,
  'a rarer word': `/api/v1/search?q=${wordOf(900)}`,
};

const ADD = `
  WITH made AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, now() - (1 - n / $4::float8) * interval '365 days' AS at, floor(random() * 300)::int AS agent, n
    FROM generate_series($2::int, $3::int) AS n),
  calls AS (
    INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, created_at,
      settled_at, processing_time_ms, custom_metadata, team, duration_ms, direction, spoken_language, flagged, violations,
      compliance_score, quality_score, not_assessable, overruled)
    SELECT id, $1, random() >= 0.02, 'agent-' || agent, 'cust-' || floor(random() * 40000), 'r', 'recordings/' || id, 'wav', 'completed', at,
      at, 8000, json_build_object('team', 'team-' || agent % 12)::text, 'team-' || agent % 12, (exp(random() * 8.2) * 1000)::bigint,
      CASE WHEN random() < 0.6 THEN 'inbound' ELSE 'outbound' END, CASE WHEN random() < 0.8 THEN 'de' ELSE 'en' END, random() < 0.3,
      CASE WHEN random() < 0.1 THEN '{pin_requested}'::text[] ELSE '{}' END, floor(100 * sqrt(random())), floor(101 * random()), 0, false
    FROM made RETURNING id)
  INSERT INTO call_words (analysis_id, account_id, livemode, created_at, agent_id, contact_id, in_pieces, words, frequent_words)
  SELECT made.id, $1, true, at, 'agent-' || agent, 'cust', false, words, ${LISTS} FROM made JOIN drawn ON drawn.n = made.n % $5::int`;

const stores = await openStores('sight');
let service;
try {
  const startedAt = performance.now();
  const log = (step) => reportProgress(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${step}`);
  const { accountId, key } = await addAccount(stores);
  const memberKey = await addMember(accountId);
  const dataSource = await new DataSource(dataSourceOptions(stores.databaseUrl, 2)).initialize();
  await fill(dataSource, accountId, log);
  await dataSource.destroy();
  service = await startService(stores, { PROCESS: 'api' });
  await measure({ owner: key, member: memberKey });
} finally {
  await service?.stop();
  await stores.close();
}
process.exit();

/** @returns a key of the member, which sees what the member sees */
async function addMember(accountId) {
  const [id, key] = [randomUUID(), newApiKeySecret(true)];
  await stores.query(
    `INSERT INTO member (id, account_id, email, email_folded, role, teams, email_verified_at) VALUES ($1, $2, 'm@x', 'm@x', 'analyst', $3, now())`,
    [id, accountId, TEAMS],
  );
  await stores.query(
    `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, last_used_at, created_by)
     VALUES ($1, $2, 'member', $3, $4, true, '{analysis:read}', now() + interval '1 day', $5)`,
    [randomUUID(), accountId, apiKeyPrefix(key), hashApiKeySecret(key), id],
  );
  return key;
}

/** A year of calls, oldest first, of 300 agents in 12 teams; triggers count what lists are filtered by. */
async function fill(dataSource, accountId, log) {
  const runner = dataSource.createQueryRunner();
  await runner.query(
    `SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'; SELECT setseed(0.5)`,
  );
  for (let month = 0; month < 14; month++)
    await runner.query("SELECT make_call_words_partition(now() - $1 * interval '1 month')", [month]);
  await runner.query('CREATE TEMP TABLE drawn (n int PRIMARY KEY, words tsvector)');
  for (let n = 0; n < DIFFERENT_CALLS; n++)
    await runner.query('INSERT INTO drawn VALUES ($1, $2::tsvector)', [n, await draw()]);
  for (let from = 0; from < calls; from += BATCH) {
    await runner.query(ADD, [accountId, from, Math.min(calls, from + BATCH) - 1, calls, DIFFERENT_CALLS]);
    log(`${Math.min(calls, from + BATCH)} calls`);
  }
  await runner.query('TRUNCATE stat_delta');
  await repairSums(dataSource, accountId);
  log('sums');
  await runner.query('VACUUM ANALYZE');
  await runner.release();
}

/** Words as the law of Zipf has them. */
async function draw() {
  const text = Array.from({ length: WORDS }, () => wordOf(Math.floor(2_000 ** Math.random()))).join(' ');
  return (await wordsOfCall([{ speaker: 'agent', text }])).words;
}

async function measure(keys) {
  const load = (title, who) =>
    runLoad(service, {
      path: () => CASES[title],
      headers: { 'x-api-key': keys[who] },
      connections: CONNECTIONS,
      seconds,
    });
  const lines = [];
  for (const title of Object.keys(CASES)) {
    const measured = { owner: [], member: [] };
    for (let round = -1; round < rounds; round++)
      for (const who of ['owner', 'member']) {
        const figures = await load(title, who);
        if (round >= 0) measured[who].push(figures);
      }
    const [owner, member] = [medians(measured.owner), medians(measured.member)];
    lines.push({
      question: title,
      'owner p50 ms': owner.p50,
      'owner p95 ms': owner.p95,
      'member p50 ms': member.p50,
      'member p95 ms': member.p95,
      'p95 to the owner': member.p95 / owner.p95,
    });
    reportProgress(title);
  }
  printTable(
    `Two teams of twelve, ${calls} calls, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`,
    lines,
  );
  printFigures({ 'sight.lists.p95': Math.max(...lines.map((line) => line['p95 to the owner'])) });
}

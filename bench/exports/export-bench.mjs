// What an export costs: rows a second of each format to `COPY … TO STDOUT` of the same columns, and the memory of the worker that
// writes it. One API process and one worker at default settings.
//   npm run bench -- --only export -- [--rows 1000000] [--rounds 3] [--json]
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { NO_FILTER } from '../../dist/src/calls/listing/analysis-filter.js';
import { analysisCells } from '../../dist/src/insight/exports/rows/analyses.js';
import { makeSampleAnalysis } from '../../dist/src/webhooks/samples/sample-analysis.js';
import { columnsOf } from '../../dist/src/wire/export-columns.js';
import { asking } from '../measure/fresh-calls.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
const ROWS = Number(given.rows);
const ROUNDS = Number(given.rounds);
/** To COPY; of JSON Lines, which carry whole transcripts, there is no bar. */
const BARS = { csv: 0.4, parquet: 0.25 };
const MAX_MEMORY_MB = 64;

const stores = await openStores('export');
const running = [];
try {
  const { accountId, key } = await addAccount(stores);
  reportProgress(`Filling ${ROWS} analyses`);
  await fill(accountId);
  const env = { LOG_LEVEL: 'error', ANALYSIS_ENGINE: 'rules' };
  const api = await startService(stores, { ...env, PROCESS: 'api', DATA_DIR: `${stores.dataDir}/service` });
  running.push(api);
  const worker = await startService(stores, { ...env, PROCESS: 'worker', DATA_DIR: `${stores.dataDir}/service` });
  running.push(worker);
  const ask = asking(api, key);
  // What the first exports load and compile, and to what V8 grows its heap by them, is no memory of further rows.
  const created_after = Math.floor(Date.now() / 1000) - ROWS;
  for (const format of Object.keys(BARS)) await exportOf(ask, { of: 'analyses', format, filter: { created_after } });
  const table = [];
  const figures = {};
  for (const format of Object.keys(BARS)) {
    const [copies, exports] = [[], []];
    let memory = 0;
    for (let round = 0; round < ROUNDS; round++) {
      reportProgress(`${format}, round ${round + 1}`);
      copies.push(await copy(accountId));
      const before = await worker.rssMb();
      const watched = watch(worker);
      exports.push(await exportOf(ask, { of: 'analyses', format }));
      memory = Math.max(memory, (await watched()) - before);
    }
    const [copied, exported] = [copies, exports].map((seconds) => ROWS / median(seconds));
    figures[`export.${format}.rate`] = exported / copied;
    figures[`export.${format}.memory`] = memory;
    table.push({
      format,
      'rows a second': Math.round(exported),
      'of COPY': Math.round(copied),
      [`to COPY (bars ${BARS.csv} and ${BARS.parquet})`]: Number((exported / copied).toFixed(2)),
      [`memory, MB (bar ${MAX_MEMORY_MB})`]: Math.round(memory),
    });
  }
  printTable(`${ROWS} analyses, ${ROUNDS} rounds`, table);
  if (given.json) printFigures(figures);
} finally {
  for (const process of running.reverse()) await process.stop();
  await stores.close();
}

/** Without triggers, which would count each call: the sums are no part of an export. */
async function fill(accountId) {
  const sample = makeSampleAnalysis('completed', new Date());
  const results = JSON.stringify(sample.results ?? {});
  const client = new pg.Client({ connectionString: stores.databaseUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
  const BATCH = 50_000;
  for (let from = 0; from < ROWS; from += BATCH) {
    await client.query(
      `WITH made AS (
         INSERT INTO analysis (id, account_id, created_at, status, livemode, agent_id, contact_id, request_id, storage_key, audio_format,
           duration_ms, settled_at, processing_time_ms, call_started_at, direction, custom_metadata, spoken_language, compliance_score,
           quality_score, effort_score, customer_sentiment, flagged, violations, not_assessable, overruled)
         SELECT gen_random_uuid(), $1, now() - i * interval '10 seconds', 'completed', true, 'agent_' || i % 300, 'cust-' || md5(i::text),
           'bench', NULL, 'wav', 90000 + i % 5000, now(), 8000, now() - i * interval '10 seconds', 'inbound',
           '{"team":"north","campaign":"' || i % 50 || '"}', 'en', i % 101, i % 97, i % 6, 'neutral', i % 7 = 0, '{}', 0, false
         FROM generate_series($2::int, $3::int) AS i RETURNING id)
       INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
       SELECT id, '{}', '{}', $4, '{}', '{}' FROM made`,
      [accountId, from, Math.min(ROWS, from + BATCH) - 1, results],
    );
  }
  await client.query('VACUUM ANALYZE analysis');
  await client.query('VACUUM ANALYZE analysis_payload');
  await client.end();
}

/** @returns seconds */
async function exportOf(ask, json) {
  const { id } = await ask('/exports', json);
  for (;;) {
    const made = await ask(`/exports/${id}`);
    if (made.status === 'failed') throw new Error(made.error_message);
    if (made.status === 'completed') break;
    await pause(50);
  }
  const [{ seconds }] = await stores.query(
    'SELECT extract(epoch FROM settled_at - created_at)::float8 AS seconds FROM export WHERE id = $1',
    [id],
  );
  return seconds;
}

/** The same columns of the same rows, which this process only counts. @returns seconds */
async function copy(accountId) {
  const { cursor } = analysisCells(
    { filter: { ...NO_FILTER, accountId, livemode: true }, search: null },
    columnsOf('analyses'),
  );
  const text = cursor.text.replace(/\$(\d+)::(\w+)/g, (_, n, type) => `'${cursor.values[n - 1]}'::${type}`);
  const client = new pg.Client({
    connectionString: stores.databaseUrl,
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
  });
  await client.connect();
  const startedAt = performance.now();
  await new Promise((done, fail) => {
    client.query({
      submit: (connection) => connection.query(`COPY (${text}) TO STDOUT (FORMAT csv)`),
      handleError: fail,
      handleReadyForQuery: done,
      handleCopyData: () => undefined,
      handleCommandComplete: () => undefined,
    });
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await client.end();
  return seconds;
}

/** @returns a function that gives the highest memory since, in MB */
function watch(worker) {
  let highest = 0;
  const timer = setInterval(async () => {
    highest = Math.max(highest, await worker.rssMb().catch(() => 0));
  }, 50);
  return async () => {
    clearInterval(timer);
    return highest;
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

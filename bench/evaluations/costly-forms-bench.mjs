// Does an account that tries the dearest form on the longest call, and has it judged, hold others up? One API process and one
// worker at default settings. Prints how long the requests of another account take alone and beside it.
//   npm run bench -- --only costly -- [--seconds 15] [--json]
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toTranscriptResponse } from '../../dist/src/speech/transcript/transcript-wire.js';
import { runLoad } from '../measure/load.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { COSTLY_QUESTIONS, longTranscript } from './dearest-form.mjs';

const { values: given } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, json: { type: 'boolean' } },
});
const seconds = Number(given.seconds);
const BAR_MS = 100;
/** As many as an account may have running. */
const TRIES = 2;

const stores = await openStores('costly');
const running = [];
try {
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    ANALYSIS_ENGINE: 'rules',
    TRANSCRIPTION_ENGINE: 'compatible',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    LOG_LEVEL: 'error',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api, await startService(stores, { ...env, PROCESS: 'worker' }));
  const hostile = await addAccount(stores);
  const other = await addAccount(stores);
  await stores.query("UPDATE api_key SET scopes = scopes || '{evaluations:write}'");
  const card = await addCard(hostile.accountId);
  const longCall = await addCall(hostile.accountId, 10);
  const shortCall = await addCall(other.accountId, 0.05);
  const loads = [
    ['health', { path: () => '/health/live', headers: {} }],
    ['read', { path: () => `/api/v1/analysis/${shortCall}`, headers: { 'x-api-key': other.key } }],
  ];
  const measure = async () => {
    const measured = {};
    for (const [name, load] of loads) measured[name] = await runLoad(api, { ...load, connections: 2, seconds });
    return measured;
  };
  reportProgress('Warm');
  await measure();
  reportProgress('Alone');
  const alone = await measure();
  reportProgress('Beside tries and evaluations');
  let isOver = false;
  const tried = [];
  const tryUntilOver = async () => {
    while (!isOver) {
      tried.push(await tryOnce(api, hostile.key, card, longCall));
    }
  };
  const evaluateUntilOver = async () => {
    while (!isOver) {
      await order(hostile.accountId, longCall, card);
      await new Promise((done) => setTimeout(done, 1_000));
    }
  };
  const hostileWork = [...Array.from({ length: TRIES }, tryUntilOver), evaluateUntilOver()];
  const beside = await measure();
  isOver = true;
  await Promise.all(hostileWork);
  const [judged] = await stores.query(
    "SELECT count(*)::int AS n, count(*) FILTER (WHERE status = 'completed')::int AS done, max(fence)::int AS fence FROM evaluation",
  );
  const rows = loads.flatMap(([name]) => [
    { requests: `${name}, alone`, p50: alone[name].p50, p99: alone[name].p99 },
    { requests: `${name}, beside the dearest form`, p50: beside[name].p50, p99: beside[name].p99 },
  ]);
  printTable(
    `Requests beside an account with ${TRIES} tries and its evaluations of the dearest form on ten hours, ms; bar p99 ${BAR_MS} ms. ` +
      `${tried.length} tries (${[...new Set(tried)]}), ${judged.done} of ${judged.n} evaluations, at most ${judged.fence} claims of one`,
    rows,
  );
  printFigures({ 'costly.health.p99': beside.health.p99, 'costly.read.p99': beside.read.p99 });
} finally {
  for (const server of running.reverse()) await server.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** @returns the reason of the first answer; the status of a machine too busy to judge in time */
async function tryOnce(api, key, card, call) {
  const answer = await fetch(`${api.base}/api/v1/scorecards/${card}/revisions/1/try`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ analysis_ids: [call] }),
  });
  if (answer.status === 503) return 503;
  if (!answer.ok) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).items[0].answers[0].reason;
}

async function addCard(accountId) {
  const sections = [{ key: 'only', title: 'Only', weight: 1, questions: COSTLY_QUESTIONS }];
  const form = JSON.stringify({ language: null, pass_mark: null, min_coverage: 0.5, sections });
  const id = randomUUID();
  await stores.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, true, 'Card', 1, 1)`,
    [id, accountId],
  );
  await stores.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', $2, $3)`,
    [id, form, createHash('sha256').update(form).digest()],
  );
  return id;
}

/** A completed call of uninterrupted talk, two and a half words a second. */
async function addCall(accountId, hours) {
  const transcript = longTranscript(hours);
  const id = randomUUID();
  await stores.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, percent,
       settled_at, processing_time_ms, duration_ms, damaged)
     VALUES ($1::uuid, $2, true, 'agent-7', 'cust-42', 'r', 'recordings/' || $1::text, 'wav', 'completed', 100, now(), 1, $3, false)`,
    [id, accountId, hours * 3_600_000],
  );
  await stores.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine, results_summary)
     VALUES ($1, $2, $3, '{"call_kind":"conversation"}', '{}', '{}', '{}')`,
    [id, ...[false, true].map((words) => JSON.stringify(toTranscriptResponse(transcript, words)))],
  );
  return id;
}

/** Another one each time: an evaluation of a call by a card is made once for each judge. */
function order(accountId, call, card) {
  return stores.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision, judge,
       transcript_hash)
     VALUES (gen_random_uuid(), $1, $2, true, 'r', 'agent-7', 'cust-42', $3, 1, 'bench ' || gen_random_uuid(), '\\x00')`,
    [accountId, call, card],
  );
}

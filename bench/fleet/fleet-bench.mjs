// What do many processes ask of one Postgres? Starts workers and API processes with a stub provider, and prints transactions a
// second (a statement of its own is one), connections and CPU: at rest, scraped every 15 s, and while calls are worked on.
//   npm run bench -- --only fleet -- [--workers 50] [--apis 10] [--seconds 60] [--calls 200] [--waiting 0] [--json]
// `--whole` starts a whole fleet instead, with PgBouncer and object storage, and kills each part once: see whole-fleet.mjs.
//   npm run bench:fleet -- [--workers 20] [--apis 3] [--calls 200]
// `--waiting` adds so many calls to the backlog that no worker may take yet. The Postgres of DATABASE_URL must allow as many
// connections as the processes open; the embedded one allows 100.
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { resolveFfmpeg } from '../../dist/src/adapters/ffmpeg/resolve-ffmpeg.js';
import { cpuOfTrees, statOf } from '../measure/cpu-of-trees.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printTable, reportProgress } from '../measure/table.mjs';
import { runWholeFleet } from './whole-fleet.mjs';

const { values: given } = parseArgs({
  options: {
    whole: { type: 'boolean' },
    workers: { type: 'string' },
    apis: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    calls: { type: 'string', default: '200' },
    waiting: { type: 'string', default: '0' },
    json: { type: 'boolean' },
  },
});
const SCRAPE_MS = 15_000;
/** Idle connections end after half a minute. */
const SETTLE_MS = 40_000;
const SAMPLE_MS = 500;
const STARTED_TOGETHER = 4;
const CONCURRENT_SUBMISSIONS = 8;
/** As a provider that takes four seconds for each piece. */
const TRANSCRIPTION_MS = '4000';
/** Short: what the fleet itself does is the limit then. */
const WHOLE_TRANSCRIPTION_MS = '200';

if (given.whole) {
  const { workers = 20, apis = 3, calls } = given;
  const sizes = {
    workers: Number(workers),
    apis: Number(apis),
    calls: Number(calls),
    transcriptionMs: WHOLE_TRANSCRIPTION_MS,
  };
  await runWholeFleet(await recordingOf(30), sizes);
  process.exit();
}
const { workers: workerCount = '50', apis: apiCount = '10' } = given;
const stores = await openStores('fleet');
const running = [];
try {
  const { accountId, key } = await addAccount(stores);
  await addWaiting(accountId);
  const provider = await startReference(join(import.meta.dirname, '../pipeline/provider.mjs'), [], {
    TRANSCRIPTION_MS,
  });
  running.push(provider);
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OPENAI_BASE_URL: `${provider.base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
    LOG_LEVEL: 'warn',
  };
  const apis = await startAll(Number(apiCount), { ...env, PROCESS: 'api' });
  const workers = await startAll(Number(workerCount), { ...env, PROCESS: 'worker' });
  const fleet = { apis, workers, all: [...apis, ...workers] };
  reportProgress('Waiting for idle connections to end');
  await wait(SETTLE_MS);
  const atRest = await measure(fleet, 'at rest', () => wait(Number(given.seconds) * 1000));
  const calls = Number(given.calls);
  const rows = [atRest];
  if (calls > 0) rows.push({ ...(await measure(fleet, `${calls} calls`, () => workOff(apis, key, calls))), calls });
  printTable(`${workers.length} workers and ${apis.length} API processes, ${given.waiting} calls waiting`, rows);
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

async function startAll(count, env) {
  const started = [];
  while (started.length < count) {
    const next = Math.min(STARTED_TOGETHER, count - started.length);
    const batch = await Promise.all(Array.from({ length: next }, () => startService(stores, env)));
    running.push(...batch);
    started.push(...batch);
    reportProgress(`${started.length} of ${count} ${env.PROCESS} processes`);
  }
  return started;
}

/** Calls that wait for an hour yet count in each reading of the backlog. */
async function addWaiting(accountId) {
  await stores.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, run_after)
     SELECT id, $1, true, 'a', 'c', 'r', 'recordings/' || id, now() + interval '1 hour'
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2)) AS made`,
    [accountId, Number(given.waiting)],
  );
}

async function measure({ all, workers }, title, work) {
  const before = await figures();
  let broken = null;
  const scrapes = setInterval(() => {
    scrape(all).catch((error) => {
      broken = error;
    });
  }, SCRAPE_MS);
  let connections = 0;
  const sample = async () => {
    const [{ n }] = await stores.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()`,
    );
    connections = Math.max(connections, n);
  };
  const samples = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
  await work();
  clearInterval(scrapes);
  clearInterval(samples);
  if (broken !== null) throw broken;
  const after = await figures();
  const seconds = (after.at - before.at) / 1000;
  // One of the samples' own in each half second.
  const transactions = (after.transactions - before.transactions) / seconds - 1000 / SAMPLE_MS;
  return {
    what: title,
    seconds,
    'transactions/s': transactions,
    connections,
    'Postgres CPU %': ((after.postgresMs - before.postgresMs) / seconds) * 0.1,
    'CPU of a worker %': ((await sumCpu(workers)) - before.workersMs) / workers.length / seconds / 10,
    'memory of a worker, MB': (await sum(workers, (one) => one.rssMb())) / workers.length,
  };

  async function figures() {
    const [{ n }] = await stores.query(
      'SELECT (xact_commit + xact_rollback)::int AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    const workersMs = await sumCpu(workers);
    return { at: performance.now(), transactions: n, postgresMs: await postgresCpuMs(), workersMs };
  }
}

async function scrape(processes) {
  await Promise.all(processes.map(({ base }) => fetch(`${base}/metrics`).then((answer) => answer.text())));
}

async function workOff(apis, key, calls) {
  const audio = await recordingOf(30);
  let sent = 0;
  const submitSome = async () => {
    while (sent < calls) {
      const { base } = apis[sent % apis.length];
      sent += 1;
      const form = new FormData();
      form.set('agent_id', 'agent-7');
      form.set('contact_id', 'contact-42');
      form.set('audio_file', audio, 'call.wav');
      const answer = await fetch(`${base}/api/v1/analysis/`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: form,
      });
      if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SUBMISSIONS }, submitSome));
  const left = async () =>
    (
      await stores.query(
        `SELECT 1 FROM analysis WHERE status = 'processing' AND run_after < now() + interval '30 minutes' LIMIT 1`,
      )
    ).length;
  while ((await left()) > 0) await wait(SAMPLE_MS);
}

async function recordingOf(seconds) {
  const { program } = await resolveFfmpeg(process.env.FFMPEG_PATH ?? null);
  const input = ['-v', 'error', '-stream_loop', '-1', '-i', resolve('samples/good-call.ogg')];
  const args = [...input, '-t', String(seconds), '-ar', '8000', '-f', 'wav', '-'];
  return new Blob([execFileSync(program, args, { maxBuffer: 16 * 1024 * 1024 })], { type: 'audio/wav' });
}

async function sum(all, of) {
  return (await Promise.all(all.map(of))).reduce((total, one) => total + one, 0);
}

function sumCpu(all) {
  return sum(all, (one) => one.cpuMs());
}

/** CPU time of the server's processes, those that have ended too; NaN where it runs on another machine. */
async function postgresCpuMs() {
  const [{ pid }] = await stores.query('SELECT pg_backend_pid() AS pid');
  const postmaster = (await statOf(pid))?.parent;
  return postmaster === undefined ? Number.NaN : cpuOfTrees([postmaster]);
}

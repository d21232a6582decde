// What does the pipeline itself cost? One API process and one worker analyse calls of 30 s of telephone speech; the provider
// answers at once. Prints the time from submission to acceptance, completion and webhook, the calls per second, and the CPU time
// per call. The CPU time is that of the service's own processes after their warm-up; media tools have figures of their own.
//   npm run bench:pipeline -- [--calls 60] [--burst 200] [--long 3] [--json]
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveFfmpeg } from '../../dist/src/adapters/ffmpeg/resolve-ffmpeg.js';
import { quantile } from '../measure/load.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printTable, reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '60' },
    burst: { type: 'string', default: '200' },
    long: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
/** Calls before the measurement. V8 still compiles code during them; a service that runs for days does that once. */
const WARM_UP_CALLS = 200;
const LONG_SECONDS = 300;
const CONCURRENT_SUBMISSIONS = 4;

const stores = await openStores('pipeline');
const arrivals = new Map();
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    response.end();
    arrivals.get(JSON.parse(body).data.id)?.(performance.now());
  });
});
await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
const hook = `http://127.0.0.1:${receiver.address().port}/hook`;
const running = [];
try {
  const { key } = await addAccount(stores);
  const provider = await startReference(join(import.meta.dirname, 'provider.mjs'));
  running.push(provider);
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OPENAI_BASE_URL: `${provider.base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api);
  const worker = await startService(stores, { ...env, PROCESS: 'worker' });
  running.push(worker);
  const service = { api, worker, key };
  const audio = await recordingOf(30);
  reportProgress('Warming up');
  for (let i = 0; i < WARM_UP_CALLS; i++) await (await submit(service, audio)).delivered;
  const quietCpuMs = await measureOneByOne(service, audio);
  await measureBurst(service, audio, quietCpuMs);
  await measureLongCalls(service, await recordingOf(LONG_SECONDS));
} finally {
  for (const server of running.reverse()) await server.stop();
  receiver.close();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** @returns the CPU time of the service's own processes for each call, in ms */
async function measureOneByOne(service, audio) {
  reportProgress(`${given.calls} calls, one after another`);
  const cpuBefore = await ownCpuMs(service);
  const calls = [];
  for (let i = 0; i < Number(given.calls); i++) {
    const call = await submit(service, audio);
    calls.push({ ...call, deliveredAt: await call.delivered });
  }
  const cpuMs = ((await ownCpuMs(service)) - cpuBefore) / calls.length;
  const rows = await stores.query(
    `SELECT id, extract(epoch FROM settled_at)::float8 * 1000 AS settled_ms FROM analysis WHERE id = ANY($1)`,
    [calls.map(({ id }) => id)],
  );
  // `settled_at` is a time of day; the others are on this process's monotonic clock.
  const settledAt = new Map(rows.map(({ id, settled_ms }) => [id, settled_ms - performance.timeOrigin]));
  const spread = (title, durationOf) => {
    const values = calls.map(durationOf);
    return { 'from submission to': title, 'p50 ms': quantile(values, 0.5), 'p99 ms': quantile(values, 0.99) };
  };
  printTable(`One call at a time, ${calls.length} calls of 30 s`, [
    spread('accepted (201)', ({ acceptedAt, sentAt }) => acceptedAt - sentAt),
    spread('completed', ({ id, sentAt }) => settledAt.get(id) - sentAt),
    spread('webhook received', ({ deliveredAt, sentAt }) => deliveredAt - sentAt),
    spread('webhook, from completed', ({ id, deliveredAt }) => deliveredAt - settledAt.get(id)),
  ]);
  return cpuMs;
}

async function measureBurst(service, audio, quietCpuMs) {
  const { worker } = service;
  const count = Number(given.burst);
  reportProgress(`A burst of ${count} calls`);
  const cpuBefore = await ownCpuMs(service);
  const workerCpuBefore = await worker.cpuMs();
  const toolsCpuBefore = await worker.toolsMs();
  const from = performance.now();
  let left = count;
  const delivered = [];
  const sender = async () => {
    while (left-- > 0) delivered.push((await submit(service, audio)).delivered);
  };
  await Promise.all(Array.from({ length: CONCURRENT_SUBMISSIONS }, sender));
  await Promise.all(delivered);
  const seconds = (performance.now() - from) / 1000;
  printTable('Burst', [
    { figure: 'calls per second through one worker', value: count / seconds },
    { figure: 'own CPU per call, API and worker, burst, ms', value: ((await ownCpuMs(service)) - cpuBefore) / count },
    { figure: 'of it in the worker, ms', value: ((await worker.cpuMs()) - workerCpuBefore) / count },
    { figure: 'CPU of media tools per call, burst, ms', value: ((await worker.toolsMs()) - toolsCpuBefore) / count },
    { figure: 'own CPU per call, API and worker, one at a time, ms', value: quietCpuMs },
  ]);
}

async function measureLongCalls(service, audio) {
  const count = Number(given.long);
  reportProgress(`${count} calls of ${LONG_SECONDS} s`);
  const cpuBefore = await ownCpuMs(service);
  const toolsCpuBefore = await service.worker.toolsMs();
  for (let i = 0; i < count; i++) await (await submit(service, audio)).delivered;
  const toolsCpuMs = (await service.worker.toolsMs()) - toolsCpuBefore;
  printTable(`One call of ${LONG_SECONDS} s at a time`, [
    {
      figure: 'own CPU per second of audio, ms',
      value: ((await ownCpuMs(service)) - cpuBefore) / count / LONG_SECONDS,
    },
    { figure: 'CPU of media tools per second of audio, ms', value: toolsCpuMs / count / LONG_SECONDS },
  ]);
}

async function ownCpuMs({ api, worker }) {
  return (await api.cpuMs()) + (await worker.cpuMs());
}

/** @returns times on this process's monotonic clock, in ms; `delivered` resolves with the time at which the webhook came */
async function submit({ api, key }, audio) {
  const form = new FormData();
  form.set('agent_id', 'agent-7');
  form.set('contact_id', 'contact-42');
  form.set('webhook_url', hook);
  form.set('audio_file', audio, 'call.wav');
  const sentAt = performance.now();
  const answer = await fetch(`${api.base}/api/v1/analysis/`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  const { id } = await answer.json();
  const acceptedAt = performance.now();
  return { id, sentAt, acceptedAt, delivered: new Promise((done) => arrivals.set(id, done)) };
}

/** The good sample call, repeated to this length, as a telephone system records it: 8 kHz, two channels. */
async function recordingOf(seconds) {
  const { program } = await resolveFfmpeg(process.env.FFMPEG_PATH ?? null);
  const input = ['-v', 'error', '-stream_loop', '-1', '-i', resolve('samples/good-call.ogg')];
  const args = [...input, '-t', String(seconds), '-ar', '8000', '-f', 'wav', '-'];
  return new Blob([execFileSync(program, args, { maxBuffer: 16 * 1024 * 1024 })], { type: 'audio/wav' });
}

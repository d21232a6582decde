// What does the pipeline itself cost? One API process, one worker, a provider that answers at once, 30 s of telephone speech:
// how long from submission to start, to completion, to the webhook; how many calls a second; CPU a call. The service's own
// processes are counted (their start and first calls are not), media tools beside them, provider and client not at all.
//   npm run bench:pipeline -- [--calls 60] [--burst 200] [--long 3] [--json]
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveFfmpeg } from '../../dist/src/adapters/ffmpeg/resolve-ffmpeg.js';
import { quantile } from '../measure/load.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printTable, tell } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '60' },
    burst: { type: 'string', default: '200' },
    long: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
/** A service runs for days: compiling its code, which goes on for so many calls, is no part of what one costs. */
const WARM_UP = 200;
const LONG_SECONDS = 300;
/** Submissions under way at once while a burst is sent. */
const SENDERS = 4;

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
  const audio = await recordingOf(30);
  const cpuMs = async () => (await api.cpuMs()) + (await worker.cpuMs());

  tell('Warming up');
  for (let i = 0; i < WARM_UP; i++) await (await submit(api, key, audio)).delivered;

  tell(`${given.calls} calls, one after another`);
  const cpuBefore = await cpuMs();
  const calls = [];
  for (let i = 0; i < Number(given.calls); i++) {
    const call = await submit(api, key, audio);
    calls.push({ ...call, deliveredAt: await call.delivered });
  }
  const cpuQuiet = ((await cpuMs()) - cpuBefore) / calls.length;
  const times = await stores.query(
    `SELECT id, extract(epoch FROM settled_at)::float8 * 1000 AS settled FROM analysis WHERE id = ANY($1)`,
    [calls.map(({ id }) => id)],
  );
  const byId = new Map(times.map((row) => [row.id, row]));
  const spread = (title, of) => {
    const values = calls.map(of);
    return { 'from submission to': title, 'p50 ms': quantile(values, 0.5), 'p99 ms': quantile(values, 0.99) };
  };
  printTable(`One call at a time, ${calls.length} calls of 30 s`, [
    spread('accepted (201)', ({ acceptedAt, sentAt }) => acceptedAt - sentAt),
    spread('completed', ({ id, sentAt }) => byId.get(id).settled - performance.timeOrigin - sentAt),
    spread('webhook received', ({ deliveredAt, sentAt }) => deliveredAt - sentAt),
    spread(
      'webhook after completed',
      ({ id, deliveredAt }) => deliveredAt + performance.timeOrigin - byId.get(id).settled,
    ),
  ]);

  tell(`A burst of ${given.burst} calls`);
  const burst = Number(given.burst);
  const burstCpuBefore = await cpuMs();
  const workerCpuBefore = await worker.cpuMs();
  const toolsCpuBefore = await worker.toolsMs();
  const from = performance.now();
  let left = burst;
  const delivered = [];
  const sender = async () => {
    while (left-- > 0) delivered.push((await submit(api, key, audio)).delivered);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await Promise.all(delivered);
  const seconds = (performance.now() - from) / 1000;
  printTable('Burst', [
    { figure: 'calls per second through one worker', value: burst / seconds },
    { figure: 'own CPU per call, API and worker, burst, ms', value: ((await cpuMs()) - burstCpuBefore) / burst },
    { figure: 'of it in the worker, ms', value: ((await worker.cpuMs()) - workerCpuBefore) / burst },
    { figure: 'CPU of media tools per call, burst, ms', value: ((await worker.toolsMs()) - toolsCpuBefore) / burst },
    { figure: 'own CPU per call, API and worker, one at a time, ms', value: cpuQuiet },
  ]);

  const long = Number(given.long);
  tell(`${long} calls of ${LONG_SECONDS} s`);
  const longAudio = await recordingOf(LONG_SECONDS);
  const longCpuBefore = await cpuMs();
  const longToolsBefore = await worker.toolsMs();
  for (let i = 0; i < long; i++) await (await submit(api, key, longAudio)).delivered;
  printTable(`One call of ${LONG_SECONDS} s at a time`, [
    { figure: 'own CPU per second of audio, ms', value: ((await cpuMs()) - longCpuBefore) / long / LONG_SECONDS },
    {
      figure: 'CPU of media tools per second of audio, ms',
      value: ((await worker.toolsMs()) - longToolsBefore) / long / LONG_SECONDS,
    },
  ]);
} finally {
  for (const server of running.reverse()) await server.stop();
  receiver.close();
  await stores.close();
}
// The embedded stores leave timers behind that would keep the process.
process.exit();

/** @returns times on this process's clock; `delivered` resolves with the time of the notification */
async function submit(api, key, audio) {
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

/** So much of the good sample call, over and over, as a telephone system records it: 8 kHz, two channels. */
async function recordingOf(seconds) {
  const { program } = await resolveFfmpeg(process.env.FFMPEG_PATH ?? null);
  const input = ['-v', 'error', '-stream_loop', '-1', '-i', resolve('samples/good-call.ogg')];
  const args = [...input, '-t', String(seconds), '-ar', '8000', '-f', 'wav', '-'];
  return new Blob([execFileSync(program, args, { maxBuffer: 16 * 1024 * 1024 })], { type: 'audio/wav' });
}

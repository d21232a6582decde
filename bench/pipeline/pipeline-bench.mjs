// What does the pipeline itself cost? One API process and one worker analyse calls of 30 s of telephone speech; the provider
// answers at once. Prints the time from submission to acceptance, completion and webhook, the calls per second, and the CPU time
// per call. The CPU time is that of the service's own processes after their warm-up; media tools have figures of their own.
//   npm run bench -- --only pipeline -- [--calls 60] [--burst 200] [--long 3] [--json]
import { parseArgs } from 'node:util';
import { quantile } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { recordingOf, settingsFor, startProvider, startReceiver, submitCall } from './calls.mjs';

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
const receiver = await startReceiver();
const running = [];
try {
  const { key } = await addAccount(stores);
  const provider = await startProvider();
  running.push(provider);
  const env = settingsFor(stores, provider);
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api);
  const worker = await startService(stores, { ...env, PROCESS: 'worker' });
  running.push(worker);
  const service = { api, worker, key, receiver };
  const audio = await recordingOf(30);
  reportProgress('Warming up');
  for (let i = 0; i < WARM_UP_CALLS; i++) await (await submitCall(service, audio)).delivered;
  const single = await measureOneByOne(service, audio);
  await measureBurst(service, audio, single);
  await measureLongCalls(service, await recordingOf(LONG_SECONDS));
} finally {
  for (const server of running.reverse()) await server.stop();
  receiver.close();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** @returns the CPU time of the service's own processes for each call */
async function measureOneByOne(service, audio) {
  reportProgress(`${given.calls} calls, one after another`);
  const cpuBefore = await ownCpu(service);
  const calls = [];
  for (const _call of roundsOf(Number(given.calls))) {
    const call = await submitCall(service, audio);
    calls.push({ ...call, deliveredAt: await call.delivered });
  }
  const cpu = cpuOfEach(cpuBefore, await ownCpu(service), calls.length);
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
  const completed = spread('completed', ({ id, sentAt }) => settledAt.get(id) - sentAt);
  printTable(`One call at a time, ${calls.length} calls of 30 s`, [
    spread('accepted (201)', ({ acceptedAt, sentAt }) => acceptedAt - sentAt),
    completed,
    spread('webhook received', ({ deliveredAt, sentAt }) => deliveredAt - sentAt),
    spread('webhook, from completed', ({ id, deliveredAt }) => deliveredAt - settledAt.get(id)),
  ]);
  printFigures({
    'pipeline.cpu.single': cpu.apiMs + cpu.workerMs,
    'pipeline.completed.p50': completed['p50 ms'],
    'pipeline.completed.p99': completed['p99 ms'],
  });
  return cpu;
}

async function measureBurst(service, audio, single) {
  const { worker } = service;
  const count = Number(given.burst);
  reportProgress(`A burst of ${count} calls`);
  const cpuBefore = await ownCpu(service);
  const toolsCpuBefore = await worker.toolsMs();
  const from = performance.now();
  let left = count;
  const delivered = [];
  const sender = async () => {
    while (left-- > 0) delivered.push((await submitCall(service, audio)).delivered);
  };
  await Promise.all(Array.from({ length: CONCURRENT_SUBMISSIONS }, sender));
  await Promise.all(delivered);
  const seconds = (performance.now() - from) / 1000;
  const burst = cpuOfEach(cpuBefore, await ownCpu(service), count);
  const toolsMs = ((await worker.toolsMs()) - toolsCpuBefore) / count;
  printTable('Burst', [{ figure: 'calls per second through one worker', value: count / seconds }]);
  const inBurst = 'in a burst';
  const alone = 'one at a time';
  printTable('CPU of a call of 30 s, ms', [
    { of: 'API and worker', [inBurst]: burst.apiMs + burst.workerMs, [alone]: single.apiMs + single.workerMs },
    { of: 'API', [inBurst]: burst.apiMs, [alone]: single.apiMs },
    { of: 'worker, without media tools', [inBurst]: burst.workerMs, [alone]: single.workerMs },
    { of: 'media tools', [inBurst]: toolsMs, [alone]: '' },
  ]);
  printFigures({ 'pipeline.cpu.burst': burst.apiMs + burst.workerMs });
}

async function measureLongCalls(service, audio) {
  const count = Number(given.long);
  reportProgress(`${count} calls of ${LONG_SECONDS} s`);
  const cpuBefore = await ownCpu(service);
  const toolsCpuBefore = await service.worker.toolsMs();
  for (let i = 0; i < count; i++) await (await submitCall(service, audio)).delivered;
  const toolsCpuMs = (await service.worker.toolsMs()) - toolsCpuBefore;
  const { apiMs, workerMs } = cpuOfEach(cpuBefore, await ownCpu(service), count * LONG_SECONDS);
  printTable(`One call of ${LONG_SECONDS} s at a time`, [
    { figure: 'own CPU per second of audio, ms', value: apiMs + workerMs },
    { figure: 'CPU of media tools per second of audio, ms', value: toolsCpuMs / count / LONG_SECONDS },
  ]);
}

async function ownCpu({ api, worker }) {
  return { apiMs: await api.cpuMs(), workerMs: await worker.cpuMs() };
}

function cpuOfEach(before, after, count) {
  return { apiMs: (after.apiMs - before.apiMs) / count, workerMs: (after.workerMs - before.workerMs) / count };
}

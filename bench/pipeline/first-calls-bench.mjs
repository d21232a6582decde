// What do the first calls after a start cost, beside later ones? One API process and one worker start over for each round and
// take calls of 30 s one at a time; the provider answers at once. Compares the CPU time of the first calls with that of as many
// after 200. The calls between come four at a time, to be short. Tells what a start costs, too.
//   npm run bench -- --only first-calls -- [--calls 60] [--starts 3] [--json]
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
    starts: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
const CALLS = Number(given.calls);
const LATER_FROM = 200;
const CONCURRENT_SUBMISSIONS = 4;

const stores = await openStores('first_calls');
const receiver = await startReceiver();
const provider = await startProvider();
const rounds = [];
try {
  const { key } = await addAccount(stores);
  const audio = await recordingOf(30);
  for (const start of roundsOf(Number(given.starts))) {
    reportProgress(`Start ${start + 1} of ${given.starts}`);
    rounds.push(await measureStart(key, audio));
  }
} finally {
  await provider.stop();
  receiver.close();
  await stores.close();
}
const median = (field) =>
  quantile(
    rounds.map((one) => one[field]),
    0.5,
  );
printTable(`CPU of API and worker for each call of 30 s, one at a time, ms; and of one process until it is ready, ms`, [
  ...rounds.map((one, i) => ({ start: String(i + 1), ...one })),
  { start: 'median', ready: median('ready'), first: median('first'), later: median('later'), ratio: median('ratio') },
]);
printFigures({ 'first-calls.cpu': median('ratio'), 'first-calls.start': median('ready') / 1000 });
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

async function measureStart(key, audio) {
  const env = settingsFor(stores, provider);
  const running = [];
  try {
    const api = await startService(stores, { ...env, PROCESS: 'api' });
    running.push(api);
    const worker = await startService(stores, { ...env, PROCESS: 'worker' });
    running.push(worker);
    const service = { api, worker, key, receiver };
    const ready = (await ownCpuMs(service)) / running.length;
    const first = await cpuOfCalls(service, audio);
    await sendTogether(service, audio, LATER_FROM - CALLS);
    const later = await cpuOfCalls(service, audio);
    return { ready, first, later, ratio: first / later };
  } finally {
    for (const server of running.reverse()) await server.stop();
  }
}

async function cpuOfCalls(service, audio) {
  const before = await ownCpuMs(service);
  for (let i = 0; i < CALLS; i++) await (await submitCall(service, audio)).delivered;
  return ((await ownCpuMs(service)) - before) / CALLS;
}

async function ownCpuMs({ api, worker }) {
  return (await api.cpuMs()) + (await worker.cpuMs());
}

async function sendTogether(service, audio, count) {
  let left = count;
  const sender = async () => {
    while (left-- > 0) await (await submitCall(service, audio)).delivered;
  };
  await Promise.all(Array.from({ length: CONCURRENT_SUBMISSIONS }, sender));
}

// How fast does the API process take recordings in, and how much slower are other requests meanwhile? Compared with busboy that
// writes to a file, and resumable uploads with forms.
//   npm run bench -- --only upload -- [--large 8] [--large-mb 500] [--small 16] [--small-mb 5] [--rounds 9] [--large-rounds 2]
//     [--json] [--only small,large,guessers,aborted]
// Needs twice the size of the large uploads on the disk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { medians, quantile } from '../measure/load.mjs';
import { guessPasswords } from '../measure/log-ins.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { sendByTus, sendForm } from './sending.mjs';

const { values: given } = parseArgs({
  options: {
    large: { type: 'string', default: '8' },
    'large-mb': { type: 'string', default: '500' },
    small: { type: 'string', default: '16' },
    'small-mb': { type: 'string', default: '5' },
    rounds: { type: 'string', default: '9' },
    'large-rounds': { type: 'string', default: '2' },
    only: { type: 'string', default: 'small,large,guessers,aborted' },
    json: { type: 'boolean' },
  },
});
const MB = 1_000_000;
const ABORTED_UPLOADS = 50;
/**
 * Rounds of sixteen uploads before the measurement, in which V8 compiles the code: a server that runs for days does that once.
 */
const WARM_UP_ROUNDS = 40;
const GUESSERS = 64;

const stores = await openStores('upload');
const servers = [];
try {
  const { key } = await addAccount(stores);
  const plain = join(stores.dataDir, 'plain');
  await mkdir(plain);
  const serviceData = join(stores.dataDir, 'service');
  servers.push({
    title: 'busboy to a file',
    directory: plain,
    sendOne: sendForm,
    ...(await startReference(join(import.meta.dirname, 'reference.mjs'), [plain])),
  });
  servers.push({
    title: 'the service',
    directory: join(serviceData, 'objects'),
    sendOne: sendForm,
    ...(await startService(stores, { PROCESS: 'api', DATA_DIR: serviceData })),
  });
  const ways = [...servers, { ...servers[1], title: 'the service, by tus', sendOne: sendByTus }];
  reportProgress('Warming up');
  for (const server of ways) for (let i = 0; i < WARM_UP_ROUNDS; i++) await measure(server, key, 16, 1);
  for (const [size, count, megabytes, rounds] of [
    ['small', Number(given.small), Number(given['small-mb']), Number(given.rounds)],
    ['large', Number(given.large), Number(given['large-mb']), Number(given['large-rounds'])],
  ]) {
    if (!isMeasured(size)) continue;
    const results = ways.map(() => []);
    for (const round of roundsOf(rounds)) {
      reportProgress(`${count} uploads of ${megabytes} MB: round ${round + 1} of ${rounds}`);
      for (const [i, server] of ways.entries()) results[i].push(await measure(server, key, count, megabytes));
    }
    const figures = results.map(medians);
    printTable(
      `${count} uploads of ${megabytes} MB at the same time`,
      figures.map((one, i) => ({
        receiver: ways[i].title,
        'MB/s': one.perSecond,
        'to busboy': one.perSecond / figures[0].perSecond,
        'CPU ms/MB': one.cpuPerMb,
        'RSS growth MB': one.growthMb,
        'others p99 ms': one.p99,
        'others max ms': one.max,
      })),
    );
    const [bare, service, byTus] = figures;
    printFigures({
      [`upload.${size}.rate`]: service.perSecond / bare.perSecond,
      [`upload.${size}.memory`]: service.growthMb,
      [`upload.${size}.others-p99`]: service.p99,
      [`upload.${size}.tus-rate`]: byTus.perSecond / service.perSecond,
      [`upload.${size}.tus-memory`]: byTus.growthMb,
      [`upload.${size}.tus-others-p99`]: byTus.p99 / service.p99,
    });
  }
  if (isMeasured('guessers')) await measureBesideGuessers(servers[1], key);
  if (isMeasured('aborted')) await measureAborted(servers[1], key);
} finally {
  for (const server of servers) await server.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

function isMeasured(part) {
  return given.only.split(',').includes(part);
}

async function measure(server, key, count, megabytes) {
  // Resets the kernel's record of the peak memory (VmHWM).
  await writeFile(`/proc/${server.pid}/clear_refs`, '5').catch(() => undefined);
  const idleMb = await server.rssMb();
  const cpuBefore = await server.cpuMs();
  const others = watchOthers(server, key);
  const from = performance.now();
  const statuses = await Promise.all(Array.from({ length: count }, () => server.sendOne(server, key, megabytes * MB)));
  const seconds = (performance.now() - from) / 1000;
  const cpuMs = (await server.cpuMs()) - cpuBefore;
  const times = await others.stop();
  const growthMb = (await server.rssMb('VmHWM')) - idleMb;
  if (statuses.some((status) => status !== 201)) throw new Error(`${server.title} answered ${statuses}`);
  for (const name of await readdir(server.directory, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) await rm(join(name.parentPath, name.name));
  }
  return {
    perSecond: (count * megabytes) / seconds,
    cpuPerMb: cpuMs / (count * megabytes),
    growthMb,
    p99: quantile(times, 0.99),
    max: Math.max(...times),
  };
}

/** Other requests meanwhile; `stop` ends them and resolves with their times in ms. */
function watchOthers(server, key) {
  const poller = fork(join(import.meta.dirname, 'poller.mjs'), [server.base, key]);
  return {
    async stop() {
      poller.send('stop');
      const [times] = await once(poller, 'message');
      return times;
    },
  };
}

/** Password hashes and file writes compete for the threads of the same pool. */
async function measureBesideGuessers(server, key) {
  const sizes = [Number(given.small), Number(given['small-mb'])];
  const measureRounds = async (condition) => {
    const results = [];
    for (const round of roundsOf(Number(given.rounds))) {
      reportProgress(`Uploads ${condition}: round ${round + 1} of ${given.rounds}`);
      results.push(await measure(server, key, ...sizes));
    }
    return medians(results);
  };
  const quiet = await measureRounds('without other load');
  const guessers = await guessPasswords(server, GUESSERS);
  const flooded = await measureRounds(`while ${GUESSERS} clients guess passwords`);
  await guessers.stop();
  printTable(
    `${given.small} uploads of ${given['small-mb']} MB at the same time, while ${GUESSERS} clients guess passwords`,
    [quiet, flooded].map((one) => ({
      guessers: one === quiet ? 'none' : String(GUESSERS),
      'MB/s': one.perSecond,
      'to no guessers': one.perSecond / quiet.perSecond,
      'others p99 ms': one.p99,
    })),
  );
  printFigures({ 'upload.guessers.rate': flooded.perSecond / quiet.perSecond });
}

/** Uploads that break off must leave neither files nor descriptors. */
async function measureAborted(server, key) {
  const filesBefore = await server.openFiles();
  await Promise.all(Array.from({ length: ABORTED_UPLOADS }, () => sendForm(server, key, 20 * MB, 5 * MB)));
  let stored;
  // The service removes broken uploads in the background, so this waits for up to 10 s.
  for (const until = Date.now() + 10_000; Date.now() < until; await new Promise((done) => setTimeout(done, 100))) {
    stored = await readdir(server.directory, { recursive: true, withFileTypes: true });
    if (!stored.some((entry) => entry.isFile()) && (await server.openFiles()) <= filesBefore) break;
  }
  printTable(`${ABORTED_UPLOADS} uploads cut off after 5 of 20 MB`, [
    { 'left behind': 'files', count: stored.filter((entry) => entry.isFile()).length },
    { 'left behind': 'descriptors more than before', count: Math.max(0, (await server.openFiles()) - filesBefore) },
  ]);
}

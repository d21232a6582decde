// What does masking cost? One API process and one worker analyse calls of 30 s in which a card is read out, of an account that
// masks them by the preset `pci` and of one that masks nothing, in turns; the provider answers at once. Prints the service's own
// CPU time per call, media tools apart. With --before, a folder in which the release before was built, also what a call costs
// there that is not masked.
//   node bench/redaction/cost-bench.mjs [--calls 20] [--rounds 5] [--before ../earlier] [--json]

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from '../measure/load.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { recordingOf, settingsFor, startReceiver, submitCall } from '../pipeline/calls.mjs';
import { maskCallsOf, PCI, SPOKEN } from './spoken.mjs';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    before: { type: 'string' },
    json: { type: 'boolean' },
  },
});
/** Of each kind, before the measurement: V8 still compiles code during them. */
const WARM_UP_CALLS = 60;

const receiver = await startReceiver();
const audio = await recordingOf(30);
const closing = [() => receiver.close()];
try {
  const provider = await startReference(join(import.meta.dirname, '../pipeline/provider.mjs'), [], { SPOKEN });
  closing.push(() => provider.stop());
  const now = await release('now', '.', provider);
  const masking = await addAccount(now.stores);
  await maskCallsOf(now.stores, masking.accountId, PCI);
  const kinds = [
    { name: 'masks nothing', ...now },
    { name: 'pci', ...now, key: masking.key },
  ];
  if (given.before !== undefined)
    kinds.push({ name: 'the release before', ...(await release('before', given.before, provider)) });
  reportProgress('Warming up');
  for (const kind of kinds) await analyse(kind, WARM_UP_CALLS);
  const rounds = [];
  for (let round = 0; round < Number(given.rounds); round++) {
    reportProgress(`Round ${round + 1} of ${given.rounds}`);
    const costs = new Map();
    for (const kind of kinds) costs.set(kind.name, await analyse(kind, Number(given.calls)));
    rounds.push(costs);
  }
  await printCosts(kinds, rounds);
} finally {
  for (const close of closing.reverse()) await close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** The processes of a release, with stores of their own. */
async function release(title, home, provider) {
  const stores = await openStores(`redaction_${title}`);
  closing.push(() => stores.close());
  const env = settingsFor(stores, provider);
  const { key } = await addAccount(stores);
  const api = await startService(stores, { ...env, PROCESS: 'api' }, home);
  closing.push(() => api.stop());
  const worker = await startService(stores, { ...env, PROCESS: 'worker' }, home);
  closing.push(() => worker.stop());
  return { stores, api, worker, key, receiver };
}

/** @returns the CPU time of the service's own processes for each call, and that of its media tools, in ms */
async function analyse(service, count) {
  const { api, worker } = service;
  const before = { own: (await api.cpuMs()) + (await worker.cpuMs()), tools: await worker.toolsMs() };
  for (let i = 0; i < count; i++) await (await submitCall(service, audio)).delivered;
  return {
    ownMs: ((await api.cpuMs()) + (await worker.cpuMs()) - before.own) / count,
    toolsMs: ((await worker.toolsMs()) - before.tools) / count,
  };
}

async function printCosts(kinds, rounds) {
  const [masked] = await kinds[0].stores.query(
    `SELECT count(*) FILTER (WHERE redact IS NOT NULL AND redaction::jsonb ->> 'audio' = 'redacted')::int AS masked
     FROM analysis JOIN analysis_payload ON analysis_id = id`,
  );
  const median = (read) => quantile(rounds.map(read), 0.5);
  const own = (name) => (costs) => costs.get(name).ownMs;
  const against = { pci: 'masks nothing', 'masks nothing': 'the release before' };
  const bars = { pci: 1.5, 'masks nothing': 1.02 };
  const rows = kinds.map(({ name }) => ({
    'a call of 30 s': name,
    'own CPU, ms': median(own(name)),
    'media tools, ms': median((costs) => costs.get(name).toolsMs),
    to: rounds[0].has(against[name]) ? against[name] : '',
    // Of each round by itself, because the machine may be slower in one than in another.
    times: rounds[0].has(against[name]) ? median((costs) => own(name)(costs) / own(against[name])(costs)) : '',
    bar: bars[name] ?? '',
  }));
  printTable(`CPU, ${given.rounds} rounds of ${given.calls} calls; ${masked.masked} recordings were masked`, rows);
  printFigures({
    'redaction.pci.cpu': rows[1].times,
    ...(given.before !== undefined && { 'redaction.off.cpu': rows[0].times }),
  });
}

// Does a job that masks stored calls hold fresh calls up? One API process and one worker at default settings, and a provider that
// takes a second for a transcription and as long for a judgement. Prints how long a fresh call takes alone and beside the job,
// and how many calls the job masks a second.
//   node bench/redaction/stored-bench.mjs [--stored 1000] [--rounds 5] [--json]
import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asking, copyCall, freshCalls, secondsOf, submit } from '../measure/fresh-calls.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { SPOKEN } from './spoken.mjs';

const { values: given } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean' },
  },
});
const TRANSCRIPTION_MS = '1000';
const ANSWER_MS = '1000';

const stores = await openStores('redaction');
const running = [];
try {
  const { key } = await addAccount(stores);
  const provider = join(import.meta.dirname, '../pipeline/provider.mjs');
  running.push(await startReference(provider, [], { TRANSCRIPTION_MS, ANSWER_MS, SPOKEN }));
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    OPENAI_BASE_URL: `${running[0].base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
    LOG_LEVEL: 'error',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api);
  running.push(await startService(stores, { ...env, PROCESS: 'worker' }));
  const ask = asking(api, key);
  reportProgress('Alone');
  const first = await submit(ask);
  await secondsOf(stores, first);
  for (let i = 0; i < 3; i++) await secondsOf(stores, await submit(ask));
  const alone = await freshCalls(stores, ask, Number(given.rounds));

  reportProgress(`Beside a job of ${given.stored} stored calls`);
  await giveRecordings(first, await copyCall(stores, first, Number(given.stored)), env.DATA_DIR);
  const job = await ask('/redactions', { preset: 'pci' });
  const done = async () => (await ask(`/redactions/${job.id}`)).counts.completed;
  while ((await done()) < 3) await pause(100);
  const [from, fromMs] = [await done(), performance.now()];
  const beside = await freshCalls(stores, ask, Number(given.rounds));
  const [masked, { status }] = [await done(), await ask(`/redactions/${job.id}`)];
  if (status !== 'processing') throw new Error('The job ended before the rounds: store more calls');
  printTable(`A fresh call, ${given.rounds} rounds, s`, [
    { situation: 'alone', p50: alone.p50, longest: alone.max, 'to alone (bar 1.2)': 1, 'masked a second': '' },
    {
      situation: `beside a job of ${given.stored} calls`,
      p50: beside.p50,
      longest: beside.max,
      'to alone (bar 1.2)': beside.p50 / alone.p50,
      'masked a second': ((masked - from) * 1000) / (performance.now() - fromMs),
    },
  ]);
  printFigures({ 'redaction.beside-job.p50': beside.p50 / alone.p50 });
} finally {
  for (const server of running.reverse()) await server.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** Each copy gets a recording of its own: masking deletes it. A link costs no disk. */
async function giveRecordings(first, copies, dataDir) {
  await stores.query(`UPDATE analysis SET storage_key = 'recordings/' || gen_random_uuid() WHERE id = ANY($1)`, [
    copies,
  ]);
  const [{ storage_key: original }] = await stores.query('SELECT storage_key FROM analysis WHERE id = $1', [first]);
  const rows = await stores.query('SELECT storage_key FROM analysis WHERE id = ANY($1)', [copies]);
  const path = (objectKey) => join(dataDir, 'objects', objectKey);
  await mkdir(dirname(path(original)), { recursive: true });
  for (const { storage_key: own } of rows) await link(path(original), path(own));
}

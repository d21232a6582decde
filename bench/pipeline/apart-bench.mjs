// Does a vendor that is down hold up the calls of another one? One API process and one worker at default settings, and two named
// engines. Prints how long the single call of one account takes alone, beside 50 calls of another account whose engine refuses
// every connection, and beside 50 whose engine takes each request and answers none.
//   npm run bench -- --only apart -- [--waiting 50] [--rounds 40] [--json]
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    waiting: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '40' },
    json: { type: 'boolean' },
  },
});
/** As a provider that is busy: the wait for it is then most of a call, and the machine's other work little. */
const TRANSCRIPTION_MS = '1000';
const GIVE_UP_MS = 60_000;
/** The pauses of the engine that is down have begun by then. */
const SETTLE_MS = 5_000;

const stores = await openStores('apart');
const audio = await readFile(resolve('samples/good-call.ogg'));
const silent = createServer((request) => request.resume());
await new Promise((done) => silent.listen(0, '127.0.0.1', done));
const running = [];
try {
  const [crowd, single] = [await addAccount(stores), await addAccount(stores)];
  const provider = await startReference(join(import.meta.dirname, 'provider.mjs'), [], { TRANSCRIPTION_MS });
  running.push(provider);
  const speech = (base_url) => ({
    task: 'transcription',
    provider: 'openai',
    model: 'large-v3',
    base_url,
    api_key_env: 'OPENAI_API_KEY',
    offered: true,
  });
  const file = join(stores.dataDir, 'engines.json');
  const engines = {
    near: speech(`${provider.base}/v1`),
    refusing: speech('http://127.0.0.1:9/v1'),
    silent: { ...speech(`http://127.0.0.1:${silent.address().port}/v1`), timeout_seconds: 30 },
  };
  await writeFile(file, JSON.stringify({ engines, default: { transcription: 'near' } }));
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    ENGINES_FILE: file,
    OPENAI_API_KEY: 'sk-stub',
    OPENAI_BASE_URL: `${provider.base}/v1`,
    ANALYSIS_ENGINE: 'openai',
    LOG_LEVEL: 'error',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api, await startService(stores, { ...env, PROCESS: 'worker' }));
  const one = () => timed(api, single.key);
  reportProgress('Alone');
  for (let i = 0; i < 5; i++) await one();
  const alone = await rounds(one);
  const beside = {};
  for (const engine of ['refusing', 'silent']) {
    reportProgress(`Beside ${given.waiting} calls of an engine that is ${engine}`);
    for (let i = 0; i < Number(given.waiting); i++) await submit(api, crowd.key, engine);
    await pause(SETTLE_MS);
    beside[engine] = await rounds(one);
    await stores.query('DELETE FROM analysis WHERE account_id = $1', [crowd.accountId]);
    silent.closeAllConnections();
  }
  // The machine warms up, and other work comes and goes: alone once more.
  reportProgress('Alone');
  const again = await rounds(one);
  const base = { p50: (alone.p50 + again.p50) / 2, p95: (alone.p95 + again.p95) / 2 };
  printTable(`One call, ${given.rounds} rounds, s`, [
    row('alone', alone, base),
    row('beside an engine that refuses', beside.refusing, base),
    row('beside an engine that is silent', beside.silent, base),
    row('alone again', again, base),
  ]);
  printFigures({
    'apart.beside-refusing.p95': beside.refusing.p95 / base.p95,
    'apart.beside-silent.p95': beside.silent.p95 / base.p95,
  });
} finally {
  for (const server of running.reverse()) await server.stop();
  silent.closeAllConnections();
  silent.close();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

function row(situation, { p50, p95 }, base) {
  return { situation, p50, p95, 'to alone (bar 1.1)': p95 / base.p95 };
}

async function rounds(send) {
  const seconds = [];
  for (const _round of roundsOf(Number(given.rounds))) seconds.push(await send());
  return { p50: quantile(seconds, 0.5), p95: quantile(seconds, 0.95) };
}

/** @returns seconds from acceptance to the final state, by the clock of Postgres; Infinity when it did not come */
async function timed(api, key) {
  const id = await submit(api, key, 'near');
  for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; await pause(25)) {
    const [call] = await stores.query(
      'SELECT status, extract(epoch FROM settled_at - created_at)::float8 AS seconds FROM analysis WHERE id = $1',
      [id],
    );
    if (call.status === 'completed') return call.seconds;
    if (call.status === 'failed') throw new Error(`The call ${id} failed`);
  }
  return Number.POSITIVE_INFINITY;
}

async function submit({ base }, key, transcription_engine) {
  const form = new FormData();
  const fields = { agent_id: 'agent-7', contact_id: 'contact-42', transcription_engine };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('audio_file', new Blob([audio]), 'call.ogg');
  const answer = await fetch(`${base}/api/v1/analysis/`, { method: 'POST', headers: { 'x-api-key': key }, body: form });
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).id;
}

// Does one account hold another's calls up? One API process and one worker at default settings. Prints how long the single call
// of an account takes alone, beside 10,000 queued calls of another account, and beside 200 recordings of that account from a
// server that drips.
//   npm run bench -- --only turns -- [--queued 10000] [--drips 200] [--rounds 5] [--json]
import { readFile } from 'node:fs/promises';
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
    queued: { type: 'string', default: '10000' },
    drips: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean' },
  },
});
/** As a provider that is busy: the wait for it is then most of a call, and the machine's other work little. */
const TRANSCRIPTION_MS = '1000';
/** A call that waits longer is taken for one that is not worked on. */
const GIVE_UP_MS = 60_000;
const DRIP_MS = 5_000;
const SLOTS = 4;

const stores = await openStores('turns');
const audio = await readFile(resolve('samples/good-call.ogg'));
const recordings = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'audio/ogg' });
  if (request.url === '/whole') return response.end(audio);
  response.write('O');
  const drip = setInterval(() => response.write('\0'), DRIP_MS);
  return response.once('close', () => clearInterval(drip));
});
await new Promise((done) => recordings.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${recordings.address().port}`;
const running = [];
try {
  const [crowd, single] = [await addAccount(stores), await addAccount(stores)];
  const provider = await startReference(join(import.meta.dirname, 'provider.mjs'), [], { TRANSCRIPTION_MS });
  running.push(provider);
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OPENAI_BASE_URL: `${provider.base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
    WORKER_CONCURRENCY: String(SLOTS),
    LOG_LEVEL: 'error',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api);
  running.push(await startService(stores, { ...env, PROCESS: 'worker' }));
  const upload = () => submit(api, single.key);
  const byAddress = () => submit(api, single.key, `${address}/whole`);
  reportProgress('Alone');
  for (let i = 0; i < 5; i++) await timed(upload);
  const alone = { upload: await rounds(upload), byAddress: await rounds(byAddress) };

  reportProgress(`Beside ${given.drips} recordings that drip`);
  for (let i = 0; i < Number(given.drips); i++) await submit(api, crowd.key, `${address}/drip`);
  await pause(1_000);
  const drips = { upload: await rounds(upload), byAddress: await rounds(byAddress) };
  await stores.query('DELETE FROM analysis WHERE account_id = $1', [crowd.accountId]);
  recordings.closeAllConnections();
  await pause(1_000);

  reportProgress(`Beside ${given.queued} queued calls`);
  await fillQueue(await submit(api, crowd.key), Number(given.queued));
  const queue = { upload: await rounds(upload), byAddress: await rounds(byAddress) };
  printTable(`One call, ${given.rounds} rounds, s`, [
    row('alone', alone, alone),
    row(`beside ${given.drips} recordings that drip`, drips, alone),
    row(`beside ${given.queued} queued calls`, queue, alone),
  ]);
  printFigures({
    'turns.beside-queue.p50': queue.upload.p50 / alone.upload.p50,
    'turns.beside-drips.p50': drips.upload.p50 / alone.upload.p50,
  });
} finally {
  for (const server of running.reverse()) await server.stop();
  recordings.closeAllConnections();
  recordings.close();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

function row(situation, { upload, byAddress }, alone) {
  return {
    situation,
    'upload, p50': upload.p50,
    'upload, longest': upload.max,
    'to alone (bar 2)': upload.p50 / alone.upload.p50,
    'by address, p50': byAddress.p50,
    'by address, longest': byAddress.max,
    'its ratio (bar 2)': byAddress.p50 / alone.byAddress.p50,
  };
}

async function rounds(send) {
  const seconds = [];
  for (const _round of roundsOf(Number(given.rounds))) seconds.push(await timed(send));
  return { p50: quantile(seconds, 0.5), max: Math.max(...seconds) };
}

/** @returns seconds from acceptance to the final state, by the clock of Postgres; Infinity when it did not come */
async function timed(send) {
  const id = await send();
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

async function submit({ base }, key, audioUrl) {
  const fields = { agent_id: 'agent-7', contact_id: 'contact-42' };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('audio_file', new Blob([audio]), 'call.ogg');
  const request = audioUrl
    ? {
        body: JSON.stringify({ ...fields, audio_url: audioUrl }),
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
      }
    : { body: form, headers: { 'x-api-key': key } };
  const answer = await fetch(`${base}/api/v1/analysis/`, { method: 'POST', ...request });
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).id;
}

/** As if the account had submitted the same call so many times. */
async function fillQueue(id, count) {
  await stores.query(
    `WITH copies AS (
       INSERT INTO analysis
       SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'stage', 'queued', 'fence', 0,
         'lease_until', NULL))).*
       FROM analysis AS a, generate_series(2, $2::int) WHERE a.id = $1
       RETURNING id)
     INSERT INTO minutes_reservation
     SELECT (jsonb_populate_record(r, jsonb_build_object('analysis_id', copies.id))).*
     FROM copies, minutes_reservation AS r WHERE r.analysis_id = $1`,
    [id, count],
  );
  // The worker finds them with its next sweep.
  const busy = async () => {
    const [{ n }] = await stores.query('SELECT count(*)::int AS n FROM analysis WHERE lease_until > now()');
    return n === SLOTS;
  };
  while (!(await busy())) await pause(25);
}

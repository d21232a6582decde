// How many lines of batches are accepted a second, against single submissions of the same calls in the same run? Lines are taken
// four at a time, so that the single submissions come over four connections.
//   npm run bench -- --only batches -- [--rounds 3] [--json]
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { medians } from '../measure/load.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, json: { type: 'boolean' } },
});
/** As many as an account may have open, each with as many calls as may be in progress: none has to wait for a call to end. */
const BATCHES = 10;
const LINES = 100;
const CONNECTIONS = 4;

// Recordings that never come: the calls stay as they were accepted.
const recordings = createServer(() => undefined);
await new Promise((resolve) => recordings.listen(0, '127.0.0.1', resolve));
const audioUrl = `http://127.0.0.1:${recordings.address().port}/call.wav`;
const call = (n) => ({ audio_url: audioUrl, agent_id: 'agent-7', contact_id: 'cust-42', external_id: `call-${n}` });

const stores = await openStores('batches');
let service;
try {
  // Downloads hold few slots, so that both ways have the processor for themselves.
  service = await startService(stores, {
    PROCESS: 'all',
    OUTBOUND_ALLOW_PRIVATE: 'true',
    ANALYSIS_ENGINE: 'rules',
    DOWNLOAD_CONCURRENCY: '1',
  });
  const rounds = [];
  // The first round warms both up.
  for (let round = 0; round <= Number(given.rounds); round++) {
    const single = await singles();
    const batch = await batches();
    if (round > 0)
      rounds.push({ 'single a second': single, 'batch a second': batch, 'batch to single': batch / single });
  }
  const row = medians(rounds);
  printTable(`${BATCHES * LINES} calls of one account`, [row]);
  printFigures({ 'batches.accepted-to-single': row['batch to single'] });
} finally {
  await service?.stop();
  await stores.close();
  recordings.closeAllConnections();
  recordings.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

async function singles() {
  const { key } = await addAccount(stores);
  const pool = new Pool(service.base, { connections: CONNECTIONS, pipelining: 1 });
  let next = 0;
  const from = performance.now();
  const lane = async () => {
    while (next < BATCHES * LINES) await post(pool, key, '/analysis/from-url', call(next++));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const perSecond = (BATCHES * LINES) / ((performance.now() - from) / 1000);
  await pool.close();
  return perSecond;
}

async function batches() {
  const { key, accountId } = await addAccount(stores);
  const pool = new Pool(service.base, { connections: 1, pipelining: 1 });
  const from = performance.now();
  for (let n = 0; n < BATCHES; n++) {
    const items = Array.from({ length: LINES }, (_, line) => call(n * LINES + line));
    await post(pool, key, '/batches', { items });
  }
  await pool.close();
  const accepted = () => stores.query('SELECT count(*)::int AS n FROM analysis WHERE account_id = $1', [accountId]);
  while ((await accepted())[0].n < BATCHES * LINES) await sleep(20);
  return (BATCHES * LINES) / ((performance.now() - from) / 1000);
}

async function post(pool, key, path, body) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await pool.request({ path: `/api/v1${path}`, method: 'POST', body: JSON.stringify(body), headers });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
}

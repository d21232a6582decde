// How long does it take to accept a call of an account that has billed many in its period? Each acceptance locks the period of
// its account, so that the time bounds what one account may submit.
//   npm run bench -- --only accept -- [--entries 0,300000,1000000] [--seconds 5] [--rounds 3] [--json]
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { medians, quantile } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    entries: { type: 'string', default: '0,300000,1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
const CALL = JSON.stringify({ audio_url: 'https://example.com/call.wav', agent_id: 'agent-7', contact_id: 'cust-42' });
const CONNECTIONS = [1, 8];

const stores = await openStores('accept');
let service;
try {
  service = await startService(stores, { PROCESS: 'api' });
  const rows = [];
  for (const entries of given.entries.split(',').map(Number)) {
    const account = await addAccount(stores);
    const send = submissionsOf(account.key);
    // The first call opens the period.
    await send(1, 1);
    reportProgress(`Filling ${entries} ledger entries`);
    await addEntries(account.accountId, entries);
    await send(8, 2);
    for (const connections of CONNECTIONS) {
      const rounds = [];
      for (const _round of roundsOf(Number(given.rounds))) rounds.push(await send(connections, Number(given.seconds)));
      rows.push({ 'entries in the period': String(entries), connections, ...medians(rounds) });
    }
  }
  printTable('POST /analysis with audio_url, one account', rows);
  printFigures({ 'accept.full-period.p50': rows.at(-CONNECTIONS.length)['p50 ms'] / rows[0]['p50 ms'] });
} finally {
  await service?.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** Completed calls of a minute each. Their analyses are deleted: the period needs the entries alone. */
async function addEntries(accountId, entries) {
  const [period] = await stores.query('SELECT id FROM usage_period WHERE account_id = $1 AND livemode', [accountId]);
  const BATCH = 100_000;
  for (let from = 0; from < entries; from += BATCH)
    await stores.query(
      `INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths,
         overage_hundredths, amount_cents)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, true, 60000, 100, 0, 0 FROM generate_series(1, $3::int)`,
      [accountId, period.id, Math.min(BATCH, entries - from)],
    );
  await stores.query('VACUUM ANALYZE ledger_entry');
}

function submissionsOf(key) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return async (connections, seconds) => {
    const pool = new Pool(service.base, { connections, pipelining: 1 });
    const times = [];
    const from = performance.now();
    const lane = async () => {
      while (performance.now() - from < seconds * 1000) {
        const sentAt = performance.now();
        const request = { path: '/api/v1/analysis', method: 'POST', body: CALL, headers };
        const answer = await pool.request(request);
        await answer.body.dump();
        if (answer.statusCode !== 201) throw new Error(`The service answered ${answer.statusCode}`);
        times.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
    const perSecond = times.length / ((performance.now() - from) / 1000);
    await pool.close();
    return {
      'a second': perSecond,
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
      'p99 ms': quantile(times, 0.99),
    };
  };
}

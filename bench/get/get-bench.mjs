// What does it cost to read one analysis? The service beside node:http and Express 5 doing the same work, in one run.
//   npm run bench:get -- [--rows 20000] [--connections 64] [--seconds 4] [--rounds 5] [--json]
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { medians, runLoad } from '../measure/load.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printTable, tell } from '../measure/table.mjs';
import { transcript } from '../measure/transcript.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean' },
  },
});
const connections = Number(given.connections);
const seconds = Number(given.seconds);
const rounds = Number(given.rounds);

const stores = await openStores('get');
const servers = [];
try {
  const { accountId, key } = await addAccount(stores);
  tell(`Filling ${given.rows} analyses`);
  const completed = await addAnalyses(accountId, Number(given.rows), 'completed');
  const processing = await addAnalyses(accountId, 1_000, 'processing');
  await stores.query('VACUUM ANALYZE');
  const reference = join(import.meta.dirname, 'reference.mjs');
  const args = [stores.databaseUrl, stores.redisUrl];
  for (const [title, start] of [
    ['node:http, one statement, limiter', () => startReference(reference, ['bare', ...args])],
    ['Express 5, the same', () => startReference(reference, ['express', ...args])],
    ['the service', () => startService(stores, { PROCESS: 'api' })],
  ]) {
    servers.push({ title, ...(await start()) });
  }
  const headers = { 'x-api-key': key };
  const one = (ids) => () => `/api/v1/analysis/${ids[Math.floor(Math.random() * ids.length)]}`;
  const cases = [
    ['GET one analysis, completed, 13.6 kB', { path: one(completed), headers }],
    ['GET one analysis, processing', { path: one(processing), headers }],
    [
      'GET one analysis, unknown id: authenticated 404',
      { path: () => `/api/v1/analysis/${randomUUID()}`, headers, status: 404 },
    ],
  ];
  for (const [title, load] of cases) {
    const results = servers.map(() => []);
    for (const server of servers) await runLoad(server, { ...load, connections, seconds: 1 });
    for (let round = 0; round < rounds; round++) {
      tell(`${title}: round ${round + 1} of ${rounds}`);
      for (const [i, server] of servers.entries()) {
        results[i].push(await runLoad(server, { ...load, connections, seconds }));
      }
    }
    const [base, ...rest] = results.map(medians);
    printTable(
      `${title} (${connections} connections, medians of ${rounds} rounds of ${seconds} s)`,
      [base, ...rest].map((one, i) => ({
        server: servers[i].title,
        'req/s': one.perSecond,
        'to base': one.perSecond / base.perSecond,
        'p50 ms': one.p50,
        'p99 ms': one.p99,
        'CPU µs/req': one.cpuUs,
        'CPU to base': one.cpuUs / base.cpuUs,
      })),
    );
  }
} finally {
  for (const server of servers) await server.stop();
  await stores.close();
}
// The embedded stores leave timers behind that would keep the process.
process.exit();

/** @returns {Promise<string[]>} their ids */
async function addAnalyses(accountId, count, status) {
  const made = await stores.query(
    `INSERT INTO analysis (id, account_id, created_at, status, livemode, agent_id, contact_id, request_id, storage_key,
       audio_format, size_bytes, channels, duration_ms, settled_at, processing_time_ms)
     SELECT gen_random_uuid(), $1, now() - i * interval '1 minute', $2, true, 'agent-' || i % 50, 'contact-' || i % 5000, 'bench',
       'recordings/' || gen_random_uuid(), 'wav', 1478400, 2, CASE WHEN $2 = 'completed' THEN 92340 END,
       CASE WHEN $2 = 'completed' THEN now() END, CASE WHEN $2 = 'completed' THEN 8123 END
     FROM generate_series(1, $3::int) AS i RETURNING id`,
    [accountId, status, count],
  );
  const ids = made.map(({ id }) => id);
  if (status !== 'completed') return ids;
  await stores.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
     SELECT id, $2, '{}', $3, '{"interruptions":1}', '{"grade":"local"}' FROM unnest($1::uuid[]) AS id`,
    [ids, transcript(), JSON.stringify({ summary: 'The customer was charged twice. '.repeat(55) })],
  );
  return ids;
}

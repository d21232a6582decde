// What does it cost to read one analysis? The service beside node:http that does the same work, in one run; with --express beside
// Express 5 too.
//   npm run bench -- --only get -- [--rows 20000] [--connections 64] [--seconds 1.5] [--rounds 3] [--express] [--json]
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { JwtService } from '@nestjs/jwt';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER } from '../../dist/src/accounts/auth/token-claims.js';
import { TokensService } from '../../dist/src/accounts/auth/tokens.service.js';
import { medians, runLoad } from '../measure/load.mjs';
import { guessPasswords } from '../measure/log-ins.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { transcript } from '../measure/transcript.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '1.5' },
    rounds: { type: 'string', default: '3' },
    express: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const connections = Number(given.connections);
const seconds = Number(given.seconds);
const rounds = Number(given.rounds);
const GUESSERS = 64;
/** V8 compiles the paths of a case in its first thousands of requests. */
const WARM_UP_SECONDS = 2;

const stores = await openStores('get');
const servers = [];
try {
  const { accountId, key } = await addAccount(stores);
  reportProgress(`Filling ${given.rows} analyses`);
  const completed = await addAnalyses(accountId, Number(given.rows), 'completed');
  const processing = await addAnalyses(accountId, 1_000, 'processing');
  await stores.query('VACUUM ANALYZE');
  const reference = join(import.meta.dirname, 'reference.mjs');
  const args = [stores.databaseUrl, stores.redisUrl];
  const secret = randomBytes(32).toString('base64');
  for (const [title, start] of [
    ['node:http, one statement, limiter', () => startReference(reference, ['bare', ...args])],
    ...(given.express ? [['Express 5, the same', () => startReference(reference, ['express', ...args])]] : []),
    ['the service', () => startService(stores, { PROCESS: 'api', JWT_SECRET: secret })],
  ]) {
    servers.push({ title, ...(await start()) });
  }
  const headers = { 'x-api-key': key };
  const bearer = { authorization: `Bearer ${tokenOf(accountId, secret)}` };
  const one = (ids) => () => `/api/v1/analysis/${ids[Math.floor(Math.random() * ids.length)]}`;
  const cases = [
    ['key', 'GET one analysis, completed, 13.6 kB', { path: one(completed), headers }],
    [
      'token',
      'The same, with an access token for the service',
      { path: one(completed), headers, serviceHeaders: bearer },
    ],
    ['poll', 'GET one analysis, processing', { path: one(processing), headers }],
    [
      'unknown',
      'GET one analysis, unknown id: authenticated 404',
      { path: () => `/api/v1/analysis/${randomUUID()}`, headers, status: 404 },
    ],
  ];
  const service = servers.at(-1);
  for (const [name, title, load] of cases) await compareServers(name, title, load, headers);
  await measureBesideGuessers(service, { path: one(completed), headers });
} finally {
  for (const server of servers) await server.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/**
 * @param name the case in the keys of its figures
 * @param load `serviceHeaders`, where given, are sent to the service instead of `headers`
 */
async function compareServers(name, title, { serviceHeaders, ...load }, headers) {
  const results = servers.map(() => []);
  const run = (server, forSeconds) =>
    runLoad(server, {
      ...load,
      headers: server === servers.at(-1) ? (serviceHeaders ?? headers) : headers,
      connections,
      seconds: forSeconds,
    });
  for (const server of servers) await run(server, WARM_UP_SECONDS);
  for (const round of roundsOf(rounds)) {
    reportProgress(`${title}: round ${round + 1} of ${rounds}`);
    for (const [i, server] of servers.entries()) results[i].push(await run(server, seconds));
  }
  const figures = results.map(medians);
  printTable(
    `${title} (${connections} connections, medians of ${rounds} rounds of ${seconds} s)`,
    figures.map((figure, i) => ({
      server: servers[i].title,
      'req/s': figure.perSecond,
      'to base': figure.perSecond / figures[0].perSecond,
      'p50 ms': figure.p50,
      'p99 ms': figure.p99,
      'CPU µs/req': figure.cpuUs,
      'CPU to base': figure.cpuUs / figures[0].cpuUs,
    })),
  );
  const [base, service] = [figures[0], figures.at(-1)];
  printFigures({
    [`get.${name}.cpu`]: service.cpuUs / base.cpuUs,
    [`get.${name}.rate`]: service.perSecond / base.perSecond,
  });
}

async function measureBesideGuessers(service, request) {
  reportProgress(`${GUESSERS} clients guess passwords`);
  const load = { ...request, connections: 4, seconds: 3 * seconds };
  const quiet = await runLoad(service, load);
  const guessers = await guessPasswords(service, GUESSERS);
  const flooded = await runLoad(service, load);
  const { checked, refused } = await guessers.stop();
  printTable(`GET one analysis over 4 connections, while ${GUESSERS} clients guess passwords`, [
    { 'log-ins': 'none', 'req/s': quiet.perSecond, 'p50 ms': quiet.p50, 'p99 ms': quiet.p99 },
    {
      'log-ins': `${checked} checked, ${refused} refused with 429`,
      'req/s': flooded.perSecond,
      'p50 ms': flooded.p50,
      'p99 ms': flooded.p99,
    },
  ]);
}

/** An access token like those that a log-in gives. */
function tokenOf(accountId, secret) {
  const jwt = new JwtService({
    secret: createSecretKey(Buffer.from(secret)),
    signOptions: { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE },
  });
  return new TokensService(jwt).issue({ id: accountId, tokenEpoch: 0 }, 'access');
}

/** @returns {Promise<string[]>} the ids of the new analyses */
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

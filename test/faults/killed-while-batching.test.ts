// Kills a worker with SIGKILL at random moments while it reads a manifest and takes its lines: every line is answered for, no
// call is accepted twice, and no minutes are taken twice.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { randomFrom } from '../support/audio/audio-fixtures.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type BatchClient, batchClient } from '../support/clients/batch-client.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const LINES = Number(process.env.BATCH_LINES ?? 500);
const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.SEED ?? 1);
const BAD = Math.floor(LINES / 20);
const TWICE = Math.floor(LINES / 50);
const GOOD = LINES - BAD - TWICE;
const TIMEOUT_MS = 300_000 + 200 * LINES + 20_000 * KILLS;

let service: TestService;
let worker: ServiceProcess;
let workerEnv: Record<string, string>;
let owner: Account;
let client: BatchClient;
let server: Server;
let manifest = '';

beforeAll(async () => {
  const settings = {
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    ANALYSIS_ENGINE: 'rules',
    PROVIDER_ATTEMPTS: '1',
    PROCESS: 'api',
  };
  service = await startTestService(settings);
  workerEnv = { ...service.env, PROCESS: 'worker', PORT: String(await freePort()) };
  owner = await service.openAccount();
  client = batchClient(service, owner.liveKey);
  server = createServer((request, response) => {
    // Recordings are gone, so that each call ends soon.
    if (request.url === '/manifest.csv') response.writeHead(200).end(manifest);
    else response.writeHead(410).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  worker = await startServiceProcess(workerEnv);
});
afterAll(async () => {
  await worker?.kill();
  server?.closeAllConnections();
  server?.close();
  await service?.stop();
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function numberOf(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await service.db.query<{ n: number }>(`SELECT (${sql})::int AS n`, values);
  return rows[0]?.n ?? Number.NaN;
}

/** Good, bad and repeated lines, mixed. */
function makeManifest(random: () => number): string {
  const lines = Array.from({ length: GOOD }, (_, n) => `agent-7,cust-42,call-${n},${origin()}/${n}.wav`);
  const insert = (line: string, from: number) =>
    lines.splice(from + Math.floor(random() * (lines.length - from + 1)), 0, line);
  for (let n = 0; n < TWICE; n++) insert(`agent-7,cust-42,call-${n},${origin()}/${n}.wav`, lines.length);
  for (let n = 0; n < BAD; n++) insert(`,cust-42,bad-${n},${origin()}/bad.wav`, 0);
  return `agent_id,contact_id,external_id,audio_url\n${lines.join('\n')}\n`;
}

it(
  `a worker killed ${KILLS} times answers for each of ${LINES} lines, and accepts none twice (SEED=${SEED})`,
  async () => {
    const random = randomFrom(SEED);
    manifest = makeManifest(random);
    const { id } = await client.start({
      manifest_url: `${origin()}/manifest.csv`,
      format: 'csv',
      webhook_url: 'http://127.0.0.1:65000/hook',
    });
    const left = async () => {
      const { counts, status } = await client.get(id);
      const { total = 0, queued = 0, processing = 0, ...ended } = counts;
      expect(queued + processing + Object.values(ended).reduce((sum, n) => sum + n, 0), 'the counts').toBe(total);
      return status === 'reading' ? LINES : queued;
    };
    for (let kill = 0; kill < KILLS; kill++) {
      const moment = Math.floor(LINES - ((kill + random()) * LINES) / (KILLS + 1));
      await until(async () => (await left()) <= moment, `${moment} lines that are left`, TIMEOUT_MS);
      await worker.kill();
      await endLeases(service.db);
      worker = await startServiceProcess(workerEnv);
    }
    const batch = await client.end(id, TIMEOUT_MS);
    expect(batch).toMatchObject({
      status: 'completed',
      counts: {
        total: LINES,
        queued: 0,
        processing: 0,
        completed: 0,
        failed: GOOD,
        existing: TWICE,
        refused: BAD,
        canceled: 0,
      },
    });
    const accountId = await accountIdOf(service.db, owner.email);
    expect(await numberOf('SELECT count(*) FROM analysis WHERE account_id = $1', [accountId]), 'calls').toBe(GOOD);
    const linked =
      'SELECT count(DISTINCT l.analysis_id) FROM batch_line l JOIN analysis a ON a.id = l.analysis_id AND a.external_id = l.external_id WHERE l.batch_id = $1';
    expect(await numberOf(linked, [id]), 'calls that a line names').toBe(GOOD);
    const byStatus = await service.db.query(
      'SELECT status, count(*)::int AS n FROM batch_line WHERE batch_id = $1 GROUP BY 1 ORDER BY 1',
      [id],
    );
    expect(byStatus.rows).toEqual([
      { status: 'existing', n: TWICE },
      { status: 'failed', n: GOOD },
      { status: 'refused', n: BAD },
    ]);
    const reserved =
      'SELECT count(*) FROM minutes_reservation r JOIN analysis a ON a.id = r.analysis_id WHERE a.account_id = $1';
    expect(await numberOf(reserved, [accountId]), 'reservations that are left').toBe(0);
    const notices = "SELECT count(*) FROM webhook_delivery WHERE event = 'batch.completed' AND batch_id = $1";
    expect(await numberOf(notices, [id]), 'notifications of the end').toBe(1);
  },
  2 * TIMEOUT_MS,
);

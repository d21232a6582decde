// Workers are killed at random moments while calls run. No call is lost or billed twice, and each has one event id.
// `npm run test:faults:long` kills 200 times, `npm run test:faults` eight times.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { randomFrom } from '../support/audio/audio-fixtures.js';
import { CALL_MS, providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { expectInvariants } from '../support/matchers/invariants.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const KILLS = Number(process.env.KILLS ?? 8);
const SEED = Number(process.env.SEED ?? 1);

describe(`workers killed ${KILLS} times at random (SEED=${SEED})`, () => {
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let api: ServiceProcess;
  let workers: ServiceProcess[] = [];
  let workerEnvs: Record<string, string>[];
  let account: Account;
  let db: ReturnType<typeof openPool>;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    receiver = await startWebhookReceiver();
    environment = await serviceEnvironment({
      ...providerSettings(provider),
      // Soon over for a worker that was killed, and longer than a busy machine keeps a worker from its heartbeat: a lease that
      // expires counts as a crash, and five of them fail a call.
      WORKER_LEASE_SECONDS: '10',
      WORKER_SWEEP_SECONDS: '1',
      FREE_INCLUDED_MINUTES: '100000',
      PROCESS: 'api',
    });
    db = openPool(environment.databaseUrl);
    api = await startServiceProcess(environment.env);
    const ports = [await freePort(), await freePort()];
    workerEnvs = ports.map((port) => ({ ...environment.env, PROCESS: 'worker', PORT: String(port) }));
    workers = await Promise.all(workerEnvs.map((env) => startServiceProcess(env)));
    account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
  });
  afterAll(async () => {
    await Promise.all([...workers, api].map((process_) => process_?.kill()));
    await receiver?.close();
    await provider?.close();
    await db?.end();
    await environment?.dispose();
  });

  const submit = async (): Promise<string> => {
    const form = new FormData();
    form.set('agent_id', 'a');
    form.set('contact_id', 'c');
    form.set('webhook_url', receiver.url);
    form.set('audio_file', new Blob([new Uint8Array(recordedCall())]), 'call.wav');
    const response = await fetch(`${environment.rootUrl}/api/v1/analysis`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey },
      body: form,
    });
    await expect(response).toAnswer(201);
    return JSON.parse(await response.text()).id;
  };

  it(
    'completes every call once',
    async () => {
      const random = randomFrom(SEED);
      const ids: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        ids.push(await submit());
        // A random moment for the kill. The test waits for no state here on purpose.
        await pause(random() * 1_200);
        const victim = kill % workers.length;
        await workers[victim]?.kill();
        workers[victim] = await startServiceProcess(workerEnvs[victim] ?? {});
      }
      const open = () => db.query("SELECT count(*)::int AS n FROM analysis WHERE status = 'processing'");
      await until(async () => (await open()).rows[0]?.n === 0, 'all calls to end');

      const { rows } = await db.query(
        `SELECT a.status, l.duration_ms, (SELECT count(*)::int FROM ledger_entry WHERE analysis_id = a.id) AS entries,
           (SELECT count(*)::int FROM webhook_delivery WHERE analysis_id = a.id) AS deliveries
         FROM analysis a LEFT JOIN ledger_entry l ON l.analysis_id = a.id`,
      );
      expect(rows, 'calls that were kept').toHaveLength(ids.length);
      for (const row of rows) {
        expect(row).toEqual({ status: 'completed', duration_ms: String(CALL_MS), entries: 1, deliveries: 1 });
      }
      const { rows: left } = await db.query(
        `SELECT (SELECT count(*)::int FROM minutes_reservation) AS reserved,
                (SELECT count(*)::int FROM analysis_checkpoint) AS checkpoints`,
      );
      expect(left).toEqual([{ reserved: 0, checkpoints: 0 }]);

      const pending = () => db.query("SELECT count(*)::int AS n FROM webhook_delivery WHERE status = 'pending'");
      await until(async () => (await pending()).rows[0]?.n === 0, 'all notifications to be delivered');
      const events = new Map<string, Set<string>>();
      for (const { body, headers } of receiver.received) {
        const { data } = JSON.parse(body);
        events.set(data.id, (events.get(data.id) ?? new Set()).add(headers['webhook-id'] ?? ''));
      }
      // Each event is sent at least once, and always under one id.
      expect([...events.keys()].sort()).toEqual([...ids].sort());
      expect(
        [...events].filter(([, eventIds]) => eventIds.size !== 1),
        'calls told under several ids',
      ).toEqual([]);
      await expectInvariants({ db, dataDir: environment.dataDir, receiver });
    },
    (KILLS * 60 + 300) * 1000,
  );
});

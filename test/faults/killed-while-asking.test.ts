// Kills a worker with SIGKILL while it asks a compatible server what it can do, with a sample of the call.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  finalAnalysis,
  openAccount,
  openPool,
  serviceEnvironment,
  until,
  uploadOf,
} from '../support/apps/running-service.js';
import {
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
  turnOf,
} from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { freePort } from '../support/processes/free-port.js';
import { Gate } from '../support/processes/gate.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const answers = new Gate();
let provider: OpenAiStub;
let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
let api: ServiceProcess;
let worker: ServiceProcess;
let client: CheckedPaths;
let workerEnv: Record<string, string>;
let db: ReturnType<typeof openPool>;

beforeAll(async () => {
  provider = await startScriptedProvider({
    transcribe: async (request) => {
      await answers.pass();
      return { body: { text: turnOf(request).text } };
    },
  });
  environment = await serviceEnvironment({
    ...providerSettings(provider),
    TRANSCRIPTION_ENGINE: 'compatible',
    OPENAI_TRANSCRIPTION_MODEL: 'large-v3',
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    PROCESS: 'api',
  });
  db = openPool(environment.databaseUrl);
  workerEnv = { ...environment.env, PROCESS: 'worker', PORT: String(await freePort()) };
  api = await startServiceProcess(environment.env);
  worker = await startServiceProcess(workerEnv);
  const baseUrl = `${environment.rootUrl}/api/v1`;
  client = checkedPaths(baseUrl, (await openAccount(baseUrl, environment.dataDir)).liveKey);
});

afterAll(async () => {
  answers.open();
  await worker?.kill();
  await api?.kill();
  await provider?.close();
  await db?.end();
  await environment?.dispose();
});

it('has cut nothing: the next worker asks again, and each utterance is paid for once', async () => {
  answers.close();
  const { id } = await client.post('/analysis', { body: uploadOf(recordedCall()) });
  await until(async () => answers.waiting > 0, 'the sample');
  await worker.kill();
  await endLeases(db);
  answers.open();
  worker = await startServiceProcess(workerEnv);
  const analysis = await finalAnalysis(client, id);
  expect(analysis).toBeInStatus('completed');
  expect(analysis.transcript?.segments.map(({ text }) => text)).toEqual(TURNS.map(({ text }) => text));
  const requests = provider.requests.filter(({ path }) => path === '/audio/transcriptions');
  expect(requests, 'requests for speech: the sample twice, each utterance once').toHaveLength(2 + TURNS.length);
});

// Kills a worker with SIGKILL while it asks a compatible server what it can do, with a sample of the call.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finalAnalysis, until, uploadOf } from '../support/apps/running-service.js';
import { recordedCall, TURNS, turnOf } from '../support/builders/scripted-call.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { endLeases } from '../support/processes/leases.js';

const answers = new Gate();
let fleet: Fleet;
let worker: FleetProcess;

beforeAll(async () => {
  fleet = await startFleet(
    { TRANSCRIPTION_ENGINE: 'compatible', OPENAI_TRANSCRIPTION_MODEL: 'large-v3' },
    {
      transcribe: async (request) => {
        await answers.pass();
        return { body: { text: turnOf(request).text } };
      },
    },
  );
  [, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
  await fleet.open();
});
afterAll(async () => {
  answers.open();
  await fleet?.close();
});

it('has cut nothing: the next worker asks again, and each utterance is paid for once', async () => {
  const client = checkedPaths(`${fleet.rootUrl}/api/v1`, fleet.account.liveKey);
  answers.close();
  const { id } = await client.post('/analysis', { body: uploadOf(recordedCall()) });
  await until(async () => answers.waiting > 0, 'the sample');
  await worker.kill();
  await endLeases(fleet.db);
  answers.open();
  worker = await fleet.start('worker');
  const analysis = await finalAnalysis(client, id);
  expect(analysis).toBeInStatus('completed');
  expect(analysis.transcript?.segments.map(({ text }) => text)).toEqual(TURNS.map(({ text }) => text));
  const requests = fleet.provider.requests.filter(({ path }) => path === '/audio/transcriptions');
  expect(requests, 'requests for speech: the sample twice, each utterance once').toHaveLength(2 + TURNS.length);
});

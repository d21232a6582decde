// What a client named a call, its parties and its file by goes with the call, out of every table and of Redis.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type BatchClient, batchClient } from '../support/clients/batch-client.js';
import { makeTestKey } from '../support/clients/checked-paths.js';
import { base64, tusAs } from '../support/clients/tus-upload.js';
import { everythingOf } from '../support/matchers/everything-kept.js';

let service: TestService;
let account: Account;
let test: BatchClient;
let all: BatchClient;
beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1' });
  account = await service.openAccount();
  all = batchClient(service, account.accessToken);
  test = batchClient(service, await makeTestKey(service.baseUrl, account.accessToken));
});
afterAll(() => service?.stop());

const named = (n: number) => ({
  scenario: 'good_call',
  agent_id: `canary-agent-${n}`,
  contact_id: `canary-contact-${n}`,
  external_id: `canary-id-${n}`,
  metadata: { team: `canary-team-${n}`, shift: `canary-shift-${n}` },
});

const FILE = base64('canary-file.wav');
const kept = async () =>
  (await everythingOf(service.db)).split('\n').filter((text) => text.includes('canary') || text.includes(FILE));

/** A call that is made of a resumable upload. @returns its id */
async function upload(): Promise<string> {
  const recording = recordedCall();
  const headers = { 'upload-metadata': `filename ${FILE}` };
  const tus = tusAs(service.baseUrl, account.liveKey);
  const { body } = await tus.create(recording.length, headers);
  await tus.append(String(body.id), 0, recording);
  const { scenario: _, metadata, ...parties } = named(4);
  await expect(await all.ask('/analysis', { upload_id: body.id, ...parties, metadata })).toAnswer(201);
  return String(body.id);
}

it('of lines of a batch, of sums and of uploads', async () => {
  const { id } = await test.start({ items: [named(1), named(2), named(1)] });
  await test.end(id);
  const { items } = await test.items(id);
  const upload_id = await upload();
  expect((await kept()).length).toBeGreaterThan(0);
  const calls = [...new Set(items.map(({ analysis_id }) => analysis_id))];
  for (const call of [...calls, upload_id])
    await expect(await all.ask(`/analysis/${call}`, undefined, 'DELETE')).toAnswer(200);
  await until(
    async () => (await service.db.query('SELECT 1 FROM stat_delta LIMIT 1')).rows.length === 0,
    'the sums of what was deleted',
  );
  expect(await kept()).toEqual([]);
  expect((await test.items(id)).items).toMatchObject(
    [1, 2, 3].map((line) => ({ line, external_id: null, analysis_id: null })),
  );
});

// docs/intake: the commands of the recipes that need a source are run as they are printed, against stand-ins for the bucket and
// for Twilio. The one thing put between is the address of the stand-in, which a `curl` on the path adds to what is sent.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { BUCKET_KEYS, BucketStub } from '../support/stubs/bucket-stub.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { SID, sendCallback, startTwilioStub, type TwilioStub } from '../support/stubs/twilio-stub.js';

/** Folders of earlier days are not looked at: what is there was exported before the source was made. */
const [YEAR = '', MONTH = '', DAY = ''] = new Date().toISOString().slice(0, 10).split('-');
const STARTED = new Date(`${YEAR}-${MONTH}-${DAY}T00:01:00Z`);
const CONTACT = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let provider: OpenAiStub;
let twilio: TwilioStub;
let service: TestService;
let owner: Account;
let ask: Ask;
let folder: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  twilio = await startTwilioStub(recordedCall);
  service = await startTestService({ ...providerSettings(provider), WORKER_SWEEP_SECONDS: '1' });
});
beforeEach(async () => {
  owner = await service.openAccount();
  ask = askAs(service, owner);
  folder = await mkdtemp(join(tmpdir(), 'recipe-'));
});
afterAll(async () => {
  await service?.stop();
  twilio?.close();
  await provider?.close();
});

/** Runs all blocks of the page in one shell. @param standIn a member of the source, as `"endpoint": "http://…"` */
async function play(page: string, standIn: string): Promise<{ id: string; read: (file: string) => Promise<string> }> {
  const text = await readFile(`docs/intake/${page}`, 'utf8');
  const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n');
  const { stdout: curl } = await promisify(execFile)('sh', ['-c', 'command -v curl']);
  const wrapper = `#!/bin/sh\n sed -i 's|^  "kind"|  ${standIn},\\n  "kind"|' source.json\nexec ${curl.trim()} "$@"\n`;
  await writeFile(join(folder, 'curl'), wrapper);
  await chmod(join(folder, 'curl'), 0o755);
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    CALL_ANALYSIS_URL: service.rootUrl,
    CALL_ANALYSIS_TOKEN: owner.accessToken,
    AWS_ACCESS_KEY_ID: BUCKET_KEYS.access_key_id,
    AWS_SECRET_ACCESS_KEY: BUCKET_KEYS.secret_access_key,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
  };
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env });
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const made = JSON.parse(await read('made.json'));
  expect(made, 'the answer to POST /sources').toMatchObject({ object: 'source', status: 'active' });
  return { id: made.id, read };
}

const taken = (sourceId: string) =>
  until(async () => {
    // A bucket is looked at every minute, and twice before a recording is taken: neither look is waited for.
    await service.db.query("UPDATE source SET run_after = now() WHERE id = $1 AND kind = 's3'", [sourceId]);
    await service.db.query('UPDATE source_item SET run_after = now() WHERE source_id = $1', [sourceId]);
    const { items } = (await ask(`/sources/${sourceId}/items`)).body;
    return items.find(({ status }: { status: string }) => status === 'taken') ?? null;
  }, 'the recording to be taken');

/** The call as it is stored. */
const callOf = async (analysisId: string) => {
  const { rows } = await service.db.query(
    'SELECT agent_id, contact_id, external_id, agent_channel, call_started_at, direction, custom_metadata FROM analysis WHERE id = $1',
    [analysisId],
  );
  return rows[0];
};

async function withBucket(name: string, run: (bucket: BucketStub) => Promise<void>): Promise<void> {
  const bucket = new BucketStub(name);
  await bucket.listen();
  try {
    await run(bucket);
  } finally {
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
}

it('docs/intake/amazon-connect.md takes a recording, with the agent on the right', async () => {
  await withBucket('amazon-connect-0a1b2c3d4e5f', async (bucket) => {
    const key = (contact: string) =>
      `connect/acme/CallRecordings/${YEAR}/${MONTH}/${DAY}/${contact}_${YEAR}${MONTH}${DAY}T00:01_UTC.wav`;
    bucket.put(key('11111111-7425-40de-944b-e07fc1f90ae7'), recordedCall(), { modifiedAt: new Date(0) });
    const { id, read } = await play('amazon-connect.md', `"endpoint": "${bucket.endpoint}"`);
    expect(JSON.parse(await read('tried.json')).items).toMatchObject([{ submission: { agent_id: 'not-known' } }]);
    bucket.put(key(CONTACT), recordedCall(), { metadata: { 'agent-id': 'agent-7' } });
    const { analysis_id } = await taken(id);
    expect(await callOf(analysis_id)).toMatchObject({
      agent_id: 'agent-7',
      contact_id: CONTACT,
      external_id: `${bucket.bucket}/${key(CONTACT)}`,
      agent_channel: 1,
      call_started_at: STARTED,
    });
  });
});

it('docs/intake/genesys.md takes a recording with the file beside it', async () => {
  await withBucket('acme-genesys-export', async (bucket) => {
    const { id } = await play('genesys.md', `"endpoint": "${bucket.endpoint}"`);
    const at = `org/year=${YEAR}/month=${MONTH}/day=${DAY}/hour=${new Date().getUTCHours()}/conversation_id=${CONTACT}/rec`;
    const beside = { userIds: ['agent-7'], startTime: STARTED.toISOString(), initialDirection: 'INBOUND' };
    bucket.put(`${at}.wav`, recordedCall());
    bucket.put(`${at}_metadata.json`, Buffer.from(JSON.stringify(beside)));
    const { analysis_id } = await taken(id);
    expect(await callOf(analysis_id)).toMatchObject({
      agent_id: 'agent-7',
      contact_id: CONTACT,
      direction: 'inbound',
      call_started_at: STARTED,
    });
  });
});

it('docs/intake/twilio.md takes a recording, with the customer on the first channel', async () => {
  const { id, read } = await play('twilio.md', `"api_base": "${twilio.apiBase}"`);
  const sid = SID('RE', 1);
  const answer = await sendCallback({
    to: (await read('callback.txt')).trim(),
    form: twilio.form(sid),
    authToken: twilio.authToken,
  });
  await expect(answer).toAnswer(201);
  const { analysis_id } = await taken(id);
  expect(await callOf(analysis_id)).toMatchObject({
    agent_id: 'agent-7',
    contact_id: SID('CA', 7),
    external_id: sid,
    agent_channel: 1,
    custom_metadata: JSON.stringify({ team: 'sales' }),
  });
  await rm(folder, { recursive: true, force: true });
});

// What workers store for an account that holds as much as it may: nothing, and the client finds the reason.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { endOfExport, startExport } from '../support/builders/exported-calls.js';
import { HELD_ROWS } from '../support/builders/held-rows.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { BUCKET_KEYS, BucketStub } from '../support/stubs/bucket-stub.js';

const MIB = 1024 * 1024;
const FULL = 'The account holds 1 MiB of reviews, lines, exports and the like; delete some first';

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules', ACCOUNT_STORAGE_MB: '1' });
});
beforeEach(async () => {
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
});
afterAll(() => service?.stop());

const held = async () => (await ask('/billing/usage')).body.storage;
/** Leaves room for so many bytes. */
const fillUpTo = async (room: number) =>
  service.db.query(HELD_ROWS.redaction?.insert ?? '', [accountId, 'x'.repeat(MIB - room)]);

it('a file of an export that has no room is not kept', async () => {
  await storeCall(service.db, accountId);
  await fillUpTo(1_500);
  const made = await endOfExport(ask, await startExport(ask, { of: 'analyses', format: 'jsonl' }));
  expect(made).toMatchObject({ status: 'failed', error_message: FULL, url: null });
  expect((await held()).by.exports).toBeLessThan(1_000);
});

it('a manifest whose lines have no room fails, and leaves none of them', async () => {
  await fillUpTo(20_000);
  const line = JSON.stringify({ agent_id: 'a', contact_id: 'x'.repeat(1_000) });
  const server = createServer((_, response) => void response.end(Array(100).fill(line).join('\n')));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const manifest_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls.jsonl`;
  const { id } = (await ask('/batches', { json: { manifest_url, format: 'jsonl' } })).body;
  const batch = await until(async () => {
    const { body } = await ask(`/batches/${id}`);
    return body.completed_at !== null && body;
  }, 'the batch to end');
  server.close();
  expect(batch).toMatchObject({ status: 'failed', error_message: FULL, counts: { total: 0 } });
  expect((await held()).by.batches).toBeLessThan(1_000);
});

it('a bucket is not listed, and its source says why', async () => {
  await fillUpTo(0);
  const stub = new BucketStub('acme-recordings');
  await stub.listen();
  const { bucket, endpoint } = stub;
  const naming = { pattern: '{agent_id}_{contact_id}.wav' };
  const json = {
    name: 'Calls',
    kind: 's3',
    bucket,
    endpoint,
    region: 'eu-central-1',
    credentials: BUCKET_KEYS,
    naming,
  };
  const source = await ask('/sources', { json });
  await expect(source).toAnswer(201);
  const shown = await until(async () => {
    const { body } = await ask(`/sources/${source.body.id}`);
    return body.last_error !== null && body;
  }, 'the source to be looked at');
  await stub.close();
  expect(shown.last_error).toBe(FULL);
});

// What a source says of the last objects of its bucket, before it takes any.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../../../support/apps/running-service.js';
import { toWav } from '../../../support/audio/wav.js';
import { type Ask, askAs } from '../../../support/clients/interface-client.js';
import { BUCKET_KEYS, BucketStub } from '../../../support/stubs/bucket-stub.js';

const RECORDING = toWav(new Int16Array(800), 8_000);

let service: TestService;
let account: Account;
let ask: Ask;
let stub: BucketStub;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', WORKER_SWEEP_SECONDS: '1' });
});
beforeEach(async () => {
  stub = new BucketStub('acme-recordings');
  await stub.listen();
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterEach(() => stub.close());
afterAll(() => service?.stop());

const bodyOf = ({ bucket, endpoint }: BucketStub) => ({
  name: 'Berlin',
  kind: 's3',
  bucket,
  endpoint,
  credentials: BUCKET_KEYS,
  naming: { pattern: '{agent_id}_{contact_id}.wav' },
});
const make = async (more: object = {}): Promise<string> => {
  const made = await ask('/sources', { json: { ...bodyOf(stub), ...more } });
  await expect(made).toAnswer(201);
  return made.body.id;
};

describe('the test of a source', () => {
  it('says what the last 20 keys would become, and takes nothing', async () => {
    for (let n = 10; n < 40; n++) stub.put(`agent_${n}.wav`, RECORDING);
    stub.put('zzz.wav', RECORDING);
    const id = await make();
    const tried = await ask(`/sources/${id}/test`, { json: {} });
    await expect(tried).toAnswer(200);
    expect(tried.body).toMatchObject({ object: 'source_test', error: null });
    expect(tried.body.items, 'objects tried').toHaveLength(20);
    expect(tried.body.items.slice(0, 2)).toEqual([
      {
        key: 'zzz.wav',
        size_bytes: RECORDING.length,
        modified_at: expect.any(String),
        submission: null,
        error: { loc: ['agent_id'], msg: 'Field required' },
      },
      {
        key: 'agent_39.wav',
        size_bytes: RECORDING.length,
        modified_at: expect.any(String),
        submission: { agent_id: 'agent', contact_id: '39', external_id: 'acme-recordings/agent_39.wav' },
        error: null,
      },
    ]);
    await expect(await ask(`/sources/${id}/items`)).toAnswer(200, { items: [], total: 0, skip: 0, limit: 20 });
    expect(stub.counts.list).toBeLessThanOrEqual(20);
  });

  it.each([
    ['alone', []],
    ['with others beside them', ['rec/ivr/2024/02/29/menu_1.wav']],
  ])('says so of folders by date whose last day is long ago, %s', async (_, beside) => {
    const day = (at: string, n: number) => `rec/${at}/agent_${String(n).padStart(2, '0')}.wav`;
    const keys = [
      ...Array.from({ length: 5 }, (_, n) => day('2024/02/28', n)),
      ...Array.from({ length: 30 }, (_, n) => day('2024/01/31', n)),
      ...beside,
    ];
    for (const key of keys) stub.put(key, RECORDING, { modifiedAt: new Date('2024-02-29T00:00:00Z') });
    const id = await make({ prefix: 'rec/' });
    const tried = await ask(`/sources/${id}/test`, { json: {} });
    await expect(tried).toAnswer(200);
    expect(tried.body.items.map(({ key }: { key: string }) => key)).toEqual(keys.toSorted().toReversed().slice(0, 20));
    expect(stub.counts.list, 'list requests').toBeLessThanOrEqual(20);
  });

  it('is answered while the stores of three other accounts do not answer', async () => {
    stub.put('agent_1.wav', RECORDING);
    const id = await make();
    const stuck = new BucketStub('stuck');
    await stuck.listen();
    stuck.trouble = 'hangs';
    const begin: (() => Promise<unknown>)[] = [];
    for (let n = 0; n < 3; n++) {
      const busy = askAs(service, await service.openAccount());
      const made = await busy('/sources', { json: bodyOf(stuck) });
      for (let at = 0; at < 2; at++) begin.push(() => busy(`/sources/${made.body.id}/test`, { json: {} }));
    }
    let ended = 0;
    const hanging = begin.map((test) => test().then(() => (ended += 1)));
    await until(async () => (await stuck.connections()) >= 6, 'the tests that hang');
    const tried = await ask(`/sources/${id}/test`, { json: {} });
    await expect(tried).toAnswer(200);
    expect(tried.body.items, 'objects tried').toHaveLength(1);
    expect(ended, 'tests that had ended by then').toBe(0);
    await stuck.close();
    await Promise.all(hanging);
  });

  it('is made before the source is, by the body of a new source, and keeps nothing', async () => {
    stub.put('agent-7_cust-42.wav', RECORDING);
    const tried = await ask('/sources/test', { json: bodyOf(stub) });
    await expect(tried).toAnswer(200);
    expect(tried.body).toMatchObject({ error: null, items: [{ submission: { agent_id: 'agent-7' } }] });
    await expect(await ask('/sources')).toAnswer(200, { items: [], total: 0, skip: 0, limit: 20 });
    const { credentials: _credentials, ...without } = bodyOf(stub);
    await expect(await ask('/sources/test', { json: without })).toAnswer(422);
    const chosen = { role_arn: 'arn:aws:iam::123456789012:role/recordings', external_id: 'ours' };
    const withId = { ...bodyOf(stub), endpoint: null, credentials: chosen };
    await expect(await ask('/sources/test', { json: withId })).toAnswer(422);
    const twilio = { name: 'T', kind: 'twilio', account_sid: 'AC1', auth_token: 'x', agent: 'child' };
    await expect(await ask('/sources/test', { json: twilio })).toAnswer(400, {
      detail: 'Only a source of kind s3 can do this',
    });
  });

  it('says why the bucket cannot be read, without hosts and keys', async () => {
    const id = await make({ credentials: { ...BUCKET_KEYS, secret_access_key: 'wrong' } });
    const tried = await ask(`/sources/${id}/test`, { json: {} });
    await expect(tried).toAnswer(200, {
      object: 'source_test',
      items: [],
      error: 'The store refused the signature: the secret access key is wrong',
    });
  });
});

describe('a source that has failed for a day', () => {
  it('is told of by mail, once', async () => {
    const id = await make();
    await service.db.query(
      `UPDATE source SET failing_since = now() - interval '25 hours', last_error = 'The bucket does not exist', notice_at = now()
       WHERE id = $1`,
      [id],
    );
    await until(async () => {
      const { rows } = await service.db.query('SELECT told FROM source WHERE id = $1', [id]);
      return rows[0].told;
    }, 'the mail');
    const folder = join(service.dataDir, 'outbox');
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const told = mails.filter((mail) => mail.includes('The bucket does not exist'));
    expect(told, 'mails about the source').toHaveLength(1);
    expect(told[0]).toContain('A recording source is failing');
    expect(told[0]).not.toContain(stub.endpoint);
  });
});

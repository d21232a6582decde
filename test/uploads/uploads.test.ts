// Resumable uploads over HTTP: what tus says, what is refused, and the call that is made of one.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, PARTIES, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';
import { base64, METADATA, openAppend, type Tus, tusAs } from '../support/clients/tus-upload.js';

const CALL = recordedCall();
const UNSUPPORTED = {
  detail: 'Unsupported audio format. Supported formats: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm',
};
const NOT_FOUND = { detail: 'Upload not found' };
const USED = { detail: 'The upload was used for an analysis' };

let service: TestService;
let account: Account;
let other: Account;
let testKey: string;
let tus: Tus;
let ask: Ask;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'all', ANALYSIS_ENGINE: 'rules' });
  account = await service.openAccount();
  other = await service.openAccount();
  tus = tusAs(service.baseUrl, account.liveKey);
  ask = askAs(service, account);
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
});
afterAll(() => service?.stop());

const objects = (folder: string) => readdir(join(service.dataDir, 'objects', folder)).catch(() => [] as string[]);
const isLocked = async (id: string) =>
  (await service.db.query('SELECT FROM upload WHERE id = $1 AND lock_token IS NOT NULL', [id])).rows.length > 0;
const stored = (id: string) => readFile(join(service.dataDir, 'objects', 'recordings', id));
const submit = async (uploadId: unknown, more: object = {}, key = account.liveKey, headers: object = {}) => {
  const answer = await contractFetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...PARTIES, upload_id: uploadId, ...more }),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
};
const uploaded = async (by: Tus = tus, bytes = CALL) => {
  const id = await by.begin(bytes.length);
  await expect(await by.append(id, 0, bytes)).toAnswer(204);
  return id;
};

describe('a resumable upload', () => {
  it('is made, goes on where it is, and makes one analysis with its id', async () => {
    const made = await tus.create(CALL.length);
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'upload', livemode: true, filename: 'call.wav', length: CALL.length, offset: 0 },
    });
    const id = String(made.body.id);
    expect(Object.fromEntries(made.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      location: `/api/v1/uploads/${id}`,
      'upload-offset': '0',
      'upload-expires': new Date(Number(made.body.expires_at) * 1000).toUTCString(),
    });
    expect(Number(made.body.expires_at) - Number(made.body.created)).toBe(86_400);
    const first = await tus.append(id, 0, CALL.subarray(0, 5_000));
    await expect(first).toAnswer(204);
    expect(first.headers.get('upload-offset'), 'the offset that is told').toBe('5000');
    expect(first.headers.get('upload-expires')).toBe(made.headers.get('upload-expires'));
    const seen = await tus.head(id);
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'upload-offset': '5000',
      'upload-length': String(CALL.length),
      'upload-metadata': METADATA,
      'cache-control': 'no-store',
    });
    await expect(submit(id)).resolves.toMatchObject({
      status: 400,
      body: { detail: `The upload is not complete: 5000 of ${CALL.length} bytes` },
    });
    await expect(await tus.append(id, 5_000, CALL.subarray(5_000))).toAnswer(204);
    const call = await submit(id);
    expect(call).toMatchObject({ status: 201, body: { id, object: 'analysis', status: 'processing' } });
    expect(await stored(id)).toHaveBytes(CALL);
    await expect(submit(id)).resolves.toMatchObject({ status: 400, body: USED });
    expect(await tus.offset(id)).toBe(CALL.length);
    expect(await objects('uploads')).toEqual([]);
    // Its end leaves the call alone.
    await expect(await tus.end(id)).toAnswer(204);
    expect(await stored(id)).toHaveBytes(CALL);
    await expect(await ask(`/analysis/${id}`)).toAnswer(200);
  });

  it('comes with its first bytes', async () => {
    const withBytes = await tus.create(
      CALL.length,
      { 'content-type': 'application/offset+octet-stream' },
      CALL.subarray(0, 9_000),
    );
    await expect(withBytes).toAnswer(201);
    expect(withBytes.headers.get('upload-offset'), 'the offset that is told').toBe('9000');
    expect(await tus.offset(String(withBytes.body.id))).toBe(9_000);
  });

  it('is told at OPTIONS, which wants no credential', async () => {
    const options = await fetch(`${service.baseUrl}/uploads`, { method: 'OPTIONS' });
    await expect(options).toAnswer(204);
    expect(Object.fromEntries(options.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-max-size': '524288000',
      'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
      'tus-checksum-algorithm': 'sha1,sha256,md5',
    });
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
    const id = await tus.begin(100);
    for (const [method, path] of [
      ['POST', ''],
      ['HEAD', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const)
      expect((await tusAs(service.baseUrl, 'sk_live_wrong').ask(method, path, {})).status, method).toBe(401);
  });

  it('takes the names of metadata that clients of browsers send', async () => {
    const metadata = `name ${Buffer.from('call.wav').toString('base64')},type ${Buffer.from('audio/wav').toString('base64')}`;
    const begun = await tus.ask('POST', '', { 'upload-length': '1000', 'upload-metadata': metadata });
    await expect(begun).toAnswer(201, expect.objectContaining({ filename: 'call.wav' }));
  });

  it('is not there for another account, nor for a key of the other mode', async () => {
    const id = await uploaded();
    for (const key of [other.liveKey, testKey]) {
      const foreign = tusAs(service.baseUrl, key);
      await expect(await foreign.head(id)).toAnswer(404);
      expect(await foreign.append(id, 0, CALL)).toMatchObject({ status: 404, body: NOT_FOUND });
      expect(await foreign.end(id)).toMatchObject({ status: 404, body: NOT_FOUND });
      await expect(submit(id, {}, key)).resolves.toMatchObject({ status: 404, body: NOT_FOUND });
    }
    const ofTest = await uploaded(tusAs(service.baseUrl, testKey));
    await expect(submit(ofTest)).resolves.toMatchObject({ status: 404, body: NOT_FOUND });
    await expect(submit(ofTest, {}, testKey)).resolves.toMatchObject({ status: 201, body: { livemode: false } });
    await expect(submit(randomUUID())).resolves.toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('is deleted by its client, with its bytes', async () => {
    const before = await objects('uploads');
    const id = await tus.begin(CALL.length);
    await tus.append(id, 0, CALL.subarray(0, 50_000));
    expect(await objects('uploads'), 'uploads with bytes').toHaveLength(before.length + 1);
    await expect(await tus.end(id)).toAnswer(204);
    await expect(await tus.head(id)).toAnswer(404);
    expect(await objects('uploads')).toEqual(before);
  });
});

describe('what is refused', () => {
  it('a length that is missing, empty, too large or no number', async () => {
    expect(await tus.create(0)).toMatchObject({ status: 400, body: { detail: 'Audio file is empty' } });
    expect(await tus.create(524_288_001)).toMatchObject({ status: 413, body: { detail: 'Maximum size exceeded' } });
    for (const length of ['-1', '1e9', '1.5', '0x10', '99999999999999999999', ' 7 7', 'NaN'])
      expect((await tus.create(length)).status, length).toBe(400);
    const without = await tus.ask('POST', '', { 'upload-metadata': METADATA });
    await expect(without).toAnswer(400);
    await expect(await tus.ask('POST', '', { 'upload-defer-length': '1', 'upload-metadata': METADATA })).toAnswer(400);
    await expect(await tus.create(524_288_000)).toAnswer(201);
  });

  it('metadata without a file name, and rubbish', async () => {
    const detail = 'Upload-Metadata must have a filename';
    for (const metadata of [
      `other ${base64('x')}`,
      'filename',
      `filename ${base64('  ')}`,
      `filename ${base64('a\0b')}`,
    ])
      expect(await tus.create(100, { 'upload-metadata': metadata }), metadata).toMatchObject({
        status: 400,
        body: { detail },
      });
    for (const metadata of [
      ',',
      'filename !!!',
      `filename ${base64('a')} ${base64('b')}`,
      'filename YQ==,filename YQ==',
      `${METADATA},__proto__ ${base64('x')}`,
      'é x',
    ])
      expect((await tus.create(100, { 'upload-metadata': metadata })).status, metadata).toBe(400);
    await expect(await tus.create(100, { 'upload-metadata': `filename ${base64('a'.repeat(256))}` })).toAnswer(400);
    await expect(await tus.create(100, { 'upload-metadata': `${METADATA},x ${base64('a'.repeat(6_000))}` })).toAnswer(
      400,
    );
    const hostile = `${METADATA},n ${base64('<script>')}`;
    await expect(await tus.create(100, { 'upload-metadata': hostile })).toAnswer(201);
  });

  it('a request without the version of tus, and one of another version', async () => {
    const answer = await contractFetch(`${service.baseUrl}/uploads`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey, 'upload-length': '100', 'upload-metadata': METADATA },
    });
    await expect(answer).toAnswer(412, { detail: 'Tus-Resumable Required' });
    expect(answer.headers.get('tus-version'), 'the version that is spoken').toBe('1.0.0');
    await expect(await tus.create(100, { 'tus-resumable': '0.2.2' })).toAnswer(412);
  });

  it('a wrong offset, and more bytes than were announced', async () => {
    const id = await tus.begin(CALL.length);
    await tus.append(id, 0, CALL.subarray(0, 10_000));
    for (const offset of [0, 9_999, 10_001, CALL.length])
      expect(await tus.append(id, offset, Buffer.alloc(10)), `${offset}`).toMatchObject({
        status: offset === CALL.length ? expect.any(Number) : 409,
      });
    for (const offset of ['-1', 'x', '1e3', ''])
      expect((await tus.append(id, offset, Buffer.alloc(10))).status, offset).toBeGreaterThanOrEqual(400);
    await expect(await tus.append(id, 10_000, Buffer.alloc(CALL.length))).toAnswer(413);
    expect(await tus.offset(id)).toBe(10_000);
    await expect(await tus.ask('PATCH', `/${id}`, { 'upload-offset': '10000' }, Buffer.alloc(3))).toAnswer(415);
    await expect(await tus.append(id, 10_000, CALL.subarray(10_000))).toAnswer(204);
    await expect(await submit(id)).toAnswer(201);
    expect(await stored(id)).toHaveBytes(CALL);
  });

  it('more bytes than were announced, without a length of the request', async () => {
    const id = await tus.begin(CALL.length);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(CALL));
        controller.enqueue(new Uint8Array(1));
        controller.close();
      },
    });
    const answer = await fetch(`${service.baseUrl}/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        'x-api-key': account.liveKey,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit);
    await expect(answer).toAnswer(413, { detail: 'Maximum size exceeded' });
    expect(await tus.offset(id)).toBe(CALL.length);
  });

  it('what is no recording, once 4 kB of it have arrived, and the upload is gone', async () => {
    const text = Buffer.from('%PDF-1.7 is not a call. '.repeat(500));
    const whole = await tus.begin(text.length);
    expect(await tus.append(whole, 0, text)).toMatchObject({ status: 400, body: UNSUPPORTED });
    await expect(await tus.head(whole)).toAnswer(404);
    const inParts = await tus.begin(text.length);
    await expect(await tus.append(inParts, 0, text.subarray(0, 4_000))).toAnswer(204);
    const second = await tus.append(inParts, 4_000, text.subarray(4_000, 4_100));
    expect(second).toMatchObject({ status: 400, body: UNSUPPORTED });
    await expect(await tus.head(inParts)).toAnswer(404);
    const short = await tus.begin(10);
    expect(await tus.append(short, 0, Buffer.from('not a call'))).toMatchObject({ status: 400, body: UNSUPPORTED });
    const withBytes = await tus.create(text.length, { 'content-type': 'application/offset+octet-stream' }, text);
    expect(withBytes).toMatchObject({ status: 400, body: UNSUPPORTED });
  });

  it('bytes whose checksum is another one: nothing of the request counts', async () => {
    const id = await tus.begin(CALL.length);
    const [first, rest] = [CALL.subarray(0, 60_000), CALL.subarray(60_000)];
    const sum = (algorithm: string, bytes: Buffer) => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
    });
    expect(await tus.append(id, 0, first, sum('sha1', rest))).toMatchObject({
      status: 460,
      body: { detail: 'Checksum mismatch' },
    });
    expect(await tus.offset(id)).toBe(0);
    await expect(await tus.append(id, 0, first, sum('sha256', first))).toAnswer(204);
    const damaged = Buffer.from(rest).fill(7, 100, 200);
    await expect(await tus.append(id, 60_000, damaged, sum('sha1', rest))).toAnswer(460);
    expect(await tus.offset(id)).toBe(60_000);
    for (const header of ['crc32 AAAA', 'sha1', 'sha1 !', 'SHA1 AAAA'])
      expect((await tus.append(id, 60_000, rest, { 'upload-checksum': header })).status, header).toBe(400);
    await expect(await tus.append(id, 60_000, rest, sum('md5', rest))).toAnswer(204);
    await expect(await submit(id)).toAnswer(201);
    expect(await stored(id)).toHaveBytes(CALL);
  });

  it('a second writer while a first one writes, and no bytes of it count', async () => {
    const id = await tus.begin(CALL.length);
    const { request, answered } = openAppend(service.baseUrl, account.liveKey, id, 0, CALL.length);
    request.write(CALL.subarray(0, 100_000));
    await until(() => isLocked(id), 'the first writer');
    const second = await tus.append(id, 0, Buffer.alloc(CALL.length, 7));
    expect(second).toMatchObject({ status: 423, body: { detail: 'Another request writes to the upload' } });
    expect(await tus.end(id)).toMatchObject({ status: 423 });
    request.end(CALL.subarray(100_000));
    expect(await answered).toMatchObject({ status: 204 });
    await expect(await submit(id)).toAnswer(201);
    expect(await stored(id)).toHaveBytes(CALL);
  });

  it('no client library, which retries three times, for a writer that sends nothing any more', async () => {
    const id = await tus.begin(CALL.length);
    const { request, answered } = openAppend(service.baseUrl, account.liveKey, id, 0, CALL.length);
    request.write(CALL.subarray(0, 100_000));
    await until(() => isLocked(id), 'the first writer');
    let answer = await tus.append(id, 0, CALL);
    await expect(answer).toAnswer(423);
    for (let retries = 0; retries < 3 && answer.status === 423; retries += 1) {
      const offset = await sleep(1000 * Number(answer.headers.get('retry-after'))).then(() => tus.offset(id));
      answer = await tus.append(id, offset, CALL.subarray(offset));
    }
    await expect(answer).toAnswer(204);
    expect(await answered).toMatchObject({ status: 423 });
    request.destroy();
    await expect(await submit(id)).toAnswer(201);
    expect(await stored(id)).toHaveBytes(CALL);
  });
});

describe('POST /analysis with upload_id', () => {
  it('takes neither audio_url nor scenario beside it, and from-url does not take it', async () => {
    const id = await uploaded();
    for (const more of [{ audio_url: 'https://example.com/a.wav' }, { scenario: 'good_call' }]) {
      const [name] = Object.keys(more);
      await expect(submit(id, more, name === 'scenario' ? testKey : account.liveKey)).resolves.toMatchObject({
        status: 422,
        body: { detail: [{ type: 'value_error', loc: ['body', name] }] },
      });
    }
    expect(await submit('7')).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'upload_id'] }] } });
    const answer = await fetch(`${service.baseUrl}/analysis/from-url`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...PARTIES, upload_id: id }),
    });
    await expect(answer).toAnswer(422);
    expect(answer.headers.get('x-ignored-fields'), 'fields that are ignored').toBe('upload_id');
    await expect(await submit(id)).toAnswer(201);
  });

  it('takes it once, however many ask at the same time', async () => {
    const id = await uploaded();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(id)));
    await expect(answers).toAnswerInAnyOrder([201, 400, 400, 400, 400, 400]);
    const { rows } = await service.db.query(
      'SELECT count(*)::int AS n FROM minutes_reservation WHERE analysis_id = $1',
      [id],
    );
    expect(rows[0].n).toBeLessThanOrEqual(1);
  });

  it('answers the same again: for an Idempotency-Key, and for an external_id', async () => {
    const [keyed, named] = [await uploaded(), await uploaded()];
    const key = { 'idempotency-key': randomUUID() };
    expect(await submit(keyed, {}, account.liveKey, key)).toMatchObject({ status: 201, body: { id: keyed } });
    const again = await submit(keyed, {}, account.liveKey, key);
    await expect(again).toAnswer(201, expect.objectContaining({ id: keyed }));
    expect(again.headers.get('idempotent-replayed'), 'whether it is a replay').toBe('true');
    await expect(await submit(named, { external_id: 'pbx-7' })).toAnswer(201);
    expect(await submit(named, { external_id: 'pbx-7' })).toMatchObject({ status: 200, body: { id: named } });
    const third = await uploaded();
    expect(await submit(third, { external_id: 'pbx-7' })).toMatchObject({ status: 200, body: { id: named } });
    // Nothing was made of it.
    await expect(await submit(third)).toAnswer(201);
  });

  it('leaves it usable where no minutes are left', async () => {
    const poor = await service.openAccount();
    const id = await uploaded(tusAs(service.baseUrl, poor.liveKey));
    const limit = (hundredths: number) =>
      service.db.query(
        `UPDATE usage_period SET included_hundredths = $1
          WHERE account_id = (SELECT id FROM account WHERE email = $2)`,
        [hundredths, poor.email],
      );
    // The first look at the plan makes its period.
    await fetch(`${service.baseUrl}/users/me`, { headers: { 'x-api-key': poor.liveKey } });
    await submit(randomUUID(), {}, poor.liveKey);
    await limit(5);
    await expect(await submit(id, {}, poor.liveKey)).toAnswer(402);
    await expect(await submit(id, {}, poor.liveKey)).toAnswer(402);
    await limit(10_000);
    expect(await submit(id, {}, poor.liveKey)).toMatchObject({ status: 201, body: { id } });
    expect(await stored(id)).toHaveBytes(CALL);
  });
});

describe('a creation with an Idempotency-Key', () => {
  it('is answered with the same upload, and with a fault where its headers differ', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await tus.create(CALL.length, key);
    const again = await tus.create(CALL.length, key);
    await expect(again).toAnswer(201, expect.objectContaining({ id: first.body.id }));
    expect(again.headers.get('location'), 'the address').toBe(first.headers.get('location'));
    await expect(await tus.create(CALL.length + 1, key)).toAnswer(422);
  });
});

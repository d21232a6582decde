// What tus 1.0 demands of headers and of requests that break off, and what a client may ask twice.
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, PARTIES, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { contractFetch } from '../support/clients/responses.js';
import { base64, METADATA, openAppend, type Tus, tusAs } from '../support/clients/tus-upload.js';

const CALL = recordedCall();
const TEXT = Buffer.from('%PDF-1.7 is not a call. '.repeat(300));
const STREAM = 'application/offset+octet-stream';
const UNSUPPORTED = /^Unsupported audio format/;

let service: TestService;
let account: Account;
let tus: Tus;
const lines: string[] = [];
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' }, (line) => lines.push(line));
  account = await service.openAccount();
  tus = tusAs(service.baseUrl, account.liveKey);
});
afterAll(() => service?.stop());

const submit = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await contractFetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...PARTIES, ...body }),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
};
const uploaded = async () => {
  const id = await tus.begin(CALL.length);
  await expect(await tus.append(id, 0, CALL)).toAnswer(204);
  return id;
};
/** Null where no request has it, or where it is gone. */
const lockOf = async (id: string) =>
  (await service.db.query('SELECT lock_token FROM upload WHERE id = $1', [id])).rows[0]?.lock_token ?? null;
const isFree = async (id: string) => (await lockOf(id)) === null;

describe('what another request holds', () => {
  it('is not submitted meanwhile', async () => {
    const id = await uploaded();
    await service.db.query(
      "UPDATE upload SET lock_token = gen_random_uuid(), locked_until = now() + interval '1 hour' WHERE id = $1",
      [id],
    );
    const refused = await submit({ upload_id: id });
    expect(refused).toMatchObject({ status: 423, body: { detail: 'Another request writes to the upload' } });
    await service.db.query('UPDATE upload SET lock_token = NULL, locked_until = NULL WHERE id = $1', [id]);
    await expect(await submit({ upload_id: id })).toAnswer(201);
  });
});

describe('the headers of tus', () => {
  it('a creation whose bytes have another checksum makes no upload', async () => {
    const headers = { 'content-type': STREAM, 'upload-checksum': `sha1 ${base64('x'.repeat(20))}` };
    await expect(await tus.create(CALL.length, headers, CALL)).toAnswer(460, { detail: 'Checksum mismatch' });
  });

  it('another version is refused with that which is spoken, and nothing is done', async () => {
    const id = await tus.begin(CALL.length);
    const other = { 'tus-resumable': '0.2.2' };
    for (const [method, path] of [
      ['POST', ''],
      ['HEAD', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const) {
      const answer = await tus.ask(method, path, { ...other, 'upload-length': '100', 'upload-metadata': METADATA });
      expect(answer.status, method).toBe(412);
      expect(answer.headers.get('tus-version'), method).toBe('1.0.0');
      if (method !== 'HEAD') expect(answer.body.detail, method).toBe('Tus-Resumable should be 1.0.0');
    }
    expect(await tus.offset(id)).toBe(0);
    await expect(await tus.ask('OPTIONS', '', other)).toAnswer(204);
  });

  it('bytes of another content type are 415; its case and its parameters do not matter', async () => {
    const id = await tus.begin(CALL.length);
    for (const type of ['application/json', 'application/octet-stream', ''])
      expect(await tus.append(id, 0, CALL, { 'content-type': type }), type).toMatchObject({
        status: 415,
        body: { detail: `The Content-Type should be ${STREAM}` },
      });
    expect(await tus.offset(id)).toBe(0);
    const type = 'Application/Offset+Octet-Stream; charset=utf-8';
    await expect(await tus.append(id, 0, CALL, { 'content-type': type })).toAnswer(204);
    const made = await tus.create(CALL.length, { 'content-type': type }, CALL);
    expect(made).toMatchObject({ status: 201, body: { offset: CALL.length } });
  });

  it('a part without an offset is a fault of the request, and not one of scopes', async () => {
    const id = await tus.begin(CALL.length);
    const answer = await tus.ask('PATCH', `/${id}`, { 'content-type': STREAM }, CALL);
    await expect(answer).toAnswer(400, { detail: 'Upload-Offset header required' });
  });

  it('what is not offered is a fault of the client, and no error of the service', async () => {
    const before = lines.length;
    await expect(await tus.ask('POST', '', { 'upload-defer-length': '1', 'upload-metadata': METADATA })).toAnswer(400);
    for (const concat of ['partial', 'final;/api/v1/uploads/a /api/v1/uploads/b'])
      await expect(await tus.create(100, { 'upload-concat': concat })).toAnswer(400);
    await until(
      async () => lines.slice(before).filter((line) => line.includes('"status":400')).length >= 3,
      'log lines',
    );
    expect(lines.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it('X-HTTP-Method-Override says what a POST is, where a network lets nothing else through', async () => {
    const id = await tus.begin(CALL.length);
    const posted = (override: string, more: Readonly<Record<string, string>> = {}, bytes?: Buffer) =>
      tus.ask('POST', `/${id}`, { 'x-http-method-override': override, ...more }, bytes);
    const patched = await posted('PATCH', { 'upload-offset': '0', 'content-type': STREAM }, CALL.subarray(0, 5_000));
    await expect(patched).toAnswer(204);
    expect(await tus.offset(id)).toBe(5_000);
    expect((await posted('PUT')).status, 'a method that uploads do not have').toBe(405);
    expect(
      await tusAs(service.baseUrl, 'sk_live_wrong').ask('POST', `/${id}`, { 'x-http-method-override': 'DELETE' }),
    ).toMatchObject({ status: 401 });
    await expect(await posted('DELETE')).toAnswer(204);
    await expect(await tus.head(id)).toAnswer(404);
  });

  it('every answer names the version, and HEAD the metadata as they were sent and the end', async () => {
    for (const [method, path, status] of [
      ['POST', '', 401],
      ['PATCH', `/${randomUUID()}`, 401],
      ['HEAD', '/7', 401],
    ] as const) {
      const answer = await tusAs(service.baseUrl, 'sk_live_wrong').ask(method, path, {});
      expect([answer.status, answer.headers.get('tus-resumable')], method).toEqual([status, '1.0.0']);
    }
    const metadata = `filename ${Buffer.from([0xff, 0x61]).toString('base64')},mark ,other ${base64('x')}`;
    const made = await tus.create(CALL.length, { 'upload-metadata': metadata });
    const seen = await tus.head(String(made.body.id));
    expect(seen.headers.get('upload-metadata')).toBe(metadata);
    expect(seen.headers.get('upload-expires')).toBe(made.headers.get('upload-expires'));
    const whole = await tus.head(await uploaded());
    expect(whole.headers.get('upload-expires'), 'of one that is whole').toBeNull();
  });
});

describe('what is no recording', () => {
  it('is refused also where more than it comes, or where the request ends behind its last byte', async () => {
    const [longer, cut] = [await tus.begin(TEXT.length), await tus.begin(TEXT.length)];
    const { request: pouring, answered } = openAppend(service.baseUrl, account.liveKey, longer, 0, null);
    pouring.end(Buffer.concat([TEXT, TEXT]));
    const refused = await answered;
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.parse(refused?.body ?? '{}').detail).toMatch(UNSUPPORTED);
    await expect(await tus.head(longer)).toAnswer(404);
    // A cut that comes before the service reads leaves the upload where it was.
    const seen = await until(async () => {
      const { request: cutting, answered: ended } = openAppend(service.baseUrl, account.liveKey, cut, 0, null);
      cutting.write(TEXT);
      await until(async () => !(await isFree(cut)), 'the writer');
      cutting.destroy();
      await ended;
      await until(() => isFree(cut), 'the end of the writer');
      const found = await tus.head(cut);
      return found.headers.get('upload-offset') !== '0' && found;
    }, 'a cut behind the last byte');
    await expect(seen).toAnswer(404);
  });
});

describe('a request with an Idempotency-Key', () => {
  it('that came before the upload was whole may come again', async () => {
    const id = await tus.begin(CALL.length);
    await tus.append(id, 0, CALL.subarray(0, 5_000));
    const key = { 'idempotency-key': randomUUID() };
    const detail = `The upload is not complete: 5000 of ${CALL.length} bytes`;
    expect(await submit({ upload_id: id }, key)).toMatchObject({ status: 400, body: { detail } });
    await expect(await tus.append(id, 5_000, CALL.subarray(5_000))).toAnswer(204);
    expect(await submit({ upload_id: id }, key)).toMatchObject({ status: 201, body: { id } });
  });

  it('that began an upload with its bytes and broke off is answered with the upload', async () => {
    const headers = {
      'x-api-key': account.liveKey,
      'tus-resumable': '1.0.0',
      'upload-length': String(CALL.length),
      'upload-metadata': METADATA,
      'idempotency-key': randomUUID(),
    };
    const request = httpRequest(`${service.baseUrl}/uploads`, {
      method: 'POST',
      headers: { ...headers, 'content-type': STREAM, 'content-length': String(CALL.length) },
    });
    request.on('error', () => undefined);
    const known = await service.db.query('SELECT id FROM upload');
    const made = async () => {
      const { rows } = await service.db.query('SELECT id FROM upload WHERE id <> ALL($1) AND lock_token IS NOT NULL', [
        known.rows.map((row) => row.id),
      ]);
      return rows[0]?.id;
    };
    request.write(CALL.subarray(0, 100_000));
    const id = await until(made, 'the upload');
    request.destroy();
    await until(() => isFree(id), 'the end of the request');
    const again = await until(async () => {
      const answer = await fetch(`${service.baseUrl}/uploads`, { method: 'POST', headers });
      return answer.status === 201 && answer.json();
    }, 'an answer');
    expect(again).toMatchObject({ id });
    const offset = await tus.offset(id);
    await expect(await tus.append(id, offset, CALL.subarray(offset))).toAnswer(204);
    expect(await submit({ upload_id: id })).toMatchObject({ status: 201, body: { id } });
  });
});

it('a call that is submitted at the same time under one name is the same call', async () => {
  const id = await uploaded();
  const answers = await Promise.all(Array.from({ length: 6 }, () => submit({ upload_id: id, external_id: 'pbx-1' })));
  await expect(answers).toAnswerInAnyOrder([201, 200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([id]));
});

it('a writer whose lock was taken by a submission has its bytes refused', async () => {
  const id = await tus.begin(CALL.length);
  const { request, answered } = openAppend(service.baseUrl, account.liveKey, id, 0, CALL.length);
  request.write(CALL.subarray(0, 100_000));
  await until(async () => !(await isFree(id)), 'the writer');
  await service.db.query('UPDATE upload SET lock_token = gen_random_uuid() WHERE id = $1', [id]);
  request.end(CALL.subarray(100_000));
  expect(await answered).toMatchObject({ status: 423 });
  expect(await tus.offset(id)).toBe(0);
});

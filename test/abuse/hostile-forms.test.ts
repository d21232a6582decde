// Malformed forms, and names of files that try to do harm.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { field, file, PARTIES, postForm, rawForm, SMALL_RECORDING } from '../support/clients/raw-upload.js';
import { countTraces, expectAlive, storedFiles, untilTracesAre } from '../support/clients/upload-traces.js';

const MEBIBYTE = 1_048_576;

let service: TestService;
let account: Account;
beforeAll(async () => {
  // No worker runs, so that accepted calls keep their state.
  service = await startTestService({ PROCESS: 'api', FREE_INCLUDED_MINUTES: '100000' });
  account = await service.openAccount();
});
afterAll(() => service?.stop());

describe('fault 52: forms that are none', () => {
  const whole = () => rawForm([...PARTIES, file('a.wav')]);
  it.each<[string, () => Buffer, string?]>([
    ['two recordings', () => rawForm([...PARTIES, file('a.wav'), file('b.wav')])],
    [
      'a file in a field of another name',
      () => rawForm([...PARTIES, ['Content-Disposition: form-data; name="x"; filename="x"', 'x'], file('a.wav')]),
    ],
    [
      'a thousand parts',
      () => rawForm([...PARTIES, ...Array.from({ length: 1_000 }, (_, n) => field(`f${n}`, 'x')), file('a.wav')]),
    ],
    [
      'a thousand files',
      () => rawForm([...PARTIES, file('a.wav'), ...Array.from({ length: 1_000 }, () => file('a.wav', 'x'))]),
    ],
    ['a field of a megabyte', () => rawForm([...PARTIES, field('metadata', 'x'.repeat(MEBIBYTE)), file('a.wav')])],
    ['a field name of a megabyte', () => rawForm([...PARTIES, field('x'.repeat(MEBIBYTE), 'x'), file('a.wav')])],
    ['a field given twice', () => rawForm([...PARTIES, field('agent_id', 'b'), file('a.wav')])],
    ['no boundary in the type', whole, 'multipart/form-data'],
    ['an empty boundary', whole, 'multipart/form-data; boundary='],
    ['another boundary than it says', whole, 'multipart/form-data; boundary=other'],
    ['no end', () => whole().subarray(0, -12)],
    ['a boundary cut short', () => whole().subarray(0, -4)],
    ['no part at all', () => Buffer.from('--cut--\r\n')],
    ['nothing in it', () => Buffer.alloc(0)],
    ['bytes that are no form', () => Buffer.alloc(5_000, 0xff)],
    ['a part without headers', () => rawForm([...PARTIES, ['', 'x'], file('a.wav')]).subarray(0, -30)],
    [
      'a NUL in the headers of a part',
      () => rawForm([...PARTIES, ['Content-Disposition: form-data; name="a\0b"', 'x'], file('a.wav')]),
    ],
    ['part headers without end', () => Buffer.from(`--cut\r\n${'X-Header: x\r\n'.repeat(50_000)}`)],
  ])('%s: an item that says where, and the service lives [fault 52]', async (_, form, contentType) => {
    const before = await countTraces(service);
    const answer = await postForm(service, account, form(), contentType);
    await expect(answer).toAnswer(422, { detail: expect.arrayContaining([expect.anything()]) });
    for (const item of answer.body.detail) {
      expect(item).toMatchObject({ type: expect.stringMatching(/./), msg: expect.stringMatching(/./) });
      expect(['body', 'header']).toContain(item.loc[0]);
    }
    await untilTracesAre(service, before, 'what was stored to go');
    await expectAlive(service, account);
  });

  it('another form within is a recording that is none [fault 52]', async () => {
    const nested = rawForm([file('inner.wav')])
      .toString('latin1')
      .replaceAll('--cut', '--inner');
    const headers =
      'Content-Disposition: form-data; name="audio_file"\r\nContent-Type: multipart/mixed; boundary=inner';
    const answer = await postForm(service, account, rawForm([...PARTIES, [headers, nested]]));
    await expect(answer).toAnswer(400, { detail: expect.stringContaining('Unsupported audio format') });
  });

  it('a long part without a name of its own is skipped, and the form behind it is read [fault 52]', async () => {
    for (const size of [20_000, 60_000, 150_000, 1_000_000]) {
      const skipped: [string, string] = ['X: y', 'x'.repeat(size)];
      await expect(await postForm(service, account, rawForm([...PARTIES, skipped, file('a.wav')]))).toAnswer(201);
      await expect(await postForm(service, account, rawForm([...PARTIES, file('a.wav'), skipped]))).toAnswer(201);
    }
  });

  it('a part without a name is left aside or refused, and never breaks the form reader [fault 52]', async () => {
    for (const headers of ['Content-Disposition: form-data; name=""', 'Content-Disposition: form-data', 'X: y']) {
      const answer = await postForm(service, account, rawForm([...PARTIES, [headers, 'x'], file('a.wav')]));
      await expect(answer).toAnswer([201, 422]);
    }
    await expectAlive(service, account);
  });
});

describe('fault 53: names of files', () => {
  it.each([
    ['a path upwards', '../../../etc/passwd'],
    ['an encoded path', '..%2f..%2fetc%2fpasswd'],
    ['a NUL', 'a\0.wav'],
    ['5,000 characters', 'x'.repeat(5_000)],
    ['a text that turns the direction of writing', 'gpj.\u202evaw.wav'],
    ['a drive', 'C:\\Windows\\system32\\config.wav'],
    ['quotes and a header', 'a\\"; filename=\\"b.wav'],
    ['.htaccess', '.htaccess'],
    ['control characters', 'a\x1b[31m\x07.wav'],
    ['a page', '<img src=x onerror=alert(1)>.wav'],
    ['nothing', ''],
    ['dots', '..'],
  ])('%s is only a name [fault 53]', async (_, name) => {
    const known = new Set(await storedFiles(service));
    const { status, text, body, headers } = await postForm(service, account, rawForm([...PARTIES, file(name)]));
    expect([201, 400, 422], text).toContain(status);
    const added = (await storedFiles(service)).filter((stored) => !known.has(stored));
    expect(added).toEqual(status === 201 ? [body.id] : []);
    const traceable = name.length > 2 ? [name, JSON.stringify(name).slice(1, -1)] : [];
    for (const trace of traceable) {
      expect(text).not.toContain(trace);
      expect(JSON.stringify([...headers])).not.toContain(trace);
    }
    if (status !== 201) return;
    const { rows } = await service.db.query('SELECT storage_key, audio_format FROM analysis WHERE id = $1', [body.id]);
    expect(rows).toEqual([{ storage_key: `recordings/${body.id}`, audio_format: 'wav' }]);
    const link = await fetch(body.audio.url);
    await expect(link).toAnswer(200);
    expect(link.headers.get('content-disposition')).toBe(
      `attachment; filename="${body.id}.wav"; filename*=UTF-8''${body.id}.wav`,
    );
    await link.body?.cancel();
  });

  it('no file name at all: a field tells the recording, not its file name [fault 53]', async () => {
    const answer = await postForm(
      service,
      account,
      rawForm([...PARTIES, ['Content-Disposition: form-data; name="audio_file"', SMALL_RECORDING]]),
    );
    await expect(answer).toAnswer(201);
  });
});

// Uploads that lie, break off, drip, or come from somebody who may not send them.
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  chunk,
  FORM_END,
  FORM_START,
  LONG_HEADER,
  openConnection,
  openUpload,
  type RawRequest,
  rawForm,
  SMALL_RECORDING,
  watchRequests,
} from '../support/raw-upload.js';
import { type Account, startTestService, type TestService, until } from '../support/running-service.js';

/** Minutes of real time: with `npm run test:faults` only. */
const LONG = process.env.KILLS !== undefined;
const MEBIBYTE = 1_048_576;

let service: TestService;
let account: Account;
let watch: ReturnType<typeof watchRequests>;
beforeAll(async () => {
  // No worker: what is accepted stays as it is.
  service = await startTestService({ PROCESS: 'api', FREE_INCLUDED_MINUTES: '100000' });
  account = await service.openAccount();
  watch = watchRequests();
});
afterAll(async () => {
  watch?.stop();
  await service?.stop();
});

const storedFiles = async () =>
  (await readdir(join(service.dataDir, 'objects'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Files of the service that this process, in which it runs, holds open. */
async function openFiles(): Promise<string[]> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(service.dataDir));
}

async function traces() {
  const { rows } = await service.db.query(
    `SELECT (SELECT count(*)::int FROM analysis) AS analyses,
       (SELECT count(*)::int FROM minutes_reservation) AS reservations,
       (SELECT count(*)::int FROM idempotency_key) AS keys`,
  );
  return { ...rows[0], files: (await storedFiles()).length, open: (await openFiles()).length };
}

const untilAsBefore = (before: unknown, what: string) =>
  until(async () => JSON.stringify(await traces()) === JSON.stringify(before), what);

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const detailOf = (answer: string) => JSON.parse(/\{"detail".*\}/s.exec(answer)?.[0] ?? '{}').detail;

async function expectAlive() {
  const response = await fetch(`${service.baseUrl}/users/me`, { headers: { 'x-api-key': account.liveKey } });
  expect(response.status).toBe(200);
}

/** The median of two hundred reads, one after the other. */
async function readMs(): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < 200; read += 1) {
    const startedAt = performance.now();
    await expectAlive();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[100] ?? Number.NaN;
}

/** Sends until the connection is cut or all is sent. */
async function pour(upload: RawRequest, sizeBytes: number): Promise<void> {
  const piece = chunk(Buffer.alloc(65_536));
  for (let sent = 0; sent < sizeBytes; sent += 65_536) if (!(await upload.write(piece))) return;
}

describe('fault 47: lengths that are not true', () => {
  it('more announced than sent: nothing is accepted, nothing stays', async () => {
    const before = await traces();
    const upload = await openUpload(service, account.liveKey, ['Content-Length: 10000000']);
    await upload.write(Buffer.concat([FORM_START, LONG_HEADER, Buffer.alloc(200_000)]));
    await until(async () => (await storedFiles()).length > before.files, 'the first bytes in storage');
    upload.socket.end();
    await upload.answer;
    await untilAsBefore(before, 'the half recording to go');
  });

  it('less announced than sent: the form is refused as cut, and the rest is no request', async () => {
    const before = await traces();
    const form = Buffer.concat([FORM_START, SMALL_RECORDING, FORM_END]);
    const upload = await openUpload(service, account.liveKey, [`Content-Length: ${form.length - 100}`]);
    await upload.write(form);
    const answer = await upload.answer;
    // Connection: close: either the form is read as one that breaks off, or Node refuses what follows the announced end first.
    expect([400, 422]).toContain(statusOf(answer));
    expect(answer).not.toMatch(/HTTP\/1\.1 2\d\d/);
    await untilAsBefore(before, 'the cut recording to go');
  });

  if (LONG)
    it('600 MB in chunks: cut where the limit is, with its sentence', async () => {
      const before = await traces();
      const known = watch.seen.length;
      const upload = await openUpload(service, account.liveKey);
      const seen = await until(async () => watch.seen[known], 'the request');
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER])));
      await pour(upload, 600 * MEBIBYTE);
      const answer = await upload.answer;
      expect([statusOf(answer), detailOf(answer)]).toEqual([400, 'Audio file exceeds the maximum size of 500 MB']);
      expect(seen.bytesRead()).toBeLessThan(503 * MEBIBYTE);
      await untilAsBefore(before, 'the recording to go');
    }, 120_000);
});

describe('a recording that is none', () => {
  it.each([
    ['with a key of its own', ['Idempotency-Key: a-recording-that-is-none']],
    ['without', []],
  ])(
    'of eight megabytes, %s, is taken to its end: a client that sends all before it reads gets its answer',
    async (_, headers) => {
      const before = (await storedFiles()).length;
      const form = Buffer.concat([
        FORM_START,
        Buffer.alloc(8 * MEBIBYTE - FORM_START.length - FORM_END.length, 'text '),
        FORM_END,
      ]);
      const upload = await openUpload(service, account.liveKey, [`Content-Length: ${form.length}`, ...headers]);
      upload.socket.pause();
      expect(await upload.write(form)).toBe(true);
      upload.socket.resume();
      const answer = await upload.answer;
      expect(statusOf(answer)).toBe(400);
      expect(detailOf(answer)).toMatch(/^Unsupported audio format/);
      await until(async () => (await storedFiles()).length === before, 'what was refused to go');
    },
  );

  it('of a few bytes is refused once its form has come whole, and the same way under its key', async () => {
    const file = Buffer.concat([FORM_START, Buffer.from('no audio\r\n--cut\r\n')]);
    const rest = Buffer.from('Content-Disposition: form-data; name="language"\r\n\r\nen\r\n--cut--\r\n');
    const headers = [`Content-Length: ${file.length + rest.length}`, 'Idempotency-Key: a-few-bytes-that-are-none'];
    const send = async () => {
      const known = watch.seen.length;
      const upload = await openUpload(service, account.liveKey, headers);
      await upload.write(file);
      await until(async () => (watch.seen[known]?.bytesRead() ?? 0) > file.length, 'the file to be read');
      // By then it is refused.
      await expectAlive();
      await upload.write(rest);
      const answer = await upload.answer;
      expect([statusOf(answer), detailOf(answer)]).toEqual([400, expect.stringMatching(/^Unsupported audio format/)]);
      return /^Idempotent-Replayed: true\r$/im.test(answer);
    };
    expect(await send()).toBe(false);
    expect(await send()).toBe(true);
  });
});

describe('fault 48: fifty uploads that break off', () => {
  it('leave no file, no descriptor, no reservation and no connection', async () => {
    const before = await traces();
    const errors = vi.spyOn(Logger.prototype, 'error');
    const uploads = await Promise.all(Array.from({ length: 50 }, () => openUpload(service, account.liveKey)));
    for (const upload of uploads) {
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER, Buffer.alloc(200_000)])));
    }
    await until(async () => (await openFiles()).length >= before.open + 50, 'all fifty to be written to storage');
    for (const [index, { socket }] of uploads.entries()) index % 2 ? socket.destroy() : socket.resetAndDestroy();
    await untilAsBefore(before, 'all of it to go');
    for (const { request } of watch.seen.slice(-50)) expect(request.socket.destroyed).toBe(true);
    await expectAlive();
    // A sender who leaves is no fault of ours.
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });
});

describe('faults 49 and 50: who is slow, and who only has a slow line', () => {
  /** Intervals stand still until they are moved on; everything else goes by real time. */
  const WINDOW_MS = 30_000;
  const later = async (work: () => Promise<void>) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await work();
    } finally {
      vi.useRealTimers();
    }
  };

  it('fault 49: senders who stand still are cut, two hundred at once, and others are served meanwhile', async () => {
    const before = await traces();
    await later(async () => {
      const known = watch.seen.length;
      const uploads = await Promise.all(Array.from({ length: 200 }, () => openUpload(service, account.liveKey)));
      for (const upload of uploads) await upload.write(chunk(FORM_START));
      const slow = await until(async () => {
        const seen = watch.seen.slice(known);
        return seen.length === 200 && seen.every(({ request }) => request.readableFlowing) && seen;
      }, 'two hundred uploads under way');
      await expectAlive();
      vi.advanceTimersByTime(WINDOW_MS - 1);
      expect(slow.filter(({ request }) => request.socket.destroyed)).toEqual([]);
      for (const upload of uploads) await upload.write(chunk(Buffer.alloc(100)));
      await until(
        async () => slow.every(({ request }) => request.socket.bytesRead > FORM_START.length + 100),
        'a drop',
      );
      vi.advanceTimersByTime(WINDOW_MS + 1);
      await Promise.all(uploads.map(({ answer }) => answer));
      expect(slow.every(({ request }) => request.socket.destroyed)).toBe(true);
    });
    await untilAsBefore(before, 'what they had sent to go');
    await expectAlive();
  });

  it('fault 50: a recording that keeps coming is taken, however long it takes', async () => {
    await later(async () => {
      const known = watch.seen.length;
      const upload = await openUpload(service, account.liveKey);
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER])));
      const { request, server } = await until(async () => watch.seen[known], 'the upload');
      // Ten minutes, and a little more than the least in each window.
      for (let window = 0; window < 20; window += 1) {
        const arrived = request.socket.bytesRead;
        await upload.write(chunk(Buffer.alloc(40_000)));
        await until(
          async () => request.socket.bytesRead >= arrived + 40_000 && request.readableLength === 0,
          'a piece',
        );
        vi.advanceTimersByTime(WINDOW_MS);
        expect(request.socket.destroyed).toBe(false);
      }
      await upload.write(Buffer.concat([chunk(FORM_END), Buffer.from('0\r\n\r\n')]));
      expect(statusOf(await upload.answer)).toBe(201);
      // Node's own limit to a whole request, five minutes unless it is lifted.
      expect(server.requestTimeout).toBe(0);
      expect(server.timeout).toBe(0);
    });
  });

  if (LONG)
    it('fault 50: 500 MB at 8 Mbit/s are taken', async () => {
      const sizeBytes = 524_288_000;
      const bytesASecond = 1_000_000;
      const upload = await openUpload(service, account.liveKey);
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER])));
      const piece = chunk(Buffer.alloc(100_000));
      const startedAt = performance.now();
      let sent = LONG_HEADER.length;
      for (; sent + 100_000 <= sizeBytes; sent += 100_000) {
        expect(await upload.write(piece)).toBe(true);
        const ahead = (sent / bytesASecond) * 1_000 - (performance.now() - startedAt);
        if (ahead > 0) await pause(ahead);
      }
      await upload.write(chunk(Buffer.alloc(sizeBytes - sent)));
      await upload.write(Buffer.concat([chunk(FORM_END), Buffer.from('0\r\n\r\n')]));
      const answer = await upload.answer;
      expect(statusOf(answer), answer).toBe(201);
      // Longer than Node gives a request of its own accord.
      expect(performance.now() - startedAt).toBeGreaterThan(500_000);
    }, 900_000);

  it('fault 49: headers have twenty seconds', async () => {
    await expectAlive();
    expect(watch.seen.at(-1)?.server.headersTimeout).toBe(20_000);
  });

  if (LONG)
    it('fault 49: headers that drip are cut, five hundred at once', async () => {
      const slow = await Promise.all(Array.from({ length: 500 }, () => openConnection(service)));
      const alone = await readMs();
      for (const { socket } of slow) socket.write('GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\n');
      const drip = setInterval(() => {
        for (const { socket } of slow) if (!socket.destroyed) socket.write('X-Drip: 1\r\n');
      }, 1_000);
      // The drips are this process's work too, so some of it is its own.
      expect(await readMs()).toBeLessThan(3 * alone + 5);
      const answers = await Promise.all(slow.map(({ answer }) => answer));
      clearInterval(drip);
      expect(new Set(answers.map(statusOf))).toEqual(new Set([408]));
    }, 120_000);
});

describe('fault 51: an upload of 500 MB by somebody who may not', () => {
  /** Announces 500 MB, sends as much as is taken, and tells what the service read of it. */
  async function refused(at: TestService, credential: string | null, headers: readonly string[] = []) {
    const known = watch.seen.length;
    const upload = await openUpload(at, credential, ['Content-Length: 500000000', ...headers]);
    await upload.write(Buffer.concat([FORM_START, LONG_HEADER]));
    const piece = Buffer.alloc(65_536);
    for (let sent = 0; sent < 490_000_000; sent += piece.length) if (!(await upload.write(piece))) break;
    const answer = await upload.answer;
    const takenBytes = watch.seen.slice(known)[0]?.bytesRead() ?? Number.NaN;
    return {
      status: statusOf(answer),
      detail: detailOf(answer),
      limited: /x-ratelimit-reset/i.test(answer),
      takenBytes,
    };
  }
  /** A megabyte, and what was already on its way through this process when it was full. */
  const MOST_TAKEN = 1.5 * MEBIBYTE;

  it.each<[string, () => string | null, number, string]>([
    ['without credentials', () => null, 401, 'Invalid authentication credentials'],
    ['with a wrong key', () => `sk_live_${'A'.repeat(49)}`, 401, 'Invalid authentication credentials'],
  ])('%s is refused before it is read', async (_, credential, status, detail) => {
    const before = await traces();
    const answer = await refused(service, credential());
    expect(answer).toMatchObject({ status, detail });
    expect(answer.takenBytes).toBeLessThan(MOST_TAKEN);
    expect(await traces()).toEqual(before);
  });

  it('without minutes is refused before it is read, with an Idempotency-Key too', async () => {
    const poor = await service.openAccount();
    expect((await postForm(rawForm([...WHO, file('a.wav')]), undefined, poor)).status).toBe(201);
    await service.db.query(
      'UPDATE usage_period SET included_hundredths = 0 WHERE account_id = (SELECT id FROM account WHERE email = $1)',
      [poor.email],
    );
    const before = await traces();
    for (const headers of [[], ['Idempotency-Key: poor']]) {
      const answer = await refused(service, poor.liveKey, headers);
      expect(answer).toMatchObject({ status: 402, detail: expect.stringMatching(/^Usage limit exceeded/) });
      expect(answer.takenBytes).toBeLessThan(MOST_TAKEN);
      expect(await traces()).toEqual(before);
    }
  });

  it('past the rate limit is refused before it is read', async () => {
    const strict = await startTestService({ PROCESS: 'api', RATE_LIMIT_SUBMISSION: '1' });
    try {
      const { liveKey } = await strict.openAccount();
      const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
      await fetch(`${strict.baseUrl}/analysis`, { method: 'POST', headers, body: '{}' });
      const answer = await refused(strict, liveKey);
      expect(answer).toMatchObject({
        status: 429,
        detail: expect.stringMatching(/^Rate limit exceeded/),
        limited: true,
      });
      expect(answer.takenBytes).toBeLessThan(MOST_TAKEN);
    } finally {
      await strict.stop();
    }
  });
});

/** Posts bytes as a form, whatever they are. */
async function postForm(body: Buffer, contentType = 'multipart/form-data; boundary=cut', { liveKey } = account) {
  const response = await fetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': liveKey, 'content-type': contentType },
    body: new Uint8Array(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const field = (name: string, value: string) => [`Content-Disposition: form-data; name="${name}"`, value] as const;
const WHO = [field('agent_id', 'a'), field('contact_id', 'c')];
const file = (name: string, content: string | Buffer = SMALL_RECORDING) =>
  [`Content-Disposition: form-data; name="audio_file"; filename="${name}"`, content] as const;

describe('fault 52: forms that are none', () => {
  const nested = rawForm([file('inner.wav')])
    .toString('latin1')
    .replaceAll('--cut', '--inner');
  const whole = () => rawForm([...WHO, file('a.wav')]);
  it.each<[string, () => Buffer, string?]>([
    ['two recordings', () => rawForm([...WHO, file('a.wav'), file('b.wav')])],
    [
      'a file in a field of another name',
      () => rawForm([...WHO, ['Content-Disposition: form-data; name="x"; filename="x"', 'x'], file('a.wav')]),
    ],
    [
      'a thousand parts',
      () => rawForm([...WHO, ...Array.from({ length: 1_000 }, (_, n) => field(`f${n}`, 'x')), file('a.wav')]),
    ],
    [
      'a thousand files',
      () => rawForm([...WHO, file('a.wav'), ...Array.from({ length: 1_000 }, () => file('a.wav', 'x'))]),
    ],
    ['a field of a megabyte', () => rawForm([...WHO, field('metadata', 'x'.repeat(MEBIBYTE)), file('a.wav')])],
    ['a field name of a megabyte', () => rawForm([...WHO, field('x'.repeat(MEBIBYTE), 'x'), file('a.wav')])],
    ['a field given twice', () => rawForm([...WHO, field('agent_id', 'b'), file('a.wav')])],
    ['no boundary in the type', whole, 'multipart/form-data'],
    ['an empty boundary', whole, 'multipart/form-data; boundary='],
    ['another boundary than it says', whole, 'multipart/form-data; boundary=other'],
    ['no end', () => whole().subarray(0, -12)],
    ['a boundary cut short', () => whole().subarray(0, -4)],
    ['no part at all', () => Buffer.from('--cut--\r\n')],
    ['nothing in it', () => Buffer.alloc(0)],
    ['bytes that are no form', () => Buffer.alloc(5_000, 0xff)],
    ['a part without headers', () => rawForm([...WHO, ['', 'x'], file('a.wav')]).subarray(0, -30)],
    [
      'a NUL in the headers of a part',
      () => rawForm([...WHO, ['Content-Disposition: form-data; name="a\0b"', 'x'], file('a.wav')]),
    ],
    [
      'another form within',
      () =>
        rawForm([
          ...WHO,
          [
            'Content-Disposition: form-data; name="audio_file"\r\nContent-Type: multipart/mixed; boundary=inner',
            nested,
          ],
        ]),
    ],
    ['part headers without end', () => Buffer.from(`--cut\r\n${'X-Header: x\r\n'.repeat(50_000)}`)],
  ])('%s: an item that says where, and the service lives', async (_, form, contentType) => {
    const before = await traces();
    const { status, body } = await postForm(form(), contentType);
    expect(status, JSON.stringify(body)).toBe(422);
    expect(body.detail.length).toBeGreaterThan(0);
    for (const item of body.detail) {
      expect(item).toMatchObject({ type: expect.stringMatching(/./), msg: expect.stringMatching(/./) });
      expect(['body', 'header']).toContain(item.loc[0]);
    }
    await untilAsBefore(before, 'what was stored to go');
    await expectAlive();
  });

  it('a part without a name is left aside or refused, and never breaks the form reader', async () => {
    for (const headers of ['Content-Disposition: form-data; name=""', 'Content-Disposition: form-data', 'X: y']) {
      const { status } = await postForm(rawForm([...WHO, [headers, 'x'], file('a.wav')]));
      expect([201, 422]).toContain(status);
    }
    await expectAlive();
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
  ])('%s is only a name', async (_, name) => {
    const known = new Set(await storedFiles());
    const { status, text, body, headers } = await postForm(rawForm([...WHO, file(name)]));
    expect([201, 400, 422], text).toContain(status);
    const added = (await storedFiles()).filter((stored) => !known.has(stored));
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
    expect(link.status).toBe(200);
    expect(link.headers.get('content-disposition')).toBe(
      `attachment; filename="${body.id}.wav"; filename*=UTF-8''${body.id}.wav`,
    );
    await link.body?.cancel();
  });

  it('no file name at all: the recording is missing', async () => {
    const { status, body } = await postForm(
      rawForm([...WHO, ['Content-Disposition: form-data; name="audio_file"', SMALL_RECORDING]]),
    );
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('audio_file');
  });
});

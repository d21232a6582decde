// Uploads that announce a wrong length, break off, are not recordings, or come from a client that may not upload.
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import {
  chunk,
  detailOf,
  FORM_END,
  FORM_START,
  file,
  LONG_HEADER,
  openUpload,
  PARTIES,
  postForm,
  type RawRequest,
  rawForm,
  SMALL_RECORDING,
  statusOf,
  watchRequests,
} from '../support/clients/raw-upload.js';
import { countTraces, expectAlive, openFiles, storedFiles, untilTracesAre } from '../support/clients/upload-traces.js';
import { inOneWindow } from '../support/processes/one-window.js';

/** Tests that take minutes run with `npm run test:faults:long` only. */
const LONG = process.env.KILLS !== undefined;
const MEBIBYTE = 1_048_576;

let service: TestService;
let account: Account;
let watch: ReturnType<typeof watchRequests>;
beforeAll(async () => {
  // No worker runs, so that accepted calls keep their state.
  service = await startTestService({ PROCESS: 'api', FREE_INCLUDED_MINUTES: '100000' });
  account = await service.openAccount();
  watch = watchRequests();
});
afterAll(async () => {
  watch?.stop();
  await service?.stop();
});

/** Sends this many bytes in chunks, or until the service cuts the connection. */
async function pour(upload: RawRequest, sizeBytes: number): Promise<void> {
  const piece = chunk(Buffer.alloc(65_536));
  for (let sent = 0; sent < sizeBytes; sent += 65_536) if (!(await upload.write(piece))) return;
}

describe('fault 47: lengths that are not true', () => {
  it('more announced than sent: nothing is accepted, nothing stays [fault 47]', async () => {
    const before = await countTraces(service);
    const upload = await openUpload(service, account.liveKey, ['Content-Length: 10000000']);
    await upload.write(Buffer.concat([FORM_START, LONG_HEADER, Buffer.alloc(200_000)]));
    await until(async () => (await storedFiles(service)).length > before.files, 'the first bytes in storage');
    upload.socket.end();
    await upload.answer;
    await untilTracesAre(service, before, 'the half recording to go');
  });

  it('less announced than sent: the form is refused as cut, and the rest is no request [fault 47]', async () => {
    const before = await countTraces(service);
    const form = Buffer.concat([FORM_START, SMALL_RECORDING, FORM_END]);
    const upload = await openUpload(service, account.liveKey, [`Content-Length: ${form.length - 100}`]);
    await upload.write(form);
    const answer = await upload.answer;
    // Two outcomes are right: the service reads a form that breaks off, or Node first refuses the bytes after the announced end.
    expect([400, 422]).toContain(statusOf(answer));
    expect(answer).not.toMatch(/HTTP\/1\.1 2\d\d/);
    await untilTracesAre(service, before, 'the cut recording to go');
  });

  if (LONG)
    it('600 MB in chunks: cut where the limit is, with its sentence [fault 47]', async () => {
      const before = await countTraces(service);
      const known = watch.seen.length;
      const upload = await openUpload(service, account.liveKey);
      const seen = await until(async () => watch.seen[known], 'the request');
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER])));
      await pour(upload, 600 * MEBIBYTE);
      const answer = await upload.answer;
      await expect({ status: statusOf(answer), detail: detailOf(answer) }).toAnswer(400, {
        detail: 'Audio file exceeds the maximum size of 500 MB',
      });
      expect(seen.bytesRead()).toBeLessThan(503 * MEBIBYTE);
      await untilTracesAre(service, before, 'the recording to go');
    }, 120_000);
});

describe('a file that is not a recording', () => {
  it.each([
    ['with a key of its own', ['Idempotency-Key: a-recording-that-is-none']],
    ['without', []],
  ])(
    'of eight megabytes, %s, is taken to its end: a client that sends all before it reads gets its answer [fault 51]',
    async (_, headers) => {
      const before = (await storedFiles(service)).length;
      const form = Buffer.concat([
        FORM_START,
        Buffer.alloc(8 * MEBIBYTE - FORM_START.length - FORM_END.length, 'text '),
        FORM_END,
      ]);
      const upload = await openUpload(service, account.liveKey, [`Content-Length: ${form.length}`, ...headers]);
      upload.socket.pause();
      // The service cuts a client that is silent for two seconds, as this one seems to be where the machine stands still.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        expect(await upload.write(form), 'the connection is open until the whole form is sent').toBe(true);
      } finally {
        vi.useRealTimers();
      }
      upload.socket.resume();
      const answer = await upload.answer;
      expect(statusOf(answer), 'status of an upload that is no recording').toBe(400);
      expect(detailOf(answer)).toMatch(/^Unsupported audio format/);
      await until(async () => (await storedFiles(service)).length === before, 'what was refused to go');
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
      // By now the service has refused the file.
      await expectAlive(service, account);
      await upload.write(rest);
      const answer = await upload.answer;
      await expect({ status: statusOf(answer), detail: detailOf(answer) }).toAnswer(400);
      expect(detailOf(answer)).toMatch(/^Unsupported audio format/);
      return /^Idempotent-Replayed: true\r$/im.test(answer);
    };
    expect(await send(), 'the first refusal counts as a repeated one').toBe(false);
    expect(await send(), 'the second refusal is that kept under the key').toBe(true);
  });
});

describe('fault 48: fifty uploads that break off', () => {
  it('leave no file, no descriptor, no reservation and no connection [fault 48]', async () => {
    const before = await countTraces(service);
    const errors = vi.spyOn(Logger.prototype, 'error');
    const uploads = await Promise.all(Array.from({ length: 50 }, () => openUpload(service, account.liveKey)));
    for (const upload of uploads) {
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER, Buffer.alloc(200_000)])));
    }
    await until(
      async () => (await openFiles(service)).length >= before.open + 50,
      'all fifty to be written to storage',
    );
    for (const [index, { socket }] of uploads.entries()) index % 2 ? socket.destroy() : socket.resetAndDestroy();
    await untilTracesAre(service, before, 'all of it to go');
    for (const { request } of watch.seen.slice(-50))
      expect(request.socket.destroyed, 'the connection is closed').toBe(true);
    await expectAlive(service, account);
    // A client that disconnects is not an error of the service.
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });
});

describe('fault 51: an upload of 500 MB by a client that may not upload', () => {
  /** Announces 500 MB and sends until the connection is cut. @returns the answer, and how many bytes the service read */
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
  /** The service stops reading after a megabyte; a little more may be in the buffers of this process. */
  const MAX_TAKEN_BYTES = 1.5 * MEBIBYTE;

  it.each<[string, () => string | null, number, string]>([
    ['without credentials', () => null, 401, 'Invalid authentication credentials'],
    ['with a wrong key', () => `sk_live_${'A'.repeat(49)}`, 401, 'Invalid authentication credentials'],
  ])('%s is refused before it is read [fault 51]', async (_, credential, status, detail) => {
    const before = await countTraces(service);
    const answer = await refused(service, credential());
    expect(answer).toMatchObject({ status, detail });
    expect(answer.takenBytes).toBeLessThan(MAX_TAKEN_BYTES);
    expect(await countTraces(service), 'what a refused upload has left').toEqual(before);
  });

  it('without minutes is refused before it is read, with an Idempotency-Key too [fault 51]', async () => {
    const poor = await service.openAccount();
    await expect(await postForm(service, poor, rawForm([...PARTIES, file('a.wav')]))).toAnswer(201);
    await service.db.query(
      'UPDATE usage_period SET included_hundredths = 0 WHERE account_id = (SELECT id FROM account WHERE email = $1)',
      [poor.email],
    );
    const before = await countTraces(service);
    for (const headers of [[], ['Idempotency-Key: poor']]) {
      const answer = await refused(service, poor.liveKey, headers);
      expect(answer).toMatchObject({ status: 402, detail: expect.stringMatching(/^Usage limit exceeded/) });
      expect(answer.takenBytes).toBeLessThan(MAX_TAKEN_BYTES);
      expect(await countTraces(service), 'what a refused upload has left').toEqual(before);
    }
  });

  it('longer than what is left is refused by its header, with an Idempotency-Key too [fault 51]', async () => {
    const poor = await service.openAccount();
    await expect(await postForm(service, poor, rawForm([...PARTIES, file('a.wav')]))).toAnswer(201);
    await service.db.query(
      'UPDATE usage_period SET included_hundredths = 4000 WHERE account_id = (SELECT id FROM account WHERE email = $1)',
      [poor.email],
    );
    const before = await countTraces(service);
    // 500 MB of this kind last 43.4 minutes, and at least 43.1 whatever else the form holds.
    for (const headers of [[], ['Idempotency-Key: long']]) {
      const answer = await refused(service, poor.liveKey, headers);
      expect(answer).toMatchObject({
        status: 402,
        detail: expect.stringMatching(/^Usage limit exceeded: 0\.\d\d of 40\.00 plan minutes used/),
      });
      expect(answer.takenBytes).toBeLessThan(2 * MAX_TAKEN_BYTES);
      await untilTracesAre(service, before, 'what was stored of it to go');
    }
  });

  it('past the rate limit is refused before it is read [fault 51]', async () => {
    const strict = await startTestService({ PROCESS: 'api', RATE_LIMIT_SUBMISSION: '1' });
    try {
      const { liveKey } = await strict.openAccount();
      const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
      const limited = { redisUrl: strict.env.REDIS_URL ?? '', rootUrls: [strict.rootUrl] };
      const answer = await inOneWindow(limited, async () => {
        await fetch(`${strict.baseUrl}/analysis`, { method: 'POST', headers, body: '{}' });
        return refused(strict, liveKey);
      });
      expect(answer).toMatchObject({
        status: 429,
        detail: expect.stringMatching(/^Rate limit exceeded/),
        limited: true,
      });
      expect(answer.takenBytes).toBeLessThan(MAX_TAKEN_BYTES);
    } finally {
      await strict.stop();
    }
  });
});

// The service cuts uploads that stall or drip, and accepts uploads over a slow line.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import {
  chunk,
  FORM_END,
  FORM_START,
  LONG_HEADER,
  openConnection,
  openUpload,
  statusOf,
  watchRequests,
} from '../support/clients/raw-upload.js';
import { openAppend, tusAs } from '../support/clients/tus-upload.js';
import { countTraces, expectAlive, untilTracesAre } from '../support/clients/upload-traces.js';

/** Tests that take minutes run with `npm run test:faults:long` only. */
const LONG = process.env.KILLS !== undefined;

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

/** The median time of 200 reads, one after the other. */
async function readMs(): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < 200; read += 1) {
    const startedAt = performance.now();
    await expectAlive(service, account);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[100] ?? Number.NaN;
}

describe('faults 49 and 50: slow senders and slow lines', () => {
  /** The interval in which the service measures the pace of an upload. */
  const WINDOW_MS = 30_000;
  /** Fakes intervals only, so that a test can end a window at once; everything else runs in real time. */
  const withFakeIntervals = async (work: () => Promise<void>) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await work();
    } finally {
      vi.useRealTimers();
    }
  };

  it('senders who stand still are cut, two hundred at once, and others are served meanwhile [fault 49]', async () => {
    const before = await countTraces(service);
    await withFakeIntervals(async () => {
      const known = watch.seen.length;
      const uploads = await Promise.all(Array.from({ length: 200 }, () => openUpload(service, account.liveKey)));
      for (const upload of uploads) await upload.write(chunk(FORM_START));
      const slow = await until(async () => {
        const seen = watch.seen.slice(known);
        return seen.length === 200 && seen.every(({ request }) => request.readableFlowing) && seen;
      }, 'two hundred uploads under way');
      await expectAlive(service, account);
      vi.advanceTimersByTime(WINDOW_MS - 1);
      expect(slow.filter(({ request }) => request.socket.destroyed)).toEqual([]);
      for (const upload of uploads) await upload.write(chunk(Buffer.alloc(100)));
      await until(
        async () => slow.every(({ request }) => request.socket.bytesRead > FORM_START.length + 100),
        'a drop',
      );
      vi.advanceTimersByTime(WINDOW_MS + 1);
      await Promise.all(uploads.map(({ answer }) => answer));
      expect(
        slow.filter(({ request }) => !request.socket.destroyed),
        'slow uploads that are still open',
      ).toEqual([]);
    });
    await untilTracesAre(service, before, 'what they had sent to go');
    await expectAlive(service, account);
  });

  it('senders of a part who drip are cut, twenty at once, and each upload goes on with what has arrived [fault 49]', async () => {
    const tus = tusAs(service.baseUrl, account.liveKey);
    const bytes = Buffer.concat([LONG_HEADER, Buffer.alloc(20_000)]);
    const ids = await Promise.all(Array.from({ length: 20 }, () => tus.begin(bytes.length)));
    await withFakeIntervals(async () => {
      const known = watch.seen.length;
      const parts = ids.map((id) => openAppend(service.baseUrl, account.liveKey, id, 0, bytes.length));
      const slow = await until(async () => {
        const seen = watch.seen.slice(known);
        return seen.length === ids.length && seen.every(({ request }) => request.readableFlowing) && seen;
      }, 'twenty parts under way');
      for (const { request } of parts) request.write(bytes.subarray(0, 5_000));
      await until(async () => slow.every(({ request }) => request.socket.bytesRead > 5_000), 'a drop');
      // The lock is renewed meanwhile, and does not protect from it.
      vi.advanceTimersByTime(WINDOW_MS + 1);
      await Promise.all(parts.map(({ answered }) => answered));
      expect(
        slow.filter(({ request }) => !request.socket.destroyed),
        'slow parts that are still open',
      ).toEqual([]);
    });
    for (const id of ids) {
      const goesOn = async () => {
        const answer = await tus.append(id, 5_000, bytes.subarray(5_000));
        return answer.status === 204;
      };
      await until(goesOn, 'the rest of the upload');
      await expect(await tus.end(id)).toAnswer(204);
    }
    await expectAlive(service, account);
  });

  it('an account has so many senders of parts at once as of forms [fault 49]', async () => {
    const few = await startTestService({ PROCESS: 'api', ACCOUNT_UPLOADS: '2' });
    try {
      const { liveKey } = await few.openAccount();
      const tus = tusAs(few.baseUrl, liveKey);
      const ids = [await tus.begin(9_000), await tus.begin(9_000)];
      const known = watch.seen.length;
      const parts = ids.map((id) => openAppend(few.baseUrl, liveKey, id, 0, 9_000));
      await until(async () => {
        const seen = watch.seen.slice(known);
        return seen.length === 2 && seen.every(({ request }) => request.readableFlowing);
      }, 'two parts under way');
      await expect(await tus.append(String(ids[0]), 0, Buffer.alloc(9_000))).toAnswer(429);
      for (const { request } of parts) request.destroy();
      await Promise.all(parts.map(({ answered }) => answered));
      await until(
        async () => (await tus.append(String(ids[0]), 0, LONG_HEADER.subarray(0, 10))).status === 204,
        'a place that is free again',
      );
    } finally {
      await few.stop();
    }
  });

  it('a recording that keeps coming is taken, however long it takes [fault 50]', async () => {
    await withFakeIntervals(async () => {
      const known = watch.seen.length;
      const upload = await openUpload(service, account.liveKey);
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER])));
      // What arrives before the body is read belongs to no window.
      const { request, server } = await until(async () => {
        const seen = watch.seen[known];
        return seen?.request.readableFlowing && seen;
      }, 'the upload under way');
      // Twenty windows are ten minutes; each gets a little more than the minimum.
      for (let window = 0; window < 20; window += 1) {
        const arrived = request.socket.bytesRead;
        await upload.write(chunk(Buffer.alloc(40_000)));
        await until(
          async () => request.socket.bytesRead >= arrived + 40_000 && request.readableLength === 0,
          'a piece',
        );
        vi.advanceTimersByTime(WINDOW_MS);
        expect(request.socket.destroyed, `the connection is cut in window ${window + 1}`).toBe(false);
      }
      await upload.write(Buffer.concat([chunk(FORM_END), Buffer.from('0\r\n\r\n')]));
      expect(statusOf(await upload.answer), 'status of a recording that kept coming').toBe(201);
      // Node's own time-out for a whole request is five minutes unless it is lifted.
      expect(server.requestTimeout, 'time-out of Node for a whole request').toBe(0);
      expect(server.timeout, 'time-out of Node for a silent connection').toBe(0);
    });
  });

  if (LONG)
    it('500 MB at 8 Mbit/s are taken [fault 50]', async () => {
      const sizeBytes = 524_288_000;
      const bytesPerSecond = 1_000_000;
      const upload = await openUpload(service, account.liveKey);
      await upload.write(chunk(Buffer.concat([FORM_START, LONG_HEADER])));
      const piece = chunk(Buffer.alloc(100_000));
      const startedAt = performance.now();
      let sent = LONG_HEADER.length;
      for (; sent + 100_000 <= sizeBytes; sent += 100_000) {
        expect(await upload.write(piece), `the connection is open after ${sent} bytes`).toBe(true);
        const aheadMs = (sent / bytesPerSecond) * 1_000 - (performance.now() - startedAt);
        if (aheadMs > 0) await pause(aheadMs);
      }
      await upload.write(chunk(Buffer.alloc(sizeBytes - sent)));
      await upload.write(Buffer.concat([chunk(FORM_END), Buffer.from('0\r\n\r\n')]));
      const answer = await upload.answer;
      expect(statusOf(answer), answer).toBe(201);
      // Longer than Node's default time-out for a request.
      expect(performance.now() - startedAt).toBeGreaterThan(500_000);
    }, 900_000);

  it('headers have twenty seconds [fault 49]', async () => {
    await expectAlive(service, account);
    expect(watch.seen.at(-1)?.server.headersTimeout, 'time-out of Node for headers').toBe(20_000);
  });

  if (LONG)
    it('headers that drip are cut, five hundred at once [fault 49]', async () => {
      const slow = await Promise.all(Array.from({ length: 500 }, () => openConnection(service)));
      const alone = await readMs();
      for (const { socket } of slow) socket.write('GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\n');
      const drip = setInterval(() => {
        for (const { socket } of slow) if (!socket.destroyed) socket.write('X-Drip: 1\r\n');
      }, 1_000);
      // This process sends the drips too, which costs some of the time.
      expect(await readMs()).toBeLessThan(3 * alone + 5);
      const answers = await Promise.all(slow.map(({ answer }) => answer));
      clearInterval(drip);
      expect(new Set(answers.map(statusOf))).toEqual(new Set([408]));
    }, 120_000);
});

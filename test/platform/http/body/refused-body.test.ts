// A request that is refused before its body has arrived: the client can read why, and does not occupy the server for long.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, startPlatformApp } from '../../../support/apps/platform-app.js';
import { type SeenRequest, watchRequests } from '../../../support/clients/raw-upload.js';

const MEBIBYTE = 1_048_576;

let service: PlatformApp;
let watch: ReturnType<typeof watchRequests>;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
  watch = watchRequests();
});
afterAll(async () => {
  watch?.stop();
  await service?.close();
});

interface Sender {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  write(bytes: string | Buffer): Promise<void>;
  /** Reads until the text that came back matches. */
  read(end: RegExp): Promise<string>;
}

/** A client that sends as much as the server reads, and reads only when `read` is called. */
async function open(): Promise<Sender> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  // A test sees a failure in the write that fails, or in the answer that is missing.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    socket,
    closed,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    read: (end) =>
      new Promise((resolve, reject) => {
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1');
          if (!end.test(text)) return;
          socket.removeAllListeners('data').pause();
          resolve(text);
        });
        socket.resume();
        void closed.then(() => reject(new Error(`Cut after ${JSON.stringify(text)}`)));
      }),
  };
}

const headOf = (length: string) =>
  `POST /api/v1/things/submit HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`;
const REFUSED = /^HTTP\/1.1 401 [\s\S]*\r\n\r\n\{"detail":"Invalid authentication credentials"\}$/;

/** Resolves once the server has stopped reading the body. */
async function untilPaused({ request }: SeenRequest): Promise<void> {
  if (!request.isPaused()) await once(request, 'pause');
}

// With fake timers, a slow machine cannot trigger the time-outs.
describe('a request that is refused before its body has come', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a client that sends its whole body before it reads gets the answer, and can use the connection again [fault 51]', async () => {
    const { socket, write, read } = await open();
    for (let call = 0; call < 2; call += 1) {
      await write(headOf(`Content-Length: ${8 * MEBIBYTE}`));
      await write(Buffer.alloc(8 * MEBIBYTE));
      expect(await read(/\}$/)).toMatch(REFUSED);
    }
    socket.destroy();
  });

  it.each(['Content-Length: 500000000', `Content-Length: ${8 * MEBIBYTE + 1}`, 'Transfer-Encoding: chunked'])(
    'an upload with %s is read for little more than a megabyte, and cut once the answer could be read [fault 51]',
    async (length) => {
      const { socket, closed, write, read } = await open();
      await write(headOf(length));
      const answer = await read(/\}$/);
      expect(answer).toMatch(REFUSED);
      expect(answer).toMatch(/\r\nConnection: close\r\n/);
      const seen = watch.seen.at(-1);
      if (!seen) throw new Error('No request was seen');
      // As one chunk for chunked encoding. It is never the whole body.
      const piece = Buffer.concat([Buffer.from('800000\r\n'), Buffer.alloc(6 * MEBIBYTE)]);
      const sending = write(piece).catch(() => undefined);
      await untilPaused(seen);
      expect(seen.request.socket.destroyed, 'the connection is cut at once').toBe(false);
      expect(seen.bytesRead()).toBeGreaterThan(MEBIBYTE);
      expect(seen.bytesRead()).toBeLessThan(1.5 * MEBIBYTE);
      vi.advanceTimersByTime(2_000);
      expect(seen.request.socket.destroyed, 'the connection is cut after two seconds').toBe(true);
      socket.resume();
      await Promise.all([sending, closed]);
      await expect(await fetch(`${service.url}/api/v1/things`)).toAnswer(200);
    },
  );

  it('a client that sends nothing more is cut after two seconds [fault 51]', async () => {
    const { socket, write, read } = await open();
    await write(headOf('Content-Length: 1000'));
    expect(await read(/\}$/)).toMatch(REFUSED);
    const { request } = watch.seen.at(-1) ?? {};
    vi.advanceTimersByTime(1_999);
    expect(request?.socket.destroyed, 'the connection is cut before two seconds').toBe(false);
    vi.advanceTimersByTime(1);
    expect(request?.socket.destroyed, 'the connection is cut after two seconds').toBe(true);
    socket.destroy();
  });

  it('a client that sends single bytes is cut after ten seconds [fault 51]', async () => {
    const { socket, write, read } = await open();
    await write(headOf('Content-Length: 1000'));
    expect(await read(/\}$/)).toMatch(REFUSED);
    const { request } = watch.seen.at(-1) ?? {};
    if (!request) throw new Error('No request was seen');
    for (let second = 0; second < 9; second += 1) {
      const arrived = once(request, 'data');
      await Promise.all([write('x'), arrived]);
      vi.advanceTimersByTime(1_100);
      expect(request.socket.destroyed, `the connection is cut in second ${second}`).toBe(false);
    }
    vi.advanceTimersByTime(100);
    expect(request.socket.destroyed, 'the connection is cut after ten seconds').toBe(true);
    socket.destroy();
  });
});

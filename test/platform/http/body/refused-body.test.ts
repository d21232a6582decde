// A request that is refused before its body has come: its sender gets to read why, and holds nothing for long.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshRedis } from '../../../support/backing.js';
import { type PlatformApp, startPlatformApp } from '../../../support/platform-app.js';
import { type SeenRequest, watchRequests } from '../../../support/raw-upload.js';

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
  /** Reads on until what has come back ends so. */
  read(end: RegExp): Promise<string>;
}

/** Sends as much as is taken, and reads when it is told to. */
async function open(): Promise<Sender> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  // Told by the write that fails, or by an answer that is not there.
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

/** Resolves once nothing is read of it any more. */
async function untilPaused({ request }: SeenRequest): Promise<void> {
  if (!request.isPaused()) await once(request, 'pause');
}

// Time stands still but for where it is moved on: no pause of this machine can cut anything.
describe('a request that is refused before its body has come', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a call that is sent to its end before the answer is looked at: it is there, and the connection can be used on', async () => {
    const { socket, write, read } = await open();
    for (let call = 0; call < 2; call += 1) {
      await write(headOf(`Content-Length: ${8 * MEBIBYTE}`));
      await write(Buffer.alloc(8 * MEBIBYTE));
      expect(await read(/\}$/)).toMatch(REFUSED);
    }
    socket.destroy();
  });

  it.each(['Content-Length: 500000000', `Content-Length: ${8 * MEBIBYTE + 1}`, 'Transfer-Encoding: chunked'])(
    'of an upload with %s little more than a megabyte is taken in, and it is cut when its answer could be read',
    async (length) => {
      const { socket, closed, write, read } = await open();
      await write(headOf(length));
      const answer = await read(/\}$/);
      expect(answer).toMatch(REFUSED);
      expect(answer).toMatch(/\r\nConnection: close\r\n/);
      const seen = watch.seen.at(-1);
      if (!seen) throw new Error('No request was seen');
      // One chunk, where it is in chunks; it is never all of it.
      const piece = Buffer.concat([Buffer.from('800000\r\n'), Buffer.alloc(6 * MEBIBYTE)]);
      const sending = write(piece).catch(() => undefined);
      await untilPaused(seen);
      expect(seen.request.socket.destroyed).toBe(false);
      expect(seen.bytesRead()).toBeGreaterThan(MEBIBYTE);
      expect(seen.bytesRead()).toBeLessThan(1.5 * MEBIBYTE);
      vi.advanceTimersByTime(2_000);
      expect(seen.request.socket.destroyed).toBe(true);
      socket.resume();
      await Promise.all([sending, closed]);
      expect((await fetch(`${service.url}/api/v1/things`)).status).toBe(200);
    },
  );

  it('who sends nothing more is cut after two seconds', async () => {
    const { socket, write, read } = await open();
    await write(headOf('Content-Length: 1000'));
    expect(await read(/\}$/)).toMatch(REFUSED);
    const { request } = watch.seen.at(-1) ?? {};
    vi.advanceTimersByTime(1_999);
    expect(request?.socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(request?.socket.destroyed).toBe(true);
    socket.destroy();
  });

  it('who lets it drip is cut after ten', async () => {
    const { socket, write, read } = await open();
    await write(headOf('Content-Length: 1000'));
    expect(await read(/\}$/)).toMatch(REFUSED);
    const { request } = watch.seen.at(-1) ?? {};
    if (!request) throw new Error('No request was seen');
    for (let second = 0; second < 9; second += 1) {
      const arrived = once(request, 'data');
      await Promise.all([write('x'), arrived]);
      vi.advanceTimersByTime(1_100);
      expect(request.socket.destroyed).toBe(false);
    }
    vi.advanceTimersByTime(100);
    expect(request.socket.destroyed).toBe(true);
    socket.destroy();
  });
});

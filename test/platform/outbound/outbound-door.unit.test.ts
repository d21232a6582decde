import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  OutboundDoor,
  type OutboundDoorOptions,
  type ResolvedAddress,
} from '../../../src/platform/outbound/outbound-door.js';
import { OutboundError } from '../../../src/platform/outbound/outbound-error.js';

let server: Server;
let origin: string;
let port: number;
let answer: RequestListener;
/** TCP connections that reached the canary. */
let connections = 0;
let requests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
const doors: OutboundDoor[] = [];

function door(options: Partial<OutboundDoorOptions> = {}): OutboundDoor {
  const made = new OutboundDoor({ allowPrivate: true, production: false, ...options });
  doors.push(made);
  return made;
}

const resolvingTo =
  (...addresses: string[]) =>
  async (): Promise<readonly ResolvedAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const post = (through: OutboundDoor, url: string, options: { timeoutMs?: number; maxResponseBytes?: number } = {}) =>
  through.post(url, { headers: {}, body: '{}', timeoutMs: 5_000, maxResponseBytes: 65_536, ...options });
const download = (through: OutboundDoor, url: string, options: { maxBytes?: number; timeoutMs?: number } = {}) =>
  through.download(url, { maxBytes: 1_000_000, timeoutMs: 5_000, followRedirects: 3, ...options });

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
    answer(request, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});

beforeEach(() => {
  connections = 0;
  requests = [];
  answer = (_, response) => response.end('ok');
});

afterEach(async () => {
  await Promise.all(doors.splice(0).map((made) => made.onApplicationShutdown()));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the outbound door, closed to private addresses', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::ffff:127.0.0.1]',
    '[::1]',
  ])('never connects to %s', async (host) => {
    const closed = door({ allowPrivate: false });
    await expect(post(closed, `http://${host}:${port}/`)).rejects.toMatchObject({
      name: 'OutboundError',
      kind: 'bad-url',
    });
    await expect(download(closed, `http://${host}:${port}/`)).rejects.toMatchObject({ kind: 'bad-url' });
    expect(connections).toBe(0);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a private and a public address', ['127.0.0.1', '93.184.216.34']],
  ])('never connects to a name that resolves to %s', async (_, addresses) => {
    const closed = door({ allowPrivate: false, resolve: resolvingTo(...addresses) });
    for (const attempt of [post, download]) {
      const failure = await attempt(closed, `http://hooks.example.com:${port}/?token=secret`).catch((e: unknown) => e);
      expect(failure).toMatchObject({ kind: 'refused-address', message: 'The URL does not point to a public address' });
    }
    expect(connections).toBe(0);
  });

  it('asks the resolver once a connection and connects only to what it then said', async () => {
    const answers = [['203.0.113.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const closed = door({
      allowPrivate: false,
      resolve: async (hostname) => {
        asked.push(hostname);
        return resolvingTo(...(answers.shift() ?? []))();
      },
    });
    await expect(post(closed, `http://rebinding.example.com:${port}/`)).rejects.toMatchObject({
      kind: 'refused-address',
    });
    await expect(post(closed, `http://rebinding.example.com:${port}/`)).rejects.toMatchObject({
      kind: 'refused-address',
    });
    expect(asked).toEqual(['rebinding.example.com', 'rebinding.example.com']);
    expect(connections).toBe(0);
  });

  it('connects to the very address that was looked at', async () => {
    const through = door({ resolve: resolvingTo('127.0.0.1') });
    expect(await post(through, `http://only-here.example.com:${port}/`)).toMatchObject({ statusCode: 200 });
    expect(requests[0]?.headers.host).toBe(`only-here.example.com:${port}`);
  });

  it('ignores a proxy named by the environment', async () => {
    const through = door();
    const before = { ...process.env };
    Object.assign(process.env, {
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    });
    try {
      expect(await post(through, `${origin}/`)).toMatchObject({ statusCode: 200 });
    } finally {
      process.env = before;
    }
  });
});

describe('posting', () => {
  it('sends headers and body and tells the status', async () => {
    answer = (_, response) => response.writeHead(202).end('taken');
    const result = await door().post(`${origin}/hook?x=1`, {
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
      body: '{"a":"ü"}',
      timeoutMs: 5_000,
      maxResponseBytes: 1_000,
    });
    expect(result).toEqual({ statusCode: 202, retryAfterMs: null });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: '/hook?x=1',
        body: '{"a":"ü"}',
        headers: { 'webhook-id': 'evt_1', 'accept-encoding': 'identity' },
      },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    answer = (request, response) =>
      request.url === '/moved' ? response.end() : response.writeHead(status, { location: '/moved' }).end();
    expect(await post(door(), `${origin}/`)).toMatchObject({ statusCode: status });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    ['-5', null],
  ])('reads Retry-After %s', async (value, expected) => {
    answer = (_, response) => response.writeHead(503, { 'retry-after': value }).end();
    const result = await post(door(), `${origin}/`);
    expect(result.statusCode).toBe(503);
    expect(expected === null ? result.retryAfterMs : Math.trunc(result.retryAfterMs ?? -1)).toBe(expected);
  });

  describe('to a server that speaks strangely', () => {
    const head = (status: string, rest = 'content-length: 2\r\n\r\nok') => `HTTP/1.1 ${status}\r\n${rest}`;
    const hints = head('103 Early Hints', 'link: </a>\r\n\r\n');

    it.each<[string, readonly string[], number]>([
      ['hints before the answer', [hints, hints, head('204 No Content', '\r\n')], 204],
      ['the answer in two pieces', ['HTTP/1.1 20', '2 Accepted\r\ncontent-length: 0\r\n\r\n'], 202],
      ['an answer that breaks off in its body', [head('200 OK', 'content-length: 10\r\n\r\nhalf')], 200],
      ['an answer without a length', [head('500 Oh', 'connection: close\r\n\r\noh')], 500],
      ['a chunked answer that is none', [head('200 OK', 'transfer-encoding: chunked\r\n\r\nzz\r\n')], 200],
    ])('takes the status of %s', async (_, pieces, expected) => {
      const strange = await startStrange(pieces);
      expect(await post(door(), strange.url)).toMatchObject({ statusCode: expected });
      await strange.close();
    });

    it.each<[string, readonly string[]]>([
      ['nothing but an end', []],
      ['hints alone', [hints]],
      ['half a head', ['HTTP/1.1 200 OK\r\ncontent-']],
      ['a change of protocol', [head('101 Switching Protocols', 'connection: upgrade\r\nupgrade: x\r\n\r\n')]],
      ['a wish to be sent the body', [head('100 Continue', '\r\n')]],
    ])('takes %s for no answer', async (_, pieces) => {
      const strange = await startStrange(pieces);
      await expect(post(door(), strange.url)).rejects.toBeInstanceOf(OutboundError);
      await strange.close();
    });

    it('sends the next request, whatever became of the one before', async () => {
      const through = door({ connectionsPerOrigin: 1 });
      answer = (_, response) => response.socket?.resetAndDestroy();
      await expect(post(through, `${origin}/`)).rejects.toMatchObject({ kind: 'connection' });
      answer = () => undefined;
      // The second is still in line when its time is over, and is never sent.
      const late = [post(through, `${origin}/a`, { timeoutMs: 150 }), post(through, `${origin}/b`, { timeoutMs: 100 })];
      expect(await Promise.allSettled(late)).toMatchObject([
        { reason: { kind: 'timeout' } },
        { reason: { kind: 'timeout' } },
      ]);
      answer = (_, response) => response.end('ok');
      expect(await post(through, `${origin}/c`)).toMatchObject({ statusCode: 200 });
      expect(requests.map(({ url }) => url)).not.toContain('/b');
    });

    /** Sends the pieces once it was sent something, and then the end. */
    async function startStrange(pieces: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
      const strange = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', async () => {
          for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
          socket.end();
        });
      });
      await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
      return {
        url: `http://127.0.0.1:${(strange.address() as AddressInfo).port}/`,
        close: () => new Promise((resolve) => strange.close(() => resolve())),
      };
    }
  });

  it('gives up at the deadline when nothing comes', async () => {
    answer = () => undefined;
    await expect(post(door(), `${origin}/`, { timeoutMs: 150 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('gives up at the deadline when the head drips in byte by byte', async () => {
    const dripping = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      const drip = setInterval(() => socket.write('H'), 20);
      socket.on('close', () => clearInterval(drip));
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}/`;
    await expect(post(door(), url, { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
    dripping.close();
  });

  it('does not wait for a body that drips', async () => {
    let closed: Promise<void> | undefined;
    answer = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      closed = new Promise((resolve) =>
        response.on('close', () => {
          clearInterval(drip);
          resolve();
        }),
      );
      response.writeHead(200);
    };
    expect(await post(door(), `${origin}/`, { timeoutMs: 30_000 })).toMatchObject({ statusCode: 200 });
    await closed;
  });

  it('reads no more than the bound of a huge body', async () => {
    let written = 0;
    let closed: Promise<void> | undefined;
    answer = (_, response) => {
      closed = new Promise((resolve) => response.on('close', () => resolve()));
      const chunk = Buffer.alloc(65_536);
      const pump = () => {
        while (!response.destroyed && written < 256 * 1024 * 1024) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pump);
        }
      };
      pump();
    };
    expect(await post(door(), `${origin}/`, { maxResponseBytes: 65_536 })).toMatchObject({ statusCode: 200 });
    await closed;
    // What the two socket buffers hold beyond the bound is the system's affair.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it.each([
    ['a reset', (_: IncomingMessage, response: ServerResponse) => response.socket?.resetAndDestroy(), 'connection'],
    ['a silent end', (_: IncomingMessage, response: ServerResponse) => response.socket?.end(), 'connection'],
    [
      'nonsense',
      (_: IncomingMessage, response: ServerResponse) => response.socket?.end('SSH-2.0-x\r\n\r\n'),
      'bad-response',
    ],
  ])('tells %s apart', async (_, behaviour, kind) => {
    answer = behaviour;
    await expect(post(door(), `${origin}/`)).rejects.toMatchObject({ kind });
  });

  it('tells a name that does not resolve, a port nobody listens on and a TLS failure apart', async () => {
    const unresolved = door({
      resolve: () =>
        Promise.reject(Object.assign(new Error('queryA ENOTFOUND nowhere.example'), { code: 'ENOTFOUND' })),
    });
    await expect(post(unresolved, 'http://nowhere.example/?k=secret')).rejects.toMatchObject({
      kind: 'dns',
      message: 'The host name could not be resolved',
    });
    await expect(post(door(), `https://127.0.0.1:${port}/`)).rejects.toMatchObject({ kind: 'tls' });
    const spare = createTcpServer();
    await new Promise<void>((resolve) => spare.listen(0, '127.0.0.1', resolve));
    const free = (spare.address() as AddressInfo).port;
    await new Promise((resolve) => spare.close(resolve));
    await expect(post(door(), `http://127.0.0.1:${free}/`)).rejects.toMatchObject({ kind: 'connection' });
  });

  it('never has more than its share of connections to one origin', async () => {
    let open = 0;
    let most = 0;
    const waiting: ServerResponse[] = [];
    answer = (_, response) => {
      most = Math.max(most, ++open);
      waiting.push(response);
      setImmediate(() => {
        open--;
        waiting.shift()?.end();
      });
    };
    const through = door({ connectionsPerOrigin: 3 });
    await Promise.all(Array.from({ length: 20 }, () => post(through, `${origin}/`)));
    expect(requests).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(3);
    expect(connections).toBeLessThanOrEqual(3);
  });
});

describe('downloading', () => {
  it('streams the content and tells what it is', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 5, etag: '"v1"' }).end('audio');
    const result = await download(door(), `${origin}/call.wav?signature=secret`);
    expect(result).toMatchObject({
      statusCode: 200,
      contentType: 'audio/wav',
      contentLengthBytes: 5,
      validator: '"v1"',
    });
    expect(await text(result.stream)).toBe('audio');
    expect(requests[0]?.url).toBe('/call.wav?signature=secret');
  });

  it('follows three redirects, not four', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('here');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await text((await download(door(), `${origin}/3`)).stream)).toBe('here');
    await expect(download(door(), `${origin}/4`)).rejects.toMatchObject({ kind: 'too-many-redirects' });
  });

  it.each([
    ['a private literal', () => `http://127.0.0.1:${port}/secret`, 'bad-url'],
    ['cloud metadata', () => 'http://169.254.169.254/latest/', 'bad-url'],
    ['a name that resolves privately', () => `http://inside.example.com:${port}/secret`, 'refused-address'],
    ['another scheme', () => 'file:///etc/passwd', 'bad-url'],
    ['credentials', () => `http://a:b@outside.example.com:${port}/secret`, 'bad-url'],
    ['a backing service', () => 'http://outside.example.com:6379/', 'bad-url'],
    ['nonsense', () => 'http://[', 'bad-response'],
  ])('refuses a redirect to %s', async (_, target, kind) => {
    answer = (request, response) =>
      request.url === '/start' ? response.writeHead(302, { location: target() }).end() : response.end('secret');
    // The first name stands for a public server; the test cannot own one, so the rule is lifted for its address alone.
    const through = door({ allowPrivate: false, resolve: resolvingTo('127.0.0.1') });
    const lifted = Object.assign(through, {
      mayConnectTo: () => requests.length === 0,
    });
    await expect(download(lifted, `http://outside.example.com:${port}/start`)).rejects.toMatchObject({
      kind,
    });
    expect(requests.map(({ url }) => url)).toEqual(['/start']);
  });

  it('takes a redirect for an answer where following was not asked for', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await door().download(`${origin}/`, { maxBytes: 10, timeoutMs: 5_000 })).toMatchObject({ statusCode: 302 });
    expect(requests).toHaveLength(1);
  });

  it('gives other statuses without a body', async () => {
    answer = (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>gone</h1>');
    const result = await download(door(), `${origin}/`);
    expect(result.statusCode).toBe(404);
    expect(await text(result.stream)).toBe('');
  });

  it('refuses more than the bound, announced or not', async () => {
    answer = (request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', 2_000);
      response.flushHeaders();
      response.end(Buffer.alloc(2_000));
    };
    await expect(download(door(), `${origin}/announced`, { maxBytes: 1_999 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    const unannounced = await download(door(), `${origin}/`, { maxBytes: 1_999 });
    await expect(buffer(unannounced.stream)).rejects.toMatchObject({ kind: 'too-large' });
    const exact = await download(door(), `${origin}/`, { maxBytes: 2_000 });
    expect((await buffer(exact.stream)).length).toBe(2_000);
  });

  it('does not unpack what was not asked to be packed', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
    await expect(download(door(), `${origin}/`)).rejects.toMatchObject({ kind: 'bad-response' });
  });

  it('ends a dripping body at the total deadline', async () => {
    answer = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
      response.writeHead(200);
    };
    const result = await download(door(), `${origin}/`, { timeoutMs: 300 });
    await expect(buffer(result.stream)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('tells a body that ends too early', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half');
      setImmediate(() => response.socket?.destroy());
    };
    const result = await download(door(), `${origin}/`);
    await expect(buffer(result.stream)).rejects.toMatchObject({ kind: 'connection', permanent: false });
  });

  it('continues where it broke off, and starts again where the server cannot', async () => {
    answer = (request, response) => {
      if (request.url === '/changed') return response.end('other content');
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
      return response.writeHead(206, { 'content-range': `bytes ${from}-9/10` }).end('0123456789'.slice(from));
    };
    const options = { maxBytes: 100, timeoutMs: 5_000, resumeFrom: { offset: 4, validator: '"v1"' } };
    const rest = await door().download(`${origin}/`, options);
    expect(rest.statusCode).toBe(206);
    expect(await text(rest.stream)).toBe('456789');
    expect(requests[0]?.headers['if-range']).toBe('"v1"');
    const again = await door().download(`${origin}/changed`, options);
    expect(again.statusCode).toBe(200);
    expect(await text(again.stream)).toBe('other content');
  });

  it('refuses a part that begins elsewhere than asked', async () => {
    answer = (_, response) => response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('0123456789');
    const options = { maxBytes: 100, timeoutMs: 5_000, resumeFrom: { offset: 4, validator: '"v1"' } };
    await expect(door().download(`${origin}/`, options)).rejects.toMatchObject({ kind: 'bad-response' });
  });

  it("throws the caller's own reason when the caller stops it", async () => {
    answer = (_, response) => {
      response.writeHead(200);
      response.write('begin');
    };
    const abort = new AbortController();
    const result = await door().download(`${origin}/`, { maxBytes: 100, timeoutMs: 5_000, signal: abort.signal });
    const reading = expect(buffer(result.stream)).rejects.toThrow('the lease was lost');
    abort.abort(new Error('the lease was lost'));
    await reading;
  });
});

describe('what is told of a failure', () => {
  it('names neither the address nor the query', async () => {
    const through = door({ allowPrivate: false, resolve: resolvingTo('10.1.2.3') });
    for (const url of [
      'https://hooks.example.com/?token=canary',
      'https://user:canary@hooks.example.com/',
      'https://10.1.2.3/?token=canary',
    ]) {
      const failure = await post(through, url).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'OutboundError' });
      expect(String(failure)).not.toMatch(/canary|10\.1\.2\.3|example/);
    }
  });
});

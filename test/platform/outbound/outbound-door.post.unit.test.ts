import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { OutboundError } from '../../../src/platform/outbound/outbound-error.js';
import { freePort } from '../../support/processes/free-port.js';
import { type OutboundTarget, post, setUpOutboundTarget } from '../../support/stubs/outbound-target.js';

let target: OutboundTarget;
setUpOutboundTarget((given) => {
  target = given;
});

describe('posting', () => {
  it('sends headers and body and returns the status', async () => {
    target.answer = (_, response) => response.writeHead(202).end('taken');
    const result = await target.door().post(`${target.origin}/hook?x=1`, {
      accountId: 'account-1',
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
      body: '{"a":"ü"}',
      timeoutMs: 5_000,
      maxResponseBytes: 1_000,
    });
    expect(result).toEqual({ statusCode: 202, retryAfterMs: null });
    expect(target.requests).toMatchObject([
      {
        method: 'POST',
        url: '/hook?x=1',
        body: '{"a":"ü"}',
        headers: { 'webhook-id': 'evt_1', 'accept-encoding': 'identity' },
      },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i [fault 86]', async (status) => {
    target.answer = (request, response) =>
      request.url === '/moved' ? response.end() : response.writeHead(status, { location: '/moved' }).end();
    expect(await post(target.door(), `${target.origin}/`)).toMatchObject({ statusCode: status });
    expect(target.requests, 'The redirect is followed').toHaveLength(1);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    ['-5', null],
  ])('reads Retry-After %s', async (value, expected) => {
    target.answer = (_, response) => response.writeHead(503, { 'retry-after': value }).end();
    const result = await post(target.door(), `${target.origin}/`);
    await expect(result).toAnswer(503);
    expect(expected === null ? result.retryAfterMs : Math.trunc(result.retryAfterMs ?? -1)).toBe(expected);
  });

  describe('to a server with unusual answers', () => {
    const head = (status: string, rest = 'content-length: 2\r\n\r\nok') => `HTTP/1.1 ${status}\r\n${rest}`;
    const hints = head('103 Early Hints', 'link: </a>\r\n\r\n');

    it.each<[string, readonly string[], number]>([
      ['hints before the answer', [hints, hints, head('204 No Content', '\r\n')], 204],
      ['the answer in two pieces', ['HTTP/1.1 20', '2 Accepted\r\ncontent-length: 0\r\n\r\n'], 202],
      ['an answer that breaks off in its body', [head('200 OK', 'content-length: 10\r\n\r\nhalf')], 200],
      ['an answer without a length', [head('500 Oh', 'connection: close\r\n\r\noh')], 500],
      ['a chunked answer that is none', [head('200 OK', 'transfer-encoding: chunked\r\n\r\nzz\r\n')], 200],
    ])('returns the status of %s', async (_, pieces, expected) => {
      const raw = await startRawServer(pieces);
      expect(await post(target.door(), raw.url)).toMatchObject({ statusCode: expected });
      await raw.close();
    });

    it.each<[string, readonly string[]]>([
      ['nothing but an end', []],
      ['hints alone', [hints]],
      ['half a head', ['HTTP/1.1 200 OK\r\ncontent-']],
      ['a change of protocol', [head('101 Switching Protocols', 'connection: upgrade\r\nupgrade: x\r\n\r\n')]],
      ['a wish to be sent the body', [head('100 Continue', '\r\n')]],
    ])('rejects after %s', async (_, pieces) => {
      const raw = await startRawServer(pieces);
      await expect(post(target.door(), raw.url)).rejects.toBeInstanceOf(OutboundError);
      await raw.close();
    });

    it('sends the next request after one that failed', async () => {
      const through = target.door({ connectionsPerOrigin: 1 });
      target.answer = (_, response) => response.socket?.resetAndDestroy();
      await expect(post(through, `${target.origin}/`)).rejects.toMatchObject({ kind: 'connection' });
      target.answer = () => undefined;
      // The second still waits for a connection when its deadline passes, much earlier than that of the first, and is never sent.
      const late = [
        post(through, `${target.origin}/a`, { timeoutMs: 1_000 }),
        post(through, `${target.origin}/b`, { timeoutMs: 100 }),
      ];
      expect(await Promise.allSettled(late)).toMatchObject([
        { reason: { kind: 'timeout' } },
        { reason: { kind: 'timeout' } },
      ]);
      target.answer = (_, response) => response.end('ok');
      expect(await post(through, `${target.origin}/c`)).toMatchObject({ statusCode: 200 });
      expect(target.requests.map(({ url }) => url)).not.toContain('/b');
    });

    /** A server that sends the pieces when it receives something, and then closes the connection. */
    async function startRawServer(pieces: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
      const raw = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        const sendPieces = async () => {
          for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
          socket.end();
        };
        socket.once('data', () => void sendPieces());
      });
      await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
      return {
        url: `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`,
        close: () => new Promise((resolve) => raw.close(() => resolve())),
      };
    }
  });

  it('gives up at the deadline when no answer comes [fault 85]', async () => {
    target.answer = () => undefined;
    await expect(post(target.door(), `${target.origin}/`, { timeoutMs: 150 })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('gives up at the deadline when the head drips in byte by byte [fault 85]', async () => {
    const dripping = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      const drip = setInterval(() => socket.write('H'), 20);
      socket.on('close', () => clearInterval(drip));
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}/`;
    await expect(post(target.door(), url, { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
    dripping.close();
  });

  it('does not wait for a body that drips [fault 85]', async () => {
    let closed: Promise<void> | undefined;
    target.answer = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      closed = new Promise((resolve) =>
        response.on('close', () => {
          clearInterval(drip);
          resolve();
        }),
      );
      response.writeHead(200);
    };
    expect(await post(target.door(), `${target.origin}/`, { timeoutMs: 30_000 })).toMatchObject({ statusCode: 200 });
    await closed;
  });

  it('reads no more than the bound of a huge body [fault 85]', async () => {
    let written = 0;
    let closed: Promise<void> | undefined;
    target.answer = (_, response) => {
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
    expect(await post(target.door(), `${target.origin}/`, { maxResponseBytes: 65_536 })).toMatchObject({
      statusCode: 200,
    });
    await closed;
    // The buffers of the two sockets hold some megabytes beyond the bound.
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
  ])('reports the kind of failure of %s', async (_, behaviour, kind) => {
    target.answer = behaviour;
    await expect(post(target.door(), `${target.origin}/`)).rejects.toMatchObject({ kind });
  });

  it('reports the kinds of a name that does not resolve, a closed port and a TLS failure', async () => {
    const unresolved = target.door({ nameLookup: () => () => Promise.reject(new OutboundError('dns')) });
    await expect(post(unresolved, 'http://nowhere.example/?k=secret')).rejects.toMatchObject({
      kind: 'dns',
      message: 'The host name could not be resolved',
    });
    await expect(post(target.door(), `https://127.0.0.1:${target.port}/`)).rejects.toMatchObject({ kind: 'tls' });
    await expect(post(target.door(), `http://127.0.0.1:${await freePort()}/`)).rejects.toMatchObject({
      kind: 'connection',
    });
  });

  it('remembers the checks of no more than 1,000 addresses', async () => {
    const door = target.door();
    const all = Array.from({ length: 1_001 }, (_, n) => post(door, `${target.origin}/${n}`));
    await Promise.all(all);
    expect(Reflect.get(door, 'targets').size, 'addresses that are remembered').toBe(1);
  });

  it('never has more connections to one origin than the limit', async () => {
    let open = 0;
    let maxOpen = 0;
    const waiting: ServerResponse[] = [];
    target.answer = (_, response) => {
      maxOpen = Math.max(maxOpen, ++open);
      waiting.push(response);
      setImmediate(() => {
        open--;
        waiting.shift()?.end();
      });
    };
    const through = target.door({ connectionsPerOrigin: 3 });
    await Promise.all(Array.from({ length: 20 }, () => post(through, `${target.origin}/`)));
    expect(target.requests, 'requests that arrived').toHaveLength(20);
    expect(maxOpen).toBeLessThanOrEqual(3);
    expect(target.connections).toBeLessThanOrEqual(3);
  });
});

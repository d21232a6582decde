import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { watchUnusedConnections } from '../../../src/platform/http/unused-connections.js';
import { eventually } from '../../support/processes/eventually.js';
import { selfSigned } from '../../support/stubs/self-signed.js';

const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
type Dial = (options: { port: number; host: string }) => Socket;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listening(create: (listener: RequestListener) => Server) {
  // Requests to it stay without an answer until `answer` is called, which answers the oldest.
  const waiting: ServerResponse[] = [];
  const server = create((_, response) => void waiting.push(response));
  servers.push(server);
  const endUnused = watchUnusedConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Resolves when the server has accepted it. */
  const open = async (dial: Dial = connect) => {
    const accepted = once(server, 'connection');
    const socket = dial({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    await accepted;
    return socket;
  };
  /** Opens a connection and resolves when so many requests of the text have come. */
  const request = async (text: string, requests: number, dial: Dial) => {
    const socket = await open(dial);
    const before = waiting.length;
    const received = (async () => {
      while (waiting.length < before + requests) await once(server, 'request');
    })();
    socket.write(text);
    await received;
    return socket;
  };
  return { server, endUnused, open, request, answer: () => void waiting.shift()?.end('answered') };
}

/** Not `once` of node:events, which rejects where the client learns of the end by ECONNRESET. */
const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

const overTls: Dial = (options) => connectTls({ ...options, rejectUnauthorized: false });

describe.each<[string, (listener: RequestListener) => Server, Dial]>([
  ['HTTP', (listener) => createServer(listener), connect],
  ['HTTPS', (listener) => createTlsServer(selfSigned(), listener), overTls],
])('a server for %s that is closed', (_, create, dial) => {
  it('ends the connections on which no request has come, and finishes the request under way', async () => {
    const { server, endUnused, open, answer } = await listening(create);
    const silent = await open();
    const ready = await open(dial);
    const halfHeader = await open(dial);
    await new Promise((written) => halfHeader.write(HEAD.slice(0, 10), written));
    const busy = await open(dial);
    const requested = once(server, 'request');
    busy.write(HEAD);
    await requested;
    const closed = once(server, 'close');
    server.close();
    const unused = Promise.all([silent, ready, halfHeader].map(ended));
    endUnused();
    await unused;
    expect(busy.destroyed, 'The request under way is cut').toBe(false);
    const received = once(busy, 'data');
    answer();
    expect(String(await received)).toContain('answered');
    busy.destroy();
    await closed;
  });

  it('ends one that was answered and has sent half of its next request', async () => {
    const { server, endUnused, request, answer } = await listening(create);
    const accepted = once(server, 'connection');
    const kept = await request(HEAD, 1, dial);
    const [connection] = await accepted;
    answer();
    expect(String((await once(kept, 'data'))[0]), 'the answer to the first request').toContain('answered');
    const before = connection.bytesRead;
    kept.write(HEAD.slice(0, 10));
    // Until then the connection is idle for Node, which ends it itself.
    await eventually(() => expect(connection.bytesRead, 'bytes that the server has read').toBeGreaterThan(before));
    server.close();
    endUnused();
    expect(connection.destroyed, 'It is ended, and holds no stop up').toBe(true);
  });

  it.each([
    ['a second request under way', `${HEAD}${HEAD}`, 2],
    [
      'a request that was answered before it was read',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf',
      1,
    ],
  ])('leaves one with %s open', async (_, text, requests) => {
    const { server, endUnused, request, answer } = await listening(create);
    const accepted = once(server, 'connection');
    const client = await request(text, requests, dial);
    const [connection] = await accepted;
    answer();
    await once(client, 'data');
    server.close();
    endUnused();
    expect(connection.destroyed, 'It is cut').toBe(false);
  });
});

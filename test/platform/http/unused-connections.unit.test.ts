import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { watchUnusedConnections } from '../../../src/platform/http/unused-connections.js';
import { selfSigned } from '../../support/self-signed.js';

const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
type Dial = (options: { port: number; host: string }) => Socket;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listening(create: (listener: RequestListener) => Server) {
  // Requests to it stay without an answer until `answer` is called.
  let answer = () => {};
  const server = create((_, response) => {
    answer = () => response.end('answered');
  });
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
  return { server, endUnused, open, answer: () => answer() };
}

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
    const ended = Promise.all([silent, ready, halfHeader].map((socket) => once(socket, 'close')));
    endUnused();
    await ended;
    expect(busy.destroyed, 'The request under way is cut').toBe(false);
    const received = once(busy, 'data');
    answer();
    expect(String(await received)).toContain('answered');
    busy.destroy();
    await closed;
  });
});

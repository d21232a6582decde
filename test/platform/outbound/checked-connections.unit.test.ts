import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CheckedConnections } from '../../../src/platform/outbound/checked-connections.js';
import type { LookUpName } from '../../../src/platform/outbound/name-lookup.js';
import { resolvingTo } from '../../support/stubs/outbound-target.js';

let server: Server;
let port: string;
beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});
afterEach(() => {
  server.close();
});

function connectionsTo(lookUp: LookUpName, mayConnect = true) {
  const asked: string[] = [];
  const connections = new CheckedConnections(
    (hostname, signal) => {
      asked.push(hostname);
      return lookUp(hostname, signal);
    },
    () => mayConnect,
  );
  const connect = (hostname: string, toPort = port) =>
    new Promise<Socket>((resolve, reject) => {
      const target = { hostname, host: `${hostname}:${toPort}`, protocol: 'http:', port: toPort };
      connections.connect(target, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
    });
  const isReady = (hostname: string) => connections.isReady(new URL(`http://${hostname}:${port}/`), 'account-1');
  return { connect, isReady, asked };
}

const NAME = 'hooks.example.com';

describe('a request', () => {
  it('waits for no look-up as long as a connection to its origin is open', async () => {
    const { connect, isReady } = connectionsTo(resolvingTo('127.0.0.1'));
    expect(isReady(NAME), 'ready before there is a connection').toBe(false);
    const [first, second] = [await connect(NAME), await connect(NAME)];
    expect(isReady(NAME), 'ready with two connections').toBe(true);
    first.destroy();
    await once(first, 'close');
    expect(isReady(NAME), 'ready with one of them').toBe(true);
    second.destroy();
    await once(second, 'close');
    expect(isReady(NAME), 'ready when both are closed').toBe(false);
    const third = await connect(NAME);
    expect(isReady(NAME), 'ready with a new one').toBe(true);
    third.destroy();
  });

  it.each(['127.0.0.1', '[::1]'])('to the address %s needs no look-up at all', async (hostname) => {
    const { connect, isReady, asked } = connectionsTo(resolvingTo('192.0.2.1'));
    expect(isReady(hostname), 'ready before there is a connection').toBe(true);
    // This machine may have no IPv6.
    const socket = await connect(hostname).catch(() => null);
    socket?.destroy();
    expect(asked, 'names that were asked for').toEqual([]);
  });
});

describe('a connection', () => {
  it.each(['127.0.0.1', NAME])('to %s is refused when the address may not be connected to', async (hostname) => {
    const { connect } = connectionsTo(resolvingTo('127.0.0.1'), false);
    let accepted = 0;
    server.on('connection', () => accepted++);
    await expect(connect(hostname), 'a connection to a private address').rejects.toMatchObject({
      kind: 'refused-address',
    });
    expect(accepted, 'connections that the server has accepted').toBe(0);
  });

  it('fails when its name has no address, and when nothing listens', async () => {
    await expect(connectionsTo(resolvingTo()).connect(NAME), 'a name without an address').rejects.toMatchObject({
      kind: 'dns',
    });
    server.close();
    await once(server, 'close');
    const closed = connectionsTo(resolvingTo('127.0.0.1')).connect(NAME);
    await expect(closed, 'a port on which nothing listens').rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('goes to the next address of the name where the first does not answer', async () => {
    const { connect } = connectionsTo(resolvingTo('127.0.0.2', '127.0.0.1'));
    const socket = await connect(NAME);
    expect(socket.remoteAddress, 'the address that was connected to').toBe('127.0.0.1');
    socket.destroy();
  });

  it('goes to an address of its own name while others are made', async () => {
    const lookUp: LookUpName = (hostname, signal) =>
      resolvingTo(hostname === NAME ? '127.0.0.1' : '127.0.0.2')(hostname, signal);
    const { connect } = connectionsTo(lookUp);
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => connect(n % 2 === 0 ? NAME : `${n}.other.example`)),
    );
    const reached = made.map((one) => (one.status === 'fulfilled' ? one.value.remoteAddress : 'none'));
    for (const one of made) if (one.status === 'fulfilled') one.value.destroy();
    expect(reached, 'where each connection leads').toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? '127.0.0.1' : 'none')),
    );
  });
});

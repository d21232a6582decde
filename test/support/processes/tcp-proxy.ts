// A TCP proxy between a process and a server that it needs. A test can make it hold, reset or refuse connections.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';

export interface TcpProxy {
  readonly port: number;
  /** Forwards bytes, also those that were held back. */
  pass(): void;
  /** Keeps and accepts connections, but forwards nothing in either direction. */
  hold(): void;
  /** Resets every connection; new ones are served. */
  reset(): void;
  /** Resets every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again, for another target port if one is given. */
  serve(targetPort?: number): Promise<void>;
  close(): Promise<void>;
}

/** @param targetPort a port on 127.0.0.1 */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let flowing = true;
  const pairs = new Set<readonly [client: Socket, upstream: Socket]>();
  const join = ([client, upstream]: readonly [Socket, Socket]) => {
    client.pipe(upstream);
    upstream.pipe(client);
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        pairs.delete(pair);
        for (const end of pair) end.destroy();
      });
    }
    if (flowing) join(pair);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const port = await freePort();
  await listen(port);
  const reset = () => {
    for (const [client, upstream] of [...pairs]) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  };
  const refuse = async () => {
    const closed = server.listening ? new Promise((done) => server.close(done)) : null;
    reset();
    await closed;
  };
  return {
    port,
    pass() {
      if (flowing) return;
      flowing = true;
      for (const pair of pairs) join(pair);
    },
    hold() {
      flowing = false;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
    },
    reset,
    refuse,
    async serve(nextPort = target) {
      target = nextPort;
      if (!server.listening) await listen(port);
    },
    close: refuse,
  };
}

// A wire between a process and what it depends on, which can go silent, break, or be cut.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Bytes flow; what was held back arrives now. */
  pass(): void;
  /** Half open: connections stay, and new ones are taken, but nothing arrives in either direction. */
  hold(): void;
  /** Ends every connection with a reset; new ones are served. */
  reset(): void;
  /** Resets every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Takes connections again, for another port where one is given. */
  serve(targetPort?: number): Promise<void>;
  close(): Promise<void>;
}

/** @param targetPort on 127.0.0.1 */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let flowing = true;
  const wires = new Set<readonly [client: Socket, upstream: Socket]>();
  const join = ([client, upstream]: readonly [Socket, Socket]) => {
    client.pipe(upstream);
    upstream.pipe(client);
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const wire = [client, upstream] as const;
    wires.add(wire);
    for (const socket of wire) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        wires.delete(wire);
        for (const end of wire) end.destroy();
      });
    }
    if (flowing) join(wire);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const reset = () => {
    for (const [client, upstream] of [...wires]) {
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
      for (const wire of wires) join(wire);
    },
    hold() {
      flowing = false;
      for (const [client, upstream] of wires) {
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

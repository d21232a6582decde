// A proxy between a process and Postgres that stops each connection around a statement, so that the process can be killed at
// that point: the one that stores the answer to a keyed request, unless another is given.
import { connect, createServer, type Socket } from 'node:net';

/** `before` holds the statement; `after` holds the reply to its commit. */
export type Cut = 'before' | 'after';

interface CutStatement {
  /** What it holds, and no other does. */
  readonly text: string;
  /** In no transaction: Postgres commits it at once. */
  readonly isAlone: boolean;
}

const STORES_ANSWER: CutStatement = { text: 'UPDATE idempotency_key SET status', isAlone: false };

export async function startCuttingProxy(databaseUrl: string, cut: Cut, statement: CutStatement = STORES_ANSWER) {
  const target = new URL(databaseUrl);
  let held = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isReached = false;
    let isSilent = false;
    let isHeld = false;
    const hold = () => {
      if (!isHeld) held += 1;
      isHeld = true;
    };
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      // Another request on a connection that has sent the statement without a transaction.
      if (text.includes('START TRANSACTION')) isReached = false;
      if (text.includes(statement.text)) {
        isReached = true;
        if (cut === 'before') {
          hold();
          client.pause();
          return;
        }
      }
      if (isReached && (statement.isAlone || text.includes('COMMIT'))) isSilent = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isSilent) client.write(chunk);
      // Postgres has committed, but the process does not get the reply.
      else hold();
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    /** Connections that were stopped. */
    held: () => held,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

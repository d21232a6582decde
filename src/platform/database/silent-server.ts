// A database server that is gone without a word (a cut line, a frozen machine) answers nothing, and ends nothing either.
import { Socket } from 'node:net';
import { type ClientBase, Connection } from 'pg';
import type { EntityManager } from 'typeorm';

/** What the server is given on top of the time it gives itself. */
const GRACE_MS = 3_000;

/**
 * Pool settings under which a connection is cut when an answer is owed on it and nothing has come for longer than the
 * server lets a statement run. Its callers get an error, and the pool is rid of it; without, both would wait for hours.
 * Whoever keeps a connection and asks nothing meanwhile, as for its lock, keeps it. Idle ones in the pool are ended sooner
 * than that, in good order. Not for those that wait longer on purpose, as a migration does for its lock.
 */
export function cutWhenSilent(url: string, statementTimeoutMs: number) {
  // The URL has the last word with the driver too.
  const limitMs = Number(new URL(url).searchParams.get('statement_timeout') ?? statementTimeoutMs);
  return {
    idleTimeoutMillis: limitMs || statementTimeoutMs,
    onConnect: (client: ClientBase) => {
      // With 0 a statement may take any time, and silence tells nothing.
      if (limitMs === 0) return;
      const socket = socketOf(client);
      socket.setTimeout(limitMs + GRACE_MS).on('timeout', () => {
        // The next statement sent begins the time anew.
        if ('readyForQuery' in client && client.readyForQuery === true) return;
        socket.destroy(new Error('Connection terminated: the database server is silent'));
      });
    },
  };
}

/** While the work lasts, statements of the transaction may take so long, and the server is not taken for gone before. */
export async function longStatements<T>(tx: EntityManager, mostMs: number, work: () => Promise<T>): Promise<T> {
  if (!tx.queryRunner) throw new Error('Statements are given more time in a transaction only');
  const client: ClientBase = await tx.queryRunner.connect();
  const socket = socketOf(client);
  const usualMs = socket.timeout ?? 0;
  await tx.query(`SET LOCAL statement_timeout = ${mostMs}`);
  socket.setTimeout(mostMs + GRACE_MS);
  try {
    return await work();
  } finally {
    socket.setTimeout(usualMs);
  }
}

/** The driver's types leave it out. */
function socketOf(client: ClientBase): Socket {
  if ('connection' in client && client.connection instanceof Connection && client.connection.stream instanceof Socket)
    return client.connection.stream;
  throw new Error('A connection to the database has a socket');
}

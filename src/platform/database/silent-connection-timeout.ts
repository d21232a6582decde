// Times out database connections whose server has gone silent. A server that is lost behind a cut line, or frozen, neither
// answers nor closes its connections, and neither the driver nor the system notices it for hours.
import { Socket } from 'node:net';
import { type ClientBase, Connection } from 'pg';
import type { EntityManager } from 'typeorm';

/** Time for the response to arrive, beyond the time that the server gives a statement. */
const GRACE_MS = 3_000;

/**
 * Pool settings that destroy a connection when a response is outstanding on it and nothing has arrived for longer than the
 * server lets a statement run. Its callers get an error, and the pool drops the connection. A connection that is checked out
 * without an outstanding answer stays open, for example one that holds an advisory lock. Idle connections in the pool are
 * closed in the normal way before that time. Do not use these settings for a connection that waits longer on purpose, as a
 * migration waits for its lock.
 */
export function silentConnectionTimeout(url: string, statementTimeoutMs: number) {
  // The driver also lets the URL override the setting.
  const limitMs = Number(new URL(url).searchParams.get('statement_timeout') ?? statementTimeoutMs);
  return {
    idleTimeoutMillis: limitMs || statementTimeoutMs,
    onConnect: (client: ClientBase) => {
      // 0 lets a statement take any time, so silence proves nothing.
      if (limitMs === 0) return;
      const socket = socketOf(client);
      socket.setTimeout(limitMs + GRACE_MS).on('timeout', () => {
        // No answer is outstanding. Sending the next statement restarts the timer.
        if ('readyForQuery' in client && client.readyForQuery === true) return;
        socket.destroy(new Error('Connection terminated: the database server is silent'));
      });
    },
  };
}

/** Gives each statement of the transaction so much time while the work runs; the connection may be silent for as long. */
export async function withStatementTimeout<T>(
  tx: EntityManager,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  if (!tx.queryRunner) throw new Error('A statement timeout can be changed in a transaction only');
  const client: ClientBase = await tx.queryRunner.connect();
  const socket = socketOf(client);
  const usualTimeoutMs = socket.timeout ?? 0;
  await tx.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
  socket.setTimeout(timeoutMs + GRACE_MS);
  try {
    return await work();
  } finally {
    socket.setTimeout(usualTimeoutMs);
  }
}

/** The types of the driver leave the socket out. */
function socketOf(client: ClientBase): Socket {
  if ('connection' in client && client.connection instanceof Connection && client.connection.stream instanceof Socket)
    return client.connection.stream;
  throw new Error('The database driver does not show the socket of its connection');
}

// A database server that is gone without a word (a cut line, a frozen machine) answers nothing, and ends nothing either.
import { Socket } from 'node:net';

/** What the server is given on top of the time it gives itself. */
const GRACE_MS = 3_000;

/**
 * Pool settings under which a connection is cut when nothing has come on it for longer than the server lets a statement
 * run. Its callers get an error, and the pool is rid of it; without, both would wait for hours. Idle connections are
 * ended sooner than that, in good order. Not for those that wait longer on purpose, as a migration does for its lock.
 */
export function cutWhenSilent(url: string, statementTimeoutMs: number) {
  // The URL has the last word with the driver too.
  const limitMs = Number(new URL(url).searchParams.get('statement_timeout') ?? statementTimeoutMs);
  return {
    idleTimeoutMillis: limitMs,
    stream: () => {
      const socket = new Socket();
      socket.setTimeout(limitMs + GRACE_MS, () => {
        socket.destroy(new Error('Connection terminated: the database server is silent'));
      });
      return socket;
    },
  };
}

// A service that refuses an upload early answers and closes the connection, while bytes are still on their way to it. The write
// that fails then would make Node destroy the socket, and the answer with it, before it was read.
import type { Socket } from 'node:net';

const onBroken = new WeakMap<Socket, () => void>();

/**
 * Lets reading alone decide what became of a connection that takes no more bytes: it finds the answer, or the cut.
 * @param stop told when bytes were refused, so that no more are sent
 */
export function readAnswerFirst(socket: Socket, stop: () => void): void {
  const isKnown = onBroken.has(socket);
  onBroken.set(socket, stop);
  if (isKnown) return;
  const forgive = (done: (error?: Error | null) => void) => (error?: Error | null) => {
    if (!error) return done();
    onBroken.get(socket)?.();
    done();
  };
  const { _write, _writev } = socket;
  socket._write = (chunk, encoding, done) => _write.call(socket, chunk, encoding, forgive(done));
  if (_writev) socket._writev = (chunks, done) => _writev.call(socket, chunks, forgive(done));
}

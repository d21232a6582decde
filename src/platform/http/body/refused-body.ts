// What becomes of a body that nobody will read, because its request was refused before it had come.
import type { Request, Response } from 'express';

/** A body that says it is no longer is taken in to its end: many clients read no answer before they have sent a whole call. */
export const MOST_WHOLE_BYTES = 8_388_608;
/** Of a longer one, or one that does not say. */
const MOST_BYTES = 1_048_576;
/** Time to read the answer, and without a byte. nginx gives 5 s (`lingering_timeout`), and 30 s (`lingering_time`) in all. */
const MOST_IDLE_MS = 2_000;
const MOST_MS = 10_000;

/**
 * Takes in a little more, so that a client that is still sending gets to read the answer, then cuts the connection.
 * Left alone, Node would swallow all of a 500 MB upload. Call before the answer is sent.
 */
export function drainBriefly(request: Request, response: Response): void {
  const { socket } = response;
  if (request.complete || socket === null || socket.destroyed) return;
  // Its reader has given up for good, or what is still to come is too much.
  const isLast = request.destroyed || !(Number(request.headers['content-length']) <= MOST_WHOLE_BYTES);
  if (isLast) {
    // Said, so that the client sends its next request on another connection than one that is about to be cut.
    response.setHeader('Connection', 'close');
    // Node would destroy the socket behind its last answer, and a client that is still sending might never read it.
    socket.destroySoon = () => socket.end();
  }
  const cut = () => {
    if (!response.writableFinished) response.once('finish', cut);
    else if (isLast || !request.complete) socket.destroy();
  };
  const idle = setTimeout(cut, MOST_IDLE_MS).unref();
  const whole = setTimeout(cut, MOST_MS).unref();
  const release = () => {
    clearTimeout(idle);
    clearTimeout(whole);
    socket.off('close', release);
  };
  socket.once('close', release);
  if (request.destroyed) return;
  if (!isLast) request.once('end', release);
  let bytes = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    idle.refresh();
    bytes += chunk.length;
    // The connection stays until its time is up: cut with bytes unread it would be reset, and a client in the middle of
    // sending would be told of that before it had read the answer.
    if (isLast && bytes > MOST_BYTES) request.pause();
  });
  request.resume();
}

// What becomes of a body that nobody will read, because its request was refused before it had come.
import type { Request, Response } from 'express';

const MOST_MS = 2_000;
const MOST_BYTES = 1_048_576;

/**
 * Takes in a little more, so that a client that is still sending gets to read the answer, then cuts the connection.
 * Left alone, Node would swallow all of a 500 MB upload. Call before the answer is sent.
 */
export function drainBriefly(request: Request, response: Response): void {
  const { socket } = response;
  if (request.complete || socket === null || socket.destroyed) return;
  // Its reader has given up for good, or what is still to come is too much.
  const isLast = request.destroyed || !(Number(request.headers['content-length']) <= MOST_BYTES);
  if (isLast) {
    // Said, so that the client sends its next request on another connection than one that is about to be cut.
    response.setHeader('Connection', 'close');
    // Node would destroy the socket behind its last answer, and a client that is still sending might never read it.
    socket.destroySoon = () => socket.end();
  }
  let bytes = 0;
  let spent = false;
  const cut = () => {
    spent = true;
    request.pause();
    if (response.writableFinished && (isLast || !request.complete)) socket.destroy();
  };
  const timer = setTimeout(cut, MOST_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  response.once('finish', () => {
    if (spent) cut();
  });
  if (request.destroyed) return;
  if (!isLast) request.once('end', () => clearTimeout(timer));
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES && !spent) cut();
  });
  request.resume();
}

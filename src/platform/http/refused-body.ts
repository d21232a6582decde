// What becomes of a body that nobody will read, because its request was refused before it had come.
import type { Request, Response } from 'express';

const MOST_MS = 2_000;
const MOST_BYTES = 1_048_576;

/**
 * Takes in a little more, so that a client that is still sending gets to read the answer, then cuts the connection.
 * Left alone, Node would swallow all of a 500 MB upload. Call before the answer is sent.
 */
export function drainBriefly(request: Request, response: Response): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  let spent = false;
  const cut = () => {
    spent = true;
    request.pause();
    if (response.writableFinished && !request.complete) request.socket.destroy();
  };
  const timer = setTimeout(cut, MOST_MS);
  timer.unref();
  for (const event of ['end', 'close', 'error']) request.once(event, () => clearTimeout(timer));
  response.once('finish', () => {
    if (spent) cut();
  });
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES && !spent) cut();
  });
  request.resume();
}

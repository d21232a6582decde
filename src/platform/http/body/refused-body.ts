// Handles the rest of a body whose request was refused before the whole body had arrived.
import type { Request, Response } from 'express';

/**
 * Limit of an announced length up to which a body is read to its end: many clients read the response only after sending
 * everything.
 */
export const MAX_FULLY_READ_BYTES = 8_388_608;
/** Bytes that are read of a longer body, or of a body without an announced length. */
const MAX_DRAINED_BYTES = 1_048_576;
/** Maximum time without a new byte. The client also has this time to read the response. nginx: 5 s (`lingering_timeout`). */
const IDLE_TIMEOUT_MS = 2_000;
/** Maximum total time. nginx: 30 s (`lingering_time`). */
const DRAIN_TIMEOUT_MS = 10_000;

/**
 * Reads a little more, so that a client that is still sending can read the response, and then cuts the connection. Without it
 * Node would read all of a 500 MB upload. Call before the response is sent.
 */
export function drainBriefly(request: Request, response: Response): void {
  const { socket } = response;
  if (request.complete || socket === null || socket.destroyed) return;
  // The connection closes when the reader has destroyed the stream, or when too much of the body is still to come.
  const isLast = request.destroyed || !(Number(request.headers['content-length']) <= MAX_FULLY_READ_BYTES);
  if (isLast) {
    // Tells the client to send its next request on another connection, because this one will be cut.
    response.setHeader('Connection', 'close');
    // Node would destroy the socket after its last response, and a client that is still sending might never read that response.
    socket.destroySoon = () => socket.end();
  }
  const cut = () => {
    if (!response.writableFinished) response.once('finish', cut);
    else if (isLast || !request.complete) socket.destroy();
  };
  const idle = setTimeout(cut, IDLE_TIMEOUT_MS).unref();
  const whole = setTimeout(cut, DRAIN_TIMEOUT_MS).unref();
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
    // Stop reading, but keep the connection until a timer cuts it. Closing a socket with unread bytes makes the kernel send a
    // reset, and a client that is still sending would get the reset before it could read the response.
    if (isLast && bytes > MAX_DRAINED_BYTES) request.pause();
  });
  request.resume();
}

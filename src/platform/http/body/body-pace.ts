// Cuts the connection of a client that sends a recording too slowly. Each such client would occupy a connection, a file and
// an upload to storage for as long as it likes.
import type { IncomingMessage } from 'node:http';
import { MIN_BYTES_PER_WINDOW, PACE_WINDOW_MS } from '../../concurrency/least-pace.js';

/** Call once the request is accepted, before its body is read. The whole time is not limited, only the pace. */
export function cutSlowUpload(request: IncomingMessage): void {
  const { socket } = request;
  let bytesBefore = socket.bytesRead;
  const check = setInterval(() => {
    const received = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    // Bytes that have arrived but were not read: the service or its storage is slow, not the client.
    const waitsForReader = request.readableFlowing !== true || request.readableLength > 0;
    if (received < MIN_BYTES_PER_WINDOW && !waitsForReader) request.destroy();
  }, PACE_WINDOW_MS).unref();
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(check));
}

// Ends the connection of whoever sends a recording so slowly that it would never be there: each such sender would hold a
// connection, a file and an upload to storage for as long as it likes.
import type { IncomingMessage } from 'node:http';

const WINDOW_MS = 30_000;
/** About 9 kbit/s, less than the slowest line that carries calls; a recording of 500 MB at 8 Mbit/s sends 30 MB in that time. */
const LEAST_BYTES_IN_WINDOW = 32_768;

/** Call when the request is let in, before its body is read. There is no limit to the whole time, only to standing still. */
export function keepPace(request: IncomingMessage): void {
  const { socket } = request;
  let before = socket.bytesRead;
  const look = setInterval(() => {
    const received = socket.bytesRead - before;
    before = socket.bytesRead;
    // What has come and waits to be read is our own slowness, or that of storage, and not the sender's.
    const waitsForUs = request.readableFlowing !== true || request.readableLength > 0;
    if (received < LEAST_BYTES_IN_WINDOW && !waitsForUs) request.destroy();
  }, WINDOW_MS).unref();
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(look));
}

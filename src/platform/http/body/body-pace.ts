// Cuts the connection of a client that sends a recording too slowly. Each such client would occupy a connection, a file and
// an upload to storage for as long as it likes.
import type { IncomingMessage } from 'node:http';

const WINDOW_MS = 30_000;
/** About 9 kbit/s, which is slower than any line that carries calls. At 8 Mbit/s a client sends 30 MB in one window. */
const MIN_BYTES_PER_WINDOW = 32_768;

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
  }, WINDOW_MS).unref();
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(check));
}

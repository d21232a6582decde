// Answers what is no HTTP, or has too long a head, in the one shape of errors: Node's own answer has no body.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** For the server's `clientError`: no request was made of it, so that no middleware and no filter will see it. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable && !answerHasBegun(socket) && isOfParser(error)) {
    const [status, detail] = REFUSALS[error.code ?? ''] ?? [400, 'The request could not be understood'];
    const body = JSON.stringify({ detail });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `X-Request-Id: ${randomUUID()}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

const REFUSALS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** Everything else is a connection that broke, or a failed TLS handshake. */
const isOfParser = ({ code }: NodeJS.ErrnoException) =>
  code !== undefined && (code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT');

/** A second status line in the middle of an answer would be read as part of it. */
function answerHasBegun(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, '_headerSent') === true;
}

// Answers bytes that are not HTTP, and heads that are too long or too slow, in the same shape as all other errors. Node's own
// answer has no body.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorDetail, notUnderstood } from '../../errors/api-error.js';
import { JSON_TYPE } from '../body/send-text.js';

/** Listener for the server's `clientError` event. Node has no request object for it, so no middleware and no filter runs. */
export function responseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable && !responseHasBegun(socket) && isParserError(error)) {
    const [status, detail] = REFUSALS[error.code ?? ''] ?? [400, notUnderstood().detail];
    const body = JSON.stringify({ detail });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `X-Request-Id: ${randomUUID()}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

const REFUSALS: Readonly<Record<string, readonly [status: number, detail: ErrorDetail]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** All other errors are broken connections or failed TLS handshakes. */
const isParserError = ({ code }: NodeJS.ErrnoException) =>
  code !== undefined && (code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT');

/** The client would read a second status line in the middle of a response as part of that response. */
function responseHasBegun(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, '_headerSent') === true;
}

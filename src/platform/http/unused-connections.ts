// Connections on which no request has come yet: a browser's speculative one, a spare one of a proxy's pool.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches the connections that the server accepts from now on.
 * @returns ends those without a request. `server.close()` leaves them open, because for Node a connection is idle only between
 *   two requests, and it no longer enforces `headersTimeout`
 */
export function watchUnusedConnections(server: Server): () => void {
  // By the client's address and port: with TLS, the socket of a request is another object than that of its connection.
  const unused = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket);
    unused.set(client, socket);
    socket.once('close', () => unused.delete(client));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(clientOf(socket)));
  return () => {
    for (const socket of unused.values()) socket.destroy();
  };
}

const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

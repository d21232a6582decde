// Connections without a request: a browser's speculative one, a spare one of a proxy's pool, one that waits for the rest of a
// header.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  /** Requests that came on it and are not finished: read to their end, and answered. */
  requests: number;
}

/**
 * Watches the connections that the server accepts from now on.
 * @returns ends those without a request. `server.close()` leaves them open where none has come yet, or a part of one has, because
 *   for Node a connection is idle only between two requests, and it no longer enforces `headersTimeout`
 */
export function watchUnusedConnections(server: Server): () => void {
  // By the client's address and port: with TLS, the socket of a request is another object than that of its connection.
  const connections = new Map<string, Connection>();
  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket);
    connections.set(client, { socket, requests: 0 });
    socket.once('close', () => connections.delete(client));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(clientOf(request.socket));
    if (connection === undefined) return;
    connection.requests++;
    response.once('close', () => {
      if (request.complete) connection.requests--;
    });
  });
  return () => {
    for (const { socket, requests } of connections.values()) if (requests === 0) socket.destroy();
  };
}

const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

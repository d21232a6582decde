// A service that does what the test says, for one request after the other.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Play = (request: IncomingMessage, response: ServerResponse) => unknown;

export class FaultServer {
  readonly seen: IncomingMessage[] = [];
  private plays: Play[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      this.seen.push(request);
      // The last one goes on for what comes after.
      const play = this.plays.length > 1 ? this.plays.shift() : this.plays[0];
      void play?.(request, response);
    });
  }

  static async open(): Promise<FaultServer> {
    // Closes no connection that waits: on a slow machine the next request may come after Node's 5 s.
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  play(...plays: Play[]): void {
    this.plays = plays;
    this.seen.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Play =>
  (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  };

/** Answers before it has read the body, and closes the connection. */
export const early =
  (status: number, detail: string): Play =>
  (request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ detail }), () => request.socket.destroy());
  };

export const cutAfter =
  (bytes: number): Play =>
  (request) => {
    let read = 0;
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read >= bytes) request.socket.destroy();
    });
  };

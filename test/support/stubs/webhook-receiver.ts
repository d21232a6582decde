// A client's webhook endpoint that keeps every request, and answers as the test chooses.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { maxWaitMs } from '../processes/eventually.js';

export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly path: string;
  readonly atMs: number;
}

export type Behaviour = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end('a reply that must not be shown');

export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** The behaviours answer one request each, in order; the last one answers all that follow. */
  behave(...behaviours: readonly [Behaviour, ...Behaviour[]]): void;
  /** Resolves once this many requests have come since the start. */
  requests(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let behaviours: readonly Behaviour[] = [answering(200)];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const item = { headers, body, path: request.url ?? '', atMs: performance.now() };
    received.push(item);
    const [behaviour = answering(200), ...rest] = behaviours;
    if (rest.length > 0) behaviours = rest;
    behaviour(response, item, request);
    server.emit('received');
  };
  // Closes no connection that waits: after Node's 5 s a notification of a slow machine would be lost, and sent again.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    behave(...next) {
      behaviours = next;
    },
    async requests(count) {
      const signal = AbortSignal.timeout(maxWaitMs());
      while (received.length < count) await once(server, 'received', { signal });
      return received;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

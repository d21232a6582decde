// A speech vendor on a real socket: it records every request, and refuses each that the vendor would refuse, whatever answer the
// test has prepared.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type StubAnswer, sendAnswer } from './openai-stub.js';

export interface VendorStubRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface VendorStub {
  /** Without a version. */
  readonly baseUrl: string;
  readonly requests: readonly VendorStubRequest[];
  /** The refusals of the contract: empty where every request was valid. */
  readonly refused: readonly string[];
  bytesSent(): number;
  /** Resolves when the stub has had that many requests in all, answered or not. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export type VendorAnswering = (request: VendorStubRequest) => StubAnswer | undefined | Promise<StubAnswer | undefined>;

/** @param refusalOf of the vendor's contract; null for a valid request. Closed at the end of the test. */
export async function startVendorStub(
  refusalOf: (request: VendorStubRequest) => StubAnswer | null,
  answer: VendorAnswering,
): Promise<VendorStub> {
  const requests: VendorStubRequest[] = [];
  const refused: string[] = [];
  const watchers = new Set<() => void>();
  const sockets = new Set<Socket>();
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? '/', 'http://stub');
    const { method = 'GET', headers } = incoming;
    const request = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) };
    requests.push(request);
    for (const look of watchers) look();
    const refusal = refusalOf(request);
    if (refusal !== null) refused.push(`${method} ${url.pathname}: ${JSON.stringify(refusal.body)}`);
    await sendAnswer(outgoing, refusal ?? (await answer(request)) ?? { status: 404, body: {} });
  };
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: VendorStub = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refused,
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  onTestFinished(() => stub.close());
  return stub;
}

// A server on this machine for requests that OutboundDoor sends. It answers as the test says, and records the requests.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { LookUpName } from '../../../src/platform/outbound/name-lookup.js';
import {
  type DownloadOptions,
  OutboundDoor,
  type OutboundDoorOptions,
} from '../../../src/platform/outbound/outbound-door.js';
import { maxWaitMs } from '../processes/eventually.js';

interface RecordedRequest {
  readonly method?: string;
  readonly url?: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface OutboundTarget {
  readonly origin: string;
  readonly port: number;
  /** Answers the next requests. Default: 200 with a short text. */
  answer: RequestListener;
  requests: RecordedRequest[];
  /** TCP connections since the last reset. */
  connections: number;
  reset(): void;
  /** A door that allows private addresses, unless the options say otherwise. */
  door(options?: Partial<OutboundDoorOptions>): OutboundDoor;
  closeDoors(): Promise<void>;
  close(): void;
}

export async function startOutboundTarget(): Promise<OutboundTarget> {
  const doors: OutboundDoor[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    target.requests.push({ method, url, headers, body: await text(request) });
    target.answer(request, response);
  };
  const server = createServer((request, response) => void receive(request, response));
  server.on('connection', () => target.connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answerOk: RequestListener = (_, response) => response.end('ok');
  const target: OutboundTarget = {
    origin: `http://127.0.0.1:${port}`,
    port,
    answer: answerOk,
    requests: [],
    connections: 0,
    reset() {
      Object.assign(target, { answer: answerOk, requests: [], connections: 0 });
    },
    door(options = {}) {
      const door = new OutboundDoor({ allowPrivate: true, production: false, ...options });
      doors.push(door);
      return door;
    },
    async closeDoors() {
      await Promise.all(doors.splice(0).map((door) => door.onApplicationShutdown()));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return target;
}

export const resolvingTo =
  (...addresses: string[]): LookUpName =>
  async () => ({
    addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ttlMs: 60_000,
  });

export const post = (
  door: OutboundDoor,
  url: string,
  options: { accountId?: string; timeoutMs?: number; maxResponseBytes?: number } = {},
) =>
  door.post(url, {
    accountId: 'account-1',
    headers: {},
    body: '{}',
    timeoutMs: maxWaitMs(),
    maxResponseBytes: 65_536,
    ...options,
  });

export const download = (door: OutboundDoor, url: string, options: Partial<DownloadOptions> = {}) =>
  door.download(url, {
    accountId: 'account-1',
    maxBytes: 1_000_000,
    timeoutMs: maxWaitMs(),
    followRedirects: 3,
    ...options,
  });

/**
 * One server for all tests of a file. After each test it closes the doors that the test opened, and the clock is the real one.
 * @param take is called before the first test
 */
export function setUpOutboundTarget(take: (target: OutboundTarget) => void): void {
  let target: OutboundTarget;
  beforeAll(async () => {
    target = await startOutboundTarget();
    take(target);
  });
  beforeEach(() => target.reset());
  afterEach(() => {
    vi.useRealTimers();
    return target.closeDoors();
  });
  afterAll(() => target?.close());
}

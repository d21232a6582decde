// A service that takes recordings as POST /analysis does: one call a name. It answers otherwise as a test asks.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface TakenCall {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly key: string | null;
  readonly authorization: string | null;
}

export type Scripted = (response: ServerResponse) => void;

/** An answer in place of the usual one. */
export const answer =
  (status: number, detail: unknown, headers: Readonly<Record<string, string>> = {}): Scripted =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ detail }));

export interface AcceptingService {
  /** Without `/api/v1`. */
  readonly url: string;
  readonly port: number;
  /** One for each `external_id`. */
  readonly calls: readonly TakenCall[];
  /** Requests that came, whatever their answer. */
  readonly requests: { readonly atMs: number; readonly externalId: string }[];
  /** Each answers one request that comes, in order. */
  script(...next: readonly Scripted[]): void;
  close(): Promise<void>;
}

/** @param port 0 for any that is free */
export async function startAcceptingService(port = 0): Promise<AcceptingService> {
  const calls: TakenCall[] = [];
  const requests: { atMs: number; externalId: string }[] = [];
  const scripted: Scripted[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await callOf(request, `call-${calls.length + 1}`);
    const externalId = call.fields.external_id ?? '';
    requests.push({ atMs: performance.now(), externalId });
    const next = scripted.shift();
    if (next !== undefined) return next(response);
    const existing = calls.find(({ fields }) => fields.external_id === externalId);
    if (existing === undefined) calls.push(call);
    response
      .writeHead(existing === undefined ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: (existing ?? call).id, status: 'processing' }));
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    calls,
    requests,
    script: (...next) => void scripted.push(...next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function callOf(request: IncomingMessage, id: string): Promise<TakenCall> {
  const body = await buffer(request);
  const headers = { 'content-type': String(request.headers['content-type']) };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const fields: Record<string, string> = {};
  let file: File | null = null;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else file = value;
  }
  const header = (name: string) => (request.headers[name] === undefined ? null : String(request.headers[name]));
  return {
    id,
    fields,
    fileName: file?.name ?? '',
    bytes: Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)),
    key: header('idempotency-key'),
    authorization: header('authorization') ?? header('x-api-key'),
  };
}

// A stand-in for the service that takes uploads by tus, over a network that breaks off. A wire in front of it counts the bytes
// of the client and cuts; behind it `@tus/server` speaks the protocol, unless a step answers in its place.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createWire, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataStore, EVENTS, MemoryLocker, Server as TusServer } from '@tus/server';
import { DiskUploads } from './disk-uploads.js';
import { documentedAnswer } from './documented-answers.js';

/** What is done with one request in place of the protocol; `pass` leaves it to that. */
export type UploadStep =
  | 'pass'
  /** The upload has ended: what follows is the protocol's own answer. */
  | 'expire'
  /** Reads the request and never answers. */
  | 'silence'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly detail?: string };

export interface UploadPlay {
  /** After so many bytes of the client the connection is reset, once for each. */
  readonly cuts?: readonly number[];
  /** From the first cut on nothing answers for so long, and what answers then has only what was on the disk. */
  readonly awayMs?: number;
  /** By method, for its first requests; the last one stays where it is listed in `endless`. */
  readonly steps?: Readonly<Partial<Record<UploadMethod, readonly UploadStep[]>>>;
  readonly endless?: readonly UploadMethod[];
  /** The status with which `POST /analysis` refuses, for its first requests. */
  readonly refusals?: readonly number[];
}

export type UploadMethod = 'POST' | 'HEAD' | 'PATCH' | 'DELETE';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface TakenUpload {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly sha256: string | null;
}

export interface UploadServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** One for each key. */
  readonly analyses: readonly TakenUpload[];
  /** Bytes of the client, heads included. */
  receivedBytes(): number;
  count(method: string, path: RegExp): number;
  close(): Promise<void>;
}

const PATH = '/api/v1/uploads';

/** @param store `DiskUploads` of a folder of its own, unless bytes are of no interest */
export async function startUploadServer(play: UploadPlay, store: DataStore): Promise<UploadServer> {
  const service = new Service(play, store);
  const behind = await listening(createServer((request, response) => void service.serve(request, response)));
  const wire = new Wire(play, behind.port, () => service.forget());
  const front = await listening(createWire((socket) => wire.join(socket)));
  return {
    url: `http://127.0.0.1:${front.port}`,
    requests: service.requests,
    analyses: service.analyses,
    receivedBytes: () => wire.bytes,
    count: (method, path) => service.requests.filter((one) => one.method === method && path.test(one.path)).length,
    close: async () => {
      wire.cutAll();
      await Promise.all([front.close(), behind.close()]);
    },
  };
}

async function listening(server: Server | ReturnType<typeof createWire>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

class Wire {
  bytes = 0;
  private readonly cuts: number[];
  private readonly sockets = new Set<Socket>();
  private isAway = false;

  constructor(
    private readonly play: UploadPlay,
    private readonly port: number,
    private readonly onAway: () => void,
  ) {
    this.cuts = [...(play.cuts ?? [])];
  }

  join(client: Socket): void {
    client.on('error', () => undefined);
    if (this.isAway) {
      client.resetAndDestroy();
      return;
    }
    const service = connect(this.port, '127.0.0.1');
    for (const socket of [client, service]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.on('data', (chunk) => {
      this.bytes += chunk.length;
      const next = this.cuts[0];
      if (next !== undefined && this.bytes >= next) this.cut(client, service, chunk);
      else if (!service.write(chunk)) client.pause();
    });
    service.on('drain', () => client.resume());
    client.on('end', () => service.end());
    service.pipe(client);
  }

  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private cut(client: Socket, service: Socket, chunk: Buffer): void {
    this.cuts.shift();
    // What arrived before the cut reaches the service, which then sees the cut.
    service.write(chunk, () => client.resetAndDestroy());
    if (this.play.awayMs !== undefined && !this.isAway) void this.stayAway(this.play.awayMs);
  }

  private async stayAway(ms: number): Promise<void> {
    this.isAway = true;
    await sleep(ms);
    this.onAway();
    this.isAway = false;
  }
}

class Service {
  readonly requests: SeenRequest[] = [];
  readonly analyses: TakenUpload[] = [];
  private readonly steps: Map<string, UploadStep[]>;
  private readonly refusals: number[];
  private readonly created = new Map<string, string>();
  private tus: TusServer;

  constructor(
    private readonly play: UploadPlay,
    private readonly store: DataStore,
  ) {
    this.steps = new Map(Object.entries(play.steps ?? {}).map(([method, steps]) => [method, [...steps]]));
    this.refusals = [...(play.refusals ?? [])];
    this.tus = this.fresh();
  }

  /** As after a restart: only the store is left. */
  forget(): void {
    this.tus = this.fresh();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, path: url, headers });
    if (!url.startsWith(PATH)) return this.analyse(request, response);
    const step = this.stepOf(method);
    if (step === 'expire') await this.store.remove(url.split('/').at(-1) ?? '');
    if (step === 'silence') {
      request.resume();
      return;
    }
    if (typeof step === 'object') return answer(request, response, step);
    const known = method === 'POST' ? this.created.get(String(headers['idempotency-key'])) : undefined;
    if (known) return answer(request, response, { status: 201, headers: { location: known } });
    await this.tus.handle(request, response);
  }

  private fresh(): TusServer {
    const tus = new TusServer({ path: PATH, datastore: this.store, locker: new MemoryLocker() });
    tus.on(EVENTS.POST_CREATE, ({ headers }, _, url) => this.created.set(String(headers.get('idempotency-key')), url));
    return tus;
  }

  private stepOf(method: string): UploadStep {
    const steps = this.steps.get(method) ?? [];
    const stays = steps.length === 1 && this.play.endless?.some((one) => one === method);
    return (stays ? steps[0] : steps.shift()) ?? 'pass';
  }

  private async analyse(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.refusals.shift();
    const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
    if (isForm || refusal !== undefined) {
      request.resume();
      await once(request, 'end');
    }
    if (refusal !== undefined) return answer(request, response, { status: refusal, detail: 'Refused' });
    const body = (isForm ? {} : await json(request)) as TakenUpload['body'];
    const key = String(request.headers['idempotency-key']);
    if (!this.analyses.some((one) => one.key === key))
      this.analyses.push({ key, body, sha256: await this.hashOf(String(body.upload_id)) });
    const shown = documentedAnswer('POST /analysis');
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(shown?.body));
  }

  private async hashOf(id: string): Promise<string | null> {
    if (!(this.store instanceof DiskUploads)) return null;
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(this.store.pathOf(id))) hash.update(chunk);
      return hash.digest('hex');
    } catch {
      return null;
    }
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, detail }: { status: number; headers?: Readonly<Record<string, string>>; detail?: string },
): void {
  const write = () => {
    const body = detail === undefined || request.method === 'HEAD' ? '' : JSON.stringify({ detail });
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { 'tus-resumable': '1.0.0', ...length, ...headers }).end(body);
  };
  if (request.readableEnded) write();
  else request.once('end', write).resume();
}

// A stub of OpenAI's API on a real socket. It records every request, answers in valid shape or with a fault on demand, and
// refuses every request that OpenAI would refuse, whatever answer the test has prepared.
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { faultOfOpenAiRequest } from './openai-contract.js';

export interface StubFile {
  readonly field: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export interface StubRequest {
  readonly method: string;
  /** Without the version prefix, e.g. `/audio/transcriptions`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** All values of each form field by its name (without `[]`). Empty for JSON. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The uploaded recording; null for JSON. */
  readonly file: StubFile | null;
  /** The JSON body; null for forms. */
  readonly json: Readonly<Record<string, unknown>> | null;
  /** Earlier requests to this path: 0 for the first request. */
  readonly index: number;
}

/**
 * A fault of the connection. `hang` never answers, `stall` sends half of the body and no more, `truncate` ends the connection
 * within the body, `huge` sends 60 MB.
 */
export type StubFault = 'reset' | 'hang' | 'stall' | 'truncate' | 'huge';

export interface StubAnswer {
  /** Default 200. */
  readonly status?: number;
  /** A string is sent unchanged as text/html; anything else is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  readonly fault?: StubFault;
}

/** Return undefined for the stub's default answer. */
export type StubAnswering = (request: StubRequest) => StubAnswer | undefined | Promise<StubAnswer | undefined>;

export interface OpenAiStubOptions {
  /** POST /audio/transcriptions */
  readonly transcribe?: StubAnswering;
  /** POST /audio/diarization */
  readonly diarize?: StubAnswering;
  /** GET /audio/diarization, which no server serves. */
  readonly lookForDiarization?: StubAnswering;
  /** POST /responses */
  readonly respond?: StubAnswering;
  /** POST /chat/completions */
  readonly chat?: StubAnswering;
  /** GET /models */
  readonly models?: StubAnswering;
}

export interface OpenAiStub {
  /** With the version prefix `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly StubRequest[];
  /** Bytes written to all clients so far. */
  bytesSent(): number;
  /** Resolves when the stub has had that many requests in all, answered or not. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

const HUGE_REPLY_BYTES = 60 * 1024 * 1024;

interface StubRoute {
  readonly prepared: StubAnswering | undefined;
  readonly byDefault: StubAnswering;
}

export function startOpenAiStub(options: OpenAiStubOptions = {}): Promise<OpenAiStub> {
  const routes: Record<string, StubRoute> = {
    'POST /audio/transcriptions': {
      prepared: options.transcribe,
      byDefault: (request) => ({ body: transcription(request) }),
    },
    'POST /audio/diarization': {
      prepared: options.diarize,
      byDefault: () => ({ body: { duration: 1, segments: [{ start: 0, end: 1, speaker: 'SPEAKER_00' }] } }),
    },
    'GET /audio/diarization': {
      prepared: options.lookForDiarization,
      byDefault: () => refuse(405, 'Method Not Allowed'),
    },
    'POST /responses': {
      prepared: options.respond,
      byDefault: (request) => respondWith(smallest(requestedSchema(request))),
    },
    'POST /chat/completions': {
      prepared: options.chat,
      byDefault: (request) => completeWith(smallest(requestedSchema(request))),
    },
    'GET /models': { prepared: options.models, byDefault: () => ({ body: { object: 'list', data: [] } }) },
  };
  return startStub(
    ({ method, path }) => routes[`${method} ${path}`] ?? null,
    ({ method, path, ...sent }) => {
      const fault = faultOfOpenAiRequest(method === 'POST' ? path : `${method} ${path}`, sent);
      return fault && refuse(fault.status, fault.message);
    },
  );
}

/** @param refusalOf the answer of the provider to a request that it refuses; null for any other */
export async function startStub(
  routeOf: (request: StubRequest) => StubRoute | null,
  refusalOf: (request: StubRequest & { readonly sizeBytes: number }) => StubAnswer | null,
): Promise<OpenAiStub> {
  const requests: StubRequest[] = [];
  const watchers: Array<() => void> = [];
  // Closes no connection that waits: after Node's 5 s a request of a slow machine would be lost, and count as a failure.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://stub').pathname.replace(/^\/v1/, '');
    const { sizeBytes, ...body } = await readBody(incoming);
    const method = incoming.method ?? 'GET';
    const index = requests.filter((earlier) => earlier.path === path).length;
    const request: StubRequest = { method, path, headers: incoming.headers, index, ...body };
    requests.push(request);
    for (const look of [...watchers]) look();
    const route = routeOf(request);
    if (route === null) {
      await sendAnswer(outgoing, refuse(404, `Invalid URL (${method} ${path})`));
      return;
    }
    const refusal = refusalOf({ ...request, sizeBytes });
    if (refusal !== null) {
      await sendAnswer(outgoing, refusal);
      return;
    }
    await sendAnswer(outgoing, (await route.prepared?.(request)) ?? (await route.byDefault(request)) ?? {});
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          watchers.splice(watchers.indexOf(look), 1);
          resolve();
        };
        watchers.push(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An error in OpenAI's shape. */
export function refuse(status: number, message: string, code: string | null = null): StubAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

/** A complete answer of POST /responses. A string becomes its text unchanged; any other value becomes its text as JSON. */
export function respondWith(value: unknown, changes: Readonly<Record<string, unknown>> = {}): StubAnswer {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    body: {
      id: 'resp_1',
      object: 'response',
      created_at: 1_790_000_000,
      status: 'completed',
      error: null,
      incomplete_details: null,
      instructions: null,
      metadata: {},
      model: 'gpt-6-luna',
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        {
          type: 'message',
          id: 'msg_1',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
        },
      ],
      parallel_tool_calls: true,
      temperature: 1,
      tool_choice: 'auto',
      tools: [],
      top_p: 1,
      ...changes,
    },
  };
}

/** As {@link respondWith}, for POST /chat/completions. */
export function completeWith(value: unknown, finishReason = 'stop', refusal: string | null = null): StubAnswer {
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'local-model',
      choices: [
        {
          index: 0,
          finish_reason: finishReason,
          logprobs: null,
          message: { role: 'assistant', content: refusal === null ? content : null, refusal },
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    },
  };
}

/** Parses the transcript lines inside the fence of an analysis request. */
export function sentSegments(request: StubRequest): Array<{ i: number; t: number; speaker: string; text: string }> {
  const messages = request.json?.input ?? request.json?.messages;
  const list: ReadonlyArray<{ role: string; content: string }> = Array.isArray(messages) ? messages : [];
  const content = list.find(({ role }) => role === 'user')?.content ?? '';
  return content
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

async function readBody(
  incoming: IncomingMessage,
): Promise<Pick<StubRequest, 'fields' | 'file' | 'json'> & { sizeBytes: number }> {
  let sizeBytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
  });
  if (!(incoming.headers['content-type'] ?? '').startsWith('multipart/')) {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    return { fields: {}, file: null, json: text === '' ? null : JSON.parse(text), sizeBytes };
  }
  const fields: Record<string, string[]> = {};
  let file: StubFile | null = null;
  await new Promise<void>((resolve, reject) => {
    const form = busboy({ headers: incoming.headers, limits: { fieldSize: 26_214_400 } });
    form.on('field', (name, value) => {
      const plain = name.replace(/\[\]$/, '');
      fields[plain] = [...(fields[plain] ?? []), String(value)];
    });
    form.on('file', (field, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        file = { field, name: filename ?? '', mimeType, bytes, sha256 };
      });
    });
    form.on('close', resolve);
    form.on('error', reject);
    incoming.on('error', reject);
    incoming.pipe(form);
  });
  return { fields, file, json: null, sizeBytes };
}

export async function sendAnswer(outgoing: ServerResponse, answer: StubAnswer): Promise<void> {
  if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  if (answer.fault === 'hang') return;
  if (answer.fault === 'reset') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const text = typeof answer.body === 'string';
  const body = Buffer.from(text ? String(answer.body) : JSON.stringify(answer.body ?? {}));
  const headers = {
    'content-type': text ? 'text/html' : 'application/json',
    'x-request-id': 'req_stub',
    ...answer.headers,
  };
  if (answer.fault === 'truncate' || answer.fault === 'stall') {
    outgoing.writeHead(answer.status ?? 200, { ...headers, 'content-length': String(body.length) });
    const cut = answer.fault === 'truncate' ? () => outgoing.destroy() : () => undefined;
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)), cut);
    return;
  }
  outgoing.writeHead(answer.status ?? 200, headers);
  if (answer.fault === 'huge') {
    await sendHuge(outgoing);
    return;
  }
  outgoing.end(body);
}

/** Sends one JSON string of 60 MB, until the client closes the connection. */
async function sendHuge(outgoing: ServerResponse): Promise<void> {
  function* parts(): Generator<Buffer> {
    yield Buffer.from('{"text":"');
    const chunk = Buffer.alloc(64 * 1024, 'a');
    for (let sent = 0; sent < HUGE_REPLY_BYTES; sent += chunk.length) yield chunk;
    yield Buffer.from('"}');
  }
  await pipeline(Readable.from(parts()), outgoing);
}

function transcription({ fields }: StubRequest): unknown {
  const usage = { type: 'duration', seconds: 2 };
  const segment = { id: 0, start: 0, end: 2, text: 'Hello there.' };
  switch (fields.response_format?.[0]) {
    case 'diarized_json':
      return {
        task: 'transcribe',
        duration: 2,
        text: 'Hello there.',
        segments: [{ ...segment, type: 'transcript.text.segment', id: 'seg_0', speaker: 'A' }],
        usage,
      };
    case 'verbose_json':
      return {
        task: 'transcribe',
        language: 'english',
        duration: 2,
        text: 'Hello there.',
        segments: [
          {
            ...segment,
            seek: 0,
            tokens: [1],
            temperature: 0,
            avg_logprob: -0.2,
            compression_ratio: 1,
            no_speech_prob: 0.01,
          },
        ],
        usage,
      };
    default:
      return { text: 'Hello there.', languages: [{ code: 'en' }], usage };
  }
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

function requestedSchema({ json }: StubRequest): JsonSchema {
  const body = json as {
    text?: { format?: { schema?: JsonSchema } };
    response_format?: { json_schema?: { schema?: JsonSchema } };
  } | null;
  return body?.text?.format?.schema ?? body?.response_format?.json_schema?.schema ?? { type: 'object' };
}

/** Returns the smallest value that fits a schema. */
function smallest(schema: JsonSchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return smallest(schema.anyOf[0] ?? {});
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, smallest(part)]));
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
}

// A small server that plays the faults of one case. Each case has a server of its own, so that cases can run side by side.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DocumentedAnswer, documentedAnswer, routeOf } from './documented-answers.js';
import { eventText } from './event-text.js';
import type { FaultCase, OrdinaryStep, Step } from './fault-case.js';
import { listPage, withMembers } from './ordinary-bodies.js';
import { type ReceivedBody, readBody } from './received-body.js';
import { strangerCertificate } from './stranger-certificate.js';

/** One request as it arrived, and what became of it. */
export interface Attempt {
  readonly route: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Milliseconds on a clock without jumps. */
  readonly arrivedAt: number;
  readonly body: ReceivedBody;
  /** When the server had read the body and began to answer: the client cannot have begun its wait before. */
  readonly answeredAt: number;
}

/** An answer that the document must describe. */
export interface PlayedAnswer {
  readonly method: string;
  readonly pathname: string;
  readonly response: Response;
  readonly text: string;
}

export interface FaultServer {
  /** `REFUSING_URL` when the case says `refused`. */
  readonly url: string;
  readonly attempts: readonly Attempt[];
  /** Connections so far, also those whose handshake failed. */
  connections(): number;
  /** The ids of the analyses that were made. */
  readonly analyses: readonly string[];
  readonly ordinaryAnswers: readonly PlayedAnswer[];
  /** Requests at the host that redirects lead to. */
  readonly strayed: readonly string[];
  /** What the case expected of the requests and did not get. */
  readonly misfits: readonly string[];
  close(): Promise<void>;
}

interface Play {
  readonly test: FaultCase;
  readonly elsewhere: string;
  readonly attempts: Attempt[];
  readonly analyses: string[];
  readonly byKey: Map<string, string>;
  readonly ordinaryAnswers: PlayedAnswer[];
  readonly steps: Map<string, Step[]>;
  readonly misfits: string[];
}

type StepOf<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

interface Exchange {
  readonly play: Play;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: string;
  /** Says that the server begins to answer. */
  began(): void;
}

const ORDINARY: OrdinaryStep = { do: 'ok' };
const LINGER_MS = 1_000;
/** So many that an answer which takes longer than a time-out has pauses far shorter than that. */
const DRIPS = 20;
const NOT_READ: ReceivedBody = { bytes: 0, whole: false, fields: {}, files: [], json: null };
/**
 * No system hands this port out, and no program listens on it, so that every connection is refused. The port of a
 * server that was closed will not do: the next case may be given it, and would receive these requests.
 */
const REFUSING_URL = 'http://127.0.0.1:2';
const MAKES_ANALYSES: ReadonlySet<string> = new Set(['POST /analysis', 'POST /analysis/from-url']);

export async function startFaultServer(test: FaultCase): Promise<FaultServer> {
  const strayed: string[] = [];
  const away = await listening(
    createServer((request, response) => {
      strayed.push(`${request.method} ${request.url}`);
      request.resume();
      response.end('{}');
    }),
  );
  const play: Play = {
    test,
    elsewhere: away.url,
    attempts: [],
    analyses: [],
    byKey: new Map(),
    ordinaryAnswers: [],
    misfits: [],
    steps: new Map(Object.entries(test.server ?? {}).map(([route, steps]) => [route, steps.flatMap(repeated)])),
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void serve(play, request, response);
  const main = await listening(
    test.tls ? createTlsServer(await strangerCertificate(), onRequest) : createServer(onRequest),
    test.tls ? 'https' : 'http',
  );
  return {
    url: test.refused ? REFUSING_URL : main.url,
    connections: main.connections,
    attempts: play.attempts,
    analyses: play.analyses,
    ordinaryAnswers: play.ordinaryAnswers,
    strayed,
    misfits: play.misfits,
    close: async () => {
      await Promise.all([main.close(), away.close()]);
    },
  };
}

const repeated = (step: Step): Step[] => new Array(step.times ?? 1).fill(step);

async function listening(server: Server, scheme = 'http') {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  // A connection that waits is closed by the case alone, not by Node after 5 s.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    connections: () => connections,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(play: Play, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = performance.now();
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const route = routeOf(request.method ?? 'GET', pathname);
  const step = play.steps.get(route)?.shift() ?? ORDINARY;
  response.on('error', () => undefined);
  request.on('error', () => undefined);
  const attempt = { route, url: request.url ?? '', headers: request.headers, arrivedAt, answeredAt: 0, body: NOT_READ };
  // Listed on arrival, because a client may give up before the answer.
  play.attempts.push(attempt);
  const began = () => {
    attempt.answeredAt = performance.now();
  };
  attempt.body = await take({ play, request, response, route, began }, step).catch((error: unknown) => {
    play.misfits.push(`${route}: ${error}`);
    request.socket.destroy();
    return NOT_READ;
  });
}

/** Plays one step. @returns what was read of the body */
async function take(exchange: Exchange, step: Step): Promise<ReceivedBody> {
  const { play, request, response, route } = exchange;
  if (step.do === 'refuse' && step.early) {
    exchange.began();
    refuseEarly(exchange, step);
    return NOT_READ;
  }
  const recording = Number(play.test.args?.file ?? play.test.args?.stream ?? 0);
  const length = Number(request.headers['content-length'] ?? recording);
  const body = await readBody(request, {
    ...(step.do === 'cut_upload' && { cutAfter: Math.floor(length * step.at) }),
    ...(step.do === 'ok' && { slowMs: step.slow_read_ms ?? 0, skim: step.skim ?? false }),
  });
  exchange.began();
  if (!body.whole) return body;
  switch (step.do) {
    case 'ok':
      await answer(exchange, step, ordinary(exchange, step, body), step.drip_ms ?? 0);
      break;
    case 'refuse':
      refuse(exchange, step);
      break;
    case 'cut_before_answer':
      ordinary(exchange, ORDINARY, body);
      request.socket.resetAndDestroy();
      break;
    case 'cut_answer':
      await cutAnswer(exchange, ordinary(exchange, ORDINARY, body), step.at);
      break;
    case 'redirect':
      response.writeHead(step.status, { location: `${play.elsewhere}${request.url}` }).end();
      break;
    case 'nothing':
      response.writeHead(204).end();
      break;
    case 'events':
      await playEvents(exchange, step);
      break;
    case 'silence':
      break;
    case 'cut_upload':
      play.misfits.push(`the body of ${route} ended before it was cut`);
      request.socket.destroy();
  }
  return body;
}

/** The answer of the document, and its effect: an analysis for each new key. */
function ordinary({ play, request, route }: Exchange, step: OrdinaryStep, body: ReceivedBody): DocumentedAnswer {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const shown = documentedAnswer(route, step.status, step.example);
  if (!shown) return { status: 404, headers: {}, type: 'application/json', body: { detail: 'Not Found' } };
  if (MAKES_ANALYSES.has(route)) {
    const key = String(request.headers['idempotency-key'] ?? `none ${play.attempts.length}`);
    const known = play.byKey.get(key);
    const id = known ?? `00000000-0000-4000-8000-${String(play.analyses.length + 1).padStart(12, '0')}`;
    if (!known) play.analyses.push(id);
    play.byKey.set(key, id);
    const called = { agent_id: body.fields.agent_id ?? 'a', contact_id: body.fields.contact_id ?? 'c' };
    const headers = { ...shown.headers, ...(known && { 'Idempotent-Replayed': 'true' }) };
    return { ...shown, headers, body: withMembers(shown.body, { id, 'call.agent_id': called.agent_id }) };
  }
  const id = /^GET \/analysis\/\{id\}$/.test(route) ? decodeURIComponent(url.pathname.split('/').pop() ?? '') : null;
  const listed = play.test.items === undefined ? shown.body : listPage(shown.body, play.test.items, url.searchParams);
  return { ...shown, body: id === null ? listed : withMembers(listed, { id }) };
}

async function answer(exchange: Exchange, step: OrdinaryStep, documented: DocumentedAnswer, dripMs: number) {
  const { play, request, response } = exchange;
  const isChanged = step.set !== undefined || step.raw !== undefined;
  const text = textOf({ ...documented, body: withMembers(documented.body, step.set ?? {}, step.raw ?? {}) });
  const headers = { ...documented.headers, ...(documented.type && { 'content-type': documented.type }) };
  if (!isChanged) noteOrdinary(play, request, documented.status, headers, text);
  response.writeHead(documented.status, { ...headers, 'content-length': Buffer.byteLength(text) });
  const size = dripMs > 0 ? Math.ceil(text.length / DRIPS) : text.length || 1;
  for (let start = 0; start < text.length; start += size) {
    response.write(text.slice(start, start + size));
    if (dripMs > 0) await sleep(dripMs);
  }
  response.end(() => {
    if (step.close_after) request.socket.destroy();
  });
}

const textOf = ({ type, body }: DocumentedAnswer) =>
  type === 'application/json' ? JSON.stringify(body).replace(/"@raw:([^"]*)"/g, '$1') : String(body ?? '');

function noteOrdinary(
  play: Play,
  request: IncomingMessage,
  status: number,
  headers: Record<string, string>,
  text: string,
) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const response = new Response(null, { status, headers });
  play.ordinaryAnswers.push({ method: request.method ?? 'GET', pathname, response, text });
}

function refusal({ play, request, route }: Exchange, step: StepOf<'refuse'>) {
  const documented = documentedAnswer(route, step.status);
  const text = step.text ?? JSON.stringify(step.body ?? documented?.body ?? { detail: `Status ${step.status}` });
  const headers: Record<string, string> = {
    'X-Request-Id': 'req-conformance',
    ...documented?.headers,
    'content-type': step.type ?? 'application/json',
  };
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    const same = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
    if (same) delete headers[same];
    if (value !== null) headers[name] = value.replace(/^@date([+-]\d+)$/, (_, seconds) => httpDate(Number(seconds)));
  }
  const isOrdinary = documented && step.text === undefined && step.body === undefined && !step.headers;
  if (isOrdinary) noteOrdinary(play, request, step.status, headers, text);
  return { headers, text };
}

/** @param seconds from now, rounded up to the next whole second */
const httpDate = (seconds: number) => new Date(Math.ceil(Date.now() / 1_000 + seconds) * 1_000).toUTCString();

function refuse(exchange: Exchange, step: StepOf<'refuse'>): void {
  const { headers, text } = refusal(exchange, step);
  exchange.response.writeHead(step.status, headers).end(text);
}

function refuseEarly(exchange: Exchange, step: StepOf<'refuse'>): void {
  const { headers, text } = refusal(exchange, step);
  const { request, response } = exchange;
  const { socket } = request;
  request.pause();
  if (step.early === 'linger') {
    // Node would destroy the socket after its last answer.
    socket.destroySoon = () => socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
  response.writeHead(step.status, { ...headers, connection: 'close' }).end(text);
}

async function cutAnswer({ response, request }: Exchange, documented: DocumentedAnswer, share: number): Promise<void> {
  const text = textOf(documented);
  response.writeHead(documented.status, { 'content-type': 'application/json', 'content-length': text.length });
  await new Promise<void>((done) => response.write(text.slice(0, Math.floor(text.length * share)), () => done()));
  request.socket.resetAndDestroy();
}

async function playEvents({ request, response, route }: Exchange, step: StepOf<'events'>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const chunk of step.chunks) {
    if (typeof chunk === 'number') await sleep(chunk);
    else if (chunk === 'hold') return;
    else if (chunk === 'cut') {
      request.socket.resetAndDestroy();
      return;
    } else {
      const bytes = Buffer.from(eventText(chunk, route));
      const size = step.split ?? bytes.length;
      for (let start = 0; start < bytes.length && !response.destroyed; start += size)
        await new Promise<void>((done) => response.write(bytes.subarray(start, start + size), () => done()));
    }
  }
  response.end();
}

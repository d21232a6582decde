// The only way to send requests to URLs that clients name. It protects against server-side request forgery (SSRF): it never
// connects to a private address, and it limits the time and size of every response.
import { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher, request } from 'undici';
import { LeastPace, PACE_WINDOW_MS } from '../concurrency/least-pace.js';
import { timeLimit } from '../concurrency/time-limit.js';
import { checkUrl, type UrlFault } from './check-url.js';
import { type CheckedAgents, checkedAgents } from './checked-agents.js';
import { CheckedConnections } from './checked-connections.js';
import { type ContentCoding, contentCodings } from './content-coding.js';
import { nameLookup } from './name-lookup.js';
import { OutboundError, outboundError } from './outbound-error.js';
import { PostExchange } from './post-exchange.js';
import { isPublicAddress } from './public-address.js';
import { isWhole, redirectTarget, retryAfterMs, text, validatorOf } from './response-headers.js';

export interface OutboundDoorOptions {
  /** Allows private addresses. The rules for schemes, ports, credentials, sizes and times stay in force. */
  readonly allowPrivate: boolean;
  /** True in production: live mode accepts https only. */
  readonly production: boolean;
  /**
   * Default: /etc/hosts, then the system's name servers. It uses the system's search domains only when private addresses are
   * allowed.
   */
  readonly nameLookup?: typeof nameLookup;
  /** Maximum number of concurrent requests to one origin; further requests wait. Default 20. */
  readonly connectionsPerOrigin?: number;
}

export interface PostOptions {
  /** The account that named the URL. Look-ups of names take turns between accounts. */
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Time from resolving the name to the head of the response. */
  readonly timeoutMs: number;
  /**
   * Limit of the response body. A shorter body is read, so that the connection can be reused; a longer one closes the connection.
   */
  readonly maxResponseBytes: number;
}

interface PostTarget {
  readonly origin: string;
  readonly hostname: string;
  readonly path: string;
}

export interface PostResponse {
  readonly statusCode: number;
  readonly retryAfterMs: number | null;
}

/** The time is counted to the last byte. */
export interface ExchangeOptions extends Omit<PostOptions, 'body'> {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

export interface ExchangeResponse {
  readonly statusCode: number;
  readonly contentType: string | null;
  readonly body: Buffer;
}

export interface DownloadCredentials {
  /** Scheme, name and port. */
  readonly origin: string;
  /** Value of the header `Authorization`. */
  readonly authorization: string;
}

export interface DownloadOptions {
  /** The account that named the URL. */
  readonly accountId: string;
  readonly maxBytes: number;
  /** Time from resolving the name to the last byte. */
  readonly timeoutMs: number;
  /** Timeout for the head of each response, after the connection is made. Default: one minute. */
  readonly headTimeoutMs?: number;
  /** Maximum number of redirects; each target is checked like the first URL. Default 0: a redirect is returned as it is. */
  readonly followRedirects?: number;
  readonly signal?: AbortSignal;
  /** Credentials for this origin only. A redirect to another origin is followed without them. */
  readonly credentials?: DownloadCredentials | null;
  /** Continues a broken download. A server that cannot do that answers 200 and sends everything again. */
  readonly resumeFrom?: { readonly offset: number; readonly validator: string };
}

export interface Download {
  readonly statusCode: number;
  /**
   * True when the stream is the content: all of it for 200, for 203 (a proxy changed it), and for a 206 with all of it; from
   * `resumeFrom.offset` on for another 206. False: the stream is empty.
   */
  readonly hasContent: boolean;
  readonly contentType: string | null;
  /** Length of this response's body, as the server announced it. */
  readonly contentLengthBytes: number | null;
  /** Validator for `resumeFrom`. Null when the server sent none that proves that the content has not changed. */
  readonly validator: string | null;
  /** Codings of the stream, outermost last. The request did not ask for them; `decompressed` removes them. */
  readonly codings: readonly ContentCoding[];
  readonly retryAfterMs: number | null;
  /** Fails with an {@link OutboundError} when the connection breaks, is too slow, or the deadline or `maxBytes` is exceeded. */
  readonly stream: Readable;
}

/** Limit of the cache of checked URLs. */
const MAX_CACHED_TARGETS = 1_000;
/**
 * Timeout for the head of a response. Some servers create the recording on request; a server that delays its head must not occupy
 * the worker for longer.
 */
const HEAD_TIMEOUT_MS = 60_000;

export class OutboundDoor implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly targets = new Map<string, PostTarget>();
  private readonly connections: CheckedConnections;

  constructor(private readonly options: OutboundDoorOptions) {
    const lookUp = (options.nameLookup ?? nameLookup)({ useSearchDomains: options.allowPrivate });
    this.connections = new CheckedConnections(lookUp, (address) => this.mayConnectTo(address));
    this.agent = new Agent({
      connect: this.connections.connect,
      connections: options.connectionsPerOrigin ?? 20,
      pipelining: 1,
      maxHeaderSize: 16_384,
    });
  }

  /** Nest calls this hook last, after the features have finished their requests or handed their work back. */
  async onApplicationShutdown(): Promise<void> {
    this.connections.close();
    await this.agent.destroy();
  }

  /** @returns null when a client may give this URL; otherwise the fault, as an item of a 422 answer */
  check(url: string, { livemode }: { readonly livemode: boolean }): UrlFault | null {
    return checkUrl(url, {
      allowPrivate: this.options.allowPrivate,
      httpsOnly: this.options.production && livemode,
    });
  }

  /**
   * Agents for packages that send their own requests to a client's URL and follow no redirects. Each connection is opened only to
   * checked addresses.
   * @throws OutboundError when the URL may not be used
   */
  agentsFor(url: string, accountId: string): CheckedAgents {
    this.checked(url);
    return checkedAgents((hostname, signal) => this.connections.resolve(hostname, accountId, signal));
  }

  /**
   * Sends once and never follows a redirect. A response of any status is returned.
   * @throws OutboundError when no response came
   */
  async post(
    url: string,
    { accountId, headers, body, timeoutMs, maxResponseBytes }: PostOptions,
  ): Promise<PostResponse> {
    const target = this.target(url);
    const deadline = performance.now() + timeoutMs;
    if (!this.connections.isReady(target, accountId)) {
      await this.resolve(target, accountId, AbortSignal.timeout(timeoutMs));
    }
    const exchange = new PostExchange(deadline - performance.now(), maxResponseBytes);
    const request = {
      origin: target.origin,
      path: target.path,
      method: 'POST' as const,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      // PostExchange keeps the deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.agent.dispatch(request, exchange);
    try {
      const { statusCode, headers } = await exchange.head;
      return { statusCode, retryAfterMs: retryAfterMs(headers) };
    } catch (error) {
      throw outboundError(error);
    }
  }

  /**
   * Sends once, never follows a redirect, and reads the whole short response of any status.
   * @throws OutboundError when no response came, or it is longer than is accepted
   */
  async exchange(url: string, options: ExchangeOptions): Promise<ExchangeResponse> {
    const { accountId, method, body, maxResponseBytes } = options;
    const { signal, clear } = timeLimit(options.timeoutMs);
    try {
      const target = this.checked(url);
      if (!this.connections.isReady(target, accountId)) await this.resolve(target, accountId, signal);
      const headers = { ...options.headers, 'accept-encoding': 'identity' };
      const answer = await this.send(url, { method, headers, body, signal });
      const chunks: Buffer[] = [];
      for await (const chunk of bounded(answer.body, maxResponseBytes)) chunks.push(chunk);
      return {
        statusCode: answer.statusCode,
        contentType: text(answer.headers['content-type']),
        body: Buffer.concat(chunks),
      };
    } finally {
      clear();
    }
  }

  /**
   * Throws the signal's own reason when the signal aborts.
   * @throws OutboundError when no response came, or the response cannot be used
   */
  async download(url: string, options: DownloadOptions): Promise<Download> {
    const { signal, clear } = timeLimit(options.timeoutMs, options);
    try {
      const answer = await this.askForDownload(url, options, signal);
      answer.body.once('close', clear);
      return receive(answer, options.maxBytes, options);
    } catch (error) {
      clear();
      throw error;
    }
  }

  /** Follows redirects. */
  private async askForDownload(
    url: string,
    {
      accountId,
      headTimeoutMs = HEAD_TIMEOUT_MS,
      resumeFrom,
      followRedirects = 0,
      credentials,
      signal: cancel,
    }: DownloadOptions,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const headers = {
      accept: 'audio/*, video/*;q=0.9, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'CallAnalysis/1',
      ...(resumeFrom && { range: `bytes=${resumeFrom.offset}-`, 'if-range': resumeFrom.validator }),
    };
    let current = url;
    for (let redirects = 0; ; redirects++) {
      const target = this.checkedHop(current, redirects);
      if (!this.connections.isReady(target, accountId)) {
        await this.resolve(target, accountId, signal, cancel);
      }
      const answer = await this.send(
        current,
        {
          headers: { ...headers, ...authorizationFor(target, credentials) },
          signal,
          headersTimeout: headTimeoutMs,
          bodyTimeout: PACE_WINDOW_MS,
        },
        cancel,
      );
      const location = text(answer.headers.location);
      const redirected = answer.statusCode >= 300 && answer.statusCode <= 399;
      if (!redirected || location === null || followRedirects === 0) return answer;
      ignoreLateErrors(answer.body).destroy();
      if (redirects === followRedirects) throw new OutboundError('too-many-redirects');
      current = redirectTarget(location, current);
    }
  }

  /** @throws OutboundError when the URL may not be used */
  private checkedHop(url: string, redirects: number): URL {
    try {
      return this.checked(url);
    } catch (error) {
      if (redirects === 0 || !(error instanceof OutboundError)) throw error;
      throw new OutboundError('bad-url', `The server redirected to an address that is not taken: ${error.message}`);
    }
  }

  /** Checks a URL and caches the result: one URL may get thousands of notifications. @throws OutboundError as `checked` does */
  private target(url: string): PostTarget {
    const known = this.targets.get(url);
    if (known) return known;
    const { origin, hostname, pathname, search } = this.checked(url);
    const target = { origin, hostname, path: `${pathname}${search}` };
    if (this.targets.size === MAX_CACHED_TARGETS) this.targets.clear();
    this.targets.set(url, target);
    return target;
  }

  /** @throws OutboundError when the URL may not be used */
  private checked(url: string): URL {
    // A literal IP address is never looked up, so its check must not wait for a look-up: it is checked here and when it connects.
    const fault = checkUrl(url, { allowPrivate: this.options.allowPrivate, httpsOnly: false });
    if (fault) throw new OutboundError('bad-url', fault.msg);
    return new URL(url);
  }

  /**
   * Resolves the name before undici queues the request, so that a request may give up while its account waits for a turn.
   * @throws OutboundError
   */
  private async resolve(
    { hostname }: Pick<URL, 'hostname'>,
    accountId: string,
    deadline: AbortSignal,
    cancel?: AbortSignal,
  ): Promise<void> {
    try {
      await this.connections.resolve(hostname, accountId, deadline);
    } catch (error) {
      cancel?.throwIfAborted();
      throw outboundError(error);
    }
  }

  private async send(
    url: string,
    options: Omit<Dispatcher.RequestOptions, 'path' | 'origin' | 'method'> & { readonly method?: 'GET' | 'POST' },
    cancel?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    try {
      return await request(url, { ...options, dispatcher: this.agent });
    } catch (error) {
      cancel?.throwIfAborted();
      throw outboundError(error);
    }
  }

  private mayConnectTo(address: string): boolean {
    return this.options.allowPrivate || isPublicAddress(address);
  }
}

const authorizationFor = ({ origin }: URL, credentials: DownloadCredentials | null = null) =>
  credentials?.origin === origin ? { authorization: credentials.authorization } : {};

function receive(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  { signal: cancel, resumeFrom }: DownloadOptions,
): Download {
  const isPart = statusCode === 206;
  const hasContent = statusCode === 200 || statusCode === 203 || (isPart && (resumeFrom ? true : isWhole(headers)));
  const contentLengthBytes = Number(text(headers['content-length']) ?? Number.NaN);
  const refuse = (error: OutboundError): never => {
    ignoreLateErrors(body).destroy();
    throw error;
  };
  if (hasContent && contentLengthBytes > maxBytes) refuse(new OutboundError('too-large'));
  if (isPart && resumeFrom) {
    const isRest = text(headers['content-range'])?.startsWith(`bytes ${resumeFrom.offset}-`);
    if (!isRest) refuse(new OutboundError('bad-response'));
  }
  if (!hasContent) ignoreLateErrors(body).destroy();
  return {
    statusCode,
    hasContent,
    contentType: text(headers['content-type']),
    contentLengthBytes: Number.isFinite(contentLengthBytes) ? contentLengthBytes : null,
    validator: validatorOf(headers),
    codings: contentCodings(headers['content-encoding']),
    retryAfterMs: retryAfterMs(headers),
    stream: hasContent ? Readable.from(bounded(body, maxBytes, cancel), { objectMode: false }) : Readable.from([]),
  };
}

async function* bounded(body: Readable, maxBytes: number, cancel?: AbortSignal): AsyncGenerator<Buffer> {
  const pace = new LeastPace();
  let received = 0;
  let askedAt = performance.now();
  ignoreLateErrors(body);
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > maxBytes) throw new OutboundError('too-large');
      if (pace.isTooSlow(performance.now() - askedAt, chunk.length)) throw new OutboundError('too-slow');
      yield chunk;
      askedAt = performance.now();
    }
  } catch (error) {
    cancel?.throwIfAborted();
    throw outboundError(error);
  }
}

/** Destroying a body emits 'error' even without a listener, which would crash the process. */
function ignoreLateErrors(body: Readable): Readable {
  return body.on('error', () => undefined);
}

// The one way out to addresses that clients name: nothing private is ever connected to, and nothing is read without bound.
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector, type Dispatcher, errors, request } from 'undici';
import { checkUrl, type UrlFault } from './check-url.js';
import { OutboundError } from './outbound-error.js';
import { PostExchange } from './post-exchange.js';
import { isPublicAddress } from './public-address.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface OutboundDoorOptions {
  /** Lifts the address rule only: schemes, ports, credentials, sizes and times stay bounded. */
  readonly allowPrivate: boolean;
  /** In production, live mode takes https only. */
  readonly production: boolean;
  /** How names become addresses; the system's resolver unless given. Asked anew for every connection. */
  readonly resolve?: (hostname: string) => Promise<readonly ResolvedAddress[]>;
  /** Requests to one origin at a time; more wait. */
  readonly connectionsPerOrigin?: number;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** From resolving the name to the answer's head. */
  readonly timeoutMs: number;
  /** So much of the answer's body is read, to keep the connection; then it is cut. */
  readonly maxResponseBytes: number;
}

interface PostTarget {
  readonly origin: string;
  readonly path: string;
}

export interface PostAnswer {
  readonly statusCode: number;
  readonly retryAfterMs: number | null;
}

export interface DownloadOptions {
  readonly maxBytes: number;
  /** From resolving the name to the last byte. */
  readonly timeoutMs: number;
  /** Each hop is checked like the first URL. Default 0: a redirect is an answer like any other. */
  readonly followRedirects?: number;
  readonly signal?: AbortSignal;
  /** Continues a broken download: a server that cannot answers 200 and sends everything again. */
  readonly resumeFrom?: { readonly offset: number; readonly validator: string };
}

export interface Download {
  /** 200: the whole. 206: from `resumeFrom.offset` on. Anything else: no body. */
  readonly statusCode: number;
  readonly contentType: string | null;
  /** Of this answer's body, as announced. */
  readonly contentLengthBytes: number | null;
  /** For `resumeFrom`; null when the server gave none that proves the bytes are the same. */
  readonly validator: string | null;
  readonly retryAfterMs: number | null;
  /** Ends with an {@link OutboundError} when it breaks, takes too long, or exceeds the bound. */
  readonly stream: Readable;
}

/** Addresses of notifications that are remembered. */
const MOST_TARGETS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A download that sends nothing for so long is dead. */
const IDLE_TIMEOUT_MS = 30_000;

export class OutboundDoor implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly targets = new Map<string, PostTarget>();
  private readonly resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>;

  constructor(private readonly options: OutboundDoorOptions) {
    this.resolve = options.resolve ?? ((hostname) => lookup(hostname, { all: true }));
    this.agent = new Agent({
      connect: this.connector(),
      connections: options.connectionsPerOrigin ?? 20,
      pipelining: 1,
      maxHeaderSize: 16_384,
    });
  }

  /** Not earlier: what is being sent or fetched is finished or handed back before it. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /** Null when the URL may be taken from a client; otherwise what to tell, as an item of a 422. */
  check(url: string, { livemode }: { readonly livemode: boolean }): UrlFault | null {
    return checkUrl(url, {
      allowPrivate: this.options.allowPrivate,
      httpsOnly: this.options.production && livemode,
    });
  }

  /**
   * Sends once and never follows a redirect. Any status is an answer.
   * @throws OutboundError when there was none
   */
  async post(url: string, { headers, body, timeoutMs, maxResponseBytes }: PostOptions): Promise<PostAnswer> {
    const { origin, path } = this.target(url);
    const exchange = new PostExchange(timeoutMs, maxResponseBytes);
    const request = {
      origin,
      path,
      method: 'POST' as const,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      // The exchange has a deadline of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.agent.dispatch(request, exchange);
    const answer = await exchange.head.catch((error: unknown) => {
      throw outboundError(error);
    });
    return { statusCode: answer.statusCode, retryAfterMs: retryAfterMs(answer.headers) };
  }

  /**
   * Fetches. Throws the signal's own reason when the signal fires.
   * @throws OutboundError when there was no answer
   */
  async download(url: string, options: DownloadOptions): Promise<Download> {
    const { maxBytes, timeoutMs, resumeFrom, followRedirects = 0 } = options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
    const headers = {
      accept: 'audio/*, video/*;q=0.9, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'CallAnalysis/1',
      ...(resumeFrom && { range: `bytes=${resumeFrom.offset}-`, 'if-range': resumeFrom.validator }),
    };
    let current = url;
    for (let redirects = 0; ; redirects++) {
      this.allowed(current);
      const answer = await this.send(
        current,
        { method: 'GET', headers, signal, headersTimeout: timeoutMs, bodyTimeout: IDLE_TIMEOUT_MS },
        options.signal,
      );
      const location = answer.headers.location;
      const redirected = answer.statusCode >= 300 && answer.statusCode <= 399 && typeof location === 'string';
      if (!redirected || followRedirects === 0) return receive(answer, maxBytes, options);
      ignoreLateErrors(answer.body).destroy();
      if (redirects === followRedirects) throw new OutboundError('too-many-redirects');
      current = redirectTarget(location, current);
    }
  }

  /** Looked at once and not for each of thousands of notifications. @throws OutboundError as `allowed` does */
  private target(url: string): PostTarget {
    const known = this.targets.get(url);
    if (known) return known;
    const { origin, pathname, search } = this.allowed(url);
    const target = { origin, path: `${pathname}${search}` };
    if (this.targets.size === MOST_TARGETS) this.targets.clear();
    this.targets.set(url, target);
    return target;
  }

  /** @throws OutboundError when it is none that may be used */
  private allowed(url: string): URL {
    // Literal addresses never reach the connection's own look-up, so they are caught here and in the connector.
    const fault = checkUrl(url, { allowPrivate: this.options.allowPrivate, httpsOnly: false });
    if (fault) throw new OutboundError('bad-url', fault.msg);
    return new URL(url);
  }

  private async send(
    url: string,
    options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
    cancel?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    try {
      return await request(url, { ...options, dispatcher: this.agent });
    } catch (error) {
      cancel?.throwIfAborted();
      throw outboundError(error);
    }
  }

  /** Connects only where every address of the name is allowed, and to exactly those that were looked at. */
  private connector(): buildConnector.connector {
    const checkedLookup: LookupFunction = (hostname, options, callback) => {
      this.allowedAddresses(hostname).then(
        (addresses) => {
          const [first] = addresses;
          if (options.all) callback(null, [...addresses]);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    };
    const connect = buildConnector({ lookup: checkedLookup, timeout: CONNECT_TIMEOUT_MS });
    return (target, callback) => {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !this.mayConnectTo(host)) callback(new OutboundError('refused-address'), null);
      else connect(target, callback);
    };
  }

  private async allowedAddresses(hostname: string): Promise<readonly ResolvedAddress[]> {
    const addresses = await this.resolve(hostname);
    if (addresses.length === 0) throw new OutboundError('dns');
    // One private address among public ones is an attempt at choosing between them later.
    if (!addresses.every(({ address }) => this.mayConnectTo(address))) throw new OutboundError('refused-address');
    return addresses;
  }

  private mayConnectTo(address: string): boolean {
    return this.options.allowPrivate || isPublicAddress(address);
  }
}

function receive(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  { signal: cancel, resumeFrom }: DownloadOptions,
): Download {
  const usable = statusCode === 200 || (statusCode === 206 && resumeFrom !== undefined);
  const contentLengthBytes = Number(text(headers['content-length']) ?? Number.NaN);
  const refuse = (error: OutboundError): never => {
    ignoreLateErrors(body).destroy();
    throw error;
  };
  const encoding = text(headers['content-encoding'])?.toLowerCase();
  if (usable && encoding && encoding !== 'identity') {
    refuse(new OutboundError('bad-response', 'The server sent compressed content, which is not accepted'));
  }
  if (usable && contentLengthBytes > maxBytes) refuse(new OutboundError('too-large'));
  if (statusCode === 206 && resumeFrom) {
    const from = /^bytes (\d+)-/.exec(text(headers['content-range']) ?? '')?.[1];
    if (from !== String(resumeFrom.offset)) refuse(new OutboundError('bad-response'));
  }
  if (!usable) ignoreLateErrors(body).destroy();
  return {
    statusCode,
    contentType: text(headers['content-type']),
    contentLengthBytes: Number.isFinite(contentLengthBytes) ? contentLengthBytes : null,
    validator: validatorOf(headers),
    retryAfterMs: retryAfterMs(headers),
    stream: usable ? Readable.from(bounded(body, maxBytes, cancel), { objectMode: false }) : Readable.from([]),
  };
}

async function* bounded(body: Readable, maxBytes: number, cancel?: AbortSignal): AsyncGenerator<Buffer> {
  let received = 0;
  ignoreLateErrors(body);
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > maxBytes) throw new OutboundError('too-large');
      yield chunk;
    }
  } catch (error) {
    cancel?.throwIfAborted();
    throw outboundError(error);
  }
}

/** A body that is cut reports its own cutting, also to nobody. */
function ignoreLateErrors(body: Readable): Readable {
  return body.on('error', () => undefined);
}

function redirectTarget(location: string, from: string): string {
  if (!URL.canParse(location, from)) throw new OutboundError('bad-response');
  const target = new URL(location, from);
  if (target.protocol === 'http:' && from.startsWith('https:')) {
    throw new OutboundError('bad-url', 'The server redirected from https to http');
  }
  return target.href;
}

type Headers = Dispatcher.ResponseData['headers'];

function text(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : (header?.[0] ?? null);
}

/** Seconds or an HTTP date. */
function retryAfterMs(headers: Headers): number | null {
  const value = text(headers['retry-after'])?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // The parser is generous: it takes "-5" for a year.
  const at = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** A weak ETag does not promise equal bytes. */
function validatorOf(headers: Headers): string | null {
  const etag = text(headers.etag);
  if (etag?.startsWith('"')) return etag;
  return text(headers['last-modified']);
}

function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const name = error instanceof Error ? error.name : '';
  const kind =
    name === 'TimeoutError' || TIMEOUT_CODES.has(code)
      ? 'timeout'
      : /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code)
        ? 'dns'
        : /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_)/.test(code)
          ? 'tls'
          : /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_))/.test(code) || error instanceof errors.HTTPParserError
            ? 'bad-response'
            : 'connection';
  return new OutboundError(kind, undefined, { cause: error });
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

// Compresses text responses, for clients that ask for it: an analysis of two minutes has 19 kB, and 5 kB compressed.
//
// Responses that contain a secret are never compressed: from the length of a compressed response, an attacker who chooses a part
// of it can guess the rest (BREACH). All others need a credential that no browser adds by itself.
//
// The package `compression` is not used: it opens a stream for each response, where one call on the thread pool is enough, and it
// would need the paths and types below as well.
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';

/** A shorter answer fits into one packet as it is. Polling a call in progress gives 600 bytes. */
const MIN_COMPRESSED_BYTES = 1024;

/** These levels take 0.1 ms for 20 kB. The next ones take twice as long and save 3 % more. */
const GZIP = { level: 3 };
/** Brotli's usual window would reserve megabytes for each response; this one is 256 kB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } };

interface Compressor {
  readonly name: 'br' | 'gzip';
  readonly compress: (body: Buffer | string) => Promise<Buffer>;
  readonly open: () => Transform;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const COMPRESSORS: readonly Compressor[] = [
  { name: 'br', compress: (body) => brotliAsync(body, BROTLI), open: () => createBrotliCompress(BROTLI) },
  { name: 'gzip', compress: (body) => gzipAsync(body, GZIP), open: () => createGzip(GZIP) },
];

/**
 * Content types that are compressed. Recordings are compressed already. Events must not wait in a compressor for the next event.
 */
const COMPRESSIBLE_TYPE = /^(application\/(json|javascript|yaml|x-subrip)|text\/(?!event-stream)|image\/svg\+xml)/i;

/** Routes whose responses contain secrets. Never compressed: the size of a compressed response can reveal a secret (BREACH). */
const PATH_OF_SECRETS = /^\/api\/v1\/(auth|api-keys|webhooks\/(secret|endpoints))(\/|$)/i;

/** Middleware: compresses the responses that are sent as a whole, by one call of `end`. */
export function compressResponses(request: Request, response: Response, next: NextFunction): void {
  const { end } = response;
  const endWith = (...args: readonly unknown[]): Response => Reflect.apply(end, response, args);
  response.end = (...args: readonly unknown[]): Response => {
    const body = response.headersSent ? null : wholeBody(args);
    const compressor = body === null || body.length < MIN_COMPRESSED_BYTES ? null : compressorFor(request, response);
    if (body === null || compressor === null) return endWith(...args);
    compressor.compress(body).then(
      (compressed) => {
        announce(compressor, response);
        response.setHeader('Content-Length', compressed.length);
        endWith(compressed, ...args.filter((one) => typeof one === 'function'));
      },
      () => endWith(...args),
    );
    return response;
  };
  next();
}

/** Opens a compressor for a long response that is sent in parts. Null if the response must be sent uncompressed. */
export function openCompressor(response: Response): Transform | null {
  const compressor = compressorFor(response.req, response);
  if (compressor === null) return null;
  announce(compressor, response);
  return compressor.open();
}

/** The compressor that the client prefers. Tells caches that the response depends on what a client accepts. */
function compressorFor(request: Request, response: Response): Compressor | null {
  const asksForNone = request.headers['accept-encoding'] === undefined;
  // No cache stores this response, so it needs no `Vary`: a shortcut for clients that poll.
  if (asksForNone && response.getHeader('Cache-Control') === 'no-store') return null;
  if (!COMPRESSIBLE_TYPE.test(String(response.getHeader('Content-Type') ?? ''))) return null;
  if (response.hasHeader('Content-Encoding') || PATH_OF_SECRETS.test(request.baseUrl + request.path)) return null;
  response.vary('Accept-Encoding');
  // Without the header, any encoding would be acceptable (RFC 9110, 12.5.3), but such a client hardly expects one.
  if (request.method === 'HEAD' || asksForNone) return null;
  const best = request.acceptsEncodings(...COMPRESSORS.map(({ name }) => name), 'identity');
  return COMPRESSORS.find(({ name }) => name === best) ?? null;
}

function announce({ name }: Compressor, response: Response): void {
  response.removeHeader('Content-Length');
  response.setHeader('Content-Encoding', name);
}

/** The body of a response that `end` is called with; null if there is none, or its parts have been written before. */
function wholeBody([chunk, encoding]: readonly unknown[]): Buffer | string | null {
  if (Buffer.isBuffer(chunk)) return chunk;
  const isText = typeof chunk === 'string' && (encoding === undefined || encoding === 'utf8' || encoding === 'utf-8');
  return isText ? chunk : null;
}

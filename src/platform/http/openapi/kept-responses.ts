// Caches the responses that do not change while the process runs: the documentation page, its scripts and the document. They are
// compressed once, at a high level. A browser that already has one gets 304.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

interface KeptResponse {
  readonly type: string;
  readonly cacheControl: string;
  /** Hash of the uncompressed body. The ETag adds the name of the encoding. */
  readonly hash: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Level 9: one level above takes ten times as long and saves 2 %. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Request headers that are removed: with them, the handler could respond with less than the whole body. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-range', 'range'];

/**
 * Middleware: serves the paths from the cache, from their second request on. Passes all other requests on.
 * @param cacheControlOf by path; the paths must have the same response for every client
 */
export function keepResponses(cacheControlOf: ReadonlyMap<string, string>): RequestHandler {
  const kept = new Map<string, KeptResponse>();
  return (request, response, next) => {
    const cacheControl = cacheControlOf.get(request.path);
    if (cacheControl === undefined || !['GET', 'HEAD'].includes(request.method)) {
      next();
      return;
    }
    const known = kept.get(request.path);
    if (known) {
      send(known, request, response);
      return;
    }
    capture(request, response, cacheControl, (answer) => kept.set(request.path, answer));
    next();
  };
}

/** Holds back the response of the handler. A 200 is cached and sent from the cache; any other response is sent unchanged. */
function capture(
  request: Request,
  response: Response,
  cacheControl: string,
  keep: (answer: KeptResponse) => void,
): void {
  const { method } = request;
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const ifNoneMatch = request.headers['if-none-match'];
  for (const name of CONDITIONS) delete request.headers[name];
  request.method = 'GET';
  response.write = (chunk: unknown) => {
    chunks.push(bytesOf(chunk));
    return true;
  };
  response.end = (chunk?: unknown): Response => {
    if (chunk !== undefined && typeof chunk !== 'function') chunks.push(bytesOf(chunk));
    Object.assign(response, { write, end });
    Object.assign(request, { method });
    if (ifNoneMatch !== undefined) request.headers['if-none-match'] = ifNoneMatch;
    const body = Buffer.concat(chunks);
    if (response.statusCode !== 200) return response.end(body);
    keptResponse(body, String(response.getHeader('Content-Type') ?? ''), cacheControl).then(
      (answer) => {
        keep(answer);
        send(answer, request, response);
      },
      () => response.end(body),
    );
    return response;
  };
}

const bytesOf = (chunk: unknown): Buffer => (Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));

async function keptResponse(body: Buffer, type: string, cacheControl: string): Promise<KeptResponse> {
  const [br, gz] = await Promise.all([brotli(body, BROTLI), gzipped(body, { level: 9 })]);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, cacheControl, hash, bodies: { br, gzip: gz, identity: body } };
}

function send({ type, cacheControl, hash, bodies }: KeptResponse, request: Request, response: Response): void {
  for (const name of ['Last-Modified', 'Accept-Ranges', 'Content-Length']) response.removeHeader(name);
  response.setHeader('Cache-Control', cacheControl);
  response.vary('Accept-Encoding');
  const encoding = encodingFor(request, bodies);
  response.setHeader('ETag', `"${hash}-${encoding}"`);
  if (request.headers['if-none-match']?.includes(`"${hash}-`)) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', type);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bodies[encoding].length);
  response.end(bodies[encoding]);
}

/** Encoding of the response. Pictures, which are compressed already, are sent uncompressed. */
function encodingFor(request: Request, { br, identity }: KeptResponse['bodies']): Encoding {
  if (request.headers['accept-encoding'] === undefined || br.length > 0.9 * identity.length) return 'identity';
  const best = request.acceptsEncodings('br', 'gzip', 'identity');
  return best === 'br' || best === 'gzip' ? best : 'identity';
}

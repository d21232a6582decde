// Lets pages of other origins call the API, where the operator names them. By key alone: no cookies, and no route that logs in.
import type { RequestHandler } from 'express';
import type { Config } from '../config/config.js';

/** Express matches routes in any case, so this must too. */
const OPEN = /^\/api\/v1\/(?!auth(?:\/|$))/i;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Names of headers, as a browser lists them. */
const NAMES = /^[\w-]+(?: *, *[\w-]+)*$/;
const DAY_SECONDS = 86_400;
/** Headers of responses that a page may read. */
const EXPOSED = [
  'Location',
  'Retry-After',
  'Content-Disposition',
  'X-Request-Id',
  'X-Ignored-Fields',
  'Idempotent-Replayed',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
].join(', ');

/** Answers the preflight requests of these origins. */
export function allowOrigins({ http: { corsOrigins } }: Config): RequestHandler {
  const allowed = new Set(corsOrigins);
  return (request, response, next) => {
    const { origin } = request.headers;
    if (allowed.size === 0 || !OPEN.test(request.path)) return next();
    response.vary('Origin');
    if (origin === undefined || !allowed.has(origin)) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    const names = request.headers['access-control-request-headers'];
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    if (names !== undefined && NAMES.test(names)) response.setHeader('Access-Control-Allow-Headers', names);
    response.setHeader('Access-Control-Max-Age', DAY_SECONDS);
    response.status(204).end();
  };
}

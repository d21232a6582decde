// Rules that hold for every request before any route is looked for.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NextFunction, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { Config } from '../config/config.js';
import { badRequest, forbidden } from '../errors/api-error.js';
import type { ServiceRequest } from './access/caller.js';

/** Probes and scrapers come from inside the network, past whatever terminates TLS. */
const OPEN_OVER_PLAIN_HTTP = /^\/(health(\/|$)|metrics\/?$)/;

/** Refuses what did not arrive over TLS, directly or by the word of a trusted proxy. */
export function httpsRule(config: Config): RequestHandler {
  return (request, response, next) => {
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    else if (config.http.requireHttps && !OPEN_OVER_PLAIN_HTTP.test(request.path)) {
      next(forbidden('HTTPS is required'));
      return;
    }
    next();
  };
}

/** The Swagger page needs its own scripts, inline styles and `data:` images; nothing may frame or be framed. */
export function securityHeaders(config: Config): RequestHandler {
  const setAll = helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'media-src': ["'self'"],
        'connect-src': ["'self'", new URL(config.http.publicUrl).origin],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });
  return sameForAll(setAll);
}

/** None of these headers depends on the request: they are worked out once, and not for each by a dozen handlers. */
function sameForAll(setAll: ReturnType<typeof helmet>): RequestHandler {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  setAll(request, sample, () => undefined);
  const headers = Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (_, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** A path that is no UTF-8 once decoded belongs to no route, and Express would name its own parts in the error. */
export function readablePath(request: ServiceRequest, _: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    next(badRequest('The request path is not valid'));
  }
}

/** Asked for by RFC 9112, 3.2. */
export function namedHost(request: ServiceRequest, _: Response, next: NextFunction): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    next(badRequest('The Host header is missing'));
  else next();
}

/** Answers may hold recordings' words and secrets: no cache keeps them. */
export function noStore(_: ServiceRequest, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

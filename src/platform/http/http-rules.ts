// The rules that apply to every request before the router sees it.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NextFunction, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { Config } from '../config/config.js';
import { badRequest, forbidden, pathNotValid } from '../errors/api-error.js';
import { parseUrl } from '../outbound/parse-url.js';
import type { ServiceRequest } from './access/caller.js';

/** Probes and scrapes come from inside the network and bypass the proxy that terminates TLS. */
const OPEN_OVER_PLAIN_HTTP = /^\/(health(\/|$)|metrics\/?$)/;

/** Refuses requests that did not arrive over TLS, either at this process or at a trusted proxy. */
export function requireHttps(config: Config): RequestHandler {
  return (request, response, next) => {
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    else if (config.http.requireHttps && !OPEN_OVER_PLAIN_HTTP.test(request.path)) {
      next(forbidden('HTTPS is required'));
      return;
    }
    next();
  };
}

/** The Swagger page needs its own scripts, inline styles and `data:` images. No page may frame another or be framed. */
export function setSecurityHeaders(config: Config): RequestHandler {
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
  return computedOnce(setAll);
}

/** None of these headers depends on the request, so helmet's dozen handlers run once, and not for each request. */
function computedOnce(setAll: ReturnType<typeof helmet>): RequestHandler {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  setAll(request, sample, () => undefined);
  const headers = Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (_, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** A path that cannot be decoded, so that `refuseUnreadablePath` refuses it. */
const UNREADABLE_PATH = '/%';

/**
 * Reduces the target of a request to a path and a query: it may be a whole address (RFC 9112, 3.2.2). This must listen to the
 * server's `request` event before Express does, because Express answers an address that it cannot parse with a page of its
 * own, before any middleware runs.
 */
export function useOriginForm(request: IncomingMessage): void {
  const target = request.url ?? '';
  if (target.startsWith('/')) return;
  if (/^https?:\/\//i.test(target) && parseUrl(target) !== null) {
    const { pathname, search } = new URL(target);
    request.url = `${pathname}${search}`;
  } else {
    request.url = UNREADABLE_PATH;
  }
}

/** Refuses a path that is not valid UTF-8 after decoding. Express's own error would name its internals. */
export function refuseUnreadablePath(request: ServiceRequest, _: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    next(pathNotValid());
  }
}

/** RFC 9112, 3.2, demands a 400 for HTTP/1.1 without a Host header. */
export function requireHost(request: ServiceRequest, _: Response, next: NextFunction): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    next(badRequest('The Host header is missing'));
  else next();
}

/** Express matches routes in any case, so this must too. */
const BELOW_API = /^\/api(\/|$)/i;

/** Answers may hold secrets and the words of calls, so no cache may store them. */
export function preventCaching(request: ServiceRequest, response: Response, next: NextFunction): void {
  if (BELOW_API.test(request.path)) response.setHeader('Cache-Control', 'no-store');
  next();
}

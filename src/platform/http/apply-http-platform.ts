// Registers the middleware, guards, pipes and filters that a request passes on its way to a handler, in that order.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Metrics } from '../operations/metrics/metrics.js';
import { assignRequestId } from '../operations/request-context.js';
import { logRequests } from '../operations/request-log.js';
import { traceRequests } from '../operations/tracing.js';
import type { ServiceRequest } from './access/caller.js';
import { BodyGuard } from './body/body.guard.js';
import { compressResponses } from './body/compress.js';
import { ErrorFilter } from './errors/error.filter.js';
import { responseUnreadable } from './errors/unreadable-request.js';
import {
  preventCaching,
  refuseUnreadablePath,
  requireHost,
  requireHttps,
  setSecurityHeaders,
  useOriginForm,
} from './http-rules.js';
import { allowOrigins } from './other-origins.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { InputGuard, RequestValidationPipe } from './validation/input.guard.js';

/** Served at the root. All other routes are below the version prefix. */
const ROOT_PATHS = ['health/live', 'health/ready', 'metrics'];

/** Time for a request's headers to arrive. A slower client only occupies a connection. */
const HEADERS_TIMEOUT_MS = 20_000;

/**
 * Longer than proxies in front of the service keep an idle connection: two minutes for Caddy, one for nginx and the load
 * balancers of most clouds. With Node's 5 s, a proxy could send a request on a closing connection and answer 502.
 */
const KEEP_ALIVE_TIMEOUT_MS = 125_000;

interface HttpPlatformOptions {
  readonly logger: Logger;
  /** More routes at the root, without the leading slash, e.g. `verify-email`. */
  readonly rootPaths?: readonly string[];
}

/**
 * Call once, on an application created with `bodyParser: false`, and before `init()` or `listen()`. The guard that a module
 * provides as APP_GUARD authenticates the caller; Nest runs it before the guards that are registered here.
 */
export function applyHttpPlatform(
  app: NestExpressApplication,
  config: Config,
  { logger, rootPaths = [] }: HttpPlatformOptions,
): void {
  app.set('trust proxy', config.http.trustProxy);
  app.set('etag', false);
  app.disable('x-powered-by');
  app.setGlobalPrefix('api/v1', { exclude: [...ROOT_PATHS, ...rootPaths] });
  notFoundEverywhere(app);

  app.use(
    inOneLayer([
      assignRequestId,
      ...(config.tracing === null ? [] : [traceRequests]),
      logRequests(logger),
      app.get(Metrics).measureRequests,
      setSecurityHeaders(config),
      requireHttps(config),
      preventCaching,
      allowOrigins(config),
      compressResponses,
      refuseUnreadablePath,
      requireHost,
    ]),
  );

  // Next comes the router. For a matched route Nest runs APP_GUARD, these guards, the interceptors, the pipes, the handler.
  app.useGlobalGuards(app.get(RateLimitGuard), app.get(BodyGuard), app.get(InputGuard));
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(app.get(ErrorFilter));

  const server = app.getHttpServer();
  server.prependListener('request', useOriginForm);
  server.on('clientError', responseUnreadable);
  // Node itself would answer a missing Host header and an unknown Expect header, with a status and no body. The middleware
  // `requireHost` refuses the first; a server may ignore the second (RFC 9110, 10.1.1).
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  // Off: a 500 MB recording over a slow line takes longer than Node's 5 minutes. Each reader of a body has a limit of its own.
  server.requestTimeout = 0;
}

type Middleware = (request: ServiceRequest, response: Response, next: NextFunction) => void;

/**
 * Combines the middleware into one layer of Express: finding and entering a layer takes longer than most middleware needs to run.
 */
function inOneLayer(middleware: readonly Middleware[]): Middleware {
  const toRouter: Middleware = (_request, _response, next) => next();
  return middleware.reduceRight(
    (rest, one) => (request, response, next) =>
      one(request, response, (error?: unknown) => (error === undefined ? rest(request, response, next) : next(error))),
    toRouter,
  );
}

/**
 * Makes Nest handle all unknown paths. With a prefix, Nest handles only those below it, and Express answers the others with HTML.
 */
function notFoundEverywhere(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const setNotFoundHandler = adapter.setNotFoundHandler?.bind(adapter);
  if (setNotFoundHandler) adapter.setNotFoundHandler = (handler) => setNotFoundHandler(handler);
}

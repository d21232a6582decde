// Everything that a request passes on its way to a handler, in order. Reads from top to bottom.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Metrics } from '../operations/metrics.js';
import { requestContext } from '../operations/request-context.js';
import { logRequests } from '../operations/request-log.js';
import { traceRequests } from '../operations/tracing.js';
import { BodyGuard } from './body/body.guard.js';
import { ErrorFilter } from './errors/error.filter.js';
import { answerUnreadable } from './errors/unreadable-request.js';
import { httpsRule, namedHost, noStore, readablePath, securityHeaders } from './http-rules.js';
import { useOriginForm } from './origin-form.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { PathIdsGuard } from './validation/path-ids.guard.js';
import { RequestValidationPipe } from './validation/validation.pipe.js';

/** Served at the root; everything else is below the version prefix. */
const ROOT_PATHS = ['health/live', 'health/ready', 'metrics'];

/** Longest time for a request's headers; slower clients hold a connection for nothing. */
const HEADERS_TIMEOUT_MS = 20_000;

interface HttpPlatformOptions {
  readonly logger: Logger;
  /** Further routes at the root, without the leading slash, e.g. `verify-email`. */
  readonly rootPaths?: readonly string[];
}

/**
 * Call once, on an application made with `bodyParser: false` and before `init()` or `listen()`. Guards named with APP_GUARD
 * (the one that tells who calls) run before the ones set here.
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

  app.use(requestContext);
  if (config.tracing !== null) app.use(traceRequests);
  app.use(logRequests(logger));
  app.use(app.get(Metrics).measureRequests);
  app.use(securityHeaders(config));
  app.use(httpsRule(config));
  app.use('/api', noStore);
  app.use(readablePath);
  app.use(namedHost);

  // Then the router; for a matched route: who calls (APP_GUARD), then these, then interceptors, pipes and the handler.
  app.useGlobalGuards(app.get(RateLimitGuard), app.get(BodyGuard), app.get(PathIdsGuard));
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(app.get(ErrorFilter));

  const server = app.getHttpServer();
  server.prependListener('request', useOriginForm);
  server.on('clientError', answerUnreadable);
  // Node would answer both by itself, with a status and nothing more. An expectation may be left unmet (RFC 9110, 10.1.1).
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  // A 500 MB recording over a slow line takes longer than Node's 5 minutes; the readers of bodies keep their own time.
  server.requestTimeout = 0;
}

/** With a prefix Nest answers unknown paths below it alone and leaves the rest to Express's HTML page. */
function notFoundEverywhere(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const setNotFoundHandler = adapter.setNotFoundHandler?.bind(adapter);
  if (setNotFoundHandler) adapter.setNotFoundHandler = (handler) => setNotFoundHandler(handler);
}

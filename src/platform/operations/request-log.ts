// Writes one log line for each request, once the response was sent or the client has disconnected.
import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import { routeOf, type ServedRequest, sentStatus } from './served-request.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Undefined when the client has disconnected: Express reads the address from the socket, which may be gone by then. */
function addressOf(request: ServedRequest): string | undefined {
  const socket: ServedRequest['socket'] | null = request.socket;
  return socket === null ? undefined : request.ip;
}

/** Probes and scrapes come every few seconds and would fill the log. */
const NOT_LOGGED = /^\/(health\/|metrics$)/;

/**
 * Middleware that writes one line for each request, with the route's pattern instead of the address, which can carry tokens.
 * It is written by hand because the usual middleware (pino-http) creates a logger for each request, which took a tenth of
 * the time of a short request.
 */
export function logRequests(logger: Logger) {
  // Redaction is off because the members are chosen one by one below, and looking for secrets in each line costs time.
  const lines = logger.child({}, { redact: [] });
  return (request: ServedRequest, response: Response, next: NextFunction): void => {
    if (!NOT_LOGGED.test(request.path)) {
      const startedAt = performance.now();
      response.once('close', () => {
        const status = sentStatus(response);
        const route = routeOf(request);
        const principal = request.caller?.principal ?? request.linkHolder;
        const line = {
          request_id: request.requestId,
          method: request.method,
          route,
          ids: Object.values(request.params ?? {}).filter((param) => typeof param === 'string' && UUID.test(param)),
          status,
          duration_ms: Math.round(performance.now() - startedAt),
          account_id: request.caller?.accountId,
          principal_kind: principal?.kind,
          principal_id: principal?.id,
          address: addressOf(request),
          user_agent: request.headers['user-agent']?.slice(0, 200),
        };
        lines[status >= 500 ? 'error' : 'info'](line, `${request.method} ${route} ${status}`);
      });
    }
    next();
  };
}

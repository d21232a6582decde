// What logs, metrics and traces read of a request. The HTTP layer, which imports this folder, extends the type.
import type { Request, Response } from 'express';
import type { PrincipalName } from '../../access/principal.js';

export interface ServedRequest extends Request {
  /** Set by the `assignRequestId` middleware, which runs before every other one. */
  requestId: string;
  /** Set once the credentials were accepted. */
  caller?: { readonly accountId: string; readonly principal: PrincipalName };
  /** The holder of a signed link, set once its signature was accepted. */
  linkHolder?: PrincipalName;
}

/**
 * The pattern of the route that serves the request, e.g. `/api/v1/analysis/:id`, or `unmatched` when no route does. Logs
 * and metrics must use it instead of the address: addresses can carry tokens and would make one time series for each id.
 */
export function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${request.baseUrl}${path}` : 'unmatched';
}

/** The status that the client received; 499, the code that nginx uses, when the client disconnected before that. */
export function sentStatus(response: Response): number {
  return response.writableFinished ? response.statusCode : 499;
}

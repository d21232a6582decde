// The pattern of the route that a request reached: safe for logs and metrics, where its address is not.
import type { Request } from 'express';

/** e.g. `/api/v1/analysis/:id`; `unmatched` when no route took the request. */
export function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${request.baseUrl}${path}` : 'unmatched';
}

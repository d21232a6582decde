// What logs and metrics tell of a request: the pattern of its route, which is safe where its address is not, and its status.
import type { Request, Response } from 'express';

/** e.g. `/api/v1/analysis/:id`; `unmatched` when no route took the request. */
export function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${request.baseUrl}${path}` : 'unmatched';
}

/** A client that left before the answer has none; 499 is what proxies call it. */
export function answeredStatus(response: Response): number {
  return response.writableFinished ? response.statusCode : 499;
}

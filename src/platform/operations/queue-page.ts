// A page that shows Bull's queues to operators, behind OPERATIONS_TOKEN. Loaded only when the token is configured.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Queue } from 'bull';
import type { NextFunction, Request, Response } from 'express';
import { forbidden, unauthorized } from '../errors/api-error.js';

const QUEUE_PAGE = '/internal/queues';

/**
 * Like the policy of all other pages, but for the `<base>` element that this page has. The page's web fonts stay blocked:
 * loading them would tell a third party who looks at the queues.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page is read-only. A job only signals that a row is due, so retrying or deleting a job changes nothing: the sweep
 * enqueues the row again. And a browser that remembers the token could be made to press the page's buttons by another site.
 *
 * Call after `applyHttpPlatform` and before `init()`.
 * @param token accepted as a bearer token, or as the password of Basic authentication, for which browsers show a dialog
 */
export function serveQueuePage(app: NestExpressApplication, token: string, queues: readonly Queue[]): void {
  const server = new ExpressAdapter().setBasePath(QUEUE_PAGE);
  createBullBoard({
    queues: queues.map((queue) => new BullAdapter(queue, { readOnlyMode: true })),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Queues' } },
  });
  const isToken = equalTo(token);
  app.use(QUEUE_PAGE, (request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', CONTENT_POLICY);
    if (!isToken(tokenOf(request.headers.authorization ?? ''))) {
      next(unauthorized(undefined, 'Basic realm="operations", charset="UTF-8"'));
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      next(forbidden('The queues can be looked at only'));
    } else next();
  });
  app.use(QUEUE_PAGE, server.getRouter());
}

function tokenOf(authorization: string): string {
  const [scheme = '', credentials = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return '';
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/** Compares digests, so that the duration reveals nothing about the token or its length. */
function equalTo(token: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (given) => timingSafeEqual(digest(given), expected);
}

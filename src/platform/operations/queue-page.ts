// Bull's queues for operators to look at, behind a token. Loaded only where one is configured.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Queue } from 'bull';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';

const QUEUE_PAGE = '/internal/queues';

/** As everywhere, but for the page's `<base>`. Its web fonts are refused: nobody else need know who looks at queues. */
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
 * To look at only: a job is a ring for a row, so repeating or deleting one helps nobody, the sweep rings again. And a
 * browser that remembers the token could be made to press buttons by other pages.
 *
 * Call after `applyHttpPlatform` and before `init()`.
 * @param token taken as a bearer token, or as the password of Basic authentication, which browsers ask for by themselves
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
      response.setHeader('WWW-Authenticate', 'Basic realm="operations", charset="UTF-8"');
      next(new ApiError(401, 'Invalid authentication credentials'));
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      next(new ApiError(403, 'The queues can be looked at only'));
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

/** In the same time for every wrong one, whatever its length. */
function equalTo(token: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (given) => timingSafeEqual(digest(given), expected);
}

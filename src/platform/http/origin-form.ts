// Brings every request line into the one form that the rest expects: a path and a query.
import type { IncomingMessage } from 'node:http';

/** Decodes to nothing, so that the rule for readable paths refuses it. */
const NO_PATH = '/%';

/**
 * A request line may hold a whole address (RFC 9112, 3.2.2). Express answers one that cannot be parsed with a page of its
 * own before any middleware runs, so this listens in front of it.
 */
export function useOriginForm(request: IncomingMessage): void {
  const target = request.url ?? '';
  if (target.startsWith('/')) return;
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { pathname, search } = new URL(target);
    request.url = `${pathname}${search}`;
  } else {
    request.url = NO_PATH;
  }
}

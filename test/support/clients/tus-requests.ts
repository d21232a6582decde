// What the routes of resumable uploads need beside a credential.
import type { Route } from './responses.js';

const BYTES = 'application/offset+octet-stream';

/** Takes the bytes of a recording, or no body at all, where other routes take JSON. */
export const takesBytes = ({ path }: Pick<Route, 'path'>) => path.startsWith('/uploads');

/** An answer to HEAD has no body. */
export const isWithoutBody = ({ method }: Pick<Route, 'method'>) => method === 'head';

/** Empty for every other route. */
export function tusHeaders(route: Pick<Route, 'path' | 'method'>): Record<string, string> {
  if (!takesBytes(route)) return {};
  return {
    'tus-resumable': '1.0.0',
    ...(route.method === 'post' && { 'upload-length': '1000', 'upload-metadata': 'filename Y2FsbC53YXY=' }),
    ...(route.method === 'patch' && { 'content-type': BYTES, 'upload-offset': '0' }),
  };
}

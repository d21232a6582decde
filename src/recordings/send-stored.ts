// Sends a stored object to the holder of a link, whole or in part.
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { ApiError } from '../platform/errors/api-error.js';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { attachment } from '../platform/http/body/content-disposition.js';
import type { ByteRange, ObjectLink, ObjectStore, StoredObject } from '../ports/object-store.js';

/** Headers for serving the object. */
export type ServedObject = Pick<ObjectLink, 'contentType' | 'fileName'>;

/** @param what name of the object, such as `recording` */
export const rangeNotSatisfiable = (sizeBytes: number, what: string) =>
  new ApiError(416, `The requested range lies behind the end of the ${what}`, {
    'Content-Range': `bytes */${sizeBytes}`,
  });

/** Sends the object as a download, so that no browser runs it or shows it in a page. @throws ApiError 416 */
export async function sendStored(
  store: ObjectStore,
  { key, sizeBytes }: StoredObject,
  { contentType, fileName, what }: ServedObject & { readonly what: string },
  request: ServiceRequest,
  response: Response,
): Promise<void> {
  const range = parseRange(request.headers.range, sizeBytes, what);
  response.set({
    'Content-Type': contentType,
    'Content-Disposition': attachment(fileName),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
    'Content-Length': String(range ? range.end - range.start + 1 : sizeBytes),
  });
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const body = await store.get(key, range ?? undefined);
  // The status line is sent already: neither a client that disconnects nor a failing store can get an error response.
  await pipeline(body, response).catch(() => response.destroy());
}

/**
 * Null means the whole object. A malformed header, or one with several ranges, is ignored as RFC 9110 (14.2) allows.
 * @throws ApiError 416 when the range lies behind the end
 */
function parseRange(header: string | undefined, sizeBytes: number, what: string): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return null;
  const [first = '', last = ''] = match.slice(1);
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  if (start >= sizeBytes || start > end) {
    throw rangeNotSatisfiable(sizeBytes, what);
  }
  return { start, end };
}

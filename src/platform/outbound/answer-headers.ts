// What the headers of an answer say.
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.js';
import { parseUrl } from './parse-url.js';

type Headers = Dispatcher.ResponseData['headers'];

/** The first, where a header came several times. */
export function text(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

/** Reads Retry-After: seconds or an HTTP date. */
export function retryAfterMs(headers: Headers): number | null {
  const value = text(headers['retry-after'])?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // Date.parse would find a year in "-5" and a month in "soon 7".
  const at = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** A strong ETag, else Last-Modified. A weak ETag does not promise equal bytes. */
export function validatorOf(headers: Headers): string | null {
  const etag = text(headers.etag);
  if (etag?.startsWith('"')) return etag;
  return text(headers['last-modified']);
}

/** @throws OutboundError for a location that is no URL, or that leaves https */
export function redirectTarget(location: string, from: string): string {
  const target = parseUrl(location, from);
  if (target === null) throw new OutboundError('bad-response');
  if (target.protocol === 'http:' && from.startsWith('https:')) {
    throw new OutboundError('bad-url', 'The server redirected from https to http');
  }
  return target.href;
}

// What the headers of a response say.
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
  const target = parseUrl(fromBytes(location), from);
  if (target === null) throw new OutboundError('bad-response', 'The server redirected to something that is no URL');
  if (target.protocol === 'http:' && from.startsWith('https:')) {
    throw new OutboundError('bad-url', 'The server redirected from https to http');
  }
  return target.href;
}

/**
 * undici reads header values as Latin-1, one character a byte. Many servers send the bytes of UTF-8, which RFC 3986 has
 * percent-encoded. Bytes that are not UTF-8 are percent-encoded as they are: only their server knows what they mean.
 */
function fromBytes(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}

/** Whether the part in the response, which was not asked for in parts, is the whole content. */
export function isWhole(headers: Headers): boolean {
  const range = /^bytes 0-(\d{1,15})\/(\d{1,15})$/i.exec(text(headers['content-range'])?.trim() ?? '');
  return range !== null && Number(range[1]) + 1 === Number(range[2]);
}

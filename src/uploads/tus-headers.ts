// The headers of a tus request: what the protocol demands of them, and the tus server would answer otherwise.
import type { NextFunction, Response } from 'express';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import {
  bytesTypeOnly,
  lengthDeferred,
  OFFSET_STREAM,
  offsetMissing,
  partsNotJoined,
  TUS_VERSION,
  versionNotNamed,
  versionNotSpoken,
} from './upload-errors.js';

/** Those that the protocol is about: the tus server refuses headers of proxies that it does not like. */
const PASSED_HEADERS = [
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'content-length',
] as const;
/** Some networks let neither through. A HEAD that came as another method would be answered with a body. */
const OVERRIDDEN: ReadonlySet<string> = new Set(['PATCH', 'DELETE']);

/** Middleware: runs before a route is chosen, so that answers which refuse name the version too. */
export function speakTus(request: ServiceRequest, response: Response, next: NextFunction): void {
  response.setHeader('Tus-Resumable', TUS_VERSION);
  const asked = headerOf(request, 'x-http-method-override')?.trim().toUpperCase() ?? '';
  if (request.method === 'POST' && OVERRIDDEN.has(asked)) request.method = asked;
  next();
}

/**
 * @returns what the tus server is given
 * @throws ApiError 400 for what is not offered, 412, 415
 */
export function tusHeaders(request: ServiceRequest): [string, string][] {
  refuseUnfit(request);
  const passed = PASSED_HEADERS.flatMap((name): [string, string][] => {
    const value = headerOf(request, name);
    return value === undefined ? [] : [[name, value]];
  });
  return isOffsetStream(request) ? [...passed, ['content-type', OFFSET_STREAM]] : passed;
}

function refuseUnfit(request: ServiceRequest): void {
  const version = headerOf(request, 'tus-resumable');
  if (version === undefined) throw versionNotNamed();
  if (version !== TUS_VERSION) throw versionNotSpoken();
  if (request.method === 'POST' && headerOf(request, 'upload-defer-length') !== undefined) throw lengthDeferred();
  if (request.method === 'POST' && headerOf(request, 'upload-concat') !== undefined) throw partsNotJoined();
  if (request.method !== 'PATCH') return;
  if (!isOffsetStream(request)) throw bytesTypeOnly();
  if (headerOf(request, 'upload-offset') === undefined) throw offsetMissing();
}

/** Whatever its case, and whatever parameters a client adds. */
export function isOffsetStream(request: ServiceRequest): boolean {
  return headerOf(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() === OFFSET_STREAM;
}

export function headerOf(request: ServiceRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

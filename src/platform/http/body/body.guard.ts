// Reads the request's body once it is known who calls and that they may: an unwelcome request costs no reading.
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import express, { type Response } from 'express';
import { ApiError, badRequest, invalid } from '../../errors/api-error.js';
import { MESSAGES } from '../../errors/validation-messages.js';
import type { ServiceRequest } from '../access/caller.js';
import { keepPace } from './body-pace.js';

export const MAX_BODY_BYTES = 1_048_576;
/** A body of 1 MiB takes 8 s at 1 Mbit/s; slower senders hold a connection and nothing else. */
const BODY_DEADLINE_MS = 30_000;

const BODY_KIND = Symbol('body-kind');
const JSON_BODY = Symbol('json-body');
type BodyKind = 'json' | 'multipart-or-json' | 'raw';

/**
 * The handler takes `multipart/form-data`, which it reads itself from the request, or JSON.
 * @param json what it reads the JSON as
 */
export const MultipartOrJsonBody = (json: Type) =>
  applyDecorators(SetMetadata(BODY_KIND, 'multipart-or-json' satisfies BodyKind), SetMetadata(JSON_BODY, json));

/** Of a handler that has said so by `MultipartOrJsonBody`. */
export function jsonBodyOf(handler: object): Type | null {
  return Reflect.getMetadata(JSON_BODY, handler) ?? null;
}

/** The handler takes the bytes as they came, of any content type: `request.body` and `request.rawBody` are a Buffer. */
export const RawBody = () => SetMetadata(BODY_KIND, 'raw' satisfies BodyKind);

@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (request.method === 'GET' || request.method === 'HEAD' || !announcesBody(request)) return true;
    const kind: BodyKind = Reflect.getMetadata(BODY_KIND, context.getHandler()) ?? 'json';
    const type = mediaType(request);
    if (kind === 'multipart-or-json' && type === 'multipart/form-data') {
      if (!/;\s*boundary=\S/i.test(request.headers['content-type'] ?? ''))
        throw unfitContentType('The Content-Type multipart/form-data needs a boundary');
      keepPace(request);
      return true;
    }
    const takesType = kind === 'raw' || isJson(type);
    if (!takesType && Number(request.headers['content-length']) > 0) throw wrongContentType(typesOf(kind));
    const bytes = await readBytes(request, context.switchToHttp().getResponse<Response>());
    // A chunked body may turn out to be none; the reader leaves its empty bytes behind.
    if (bytes.length === 0) {
      request.body = undefined;
      return true;
    }
    if (!takesType) throw wrongContentType(typesOf(kind));
    request.rawBody = bytes;
    request.body = kind === 'raw' ? bytes : parseJson(bytes, charset(request));
    return true;
  }
}

const announcesBody = ({ headers }: ServiceRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaType = ({ headers }: ServiceRequest) =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const isJson = (type: string) => type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);

const charset = ({ headers }: ServiceRequest) =>
  /;\s*charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';

export const bodyTooLarge = () => badRequest('Request body is too large');
export const bodyTooSlow = () => badRequest('The request body took too long to arrive');
/** Compressed in a way that cannot be undone. */
export const bodyUnreadable = () => badRequest('The request body could not be read');

/** Of whoever leaves before the end too: nobody reads it then, and it is no fault to be looked for in the log. */
export const bodyCutShort = () => badRequest('The request body ended too early');

const unfitContentType = (msg: string) => invalid([{ type: 'content_type', loc: ['header', 'content-type'], msg }]);

const typesOf = (kind: BodyKind) =>
  kind === 'multipart-or-json' ? ['multipart/form-data', 'application/json'] : ['application/json'];

/** @param types that the handler takes */
export const wrongContentType = (types: readonly string[]) =>
  unfitContentType(`The Content-Type should be ${types.join(' or ')}`);

const rawReader = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** @throws ApiError 400 for a body that is too large, cut short, badly compressed or too slow */
async function readBytes(request: ServiceRequest, response: Response): Promise<Buffer> {
  let deadline: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      deadline = setTimeout(() => reject(bodyTooSlow()), BODY_DEADLINE_MS);
      rawReader(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(bodyError(error))));
    });
  } finally {
    clearTimeout(deadline);
  }
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function bodyError(error: unknown): Error {
  if (!(error instanceof Error) || !('type' in error)) return bodyUnreadable();
  if (error.type === 'entity.too.large') return bodyTooLarge();
  if (error.type === 'encoding.unsupported')
    return unfitContentType('The Content-Encoding should be gzip, deflate, br or none');
  if (error.type === 'request.aborted' || error.type === 'request.size.invalid') return bodyCutShort();
  return bodyUnreadable();
}

function parseJson(bytes: Buffer, encoding: string): unknown {
  if (encoding !== 'utf-8' && encoding !== 'utf8') throw unfitContentType('The charset should be utf-8');
  try {
    if (nestsDeeperThan(DEEPEST_NESTING, bytes)) throw new SyntaxError('Nested too deep');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError(422, [{ type: 'json_invalid', loc: ['body'], msg: MESSAGES.json_invalid }]);
  }
}

/** No request nests deeper than 3. A mebibyte of brackets would hold the event loop for 0.4 s in JSON.parse alone. */
const DEEPEST_NESTING = 100;

function nestsDeeperThan(most: number, json: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > most) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = Buffer.from('"\\[]{}');

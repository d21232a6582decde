// Reads the body of a request. The caller guard and the rate-limit guard run before, so that the service does not read the
// body of a request that they refuse.

import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import express, { type Response } from 'express';
import { MIN_BYTES_PER_WINDOW, PACE_WINDOW_MS } from '../../concurrency/least-pace.js';
import { ApiError, badRequest, invalid, PassingError } from '../../errors/api-error.js';
import { MESSAGES } from '../../errors/validation-messages.js';
import type { ServiceRequest } from '../access/caller.js';
import { nestsTooDeep } from './nesting.js';

export const MAX_BODY_BYTES = 1_048_576;
/** A body of 1 MiB takes 8 s at 1 Mbit/s. A much slower client only occupies a connection. */
const BODY_TIMEOUT_MS = 30_000;

/** Limit for `LargeBody` routes: room for a thousand calls with presigned links. JSON.parse takes about 30 ms for it. */
const MAX_LARGE_BODY_BYTES = 4 * MAX_BODY_BYTES;

const BODY_KIND = Symbol('body-kind');
const LARGE_BODY = Symbol('large-body');
const JSON_BODY = Symbol('json-body');
const FORM_PARTS = Symbol('form-parts');
type BodyKind = 'json' | 'multipart-or-json' | 'urlencoded' | 'raw' | 'stream';

/** Parts of a form that the service knows. RFC 7578, 4.2: a file needs no file name, so the name of a part identifies it. */
export interface FormParts {
  /** Name of the part that is the file, whatever its headers say. */
  readonly file: string;
  /** Names of the parts that are text, even where they carry a file name. */
  readonly texts: ReadonlySet<string>;
}

/**
 * The handler accepts `multipart/form-data`, which it reads from the request itself, or JSON.
 * @param json the request class that the handler reads the JSON as
 */
export const MultipartOrJsonBody = (json: Type, parts: FormParts) =>
  applyDecorators(
    SetMetadata(BODY_KIND, 'multipart-or-json' satisfies BodyKind),
    SetMetadata(JSON_BODY, json),
    SetMetadata(FORM_PARTS, parts),
  );

/** The parts that the handler named with `MultipartOrJsonBody`; null for a handler that takes no form. */
export function formPartsOf(handler: object): FormParts | null {
  return Reflect.getMetadata(FORM_PARTS, handler) ?? null;
}

/**
 * The handler accepts JSON only and reads it itself, together with what a class alone cannot check.
 * @param json the request class that the handler reads it as
 */
export const JsonBody = (json: Type) => SetMetadata(JSON_BODY, json);

/** The class that the handler named with `MultipartOrJsonBody` or `JsonBody`; null for other handlers. */
export function jsonBodyOf(handler: object): Type | null {
  return Reflect.getMetadata(JSON_BODY, handler) ?? null;
}

/** The handler accepts `application/x-www-form-urlencoded` only, as OAuth 2 has it for tokens. */
export const UrlencodedBody = () => SetMetadata(BODY_KIND, 'urlencoded' satisfies BodyKind);

/** The handler accepts any content type and gets the bytes unparsed: `request.body` and `request.rawBody` are a Buffer. */
export const RawBody = () => SetMetadata(BODY_KIND, 'raw' satisfies BodyKind);

/** The handler reads the bytes from the request itself, of any length. A client that sends too slowly is cut off. */
export const StreamedBody = () => SetMetadata(BODY_KIND, 'stream' satisfies BodyKind);

/** The handler accepts bodies of 4 MiB. */
export const LargeBody = () => SetMetadata(LARGE_BODY, true);

export function takesRawBody(handler: object): boolean {
  return Reflect.getMetadata(BODY_KIND, handler) === ('raw' satisfies BodyKind);
}

@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (request.method === 'GET' || request.method === 'HEAD' || !announcesBody(request)) return true;
    const kind: BodyKind = Reflect.getMetadata(BODY_KIND, context.getHandler()) ?? 'json';
    if (kind === 'stream') {
      cutSlowUpload(request);
      return true;
    }
    const type = mediaType(request);
    if (kind === 'multipart-or-json' && type === 'multipart/form-data') {
      if (!/;\s*boundary=\S/i.test(request.headers['content-type'] ?? ''))
        throw unfitContentType('The Content-Type multipart/form-data needs a boundary');
      cutSlowUpload(request);
      return true;
    }
    const takesType = kind === 'raw' || (kind === 'urlencoded' ? type === URLENCODED : isJson(type));
    if (!takesType && Number(request.headers['content-length']) > 0) throw wrongContentType(typesOf(kind));
    const isLarge: boolean = Reflect.getMetadata(LARGE_BODY, context.getHandler()) === true;
    const read = isLarge ? largeReader : rawReader;
    const bytes = await readBytes(read, request, context.switchToHttp().getResponse<Response>());
    // A chunked body may turn out to be empty, and Express then leaves an empty Buffer in `request.body`.
    if (bytes.length === 0) {
      request.body = undefined;
      return true;
    }
    if (!takesType) throw wrongContentType(typesOf(kind));
    request.rawBody = bytes;
    request.body = parse(kind, bytes, charset(request));
    return true;
  }
}

const URLENCODED = 'application/x-www-form-urlencoded';

const announcesBody = ({ headers }: ServiceRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaType = ({ headers }: ServiceRequest) =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const isJson = (type: string) => type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);

const charset = ({ headers }: ServiceRequest) =>
  /;\s*charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';

export const bodyTooLarge = () => badRequest('Request body is too large');
export const bodyTooSlow = () => badRequest('The request body took too long to arrive');
/** Error for a body that cannot be decompressed. */
export const bodyUnreadable = () => badRequest('The request body could not be read');

/** Also thrown when the client disconnects mid-body. No client reads that response; as a 400 it stays out of the error log. */
export const bodyCutShort = () => new PassingError(400, 'The request body ended too early');

const unfitContentType = (msg: string) => invalid([{ type: 'content_type', loc: ['header', 'content-type'], msg }]);

function typesOf(kind: BodyKind): readonly string[] {
  if (kind === 'urlencoded') return [URLENCODED];
  return kind === 'multipart-or-json' ? ['multipart/form-data', 'application/json'] : ['application/json'];
}

/** @param types the content types that the handler accepts */
export const wrongContentType = (types: readonly string[]) =>
  unfitContentType(`The Content-Type should be ${types.join(' or ')}`);

const rawReader = express.raw({ type: () => true, limit: MAX_BODY_BYTES });
const largeReader = express.raw({ type: () => true, limit: MAX_LARGE_BODY_BYTES });

/** @throws ApiError 400 for a body that is too large, cut short, badly compressed or too slow */
async function readBytes(read: typeof rawReader, request: ServiceRequest, response: Response): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(bodyTooSlow()), BODY_TIMEOUT_MS);
      read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(bodyError(error))));
    });
  } finally {
    clearTimeout(timer);
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

function parse(kind: BodyKind, bytes: Buffer, encoding: string): unknown {
  if (kind === 'raw') return bytes;
  if (encoding !== 'utf-8' && encoding !== 'utf8') throw unfitContentType('The charset should be utf-8');
  return kind === 'urlencoded' ? parseForm(bytes.toString(), '&', '=', { maxKeys: MAX_FORM_FIELDS }) : parseJson(bytes);
}

/** A token request has six fields. */
const MAX_FORM_FIELDS = 100;

function parseJson(bytes: Buffer): unknown {
  try {
    if (nestsTooDeep(bytes)) throw new SyntaxError('Nested too deep');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError(422, [{ type: 'json_invalid', loc: ['body'], msg: MESSAGES.json_invalid }]);
  }
}

/**
 * Cuts the connection of a client that sends a recording too slowly: it would occupy a connection, a file and an upload to
 * storage for as long as it likes. Call once the request is accepted, before its body is read. The whole time is not limited,
 * only the pace.
 */
function cutSlowUpload(request: IncomingMessage): void {
  const { socket } = request;
  let bytesBefore = socket.bytesRead;
  const check = setInterval(() => {
    const received = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    // Bytes that have arrived but were not read: the service or its storage is slow, not the client.
    const waitsForReader = request.readableFlowing !== true || request.readableLength > 0;
    if (received < MIN_BYTES_PER_WINDOW && !waitsForReader) request.destroy();
  }, PACE_WINDOW_MS).unref();
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(check));
}

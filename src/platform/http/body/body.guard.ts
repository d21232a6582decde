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
import { ModuleRef } from '@nestjs/core';
import express, { type Response } from 'express';
import { MIN_BYTES_PER_WINDOW, PACE_WINDOW_MS } from '../../concurrency/least-pace.js';
import { RequestSlots } from '../../concurrency/request-slots.js';
import { ApiError, badRequest, invalid, PassingError } from '../../errors/api-error.js';
import { MESSAGES } from '../../errors/validation-messages.js';
import type { ServiceRequest } from '../access/caller.js';
import { MAX_VALUES } from './json-scan.js';
import { parseJson, TooManyValues } from './parse-json.js';

export const MAX_BODY_BYTES = 1_048_576;
/** A body of 1 MiB takes 8 s at 1 Mbit/s. A much slower client only occupies a connection. */
const BODY_TIMEOUT_MS = 30_000;

/** Limits of a body. `values`: members and elements of the JSON. */
interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

const LIMITS: BodyLimits = { bytes: MAX_BODY_BYTES, values: MAX_VALUES };
/** Room for a thousand calls with presigned links and 50 keys of metadata each. */
const LARGE: BodyLimits = { bytes: 4 * MAX_BODY_BYTES, values: 5 * MAX_VALUES };
const SMALL: BodyLimits = { bytes: 65_536, values: MAX_VALUES };
/** A longer body is parsed in a slot. */
const MAX_BYTES_WITHOUT_SLOT = 65_536;

const BODY_KIND = Symbol('body-kind');
const BODY_LIMITS = Symbol('body-limits');
const BODY_CHECK = Symbol('body-check');
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
export const LargeBody = () => SetMetadata(BODY_LIMITS, LARGE);

/** Refuses a request by what the account has, before its body is read. */
export interface BodyCheck {
  /** @throws ApiError */
  check(request: ServiceRequest): Promise<void>;
}

/** @param check provider of the module of the handler */
export const CheckedBeforeBody = (check: Type<BodyCheck>) => SetMetadata(BODY_CHECK, check);

/** The handler accepts bodies of 64 KiB: it begins work that costs no minutes, and needs few words for that. */
export const SmallBody = () => SetMetadata(BODY_LIMITS, SMALL);

export function takesRawBody(handler: object): boolean {
  return Reflect.getMetadata(BODY_KIND, handler) === ('raw' satisfies BodyKind);
}

@Injectable()
export class BodyGuard implements CanActivate {
  private readonly slots = new RequestSlots();

  constructor(private readonly modules: ModuleRef) {}

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
    const check: Type<BodyCheck> | undefined = Reflect.getMetadata(BODY_CHECK, context.getHandler());
    if (check) await this.modules.get(check, { strict: false }).check(request);
    const limits: BodyLimits = Reflect.getMetadata(BODY_LIMITS, context.getHandler()) ?? LIMITS;
    const bytes = await readBytes(limits, request, context.switchToHttp().getResponse<Response>());
    // A chunked body may turn out to be empty, and Express then leaves an empty Buffer in `request.body`.
    if (bytes.length === 0) {
      request.body = undefined;
      return true;
    }
    if (!takesType) throw wrongContentType(typesOf(kind));
    request.rawBody = bytes;
    const parsed = () => parse(kind, bytes, charset(request), limits);
    request.body =
      bytes.length <= MAX_BYTES_WITHOUT_SLOT
        ? await parsed()
        : await this.slots.run(request.caller?.accountId ?? request.ip ?? '', parsed);
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

const readers = new Map(
  [SMALL, LIMITS, LARGE].map(({ bytes }) => [bytes, express.raw({ type: () => true, limit: bytes })]),
);

/** @throws ApiError 400 for a body that is too large, cut short, badly compressed or too slow */
async function readBytes({ bytes }: BodyLimits, request: ServiceRequest, response: Response): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(bodyTooSlow()), BODY_TIMEOUT_MS);
      readers.get(bytes)?.(request, response, (error?: unknown) =>
        error === undefined ? resolve() : reject(bodyError(error)),
      );
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

async function parse(kind: BodyKind, bytes: Buffer, encoding: string, { values }: BodyLimits): Promise<unknown> {
  if (kind === 'raw') return bytes;
  if (encoding !== 'utf-8' && encoding !== 'utf8') throw unfitContentType('The charset should be utf-8');
  if (kind === 'urlencoded') return parseForm(bytes.toString(), '&', '=', { maxKeys: MAX_FORM_FIELDS });
  try {
    return await parseJson(bytes, values);
  } catch (error) {
    if (error instanceof TooManyValues) throw bodyTooLarge();
    throw new ApiError(422, [{ type: 'json_invalid', loc: ['body'], msg: MESSAGES.json_invalid }]);
  }
}

/** A token request has six fields. */
const MAX_FORM_FIELDS = 100;

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

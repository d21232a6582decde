// The content of a multipart body, without its boundaries and the order of its fields, which differ between equal forms.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { type ApiError, invalid } from '../../errors/api-error.js';
import { valueError } from '../../errors/validation-messages.js';
import { bodyTooLarge, type FormParts, MAX_BODY_BYTES } from '../body/body.guard.js';

const MAX_FIELDS = 100;
const MAX_FILES = 2;
const MAX_PART_HEADER_BYTES = 16 * 1024;

/** Numbers of parts are counted here: the parser skips what is beyond its own limits, and may wait without end behind it. */
const LIMITS = {
  /** The largest field is a custom `metadata` object, whose 50 values of 500 characters stay well below. */
  fieldSize: 256 * 1024,
  headerPairs: 20,
  headerSize: MAX_PART_HEADER_BYTES,
} as const;
/**
 * The parser waits without end behind a part that it skips (one without a Content-Disposition), where one piece of the body holds
 * the whole part and more of it than this. The pieces of a connection have 64 KiB at most.
 */
const FILE_BUFFER_BYTES = 128 * 1024;

/** Names and values of all fields, as for a JSON body. `summary` works on them in one go and blocks the event loop meanwhile. */
const MAX_TEXT_BYTES = MAX_BODY_BYTES;
/** All that a form can hold besides one file. A form with a second file is refused. */
export const MAX_FIELDS_BYTES = MAX_TEXT_BYTES + (MAX_FIELDS + MAX_FILES) * MAX_PART_HEADER_BYTES;
/** A file of exactly this size fits into a form. */
export const MAX_FILE_BYTES = 524_288_000;
/** The parser reads all of these without a limit: files of other names, skipped parts, bytes before and after the parts. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + MAX_FIELDS_BYTES;

/**
 * Every reader of forms must use it, so that a repeated form is cut at the same place as the first one. A form with too much
 * text destroys the parser with `bodyTooLarge`, one with too many parts with `tooManyParts`, and one that is longer than any
 * form may be with `tooLong`. Pipe the request into the parser at once: its bytes are counted from here on.
 * @throws Error when the content type has no boundary; `tooLong` when the announced length is too long
 */
export function openFormParser(request: IncomingMessage, parts: FormParts, tooLong: () => ApiError): BusboyInstance {
  const { headers } = request;
  if (Number(headers['content-length']) > MAX_FORM_BYTES) throw tooLong();
  let files = 0;
  let fields = 0;
  const parser = new Busboy({
    headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
    limits: LIMITS,
    fileHwm: FILE_BUFFER_BYTES,
    isPartAFile: (name, type, fileName) => {
      const isFile = isFilePart(parts, name, type, fileName);
      const count = isFile ? ++files : ++fields;
      if (count > (isFile ? MAX_FILES : MAX_FIELDS)) parser.destroy(tooManyParts());
      return isFile;
    },
  });
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) parser.destroy(tooLong());
  });
  let textBytes = 0;
  parser.on('field', (name: string | undefined, value) => {
    textBytes += Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
    if (textBytes > MAX_TEXT_BYTES) parser.destroy(bodyTooLarge());
  });
  return parser;
}

const tooManyParts = () =>
  invalid([{ type: 'value_error', loc: ['body'], msg: valueError('the form has too many parts') }]);

/** A part of an unknown name is a file as browsers write one: then it is streamed, and refused, in place of being kept. */
function isFilePart({ file, texts }: FormParts, name: string | undefined, type?: string, fileName?: string): boolean {
  if (name === file) return true;
  return !texts.has(name ?? '') && (fileName !== undefined || type === 'application/octet-stream');
}

export class FormContent {
  private readonly fields: [name: string, value: string][] = [];
  private readonly files: { readonly name: string; readonly hash: Hash }[] = [];

  addField(name: string, value: string): void {
    this.fields.push([name, value]);
  }

  /** Hashes the bytes, which starts the stream: connect its consumer before the next turn of the event loop. */
  addFile(name: string, bytes: Readable): void {
    const hash = createHash('sha256');
    this.files.push({ name, hash });
    bytes.on('data', (chunk: Buffer) => hash.update(chunk));
  }

  /** Gives the same text for equal fields and equal files. Call once, after the end of the form. */
  summary(): string {
    const fields = this.fields.map((field) => JSON.stringify(field)).sort();
    const files = this.files.map(({ name, hash }) => JSON.stringify([name, hash.digest('hex')])).sort();
    return JSON.stringify([fields, files]);
  }
}

/** Reads a form to its end. Rejects when the form is malformed, incomplete or too large. */
export async function readFormContent(request: IncomingMessage, parts: FormParts): Promise<FormContent> {
  const content = new FormContent();
  const parser = openFormParser(request, parts, bodyTooLarge);
  parser.on('field', (name, value) => content.addField(name, value));
  parser.on('file', (name, bytes) => {
    bytes.on('error', () => undefined);
    content.addFile(name ?? '', bytes);
  });
  await pipeline(request, parser);
  return content;
}

// The content of a multipart body, without its boundaries and the order of its fields, which differ between equal forms.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ApiError } from '../../errors/api-error.js';
import { bodyTooLarge, MAX_BODY_BYTES } from '../body/body.guard.js';

const MAX_FIELDS = 100;

const LIMITS = {
  fields: MAX_FIELDS,
  /** The largest field is a custom `metadata` object, whose 50 values of 500 characters stay well below. */
  fieldSize: 256 * 1024,
  fieldNameSize: 100,
  files: 2,
  parts: MAX_FIELDS + 2,
  headerPairs: 20,
} as const;

/** Names and values of all fields, as for a JSON body. `summary` works on them in one go and blocks the event loop meanwhile. */
const MAX_TEXT_BYTES = MAX_BODY_BYTES;
const MAX_PART_HEADER_BYTES = 16 * 1024;
/** All that a form can hold besides one file. A form with a second file is refused. */
export const MAX_FIELDS_BYTES = MAX_TEXT_BYTES + LIMITS.parts * MAX_PART_HEADER_BYTES;
/** A file of exactly this size fits into a form. */
export const MAX_FILE_BYTES = 524_288_000;
/** Busboy reads all of these without a limit: files of other names, parts beyond its limits, bytes before and after the parts. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + MAX_FIELDS_BYTES;

/**
 * Every reader of forms must use it, so that a repeated form is cut at the same place as the first one. A form with too much
 * text destroys the parser with `bodyTooLarge`, and one that is longer than any form may be with `tooLong`. Pipe the request
 * into the parser at once: its bytes are counted from here on.
 * @throws Error when the content type has no boundary; `tooLong` when the announced length is too long
 */
export function openFormParser(request: IncomingMessage, tooLong: () => ApiError): busboy.Busboy {
  const { headers } = request;
  if (Number(headers['content-length']) > MAX_FORM_BYTES) throw tooLong();
  const parser = busboy({ headers, defParamCharset: 'utf8', limits: LIMITS });
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) parser.destroy(tooLong());
  });
  let textBytes = 0;
  // Busboy gives undefined for a part without a name, which its types do not say.
  parser.on('field', (name: string | undefined, value) => {
    textBytes += Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
    if (textBytes > MAX_TEXT_BYTES) parser.destroy(bodyTooLarge());
  });
  return parser;
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
export async function readFormContent(request: IncomingMessage): Promise<FormContent> {
  const content = new FormContent();
  const parser = openFormParser(request, bodyTooLarge);
  parser.on('field', (name, value) => content.addField(name, value));
  parser.on('file', (name, bytes) => {
    bytes.on('error', () => undefined);
    content.addFile(name ?? '', bytes);
  });
  await pipeline(request, parser);
  return content;
}

// The content of a multipart body, without its boundaries and the order of its fields, which differ between equal forms.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

const MAX_FIELDS = 100;

/** Every reader of forms must use these limits, so that a repeated form is cut at the same place as the first one. */
export const FORM_OPTIONS = {
  defParamCharset: 'utf8',
  limits: {
    fields: MAX_FIELDS,
    /** The largest field is a custom `metadata` object, whose 50 values of 500 characters stay well below. */
    fieldSize: 256 * 1024,
    fieldNameSize: 100,
    files: 2,
    parts: MAX_FIELDS + 2,
    headerPairs: 20,
  },
} as const;

const MAX_PART_HEADER_BYTES = 16 * 1024;
/** All that a form can hold besides one file. A form with a second file is refused. */
export const MAX_FIELDS_BYTES = (MAX_FIELDS + 2) * (FORM_OPTIONS.limits.fieldSize + MAX_PART_HEADER_BYTES);

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

/** Reads a form to its end. Rejects when the form is malformed or incomplete. */
export async function readFormContent(request: IncomingMessage): Promise<FormContent> {
  const content = new FormContent();
  const parser = busboy({ headers: request.headers, ...FORM_OPTIONS });
  parser.on('field', (name, value) => content.addField(name, value));
  parser.on('file', (name, bytes) => {
    bytes.on('error', () => undefined);
    content.addFile(name ?? '', bytes);
  });
  await pipeline(request, parser);
  return content;
}

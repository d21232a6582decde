// What a multipart body says, apart from how it is written: boundaries and the order of fields differ between equal forms.
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

const MOST_FIELDS = 100;

/** Of every form that the service reads, so that a repeated form is cut off where the first one was. */
export const FORM_OPTIONS = {
  defParamCharset: 'utf8',
  limits: {
    fields: MOST_FIELDS,
    /** A custom `metadata` object is the largest field; its 50 values of 500 characters stay well below. */
    fieldSize: 256 * 1024,
    fieldNameSize: 100,
    files: 2,
    parts: MOST_FIELDS + 2,
    headerPairs: 20,
  },
} as const;

export class FormContent {
  private readonly fields: [name: string, value: string][] = [];
  private readonly files: { readonly name: string; readonly hash: Hash }[] = [];

  addField(name: string, value: string): void {
    this.fields.push([name, value]);
  }

  /** Listens to the bytes and sets them flowing: connect the consumer before the next turn of the event loop. */
  addFile(name: string, bytes: Readable): void {
    const hash = createHash('sha256');
    this.files.push({ name, hash });
    bytes.on('data', (chunk: Buffer) => hash.update(chunk));
  }

  /** The same text for equal fields and equal files. Call once, when the form is over. */
  summary(): string {
    const byText = (left: string, right: string) => (left < right ? -1 : Number(left > right));
    const fields = this.fields.map((field) => JSON.stringify(field)).sort(byText);
    const files = this.files.map(({ name, hash }) => JSON.stringify([name, hash.digest('hex')])).sort(byText);
    return JSON.stringify([fields, files]);
  }
}

/** Reads a form to its end and keeps nothing but its content. Rejects for one that is broken or breaks off. */
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

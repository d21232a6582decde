// Reads the body of a request of a library, at any speed, and takes a form apart.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import busboy from 'busboy';

export interface ReceivedFile {
  readonly field: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ReceivedBody {
  /** Bytes of the body, boundaries included. */
  readonly bytes: number;
  /** False when the connection ended first, or was cut. */
  readonly whole: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly ReceivedFile[];
  readonly json: unknown;
}

interface Reading {
  /** Cut the connection after so many bytes. */
  readonly cutAfter?: number;
  /** Wait this long after each 64 KiB. */
  readonly slowMs?: number;
  /** Count the bytes only. */
  readonly skim?: boolean;
}

const SLOW_BYTES = 65_536;

export function readBody(request: IncomingMessage, reading: Reading = {}): Promise<ReceivedBody> {
  if (reading.skim) return skim(request);
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
  return isForm ? readForm(request, reading) : readJson(request);
}

async function skim(request: IncomingMessage): Promise<ReceivedBody> {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  return { bytes, whole: request.complete, fields: {}, files: [], json: null };
}

async function readJson(request: IncomingMessage): Promise<ReceivedBody> {
  const body = await text(request).catch(() => null);
  const empty = { fields: {}, files: [] };
  if (body === null) return { bytes: 0, whole: false, json: null, ...empty };
  return { bytes: Buffer.byteLength(body), whole: true, json: body === '' ? null : JSON.parse(body), ...empty };
}

async function readForm(request: IncomingMessage, reading: Reading): Promise<ReceivedBody> {
  const fields: Record<string, string> = {};
  const files: ReceivedFile[] = [];
  const parser = busboy({ headers: request.headers, defParamCharset: 'utf8' });
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (field, stream, { filename = '' }) => {
    const hash = createHash('sha256');
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      bytes += chunk.length;
    });
    stream.on('end', () => files.push({ field, name: filename, bytes, sha256: hash.digest('hex') }));
    stream.on('error', () => undefined);
  });
  parser.on('error', () => undefined);
  // Also after an error: a form that breaks off is seen by the file that is missing.
  const parsed = new Promise<void>((done) => parser.once('close', () => done()));
  const { bytes, whole } = await feed(request, parser, reading);
  if (whole) {
    parser.end();
    await parsed;
  } else parser.destroy();
  return { bytes, whole, fields, files, json: null };
}

async function feed(request: IncomingMessage, parser: busboy.Busboy, { cutAfter, slowMs }: Reading) {
  let bytes = 0;
  try {
    for await (const chunk of request) {
      const before = bytes;
      bytes += chunk.length;
      if (cutAfter !== undefined && bytes >= cutAfter) {
        request.socket.resetAndDestroy();
        return { bytes, whole: false };
      }
      if (!parser.write(chunk)) await once(parser, 'drain');
      const passed = Math.floor(bytes / SLOW_BYTES) - Math.floor(before / SLOW_BYTES);
      if (slowMs && passed > 0) await sleep(slowMs * passed);
    }
    return { bytes, whole: request.complete };
  } catch {
    return { bytes, whole: false };
  }
}

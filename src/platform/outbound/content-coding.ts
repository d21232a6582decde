// Decompresses downloads. Requests ask for `identity` only, but some servers and stores compress anyway. Others name a coding for
// bytes that have none: `aws-chunked` left over from an upload, `utf-8`, or `gzip` that a proxy has already removed.
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { OutboundError } from './outbound-error.js';

export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** RFC 9110, 8.4.1. */
const CODINGS: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};
/** Limit of codings in one response. More than one is already a mistake. */
const MAX_CODINGS = 2;

export interface DecompressOptions {
  /** Limit of the decompressed bytes of each coding, so that a small download cannot cause endless work. */
  readonly maxBytes: number;
  /** True when these first bytes show the expected content, without a coding. */
  readonly isPlain: (head: Buffer) => boolean;
  /** Bytes that `isPlain` needs. */
  readonly headBytes: number;
}

/** Codings of the header that are known. Other values need no decoding. */
export function contentCodings(header: string | string[] | undefined): readonly ContentCoding[] {
  const names = [header ?? []].flat().join(',').toLowerCase().split(',');
  return names.flatMap((name) => CODINGS[name.trim()] ?? []).slice(0, MAX_CODINGS);
}

/** @throws OutboundError `bad-compression` and `too-large`; what `bytes` throws */
export function decompressed(
  bytes: AsyncIterable<Buffer>,
  codings: readonly ContentCoding[],
  options: DecompressOptions,
): AsyncIterable<Buffer> {
  // The last one was applied last.
  return codings.reduceRight((content, coding) => withoutCoding(content, coding, options), bytes);
}

async function* withoutCoding(
  bytes: AsyncIterable<Buffer>,
  coding: ContentCoding,
  { maxBytes, isPlain, headBytes }: DecompressOptions,
): AsyncGenerator<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  const head = await takeHead(iterator, headBytes);
  const decoder = decoderOf(coding, head, isPlain);
  const whole = resume(head, iterator);
  if (decoder === null) return yield* whole;
  let sourceError: unknown = null;
  const source = Readable.from(whole, { objectMode: false }).on('error', (error) => {
    sourceError = error;
  });
  const done = pipeline(source, decoder, { end: true }).catch(() => undefined);
  let size = 0;
  try {
    for await (const chunk of decoder) {
      size += chunk.length;
      if (size > maxBytes) throw new OutboundError('too-large');
      yield chunk;
    }
    await done;
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw sourceError ?? new OutboundError('bad-compression', undefined, { cause: error });
  } finally {
    decoder.destroy();
  }
}

async function takeHead(iterator: AsyncIterator<Buffer>, bytes: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  let length = 0;
  while (length < bytes) {
    const next = await iterator.next();
    if (next.done) break;
    taken.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(taken);
}

async function* resume(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

const GZIP = Buffer.from('1f8b', 'hex');
const ZSTD = Buffer.from('28b52ffd', 'hex');

/** Null where the bytes have no such coding. */
function decoderOf(coding: ContentCoding, head: Buffer, isPlain: (head: Buffer) => boolean): Transform | null {
  if (coding === 'gzip') return head.subarray(0, 2).equals(GZIP) ? zlib.createGunzip() : null;
  if (coding === 'zstd') return head.subarray(0, 4).equals(ZSTD) ? zstdDecoder() : null;
  if (coding === 'deflate' && isZlib(head)) return zlib.createInflate();
  if (head.length === 0 || isPlain(head)) return null;
  // Some servers send `deflate` without the header that RFC 9110 asks for.
  return coding === 'deflate' ? zlib.createInflateRaw() : zlib.createBrotliDecompress();
}

/** RFC 1950: the method, and a checksum over the first two bytes. */
function isZlib(head: Buffer): boolean {
  return head.length >= 2 && ((head[0] ?? 0) & 0x0f) === 8 && head.readUInt16BE(0) % 31 === 0;
}

/** Node has zstd since 22.15 and 23.8. */
function zstdDecoder(): Transform {
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
  if (typeof create === 'function') return create();
  throw new OutboundError(
    'bad-compression',
    'The server sent content compressed with zstd, which it was not asked for',
  );
}

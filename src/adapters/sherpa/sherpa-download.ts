// Downloads one file of a release. An interrupted download is kept and continued by the next run.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { sha256Of } from './sherpa-model.js';
import { type ModelPart, SHERPA_RELEASES } from './sherpa-presets.js';

/** The download fails after this long without a byte; the bytes that arrived are kept. */
const STALL_TIMEOUT_MS = 60_000;

export interface DownloadOptions {
  readonly part: ModelPart;
  /** Folder URL of a mirror, which serves all files side by side; default the publisher's releases. */
  readonly from?: string;
  readonly progress: (receivedBytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Error: no file came from the URL. The machine cannot reach it, or the server does not serve it. */
export class NoDownloadError extends Error {}

/** URL of the part's file. */
export function addressOf({ release, file, address }: ModelPart, from?: string): string {
  if (from !== undefined) return `${from.replace(/\/+$/, '')}/${file}`;
  return address ?? `${SHERPA_RELEASES}/${release}/${file}`;
}

/**
 * Downloads the part to `partial`, continuing what an earlier run left there. Resolves with the SHA-256 of all bytes, which it
 * does not compare. Rejects with one sentence for the operator.
 */
export async function downloadPart(options: DownloadOptions, partial: string): Promise<string> {
  const { part } = options;
  const found = (await stat(partial).catch(() => null))?.size ?? 0;
  // An earlier run has downloaded all bytes but could not unpack them.
  if (found === part.bytes) return sha256Of(partial);
  const already = found < part.bytes ? found : 0;
  const response = await request(options, already);
  const continues = response.status === 206 && startOf(response) === already;
  if (response.body === null || !(continues || response.status === 200)) {
    await response.body?.cancel();
    const address = addressOf(part, options.from);
    throw new NoDownloadError(`${address} cannot be downloaded: the server answered ${response.status}.`);
  }
  const kept = continues ? already : 0;
  const length = response.headers.get('content-length');
  if (length !== null && kept + Number(length) !== part.bytes) {
    await response.body.cancel();
    throw new Error(`${part.file} has ${kept + Number(length)} bytes on the server, and ${part.bytes} were pinned.`);
  }
  const hash = createHash('sha256');
  if (kept > 0) await hashInto(hash, partial);
  const size = { kept, max: part.bytes };
  const bytes = await append(response.body, partial, size, hash, options.progress).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    throw interrupted(error);
  });
  if (bytes > part.bytes)
    throw new Error(`${part.file} is longer on the server than the ${part.bytes} bytes that were pinned.`);
  if (bytes < part.bytes) throw interrupted(new Error(`${bytes} of ${part.bytes} bytes`));
  return hash.digest('hex');
}

function interrupted(cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error('The disk is full; make room and run the command again to continue.', { cause });
  }
  return new Error('The download was interrupted; run the command again to continue.', { cause });
}

async function request({ part, from, signal }: DownloadOptions, already: number): Promise<Response> {
  const address = addressOf(part, from);
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (already > 0) headers.range = `bytes=${already}-`;
  try {
    return await fetch(address, { headers, signal: signal ?? null });
  } catch (error) {
    signal?.throwIfAborted();
    throw new NoDownloadError(
      `${URL.canParse(address) ? new URL(address).origin : address} cannot be reached (--from URL takes a mirror).`,
      {
        cause: error,
      },
    );
  }
}

function startOf(response: Response): number | null {
  const match = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
  return match === null ? null : Number(match[1]);
}

/** @returns the bytes of the file, or more than `max` when the body is longer; then nothing beyond `max` is written */
async function append(
  body: ReadableStream<Uint8Array>,
  path: string,
  { kept, max }: { readonly kept: number; readonly max: number },
  hash: Hash,
  progress: (bytes: number) => void,
): Promise<number> {
  const file = await open(path, kept > 0 ? 'a' : 'w');
  const reader = body.getReader();
  let bytes = kept;
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read());
      if (done) return bytes;
      bytes += value.length;
      if (bytes > max) return bytes;
      // Unlike `write`, it continues after a partial write: on an almost full disk.
      await file.appendFile(value);
      hash.update(value);
      progress(bytes);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await file.close();
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('stalled')), STALL_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

async function hashInto(hash: Hash, path: string): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
}

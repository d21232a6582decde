// Feeds samples to an ffmpeg that writes a file. A failure leaves no file.
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProviderError } from '../../ports/provider-error.js';
import type { BoundedChild } from './bounded-child.js';
import { decoderStalled, failureOfExit } from './ffmpeg-outcome.js';
import { type FfmpegOptions, startFfmpeg } from './start-ffmpeg.js';

export interface FileEncoding {
  readonly pcm: Readable;
  readonly path: string;
  /** ffmpeg's arguments for the input from its pipe, and for the output file. */
  readonly inputArgs: readonly string[];
  readonly outputArgs: readonly string[];
  readonly cpuSeconds: number;
  readonly signal: AbortSignal;
  /** Error message when the encoder fails. */
  readonly failed: string;
  /** Kills the encoder when it makes no progress for this long. Default: no limit. */
  readonly stallTimeoutMs?: number;
}

/** Error of an encoder that refused its input or could not write. */
export class EncoderFailed extends ProviderError {}

/** @throws ProviderError, also when `pcm` fails; a ProviderError of `pcm` is thrown as it is */
export async function encodeFile(ffmpeg: FfmpegOptions, encoding: FileEncoding): Promise<void> {
  const { path, inputArgs, outputArgs, cpuSeconds, signal } = encoding;
  const folder = dirname(path);
  const unfinished = `${randomUUID()}.partial`;
  const args = [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe'],
    ...[...inputArgs, '-i', 'pipe:0', '-map_metadata', '-1', ...outputArgs, `./${unfinished}`],
  ];
  const limits = { pipe: 'stdin', cpuSeconds, writableFiles: 'unlimited' } as const;
  const child = await startFfmpeg(ffmpeg, { args, cwd: folder, limits, signal });
  try {
    await feed(child, encoding);
    await rename(join(folder, unfinished), path);
  } finally {
    child.kill();
    await child.exited;
    await rm(join(folder, unfinished), { force: true });
  }
}

/** Writes the samples to the encoder and waits for its end. */
async function feed(child: BoundedChild, { pcm, signal, failed, stallTimeoutMs }: FileEncoding): Promise<void> {
  let stalled = false;
  const stop = () => {
    stalled = true;
    child.kill();
  };
  const timer = stallTimeoutMs === undefined ? null : setTimeout(stop, stallTimeoutMs);
  async function* watched(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      timer?.refresh();
      yield chunk;
    }
  }
  // The pipe fails with EPIPE when the encoder dies early. The exit status says more, so both are awaited.
  const [writing, exit] = await Promise.all([
    pipeline(pcm, watched, child.stdin, { signal }).then(
      () => null,
      (error: unknown) => ({ error }),
    ),
    child.exited,
  ]).finally(() => clearTimeout(timer ?? undefined));
  signal.throwIfAborted();
  if (exit.code === 0 && writing === null) return;
  if (writing?.error instanceof ProviderError) throw writing.error;
  if (stalled) throw decoderStalled();
  const cause = exit.code === 0 ? writing?.error : exit.stderr;
  throw failureOfExit(exit) ?? new EncoderFailed(failed, { retryable: true, code: 'not_processable', cause });
}

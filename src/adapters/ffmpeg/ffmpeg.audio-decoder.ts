// Runs ffmpeg for each decode and encode, under limits: a recording comes from a stranger and may be made to do harm.
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AudioDecoder, type DecodedAudio, type DecodeRequest, type EncodeRequest } from '../../ports/audio-decoder.js';
import { ProviderError } from '../../ports/provider-error.js';
import { BoundedChild, type ChildLimits, limitedShellArgs } from './bounded-child.js';
import { decodeRecording } from './decode-recording.js';
import { failureOfExit, programMissing } from './ffmpeg-outcome.js';
import { type LaunchProgram, launchDirectly } from './launch-program.js';
import { resolveFfmpeg } from './resolve-ffmpeg.js';
import { StallGuardedReader } from './stall-guarded-reader.js';

export interface FfmpegAudioDecoderOptions {
  /** Path of ffmpeg, as {@link resolveFfmpeg} found it. */
  readonly program: string;
  /**
   * ffmpeg is killed when its output is awaited for this long, or, summed over the whole decode, for this long plus a
   * fifth of the maximum duration. Time in which the reader does not read does not count.
   */
  readonly stallTimeoutMs?: number | undefined;
  /** Starts the programs. Default: this process starts them itself. */
  readonly launch?: LaunchProgram | undefined;
}

const ENCODER_FAILED = 'The audio could not be prepared for transcription';

const DEFAULT_STALL_TIMEOUT_MS = 60_000;
/** Minimum speed of a decoder, times real time; the slowest accepted codec runs at more than 1000. */
const MIN_SPEED = 5;

/** Three protocols, eight demuxers, no network, no secrets, limits on memory, CPU time and silence. */
export class FfmpegAudioDecoder extends AudioDecoder {
  readonly #program: string;
  readonly #stallTimeoutMs: number;
  readonly #launch: LaunchProgram;

  constructor(options: FfmpegAudioDecoderOptions) {
    super();
    this.#program = options.program;
    this.#stallTimeoutMs = options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS;
    this.#launch = options.launch ?? launchDirectly;
  }

  async describe(): Promise<string> {
    const { version } = await resolveFfmpeg(this.#program);
    return `ffmpeg ${version}`;
  }

  /**
   * The file's folder becomes the working directory of ffmpeg and should hold nothing else.
   * A crash (SIGSEGV and the like, or the CPU limit) is not retryable, even after samples were delivered: a decoder that
   * crashed on a file may have misread it before. A stall, and death by a signal from outside, are retryable.
   */
  async decode(request: DecodeRequest): Promise<DecodedAudio> {
    request.signal.throwIfAborted();
    // Slowest accepted codec measured: 24 h of Opus in 49 s.
    const cpuSeconds = 60 + Math.ceil(request.maxDurationMs / 100_000);
    const limits = { pipe: 'stdout', cpuSeconds, writableFiles: 0 } as const;
    return decodeRecording(request, {
      start: (args) => this.#start(args, dirname(request.path), limits, request.signal),
      watch: (child) =>
        new StallGuardedReader(child, {
          stallTimeoutMs: this.#stallTimeoutMs,
          totalTimeoutMs: this.#stallTimeoutMs + request.maxDurationMs / MIN_SPEED,
        }),
    });
  }

  async encode(request: EncodeRequest): Promise<void> {
    request.signal.throwIfAborted();
    const folder = dirname(request.path);
    const unfinished = `${randomUUID()}.partial`;
    const child = await this.#start(
      encodeArgs(request, unfinished),
      folder,
      { pipe: 'stdin', cpuSeconds: 3600, writableFiles: 'unlimited' },
      request.signal,
    );
    try {
      await feed(child, request);
      await rename(join(folder, unfinished), request.path);
    } finally {
      child.kill();
      await child.exited;
      await rm(join(folder, unfinished), { force: true });
    }
  }

  async #start(args: readonly string[], cwd: string, limits: ChildLimits, signal: AbortSignal): Promise<BoundedChild> {
    const shell = limitedShellArgs(limits, [this.#program, ...args]);
    try {
      return new BoundedChild(await this.#launch({ args: shell, cwd, pipe: limits.pipe }), signal);
    } catch (cause) {
      throw programMissing(cause);
    }
  }
}

const CODEC_ARGS = {
  flac: ['-c:a', 'flac', '-f', 'flac'],
  ogg: ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip', '-f', 'ogg'],
} as const;

function encodeArgs({ sampleRate, format }: EncodeRequest, fileName: string): string[] {
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe'],
    ...['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'],
    ...['-map_metadata', '-1', ...CODEC_ARGS[format], `./${fileName}`],
  ];
}

/** Writes the samples to the encoder and waits for its end. */
async function feed(child: BoundedChild, { pcm, signal }: EncodeRequest): Promise<void> {
  // When the encoder dies early, the pipe fails with EPIPE. The exit status says more, so both are awaited.
  const [writing, exit] = await Promise.all([
    pipeline(pcm, child.stdin, { signal }).then(
      () => null,
      (error: unknown) => ({ error }),
    ),
    child.exited,
  ]);
  signal.throwIfAborted();
  if (exit.code === 0 && writing === null) return;
  if (writing?.error instanceof ProviderError) throw writing.error;
  const cause = exit.code === 0 ? writing?.error : exit.stderr;
  throw failureOfExit(exit) ?? new ProviderError(ENCODER_FAILED, { retryable: true, code: 'not_processable', cause });
}

// Runs ffmpeg for each decode and encode, under limits: a recording comes from a stranger and may be made to do harm.
import { dirname } from 'node:path';
import { AudioDecoder, type DecodedAudio, type DecodeRequest, type EncodeRequest } from '../../ports/audio-decoder.js';
import { decodeRecording } from './decode-recording.js';
import { encodeFile } from './encode-file.js';
import { resolveFfmpeg } from './resolve-ffmpeg.js';
import { StallGuardedReader } from './stall-guarded-reader.js';
import { DEFAULT_STALL_TIMEOUT_MS, type FfmpegOptions, startFfmpeg } from './start-ffmpeg.js';

const ENCODER_FAILED = 'The audio could not be prepared for transcription';

/** Minimum speed of a decoder, times real time; the slowest accepted codec runs at more than 1000. */
const MIN_SPEED = 5;

/** Three protocols, eight demuxers, no network, no secrets, limits on memory, CPU time and silence. */
export class FfmpegAudioDecoder extends AudioDecoder {
  readonly #ffmpeg: FfmpegOptions;
  readonly #stallTimeoutMs: number;

  constructor(options: FfmpegOptions) {
    super();
    this.#ffmpeg = options;
    this.#stallTimeoutMs = options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS;
  }

  async describe(): Promise<string> {
    const { version } = await resolveFfmpeg(this.#ffmpeg.program);
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
      start: (args) => startFfmpeg(this.#ffmpeg, { args, cwd: dirname(request.path), limits, signal: request.signal }),
      watch: (child) =>
        new StallGuardedReader(child, {
          stallTimeoutMs: this.#stallTimeoutMs,
          totalTimeoutMs: this.#stallTimeoutMs + request.maxDurationMs / MIN_SPEED,
        }),
    });
  }

  async encode(request: EncodeRequest): Promise<void> {
    const { pcm, sampleRate, format, path, signal } = request;
    signal.throwIfAborted();
    await encodeFile(this.#ffmpeg, {
      pcm,
      path,
      inputArgs: ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1'],
      outputArgs: CODEC_ARGS[format],
      cpuSeconds: 3600,
      signal,
      failed: ENCODER_FAILED,
    });
  }
}

const CODEC_ARGS = {
  flac: ['-c:a', 'flac', '-f', 'flac'],
  ogg: ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip', '-f', 'ogg'],
} as const;

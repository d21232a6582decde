// Runs ffmpeg for each decode and encode, under limits: a recording comes from a stranger and may be made to do harm.
import { dirname } from 'node:path';
import { AudioDecoder, type DecodedAudio, type DecodeRequest, type EncodeRequest } from '../../ports/audio-decoder.js';
import { decodeRecording, readPlan } from './decode-recording.js';
import { encodeFile } from './encode-file.js';
import { resolveFfmpeg } from './resolve-ffmpeg.js';
import { StallGuardedReader } from './stall-guarded-reader.js';
import { DEFAULT_STALL_TIMEOUT_MS, type FfmpegOptions, startFfmpeg } from './start-ffmpeg.js';

const ENCODER_FAILED = 'The audio could not be encoded';

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

  async playsExactly({ path, signal }: Pick<DecodeRequest, 'path' | 'signal'>): Promise<boolean> {
    signal.throwIfAborted();
    return (await readPlan({ path, signal })).playsExactly === true;
  }

  async encode(request: EncodeRequest): Promise<void> {
    const { pcm, channels = 1, sampleRate, format, path, signal } = request;
    signal.throwIfAborted();
    await encodeFile(this.#ffmpeg, {
      pcm,
      path,
      inputArgs: ['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels)],
      outputArgs: format === 'mp3' ? playedMp3(channels) : CODEC_ARGS[format],
      cpuSeconds: 3600,
      signal,
      failed: ENCODER_FAILED,
      // A reader that waits for the encoder must not wait without end.
      ...(format === 'mp3' && { stallTimeoutMs: 2 * this.#stallTimeoutMs }),
    });
  }
}

const CODEC_ARGS = {
  flac: ['-c:a', 'flac', '-f', 'flac'],
  ogg: ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip', '-f', 'ogg'],
} as const;

/** Samples that an encoder and a decoder of MP3 put before the sound. */
const MP3_DELAY = 1105;
const KBITS_PER_CHANNEL = 32;

/**
 * Frames of one length, none of which needs another one (`-reservoir 0`), and no frame of the encoder's own, whose index browsers
 * read as time: then a second is a number of bytes. The delay is taken off the sound, since only that frame would tell of it.
 * An hour of one channel takes 14.4 MB and 12 s of CPU time; AAC, which takes 8 s, is not in every Chromium, and Opus takes 50 s.
 */
function playedMp3(channels: number): string[] {
  const mix = Array.from({ length: channels }, (_, at) => `c${at}`).join('+');
  const filters = [`atrim=start_sample=${MP3_DELAY}`, ...(channels > 2 ? [`pan=mono|c0<${mix}`] : [])];
  return [
    ...['-af', filters.join(','), '-c:a', 'libmp3lame', '-b:a', `${KBITS_PER_CHANNEL * (channels === 2 ? 2 : 1)}k`],
    ...['-reservoir', '0', '-joint_stereo', '0', '-compression_level', '9'],
    ...['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
  ];
}

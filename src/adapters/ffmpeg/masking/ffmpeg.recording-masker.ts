// Writes a recording with muted stretches: one ffmpeg decodes what is heard, this process replaces the samples, another ffmpeg
// encodes them. What was written is counted, because it must be as long as the recording to the sample.
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { DecodedAudio } from '../../../ports/audio-decoder.js';
import { ProviderError } from '../../../ports/provider-error.js';
import { type MaskedRecording, type MaskRequest, RecordingMasker } from '../../../ports/recording-masker.js';
import { describeArgs } from '../decode-args.js';
import { readPlan } from '../decode-recording.js';
import { EncoderFailed, encodeFile } from '../encode-file.js';
import { FfmpegAudioDecoder } from '../ffmpeg.audio-decoder.js';
import { noAudio } from '../ffmpeg-outcome.js';
import { DEFAULT_STALL_TIMEOUT_MS, type FfmpegOptions, startFfmpeg } from '../start-ffmpeg.js';
import { PcmMuting } from './mute-pcm.js';
import { OGG_OPUS, ownRendition, type Rendition, type SourceTrack, sourceTrack } from './rendition-format.js';

const NOT_MASKED = 'The recording could not be masked';
const LENGTH_DIFFERS = 'The recording is not as long as it was measured';
const SPANS_DO_NOT_FIT = 'A stretch to be masked does not lie in the recording';

/** The measured length was rounded, and sounds at other rates end a few samples earlier or later. */
const MAX_DIFFERENCE_MS = 20;
/** So that a recording that is longer than measured is not cut to its measured length. */
const BEYOND_MS = 1000;
/** The slowest encoder of those used writes an hour of two channels in 40 s of CPU time. */
const MIN_ENCODING_SPEED = 10;

const BYTES_PER_SAMPLE = 2;

interface Heard {
  readonly channels: number;
  /** Samples of each channel. */
  readonly frames: number;
}

const refused = (sentence: string, cause?: unknown) =>
  new ProviderError(sentence, { retryable: false, code: 'not_processable', cause });

export class FfmpegRecordingMasker extends RecordingMasker {
  readonly #ffmpeg: FfmpegOptions;
  readonly #decoder: FfmpegAudioDecoder;

  constructor(options: FfmpegOptions) {
    super();
    this.#ffmpeg = options;
    this.#decoder = new FfmpegAudioDecoder(options);
  }

  async mask(request: MaskRequest): Promise<MaskedRecording> {
    request.signal.throwIfAborted();
    if (!spansFit(request)) throw refused(SPANS_DO_NOT_FIT);
    const own = ownRendition(request.format, await this.#describe(request));
    const renditions = own === null ? [OGG_OPUS] : [own, OGG_OPUS];
    let failure: unknown;
    try {
      for (const rendition of renditions) {
        try {
          if (await this.#write(request, rendition)) {
            const { size } = await stat(request.outputPath);
            return { format: rendition.format, sizeBytes: size };
          }
        } catch (error) {
          if (!(error instanceof EncoderFailed)) throw error;
          failure = error;
        }
      }
      throw failure ?? refused(NOT_MASKED);
    } catch (error) {
      await rm(request.outputPath, { force: true });
      throw error;
    }
  }

  async #describe({ path, signal }: MaskRequest): Promise<SourceTrack> {
    const [part] = (await readPlan({ path, signal })).parts;
    if (part === undefined) throw noAudio(null);
    const child = await startFfmpeg(this.#ffmpeg, {
      args: describeArgs(path, part),
      cwd: dirname(path),
      limits: { pipe: 'stdout', cpuSeconds: 60, writableFiles: 0 },
      signal,
    });
    const { stderr } = await child.waitForExit();
    signal.throwIfAborted();
    const track = sourceTrack(stderr);
    if (track === null) throw noAudio(stderr.slice(-2000));
    return track;
  }

  /** @returns false where what was written is not as long as the recording */
  async #write(request: MaskRequest, rendition: Rendition): Promise<boolean> {
    const { path, outputPath } = request;
    const { sampleRate, wholeFramesOf } = rendition;
    const decode = () => this.#decode(path, sampleRate, request);
    const lead = wholeFramesOf === null ? 0 : missing((await count(await decode())).frames, wholeFramesOf);
    const audio = await decode();
    const { channels } = audio;
    const muting = new PcmMuting({ ...request, sampleRate, channels });
    try {
      await encodeFile(this.#ffmpeg, {
        pcm: Readable.from(behind(lead * channels * BYTES_PER_SAMPLE, muting.apply(audio.pcm)), { objectMode: false }),
        path: outputPath,
        inputArgs: ['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels)],
        outputArgs: ['-map_chapters', '-1', '-bitexact', ...rendition.args(channels, lead)],
        cpuSeconds: 60 + Math.ceil(request.durationMs / 1000 / MIN_ENCODING_SPEED),
        signal: request.signal,
        failed: NOT_MASKED,
        stallTimeoutMs: 2 * (this.#ffmpeg.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS),
      });
      await audio.report;
    } finally {
      audio.pcm.destroy();
    }
    const lengthMs = (muting.frames * 1000) / sampleRate;
    if (Math.abs(lengthMs - request.durationMs) > MAX_DIFFERENCE_MS) throw refused(LENGTH_DIFFERS);
    return this.#isAsLong(request, rendition, { channels, frames: muting.frames });
  }

  async #isAsLong(request: MaskRequest, rendition: Rendition, { channels, frames }: Heard): Promise<boolean> {
    const { sampleRate } = rendition;
    if (rendition.tellsLength) return (await toldFrames(request, sampleRate)) === frames;
    try {
      const written = await count(await this.#decode(request.outputPath, sampleRate, request));
      return written.channels === channels && written.frames === frames;
    } catch (error) {
      if (error instanceof ProviderError && !error.retryable) return false;
      throw error;
    }
  }

  #decode(path: string, sampleRate: number, { durationMs, signal }: MaskRequest): Promise<DecodedAudio> {
    return this.#decoder.decode({ path, sampleRate, maxDurationMs: durationMs + BEYOND_MS, signal });
  }
}

function spansFit({ spans, durationMs }: MaskRequest): boolean {
  return spans.every(({ startMs, endMs }, at) => {
    return startMs >= (spans[at - 1]?.endMs ?? 0) && endMs > startMs && endMs <= durationMs;
  });
}

/** Samples of each channel by the header; null where not all of them are there. */
async function toldFrames({ outputPath, signal }: MaskRequest, sampleRate: number): Promise<number | null> {
  const { parts, damaged } = await readPlan({ path: outputPath, signal });
  const promisedMs = parts.length === 1 ? (parts[0]?.promisedMs ?? null) : null;
  return damaged || promisedMs === null ? null : Math.round((promisedMs * sampleRate) / 1000);
}

async function count({ channels, pcm, report }: DecodedAudio): Promise<Heard> {
  let bytes = 0;
  for await (const chunk of pcm as AsyncIterable<Buffer>) bytes += chunk.length;
  await report;
  return { channels, frames: bytes / channels / BYTES_PER_SAMPLE };
}

function missing(frames: number, whole: number): number {
  return (whole - (frames % whole)) % whole;
}

async function* behind(silentBytes: number, pcm: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (silentBytes > 0) yield Buffer.alloc(silentBytes);
  yield* pcm;
}

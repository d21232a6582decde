// Turns a recording of any accepted format into PCM, and PCM into the small files that speech providers take.
import type { Readable } from 'node:stream';

export interface DecodeRequest {
  /** Local file; the only file the decoder may open. */
  readonly path: string;
  /** Samples per second of the output; the decoder resamples. */
  readonly sampleRate: number;
  /** Output is cut after this much audio, in milliseconds. */
  readonly maxDurationMs: number;
  readonly signal: AbortSignal;
}

export interface DecodeReport {
  /** True when the decoder met damaged or missing data on the way: what could be decoded was delivered. */
  readonly damaged: boolean;
}

export interface DecodedAudio {
  /** Channels of the first audio stream, 1 or more. */
  readonly channels: number;
  /** Signed 16-bit little-endian samples, channels interleaved. Back-pressure holds up to the decoder. */
  readonly pcm: Readable;
  /** Settles after `pcm` has ended; rejects with {@link ProviderError} when the decoder failed. */
  readonly report: Promise<DecodeReport>;
}

export interface EncodeRequest {
  /** Mono signed 16-bit little-endian samples. */
  readonly pcm: Readable;
  readonly sampleRate: number;
  readonly format: 'flac' | 'ogg';
  readonly path: string;
  readonly signal: AbortSignal;
}

export abstract class AudioDecoder {
  /**
   * Decodes the first audio stream of the file. Resolves once the channel count is known.
   * Throws a final {@link ProviderError} when the file holds no audio that can be decoded.
   */
  abstract decode(request: DecodeRequest): Promise<DecodedAudio>;

  /** Writes a mono file: flac (lossless) or ogg (Opus, 24 kbit/s). */
  abstract encode(request: EncodeRequest): Promise<void>;

  /** Program and version, for the start-up summary. Rejects with one sentence on how to install it. */
  abstract describe(): Promise<string>;
}

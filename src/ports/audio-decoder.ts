// Decodes a recording of any accepted format to PCM, and encodes PCM to the small files that speech providers accept.
import type { Readable } from 'node:stream';

export interface DecodeRequest {
  /** Local file. The decoder may open no other file. */
  readonly path: string;
  /** Samples per second of the output. */
  readonly sampleRate: number;
  /** The output ends after this much audio, in milliseconds. */
  readonly maxDurationMs: number;
  readonly signal: AbortSignal;
}

export interface DecodeReport {
  /** True when sound that the container announces is missing or could not be decoded. All decodable sound was delivered. */
  readonly damaged: boolean;
}

export interface DecodedAudio {
  /** At least 1. Two tracks of one channel each are two channels. */
  readonly channels: number;
  /** Number of audio tracks in the recording, at least 1. */
  readonly tracks: number;
  /** The answer of {@link AudioDecoder.playsExactly}. */
  readonly playsExactly: boolean;
  /** Length that an undamaged container declares, in milliseconds; null where it declares none. */
  readonly promisedMs: number | null;
  /** Signed 16-bit little-endian samples, channels interleaved. Back-pressure reaches the decoder. */
  readonly pcm: Readable;
  /** Settles after `pcm` has ended; a later abort changes nothing. Rejects with {@link ProviderError} when the decoder failed. */
  readonly report: Promise<DecodeReport>;
}

export interface EncodeRequest {
  /** Signed 16-bit little-endian samples, channels interleaved. */
  readonly pcm: Readable;
  /** Default: 1. */
  readonly channels?: number;
  readonly sampleRate: number;
  readonly format: 'flac' | 'ogg' | 'mp3';
  readonly path: string;
  readonly signal: AbortSignal;
}

export abstract class AudioDecoder {
  /**
   * True where Chromium, Firefox and Safari play the file as it is, each second where it is decoded. Decodes nothing. Throws as
   * `decode` does where the file cannot be read.
   */
  abstract playsExactly(request: Pick<DecodeRequest, 'path' | 'signal'>): Promise<boolean>;

  /**
   * Decodes two audio tracks of one channel each as channels 0 and 1, of any other set the default track, else the first. A gap
   * in the time stamps is silence of its length, as players play it. Resolves as soon as the channel count is known. Throws a
   * {@link ProviderError}, not retryable when the file holds no audio that can be decoded; retryable when the file cannot be
   * read. Once aborted, rejects with the signal's reason, as `pcm` and `report` do, and works no more. A reader that destroys
   * `pcm` ends the work too: the report rejects as retryable.
   */
  abstract decode(request: DecodeRequest): Promise<DecodedAudio>;

  /**
   * Writes a file: flac (lossless), ogg (Opus, 24 kbit/s), or mp3 for playing, of at most two channels: more become one. In the
   * mp3, which leaves out the first 1,105 samples, Chromium, Firefox and Safari find every second. Throws {@link ProviderError},
   * also when `pcm` fails; a ProviderError of `pcm` is thrown as it is. Rejects with the signal's reason when aborted. A failure
   * leaves no file.
   */
  abstract encode(request: EncodeRequest): Promise<void>;

  /**
   * Program and version, for the start-up summary. When there is none, rejects with one sentence on how to install it.
   */
  abstract describe(): Promise<string>;
}

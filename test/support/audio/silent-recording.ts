// A decoder of silence in place of ffmpeg, for tests that need a recording of hours.
import { Readable } from 'node:stream';
import {
  AudioDecoder,
  type DecodedAudio,
  type DecodeReport,
  type DecodeRequest,
} from '../../../src/ports/audio-decoder.js';
import { ProviderError } from '../../../src/ports/provider-error.js';

/** Decodes a silent recording of any length, whatever the file. */
export class SilentRecording extends AudioDecoder {
  lengthMs = 0;
  /** Milliseconds that each run of the decoder gave. */
  readonly decodedMs: number[] = [];
  isPlayedExactly = true;
  promisedMs: number | null = null;
  whileDecoding: () => Promise<unknown> = async () => undefined;

  async decode({ maxDurationMs, sampleRate, signal }: DecodeRequest): Promise<DecodedAudio> {
    signal.throwIfAborted();
    const ms = Math.min(this.lengthMs, maxDurationMs);
    this.decodedMs.push(ms);
    await this.whileDecoding();
    const second = Buffer.alloc(sampleRate * 2);
    const chunks = function* () {
      for (let left = ms; left > 0; left -= 1_000) {
        signal.throwIfAborted();
        yield left >= 1_000 ? second : second.subarray(0, Math.round((left * sampleRate) / 1_000) * 2);
      }
    };
    const pcm = Readable.from(chunks(), { objectMode: false });
    const report = new Promise<DecodeReport>((resolve, reject) => {
      const interrupted = new ProviderError('Decoding was interrupted', { retryable: true });
      pcm.once('end', () => resolve({ damaged: false }));
      pcm.once('close', () => reject(signal.aborted ? signal.reason : interrupted));
    });
    report.catch(() => undefined);
    return { channels: 1, tracks: 1, playsExactly: this.isPlayedExactly, promisedMs: this.promisedMs, pcm, report };
  }

  override playsExactly = async () => this.isPlayedExactly;
  override encode = () => Promise.reject(new Error('Nothing is encoded here'));
  override describe = () => Promise.resolve('silence');
}

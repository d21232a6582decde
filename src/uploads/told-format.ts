// Detects the format of a recording from its first bytes while they pass, so that other data is refused at once.

import { type AudioFormat, SNIFF_BYTES, sniffAudioFormat } from '../recordings/receiving/audio-format.js';
import { RecordingRefused, UNSUPPORTED_FORMAT } from '../recordings/receiving/recording-limits.js';
import type { StoredUpload } from './upload-rows.js';

/**
 * Bytes that suffice for a refusal. More bytes of the same request are awaited first, up to the number that POST /analysis
 * checks.
 */
const MIN_HEAD_BYTES = 4_096;

export class ToldFormat {
  format: AudioFormat | null;
  /** First bytes of all requests so far; empty once the format is known. */
  head: Buffer;

  constructor(private readonly upload: Pick<StoredUpload, 'format' | 'head' | 'fileName' | 'lengthBytes'>) {
    this.format = upload.format;
    this.head = upload.head;
  }

  /** Passes the bytes on unchanged. @throws RecordingRefused */
  async *pass(source: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<Buffer, void, undefined> {
    if (this.format === null) {
      const { arrived, failure } = await this.takeHead(source);
      // After an interrupted request, more bytes may follow, unless the upload is complete.
      if (failure === null || this.head.length >= this.upload.lengthBytes) this.refuseUnlessAudio();
      yield* arrived;
      if (failure !== null) throw failure.reason;
    }
    yield* source;
  }

  /** Works like `pass`, but refuses nothing. Call `refuseUnlessAudio` at the end. */
  async *passAll(source: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of source) {
      if (this.format === null && this.head.length < SNIFF_BYTES) this.add(chunk);
      yield chunk;
    }
  }

  /** @throws RecordingRefused */
  refuseUnlessAudio(): void {
    const isEnough = this.head.length >= MIN_HEAD_BYTES || this.head.length >= this.upload.lengthBytes;
    if (this.format === null && isEnough) throw new RecordingRefused('not_audio', UNSUPPORTED_FORMAT);
  }

  /** Reads until the format is known, or enough bytes are received for the check. */
  private async takeHead(source: AsyncGenerator<Buffer, void, undefined>): Promise<Head> {
    const arrived: Buffer[] = [];
    try {
      while (this.format === null && this.head.length < SNIFF_BYTES) {
        const next = await source.next();
        if (next.done) break;
        arrived.push(next.value);
        this.add(next.value);
      }
      return { arrived, failure: null };
    } catch (reason) {
      return { arrived, failure: { reason } };
    }
  }

  private add(chunk: Buffer): void {
    const head = Buffer.concat([this.head, chunk.subarray(0, SNIFF_BYTES - this.head.length)]);
    this.head = head;
    if (head.length < MIN_HEAD_BYTES && head.length < this.upload.lengthBytes) return;
    this.format = sniffAudioFormat(head, { fileName: this.upload.fileName, mimeType: null });
    if (this.format !== null) this.head = Buffer.alloc(0);
  }
}

interface Head {
  readonly arrived: readonly Buffer[];
  readonly failure: { readonly reason: unknown } | null;
}

// Streams a recording from an upload or a download into storage, and meanwhile checks its format by content and its size.
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/errors/api-error.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { StoredRecording } from '../stored-recording.js';
import { SNIFF_BYTES, sniffAudioFormat } from './audio-format.js';
import { declaredDurationMs } from './declared-duration.js';
import {
  AUDIO_EMPTY,
  AUDIO_TOO_LARGE,
  MAX_RECORDING_BYTES,
  RecordingRefused,
  UNSUPPORTED_FORMAT,
} from './recording-limits.js';

export interface RecordingHints {
  readonly fileName: string | null;
  readonly mimeType: string | null;
  /** Approximate number of bytes that follow; null when the sender does not tell it. */
  readonly announcedBytes: number | null;
  /** Minimum number of bytes that follow; 0 when it is not certain. */
  readonly certainBytes: number;
}

export interface ReceivedRecording extends StoredRecording {
  /** Duration that the header declares; null when it declares none reliably. */
  readonly declaredMs: number | null;
}

@Injectable()
export class RecordingIntake {
  constructor(private readonly store: ObjectStore) {}

  /**
   * Stores the recording, or leaves nothing in storage.
   * @param onLength called before the rest is read, with the minimum length of the recording in milliseconds, where its header
   *   and its announced size are certain (wav and flac); may throw
   * @throws RecordingRefused for a recording that is empty, too large or of another format; ProviderError when storage fails;
   *   RecordingInterrupted
   */
  async receive(
    analysisId: string,
    source: Readable,
    hints: RecordingHints,
    signal: AbortSignal,
    onLength: (atLeastMs: number) => void = () => undefined,
  ): Promise<ReceivedRecording> {
    const chunks = chunksOf(source);
    const head = await takeHead(chunks);
    if (head.length === 0) throw new RecordingRefused('not_audio', AUDIO_EMPTY);
    const format = sniffAudioFormat(head, hints);
    if (format === null) throw new RecordingRefused('not_audio', UNSUPPORTED_FORMAT);
    const atLeastMs = hints.certainBytes > 0 ? declaredDurationMs(head, hints.certainBytes, format) : null;
    if (atLeastMs !== null) onLength(atLeastMs);

    let sizeBytes = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      let chunk: Buffer | undefined = head;
      while (chunk) {
        sizeBytes += chunk.length;
        if (sizeBytes > MAX_RECORDING_BYTES) throw new RecordingRefused('too_large', AUDIO_TOO_LARGE);
        yield chunk;
        chunk = (await chunks.next()).value;
      }
    }
    const storageKey = recordingKey(analysisId);
    const body = Readable.from(counted(), { objectMode: false });
    await this.store.put(storageKey, body, signal, hints.announcedBytes);
    return {
      storageKey,
      sizeBytes,
      format,
      declaredMs: declaredDurationMs(head, sizeBytes, format),
    };
  }
}

/** Key in storage. It contains only our own id: a client's file name must never become part of a path. */
export function recordingKey(analysisId: string): string {
  return `recordings/${analysisId}`;
}

/** The bytes ended early: the client or the remote server closed the connection. `cause` is the error of the stream. */
export class RecordingInterrupted extends Error {
  override readonly name = 'RecordingInterrupted';
  constructor(cause: unknown) {
    super('The recording broke off before its end', { cause });
  }
}

async function* chunksOf(source: Readable): AsyncGenerator<Buffer, undefined> {
  try {
    for await (const chunk of source) yield chunk;
  } catch (error) {
    throw error instanceof ApiError || error instanceof ProviderError ? error : new RecordingInterrupted(error);
  }
}

async function takeHead(chunks: AsyncGenerator<Buffer, undefined>): Promise<Buffer> {
  const taken: Buffer[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(taken);
}

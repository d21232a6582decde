// Turns a stretch of a recording into what a provider takes: a file to upload, or a data URL.
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';

export type UploadFormat = 'ogg' | 'flac' | 'wav';

export interface UploadEncoder {
  readonly decoder: AudioDecoder;
  readonly format: UploadFormat;
  /** A larger file is refused. Default: what OpenAI and self-hosted servers take. */
  readonly maxBytes?: number;
}

const SAMPLE_RATE = 16_000;
const BYTES_PER_MS = 32;
/**
 * OpenAI and several self-hosted servers refuse request bodies over 25 MiB (26,214,400 bytes). The difference leaves room
 * for the form and for up to four speaker samples of 10 s as data URLs (about 1.7 MB).
 */
const MAX_UPLOAD_BYTES = 24_000_000;

/**
 * Calls `use` with the piece as a file, which is read from disk while it is sent. A piece in ogg or flac is encoded into the
 * scratch folder first, and removed from there after `use`.
 * Throws a ProviderError: a final one when the file exceeds the providers' size limit, one that may pass when it cannot be read.
 */
export async function withEncodedPiece<T>(
  encoder: UploadEncoder,
  piece: SpeechPiece,
  options: { readonly scratchDir: string; readonly signal: AbortSignal },
  use: (file: File) => Promise<T>,
): Promise<T> {
  const start = Math.round(piece.startMs) * BYTES_PER_MS;
  const end = Math.round(piece.endMs) * BYTES_PER_MS;
  if (encoder.format === 'wav') {
    // A wav file is a header and the PCM that is on the disk already: no encoder and no second copy are needed.
    const samples = (await readable(() => openAsBlob(piece.pcmPath))).slice(start, end);
    return await use(uploadOf([wavHeader(samples.size), samples], encoder));
  }
  const path = join(options.scratchDir, `piece-${randomUUID()}.${encoder.format}`);
  // Opened here: a stream that opens its file reports a failure before the encoder listens, which would end the process.
  const pcm = (await readable(() => open(piece.pcmPath))).createReadStream({ start, end: end - 1 });
  try {
    await encoder.decoder.encode({
      pcm,
      sampleRate: SAMPLE_RATE,
      format: encoder.format,
      path,
      signal: options.signal,
    });
    return await use(uploadOf([await openAsBlob(path)], encoder));
  } finally {
    pcm.destroy();
    await rm(path, { force: true });
  }
}

/** The message of a file that cannot be opened holds its path. */
async function readable<T>(openFile: () => Promise<T>): Promise<T> {
  try {
    return await openFile();
  } catch (cause) {
    const message = 'The audio could not be prepared for transcription';
    throw new ProviderError(message, { retryable: true, code: 'not_processable', cause });
  }
}

/** Providers read the format from the ending of the file name, so the name is needed; it holds nothing about the call. */
function uploadOf(parts: readonly (Blob | Buffer)[], { format, maxBytes = MAX_UPLOAD_BYTES }: UploadEncoder): File {
  const file = new File([...parts], `call.${format}`, { type: `audio/${format}` });
  if (file.size <= maxBytes) return file;
  throw new ProviderError('A part of the recording is too large for the transcription provider.', {
    retryable: false,
    code: 'too_large',
  });
}

/** Reads a stretch of the PCM into a `data:audio/wav` URL. */
export async function wavDataUrl(pcmPath: string, span: SpeechSpan): Promise<string> {
  const start = Math.round(span.startMs) * BYTES_PER_MS;
  const samples = Buffer.alloc(Math.round(span.endMs) * BYTES_PER_MS - start);
  const file = await readable(() => open(pcmPath, 'r'));
  try {
    const { bytesRead } = await file.read(samples, 0, samples.length, start);
    const data = samples.subarray(0, bytesRead);
    return `data:audio/wav;base64,${Buffer.concat([wavHeader(data.length), data]).toString('base64')}`;
  } finally {
    await file.close();
  }
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

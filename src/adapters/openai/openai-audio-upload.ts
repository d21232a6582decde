import { randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';

export type UploadFormat = 'ogg' | 'flac' | 'wav';

const SAMPLE_RATE = 16_000;
const BYTES_PER_MS = 32;
/**
 * OpenAI and several self-hosted servers refuse request bodies over 25 MiB (26,214,400 bytes); what is left is for the
 * form and for up to four speaker samples of 10 s as data URLs (about 1.7 MB).
 */
const LARGEST_UPLOAD_BYTES = 24_000_000;

/**
 * Hands the piece's stretch of PCM as a file to `use`; it is read from disk while it is sent. Encoded formats lie in the
 * scratch folder until then. Throws a final ProviderError when it is over the providers' size limit.
 */
export async function withEncodedPiece<T>(
  encoder: { readonly decoder: AudioDecoder; readonly format: UploadFormat },
  piece: SpeechPiece,
  options: { readonly scratchDir: string; readonly signal: AbortSignal },
  use: (file: File) => Promise<T>,
): Promise<T> {
  const start = Math.round(piece.startMs) * BYTES_PER_MS;
  const end = Math.round(piece.endMs) * BYTES_PER_MS;
  if (encoder.format === 'wav') {
    // The PCM is the file but for its header: no encoder, and no second copy on the disk.
    const samples = (await openAsBlob(piece.pcmPath)).slice(start, end);
    return await use(uploadOf([wavHeader(samples.size), samples], 'wav'));
  }
  const path = join(options.scratchDir, `piece-${randomUUID()}.${encoder.format}`);
  const pcm = createReadStream(piece.pcmPath, { start, end: end - 1 });
  try {
    await encoder.decoder.encode({
      pcm,
      sampleRate: SAMPLE_RATE,
      format: encoder.format,
      path,
      signal: options.signal,
    });
    return await use(uploadOf([await openAsBlob(path)], encoder.format));
  } finally {
    pcm.destroy();
    await rm(path, { force: true });
  }
}

/** The providers judge the format by the name's ending. The name says nothing about the call. */
function uploadOf(parts: readonly (Blob | Buffer)[], format: UploadFormat): File {
  const file = new File([...parts], `call.${format}`, { type: `audio/${format}` });
  if (file.size <= LARGEST_UPLOAD_BYTES) return file;
  throw new ProviderError('A part of the recording is too large for the transcription provider.', { retryable: false });
}

/** A stretch of the PCM as a `data:audio/wav` URL. */
export async function wavDataUrl(pcmPath: string, span: SpeechSpan): Promise<string> {
  const start = Math.round(span.startMs) * BYTES_PER_MS;
  const samples = Buffer.alloc(Math.round(span.endMs) * BYTES_PER_MS - start);
  const file = await open(pcmPath, 'r');
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
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

// Encodes for playing while the same samples are measured: the recording is decoded once for both.
import { stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import type { AudioDecoder, DecodedAudio } from '../../ports/audio-decoder.js';

export interface BesideRequest {
  readonly sampleRate: number;
  /** Path of the new file. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called with the error of an encoder that failed: what is measured does not depend on it. */
  readonly onFailure: (error: unknown) => void;
}

interface Beside {
  /** The same audio. Its reader waits for the encoder, and the decoder for both. */
  readonly audio: DecodedAudio;
  /** Settles once the encoder has ended; true where the file is whole. Never rejects. */
  readonly isEncoded: Promise<boolean>;
}

export function encodeBeside(decoder: AudioDecoder, audio: DecodedAudio, request: BesideRequest): Beside {
  const { sampleRate, path, signal, onFailure } = request;
  const { channels } = audio;
  const copy = new PassThrough();
  // An error of the copy reaches the encoder, which reports it.
  copy.on('error', () => undefined);
  const isEncoded = decoder.encode({ pcm: copy, channels, sampleRate, format: 'mp3', path, signal }).then(
    // Nothing is left of a recording of a few hundredths of a second.
    async () => (await stat(path)).size > 0,
    (error: unknown) => {
      copy.destroy();
      if (!signal.aborted && !isCut) onFailure(error);
      return false;
    },
  );
  let isCut = false;
  async function* samples() {
    try {
      for await (const chunk of audio.pcm as AsyncIterable<Buffer>) {
        if (!copy.destroyed && !copy.write(chunk)) await drained(copy);
        yield chunk;
      }
      copy.end();
    } finally {
      isCut = !copy.writableEnded;
      if (isCut) copy.destroy();
      audio.pcm.destroy();
    }
  }
  return { audio: { ...audio, pcm: Readable.from(samples(), { objectMode: false }) }, isEncoded };
}

function drained(copy: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      copy.off('drain', end).off('close', end);
      resolve();
    };
    copy.once('drain', end).once('close', end);
  });
}

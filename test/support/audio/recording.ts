// A recording on disk for adapters to send: 16 kHz PCM whose frequency rises, so that a test can tell each stretch by its
// samples.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { resolveFfmpeg } from '../../../src/adapters/ffmpeg/resolve-ffmpeg.js';
import type { SpeechPiece, TranscribeOptions } from '../../../src/ports/speech-to-text.js';

export interface Recording {
  readonly dir: string;
  readonly pcm: Buffer;
  piece(changes?: Partial<SpeechPiece>): SpeechPiece;
  options(changes?: Partial<TranscribeOptions>): TranscribeOptions;
}

/** Writes the recording into a new folder `dir`, which the caller removes. */
export async function makeRecording(durationMs: number): Promise<Recording> {
  const dir = await mkdtemp(join(tmpdir(), 'openai-adapter-'));
  const pcm = Buffer.alloc(durationMs * 32);
  for (let i = 0; i < durationMs * 16; i += 1)
    pcm.writeInt16LE(Math.round(8000 * Math.sin(i * i * 1e-6 + i / 40)), i * 2);
  const pcmPath = join(dir, 'channel.pcm');
  await writeFile(pcmPath, pcm);
  return {
    dir,
    pcm,
    piece: (changes = {}) => ({
      channel: 0,
      startMs: 0,
      endMs: durationMs,
      pcmPath,
      speech: [{ startMs: 0, endMs: durationMs }],
      ...changes,
    }),
    options: (changes = {}) => ({
      language: null,
      voices: [],
      spot: [],
      scratchDir: dir,
      signal: new AbortController().signal,
      ...changes,
    }),
  };
}

export async function makeDecoder(): Promise<FfmpegAudioDecoder> {
  const { program } = await resolveFfmpeg(null);
  return new FfmpegAudioDecoder({ program });
}

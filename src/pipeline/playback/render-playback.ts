// Makes what plays in every browser of a stored recording, where the recording itself does not.
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { KnownPlayback } from '../../calls/playback/playback.js';
import { Config } from '../../platform/config/config.js';
import { AudioDecoder } from '../../ports/audio-decoder.js';
import { ObjectStore } from '../../ports/object-store.js';

/** Samples of a channel a second: those that are measured. */
export const PLAYBACK_RATE_HZ = 16_000;

/** Log line. */
export const NOT_MADE = 'Could not make what plays in every browser; it is tried again';

export interface RenderRequest {
  readonly storageKey: string;
  /** Folder for the files of this request alone. */
  readonly dir: string;
  /** Records the key before anything is stored under it. Null where the recording is not to be rendered any more. */
  readonly noteKey: () => Promise<string | null>;
  readonly signal: AbortSignal;
}

@Injectable()
export class RenderPlayback {
  constructor(
    private readonly decoder: AudioDecoder,
    private readonly store: ObjectStore,
    private readonly config: Config,
  ) {}

  /** @returns null where the key was refused @throws ProviderError, the error of `noteKey`, and the reason of the signal */
  async run({ storageKey, dir, noteKey, signal }: RenderRequest): Promise<KnownPlayback | null> {
    // A decoder may open other files in the folder of its input.
    const path = join(dir, 'heard', 'recording.bin');
    await mkdir(dirname(path), { recursive: true });
    await this.store.fetchTo(storageKey, path, signal);
    const output = join(dir, 'play.mp3');
    if (!(await this.encode(path, output, signal))) return 'as_is';
    const key = await noteKey();
    if (key === null) return null;
    await this.put(key, output, signal);
    return 'made';
  }

  async put(key: string, path: string, signal: AbortSignal): Promise<void> {
    await this.store.put(key, createReadStream(path), signal, (await stat(path)).size);
  }

  /** @returns false where the recording plays as it is, or has no sound */
  private async encode(path: string, output: string, signal: AbortSignal): Promise<boolean> {
    if (await this.decoder.playsExactly({ path, signal })) return false;
    const maxDurationMs = this.config.maxAudioMinutes * 60_000 + 1_000;
    const audio = await this.decoder.decode({ path, sampleRate: PLAYBACK_RATE_HZ, maxDurationMs, signal });
    const { channels, pcm } = audio;
    try {
      await this.decoder.encode({ pcm, channels, sampleRate: PLAYBACK_RATE_HZ, format: 'mp3', path: output, signal });
      await audio.report;
      return (await stat(output)).size > 0;
    } finally {
      pcm.destroy();
      await audio.report.catch(() => undefined);
    }
  }
}

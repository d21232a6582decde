// Makes what plays in every browser of a call that was to be masked, of the sound that clients will hear, before it is completed.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../../calls/claims/analysis-claims.js';
import type { KnownPlayback } from '../../calls/playback/playback.js';
import { ObjectStore } from '../../ports/object-store.js';
import type { StoredRecording } from '../../recordings/stored-recording.js';
import { ClaimLost } from '../../work/claim.js';
import { NOT_MADE, RenderPlayback } from './render-playback.js';

/** The sound that clients will hear: the masked recording where there is one. */
interface HeardSound {
  readonly audio: 'original' | 'redacted' | 'withheld';
  readonly rendition?: StoredRecording | null;
}

@Injectable()
export class MaskedPlayback {
  private readonly logger = new Logger(MaskedPlayback.name);

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly rendering: RenderPlayback,
    private readonly store: ObjectStore,
  ) {}

  /**
   * A call does not fail for it: what could not be made is asked for when the call is completed.
   * @returns null where it is not known how the sound plays, and where none is heard
   * @throws ClaimLost, and the reason of the signal
   */
  async run(
    {
      call,
      workspace,
      signal,
    }: { readonly call: ClaimedCall; readonly workspace: { readonly dir: string }; readonly signal: AbortSignal },
    storageKey: string,
    sound: HeardSound,
  ): Promise<KnownPlayback | null> {
    const heardKey =
      sound.audio === 'redacted'
        ? (sound.rendition?.storageKey ?? null)
        : sound.audio === 'original'
          ? storageKey
          : null;
    let playback: KnownPlayback | null = null;
    try {
      playback = heardKey === null ? null : await this.render(call, heardKey, workspace.dir, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ClaimLost) throw error;
      this.logger.warn({ err: error, analysisId: call.id, requestId: call.requestId }, NOT_MADE);
    }
    // A run that ended before its end may have stored one of another sound.
    if (playback !== 'made' && call.playbackKey !== null) await this.store.delete(call.playbackKey);
    return playback;
  }

  private async render(call: ClaimedCall, storageKey: string, folder: string, signal: AbortSignal) {
    // A run that resumes late has no folder yet.
    await mkdir(folder, { recursive: true });
    const dir = await mkdtemp(join(folder, 'play-'));
    try {
      const noteKey = async () => {
        const key = call.playbackKey ?? `recordings/${randomUUID()}`;
        await this.claims.recordPlaybackKey(call, key);
        return key;
      };
      return await this.rendering.run({ storageKey, dir, noteKey, signal });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }
}

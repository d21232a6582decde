// Between steps 3 and 4: rewrites the recording without the audio of masked parts. Clients play this masked recording.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../../calls/claims/analysis-claims.js';
import type { KnownPlayback } from '../../calls/playback/playback.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type RecordingFormat, RecordingMasker } from '../../ports/recording-masker.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { StoredRecording } from '../../recordings/stored-recording.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { maskBySegment } from '../../speech/redaction/mask-by-segment.js';
import { mutedSpans } from '../../speech/redaction/sound/muted-spans.js';
import { MaskedPlayback } from '../playback/masked-playback.js';
import type { TranscribedCall } from './assemble-transcript.js';
import type { CallRun } from './call-run.js';
import { CallWorkspaces } from './call-workspace.js';

const STEP = 'rendition';

/** Audio of a call for which masking was requested. Plain JSON: it is the checkpoint of the step. */
export type MaskedSound =
  /** Nothing in it was to be masked. */
  | { readonly audio: 'original' }
  | { readonly audio: 'redacted'; readonly muted: readonly SpeechSpan[]; readonly rendition: StoredRecording | null }
  /** Some part could not be masked exactly. */
  | { readonly audio: 'withheld' };

/**
 * Plans the masking without the recording: spans to mute, or the reason why there are none. A scenario, which has no recording,
 * shows this plan.
 */
export function planSound(
  { mode }: Pick<WantedRedaction, 'mode'>,
  { transcript, masked }: TranscribedCall,
  durationMs: number,
): MaskedSound {
  if (mode === 'text' || masked === null) return { audio: 'original' };
  if (!masked.isExact) return { audio: 'withheld' };
  if (masked.redactions.length === 0) return { audio: 'original' };
  const muted = mutedSpans(masked.redactions, transcript.segments, durationMs);
  return muted === null ? { audio: 'withheld' } : { audio: 'redacted', muted, rendition: null };
}

/** Transcript for later steps. Where the audio could not be masked, each segment with a masked part is masked as a whole. */
export function toldOf(heard: TranscribedCall, sound: MaskedSound | null): TranscribedCall {
  const { transcript, masked } = heard;
  if (masked === null || sound?.audio !== 'withheld') return heard;
  const { segments, redactions } = maskBySegment(transcript.segments, masked.redactions);
  return { ...heard, transcript: { ...transcript, segments }, masked: { ...masked, redactions } };
}

@Injectable()
export class MaskRecording {
  private readonly logger = new Logger(MaskRecording.name);

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly masker: RecordingMasker,
    private readonly store: ObjectStore,
    private readonly playback: MaskedPlayback,
  ) {}

  /** @returns null where the call is not to be masked @throws ProviderError of the store and of this worker, ClaimLost */
  async run(
    run: CallRun,
    storageKey: string,
    { durationMs }: Pick<Measurement, 'durationMs'>,
    heard: TranscribedCall,
  ): Promise<MaskedSound | null> {
    const { call } = run;
    if (call.redact === null) return null;
    const plan = planSound(call.redact, heard, durationMs);
    if (plan.audio !== 'redacted') return plan;
    const done = (await this.claims.readCheckpoints<MaskedSound>(call, STEP)).get(0);
    if (done) return done;
    const rendition = await this.render(run, storageKey, { ...call.redact, durationMs, spans: plan.muted });
    const sound: MaskedSound = rendition ? { ...plan, rendition } : { audio: 'withheld' };
    await this.claims.recordRendition(call, STEP, sound, rendition, { stage: 'analysing', percent: 82 });
    return sound;
  }

  /** Makes what plays in every browser, of what clients will hear. @throws ClaimLost */
  makePlayable(run: CallRun, storageKey: string, sound: MaskedSound): Promise<KnownPlayback | null> {
    return this.playback.run(run, storageKey, sound);
  }

  /** Deletes the call's decoded files on this machine. */
  forgetSound(call: ClaimedCall): Promise<void> {
    return this.workspaces.closeAll(call);
  }

  /** Null where the recording cannot be written without them. */
  private async render(
    { call, workspace, signal }: CallRun,
    storageKey: string,
    { audio, durationMs, spans }: Pick<WantedRedaction, 'audio'> & { durationMs: number; spans: readonly SpeechSpan[] },
  ): Promise<StoredRecording | null> {
    const path = workspace.recordingPath;
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) await this.workspaces.download(workspace, storageKey, signal);
    const outputPath = join(dirname(path), 'masked.bin');
    const format = call.audioFormat as RecordingFormat;
    const request = { path, format, durationMs, spans, audio, outputPath, signal };
    const written = await this.masker.mask(request).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isFinal(error)) throw error;
      this.logger.error({ err: error, ...logged(call) }, 'Could not mask a recording; it is withheld');
      return null;
    });
    if (written === null) return null;
    const key = call.redactedKey ?? `recordings/${randomUUID()}`;
    if (call.redactedKey === null) await this.claims.recordRenditionKey(call, key);
    const { sizeBytes } = await this.store.put(key, createReadStream(outputPath), signal, written.sizeBytes);
    return { storageKey: key, format: written.format, sizeBytes };
  }
}

const logged = ({ id: analysisId, requestId }: ClaimedCall) => ({ analysisId, requestId });

/** Whether another attempt would fail in the same way on any worker. */
function isFinal(error: unknown): boolean {
  return error instanceof ProviderError && !error.retryable && !error.pausesEngine && error.workerFault === null;
}

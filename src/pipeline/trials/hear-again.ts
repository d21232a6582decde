// An item of a trial of transcription: the stored recording is decoded, heard by the engine that is tried, and masked, by the
// same steps as those of a call. Its call stays as it is.
import { Inject, Injectable } from '@nestjs/common';
import type { RedactionResponse } from '../../calls/results/redaction.response.js';
import { hearingOf } from '../../judging/trials/figures/item-result.js';
import {
  type ClaimedItem,
  type SkippedReason,
  TrialItemClaims,
  type TriedItem,
} from '../../judging/trials/trial-item-claims.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { toTranscriptResponse } from '../../speech/transcript/transcript-wire.js';
import type { Run } from '../../work/kind-of-work.js';
import type { StepRun } from '../steps/call-run.js';
import { CallWorkspaces } from '../steps/call-workspace.js';
import { DecodeRecording, MEASURE_STEP } from '../steps/decode-recording.js';
import { planSound, toldOf } from '../steps/mask-recording.js';
import { TranscribeCall } from '../steps/transcribe-call.js';

/** The step that hears, with the items of trials in place of calls. */
export const TRANSCRIBE_ITEM = Symbol('transcribe item');

/** Why the recording cannot be heard again; null where it can. */
export function whyNotHeard({ scenario, storageKey, redaction }: ClaimedItem): SkippedReason | null {
  if (scenario !== null) return 'scenario';
  if (storageKey === null) return 'recording_gone';
  const told: Pick<RedactionResponse, 'audio'> | null = redaction === null ? null : JSON.parse(redaction);
  return told === null || told.audio === 'original' ? null : 'recording_masked';
}

@Injectable()
export class HearAgain {
  constructor(
    private readonly claims: TrialItemClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly decodeRecording: DecodeRecording,
    @Inject(TRANSCRIBE_ITEM) private readonly transcribe: TranscribeCall,
  ) {}

  /** @throws ProviderError, WorkRefused, HandBack, ClaimLost */
  async run(item: ClaimedItem, storageKey: string, run: Run): Promise<TriedItem> {
    const workspace = await this.workspaces.open(item);
    const step: StepRun = { ...run, call: item, workspace };
    const measurement = await this.measure(item, step, storageKey);
    await run.giveWay();
    await this.decodeRecording.ensurePcm(step, storageKey);
    await this.claims.startClock(item);
    const heard = await this.transcribe.run(step, storageKey, measurement);
    const sound = item.redact && planSound(item.redact, heard, measurement.durationMs);
    const { transcript } = toldOf(heard, sound);
    return {
      result: JSON.stringify(hearingOf(toTranscriptResponse(transcript, false))),
      audioMs: measurement.durationMs,
      costMicros: heard.use?.cost?.amount_micros ?? null,
    };
  }

  private async measure(item: ClaimedItem, step: StepRun, storageKey: string): Promise<Measurement> {
    const done = (await this.claims.readCheckpoints<Measurement>(item, MEASURE_STEP)).get(0);
    if (done) return done;
    const { measurement } = await this.decodeRecording.decode(step, storageKey);
    this.decodeRecording.refuse(measurement);
    const progress = { stage: 'transcribing', percent: 15 } as const;
    await this.claims.recordCheckpoint(null, item, MEASURE_STEP, 0, measurement, progress);
    return measurement;
  }
}

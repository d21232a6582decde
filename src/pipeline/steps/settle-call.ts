// Step 5: writes the final state, what a person should look at, the ledger entry, the webhook delivery and the order of
// evaluations in one transaction: a killed process leaves all of them or none.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { AnalysisClaims, type ClaimedCall } from '../../calls/claims/analysis-claims.js';
import type { CompletedPayload, CompletedRecordings, SettledCall } from '../../calls/claims/settled-call.js';
import type { KnownPlayback } from '../../calls/playback/playback.js';
import { pausesOf, redactedSpansOf, redactionOf } from '../../calls/redaction/redaction-json.js';
import type { EngineResponse } from '../../calls/results/analysis.response.js';
import { initialRedaction, type RedactionResponse } from '../../calls/results/redaction.response.js';
import { alsoFor, MASKING } from '../../calls/review-tasks/doubt.js';
import { noteDoubt } from '../../calls/review-tasks/review-tasks.js';
import { judgeCall } from '../../judgement/judge-call.js';
import { measuredSpeech } from '../../judgement/measured-speech.js';
import { computeTalkMetrics } from '../../judgement/talk-metrics.js';
import { doubtOfCall } from '../../judgement/worth.js';
import { ObjectStore } from '../../ports/object-store.js';
import type { MeasuredTrack, Measurement } from '../../speech/listening/measure-pcm.js';
import { lowestGrade, nameOf } from '../../speech/pieces/pieces-by-engine.js';
import { maskEnvelope } from '../../speech/redaction/sound/muted-spans.js';
import { tracksOf } from '../../speech/transcript/one-channel.js';
import { toTranscriptResponse } from '../../speech/transcript/transcript-wire.js';
import { informedConfidence } from '../../speech/words/confidence.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { WebhookEvent } from '../../webhooks/event-table.js';
import type { WorkFailure } from '../../work/claim.js';
import type { AnalysedCall } from './analyse-call.js';
import type { TranscribedCall } from './assemble-transcript.js';
import type { CallRun } from './call-run.js';
import type { MaskedSound } from './mask-recording.js';
import { PipelineMetrics } from './pipeline-metrics.js';
import { ScorecardsOfCall } from './scorecards-of-call.js';

@Injectable()
export class SettleCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: AnalysisClaims,
    private readonly store: ObjectStore,
    private readonly ledger: MinutesLedger,
    private readonly deliveries: Deliveries,
    private readonly metrics: PipelineMetrics,
    private readonly scorecards: ScorecardsOfCall,
  ) {}

  /**
   * @param sound null where nothing was to be masked in the call
   * @param playback how the recording of a call that was to be masked plays; null where it is not known, and for all others
   */
  async complete(
    { call }: Pick<CallRun, 'call'>,
    measurement: Measurement,
    heard: TranscribedCall,
    judged: AnalysedCall,
    sound: MaskedSound | null,
    playback: KnownPlayback | null = null,
  ): Promise<void> {
    const { transcript } = heard;
    const { durationMs } = measurement;
    const { report, notJudged } = judged;
    const results = judgeCall({ transcript, report, notJudged, outputLanguage: call.outputLanguage });
    const masked = sound && call.redact && heard.masked;
    const redaction = masked && redactionOf(call.redact, { ...masked, audio: sound.audio }, measurement.pauses ?? []);
    const doubt = doubtOfCall(results, transcript.diarization.roleConfidence);
    const payload: CompletedPayload = {
      ...payloadOf(measurement, heard, judged, sound, call),
      results: JSON.stringify(results),
      redaction: redaction ? JSON.stringify(redaction) : pausesJson(measurement),
      redactions: masked && JSON.stringify(redactedSpansOf(masked.redactions)),
      use: JSON.stringify({ transcription: heard.use, analysis: judged.use }),
    };
    const recordings = sound && redaction && recordingsOf(call, sound, redaction.original);
    if (redaction?.original === 'deleted') await this.deleteOriginal(call);
    const { deliveryIds, ordered } = await this.dataSource.transaction(async (tx) => {
      const settled = await this.claims.complete(tx, call, payload, recordings, playback);
      await noteDoubt(
        tx,
        call.id,
        'call',
        redaction?.status === 'withheld' ? alsoFor('flagged', MASKING, doubt) : doubt,
      );
      if (call.scenario === null) await this.ledger.bill(tx, chargeOf(call), durationMs);
      const notified = await this.notify(tx, call, settled, 'analysis.completed');
      return { deliveryIds: notified, ordered: await this.scorecards.order(tx, call, settled, transcript.language) };
    });
    this.metrics.settled('completed', call.createdAt, call.scenario === null ? durationMs : 0);
    if (ordered > 0) void this.scorecards.ring();
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  /**
   * Before the call is completed: the original of a completed call must not be readable. No later run needs it, since each step
   * has its checkpoint.
   */
  private async deleteOriginal(call: ClaimedCall): Promise<void> {
    // By a worker that still holds the call.
    await this.claims.recordProgress(call, { stage: 'settling', percent: 97 });
    if (call.storageKey !== null) await this.store.delete(call.storageKey);
  }

  async fail(call: ClaimedCall, failure: WorkFailure): Promise<void> {
    const deliveryIds = await this.dataSource.transaction(async (tx) => {
      const settled = await this.claims.fail(tx, call, failure);
      await this.ledger.release(tx, call.id);
      return this.notify(tx, call, settled, 'analysis.failed');
    });
    this.metrics.settled('failed', call.createdAt, 0);
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  private async notify(
    tx: EntityManager,
    call: ClaimedCall,
    { webhookUrl, webhookEvents }: SettledCall,
    event: WebhookEvent,
  ): Promise<string[]> {
    const { accountId, id: analysisId, livemode } = call;
    const webhook = { url: webhookUrl, events: webhookEvents };
    return this.deliveries.recordEvent(tx, { accountId, analysisId, event, webhook, livemode });
  }
}

function payloadOf(
  measurement: Measurement,
  { transcript, heardBy }: TranscribedCall,
  { judgedBy }: AnalysedCall,
  sound: MaskedSound | null,
  { redact }: ClaimedCall,
) {
  const tracks = tracksOf(measurement, transcript);
  return {
    transcript: JSON.stringify(toTranscriptResponse(transcript, false)),
    words: JSON.stringify(toTranscriptResponse(transcript, true)),
    metrics: JSON.stringify(
      computeTalkMetrics({
        segments: transcript.segments,
        durationMs: measurement.durationMs,
        leakageSuspected: measurement.leakageLeft ?? false,
        pauses: measurement.pauses,
        ...measuredSpeech(tracks, transcript),
      }),
    ),
    engine: JSON.stringify({
      transcription: nameOf(heardBy),
      analysis: judgedBy.name,
      grade: lowestGrade([...heardBy.map(({ grade }) => grade), judgedBy.grade]),
      mean_confidence: informedConfidence(transcript.segments),
      rules_version: judgedBy.rulesVersion,
      transcription_engine: heardBy[0]?.named ?? null,
      analysis_engine: judgedBy.named ?? null,
    } satisfies EngineResponse),
    envelopes: envelopesOf(tracks, sound, redact),
  };
}

/** Null where there is nothing to tell. */
function pausesJson({ pauses = [] }: Measurement): string | null {
  if (pauses.length === 0) return null;
  return JSON.stringify({ ...initialRedaction('none', 'original'), pauses: pausesOf(pauses) });
}

/** Null where the recording stays what it is: nothing of it was to be masked, or a scenario has none. */
function recordingsOf(
  { storageKey, audioFormat: format }: ClaimedCall,
  sound: MaskedSound,
  original: RedactionResponse['original'],
): CompletedRecordings | null {
  if (sound.audio === 'original' || storageKey === null || format === null) return null;
  const heard = sound.audio === 'redacted' ? sound.rendition : null;
  return {
    heard,
    sizeBytes: heard?.sizeBytes ?? null,
    original: original === 'kept' ? { storageKey, format } : null,
  };
}

/** Null where an earlier release measured the recording, and where it is withheld: then the waveform is not known. */
function envelopesOf(tracks: readonly MeasuredTrack[], sound: MaskedSound | null, redact: ClaimedCall['redact']) {
  if (sound?.audio === 'withheld') return null;
  const envelopes = tracks.flatMap(({ channel, envelope }) => {
    if (envelope === undefined) return [];
    const { msPerPeak, peaks } =
      redact && sound?.audio === 'redacted' ? maskEnvelope(envelope, sound.muted, redact.audio) : envelope;
    return [{ channel, ms_per_peak: msPerPeak, peaks }];
  });
  return envelopes.length === 0 ? null : JSON.stringify(envelopes);
}

function chargeOf(call: ClaimedCall) {
  return { analysisId: call.id, accountId: call.accountId, livemode: call.livemode };
}

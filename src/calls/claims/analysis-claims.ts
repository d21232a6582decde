// Only writer of an analysis's status and stage, except for an owner who restarts a failed one.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import type { StoredRecording } from '../../recordings/stored-recording.js';
import { ClaimLost, type WorkFailure } from '../../work/claim.js';
import { claimStatements } from '../../work/claim-statements.js';
import { holdEndedCall } from '../holds/held-calls.js';
import type { KnownPlayback } from '../playback/playback.js';
import { summariseResults } from '../results/summarise-results.js';
import { wordsOfTranscript, writeCallWords } from '../words/write-call-words.js';
import {
  ACCEPTED_AT,
  COMPLETE,
  COMPLETE_MASKED,
  FAIL,
  MEASUREMENT,
  PLAYBACK_KEY,
  PROGRESS,
  RECORDING,
  RENDITION,
  RENDITION_KEY,
  STEPS,
  WAITED,
} from './claim-statements.js';
import type { CompletedPayload, CompletedRecordings, SettledCall } from './settled-call.js';
import type { Progress, Stage, SteppedCall } from './step-records.js';
import { SteppedClaims } from './stepped-claims.js';

/** The row of a call at the moment of the claim. */
export interface ClaimedCall extends SteppedCall {
  /** Address from which the recording is downloaded. Null for an upload. */
  readonly sourceUrl: string | null;
  /** Null until the recording is stored. */
  readonly storageKey: string | null;
  readonly audioFormat: string | null;
  /** The stage that an earlier run reached. */
  readonly stage: Stage;
  /** Key of the masked recording. It is set before the recording is stored, until the call completes with it. */
  readonly redactedKey: string | null;
  /** Key of what plays in every browser. It is set before that is stored. */
  readonly playbackKey: string | null;
  /** Part of a batch, or taken from a source: single calls of the account come first. */
  readonly isBulk: boolean;
}

/** Measurements from decoding the recording. */
export interface MeasuredRecording {
  readonly durationMs: number;
  readonly sourceChannels: number;
  /** Absent from a checkpoint of an earlier release. */
  readonly sourceTracks?: number;
  readonly damaged: boolean;
}

@Injectable()
export class AnalysisClaims extends SteppedClaims<ClaimedCall> {
  constructor(dataSource: DataSource, { worker }: Config) {
    super(dataSource, worker.leaseMs, STATEMENTS, STEPS);
  }

  /** @throws ClaimLost */
  async recordProgress(call: ClaimedCall, { stage, percent }: Progress): Promise<void> {
    await this.write(this.dataSource, call, PROGRESS, [stage, Math.round(percent)]);
  }

  /** Records the key of the masked recording. Call this before the recording is stored. @throws ClaimLost */
  async recordRenditionKey(call: ClaimedCall, storageKey: string): Promise<void> {
    await this.write(this.dataSource, call, RENDITION_KEY, [storageKey]);
  }

  /**
   * Records the checkpoint of the step that masks the audio, and the stored recording in the row of the call.
   * @param rendition null where none is stored
   * @throws ClaimLost
   */
  async recordRendition(
    call: ClaimedCall,
    step: string,
    payload: unknown,
    rendition: Pick<StoredRecording, 'storageKey' | 'format'> | null,
    progress: Progress,
  ): Promise<void> {
    const columns = [rendition?.storageKey ?? null, rendition?.format ?? null];
    await this.writeCheckpoint(null, call, RENDITION, { step, piece: 0, payload, progress }, columns);
  }

  /** Records the stored recording and releases the call: the steps that need the recording claim it again. @throws ClaimLost */
  async recordRecording(call: ClaimedCall, recording: StoredRecording): Promise<void> {
    await this.write(this.dataSource, call, RECORDING, [recording.storageKey, recording.sizeBytes, recording.format]);
  }

  /** Records the key of what plays in every browser. Call this before that is stored. @throws ClaimLost */
  async recordPlaybackKey(call: ClaimedCall, storageKey: string): Promise<void> {
    await this.write(this.dataSource, call, PLAYBACK_KEY, [storageKey]);
  }

  /**
   * Records the checkpoint of the measuring step, and its public part in the row of the call.
   * @param playback null where it is not known yet how the recording plays
   * @throws ClaimLost
   */
  async recordMeasurement(
    tx: EntityManager | null,
    call: ClaimedCall,
    step: string,
    measured: MeasuredRecording,
    progress: Progress,
    playback: KnownPlayback | null = null,
  ): Promise<void> {
    const { durationMs, sourceChannels, sourceTracks = null, damaged } = measured;
    const checkpoint = { step, piece: 0, payload: measured, progress };
    const columns = [durationMs, sourceChannels, damaged, sourceTracks, playback];
    await this.writeCheckpoint(tx, call, MEASUREMENT, checkpoint, columns);
  }

  /** Time since the call was accepted or restarted, by Postgres's clock. @throws ClaimLost */
  async getWaitedMs(call: ClaimedCall): Promise<number> {
    const [found] = await queryPrepared<{ waited_ms: number }>(this.dataSource, WAITED, [call.id, call.fence]);
    if (!found) throw new ClaimLost();
    return found.waited_ms;
  }

  /**
   * @param recordings null: the call's recording stays unchanged
   * @param playback how the recording of a call that was to be masked plays; null where it is not known, and for all others
   * @throws ClaimLost
   */
  async complete(
    tx: EntityManager,
    call: ClaimedCall,
    payload: CompletedPayload,
    recordings: CompletedRecordings | null = null,
    playback: KnownPlayback | null = null,
  ): Promise<SettledCall> {
    const { transcript, words, results, metrics, engine, envelopes, redaction, redactions, use } = payload;
    const summary = summariseResults(results);
    const texts = [transcript, words, results, metrics, engine, summary].map(storable);
    const values = [...texts, envelopes, redaction, redactions, use];
    const said = await wordsOfTranscript(tx, transcript);
    const settled = await this.finishWith(tx, call, values, recordings, playback);
    await writeCallWords(tx, call.id, said);
    return settled;
  }

  private finishWith(
    tx: EntityManager,
    call: ClaimedCall,
    values: readonly unknown[],
    recordings: CompletedRecordings | null,
    playback: KnownPlayback | null,
  ): Promise<SettledCall> {
    if (recordings === null) return this.finish(tx, call, COMPLETE, [...values, playback]);
    const { heard, sizeBytes, original } = recordings;
    const columns = [
      heard?.storageKey,
      heard?.format ?? call.audioFormat,
      sizeBytes,
      original?.storageKey,
      original?.format,
      playback,
    ];
    return this.finish(tx, call, COMPLETE_MASKED, [...values, ...columns.map((value) => value ?? null)]);
  }

  /** @throws ClaimLost */
  fail(tx: EntityManager, call: ClaimedCall, { code, sentence }: WorkFailure): Promise<SettledCall> {
    return this.finish(tx, call, FAIL, [sentence, code]);
  }

  private async finish(
    tx: EntityManager,
    call: ClaimedCall,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<SettledCall> {
    await lockAccountAgainstErasure(tx, call.accountId);
    const [settled] = await queryPrepared<SettledRow>(tx, statement, [call.id, call.fence, ...values]);
    if (!settled) throw new ClaimLost();
    await holdEndedCall(tx, call.accountId, call.id);
    return {
      webhookUrl: settled.webhook_url,
      webhookEvents: settled.webhook_events,
      scorecards: settled.scorecards,
      agentId: settled.agent_id,
      metadata: settled.custom_metadata,
    };
  }
}

const STATEMENTS = claimStatements<ClaimedCall>({
  table: 'analysis',
  noun: 'call',
  columns: {
    analysisId: 'id',
    createdAt: ACCEPTED_AT,
    sourceUrl: 'source_url',
    isBulk: 'bulk',
    storageKey: 'storage_key',
    stage: 'stage',
    scenario: 'scenario',
    audioFormat: 'audio_format',
    redactedKey: 'redacted_key',
    playbackKey: 'playback_key',
    agentChannel: 'agent_channel',
    language: 'language',
    outputLanguage: 'output_language',
    // The driver reads JSON of this type.
    redact: 'redact::json',
  },
  waitingSince: ACCEPTED_AT,
  asksEngines: 'scenario IS NULL',
  engineOf: (task) => `${task}_engine`,
});

interface SettledRow {
  webhook_url: string | null;
  webhook_events: string[];
  scorecards: string[] | null;
  agent_id: string;
  custom_metadata: string;
}

// Only writer of an analysis's status and stage, except for an owner who restarts a failed one.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import type { Scenario } from '../../ports/scenario.js';
import type { StoredRecording } from '../../recordings/stored-recording.js';
import { type Claimed, ClaimLost, type WorkFailure } from '../../work/claim.js';
import { claimStatements } from '../../work/claim-statements.js';
import { RowClaims } from '../../work/row-claims.js';
import type { KnownPlayback } from '../playback/playback.js';
import { summariseResults } from '../results/summarise-results.js';
import { wordsOfTranscript, writeCallWords } from '../words/write-call-words.js';
import {
  ACCEPTED_AT,
  CHECKPOINT,
  CHECKPOINT_AND_SEND,
  CHECKPOINT_MASKED,
  CHECKPOINTS,
  COMPLETE,
  COMPLETE_MASKED,
  DISCARD,
  FAIL,
  MEASUREMENT,
  PLAYBACK_KEY,
  PROGRESS,
  RECORDING,
  RENDITION,
  RENDITION_KEY,
  SEND,
  UNMASKED_STEPS,
  WAITED,
  WITHDRAW,
} from './claim-statements.js';
import { keyOf, type SentStretch, toRows } from './sent-stretch.js';
import type { CompletedPayload, CompletedRecordings, SettledCall } from './settled-call.js';

export type Stage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

/** The row of a call at the moment of the claim. */
export interface ClaimedCall extends Claimed {
  /** Time when the call was accepted, or restarted after a failure. */
  readonly createdAt: Date;
  /** Address from which the recording is downloaded. Null for an upload. */
  readonly sourceUrl: string | null;
  /** Null until the recording is stored. */
  readonly storageKey: string | null;
  /** Scenario that replaces a recording. Null outside of the sandbox. */
  readonly scenario: Scenario | null;
  readonly audioFormat: string | null;
  /** Key of the masked recording. It is set before the recording is stored, until the call completes with it. */
  readonly redactedKey: string | null;
  /** Key of what plays in every browser. It is set before that is stored. */
  readonly playbackKey: string | null;
  readonly agentChannel: number | null;
  readonly language: string | null;
  /** ISO 639-1. Language in which the language model writes its sentences. Null: the language of the call. */
  readonly outputLanguage: string | null;
  /** Redaction wanted for the call; null where nothing is masked. */
  readonly redact: WantedRedaction | null;
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

export interface Progress {
  readonly stage: Stage;
  /** Progress of the whole call, not of the stage. */
  readonly percent: number;
}

interface Checkpoint {
  readonly step: string;
  readonly piece: number;
  readonly payload: unknown;
  readonly progress: Progress;
}

/** Fence of the first claim: a row begins with 0. */
const FIRST_FENCE = 1;

@Injectable()
export class AnalysisClaims extends RowClaims<ClaimedCall> {
  /** JSON of the checkpoints of each claimed call, by step and piece: read from Postgres once, then kept up to date. */
  private readonly recorded = new WeakMap<ClaimedCall, Map<string, Map<number, string>>>();
  /** Keys of stretches that a checkpoint has already recorded, and that are about to be sent. */
  private readonly announced = new WeakMap<ClaimedCall, Set<string>>();

  constructor(dataSource: DataSource, { worker }: Config) {
    super(dataSource, worker.leaseMs, STATEMENTS);
  }

  /** @throws ClaimLost */
  async recordProgress(call: ClaimedCall, { stage, percent }: Progress): Promise<void> {
    await this.write(this.dataSource, call, PROGRESS, [stage, Math.round(percent)]);
  }

  /** The payloads that this run and earlier runs have recorded for a step, by piece. */
  async readCheckpoints<Payload>(call: ClaimedCall, step: string): Promise<Map<number, Payload>> {
    let recorded = this.recorded.get(call);
    if (!recorded) {
      // Each checkpoint needs a claim, so that the first one finds none.
      const found = call.fence === FIRST_FENCE ? [] : await this.findCheckpoints(call);
      recorded = new Map();
      for (const row of found) remember(recorded, row.step, row.piece, row.payload);
      this.recorded.set(call, recorded);
    }
    return new Map([...(recorded.get(step) ?? [])].map(([piece, payload]) => [piece, JSON.parse(payload)]));
  }

  /**
   * Records the result of a step, or of one piece of it, and the progress. Resets the counts of crashes and provider failures,
   * because the call makes progress.
   * @param sends stretches that are sent right after it: `recordSent` then needs no statement
   * @throws ClaimLost
   */
  async recordCheckpoint(
    tx: EntityManager | null,
    call: ClaimedCall,
    step: string,
    piece: number,
    payload: unknown,
    progress: Progress,
    sends: readonly SentStretch[] = [],
  ): Promise<void> {
    const checkpoint = { step, piece, payload, progress };
    if (sends.length === 0) return this.writeCheckpoint(tx, call, CHECKPOINT, checkpoint);
    await this.writeCheckpoint(tx, call, CHECKPOINT_AND_SEND, checkpoint, [toRows(sends)]);
    this.announce(call, sends);
  }

  /**
   * Records a checkpoint like `recordCheckpoint`, with the masked result. The same statement deletes the unmasked checkpoints.
   * @throws ClaimLost
   */
  async recordMasked(
    call: ClaimedCall,
    step: string,
    payload: unknown,
    progress: Progress,
    sends: readonly SentStretch[],
  ): Promise<void> {
    const checkpoint = { step, piece: 0, payload, progress };
    await this.writeCheckpoint(null, call, CHECKPOINT_MASKED, checkpoint, [toRows(sends)]);
    for (const unmasked of UNMASKED_STEPS) this.recorded.get(call)?.delete(unmasked);
    this.announce(call, sends);
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

  /** Records a row for each request that is about to be sent to a provider that charges for it. @throws ClaimLost */
  async recordSent(call: ClaimedCall, stretches: readonly SentStretch[]): Promise<void> {
    const announced = this.announced.get(call);
    const unknown = stretches.filter((stretch) => !announced?.delete(keyOf(stretch)));
    if (unknown.length > 0) await this.write(this.dataSource, call, SEND, [toRows(unknown)]);
  }

  /** Withdraws requests that were not sent after all, or were refused unread. Does nothing where the call is gone. */
  async withdrawSent(call: ClaimedCall, stretches: readonly SentStretch[]): Promise<void> {
    for (const stretch of stretches) this.announced.get(call)?.delete(keyOf(stretch));
    if (stretches.length > 0) await queryPrepared(this.dataSource, WITHDRAW, [call.id, toRows(stretches)]);
  }

  /** Deletes the checkpoints of all steps but one. @throws ClaimLost */
  async discardCheckpoints(call: ClaimedCall, keptStep: string): Promise<void> {
    await this.write(this.dataSource, call, DISCARD, [keptStep]);
    this.recorded.delete(call);
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
    const { transcript, words, results, metrics, engine, envelopes, redaction, redactions } = payload;
    const summary = summariseResults(results);
    const texts = [transcript, words, results, metrics, engine, summary].map(storable);
    const values = [...texts, envelopes, redaction, redactions];
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

  private async writeCheckpoint(
    tx: EntityManager | null,
    call: ClaimedCall,
    statement: PreparedStatement,
    { step, piece, payload, progress: { stage, percent } }: Checkpoint,
    furtherValues: readonly unknown[] = [],
  ): Promise<void> {
    const json = storable(JSON.stringify(payload));
    const values = [stage, Math.round(percent), step, piece, json, ...furtherValues];
    await this.writeHeadway(tx ?? this.dataSource, call, statement, values);
    // A caller's transaction may still be rolled back.
    const recorded = tx === null ? this.recorded.get(call) : undefined;
    if (recorded) remember(recorded, step, piece, json);
  }

  private announce(call: ClaimedCall, sends: readonly SentStretch[]): void {
    const announced = this.announced.get(call) ?? new Set();
    for (const stretch of sends) announced.add(keyOf(stretch));
    this.announced.set(call, announced);
  }

  private findCheckpoints({ id }: ClaimedCall) {
    return queryPrepared<{ step: string; piece: number; payload: string }>(this.dataSource, CHECKPOINTS, [id]);
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
    createdAt: ACCEPTED_AT,
    sourceUrl: 'source_url',
    isBulk: 'bulk',
    storageKey: 'storage_key',
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

function remember(recorded: Map<string, Map<number, string>>, step: string, piece: number, json: string): void {
  recorded.set(step, (recorded.get(step) ?? new Map<number, string>()).set(piece, json));
}

interface SettledRow {
  webhook_url: string | null;
  webhook_events: string[];
  scorecards: string[] | null;
  agent_id: string;
  custom_metadata: string;
}

// The only writer of an analysis's status and stage, but for an owner who starts a failed one again. Each claim raises the fence
// number of the call, and every write names the fence. A worker that lost its lease (killed, frozen, cut off) and wakes up late
// therefore changes nothing.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { storable } from '../../platform/database/storable.js';
import type { Scenario } from '../../ports/scenario.js';
import { summariseResults } from '../summarise-results.js';
import {
  CHECKPOINT,
  CHECKPOINT_AND_SEND,
  CHECKPOINTS,
  CLAIM,
  COMPLETE,
  DISCARD,
  FAIL,
  FAILURES,
  MEASUREMENT,
  PROGRESS,
  RECORDING,
  RENEW,
  SEND,
  WAITED,
  WITHDRAW,
} from './claim-statements.js';
import { keyOf, type SentStretch, toRows } from './sent-stretch.js';
import type { CallFailure, CompletedPayload, SettledCall } from './settled-call.js';

export type Stage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

export interface ProviderFailures {
  /** Failed requests to providers for this call since its last checkpoint. */
  readonly providerFailures: number;
  /** Time since the first of these failures, by the clock of Postgres. Null when there were none. */
  readonly failingForMs: number | null;
}

/** The row of a call at the moment of the claim. */
export interface ClaimedCall extends ProviderFailures {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  /** When it was accepted, or started again after a failure. */
  readonly createdAt: Date;
  readonly fence: number;
  /** How many workers let their lease on this call expire since its last checkpoint: each is taken for a crash. */
  readonly crashes: number;
  /** The address to download the recording from. Null for an upload. */
  readonly sourceUrl: string | null;
  /** Null until the recording is stored. */
  readonly storageKey: string | null;
  /** What is heard in place of a recording. Null outside of the sandbox. */
  readonly scenario: Scenario | null;
  readonly audioFormat: string | null;
  readonly agentChannel: number | null;
  readonly language: string | null;
  /** ISO 639-1. The language model writes its sentences in it. Null: in the language of the call. */
  readonly outputLanguage: string | null;
  /** W3C traceparent of the span that accepted the call. Null when the request was not traced. */
  readonly traceParent: string | null;
}

/**
 * `provider-failed` counts one failure of the call's own. `engine-paused` counts none, because the provider is in trouble whatever
 * call it is asked about, but it starts the clock of `failingForMs`. The others do neither. `gave-way`: another account's call has
 * its slot; it keeps its place among the calls of its account.
 */
export type HandBackReason =
  | 'stopping'
  | 'worker-fault'
  | 'recording-awaited'
  | 'provider-failed'
  | 'engine-paused'
  | 'gave-way';

/** Another worker holds the call now, or the call is final or deleted. The worker must stop and write nothing more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
  constructor() {
    super('The claim on this call was lost');
  }
}

export interface StoredRecording {
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly format: string;
}

/** What decoding the recording has shown. */
export interface MeasuredRecording {
  readonly durationMs: number;
  readonly sourceChannels: number;
  /** Absent from a checkpoint of an earlier release. */
  readonly sourceTracks?: number;
  readonly damaged: boolean;
}

export interface Progress {
  readonly stage: Stage;
  /** Of the whole call, not of the stage. */
  readonly percent: number;
}

interface Checkpoint {
  readonly step: string;
  readonly piece: number;
  readonly payload: unknown;
  readonly progress: Progress;
}

/** SQL list of the reasons that are failures of a provider. */
const COUNTED = "('provider-failed', 'engine-paused')";
/** That of the first claim: a row begins with 0. */
const FIRST_FENCE = 1;

@Injectable()
export class AnalysisClaims {
  /** Calls with a checkpoint of this claim. */
  private readonly advanced = new WeakSet<ClaimedCall>();
  /** JSON of the checkpoints of each claimed call, by step and piece: read from Postgres once, then kept up to date. */
  private readonly recorded = new WeakMap<ClaimedCall, Map<string, Map<number, string>>>();
  /** Keys of stretches whose rows a checkpoint has written, and which are about to be sent. */
  private readonly announced = new WeakMap<ClaimedCall, Set<string>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Takes a lease on the call. Null if the call is not due, or if another worker has a valid lease on it. */
  async claim(id: string): Promise<ClaimedCall | null> {
    const [claimed] = await queryPrepared<ClaimRow>(this.dataSource, CLAIM, [id, this.config.worker.leaseMs]);
    return claimed ? fromRow(claimed) : null;
  }

  /** Heartbeat: extends the lease. @throws ClaimLost */
  async renew(call: ClaimedCall): Promise<void> {
    await this.write(this.dataSource, call, RENEW, [this.config.worker.leaseMs]);
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
   * Records the result of a step, or of one piece of it, and the progress. Resets the counts of crashes and provider
   * failures, because the call makes headway.
   * @param sends what is sent right after it: `recordSent` then needs no statement
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
    const announced = this.announced.get(call) ?? new Set();
    for (const stretch of sends) announced.add(keyOf(stretch));
    this.announced.set(call, announced);
  }

  /** Makes what is about to be sent to a provider that charges for it a row, once for each time it is sent. @throws ClaimLost */
  async recordSent(call: ClaimedCall, stretches: readonly SentStretch[]): Promise<void> {
    const announced = this.announced.get(call);
    const unknown = stretches.filter((stretch) => !announced?.delete(keyOf(stretch)));
    if (unknown.length > 0) await this.write(this.dataSource, call, SEND, [toRows(unknown)]);
  }

  /** What was not sent after all, or was refused unread. Does nothing where the call is gone. */
  async withdrawSent(call: ClaimedCall, stretches: readonly SentStretch[]): Promise<void> {
    for (const stretch of stretches) this.announced.get(call)?.delete(keyOf(stretch));
    if (stretches.length > 0) await queryPrepared(this.dataSource, WITHDRAW, [call.id, toRows(stretches)]);
  }

  /** Forgets what all steps but one have recorded. @throws ClaimLost */
  async discardCheckpoints(call: ClaimedCall, keptStep: string): Promise<void> {
    await this.write(this.dataSource, call, DISCARD, [keptStep]);
    this.recorded.delete(call);
  }

  /** Whether this claim has brought the call further: one that gave way before that would never end. */
  hasAdvanced(call: ClaimedCall): boolean {
    return this.advanced.has(call);
  }

  /** Releases the call: the steps that need the recording begin with a claim of their own. @throws ClaimLost */
  async recordRecording(call: ClaimedCall, recording: StoredRecording): Promise<void> {
    await this.write(this.dataSource, call, RECORDING, [recording.storageKey, recording.sizeBytes, recording.format]);
  }

  /** Records the checkpoint of the step that measures, and in the row of the call what clients see of it. @throws ClaimLost */
  async recordMeasurement(
    tx: EntityManager | null,
    call: ClaimedCall,
    step: string,
    measured: MeasuredRecording,
    progress: Progress,
  ): Promise<void> {
    const { durationMs, sourceChannels, sourceTracks = null, damaged } = measured;
    const checkpoint = { step, piece: 0, payload: measured, progress };
    const columns = [durationMs, sourceChannels, damaged, sourceTracks];
    await this.writeCheckpoint(tx, call, MEASUREMENT, checkpoint, columns);
  }

  /** The counts as Postgres has them now: a checkpoint may have reset those that `call` was claimed with. @throws ClaimLost */
  async getFailures(call: ClaimedCall): Promise<ProviderFailures> {
    const [found] = await queryPrepared<FailuresRow>(this.dataSource, FAILURES, [call.id, call.fence]);
    if (!found) throw new ClaimLost();
    return { providerFailures: found.provider_failures, failingForMs: found.failing_for_ms };
  }

  /** Time since the call was accepted, or started again, by the clock of Postgres. @throws ClaimLost */
  async getWaitedMs(call: ClaimedCall): Promise<number> {
    const [found] = await queryPrepared<{ waited_ms: number }>(this.dataSource, WAITED, [call.id, call.fence]);
    if (!found) throw new ClaimLost();
    return found.waited_ms;
  }

  /** Releases the lease without counting a crash. The call is due again after the wait. Does nothing if the claim is lost. */
  async handBack(call: ClaimedCall, waitMs: number, reason: HandBackReason): Promise<void> {
    await this.dataSource.query(
      `UPDATE analysis
       SET lease_until = NULL, run_after = CASE WHEN $4 = 'gave-way' THEN run_after ELSE now() + $3 * interval '1 millisecond' END,
           provider_failures = provider_failures + CASE WHEN $4 = 'provider-failed' THEN 1 ELSE 0 END,
           failing_since = CASE WHEN $4 IN ${COUNTED} THEN coalesce(failing_since, now()) ELSE failing_since END,
           last_failed_at = CASE WHEN $4 IN ${COUNTED} THEN now() ELSE last_failed_at END
       WHERE id = $1 AND fence = $2 AND status = 'processing'`,
      [call.id, call.fence, Math.round(waitMs), reason],
    );
  }

  /** @throws ClaimLost */
  async complete(tx: EntityManager, call: ClaimedCall, payload: CompletedPayload): Promise<SettledCall> {
    const { transcript, words, results, metrics, engine, envelopes } = payload;
    const summary = summariseResults(results);
    const texts = [transcript, words, results, metrics, engine, summary].map(storable);
    return this.finish(tx, call, COMPLETE, [...texts, envelopes]);
  }

  /** @throws ClaimLost */
  fail(tx: EntityManager, call: ClaimedCall, { code, sentence }: CallFailure): Promise<SettledCall> {
    return this.finish(tx, call, FAIL, [sentence, code]);
  }

  /**
   * Calls that no worker holds and that have waited for this engine for so long, in vain: since they first failed, or since they came
   * in, or since the engine is paused. The call must be claimed before it is failed.
   */
  async findOutOfPatience(engine: string, patienceMs: number, limit: number): Promise<{ id: string }[]> {
    return queryRows(
      this.dataSource,
      `SELECT a.id FROM analysis a, engine_pause e
       WHERE e.engine = $1 AND e.paused_until > now() AND e.since <= now() - $2 * interval '1 millisecond'
         AND a.status = 'processing' AND a.scenario IS NULL AND a.run_after <= now() AND (a.lease_until IS NULL OR a.lease_until < now())
         AND least(a.failing_since, greatest(coalesce(a.restarted_at, a.created_at), e.since)) <= now() - $2 * interval '1 millisecond'
       ORDER BY a.run_after LIMIT $3`,
      [engine, patienceMs, limit],
    );
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
    await this.write(tx ?? this.dataSource, call, statement, values);
    this.advanced.add(call);
    // A caller's transaction may still be rolled back.
    const recorded = tx === null ? this.recorded.get(call) : undefined;
    if (recorded) remember(recorded, step, piece, json);
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

  private async write(sql: Sql, call: ClaimedCall, statement: PreparedStatement, values: unknown[]): Promise<void> {
    const written = await queryPrepared(sql, statement, [call.id, call.fence, ...values]);
    if (written.length === 0) throw new ClaimLost();
  }
}

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

interface FailuresRow {
  provider_failures: number;
  failing_for_ms: number | null;
}

interface ClaimRow extends FailuresRow {
  id: string;
  account_id: string;
  livemode: boolean;
  request_id: string;
  created_at: Date;
  fence: number;
  crashes: number;
  source_url: string | null;
  storage_key: string | null;
  scenario: Scenario | null;
  audio_format: string | null;
  agent_channel: number | null;
  language: string | null;
  output_language: string | null;
  trace_parent: string | null;
}

function fromRow(claimed: ClaimRow): ClaimedCall {
  return {
    id: claimed.id,
    accountId: claimed.account_id,
    livemode: claimed.livemode,
    requestId: claimed.request_id,
    createdAt: claimed.created_at,
    fence: claimed.fence,
    crashes: claimed.crashes,
    providerFailures: claimed.provider_failures,
    failingForMs: claimed.failing_for_ms,
    sourceUrl: claimed.source_url,
    storageKey: claimed.storage_key,
    scenario: claimed.scenario,
    audioFormat: claimed.audio_format,
    agentChannel: claimed.agent_channel,
    language: claimed.language,
    outputLanguage: claimed.output_language,
    traceParent: claimed.trace_parent,
  };
}

/**
 * The only writer of an analysis's status and stage. A worker holds a call by its fence number: every write names it,
 * so a worker that lost its claim (killed, frozen, cut off) and wakes up late can change nothing.
 */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import { queryRows, type Sql } from '../platform/database/sql.js';
import { keepAccount } from './keep-account.js';

export type Stage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

/** Since the last checkpoint. */
export interface ProviderFailures {
  readonly providerFailures: number;
  /** How long ago they began, on the database's clock; null when there were none. */
  readonly failingForMs: number | null;
}

/** A call as its worker sees it, as it stood when it was claimed. */
export interface ClaimedCall extends ProviderFailures {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly fence: number;
  /** Times a worker vanished while holding this call since the last checkpoint. */
  readonly crashes: number;
  /** Where to download the recording from; null for an upload. */
  readonly sourceUrl: string | null;
  /** Null until the recording is stored. */
  readonly storageKey: string | null;
  readonly audioFormat: string | null;
  readonly agentChannel: number | null;
  readonly language: string | null;
  /** The span that accepted the call, as a W3C traceparent; null where nothing was traced. */
  readonly traceParent: string | null;
}

/** `engine-paused` costs patience but none of the attempts: no provider was asked in vain for this call. */
export type HandBackReason = 'stopping' | 'provider-failed' | 'engine-paused';

/** Another worker holds the call now, or it is final or deleted: stop without a trace. */
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

/** What was found of a recording when it was decoded. */
export interface MeasuredRecording {
  readonly durationMs: number;
  readonly sourceChannels: number;
  readonly damaged: boolean;
}

export interface CompletedPayload {
  /** Wire JSON, as clients receive it. */
  readonly transcript: string;
  readonly words: string;
  readonly results: string;
  readonly metrics: string;
  readonly engine: string;
}

/** What the settling transaction needs to know of the row. */
export interface SettledCall {
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
}

/** Where a call stands, for clients who watch; percent is of the whole way. */
export interface Progress {
  readonly stage: Stage;
  readonly percent: number;
}

@Injectable()
export class AnalysisClaims {
  /** What earlier runs on a claimed call have recorded and this one records, by step and piece: read once. */
  private readonly recorded = new WeakMap<ClaimedCall, Map<string, Map<number, string>>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Takes the call if it is waiting, or if whoever held it has given no sign of life for a lease. Null otherwise. */
  async claim(id: string): Promise<ClaimedCall | null> {
    const [claimed] = await queryPrepared<ClaimRow>(this.dataSource, CLAIM, [id, this.config.worker.leaseMs]);
    return claimed ? fromRow(claimed) : null;
  }

  /** A sign of life. @throws ClaimLost */
  async renew(call: ClaimedCall): Promise<void> {
    await this.write(this.dataSource, call, RENEW, [this.config.worker.leaseMs]);
  }

  /** @throws ClaimLost */
  async progress(call: ClaimedCall, { stage, percent }: Progress): Promise<void> {
    await this.write(this.dataSource, call, PROGRESS, [stage, Math.round(percent)]);
  }

  /** What the steps before have recorded, by piece. */
  async checkpoints<Payload>(call: ClaimedCall, step: string): Promise<Map<number, Payload>> {
    let recorded = this.recorded.get(call);
    if (!recorded) {
      const found = await queryPrepared<{ step: string; piece: number; payload: string }>(
        this.dataSource,
        CHECKPOINTS,
        [call.id],
      );
      recorded = new Map();
      for (const row of found) keep(recorded, row.step, row.piece, row.payload);
      this.recorded.set(call, recorded);
    }
    return new Map([...(recorded.get(step) ?? [])].map(([piece, payload]) => [piece, JSON.parse(payload)]));
  }

  /**
   * Records what a step (or one piece of it) has done and where the call stands with it, and forgets earlier crashes
   * and failures: the call moves.
   * @throws ClaimLost
   */
  async checkpoint(
    tx: EntityManager | null,
    call: ClaimedCall,
    step: string,
    piece: number,
    payload: unknown,
    progress: Progress,
  ): Promise<void> {
    const json = storable(JSON.stringify(payload));
    await this.write(tx ?? this.dataSource, call, CHECKPOINT, [
      progress.stage,
      Math.round(progress.percent),
      step,
      piece,
      json,
    ]);
    // A transaction may yet be rolled back.
    const recorded = tx === null ? this.recorded.get(call) : undefined;
    if (recorded) keep(recorded, step, piece, json);
  }

  /** Forgets a step's checkpoints, where they were made for an engine that is no longer in use. @throws ClaimLost */
  async dropCheckpoints(call: ClaimedCall, steps: readonly string[]): Promise<void> {
    await this.write(this.dataSource, call, DROP_CHECKPOINTS, [steps]);
    for (const step of steps) this.recorded.get(call)?.delete(step);
  }

  /** @throws ClaimLost */
  async recordRecording(call: ClaimedCall, recording: StoredRecording): Promise<void> {
    await this.write(this.dataSource, call, RECORDING, [recording.storageKey, recording.sizeBytes, recording.format]);
  }

  /** @throws ClaimLost */
  async recordMeasurement(tx: EntityManager, call: ClaimedCall, measured: MeasuredRecording): Promise<void> {
    await this.write(tx, call, MEASUREMENT, [measured.durationMs, measured.sourceChannels, measured.damaged]);
  }

  /** As they stand now: a checkpoint of this run has forgotten those before it. @throws ClaimLost */
  async failures(call: ClaimedCall): Promise<ProviderFailures> {
    const [found] = await queryPrepared<FailuresRow>(this.dataSource, FAILURES, [call.id, call.fence]);
    if (!found) throw new ClaimLost();
    return { providerFailures: found.provider_failures, failingForMs: found.failing_for_ms };
  }

  /** Gives the call back unharmed; it may be claimed again after the wait. A lost claim is no fault here. */
  async handBack(call: ClaimedCall, waitMs: number, reason: HandBackReason): Promise<void> {
    await this.dataSource.query(
      `UPDATE analysis
       SET lease_until = NULL, run_after = now() + $3 * interval '1 millisecond',
           provider_failures = provider_failures + CASE WHEN $4 = 'provider-failed' THEN 1 ELSE 0 END,
           failing_since = CASE WHEN $4 = 'stopping' THEN failing_since ELSE coalesce(failing_since, now()) END
       WHERE id = $1 AND fence = $2 AND status = 'processing'`,
      [call.id, call.fence, Math.round(waitMs), reason],
    );
  }

  /** @throws ClaimLost */
  async complete(tx: EntityManager, call: ClaimedCall, payload: CompletedPayload): Promise<SettledCall> {
    const { transcript, words, results, metrics, engine } = payload;
    return this.finish(tx, call, COMPLETE, [transcript, words, results, metrics, engine].map(storable));
  }

  /** @param reason one sentence for the client @throws ClaimLost */
  fail(tx: EntityManager, call: ClaimedCall, reason: string): Promise<SettledCall> {
    return this.finish(tx, call, FAIL, [reason]);
  }

  /**
   * Calls that wait for a worker: never claimed, handed back, or left by a worker that vanished.
   * @returns identifiers with the fence they stood at, oldest first
   */
  async waiting(limit: number): Promise<{ id: string; fence: number; requestId: string }[]> {
    return queryRows(
      this.dataSource,
      `SELECT id, fence, request_id AS "requestId" FROM analysis
       WHERE status = 'processing' AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
       ORDER BY run_after LIMIT $1`,
      [limit],
    );
  }

  private async finish(
    tx: EntityManager,
    call: ClaimedCall,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<SettledCall> {
    await keepAccount(tx, call.accountId);
    const [settled] = await queryPrepared<{ webhook_url: string | null; webhook_events: string[] }>(tx, statement, [
      call.id,
      call.fence,
      ...values,
    ]);
    if (!settled) throw new ClaimLost();
    return { webhookUrl: settled.webhook_url, webhookEvents: settled.webhook_events };
  }

  private async write(sql: Sql, call: ClaimedCall, statement: PreparedStatement, values: unknown[]): Promise<void> {
    const written = await queryPrepared(sql, statement, [call.id, call.fence, ...values]);
    if (written.length === 0) throw new ClaimLost();
  }
}

const HELD = "id = $1 AND fence = $2 AND status = 'processing'";
const UNHARMED = 'crashes = 0, provider_failures = 0, failing_since = NULL';
const FAILING = 'provider_failures, (extract(epoch FROM now() - failing_since) * 1000)::float8 AS failing_for_ms';
const LEASE = "lease_until = now() + $3 * interval '1 millisecond'";

const CLAIM = {
  name: 'claim-call',
  text: `UPDATE analysis
         SET fence = fence + 1,
             crashes = crashes + CASE WHEN lease_until IS NULL THEN 0 ELSE 1 END,
             lease_until = now() + $2 * interval '1 millisecond'
         WHERE id = $1 AND status = 'processing' AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
         RETURNING id, account_id, livemode, request_id, created_at, fence, crashes, ${FAILING}, source_url,
           storage_key, audio_format, agent_channel, language, trace_parent`,
};
const RENEW = held('renew-call', LEASE);
const PROGRESS = held('progress-call', 'stage = $3, percent = greatest(percent, $4)');
// The address is forgotten: it may be signed, and nobody needs it again.
const RECORDING = held(
  'record-recording',
  `storage_key = $3, size_bytes = $4, audio_format = $5, source_url = NULL, ${UNHARMED}`,
);
const MEASUREMENT = held('record-measurement', 'duration_ms = $3, channels = $4, damaged = $5');

function held(name: string, set: string): PreparedStatement {
  return { name, text: `UPDATE analysis SET ${set} WHERE ${HELD} RETURNING id` };
}

const FAILURES = { name: 'provider-failures', text: `SELECT ${FAILING} FROM analysis WHERE ${HELD}` };
const CHECKPOINTS = {
  name: 'checkpoints',
  text: 'SELECT step, piece, payload FROM analysis_checkpoint WHERE analysis_id = $1 ORDER BY step, piece',
};
const CHECKPOINT = {
  name: 'checkpoint',
  text: `WITH held AS (
           UPDATE analysis SET stage = $3, percent = greatest(percent, $4), ${UNHARMED} WHERE ${HELD} RETURNING id)
         INSERT INTO analysis_checkpoint (analysis_id, step, piece, payload)
         SELECT id, $5, $6, $7 FROM held
         ON CONFLICT (analysis_id, step, piece) DO UPDATE SET payload = excluded.payload
         RETURNING piece`,
};

/** The lock keeps the call from being claimed by another until they are gone. */
const DROP_CHECKPOINTS = {
  name: 'drop-checkpoints',
  text: `WITH held AS (SELECT id FROM analysis WHERE ${HELD} FOR UPDATE),
           dropped AS (DELETE FROM analysis_checkpoint WHERE analysis_id IN (SELECT id FROM held) AND step = ANY($3))
         SELECT id FROM held`,
};

const COMPLETE = settling(
  'complete-call',
  "status = 'completed', error_message = NULL",
  `, kept AS (
     INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
     SELECT id, $3, $4, $5, $6, $7 FROM settled)`,
);
const FAIL = settling('fail-call', "status = 'failed', error_message = $3", '');

/** The final state of a held call, which needs its checkpoints no more. */
function settling(name: string, set: string, also: string): PreparedStatement {
  return {
    name,
    text: `WITH settled AS (
             UPDATE analysis
             SET ${set}, settled_at = now(), lease_until = NULL, percent = 100,
                 processing_time_ms = greatest(0, (extract(epoch FROM now() - created_at) * 1000)::bigint)
             WHERE ${HELD}
             RETURNING id, webhook_url, webhook_events),
           forgotten AS (DELETE FROM analysis_checkpoint WHERE analysis_id IN (SELECT id FROM settled))${also}
           SELECT webhook_url, webhook_events FROM settled`,
  };
}

function keep(recorded: Map<string, Map<number, string>>, step: string, piece: number, json: string): void {
  recorded.set(step, (recorded.get(step) ?? new Map<number, string>()).set(piece, json));
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
  audio_format: string | null;
  agent_channel: number | null;
  language: string | null;
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
    audioFormat: claimed.audio_format,
    agentChannel: claimed.agent_channel,
    language: claimed.language,
    traceParent: claimed.trace_parent,
  };
}

/** Postgres text takes no NUL, and a paid result must not be lost to one that a provider let slip. */
function storable(json: string): string {
  return json.replaceAll('\u0000', '').replaceAll('\\u0000', '\\ufffd').toWellFormed();
}

/**
 * The only writer of an analysis's status and stage. A worker holds a call by its fence number: every write names it,
 * so a worker that lost its claim (killed, frozen, cut off) and wakes up late can change nothing.
 */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { row, rows } from '../platform/database/sql.js';
import { keepAccount } from './keep-account.js';

export type Stage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

/** A call as its worker sees it. */
export interface ClaimedCall {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly fence: number;
  /** Times a worker vanished while holding this call since the last checkpoint. */
  readonly crashes: number;
  /** Provider failures since the last checkpoint, and when they began. */
  readonly providerFailures: number;
  readonly failingSince: Date | null;
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

@Injectable()
export class AnalysisClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Takes the call if it is waiting, or if whoever held it has given no sign of life for a lease. Null otherwise. */
  async claim(id: string): Promise<ClaimedCall | null> {
    const claimed = await row<ClaimRow>(
      this.dataSource,
      `UPDATE analysis
       SET fence = fence + 1,
           crashes = crashes + CASE WHEN lease_until IS NULL THEN 0 ELSE 1 END,
           lease_until = now() + $2 * interval '1 millisecond'
       WHERE id = $1 AND status = 'processing' AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
       RETURNING id, account_id, livemode, request_id, created_at, fence, crashes, provider_failures, failing_since,
         source_url, storage_key, audio_format, agent_channel, language, trace_parent`,
      [id, this.config.worker.leaseMs],
    );
    return claimed && fromRow(claimed);
  }

  /** A sign of life. @throws ClaimLost */
  async renew(call: ClaimedCall): Promise<void> {
    await this.write(this.dataSource, call, "lease_until = now() + $3 * interval '1 millisecond'", [
      this.config.worker.leaseMs,
    ]);
  }

  /** For clients who watch; percent is of the whole way. @throws ClaimLost */
  async progress(call: ClaimedCall, stage: Stage, percent: number): Promise<void> {
    await this.write(this.dataSource, call, 'stage = $3, percent = greatest(percent, $4)', [
      stage,
      Math.round(percent),
    ]);
  }

  /** What the steps before have recorded, by piece. */
  async checkpoints<Payload>(call: ClaimedCall, step: string): Promise<Map<number, Payload>> {
    const found = await rows<{ piece: number; payload: string }>(
      this.dataSource,
      'SELECT piece, payload FROM analysis_checkpoint WHERE analysis_id = $1 AND step = $2 ORDER BY piece',
      [call.id, step],
    );
    return new Map(found.map(({ piece, payload }) => [piece, JSON.parse(payload)]));
  }

  /**
   * Records what a step (or one piece of it) has done, and forgets earlier crashes and failures: the call moves.
   * @throws ClaimLost
   */
  async checkpoint(
    tx: EntityManager | null,
    call: ClaimedCall,
    step: string,
    piece: number,
    payload: unknown,
  ): Promise<void> {
    const written = await row(
      tx ?? this.dataSource,
      `WITH held AS (
         UPDATE analysis SET crashes = 0, provider_failures = 0, failing_since = NULL
         WHERE id = $1 AND fence = $2 AND status = 'processing'
         RETURNING id)
       INSERT INTO analysis_checkpoint (analysis_id, step, piece, payload)
       SELECT id, $3, $4, $5 FROM held
       ON CONFLICT (analysis_id, step, piece) DO UPDATE SET payload = excluded.payload
       RETURNING piece`,
      [call.id, call.fence, step, piece, storable(JSON.stringify(payload))],
    );
    if (!written) throw new ClaimLost();
  }

  /** Forgets a step's checkpoints, where they were made for an engine that is no longer in use. */
  async dropCheckpoints(call: ClaimedCall, steps: readonly string[]): Promise<void> {
    await this.dataSource.query('DELETE FROM analysis_checkpoint WHERE analysis_id = $1 AND step = ANY($2)', [
      call.id,
      steps,
    ]);
  }

  /** @throws ClaimLost */
  async recordRecording(call: ClaimedCall, recording: StoredRecording): Promise<void> {
    await this.write(
      this.dataSource,
      call,
      // The address is forgotten: it may be signed, and nobody needs it again.
      `storage_key = $3, size_bytes = $4, audio_format = $5, source_url = NULL,
       crashes = 0, provider_failures = 0, failing_since = NULL`,
      [recording.storageKey, recording.sizeBytes, recording.format],
    );
  }

  /** @throws ClaimLost */
  async recordDuration(tx: EntityManager, call: ClaimedCall, durationMs: number, channels: number): Promise<void> {
    await this.write(tx, call, 'duration_ms = $3, channels = $4', [durationMs, channels]);
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
    const settled = await this.finish(tx, call, 'completed', null);
    await tx.query(
      'INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine) VALUES ($1, $2, $3, $4, $5, $6)',
      [call.id, ...[payload.transcript, payload.words, payload.results, payload.metrics, payload.engine].map(storable)],
    );
    return settled;
  }

  /** @param reason one sentence for the client @throws ClaimLost */
  fail(tx: EntityManager, call: ClaimedCall, reason: string): Promise<SettledCall> {
    return this.finish(tx, call, 'failed', reason);
  }

  /**
   * Calls that wait for a worker: never claimed, handed back, or left by a worker that vanished.
   * @returns identifiers with the fence they stood at, oldest first
   */
  async waiting(limit: number): Promise<{ id: string; fence: number; requestId: string }[]> {
    return rows(
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
    status: 'completed' | 'failed',
    reason: string | null,
  ): Promise<SettledCall> {
    await keepAccount(tx, call.accountId);
    const settled = await row<{ webhook_url: string | null; webhook_events: string[] }>(
      tx,
      `UPDATE analysis
       SET status = $3, error_message = $4, settled_at = now(), lease_until = NULL, percent = 100,
           processing_time_ms = greatest(0, (extract(epoch FROM now() - created_at) * 1000)::bigint)
       WHERE id = $1 AND fence = $2 AND status = 'processing'
       RETURNING webhook_url, webhook_events`,
      [call.id, call.fence, status, reason],
    );
    if (!settled) throw new ClaimLost();
    await tx.query('DELETE FROM analysis_checkpoint WHERE analysis_id = $1', [call.id]);
    return { webhookUrl: settled.webhook_url, webhookEvents: settled.webhook_events };
  }

  private async write(
    sql: DataSource | EntityManager,
    call: ClaimedCall,
    set: string,
    values: unknown[],
  ): Promise<void> {
    const written = await row(
      sql,
      `UPDATE analysis SET ${set} WHERE id = $1 AND fence = $2 AND status = 'processing' RETURNING id`,
      [call.id, call.fence, ...values],
    );
    if (!written) throw new ClaimLost();
  }
}

interface ClaimRow {
  id: string;
  account_id: string;
  livemode: boolean;
  request_id: string;
  created_at: Date;
  fence: number;
  crashes: number;
  provider_failures: number;
  failing_since: Date | null;
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
    failingSince: claimed.failing_since,
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

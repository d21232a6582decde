// Pauses of the engines in Postgres, shared by all processes. Every time is by Postgres's clock.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import { type EngineTrouble, pauseKeyOf, type TroubleReason } from '../../ports/engine-trouble.js';

/** First pause: it lasts 1 to 2 s. Each further one is twice as long, up to 30 to 60 s. */
const FIRST_PAUSE_MS = 1_000;
/** First pause when an operator must act: early retries are useless, so at most one call is tried in twenty seconds. */
const FIRST_OPERATOR_PAUSE_MS = 20_000;
const OPERATOR_REASONS: ReadonlySet<TroubleReason> = new Set(['credentials', 'quota', 'model']);
const MAX_PAUSE_MS = 30_000;
const MIN_ASKED_MS = 500;
/** Maximum wait that a provider can request, so that one wrong header does not stop the service. */
const MAX_ASKED_MS = 5 * 60_000;
/** Different calls that must fail one after the other, where each failure could be caused by its recording. */
const SUSPICIOUS_CALLS = 3;
/** Lease of a probe. If the process of a probe is killed, other probes wait no longer than this. */
const PROBE_LEASE_MS = 30_000;

export interface EngineState {
  /** Name of the engine, or of an account's own key for it. */
  readonly engine: string;
  readonly reason: TroubleReason | null;
  /** Null while the engine works. */
  readonly since: Date | null;
  readonly pausedForMs: number;
  /** Time until the next probe. 0 when a probe may be sent, and while the engine works. */
  readonly remainingMs: number;
  /** True when a failure occurred that has not paused the engine yet. */
  readonly isSuspect: boolean;
}

export interface FailedRun {
  /** Call for which the engine was used. */
  readonly analysisId: string;
  /** Time of the last failure of this work, as text from Postgres. Null when it never failed. */
  readonly lastFailedAt: string | null;
  readonly runMs: number;
}

@Injectable()
export class EnginePauseStore {
  constructor(private readonly dataSource: DataSource) {}

  /** @param accounts that work at present by keys of their own */
  read(accounts: readonly string[] = []): Promise<EngineState[]> {
    return queryPrepared<StateRow>(this.dataSource, READ, [accounts]).then((rows) => rows.map(fromRow));
  }

  /** @param ownKeyOf account whose key it is; null: that of the installation */
  async add(engines: readonly string[], ownKeyOf: string | null = null): Promise<void> {
    const keys = engines.map((name) => pauseKeyOf(name, ownKeyOf));
    await queryPrepared(this.dataSource, ADD, [keys, ownKeyOf]);
  }

  /**
   * Counts a failure, and pauses the engine if the failure affects all calls, or if it is the last of several by different calls.
   * While the engine is paused, failures of earlier requests do not extend the pause.
   */
  async recordTrouble(
    engine: string,
    { reason, certain }: Pick<EngineTrouble, 'reason' | 'certain'>,
    caller: string,
    askedMs: number | null,
  ): Promise<void> {
    const asked = askedMs === null ? null : Math.min(MAX_ASKED_MS, Math.max(MIN_ASKED_MS, askedMs));
    await queryPrepared(this.dataSource, TROUBLE, [
      engine,
      reason,
      certain,
      fingerprintOf(caller),
      asked,
      SUSPICIOUS_CALLS,
      OPERATOR_REASONS.has(reason) ? FIRST_OPERATOR_PAUSE_MS : FIRST_PAUSE_MS,
      MAX_PAUSE_MS,
    ]);
  }

  /** Ends the pause, unless the request was sent before it began: it would have succeeded anyway. */
  async recordSuccess(engine: string, caller: string, durationMs: number): Promise<void> {
    await queryPrepared(this.dataSource, SUCCESS, [engine, fingerprintOf(caller), durationMs]);
  }

  /**
   * Takes the only slot for a probe, or keeps it.
   * @param holder id of the process
   * @returns false while another process has it, and during the pause
   */
  async takeProbe(engine: string, holder: string): Promise<boolean> {
    return (await queryPrepared(this.dataSource, TAKE_PROBE, [engine, holder, PROBE_LEASE_MS])).length > 0;
  }

  async releaseProbe(engine: string, holder: string): Promise<void> {
    await queryPrepared(this.dataSource, RELEASE_PROBE, [engine, holder]);
  }

  /**
   * Whether the engine answered another call since the last failure of this work, or since its run began: then the work itself
   * causes the failure.
   */
  async worksForOthers(engine: string, { analysisId, lastFailedAt, runMs }: FailedRun): Promise<boolean> {
    const values = [engine, fingerprintOf(analysisId), lastFailedAt, runMs];
    const [found] = await queryPrepared<{ works: boolean | null }>(this.dataSource, WORKS, values);
    return found?.works ?? false;
  }
}

/**
 * Ends the pauses of an account's own keys for these engines, because it has another key, or none.
 * @param tx the transaction that changes the key
 * @returns whether work waited for one of them
 */
export async function endPausesOfKeys(tx: Sql, engines: readonly string[], accountId: string): Promise<boolean> {
  const keys = engines.map((name) => pauseKeyOf(name, accountId));
  const ended = await queryPrepared<{ paused: boolean }>(tx, END_OWN, [keys]);
  return ended.some(({ paused }) => paused);
}

/** An account whose own key was refused, and which has not been told. */
export interface RefusedKey {
  /** Key of the pause. */
  readonly id: string;
  readonly accountId: string;
  /** Name of the engine. */
  readonly engine: string;
  readonly since: Date;
}

/** @returns some of them; each is returned again after the minutes, unless it is settled before */
export const takeRefusedKeys = (sql: Sql, minutes: number, limit: number): Promise<RefusedKey[]> =>
  queryPrepared<RefusedKey>(sql, TAKE_REFUSED, [minutes, limit]);

export async function settleRefusedKey(sql: Sql, id: string): Promise<void> {
  await queryPrepared(sql, SETTLE_REFUSED, [id]);
}

const END_OWN = {
  name: 'end-pause-of-own-key',
  text: `DELETE FROM engine_pause WHERE engine = ANY ($1::text[]) AND account_id IS NOT NULL
         RETURNING since IS NOT NULL AS paused`,
};
const TAKE_REFUSED = {
  name: 'take-refused-keys',
  text: `UPDATE engine_pause SET notice_at = now() + make_interval(mins => $1)
         WHERE engine IN (
           SELECT engine FROM engine_pause WHERE notice_at <= now() AND account_id IS NOT NULL AND since IS NOT NULL
           ORDER BY notice_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING engine AS id, account_id AS "accountId", split_part(engine, '@', 1) AS engine, since`,
};
const SETTLE_REFUSED = {
  name: 'settle-refused-key',
  text: 'UPDATE engine_pause SET notice_at = NULL WHERE engine = $1',
};

/**
 * Distinguishes calls without their ids, which would stay here when an analysis is erased. An id is random, and cannot be
 * computed from this.
 */
function fingerprintOf(analysisId: string): string {
  return createHash('sha256').update(analysisId).digest('hex').slice(0, 32);
}

const READ = {
  name: 'engine-pauses',
  text: `SELECT engine, reason, since, cardinality(suspects) > 0 AS is_suspect,
           coalesce(extract(epoch FROM now() - since) * 1000, 0)::float8 AS paused_for_ms,
           greatest(0, coalesce(extract(epoch FROM paused_until - now()) * 1000, 0))::float8 AS remaining_ms
         FROM engine_pause WHERE account_id IS NULL OR account_id = ANY ($1::uuid[])`,
};

const ADD = {
  name: 'engine-added',
  text: `INSERT INTO engine_pause (engine, account_id) SELECT key, $2 FROM unnest($1::text[]) AS key
         WHERE $2::uuid IS NULL OR EXISTS (SELECT FROM account WHERE id = $2) ON CONFLICT DO NOTHING`,
};

const TROUBLE = {
  name: 'engine-trouble',
  text: `WITH before AS (
           SELECT *, array_append(array_remove(suspects, $4::uuid), $4::uuid) AS suspected,
             coalesce(paused_until > now(), false) AS is_paused,
             coalesce($5::float8 * (1 + random() / 4),
               least($8::float8, $7::float8 * 2 ^ least(failures, 20)) * (1 + random())) AS pause_ms
           FROM engine_pause WHERE engine = $1 FOR UPDATE),
         judged AS (
           SELECT *, (since IS NOT NULL OR $3::boolean OR cardinality(suspected) >= $6) AS pauses FROM before)
         UPDATE engine_pause AS now_paused SET
           suspects = suspected[greatest(1, cardinality(suspected) - $6 + 1):],
           since = CASE WHEN pauses THEN coalesce(judged.since, now()) END,
           reason = CASE WHEN pauses THEN $2 END,
           failures = judged.failures + CASE WHEN pauses AND NOT is_paused THEN 1 ELSE 0 END,
           paused_until = CASE
             WHEN NOT pauses THEN NULL
             WHEN is_paused THEN greatest(judged.paused_until, now() + $5::float8 * interval '1 millisecond')
             ELSE now() + pause_ms * interval '1 millisecond' END,
           probe_by = CASE WHEN is_paused THEN judged.probe_by END,
           probe_until = CASE WHEN is_paused THEN judged.probe_until END,
           notice_at = CASE WHEN judged.account_id IS NOT NULL AND judged.since IS NULL AND $2 = 'credentials' THEN now()
             ELSE judged.notice_at END
         FROM judged WHERE now_paused.engine = judged.engine`,
};

const SUCCESS = {
  name: 'engine-success',
  text: `WITH before AS (
           SELECT *, (since IS NOT NULL AND now() - $3 * interval '1 millisecond' < since) AS stays
           FROM engine_pause WHERE engine = $1 FOR UPDATE)
         UPDATE engine_pause AS works SET
           other_success_at = CASE WHEN before.success_by IS DISTINCT FROM $2::uuid THEN before.success_at
             ELSE before.other_success_at END,
           success_at = now(), success_by = $2,
           since = CASE WHEN stays THEN before.since END,
           reason = CASE WHEN stays THEN before.reason END,
           paused_until = CASE WHEN stays THEN before.paused_until END,
           failures = CASE WHEN stays THEN before.failures ELSE 0 END,
           suspects = CASE WHEN stays THEN before.suspects ELSE '{}' END,
           probe_by = CASE WHEN stays THEN before.probe_by END,
           probe_until = CASE WHEN stays THEN before.probe_until END
         FROM before WHERE works.engine = before.engine`,
};

const TAKE_PROBE = {
  name: 'take-probe',
  text: `UPDATE engine_pause SET probe_by = $2, probe_until = now() + $3 * interval '1 millisecond'
         WHERE engine = $1 AND since IS NOT NULL AND paused_until <= now()
           AND (probe_until IS NULL OR probe_until < now() OR probe_by = $2::uuid)
         RETURNING engine`,
};
const RELEASE_PROBE = {
  name: 'release-probe',
  text: 'UPDATE engine_pause SET probe_by = NULL, probe_until = NULL WHERE engine = $1 AND probe_by = $2',
};

const WORKS = {
  name: 'engine-works-for-others',
  text: `SELECT (CASE WHEN success_by IS DISTINCT FROM $2::uuid THEN success_at ELSE other_success_at END)
           > coalesce($3::timestamptz, now() - $4 * interval '1 millisecond') AS works
         FROM engine_pause WHERE engine = $1`,
};

interface StateRow {
  engine: string;
  reason: TroubleReason | null;
  since: Date | null;
  is_suspect: boolean;
  paused_for_ms: number;
  remaining_ms: number;
}

function fromRow(row: StateRow): EngineState {
  return {
    engine: row.engine,
    reason: row.reason,
    since: row.since,
    pausedForMs: row.paused_for_ms,
    remainingMs: row.remaining_ms,
    isSuspect: row.is_suspect,
  };
}

// The only writer of the status of an evaluation that a worker judges. Each claim raises the fence number of the evaluation, and
// every write names the fence: a worker that lost its lease (killed, frozen, cut off) and wakes up late changes nothing.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ClaimLost, type HandBackReason, type ProviderFailures } from '../../analysis/claims/analysis-claims.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { storable } from '../../platform/database/storable.js';
import type { FailureCode } from '../../ports/failure-code.js';
import type { EvaluationOutcome } from '../answers/answers.response.js';

/** `yielding`: a call of the same account that came in goes first. It counts nothing, like `stopping`. */
export type EvaluationHandBack = HandBackReason | 'yielding';

/** The row of an evaluation at the moment of the claim. */
export interface ClaimedEvaluation extends ProviderFailures {
  readonly id: string;
  readonly accountId: string;
  readonly analysisId: string;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly scorecardId: string;
  readonly revision: number;
  /** Engine and version of the prompt; empty where no language model is asked. */
  readonly judge: string;
  /** The job that asked for it. Null: a client, or the call itself when it completed. */
  readonly rescoreId: string | null;
  /** A client has been given the id of an evaluation that a job asked for: it waits for no fresh call. */
  readonly kept: boolean;
  readonly fence: number;
  /** How many workers let their lease on this evaluation expire since its last checkpoint: each is taken for a crash. */
  readonly crashes: number;
  readonly traceParent: string | null;
}

/** Whether it gives way to calls of its account that come in. */
export const isOfRescore = ({ rescoreId, kept }: ClaimedEvaluation) => rescoreId !== null && !kept;

/** Each text is JSON, exactly as clients receive it, but for `judged`: the answers before conditions are applied. */
export interface CompletedEvaluation {
  readonly outcome: EvaluationOutcome;
  readonly score: number | null;
  readonly coverage: number;
  readonly judged: string;
  readonly sections: string;
  readonly answers: string;
  readonly autoFails: string;
  readonly provenance: string;
}

/** Why an evaluation failed, for its client. */
export interface EvaluationFailure {
  readonly code: FailureCode;
  readonly sentence: string;
}

/** Where the client wants to be told, as the evaluated analysis says. */
export interface SettledEvaluation {
  /** Whether a client asked for it, or the call itself, as it is now: a client may ask for one that a job has made. */
  readonly askedFor: boolean;
  /** The mode of the analysis: a live key may order an evaluation of a test mode analysis. */
  readonly analysisLivemode: boolean;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
}

@Injectable()
export class EvaluationClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Takes a lease on the evaluation. Null if it is not due, or if another worker has a valid lease on it. */
  async claim(id: string): Promise<ClaimedEvaluation | null> {
    const [claimed] = await queryPrepared<ClaimRow>(this.dataSource, CLAIM, [id, this.config.worker.leaseMs]);
    return claimed ? fromRow(claimed) : null;
  }

  /** Heartbeat: extends the lease. @throws ClaimLost */
  async renew(evaluation: ClaimedEvaluation): Promise<void> {
    await this.write(this.dataSource, evaluation, RENEW, [this.config.worker.leaseMs]);
  }

  /** What was recorded for each batch of questions, by its number. */
  async readCheckpoints<Payload>({ id }: ClaimedEvaluation): Promise<Map<number, Payload>> {
    const found = await queryPrepared<{ batch: number; payload: string }>(this.dataSource, CHECKPOINTS, [id]);
    return new Map(found.map(({ batch, payload }) => [batch, JSON.parse(payload)]));
  }

  /**
   * Records the answers to one batch of questions. Resets the counts of crashes and provider failures, because the evaluation
   * makes headway.
   * @throws ClaimLost
   */
  async recordCheckpoint(evaluation: ClaimedEvaluation, batch: number, payload: unknown): Promise<void> {
    await this.write(this.dataSource, evaluation, CHECKPOINT, [batch, storable(JSON.stringify(payload))]);
  }

  /** The counts as Postgres has them now: a checkpoint may have reset those that it was claimed with. @throws ClaimLost */
  async getFailures({ id, fence }: ClaimedEvaluation): Promise<ProviderFailures> {
    const [found] = await queryPrepared<FailuresRow>(this.dataSource, FAILURES, [id, fence]);
    if (!found) throw new ClaimLost();
    return { providerFailures: found.provider_failures, failingForMs: found.failing_for_ms };
  }

  /** Releases the lease without counting a crash. The evaluation is due again after the wait. Does nothing if the claim is lost. */
  async handBack({ id, fence }: ClaimedEvaluation, waitMs: number, reason: EvaluationHandBack): Promise<void> {
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence, Math.round(waitMs), reason]);
  }

  /** @throws ClaimLost */
  complete(
    tx: EntityManager,
    evaluation: ClaimedEvaluation,
    completed: CompletedEvaluation,
  ): Promise<SettledEvaluation> {
    const { outcome, score, coverage, judged, sections, answers, autoFails, provenance } = completed;
    const texts = [judged, sections, answers, autoFails, provenance].map(storable);
    return this.finish(tx, evaluation, COMPLETE, [outcome, score, coverage, ...texts]);
  }

  /** @throws ClaimLost */
  fail(
    tx: EntityManager,
    evaluation: ClaimedEvaluation,
    { code, sentence }: EvaluationFailure,
  ): Promise<SettledEvaluation> {
    return this.finish(tx, evaluation, FAIL, [sentence, code]);
  }

  /**
   * Evaluations that ask this engine, that no worker holds, and that have waited for it for so long in vain. One must be claimed
   * before it is failed.
   */
  async findOutOfPatience(engine: string, patienceMs: number, limit: number): Promise<{ id: string }[]> {
    return queryRows(
      this.dataSource,
      `SELECT v.id FROM evaluation v, engine_pause e
       WHERE e.engine = $1 AND e.paused_until > now() AND e.since <= now() - $2 * interval '1 millisecond'
         AND v.status = 'processing' AND v.judge <> '' AND v.run_after <= now()
         AND (v.lease_until IS NULL OR v.lease_until < now())
         AND least(v.failing_since, greatest(v.created_at, e.since)) <= now() - $2 * interval '1 millisecond'
       LIMIT $3`,
      [engine, patienceMs, limit],
    );
  }

  private async finish(
    tx: EntityManager,
    evaluation: ClaimedEvaluation,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<SettledEvaluation> {
    await lockAccountAgainstErasure(tx, evaluation.accountId);
    // Its deletion locks the analysis before what hangs on it, and so must this: otherwise the two could deadlock.
    const [analysis] = await queryPrepared<AnalysisRow>(tx, LOCK_ANALYSIS, [evaluation.analysisId]);
    const { id, fence } = evaluation;
    const [settled] = await queryPrepared<{ asked_for: boolean }>(tx, statement, [id, fence, ...values]);
    if (!analysis || !settled) throw new ClaimLost();
    return {
      askedFor: settled.asked_for,
      analysisLivemode: analysis.livemode,
      webhookUrl: analysis.webhook_url,
      webhookEvents: analysis.webhook_events,
    };
  }

  private async write(
    sql: Sql,
    { id, fence }: ClaimedEvaluation,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<void> {
    const written = await queryPrepared(sql, statement, [id, fence, ...values]);
    if (written.length === 0) throw new ClaimLost();
  }
}

/** SQL condition on `evaluation`: the worker with this fence still holds it. */
const HELD = "id = $1 AND fence = $2 AND status = 'processing'";
/** SQL assignments: the evaluation made headway, so its earlier failures no longer count. */
const HEADWAY = 'crashes = 0, provider_failures = 0, failing_since = NULL';
const FAILING = 'provider_failures, (extract(epoch FROM now() - failing_since) * 1000)::float8 AS failing_for_ms';

const CLAIM = {
  name: 'claim-evaluation',
  text: `UPDATE evaluation
         SET fence = fence + 1,
             crashes = crashes + CASE WHEN lease_until IS NULL THEN 0 ELSE 1 END,
             lease_until = now() + $2 * interval '1 millisecond'
         WHERE id = $1 AND status = 'processing' AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
         RETURNING id, account_id, analysis_id, livemode, request_id, created_at, scorecard_id, revision, judge, rescore_id, kept,
           fence, crashes, ${FAILING}, trace_parent`,
};
// An evaluation that was handed back while the heartbeat was on its way stays free.
const RENEW = {
  name: 'renew-evaluation',
  text: `UPDATE evaluation SET lease_until = now() + $3 * interval '1 millisecond'
         WHERE ${HELD} AND lease_until IS NOT NULL RETURNING id`,
};
/** SQL list of the reasons that are failures of a provider. */
const COUNTED = "('provider-failed', 'engine-paused')";
const FAILURES = { name: 'evaluation-failures', text: `SELECT ${FAILING} FROM evaluation WHERE ${HELD}` };
const CHECKPOINTS = {
  name: 'evaluation-checkpoints',
  text: 'SELECT batch, payload FROM evaluation_checkpoint WHERE evaluation_id = $1',
};
const CHECKPOINT = {
  name: 'evaluation-checkpoint',
  text: `WITH held AS (UPDATE evaluation SET ${HEADWAY} WHERE ${HELD} RETURNING id)
         INSERT INTO evaluation_checkpoint (evaluation_id, batch, payload)
         SELECT id, $3, $4 FROM held
         ON CONFLICT (evaluation_id, batch) DO UPDATE SET payload = excluded.payload
         RETURNING batch`,
};
const HAND_BACK = {
  name: 'hand-back-evaluation',
  text: `UPDATE evaluation
         SET lease_until = NULL,
             run_after = CASE WHEN $4 = 'gave-way' THEN run_after ELSE now() + $3 * interval '1 millisecond' END,
             provider_failures = provider_failures + CASE WHEN $4 = 'provider-failed' THEN 1 ELSE 0 END,
             failing_since = CASE WHEN $4 IN ${COUNTED} THEN coalesce(failing_since, now()) ELSE failing_since END,
             last_failed_at = CASE WHEN $4 IN ${COUNTED} THEN now() ELSE last_failed_at END
         WHERE ${HELD}`,
};

const LOCK_ANALYSIS = {
  name: 'lock-evaluated-analysis',
  text: 'SELECT livemode, webhook_url, webhook_events FROM analysis WHERE id = $1 FOR KEY SHARE',
};
const COMPLETE = settling(
  'complete-evaluation',
  "status = 'completed', outcome = $3, score = $4, coverage = $5",
  `, kept AS (
     INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     SELECT id, $6, $7, $8, $9, $10 FROM settled)`,
);
const FAIL = settling('fail-evaluation', "status = 'failed', error_message = $3, error_code = $4", '');

/** Writes the final state of a held evaluation, and deletes its checkpoints. */
function settling(name: string, set: string, furtherStep: string): PreparedStatement {
  return {
    name,
    text: `WITH settled AS (
             UPDATE evaluation SET ${set}, settled_at = now(), lease_until = NULL WHERE ${HELD}
             RETURNING id, rescore_id IS NULL OR kept AS asked_for),
           forgotten AS (DELETE FROM evaluation_checkpoint WHERE evaluation_id IN (SELECT id FROM settled))${furtherStep}
           SELECT asked_for FROM settled`,
  };
}

interface FailuresRow {
  readonly provider_failures: number;
  readonly failing_for_ms: number | null;
}

interface AnalysisRow {
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
}

interface ClaimRow extends FailuresRow {
  readonly id: string;
  readonly account_id: string;
  readonly analysis_id: string;
  readonly livemode: boolean;
  readonly request_id: string;
  readonly created_at: Date;
  readonly scorecard_id: string;
  readonly revision: number;
  readonly judge: string;
  readonly rescore_id: string | null;
  readonly kept: boolean;
  readonly fence: number;
  readonly crashes: number;
  readonly trace_parent: string | null;
}

function fromRow(claimed: ClaimRow): ClaimedEvaluation {
  return {
    id: claimed.id,
    accountId: claimed.account_id,
    analysisId: claimed.analysis_id,
    livemode: claimed.livemode,
    requestId: claimed.request_id,
    createdAt: claimed.created_at,
    scorecardId: claimed.scorecard_id,
    revision: claimed.revision,
    judge: claimed.judge,
    rescoreId: claimed.rescore_id,
    kept: claimed.kept,
    fence: claimed.fence,
    crashes: claimed.crashes,
    providerFailures: claimed.provider_failures,
    failingForMs: claimed.failing_for_ms,
    traceParent: claimed.trace_parent,
  };
}

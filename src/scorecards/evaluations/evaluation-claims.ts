// Only writer of the status of an evaluation in progress.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import { type Claimed, ClaimLost, type WorkFailure } from '../../work/claim.js';
import { claimStatements, HEADWAY, HELD } from '../../work/claim-statements.js';
import { RowClaims } from '../../work/row-claims.js';
import { ReviewedEvaluations, type ReviewedFigures } from './reviewed-evaluations.js';

/** The row of an evaluation at the moment of the claim. */
export interface ClaimedEvaluation extends Claimed {
  readonly analysisId: string;
  readonly createdAt: Date;
  readonly scorecardId: string;
  readonly revision: number;
  /** Engine and version of the prompt; null when no language model is asked. */
  readonly modelKey: string | null;
  /** Job that requested it. Null: a client, or the call itself when it completed. */
  readonly rescoreId: string | null;
  /** True when a client was given the id of an evaluation that a job requested: it then gives way to no new call. */
  readonly kept: boolean;
  /** Counted in the account's evaluations of the month. */
  readonly counted: boolean;
}

/** Whether the evaluation gives way to new calls of its account. */
export const isOfRescore = ({ rescoreId, kept }: ClaimedEvaluation) => rescoreId !== null && !kept;

/** Each text is JSON, exactly as clients receive it, except for `judged`: the answers before conditions are applied. */
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

/** Data that decides whether and where the end of the evaluation is notified. The webhook is the one of the analysis. */
export interface SettledEvaluation {
  /** Whether a client or the call itself requests it at this time: a client may request one that a job has made. */
  readonly askedFor: boolean;
  /** Mode of the analysis: a live key may request an evaluation of a test mode analysis. */
  readonly analysisLivemode: boolean;
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
}

@Injectable()
export class EvaluationClaims extends RowClaims<ClaimedEvaluation> {
  constructor(
    dataSource: DataSource,
    { worker }: Config,
    private readonly reviewed: ReviewedEvaluations,
  ) {
    super(dataSource, worker.leaseMs, STATEMENTS);
  }

  /** Checkpoints of the batches of questions, by number. */
  async readCheckpoints<Payload>({ id }: ClaimedEvaluation): Promise<Map<number, Payload>> {
    const found = await queryPrepared<{ batch: number; payload: string }>(this.dataSource, CHECKPOINTS, [id]);
    return new Map(found.map(({ batch, payload }) => [batch, JSON.parse(payload)]));
  }

  /**
   * Records the answers to one batch of questions. Resets the counts of crashes and provider failures, because the evaluation
   * makes progress.
   * @throws ClaimLost
   */
  async recordCheckpoint(evaluation: ClaimedEvaluation, batch: number, payload: unknown): Promise<void> {
    await this.writeHeadway(this.dataSource, evaluation, CHECKPOINT, [batch, storable(JSON.stringify(payload))]);
  }

  /** @throws ClaimLost */
  async complete(
    tx: EntityManager,
    evaluation: ClaimedEvaluation,
    completed: CompletedEvaluation,
  ): Promise<SettledEvaluation & { readonly reviewed: ReviewedFigures | null }> {
    const { outcome, score, coverage, judged, sections, answers, autoFails, provenance } = completed;
    const texts = [judged, sections, answers, autoFails, provenance].map(storable);
    const settled = await this.finish(tx, evaluation, COMPLETE, [outcome, score, coverage, ...texts]);
    return { ...settled, reviewed: await this.reviewed.follow(tx, evaluation.accountId, evaluation) };
  }

  /** @throws ClaimLost */
  fail(tx: EntityManager, evaluation: ClaimedEvaluation, { code, sentence }: WorkFailure): Promise<SettledEvaluation> {
    return this.finish(tx, evaluation, FAIL, [sentence, code]);
  }

  private async finish(
    tx: EntityManager,
    evaluation: ClaimedEvaluation,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<SettledEvaluation> {
    await lockAccountAgainstErasure(tx, evaluation.accountId);
    // Locks the analysis before its dependents, as its deletion and reviews do: another order could deadlock.
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
}

const STATEMENTS = claimStatements<ClaimedEvaluation>({
  table: 'evaluation',
  noun: 'evaluation',
  columns: {
    analysisId: 'analysis_id',
    createdAt: 'created_at',
    scorecardId: 'scorecard_id',
    revision: 'revision',
    modelKey: "nullif(judge, '')",
    rescoreId: 'rescore_id',
    kept: 'kept',
    counted: 'counted',
  },
  waitingSince: 'created_at',
  asksEngines: "judge <> ''",
});
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
const LOCK_ANALYSIS = {
  name: 'lock-evaluated-analysis',
  text: 'SELECT livemode, webhook_url, webhook_events FROM analysis WHERE id = $1 FOR NO KEY UPDATE',
};
const COMPLETE = settling(
  'complete-evaluation',
  "status = 'completed', outcome = $3, score = $4, coverage = $5",
  `, kept AS (
     INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     SELECT id, $6, $7, $8, $9, $10 FROM settled)`,
);
const FAIL = settling('fail-evaluation', "status = 'failed', error_message = $3, error_code = $4", '');

/** Writes the final state of a claimed evaluation, and deletes its checkpoints. */
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

interface AnalysisRow {
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
}

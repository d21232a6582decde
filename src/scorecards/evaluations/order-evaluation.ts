// Makes one evaluation of a stored call for a client. The row is the order; a worker judges it.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { transcriptDeleted } from '../../calls/results/transcript-deleted.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { EVALUATIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { Doorbells } from '../../work/doorbells.js';
import { PublishedScorecards, refuseTestScorecard } from '../cards/published-scorecards.js';
import { modelKeyOf } from '../form/asked-questions.js';
import { callNotCompleted } from './evaluation-errors.js';
import type { EvaluationRow } from './evaluation-json.js';
import { EvaluationReader } from './evaluation-reader.js';
import { EvaluationRecords, type WantedEvaluation } from './evaluation-records.js';
import { JudgeOfAccount } from './judge-of-account.js';

export interface EvaluationOrder {
  readonly analysisId: string;
  readonly scorecardId: string;
  /** Null: the one that was published last. */
  readonly revision: number | null;
  readonly requestId: string;
}

export interface OrderedEvaluation {
  readonly row: EvaluationRow;
  /** False for one that was there already. */
  readonly isNew: boolean;
}

@Injectable()
export class OrderEvaluation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly judges: JudgeOfAccount,
    private readonly limit: EvaluationLimit,
    private readonly records: EvaluationRecords,
    private readonly reader: EvaluationReader,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * @throws ApiError 404 for an unknown call, scorecard or revision; 403 for a live call and a test key; 400 for a call that is
   *   not completed or has lost its transcript, an archived scorecard, a draft, or a test scorecard and a live call; 402 when no
   *   evaluations are left
   */
  async order(
    caller: Caller,
    order: EvaluationOrder,
    beforeCommit: BeforeCommit<OrderedEvaluation>,
  ): Promise<OrderedEvaluation> {
    const ordered = await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      const wanted = await this.wantedBy(tx, caller, order);
      const made = await this.findOrMake(tx, wanted);
      const result = { row: await this.reader.get(caller.accountId, made.id, tx), isNew: made.isNew };
      await beforeCommit(tx, result);
      return result;
    });
    if (ordered.isNew) void this.doorbells.ring(EVALUATIONS_QUEUE);
    return ordered;
  }

  private async wantedBy(
    tx: EntityManager,
    caller: Caller,
    { analysisId, scorecardId, revision, requestId }: EvaluationOrder,
  ): Promise<WantedEvaluation> {
    const { accountId } = caller;
    const call = await lockForChange<CallToJudge>(tx, caller, 'analysis', analysisId, JUDGED);
    const { livemode } = call;
    const scorecard = await this.scorecards.find(tx, accountId, scorecardId, revision);
    refuseTestScorecard(scorecard, call);
    if (call.status !== 'completed') throw callNotCompleted();
    if (call.isTranscriptDeleted) throw transcriptDeleted();
    const modelKey = modelKeyOf(scorecard, (await this.judges.of(accountId, tx)).engine, call.scenario !== null);
    return {
      accountId,
      analysisId,
      livemode,
      scorecardId,
      revision: scorecard.revision,
      modelKey,
      rescoreId: null,
      requestId,
    };
  }

  private async findOrMake(
    tx: EntityManager,
    wanted: WantedEvaluation,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    const { accountId, livemode } = wanted;
    const known = await this.find(tx, wanted);
    if (known) return { id: known, isNew: false };
    const [created] = await this.records.create(tx, [wanted]);
    if (created) {
      await this.limit.take(tx, accountId, livemode, 1);
      return { id: created.id, isNew: true };
    }
    const other = await this.find(tx, wanted);
    if (!other) throw new Error('The evaluation that stood in the way has failed or was deleted at once');
    return { id: other, isNew: false };
  }

  /** Keeps the one that it finds, if a job asked for it: the client learns its id, so cancelling the job must not delete it. */
  private async find(tx: EntityManager, { accountId, analysisId, scorecardId, revision, modelKey }: WantedEvaluation) {
    const found = await queryRow<{ id: string; must_keep: boolean }>(tx, LOCK_SAME, [
      analysisId,
      scorecardId,
      revision,
      modelKey ?? '',
      accountId,
    ]);
    if (found?.must_keep) await tx.query('UPDATE evaluation SET kept = true WHERE id = $1', [found.id]);
    return found?.id ?? null;
  }
}

interface CallToJudge {
  readonly status: string;
  readonly scenario: string | null;
  readonly isTranscriptDeleted: boolean;
}

/** A deletion of the call locks it before what hangs on it, and so does this. */
const JUDGED = {
  columns: 'status, scenario, transcript_deleted_at IS NOT NULL AS "isTranscriptDeleted"',
  strength: 'FOR KEY SHARE',
} as const;
/** Those of an earlier version of the transcript are superseded. */
const LOCK_SAME = `
  SELECT id, rescore_id IS NOT NULL AND status = 'processing' AND NOT kept AS must_keep FROM evaluation
  WHERE analysis_id = $1 AND scorecard_id = $2 AND revision = $3 AND judge = $4 AND account_id = $5 AND status <> 'failed'
    AND NOT superseded
  FOR NO KEY UPDATE`;

// Writes the final state of an evaluation, what a person should look at, the counts of its job and the webhook deliveries in one
// transaction: a killed process leaves all of them or none.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { noteDoubt } from '../../calls/review-tasks/review-tasks.js';
import { doubtOfForm } from '../../judgement/worth.js';
import {
  type ClaimedEvaluation,
  EvaluationClaims,
  type SettledEvaluation,
} from '../../scorecards/evaluations/evaluation-claims.js';
import { RescoreClaims, type RescoreCount } from '../../scorecards/rescores/rescore-claims.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { WorkFailure } from '../../work/claim.js';
import { RescoreNotices } from './rescoring/rescore-notices.js';
import type { JudgedEvaluation } from './threads/assemble-evaluation.js';

interface CountedFor {
  /**
   * Start of the job, which took all its evaluations from the limit at once. Null for an evaluation without a job.
   */
  readonly startedAt: Date | null;
  readonly deliveryIds: readonly string[];
}

@Injectable()
export class SettleEvaluation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: EvaluationClaims,
    private readonly rescores: RescoreClaims,
    private readonly notices: RescoreNotices,
    private readonly limit: EvaluationLimit,
    private readonly deliveries: Deliveries,
  ) {}

  /** @throws ClaimLost */
  async complete(evaluation: ClaimedEvaluation, completed: JudgedEvaluation): Promise<void> {
    const deliveryIds = await this.dataSource.transaction(async (tx) => {
      const settled = await this.claims.complete(tx, evaluation, completed);
      const { reviewed } = settled;
      const doubt = reviewed ? doubtOfForm(reviewed.form, reviewed.judged, reviewed.figures) : completed.doubt;
      await noteDoubt(tx, evaluation.analysisId, evaluation, doubt);
      const ofEvaluation = await this.notify(tx, evaluation, settled);
      return [...ofEvaluation, ...(await this.count(tx, evaluation, 'completed')).deliveryIds];
    });
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  /** @throws ClaimLost */
  async fail(evaluation: ClaimedEvaluation, failure: WorkFailure): Promise<void> {
    const { accountId, livemode, createdAt, counted } = evaluation;
    const deliveryIds = await this.dataSource.transaction(async (tx) => {
      await this.claims.fail(tx, evaluation, failure);
      const ofRescore = await this.count(tx, evaluation, 'failed');
      if (counted) await this.limit.giveBack(tx, accountId, livemode, 1, ofRescore.startedAt ?? createdAt);
      return ofRescore.deliveryIds;
    });
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  /**
   * An evaluation that only a job asked for sends no event of its own. No webhook leaves for an analysis of test mode, also where
   * a live key ordered the evaluation: production accepts a plain http address there.
   * @returns ids of deliveries
   */
  private async notify(
    tx: EntityManager,
    { id: evaluationId, analysisId, accountId, scorecardId, livemode: evaluationLivemode }: ClaimedEvaluation,
    { askedFor, analysisLivemode, webhookUrl: url, webhookEvents: events }: SettledEvaluation,
  ): Promise<string[]> {
    const event = 'evaluation.completed';
    if (!askedFor) return [];
    const livemode = evaluationLivemode && analysisLivemode;
    const of = { accountId, analysisId, evaluationId, scorecardId };
    return this.deliveries.recordEvent(tx, { ...of, event, webhook: { url, events }, livemode });
  }

  private async count(
    tx: EntityManager,
    { rescoreId, livemode }: ClaimedEvaluation,
    count: RescoreCount,
  ): Promise<CountedFor> {
    if (rescoreId === null) return { startedAt: null, deliveryIds: [] };
    const { startedAt, settled } = await this.rescores.count(tx, rescoreId, count, 1, livemode ? 0 : 1);
    return { startedAt, deliveryIds: settled ? await this.notices.record(tx, settled) : [] };
  }
}

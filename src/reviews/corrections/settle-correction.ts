// Puts the next version of a transcript in the place of the present one, with everything that rests on it, in one transaction: a
// killed process leaves the old version whole, or the new one.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { replaceVersion } from '../../analysis/versions/transcript-versions.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { FormJudge } from '../../ports/form-judge.js';
import { PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import { EvaluationDoorbell } from '../../scorecards/evaluations/evaluation-doorbell.js';
import { EvaluationRecords } from '../../scorecards/evaluations/evaluation-records.js';
import { supersedeEvaluations } from '../../scorecards/evaluations/supersede-evaluations.js';
import { modelKeyOf } from '../../scorecards/form/asked-questions.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { ClaimLost } from '../../work/claim.js';
import type { JudgedVersion } from './correcting/correcting-task.js';
import { type ClaimedCorrection, CorrectionClaims } from './correction-claims.js';

interface LockedCall {
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
}

@Injectable()
export class SettleCorrection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CorrectionClaims,
    private readonly scorecards: PublishedScorecards,
    private readonly judge: FormJudge,
    private readonly records: EvaluationRecords,
    private readonly doorbell: EvaluationDoorbell,
    private readonly deliveries: Deliveries,
  ) {}

  /** @throws ClaimLost */
  async complete(correction: ClaimedCorrection, next: JudgedVersion): Promise<void> {
    const { accountId, analysisId, baseVersion } = correction;
    const { deliveryIds, ordered } = await this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      // Stronger than other changes of an analysis: no evaluation of it is ordered or settled until the new version stands.
      const [call] = await queryPrepared<LockedCall>(tx, LOCK_ANALYSIS, [analysisId]);
      if (!call) throw new ClaimLost();
      await this.claims.complete(tx, correction);
      if (!(await replaceVersion(tx, analysisId, baseVersion, next))) throw new ClaimLost();
      const anew = await this.evaluateAnew(tx, correction, call);
      return { deliveryIds: await this.notify(tx, correction, call), ordered: anew };
    });
    if (ordered > 0) void this.doorbell.ring();
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  /**
   * By each revision that has judged the call, archived or not: a correction takes no score away. They are not taken from the
   * account's evaluations of the month.
   * @returns how many wait for a worker
   */
  private async evaluateAnew(
    tx: EntityManager,
    { accountId, analysisId, requestId, isScenario }: ClaimedCorrection,
    { livemode }: LockedCall,
  ): Promise<number> {
    const wanted = [];
    for (const { scorecardId, revision } of await supersedeEvaluations(tx, analysisId)) {
      const { asksModel } = await this.scorecards.revision(tx, accountId, scorecardId, revision);
      const modelKey = modelKeyOf({ asksModel }, this.judge.engine, isScenario);
      const whose = { accountId, analysisId, livemode, requestId };
      wanted.push({ ...whose, scorecardId, revision, modelKey, rescoreId: null, counted: false });
    }
    return (await this.records.create(tx, wanted)).length;
  }

  private async notify(
    tx: EntityManager,
    { accountId, analysisId }: ClaimedCorrection,
    { livemode, webhook_url: url, webhook_events: events }: LockedCall,
  ): Promise<string[]> {
    const event = 'analysis.corrected';
    if (url === null || !events.includes(event)) return [];
    return [await this.deliveries.record(tx, { accountId, analysisId, event, url, livemode })];
  }
}

const LOCK_ANALYSIS: PreparedStatement = {
  name: 'lock-analysis-to-correct',
  text: 'SELECT livemode, webhook_url, webhook_events FROM analysis WHERE id = $1 FOR UPDATE',
};

// Requests new evaluations of a corrected or masked call by the scorecards that have evaluated it before.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EVALUATIONS_QUEUE } from '../../../platform/queue/queue-names.js';
import { PublishedScorecards } from '../../../scorecards/cards/published-scorecards.js';
import { EvaluationRecords, type WantedEvaluation } from '../../../scorecards/evaluations/evaluation-records.js';
import { JudgeOfAccount } from '../../../scorecards/evaluations/judge-of-account.js';
import { supersedeEvaluations } from '../../../scorecards/evaluations/supersede-evaluations.js';
import { modelKeyOf } from '../../../scorecards/form/asked-questions.js';
import { Doorbells } from '../../../work/doorbells.js';

/** A change of the transcript that a worker carries out. */
export interface ChangedCall {
  readonly accountId: string;
  readonly analysisId: string;
  readonly requestId: string;
  /** Call from a scenario: no provider is asked about it. */
  readonly isScenario: boolean;
}

@Injectable()
export class RepeatedEvaluations {
  constructor(
    private readonly scorecards: PublishedScorecards,
    private readonly judges: JudgeOfAccount,
    private readonly records: EvaluationRecords,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * Orders an evaluation by each revision that has judged the call, archived or not: no score is taken away. They are not taken
   * from the account's evaluations of the month. The transaction has locked the analysis FOR UPDATE and stored the new version.
   * @param livemode of the analysis
   * @param beforeOrder runs once the evaluations before are superseded
   * @returns how many wait for a worker
   */
  async order(
    tx: EntityManager,
    { accountId, analysisId, requestId, isScenario }: ChangedCall,
    livemode: boolean,
    beforeOrder?: () => Promise<void>,
  ): Promise<number> {
    const wanted: WantedEvaluation[] = [];
    const superseded = await supersedeEvaluations(tx, analysisId);
    await beforeOrder?.();
    const judge = superseded.length > 0 ? await this.judges.of(accountId, tx) : null;
    for (const { scorecardId, revision } of superseded) {
      const { asksModel } = await this.scorecards.revision(tx, accountId, scorecardId, revision);
      const modelKey = modelKeyOf({ asksModel }, judge?.engine ?? null, isScenario);
      const whose = { accountId, analysisId, livemode, requestId };
      wanted.push({ ...whose, scorecardId, revision, modelKey, rescoreId: null, counted: false });
    }
    return (await this.records.create(tx, wanted)).length;
  }

  /** Call this once the transaction is committed. Never throws. */
  async ring(): Promise<void> {
    await this.doorbells.ring(EVALUATIONS_QUEUE);
  }
}

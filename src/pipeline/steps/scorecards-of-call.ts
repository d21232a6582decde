// Orders the evaluations of a call that completes: by the scorecards that were chosen with it, else by the default ones that fit.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import type { ClaimedCall } from '../../calls/claims/analysis-claims.js';
import type { SettledCall } from '../../calls/claims/settled-call.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { EVALUATIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { FormJudge } from '../../ports/form-judge.js';
import type { AppliesTo } from '../../scorecards/cards/applies-to.js';
import { fitsCall } from '../../scorecards/cards/fits-call.js';
import { type PublishedScorecard, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import { EvaluationRecords } from '../../scorecards/evaluations/evaluation-records.js';
import { modelKeyOf } from '../../scorecards/form/asked-questions.js';
import { Doorbells } from '../../work/doorbells.js';
import { MAX_SCORECARDS_A_CALL } from '../intake/submit-call.request.js';

@Injectable()
export class ScorecardsOfCall {
  constructor(
    private readonly scorecards: PublishedScorecards,
    private readonly records: EvaluationRecords,
    private readonly limit: EvaluationLimit,
    private readonly judge: FormJudge,
    private readonly doorbells: Doorbells,
  ) {}

  /**
   * Call it last in the transaction that completes the call. An evaluation beyond the account's limit is recorded as failed; the
   * call completes all the same.
   * @returns how many evaluations wait for a worker
   */
  async order(
    tx: EntityManager,
    call: Pick<ClaimedCall, 'id' | 'accountId' | 'livemode' | 'requestId' | 'scenario'>,
    settled: SettledCall,
    language: string | null,
  ): Promise<number> {
    const { id: analysisId, accountId, livemode, requestId, scenario } = call;
    const chosen = await this.choose(tx, call, settled, language);
    const wanted = chosen.map(({ scorecardId, revision, asksModel }) => {
      const modelKey = modelKeyOf({ asksModel }, this.judge.engine, scenario !== null);
      return { accountId, analysisId, livemode, scorecardId, revision, modelKey, rescoreId: null, requestId };
    });
    const made = await this.records.create(tx, wanted);
    for (const [place, _] of made.entries()) {
      const refusal = await this.limit.takeUnlessFull(tx, accountId, livemode, 1);
      if (refusal === null) continue;
      const beyond = made.slice(place).map(({ id }) => id);
      await this.records.refuse(tx, beyond, refusal);
      return place;
    }
    return made.length;
  }

  /** Once the transaction is committed. Never throws. */
  async ring(): Promise<void> {
    await this.doorbells.ring(EVALUATIONS_QUEUE);
  }

  private async choose(
    tx: EntityManager,
    { id: analysisId, accountId, livemode }: Pick<ClaimedCall, 'id' | 'accountId' | 'livemode'>,
    { scorecards, agentId, metadata: text }: SettledCall,
    language: string | null,
  ): Promise<PublishedScorecard[]> {
    if (scorecards !== null) {
      const found: PublishedScorecard[] = [];
      for (const id of scorecards) {
        const scorecard = await this.findUsable(tx, accountId, id);
        if (scorecard && (scorecard.livemode || !livemode)) found.push(scorecard);
      }
      return found;
    }
    const metadata: Record<string, unknown> = JSON.parse(text);
    const fits = (appliesTo: AppliesTo) => fitsCall(appliesTo, { analysisId, language, agentId, metadata });
    return this.scorecards.defaultsFor(tx, { accountId, livemode }, fits, MAX_SCORECARDS_A_CALL);
  }

  /** Null for one that was archived since the call was accepted: it makes no new evaluations. */
  private async findUsable(tx: EntityManager, accountId: string, id: string): Promise<PublishedScorecard | null> {
    try {
      return await this.scorecards.find(tx, accountId, id, null);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}

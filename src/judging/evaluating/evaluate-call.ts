// Makes one claimed evaluation: reads the stored call, asks the questions in batches with a checkpoint each, and computes answers
// and figures.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import {
  type ClaimedEvaluation,
  EvaluationClaims,
  isOfRescore,
} from '../../scorecards/evaluations/evaluation-claims.js';
import { ClaimLost, HandBack } from '../../work/claim.js';
import type { Run } from '../../work/kind-of-work.js';
import { ConfidenceLines } from '../lines/confidence-lines.js';
import { SettleEvaluation } from './settle-evaluation.js';
import type { AnsweredBatch, BatchKeeper } from './threads/ask-batches.js';
import { JudgeCall } from './threads/judge-call.js';
import { readCallToEvaluate } from './threads/stored-call.js';

/** A call of its account is waiting and goes first: the evaluation is handed back between two batches of questions. */
class Yielding extends HandBack {
  override readonly name = 'Yielding';
  constructor() {
    super('yielding');
  }
}

@Injectable()
export class EvaluateCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: EvaluationClaims,
    private readonly scorecards: PublishedScorecards,
    private readonly judge: JudgeCall,
    private readonly yields: YieldToCalls,
    private readonly settle: SettleEvaluation,
    private readonly lines: ConfidenceLines,
  ) {}

  /** @throws ClaimLost, also when the analysis was deleted; ProviderError; Yielding; GaveWay */
  async run(evaluation: ClaimedEvaluation, { signal, giveWay }: Run): Promise<void> {
    const { accountId, analysisId, scorecardId, revision } = evaluation;
    const call = await readCallToEvaluate(this.dataSource, accountId, analysisId);
    if (call === null) throw new ClaimLost();
    const scorecard = await this.scorecards.revision(this.dataSource, accountId, scorecardId, revision);
    const keeper = await this.keeperOf(evaluation, giveWay);
    const found = await this.lines.inForce(evaluation);
    const lines = found && Object.fromEntries(Object.entries(found).map(([key, line]) => [key, line.confidence]));
    const completed = await this.judge.run({ accountId, scorecard, call, lines, keeper }, signal);
    signal.throwIfAborted();
    await this.settle.complete(evaluation, completed);
  }

  /**
   * Keeps batches of a model. `modelKey`, set when the evaluation was requested, decides whether a model is asked: a repeated
   * request would find this evaluation.
   */
  private async keeperOf(evaluation: ClaimedEvaluation, giveWay: Run['giveWay']): Promise<BatchKeeper | null> {
    if (evaluation.modelKey === null) return null;
    return {
      answered: await this.claims.readCheckpoints<AnsweredBatch>(evaluation),
      before: async () => {
        if (isOfRescore(evaluation) && !(await this.yields.mayGoOn(evaluation.accountId))) throw new Yielding();
        await giveWay();
      },
      keep: (batch, answered) => this.claims.recordCheckpoint(evaluation, batch, answered),
    };
  }
}

// Judges one claimed evaluation: the stored call, the questions batch by batch with a checkpoint each, the answers and figures.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClaimLost } from '../../analysis/analysis-claims.js';
import { type ClaimedEvaluation, EvaluationClaims, isOfRescore } from '../../scorecards/evaluation-claims.js';
import { PublishedCards } from '../../scorecards/published-cards.js';
import type { AnsweredBatch, BatchKeeper } from './ask-batches.js';
import { EvaluationGate } from './evaluation-gate.js';
import { JudgeCall } from './judge-call.js';
import { SettleEvaluation } from './settle-evaluation.js';
import { readCallToEvaluate } from './stored-call.js';

/** A call that came in goes first: the evaluation is handed back between two batches of questions. */
export class Yielding extends Error {
  override readonly name = 'Yielding';
}

@Injectable()
export class EvaluateCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: EvaluationClaims,
    private readonly cards: PublishedCards,
    private readonly judge: JudgeCall,
    private readonly gate: EvaluationGate,
    private readonly settle: SettleEvaluation,
  ) {}

  /** @throws ClaimLost, also when the analysis was deleted; ProviderError; Yielding */
  async run(evaluation: ClaimedEvaluation, signal: AbortSignal): Promise<void> {
    const { accountId, analysisId, scorecardId, revision } = evaluation;
    const call = await readCallToEvaluate(this.dataSource, accountId, analysisId);
    if (call === null) throw new ClaimLost();
    const card = await this.cards.revision(this.dataSource, accountId, scorecardId, revision);
    const keeper = await this.keeperOf(evaluation);
    const completed = await this.judge.run({ accountId, card, call, keeper }, signal);
    signal.throwIfAborted();
    await this.settle.complete(evaluation, completed);
  }

  /** What the evaluation was made for decides whether a model is asked: the same order again would find this one. */
  private async keeperOf(evaluation: ClaimedEvaluation): Promise<BatchKeeper | null> {
    if (evaluation.judge === '') return null;
    return {
      answered: await this.claims.readCheckpoints<AnsweredBatch>(evaluation),
      before: () => this.giveWay(evaluation),
      keep: (batch, answered) => this.claims.recordCheckpoint(evaluation, batch, answered),
    };
  }

  private async giveWay(evaluation: ClaimedEvaluation): Promise<void> {
    if (isOfRescore(evaluation) && !(await this.gate.mayRescore())) throw new Yielding();
  }
}

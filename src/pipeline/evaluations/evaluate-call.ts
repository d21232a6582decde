// Judges one claimed evaluation: the stored call, the questions batch by batch with a checkpoint each, the answers and figures.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClaimLost } from '../../analysis/analysis-claims.js';
import { FormJudge } from '../../ports/form-judge.js';
import { type ClaimedEvaluation, EvaluationClaims, isOfRescore } from '../../scorecards/evaluation-claims.js';
import type { Form } from '../../scorecards/form.js';
import { PublishedCards } from '../../scorecards/published-cards.js';
import { type AnsweredBatch, askBatches } from './ask-batches.js';
import { assembleEvaluation } from './assemble-evaluation.js';
import { EvaluationGate } from './evaluation-gate.js';
import { SettleEvaluation } from './settle-evaluation.js';
import { type CallToEvaluate, readCallToEvaluate } from './stored-call.js';

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
    private readonly judge: FormJudge,
    private readonly gate: EvaluationGate,
    private readonly settle: SettleEvaluation,
  ) {}

  /** @throws ClaimLost, also when the analysis was deleted; ProviderError; Yielding */
  async run(evaluation: ClaimedEvaluation, signal: AbortSignal): Promise<void> {
    const { accountId, analysisId, scorecardId, revision } = evaluation;
    const call = await readCallToEvaluate(this.dataSource, accountId, analysisId);
    if (call === null) throw new ClaimLost();
    const card = await this.cards.revision(this.dataSource, accountId, scorecardId, revision);
    const batches = await this.ask(evaluation, card.form, call, signal);
    signal.throwIfAborted();
    const completed = assembleEvaluation(card, call, batches, (input, output) => this.judge.costOf(input, output));
    await this.settle.complete(evaluation, completed);
  }

  /** What the evaluation was made for decides whether a model is asked: the same order again would find this one. */
  private async ask(
    evaluation: ClaimedEvaluation,
    form: Form,
    call: CallToEvaluate,
    signal: AbortSignal,
  ): Promise<AnsweredBatch[] | null> {
    const { engine } = this.judge;
    if (evaluation.judge === '' || engine === null) return null;
    const keeper = {
      answered: await this.claims.readCheckpoints<AnsweredBatch>(evaluation),
      before: () => this.giveWay(evaluation),
      keep: (batch: number, answered: AnsweredBatch) => this.claims.recordCheckpoint(evaluation, batch, answered),
    };
    return askBatches(this.judge, engine, form, call, keeper, signal);
  }

  private async giveWay(evaluation: ClaimedEvaluation): Promise<void> {
    if (isOfRescore(evaluation) && !(await this.gate.mayRescore())) throw new Yielding();
  }
}

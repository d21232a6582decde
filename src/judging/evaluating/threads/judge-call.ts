// Evaluates one stored call by one form: a language model is asked where the form needs one, and a thread checks every answer by
// the rules of proof.
import { Injectable } from '@nestjs/common';
import { FormJudge } from '../../../ports/form-judge.js';
import type { Lines } from '../../../scorecards/answers/lines.js';
import { formOf, type PublishedScorecard } from '../../../scorecards/cards/published-scorecards.js';
import { type AnsweredBatch, askBatches, type BatchKeeper } from './ask-batches.js';
import { assembleEvaluation, type JudgedEvaluation, proposalsOf } from './assemble-evaluation.js';
import { Judging, TooCostly } from './judging.js';
import type { JudgedForm } from './judging-task.js';
import type { CallToEvaluate } from './stored-call.js';

export interface CallByForm {
  readonly accountId: string;
  readonly scorecard: PublishedScorecard;
  readonly call: CallToEvaluate;
  /** Lines below which answers wait for a person; null: every answer counts. */
  readonly lines: Lines | null;
  /** Stores the answers of a language model; null where none is asked. */
  readonly keeper: BatchKeeper | null;
}

@Injectable()
export class JudgeCall {
  constructor(
    private readonly judge: FormJudge,
    private readonly judging: Judging,
  ) {}

  /** Whether this form needs a language model, and one is configured. */
  asksModel({ asksModel }: Pick<PublishedScorecard, 'asksModel'>): boolean {
    return this.judge.engine !== null && asksModel;
  }

  /** @throws ProviderError; reason of the signal; errors of the keeper */
  async run(wanted: CallByForm, signal: AbortSignal): Promise<JudgedEvaluation> {
    const { accountId, scorecard, call, lines } = wanted;
    let batches: readonly AnsweredBatch[] | null = null;
    let judged: JudgedForm;
    try {
      batches = await this.ask(wanted, signal);
      const proposals = proposalsOf(call, batches);
      const task = { form: scorecard.formText, call: call.stored, proposals, lines };
      judged = await this.judging.judge(accountId, task, signal);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      judged = this.judging.judgeNothing(scorecard.formText);
    }
    return assembleEvaluation(judged, scorecard, call, batches, (...tokens) => this.judge.costOf(...tokens));
  }

  private async ask(
    { accountId, scorecard, call, keeper }: CallByForm,
    signal: AbortSignal,
  ): Promise<AnsweredBatch[] | null> {
    const { engine } = this.judge;
    if (engine === null || keeper === null) return null;
    if (!scorecard.asksModel) return [];
    const shown = await this.judging.read(accountId, call.stored, signal);
    return askBatches(this.judge, engine, formOf(scorecard), shown, keeper, signal);
  }
}

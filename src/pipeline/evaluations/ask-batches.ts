// Asks the language model the questions of a form, batch by batch.

import type { CallToAnalyse } from '../../ports/call-analyst.js';
import type { FormJudge, FormJudgeEngine, ProposedAnswers } from '../../ports/form-judge.js';
import { askedQuestions } from '../../scorecards/asked-questions.js';
import type { Form } from '../../scorecards/form.js';

/** What the model answered to one batch of questions, and which model it was. */
export interface AnsweredBatch extends ProposedAnswers {
  readonly judgedBy: FormJudgeEngine;
}

export interface BatchKeeper {
  /** By number of the batch: what an earlier run has been answered. */
  readonly answered: ReadonlyMap<number, AnsweredBatch>;
  /** Called before a batch is asked; throws where the run must end. */
  readonly before: (batch: number) => Promise<void>;
  readonly keep: (batch: number, answered: AnsweredBatch) => Promise<void>;
}

/**
 * @param call null where there is nothing to ask about
 * @throws ProviderError
 */
export async function askBatches(
  judge: FormJudge,
  judgedBy: FormJudgeEngine,
  form: Form,
  call: CallToAnalyse | null,
  { answered, before, keep }: BatchKeeper,
  signal: AbortSignal,
): Promise<AnsweredBatch[]> {
  if (call === null) return [];
  const batches: AnsweredBatch[] = [];
  for (const [number, questions] of askedQuestions(form).entries()) {
    const known = answered.get(number);
    if (known) {
      batches.push(known);
      continue;
    }
    await before(number);
    const proposed = await judge.answer(call, questions, signal);
    const batch = { ...proposed, judgedBy };
    await keep(number, batch);
    batches.push(batch);
  }
  return batches;
}

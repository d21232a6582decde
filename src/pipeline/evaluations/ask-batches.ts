// Asks the language model the questions of a form, batch by batch.

import type { FormJudge, FormJudgeEngine, ProposedAnswers } from '../../ports/form-judge.js';
import { askedQuestions } from '../../scorecards/asked-questions.js';
import type { Form } from '../../scorecards/form.js';
import { type EvaluatedCall, whyNotJudged } from '../judgement/form/evaluated-call.js';
import { removePromptInjection } from '../transcript/prompt-injection.js';

/** What the model answered to one batch of questions, and which model it was. */
export interface AnsweredBatch extends ProposedAnswers {
  readonly judgedBy: FormJudgeEngine;
}

interface BatchKeeper {
  /** By number of the batch: what an earlier run has been answered. */
  readonly answered: ReadonlyMap<number, AnsweredBatch>;
  /** Called before a batch is asked; throws where the run must end. */
  readonly before: (batch: number) => Promise<void>;
  readonly keep: (batch: number, answered: AnsweredBatch) => Promise<void>;
}

/**
 * In a call that is no conversation there is nothing to ask about.
 * @throws ProviderError
 */
export async function askBatches(
  judge: FormJudge,
  judgedBy: FormJudgeEngine,
  form: Form,
  call: EvaluatedCall,
  { answered, before, keep }: BatchKeeper,
  signal: AbortSignal,
): Promise<AnsweredBatch[]> {
  if (whyNotJudged(call) !== null) return [];
  const { transcript, durationMs, outputLanguage } = call;
  const { language, spotted } = transcript;
  const segments = removePromptInjection(transcript.segments, 'form');
  const batches: AnsweredBatch[] = [];
  for (const [number, questions] of askedQuestions(form).entries()) {
    const known = answered.get(number);
    if (known) {
      batches.push(known);
      continue;
    }
    await before(number);
    const proposed = await judge.answer({ segments, language, outputLanguage, durationMs, spotted }, questions, signal);
    const batch = { ...proposed, judgedBy };
    await keep(number, batch);
    batches.push(batch);
  }
  return batches;
}

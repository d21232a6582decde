// Asks the language model the questions of a form, in batches.
import type { CallToAnalyse, NotJudgedReason } from '../../../ports/call-analyst.js';
import type { AskedQuestion, FormJudge, FormJudgeEngine, ProposedAnswers } from '../../../ports/form-judge.js';
import { whyNotJudgedBy } from '../../../ports/provider-error.js';
import { askedQuestions } from '../../../scorecards/form/asked-questions.js';
import type { Form } from '../../../scorecards/form/form.js';

/** Answers of the model to one batch of questions, and the model. */
export interface AnsweredBatch extends ProposedAnswers {
  readonly judgedBy: FormJudgeEngine;
  /** Absent where the model has answered. */
  readonly declined?: { readonly reason: NotJudgedReason; readonly questions: readonly string[] };
}

export interface BatchKeeper {
  /** Answers from an earlier run, by number of the batch. */
  readonly answered: ReadonlyMap<number, AnsweredBatch>;
  /** Called before each batch; throws where the run must end. */
  readonly before: (batch: number) => Promise<void>;
  readonly keep: (batch: number, answered: AnsweredBatch) => Promise<void>;
}

/**
 * Stops once the model has declined.
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
  const ask = (questions: readonly AskedQuestion[]): Promise<Omit<AnsweredBatch, 'judgedBy'>> => {
    const before = batches.at(-1)?.declined;
    if (before) return Promise.resolve(declinedBatch(before.reason, questions));
    return judge.answer(call, questions, signal).catch((error: unknown) => {
      const reason = whyNotJudgedBy(error);
      if (reason === null) throw error;
      return declinedBatch(reason, questions);
    });
  };
  for (const [number, questions] of askedQuestions(form).entries()) {
    const known = answered.get(number);
    if (known) {
      batches.push(known);
      continue;
    }
    await before(number);
    const batch = { ...(await ask(questions)), judgedBy };
    await keep(number, batch);
    batches.push(batch);
  }
  return batches;
}

/** The tokens of a declined request are not known. */
function declinedBatch(reason: NotJudgedReason, questions: readonly AskedQuestion[]) {
  const declined = { reason, questions: questions.map(({ key }) => key) };
  return { answers: [], inputTokens: null, outputTokens: null, declined };
}

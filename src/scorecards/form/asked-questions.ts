// Questions of a form for a language model, in batches of one request each.
import { type AskedQuestion, type FormJudgeEngine, MAX_QUESTIONS_A_BATCH } from '../../ports/form-judge.js';
import { ANSWERED_BY, type Form, type FormQuestion, questionsOf } from './form.js';

/** Batches in the order of the form. Empty where no question needs a language model. */
export function askedQuestions(form: Form): AskedQuestion[][] {
  const asked = questionsOf(form).filter(isForModel);
  return Array.from({ length: Math.ceil(asked.length / MAX_QUESTIONS_A_BATCH) }, (_, batch) =>
    asked.slice(batch * MAX_QUESTIONS_A_BATCH, (batch + 1) * MAX_QUESTIONS_A_BATCH).map(toAskedQuestion),
  );
}

function toAskedQuestion({ key, text, guidance, speaker, within, answers, na }: FormQuestion): AskedQuestion {
  const offered = answers.map((answer) => ({ key: answer.key, label: answer.label, needsQuote: answer.needs_quote }));
  return { key, text, guidance, speaker, within, answers: offered, na };
}

const isForModel = ({ judge }: FormQuestion) => ANSWERED_BY[judge.kind] === 'model';

export const asksModel = (form: Form) => questionsOf(form).some(isForModel);

/**
 * Engine and version of the prompt, null when no language model is asked. When it changes, the same call is evaluated again.
 * @param engine null where no language model is configured
 * @param isScenario a call of the sandbox, for which no provider is asked
 */
export function modelKeyOf(
  { asksModel: isAsked }: { readonly asksModel: boolean },
  engine: FormJudgeEngine | null,
  isScenario: boolean,
): string | null {
  return engine === null || isScenario || !isAsked ? null : `${engine.name} ${engine.promptVersion}`;
}

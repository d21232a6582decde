// Reads a dispute against the answers that are in force. Pure.
import type { EvaluationAnswerResponse } from '../../scorecards/answers/answers.response.js';
import { answerUnknown, questionSkipped, questionUnknown } from '../../scorecards/evaluations/evaluation-errors.js';
import { type Form, type FormQuestion, NOT_APPLICABLE, questionsOf } from '../../scorecards/form/form.js';
import type { DisputedAnswerResponse } from '../../wire/dispute.response.js';
import { claimsTheSame } from './dispute-errors.js';
import type { DisputedAnswerRequest } from './disputes.requests.js';

/**
 * @param answeredBy reviewer who gave an answer; null for the AI
 * @throws ApiError 422 for a question or an answer that the form does not have, and a claim that is the answer; 400 for a
 *   question that does not apply
 */
export function readDispute(
  form: Form,
  answers: readonly EvaluationAnswerResponse[],
  given: readonly DisputedAnswerRequest[],
  answeredBy: (question: FormQuestion, answer: EvaluationAnswerResponse) => string | null,
): DisputedAnswerResponse[] {
  const questions = questionsOf(form);
  const keys = questions.map(({ key }) => key);
  return given.map(({ question: key, claim, note }, at) => {
    const question = questions.find((one) => one.key === key);
    const answer = answers.find((one) => one.question === key);
    const loc = ['body', 'answers', String(at)];
    if (!question || !answer) throw questionUnknown(keys, key, [...loc, 'question']);
    if (answer.state === 'skipped') throw questionSkipped();
    const allowed = [...question.answers.map((one) => one.key), ...(question.na ? [NOT_APPLICABLE] : [])];
    if (!allowed.includes(claim)) throw answerUnknown(allowed, claim, [...loc, 'claim']);
    const disputed = answer.state === 'na' ? NOT_APPLICABLE : answer.answer;
    if (claim === disputed) throw claimsTheSame(at, claim);
    return { question: key, answer: disputed, answered_by: answeredBy(question, answer), claim, note };
  });
}

// Reads a rating against the form: every question that applies has an answer, and each answer is one of the question's. Pure.
import { type FormQuestion, NOT_APPLICABLE } from '../../../scorecards/form/form.js';
import { answersMissing, notOneOf } from './calibration-errors.js';
import type { RatingAnswerRequest } from './calibrations.requests.js';
import type { RatingAnswerResponse } from './calibrations.responses.js';

/** A person cannot tell, which counts as no answer. */
export const NOT_ASSESSABLE = 'not_assessable';

export interface ReadRating {
  /** Answers in the order of the form, without those to questions that do not apply. */
  readonly given: readonly RatingAnswerResponse[];
  /** Answers by question, without what could not be assessed. */
  readonly counted: Readonly<Record<string, string>>;
}

/** @throws ApiError 422 */
export function readRating(questions: readonly FormQuestion[], answers: readonly RatingAnswerRequest[]): ReadRating {
  const known = questions.map(({ key }) => key);
  const byQuestion = new Map<string, RatingAnswerRequest>();
  for (const [at, answer] of answers.entries()) {
    const question = questions.find(({ key }) => key === answer.question);
    if (!question) throw notOneOf(['answers', String(at), 'question'], known, answer.question);
    const allowed = allowedAnswers(question);
    if (!allowed.includes(answer.answer)) throw notOneOf(['answers', String(at), 'answer'], allowed, answer.answer);
    byQuestion.set(answer.question, answer);
  }
  // Conditions refer to earlier questions. One that does not apply has no answer that a later one could refer to.
  const applying = new Map<string, RatingAnswerRequest | undefined>();
  for (const { key, applies_if: condition } of questions) {
    const earlier = condition === null ? undefined : applying.get(condition.question)?.answer;
    if (condition === null || (earlier !== undefined && condition.in.includes(earlier)))
      applying.set(key, byQuestion.get(key));
  }
  const missing = [...applying].flatMap(([key, answer]) => (answer === undefined ? [key] : []));
  if (missing.length > 0) throw answersMissing(missing);
  const given = [...applying.values()].filter((answer) => answer !== undefined);
  const assessed = given.filter(({ answer }) => answer !== NOT_ASSESSABLE);
  return {
    given: given.map(({ question, answer, note, quotes }) => ({
      question,
      answer,
      note: note ?? null,
      quotes: quotes.map(({ segment_id, quote }) => ({ segment_id, quote })),
    })),
    counted: Object.fromEntries(assessed.map(({ question, answer }) => [question, answer])),
  };
}

const allowedAnswers = ({ answers, na }: FormQuestion): string[] => [
  ...answers.map(({ key }) => key),
  ...(na ? [NOT_APPLICABLE] : []),
  NOT_ASSESSABLE,
];

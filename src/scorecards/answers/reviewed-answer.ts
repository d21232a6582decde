// A judged answer with what a person said about it. Both are stored, so that a person can answer again.
import type { PrincipalName } from '../../access/principal.js';
import { ANSWERED_BY, type FormQuestion, NOT_APPLICABLE } from '../form/form.js';
import { awaitingPerson, type JudgedAnswer } from './judged-answer.js';

export interface HumanReview {
  /** Key of an answer, or `na`. */
  readonly answer: string;
  readonly rationale: string;
  /** The client's own name of the person. */
  readonly reviewerId: string | null;
  /** Who sent it. Absent in what releases before stored. */
  readonly principal?: PrincipalName;
}

export interface ReviewedAnswer extends JudgedAnswer {
  readonly review?: HumanReview;
}

/** The answer that counts: a person's stands before the judge's. */
export function answerInForce(question: FormQuestion, judged: ReviewedAnswer | undefined): JudgedAnswer {
  if (judged?.review) return answerOfPerson(question, judged, judged.review);
  return judged ?? notJudged(question);
}

/** What the judge quoted proves the judge's answer, and no other one. */
function answerOfPerson(question: FormQuestion, judged: JudgedAnswer, review: HumanReview): JudgedAnswer {
  const given = question.answers.find(({ key }) => key === review.answer);
  return {
    question: question.key,
    state: review.answer === NOT_APPLICABLE ? 'na' : 'answered',
    answer: given?.key ?? null,
    confidence: 1,
    flagged: false,
    rationale: review.rationale,
    citations: given !== undefined && given.key === judged.answer ? judged.citations : [],
    source: 'human',
    reason: null,
    autoFail: given?.auto_fail ? 'proved' : null,
  };
}

function notJudged(question: FormQuestion): JudgedAnswer {
  const awaiting = awaitingPerson(question);
  if (ANSWERED_BY[question.judge.kind] === 'person') return awaiting;
  return { ...awaiting, state: 'not_assessable', reason: 'no_answer' };
}

/** @returns a copy in which a person's answer to the question stands before any earlier one */
export function withReview(
  judged: readonly ReviewedAnswer[],
  question: FormQuestion,
  review: HumanReview,
): ReviewedAnswer[] {
  const isOther = (one: ReviewedAnswer) => one.question !== question.key;
  const known = judged.find((one) => !isOther(one)) ?? notJudged(question);
  return [...judged.filter(isOther), { ...known, review }];
}

/** True for an answer that is shown and does not count until a person confirms it. */
export function isSuggestion(question: FormQuestion, { state, source }: JudgedAnswer): boolean {
  return question.automation === 'suggest' && source !== 'human' && (state === 'answered' || state === 'na');
}

/** Whether a person may answer: a question that waits for one, or the suggestion of a judge. */
export const isForPeople = ({ judge, automation }: FormQuestion) =>
  ANSWERED_BY[judge.kind] === 'person' || automation === 'suggest';

// A judged answer with what a person said about it. Both are stored, so that a person can answer again, or take the answer back.
import type { PrincipalName } from '../../access/principal.js';
import type { ResultsResponse } from '../../calls/results/analysis-results.response.js';
import type { CitationResponse } from '../../calls/results/findings.response.js';
import { ANSWERED_BY, type FormQuestion, NOT_APPLICABLE } from '../form/form.js';
import { answerFollowing } from './answer-following.js';
import { awaitingPerson, type JudgedAnswer } from './judged-answer.js';

export interface HumanReview {
  /** Key of an answer, or `na`. */
  readonly answer: string;
  readonly rationale: string;
  /** The client's own name of the person. */
  readonly reviewerId: string | null;
  /** Who sent it. Absent in what releases before stored. */
  readonly principal?: PrincipalName;
  /** What the person quoted, as it was found in the transcript. Absent as above. */
  readonly citations?: readonly CitationResponse[];
  /** The review that gave it. Absent as above. */
  readonly reviewId?: string;
}

export interface ReviewedAnswer extends JudgedAnswer {
  readonly review?: HumanReview;
}

/** The results of the call, in which persons may have decided. */
export type DecidedResults = Pick<ResultsResponse, 'compliance' | 'quality'>;

export interface AnswerInForce {
  readonly answer: JudgedAnswer;
  /** `finding`: it follows from a finding that a person decided. */
  readonly decidedBy: 'judge' | 'person' | 'finding';
  /** The client's own name of the person who answered. */
  readonly reviewerId: string | null;
}

/** A person's answer stands before what follows from a person's finding, and that before the judge's. */
export function answerInForce(
  question: FormQuestion,
  judged: ReviewedAnswer | undefined,
  results: DecidedResults | null,
): AnswerInForce {
  if (judged?.review) {
    const { review } = judged;
    return { answer: answerOfPerson(question, judged, review), decidedBy: 'person', reviewerId: review.reviewerId };
  }
  const own = judged ?? notJudged(question);
  const following = results && answerFollowing(question, own, results);
  return following
    ? { answer: following, decidedBy: 'finding', reviewerId: null }
    : { answer: own, decidedBy: 'judge', reviewerId: null };
}

/** What the judge quoted proves the judge's answer, and no other one. */
function answerOfPerson(question: FormQuestion, judged: JudgedAnswer, review: HumanReview): JudgedAnswer {
  const given = question.answers.find(({ key }) => key === review.answer);
  const { citations = [] } = review;
  const agrees = given !== undefined && given.key === judged.answer;
  return {
    question: question.key,
    state: review.answer === NOT_APPLICABLE ? 'na' : 'answered',
    answer: given?.key ?? null,
    confidence: 1,
    flagged: false,
    rationale: review.rationale,
    citations: citations.length === 0 && agrees ? judged.citations : citations,
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

/**
 * @param review null: the person's answer is taken back
 * @returns a copy in which a person's answer to the question stands before any earlier one
 */
export function withReview(
  judged: readonly ReviewedAnswer[],
  question: FormQuestion,
  review: HumanReview | null,
): ReviewedAnswer[] {
  const isOther = (one: ReviewedAnswer) => one.question !== question.key;
  const { review: _, ...known }: ReviewedAnswer = judged.find((one) => !isOther(one)) ?? notJudged(question);
  return [...judged.filter(isOther), review ? { ...known, review } : known];
}

/** True for an answer that is shown and does not count until a person confirms it. */
export function isSuggestion(question: FormQuestion, { answer, decidedBy }: AnswerInForce): boolean {
  const { state, source } = answer;
  const isJudges = decidedBy === 'judge' && source !== 'human';
  return question.automation === 'suggest' && isJudges && (state === 'answered' || state === 'na');
}

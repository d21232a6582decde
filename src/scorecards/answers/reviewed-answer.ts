// Judge's answer with the answer of a person. Both are stored, so that a person can answer again, or withdraw the answer.
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
  /** Client's own name for the person. */
  readonly reviewerId: string | null;
  /** Principal that sent the answer. Absent from answers of earlier releases. */
  readonly principal?: PrincipalName;
  /** The person's quotations, as found in the transcript. Absent from answers of earlier releases. */
  readonly citations?: readonly CitationResponse[];
  /**
   * Review that gave the answer. Absent from answers of releases without reviews: they stored neither the time nor the
   * credential, so that no review can be made of them that says who decided when.
   */
  readonly reviewId?: string;
}

export interface ReviewedAnswer extends JudgedAnswer {
  readonly review?: HumanReview;
}

/** Results of the call, which may include decisions of persons. */
export type DecidedResults = Pick<ResultsResponse, 'compliance' | 'quality'>;

export interface AnswerInForce {
  readonly answer: JudgedAnswer;
  /** `finding`: the answer follows from a finding that a person decided. */
  readonly decidedBy: 'judge' | 'person' | 'finding';
  /** Client's own name for the person who answered. */
  readonly reviewerId: string | null;
}

/** A person's answer overrides the answer from a person's finding, which overrides the judge's answer. */
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

/** The judge's quotations prove only the judge's own answer. */
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
 * @param review null: the person's answer is withdrawn
 * @returns a copy in which a person's answer to the question replaces any earlier one
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
export function isSuggestion(question: FormQuestion, given: AnswerInForce): boolean {
  const { state } = given.answer;
  return onlySuggests(question, given) && (state === 'answered' || state === 'na');
}

/** Whether the judge's answer would wait for a person: by its form, or because it is below its line. */
export function onlySuggests({ automation }: FormQuestion, { answer, decidedBy }: AnswerInForce): boolean {
  const isJudges = decidedBy === 'judge' && answer.source !== 'human';
  return isJudges && (automation === 'suggest' || answer.belowTarget === true);
}

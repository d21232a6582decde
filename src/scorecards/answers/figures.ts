// Score, coverage and outcome of an evaluation, computed from the form and the answers. Pure and exact: fractions are rounded
// once, for the client. docs/scorecards.md has a worked example.

import type { EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import { ANSWERED_BY, type Form, type FormQuestion, NOT_APPLICABLE, questionsOf } from '../form/form.js';
import type { EvaluationAnswerResponse, SectionScoreResponse, SystemAnswer } from './answers.response.js';
import { Fraction } from './fraction.js';
import { BELOW_TARGET, type JudgedAnswer } from './judged-answer.js';
import {
  type AnswerInForce,
  answerInForce,
  type DecidedResults,
  isSuggestion,
  onlySuggests,
  type ReviewedAnswer,
} from './reviewed-answer.js';

export interface Figures {
  /** Whole number, 0 to 100. Null without a score. */
  readonly score: number | null;
  /** 0 to 1, rounded to two decimals for clients; the comparison with `min_coverage` used the exact value. */
  readonly coverage: number;
  readonly outcome: EvaluationOutcome;
  readonly sections: readonly SectionScoreResponse[];
  /** Keys of the questions whose answers failed the call automatically. */
  readonly autoFails: readonly string[];
  /** Answers in the order of the form. */
  readonly answers: readonly EvaluationAnswerResponse[];
  /** Figures of the judges' own answers. Null where no person decided anything. */
  readonly system: Pick<Figures, 'score' | 'outcome'> | null;
}

/**
 * @param judged in any order; a question without an answer is not assessable, or waits for a person
 * @param results results of the call: questions that follow a finding use the decision of a person on it. Null: no person has
 *   decided
 */
export function computeFigures(
  form: Form,
  judged: readonly ReviewedAnswer[],
  results: DecidedResults | null = null,
): Figures {
  const given = new Map(judged.map((answer) => [answer.question, answer]));
  const inForce = new Map(
    questionsOf(form).map((question) => [question.key, answerInForce(question, given.get(question.key), results)]),
  );
  const figures = figuresOf(form, inForce);
  if ([...inForce.values()].every(({ decidedBy }) => decidedBy === 'judge')) return { ...figures, system: null };
  const {
    score,
    outcome,
    answers: own,
  } = computeFigures(
    form,
    judged.map(({ review: _, ...judges }) => judges),
  );
  const answers = questionsOf(form).flatMap((question, at) => {
    const [shown, judges] = [figures.answers[at], own[at]];
    if (shown === undefined || judges === undefined) return [];
    return [isOfPerson(question, shown, inForce) ? { ...shown, system: withoutSystem(judges) } : shown];
  });
  return { ...figures, answers, system: { score, outcome } };
}

/** Whether a person's answer replaces the judge's. */
function isOfPerson(
  { key, judge }: FormQuestion,
  { state }: EvaluationAnswerResponse,
  inForce: ReadonlyMap<string, AnswerInForce>,
): boolean {
  return state !== 'skipped' && ANSWERED_BY[judge.kind] !== 'person' && inForce.get(key)?.decidedBy !== 'judge';
}

const withoutSystem = ({ system: _, ...answer }: EvaluationAnswerResponse): SystemAnswer => answer;

function figuresOf(form: Form, inForce: ReadonlyMap<string, AnswerInForce>): Omit<Figures, 'system'> {
  const answers = applyConditions(form, inForce);
  const sections = form.sections.map(({ key, weight, questions }) => {
    const counts = questions.map((question) => countOf(question, answers.get(question.key)));
    return { key, weight: Fraction.of(weight), ...shareOf(counts) };
  });
  const coverage = meanOf(sections.map(({ weight, coverage: value }) => ({ weight, value }))) ?? Fraction.ZERO;
  const isCovered = !coverage.isUnder(Fraction.of(form.min_coverage));
  const mean = isCovered ? meanOf(sections.map(({ weight, score: value }) => ({ weight, value }))) : null;
  const score = mean === null ? null : percent(mean);
  const given = [...answers.values()];
  const autoFails = given.filter(({ autoFail }) => autoFail === 'proved').map(({ shown }) => shown.question);
  return {
    score,
    coverage: coverage.round(2),
    outcome: outcomeOf(form, score, {
      isAutoFailed: autoFails.length > 0,
      needsReview: given.some(({ autoFail }) => autoFail === 'unproved'),
    }),
    sections: sections.map(({ key, score: own, coverage: covered }) => ({
      key,
      score: own && percent(own),
      coverage: covered?.round(2) ?? 0,
    })),
    autoFails,
    answers: given.map(({ shown }) => shown),
  };
}

/** Answer as the client sees it, and whether it fails the call automatically. */
interface AppliedAnswer {
  readonly shown: EvaluationAnswerResponse;
  readonly autoFail: JudgedAnswer['autoFail'];
}

/** Applies conditions in the order of the form, because a condition refers to an earlier question. */
function applyConditions(form: Form, inForce: ReadonlyMap<string, AnswerInForce>): Map<string, AppliedAnswer> {
  const applied = new Map<string, AppliedAnswer>();
  for (const question of questionsOf(form)) {
    const given = inForce.get(question.key);
    if (!given || !isApplicable(question, applied))
      applied.set(question.key, { shown: skipped(question), autoFail: null });
    else if (isSuggestion(question, given))
      applied.set(question.key, { shown: suggested(question, given), autoFail: null });
    else applied.set(question.key, { shown: show(question, given), autoFail: autoFailOf(question, given) });
  }
  return applied;
}

function isApplicable({ applies_if: condition }: FormQuestion, earlier: ReadonlyMap<string, AppliedAnswer>): boolean {
  if (condition === null) return true;
  const { state, answer } = earlier.get(condition.question)?.shown ?? {};
  return state === 'answered' && condition.in.some((key) => key === answer);
}

/** A judge's suggestion neither fails the call nor asks for a review: the question already waits for a person. */
const autoFailOf = (question: FormQuestion, given: AnswerInForce) =>
  onlySuggests(question, given) ? null : given.answer.autoFail;

function show(question: FormQuestion, { answer, reviewerId }: AnswerInForce): EvaluationAnswerResponse {
  return {
    question: answer.question,
    state: answer.state,
    answer: answer.answer,
    confidence: answer.confidence,
    points: pointsOf(question, answer.answer),
    flagged: answer.flagged,
    rationale: answer.rationale,
    citations: [...answer.citations],
    source: answer.source,
    reason: answer.reason,
    reviewer_id: reviewerId,
    system: null,
  };
}

function suggested(question: FormQuestion, given: AnswerInForce): EvaluationAnswerResponse {
  const { state, answer, belowTarget } = given.answer;
  return {
    ...show(question, given),
    state: 'awaiting_human',
    answer: state === 'na' ? NOT_APPLICABLE : answer,
    reason: belowTarget ? BELOW_TARGET : null,
  };
}

function skipped({ key, judge }: FormQuestion): EvaluationAnswerResponse {
  return {
    question: key,
    state: 'skipped',
    answer: null,
    confidence: null,
    points: null,
    flagged: false,
    rationale: '',
    citations: [],
    source: judge.kind,
    reason: null,
    reviewer_id: null,
    system: null,
  };
}

const pointsOf = ({ answers }: FormQuestion, answer: string | null) =>
  answers.find(({ key }) => key === answer)?.points ?? null;

/** Contribution of one question to the score. */
interface Count {
  readonly weight: Fraction;
  /** 0 to 1: its points divided by the maximum; null where the question is not answered. */
  readonly value: Fraction | null;
}

/** Null for a question that never counts: not applicable, skipped, or a tag. */
function countOf(question: FormQuestion, applied: AppliedAnswer | undefined): Count | null {
  const weight = Fraction.of(question.weight);
  const { state = 'skipped', points } = applied?.shown ?? {};
  if (weight.isZero || state === 'na' || state === 'skipped') return null;
  if (state !== 'answered' || typeof points !== 'number') return { weight, value: null };
  const best = Fraction.of(Math.max(...question.answers.map((answer) => answer.points)));
  return { weight, value: best.isZero ? null : Fraction.of(points).over(best) };
}

/** Score of a section, null where nothing counted; and its coverage, null where no weighted question applies. */
function shareOf(counts: readonly (Count | null)[]): {
  readonly score: Fraction | null;
  readonly coverage: Fraction | null;
} {
  const applicable = counts.filter((count) => count !== null);
  const counted = applicable.filter(({ value }) => value !== null);
  const weight = Fraction.sum(applicable.map((count) => count.weight));
  if (weight.isZero) return { score: null, coverage: null };
  return { score: meanOf(counted), coverage: Fraction.sum(counted.map((count) => count.weight)).over(weight) };
}

/** Weighted mean of the available values; null where these have no weight. */
function meanOf(counts: readonly Count[]): Fraction | null {
  const present = counts.flatMap(({ weight, value }) => (value === null ? [] : [{ weight, value }]));
  const total = Fraction.sum(present.map(({ weight }) => weight));
  return total.isZero ? null : Fraction.sum(present.map(({ weight, value }) => weight.times(value))).over(total);
}

const HUNDRED = Fraction.of(100);

const percent = (share: Fraction) => share.times(HUNDRED).round(0);

function outcomeOf(
  { pass_mark }: Form,
  score: number | null,
  { isAutoFailed, needsReview }: { readonly isAutoFailed: boolean; readonly needsReview: boolean },
): EvaluationOutcome {
  if (isAutoFailed) return 'auto_failed';
  if (needsReview) return 'needs_review';
  if (score === null) return 'not_assessable';
  return score >= (pass_mark ?? 0) ? 'passed' : 'failed';
}

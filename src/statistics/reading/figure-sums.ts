// What figures are made of: sums that can be added, so that days give months and rows give totals exactly.
import type { EvaluationOutcome } from '../../ports/evaluation-outcome.js';
import type { Sums } from './intervals.js';

/** How many have each score, from 0 to the highest. */
export type Histogram = readonly number[];

export interface CallSums {
  readonly calls: number;
  readonly audioMs: number;
  readonly compliance: Histogram;
  readonly quality: Histogram;
  /** Evaluations of the calls that passed, and those that passed or failed. */
  readonly passed: number;
  readonly judged: number;
  readonly violations: Readonly<Record<string, number>>;
  readonly notAssessable: number;
  readonly flagged: number;
  readonly reviewed: number;
  readonly overruled: number;
}

export interface EvaluationSums {
  readonly evaluations: number;
  readonly score: Histogram;
  readonly outcomes: Readonly<Record<EvaluationOutcome, number>>;
  /** In hundredths, which coverages are rounded to. */
  readonly coverage: number;
  readonly reviewed: number;
  readonly overruled: number;
}

export interface AnswerSums {
  readonly states: Readonly<Record<'answered' | 'na' | 'not_assessable' | 'awaiting_human' | 'skipped', number>>;
  /** How often each answer was given, by its key. */
  readonly answers: Readonly<Record<string, number>>;
}

export const NO_CALLS: CallSums = {
  calls: 0,
  audioMs: 0,
  compliance: [],
  quality: [],
  passed: 0,
  judged: 0,
  violations: {},
  notAssessable: 0,
  flagged: 0,
  reviewed: 0,
  overruled: 0,
};

export const NO_EVALUATIONS: EvaluationSums = {
  evaluations: 0,
  score: [],
  outcomes: { passed: 0, failed: 0, auto_failed: 0, needs_review: 0, not_assessable: 0 },
  coverage: 0,
  reviewed: 0,
  overruled: 0,
};

export const NO_ANSWERS: AnswerSums = {
  states: { answered: 0, na: 0, not_assessable: 0, awaiting_human: 0, skipped: 0 },
  answers: {},
};

export function addCalls(a: CallSums, b: CallSums): CallSums {
  return {
    calls: a.calls + b.calls,
    audioMs: a.audioMs + b.audioMs,
    compliance: addHistograms(a.compliance, b.compliance),
    quality: addHistograms(a.quality, b.quality),
    passed: a.passed + b.passed,
    judged: a.judged + b.judged,
    violations: addCounts(a.violations, b.violations),
    notAssessable: a.notAssessable + b.notAssessable,
    flagged: a.flagged + b.flagged,
    reviewed: a.reviewed + b.reviewed,
    overruled: a.overruled + b.overruled,
  };
}

export function addEvaluations(a: EvaluationSums, b: EvaluationSums): EvaluationSums {
  return {
    evaluations: a.evaluations + b.evaluations,
    score: addHistograms(a.score, b.score),
    outcomes: {
      passed: a.outcomes.passed + b.outcomes.passed,
      failed: a.outcomes.failed + b.outcomes.failed,
      auto_failed: a.outcomes.auto_failed + b.outcomes.auto_failed,
      needs_review: a.outcomes.needs_review + b.outcomes.needs_review,
      not_assessable: a.outcomes.not_assessable + b.outcomes.not_assessable,
    },
    coverage: a.coverage + b.coverage,
    reviewed: a.reviewed + b.reviewed,
    overruled: a.overruled + b.overruled,
  };
}

export function addAnswers(a: AnswerSums, b: AnswerSums): AnswerSums {
  return {
    states: {
      answered: a.states.answered + b.states.answered,
      na: a.states.na + b.states.na,
      not_assessable: a.states.not_assessable + b.states.not_assessable,
      awaiting_human: a.states.awaiting_human + b.states.awaiting_human,
      skipped: a.states.skipped + b.states.skipped,
    },
    answers: addCounts(a.answers, b.answers),
  };
}

export function sumsOf(histogram: Histogram): Sums {
  let [n, sum, squares] = [0, 0, 0];
  for (const [score, count] of histogram.entries()) {
    n += count;
    sum += count * score;
    squares += count * score * score;
  }
  return { n, sum, squares };
}

/** Exact: the score in the middle, or the mean of the two in the middle. Null of none. */
export function medianOf(histogram: Histogram, n: number): number | null {
  if (n === 0) return null;
  return (scoreAt(histogram, Math.ceil(n / 2)) + scoreAt(histogram, Math.floor(n / 2) + 1)) / 2;
}

/** @param place from 1 */
function scoreAt(histogram: Histogram, place: number): number {
  let passed = 0;
  return histogram.findIndex((count) => {
    passed += count;
    return passed >= place;
  });
}

function addHistograms(a: Histogram, b: Histogram): Histogram {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b];
  return longer.map((count, score) => count + (shorter[score] ?? 0));
}

function addCounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = Object.keys(b);
  if (names.length === 0) return a;
  const counts = new Map(Object.entries(a));
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + (b[name] ?? 0));
  return Object.fromEntries(counts);
}

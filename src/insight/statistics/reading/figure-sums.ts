// What figures are made of: sums that can be added, so that days give months and rows give totals exactly.
import type { EvaluationOutcome } from '../../../calls/evaluation-outcome.js';
import { addHistograms, type Histogram } from './histogram.js';
import type { Sums } from './intervals.js';

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

/** Into one: a group after the other would make as many histograms anew. */
export function addCalls(groups: readonly CallSums[]): CallSums {
  return {
    calls: total(groups, ({ calls }) => calls),
    audioMs: total(groups, ({ audioMs }) => audioMs),
    compliance: addHistograms(groups.map(({ compliance }) => compliance)),
    quality: addHistograms(groups.map(({ quality }) => quality)),
    passed: total(groups, ({ passed }) => passed),
    judged: total(groups, ({ judged }) => judged),
    violations: addCounts(groups.map(({ violations }) => violations)),
    notAssessable: total(groups, ({ notAssessable }) => notAssessable),
    flagged: total(groups, ({ flagged }) => flagged),
    reviewed: total(groups, ({ reviewed }) => reviewed),
    overruled: total(groups, ({ overruled }) => overruled),
  };
}

export function addEvaluations(groups: readonly EvaluationSums[]): EvaluationSums {
  return {
    evaluations: total(groups, ({ evaluations }) => evaluations),
    score: addHistograms(groups.map(({ score }) => score)),
    outcomes: {
      passed: total(groups, ({ outcomes }) => outcomes.passed),
      failed: total(groups, ({ outcomes }) => outcomes.failed),
      auto_failed: total(groups, ({ outcomes }) => outcomes.auto_failed),
      needs_review: total(groups, ({ outcomes }) => outcomes.needs_review),
      not_assessable: total(groups, ({ outcomes }) => outcomes.not_assessable),
    },
    coverage: total(groups, ({ coverage }) => coverage),
    reviewed: total(groups, ({ reviewed }) => reviewed),
    overruled: total(groups, ({ overruled }) => overruled),
  };
}

/** Answers to different questions are not added up. */
export function addAnswers(groups: readonly AnswerSums[]): AnswerSums {
  return {
    states: {
      answered: total(groups, ({ states }) => states.answered),
      na: total(groups, ({ states }) => states.na),
      not_assessable: total(groups, ({ states }) => states.not_assessable),
      awaiting_human: total(groups, ({ states }) => states.awaiting_human),
      skipped: total(groups, ({ states }) => states.skipped),
    },
    answers: {},
  };
}

const total = <Group>(groups: readonly Group[], of: (group: Group) => number): number =>
  groups.reduce((sum, group) => sum + of(group), 0);

/** @param counts by score, from 0 */
export function sumsOf(counts: readonly number[]): Sums {
  let [n, sum, squares] = [0, 0, 0];
  for (let score = 0; score < counts.length; score++) {
    const count = counts[score] ?? 0;
    n += count;
    sum += count * score;
    squares += count * score * score;
  }
  return { n, sum, squares };
}

/** Exact: the score in the middle, or the mean of the two in the middle. Null of none. */
export function medianOf(counts: readonly number[], n: number): number | null {
  if (n === 0) return null;
  return (scoreAt(counts, Math.ceil(n / 2)) + scoreAt(counts, Math.floor(n / 2) + 1)) / 2;
}

/** @param place from 1 */
function scoreAt(counts: readonly number[], place: number): number {
  let score = 0;
  for (let passed = counts[0] ?? 0; passed < place; passed += counts[score] ?? 0) score++;
  return score;
}

function addCounts(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const name of Object.keys(counts)) sum.set(name, (sum.get(name) ?? 0) + (counts[name] ?? 0));
  return Object.fromEntries(sum);
}

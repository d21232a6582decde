// Sums behind the figures. They can be added, so that days add up to months and rows to totals exactly.
import { MEASURES, type MeasureName, type MeasureOf, measuresOf, type StatisticsOf } from '../../sums/measures.js';
import { addHistograms, type Histogram } from './histogram.js';
import type { Sums } from './intervals.js';

/** The sum of each measure. */
export type MeasuredSums<Of extends StatisticsOf> = {
  readonly [Name in MeasureOf<Of>]: (typeof MEASURES)[Name]['kind'] extends 'histogram' ? Histogram : number;
};

export interface CallSums extends MeasuredSums<'calls'> {
  /** Evaluations of the calls that passed, and those that passed or failed. */
  readonly passed: number;
  readonly judged: number;
  readonly violations: Readonly<Record<string, number>>;
}

export type EvaluationSums = MeasuredSums<'evaluations'>;

export interface AnswerSums {
  readonly states: Readonly<Record<'answered' | 'na' | 'not_assessable' | 'awaiting_human' | 'skipped', number>>;
  /** Number of times that each answer was given, by its key. */
  readonly answers: Readonly<Record<string, number>>;
}

/** @param sumOf a measure: a number of a count, a histogram of a histogram */
export function eachMeasure<Of extends StatisticsOf>(
  of: Of,
  sumOf: (name: MeasureOf<Of>) => number | Histogram,
): MeasuredSums<Of> {
  return Object.fromEntries(measuresOf(of).map((name) => [name, sumOf(name)])) as MeasuredSums<Of>;
}

export const isHistogram = (name: MeasureName): boolean => MEASURES[name].kind === 'histogram';

const nothing = (name: MeasureName) => (isHistogram(name) ? [] : 0);

export const NO_CALLS: CallSums = { ...eachMeasure('calls', nothing), passed: 0, judged: 0, violations: {} };
export const NO_EVALUATIONS: EvaluationSums = eachMeasure('evaluations', nothing);

export const NO_ANSWERS: AnswerSums = {
  states: { answered: 0, na: 0, not_assessable: 0, awaiting_human: 0, skipped: 0 },
  answers: {},
};

/** Adds groups to one. Adding one group at a time would create as many histograms. */
export function addCalls(groups: readonly CallSums[]): CallSums {
  return {
    ...addMeasures('calls', groups),
    passed: total(groups, ({ passed }) => passed),
    judged: total(groups, ({ judged }) => judged),
    violations: addCounts(groups.map(({ violations }) => violations)),
  };
}

export const addEvaluations = (groups: readonly EvaluationSums[]): EvaluationSums => addMeasures('evaluations', groups);

function addMeasures<Of extends StatisticsOf>(of: Of, groups: readonly MeasuredSums<Of>[]): MeasuredSums<Of> {
  return eachMeasure(of, (name) => {
    const sums: readonly (number | Histogram)[] = groups.map((group) => group[name]);
    return isHistogram(name)
      ? addHistograms(sums.filter((sum): sum is Histogram => typeof sum !== 'number'))
      : total(sums, Number);
  });
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

/** @param counts numbers by score, from 0 */
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

/** Exact median: the middle score, or the mean of the two middle ones. Null where there are none. */
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

/** Ordered by name: groups come in any order, and the same question has the same answer. */
function addCounts(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const name of Object.keys(counts)) sum.set(name, (sum.get(name) ?? 0) + (counts[name] ?? 0));
  return Object.fromEntries([...sum].sort(([one], [other]) => (one < other ? -1 : 1)));
}

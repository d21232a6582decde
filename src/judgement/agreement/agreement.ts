// How far raters agree on a question: Cohen's kappa (1960), Krippendorff's alpha (Computing Krippendorff's Alpha-Reliability,
// 2011) and Gwet's AC1 (Handbook of Inter-Rater Reliability, 4th edition, 2014), each with its interval. AC1 stays of use where
// nearly all answers are the same, where kappa falls to 0. Pure.
import { type Drawn, type Estimate, inDrawnOrder, type Resampled, resampled, resampledTogether } from './bootstrap.js';

/** Answers of the first rater, such as the machine, and of another; null: none. A pair has at least one. */
export type AnswerPair = readonly [first: string | null, other: string | null];

/** A call with all its pairs: several where several people answered. */
export interface RatedCall {
  readonly id: string;
  readonly pairs: readonly AnswerPair[];
  /** Number of pairs that each pair stands for. Default: one. */
  readonly times?: readonly number[];
  /** All answers together, where the raters are no two sides. AC1 and alpha then read them instead of the pairs. */
  readonly group?: readonly string[];
}

/** Answers that a question allows. */
export interface Scale {
  /** Those of the form; others, such as `na`, count as answers where a rater gave them. */
  readonly answers: readonly string[];
  /** Rank of each answer for alpha, 0 is the lowest; equal ones are one value, and answers without are missing. Null: nominal. */
  readonly ranks: ReadonlyMap<string, number> | null;
}

/** Null without variation, where AC1 is 1. */
type Coefficients = readonly [kappa: number | null, alpha: number | null, ac1: number | null];

export interface Agreement {
  /** Calls with two answers or more. */
  readonly n: number;
  /** Share of whole pairs that agree; null without one. */
  readonly agreement: number | null;
  readonly kappa: Estimate;
  readonly alpha: Estimate;
  readonly ac1: Estimate;
}

/** @param answers those that the form allows; others, such as `na`, count as answers where a rater gave them */
export function agreementOn(calls: readonly RatedCall[], answers: readonly string[]): Agreement {
  const [one] = agreementsOn([{ calls, scale: { answers, ranks: null } }]);
  if (!one) throw new Error('A question has its agreement');
  return one;
}

export interface RatedQuestion {
  readonly calls: readonly RatedCall[];
  readonly scale: Scale;
}

/** Agreement on each question. Those that were rated on the same calls have the same draws, which are made once. */
export function agreementsOn(questions: readonly RatedQuestion[]): Agreement[] {
  const found = new Map<RatedQuestion, Agreement>();
  for (const alike of byCalls(questions)) {
    const summed = alike.map(({ calls, scale }) => new SummedAnswers(calls, scale));
    const { ids = [] } = summed[0] ?? {};
    const figures = resampledTogether(
      ids,
      summed.map((one) => (drawn) => one.coefficients(drawn)),
    );
    for (const [at, question] of alike.entries()) {
      const [kappa = NONE, alpha = NONE, ac1 = NONE] = (figures[at] ?? []).map(estimate);
      const agreement = summed[at]?.observed(new Uint32Array(ids.length).fill(1)) ?? null;
      found.set(question, { n: countOf(question.calls), agreement, kappa, alpha, ac1 });
    }
  }
  return questions.flatMap((question) => found.get(question) ?? []);
}

function byCalls(questions: readonly RatedQuestion[]): RatedQuestion[][] {
  const parts = new Map<string, RatedQuestion[]>();
  for (const question of questions) {
    const key = JSON.stringify(inDrawnOrder(question.calls).map(({ id }) => id));
    const alike = parts.get(key) ?? [];
    parts.set(key, alike);
    alike.push(question);
  }
  return [...parts.values()];
}

const NONE: Estimate = { value: null, ci: null };

/** The same without intervals. */
export function coefficientsOf(calls: readonly RatedCall[], scale: Scale) {
  const summed = new SummedAnswers(calls, scale);
  const once = new Uint32Array(summed.ids.length).fill(1);
  const [kappa, alpha, ac1] = summed.coefficients(once);
  return { n: countOf(calls), agreement: summed.observed(once), kappa, alpha, ac1 };
}

/** AC1 of the first less that of the second, over the calls of both. */
export function differenceOfAc1(
  first: readonly RatedCall[],
  second: readonly RatedCall[],
  answers: readonly string[],
): Resampled {
  const ids = new Set(second.map(({ id }) => id));
  const both = first.filter(({ id }) => ids.has(id));
  const shared = new Set(both.map(({ id }) => id));
  const scale = { answers: answersGiven([...both, ...second], answers), ranks: null };
  const one = new SummedAnswers(both, scale);
  const other = new SummedAnswers(
    second.filter(({ id }) => shared.has(id)),
    scale,
  );
  return resampled(one.ids, (drawn) => {
    const [, , a] = one.coefficients(drawn);
    const [, , b] = other.coefficients(drawn);
    return a === null || b === null ? null : a - b;
  });
}

const estimate = ({ value, ci }: Resampled): Estimate => ({ value, ci: value === null ? null : ci });

const countOf = (calls: readonly RatedCall[]) =>
  calls.filter(({ pairs }) => pairs.some(([first, other]) => first !== null && other !== null)).length;

/** All answers that counted: those of the form, then those that raters gave. */
function answersGiven(calls: readonly RatedCall[], answers: readonly string[]): string[] {
  const given = new Set(answers);
  for (const { pairs, group = [] } of calls) {
    for (const pair of pairs) for (const answer of pair) if (answer !== null) given.add(answer);
    for (const answer of group) given.add(answer);
  }
  return [...given];
}

/** Sums of answers: one row of numbers a call, so that two thousand resamples of some hundred calls take milliseconds. */
class SummedAnswers {
  /** Sorted. */
  readonly ids: readonly string[];
  private readonly places: Places;
  private readonly rows: Float64Array;
  private readonly sums: Float64Array;

  constructor(calls: readonly RatedCall[], scale: Scale) {
    const ordered = inDrawnOrder(calls);
    this.ids = ordered.map(({ id }) => id);
    this.places = new Places(answersGiven(ordered, scale.answers), scale);
    const { width } = this.places;
    this.sums = new Float64Array(width);
    this.rows = new Float64Array(width * ordered.length);
    for (const [at, call] of ordered.entries()) this.rows.set(this.places.rowOf(call), at * width);
  }

  coefficients(drawn: Drawn): Coefficients {
    const { sums } = this;
    this.sum(drawn);
    return [this.places.kappa(sums), this.places.alpha(sums), this.places.ac1(sums)];
  }

  /** Share of whole pairs that agree; null without one. */
  observed(drawn: Drawn): number | null {
    this.sum(drawn);
    const [agreeing = 0, whole = 0] = this.sums;
    return whole === 0 ? null : agreeing / whole;
  }

  private sum(drawn: Drawn): void {
    const { rows, sums } = this;
    const width = sums.fill(0).length;
    for (let call = 0; call < drawn.length; call++) {
      const times = drawn[call] ?? 0;
      if (times === 0) continue;
      const from = call * width;
      for (let at = 0; at < width; at++) sums[at] = (sums[at] ?? 0) + times * (rows[from + at] ?? 0);
    }
  }
}

/** Places of the numbers of a row: whole pairs that agree, whole pairs, and those named below. */
class Places {
  readonly width: number;
  private readonly answers: number;
  private readonly ranks: number;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly rankOf: readonly number[];
  private readonly first = 2;
  private readonly other: number;
  private readonly groups: number;
  private readonly shares: number;
  private readonly ranked: number;
  private readonly differing: number;
  private readonly counts: Float64Array;
  private readonly countsOfRanks: Float64Array;

  constructor(
    given: readonly string[],
    private readonly scale: Scale,
  ) {
    this.numbers = new Map(given.map((answer, at) => [answer, at]));
    this.rankOf = given.map((answer, at) => (scale.ranks === null ? at : (scale.ranks.get(answer) ?? -1)));
    this.answers = given.length;
    this.ranks = Math.max(-1, ...this.rankOf) + 1;
    this.counts = new Float64Array(this.answers);
    this.countsOfRanks = new Float64Array(this.ranks);
    this.other = this.first + this.answers;
    // Agreement summed over groups of two or more, the number of those groups, and of all.
    this.groups = this.other + this.answers;
    this.shares = this.groups + 3;
    this.ranked = this.shares + this.answers;
    this.differing = this.ranked + this.ranks;
    // A nominal question needs no more than the number of values that differ.
    this.width = this.differing + (scale.ranks === null ? 1 : (this.ranks * (this.ranks - 1)) / 2);
  }

  rowOf({ pairs, group, times: timesOf = [] }: RatedCall): Float64Array {
    const row = new Float64Array(this.width);
    for (const [at, [one, two]] of pairs.entries()) {
      const times = timesOf[at] ?? 1;
      const [first, other] = [this.numberOf(one), this.numberOf(two)];
      if (group === undefined) this.addGroup(row, [first, other], times);
      if (first < 0 || other < 0) continue;
      if (first === other) increase(row, 0, times);
      increase(row, 1, times);
      increase(row, this.first + first, times);
      increase(row, this.other + other, times);
    }
    if (group !== undefined)
      this.addGroup(
        row,
        group.map((answer) => this.numberOf(answer)),
        1,
      );
    return row;
  }

  /** @param answers numbers of answers; -1: none @param times groups like this one */
  private addGroup(row: Float64Array, answers: readonly number[], times: number): void {
    const counts = this.counts.fill(0);
    const ranked = this.countsOfRanks.fill(0);
    for (const answer of answers) {
      if (answer < 0) continue;
      increase(counts, answer, 1);
      const rank = this.rankOf[answer] ?? -1;
      if (rank >= 0) increase(ranked, rank, 1);
    }
    const n = total(counts);
    if (n === 0) return;
    increase(row, this.groups + 2, times);
    for (let at = 0; at < this.answers; at++) increase(row, this.shares + at, (times * (counts[at] ?? 0)) / n);
    if (n >= 2) {
      const alike = counts.reduce((sum, count) => sum + count * (count - 1), 0);
      increase(row, this.groups, (times * alike) / (n * (n - 1)));
      increase(row, this.groups + 1, times);
    }
    this.addRanked(row, ranked, times);
  }

  private addRanked(row: Float64Array, ranked: Float64Array, times: number): void {
    const n = total(ranked);
    if (n < 2) return;
    for (let at = 0; at < this.ranks; at++) increase(row, this.ranked + at, times * (ranked[at] ?? 0));
    for (let low = 0; low < this.ranks; low++)
      for (let high = low + 1; high < this.ranks; high++)
        increase(row, this.placeOf(low, high), (times * (ranked[low] ?? 0) * (ranked[high] ?? 0)) / (n - 1));
  }

  kappa(sums: Float64Array): number | null {
    const whole = sums[1] ?? 0;
    if (whole === 0) return null;
    let byChance = 0;
    for (let at = 0; at < this.answers; at++)
      byChance += ((sums[this.first + at] ?? 0) / whole) * ((sums[this.other + at] ?? 0) / whole);
    return byChance === 1 ? null : ((sums[0] ?? 0) / whole - byChance) / (1 - byChance);
  }

  /** Calls, or pairs, with one answer count in the shares of the answers. */
  ac1(sums: Float64Array): number | null {
    const [agreement, groups, rated] = [sums[this.groups] ?? 0, sums[this.groups + 1] ?? 0, sums[this.groups + 2] ?? 0];
    if (groups === 0) return null;
    if (this.answers < 2) return 1;
    let varied = 0;
    for (let at = 0; at < this.answers; at++) {
      const share = (sums[this.shares + at] ?? 0) / rated;
      varied += share * (1 - share);
    }
    const byChance = varied / (this.answers - 1);
    return (agreement / groups - byChance) / (1 - byChance);
  }

  alpha(sums: Float64Array): number | null {
    const ranked = sums.subarray(this.ranked, this.differing);
    const n = total(ranked);
    let [observed, expected] = [0, 0];
    for (let low = 0; low < this.ranks; low++) {
      let distance = (ranked[low] ?? 0) / 2;
      for (let high = low + 1; high < this.ranks; high++) {
        const [a, b] = [ranked[low] ?? 0, ranked[high] ?? 0];
        // Ordinal: values between the two, and half of each of them, squared.
        distance += b / 2;
        const difference = this.scale.ranks === null ? 1 : distance * distance;
        distance += b / 2;
        if (this.scale.ranks !== null) observed += (sums[this.placeOf(low, high)] ?? 0) * difference;
        expected += a * b * difference;
      }
    }
    if (this.scale.ranks === null) observed = sums[this.differing] ?? 0;
    return expected === 0 ? null : 1 - ((n - 1) * observed) / expected;
  }

  private numberOf(answer: string | null): number {
    return answer === null ? -1 : (this.numbers.get(answer) ?? -1);
  }

  private placeOf(low: number, high: number): number {
    return this.differing + (this.scale.ranks === null ? 0 : (high * (high - 1)) / 2 + low);
  }
}

function total(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

function increase(counts: Float64Array, at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by;
}

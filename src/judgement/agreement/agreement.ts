// How far two raters agree on a question: Cohen's kappa and Gwet's AC1, each with its interval. AC1 stays of use where nearly all
// answers are the same, where kappa falls to 0 (Gwet, Handbook of Inter-Rater Reliability, 4th edition, 2014). Pure.
import { type Drawn, type Estimate, inDrawnOrder, type Resampled, resampled, resampledTogether } from './bootstrap.js';

/** Answers of the first rater, such as the machine, and of another; null: none. A pair has at least one. */
export type AnswerPair = readonly [first: string | null, other: string | null];

/** A call with all its pairs: several where several people answered. */
export interface RatedCall {
  readonly id: string;
  readonly pairs: readonly AnswerPair[];
}

export interface Agreement {
  /** Calls with a whole pair. */
  readonly n: number;
  /** Share of whole pairs that agree; null without one. */
  readonly agreement: number | null;
  readonly kappa: Estimate;
  readonly ac1: Estimate;
}

/** @param answers those that the form allows; others, such as `na`, count as answers where a rater gave them */
export function agreementOn(calls: readonly RatedCall[], answers: readonly string[]): Agreement {
  const counted = new CountedPairs(calls, answers);
  const { kappa, ac1 } = resampledTogether(counted.ids, {
    kappa: (drawn) => counted.count(drawn).kappa(),
    ac1: (drawn) => counted.count(drawn).ac1(),
  });
  return { ...coefficientsOf(calls, answers), kappa: estimate(kappa), ac1: estimate(ac1) };
}

/** The same without intervals. */
export function coefficientsOf(calls: readonly RatedCall[], answers: readonly string[]) {
  const counted = new CountedPairs(calls, answers);
  const once = counted.count(new Uint32Array(counted.ids.length).fill(1));
  const n = calls.filter(({ pairs }) => pairs.some(isWhole)).length;
  return { n, agreement: once.observed(), kappa: once.kappa(), ac1: once.ac1() };
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
  const given = [...new Set([...answers, ...[...both, ...second].flatMap(answersOf)])];
  const [one, other] = [
    new CountedPairs(both, given),
    new CountedPairs(
      second.filter(({ id }) => shared.has(id)),
      given,
    ),
  ];
  return resampled(one.ids, (drawn) => {
    const [a, b] = [one.count(drawn).ac1(), other.count(drawn).ac1()];
    return a === null || b === null ? null : a - b;
  });
}

const estimate = ({ value, ci }: Resampled): Estimate => ({ value, ci: value === null ? null : ci });
const isWhole = ([first, other]: AnswerPair) => first !== null && other !== null;
const answersOf = ({ pairs }: RatedCall): string[] => pairs.flat().filter((one) => one !== null);

/** The pairs as numbers, so that two thousand resamples of some hundred calls take milliseconds. */
class CountedPairs {
  readonly ids: readonly string[];
  private readonly tally: Tally;
  /** Three numbers for each pair: its call, and its two answers; -1: no answer. */
  private readonly rows: Int32Array;

  constructor(calls: readonly RatedCall[], answers: readonly string[]) {
    const ordered = inDrawnOrder(calls);
    const given = [...new Set([...answers, ...ordered.flatMap(answersOf)])];
    const numbers = new Map(given.map((answer, at) => [answer, at]));
    const numberOf = (answer: string | null) => (answer === null ? -1 : (numbers.get(answer) ?? -1));
    this.ids = ordered.map(({ id }) => id);
    this.tally = new Tally(given.length);
    this.rows = Int32Array.from(
      ordered.flatMap(({ pairs }, call) => pairs.flatMap(([first, other]) => [call, numberOf(first), numberOf(other)])),
    );
  }

  /** @returns good until the next count */
  count(drawn: Drawn): Tally {
    this.tally.clear();
    for (let row = 0; row < this.rows.length; row += 3) {
      const times = drawn[this.rows[row] ?? 0] ?? 0;
      if (times > 0) this.tally.add(this.rows[row + 1] ?? -1, this.rows[row + 2] ?? -1, times);
    }
    return this.tally;
  }
}

class Tally {
  private readonly first: Float64Array;
  private readonly other: Float64Array;
  private readonly shares: Float64Array;
  private agreeing = 0;
  private whole = 0;
  private rated = 0;

  constructor(private readonly answers: number) {
    [this.first, this.other, this.shares] = [
      new Float64Array(answers),
      new Float64Array(answers),
      new Float64Array(answers),
    ];
  }

  clear(): void {
    for (const counts of [this.first, this.other, this.shares]) counts.fill(0);
    [this.agreeing, this.whole, this.rated] = [0, 0, 0];
  }

  add(first: number, other: number, times: number): void {
    this.rated += times;
    if (first < 0 || other < 0) {
      increase(this.shares, Math.max(first, other), times);
      return;
    }
    this.whole += times;
    if (first === other) this.agreeing += times;
    increase(this.first, first, times);
    increase(this.other, other, times);
    increase(this.shares, first, times / 2);
    increase(this.shares, other, times / 2);
  }

  observed(): number | null {
    return this.whole === 0 ? null : this.agreeing / this.whole;
  }

  /** Null where both always give the one same answer. */
  kappa(): number | null {
    const { agreeing, whole, first, other } = this;
    if (whole === 0) return null;
    let byChance = 0;
    for (const [answer, n] of first.entries()) byChance += (n / whole) * ((other[answer] ?? 0) / whole);
    return byChance === 1 ? null : (agreeing / whole - byChance) / (1 - byChance);
  }

  /** 1 without variation. Pairs with one answer count in the shares of the answers. */
  ac1(): number | null {
    const { agreeing, whole, shares, rated, answers } = this;
    if (whole === 0) return null;
    if (answers < 2) return 1;
    let varied = 0;
    for (const n of shares) varied += (n / rated) * (1 - n / rated);
    const byChance = varied / (answers - 1);
    return (agreeing / whole - byChance) / (1 - byChance);
  }
}

function increase(counts: Float64Array, at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by;
}

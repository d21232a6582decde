import { describe, expect, it } from 'vitest';
import {
  type AnswerPair,
  agreementOn,
  coefficientsOf,
  differenceOfAc1,
  type RatedCall,
} from '../../../src/judgement/agreement/agreement.js';
import { Random } from '../../support/builders/random.js';

/** @param table rows of the first rater */
function callsOf(table: readonly (readonly number[])[]): RatedCall[] {
  const pairs = table.flatMap((row, first) =>
    row.flatMap((n, other) => Array.from({ length: n }, (): AnswerPair => [`a${first}`, `a${other}`])),
  );
  return pairs.map((pair, n) => ({ id: `call-${String(n).padStart(4, '0')}`, pairs: [pair] }));
}
const answersOf = (n: number) => Array.from({ length: n }, (_, at) => `a${at}`);

describe('kappa and AC1', () => {
  it.each([
    // Gwet, "Kappa Statistic is not Satisfactory for Assessing the Extent of Agreement Between Raters" (2002), table 2.
    {
      table: [
        [118, 5],
        [2, 0],
      ],
      agreement: 0.944,
      kappa: -0.0234,
      ac1: 0.9408,
    },
    // The example of two readers of 50 proposals that textbooks of kappa share.
    {
      table: [
        [20, 5],
        [10, 15],
      ],
      agreement: 0.7,
      kappa: 0.4,
      ac1: 0.4059,
    },
  ])('of published tables: $agreement', ({ table, ...expected }) => {
    const found = agreementOn(callsOf(table), answersOf(2));
    expect(found.agreement).toBeCloseTo(expected.agreement, 4);
    expect(found.kappa.value).toBeCloseTo(expected.kappa, 4);
    expect(found.ac1.value).toBeCloseTo(expected.ac1, 4);
    expect(found.ac1.ci?.[0]).toBeLessThanOrEqual(found.ac1.value ?? 0);
    expect(found.ac1.ci?.[1]).toBeGreaterThanOrEqual(found.ac1.value ?? 1);
  });

  it('are those of their definitions, for random answers', () => {
    const random = new Random(3);
    for (let n = 0; n < 1_000; n++) {
      const answers = answersOf(2 + random.below(4));
      const calls = Array.from({ length: 5 + random.below(40) }, (_, call) => ({
        id: `call-${call}`,
        pairs: [0, 1].slice(random.below(2)).map((): AnswerPair => {
          const [first, other] = [random.of(answers), random.below(3) === 0 ? random.of(answers) : null];
          return random.below(9) === 0 ? [null, random.of(answers)] : [first, other ?? first];
        }),
      }));
      const found = coefficientsOf(calls, { answers, ranks: null });
      const all = calls.flatMap(({ pairs }) => pairs);
      expectNear(found.kappa, plainKappa(all));
      expectNear(found.ac1, plainAc1(all, answers));
    }
  });

  it('without variation: kappa is not known, AC1 is 1', () => {
    const { kappa, ac1, n } = agreementOn(callsOf([[40]]), answersOf(2));
    expect([n, kappa, ac1]).toEqual([40, { value: null, ci: null }, { value: 1, ci: [1, 1] }]);
    expect(agreementOn([], answersOf(2))).toMatchObject({ n: 0, agreement: null, ac1: { value: null, ci: null } });
  });

  it('na counts as an answer where somebody gave it', () => {
    const calls = callsOf([
      [20, 5],
      [10, 15],
    ]);
    const with_ = [...calls, { id: 'call-na', pairs: [['na', 'na']] satisfies AnswerPair[] }];
    expect(agreementOn(with_, answersOf(2)).ac1.value).toBeCloseTo(
      plainAc1(
        with_.flatMap(({ pairs }) => pairs),
        [...answersOf(2), 'na'],
      ),
      9,
    );
  });

  it('of two engines differ over the calls of both alone', () => {
    const good = callsOf([
      [50, 2],
      [3, 45],
    ]);
    const bad = good.map(({ id, pairs }, n) => ({
      id,
      pairs: n % 3 === 0 ? [['a0', pairs[0]?.[1] ?? null] as const] : pairs,
    }));
    const { value, ci } = differenceOfAc1([...good, { id: 'other', pairs: [['a0', 'a1']] }], bad, answersOf(2));
    expect(value).toBeCloseTo(
      (agreementOn(good, answersOf(2)).ac1.value ?? 0) - (agreementOn(bad, answersOf(2)).ac1.value ?? 0),
      12,
    );
    expect(ci?.[0]).toBeGreaterThan(0);
  });
});

/** A figure that is not defined is null. */
const expectNear = (found: number | null, plain: number) =>
  Number.isFinite(plain) ? expect(found).toBeCloseTo(plain, 9) : expect(found).toBeNull();

const whole = (pairs: readonly AnswerPair[]) => pairs.filter(([first, other]) => first !== null && other !== null);

/** Cohen (1960). */
function plainKappa(pairs: readonly AnswerPair[]): number {
  const both = whole(pairs);
  const share = (of: (pair: AnswerPair) => boolean) => both.filter(of).length / both.length;
  const given = new Set(both.flat());
  const chance = [...given].reduce(
    (sum, answer) => sum + share(([first]) => first === answer) * share(([, other]) => other === answer),
    0,
  );
  return (share(([first, other]) => first === other) - chance) / (1 - chance);
}

/** Gwet (2014), with pairs of which one answer is missing. */
function plainAc1(pairs: readonly AnswerPair[], answers: readonly string[]): number {
  const both = whole(pairs);
  const agreeing = both.filter(([first, other]) => first === other).length / both.length;
  const shares = answers.map(
    (answer) =>
      pairs.reduce((sum, pair) => {
        const given = pair.filter((one) => one !== null);
        return sum + given.filter((one) => one === answer).length / given.length;
      }, 0) / pairs.length,
  );
  const chance = shares.reduce((sum, share) => sum + share * (1 - share), 0) / (answers.length - 1);
  return (agreeing - chance) / (1 - chance);
}

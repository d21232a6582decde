// Agreement by question: against published tables, and against counts from the definitions over all pairs of ratings.
import { describe, expect, it } from 'vitest';
import {
  type AnsweredCall,
  agreementOnForm,
  type Between,
  type QuestionAgreement,
} from '../../../src/judgement/agreement/question-agreement.js';
import { casesOf } from '../../gates/cases-of.js';
import { Random } from '../../support/builders/random.js';

type Rated = readonly (string | null)[];

const asked = (points: readonly number[], key = 'empathy') => ({
  key,
  answers: points.map((one, at) => ({
    key: `a${at + 1}`,
    label: '',
    points: one,
    needs_quote: false,
    auto_fail: false,
  })),
});

const NAMES = ['ada', 'ben', 'cleo', 'dan'];

/** @param ratings of one call: first the machine's, then those of people; the last may be the expert's */
function callOf([machine, ...people]: Rated, n: number, hasExpert = false): AnsweredCall {
  const answersOf = (answer: string | null): Record<string, string> => (answer ? { empathy: answer } : {});
  return {
    id: `call-${String(n).padStart(3, '0')}`,
    machine: machine ? answersOf(machine) : null,
    people: people.map((answer, at) => ({
      id: NAMES[at] ?? '',
      isExpert: hasExpert && at === people.length - 1,
      answers: answersOf(answer),
    })),
  };
}

function agreementOf(ratings: readonly Rated[], points: readonly number[], between: Between, hasExpert = false) {
  const calls = ratings.map((one, n) => callOf(one, n, hasExpert));
  const [found] = agreementOnForm([asked(points)], calls, between).questions;
  if (!found) throw new Error('A form of one question has one');
  return found;
}

/** Each column a call: the ratings of four observers, 0 for none. Both books print this table. */
const FOUR_OBSERVERS = ['123321412000', '123322412500', '033323422510', '123324412513'];
const fourObservers = (): Rated[] =>
  Array.from({ length: 12 }, (_, call) => [
    null,
    ...FOUR_OBSERVERS.map((row) => (row[call] === '0' ? null : `a${row[call]}`)),
  ]);

describe('published examples', () => {
  it('Krippendorff, Computing Krippendorff’s Alpha-Reliability (2011), section C: nominal 0.743, ordinal 0.815', () => {
    expect(agreementOf(fourObservers(), [0, 0, 0, 0, 0], 'people').alpha.value).toBeCloseTo(0.743, 3);
    expect(agreementOf(fourObservers(), [0, 1, 2, 3, 4], 'people').alpha.value).toBeCloseTo(0.815, 3);
  });

  it('Gwet, Handbook of Inter-Rater Reliability (2014), four raters with missing ratings: AC1 0.77544', () => {
    expect(agreementOf(fourObservers(), [0, 0, 0, 0, 0], 'people').ac1.value).toBeCloseTo(0.77544, 5);
  });

  it('Gwet, the same, two abstractors of 100 cases: kappa 0.7964094, AC1 0.8493305, alpha 0.7972585', () => {
    const table = [
      [13, 0, 0],
      [0, 20, 7],
      [0, 4, 56],
    ];
    const ratings = table.flatMap((row, first) =>
      row.flatMap((n, other) => Array.from({ length: n }, (): Rated => [`a${first + 1}`, `a${other + 1}`])),
    );
    const found = agreementOf(ratings, [0, 0, 0], 'machine');
    expect(found).toMatchObject({ n: 100, raters: 2, agreement: 0.89, rarest: { answer: 'a1', n: 13 }, naMismatch: 0 });
    expect(found.kappa.value).toBeCloseTo(0.7964094, 7);
    expect(found.ac1.value).toBeCloseTo(0.8493305, 7);
    expect(found.alpha.value).toBeCloseTo(0.7972585, 7);
    expect(found.matrix).toEqual({
      a1: { a1: 13, a2: 0, a3: 0 },
      a2: { a1: 0, a2: 20, a3: 7 },
      a3: { a1: 0, a2: 4, a3: 56 },
    });
  });
});

describe('random tables', () => {
  const random = new Random(11);
  const tables = Array.from({ length: casesOf(1_000, 100) }, () => {
    const points = Array.from({ length: 2 + random.below(4) }, () => random.below(4));
    const people = 2 + random.below(3);
    const ratings = Array.from({ length: 3 + random.below(12) }, (): Rated => {
      const common = `a${1 + random.below(points.length)}`;
      const one = () =>
        [null, 'na', common, common, common, `a${1 + random.below(points.length)}`][random.below(6)] ?? null;
      return Array.from({ length: people + 1 }, one);
    });
    return { points, ratings };
  });

  it.each(['machine', 'people', 'expert'] as const)('agree as the definitions say: %s', (between) => {
    for (const { points, ratings } of tables) {
      const found = agreementOf(ratings, points, between, between === 'expert');
      const plain = plainly(ratings, points, between);
      for (const name of ['kappa', 'alpha', 'ac1'] as const) expectNear(found[name].value, plain[name], name);
      expect([found.n, found.naMismatch, found.rarest.n]).toEqual([plain.n, plain.naMismatch, plain.rarest]);
    }
  });
});

/** A figure that is not defined is null. */
const expectNear = (found: number | null, plain: number, name: string) =>
  Number.isFinite(plain)
    ? expect(Math.abs((found ?? Number.NaN) - plain), name).toBeLessThan(1e-9)
    : expect(found, name).toBeNull();

const isGiven = (one: string | null): one is string => one !== null;

/** Over all ordered pairs of ratings of each unit, one by one. */
function plainly(ratings: readonly Rated[], points: readonly number[], between: Between) {
  const unitsOf = ([machine = null, ...people]: Rated): { unit: Rated; pairs: Rated[]; counted: Rated }[] => {
    const given = people.filter(isGiven);
    if (between === 'people') {
      const pairs = given.flatMap((a, at) => given.filter((_, other) => other > at).map((b) => [a, b]));
      return given.length > 0 ? [{ unit: given, pairs, counted: given.length > 1 ? given : [] }] : [];
    }
    const [first, others] = between === 'machine' ? [[machine], people] : [people.slice(0, -1), people.slice(-1)];
    const [a, b] = [first.filter(isGiven), others.filter(isGiven)];
    if (a.length === 0 || b.length === 0) return [...a, ...b].map((one) => ({ unit: [one], pairs: [], counted: [] }));
    return a.flatMap((one, at) =>
      b.map((two) => ({ unit: [one, two], pairs: [[one, two]], counted: at === 0 ? [two] : [] })),
    );
  };
  const units = ratings.map(unitsOf);
  const all = units.flat();
  const pairs = all.flatMap((one) => one.pairs);
  const form = points.map((_, at) => `a${at + 1}`);
  const answers = [...new Set([...form, ...all.flatMap(({ unit }) => unit).filter(isGiven)])];
  const counted = all.flatMap((one) => one.counted);
  return {
    n: units.filter((ofCall) => ofCall.some((one) => one.pairs.length > 0)).length,
    naMismatch: pairs.filter(([a, b]) => a !== b && (a === 'na' || b === 'na')).length,
    rarest: Math.min(...form.map((answer) => counted.filter((one) => one === answer).length)),
    kappa: kappaOf(pairs),
    ac1: ac1Of(
      all.map(({ unit }) => unit),
      answers,
    ),
    alpha: alphaOf(
      all.map(({ unit }) => unit),
      points,
    ),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

function kappaOf(pairs: readonly Rated[]): number {
  const agreed = mean(pairs.map(([a, b]) => Number(a === b)));
  const chance = mean(pairs.flatMap(([a]) => pairs.map(([, b]) => Number(a === b))));
  return (agreed - chance) / (1 - chance);
}

function ac1Of(units: readonly Rated[], answers: readonly string[]): number {
  const others = (unit: Rated, at: number) => unit.filter((_, other) => other !== at);
  const agreed = mean(
    units
      .filter(({ length }) => length > 1)
      .map((unit) => mean(unit.map((one, at) => mean(others(unit, at).map((other) => Number(one === other)))))),
  );
  const shares = answers.map((answer) => mean(units.map((unit) => mean(unit.map((one) => Number(one === answer))))));
  const chance = shares.reduce((sum, share) => sum + share * (1 - share), 0) / (answers.length - 1);
  return (agreed - chance) / (1 - chance);
}

function alphaOf(units: readonly Rated[], points: readonly number[]): number {
  const levels = [...new Set(points)].sort((a, b) => a - b);
  const isOrdinal = levels.length > 2;
  const rankOf = (answer: string | null) =>
    isOrdinal ? levels.indexOf(points[Number(answer?.slice(1)) - 1] ?? Number.NaN) : (answer ?? '');
  const valued = units.map((unit) => unit.map(rankOf).filter((one) => one !== -1)).filter(({ length }) => length > 1);
  const values = valued.flat();
  const distance = (a: string | number, b: string | number): number => {
    if (a === b) return 0;
    if (typeof a === 'string' || typeof b === 'string') return 1;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const between = values.filter((one) => Number(one) >= low && Number(one) <= high).length;
    const atEnds = values.filter((one) => one === low || one === high).length;
    return (between - atEnds / 2) ** 2;
  };
  const observed = valued.flatMap((unit) =>
    unit.flatMap((a, at) => unit.filter((_, other) => other !== at).map((b) => distance(a, b) / (unit.length - 1))),
  );
  const expected = values.flatMap((a, at) => values.filter((_, other) => other !== at).map((b) => distance(a, b)));
  return 1 - mean(expected) ** -1 * (observed.reduce((sum, one) => sum + one, 0) / values.length);
}

describe('a question', () => {
  const repeated = (n: number, ...rated: Rated) => Array.from({ length: n }, () => rated);

  it('gives the same bytes again, in whatever order calls and people come', () => {
    const calls = fourObservers().map((one, n) => callOf(one, n));
    const turned = [...calls].reverse().map((call) => ({ ...call, people: [...call.people].reverse() }));
    const text = (of: readonly AnsweredCall[]) =>
      JSON.stringify(agreementOnForm([asked([0, 1, 2, 3, 4])], of, 'people'));
    expect(text(turned)).toBe(text(calls));
    expect(JSON.parse(text(calls)).seed).toMatch(/^[0-9a-f]{8}$/);
  });

  it('without variation has no kappa, no alpha, and AC1 1', () => {
    const found = agreementOf(repeated(60, 'a1', 'a1'), [0, 1], 'machine');
    const none = { value: null, ci: null };
    expect([found.kappa, found.alpha, found.ac1]).toEqual([none, none, { value: 1, ci: [1, 1] }]);
    expect(found).toMatchObject({ rarest: { answer: 'a2', n: 0 }, verdict: 'too_few' });
  });

  it('counts na as an answer, and not in an ordinal alpha', () => {
    const ratings = [
      ...repeated(9, 'a1', 'a1'),
      ...repeated(8, 'a3', 'a3'),
      ...repeated(5, 'na', 'a1'),
      ...repeated(3, 'na', 'na'),
    ];
    const found = agreementOf(ratings, [0, 1, 2], 'machine');
    expect(found).toMatchObject({ n: 25, naMismatch: 5, agreement: 0.8, matrix: { na: { a1: 5, na: 3 } } });
    expect(found.alpha.value).toBe(1);
    expect(found.kappa.value).toBeLessThan(1);
  });

  it('has the expert alone on the other side', () => {
    const ratings = repeated(20, 'a1', 'a2', 'a2', 'a1');
    expect(agreementOf(ratings, [0, 1], 'machine', true)).toMatchObject({ n: 20, raters: 2, agreement: 1 });
    expect(agreementOf(ratings, [0, 1], 'expert', true)).toMatchObject({ n: 20, raters: 3, agreement: 0 });
    expect(agreementOf(ratings, [0, 1], 'people', true)).toMatchObject({ n: 20, raters: 2, agreement: 1 });
  });

  it('may be named as a member of every object', () => {
    const call = { ...callOf(['a1', 'a1'], 0), machine: {} };
    const [found] = agreementOnForm([asked([0, 1], 'constructor')], [call], 'machine').questions;
    expect(found?.raters).toBe(0);
  });

  const verdictOf = (ratings: readonly Rated[]): QuestionAgreement['verdict'] =>
    agreementOf(ratings, [0, 1], 'machine').verdict;
  it.each([
    ['too_few', [...repeated(38, 'a1', 'a1'), ...repeated(11, 'a2', 'a2')]],
    ['too_few', [...repeated(60, 'a1', 'a1'), ...repeated(9, 'a2', 'a2')]],
    ['trusted', [...repeated(40, 'a1', 'a1'), ...repeated(10, 'a2', 'a2')]],
    ['untrusted', [...repeated(30, 'a1', 'a2'), ...repeated(20, 'a2', 'a2'), ...repeated(20, 'a1', 'a1')]],
    ['watch', [...repeated(33, 'a1', 'a1'), ...repeated(12, 'a1', 'a2'), ...repeated(15, 'a2', 'a2')]],
  ] as const)('is %s', (verdict, ratings) => {
    expect(verdictOf(ratings)).toBe(verdict);
  });
});

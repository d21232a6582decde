// Figures of thousands of forms drawn at random, against laws that hold for each and against a second way to compute them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFigures, type Figures } from '../../../src/scorecards/answers/figures.js';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import type { Form, FormQuestion } from '../../../src/scorecards/form/form.js';
import { casesOf } from '../../gates/cases-of.js';

/** Numbers as people write them: whole ones, halves and thousandths. */
const decimal = (most: number) =>
  fc.oneof(
    fc.integer({ min: 0, max: most }),
    fc.integer({ min: 0, max: most * 1000 }).map((n) => n / 1000),
  );

const KEYS = ['a', 'b', 'c', 'd', 'e'];

const drawnQuestion = fc.record({
  weight: decimal(20),
  points: fc
    .array(decimal(5), { minLength: 2, maxLength: 5 })
    .map((points) => (points.every((one) => one === 0) ? [...points, 1] : points)),
  suggest: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  human: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  /** How far back the question of the condition stands; 0 for none. */
  condition: fc.integer({ min: 0, max: 12 }).map((n) => (n < 4 ? n : 0)),
  state: fc.constantFrom('answered', 'answered', 'answered', 'answered', 'na', 'not_assessable', 'awaiting_human'),
  given: fc.integer({ min: 0, max: 4 }),
  autoFail: fc.integer({ min: 0, max: 30 }).map((n) => (n === 0 ? 'proved' : n === 1 ? 'unproved' : null)),
});

type DrawnQuestion = typeof drawnQuestion extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const drawnForm = fc
  .record({
    pass_mark: fc.option(fc.integer({ min: 0, max: 100 })),
    min_coverage: fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
    sections: fc.array(
      fc.record({ weight: decimal(50), questions: fc.array(drawnQuestion, { minLength: 1, maxLength: 5 }) }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ sections, ...terms }) => {
    const earlier: FormQuestion[] = [];
    const judged: JudgedAnswer[] = [];
    const made = sections.map(({ weight, questions }, index) => ({
      key: `s${index}`,
      title: 'Section',
      weight,
      questions: questions.map((drawn) => {
        const question = questionOf(drawn, earlier);
        earlier.push(question);
        judged.push(answerOf(drawn, question));
        return question;
      }),
    }));
    const form: Form = { language: null, ...terms, sections: made };
    return { form, judged };
  });

function questionOf(drawn: DrawnQuestion, earlier: readonly FormQuestion[]): FormQuestion {
  const conditionOn = drawn.condition === 0 ? undefined : earlier.at(-drawn.condition);
  return {
    key: `q${earlier.length}`,
    text: 'Question?',
    guidance: null,
    speaker: null,
    weight: drawn.weight,
    within: null,
    answers: drawn.points.map((points, index) => ({
      key: KEYS[index] ?? 'f',
      label: 'Answer',
      points,
      needs_quote: false,
      auto_fail: false,
    })),
    na: true,
    applies_if: conditionOn ? { question: conditionOn.key, in: ['a', 'b'] } : null,
    judge: { kind: drawn.human ? 'human' : 'model' },
    automation: drawn.suggest ? 'suggest' : 'score',
  };
}

function answerOf({ state, given, autoFail, human }: DrawnQuestion, { key, answers }: FormQuestion): JudgedAnswer {
  return {
    question: key,
    state,
    answer: state === 'answered' ? (answers[given % answers.length]?.key ?? null) : null,
    confidence: state === 'answered' ? 0.9 : null,
    flagged: false,
    rationale: '',
    citations: [],
    source: human ? 'human' : 'model',
    reason: null,
    autoFail,
  };
}

/** Reverses sections and questions where no condition needs their order. */
function reversed(form: Form): Form {
  return {
    ...form,
    sections: form.sections.map((section) => ({ ...section, questions: section.questions.toReversed() })).toReversed(),
  };
}

const withQuestions = (form: Form, change: (question: FormQuestion) => FormQuestion): Form => ({
  ...form,
  sections: form.sections.map((section) => ({ ...section, questions: section.questions.map(change) })),
});

describe('figures of 10,000 forms drawn at random', () => {
  it('lie within their bounds, are those of a second way to compute them, and obey the laws of a mean', () => {
    const drawn = fc.tuple(drawnForm, fc.nat({ max: 5 }), fc.constantFrom(10, 3, 0.5, 1000));
    fc.assert(
      fc.property(drawn, ([{ form, judged }, at, scale]) => {
        const figures = computeFigures(form, judged);
        const { score, coverage } = figures;
        expect(outOfBounds(form, figures)).toEqual([]);
        expect({ score, coverage }).toEqual(plainFigures(form, judged));

        const same = comparable(figures);
        expect(comparable(withNotApplicable(form, judged, at))).toBe(same);
        expect(comparable(computeFigures(scaled(form, scale), judged))).toBe(same);
        const free = withQuestions(form, (one) => ({ ...one, applies_if: null }));
        const inOrder = comparable(computeFigures(free, judged));
        expect(comparable(computeFigures(reversed(free), judged.toReversed()))).toBe(inOrder);
      }),
      { seed: 20261122, numRuns: casesOf(10_000, 2_000) },
    );
  }, 180_000);
});

function outOfBounds(form: Form, { score, coverage, outcome, sections, autoFails }: Figures): string[] {
  const scores = [score, ...sections.map((section) => section.score)].filter((one) => one !== null);
  const coverages = [coverage, ...sections.map((section) => section.coverage)];
  const passMark = form.pass_mark ?? 0;
  const faults: Readonly<Record<string, boolean>> = {
    'a score': scores.some((one) => !Number.isInteger(one) || one < 0 || one > 100),
    'a coverage': coverages.some((one) => one < 0 || one > 1 || Number(one.toFixed(2)) !== one),
    auto_failed: (outcome === 'auto_failed') !== autoFails.length > 0,
    not_assessable: outcome === 'not_assessable' && score !== null,
    passed: outcome === 'passed' && (score === null || score < passMark),
    failed: outcome === 'failed' && (score === null || score >= passMark),
  };
  return Object.keys(faults).filter((name) => faults[name]);
}

/** All but the answers, without the order of sections and questions. */
function comparable({ score, coverage, outcome, sections, autoFails }: Figures): string {
  const bySection = sections.map((one) => `${one.key} ${one.score} ${one.coverage}`).sort();
  return JSON.stringify({ score, coverage, outcome, bySection, autoFails: [...autoFails].sort() });
}

function withNotApplicable(form: Form, judged: readonly JudgedAnswer[], at: number): Figures {
  const extra = { ...questionOf({ ...SAMPLE, weight: 7 }, []), key: 'extra' };
  const sections = form.sections.map((section, index) =>
    index === at % form.sections.length ? { ...section, questions: [...section.questions, extra] } : section,
  );
  return computeFigures({ ...form, sections }, [...judged, answerOf({ ...SAMPLE, state: 'na' }, extra)]);
}

function scaled(form: Form, scale: number): Form {
  const { sections, ...terms } = withQuestions(form, (one) => ({ ...one, weight: exactly(one.weight, scale) }));
  return { ...terms, sections: sections.map((one) => ({ ...one, weight: exactly(one.weight, scale) })) };
}

const SAMPLE: DrawnQuestion = {
  weight: 1,
  points: [1, 0],
  suggest: false,
  human: false,
  condition: 0,
  state: 'answered',
  given: 0,
  autoFail: null,
};

/** The product without the error of binary fractions, as a person would write it. */
const exactly = (weight: number, scale: number) => Math.round(weight * scale * 10_000) / 10_000;

/** Weights and points in thousandths, over one common denominator for the whole form. */
function plainFigures(form: Form, judged: readonly JudgedAnswer[]): { score: number | null; coverage: number } {
  const counted = countedPoints(form, judged);
  const questions = form.sections.flatMap((section) => section.questions);
  const common = questions.map(bestOf).reduce((product, best) => product * (best === 0n ? 1n : best), 1n);
  let [scoreSum, scoreWeight, coverSum, coverWeight] = [0n, 0n, 0n, 0n];
  // The mean of a section is `points / (common * weight)`; the factor makes all sections' denominators one.
  const weights = form.sections.map((section) => {
    const applicable = section.questions.filter((one) => counted.get(one.key) !== undefined);
    const answered = applicable.filter((one) => counted.get(one.key) !== null);
    return { section, applicable, answered, all: sumOf(applicable), own: sumOf(answered) };
  });
  const product = weights.reduce((sum, { all, own }) => sum * (all === 0n ? 1n : all) * (own === 0n ? 1n : own), 1n);
  for (const { section, answered, all, own } of weights) {
    const weight = thousandths(section.weight);
    if (all > 0n) {
      coverSum += (weight * own * product) / all;
      coverWeight += weight * product;
    }
    if (own === 0n) continue;
    const points = answered.reduce(
      (sum, one) => sum + (thousandths(one.weight) * (counted.get(one.key) ?? 0n) * common) / bestOf(one),
      0n,
    );
    scoreSum += (weight * points * product) / own;
    scoreWeight += weight * product * common;
  }
  const isCovered =
    coverWeight > 0n ? coverSum * 100n >= hundredths(form.min_coverage) * coverWeight : form.min_coverage === 0;
  return {
    score: isCovered && scoreWeight > 0n ? Number(halfUp(scoreSum * 100n, scoreWeight)) : null,
    coverage: coverWeight > 0n ? Number(halfUp(coverSum * 100n, coverWeight)) / 100 : 0,
  };
}

/** Points in thousandths of each question that counts; null where it applies and is not answered; missing where it does not. */
function countedPoints(form: Form, judged: readonly JudgedAnswer[]): Map<string, bigint | null> {
  const answers = new Map(judged.map((one) => [one.question, one]));
  const taken = new Map<string, string>();
  const counted = new Map<string, bigint | null>();
  for (const question of form.sections.flatMap((section) => section.questions)) {
    const { applies_if: condition } = question;
    if (condition && !condition.in.includes(taken.get(condition.question) ?? '')) continue;
    const { state = 'not_assessable', answer = null, source = 'model' } = answers.get(question.key) ?? {};
    const isPending = question.automation === 'suggest' && source !== 'human';
    if (state === 'answered' && answer !== null && !isPending) {
      taken.set(question.key, answer);
      const points = question.answers.find((one) => one.key === answer)?.points ?? 0;
      counted.set(question.key, thousandths(points));
    } else if (state !== 'na' || isPending) counted.set(question.key, null);
    if (question.weight === 0) counted.delete(question.key);
  }
  return counted;
}

const thousandths = (value: number) => BigInt(Math.round(value * 1000));
const hundredths = (value: number) => BigInt(Math.round(value * 100));
const bestOf = ({ answers }: FormQuestion) => thousandths(Math.max(...answers.map((one) => one.points)));
const sumOf = (questions: readonly FormQuestion[]) =>
  questions.reduce((sum, { weight }) => sum + thousandths(weight), 0n);
const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

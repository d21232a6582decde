// How far machine and people agree on each question of a form, and whether its answers can be trusted. Pure.
import { type FormQuestion, NOT_APPLICABLE } from '../../scorecards/form/form.js';
import { type Agreement, type AnswerPair, agreementsOn, type RatedCall, type Scale } from './agreement.js';
import { inDrawnOrder, seedOf } from './bootstrap.js';

export const BETWEEN = ['machine', 'people', 'expert'] as const;
/** `machine`: machine and people. `people`: people among each other. `expert`: people and the expert. */
export type Between = (typeof BETWEEN)[number];

export const AGREEMENT_VERDICTS = ['trusted', 'watch', 'untrusted', 'too_few'] as const;
export type AgreementVerdict = (typeof AGREEMENT_VERDICTS)[number];

/** Answers by question: a key of the form or `na`; a question that is left out has no answer, or could not be assessed. */
export type Answers = Readonly<Record<string, string>>;

export interface Rater {
  readonly id: string;
  readonly isExpert: boolean;
  readonly answers: Answers;
}

/** A call as it was rated. */
export interface AnsweredCall {
  readonly id: string;
  /** Null where the machine has no answers. */
  readonly machine: Answers | null;
  readonly people: readonly Rater[];
}

export interface QuestionAgreement extends Agreement {
  readonly question: string;
  /** Raters, the machine among them. */
  readonly raters: number;
  /** The answer of the form that people gave least, and how often. */
  readonly rarest: { readonly answer: string; readonly n: number };
  /** Pairs by the answer of the first rater, then by that of the other. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Pairs of which one answer alone is `na`. */
  readonly naMismatch: number;
  readonly verdict: AgreementVerdict;
}

export interface FormAgreement {
  /** Seed of a question that was rated on every call, in hexadecimal. Other questions have that of their own calls. */
  readonly seed: string;
  readonly questions: readonly QuestionAgreement[];
}

type AskedQuestion = Pick<FormQuestion, 'key' | 'answers'>;

export const MIN_CALLS = 50;
export const MIN_OF_RAREST = 10;
const TRUSTED_AC1 = 0.6;
const TRUSTED_KAPPA = 0.4;

export function agreementOnForm(
  questions: readonly AskedQuestion[],
  calls: readonly AnsweredCall[],
  between: Between,
): FormAgreement {
  const ids = inDrawnOrder(calls).map(({ id }) => id);
  return {
    seed: seedOf(ids).toString(16).padStart(8, '0'),
    questions: agreementOnQuestions(questions, calls, between),
  };
}

function agreementOnQuestions(
  questions: readonly AskedQuestion[],
  calls: readonly AnsweredCall[],
  between: Between,
): QuestionAgreement[] {
  const sided = questions.map((question) => ({
    question,
    scale: scaleOf(question),
    calls: calls.map((call) => SIDES[between](call, question.key)).filter(({ raters }) => raters.length > 0),
  }));
  const found = agreementsOn(sided);
  return sided.flatMap(({ question, calls: rated }, at) => {
    const agreement = found[at];
    if (!agreement) return [];
    const rarest = rarestOf(question, rated);
    const raters = new Set(rated.flatMap((call) => call.raters)).size;
    const verdict = verdictOf(agreement, rarest.n);
    return [{ ...agreement, question: question.key, raters, rarest, ...crossed(question, rated), verdict }];
  });
}

export interface SidedCall extends RatedCall {
  readonly raters: readonly string[];
  /** Answers of people that `rarest` counts; none where no other rater answered. */
  readonly counted: readonly string[];
}

/** No person has this name: names have a character at least. */
const MACHINE = '';

type GivenRating = Pick<Rater, 'id' | 'isExpert'> & { readonly answer: string };

/** A question may have the name of a member that every object has, such as `constructor`. */
const answerTo = (answers: Answers, question: string) =>
  Object.hasOwn(answers, question) ? answers[question] : undefined;

/** Ratings in the order of names. */
function ratingsOf({ people }: AnsweredCall, question: string): GivenRating[] {
  return inDrawnOrder(people).flatMap(({ id, isExpert, answers }) => {
    const answer = answerTo(answers, question);
    return answer === undefined ? [] : [{ id, isExpert, answer }];
  });
}

const SIDES: Readonly<Record<Between, (call: AnsweredCall, question: string) => SidedCall>> = {
  machine: (call, question) => {
    const given = ratingsOf(call, question);
    const hasExpert = call.people.some(({ isExpert }) => isExpert);
    const others = given.filter(({ isExpert }) => isExpert || !hasExpert);
    const own = call.machine === null ? undefined : answerTo(call.machine, question);
    const machine = own === undefined ? [] : [{ id: MACHINE, answer: own }];
    return twoSided(call.id, machine, others);
  },
  people: (call, question) => {
    const given = ratingsOf(call, question).filter(({ isExpert }) => !isExpert);
    const answers = given.map(({ answer }) => answer);
    const counted = answers.length > 1 ? answers : [];
    return { id: call.id, ...pairsAmong(answers), group: answers, raters: given.map(({ id }) => id), counted };
  },
  expert: (call, question) => {
    const given = ratingsOf(call, question);
    return twoSided(
      call.id,
      given.filter(({ isExpert }) => !isExpert),
      given.filter(({ isExpert }) => isExpert),
    );
  },
};

/** A call with the machine on one side, and people, or the expert alone, on the other. */
export const machineSide = SIDES.machine;

/** Each with each that comes after it. */
function pairsAmong(answers: readonly string[]): Required<Pick<RatedCall, 'pairs' | 'times'>> {
  const before = new Map<string, number>();
  const pairs = new Map<string, Map<string, number>>();
  for (const other of answers) {
    for (const [first, times] of before) add(pairs, first, other, times);
    before.set(other, (before.get(other) ?? 0) + 1);
  }
  const counted = [...pairs].flatMap(([first, ofFirst]) =>
    [...ofFirst].map(([other, times]) => ({ first, other, times })),
  );
  return { pairs: counted.map(({ first, other }) => [first, other]), times: counted.map(({ times }) => times) };
}

function twoSided(
  id: string,
  first: readonly Omit<GivenRating, 'isExpert'>[],
  others: readonly Omit<GivenRating, 'isExpert'>[],
): SidedCall {
  const isAlone = first.length === 0 || others.length === 0;
  const alone = [
    ...first.map(({ answer }): AnswerPair => [answer, null]),
    ...others.map(({ answer }): AnswerPair => [null, answer]),
  ];
  const both = first.flatMap((one) => others.map((other): AnswerPair => [one.answer, other.answer]));
  const counted = first.length === 0 ? [] : others.map(({ answer }) => answer);
  return { id, pairs: isAlone ? alone : both, raters: [...first, ...others].map((one) => one.id), counted };
}

function add(counts: Map<string, Map<string, number>>, first: string, other: string, times: number): void {
  const ofFirst = counts.get(first) ?? new Map<string, number>();
  counts.set(first, ofFirst.set(other, (ofFirst.get(other) ?? 0) + times));
}

/** Ordinal where the points of three answers or more differ. */
function scaleOf({ answers }: AskedQuestion): Scale {
  const keys = answers.map(({ key }) => key);
  const points = [...new Set(answers.map((answer) => answer.points))].sort((a, b) => a - b);
  if (points.length < 3) return { answers: keys, ranks: null };
  return { answers: keys, ranks: new Map(answers.map((answer) => [answer.key, points.indexOf(answer.points)])) };
}

/** The first of the form, of equally rare ones. */
function rarestOf({ answers }: AskedQuestion, rated: readonly SidedCall[]): QuestionAgreement['rarest'] {
  const given = rated.flatMap(({ counted }) => counted);
  const counts = answers.map(({ key }) => ({ answer: key, n: given.filter((answer) => answer === key).length }));
  return counts.reduce((rarest, one) => (one.n < rarest.n ? one : rarest));
}

function crossed(
  { answers }: AskedQuestion,
  rated: readonly SidedCall[],
): Pick<QuestionAgreement, 'matrix' | 'naMismatch'> {
  const counts = new Map<string, Map<string, number>>();
  for (const { pairs, times = [] } of rated)
    for (const [at, [first, other]] of pairs.entries())
      if (first !== null && other !== null) add(counts, first, other, times[at] ?? 1);
  const given = [...counts].flatMap(([first, ofFirst]) => [first, ...ofFirst.keys()]);
  const keys = [...new Set([...answers.map(({ key }) => key), ...given])];
  const timesOf = (first: string, other: string) => counts.get(first)?.get(other) ?? 0;
  const rowOf = (first: string) => Object.fromEntries(keys.map((other) => [other, timesOf(first, other)]));
  const isMismatch = (first: string, other: string) => (first === NOT_APPLICABLE) !== (other === NOT_APPLICABLE);
  const mismatches = keys.flatMap((first) =>
    keys.map((other) => (isMismatch(first, other) ? timesOf(first, other) : 0)),
  );
  return {
    matrix: Object.fromEntries(keys.map((first) => [first, rowOf(first)])),
    naMismatch: mismatches.reduce((sum, times) => sum + times, 0),
  };
}

function verdictOf({ n, kappa, ac1 }: Agreement, ofRarest: number): AgreementVerdict {
  if (n < MIN_CALLS || ofRarest < MIN_OF_RAREST || ac1.ci === null) return 'too_few';
  const [lower, upper] = ac1.ci;
  if (lower >= TRUSTED_AC1 && kappa.value !== null && kappa.value >= TRUSTED_KAPPA) return 'trusted';
  return upper < TRUSTED_AC1 ? 'untrusted' : 'watch';
}

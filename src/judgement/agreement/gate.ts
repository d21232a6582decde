// Whether a new revision may be published, by what people rated under the one before it. Pure.
import { ANSWERED_BY, type FormQuestion } from '../../scorecards/form/form.js';
import { coefficientsOf, differenceOfAc1 } from './agreement.js';
import type { Bounds } from './bootstrap.js';
import {
  type Answers,
  agreementOnForm,
  MIN_CALLS,
  MIN_OF_RAREST,
  machineSide,
  type Rater,
} from './question-agreement.js';

/** A call that people rated, with the answers by both revisions; null where there are none. */
export interface GatedCall {
  readonly id: string;
  readonly people: readonly Rater[];
  readonly before: Answers | null;
  readonly after: Answers | null;
}

export interface WorseQuestion {
  readonly question: string;
  readonly is: number;
  readonly was: number;
  readonly n: number;
}

export interface UntrustedQuestion {
  readonly question: string;
  readonly ac1: number;
  readonly ci: Bounds;
  readonly n: number;
}

export interface GateFinding {
  readonly worse: readonly WorseQuestion[];
  readonly untrusted: readonly UntrustedQuestion[];
  /** No question has as many calls, and as many of its rarest answer, as a verdict needs. */
  readonly tooFew: boolean;
}

/** Questions in the order of the new form. */
export function passGate(
  before: readonly FormQuestion[],
  after: readonly FormQuestion[],
  calls: readonly GatedCall[],
): GateFinding {
  const compared = after.flatMap((question) => {
    const old = before.find(({ key }) => key === question.key);
    return old && haveSameAnswers(old, question) ? [compare(question, calls)] : [];
  });
  const { questions } = agreementOnForm(
    after,
    calls.map(({ id, people, after: machine }) => ({ id, people, machine })),
    'machine',
  );
  const scored = new Set(
    after
      .filter(({ automation, judge }) => automation === 'score' && ANSWERED_BY[judge.kind] !== 'person')
      .map(({ key }) => key),
  );
  return {
    worse: compared.flatMap(({ worse }) => worse ?? []),
    untrusted: questions.flatMap(({ question, verdict, n, ac1: { value, ci } }) =>
      scored.has(question) && verdict === 'untrusted' && value !== null && ci !== null
        ? [{ question, ac1: value, ci, n }]
        : [],
    ),
    tooFew: compared.every(({ isEnough }) => !isEnough),
  };
}

const keysOf = ({ answers, na }: FormQuestion) => [...answers.map(({ key }) => key), na].sort().join('\n');

const haveSameAnswers = (one: FormQuestion, other: FormQuestion) => keysOf(one) === keysOf(other);

/**
 * Paired: over the calls that both revisions answered. AC1 holds where nearly all answers are the same, so that a loss counts
 * from as many calls on as a verdict needs, however rare an answer is; that nothing was lost is said with enough of the rarest.
 */
function compare(
  question: FormQuestion,
  calls: readonly GatedCall[],
): { readonly worse: WorseQuestion | null; readonly isEnough: boolean } {
  const { key } = question;
  const sides = calls.map(({ id, people, before, after }) => ({
    before: machineSide({ id, people, machine: before }, key),
    after: machineSide({ id, people, machine: after }, key),
  }));
  const both = sides.filter((side) => side.before.counted.length > 0 && side.after.counted.length > 0);
  const n = both.length;
  if (n < MIN_CALLS) return { worse: null, isEnough: false };
  const [old, recent] = [both.map(({ before }) => before), both.map(({ after }) => after)];
  const answers = question.answers.map((answer) => answer.key);
  const given = recent.flatMap(({ counted }) => counted);
  const isEnough = answers.every((answer) => given.filter((one) => one === answer).length >= MIN_OF_RAREST);
  const { ci } = differenceOfAc1(recent, old, answers);
  if (ci === null || ci[1] >= 0) return { worse: null, isEnough };
  const [was, is] = [old, recent].map((side) => coefficientsOf(side, { answers, ranks: null }).ac1 ?? 1);
  return { worse: { question: key, is: is ?? 1, was: was ?? 1, n }, isEnough };
}

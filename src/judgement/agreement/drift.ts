// Whether the judge of a frozen set of calls has changed, beyond its own noise. Pure.
//
// The set was judged several times by the judge then (`was`), and once or several times by the judge now (`is`). A judge that is
// the same gives all judgings of a call by the same chances, so that any of them could be the earlier ones: the distance between
// the two judges, less that of the judgings of one judge among themselves, is compared with what other choices of the earlier
// ones give, drawn for each call by itself. That is an exact test, whatever the noise of the judge, and of a call.
import { inDrawnOrder, mulberry32, RESAMPLES, resampled, seedOf } from './bootstrap.js';

/** The answer to each question that has one. */
export type JudgedAnswers = Readonly<Record<string, string>>;

export interface JudgedAgain {
  readonly id: string;
  readonly was: readonly JudgedAnswers[];
  readonly is: readonly JudgedAnswers[];
}

/** Each of the three tests (of a noisier judge, of other answers, and of the question that differs most) errs that often. */
const ERROR = 0.003;
/** Chance below which a single judging looks like a change. */
const SUSPICION = 0.1;
/** Together for all questions that are named once the judge is known to have changed. */
const ERROR_OF_NAMES = 0.05;

export interface Same {
  /** Share of equal answers, over the pairs of a judging then and one now; null where nothing was answered. */
  readonly same: number | null;
  readonly ci: readonly [number, number] | null;
}

export interface Drift extends Same {
  /** It looks like a change: further judgings are worth their price. */
  readonly isSuspect: boolean;
  readonly hasChanged: boolean;
  /** Questions that differ beyond chance, in the order that was given. */
  readonly changed: readonly string[];
}

export function sameAnswers(questions: readonly string[], given: readonly JudgedAgain[]): Same {
  const calls = inDrawnOrder(given);
  const pairs = calls.map(({ was, is }) => {
    const both = was.flatMap((then) => is.map((now) => [then, now] as const));
    const answered = both.flatMap((pair) =>
      questions.filter((key) => pair.some((one) => key in one)).map((key) => [key, pair] as const),
    );
    return { n: answered.length, equal: answered.filter(([key, [then, now]]) => then[key] === now[key]).length };
  });
  const { value, ci } = resampled(
    calls.map(({ id }) => id),
    (drawn) => {
      let [n, equal] = [0, 0];
      for (const [at, pair] of pairs.entries()) {
        n += pair.n * (drawn[at] ?? 0);
        equal += pair.equal * (drawn[at] ?? 0);
      }
      return n === 0 ? null : equal / n;
    },
  );
  return { same: value, ci };
}

/** @param given all judged equally often then, and all equally often now */
export function compareJudges(questions: readonly string[], given: readonly JudgedAgain[]): Drift {
  const calls = inDrawnOrder(given);
  const counted = calls.map((call) => distancesOf(questions, call)).filter((call) => call.length > 0);
  const shapes = choicesOf(calls[0]?.was.length ?? 0, calls[0]?.is.length ?? 0);
  const deviations = questions.map((_, question) =>
    Math.sqrt(counted.flat().reduce((sum, one) => (one.question === question ? sum + meanSquare(one.shift) : sum), 0)),
  );
  const sumsOf = (choose: () => number) => {
    let [away, shift] = [0, 0];
    const ofQuestions = new Float64Array(questions.length);
    for (const call of counted) {
      const choice = choose();
      for (const one of call) {
        away += one.away[choice] ?? 0;
        shift += one.shift[choice] ?? 0;
        ofQuestions[one.question] = (ofQuestions[one.question] ?? 0) + (one.shift[choice] ?? 0);
      }
    }
    return { away, shift, ofQuestions: ofQuestions.map((sum, at) => (sum === 0 ? 0 : sum / (deviations[at] ?? 1))) };
  };
  const observed = sumsOf(() => 0);
  const random = mulberry32(seedOf(calls.map(({ id }) => id)));
  const asFar = { away: 1, shift: 1, ofQuestions: questions.map(() => 1) };
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const drawn = sumsOf(() => Math.floor(random() * shapes.length));
    if (drawn.away >= observed.away) asFar.away++;
    if (drawn.shift >= observed.shift) asFar.shift++;
    const farthest = Math.max(...drawn.ofQuestions);
    for (const [at, own] of observed.ofQuestions.entries())
      if (farthest >= own) asFar.ofQuestions[at] = (asFar.ofQuestions[at] ?? 0) + 1;
  }
  const least = Math.min(asFar.away, asFar.shift, ...asFar.ofQuestions) / (RESAMPLES + 1);
  const hasChanged = least <= ERROR;
  return {
    ...sameAnswers(questions, given),
    isSuspect: least <= SUSPICION,
    hasChanged,
    changed: questions.filter(
      (_, at) => hasChanged && (asFar.ofQuestions[at] ?? 0) / (RESAMPLES + 1) <= ERROR_OF_NAMES,
    ),
  };
}

/** The distances of one answer of a call, by every choice of the judgings that could be the earlier ones: first as it was. */
interface Distances {
  /** Its place. */
  readonly question: number;
  /** Between the judges, less among the earlier judgings. */
  readonly away: readonly number[];
  /** Between the judges, less among the judgings of each: noise alone adds nothing. */
  readonly shift: readonly number[];
}

/** @returns the judgings that could be the earlier ones: first those that are */
function choicesOf(then: number, now: number): number[][] {
  const chosen = (from: number, left: number): number[][] =>
    left === 0
      ? [[]]
      : Array.from({ length: then + now - from }, (_, at) => from + at).flatMap((at) =>
          chosen(at + 1, left - 1).map((rest) => [at, ...rest]),
        );
  return chosen(0, then);
}

/** Without the questions that all judgings answered equally. All numbers are whole, so that sums that are equal are found so. */
function distancesOf(questions: readonly string[], { was, is }: JudgedAgain): Distances[] {
  const judgings = [...was, ...is];
  const [then, now] = [was.length, is.length];
  const [pairsBetween, pairsThen, pairsNow] = [then * now, (then * (then - 1)) / 2, (now * (now - 1)) / 2];
  return questions.flatMap((key, question) => {
    const answers = judgings.map((one) => one[key]);
    if (answers.every((answer) => answer === answers[0])) return [];
    const choices = choicesOf(then, now).map((earlier) => {
      const found = { between: 0, ofThen: 0, ofNow: 0 };
      for (const [one, answer] of answers.entries())
        for (let other = 0; other < one; other++)
          if (answer !== answers[other]) {
            const [first, second] = [earlier.includes(one), earlier.includes(other)];
            found[first === second ? (first ? 'ofThen' : 'ofNow') : 'between']++;
          }
      return found;
    });
    return [
      {
        question,
        away: choices.map((found) => found.between * pairsThen - found.ofThen * pairsBetween),
        shift: choices.map((found) =>
          pairsNow === 0
            ? found.between * pairsThen - found.ofThen * pairsBetween
            : 2 * found.between * pairsThen * pairsNow -
              pairsBetween * (found.ofThen * pairsNow + found.ofNow * pairsThen),
        ),
      },
    ];
  });
}

const meanSquare = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0) / values.length;

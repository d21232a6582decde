// Figures of an engine trial: errors against the words that people corrected, agreement with their answers, and whether two
// engines differ. Calls are counted as they are handed in; which calls those are, the trial decides. Pure.
import {
  type Agreement,
  agreementOn,
  differenceOfAc1,
  type RatedCall,
} from '../../../judgement/agreement/agreement.js';
import {
  type Bounds,
  type Estimate,
  inDrawnOrder,
  type Resampled,
  resampled,
} from '../../../judgement/agreement/bootstrap.js';

/** Errors of an engine on one call. `words`: how many are true. */
export interface HeardCall {
  readonly id: string;
  readonly errors: number;
  readonly words: number;
}

/** `better`: the first has fewer errors, or agrees more. */
export type TrialVerdict = 'better' | 'worse' | 'same' | 'too_few';

export interface WordErrorRate extends Estimate {
  readonly words: number;
  readonly calls: number;
}

export interface TrialDifference extends Estimate {
  readonly verdict: TrialVerdict;
}

const MIN_CALLS = 30;
const MIN_WORDS = 2_000;

/** Pooled: the errors of all calls over their words. */
export function wordErrorRate(calls: readonly HeardCall[]): WordErrorRate {
  const { value, ci } = pooled(calls);
  return { value, ci, words: sum(calls, ({ words }) => words), calls: calls.length };
}

/** Time that an engine takes for a minute of a call: of all calls over their minutes. */
export const secondsPerMinute = (
  calls: readonly { readonly id: string; readonly spentMs: number; readonly audioMs: number }[],
): Estimate =>
  estimate(pooled(calls.map(({ id, spentMs, audioMs }) => ({ id, errors: spentMs / 1000, words: audioMs / 60_000 }))));

/** Error rate of the first less that of the second, over the calls of both. */
export function differenceOfErrors(first: readonly HeardCall[], second: readonly HeardCall[]): TrialDifference {
  const ofSecond = new Map(second.map((call) => [call.id, call]));
  const both = first.flatMap(({ id, errors, words }) => {
    const other = ofSecond.get(id);
    return other ? [{ id, errors: errors - other.errors, words }] : [];
  });
  const isEnough = both.length >= MIN_CALLS && sum(both, ({ words }) => words) >= MIN_WORDS;
  return differing(pooled(both), isEnough, 'fewer');
}

/** @param edits smallest number of words by which the two hearings differ; `words`: the mean of their lengths */
export const disagreementOfWords = (
  calls: readonly { readonly id: string; readonly edits: number; readonly words: number }[],
): Estimate => estimate(pooled(calls.map(({ id, edits, words }) => ({ id, errors: edits, words }))));

export const agreementWithPeople = (calls: readonly RatedCall[], answers: readonly string[]): Agreement =>
  agreementOn(calls, answers);

/** AC1 of the first less that of the second, over the calls of both. */
export function differenceOfAgreement(
  first: readonly RatedCall[],
  second: readonly RatedCall[],
  answers: readonly string[],
): TrialDifference {
  const ids = new Set(second.map(({ id }) => id));
  const calls = first.filter(({ id }) => ids.has(id)).length;
  return differing(differenceOfAc1(first, second, answers), calls >= MIN_CALLS, 'more');
}

/** Share of the answers in which two engines differ, which says nothing of who is right. */
export const disagreementOfAnswers = (calls: readonly RatedCall[]): Estimate => {
  const whole = calls.map(({ id, pairs }) => {
    const both = pairs.filter(([first, other]) => first !== null && other !== null);
    return { id, words: both.length, errors: both.filter(([first, other]) => first !== other).length };
  });
  return estimate(pooled(whole.filter(({ words }) => words > 0)));
};

function pooled(calls: readonly HeardCall[]): Resampled {
  const ordered = inDrawnOrder(calls);
  return resampled(
    ordered.map(({ id }) => id),
    (drawn) => {
      let [errors, words] = [0, 0];
      for (const [at, call] of ordered.entries()) {
        const times = drawn[at] ?? 0;
        errors += times * call.errors;
        words += times * call.words;
      }
      return words === 0 ? null : errors / words;
    },
  );
}

/**
 * A trial compares up to six pairs of engines, by several questions: a verdict asks for 99 %, where the interval that is shown
 * has 95 %. That one excluded 0 in 7 of 100 simulated trials of equal engines over 60 calls, the one of 99 % in 1.
 */
function differing({ value, ci, ci99 }: Resampled, isEnough: boolean, best: 'fewer' | 'more'): TrialDifference {
  if (!isEnough || ci99 === null) return { value, ci, verdict: 'too_few' };
  return { value, ci, verdict: verdictOf(ci99, best) };
}

function verdictOf([lower, upper]: Bounds, best: 'fewer' | 'more'): TrialVerdict {
  if (lower <= 0 && upper >= 0) return 'same';
  return upper < 0 === (best === 'fewer') ? 'better' : 'worse';
}

const estimate = ({ value, ci }: Resampled): Estimate => ({ value, ci });

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

// The line of a question: the confidence from which on its answers count at once. Without the browser.
import type { QuestionAgreement } from '../../../../clients/typescript/src/browser.js';
import type { AskedForm } from './asked-form.js';

/** Limits of the service's test of a line. */
const ERROR = 0.05;
const MIN_RATINGS = 30;

export type LineState =
  | { readonly kind: 'found'; readonly confidence: number; readonly above: number }
  /** @param min ratings of one question without which no line can be found, even if all agree */
  | { readonly kind: 'none'; readonly n: number; readonly min: number };

export const leastRatings = (target: number): number =>
  Math.max(MIN_RATINGS, Math.ceil(Math.log(ERROR) / Math.log(target)));

export const lineOf = ({ line, n }: Pick<QuestionAgreement, 'line' | 'n'>, target: number): LineState =>
  line
    ? { kind: 'found', confidence: line.confidence, above: line.share_above }
    : { kind: 'none', n, min: leastRatings(target) };

/** Only the AI's answers that score have a line. */
export const scoredByMachine = <Question extends Pick<QuestionAgreement, 'question'>>(
  questions: readonly Question[],
  form: AskedForm,
): readonly Question[] =>
  questions.filter(({ question }) => {
    const { doesScore = false, isOfPeople = true } = form.get(question) ?? {};
    return doesScore && !isOfPeople;
  });

import type { EngineTrial } from '../../../../clients/typescript/src/browser.js';
import { number, share, t } from '../../texts/texts.js';
import { questionName } from './question-name.js';

type Difference = EngineTrial['differences'][number];

/** The findings of the trial as sentences: each pair of engines, the certain ones first. */
export function Differences({ trial: { differences } }: { readonly trial: EngineTrial }) {
  const order = ['better', 'worse', 'same', 'too_few'];
  const sorted = differences.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <ul class="trial-findings">
      {sorted.map((one) => (
        <li key={`${one.between.join()} ${one.question}`} class={isCertain(one) ? 'is-certain' : undefined}>
          {sentenceOf(one)} {one.measure !== 'disagreement' && <span class="soft small">{intervalOf(one)}</span>}
        </li>
      ))}
    </ul>
  );
}

const isCertain = ({ verdict }: Difference): boolean => verdict === 'better' || verdict === 'worse';

function sentenceOf(one: Difference): string {
  const [a = '', b = ''] = one.between;
  const [first, second] = one.verdict === 'worse' ? [b, a] : [a, b];
  if (one.measure === 'disagreement')
    return t(one.question === null ? 'trials.disagreement' : 'trials.disagreement.question', {
      ...{ first, second, question: questionName(one.question ?? '') },
      value: one.value === null ? '–' : share(one.value),
    });
  const names = { first, second, question: questionName(one.question ?? '') };
  if (one.verdict === 'too_few') return t('trials.verdict.tooFew', names);
  if (one.measure === 'agreement')
    return t(isCertain(one) ? 'trials.verdict.agrees' : 'trials.verdict.agreesSame', names);
  return t(isCertain(one) ? 'trials.verdict.errors' : 'trials.verdict.same', names);
}

/** The first minus the second, which is the order of the API. */
function intervalOf({ between: [first, second], measure, value, ci }: Difference): string {
  if (value === null) return '';
  const scale = measure === 'word_error_rate' ? 100 : 1;
  const signed = (part: number) =>
    number(part * scale, { maximumFractionDigits: scale === 1 ? 2 : 1, signDisplay: 'exceptZero' }).replace('-', '−');
  const [from, until] = ci ?? [];
  const by = t(measure === 'word_error_rate' ? 'trials.points' : 'trials.ac1', { value: signed(value) });
  const range =
    from === undefined || until === undefined
      ? ''
      : ` (${t('day.range', { from: signed(from), until: signed(until) })})`;
  return `${first} − ${second}: ${by}${range}`;
}

// A mean or a share, as a drawing and as text, always with its n.
import { number, t, tn } from '../texts/texts.js';
import { areAllEqual, type Change, type Figure, isComparable, isMoreThanChance, MIN_COMPARED } from './figure.js';

export type Scale = 'points' | 'percent';

interface ScoreProps {
  readonly of: Figure;
  /** Figure of all calls, drawn behind; null when it is not drawn. */
  readonly ofAll: Figure | null;
  readonly name: string;
  readonly scale: Scale;
  readonly change?: Change | null | undefined;
  /** True when its row already shows that it has too few values. */
  readonly isMarked?: boolean;
}

export function Score({ of, ofAll, name, scale, change, isMarked = false }: ScoreProps) {
  return (
    <div class="score-cell">
      <span class="only-small soft">{name}</span>
      <Plot of={of} ofAll={ofAll} />
      <div>
        <FigureText of={of} scale={scale} isMarked={isMarked} />
        {change && <ChangeText of={change} isFew={!isComparable(of)} />}
      </div>
    </div>
  );
}

interface FigureTextProps {
  readonly of: Figure;
  readonly scale: Scale;
  readonly isMarked?: boolean;
}

/** Value, interval and n, with a note when there are too few values. */
export function FigureText({ of, scale, isMarked = false }: FigureTextProps) {
  if (of.value === null)
    return (
      <span class="score-figures soft" title={t('day.none')}>
        –<span class="unseen">{t('day.none')}</span>
      </span>
    );
  return (
    <span class="score-figures">
      <strong>{scale === 'percent' ? t('day.percent', { value: rounded(of.value) }) : rounded(of.value)}</strong>{' '}
      {of.interval !== null && (
        <span class="soft small">
          {t('day.interval', { from: rounded(of.interval[0]), until: rounded(of.interval[1]) })}{' '}
        </span>
      )}
      {areAllEqual(of) && <span class="soft small">{t('day.equal')} </span>}
      <span class="soft small">{tn('day.n', of.n)}</span>
      {!(isMarked || isComparable(of)) && <span class="few small"> {t('day.few', { n: MIN_COMPARED })}</span>}
    </span>
  );
}

interface ChangeTextProps {
  readonly of: Change;
  /** True when there are too few values, now or before. */
  readonly isFew: boolean;
}

/** Change against the previous period, and whether it is more than chance. */
export function ChangeText({ of, isFew }: ChangeTextProps) {
  if (of.value === 0 && of.interval?.every((end) => end === 0))
    return <span class="change small soft">{t('day.change.none')}</span>;
  const isMore = isMoreThanChance(of);
  const verdict = isMore === null || isFew ? 'few' : isMore ? 'more' : 'chance';
  return (
    <span class="change small">
      {signed(of.value)}{' '}
      {of.interval !== null && of.interval[0] < of.interval[1] && (
        <span class="soft">
          {t('day.change.interval', { from: signed(of.interval[0]), until: signed(of.interval[1]) })}{' '}
        </span>
      )}
      <span class={verdict === 'more' ? 'change-more' : 'soft'}>{t(`day.change.${verdict}`)}</span>
    </span>
  );
}

const rounded = (value: number) => number(value, { maximumFractionDigits: 0 });

/** Number with a sign. The minus is the typographic one, as high as the plus. */
export const signed = (value: number): string =>
  number(value, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−');

export function Plot({ of, ofAll }: Pick<ScoreProps, 'of' | 'ofAll'>) {
  const at = (value: number) => `${value}%`;
  return (
    <svg class="plot" aria-hidden="true">
      <line class="plot-scale" x1="0%" x2="100%" y1="50%" y2="50%" />
      {ofAll !== null && ofAll.value !== null && (
        <line class="plot-all" x1={at(ofAll.value)} x2={at(ofAll.value)} y1="0%" y2="100%" />
      )}
      {of.interval && (
        <>
          <line class="plot-interval" x1={at(of.interval[0])} x2={at(of.interval[1])} y1="50%" y2="50%" />
          {of.interval.map((end) => (
            <line key={end} class="plot-interval" x1={at(end)} x2={at(end)} y1="25%" y2="75%" />
          ))}
        </>
      )}
      {of.value !== null && (
        <circle class={isComparable(of) ? 'plot-dot' : 'plot-dot is-few'} cx={at(of.value)} cy="50%" r="4.5" />
      )}
    </svg>
  );
}

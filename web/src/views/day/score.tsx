// A mean, drawn and in figures, never without its n.
import { number, t } from '../../texts/texts.js';
import { isComparable, type Mean } from './mean.js';

interface ScoreProps {
  readonly of: Mean;
  /** The mean of all, which is drawn behind. */
  readonly ofAll: Mean;
  readonly name: string;
}

export function Score({ of, ofAll, name }: ScoreProps) {
  return (
    <div class="score-cell">
      <span class="only-small soft">{name}</span>
      <Plot of={of} ofAll={ofAll} />
      <Figures of={of} />
    </div>
  );
}

/** The mean, its interval or that it says too little, and its n. */
export function Figures({ of }: { readonly of: Mean }) {
  if (of.mean === null)
    return (
      <span class="score-figures soft" title={t('day.none')}>
        –<span class="unseen">{t('day.none')}</span>
      </span>
    );
  return (
    <span class="score-figures">
      <strong>{rounded(of.mean)}</strong>{' '}
      <span class="soft small">
        {isComparable(of) && of.interval !== null ? intervalOf(of.interval) : t('day.few')}
      </span>{' '}
      <span class="soft small">{t('day.n', { n: number(of.n) })}</span>
    </span>
  );
}

const rounded = (value: number) => number(value, { maximumFractionDigits: 0 });

const intervalOf = ([from, until]: readonly [number, number]): string =>
  t('day.mean', { from: rounded(from), until: rounded(until) });

function Plot({ of, ofAll }: Pick<ScoreProps, 'of' | 'ofAll'>) {
  const at = (value: number) => `${value}%`;
  return (
    <svg class="plot" aria-hidden="true">
      <line class="plot-scale" x1="0%" x2="100%" y1="50%" y2="50%" />
      {ofAll.mean !== null && <line class="plot-all" x1={at(ofAll.mean)} x2={at(ofAll.mean)} y1="0%" y2="100%" />}
      {of.interval && <line class="plot-interval" x1={at(of.interval[0])} x2={at(of.interval[1])} y1="50%" y2="50%" />}
      {of.mean !== null && (
        <circle class={isComparable(of) ? 'plot-dot' : 'plot-dot is-few'} cx={at(of.mean)} cy="50%" r="4.5" />
      )}
    </svg>
  );
}

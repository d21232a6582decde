import { number, t } from '../texts/texts.js';
import { Plot } from './score.tsx';

interface CoefficientProps {
  readonly of: { readonly value: number | null; readonly ci: readonly number[] | null };
  /** Calls that it was counted from. */
  readonly n: number;
}

/** A coefficient of agreement, at most 1, with its interval: as a drawing, which begins at 0, and as text. */
export function Coefficient({ of: { value, ci }, n }: CoefficientProps) {
  if (value === null) return <>–</>;
  const [from, until] = ci ?? [];
  const scaled = (one: number) => Math.max(0, 100 * one);
  const interval = from === undefined || until === undefined ? null : ([scaled(from), scaled(until)] as const);
  return (
    <>
      <Plot of={{ value: scaled(value), interval, n }} ofAll={null} />
      <strong>{twoDigits(value)}</strong>
      {from !== undefined && until !== undefined && (
        <span class="soft small"> ({t('day.range', { from: twoDigits(from), until: twoDigits(until) })})</span>
      )}
    </>
  );
}

const twoDigits = (value: number): string =>
  number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−');

// Agents, or days, a row each.
import type { ComponentChildren } from 'preact';
import { number, t } from '../../texts/texts.js';
import type { Figures, Row } from './figures.js';
import { Score, Figures as ScoreFigures } from './score.tsx';

interface RowsProps {
  readonly caption: string;
  readonly head: string;
  readonly rows: readonly Row[];
  readonly all: Figures;
  /** Whether the means are drawn in their cells. */
  readonly isDrawn: boolean;
  readonly nameOf: (row: Row) => ComponentChildren;
}

export function Rows({ caption, head, rows, all, isDrawn, nameOf }: RowsProps) {
  return (
    <table class={isDrawn ? 'figures-table is-drawn' : 'figures-table'}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" class="figure">
            {t('day.calls')}
          </th>
          <th scope="col" class="figure">
            {t('day.minutes')}
          </th>
          <th scope="col">{t('calls.compliance')}</th>
          <th scope="col">{t('calls.quality')}</th>
          <th scope="col" class="figure">
            {t('day.violations')}
          </th>
          <th scope="col" class="figure">
            {t('day.flagged')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} class={row.calls === 0 ? 'is-empty' : undefined}>
            <th scope="row" class="cell-name">
              {nameOf(row)}
            </th>
            <Count of={row.calls} name={t('day.calls')} />
            <Count of={row.minutes} name={t('day.minutes')} />
            <ScoreCell row={row} all={all} of="compliance" isDrawn={isDrawn} />
            <ScoreCell row={row} all={all} of="quality" isDrawn={isDrawn} />
            <Count of={row.violations} name={t('day.violations')} />
            <Count of={row.flagged} name={t('day.flagged')} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScoreCellProps {
  readonly row: Row;
  readonly all: Figures;
  readonly of: 'compliance' | 'quality';
  readonly isDrawn: boolean;
}

function ScoreCell({ row, all, of, isDrawn }: ScoreCellProps) {
  const name = t(`calls.${of}`);
  return (
    <td class="cell-means">
      {isDrawn ? (
        <Score of={row[of]} ofAll={all[of]} name={name} />
      ) : (
        <>
          <span class="only-small soft">{name} </span>
          <ScoreFigures of={row[of]} />
        </>
      )}
    </td>
  );
}

function Count({ of, name }: { readonly of: number; readonly name: string }) {
  return (
    <td class="figure cell-count">
      <span class={of === 0 ? 'soft' : undefined}>{number(of, { maximumFractionDigits: 0 })}</span>
      <span class="only-small soft"> {name}</span>
    </td>
  );
}
